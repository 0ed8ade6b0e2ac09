"""Proper trees of cuts: below a rule stand only rules whose points it sends there. Paper: Axiom 4, 4.3.

The seed is the rows that arrive and how many rules are left; which rules may be used follows from the
rows, since a rule may be where all of its points are. So there is no need to carry the rules.

What it costs to be proper. With all sides of the points on each line nothing at all in the plane: every
cut of a region is made by a line through points of that region, so that the optima are equal (a law of
the suite ``rules``); the same holds of thresholds. The paper's rules, with one closed side, do lose. On
200 random sets of 12 points with three labels (``python benchmarks/oblique.py --proper``), the best tree
of at most 3 such lines has 1.390 errors on average, the best proper one 1.465: 15 sets are worse off, each
by one error; of at most 2 lines 2.510 and 2.535 (5 sets), and 2.575 (13 sets) if no point may be shared
with a line above. Both are behind lines with all sides, 1.140 and 2.295: leaving out sides costs more
than being proper does. In space, 14 of 200 sets of 11 points are worse off with one closed side. With all
sides, 10 points of space and conics of 8 points show no difference, though there a region may have too few
points to make any rule; no proof says that none exists.

>>> from derive import count, optimum
>>> from problems.rules.family import axis, oblique
>>> corners, labels = [(0, 0), (1, 1), (0, 1), (1, 0)], "aabb"
>>> [optimum(*cut_trees(oblique(corners), labels, k), errors(labels)).unwrap().value for k in range(4)]
[2, 1, 0, 0]
>>> count(*cut_trees(axis(corners), labels, 2))
7
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from derive import Algebra, Instance, Problem
from problems.ancestry import Ancestry
from problems.rows import Rows
from problems.rules.cuts import Cuts

Seed: TypeAlias = tuple[int, tuple[int, ...], int]
"""Rows that arrive, how many cuts must be made of them (any of these numbers), and levels that are left."""


def masks(sides: NDArray[np.bool_]) -> list[int]:
    """Rows of truth values as numbers, the first one the lowest bit.

    >>> masks(np.array([[True, False, True]]))
    [5]
    """
    packed = np.packbits(sides, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in packed]


def cut_trees(
    cuts: Cuts,
    labels: Sequence[Hashable],
    k: int,
    *,
    proper: bool = True,
    depth: int | None = None,
    min_leaf: int = 1,
) -> Instance[Seed, int, int]:
    """All trees of at most k cuts, each with rows on both sides; rows at the leaves.

    With ``proper``, a rule stands where all the points are that it was made from; without, anywhere. Of
    cuts that part the rows of a branch alike, the first is taken.

    >>> from derive import count
    >>> from problems.rules.family import oblique
    >>> space = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 2, 3)]
    >>> [count(*cut_trees(oblique(space), "abaab", 2, proper=proper)) for proper in (True, False)]
    [77, 86]
    """
    plus = masks(cuts.sides)
    usable: Callable[[int], Iterator[int]]
    if proper:
        made: dict[int, set[int]] = {}
        for cut, through in cuts.origins():
            made.setdefault(cut, set()).add(sum(1 << point for point in through))

        def usable(rows: int) -> Iterator[int]:
            return (cut for cut, sets in made.items() if any(points & ~rows == 0 for points in sets))
    else:

        def usable(_: int) -> Iterator[int]:
            return iter(range(len(plus)))

    def base(seed: Seed) -> list[int]:
        return [seed[0]] if 0 in seed[1] else []

    def splits(seed: Seed) -> Iterator[tuple[int, tuple[Seed, Seed]]]:
        rows, sizes, levels = seed
        if not levels or not any(sizes):
            return
        seen: set[int] = set()
        for cut in usable(rows):
            yes, no = rows & plus[cut], rows & ~plus[cut]
            if min(yes.bit_count(), no.bit_count()) < min_leaf or min(yes, no) in seen:
                continue
            seen.add(min(yes, no))
            for size in sizes:
                for used in range(size):
                    yield cut, ((yes, (used,), levels - 1), (no, (size - 1 - used,), levels - 1))

    start = (1 << len(labels)) - 1, tuple(range(k + 1)), k if depth is None else depth
    return Instance(Problem("cut-trees", base, splits), start)


def errors(labels: Sequence[Hashable]) -> Algebra[object, int, int]:
    """The cost of a tree whose leaves hold rows: how many are not of the class most of them have.

    >>> errors("aab").leaf(0b111)
    1
    """
    return Rows(labels, ()).misclassified()


def ancestry_signs(cuts: Cuts) -> tuple[NDArray[np.int8], list[int]]:
    """Which rule may stand below which, and on which side; and the cut of every rule.

    A rule lies on a side if all the points do that it was made from: 1 for yes, -1 for no, 0 for neither.

    >>> from problems.rules.family import axis
    >>> signs, cut = ancestry_signs(axis([(0,), (1,), (2,)]))
    >>> signs.tolist(), cut
    ([[0, -1], [1, 0]], [0, 1])
    """
    made = sorted(set(cuts.origins()))
    sides = cuts.sides[[cut for cut, _ in made]]
    through = np.zeros((len(made), len(cuts.places)), dtype=np.float32)
    for place, (_, points) in enumerate(made):
        through[place, list(points)] = 1
    size = through.sum(axis=1)
    on_yes = sides.astype(np.float32) @ through.T
    signs = (on_yes == size).astype(np.int8) - (on_yes == 0).astype(np.int8)
    np.fill_diagonal(signs, 0)
    return signs, [cut for cut, _ in made]


def ancestry(cuts: Cuts) -> tuple[Ancestry, list[int]]:
    """The same as a checked matrix for ``problems.proper``, for not too many rules.

    >>> from problems.rules.family import axis
    >>> ancestry(axis([(0,), (1,), (2,)]))[0].matrix
    ((0, -1), (1, 0))
    """
    signs, cut = ancestry_signs(cuts)
    return Ancestry(tuple(map(tuple, signs.tolist()))), cut


PARTITIONS: Algebra[object, int, frozenset[int]] = Algebra(
    lambda rows: frozenset([rows]),
    lambda _, values: frozenset().union(*values),
    lambda values: list(dict.fromkeys(values)),
)
"""Thinning by equal partitions: of trees whose leaves hold the same rows one is kept."""
