"""Running a search: at once when it is small, else in threads that can be watched, stopped and timed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Lock, Thread
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from derive.kernels.rows.base import COUNTED
from derive.kernels.rows.budget import profile_of, recover_all
from derive.kernels.rows.search import facts_of
from derive.kernels.rows.ways import Control, Dense, Nodes, Remembered, Way, new_control
from derive.kernels.waiting import wait_for

if TYPE_CHECKING:
    from derive.kernels.rows import _Task

SMALL, SHORT = 2e9, 1.0
"""A search of fewer steps than this is run at once, unless its time is shorter: it is over before anyone stops it."""


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


Wanted: TypeAlias = Callable[[NDArray[np.float64]], Iterable[int]]
"""Which trees are wanted: of so many branches, given the least loss for each number of branches."""


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

    >>> from derive.kernels.rows import GIB, _task
    >>> features, labels = np.array([[0, 1], [1, 0], [1, 1]], np.uint8), np.array([0, 0, 1])
    >>> task = _task(features, labels, 2, None, 0.0, 2, None, 1, 1, GIB, False)
    >>> search_trees(task, 1, None, None)[:3]    # the first feature is asked, then the second
    ([(0, 4, 0.0), (1, 3, 0.0), (-1, -1, 1.0), (-1, -1, 0.0), (-1, -1, 0.0)], 0.0, 0.0)
    """
    start = perf_counter()
    if Remembered.fits(task):
        way = Remembered(task)
        run = _Run(task, way, threads)
        if run.briefly(way.few):
            return run.outcome(start)
        if Remembered.is_better(task):
            run.watched(time_limit, watch, start)
            return run.outcome(start)
        del way, run  # and what they remember
    if _is_small(task, time_limit):
        return _at_once(task, start)
    run = _Run(task, Dense(task), threads)
    run.watched(time_limit, watch, start)
    return run.outcome(start)


def _at_once(task: _Task, start: float) -> Outcome:
    """All in this thread, and no one to watch."""
    way, control = Dense(task), new_control()
    opened = way.open(control)
    lower, best, root, _ = way.whole(control)
    nodes = way.recover(0, control, root, shallow=best == opened.best)
    return Outcome(nodes, best, lower, int(control[1]), perf_counter() - start, way.program, "")


def _is_small(task: _Task, time_limit: float | None) -> bool:
    return _steps(task) < (SMALL if time_limit is None or time_limit >= SHORT else SMALL / 10)


def _steps(task: _Task) -> float:
    """Roughly how many steps a search takes that prunes nothing."""
    table, aim = task.table, task.aim
    count = float(table.features)
    words = len(table.labels) / (16 * 32) if table.kind == COUNTED else len(table.labels)
    base = count ** min(aim.reach, max(1, task.depth)) / 4 * (words + 4)
    return base * (2 * count) ** min(20, max(0, task.depth - aim.reach))


class _Run:
    """One search, its threads and what they have found."""

    def __init__(self, task: _Task, way: Way, threads: int) -> None:
        rows = np.arange(len(task.table.labels), dtype=np.int32)
        errors, alike, predicted = facts_of(task.table, rows, len(rows))
        self.task = task
        self.way = way
        self.threads = threads
        self.controls = [new_control() for _ in range(threads)]
        self.nodes: Nodes = [(-1, -1, predicted)]
        self.best = float(errors * task.aim.unit)
        self.low = float(alike * task.aim.unit)
        self.lows: NDArray[np.float64] = np.zeros(0)
        self.place = -1
        self.next = 0
        self.done = 0
        self.lock = Lock()
        self.failure: BaseException | None = None
        self.stopped = ""

    def outcome(self, start: float) -> Outcome:
        """What was found since then."""
        seeds, seconds = sum(control[1] for control in self.controls), perf_counter() - start
        return Outcome(
            self.nodes, self.best, self.lower(), int(seeds), seconds, self.way.program, self.stopped
        )

    def lower(self) -> float:
        """What no tree costs less than."""
        return float(min(self.best, max(self.low, self.lows.min(initial=self.best if len(self.lows) else 0))))

    def _rank(self, value: float) -> float:
        """Costs that differ by rounding have the same rank, so that the order of threads does not matter."""
        slack = self.task.aim.slack
        return float(np.floor(value / slack + 0.5)) if slack > 0 else value

    def first(self) -> None:
        """Open the root, and recover the best tree that was seen on the way."""
        control = self.controls[0]
        opened = self.way.open(control)
        stopped = bool(control[0])  # then what was counted is true, but not all there is
        if stopped and not isinstance(self.way, Dense):
            return
        undisturbed = new_control()  # this takes little time, and without it there is no tree
        nodes = self.way.recover(0, undisturbed, opened.root, shallow=True)
        self.nodes, self.best = nodes, opened.best
        if not stopped:
            self.low = opened.lower
            self.lows = np.full(opened.roots, opened.lower)

    def work(self, thread: int) -> None:
        """Try one root after another until none is left."""
        control = self.controls[thread]
        while not control[0]:
            with self.lock:
                place = self.next
                if place >= len(self.lows) or self.best <= self.low:
                    return
                self.next += 1
                bound = self.best
                if place < self.place:  # as good a tree would be preferred
                    bound = float(np.nextafter(self.best + 2 * self.task.aim.slack, np.inf))
            low, value, root = self.way.attempt(thread, control, place, bound)
            found = value < bound and not control[0]
            nodes = self.way.recover(thread, control, root, shallow=False) if found else []
            with self.lock:
                if control[0]:  # this root was not tried to its end
                    self.next = min(self.next, place)
                    return
                if found and (self._rank(value), place) < (self._rank(self.best), self.place):
                    self.best, self.place, self.nodes = value, place, nodes
                self.lows[place] = min(low, value)
                self.done += 1

    def briefly(self, few: int) -> bool:
        """What takes a few milliseconds, in this thread, since another may be kept waiting; whether that was all.

        It ends after a look at so many sets, or by Ctrl-C.
        """
        control = self.controls[0]
        control[4] = few
        try:
            self.first()
            self.way.prepare(0)
            self.work(0)
        except KeyboardInterrupt:
            self.stopped = "interrupted"
            self.rescue()
            return True
        unfinished = bool(control[0])
        control[0] = control[4] = 0
        return not unfinished

    def all(self) -> None:
        """Everything, with as many threads as there are."""
        if not len(self.lows):
            self.first()
        if not len(self.lows) or self.low >= self.best or self.controls[0][0]:
            return
        for thread in range(self.threads):  # before the first one changes what the others start from
            self.way.prepare(thread)
        others = [Thread(target=self._guarded, args=(k,), daemon=True) for k in range(1, self.threads)]
        for other in others:
            other.start()
        self.work(0)
        for other in others:
            other.join()
        if self.failure is not None:
            raise self.failure

    def _guarded(self, thread: int) -> None:
        try:
            self.work(thread)
        except BaseException as error:
            self.failure = error

    def watched(self, time_limit: float | None, watch: Watch | None, start: float) -> None:
        """In other threads, while this one keeps the time and tells how it goes."""

        def stop() -> None:
            for control in self.controls:
                control[0] = 1

        tell = None if watch is None else lambda seconds: watch(self._progress(seconds))
        self.stopped = wait_for(self.all, stop, time_limit, tell, start)
        if self.stopped:
            self.rescue()

    def rescue(self) -> None:
        """The best tree of depth two, where there was no time for any: it is found at once."""
        if len(self.nodes) > 1:
            return
        way, control = Dense(self.task._replace(depth=min(2, self.task.depth))), new_control()
        opened = way.open(control)
        if opened.best < self.best:
            self.best, self.nodes = opened.best, way.recover(0, control, opened.root, shallow=False)

    def _progress(self, seconds: float) -> Progress:
        total = max(1, len(self.lows))
        unit = self.task.aim.unit
        return Progress(self.done / total, self.best / unit, self.lower() / unit, seconds)


def search_profiles(task: _Task, branches: int, control: Control, wanted: Wanted) -> list[Outcome]:
    """The best trees with at most n branches, for those n that are wanted once all losses are known.

    When stopped, those that the dense base reaches.

    >>> from derive.kernels.rows import GIB, _task
    >>> xor, labels = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], np.uint8), np.array([0, 1, 1, 0])
    >>> task = _task(xor, labels, 2, None, 0.0, None, 3, 1, 1, GIB, False)
    >>> found = search_profiles(task, 3, new_control(), lambda losses: range(len(losses)))
    >>> [outcome.cost for outcome in found]
    [2.0, 2.0, 1.0, 0.0]
    """
    start = perf_counter()
    rows = np.arange(len(task.table.labels), dtype=np.int32)
    rooms = task.rooms()
    most = int(min(branches, max(1, len(rows) - 1), 2 ** min(task.depth, 62) - 1))  # more are of no use

    def best_trees(depth: int, control: Control) -> list[tuple[Nodes, float]]:
        parts = task.table, task.aim, rooms, control, rows, len(rows), depth
        roots = np.full(branches + 1, -1)
        uncapped = np.empty(0, np.uint8), np.empty(0)
        profile = profile_of(*parts, np.int64(most), roots[: most + 1], *uncapped)
        profile = np.concatenate([profile, np.full(branches - most, profile[-1])])
        useful = np.maximum.accumulate(np.where(roots >= 0, np.arange(branches + 1), 0))  # more do no better
        asked = list(wanted(profile))
        numbers = np.unique(useful[asked])[::-1]
        nodes, begins = recover_all(*parts, numbers, roots)
        ends = [*begins[1:], len(nodes)]
        trees = {n: nodes[begin:end] for n, begin, end in zip(numbers, begins, ends, strict=True)}
        return [(trees[useful[each]], float(profile[each])) for each in asked]

    found = best_trees(task.depth, control)
    stopped = bool(control[0])
    if stopped:  # where there was time for the base, there is for as much again
        reach = task.aim.reach if control[3] else 2
        found = best_trees(min(task.depth, reach), new_control())
    errors, alike, _ = facts_of(task.table, rows, len(rows))
    unit, seconds = task.aim.unit, perf_counter() - start
    outcomes = []
    for nodes, loss in found:
        cost = loss + task.penalty * (len(nodes) // 2)
        lower = min(cost, errors, alike + task.penalty) if stopped else cost
        outcomes.append(
            Outcome(
                nodes, cost * unit, lower * unit, int(control[1]), seconds, "profiles above a dense base",
                "stopped" if stopped else "",
            )
        )  # fmt: skip
    return outcomes


def watched(
    search: Callable[[Control], list[Outcome]], task: _Task, time_limit: float | None, watch: Watch | None
) -> list[Outcome]:
    """Run a search for profiles, at once or in a thread that can be stopped.

    >>> from derive.kernels.rows import GIB, _task
    >>> features, labels = np.array([[0, 1], [1, 0], [1, 1]], np.uint8), np.array([0, 0, 1])
    >>> task = _task(features, labels, 2, None, 0.0, None, 1, 1, 1, GIB, False)
    >>> least = lambda losses: [int(losses.argmin())]
    >>> found = watched(lambda control: search_profiles(task, 1, control, least), task, None, None)
    >>> [(outcome.cost, outcome.stopped) for outcome in found]
    [(1.0, '')]
    """
    control = new_control()
    if _is_small(task, time_limit):
        return search(control)
    start = perf_counter()
    found: list[Outcome] = []

    def stop() -> None:
        control[0] = 1

    def tell(seconds: float) -> None:
        if watch is not None:
            watch(Progress(control[2] / max(1, control[3]), float("inf"), 0.0, seconds))

    stopped = wait_for(lambda: found.extend(search(control)), stop, time_limit, tell, start)
    return [outcome._replace(stopped=outcome.stopped and stopped) for outcome in found]
