"""Optimal trees over rules made from points: how many rules, how long; and what proper trees cost.

Run ``python benchmarks/oblique.py``; ``--proper`` compares proper and unconstrained optima on 200 random
data sets for each kind of rules, which takes some minutes. Everything is computed on one core: set
OPENBLAS_NUM_THREADS=1 where NumPy would take more.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from itertools import combinations
from statistics import mean
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from derive import optimum
from problems.ancestry import from_lines
from problems.proper import sized_trees
from problems.rows import Rows
from problems.rules.cuts import Cuts
from problems.rules.family import Family, axis, oblique, one_closed_side, quadratic
from problems.rules.inside import cut_trees, errors
from problems.rules.odt import odt_ml

Cloud = tuple[NDArray[np.float64], list[int]]


def crossed(rng: np.random.Generator, rows: int, dimensions: int, noise: float) -> Cloud:
    """Two crossing flats decide the label, but for a part of the rows that are labelled by chance."""
    points = rng.random((rows, dimensions))
    labels = (points.sum(axis=1) > dimensions / 2) ^ (points[:, 0] - points[:, 1] > 0.2)
    chance = rng.random(rows) < noise
    return points, np.where(chance, rng.integers(0, 2, rows), labels).tolist()


CASES: list[tuple[str, Family, int, int, int, float]] = [
    ("oblique, two crossing lines", oblique, 100, 2, 3, 0.0),
    ("oblique, a tenth by chance", oblique, 100, 2, 3, 0.1),
    ("oblique, all by chance", oblique, 100, 2, 3, 1.0),
    ("oblique, a tenth by chance", oblique, 200, 2, 2, 0.1),
    ("oblique, all by chance", oblique, 200, 2, 2, 1.0),
    ("oblique in space, all by chance", oblique, 50, 3, 2, 1.0),
    ("quadratic, a tenth by chance", quadratic, 30, 2, 2, 0.1),
    ("quadratic, all by chance", quadratic, 30, 2, 2, 1.0),
    ("axis + oblique, a tenth by chance", axis + oblique, 100, 2, 3, 0.1),
]


def speed() -> None:
    odt_ml([(i, i * i % 7) for i in range(40)], [i % 2 for i in range(40)], oblique, max_rules=3)  # compile
    print(f"{'rules and labels':36}{'points':>7}{'rules':>9}{'cuts':>8}{'at most':>8}{'wrong':>6}", end="")
    print(f"{'make s':>8}{'search s':>9}  proved")
    for name, family, rows, dimensions, k, noise in CASES:
        points, labels = crossed(np.random.default_rng(rows), rows, dimensions, noise)
        start = perf_counter()
        grown = odt_ml(points, labels, family, max_rules=k)
        making = perf_counter() - start - grown.seconds
        made = grown.cuts
        print(f"{name:36}{rows:7}{made.generated:9}{len(made):8}{k:8}{grown.errors:6}", end="")
        print(f"{making:8.2f}{grown.seconds:9.2f}  {grown.optimal}", flush=True)


def best(made: Cuts, labels: str, k: int, proper: bool) -> int:
    return optimum(*cut_trees(made, labels, k, proper=proper), errors(labels)).unwrap().value


def strictly(points: list[tuple[int, int]], labels: str, k: int) -> int:
    """Proper trees of lines with one closed side, where a point on a line lies on neither side of it."""
    lines = [(p, q) for p, q in combinations(points, 2) if p != q]
    matrix = from_lines(lines)

    def closed(line: Any, point: Any) -> bool:
        (a, b), (c, d), (x, y) = *line, point
        return bool((c - a) * (y - b) - (d - b) * (x - a) >= 0)

    rows = Rows.from_rules(points, labels, lines, closed)
    return optimum(*sized_trees(matrix, rows, k, exactly=False), rows.misclassified()).unwrap().value


def random_sets(dimensions: int, rows: int, number: int = 200) -> Iterator[tuple[list[Any], str]]:
    rng = np.random.default_rng(0)
    for _ in range(number):
        points: list[Any] = [tuple(map(int, row)) for row in rng.integers(0, 100, (rows, dimensions))]
        yield points, "".join(rng.choice(["a", "b", "c"], rows))


def compare(
    name: str, dimensions: int, rows: int, k: int, ask: Callable[[list[Any], str], tuple[int, int]]
) -> None:
    pairs = [ask(points, labels) for points, labels in random_sets(dimensions, rows)]
    worse = [proper - free for free, proper in pairs if proper > free]
    print(f"{name:44}{rows:7}{k:8}{mean(free for free, _ in pairs):13.3f}", end="")
    print(f"{mean(proper for _, proper in pairs):8.3f}{len(worse):7}{max(worse, default=0):9}", flush=True)


def study() -> None:
    print(
        f"{'200 data sets of':44}{'points':>7}{'at most':>8}{'any: errors':>13}{'proper':>8}{'worse':>7}{'by most':>9}"
    )
    kinds = [
        ("thresholds", axis, 2, 12, (2, 3)),
        ("lines, one closed side", one_closed_side(1), 2, 12, (2, 3)),
        ("lines, all sides", oblique, 2, 12, (2, 3)),
        ("planes of space, one closed side", one_closed_side(1), 3, 11, (2,)),
        ("planes of space, all sides", oblique, 3, 10, (2,)),
        ("conics, all sides", quadratic, 2, 8, (2,)),
    ]
    for name, family, dimensions, rows, sizes in kinds:
        for k in sizes:

            def ask(points: list[Any], labels: str, k: int = k, family: Family = family) -> tuple[int, int]:
                made = family(points)
                return best(made, labels, k, proper=False), best(made, labels, k, proper=True)

            compare(name, dimensions, rows, k, ask)

    def strict(points: list[Any], labels: str) -> tuple[int, int]:
        return best(one_closed_side(1)(points), labels, 2, proper=False), strictly(points, labels, 2)

    compare("lines, one closed side, no point shared", 2, 12, 2, strict)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--proper", action="store_true", help="compare proper and unconstrained optima")
    speed() if not parser.parse_args().proper else study()
