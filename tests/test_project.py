"""The project as a whole: layers, documentation, import time's causes, the README's commands."""

import ast
import dataclasses
import doctest
import importlib
import inspect
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import derive
import laws
import problems
from derive.cli import main

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {"derive": {"derive"}, "laws": {"derive", "laws"}, "problems": {"derive", "laws", "problems"}}


def modules() -> list[str]:
    packages = (derive, laws, problems)
    return [
        module.name
        for package in packages
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ]


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


@pytest.mark.parametrize(
    "path",
    sorted(path for package in MAY_IMPORT for path in (ROOT / package).glob("*.py")),
    ids=lambda path: f"{path.parent.name}.{path.stem}",
)
def test_layers(path: Path) -> None:
    """Data flow one way; the command line is imported by nothing but ``python -m derive``."""
    ours = {name for name in imported(path) if name.split(".")[0] in MAY_IMPORT}
    assert {name.split(".")[0] for name in ours} <= MAY_IMPORT[path.parent.name]
    if path.name != "__main__.py":
        assert not any(name.startswith("derive.cli") for name in ours)


@pytest.mark.parametrize("name", modules())
def test_every_public_name_has_a_doctest(name: str) -> None:
    module = importlib.import_module(name)
    if ".cli" in name or name.endswith("__main__"):
        return
    for label, thing in vars(module).items():
        is_ours = getattr(thing, "__module__", None) == name
        if label.startswith("_") or not is_ours or not (inspect.isfunction(thing) or inspect.isclass(thing)):
            continue
        if getattr(thing, "_is_protocol", False):
            continue
        assert ">>>" in (thing.__doc__ or ""), f"{name}.{label} has no example"


def own(name: str) -> dict[str, Any]:
    """What a module defines itself."""
    found = vars(importlib.import_module(name))
    return {label: thing for label, thing in found.items() if getattr(thing, "__module__", None) == name}


@pytest.mark.parametrize("name", modules())
def test_values_are_frozen(name: str) -> None:
    """Whatever a caller is handed stays as it is; a search or a check takes notes for itself."""
    data = [thing for thing in own(name).values() if dataclasses.is_dataclass(thing)]
    changing = [thing.__name__ for thing in data if not thing.__dataclass_params__.frozen]
    assert set(changing) <= {"_Fork", "_Seen", "_Tally"}


@pytest.mark.parametrize("name", modules())
def test_every_argument_can_be_given_by_its_name(name: str) -> None:
    for thing in filter(inspect.isfunction, own(name).values()):
        for argument in inspect.signature(thing).parameters.values():
            assert argument.kind is not argument.POSITIONAL_ONLY, f"{thing.__name__}: {argument}"


def test_everything_exported_exists_and_is_sorted_out() -> None:
    assert len(set(derive.__all__)) == len(derive.__all__)
    assert all(hasattr(derive, name) for name in derive.__all__)


def test_import_is_light() -> None:
    heavy = ("numpy", "numba", "hypothesis", "rich", "typer", "sklearn", "matplotlib")
    code = f"import sys, derive, laws, problems; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_commands_of_the_readme_print_what_it_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"```console\n(.*?)```", (ROOT / "README.md").read_text(), flags=re.DOTALL)
    checked = 0
    for block in blocks:
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = example.partition("\n")
            words = shlex.split(command, comments=True)
            if words[0] != "derive":
                continue
            assert main(words[1:]) == 0
            printed = capsys.readouterr().out
            if expected.strip():
                assert printed.rstrip() == expected.rstrip()
                checked += 1
    assert checked >= 3


def test_readme_code_is_run() -> None:
    examples = doctest.DocTestParser().get_examples((ROOT / "README.md").read_text())
    assert len(examples) >= 10
