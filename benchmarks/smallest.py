"""Whether the three methods for smallest trees agree on real data, and how long they take.

Run ``python benchmarks/smallest.py``; ``--data`` names the folder with ``categorical/*.csv.gz`` and
``continuous/*.csv.gz`` (a header, the label first). Every categorical set is taken whole, its text asked for
equality; of each continuous one two samples of ``--rows`` rows are drawn. A method that is stopped by the time
limit answers with a tree and a lower bound, shown as 35..44; methods agree if one size is possible for all.
``--cross-check`` compares the samples with the engine for rows: fewest branches without error. ``--only``
takes sets whose name contains a word.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import warnings
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from derive.kernels import rows
from derive.kernels.smallest import METHODS, Smallest
from problems.learn.fitting import NotProved
from problems.learn.rules import answers, rule_set
from problems.learn.smallest.search import Wish, code, smallest
from problems.learn.table import Table, table
from problems.learn.target import labels

SAMPLES = 2


class Case(NamedTuple):
    name: str
    data: Table
    target: Any


def read(path: Path) -> tuple[list[list[str]], list[str]]:
    with gzip.open(path, "rt") as file:
        lines = list(csv.reader(file))[1:]
    return [line[1:] for line in lines], [line[0] for line in lines]


def typed(cells: list[list[str]]) -> Table:
    columns: list[Any] = []
    for column in zip(*cells, strict=True):
        try:
            columns.append(np.array(column, dtype=np.float64))
        except ValueError:
            columns.append(np.array(column, dtype=object))
    return Table(tuple(f"x{i}" for i in range(len(columns))), tuple(columns), len(cells))


def cases(folder: Path, count: int) -> list[Case]:
    found = []
    for path in sorted((folder / "categorical").glob("*.csv.gz")):
        cells, target = read(path)
        found.append(Case(path.name.removesuffix(".csv.gz"), typed(cells), target))
    for path in sorted((folder / "continuous").glob("*.csv.gz")):
        cells, target = read(path)
        points = np.array(cells, dtype=np.float64)
        for seed in range(SAMPLES):
            some = np.random.default_rng(seed).choice(len(points), count, replace=False)
            name = f"{path.name.removesuffix('.csv.gz')}/{seed}"
            found.append(Case(name, table(points[some]), [target[i] for i in some]))
    return found


def bounds(answer: Smallest, deep: bool) -> tuple[int, int]:
    return answer.lower_bound, answer.depth if deep else answer.branches


def shown(answer: Smallest, deep: bool) -> str:
    low, high = bounds(answer, deep)
    size = str(high) if answer.optimal else f"{low}..{high}"
    return f"{size:>8} {answer.seconds:7.2f}"


def by_rows(case: Case, target: Any, size: int, limit: float) -> str:
    """Whether the engine for rows finds a tree of this size without errors, and none that is smaller."""
    chosen = rule_set(case.data, "midpoints")
    features = answers(case.data, chosen)
    for branches, wanted in ((size, True), (size - 1, False)):
        if branches < 1:
            continue
        answer = rows.fit(features, target.codes, len(target.classes), max_nodes=branches, time_limit=limit)
        if answer.loss and not answer.optimal:
            return "stopped"
        if (answer.loss == 0) != wanted:
            return "DIFFERS"
    return "same"


def main() -> None:
    parser = argparse.ArgumentParser(description="smallest trees by three methods")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--rows", type=int, default=30)
    parser.add_argument("--time-limit", type=float, default=60.0)
    parser.add_argument("--depth", action="store_true", help="least depth, not fewest branches")
    parser.add_argument("--cross-check", action="store_true")
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    if not given.data.is_dir():
        raise SystemExit(f"there is no folder {given.data}; name one with --data")
    warnings.simplefilter("ignore", NotProved)
    objective = "depth" if given.depth else "size"
    print(f"{'data':<16}{'rows':>6}{'columns':>8}", *(f"{m + ' / s':>16}" for m in METHODS), " agree")
    warm = code(table([[0.0], [1.0], [2.0]]), labels([0, 1, 0], 3))
    for method in METHODS:
        smallest(warm, Wish(objective, method))
    total = agreed = 0
    for case in cases(given.data, given.rows):
        if given.only not in case.name:
            continue
        target = labels(case.target, case.data.rows)
        coded = code(case.data, target, best=True)
        found = [smallest(coded, Wish(objective, m, given.time_limit)).answer for m in METHODS]
        lows, highs = zip(*(bounds(answer, given.depth) for answer in found), strict=True)
        same = (
            max(lows) <= min(highs) and len({h for h, a in zip(highs, found, strict=True) if a.optimal}) <= 1
        )
        proved = sum(answer.optimal for answer in found)
        word = ("yes" if proved == len(METHODS) else f"yes, {proved} proved") if same else "NO"
        if (
            given.cross_check
            and proved
            and not given.depth
            and not coded.errors
            and case.data.rows <= given.rows
        ):
            word += f"; rows engine: {by_rows(case, target, min(highs), given.time_limit)}"
        print(
            f"{case.name:<16}{case.data.rows:>6}{len(case.data.names):>8}",
            *(shown(answer, given.depth) for answer in found),
            f" {word}",
            flush=True,
        )
        total, agreed = total + 1, agreed + same
    print(f"{agreed} of {total} agree")


if __name__ == "__main__":
    main()
