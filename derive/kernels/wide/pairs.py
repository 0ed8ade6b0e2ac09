"""Cuts in pairs, without a table of them: counted on the fly, 64 rows a word.

A cut is a column of bits, one bit a row; rows are laid out so that every class begins at a word of its
own, and columns stand side by side (word by word), so that the loops run over many of them at once.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from derive.kernels.bits import popcount

BLOCK = 512
"""How many columns are looked at in one go: what they need stays in the fastest memory."""


@njit(cache=True, nogil=True)
def restrict(planes, rows, words, kept):
    """The columns that differ on some rows, none constant; ``kept`` gets their numbers; answers how many.

    ``words`` gets them, turned so that the first of the rows is 0: opposite columns cut alike.
    """
    width, many = planes.shape
    first, bit = 0, np.uint64(0)
    for w in range(width):
        if rows[w]:
            first = w
            while not (rows[w] >> bit) & np.uint64(1):
                bit += np.uint64(1)
            break
    slots = 4
    while slots < 2 * many:
        slots *= 2
    table = np.full(slots, -1, np.int32)
    line = np.empty(width, np.uint64)
    count = 0
    for c in range(many):
        turned = (planes[first, c] >> bit) & np.uint64(1)
        mix = np.uint64(0)
        anything = np.uint64(0)
        for w in range(width):
            word = planes[w, c]
            if turned:
                word = ~word
            word &= rows[w]
            line[w] = word
            anything |= word
            mix = (mix ^ word) * np.uint64(0x9E3779B97F4A7C15)
            mix ^= mix >> np.uint64(29)
        if not anything:
            continue
        slot = np.int64(mix & np.uint64(slots - 1))
        new = True
        while table[slot] >= 0:
            other = table[slot]
            same = True
            for w in range(width):
                if words[w, other] != line[w]:
                    same = False
                    break
            if same:
                new = False
                break
            slot = (slot + 1) & (slots - 1)
        if new:
            table[slot] = count
            kept[count] = c
            for w in range(width):
                words[w, count] = line[w]
            count += 1
    return count


@njit(cache=True, nogil=True)
def tally(words, starts, counts):
    """For every class and column, how many of the class are 1."""
    for c in range(counts.shape[0]):
        for j in range(counts.shape[1]):
            found = 0
            for w in range(starts[c], starts[c + 1]):
                found += popcount(words[w, j])
            counts[c, j] = found


@njit(cache=True, nogil=True)
def _cells(words, starts, line, begin, end, both):
    """For every class, how many rows are 1 in ``line`` and in each of the columns from begin to end."""
    for c in range(both.shape[0]):
        found = both[c]
        for j in range(end - begin):
            found[j] = 0
        for w in range(starts[c], starts[c + 1]):
            mine = line[w]
            if mine:
                theirs = words[w, begin:end]
                for j in range(end - begin):
                    found[j] += np.int16(popcount(mine & theirs[j]))


@njit(cache=True, nogil=True)
def stump(words, starts, sizes, min_leaf):
    """The column that alone gets the most rows right, and how many; -1 if none may be used.

    ``sizes`` says how many rows of each class there are.
    """
    classes = sizes.shape[0]
    total = sizes.sum()
    best, which = -1, -1
    for j in range(words.shape[1]):
        ones, high, low = 0, 0, 0
        for c in range(classes):
            found = 0
            for w in range(starts[c], starts[c + 1]):
                found += popcount(words[w, j])
            ones += found
            high = max(high, found)
            low = max(low, sizes[c] - found)
        if high + low > best and min_leaf <= ones <= total - min_leaf:
            best, which = high + low, j
    return best, which


@njit(cache=True, nogil=True)
def all_pairs(words, starts, counts, sizes, min_leaf, begin_at, end_at, inside, outside):
    """For every column, the most rows that one more cut gets right where it is 1, and where it is 0.

    Columns from ``begin_at`` to ``end_at`` are paired with all later ones; ``inside`` and ``outside`` are
    improved in place.
    """
    classes, many = counts.shape
    width = words.shape[0]
    both = np.empty((classes, BLOCK), np.int16)
    cells = np.empty((4, BLOCK), np.int16)
    line = np.empty(width, np.uint64)
    ones = counts.sum(axis=0)
    total = sizes.sum()
    for i in range(begin_at, end_at):
        for w in range(width):
            line[w] = words[w, i]
        most_in, most_out = inside[i], outside[i]
        for begin in range(i + 1, many, BLOCK):
            end = min(many, begin + BLOCK)
            here = end - begin
            _cells(words, starts, line, begin, end, both)
            one, two, three, four = cells[0], cells[1], cells[2], cells[3]
            for j in range(here):
                one[j] = 0
                two[j] = 0
                three[j] = 0
                four[j] = 0
            for c in range(classes):
                mine = counts[c, i]
                rest = np.int16(sizes[c] - mine)
                theirs = counts[c, begin:end]
                found = both[c]
                for j in range(here):
                    one[j] = max(one[j], found[j])
                    two[j] = max(two[j], np.int16(mine - found[j]))
                    three[j] = max(three[j], np.int16(theirs[j] - found[j]))
                    four[j] = max(four[j], np.int16(rest - theirs[j] + found[j]))
            if min_leaf > 1:
                for j in range(here):
                    cell = 0
                    for c in range(classes):
                        cell += both[c, j]
                    in_mine = min_leaf <= cell <= ones[i] - min_leaf
                    out_mine = min_leaf <= ones[begin + j] - cell <= total - ones[i] - min_leaf
                    in_theirs = min_leaf <= cell <= ones[begin + j] - min_leaf
                    out_theirs = min_leaf <= ones[i] - cell <= total - ones[begin + j] - min_leaf
                    if in_mine:
                        most_in = max(most_in, np.int16(one[j] + two[j]))
                    if out_mine:
                        most_out = max(most_out, np.int16(three[j] + four[j]))
                    if in_theirs:
                        inside[begin + j] = max(inside[begin + j], np.int16(one[j] + three[j]))
                    if out_theirs:
                        outside[begin + j] = max(outside[begin + j], np.int16(two[j] + four[j]))
                continue
            theirs_in = inside[begin:end]
            theirs_out = outside[begin:end]
            for j in range(here):
                theirs_in[j] = max(theirs_in[j], np.int16(one[j] + three[j]))
                theirs_out[j] = max(theirs_out[j], np.int16(two[j] + four[j]))
            for j in range(here):
                most_in = max(most_in, np.int16(one[j] + two[j]))
                most_out = max(most_out, np.int16(three[j] + four[j]))
        inside[i] = most_in
        outside[i] = most_out
