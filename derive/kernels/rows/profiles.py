"""The best trees for every number of branches from one search, bounded by what similar sets of rows have cost.

A set of rows is worth a profile: the least loss with at most 0, 1, 2, ... branches. Two sides are combined by
sharing the branches out. A root is given up when, for every number of branches, what its sides cost at least is
no better than the profile found so far. A side costs at least what the base has counted; and, entry by entry, no
less than a side that is solved already, less one for every row of that which it lacks (Prop. 9 of MurTree).

All trees are recovered together: what is found of a set of rows serves every number of branches.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from derive.kernels.bits import popcount
from derive.kernels.order import ascending
from derive.kernels.rows import run
from derive.kernels.rows.base import COUNTED, study
from derive.kernels.rows.budget import promising, share
from derive.kernels.rows.run import Outcome
from derive.kernels.rows.search import ANY_DEPTH, facts_of, less, part
from derive.kernels.waiting import in_a_thread

if TYPE_CHECKING:
    from derive.kernels.rows import Answer, _Task
    from derive.kernels.rows.run import Watch
    from derive.kernels.rows.ways import Control, Nodes


@njit(cache=True, nogil=True)
def raise_low(columns, words, feature, side, past, values, number, size, low):
    """Raise what one side of a feature costs at least, given profiles of sides that are solved already."""
    column = columns[feature]
    for p in range(number):
        most = 0.0
        for m in range(low.shape[0]):
            most = max(most, values[p, m] - low[m])
        if most <= 0:
            continue
        other = columns[past[p] // 2]
        lacking = 0
        if past[p] % 2 and not side:
            for w in range(words):
                lacking += popcount(other[w] | column[w])
            lacking = size - lacking
        elif past[p] % 2:
            for w in range(words):
                lacking += popcount(~other[w] & column[w])
        elif side:
            for w in range(words):
                lacking += popcount(other[w] & column[w])
        else:
            for w in range(words):
                lacking += popcount(other[w] & ~column[w])
        if lacking < most:
            for m in range(low.shape[0]):
                low[m] = max(low[m], values[p, m] - lacking)


@njit(cache=True, nogil=True)
def profile(table, aim, rooms, control, rows, size, depth, branches, roots):
    """The least loss of these rows with at most 0, 1, ..., ``branches`` branches, and the root for each.

    ``roots`` is filled with features, or -1 where fewer branches do as well.
    """
    errors, alike, _ = facts_of(table, rows, size)
    best = np.full(branches + 1, errors)
    roots[:] = -1
    if depth == 0 or branches == 0 or errors <= alike or size < 2 * aim.least_rows or control[0]:
        return best
    features = table.features
    columns = np.empty((features, size // 64 + table.classes), np.uint64)
    kept = np.empty(features, np.int64)
    turned = np.empty(features, np.uint8)
    twos = np.empty((2, 4, features), np.float64)
    lows = np.empty((2, features), np.float64)
    control[1] += 1
    deep = min(depth, branches)
    told = np.empty(2, np.int64)
    count = study(
        table, aim, rooms, control, rows, size, deep, np.inf, columns, kept, turned, twos, lows, told
    )
    # the base: sides of depth two or less
    most = 3 if deep > 2 and aim.reach > 2 else (1 if deep > 1 else 0)
    first = np.empty((count, branches + 1), np.float64)
    for k in range(count):
        first[k] = errors
        share(twos[0, : most + 1, k], twos[1, : most + 1, k], first[k])
        for n in range(1, branches + 1):
            if first[k, n] < best[n] - aim.slack:
                best[n] = first[k, n]
                roots[n] = kept[k]
    if deep > aim.reach and best[branches] > alike:
        order = ascending(first[:, branches])
        below = min(branches - 1, 2 ** min(less(depth), 30) - 1)
        sides = np.empty((2, size), np.int32)
        facts = np.empty((2, 3), np.float64)
        bounds = np.empty((2, below + 1), np.float64)
        ignored = np.empty(below + 1, np.int64)
        known = 3 if aim.reach > 2 else 2  # so many entries of a side's profile are counted by the base
        alikes = aim.least_rows == 1 and table.kind == COUNTED
        past = np.empty(2 * count, np.int64)
        values = np.empty((2 * count, below + 1), np.float64)
        number = 0
        for k in order:
            feature = kept[k]
            if twos[0, 0, k] == np.inf or twos[1, 0, k] == np.inf:
                continue
            for side in range(2):
                for m in range(below + 1):
                    bounds[side ^ turned[feature], m] = twos[side, m, k] if m < known else 0.0
            if not promising(bounds[0], bounds[1], best, aim.slack):
                continue
            part(table, rows, size, feature, sides, facts)
            for half in range(2):
                for m in range(known, below + 1):
                    bounds[half, m] = facts[half, 2]
                if alikes:
                    side = half ^ turned[feature]
                    raise_low(columns, told[0], feature, side, past, values, number, size, bounds[half])
            # first the side of which less is known: what the base has found, less what it costs at least
            one = twos[turned[feature], known, k] - bounds[0, below]
            two = twos[1 - turned[feature], known, k] - bounds[1, below]
            start = 0 if one >= two else 1
            solved = 0
            for turn in range(2):
                half = start ^ turn
                if not promising(bounds[0], bounds[1], best, aim.slack) or control[0]:
                    break
                n = np.int64(facts[half, 0])
                bounds[half] = profile(
                    table, aim, rooms, control, sides[half, :n], n, less(depth), below, ignored
                )
                past[number] = 2 * feature + (half ^ turned[feature])
                values[number] = bounds[half]
                number += 1
                solved += 1
            if control[0]:
                return best
            if solved == 2:
                before = best.copy()
                share(bounds[0], bounds[1], best)
                for n in range(1, branches + 1):
                    if best[n] < before[n] - aim.slack:
                        roots[n] = feature
                    else:
                        best[n] = before[n]
    for n in range(1, branches + 1):
        if best[n] >= best[n - 1] - aim.slack:
            best[n] = best[n - 1]
            roots[n] = -1
    return best


class _Set(NamedTuple):
    """A set of rows at a depth: its profile, the root for every number of branches, and its sides by root."""

    rows: NDArray[np.int32]
    depth: int
    profile: NDArray[np.float64]
    roots: NDArray[np.int64]
    predicted: float
    sides: dict[int, tuple[_Set, _Set]]


class _Profiles:
    """The sets of rows that have been looked at for one task."""

    def __init__(self, task: _Task, control: Control) -> None:
        self.task, self.control, self.rooms = task, control, task.rooms()

    def of(self, rows: NDArray[np.int32], depth: int, branches: int) -> _Set:
        """What is to be known of some rows."""
        table, aim = self.task.table, self.task.aim
        roots = np.empty(branches + 1, np.int64)
        best = profile(
            table, aim, self.rooms, self.control, rows, len(rows), depth, np.int64(branches), roots
        )
        return _Set(rows, depth, best, roots, float(facts_of(table, rows, len(rows))[2]), {})

    def sides(self, here: _Set, feature: int) -> tuple[_Set, _Set]:
        """The two sides of a root, each looked at once for all numbers of branches."""
        if feature not in here.sides:
            halves, facts = np.empty((2, len(here.rows)), np.int32), np.empty((2, 3), np.float64)
            part(self.task.table, here.rows, len(here.rows), feature, halves, facts)
            below = here.depth if here.depth == ANY_DEPTH else here.depth - 1
            most = min(len(here.roots) - 2, 2 ** min(below, 30) - 1)
            one, two = (
                self.of(half[: int(number)].copy(), below, most)
                for half, number in zip(halves, facts[:, 0], strict=True)
            )
            here.sides[feature] = one, two
        return here.sides[feature]

    def tree(self, whole: _Set, branches: int) -> Nodes:
        """The best tree with at most so many branches, roots first."""
        nodes: Nodes = []
        todo = [(whole, branches, -1)]
        while todo:
            here, n, above = todo.pop()
            if above >= 0:
                nodes[above] = (nodes[above][0], len(nodes), nodes[above][2])
            n = min(n, len(here.roots) - 1)
            while n and here.roots[n] < 0:
                n -= 1
            if not n:
                nodes.append((-1, -1, here.predicted))
                continue
            feature = int(here.roots[n])
            one, two = self.sides(here, feature)
            shares = [
                one.profile[min(m, len(one.profile) - 1)] + two.profile[min(n - 1 - m, len(two.profile) - 1)]
                for m in range(n)
            ]
            first = int((np.array(shares) <= min(shares) + self.task.aim.slack).argmax())
            todo += [(two, n - 1 - first, len(nodes)), (one, first, -1)]
            nodes.append((feature, 0, here.predicted))
        return nodes

    def trees(self, whole: _Set) -> list[Nodes]:
        """The best tree for every number of branches; the same one where more of them do no better."""
        found: list[Nodes] = []
        for n, root in enumerate(whole.roots.tolist()):
            if self.control[0]:
                break
            found.append(self.tree(whole, n) if not n or root >= 0 else found[-1])
        return found


def all_sizes(task: _Task, branches: int, control: Control) -> list[Outcome]:
    """The best trees with at most 0, 1, ..., ``branches`` branches; when stopped, those that the base reaches.

    >>> all_sizes.__name__
    'all_sizes'
    """
    start = perf_counter()
    rows = np.arange(len(task.table.labels), dtype=np.int32)
    sets = _Profiles(task, control)
    whole = sets.of(rows, task.depth, branches)
    trees = sets.trees(whole)
    stopped = bool(control[0])
    if stopped:
        sets = _Profiles(task, np.zeros(2, np.int64))
        whole = sets.of(rows, min(task.depth, task.aim.reach), branches)
        trees = sets.trees(whole)
    unit, alike = task.aim.unit, float(facts_of(task.table, rows, len(rows))[1])
    seconds = perf_counter() - start
    return [
        Outcome(
            nodes, loss * unit, (alike if stopped else loss) * unit, int(control[1]), seconds,
            "profiles above a dense base", "stopped" if stopped else "",
        )
        for nodes, loss in zip(trees, whole.profile.tolist(), strict=True)
    ]  # fmt: skip


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
    memory: int = 2 << 30,
    watch: Watch | None = None,
) -> list[Answer]:
    """The best trees with at most 0, 1, ..., ``max_nodes`` branches, from one search.

    >>> xor = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.uint8)
    >>> [answer.loss for answer in path(xor, np.array([0, 1, 1, 0]), 2, max_nodes=3)]
    [2.0, 2.0, 1.0, 0.0]
    """
    from derive.kernels import rows

    task = rows._task(
        features, target, classes, weights, 0.0, max_depth, max_nodes, min_leaf, threads, memory, False
    )
    control = np.zeros(2, np.int64)
    if run._steps(task) < run.SMALL:
        return [rows._answer(task, outcome) for outcome in all_sizes(task, max_nodes, control)]

    def tell(seconds: float) -> None:
        if watch is not None:
            watch(run.Progress(0.0, float("inf"), 0.0, seconds))

    found, stopped = in_a_thread(
        lambda: all_sizes(task, max_nodes, control), lambda: control.__setitem__(0, 1), time_limit, tell
    )
    return [rows._answer(task, outcome._replace(stopped=outcome.stopped and stopped)) for outcome in found]
