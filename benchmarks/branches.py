"""Table 2 of Branches (Chaouki et al.): its objectives again, in how many seconds, and gosdt beside.

Run ``python benchmarks/branches.py [--data FOLDER] [--gosdt PYTHON] [--limit SECONDS]``. The folder has
``categorical/*.csv.gz`` (a header, the label first). ``--gosdt`` names a Python that has gosdt, which is
run there on the same columns, one fit a process; without it that column is empty.

An objective is H - lambda S: accuracy less the penalty of every branch. Rows with the suffix -o take
features as they are, a part for every value, by best-first search (``derive.kernels.multiway``); -l and
-f are one-hot columns without the last or the first value, by the engine for rows of 0 and 1
(``derive.kernels.rows``). Where the paper says no suffix, its columns lack the first value.

Seconds are those of one fit, the median of five, in a process in which the loops are compiled; for
gosdt, of its ``fit``. Those of the paper were measured on another machine (TO: five minutes).

Two printed objectives are not those of the data: tic-tac-toe-o (0.832) lies above the optimum, and
balance-o (0.661) below it. The authors' own published results have 0.773 for the first, as here, and
0.7132 for the second with all 625 rows and lambda 0.005, which is the last row here.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import platform
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from derive.kernels import multiway, rows
from problems.encodings import one_hot

ROUNDS = 5


class Case(NamedTuple):
    """A row of the table: its data, encoding and penalty, what the paper prints, and its seconds."""

    name: str
    file: str
    encoding: str
    penalty: float
    printed: float | None
    seconds: float | None
    gosdt: float | None = None
    balanced: bool = True


TIME_OUT = 300.0
CASES = (
    Case("monk1-l", "monk1", "last", 0.01, 0.93, 0.11, 0.71),
    Case("monk1-f", "monk1", "first", 0.001, 0.983, 1.31, 4.02),
    Case("monk1-o", "monk1", "ordinal", 0.01, 0.9, 0.02),
    Case("monk3-l", "monk3", "last", 0.001, 0.981, 1.20, 7.38),
    Case("monk3-f", "monk3", "first", 0.001, 0.983, 1.14, 2.13),
    Case("monk3-o", "monk3", "ordinal", 0.001, 0.987, 0.04),
    Case("tic-tac-toe", "tic-tac-toe", "first", 0.005, 0.850, 68, 41),
    Case("tic-tac-toe-o", "tic-tac-toe", "ordinal", 0.005, 0.832, 0.95),
    Case("car-eval", "car", "first", 0.005, 0.799, 62, 18),
    Case("car-eval-o", "car", "ordinal", 0.005, 0.812, 0.11),
    Case("mushroom", "mushroom", "first", 0.01, 0.938, TIME_OUT, TIME_OUT),
    Case("mushroom-o", "mushroom", "ordinal", 0.01, 0.975, 0.17),
    Case("kr-vs-kp", "kr-vs-kp", "first", 0.01, 0.900, TIME_OUT, TIME_OUT),
    Case("kr-vs-kp-o", "kr-vs-kp", "ordinal", 0.01, 0.900, TIME_OUT),
    Case("zoo", "zoo", "first", 0.001, 0.992, 15, 34),
    Case("zoo-o", "zoo", "ordinal", 0.001, 0.993, 0.94),
    Case("balance", "balance-scale", "first", 0.01, 0.693, 62, 21, balanced=False),
    Case("balance-o", "balance-scale", "ordinal", 0.01, 0.661, 0.02, balanced=False),
    Case("balance-o, 625 rows", "balance-scale", "ordinal", 0.005, None, None),
)

GOSDT = """
import json, sys, time
import pandas as pd
from gosdt import GOSDTClassifier
given = json.load(sys.stdin)
columns = pd.DataFrame(given["columns"], columns=[f"x{i}" for i in range(len(given["columns"][0]))]).astype(bool)
solver = GOSDTClassifier(regularization=given["penalty"], allow_small_reg=True, time_limit=given["limit"])
start = time.perf_counter()
solver.fit(columns, pd.Series(given["labels"]))
seconds = time.perf_counter() - start
print(json.dumps({"cost": solver.result_.upperbound, "status": str(solver.result_.status), "seconds": seconds}))
"""


def load(folder: Path, case: Case) -> tuple[list[list[str]], list[int]]:
    with gzip.open(folder / "categorical" / f"{case.file}.csv.gz", "rt") as file:
        lines = list(csv.reader(file))[1:]
    kept = [line for line in lines if case.balanced or line[0] != "0"]  # label 0 is "balanced"
    labels = sorted({line[0] for line in kept})
    return [line[1:] for line in kept], [labels.index(line[0]) for line in kept]


def numbered(table: list[list[str]]) -> Any:
    columns = []
    for values in zip(*table, strict=True):
        places = {value: place for place, value in enumerate(sorted(set(values)))}
        columns.append([places[value] for value in values])
    return np.array(columns).T


def solve(case: Case, table: list[list[str]], labels: list[int], limit: float) -> Any:
    target = np.array(labels)
    options: dict[str, Any] = {"penalty": case.penalty * len(labels), "max_depth": None, "time_limit": limit}
    if case.encoding == "ordinal":
        values = numbered(table)
        answers = [multiway.fit(values, target, max(labels) + 1, **options) for _ in range(ROUNDS)]
    else:
        columns = np.array(one_hot(table, "first" if case.encoding == "first" else "last")[1], np.uint8)
        answers = [rows.fit(columns, target, max(labels) + 1, **options) for _ in range(ROUNDS)]
    return answers[0]._replace(seconds=median(answer.seconds for answer in answers))


def peer(
    python: str, case: Case, table: list[list[str]], labels: list[int], limit: float
) -> dict[str, Any] | None:
    if not python or case.encoding == "ordinal":
        return None
    columns = one_hot(table, "first" if case.encoding == "first" else "last")[1]
    given = {"columns": columns, "labels": labels, "penalty": case.penalty, "limit": int(limit)}
    done = subprocess.run(
        [python, "-c", GOSDT], input=json.dumps(given), capture_output=True, text=True, check=False
    )
    if done.returncode:
        print(f"gosdt on {case.name}: {done.stderr.strip()[-300:]}", file=sys.stderr)
        return None
    return dict(json.loads(done.stdout.strip().splitlines()[-1]))


def shown(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return "TO" if seconds >= TIME_OUT else f"{seconds:.2g}" if seconds < 10 else f"{seconds:.0f}"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--gosdt", default="", metavar="PYTHON")
    parser.add_argument("--limit", type=float, default=300.0, metavar="SECONDS")
    given = parser.parse_args()
    if not (given.data / "categorical").is_dir():
        print(
            f"{given.data}: there is no folder categorical with the data sets; name another by --data",
            file=sys.stderr,
        )
        return 2
    tiny = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    multiway.fit(
        np.tile(tiny, (1, 300)), np.array([0, 1, 1, 0]), 2, penalty=0.1
    )  # large enough to grow arrays
    rows.fit(tiny.astype(np.uint8), np.array([0, 1, 1, 0]), 2, penalty=0.1)
    print(f"Python {platform.python_version()} on {platform.machine()}, limit {given.limit:g} s")
    line = "{:20} {:>5} {:>4} {:>7}   {:>8} {:>8} {:>6}  {:>8} {:>8} {:>8} {:>8}  {}"
    print(
        line.format(
            "row",
            "rows",
            "q",
            "lambda",
            "printed",
            "here",
            "gosdt",
            "Branches",
            "GOSDT",
            "here s",
            "gosdt s",
            "",
        )
    )
    worse = 0
    for case in CASES:
        table, labels = load(given.data, case)
        answer = solve(case, table, labels, given.limit)
        objective = 1 - answer.cost / len(labels)
        beside = peer(given.gosdt, case, table, labels, given.limit)
        words = [
            "proved" if answer.optimal else f"not proved, at most {1 - answer.lower_bound / len(labels):.4f}"
        ]
        if case.printed is not None:
            same = abs(objective - case.printed) < 0.0011
            words.append(
                "as printed"
                if same
                else "above what is printed"
                if objective > case.printed
                else "below what is printed"
            )
        slower = case.seconds is not None and answer.seconds >= case.seconds
        there = None
        if beside is not None:
            there = 1 - (beside["cost"] - case.penalty)
            slower = slower or answer.seconds >= beside["seconds"]
            if "CONVERGED" not in beside["status"]:
                words.append(f"gosdt: {beside['status'].rpartition('.')[2]}")
        worse += slower
        if slower:
            words.append("SLOWER")
        width = len(table[0]) if case.encoding == "ordinal" else len(one_hot(table[:], "first")[0])
        print(
            line.format(
                case.name,
                len(labels),
                width,
                case.penalty,
                "" if case.printed is None else f"{case.printed:.3f}",
                f"{objective:.4f}",
                "" if there is None else f"{there:.3f}",
                shown(case.seconds),
                shown(case.gosdt),
                shown(answer.seconds),
                shown(None if beside is None else beside["seconds"]),
                ", ".join(words),
            ),
            flush=True,
        )
    print("every row in less time than the paper's and gosdt's" if not worse else f"{worse} rows were slower")
    return 0


if __name__ == "__main__":
    sys.exit(main())
