"""From rows of 0 and 1 to a table: packed into bits, sorted by class, equal columns and rows told once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from derive.kernels.bits import transpose
from derive.kernels.rows.base import COUNTED, SQUARED, WEIGHED, Table


@njit(cache=True, nogil=True)
def _pack(features):
    """Rows as bits over all features; one word at least."""
    rows, width = features.shape
    bits = np.zeros((rows, max(1, (width + 63) // 64)), np.uint64)
    for r in range(rows):
        for group in range((width + 63) // 64):
            word = np.uint64(0)
            for f in range(64 * group, min(width, 64 * group + 64)):
                word |= np.uint64(features[r, f]) << np.uint64(f % 64)
            bits[r, group] = word
    return bits


@njit(cache=True, nogil=True)
def _columns(bits, width):
    """The columns of packed rows, 64 rows a word, each turned so that its first row is 0."""
    rows = bits.shape[0]
    words = (rows + 63) // 64
    columns = np.empty((bits.shape[1] * 64, words), np.uint64)
    block = np.empty(64, np.uint64)
    for word in range(words):
        here = min(64, rows - 64 * word)
        for group in range(bits.shape[1]):
            for r in range(here):
                block[r] = bits[64 * word + r, group]
            for r in range(here, 64):
                block[r] = 0
            transpose(block)
            for f in range(64):
                columns[64 * group + f, word] = block[f]
    for f in range(width):
        if columns[f, 0] & np.uint64(1):
            for word in range(words):
                columns[f, word] = ~columns[f, word]
            if rows % 64:
                columns[f, words - 1] &= (np.uint64(1) << np.uint64(rows % 64)) - np.uint64(1)
    return columns[:width]


@njit(cache=True, nogil=True)
def _mixed(words):
    mix = np.uint64(0)
    for word in words:
        mix = (mix ^ word) * np.uint64(0x9E3779B97F4A7C15)
        mix ^= mix >> np.uint64(29)
    return mix


@njit(cache=True, nogil=True)
def _equal(one, other):
    same = 0
    while same < one.shape[0] and one[same] == other[same]:
        same += 1
    return same == one.shape[0]


@njit(cache=True, nogil=True)
def groups_of(table):
    """Number the rows of a matrix of words so that equal rows have equal numbers, in order of appearance."""
    slots = 4
    while slots < 2 * table.shape[0]:
        slots *= 2
    places = np.full(slots, -1, np.int64)
    numbers = np.empty(table.shape[0], np.int64)
    count = 0
    for r in range(table.shape[0]):
        slot = np.int64(_mixed(table[r]) & np.uint64(slots - 1))
        while places[slot] >= 0 and not _equal(table[places[slot]], table[r]):
            slot = (slot + 1) & (slots - 1)
        if places[slot] < 0:
            places[slot] = r
            numbers[r] = count
            count += 1
        else:
            numbers[r] = numbers[places[slot]]
    return numbers, count


@njit(cache=True, nogil=True)
def _choose(bits, kept):
    """Rows as bits over the kept features only."""
    chosen = np.zeros((bits.shape[0], max(1, (kept.shape[0] + 63) // 64)), np.uint64)
    for k in range(kept.shape[0]):
        group = kept[k] // 64
        shift = np.uint64(kept[k] % 64)
        place = np.uint64(k % 64)
        for r in range(bits.shape[0]):
            chosen[r, k // 64] |= (bits[r, group] >> shift & np.uint64(1)) << place
    return chosen


@njit(cache=True, nogil=True)
def _alike(numbers, count, labels, weights, values, classes, kind):
    """For every row the loss that no tree avoids, since rows with equal features go together."""
    rows = numbers.shape[0]
    sums = np.zeros((count, max(3, classes)), np.float64)
    loss = np.zeros(rows, np.float64)
    for r in range(rows):
        g = numbers[r]
        if kind == SQUARED:
            sums[g, 0] += weights[r]
            sums[g, 1] += weights[r] * values[r]
            sums[g, 2] += weights[r] * values[r] * values[r]
        else:
            sums[g, labels[r]] += weights[r]
    seen = np.zeros(count, np.bool_)
    for r in range(rows):
        g = numbers[r]
        if kind == SQUARED:
            if not seen[g]:
                loss[r] = max(0.0, sums[g, 2] - sums[g, 1] * sums[g, 1] / sums[g, 0])
                seen[g] = True
        elif sums[g].argmax() != labels[r]:
            loss[r] = weights[r]
    return loss


@njit(cache=True, nogil=True)
def _names(rows):
    """Random names of 128 bits (splitmix64, the same every time)."""
    names = np.empty((rows, 2), np.uint64)
    state = np.uint64(0)
    for r in range(rows):
        for half in range(2):
            state += np.uint64(0x9E3779B97F4A7C15)
            mix = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            mix = (mix ^ (mix >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            names[r, half] = mix ^ (mix >> np.uint64(31))
    return names


@njit(cache=True, nogil=True)
def _first_of(numbers, count, varies):
    """Of each group of columns the first, if it varies; and how many columns it stands for."""
    copies = np.zeros(count, np.int64)
    first = np.full(count, -1, np.int64)
    for f in range(numbers.shape[0]):
        copies[numbers[f]] += 1
        if first[numbers[f]] < 0:
            first[numbers[f]] = f
    chosen = 0
    for g in range(count):
        if varies[first[g]]:
            first[chosen] = first[g]
            copies[chosen] = copies[g]
            chosen += 1
    return first[:chosen], copies[:chosen]


def _prepare(
    features: NDArray[np.uint8],
    target: NDArray[np.int64],
    numbers: NDArray[np.float64],
    weights: NDArray[np.float64],
    classes: int,
    kind: int,
) -> tuple[NDArray[Any], ...]:
    bits = _pack(features)
    # by class, and within a class similar rows side by side: words without ones are skipped
    order = np.lexsort((bits[:, 0], target))
    bits, labels, heavy, values = bits[order], target[order], weights[order], numbers[order]
    columns = _columns(bits, features.shape[1])
    column_numbers, count = groups_of(columns)
    kept, copies = _first_of(column_numbers, count, columns.any(axis=1))
    if len(kept) < features.shape[1]:
        bits = _choose(bits, kept)
    row_numbers, distinct = groups_of(bits)
    alike = _alike(row_numbers, distinct, labels, heavy, values, classes, kind)
    return bits, labels, heavy, values, _names(len(bits)), alike, copies, kept


def make_table(
    features: NDArray[np.uint8],
    target: NDArray[np.int64],
    numbers: NDArray[np.float64],
    weights: NDArray[np.float64] | None,
    classes: int,
    repeat: bool,
) -> tuple[Table, NDArray[np.int64]]:
    """A table, and for each of its columns the feature it stands for; rows without weight are left out.

    With ``repeat``, small whole weights become rows that are repeated, since rows are counted faster.

    >>> features = np.array([[0, 1, 1], [1, 0, 1]], dtype=np.uint8)
    >>> made, kept = make_table(features, np.array([0, 1]), np.zeros(2), np.array([1.0, 2.0]), 2, True)
    >>> made.labels, made.features, kept
    (array([0, 1, 1]), 1, array([0]))
    """
    if weights is not None:
        whole = classes > 0 and repeat and bool((weights == np.floor(weights)).all())
        times = (
            weights.astype(np.int64) if whole and weights.sum() <= 4 * len(weights) + 1000 else weights > 0
        )
        chosen = np.repeat(np.arange(len(weights)), times)
        features, target, numbers = features[chosen], target[chosen], numbers[chosen]
        weights = None if times.dtype == np.int64 else weights[chosen]
    kind = SQUARED if classes == 0 else COUNTED if weights is None else WEIGHED
    if weights is None:
        weights = np.ones(len(target))
    parts = _prepare(  # of these very types, since the base is called by its address
        np.ascontiguousarray(features, np.uint8),
        np.ascontiguousarray(target, np.int64),
        np.ascontiguousarray(numbers, np.float64),
        np.ascontiguousarray(weights, np.float64),
        classes,
        kind,
    )
    *columns, kept = parts
    return Table(*columns, len(kept), max(1, classes), kind), kept
