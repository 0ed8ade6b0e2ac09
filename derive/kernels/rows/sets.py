"""Sets of rows as bits, and what counts of features and of pairs of features tell of them.

Eight columns lie side by side, so that one word of a set is met with all eight at once. Costs are those of
``search``: ``errors * unit + branches * branch``, both whole.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from derive.kernels.lanes import below, greater, least, lesser, load, ones, splat, store
from derive.kernels.rows.nodes import class_words, gather

LANES = 8
HUGE = 1 << 60


class Sets(NamedTuple):
    """All rows as columns of bits, each class from a word of its own.

    ``laid`` has eight columns side by side, word after word. ``starts`` are the words where classes begin;
    ``alike`` marks rows that no tree gets right; ``mixers`` are random.

    >>> from derive.kernels.rows.table import make_table
    >>> xor = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], np.uint8)
    >>> sets, whole = make_sets(make_table(xor, np.array([0, 1, 1, 0]), np.zeros(4), None, 2, True)[0])
    >>> sets.columns.tolist(), whole.tolist()    # two rows of each class, and a word for each
    ([[2, 1], [2, 2]], [3, 3])
    """

    columns: NDArray[np.uint64]
    laid: NDArray[np.uint64]
    starts: NDArray[np.int64]
    alike: NDArray[np.uint64]
    mixers: NDArray[np.uint64]
    any_alike: bool


class Levels(NamedTuple):
    """Room for the sets on the way from the root to where a search is, two a level: the sides of a root.

    Of each set: its ``rows`` and its name; ``totals``, how many rows of each class, of any, and of those that no
    tree gets right; ``counts``, the same for every feature; what the sides of every root cost at least and at
    most (``lows``, ``highs``); the ``order`` in which roots are tried; words that hold rows, and these (``words``,
    ``masks``); sides that are solved (``past``, ``values``, ``solved`` of them); and its ``state``: what it costs at
    least and at most, and the root of the tree that does (-1: a leaf).

    >>> from derive.kernels.rows import GIB, _task
    >>> from derive.kernels.rows.ways import Remembered, new_control
    >>> xor, labels = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], np.uint8), np.array([0, 1, 1, 0])
    >>> way = Remembered(_task(xor, labels, 2, None, 0.25, None, None, 1, 1, GIB, False))
    >>> _ = way.open(new_control())
    >>> way.levels[0].totals[0].tolist()
    [2, 2, 4, 0]
    """

    rows: NDArray[np.uint64]
    names: NDArray[np.uint64]
    totals: NDArray[np.int64]
    counts: NDArray[np.int64]
    lows: NDArray[np.int64]
    highs: NDArray[np.int64]
    order: NDArray[np.int64]
    words: NDArray[np.int64]
    masks: NDArray[np.uint64]
    past: NDArray[np.int64]
    values: NDArray[np.float64]
    solved: NDArray[np.int64]
    state: NDArray[np.float64]


@njit(cache=True, nogil=True)
def make_sets(table):
    """The rows of a table as columns, and the set of all."""
    rows = np.arange(table.labels.shape[0]).astype(np.int32)
    size = rows.shape[0]
    starts = np.empty(table.classes + 1, np.int64)
    class_words(table.labels, rows, size, starts)
    words = starts[table.classes]
    columns = np.empty((table.features, words), np.uint64)
    valid = gather(table.bits, table.labels, rows, size, starts, columns)
    blocks = (table.features + LANES - 1) // LANES
    laid = np.zeros((blocks, words, LANES), np.uint64)
    for f in range(table.features):
        for w in range(words):
            laid[f // LANES, w, f % LANES] = columns[f, w]
    alike = np.zeros(words, np.uint64)
    at = 0
    for c in range(table.classes):
        place = starts[c] * 64
        while at < size and table.labels[at] == c:
            if table.alike[at] > 0:
                alike[place // 64] |= np.uint64(1) << np.uint64(place % 64)
            place += 1
            at += 1
    mixers = np.empty(words, np.uint64)
    for w in range(words):
        mixers[w] = table.names[w % size, 0] + np.uint64(w)
    return Sets(columns, laid, starts, alike, mixers, alike.any()), valid


@njit(cache=True, nogil=True)
def make_levels(sets, levels):
    """Room for so many levels."""
    places = 2 * levels
    features, words = sets.columns.shape
    wide = sets.laid.shape[0] * LANES
    classes = sets.starts.shape[0] - 1
    return Levels(
        np.empty((places, words), np.uint64),
        np.empty((places, 2), np.uint64),
        np.empty((places, classes + 2), np.int64),
        np.zeros((places, classes + 2, wide), np.int64),
        np.empty((places, 2, wide), np.int64),
        np.empty((places, 2, wide), np.int64),
        np.empty((places, features), np.int64),
        np.empty((places, words + 1), np.int64),
        np.empty((places, words + 1), np.uint64),
        np.empty((places, 2 * features), np.int64),
        np.empty((places, 2 * features), np.float64),
        np.empty(places, np.int64),
        np.empty((places, 3), np.float64),
    )


def bytes_of_levels(features: int, rows: int, classes: int, levels: int) -> int:
    """Roughly how much room levels take.

    >>> bytes_of_levels(100, 1000, 2, 10) // bytes_of_levels(100, 1000, 2, 5)
    2
    """
    words = rows // 64 + classes
    return 2 * levels * 8 * (3 * words + (features + LANES) * (classes + 2 + 9))


@njit(cache=True, nogil=True)
def name_of_set(sets, rows):
    """A name for a set of rows in 128 bits."""
    first = np.uint64(0)
    second = np.uint64(0)
    for w in range(rows.shape[0]):
        mix = (rows[w] ^ sets.mixers[w]) * np.uint64(0xBF58476D1CE4E5B9)
        mix = (mix ^ (mix >> np.uint64(29))) * np.uint64(0x94D049BB133111EB)
        first += mix ^ (mix >> np.uint64(32))
        second += mix * (mix >> np.uint64(31) | np.uint64(1))
    return first, second


@njit(cache=True, nogil=True)
def count_singles(sets, levels, level, starts):
    """How many rows of each class have each feature; then of any class; then of those no tree gets right.

    Words that hold rows are listed, and ``starts`` filled with the place where those of each class begin.
    """
    classes = sets.starts.shape[0] - 1
    stride = sets.columns.shape[1] * LANES
    flat = sets.laid.reshape(-1)
    rows = levels.rows[level]
    counts = levels.counts[level]
    used = levels.words[level]
    masks = levels.masks[level]
    met = 0
    starts[0] = 0
    for c in range(classes):
        for w in range(sets.starts[c], sets.starts[c + 1]):
            used[met] = w * LANES
            masks[met] = rows[w]
            met += np.int64(rows[w] != 0)
        starts[c + 1] = met
    for b in range(sets.laid.shape[0]):
        base = b * stride
        whole = splat(flat, 0)
        for c in range(classes):
            here = splat(flat, 0)
            for u in range(starts[c], starts[c + 1]):
                here = here + ones(splat(flat, masks[u]) & load(flat, base + used[u]))
            store(counts[c], b * LANES, here)
            whole = whole + here
        store(counts[classes], b * LANES, whole)
        if sets.any_alike:
            here = splat(flat, 0)
            for u in range(met):
                m = masks[u] & sets.alike[used[u] // LANES]
                if m:
                    here = here + ones(splat(flat, m) & load(flat, base + used[u]))
            store(counts[classes + 1], b * LANES, here)


@njit(cache=True, nogil=True)
def bound_singles(sets, levels, aim, level, deep):
    """From counts of single features: what the sides of every root cost as leaves, and what at least; ``best_root``."""
    classes = sets.starts.shape[0] - 1
    counts = levels.counts[level]
    totals = levels.totals[level]
    lows = levels.lows[level]
    highs = levels.highs[level]
    flat = highs.reshape(-1)
    unit = splat(flat, np.int64(aim.unit))
    branch = splat(flat, np.int64(aim.branch))
    huge = splat(flat, HUGE)
    guard = splat(flat, aim.least_rows)
    for b in range(0, counts.shape[1], LANES):
        m1 = splat(flat, 0)
        m0 = splat(flat, 0)
        for c in range(classes):
            here = load(counts[c], b)
            m1 = greater(m1, here)
            m0 = greater(m0, splat(flat, totals[c]) - here)
        n1 = load(counts[classes], b)
        n0 = splat(flat, totals[classes]) - n1
        a1 = load(counts[classes + 1], b)
        a0 = splat(flat, totals[classes + 1]) - a1
        high1 = below(n0, guard, huge, below(n1, guard, huge, (n1 - m1) * unit))
        high0 = below(n0, guard, huge, below(n1, guard, huge, (n0 - m0) * unit))
        store(highs[0], b, high1)
        store(highs[1], b, high0)
        if deep:
            high1 = lesser(high1, a1 * unit + branch)
            high0 = lesser(high0, a0 * unit + branch)
        store(lows[0], b, high1)
        store(lows[1], b, high0)
    return best_root(levels, aim, level, sets.columns.shape[0])


@njit(cache=True, nogil=True)
def best_root(levels, aim, level, features):
    """What a tree with a root costs at least, the least that one is known to cost, and its root."""
    lows = levels.lows[level]
    highs = levels.highs[level]
    lowest = np.int64(HUGE)
    best = np.int64(HUGE)
    root = np.int64(-1)
    for f in range(features):
        if highs[0, f] < HUGE:
            lowest = min(lowest, lows[0, f] + lows[1, f])
            if highs[0, f] + highs[1, f] < best:
                best = highs[0, f] + highs[1, f]
                root = np.int64(f)
    return lowest + np.int64(aim.branch), best + np.int64(aim.branch), root


@njit(cache=True, nogil=True)
def bound_pairs(sets, levels, aim, level, starts, deep):
    """From counts of pairs: what the sides of every root cost with one branch, and at least; ``best_root``."""
    classes = sets.starts.shape[0] - 1
    features = sets.columns.shape[0]
    stride = sets.columns.shape[1] * LANES
    laid = sets.laid.reshape(-1)
    counts = levels.counts[level]
    totals = levels.totals[level]
    lows = levels.lows[level]
    highs = levels.highs[level]
    flat = highs.reshape(-1)
    unit = splat(flat, np.int64(aim.unit))
    branch = splat(flat, np.int64(aim.branch))
    huge = splat(flat, HUGE)
    guard = splat(flat, aim.least_rows)
    none = splat(flat, 0)
    size = totals[classes]
    used = levels.words[level]
    masks = levels.masks[level]
    words = starts[classes]
    at = np.empty(words + 1, np.int64)
    mask = np.empty(words + 1, np.uint64)
    ends = np.zeros(classes + 1, np.int64)
    # what one branch costs at most, and one or more at least, below every literal
    best = np.empty((4, counts.shape[1]), np.int64)
    best[:] = HUGE
    for i in range(features):
        if highs[0, i] >= HUGE:
            continue
        met = 0
        column = sets.columns[i]
        for c in range(classes):
            for u in range(starts[c], starts[c + 1]):
                m = masks[u] & column[used[u] // LANES]
                at[met] = used[u]
                mask[met] = m
                met += np.int64(m != 0)
            ends[c + 1] = met
        high_on = huge
        high_off = huge
        low_on = huge
        low_off = huge
        for b in range(i // LANES, sets.laid.shape[0]):
            base = b * stride
            k = b * LANES
            m0 = none
            m1 = none
            m2 = none
            m3 = none
            x = none
            for c in range(classes):
                here = none
                for u in range(ends[c], ends[c + 1]):
                    here = here + ones(splat(laid, mask[u]) & load(laid, base + at[u]))
                x = x + here
                m0 = greater(m0, here)
                m1 = greater(m1, splat(flat, counts[c, i]) - here)
                here = load(counts[c], k) - here
                m2 = greater(m2, here)
                m3 = greater(m3, splat(flat, totals[c] - counts[c, i]) - here)
            u1 = splat(flat, counts[classes, i]) - x
            u2 = load(counts[classes], k) - x
            u3 = splat(flat, size - counts[classes, i]) - u2
            h0 = below(x, guard, huge, (x - m0) * unit)
            h1 = below(u1, guard, huge, (u1 - m1) * unit)
            h2 = below(u2, guard, huge, (u2 - m2) * unit)
            h3 = below(u3, guard, huge, (u3 - m3) * unit)
            high_on = lesser(high_on, h0 + h1)
            high_off = lesser(high_off, h2 + h3)
            store(best[0], k, lesser(load(best[0], k), h0 + h2))
            store(best[1], k, lesser(load(best[1], k), h1 + h3))
            if deep:
                a0 = none
                a1 = none
                a2 = none
                a3 = none
                if sets.any_alike:
                    for u in range(ends[classes]):
                        m = mask[u] & sets.alike[at[u] // LANES]
                        if m:
                            a0 = a0 + ones(splat(laid, m) & load(laid, base + at[u]))
                    a1 = (splat(flat, counts[classes + 1, i]) - a0) * unit
                    a2 = load(counts[classes + 1], k) - a0
                    a3 = (splat(flat, totals[classes + 1] - counts[classes + 1, i]) - a2) * unit
                    a0 = a0 * unit
                    a2 = a2 * unit
                h0 = below(x, guard, huge, lesser(h0, a0 + branch))
                h1 = below(u1, guard, huge, lesser(h1, a1 + branch))
                h2 = below(u2, guard, huge, lesser(h2, a2 + branch))
                h3 = below(u3, guard, huge, lesser(h3, a3 + branch))
                low_on = lesser(low_on, h0 + h1)
                low_off = lesser(low_off, h2 + h3)
                store(best[2], k, lesser(load(best[2], k), h0 + h2))
                store(best[3], k, lesser(load(best[3], k), h1 + h3))
        best[0, i] = min(best[0, i], least(high_on))
        best[1, i] = min(best[1, i], least(high_off))
        best[2, i] = min(best[2, i], least(low_on))
        best[3, i] = min(best[3, i], least(low_off))
    price = np.int64(aim.branch)
    for f in range(features):
        if highs[0, f] < HUGE:
            for half in range(2):
                leaf = highs[half, f]
                highs[half, f] = min(leaf, best[half, f] + price)
                lows[half, f] = min(leaf, best[2 + half, f] + price) if deep else highs[half, f]
    return best_root(levels, aim, level, features)
