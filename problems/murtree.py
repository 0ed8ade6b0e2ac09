"""MurTree's own space, Eq. (1) of Demirović et al.: a depth and a number of branches split, features stay.

Seed: (rows that arrive, depth left, branches left). Stops when either is used up. Splits: any
feature becomes the root, and the branches that remain are shared out between its two sides.
This is not the paper's model of it (see ``problems.murtrees``): there a *list of rules* is split.

Owes: Bellman for the errors; the similarity bound (Prop. 9), and that a larger budget does no worse (Prop. 11).
What is asked over it besides, and the refined bound, are in ``problems.budgets``.

>>> from derive import optimum
>>> xor = Rows.from_table([[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0]], [0, 1, 1, 0])
>>> optimum(*murtree(xor, depth=2, branches=3), xor.misclassified()).unwrap()
Best(value=0, tree='((8 1 4) 0 (2 1 1))')
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from derive import BadInput, Instance, Problem
from problems.rows import Rows

Seed: TypeAlias = tuple[int, int, int]
"""Rows that arrive, depth left, branches left."""


def budget(depth: int, branches: int) -> tuple[int, int]:
    """Depth and branches with neither larger than the other allows: the first two lines of Eq. (1).

    >>> budget(2, 99), budget(9, 3)
    ((2, 3), (3, 3))
    """
    if depth < 0 or branches < 0:
        raise BadInput(f"a depth and a number of branches are 0 or more, got {depth} and {branches}")
    branches = min(branches, 2 ** min(depth, branches.bit_length()) - 1)
    return min(depth, branches), branches


def murtree(rows: Rows, depth: int, branches: int) -> Instance[Seed, int, int]:
    """All trees with so many branches, at most so deep, any feature anywhere; left is where it is 1.

    Each tree comes once: only shares that both sides can use are handed out.

    >>> from derive import count
    >>> nothing = Rows((), (0, 0))
    >>> [count(*murtree(nothing, 2, n)) for n in range(4)]
    [1, 2, 8, 8]
    """

    def splits(seed: Seed) -> Iterator[tuple[int, tuple[Seed, Seed]]]:
        arriving, depth, branches = seed
        most = 2 ** (depth - 1) - 1 if depth else 0
        for feature in range(len(rows.plus)) if branches else ():
            plus, minus = rows.act(feature, 0, arriving), rows.act(feature, 1, arriving)
            for i in range(max(0, branches - 1 - most), min(most, branches - 1) + 1):
                yield feature, ((plus, *budget(depth - 1, i)), (minus, *budget(depth - 1, branches - 1 - i)))

    problem = Problem[Seed, int, int]("murtree", lambda seed: [] if seed[2] else [seed[0]], splits)
    return Instance(problem, (rows.everything, *budget(depth, branches)))
