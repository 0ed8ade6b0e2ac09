"""The base for rows with weights, and for numbers: sums over pairs of features, row by row.

What bits cannot count: errors with weights (``WEIGHED``), and squared errors (``SQUARED``). The base
reaches trees of depth two: the best stump below every literal.
"""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def weigh(table, row, sums):
    """Add a row to sums: the weight of each class, or weight, weighted number and weighted square."""
    weight = table.weights[row]
    if table.kind == 2:
        number = table.numbers[row]
        sums[0] += weight
        sums[1] += weight * number
        sums[2] += weight * number * number
    else:
        sums[table.labels[row]] += weight


@njit(cache=True, nogil=True)
def loss(kind, sums):
    """What a leaf costs: the weight of all classes but the heaviest, or the squared error about the mean."""
    if kind == 2:
        return max(0.0, sums[2] - sums[1] * sums[1] / sums[0]) if sums[0] > 0 else 0.0
    return sums.sum() - sums.max()


@njit(cache=True, nogil=True)
def sum_pairs(table, least_rows, rows, size, depth, kept, turned, count, twos):
    """Fill ``twos[side, n, k]`` for n = 0 (a leaf) and n = 1 (a stump) below each literal.

    Side 0 of a feature is where its column, turned or not, is 1.
    """
    channels = max(3, table.classes)
    total = np.zeros(channels, np.float64)
    single = np.zeros((count, channels), np.float64)
    rows_of_one = np.zeros(count, np.int64)
    pairs = np.zeros((count if depth > 1 else 0, count, channels), np.float64)
    rows_of_two = np.zeros((count if depth > 1 else 0, count), np.int64)
    held = np.empty(count, np.int64)
    one = np.empty(channels, np.float64)
    for r in range(size):
        row = rows[r]
        one[:] = 0
        weigh(table, row, one)
        weigh(table, row, total)
        met = 0
        for k in range(count):
            f = kept[k]
            if (table.bits[row, f // 64] >> np.uint64(f % 64) & np.uint64(1)) ^ np.uint64(turned[f]):
                held[met] = k
                met += 1
        for a in range(met):
            i = held[a]
            rows_of_one[i] += 1
            for c in range(channels):
                single[i, c] += one[c]
            if depth > 1:
                for b in range(a + 1, met):
                    j = held[b]
                    rows_of_two[i, j] += 1
                    for c in range(channels):
                        pairs[i, j, c] += one[c]
    for k in range(count):
        for side in range(2):
            for n in range(4):
                twos[side, n, k] = np.inf
        ones = rows_of_one[k]
        if ones >= least_rows:
            twos[0, 0, k] = loss(table.kind, single[k])
        if size - ones >= least_rows:
            twos[1, 0, k] = loss(table.kind, total - single[k])
    if depth == 1:
        return
    cells = np.empty((4, channels), np.float64)
    found = np.empty(4, np.float64)
    for i in range(count):
        for j in range(i + 1, count):
            both = rows_of_two[i, j]
            for c in range(channels):
                cells[0, c] = pairs[i, j, c]
                cells[1, c] = single[i, c] - pairs[i, j, c]
                cells[2, c] = single[j, c] - pairs[i, j, c]
                cells[3, c] = total[c] - single[i, c] - single[j, c] + pairs[i, j, c]
            for q in range(4):
                rows_here = (
                    (both, rows_of_one[i] - both, rows_of_one[j] - both)[q]
                    if q < 3
                    else (size - rows_of_one[i] - rows_of_one[j] + both)
                )
                found[q] = loss(table.kind, cells[q]) if rows_here >= least_rows else np.inf
            twos[0, 1, i] = min(twos[0, 1, i], found[0] + found[1])
            twos[1, 1, i] = min(twos[1, 1, i], found[2] + found[3])
            twos[0, 1, j] = min(twos[0, 1, j], found[0] + found[2])
            twos[1, 1, j] = min(twos[1, 1, j], found[1] + found[3])
