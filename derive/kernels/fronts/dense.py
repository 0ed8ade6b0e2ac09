"""The front of trees of depth two or less, from counts of pairs.

A front is a list of points: errors ``at`` one class, and a ``value`` that holds the errors at the other class
in its high bits and the number of branches in its low ones, so that fewer branches decide between equals.
While it is made it is an array, with the least value for every number of errors at the first class.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from derive.kernels.bits import popcount

NOTHING = 1 << 62
"""The value where there is no point."""


class Data(NamedTuple):
    """Columns of bits, the rows of the first class in the first ``words`` words, those of the other after them.

    >>> 'Data' == Data.__name__ and 'columns' in Data._fields
    True
    """

    columns: NDArray[np.uint64]
    words: int
    least: int
    shift: int


class Room(NamedTuple):
    """Room to make a front in: columns that differ, pairs, two small fronts, and the front itself.

    >>> 'Room' == Room.__name__ and 'pairs' in Room._fields
    True
    """

    masked: NDArray[np.uint64]
    kept: NDArray[np.int64]
    ones: NDArray[np.int64]
    pairs: NDArray[np.int32]
    slots: NDArray[np.int64]
    dense: NDArray[np.int64]
    at: NDArray[np.int64]
    value: NDArray[np.int64]


class Open(NamedTuple):
    """A front in the making: the least value for every number of errors, and the root of its tree.

    >>> 'Open' == Open.__name__ and 'root' in Open._fields
    True
    """

    value: NDArray[np.int64]
    root: NDArray[np.int64]


@njit(cache=True, nogil=True)
def sizes(here, words):
    """How many rows of either class a set has."""
    first, other = 0, 0
    for w in range(words):
        first += np.int64(popcount(here[w]))
    for w in range(words, here.shape[0]):
        other += np.int64(popcount(here[w]))
    return first, other


@njit(cache=True, nogil=True)
def distinct(data, room, here):
    """Columns that part these rows, each part large enough and no two alike; counts of their ones by class."""
    words = here.shape[0]
    first, other = sizes(here, data.words)
    lead = 0
    while lead < words and here[lead] == 0:
        lead += 1
    size = 4
    while size < 2 * data.columns.shape[0]:
        size *= 2
    for s in range(size):
        room.slots[s] = -1
    count = 0
    for f in range(data.columns.shape[0]):
        mine = room.masked[count]
        for w in range(words):
            mine[w] = data.columns[f, w] & here[w]
        one, two = sizes(mine, data.words)
        if one + two < data.least or first + other - one - two < data.least:
            continue
        bit = here[lead] & (~here[lead] + np.uint64(1))
        turned = mine[lead] & bit != 0
        mix = np.uint64(0)
        for w in range(words):
            word = mine[w] ^ here[w] if turned else mine[w]
            mix = (mix ^ word) * np.uint64(0x9E3779B97F4A7C15)
            mix ^= mix >> np.uint64(29)
        slot = np.int64(mix & np.uint64(size - 1))
        known = False
        while room.slots[slot] >= 0 and not known:
            past = room.masked[room.slots[slot]]
            flipped = (past[lead] & bit != 0) != turned
            known = True
            for w in range(words):
                if past[w] != (mine[w] ^ here[w] if flipped else mine[w]):
                    known = False
                    break
            if not known:
                slot = (slot + 1) & (size - 1)
        if not known:
            room.slots[slot] = count
            room.kept[count] = f
            room.ones[0, count] = one
            room.ones[1, count] = two
            count += 1
    return count


@njit(cache=True, nogil=True)
def count_pairs(data, room, count):
    """For every two columns how many rows of either class are 1 in both."""
    words = data.columns.shape[1]
    for k in range(count):
        one = room.masked[k]
        for j in range(k):
            two = room.masked[j]
            first = np.uint64(0)
            for w in range(data.words):
                first += popcount(one[w] & two[w])
            other = np.uint64(0)
            for w in range(data.words, words):
                other += popcount(one[w] & two[w])
            room.pairs[0, k, j] = room.pairs[0, j, k] = first
            room.pairs[1, k, j] = room.pairs[1, j, k] = other
        room.pairs[0, k, k] = room.ones[0, k]
        room.pairs[1, k, k] = room.ones[1, k]


@njit(cache=True, nogil=True)
def listed(dense, first, shift, at, value):
    """The points of a front in order: each has fewer errors at the other class than those before it."""
    count = 0
    least = np.int64(NOTHING)
    for x in range(first + 1):
        if dense[x] >> shift < least and dense[x] < NOTHING:
            least = dense[x] >> shift
            at[count] = x
            value[count] = dense[x]
            count += 1
            if least == 0:
                break
    return count


@njit(cache=True, nogil=True)
def leaf(dense, first, other, shift):
    """Start a front with a leaf of either label."""
    for x in range(first + 1):
        dense[x] = NOTHING
    dense[0] = other << shift
    dense[first] = min(dense[first], np.int64(0))


@njit(cache=True, nogil=True)
def stump(dense, first, other, one, two, least, shift):
    """Add the two trees that ask of one column, which is 1 at so many rows of either class."""
    if one + two >= least and first - one + other - two >= least:
        dense[one] = min(dense[one], (other - two) << shift | 1)
        dense[first - one] = min(dense[first - one], two << shift | 1)


@njit(cache=True, nogil=True)
def join(front, at, value, count, others_at, others_value, others, root):
    """Add to a front the trees with this root and a tree of each front at its sides."""
    for i in range(count):
        for j in range(others):
            x = at[i] + others_at[j]
            v = value[i] + others_value[j] + 1
            if v < front.value[x]:
                front.value[x] = v
                front.root[x] = root


@njit(cache=True, nogil=True)
def shallow(data, room, here, nodes, front):
    """The front of all trees of depth two or less with at most so many branches, 0 to 3."""
    first, other = sizes(here, data.words)
    leaf(front.value, first, other, data.shift)
    for x in range(first + 1):
        front.root[x] = -1
    if nodes == 0 or first == 0 or other == 0:
        return
    count = distinct(data, room, here)
    for k in range(count):
        one, two = room.ones[0, k], room.ones[1, k]
        for side in range(2):
            x = one if side == 0 else first - one
            v = (other - two if side == 0 else two) << data.shift | 1
            if v < front.value[x]:
                front.value[x] = v
                front.root[x] = room.kept[k]
    if nodes == 1:
        return
    count_pairs(data, room, count)
    lengths = np.zeros(4, np.int64)
    for k in range(count):
        for side in range(2):
            a = room.ones[0, k] if side == 0 else first - room.ones[0, k]
            b = room.ones[1, k] if side == 0 else other - room.ones[1, k]
            leaf(room.dense, a, b, data.shift)
            lengths[2 + side] = listed(room.dense, a, data.shift, room.at[2 + side], room.value[2 + side])
            if a > 0 and b > 0:
                for j in range(count):
                    one, two = np.int64(room.pairs[0, k, j]), np.int64(room.pairs[1, k, j])
                    if side == 1:
                        one, two = room.ones[0, j] - one, room.ones[1, j] - two
                    stump(room.dense, a, b, one, two, data.least, data.shift)
            lengths[side] = listed(room.dense, a, data.shift, room.at[side], room.value[side])
        for one in range(2):  # 0: the side has a branch, 2: it is a leaf
            left = 0 if nodes > 2 else 2 * one
            right = 1 if nodes > 2 else 3 - 2 * one
            join(
                front, room.at[left], room.value[left], lengths[left], room.at[right], room.value[right],
                lengths[right], room.kept[k],
            )  # fmt: skip
            if nodes > 2:
                break


@njit(cache=True, nogil=True)
def hopeless(front, first, at, value, count):
    """Whether no tree with a tree of this front at one side, and at the other one without errors, is new."""
    least = np.int64(NOTHING)
    i = 0
    for x in range(first + 1):
        least = min(least, front.value[x])
        while i < count and at[i] == x:
            if value[i] + 1 < least:
                return False
            i += 1
    return True


@njit(cache=True, nogil=True)
def parted(data, here, column, left, right):
    """The rows where a column is 1, and the others."""
    for w in range(here.shape[0]):
        left[w] = here[w] & data.columns[column, w]
        right[w] = here[w] & ~data.columns[column, w]


@njit(cache=True, nogil=True)
def unavoidable(groups, dense, first):
    """The front of trees of any shape: rows that are alike get one label, whichever it is."""
    for x in range(first + 1):
        dense[x] = NOTHING
    dense[0] = 0
    reached = 0
    for g in range(groups.shape[0]):
        one, two = groups[g]
        for x in range(min(first, reached + one), -1, -1):
            without = dense[x] + two if dense[x] < NOTHING else NOTHING
            dense[x] = min(without, dense[x - one]) if x >= one else without
        reached += one
