"""Two ways to search, as the threads that run them see it: open the root, try roots one by one, recover a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from derive.kernels.rows.base import COUNTED
from derive.kernels.rows.memo import make_sides
from derive.kernels.rows.remembered import look, place_set, rank, recover_set, solve_set
from derive.kernels.rows.search import Node, facts_of, open_node, solve
from derive.kernels.rows.sets import LANES, bytes_of_levels, make_levels, make_sets
from derive.kernels.rows.trees import recover

if TYPE_CHECKING:
    from derive.kernels.rows import _Task

Nodes: TypeAlias = list[tuple[int, int, float]]
Control: TypeAlias = NDArray[np.int64]
"""Whether to stop, how many sets of rows were studied, how many roots of all rows are done, of how many; and after
how many sets to stop, if that is not 0."""


BRIEF, GLANCE = 300_000, 64
"""In so many steps, which take a few milliseconds, many searches over remembered sets come to their end; and where
branches cost much, some do after a glance at so many sets."""


def new_control() -> Control:
    """A search that nobody has stopped.

    >>> new_control().tolist()
    [0, 0, 0, 0, 0]
    """
    return np.zeros(5, np.int64)


class Opened(NamedTuple):
    """What is known of a search at its start: a lower bound, the best cost, its root, how many roots to try.

    >>> Opened(1.0, 3.0, 0, 5).roots
    5
    """

    lower: float
    best: float
    root: int
    roots: int


class Dense:
    """Branch and bound above a dense base (``search``).

    >>> from derive.kernels.rows import GIB, _task
    >>> xor, labels = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], np.uint8), np.array([0, 1, 1, 0])
    >>> way = Dense(_task(xor, labels, 2, None, 0.0, 2, None, 1, 1, GIB, False))
    >>> way.program, way.open(new_control())
    ('dense', Opened(lower=0.0, best=0.0, root=0, roots=2))
    """

    def __init__(self, task: _Task) -> None:
        self.task = task
        self.program = "dense" if task.depth <= task.aim.reach else "branch and bound above a dense base"
        self.rows = np.arange(len(task.table.labels), dtype=np.int32)
        self.memo = task.memo(task.depth > task.aim.reach + 1)
        self.rooms = {0: task.rooms()}
        self.past: dict[int, tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]] = {}
        self.node: Node

    def _parts(self, thread: int, control: Control) -> tuple[object, ...]:
        return self.task.table, self.task.aim, self.rooms[thread], self.memo, control

    def open(self, control: Control) -> Opened:
        """Study all rows."""
        errors, alike, _ = facts_of(self.task.table, self.rows, len(self.rows))
        self.node = open_node(
            *self._parts(0, control), self.rows, len(self.rows), errors, alike, self.task.depth, np.inf,
            np.empty(0, np.uint8),
        )  # fmt: skip
        return self._opened()

    def _opened(self) -> Opened:
        lower, best, root = self.node.state
        return Opened(float(lower), float(best), int(root), len(self.node.order))

    def whole(self, control: Control) -> Opened:
        """Try all roots at once."""
        solve(*self._parts(0, control), self.node, np.inf)
        return self._opened()

    def prepare(self, thread: int) -> None:
        """Room for one more thread."""
        if thread not in self.rooms:
            self.rooms[thread] = self.task.rooms()
        tried = np.array([0, 0, 0, self.node.tried[3]])
        self.past[thread] = np.empty_like(self.node.past), np.empty_like(self.node.values), tried

    def attempt(self, thread: int, control: Control, place: int, bound: float) -> tuple[float, float, int]:
        """Try one root: what it costs at least, and the cost and root of a tree below the bound."""
        past, values, tried = self.past[thread]
        tried[1:3] = place, place + 1
        state = np.array([self.node.state[0], np.inf, -1.0])
        mine = self.node._replace(state=state, past=past, values=values, tried=tried)
        low = solve(*self._parts(thread, control), mine, bound)
        return low, float(state[1]), int(state[2])

    def recover(self, thread: int, control: Control, root: int, shallow: bool) -> Nodes:
        """The tree with this root; the shallow one is what the base has found."""
        depth = min(self.task.depth, self.task.aim.reach) if shallow else self.task.depth
        return recover(*self._parts(thread, control), self.rows, len(self.rows), depth, np.int64(root))


class Remembered:
    """Sets of rows that are remembered (``remembered``): for trees of any depth whose branches cost something.

    >>> from derive.kernels.rows import GIB, _task
    >>> xor, labels = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], np.uint8), np.array([0, 1, 1, 0])
    >>> tasks = [_task(xor, labels, 2, None, 0.25, depth, None, 1, 1, GIB, False) for depth in (2, 5, None)]
    >>> [(Remembered.fits(task), Remembered.is_better(task)) for task in tasks]
    [(False, False), (True, False), (True, True)]
    >>> found = Remembered(tasks[2]).open(new_control())
    >>> found.best == 3 * tasks[2].aim.branch, found.root
    (True, 0)
    """

    program = "branch and bound over remembered sets"

    @staticmethod
    def fits(task: _Task) -> bool:
        """Whether this way is open and worth a glance: the base alone does not reach so deep, and sets are small."""
        if task.table.kind != COUNTED or task.penalty == 0 or task.depth <= task.aim.reach:
            return False
        return _room(task) < task.memory // 8 and (Remembered.is_better(task) or _few(task) >= GLANCE // 4)

    @staticmethod
    def is_better(task: _Task) -> bool:
        """Whether this way is the better one where a glance does not do."""
        return task.depth > 2 * task.aim.reach

    def __init__(self, task: _Task) -> None:
        self.task = task
        self.sets, self.rows = make_sets(task.table)
        self.memo = task.memo(True)
        self.sides = make_sides(self.sets.laid.shape[0] * LANES, task.memory // 8)
        self.levels = {0: make_levels(self.sets, _levels(task))}
        self.few = _few(task) if self.is_better(task) else min(GLANCE, _few(task))

    def _parts(self, thread: int, control: Control) -> tuple[object, ...]:
        return self.sets, self.levels[thread], self.task.aim, self.memo, self.sides, control

    def open(self, control: Control) -> Opened:
        """Look at all rows, and put roots in order."""
        levels = self.levels[0]
        place_set(self.sets, levels, self.rows)
        look(*self._parts(0, control), 0, self.task.depth, np.inf)
        lower, best, root = levels.state[0]
        roots = 0
        if lower < best:
            roots, _ = rank(levels, self.task.aim, 0, self.task.table.features, best)
        return Opened(float(lower), float(best), int(root), int(roots))

    def prepare(self, thread: int) -> None:
        """Room for one more thread, which starts from what the first one has seen."""
        if thread not in self.levels:
            self.levels[thread] = make_levels(self.sets, _levels(self.task))
            for mine, first in zip(self.levels[thread], self.levels[0], strict=True):
                mine[0] = first[0]

    def attempt(self, thread: int, control: Control, place: int, bound: float) -> tuple[float, float, int]:
        """Try one root: what it costs at least, and the cost and root of a tree below the bound."""
        state = self.levels[thread].state[0]
        state[1:] = np.inf, -1.0
        low = solve_set(*self._parts(thread, control), 0, self.task.depth, bound, place, place + 1)
        return low, float(state[1]), int(state[2])

    def recover(self, thread: int, control: Control, root: int, shallow: bool) -> Nodes:
        """The tree with this root, found again at a place of its own."""
        spare = -1 - thread
        if spare not in self.levels:
            self.levels[spare] = make_levels(self.sets, _levels(self.task))
        depth = min(self.task.depth, 2) if shallow else self.task.depth
        return recover_set(*self._parts(spare, control), self.rows, depth, np.int64(root))


Way: TypeAlias = Dense | Remembered


def _levels(task: _Task) -> int:
    """How many levels a search can have: no feature is used twice on a path, and every branch costs."""
    worst = len(task.table.labels) * task.aim.unit / task.aim.branch
    return int(min(task.table.features, task.depth, worst)) + 2


def _few(task: _Task) -> int:
    """How many sets can be looked at in a few milliseconds, two at least: the first is that of all rows."""
    words = len(task.table.labels) // 64 + task.table.classes
    blocks = -(-task.table.features // LANES)
    return 2 + BRIEF // (1 + blocks * blocks * words)


def _room(task: _Task) -> int:
    table = task.table
    return 2 * bytes_of_levels(table.features, len(table.labels), table.classes, _levels(task))
