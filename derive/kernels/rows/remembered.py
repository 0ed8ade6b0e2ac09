"""Search over sets of rows that are remembered: for trees of any depth whose branches cost something.

A set is looked at once on the way: counts of features and of pairs tell what each root costs at least and
at most. Roots are then tried, the most promising first. Where few features make many sets equal, to remember
them is worth more than to look further ahead, which is what ``search`` does.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from derive.kernels.bits import popcount
from derive.kernels.rows.memo import keep, keep_sides, recall, recall_sides
from derive.kernels.rows.search import less
from derive.kernels.rows.sets import HUGE, best_root, bound_pairs, bound_singles, count_singles, name_of_set


@njit(cache=True, nogil=True)
def place_set(sets, levels, rows):
    """Put a set at the first place."""
    classes = sets.starts.shape[0] - 1
    totals = levels.totals[0]
    totals[:] = 0
    for c in range(classes):
        for w in range(sets.starts[c], sets.starts[c + 1]):
            levels.rows[0, w] = rows[w]
            totals[c] += popcount(rows[w])
            totals[classes + 1] += popcount(rows[w] & sets.alike[w])
        totals[classes] += totals[c]
    levels.names[0, 0], levels.names[0, 1] = name_of_set(sets, rows)


@njit(cache=True, nogil=True)
def place_side(sets, levels, level, f, half):
    """Put one side of a root at its place on the next level; answers with the place."""
    there = 2 * (level // 2 + 1) + half
    rows = levels.rows[level]
    side = levels.rows[there]
    column = sets.columns[f]
    if half:
        for w in range(rows.shape[0]):
            side[w] = rows[w] & ~column[w]
    else:
        for w in range(rows.shape[0]):
            side[w] = rows[w] & column[w]
    for c in range(levels.totals.shape[1]):
        ones = levels.counts[level, c, f]
        levels.totals[there, c] = levels.totals[level, c] - ones if half else ones
    levels.names[there, 0], levels.names[there, 1] = name_of_set(sets, side)
    return there


@njit(cache=True, nogil=True)
def similar(sets, levels, aim, level, side, low):
    """A lower bound for a side from sides that are solved, less the rows that it lacks (Prop. 9 of MurTree)."""
    rows = levels.rows[level]
    for p in range(levels.solved[level]):
        value = levels.values[level, p]
        if value <= low:
            continue
        column = sets.columns[levels.past[level, p] // 2]
        lacking = np.int64(0)
        if levels.past[level, p] % 2:
            for w in range(rows.shape[0]):
                lacking += popcount(rows[w] & ~column[w] & ~side[w])
        else:
            for w in range(rows.shape[0]):
                lacking += popcount(rows[w] & column[w] & ~side[w])
        low = max(low, value - lacking * aim.unit)
    return low


@njit(cache=True, nogil=True)
def look(sets, levels, aim, memo, sides, control, level, depth, bound):
    """Count features and pairs of a set, as far as the bound asks for, and fill its state.

    Where its roots were tried before, what was found then is taken instead of counting pairs; but never for the
    set at the first place, whose tree would then depend on what other threads have found.
    """
    classes = sets.starts.shape[0] - 1
    totals = levels.totals[level]
    state = levels.state[level]
    most = np.int64(0)
    for c in range(classes):
        most = max(most, totals[c])
    leaf = (totals[classes] - most) * aim.unit
    low = totals[classes + 1] * aim.unit + aim.branch
    state[0] = leaf
    state[1] = leaf
    state[2] = -1
    levels.solved[level] = 0
    if depth == 0 or leaf <= low or totals[classes] < 2 * aim.least_rows:
        return
    if low >= bound:
        state[0] = low
        return
    control[1] += 1
    if control[1] == control[4]:
        control[0] = 1
    starts = np.empty(classes + 1, np.int64)
    count_singles(sets, levels, level, starts)
    name, other = levels.names[level]
    if level > 0 and recall_sides(sides, name, other, depth, levels.lows[level], levels.highs[level]):
        lowest, cheapest, root = best_root(levels, aim, level, sets.columns.shape[0])
    else:
        lowest, cheapest, root = bound_singles(sets, levels, aim, level, depth > 1)
        if max(low, lowest) < min(bound, leaf, np.float64(cheapest)) and depth > 1:
            lowest, cheapest, root = bound_pairs(sets, levels, aim, level, starts, depth > 2)
    if cheapest < leaf:
        state[1] = cheapest
        state[2] = root
    known, _ = recall(memo, name, other, depth)
    state[0] = min(max(low, lowest, known), state[1])
    keep(memo, name, other, depth, state[0], state[1])


@njit(cache=True, nogil=True)
def _promise(lows, highs, f):
    return lows[0, f] + lows[1, f] + highs[0, f] + highs[1, f]


@njit(cache=True, nogil=True)
def rank(levels, aim, level, features, incumbent):
    """Put the roots that may beat the incumbent in order, the most promising first.

    Answers with how many they are, and what the others cost at least.
    """
    lows = levels.lows[level]
    highs = levels.highs[level]
    order = levels.order[level]
    number = 0
    lowest = np.inf
    for f in range(features):
        if highs[0, f] >= HUGE:
            continue
        low = aim.branch + lows[0, f] + lows[1, f]
        if low >= incumbent:
            lowest = min(lowest, low)
            continue
        place = number
        while place and _promise(lows, highs, order[place - 1]) > _promise(lows, highs, f):
            order[place] = order[place - 1]
            place -= 1
        order[place] = f
        number += 1
    return number, lowest


@njit(cache=True, nogil=True)
def look_at_sides(sets, levels, aim, memo, sides, control, level, under, f, incumbent, low, high):
    """Bound the two sides of a root as well as can be done without trying roots below it.

    Sides whose bounds (``low``, ``high``) do not meet are at their places on the next level, and looked at, unless
    together they reach the incumbent.
    """
    first = 2 * (level // 2 + 1)
    for half in range(2):
        low[half] = levels.lows[level, half, f]
        high[half] = levels.highs[level, half, f]
    if aim.branch + low[0] + low[1] >= incumbent:
        return
    for half in range(2):
        if low[half] < high[half] and aim.branch + low[0] + low[1] < incumbent:
            there = place_side(sets, levels, level, f, half)
            lower, higher = recall(memo, levels.names[there, 0], levels.names[there, 1], under)
            low[half] = max(low[half], lower)
            high[half] = min(high[half], higher)
    for half in range(2):
        if aim.least_rows == 1 and low[half] < high[half] and aim.branch + low[0] + low[1] < incumbent:
            lower = similar(sets, levels, aim, level, levels.rows[first + half], low[half])
            low[half] = min(high[half], lower)
    for half in range(2):
        rest = incumbent - aim.branch - low[1 - half]
        if low[half] < min(rest, high[half]) and not control[0]:
            look(sets, levels, aim, memo, sides, control, first + half, under, rest)
            low[half] = max(low[half], levels.state[first + half, 0])
            high[half] = min(high[half], levels.state[first + half, 1])


@njit(cache=True, nogil=True)
def solve_set(sets, levels, aim, memo, sides, control, level, depth, bound, begin, end):
    """Try roots for a set that was looked at, until its least cost is known, or known to reach the bound.

    From ``begin`` to ``end`` in the order of roots, which is then given; or all of them, if ``end`` is -1. Answers
    with what these roots cost at least. It calls itself with numbers, not literals: numba would take these for
    another type, and two functions that call each other cannot be kept on disk.
    """
    state = levels.state[level]
    if state[0] >= bound or state[0] >= state[1]:
        return state[0]
    incumbent = min(state[1], bound)
    lowest = np.inf
    whole = end < 0
    if whole:
        end, lowest = rank(levels, aim, level, sets.columns.shape[0], incumbent)
    under = less(depth)
    first = 2 * (level // 2 + 1)
    low = np.empty(2, np.float64)
    high = np.empty(2, np.float64)
    for place in range(begin, end):
        f = levels.order[level, place]
        look_at_sides(sets, levels, aim, memo, sides, control, level, under, f, incumbent, low, high)
        if control[0]:
            return state[0]
        if aim.branch + low[0] + low[1] < incumbent:
            wider = 0 if high[0] - low[0] >= high[1] - low[1] else 1
            for turn in range(2):
                half = wider ^ turn
                rest = incumbent - aim.branch - low[1 - half]
                if low[half] < min(rest, high[half]):
                    solve_set(
                        sets, levels, aim, memo, sides, control, first + half, under, rest, np.int64(0), np.int64(-1)
                    )  # fmt: skip
                    if control[0]:
                        return state[0]
                    low[half] = max(low[half], levels.state[first + half, 0])
                    high[half] = min(high[half], levels.state[first + half, 1])
        for half in range(2):
            if low[half] > levels.lows[level, half, f]:
                number = levels.solved[level]
                levels.past[level, number] = 2 * f + half
                levels.values[level, number] = low[half]
                levels.solved[level] = number + 1
                levels.lows[level, half, f] = low[half]
            levels.highs[level, half, f] = min(levels.highs[level, half, f], high[half])
        value = aim.branch + low[0] + low[1]
        lowest = min(lowest, value)
        if value < incumbent:
            incumbent = value
            state[1] = value
            state[2] = f
    if whole:
        state[0] = max(state[0], min(lowest, state[1]))
        name, other = levels.names[level]
        keep(memo, name, other, depth, state[0], state[1])
        if level > 0:
            keep_sides(sides, name, other, depth, levels.lows[level], levels.highs[level])
    return lowest


@njit(cache=True, nogil=True)
def recover_set(sets, levels, aim, memo, sides, control, rows, depth, root):
    """The tree itself, roots first, like ``trees.recover``; the first root is given (-2: not known)."""
    tree = [(np.int64(0), np.int64(0), 0.0)]
    tree.pop()
    stack = [(rows, depth, root, np.int64(-1))]
    classes = sets.starts.shape[0] - 1
    start = np.int64(0)
    every = np.int64(-1)
    while stack:
        here, depth, root, above = stack.pop()
        if above >= 0:
            tree[above] = (tree[above][0], np.int64(len(tree)), tree[above][2])
        place_set(sets, levels, here)
        predicted = np.float64(levels.totals[0, :classes].argmax())
        if root == -2:
            known, reached = recall(memo, levels.names[0, 0], levels.names[0, 1], depth)
            bound = np.nextafter(known, np.inf) if known == reached else np.inf
            look(sets, levels, aim, memo, sides, control, start, depth, bound)
            solve_set(sets, levels, aim, memo, sides, control, start, depth, bound, start, every)
            root = np.int64(levels.state[0, 2])
        if root < 0:
            tree.append((np.int64(-1), np.int64(-1), predicted))
        else:
            stack.append((here & ~sets.columns[root], less(depth), np.int64(-2), np.int64(len(tree))))
            stack.append((here & sets.columns[root], less(depth), np.int64(-2), np.int64(-1)))
            tree.append((root, np.int64(0), predicted))
    return tree
