"""A set of rows as bit columns: gathered, transposed, and with equal columns told once.

Rows are kept as bits over features, so that a set of rows is a list of numbers and gathering it costs
one copy a row. Blocks of 64 rows are then transposed into columns, class by class.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from derive.kernels.bits import popcount, transpose


@njit(cache=True, nogil=True)
def class_words(labels, rows, size, starts):
    """Fill ``starts`` with the word at which each class begins; rows are sorted by class."""
    classes = starts.shape[0] - 1
    at = 0
    starts[0] = 0
    for c in range(classes):
        first = at
        while at < size and labels[rows[at]] == c:
            at += 1
        starts[c + 1] = starts[c] + (at - first + 63) // 64


@njit(cache=True, nogil=True)
def gather(bits, labels, rows, size, starts, columns):
    """Write the columns of some rows, 64 rows a word, each class from a word of its own.

    Answers with the words that are in use (``valid``: the bits that stand for a row).
    """
    classes = starts.shape[0] - 1
    features = columns.shape[0]
    block = np.empty(64, np.uint64)
    valid = np.zeros(starts[classes], np.uint64)
    at = 0
    for c in range(classes):
        for word in range(starts[c], starts[c + 1]):
            last = at
            while last < size and last - at < 64 and labels[rows[last]] == c:
                last += 1
            valid[word] = ~np.uint64(0) >> np.uint64(64 - (last - at))
            for group in range(bits.shape[1]):
                for r in range(at, last):
                    block[r - at] = bits[rows[r], group]
                for r in range(last - at, 64):
                    block[r] = 0
                transpose(block)
                for f in range(min(64, features - 64 * group)):
                    columns[64 * group + f, word] = block[f]
            at = last
    return valid


@njit(cache=True, nogil=True)
def distinct(columns, words, valid, kept, turned):
    """Which columns differ on these rows: neither constant, nor equal or opposite to an earlier one.

    ``kept`` is filled with their numbers, in order; answers with how many. Columns are turned so that
    their first row is 0; ``turned`` notes which.
    """
    features = columns.shape[0]
    slots = 4
    while slots < 2 * features:
        slots *= 2
    table = np.full(slots, -1, np.int64)
    count = 0
    for f in range(features):
        column = columns[f]
        turned[f] = column[0] & np.uint64(1)
        if turned[f]:
            for w in range(words):
                column[w] = ~column[w] & valid[w]
        mix = np.uint64(0)
        anything = np.uint64(0)
        for w in range(words):
            anything |= column[w]
            mix = (mix ^ column[w]) * np.uint64(0x9E3779B97F4A7C15)
            mix ^= mix >> np.uint64(29)
        if anything == 0:
            continue
        slot = np.int64(mix & np.uint64(slots - 1))
        new = True
        while table[slot] >= 0:
            other = columns[table[slot]]
            same = True
            for w in range(words):
                if other[w] != column[w]:
                    same = False
                    break
            if same:
                new = False
                break
            slot = (slot + 1) & (slots - 1)
        if new:
            table[slot] = f
            kept[count] = f
            count += 1
    return count


@njit(cache=True, nogil=True)
def lay_out(columns, kept, count, starts, size, valid, turned, laid, offsets):
    """Lay columns out for the lattice: blocks of lanes, word after word.

    Each column is turned so that at most half of its rows are 1, since words without any are skipped.
    ``offsets`` are where classes start, in words of a lane's width.
    """
    lanes = laid.shape[2]
    per = lanes // 8
    words = starts[starts.shape[0] - 1]
    for c in range(starts.shape[0]):
        offsets[c] = starts[c] * per
    for k in range(count, (count + lanes - 1) // lanes * lanes):
        for w in range(words * per):
            laid[k // lanes, w, k % lanes] = 0
    for k in range(count):
        column = columns[kept[k]]
        ones = 0
        for w in range(words):
            ones += popcount(column[w])
        if 2 * ones > size:
            turned[kept[k]] ^= 1
            for w in range(words):
                column[w] = ~column[w] & valid[w]
        line = column.view(laid.dtype)
        block = laid[k // lanes]
        lane = k % lanes
        for w in range(words * per):
            block[w, lane] = line[w]
