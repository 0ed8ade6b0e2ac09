"""Optimal trees over categories, with a part for every value: the compiled search of ``derive.best_first``.

>>> import numpy as np
>>> values = np.array([[0, 1], [1, 1], [2, 0], [0, 0]])
>>> answer = fit(values, np.array([0, 1, 0, 0]), 2, penalty=0.4)
>>> answer.tree == Node((0, (0, 1, 2)), (Leaf(0), Leaf(1), Leaf(0)))
True
>>> answer.loss, answer.cost, answer.optimal
(0.0, 0.4, True)
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from derive.errors import BadInput
from derive.kernels import rows
from derive.kernels.multiway.graph import (
    ANY_DEPTH,
    DONE,
    LEAF,
    ROOM,
    Aim,
    Data,
    Forks,
    Graph,
    Parts,
    Room,
    Seeds,
    add_seed,
    costs_of,
    rehash,
    search,
)
from derive.kernels.rows import GIB, Answer
from derive.kernels.rows.run import Progress, Watch
from derive.tree import Leaf, Node, Tree, fold_with, unfold

__all__ = ["Answer", "Leaf", "Node", "Progress", "fit"]

SLICE = 0.05
"""How many seconds the loop runs before the clock is looked at."""

GAPS = 1000
"""How many more numbers of values than rows are borne with."""


class _Task(NamedTuple):
    """Data with what is minimised on them; ``many`` makes fewer branches decide between equals."""

    data: Data
    aim: Aim
    depth: int
    penalty: float
    many: int
    denominator: int

    def lower(self, low: float) -> float:
        """A bound of the search as a cost."""
        return floor(low / self.many) / self.denominator if self.denominator else low


def _grouped(table: NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The first of each kind of row, and for every row which kind it is."""
    order = np.lexsort(table.T[::-1])
    changed = np.ones(len(order), bool)
    changed[1:] = (table[order[1:]] != table[order[:-1]]).any(axis=1)
    kind = np.empty(len(order), np.intp)
    kind[order] = changed.cumsum() - 1
    return order[changed], kind


def _data(
    values: NDArray[np.int64], labels: NDArray[np.int64], weights: NDArray[np.float64], classes: int
) -> Data:
    """Rows that are equal in all told once, and what each costs in any tree."""
    first, kind = _grouped(np.column_stack([values, labels]))
    mass = np.bincount(kind, weights).astype(np.float64)
    times = np.bincount(kind)
    values, labels = values[first], labels[first]
    _, group = _grouped(np.column_stack([np.zeros(len(values), np.int64), values]))
    by_class = np.zeros((group.max(initial=-1) + 1, classes))
    by_class[group, labels] = mass
    alike = np.where(by_class.argmax(axis=1)[group] == labels, 0.0, mass)
    sizes = values.max(axis=0, initial=-1) + 1
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    present = [len(np.unique(column)) for column in values.T]
    words = np.random.default_rng(0).integers(0, 1 << 64, (len(labels), 2), np.uint64, endpoint=False)
    codes = np.ascontiguousarray(values + starts[:-1], np.int32)
    return Data(codes, labels, mass, times, alike, words, starts, classes, max(present, default=1) - 1)


def _check(
    values: NDArray[Any], target: NDArray[Any], penalty: float, max_depth: int | None, min_leaf: int
) -> None:
    if values.ndim != 2 or len(values) != len(target):
        raise BadInput(f"expected a row of values for each of {len(target)} labels, got shape {values.shape}")
    if values.dtype.kind not in "iu" or values.min(initial=0) < 0:
        raise BadInput("expected values that are numbered 0, 1, and so on")
    if values.max(initial=0) > len(values) + GAPS:
        raise BadInput(
            f"expected values that are numbered without gaps, got {values.max()} for {len(values)} rows"
        )
    if not 0 <= penalty < float("inf"):
        raise BadInput(f"expected a penalty of 0 or more, got {penalty}")
    if max_depth is None and penalty == 0:
        raise BadInput("without max_depth, branches must cost something: give a penalty above 0")
    for name, given, least in (("max_depth", max_depth, 0), ("min_leaf", min_leaf, 1)):
        if given is not None and given < least:
            raise BadInput(f"expected {name} to be {least} or more, got {given}")


def _by_value(feature: int, parts: tuple[Tree[Any, int], ...]) -> Tree[Any, int]:
    """A branch of the engine for rows of 0 and 1, whose first part is where the feature is 1."""
    one, zero = parts
    return Node((feature, (0, 1)), (zero, one))


def _task(
    values: NDArray[Any],
    target: NDArray[Any],
    classes: int,
    weights: NDArray[np.float64] | None,
    penalty: float,
    max_depth: int | None,
    min_leaf: int,
) -> _Task:
    mass = np.ones(len(target)) if weights is None else np.ascontiguousarray(weights, np.float64)
    data = _data(
        np.ascontiguousarray(values, np.int64), np.ascontiguousarray(target, np.int64), mass, classes
    )
    depth = ANY_DEPTH if max_depth is None or max_depth >= values.shape[1] else max_depth
    total = float(mass.sum())
    limited = depth != ANY_DEPTH
    if (mass == np.floor(mass)).all() and total < 2**30:
        rows = int(total)
        many = len(target) + 1 if penalty > 0 else 1
        ratio = Fraction(penalty).limit_denominator(max(1, 2**50 // (8 * (rows + 1) * many)))
        unit = float(ratio.denominator * many)
        branch = float(ratio.numerator * many + (many > 1))
        return _Task(data, Aim(unit, branch, 0.0, min_leaf, limited), depth, penalty, many, ratio.denominator)
    return _Task(data, Aim(1.0, penalty, 1e-10 * total, min_leaf, limited), depth, penalty, 1, 0)


def _empty(seeds: int, forks: int, parts: int) -> Graph:
    whole = np.empty(seeds, np.uint64), np.empty(seeds, np.uint64), np.empty(seeds), np.empty(seeds)
    rest = (
        np.empty(seeds, np.int32),
        np.empty(seeds, np.int64),
        np.empty(seeds, np.int32),
        np.empty(seeds, np.int64),
    )
    slots = 1 << (2 * seeds - 1).bit_length()
    return Graph(
        Seeds(*whole, *rest),
        Forks(
            np.empty(forks, np.int32), np.empty(forks), np.empty(forks, np.int64), np.empty(forks, np.int32)
        ),
        Parts(np.empty(parts, np.int32), np.empty(parts, np.int32)),
        np.full(slots, -1, np.int32),
        np.zeros(4, np.int64),
    )


def _bytes(graph: Graph) -> int:
    return sum(array.nbytes for group in graph[:3] for array in group) + graph.slots.nbytes


def _larger(graph: Graph, data: Data) -> Graph:
    """The same with at least twice the room, where room is short."""
    seeds, forks, parts, _ = graph.used.tolist()
    codes, features = int(data.starts[-1]), data.codes.shape[1]
    larger = _empty(
        *(
            2 * have if used + 2 * more > have else have
            for used, have, more in (
                (seeds, len(graph.seeds.low), codes),
                (forks, len(graph.forks.low), features),
                (parts, len(graph.parts.seed), codes),
            )
        )
    )
    for old_group, new_group, used in zip(graph[:3], larger[:3], (seeds, forks, parts), strict=True):
        for old, new in zip(old_group, new_group, strict=True):
            new[:used] = old[:used]
    larger.used[:] = graph.used
    rehash(larger.slots, larger.seeds, seeds)
    return larger


class _Run:
    """One search, and what it has found."""

    def __init__(self, task: _Task, memory: int) -> None:
        data, aim = task.data, task.aim
        codes, features = int(data.starts[-1]), data.codes.shape[1]
        self.task, self.memory = task, memory
        self.graph = _empty(1024 + 4 * codes, 1024 + 4 * features, 4096 + 4 * codes)
        self.room = Room(
            np.zeros((codes, data.classes)),
            np.zeros(codes, np.int64),
            np.zeros(codes),
            np.zeros((codes, 2), np.uint64),
            np.zeros(features),
            np.zeros(len(data.labels), np.int32),
            np.zeros(data.classes),
        )
        self.path = np.zeros(features + 2, np.int64)
        counts = np.bincount(data.labels, data.weights, data.classes)
        low, up = costs_of(counts, data.alike.sum(), data, aim, self.room.sorted, task.depth)
        add_seed(self.graph, np.uint64(1), np.uint64(2), low, up, task.depth)
        self.stopped = ""

    @property
    def bounds(self) -> tuple[float, float]:
        """What the best tree costs at least and at most, in units of the search."""
        return float(self.graph.seeds.low[0]), float(self.graph.seeds.up[0])

    def all(self, time_limit: float | None, watch: Watch | None, start: float) -> None:
        """Search to the end, in slices, so that it can be watched, timed and interrupted."""
        low, up = self.bounds
        widest = up - low
        steps = 64
        try:
            while True:
                began = perf_counter()
                state = search(self.task.data, self.task.aim, self.graph, self.room, self.path, steps)
                now = perf_counter()
                if state == DONE:
                    return
                if state == ROOM:
                    if 2 * _bytes(self.graph) > self.memory:
                        self.stopped = "memory limit"
                        return
                    self.graph = _larger(self.graph, self.task.data)
                elif now - began < SLICE:
                    steps *= 2
                if watch is not None:
                    low, up = self.bounds
                    done = 1 - (up - low) / widest
                    watch(Progress(done, up / self.task.aim.unit, self.task.lower(low), now - start))
                if time_limit is not None and now - start >= time_limit:
                    self.stopped = "time limit"
                    return
        except KeyboardInterrupt:
            self.stopped = "interrupted"

    def tree(self) -> tuple[Tree[tuple[int, tuple[int, ...]], int], float, int]:
        """The best tree, the weight of its errors, and its number of branches."""
        data, (seeds, forks, parts, _, _) = self.task.data, self.graph
        loss, branches = 0.0, 0

        def grow(at: tuple[int, Any]) -> Any:
            nonlocal loss, branches
            seed, rows = at
            fork = int(seeds.choice[seed])
            if fork == LEAF:
                counts = np.bincount(data.labels[rows], data.weights[rows], data.classes)
                loss += float(counts.sum() - counts.max())
                return Leaf(int(counts.argmax()))
            branches += 1
            feature = int(forks.feature[fork])
            held = data.codes[rows, feature]
            places = range(forks.start[fork], forks.start[fork] + forks.many[fork])
            below = tuple((int(parts.seed[place]), rows[held == parts.code[place]]) for place in places)
            values = tuple(int(parts.code[place] - data.starts[feature]) for place in places)
            return (feature, values), below

        tree: Tree[tuple[int, tuple[int, ...]], int] = unfold(grow, (0, np.arange(len(data.labels))))
        return tree, loss, branches


def fit(
    values: NDArray[Any],
    target: NDArray[Any],
    classes: int,
    *,
    weights: NDArray[np.float64] | None = None,
    penalty: float = 0.0,
    max_depth: int | None = None,
    min_leaf: int = 1,
    time_limit: float | None = None,
    memory: int = 2 * GIB,
    watch: Watch | None = None,
) -> Answer:
    """The tree of least cost: the weight of rows that are labelled wrongly, and a penalty for every branch.

    ``values`` has a column for every feature, its values numbered from 0. The root of a node is the
    feature and the values that have a part: those of the rows that get there. Among trees of least cost
    it is one with the fewest branches, if there is a penalty. Rows without weight are left out. Stopped by time, memory or an interrupt, the
    search answers with its best tree and what is proved of it. Where every value is 0 or 1, the engine for
    such rows is the faster one, and answers.

    >>> xor = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    >>> [fit(xor, np.array([0, 1, 1, 0]), 2, penalty=penalty).branches for penalty in (0.6, 0.7)]
    [3, 0]
    """
    start = perf_counter()
    _check(values, target, penalty, max_depth, min_leaf)
    if weights is not None and not weights.all():
        kept = weights > 0
        values, target, weights = values[kept], target[kept], weights[kept]
    if values.shape[1] and values.max(initial=0) <= 1:
        answer = rows.fit(
            values.astype(np.uint8),
            target,
            classes,
            weights=weights,
            penalty=penalty,
            max_depth=max_depth,
            min_leaf=min_leaf,
            time_limit=time_limit,
            memory=memory,
            watch=watch,
        )
        return answer._replace(tree=fold_with(Leaf, _by_value, answer.tree))
    task = _task(values, target, classes, weights, penalty, max_depth, min_leaf)
    run = _Run(task, memory)
    run.all(time_limit, watch, start)
    tree, loss, branches = run.tree()
    low, up = run.bounds
    cost = loss + penalty * branches
    optimal = low >= up
    return Answer(
        tree,
        loss,
        branches,
        cost,
        cost if optimal else min(cost, task.lower(low)),
        optimal,
        int(run.graph.used[0]),
        perf_counter() - start,
        "best first",
        run.stopped,
    )
