"""Running the searches: in a thread with room for deep trees, watched, timed, and stopped by Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from derive.kernels.smallest.dense import MOST_CLASSES, all_boxes, boxes_of
from derive.kernels.smallest.prepare import packed, prepare
from derive.kernels.smallest.search import grow, known, root_at, solve, solve_by_thresholds
from derive.kernels.smallest.state import NONE, Memo
from derive.kernels.waiting import wait_for

Nodes: TypeAlias = list[tuple[int, int, int]]
"""Roots first: column, code and the place of the part of no, with that of yes next; or -1 and a class."""

MOST_BOXES = 60_000_000
MOST_STEPS = 2_000_000_000
"""Above these a table of all boxes takes too much memory, or too long."""

STACK = 1 << 29
"""Bytes for the calls of a search: as deep as its tree."""

WIDTHS = (1, 2, 4, 8, 16)
ENOUGH = 20_000
"""How many cuts a first tree tries at its root, and after how many states no wider search is begun."""

MIX = 0x9E3779B97F4A7C15
"""An odd number with which masks become names."""

Sets: TypeAlias = Callable[[int, Callable[[], bool]], Iterable[int]]
"""Sets of columns, as masks, for trees of a size; a function says whether to go on."""

STOP, SEEN, MOST, SALT, STAMP = range(5)


class Progress(NamedTuple):
    """How far a search has come: the best size, a lower bound, the states it has looked at.

    >>> Progress(0.0, 12.0, 10.0, 3.2).best
    12.0
    """

    done: float
    best: float
    bound: float
    seconds: float


class Search:
    """One search for a smallest tree, and what it knows so far.

    >>> codes = np.array([[0, 1, 2]], np.int32)
    >>> search = Search(codes, np.array([0, 1, 0], np.int32), np.zeros(1, np.uint8), deep=False)
    >>> search.run(search.deepen)
    >>> search.best, search.low, search.nodes
    (2, 2, [(0, 0, 2), (-1, 0, 0), (0, 1, 4), (-1, 1, 0), (-1, 0, 0)])
    """

    def __init__(
        self,
        codes: NDArray[np.int32],
        labels: NDArray[np.int32],
        named: NDArray[np.uint8],
        deep: bool,
        by_thresholds: bool = False,
        most: int | None = None,
        slots: int = 1 << 21,
    ) -> None:
        self.codes, self.labels, self.named, self.deep = codes, labels, named, deep
        self.step = solve_by_thresholds if by_thresholds else solve
        self.control = np.array([0, 0, 1 << 62 if most is None else most, 0, 1], np.int64)
        self.slots = slots
        self.best, self.low, self.nodes = NONE, 0, []
        self.stopped = ""
        self.program = "thresholds by binary search" if by_thresholds else "every cut, with bounds"
        self.seconds = 0.0
        self.started = perf_counter()

    def run(
        self,
        work: Callable[[], None],
        time_limit: float | None = None,
        watch: Callable[[Progress], None] | None = None,
    ) -> None:
        """Do some work in a thread, for as long as there is time."""

        def stop() -> None:
            self.control[STOP] = 1

        def tell(seconds: float) -> None:
            if watch is not None:
                watch(Progress(0.0, float(self.best), float(self.low), seconds))

        self.started = perf_counter()
        self.stopped = wait_for(work, stop, time_limit, tell, self.started, STACK)
        if not self.stopped and self.control[STOP]:
            self.stopped = "limit of states"
        self.seconds = perf_counter() - self.started

    def boxes(self) -> None:
        """Theorem 3.1: by a table of all boxes where there are not too many, else by bounds."""
        values = self.codes.max(axis=1).astype(np.int64) + 1
        number, steps = boxes_of(values, self.named)
        if number > MOST_BOXES or steps > MOST_STEPS or self.labels.max() >= MOST_CLASSES:
            self.deepen()
            return
        self.program = f"a table of {number} boxes"
        found = all_boxes(self.codes, self.labels, self.named, self.deep, self.control)
        if found is None:
            self.control[STOP] = 0
            self.start()
            self.finish()
            return
        self.low = self.best = int(found.table[-1])
        self.nodes = found.nodes()

    def start(self) -> None:
        """Prepare the data, and grow first trees."""
        self.data, self.columns, self.order = prepare(self.codes, self.labels, self.named, self.deep)
        self.side = np.zeros(len(self.data.labels), np.uint8)
        slots = self.slots
        self.memo = Memo(
            np.zeros((slots, 2), np.uint64),
            np.zeros(slots, np.int32),
            np.zeros(slots, np.int32),
            np.zeros(slots, np.int64),
            np.zeros(slots, np.int32),
        )
        self.low = self._bound()
        for width in WIDTHS:
            self.grown(width)
            if self.control[SEEN] > ENOUGH or self.control[STOP] or self.best == self.low:
                break
        self.keep_tree()

    def _bound(self) -> int:
        """What is at once clear of all rows."""
        at = known(self.data, self.memo, self.control, self.order)
        return 0 if at < 0 else int(self.memo.low[at])

    def grown(self, width: int) -> None:
        """Grow a tree; the best so far is at least as good."""
        size = grow(self.data, self.memo, self.control, self.side, self.columns, self.order, width)
        self.best = min(self.best, int(size))

    def within(self, columns: NDArray[np.int32], order: NDArray[np.int32], budget: int) -> int:
        """The least size over some columns if it is within the budget, else a bound beyond it."""
        return int(self.step(self.data, self.memo, self.control, self.side, columns, order, budget))

    def deepen(self) -> None:
        """One size after another, from the lower bound on, until a tree is found."""
        self.start()
        while self.low < self.best and not self.control[STOP]:
            size = self.within(self.columns, self.order, self.low)
            if size == self.low and not self.control[STOP]:
                self.best = size
                self.keep_tree()
            self.low = max(self.low, min(size, self.best))
        self.finish()

    def _goes_on(self) -> bool:
        return not self.control[STOP]

    def by_sets(self, sets: Sets) -> None:
        """One size after another, over every set of columns that a tree of this size may have."""
        self.program = "thresholds by binary search, over sets of columns"
        self.start()
        places = {int(column): place for place, column in enumerate(self.columns)}
        while self.low < self.best and not self.control[STOP]:
            for columns in sets(self.low, self._goes_on):
                chosen = np.array([c for c in places if columns >> c & 1], np.int32)
                order = self.order
                if order.dtype != np.uint64:
                    order = np.ascontiguousarray(order[[places[int(c)] for c in chosen]])
                whole = len(chosen) == len(places)
                self.control[SALT] = 0 if whole else hash(columns) * MIX & (1 << 62) - 1
                found = self.within(chosen, order, self.low) if len(chosen) else NONE
                if self.control[STOP]:
                    break
                if found <= self.low:
                    self.best, self.nodes = self.low, self._tree()
                    break
            self.low += self.low < self.best and not self.control[STOP]
        self.control[SALT] = 0
        self.finish()

    def finish(self) -> None:
        """After a search that was stopped: a last tree, with all that is known by now."""
        if self.low < self.best:
            self.control[STAMP] += 1
            self.grown(1)
            self.keep_tree()

    def keep_tree(self) -> None:
        """Make a list of nodes of what is known; it may be worse than before where something was forgotten."""
        nodes = self._tree()
        size = size_of(nodes, self.deep)
        if not self.nodes or size <= size_of(self.nodes, self.deep):
            self.nodes = nodes
        self.best = size_of(self.nodes, self.deep)

    def _tree(self) -> Nodes:
        nodes: Nodes = []
        todo = [(np.arange(len(self.data.labels)), -1)]
        while todo:
            rows, above = todo.pop()
            if above >= 0:
                nodes[above] = (*nodes[above][:2], len(nodes))
            root = self._root(rows)
            if root == -2:
                nodes.append((-1, int(self.data.labels[rows[0]]), 0))
                continue
            column, code = root >> 32, root & 0xFFFFFFFF
            codes = self.data.codes[column, rows]
            yes = codes == code if self.named[column] else codes <= code
            todo += [(rows[~yes], len(nodes)), (rows[yes], -1)]
            nodes.append((column, code, 0))
        return nodes

    def _root(self, rows: NDArray[np.intp]) -> int:
        state = self._state(rows)
        root = int(root_at(self.data, self.memo, self.control, state))
        if root == -1:
            grow(self.data, self.memo, self.control, self.side, self.columns, state, 1)
            root = int(root_at(self.data, self.memo, self.control, state))
        return root

    def _state(self, rows: NDArray[np.intp]) -> NDArray[Any]:
        """Some rows as a state of the kind that is searched."""
        if self.order.dtype == np.uint64:
            return packed(np.isin(np.arange(len(self.data.labels)), rows)[None])
        order = rows[np.argsort(self.data.codes[self.columns][:, rows], axis=1, kind="stable")]
        return np.ascontiguousarray(order, np.int32)


def size_of(nodes: Nodes, deep: bool) -> int:
    """How many branches, or how deep.

    >>> size_of([(0, 0, 2), (-1, 0, 0), (-1, 1, 0)], deep=True)
    1
    """
    if not deep:
        return sum(column >= 0 for column, _, _ in nodes)
    levels = [0] * len(nodes)
    for place, (column, _, other) in enumerate(nodes):
        if column >= 0:
            levels[place + 1] = levels[other] = levels[place] + 1
    return max(levels)
