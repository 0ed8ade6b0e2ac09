"""Where to cut a column of numbers, judged by the labels: the minimum description length principle.

Fayyad & Irani's method (IJCAI 1993), by which MurTree prepares its data (its section 5.1). A cut between two
neighbouring values is best if the labels of the two sides, each side by itself, have the least entropy. It
is made if saying where it lies costs less than it saves in saying the labels; then both sides are cut in
the same way.

>>> mdlp_cuts([1.0, 2.0, 3.0, 7.0, 8.0, 9.0, 20.0, 21.0], [0, 0, 0, 1, 1, 1, 1, 1])
[5.0]
>>> mdlp_cuts([1.0, 2.0, 3.0, 4.0], [0, 1, 0, 1])
[]

Owes: that the best cut is a boundary point, and that the sorted program makes the cuts of the definition
(``problems.suites.mdlp``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import fsum, log2
from typing import Any

import numpy as np
from numpy.typing import NDArray

from derive import BadInput
from problems.learn.rules import midpoints

SLACK = 1e-12
"""Which part of the information in N rows of N labels two cuts may differ by and still be equally good."""


def information(counts: Iterable[float]) -> float:
    """How many bits say the labels of a set, given how often each occurs: N times the entropy.

    >>> information([2, 2]), information([4, 0]), information([])
    (4.0, 0.0, 0.0)
    """
    known = [count for count in counts if count > 0]
    total = sum(known)
    return fsum([total * log2(total), *(-count * log2(count) for count in known)]) if known else 0.0


def is_accepted(left: Sequence[float], right: Sequence[float]) -> bool:
    """Whether a cut pays, given how often each label occurs on its two sides.

    In Fayyad & Irani's words, for N rows S with k labels, cut into S1 and S2 with k1 and k2 labels:
    Gain(S) > log2(N - 1) / N + (log2(3^k - 2) - (k Ent(S) - k1 Ent(S1) - k2 Ent(S2))) / N.

    >>> is_accepted([3, 0], [0, 3]), is_accepted([2, 1], [1, 2]), is_accepted([1, 0], [0, 1])
    (True, False, True)
    """
    both = [one + other for one, other in zip(left, right, strict=True)]
    gain = information(both) - information(left) - information(right)
    kinds = sum(count > 0 for count in both)
    saved = _of_kinds(both) - _of_kinds(left) - _of_kinds(right)
    return gain > log2(sum(both) - 1) + log2(3**kinds - 2) - saved


def _of_kinds(counts: Sequence[float]) -> float:
    """The entropy times the number of labels that occur."""
    return sum(count > 0 for count in counts) * information(counts) / sum(counts)


def cuts_by_definition(values: Sequence[float], labels: Sequence[int]) -> list[float]:
    """The cuts, word for word: every place between neighbouring values is tried, of equals the first is best.

    >>> cuts_by_definition([1.0, 2.0, 3.0, 7.0, 8.0, 9.0, 20.0, 21.0], [0, 0, 0, 1, 1, 1, 1, 1])
    [5.0]
    """
    kinds = sorted(set(labels))
    made: list[float] = []
    todo = [sorted(zip(values, labels, strict=True))]
    while todo:
        rows = todo.pop()
        sides = [
            (rows[:place], rows[place:])
            for place in range(1, len(rows))
            if rows[place - 1][0] < rows[place][0]
        ]
        if not sides:
            continue
        counted = [tuple(_counts(side, kinds) for side in pair) for pair in sides]
        costs = [information(left) + information(right) for left, right in counted]
        place = next(i for i, cost in enumerate(costs) if cost <= min(costs) + _slack(len(rows)))
        if is_accepted(*counted[place]):
            left, right = sides[place]
            made.append(float(midpoints(np.array([left[-1][0], right[0][0]], dtype=np.float64))[0]))
            todo += [left, right]
    return sorted(made)


def _counts(rows: Sequence[tuple[float, int]], kinds: Sequence[int]) -> list[int]:
    times = Counter(label for _, label in rows)
    return [times[kind] for kind in kinds]


def _slack(rows: float) -> float:
    return SLACK * rows * log2(rows)


def boundaries(values: Sequence[float], labels: Sequence[int]) -> list[int]:
    """After which of the different values, in order, a cut may be best: not inside a run of one label.

    Between two neighbouring values lies a boundary point unless the rows of both have one and the same label.

    >>> boundaries([1, 2, 2, 3, 4, 5], [0, 0, 1, 1, 1, 0])
    [0, 1, 3]
    """
    if not len(values):
        return []
    codes = np.unique(np.asarray(labels), return_inverse=True)[1]
    grouped = np.unique(np.asarray(values, dtype=np.float64), return_inverse=True)[1]
    table = np.zeros((int(grouped.max()) + 1, int(codes.max()) + 1))
    table[grouped, codes] = 1.0
    return [int(place) for place in _boundaries(table)]


def _boundaries(table: NDArray[np.float64]) -> NDArray[np.intp]:
    pure = np.where((table > 0).sum(axis=1) == 1, (table > 0).argmax(axis=1), -1)
    return np.flatnonzero((pure[:-1] != pure[1:]) | (pure[:-1] < 0))


def mdlp_cuts(values: Any, labels: Any, times: Any = None) -> list[float]:
    """The cuts of a column in order, for numbers and their labels; ``times`` says how often each row counts.

    Sorts once and tries boundary points only: O(n log n), and O(b k) for every set that is tried, with b
    boundary points in it and k labels.

    >>> mdlp_cuts([1, 2, 8, 9], ["a", "a", "b", "b"]), mdlp_cuts([1, 9], ["a", "b"], [2, 2])
    ([5.0], [5.0])
    """
    numbers, codes, mass = _checked(values, labels, times)
    if not len(numbers):
        return []
    kinds = np.unique(codes, return_inverse=True)[1]
    different, place = np.unique(numbers, return_inverse=True)
    table = np.zeros((len(different), int(kinds.max()) + 1))
    np.add.at(table, (place, kinds), mass)
    cuts = midpoints(different)
    ends = _boundaries(table)
    # counts up to every boundary point; the first and last entries are none and all
    upto = np.concatenate([np.zeros((1, table.shape[1])), table.cumsum(axis=0)[[*ends, -1]]])
    made: list[float] = []
    todo = [(0, len(upto) - 1)]
    while todo:
        low, high = todo.pop()
        if high - low < 2:
            continue
        left = upto[low + 1 : high] - upto[low]
        right = upto[high] - upto[low + 1 : high]
        costs = _information(left) + _information(right)
        total = float(left[0].sum() + right[0].sum())
        best = int((costs <= costs.min() + _slack(total)).argmax())
        if is_accepted(left[best].tolist(), right[best].tolist()):
            middle = low + 1 + best
            made.append(float(cuts[ends[middle - 1]]))
            todo += [(low, middle), (middle, high)]
    return sorted(made)


def _information(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    total = counts.sum(axis=1)
    told = (counts * np.log2(np.maximum(counts, 1.0))).sum(axis=1)
    return np.asarray(total * np.log2(np.maximum(total, 1.0)) - told)


def _checked(
    values: Any, labels: Any, times: Any
) -> tuple[NDArray[np.float64], NDArray[Any], NDArray[np.float64]]:
    numbers, codes = np.asarray(values, dtype=np.float64), np.asarray(labels)
    mass = np.ones(len(numbers)) if times is None else np.asarray(times, dtype=np.float64)
    if not len(numbers) == len(codes) == len(mass):
        raise BadInput(
            f"expected a label for each of {len(numbers)} values, and how often it counts; got {len(codes)} labels"
        )
    if not np.isfinite(numbers).all():
        raise BadInput(f"expected finite numbers, got {numbers[~np.isfinite(numbers)][0]}")
    odd = mass[(mass != np.floor(mass)) | (mass < 0)]
    if len(odd):
        raise BadInput(
            f"MDLP counts rows, so that a weight is how often a row counts, a whole number; got {odd[0]:g}. "
            "Multiply the weights, leave them out, or take other rules"
        )
    kept = mass > 0
    return numbers[kept], codes[kept], mass[kept]
