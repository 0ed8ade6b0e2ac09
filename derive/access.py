"""Random access: the i-th tree of a problem, uniform samples, and a hypothesis strategy.

Counting first makes every tree reachable by its number, so that listing, sampling and shrinking
are one thing. The numbers follow the order of the list of all trees.

>>> from derive.problem import Problem
>>> from derive.text import short
>>> spans = Problem("catalan", lambda s: [None] if s[0] == s[1] else [],
...     lambda s: [(k, ((s[0], k), (k + 1, s[1]))) for k in range(*s)])
>>> ranked = ranking(spans, (0, 30))
>>> ranked.size
3814986502092304
>>> short(ranking(spans, (0, 3)).tree(4))
'(((. 0 .) 1 .) 2 .)'
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from math import prod
from random import Random
from typing import TYPE_CHECKING, Generic, TypeVar

from derive.algebra import COUNT
from derive.errors import BadInput
from derive.forest import Forest, explore, tables
from derive.problem import Problem
from derive.text import counted
from derive.tree import Leaf, Tree, unfold

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

S = TypeVar("S")
R = TypeVar("R")
X = TypeVar("X")


@dataclass(frozen=True)
class Ranking(Generic[S, R, X]):
    """The trees of a forest by number, without listing them.

    >>> from derive.problem import Problem
    >>> ranking(Problem("leaf", lambda s: [s, s + 1], lambda s: []), 5).tree(1)
    Leaf(6)
    """

    forest: Forest[S, R, X]
    counts: list[int]
    _ends: dict[int, list[int]] = field(default_factory=dict, repr=False)

    @property
    def size(self) -> int:
        """How many trees there are."""
        return self.counts[-1]

    def __iter__(self) -> Iterator[Tree[R, X]]:
        """All trees one by one, in constant memory."""
        return map(self.tree, range(self.size))

    def tree(self, rank: int) -> Tree[R, X]:
        """The tree of a number from 0 on."""
        if not 0 <= rank < self.size:
            raise BadInput(
                f"{self.forest.problem.name}: there are {counted(self.size)} trees, numbered from 0; got {rank}"
            )

        def grow(place: tuple[int, int]) -> Leaf[X] | tuple[R, tuple[tuple[int, int], ...]]:
            seed, rank = place
            stops, forks = self.forest.stops[seed], self.forest.forks[seed]
            if rank < len(stops):
                return Leaf(stops[rank])
            ends = self._ends_of(seed)
            fork = bisect_right(ends, rank)
            rank -= ends[fork - 1] if fork else len(stops)
            places: list[tuple[int, int]] = []
            for part in reversed(forks.parts(fork)):  # the last part varies fastest, as in itertools.product
                rank, below = divmod(rank, self.counts[part])
                places.append((part, below))
            return forks.roots[fork], tuple(reversed(places))

        return unfold(grow, (len(self.counts) - 1, rank))

    def sample(self, how_many: int, random: Random) -> list[Tree[R, X]]:
        """Trees drawn uniformly and independently; none if there are none."""
        if how_many < 0:
            raise BadInput(f"a number of samples is 0 or more, got {how_many}")
        return [self.tree(random.randrange(self.size)) for _ in range(how_many if self.size else 0)]

    def _ends_of(self, seed: int) -> list[int]:
        if seed not in self._ends:
            offers = (
                prod(self.counts[part] for part in parts) for _, parts in self.forest.forks[seed].each()
            )
            ends = accumulate(offers, initial=len(self.forest.stops[seed]))
            self._ends[seed] = list(ends)[1:]
        return self._ends[seed]


def ranking(problem: Problem[S, R, X], seed: S) -> Ranking[S, R, X]:
    """Number the trees of a problem from 0 on.

    >>> from derive.problem import Problem
    >>> ranking(Problem("never", lambda s: [], lambda s: []), "seed").size
    0
    """
    forest = explore(problem, seed)
    return Ranking(forest, [number for (number,) in tables(forest, COUNT)])


def nth(problem: Problem[S, R, X], seed: S, rank: int) -> Tree[R, X]:
    """The tree of a number, in the order of the list of all trees.

    >>> from derive.problem import Problem
    >>> nth(Problem("leaf", lambda s: [s], lambda s: []), "seed", 0)
    Leaf('seed')
    """
    return ranking(problem, seed).tree(rank)


def sample(problem: Problem[S, R, X], seed: S, how_many: int, random_seed: int = 0) -> list[Tree[R, X]]:
    """Trees drawn uniformly, the same ones for the same random seed.

    >>> from derive.problem import Problem
    >>> coin = Problem("coin", lambda s: ["heads", "tails"], lambda s: [])
    >>> sample(coin, (), 3) == sample(coin, (), 3)
    True
    """
    return ranking(problem, seed).sample(how_many, Random(random_seed))


def strategy(problem: Problem[S, R, X], seed: S) -> SearchStrategy[Tree[R, X]]:
    """A hypothesis strategy for the trees of any problem; it shrinks towards tree number 0.

    >>> from derive.problem import Problem
    >>> from hypothesis import find
    >>> coin = Problem("coin", lambda s: ["heads", "tails"], lambda s: [])
    >>> find(strategy(coin, ()), lambda tree: tree.item == "tails")
    Leaf('tails')
    """
    from hypothesis import strategies as st

    ranked = ranking(problem, seed)
    return st.integers(0, ranked.size - 1).map(ranked.tree) if ranked.size else st.nothing()
