"""The front of deeper trees: every column as the root, fronts of its two sides joined, above the dense base.

Depth by depth, so that there are trees at any time: the front of depth two comes from the base, and each
further depth starts from the front before it. The second side of a root is left out if the first has so
many errors that nothing new can come of it. Sets of rows that were solved are remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from derive.kernels.fronts.dense import (
    Data,
    Open,
    Room,
    distinct,
    hopeless,
    join,
    leaf,
    listed,
    parted,
    shallow,
    sizes,
)
from derive.tree import Leaf, Tree, unfold

Bits: TypeAlias = NDArray[np.uint64]
Whole: TypeAlias = NDArray[np.int64]
Key: TypeAlias = tuple[bytes, int, int]
"""A set of rows, a depth and a number of branches."""

ANY = -1
"""As many branches as the depth allows."""

REACH = 2
"""The depth of the dense base."""


class Front(NamedTuple):
    """The points of a front in order: errors at the first class, values, and the root of a tree for each.

    >>> 'Front' == Front.__name__ and 'at' in Front._fields
    True
    """

    at: Whole
    value: Whole
    root: Whole


class Place(NamedTuple):
    """A set of rows, a depth and a number of branches, and the point of its front whose tree is wanted.

    >>> 'Place' == Place.__name__ and 'depth' in Place._fields
    True
    """

    here: Bits
    depth: int
    nodes: int
    at: int
    value: int


Grown: TypeAlias = tuple[Place, int | None]
"""Where a tree is to grow, and its root if that is known."""


class Stopped(Exception):
    """Time is up.

    >>> issubclass(Stopped, Exception)
    True
    """


Told: TypeAlias = Callable[[float, Front], None]
"""What to call as the search goes on: the part of the roots that is done, and the front so far."""


class Search:
    """A search for fronts, and what it remembers; ``least`` are the errors that no tree avoids, as a front.

    >>> Search.__name__
    'Search'
    """

    def __init__(
        self, data: Data, everything: Bits, least: tuple[Whole, Whole], memory: int, deadline: float
    ) -> None:
        count, words = data.columns.shape
        self.data, self.everything, self.deadline = data, everything, deadline
        self.first, self.other = sizes(everything, data.words)
        slots = 1 << (2 * count + 3).bit_length()
        width = self.first + 1
        self.room = Room(
            np.empty((count + 1, words), np.uint64),
            np.empty(count, np.int64),
            np.empty((2, count), np.int64),
            np.empty((2, count, count), np.int32),
            np.empty(slots, np.int64),
            np.empty(width, np.int64),
            np.empty((4, width), np.int64),
            np.empty((4, width), np.int64),
        )
        self.known: dict[Key, Front] = {}
        self.bytes, self.memory = 0, memory
        self.seeds = 0
        self.least = least
        self.levels = np.zeros(0, np.int64)
        self.best = self.front(everything, 0, ANY)

    def deepen(self, depth: int, nodes: int, told: Told | None) -> None:
        """Search depth by depth for the front of all rows; stopped, the best so far is kept all the same."""
        level = min(depth, REACH)
        self._keep(self.front(self.everything, level, nodes), level)
        while level < depth and not self._final(level):
            level += 1
            opened = self._opened(self.best)
            try:
                within = _budget(level, nodes, self.first + self.other)
                for done in self._roots(opened, self.everything, *within):
                    if told is not None:
                        told(done, self._closed(opened, self.first))
            finally:
                self._keep(self._closed(opened, self.first), level)

    def _final(self, level: int) -> bool:
        """Whether no deeper tree can be new: no errors can be avoided, and a deeper tree has more branches."""
        errors, branches = self.best.value >> self.data.shift, self.best.value & (1 << self.data.shift) - 1
        same = np.array_equal(self.best.at, self.least[0]) and np.array_equal(errors, self.least[1])
        return same and bool((branches <= level + 1).all())

    def _keep(self, front: Front, level: int) -> None:
        """Keep a front, and for each point at which depth its tree was found."""
        past = dict(zip(_points(self.best), self.levels.tolist(), strict=False))
        self.levels = np.array([past.get(point, level) for point in _points(front)], np.int64)
        self.best = front

    def _opened(self, start: Front) -> Open:
        opened = Open(np.empty(self.first + 1, np.int64), np.full(self.first + 1, -1))
        leaf(opened.value, self.first, self.other, self.data.shift)
        opened.value[start.at], opened.root[start.at] = start.value, start.root
        return opened

    def _closed(self, opened: Open, first: int) -> Front:
        at, value = self.room.at[0], self.room.value[0]
        count = listed(opened.value, first, self.data.shift, at, value)
        places = at[:count].copy()
        return Front(places, value[:count].copy(), opened.root[places])

    def front(self, here: Bits, depth: int, nodes: int) -> Front:
        """The front of trees for these rows, at most so deep and with at most so many branches."""
        first, other = sizes(here, self.data.words)
        depth, nodes = _budget(depth, nodes, first + other)
        key = here.tobytes(), depth, nodes
        if key in self.known:
            return self.known[key]
        self.seeds += 1
        width = self.first + 1
        opened = Open(np.empty(width, np.int64), np.empty(width, np.int64))
        shallow(self.data, self.room, here, _most(min(depth, REACH), nodes), opened)
        if depth > REACH and first and other:
            for _ in self._roots(opened, here, depth, nodes):
                pass
        found = self._closed(opened, first)
        self._remember(key, found)
        return found

    def _remember(self, key: Key, found: Front) -> None:
        """Remember a front; where room is short forget those of the base, or else all."""
        self.bytes += _bytes(key, found)
        if self.bytes > self.memory:
            deep = {past: front for past, front in self.known.items() if past[1] > REACH}
            size = sum(_bytes(past, front) for past, front in deep.items())
            self.known, self.bytes = (deep, size) if size < self.memory // 2 else ({}, 0)
        self.known[key] = found

    def _roots(self, opened: Open, here: Bits, depth: int, nodes: int) -> Iterator[float]:
        """Try every column as the root; after each, the part of them that is done. Raises ``Stopped``."""
        count = distinct(self.data, self.room, here)
        kept = self.room.kept[:count].tolist()
        first, _ = sizes(here, self.data.words)
        left, right = np.empty_like(here), np.empty_like(here)
        for place, column in enumerate(kept):
            parted(self.data, here, column, left, right)
            large = sum(sizes(left, self.data.words)) >= sum(sizes(right, self.data.words))
            one, two = (left, right) if large else (right, left)
            for some, rest in _shares(depth, nodes):
                front = self.front(one, depth - 1, some)
                if not hopeless(opened, first, front.at, front.value, len(front.at)):
                    others = self.front(two, depth - 1, rest)
                    join(
                        opened, front.at, front.value, len(front.at), others.at, others.value, len(others.at), column
                    )  # fmt: skip
            yield (place + 1) / count
            if perf_counter() > self.deadline:
                raise Stopped

    def tree(self, place: int, nodes: int) -> Tree[int, bool]:
        """A tree for a point of the best front; a leaf is True if it says the other class."""
        self.deadline = np.inf
        best, level = self.best, int(self.levels[place])
        start = Place(self.everything, level, nodes, int(best.at[place]), int(best.value[place]))
        grown: Grown = start, int(best.root[place])
        return unfold(lambda grown: self._grown(*grown), grown)

    def _grown(self, place: Place, root: int | None) -> Leaf[bool] | tuple[int, tuple[Grown, ...]]:
        """A leaf, or the root and for both of its sides where to go on."""
        here, _, _, at, value = place
        first, other = sizes(here, self.data.words)
        depth, nodes = _budget(place.depth, place.nodes, first + other)
        if root is None:
            front = self.front(here, depth, nodes)
            root = int(front.root[front.at.tolist().index(at)])
        if root < 0:
            return Leaf(at == first and value == 0)
        left, right = np.empty_like(here), np.empty_like(here)
        parted(self.data, here, root, left, right)
        for some, rest in _shares(depth, nodes):
            others = dict(_points(self.front(right, depth - 1, rest)))
            for x, v in _points(self.front(left, depth - 1, some)):
                if others.get(at - x) == value - v - 1:
                    ones = Place(left, depth - 1, some, x, v)
                    return root, ((ones, None), (Place(right, depth - 1, rest, at - x, value - v - 1), None))
        raise AssertionError("a point of a front has a tree")


def _points(front: Front) -> list[tuple[int, int]]:
    return list(zip(front.at.tolist(), front.value.tolist(), strict=True))


def _bytes(key: Key, front: Front) -> int:
    return 3 * front.at.nbytes + len(key[0]) + 600


def _budget(depth: int, nodes: int, rows: int) -> tuple[int, int]:
    """A depth and a number of branches, neither larger than the other and the rows allow."""
    depth = min(depth, rows - 1)
    if nodes == ANY:
        return depth, ANY
    depth = min(depth, nodes)
    return depth, ANY if nodes >= min(2 ** min(depth, 62), rows) - 1 else nodes


def _most(depth: int, nodes: int) -> int:
    full = (1 << depth) - 1
    return full if nodes == ANY else min(nodes, full)


def _shares(depth: int, nodes: int) -> list[tuple[int, int]]:
    """How the branches below a root can be shared out between its sides."""
    if nodes == ANY:
        return [(ANY, ANY)]
    most = 2 ** (depth - 1) - 1
    return [(n, nodes - 1 - n) for n in range(max(0, nodes - 1 - most), min(most, nodes - 1) + 1)]
