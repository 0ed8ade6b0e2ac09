"""Counting without listing: seeds that count alike become one class, labels become multiplicities.

COUNT on thirty binary features cannot walk 30 * 2**29 splits, but the number of trees depends on
the number of features alone. Lemma 6.2's recurrence *is* such a quotient.

>>> from math import comb, factorial
>>> from derive.problem import Problem
>>> by_size = Quotient("by size", key=len, classes=Problem("sizes",
...     base=lambda n: [1] if n == 0 else [],
...     splits=lambda n: [(n * comb(n - 1, i), (i, n - 1 - i)) for i in range(n)]))
>>> by_size.count("abcde")
5040
>>> by_size.count_class(30) == factorial(30) * comb(60, 30) // 31
True
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import Generic, TypeVar

from derive.algebra import Algebra
from derive.choices import total
from derive.forest import explore, tabulate
from derive.problem import Problem

S = TypeVar("S")
Q = TypeVar("Q")

MULTIPLICITY: Algebra[int, int, int] = Algebra(
    lambda times: times, lambda times, values: times * prod(values), total
)
"""COUNT where each leaf and each split stands for as many as its label says."""


@dataclass(frozen=True)
class Quotient(Generic[S, Q]):
    """A class for every seed, and a problem on classes whose labels say how often.

    Owes: for every seed s, the classes of the parts of ``splits(s)``, each counted as often as it
    occurs, are what ``classes.splits(key(s))`` says; likewise the number of leaves.

    >>> from derive.problem import Problem
    >>> leaf_only = Problem("one", base=lambda _: [3], splits=lambda _: [])
    >>> Quotient("all alike", key=lambda seed: (), classes=leaf_only).count("any seed")
    3
    """

    name: str
    key: Callable[[S], Q]
    classes: Problem[Q, int, int]

    def __repr__(self) -> str:
        return f"Quotient({self.name!r})"

    def count(self, seed: S) -> int:
        """How many trees a seed has, without walking its splits."""
        return self.count_class(self.key(seed))

    def count_class(self, cls: Q) -> int:
        """How many trees each seed of a class has."""
        return tabulate(explore(self.classes, cls), MULTIPLICITY)[0]
