"""A process that runs one solver: jobs come in as lines of JSON, and answers go out the same way.

    python -m benchmarks.worker SOLVER BYTES

A job names a file of data and the limits. The answer has the seconds of ``fit`` alone, the wrong rows
counted from what the tree predicts, its branches, and the peak of memory. A job that says ``warm`` is
answered when a tiny set was fitted under its limits once, so that imports and compilation are done. A fit of
less than a tenth of a second is run twice and timed the second time, since a process that has waited for its
turn finds other data in the caches. BYTES of memory are all that the process may have, so that a solver that
wants more ends by itself and not the machine.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.duel import QUICK
from benchmarks.solvers import SOLVERS, Task


def peak() -> int:
    """The most bytes this process has had in memory, since ``forget_peak`` where the system can forget."""
    try:
        status = Path("/proc/self/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0]) * 1024
    except (OSError, IndexError):
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024


def forget_peak() -> None:
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return


def easy(classes: int, rows: int) -> tuple[Any, Any]:
    """Data that take no time: 512 rows, or 32 768 where the set is that large, since solvers count otherwise then."""
    columns = 9 if rows < 16_000 else 15
    features = (np.arange(2**columns)[:, None] >> np.arange(columns) & 1).astype(np.uint8)
    return features, (features[:, 0] + features[:, 1] * 2 + np.arange(2**columns) % 3) % classes


def answer(solve: Any, job: dict[str, Any], warm: set[Any]) -> dict[str, Any]:
    limits = job["depth"], job["penalty"], job["seconds"]
    with np.load(job["data"]) as data:
        features, labels = data["features"], data["labels"]
    rows, classes = len(labels), int(labels.max()) + 1
    kind = job["depth"], job["penalty"] > 0, classes, rows < 16_000
    if job["warm"]:
        if kind not in warm:
            solve(Task(*easy(classes, rows), *limits))
            warm.add(kind)
        return {}
    gc.collect()
    forget_peak()
    task = Task(features, labels, *limits)
    fit = solve(task)
    if fit.seconds < QUICK:
        fit = solve(task)
    return {
        "seconds": fit.seconds,
        "cpu": fit.cpu,
        "errors": int((fit.predicted != labels).sum()),
        "branches": fit.branches,
        "optimal": fit.optimal,
        "peak": peak(),
    }


def main(solver: str, memory: str) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (int(memory), int(memory)))
    warnings.simplefilter("ignore")
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # solvers print
    solve = SOLVERS[solver]
    warm: set[Any] = set()
    for line in sys.stdin:
        try:
            told = answer(solve, json.loads(line), warm)
        except Exception as problem:
            told = {"failed": f"{type(problem).__name__}: {problem}"}
        print(json.dumps(told), file=answers)


if __name__ == "__main__":
    main(*sys.argv[1:])
