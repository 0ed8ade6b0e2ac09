"""Ctrl-C during a long command, sent as a terminal would: the best so far, or one line; no traceback."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from derive.cli import main
from problems.examples import example
from problems.learn.schema import loads

PROGRAM = """
import os, signal, sys, threading
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started the tests may ignore it
import {module} as engine
search = engine.{name}

def interrupted(*given, **options):
    search(*given, **(options | {{"time_limit": 0.1}}))  # compiles what is to be interrupted
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    return search(*given, **options)

engine.{name} = interrupted
from derive.cli import main
sys.exit(main(sys.argv[1:]))
"""
INTERRUPTED = 130


@pytest.fixture(scope="module")
def hard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table of noise, for which nothing can be proved in a minute."""
    draw = np.random.default_rng(5)
    values, labels = draw.integers(0, 3, (600, 40)), draw.integers(0, 3, 600)
    lines = [
        ",".join([*(f"v{value}" for value in row), f"c{label}"])
        for row, label in zip(values, labels, strict=True)
    ]
    place = tmp_path_factory.mktemp("noise") / "noise.csv"
    place.write_text("\n".join([",".join([*(f"x{i}" for i in range(40)), "label"]), *lines]) + "\n")
    return place


def run(module: str, name: str, *words: str) -> subprocess.CompletedProcess[str]:
    """A command that gets Ctrl-C half a second after its search has begun."""
    return subprocess.run(
        [sys.executable, "-c", PROGRAM.format(module=module, name=name), *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("derive.kernels.rows", ("--max-depth", "6")),
        ("derive.kernels.rows", ("--max-depth", "6", "--max-nodes", "20")),
        ("derive.kernels.multiway", ("--multiway", "--penalty", "0.001")),
    ],
)
def test_fit_keeps_the_best_so_far(module: str, words: tuple[str, ...], hard: Path, tmp_path: Path) -> None:
    model = tmp_path / "model.json"
    done = run(module, "fit", "fit", str(hard), "--target", "label", *words, "--json", str(model))
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "note: not proved optimal (interrupted): cost " in done.stderr
    assert "; not proved optimal, lower bound " in done.stdout
    kept = loads(model.read_text())
    assert kept.rules or kept.questions
    assert kept.lower_bound < kept.cost


def test_atlas_stops_with_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from derive.kernels import rows

    found = rows.path(np.array([[0], [1]], np.uint8), np.array([0, 1]), 2, max_nodes=1)
    kept = [answer._replace(optimal=False, stopped="interrupted") for answer in found]
    monkeypatch.setattr(rows, "path", lambda *_, **__: kept)
    page = tmp_path / "atlas.html"
    words = ["atlas", str(example("credit.csv")), "--target", "repaid", "--html", str(page)]
    assert main(words) == INTERRUPTED
    printed = capsys.readouterr()
    assert (printed.out, printed.err.splitlines()[-1]) == ("", "derive: interrupted")
    assert "Traceback" not in printed.err
    assert not page.exists()
