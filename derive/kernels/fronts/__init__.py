"""All trade-offs between the two kinds of error that trees can make: the compiled search for their front.

A tree over rows of 0 and 1 that says yes or no makes false positives and false negatives. The front has
every pair of which no tree makes fewer of one kind and no more of the other; for each, there is a tree
with the fewest branches.

>>> import numpy as np
>>> features = np.array([[0, 0], [0, 1], [1, 0], [1, 1], [1, 1]], dtype=np.uint8)
>>> found = fit(features, np.array([0, 1, 1, 0, 1]), max_depth=1)
>>> found.points
(Point(false_positives=0, false_negatives=3, branches=0), Point(false_positives=1, false_negatives=1, branches=1), Point(false_positives=2, false_negatives=0, branches=0))
>>> found.tree(1)
Node(0, (Leaf(1), Leaf(0)))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from derive.errors import BadInput, TooLarge
from derive.kernels.fronts.dense import Data, listed, unavoidable
from derive.kernels.fronts.search import ANY, Front, Search, Stopped
from derive.kernels.limits import check_limits, check_rows
from derive.kernels.rows import GIB
from derive.kernels.rows.table import groups_of
from derive.tree import Leaf, Node, Tree, fold_with

__all__ = ["Fronts", "Leaf", "Node", "Point", "fit"]


class Point(NamedTuple):
    """How many errors of either kind a tree makes, and the fewest branches of such trees.

    >>> Point(2, 3, 7).false_negatives
    3
    """

    false_positives: int
    false_negatives: int
    branches: int


Watch: TypeAlias = Callable[[float, Sequence[Point], float], None]
"""Called with the part of the roots of the present depth that is done, the front so far, and the seconds."""


class Fronts:
    """A front in order of false positives, and a tree for each of its points when asked for.

    ``whole`` says that it is proved to be the front of all trees within the limits; else each point has a tree,
    but better ones may exist. No tree of any size is better than all points of ``unavoidable``.

    >>> found = fit(np.array([[0], [1], [1]], dtype=np.uint8), np.array([0, 0, 1]), max_depth=1)
    >>> found.whole, len(found.points), found.unavoidable == tuple(point[:2] for point in found.points)
    (True, 2, True)
    """

    def __init__(self, search: Search, turned: bool, nodes: int, stopped: str, seconds: float) -> None:
        self._search, self._turned, self._nodes = search, turned, nodes
        self.points = _points(search.best, search.data.shift, turned)
        least = list(zip(*(errors.tolist() for errors in search.least), strict=True))
        self.unavoidable: tuple[tuple[int, int], ...] = (
            tuple((b, a) for a, b in least[::-1]) if turned else tuple(least)
        )
        self.whole = not stopped
        self.stopped = stopped
        self.seeds = search.seeds
        self.seconds = seconds

    def tree(self, place: int) -> Tree[int, int]:
        """A tree for one of the points; its leaves say 1 for positive, and left is where a column is 1."""
        number = len(self.points) - 1 - place if self._turned else place

        def leaf(other: bool) -> Tree[int, int]:
            return Leaf(int(other != self._turned))

        def node(column: int, parts: tuple[Tree[int, int], ...]) -> Tree[int, int]:
            return Node(column, parts)

        return fold_with(leaf, node, self._search.tree(number, self._nodes))


def _points(front: Front, shift: int, turned: bool) -> tuple[Point, ...]:
    points = [
        (at, value >> shift, value & (1 << shift) - 1)
        for at, value in zip(front.at.tolist(), front.value.tolist(), strict=True)
    ]
    return (
        tuple(Point(b, a, n) for a, b, n in reversed(points)) if turned else tuple(Point(*p) for p in points)
    )


def _packed(bits: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Rows of 0 and 1 as words."""
    rows, width = bits.shape
    padded = np.zeros((rows, max(1, -(-width // 64)) * 64), np.uint8)
    padded[:, :width] = bits
    return np.ascontiguousarray(np.packbits(padded, axis=1, bitorder="little")).view(np.uint64)


def _columns(
    features: NDArray[np.uint8], in_first: NDArray[np.bool_]
) -> tuple[NDArray[np.uint64], int, NDArray[np.uint64]]:
    """The columns as words, those of the first class before the others, and the set of all rows."""
    parts = [np.ascontiguousarray(features[chosen].T) for chosen in (in_first, ~in_first)]
    words = [_packed(part) for part in parts]
    everything = [_packed(np.ones((1, part.shape[1]), np.uint8))[0] for part in parts]
    return np.ascontiguousarray(np.hstack(words)), words[0].shape[1], np.concatenate(everything)


def _unavoidable(
    features: NDArray[np.uint8], in_first: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The front of what rows with equal features cost in any tree."""
    numbers, count = groups_of(_packed(features))
    groups = np.zeros((count, 2), np.int64)
    np.add.at(groups, (numbers, np.where(in_first, 0, 1)), 1)
    mixed = np.ascontiguousarray(groups[groups.all(axis=1)])
    width = int(mixed[:, 0].sum()) + 1
    dense, at, value = np.empty((3, width), np.int64)
    unavoidable(mixed, dense, width - 1)
    found = listed(dense, width - 1, 0, at, value)
    return at[:found].copy(), value[:found].copy()


def fit(
    features: NDArray[np.uint8],
    target: NDArray[Any],
    *,
    max_depth: int | None = None,
    max_nodes: int | None = None,
    min_leaf: int = 1,
    time_limit: float | None = None,
    memory: int = 2 * GIB,
    watch: Watch | None = None,
) -> Fronts:
    """The front of the errors of all trees at most so deep, with at most so many branches.

    ``target`` is 1 for positive rows and 0 for the others. Stopped by time or by an interrupt, the search
    answers with the best front so far.

    >>> xor = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.uint8)
    >>> [len(fit(xor, np.array([0, 1, 1, 0]), max_depth=2, max_nodes=n).points) for n in range(4)]
    [2, 3, 2, 1]
    """
    start = perf_counter()
    check_rows(features, target)
    check_limits(max_depth, max_nodes, min_leaf, 0.0)
    if not np.isin(target, (0, 1)).all():
        raise BadInput("expected a target of 0 and 1, where 1 is positive")
    count = features.shape[1]
    needed = 8 * count * count
    if needed > memory:
        raise TooLarge(
            f"{count} features need {needed / GIB:.1f} GiB for their pairs, more than the {memory / GIB:.1f} GiB "
            "allowed: give fewer rules, or allow more memory"
        )
    positive = np.asarray(target) == 1
    turned = bool(
        2 * positive.sum() < len(target)
    )  # the rarer class goes first: arrays are as long as it is large
    in_first = positive if turned else ~positive
    columns, words, everything = _columns(np.ascontiguousarray(features, np.uint8), in_first)
    data = Data(columns, words, min_leaf, len(target).bit_length())
    nodes = ANY if max_nodes is None else max_nodes
    depth = min(len(target), *(limit for limit in (max_depth, max_nodes) if limit is not None))
    least = _unavoidable(np.ascontiguousarray(features, np.uint8), in_first)
    deadline = np.inf if time_limit is None else start + time_limit
    search = Search(data, everything, least, memory - needed, deadline)

    def told(done: float, front: Front) -> None:
        if watch is not None:
            watch(done, _points(front, data.shift, turned), perf_counter() - start)

    stopped = ""
    try:
        search.deepen(depth, nodes, None if watch is None else told)
    except Stopped:
        stopped = "time limit"
    except KeyboardInterrupt:
        stopped = "interrupted"
    return Fronts(search, turned, nodes, stopped, perf_counter() - start)
