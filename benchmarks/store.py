"""What was measured, kept on disk, so that the results can be put together from several runs."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.duel import Outcome

FOLDER = Path(__file__).resolve().parent / ".cache"


def read(name: str) -> dict[str, Any]:
    path = FOLDER / f"{name}.json"
    told: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
    return told


def write(name: str, told: dict[str, Any]) -> None:
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.json").write_text(json.dumps(told, indent=1) + "\n")


def outcomes(section: str) -> list[Outcome]:
    """The outcomes of a section, the last for each job."""
    return [Outcome.from_json(told) for told in read(section).get("outcomes", {}).values()]


def keep(section: str, found: Iterable[Outcome]) -> None:
    """Add outcomes to those of a section, in place of earlier ones for the same jobs."""
    told = read(section)
    jobs = told.get("outcomes", {}) | {outcome.job.key: asdict(outcome) for outcome in found}
    write(section, told | {"outcomes": jobs})


def finish(section: str, jobs: Container[str], seconds: float) -> None:
    """All jobs of a section were run: forget others, and note how long it took."""
    told = read(section)
    kept = {key: outcome for key, outcome in told.get("outcomes", {}).items() if key in jobs}
    write(section, {"outcomes": kept, "seconds": seconds})
