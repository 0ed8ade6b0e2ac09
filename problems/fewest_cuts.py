"""The smallest auto-partition by branch and bound: the same tree as the engine's, for larger scenes.

A tree has as many branches as there are planes in the scene, and one more for every cut. Where two
fragments cross, one of them will be cut, whatever is done, and where three polygons meet inside, once
more; so planes, crossings and such corners of a cell together are a bound from below. The search asks
whether a cell has a tree of so many branches, and allows one more only when it is proved that there is
none; what was proved of a cell is kept. On scenes that need few cuts beyond those of their crossings it
looks at a small part of all cells.

Owes: kernel = tabulate; no tree of a cell has fewer branches than its bound.

>>> from derive import CELLS, optimum
>>> from problems.bsp import Scene, auto_partitions
>>> space = Atoms(Scene.of([((0, 0), (6, 1)), ((1, -2), (5, 4)), ((0, 3), (6, -2))]))
>>> optimum(*auto_partitions(space), CELLS, by=FewestCuts(space)).unwrap().value
13
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import NamedTuple, TypeAlias

from derive import CELLS, Best, Leaf, Tree, optimum
from derive.errors import Unfit
from derive.tree import unfold
from problems.bsp import Atoms, On, Scene, auto_partitions
from problems.crossings import crossings

Ask: TypeAlias = tuple[int, int]
"""A cell, and how many branches its tree may have."""


class _Known(NamedTuple):
    """What is known of a cell: no tree has fewer branches than ``least``; the crossings that are in it."""

    least: int
    proved: bool
    crossings: tuple[int, ...]


class FewestCuts:
    """A kernel for the auto-partitions of one scene, by the number of branches (``SIZE`` or ``CELLS``).

    >>> space = Atoms(Scene.of([((0, 0), (4, 0)), ((2, -1), (2, 3)), ((1, -2), (1, 5))]))
    >>> FewestCuts(space).bound(space.whole)
    5
    """

    name = "fewest cuts: branch and bound over cells"

    def __init__(self, space: Atoms) -> None:
        self.space = space
        self._crossings = crossings(space)
        self._known: dict[int, _Known] = {0: _Known(0, True, ())}

    def best(self, seed: int) -> list[Tree[On, None]]:
        """The first smallest tree in the order of splits."""
        self._first(seed, tuple(range(len(self._crossings))))
        most = self.bound(seed)
        while (least := self._least(seed, most)) > most:
            most = least

        def grow(cell: int) -> Leaf[None] | tuple[On, tuple[int, int]]:
            return self._root(cell) if cell else Leaf(None)

        return [unfold(grow, seed)]

    def count(self, _: int, /) -> int:
        """Not to be had without looking at all cells."""
        raise Unfit("bounding leaves cells out, so that their trees cannot be counted")

    def small(self, seed: int) -> list[int]:
        """The cells of the first splits that have few fragments."""
        found, todo = [], [seed]
        while todo:
            cell = todo.pop()
            numbers = self.space.numbers(cell)
            if len(numbers) <= 4:
                found.append(cell)
            else:
                todo.extend(self.space.split(cell, numbers[0])[1])
        return found

    def unfit(self) -> str | None:
        """Every scene will do."""
        return None

    @property
    def cells(self) -> int:
        """How many cells have been looked at."""
        return len(self._known)

    def bound(self, cell: int) -> int:
        """No tree of a cell has fewer branches: its planes, and the crossings of its fragments."""
        if cell not in self._known:
            self._first(cell, tuple(range(len(self._crossings))))
        return self._known[cell].least

    def _first(self, cell: int, above: tuple[int, ...]) -> _Known:
        """What is known of a cell before it is searched; ``above`` are the crossings that may be in it."""
        if cell not in self._known:
            here = tuple(
                place
                for place in above
                if any(witness & cell == witness for witness in self._crossings[place])
            )
            planes = sum(1 for _ in self._planes(cell))
            self._known[cell] = _Known(planes + len(here), not here and planes < 2, here)
        return self._known[cell]

    def _planes(self, cell: int) -> Iterator[int]:
        """The first shape of every plane that has a fragment in a cell."""
        rest = cell
        while rest:
            number = self.space.owner[(rest & -rest).bit_length() - 1]
            rest &= ~self.space.on[number]
            yield number

    def _options(self, cell: int) -> list[tuple[int, int, int, int]]:
        """For every plane: the bound that splitting by it has, its shape, and both parts."""
        above = self._known[cell].crossings
        found = []
        for number in self._planes(cell):
            left, right = cell & self.space.left[number], cell & self.space.right[number]
            bound = 1 + self._first(left, above).least + self._first(right, above).least
            found.append((bound, number, left, right))
        return found

    def _least(self, cell: int, most: int) -> int:
        """The fewest branches of a cell, if they are at most ``most``; else a larger number that they are not below.

        Cells wait for their parts on a stack, since scenes may be deep.
        """
        answer: int | None = None
        waiting = [self._steps(cell, most)]
        while waiting:
            try:
                ask = waiting[-1].send(answer) if answer is not None else next(waiting[-1])
            except StopIteration as done:
                waiting.pop()
                answer = int(done.value)
            else:
                waiting.append(self._steps(*ask))
                answer = None
        assert answer is not None
        return answer

    def _steps(self, cell: int, most: int) -> Generator[Ask, int, int]:
        known = self._known[cell]
        if known.proved or known.least > most:
            return known.least
        best, beyond = most + 1, None
        for bound, _, left, right in sorted(self._options(cell)):
            if bound >= best:
                beyond = bound if beyond is None else min(beyond, bound)
                break
            spare = best - 2  # for both parts, so that the whole is better than the best so far
            one = yield left, spare - self._known[right].least
            if one + self._known[right].least <= spare:
                other = yield right, spare - one
            else:
                other = self._known[right].least
            if one + other <= spare:
                best = 1 + one + other
                if best == known.least:
                    break
            else:
                beyond = 1 + one + other if beyond is None else min(beyond, 1 + one + other)
        proved = best <= most
        least = best if proved else max(known.least, most + 1, beyond or 0)
        self._known[cell] = _Known(least, proved, known.crossings)
        return least

    def _root(self, cell: int) -> tuple[On, tuple[int, int]]:
        """The first split of a cell that reaches its fewest branches."""
        most = self._least(cell, self._known[cell].least)
        for bound, number, left, right in self._options(cell):
            if bound <= most:
                one = self._least(left, most - 1 - self._known[right].least)
                if one + self._known[right].least < most and one + self._least(right, most - 1 - one) < most:
                    return self.space.split(cell, number)
        raise AssertionError("a cell with fragments has a tree")


def smallest_partition(shapes: object) -> Best[int, On, None]:
    """The smallest auto-partition of segments or polygons, by branches and cells.

    >>> from derive import size
    >>> found = smallest_partition([((0, 0), (4, 0)), ((2, 0), (2, 3)), ((1, 1), (5, 2))])
    >>> found.value, size(found.tree)
    (9, 4)
    """
    space = Atoms(Scene.of(shapes))
    return optimum(*auto_partitions(space), CELLS, by=FewestCuts(space)).unwrap()
