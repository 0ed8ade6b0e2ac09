"""Running a search: at once when it is small, else in threads that can be watched, stopped and timed."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock, Thread
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from derive.kernels.rows.budget import profile_of, recover_with
from derive.kernels.rows.search import COUNTED, Node, facts_of, open_node, recover, solve

if TYPE_CHECKING:
    from derive.kernels.rows import _Task

Nodes: TypeAlias = list[tuple[int, int, float]]
Control: TypeAlias = NDArray[np.int64]
SMALL = 2e8
"""A search of fewer steps than this is run at once: it is over before anyone could stop it."""


class Progress(NamedTuple):
    """How far a search has come: the part of the roots that is done, the best cost, a lower bound.

    >>> Progress(0.5, 12.0, 10.0, 3.2).best
    12.0
    """

    done: float
    best: float
    bound: float
    seconds: float


Watch: TypeAlias = Callable[[Progress], None]


class Outcome(NamedTuple):
    """A tree, its cost and a lower bound in units of the search, and how they were found.

    >>> Outcome([(-1, -1, 0.0)], 3.0, 3.0, 1, 0.1, "dense", "").cost
    3.0
    """

    nodes: Nodes
    cost: float
    lower: float
    seeds: int
    seconds: float
    program: str
    stopped: str


def search_trees(task: _Task, threads: int, time_limit: float | None, watch: Watch | None) -> Outcome:
    """The tree of least cost, or the best one found when time was up.

    >>> search_trees.__name__
    'search_trees'
    """
    start = perf_counter()
    rows = np.arange(len(task.table.labels), dtype=np.int32)
    errors, alike, _predicted = facts_of(task.table, rows, len(rows))
    run = _Run(task, threads, rows, errors, alike)
    if _steps(task) < SMALL:
        run.whole()
        run.stopped = ""
    else:
        run.watched(time_limit, watch, start)
    seconds = perf_counter() - start
    return Outcome(run.nodes, run.best, run.lower(), run.seeds(), seconds, run.program, run.stopped)


def _steps(task: _Task) -> float:
    """Roughly how many steps a search takes that prunes nothing."""
    table, aim = task.table, task.aim
    count = float(table.features)
    words = len(table.labels) / (16 * 32) if table.kind == COUNTED else len(table.labels)
    base = count ** min(aim.reach, max(1, task.depth)) / 4 * (words + 4)
    return base * (2 * count) ** min(20, max(0, task.depth - aim.reach))


class _Run:
    """One search, its threads and what they have found."""

    def __init__(
        self, task: _Task, threads: int, rows: NDArray[np.int32], errors: float, alike: float
    ) -> None:
        self.task = task
        self.rows = rows
        self.facts = errors, alike
        self.threads = threads
        self.controls = [np.zeros(2, np.int64) for _ in range(threads)]
        self.rooms = [task.room()]
        self.memo = task.memo(task.depth > task.aim.reach + 1)
        self.node: Node | None = None
        self.lows: NDArray[np.float64] = np.zeros(0)
        self.best = float("inf")
        self.place = -1
        self.next = 0
        self.nodes: Nodes = []
        self.done = 0
        self.lock = Lock()
        self.failure: BaseException | None = None
        self.stopped = ""
        self.program = "dense" if task.depth <= task.aim.reach else "branch and bound above a dense base"

    def seeds(self) -> int:
        return int(sum(control[1] for control in self.controls))

    def lower(self) -> float:
        """What no tree costs less than."""
        if self.node is None:
            return self.facts[1] * self.task.aim.unit
        return float(min(self.best, max(self.node.state[0], self.lows.min(initial=self.best))))

    def _parts(self, thread: int) -> tuple[object, ...]:
        return self.task.table, self.task.aim, self.rooms[thread], self.memo, self.controls[thread]

    def _open(self) -> Node:
        errors, alike = self.facts
        node = open_node(*self._parts(0), self.rows, len(self.rows), errors, alike, self.task.depth, np.inf)
        self.best = float(node.state[1])
        self.lows = np.full(len(node.order), node.state[0])
        return node

    def _recover(self, thread: int, root: int) -> Nodes:
        parts = self._parts(thread)
        return recover(*parts, self.rows, len(self.rows), self.task.depth, np.int64(root))

    def whole(self) -> None:
        """All in this thread."""
        self.node = self._open()
        solve(*self._parts(0), self.node, np.inf)
        self.best = float(self.node.state[1])
        self.lows = self.node.state[:1]
        self.nodes = self._recover(0, int(self.node.state[2]))

    def first(self) -> None:
        """Open the root, and recover the best tree that the base has found."""
        self.nodes = [(-1, -1, facts_of(self.task.table, self.rows, len(self.rows))[2])]
        leaf = self.facts[0] * self.task.aim.unit
        self.best = leaf
        node = self._open()
        if self.controls[0][0]:
            self.best, self.lows = leaf, np.zeros(0)
            return
        shallow = self.task._replace(depth=min(self.task.depth, self.task.aim.reach))
        nodes = recover(*self._parts(0), self.rows, len(self.rows), shallow.depth, np.int64(node.state[2]))
        if self.controls[0][0]:
            self.best = leaf
        else:
            self.nodes = nodes
        self.node = node

    def work(self, thread: int) -> None:
        """Try one root after another until none is left."""
        assert self.node is not None
        node, control = self.node, self.controls[thread]
        past = np.empty_like(node.past), np.empty_like(node.values)
        tried = np.array([0, 0, 0, node.tried[3]])
        while not control[0]:
            with self.lock:
                place = self.next
                if place >= len(node.order):
                    return
                self.next += 1
                bound = self.best if self.place < place else float(np.nextafter(self.best, np.inf))
            tried[1:3] = place, place + 1
            mine = node._replace(
                state=np.array([node.state[0], np.inf, -1.0]), past=past[0], values=past[1], tried=tried
            )
            low = solve(*self._parts(thread), mine, bound)
            if control[0]:
                return
            value, root = float(mine.state[1]), int(mine.state[2])
            nodes = self._recover(thread, root) if value < bound else []
            with self.lock:
                if not control[0] and value < bound and (value, place) < (self.best, self.place):
                    self.best, self.place, self.nodes = value, place, nodes
                elif not control[0] and value < bound and value == self.best and place < self.place:
                    self.place, self.nodes = place, nodes
                self.lows[place] = min(low, value)
                self.done += 1

    def all(self) -> None:
        """Everything, with as many threads as there are."""
        try:
            self.first()
            node = self.node
            if node is None or node.state[0] >= node.state[1] or self.controls[0][0]:
                return
            self.rooms += [self.task.room() for _ in range(self.threads - 1)]
            others = [Thread(target=self._guarded, args=(k,), daemon=True) for k in range(1, self.threads)]
            for other in others:
                other.start()
            self.work(0)
            for other in others:
                other.join()
        except BaseException as error:
            self.failure = error

    def _guarded(self, thread: int) -> None:
        try:
            self.work(thread)
        except BaseException as error:
            self.failure = error

    def watched(self, time_limit: float | None, watch: Watch | None, start: float) -> None:
        """In other threads, while this one keeps the time and tells how it goes."""
        worker = Thread(target=self.all, daemon=True)
        worker.start()
        try:
            while worker.is_alive():
                worker.join(
                    0.1 if time_limit is None else min(0.1, max(0.0, start + time_limit - perf_counter()))
                )
                if watch is not None and worker.is_alive():
                    watch(self._progress(perf_counter() - start))
                if time_limit is not None and perf_counter() - start >= time_limit and worker.is_alive():
                    self.stopped = "time limit"
                    break
        except KeyboardInterrupt:
            self.stopped = "interrupted"
        if self.stopped:
            for control in self.controls:
                control[0] = 1
        worker.join()
        if self.failure is not None:
            raise self.failure

    def _progress(self, seconds: float) -> Progress:
        total = max(1, len(self.lows))
        unit = self.task.aim.unit
        return Progress(self.done / total, self.best / unit, self.lower() / unit, seconds)


def search_profiles(task: _Task, branches: int, control: Control) -> list[Outcome]:
    """The best trees with at most 0, 1, ..., so many branches.

    >>> search_profiles.__name__
    'search_profiles'
    """
    start = perf_counter()
    rows = np.arange(len(task.table.labels), dtype=np.int32)
    room = task.room()
    roots = np.empty(branches + 1, np.int64)
    profile = profile_of(
        task.table, task.aim, room, control, rows, len(rows), task.depth, np.int64(branches), roots
    )
    stopped = bool(control[0])
    control[0] = 0
    if stopped:  # a smaller search that takes no time
        low = float(facts_of(task.table, rows, len(rows))[1])
        task = task._replace(depth=min(task.depth, 2))
        profile = profile_of(
            task.table, task.aim, room, control, rows, len(rows), task.depth, np.int64(branches), roots
        )
    outcomes = []
    for n in range(branches + 1):
        nodes = recover_with(task.table, task.aim, room, control, rows, len(rows), task.depth, np.int64(n))
        cost = float(profile[n]) * task.aim.unit
        lower = low * task.aim.unit if stopped else cost
        seconds = perf_counter() - start
        outcomes.append(
            Outcome(nodes, cost, lower, int(control[1]), seconds, "profiles above a dense base", "")
        )
    return outcomes


def watched(
    search: Callable[[Control], list[Outcome]], task: _Task, time_limit: float | None, watch: Watch | None
) -> list[Outcome]:
    """Run a search for profiles, at once or in a thread that can be stopped.

    >>> watched.__name__
    'watched'
    """
    control = np.zeros(2, np.int64)
    if _steps(task) < SMALL:
        return search(control)
    found: list[list[Outcome]] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            found.append(search(control))
        except BaseException as error:
            failure.append(error)

    start = perf_counter()
    stopped = ""
    worker = Thread(target=run, daemon=True)
    worker.start()
    try:
        while worker.is_alive():
            worker.join(
                0.1 if time_limit is None else min(0.1, max(0.0, start + time_limit - perf_counter()))
            )
            if watch is not None and worker.is_alive():
                watch(Progress(0.0, float("inf"), 0.0, perf_counter() - start))
            if time_limit is not None and perf_counter() - start >= time_limit and worker.is_alive():
                stopped = "time limit"
                break
    except KeyboardInterrupt:
        stopped = "interrupted"
    if stopped:
        control[0] = 1
    worker.join()
    if failure:
        raise failure[0]
    return [outcome._replace(stopped=stopped) for outcome in found[0]]
