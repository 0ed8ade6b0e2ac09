"""Trees of the best F1: checked against all trees on subsamples, and how long they take on whole sets.

Run ``python -m benchmarks.fronts``; ``--data`` names the folder with ``binary/*.csv.gz``, ``--sets`` other sets,
``--depths`` other depths. The rarer label is the positive one.

First, of each set ``--samples`` subsamples of 12 to 30 rows and 8 columns are drawn; on each the best value at
depth 3 of every metric, computed exactly, is compared with the best of all trees with all labellings: no pair of
errors is left out, however bad. Then the whole set: F1 of the best tree and of a tree with the fewest errors, the
points of the whole front, which has the best tree by any metric, and the seconds of one search in a process in
which the loops are compiled, the median of three if they are few.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Iterator
from functools import cache
from itertools import product
from statistics import median
from typing import Any

import numpy as np

from benchmarks.sets import Data, all_sets
from derive import Node
from derive.kernels import fronts, rows
from problems.metrics import F1, METRICS, best_of

FIVE = ("anneal", "biodeg", "german-credit", "hypothyroid", "yeast")
ROUNDS = 3
SHORT = 5.0
"""A search of more seconds is run once."""

DEPTH = 3
COLUMNS = 8


def every_pair(table: Any, target: Any, deep: int) -> set[tuple[int, int]]:
    """The false positives and false negatives of all trees with all labellings."""
    columns = table.T.astype(bool).tolist()
    positive = target.tolist()

    @cache
    def of(chosen: frozenset[int], levels: int) -> frozenset[tuple[int, int]]:
        yes = sum(positive[row] for row in chosen)
        found = {(0, yes), (len(chosen) - yes, 0)}
        for column in columns if levels else ():
            ones = frozenset(row for row in chosen if column[row])
            if ones and len(ones) < len(chosen):
                both = product(of(ones, levels - 1), of(chosen - ones, levels - 1))
                found |= {(a + c, b + d) for (a, b), (c, d) in both}
        return frozenset(found)

    return set(of(frozenset(range(len(positive))), deep))


def subsamples(data: Data, target: Any, count: int) -> Iterator[tuple[Any, Any]]:
    draw = np.random.default_rng(0)
    for _ in range(count):
        chosen = draw.choice(len(target), draw.integers(12, 31), replace=False)
        columns = draw.choice(data.features.shape[1], min(COLUMNS, data.features.shape[1]), replace=False)
        yield np.ascontiguousarray(data.features[chosen][:, columns]), target[chosen]


def agreeing(data: Data, target: Any, count: int) -> int:
    """On how many subsamples every metric is as good as over all trees."""
    agreed = 0
    for table, labels in subsamples(data, target, count):
        sizes = int(labels.sum()), len(labels) - int(labels.sum())
        found = fronts.fit(table, labels, max_depth=DEPTH).points
        everything = sorted(every_pair(table, labels, DEPTH))
        agreed += all(
            metric.rank(*found[best_of(metric, found, *sizes)][:2], *sizes)
            == max(metric.rank(*pair, *sizes) for pair in everything)
            for metric in METRICS.values()
        )
    return agreed


def f1_of(tree: Any, features: Any, target: Any) -> float:
    said = np.empty(len(target), bool)
    waiting = [(tree, np.arange(len(target)))]
    while waiting:
        part, here = waiting.pop()
        if isinstance(part, Node):
            ones = features[here, part.root].astype(bool)
            waiting += [(part.parts[0], here[ones]), (part.parts[1], here[~ones])]
        else:
            said[here] = part.item
    positive = target.astype(bool)
    fp, fn = int((said & ~positive).sum()), int((~said & positive).sum())
    return F1.of(fp, fn, int(positive.sum()), int((~positive).sum()))


def whole(data: Data, target: Any, depth: int, limit: float) -> str:
    sizes = int(target.sum()), len(target) - int(target.sum())
    found = [fronts.fit(data.features, target, max_depth=depth, time_limit=limit)]
    while len(found) < ROUNDS and found[0].seconds < SHORT:
        found.append(fronts.fit(data.features, target, max_depth=depth, time_limit=limit))
    points = found[0].points
    place = best_of(F1, points, *sizes)
    best = F1.of(*points[place][:2], *sizes)
    if f1_of(found[0].tree(place), data.features, target) != best:
        raise AssertionError("the tree has the errors of its point")
    fewest = rows.fit(data.features, target, 2, max_depth=depth)
    return (
        f"{depth:5} {best:8.4f} {f1_of(fewest.tree, data.features, target):13.4f} {len(points):6} "
        f"{median(each.seconds for each in found):8.3f}  {'proved' if found[0].whole else 'not proved'}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", metavar="FOLDER")
    parser.add_argument("--sets", metavar="A,B", help="names of sets with two labels")
    parser.add_argument("--depths", default="3,4", metavar="D,E")
    parser.add_argument("--samples", type=int, default=20)
    parser.add_argument("--limit", type=float, default=600.0, metavar="SECONDS")
    given = parser.parse_args()
    sets, told = all_sets(given.data)
    names = given.sets.split(",") if given.sets else [name for name in FIVE if name in sets]
    names = names or [name for name in sets if sets[name]().shape[2] == 2][:5]
    print(f"Python {platform.python_version()} on {platform.machine()}; {told}")
    print(f"{'set':18} {'rows':>5} {'columns':>7} {'positive':>8} {'agree':>7} {'depth':>5} {'best F1':>8} "
          f"{'fewest errors':>13} {'points':>6} {'seconds':>8}")  # fmt: skip
    for name in names:
        data = sets[name]()
        target = (data.labels == np.bincount(data.labels).argmin()).astype(np.int64)
        agreed = f"{agreeing(data, target, given.samples)}/{given.samples}"
        shape = f"{name:18} {data.shape[0]:5} {data.shape[1]:7} {target.sum():8} {agreed:>7}"
        for depth in map(int, given.depths.split(",")):
            print(f"{shape} {whole(data, target, depth, given.limit)}", flush=True)
            shape = " " * len(shape)


if __name__ == "__main__":
    main()
