"""Optimal decision trees over rows of 0 and 1: the compiled engine.

>>> import numpy as np
>>> features = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.uint8)
>>> answer = fit(features, np.array([0, 1, 1, 0]), 2, max_depth=2)
>>> answer.loss, answer.branches, answer.optimal
(0.0, 3, True)
>>> answer.tree == Node(0, (Node(1, (Leaf(0), Leaf(1))), Node(1, (Leaf(1), Leaf(0)))))
True
"""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from derive.errors import BadInput, TooLarge
from derive.kernels.limits import check_limits, check_rows
from derive.kernels.rows.base import COUNTED, Aim, Rooms, Table, make_rooms
from derive.kernels.rows.counting import count_trees
from derive.kernels.rows.memo import Memo
from derive.kernels.rows.run import Outcome, Progress, Watch, search_profiles, search_trees, watched
from derive.kernels.rows.search import ANY_DEPTH
from derive.kernels.rows.table import make_table
from derive.kernels.rows.trees import loss_of
from derive.kernels.rows.ways import new_control
from derive.kernels.waiting import wait_for
from derive.tree import Leaf, Node, Tree, size

__all__ = ["Answer", "Estimate", "Leaf", "Node", "Progress", "count_optimal", "estimate", "fit", "path"]

GIB = 1 << 30


class Answer(NamedTuple):
    """A tree over features, what it costs, and what is proved of it.

    The first part of a node is where its feature is 1. Leaves hold the code of a class, or a mean.

    >>> Answer(Leaf(1), 3.0, 0, 3.0, 3.0, True, 1, 0.01, "dense", "").gap
    0.0
    """

    tree: Tree[Any, Any]
    loss: float
    branches: int
    cost: float
    lower_bound: float
    optimal: bool
    seeds: int
    seconds: float
    program: str
    stopped: str

    @property
    def gap(self) -> float:
        """How much less a tree could cost, as far as is known."""
        return self.cost - self.lower_bound


class Estimate(NamedTuple):
    """How many sets of rows a search looks at, and how long it takes; ``exact`` when it was run to its end.

    >>> Estimate(10, 0.5, False).seeds
    10
    """

    seeds: int
    seconds: float
    exact: bool


class _Task(NamedTuple):
    """A table with what is minimised on it, and room to do so."""

    table: Table
    kept: NDArray[np.int64]
    aim: Aim
    depth: int
    penalty: float
    memory: int
    offset: float

    def rooms(self) -> Rooms:
        return make_rooms(self.table, self.aim, self.depth)

    def memo(self, on: bool) -> Memo:
        slots = 1 << 12
        while on and slots < 1 << 22 and slots * 32 * 4 <= self.memory // 2:
            slots *= 4
        slots = slots if on else 1
        used = np.array([min(slots, 1 << 12) - 1, 0])
        return Memo(np.zeros((slots, 4), np.uint64), used, on)


def _bytes_needed(features: int, classes: int, rows: int, counted: bool, reach: int) -> int:
    if not counted:
        return features * features * 8 * (max(3, classes) + 1)
    each = 3 if rows < 16_000 else 5  # with narrow counters beside
    return features * (features + 32) * each * (classes + 1 + (5 if reach > 2 else 0)) + features * rows // 4


def _task(
    features: NDArray[np.uint8],
    target: NDArray[Any],
    classes: int,
    weights: NDArray[np.float64] | None,
    penalty: float,
    max_depth: int | None,
    max_nodes: int | None,
    min_leaf: int,
    threads: int,
    memory: int,
    fewest: bool,
) -> _Task:
    check_rows(features, target)
    check_limits(max_depth, max_nodes, min_leaf, penalty)
    if weights is not None and not (weights > 0).any():
        raise BadInput("expected a weight above 0, got none")
    offset = 0.0
    if classes == 0:
        offset = float(np.average(target, weights=weights))
        numbers = target - offset
        labels = np.zeros(len(target), np.int64)
    else:
        labels = np.ascontiguousarray(target, np.int64)
        numbers = np.zeros(len(target))
    table, kept = make_table(
        np.ascontiguousarray(features, np.uint8), labels, numbers, weights, classes, min_leaf == 1
    )
    rows = len(table.labels)
    counted = table.kind == COUNTED
    depth = ANY_DEPTH if max_depth is None else max_depth
    if max_nodes is not None:
        depth = min(depth, max_nodes)
    reach = 3 if counted else 2
    if threads * _bytes_needed(table.features, classes, rows, counted, reach) > memory // 2:
        reach = 2
        needed = threads * _bytes_needed(table.features, classes, rows, counted, reach)
        if needed > memory:
            raise TooLarge(
                f"{table.features} features that differ need {needed / GIB:.1f} GiB for their pairs"
                f"{f' in {threads} threads' if threads > 1 else ''}, more than the {memory / GIB:.1f} GiB allowed: "
                f"give fewer rules{' or fewer threads' if threads > 1 else ''}, or allow more memory"
            )
    if counted:
        ratio = Fraction(penalty).limit_denominator(max(1, 2**50 // (8 * rows * (rows + 1))))
        many = rows + 1 if fewest or penalty > 0 else 1  # so that fewer branches decide between equals
        unit = float(ratio.denominator * many)
        branch = float(ratio.numerator * many + (many > 1))
        aim = Aim(unit, branch, 0.0, min_leaf, reach)
    else:
        total = float(table.weights @ (table.numbers**2)) if classes == 0 else float(table.weights.sum())
        slack = 1e-10 * total
        aim = Aim(1.0, penalty + (16 * slack if fewest else 0.0), slack, min_leaf, reach)
    return _Task(table, kept, aim, depth, penalty, memory, offset)


def _tree(task: _Task, nodes: list[tuple[int, int, float]]) -> Tree[int, Any]:
    """The tree from its nodes, roots first."""
    built: dict[int, Tree[int, Any]] = {}
    for number in reversed(range(len(nodes))):
        feature, other, predicted = nodes[number]
        if feature < 0:
            built[number] = Leaf(predicted + task.offset if task.table.kind == 2 else int(predicted))
        else:
            built[number] = Node(int(task.kept[feature]), (built.pop(number + 1), built.pop(other)))
    return built[0]


def _loss(task: _Task, nodes: list[tuple[int, int, float]]) -> float:
    """What a tree really costs, without the penalty: counted from its leaves."""
    features, others, predicted = zip(*nodes, strict=True)
    return float(loss_of(task.table, np.array(features), np.array(others), np.array(predicted)))


def _lower(task: _Task, lower: float) -> float:
    """What trees cost at least, without what decides between equals: less than a unit for all branches together."""
    if task.table.kind == COUNTED and task.penalty == 0:
        return float(np.floor(lower / task.aim.unit))
    return lower / task.aim.unit


def _answer(task: _Task, outcome: Outcome) -> Answer:
    tree = _tree(task, outcome.nodes)
    loss = _loss(task, outcome.nodes)
    branches = size(tree)
    cost = loss + task.penalty * branches
    optimal = outcome.lower >= outcome.cost - 2 * task.aim.slack
    bound = cost if optimal else min(cost, _lower(task, outcome.lower))
    return Answer(
        tree,
        loss,
        branches,
        cost,
        bound,
        optimal,
        outcome.seeds,
        outcome.seconds,
        outcome.program,
        outcome.stopped,
    )


def fit(
    features: NDArray[np.uint8],
    target: NDArray[Any],
    classes: int,
    *,
    weights: NDArray[np.float64] | None = None,
    penalty: float = 0.0,
    max_depth: int | None = None,
    max_nodes: int | None = None,
    min_leaf: int = 1,
    threads: int = 1,
    time_limit: float | None = None,
    memory: int = 2 * GIB,
    watch: Watch | None = None,
    fewest: bool = False,
) -> Answer:
    """The tree of least cost: its loss, and a penalty for every branch.

    ``target`` holds codes of classes (the loss is the weight of rows that are labelled wrongly) or, when
    ``classes`` is 0, numbers (squared error). ``fewest``: among trees of least cost one with the fewest
    branches, which a penalty above 0 implies.

    >>> answer = fit(np.array([[0], [1], [1]], dtype=np.uint8), np.array([1.0, 2.0, 4.0]), 0, max_depth=1)
    >>> answer.tree, answer.loss
    (Node(0, (Leaf(3.0), Leaf(1.0))), 2.0)
    """
    task = _task(
        features, target, classes, weights, penalty, max_depth, max_nodes, min_leaf, threads, memory, fewest
    )
    if max_nodes is not None and max_nodes < 2 ** min(task.depth, 62) - 1:

        def cheapest(profile: NDArray[np.float64]) -> list[int]:
            costs = profile + penalty * np.arange(len(profile))
            return [int((costs <= costs.min() + task.aim.slack).argmax())]

        found = watched(
            lambda control: search_profiles(task, max_nodes, control, cheapest), task, time_limit, watch
        )
        return _answer(task, found[0])
    return _answer(task, search_trees(task, threads, time_limit, watch))


def path(
    features: NDArray[np.uint8],
    target: NDArray[Any],
    classes: int,
    *,
    max_nodes: int,
    weights: NDArray[np.float64] | None = None,
    max_depth: int | None = None,
    min_leaf: int = 1,
    threads: int = 1,
    time_limit: float | None = None,
    memory: int = 2 * GIB,
    watch: Watch | None = None,
) -> list[Answer]:
    """The best trees with at most 0, 1, ..., ``max_nodes`` branches, from one search.

    >>> xor = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.uint8)
    >>> [answer.loss for answer in path(xor, np.array([0, 1, 1, 0]), 2, max_nodes=3)]
    [2.0, 2.0, 1.0, 0.0]
    """
    task = _task(
        features, target, classes, weights, 0.0, max_depth, max_nodes, min_leaf, threads, memory, False
    )

    def every(profile: NDArray[np.float64]) -> range:
        return range(len(profile))

    found = watched(lambda control: search_profiles(task, max_nodes, control, every), task, time_limit, watch)
    alike = [list(group) for _, group in groupby(found, key=lambda outcome: id(outcome.nodes))]
    return [answer for group in alike for answer in [_answer(task, group[0])] * len(group)]


def count_optimal(
    features: NDArray[np.uint8],
    target: NDArray[Any],
    classes: int,
    *,
    weights: NDArray[np.float64] | None = None,
    penalty: float = 0.0,
    max_depth: int | None = None,
    max_nodes: int | None = None,
    min_leaf: int = 1,
    time_limit: float | None = None,
    memory: int = 2 * GIB,
) -> int:
    """How many trees cost least and have, among these, the fewest branches; every branch has rows on both sides.

    There is no number when time is up, or by Ctrl-C: that is an error.

    >>> xor = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.uint8)
    >>> count_optimal(xor, np.array([0, 1, 1, 0]), 2, max_depth=2)
    2
    """
    if max_nodes is not None:
        raise BadInput(
            "optimal trees are counted under a depth and a penalty, not under max_nodes: leave it out"
        )
    task = _task(features, target, classes, weights, penalty, max_depth, None, min_leaf, 1, memory, True)
    rows = np.arange(len(task.table.labels), dtype=np.int32)
    control = new_control()
    found = [0.0]

    def work() -> None:
        found[0] = count_trees(
            task.table, task.aim, task.rooms(), task.memo(True), control, rows, len(rows), task.depth
        )

    def stop() -> None:
        control[0] = 1

    if stopped := wait_for(work, stop, time_limit, None, perf_counter()):
        if stopped == "interrupted":
            raise KeyboardInterrupt
        raise TooLarge(
            f"the optimal trees could not be counted in {time_limit:g} seconds: allow more, or give smaller limits"
        )
    trees = found[0]
    if trees >= 2**53:
        raise TooLarge(
            f"there are more than 2^53 optimal trees, about {trees:.3g}: too many to count exactly"
        )
    return int(trees)


def estimate(
    features: NDArray[np.uint8],
    target: NDArray[Any],
    classes: int,
    *,
    seconds: float = 1.0,
    **limits: Any,
) -> Estimate:
    """How large a search is and how long it takes, from running it for a second, once it is compiled.

    >>> xor = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.uint8)
    >>> estimate(xor, np.array([0, 1, 1, 0]), 2, max_depth=2, seconds=60).exact
    True
    """
    few = np.arange(300) % len(features)
    weights = limits.get("weights")
    first = limits | {"weights": None if weights is None else weights[few]}
    fit(features[few, :3], target[few], classes, **first)
    seen = [Progress(0.0, 0.0, 0.0, 0.0)]
    answer = fit(features, target, classes, time_limit=seconds, watch=seen.append, **limits)
    if not answer.stopped:
        return Estimate(answer.seeds, answer.seconds, True)
    done = max(seen[-1].done, 1e-4)
    return Estimate(round(answer.seeds / done), answer.seconds / done, False)
