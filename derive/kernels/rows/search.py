"""Branch and bound over roots, above a dense base.

A node is a set of rows. The base answers for trees of depth ``reach`` at once, with the best cost for
every root; that gives the order in which roots are tried and a first incumbent. A root is given up when
what is known of its two sides adds up to the incumbent:

- no tree does better than rows that are alike but labelled differently allow;
- a side needs either at most two branches, which the base has counted, or three and more, which cost;
- a set of rows is no better than a similar one, less what the rows that it lacks may cost (Prop. 9 of
  MurTree; a law of ``problems.suites.murtree``).

Costs are ``errors * unit + branches * branch``. A search for trees below a bound answers with a cost below
it, and then it is exact; or with one at or above it, and then it is a lower bound.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from derive.kernels.bits import popcount
from derive.kernels.order import ascending
from derive.kernels.rows.base import COUNTED, SQUARED, study
from derive.kernels.rows.memo import keep, recall
from derive.kernels.rows.sums import loss, weigh

ANY_DEPTH = 1 << 40


@njit(cache=True, nogil=True)
def name_of(table, rows, size):
    """A name for a set of rows in 128 bits."""
    name = np.uint64(size)
    other = np.uint64(0)
    for r in range(size):
        name += table.names[rows[r], 0]
        other += table.names[rows[r], 1]
    return name, other


@njit(cache=True, nogil=True)
def cost_of_roots(aim, twos, count, depth, costs):
    """The best cost for every root, with sides of depth two or less."""
    most = 3 if depth > 2 and aim.reach > 2 else (1 if depth > 1 else 0)
    for k in range(count):
        best = np.inf
        for m in range(most + 1):
            for n in range(most + 1):
                cost = (twos[0, m, k] + twos[1, n, k]) * aim.unit + (1 + m + n) * aim.branch
                if cost < best - aim.slack:
                    best = cost
        costs[k] = best


@njit(cache=True, nogil=True)
def bound_of_side(aim, twos, side, k, depth):
    """What a side costs at least, from what the base has counted; its depth is ``depth``."""
    low = twos[side, 0, k] * aim.unit
    if depth == 0:
        return low
    low = min(low, twos[side, 1, k] * aim.unit + aim.branch)
    if depth == 1:
        return low
    if aim.reach < 3:
        return min(low, 2 * aim.branch)
    low = min(low, twos[side, 2, k] * aim.unit + 2 * aim.branch)
    return min(low, 3 * aim.branch)


@njit(cache=True, nogil=True)
def lacking(columns, words, other, here, size):
    """How many rows of one side of a feature another side has not; a side is 2 * feature + which."""
    ours = columns[here // 2]
    theirs = columns[other // 2]
    rows = 0
    if other % 2 and not here % 2:
        for w in range(words):
            rows += popcount(theirs[w] | ours[w])
        return size - rows
    if other % 2:
        for w in range(words):
            rows += popcount(~theirs[w] & ours[w])
    elif here % 2:
        for w in range(words):
            rows += popcount(theirs[w] & ours[w])
    else:
        for w in range(words):
            rows += popcount(theirs[w] & ~ours[w])
    return rows


@njit(cache=True, nogil=True)
def similar(aim, columns, words, here, past, values, number, size):
    """The best lower bound for one side of a feature from sides that are solved already."""
    best = 0.0
    for p in range(number):
        if values[p] > best:
            best = max(best, values[p] - lacking(columns, words, past[p], here, size) * aim.unit)
    return best


class Node(NamedTuple):
    """What is known of a set of rows.

    ``state``: a lower bound, the best cost found, and the root of the tree that has it (-1: a leaf).
    ``tried``: how many sides of roots are solved; from which place in ``order`` roots are to be tried, and to
    which; whether its numbers hold for all trees, or for those below the bound only. ``costs``: of the best trees
    with each root that are no deeper than the base.

    >>> from derive.kernels.rows import GIB, _task
    >>> from derive.kernels.rows.ways import Dense, new_control
    >>> xor, labels = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], np.uint8), np.array([0, 1, 1, 0])
    >>> ways = [Dense(_task(xor, labels, 2, None, 0.0, depth, None, 1, 1, GIB, False)) for depth in (1, 2)]
    >>> opened = [way.open(new_control()) for way in ways]
    >>> [way.node.state.tolist() for way in ways]    # one branch does not help, three do
    [[2.0, 2.0, -1.0], [0.0, 0.0, 0.0]]
    """

    rows: NDArray[np.int32]
    size: int
    depth: int
    name: NDArray[np.uint64]
    state: NDArray[np.float64]
    columns: NDArray[np.uint64]
    words: int
    kept: NDArray[np.int64]
    turned: NDArray[np.uint8]
    twos: NDArray[np.float64]
    lows: NDArray[np.float64]
    costs: NDArray[np.float64]
    order: NDArray[np.int64]
    past: NDArray[np.int64]
    values: NDArray[np.float64]
    tried: NDArray[np.int64]


@njit(cache=True, nogil=True)
def less(depth):
    """The depth that the sides of a root may have."""
    return depth if depth == ANY_DEPTH else depth - 1


@njit(cache=True, nogil=True)
def useful(aim, gap, depth):
    """The depth that is worth trying: each branch costs, and a path has no more than the tree."""
    if aim.branch > 0 and gap < aim.branch * 1e9:
        levels = max(0, np.int64(np.ceil(gap / aim.branch)) - 1)
        return min(
            depth, levels + 1 if (levels + 1) * aim.branch < gap else levels
        )  # the quotient is rounded
    return depth


@njit(cache=True, nogil=True)
def closed(node, bound):
    """Whether nothing is left to find out below the bound."""
    return node.state[0] >= bound or node.state[0] >= node.state[1]


@njit(cache=True, nogil=True)
def open_node(table, aim, rooms, memo, control, rows, size, errors, alike, depth, bound, asked):
    """Study a set of rows, unless it is known or not worth it; roots are put in order, the best first.

    Without a bound, it is studied even where its cost is known. Roots that are not ``asked`` for, if any are, cost
    the bound or more.
    """
    leaf = errors * aim.unit
    low = alike * aim.unit
    state = np.empty(3, np.float64)
    state[1] = leaf
    state[2] = -1
    name = np.uint64(0)
    other = np.uint64(0)
    deeper = np.int64(0)
    if depth == 0 or leaf <= low + aim.branch or size < 2 * aim.least_rows:
        state[0] = leaf
    else:
        state[0] = low + aim.branch
        deeper = useful(aim, min(leaf, bound) - low, depth)
    if memo.on and deeper > 0:
        name, other = name_of(table, rows, size)
        known, reached = recall(memo, name, other, depth)
        if known < reached:
            state[0] = max(state[0], known)
            if state[0] >= bound:
                deeper = np.int64(0)
        elif bound < np.inf:
            state[0] = known
            state[1] = known
            deeper = np.int64(0)
    features = table.features if deeper else 0
    columns = np.empty((features, size // 64 + table.classes), np.uint64)
    kept = np.empty(features, np.int64)
    turned = np.empty(features, np.uint8)
    twos = np.empty((2, 4, features), np.float64)
    lows = np.empty((2, features), np.float64)
    count = np.int64(0)
    words = np.int64(0)
    whole = True
    if deeper:
        control[1] += 1
        within = depth if deeper > aim.reach else deeper
        bound = min(bound, leaf)
        told = np.empty(2, np.int64)
        count = study(
            table, aim, rooms, control, rows, size, within, bound, asked, columns, kept, turned, twos, lows, told
        )  # fmt: skip
        words = told[0]
        whole = told[1] == 1
    costs = np.empty(count, np.float64)
    cost_of_roots(aim, twos, count, min(deeper, aim.reach), costs)
    # costs that differ by rounding are equal
    order = ascending(np.floor(costs / (4 * aim.slack) + 0.5) if aim.slack > 0 else costs)
    names = np.empty(2, np.uint64)
    names[0] = name
    names[1] = other
    tried = np.zeros(4, np.int64)
    tried[2] = count
    tried[3] = whole
    node = Node(
        rows, size, depth, names, state, columns, words, kept, turned, twos, lows, costs, order,
        np.empty(2 * count, np.int64), np.empty(2 * count, np.float64), tried,
    )  # fmt: skip
    if deeper:
        if count and costs[order[0]] < leaf - aim.slack:
            state[1] = costs[order[0]]
            state[2] = kept[order[0]]
        beyond = np.inf  # what trees cost that are deeper than the base has looked
        if deeper < depth or deeper > aim.reach:
            beyond = alike * aim.unit + (min(deeper, aim.reach) + 1) * aim.branch
        if not whole:
            beyond = min(beyond, bound)
        if (deeper == depth and deeper <= aim.reach and whole) or count == 0 or state[1] <= beyond:
            state[0] = state[1]  # deeper trees have more branches than the base reaches
        elif deeper <= aim.reach:
            state[0] = max(state[0], min(state[1], beyond))
        else:
            lowest = leaf
            for k in range(count):
                lowest = min(lowest, aim.branch + low_of_side(aim, node, 0, k) + low_of_side(aim, node, 1, k))
            state[0] = max(state[0], lowest if whole else min(lowest, bound))
        if memo.on and not control[0]:
            remember(memo, node, bound)
    return node


@njit(cache=True, nogil=True)
def remember(memo, node, bound):
    """Keep what is known of a node."""
    if node.state[0] >= node.state[1]:
        keep(memo, node.name[0], node.name[1], node.depth, node.state[1], node.state[1])
    elif node.state[0] >= bound:
        keep(memo, node.name[0], node.name[1], node.depth, node.state[0], np.inf)


@njit(cache=True, nogil=True)
def low_of_side(aim, node, side, k):
    """What one side of a root costs at least, from what the base has counted."""
    leaf = node.twos[side, 0, k]
    if leaf == np.inf:
        return np.inf  # too few rows
    low = bound_of_side(aim, node.twos, side, k, less(node.depth))
    return max(low, min(leaf * aim.unit, node.lows[side, k]))


@njit(cache=True, nogil=True)
def low_of_root(aim, node, k, low0, low1, incumbent):
    """What a root costs at least, given what its sides cost at least and that branches are few.

    A tree below the incumbent has only so many branches to share out between its sides. A side with
    none, one or two is counted exactly by the base; with three and more it costs at least these.
    """
    low = aim.branch + low0 + low1
    if low >= incumbent or aim.reach < 3 or aim.branch * 6 < incumbent:
        return low
    least = incumbent
    for m in range(6):
        for n in range(6 - m):
            cost = (1 + m + n) * aim.branch
            if cost >= least:
                break
            one = node.twos[0, m, k] * aim.unit + m * aim.branch if m < 3 else m * aim.branch
            two = node.twos[1, n, k] * aim.unit + n * aim.branch if n < 3 else n * aim.branch
            least = min(least, aim.branch + max(low0, one) + max(low1, two))
    return max(low, least)


@njit(cache=True, nogil=True)
def high_of_side(aim, node, side, k):
    """What one side of a root costs at most: the best that the base has found."""
    high = node.twos[side, 0, k] * aim.unit
    for n in range(1, 4 if aim.reach > 2 else 2):
        high = min(high, node.twos[side, n, k] * aim.unit + n * aim.branch)
    return high


@njit(cache=True, nogil=True)
def part(table, rows, size, feature, sides, facts):
    """Send rows to the part where the feature is 1, or the other; note sizes, losses, and what is alike."""
    group = feature // 64
    shift = np.uint64(feature % 64)
    sums = np.zeros((2, max(3, table.classes)), np.float64)
    sizes = np.zeros(2, np.int64)
    facts[:, 2] = 0
    for r in range(size):
        row = rows[r]
        half = 1 - np.int64(table.bits[row, group] >> shift & np.uint64(1))
        sides[half, sizes[half]] = row
        sizes[half] += 1
        weigh(table, row, sums[half])
        facts[half, 2] += table.alike[row]
    for half in range(2):
        facts[half, 0] = sizes[half]
        facts[half, 1] = loss(table.kind, sums[half])


@njit(cache=True, nogil=True)
def approach(table, aim, node, place, incumbent, lows, highs):
    """Bound the two halves of a root: the part where its feature is 1, and the other.

    Answers with the sum, or something above the incumbent.
    """
    k = node.order[place]
    feature = node.kept[k]
    turned = node.turned[feature]  # side 0 is where the turned column is 1: which half is that?
    for side in range(2):
        highs[turned ^ side] = high_of_side(aim, node, side, k)
        lows[turned ^ side] = min(low_of_side(aim, node, side, k), highs[turned ^ side])
    low = low_of_root(aim, node, k, lows[turned], lows[1 - turned], incumbent)
    if low >= incumbent:
        return low
    for side in range(2):
        half = turned ^ side
        if aim.branch + lows[0] + lows[1] >= incumbent:
            break
        if lows[half] < highs[half] and aim.least_rows == 1 and table.kind == COUNTED:
            low = similar(
                aim, node.columns, node.words, 2 * feature + side, node.past, node.values, node.tried[0],
                node.size,
            )  # fmt: skip
            lows[half] = min(max(lows[half], low), highs[half])
    return aim.branch + lows[0] + lows[1]


@njit(cache=True, nogil=True)
def note(node, place, half, value):
    """Remember what one half of a root costs at least, for roots that are similar."""
    feature = node.kept[node.order[place]]
    number = node.tried[0]
    node.past[number] = 2 * feature + (half ^ node.turned[feature])
    node.values[number] = value
    node.tried[0] = number + 1


@njit(cache=True, nogil=True)
def ask(aim, node, lacks, bound, asked):
    """Which roots a side that lacks so many rows may have to cost less than the bound.

    A tree errs there as often as on all rows of the node, less those that are lacking: Prop. 9 of MurTree, for
    every root by itself.
    """
    asked[:] = 1
    for k in range(node.costs.shape[0]):
        asked[node.kept[k]] = node.costs[k] - lacks * aim.unit < bound


@njit(cache=True, nogil=True)
def solve(table, aim, rooms, memo, control, node, bound):
    """Try roots of a node for trees that cost less than the bound, and note the best in its state.

    Answers with what these roots cost at least. When all were tried, the node is closed for the bound.
    """
    if closed(node, bound):
        return node.state[0]
    incumbent = min(node.state[1], bound)
    lowest = np.inf
    depth = less(node.depth)
    sides = np.empty((2, node.size), np.int32)
    facts = np.empty((2, 3), np.float64)
    lows = np.empty(2, np.float64)
    highs = np.empty(2, np.float64)
    # where the sides are as deep as the base, it has counted what every root costs on all rows
    picky = table.kind == COUNTED and aim.least_rows == 1 and node.depth == aim.reach + 1 and node.tried[3]
    asked = np.empty(table.features if picky else 0, np.uint8)
    for place in range(node.tried[1], node.tried[2]):
        value = approach(table, aim, node, place, incumbent, lows, highs)
        if value < incumbent and (lows[0] < highs[0] or lows[1] < highs[1]):
            part(table, node.rows, node.size, node.kept[node.order[place]], sides, facts)
            lows[0] = max(lows[0], facts[0, 2] * aim.unit)
            lows[1] = max(lows[1], facts[1, 2] * aim.unit)
            first = 0 if highs[0] - lows[0] >= highs[1] - lows[1] else 1
            second = 1 - first
            value = aim.branch + lows[0] + lows[1]
            if value < incumbent:
                rest = incumbent - aim.branch - lows[second]
                if picky:
                    ask(aim, node, facts[second, 0], rest, asked)
                one = open_node(
                    table, aim, rooms, memo, control, sides[first], np.int64(facts[first, 0]), facts[first, 1],
                    facts[first, 2], depth, rest, asked,
                )  # fmt: skip
                lows[first] = max(lows[first], one.state[0])
                value = aim.branch + lows[0] + lows[1]
                if value < incumbent and lows[second] < highs[second]:
                    rest = incumbent - aim.branch - lows[first]
                    if picky:
                        ask(aim, node, facts[first, 0], rest, asked)
                    two = open_node(
                        table, aim, rooms, memo, control, sides[second], np.int64(facts[second, 0]),
                        facts[second, 1], facts[second, 2], depth, rest, asked,
                    )  # fmt: skip
                    lows[second] = max(lows[second], two.state[0])
                    rest = incumbent - aim.branch - lows[second]
                    if lows[first] < rest:
                        low = solve(table, aim, rooms, memo, control, one, rest)
                        lows[first] = max(lows[first], low)
                    rest = incumbent - aim.branch - lows[first]
                    if lows[second] < rest:
                        low = solve(table, aim, rooms, memo, control, two, rest)
                        lows[second] = max(lows[second], low)
                    note(node, place, second, lows[second] if node.tried[3] else two.state[0])
                elif value < incumbent:
                    rest = incumbent - aim.branch - lows[second]
                    low = solve(table, aim, rooms, memo, control, one, rest)
                    lows[first] = max(lows[first], low)
                note(node, place, first, lows[first] if node.tried[3] else one.state[0])
                value = aim.branch + lows[0] + lows[1]
                if control[0]:
                    return node.state[0]
        lowest = min(lowest, value if node.tried[3] else min(value, incumbent))
        if value < incumbent - aim.slack:
            incumbent = value
            node.state[1] = value
            node.state[2] = node.kept[node.order[place]]
    if node.tried[2] - node.tried[1] == node.order.shape[0]:
        node.state[0] = max(node.state[0], min(lowest, node.state[1]))
        if memo.on:
            remember(memo, node, bound)
        return node.state[0]
    return lowest


@njit(cache=True, nogil=True)
def facts_of(table, rows, size):
    """The loss of a leaf, the loss that no tree avoids, and what the leaf predicts: a class, or a mean."""
    sums = np.zeros(max(3, table.classes), np.float64)
    alike = 0.0
    for r in range(size):
        weigh(table, rows[r], sums)
        alike += table.alike[rows[r]]
    predicted = sums[1] / sums[0] if table.kind == SQUARED else np.float64(sums.argmax())
    return loss(table.kind, sums), alike, predicted
