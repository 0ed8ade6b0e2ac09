"""The smallest tree that fits a state: every cut with bounds, or thresholds by binary search.

Both searches answer with a size; up to the budget it is exact, beyond it a lower bound. When they are
stopped, the answer is but a lower bound. ``control`` holds: stop, states seen, the most to see, a salt.
"""

from __future__ import annotations

import numpy as np
from numba import njit, types
from numba.extending import overload

from derive.kernels.smallest import bitsets, state
from derive.kernels.smallest.state import NONE, joined, least_of_leaves, slot_of


def facts_of(data, rows):
    """The name of a state, its classes and a bound on its leaves: of a mask, or of rows in order.

    >>> from derive.kernels.smallest.prepare import prepare
    >>> codes, labels = np.indices((2, 2, 2), np.int32).reshape(3, 8), np.array([0, 0, 0, 1, 0, 1, 1, 1], np.int32)
    >>> data, columns, mask = prepare(codes, labels, np.zeros(3, np.uint8), False)
    >>> order = np.argsort(data.codes, axis=1, kind="stable").astype(np.int32)
    >>> state.facts_of(data, order[0])[2:], bitsets.facts_of(data, mask[0])[2:]    # majority needs six leaves
    ((2, 6), (2, 6))
    """


def clique_in(data, rows):
    """A clique in a state, of either kind.

    >>> from derive.kernels.smallest.prepare import prepare
    >>> codes, labels = np.indices((2, 2, 2), np.int32).reshape(3, 8), np.array([0, 0, 0, 1, 0, 1, 1, 1], np.int32)
    >>> data, columns, mask = prepare(codes, labels, np.zeros(3, np.uint8), False)
    >>> order = np.argsort(data.codes, axis=1, kind="stable").astype(np.int32)
    >>> state.clique_in(data, order[0]), bitsets.clique_in(data, mask[0])
    (6, 6)
    """


def survey(data, memo, salt, columns, order, budget):
    """The cuts of a state, of either kind.

    >>> from derive.kernels.smallest.prepare import prepare
    >>> codes, labels = np.indices((2, 2, 2), np.int32).reshape(3, 8), np.array([0, 0, 0, 1, 0, 1, 1, 1], np.int32)
    >>> data, columns, mask = prepare(codes, labels, np.zeros(3, np.uint8), False)
    >>> order = np.argsort(data.codes, axis=1, kind="stable").astype(np.int32)
    >>> memo = state.Memo(np.zeros((8, 2), np.uint64), *np.zeros((4, 8), np.int32))
    >>> in_order = state.survey(data, memo, np.uint64(0), columns, order, 5)
    >>> in_mask = bitsets.survey(data, memo, np.uint64(0), columns, mask, 5)
    >>> in_order.low.tolist(), in_order.low.tolist() == in_mask.low.tolist()
    ([[2, 2, 2], [2, 2, 2]], True)
    """


def parted(data, side, columns, order, cuts, cut, no):
    """One side of a cut, of either kind.

    >>> from derive.kernels.smallest.prepare import prepare
    >>> codes, labels = np.indices((2, 2, 2), np.int32).reshape(3, 8), np.array([0, 0, 0, 1, 0, 1, 1, 1], np.int32)
    >>> data, columns, mask = prepare(codes, labels, np.zeros(3, np.uint8), False)
    >>> order = np.argsort(data.codes, axis=1, kind="stable").astype(np.int32)
    >>> memo = state.Memo(np.zeros((8, 2), np.uint64), *np.zeros((4, 8), np.int32))
    >>> side = np.zeros(8, np.uint8)
    >>> cuts = [kind.survey(data, memo, np.uint64(0), columns, of, 5) for kind, of in ((state, order), (bitsets, mask))]
    >>> _, rows = state.parted(data, side, columns, order, cuts[0], 0, 0)
    >>> _, words = bitsets.parted(data, side, columns, mask, cuts[1], 0, 0)
    >>> sum(1 << int(row) for row in rows[0]) == int(words[0, 0]), len(rows[0])
    (True, 4)
    """


@overload(facts_of)
def _facts_of(data, rows):
    if rows.dtype == types.uint64:
        return lambda data, rows: bitsets.facts_of(data, rows)
    return lambda data, rows: state.facts_of(data, rows)


@overload(clique_in)
def _clique_in(data, rows):
    if rows.dtype == types.uint64:
        return lambda data, rows: bitsets.clique_in(data, rows)
    return lambda data, rows: state.clique_in(data, rows)


@overload(survey)
def _survey(data, memo, salt, columns, order, budget):
    if order.dtype == types.uint64:
        return lambda data, memo, salt, columns, order, budget: bitsets.survey(
            data, memo, salt, columns, order, budget
        )
    return lambda data, memo, salt, columns, order, budget: state.survey(
        data, memo, salt, columns, order, budget
    )


@overload(parted)
def _parted(data, side, columns, order, cuts, cut, no):
    if order.dtype == types.uint64:
        return lambda data, side, columns, order, cuts, cut, no: bitsets.parted(
            data, side, columns, order, cuts, cut, no
        )
    return lambda data, side, columns, order, cuts, cut, no: state.parted(
        data, side, columns, order, cuts, cut, no
    )


@njit(cache=True, nogil=True)
def known(data, memo, control, order):
    """The slot of a state with bounds that are at once clear, or -1 where all rows are of one class."""
    name, other, present, leaves = facts_of(data, order[0])
    if present <= 1:
        return -1
    at = slot_of(memo, name ^ np.uint64(control[3]), other, True)
    if memo.low[at] == 0:
        leaves = max(leaves, clique_in(data, order[0]))
        memo.low[at] = max(1, least_of_leaves(leaves, data.deep))
    return at


@njit(cache=True, nogil=True)
def remember(data, memo, control, order, low, high, root):
    """Keep what is now known of a state, wherever its slot is by now."""
    name, other, _, _ = facts_of(data, order[0])
    at = slot_of(memo, name ^ np.uint64(control[3]), other, True)
    memo.low[at] = max(memo.low[at], low)
    if high < memo.high[at]:
        memo.high[at] = high
        memo.root[at] = root


@njit(cache=True, nogil=True)
def begun(control):
    """Count a state; whether the search goes on."""
    control[1] += 1
    if control[1] >= control[2]:
        control[0] = 1
    return control[0] == 0


@njit(cache=True, nogil=True)
def spread(data, columns, cuts, cut, side):
    """What is known of one side of a threshold bounds that side of thresholds that have more there."""
    a = cuts.column[cut]
    if data.named[columns[a]]:
        return
    step = -1 if side else 1
    at = cut + step
    while 0 <= at < len(cuts.column) and cuts.column[at] == a and cuts.low[side, at] < cuts.low[side, cut]:
        cuts.low[side, at] = cuts.low[side, cut]
        at += step


@njit(cache=True, nogil=True)
def rest_of(total, one, deep):
    """What is left of a budget for one side, when the other takes so much."""
    return total - 1 if deep else total - 1 - one


@njit(cache=True, nogil=True)
def solve(data, memo, control, side, columns, order, budget):
    """Try every cut, for one size after another, as long as the bounds of its sides allow that size."""
    at = known(data, memo, control, order)
    if at < 0:
        return 0
    size = memo.low[at]
    if size == memo.high[at] or size > budget:
        return size
    if not begun(control):
        return size
    cuts = survey(data, memo, np.uint64(control[3]), columns, order, budget)
    turns = np.argsort(cuts.score, kind="mergesort")
    while size <= budget:
        following = NONE
        for cut in turns:
            total = joined(cuts.low[0, cut], cuts.low[1, cut], data.deep)
            if total <= size:
                few = 2 * cuts.yes[cut] <= cuts.size
                for turn in range(2):
                    no = turn if few else 1 - turn
                    allowed = rest_of(size, cuts.low[1 - no, cut], data.deep)
                    if cuts.low[no, cut] > allowed:
                        break
                    kept, rows = parted(data, side, columns, order, cuts, cut, no)
                    found = solve(data, memo, control, side, kept, rows, allowed)
                    if control[0]:
                        remember(data, memo, control, order, size, NONE, -1)
                        return size
                    cuts.low[no, cut] = max(found, cuts.low[no, cut])
                    spread(data, columns, cuts, cut, no)
                total = joined(cuts.low[0, cut], cuts.low[1, cut], data.deep)
                if total <= size:
                    root = cuts.root[cut]
                    remember(data, memo, control, order, size, size, root)
                    return size
            following = min(following, total)
        size = following
    remember(data, memo, control, order, size, NONE, -1)
    return size


@njit(cache=True, nogil=True)
def solve_by_thresholds(data, memo, control, side, columns, order, budget):
    """Kobourov et al., Algorithms 1 and 2: the largest threshold whose low side fits in j, for every j.

    A named value is a column of 0 and 1 of its own, whose only threshold has the other values below.
    """
    at = known(data, memo, control, order)
    if at < 0:
        return 0
    low = memo.low[at]
    if low == memo.high[at] or low > budget:
        return low
    if not begun(control):
        return low
    cuts = survey(data, memo, np.uint64(control[3]), columns, order, budget)
    number = len(cuts.column)
    while low <= budget:
        following = NONE
        first = 0
        while first < number:
            named = data.named[columns[cuts.column[first]]]
            last = first
            while not named and last + 1 < number and cuts.column[last + 1] == cuts.column[first]:
                last += 1
            below = 1 if named else 0  # which side of a cut is the low one
            smaller = low - 1 if data.deep else 0
            while smaller <= low - 1:
                allowed = rest_of(low, smaller, data.deep)
                first_useful, highest = first, last  # where the bounds of both sides leave it open
                while first_useful <= last and cuts.low[1 - below, first_useful] > allowed:
                    first_useful += 1
                while highest >= first_useful and cuts.low[below, highest] > smaller:
                    highest -= 1
                lowest = first_useful - 1  # the largest cut whose low side fits is above this, if any is
                while lowest < highest:
                    middle = (lowest + highest + 1) // 2
                    found = np.int64(cuts.low[below, middle])
                    if found <= smaller:
                        kept, rows = parted(data, side, columns, order, cuts, middle, below)
                        found = solve_by_thresholds(data, memo, control, side, kept, rows, smaller)
                        if control[0]:
                            remember(data, memo, control, order, low, NONE, -1)
                            return low
                        cuts.low[below, middle] = max(found, cuts.low[below, middle])
                        spread(data, columns, cuts, middle, below)
                    if found <= smaller:
                        lowest = middle
                    else:
                        highest = middle - 1
                if lowest >= first_useful and cuts.low[1 - below, lowest] <= allowed:
                    kept, rows = parted(data, side, columns, order, cuts, lowest, 1 - below)
                    found = solve_by_thresholds(data, memo, control, side, kept, rows, allowed)
                    if control[0]:
                        remember(data, memo, control, order, low, NONE, -1)
                        return low
                    cuts.low[1 - below, lowest] = max(found, cuts.low[1 - below, lowest])
                    spread(data, columns, cuts, lowest, 1 - below)
                    if found <= allowed:
                        remember(data, memo, control, order, low, low, cuts.root[lowest])
                        return low
                smaller += 1
            for cut in range(first, last + 1):
                following = min(following, joined(cuts.low[0, cut], cuts.low[1, cut], data.deep))
            first = last + 1
        low = max(low + 1, following) if number else NONE
    remember(data, memo, control, order, low, NONE, -1)
    return low


@njit(cache=True, nogil=True)
def grow(data, memo, control, side, columns, order, width):
    """A tree that fits, and its size: the best of some cuts that part the classes well, fewer further down."""
    at = known(data, memo, control, order)
    if at < 0:
        return 0
    stamp = control[4] * 64 + width
    if memo.low[at] == memo.high[at] or memo.grown[at] >= stamp:
        return memo.high[at]
    control[1] += 1
    best, former = memo.high[at], memo.root[at]
    cuts = survey(data, memo, np.uint64(control[3]), columns, order, -1)
    turns = np.argsort(cuts.score, kind="mergesort")
    tried = 0
    for cut in turns:
        root = cuts.root[cut]
        if tried >= width and root != former:
            continue
        tried += 1
        if joined(cuts.low[0, cut], cuts.low[1, cut], data.deep) >= best:
            continue
        kept, rows = parted(data, side, columns, order, cuts, cut, 0)
        yes = grow(data, memo, control, side, kept, rows, (width + 1) // 2)
        kept, rows = parted(data, side, columns, order, cuts, cut, 1)
        no = grow(data, memo, control, side, kept, rows, (width + 1) // 2)
        total = joined(yes, no, data.deep)
        if total < best:
            best = total
            remember(data, memo, control, order, 0, best, root)
        if control[0] and best < NONE:
            break
    name, other, _, _ = facts_of(data, order[0])
    at = slot_of(memo, name ^ np.uint64(control[3]), other, True)
    memo.grown[at] = stamp
    return best


@njit(cache=True, nogil=True)
def root_at(data, memo, control, order):
    """The first cut of the best known tree of a state: -2 for a leaf, -1 where none is known."""
    name, other, present, _ = facts_of(data, order[0])
    if present <= 1:
        return np.int64(-2)
    at = slot_of(memo, name ^ np.uint64(control[3]), other, False)
    return np.int64(-1) if at < 0 else memo.root[at]
