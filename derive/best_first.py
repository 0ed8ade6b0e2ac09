"""Best-first search: the optimum without walking every seed, for a cost with a lower bound.

Where splits are many and a bound is good, most seeds need no look. The search keeps, for every seed
that it has met, a bound below and the best tree so far; it walks down from the start along the splits
that may still be best, splits one seed more, and brings what it learned back up. A seed may hang
below many others, and only those on the way are told: whoever was not is *stale*, and is refreshed
when it is next chosen. Paper: Branches, Algorithm 1, for any problem.

>>> from derive.algebra import Algebra
>>> from derive.choices import smallest
>>> from derive.problem import Problem
>>> coins = Problem("coins", lambda n: [n] if n == 0 else [],
...     lambda n: [(coin, (n - coin,)) for coin in (1, 5, 12) if coin <= n])
>>> fewest = Algebra(lambda _: 0, lambda _, values: 1 + values[0], smallest)
>>> found = best_first(coins, 1200, fewest, bound=lambda n: -(-n // 12)).unwrap()
>>> found.best.value, found.expanded, found.met
(100, 100, 301)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from returns.maybe import Maybe, Nothing, Some

from derive.algebra import Algebra
from derive.problem import Problem
from derive.questions import Best
from derive.tree import Leaf, unfold

S = TypeVar("S")
R = TypeVar("R")
X = TypeVar("X")
V = TypeVar("V", bound=Any)


@dataclass(frozen=True)
class Searched(Generic[V, R, X]):
    """The optimum, how many seeds were split to find it, and how many were met.

    >>> from derive.tree import Leaf
    >>> Searched(Best(0, Leaf("only")), expanded=0, met=1).met
    1
    """

    best: Best[V, R, X]
    expanded: int
    met: int


@dataclass
class _Fork(Generic[S, R, V]):
    """A split of a seed, and a bound below that may be stale."""

    root: R
    parts: tuple[S, ...]
    low: V


@dataclass
class _Seen(Generic[S, R, X, V]):
    """What is known of a seed: no tree costs less than ``low``, and one costs ``up``, if there is one."""

    low: V
    up: V | None = None
    grows: Leaf[X] | tuple[R, tuple[S, ...]] | None = None
    forks: list[_Fork[S, R, V]] | None = None
    done: bool = False


def best_first(
    problem: Problem[S, R, X], seed: S, cost: Algebra[R, X, V], bound: Callable[[S], V]
) -> Maybe[Searched[V, R, X]]:
    """The smallest cost of any tree and a tree that has it, found best first; ``Nothing`` if there is no tree.

    Owes: ``bound`` is at most the optimum of every seed; the cost is monotone and keeps the smallest.

    >>> from derive.costs import SIZE
    >>> best_first(Problem("never", lambda s: [], lambda s: []), "seed", SIZE, lambda _: 0)
    <Nothing>
    """
    search = _Search(problem, cost, bound)
    while not search.seen(seed).done:
        search.step(seed)
    found = search.seen(seed)
    if found.up is None:
        return Nothing
    tree = unfold(search.grown, seed)
    return Some(Searched(Best(found.up, tree), search.expanded, len(search.known)))


class _Search(Generic[S, R, X, V]):
    """All that is known of the seeds met."""

    def __init__(self, problem: Problem[S, R, X], cost: Algebra[R, X, V], bound: Callable[[S], V]) -> None:
        self.problem, self.cost, self.bound = problem, cost, bound
        self.known: dict[S, _Seen[S, R, X, V]] = {}
        self.expanded = 0

    def seen(self, seed: S) -> _Seen[S, R, X, V]:
        """What is known of a seed; a new one is known by its bound and its leaves."""
        if seed not in self.known:
            new = _Seen[S, R, X, V](self.bound(seed))
            for item in self.problem.base(seed):
                self._offer(new, self.cost.leaf(item), Leaf(item))
            new.done = new.up is not None and new.up <= new.low
            self.known[seed] = new
        return self.known[seed]

    def grown(self, seed: S) -> Leaf[X] | tuple[R, tuple[S, ...]]:
        """How the best tree of a seed starts."""
        grows = self.known[seed].grows
        assert grows is not None
        return grows

    def step(self, seed: S) -> None:
        """Walk down to a seed that was never split, split it, and go back up."""
        path = list(self._down(seed))
        last = self.known[path[-1]]
        if last.forks is None and not last.done:
            self._expand(path[-1], last)
        for above in reversed(path):
            self._refresh(self.known[above])

    def _down(self, seed: S) -> Iterator[S]:
        yield seed
        while not (here := self.known[seed]).done and here.forks is not None:
            chosen = min(here.forks, key=_low)
            seed = next(part for part in chosen.parts if not self.known[part].done)
            yield seed
            self._refresh(self.known[seed])

    def _expand(self, seed: S, here: _Seen[S, R, X, V]) -> None:
        self.expanded += 1
        here.forks = []
        for root, parts in self.problem.splits(seed):
            lows = tuple(self.seen(part).low for part in parts)
            here.forks.append(_Fork(root, parts, self.cost.node(root, lows)))

    def _refresh(self, here: _Seen[S, R, X, V]) -> None:
        """Bring the splits that may be best up to date, until one that is leads."""
        while here.forks:
            first = min(here.forks, key=_low)
            parts = [self.known[part] for part in first.parts]
            if any(part.done and part.up is None for part in parts):
                here.forks.remove(first)
                continue
            ups = tuple(part.up for part in parts if part.up is not None)
            if len(ups) == len(parts):
                self._offer(here, self.cost.node(first.root, ups), (first.root, first.parts))
            low = self.cost.node(first.root, tuple(part.low for part in parts))
            if first.low < low:
                first.low = low
                continue
            here.low = max(here.low, low)
            break
        if here.forks == [] or (here.up is not None and here.up <= here.low):
            here.done = True
            here.low = here.low if here.up is None else here.up

    @staticmethod
    def _offer(here: _Seen[S, R, X, V], value: V, grows: Leaf[X] | tuple[R, tuple[S, ...]]) -> None:
        if here.up is None or value < here.up:
            here.up, here.grows = value, grows


def _low(fork: _Fork[S, R, V]) -> V:
    return fork.low
