"""What is known of sets of rows, by name: bounds that are shared by all threads without a lock."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from derive.kernels.bits import as_bits, as_float


class Memo(NamedTuple):
    """What sets of rows cost at least and at most, each in four words: a name in two, and the two costs.

    The name is mixed with the costs, so that an entry that two threads have torn matches nothing. ``used`` says
    how many slots are in use at present (a power of two, less one) and how often something was kept.

    >>> memo = Memo(np.zeros((8, 4), np.uint64), np.array([7, 0]), True)
    >>> keep(memo, np.uint64(5), np.uint64(6), 2, 1.0, 3.0)
    >>> recall(memo, np.uint64(5), np.uint64(6), 2), recall(memo, np.uint64(5), np.uint64(6), 3)
    ((1.0, 3.0), (0.0, inf))
    """

    slots: NDArray[np.uint64]
    used: NDArray[np.int64]
    on: bool


class Sides(NamedTuple):
    """What the sides of every root of a set cost at least and at most, for sets whose roots were tried before.

    Entries are filled one after another, round and round (``filled`` of them so far): in each the name of a set,
    and its ``bounds``: least and most, of both sides, for every feature. ``places`` leads from a name to its entry,
    counted from 1, if that is still its own. The second word of the name is mixed with the bounds, as in ``Memo``.

    >>> sides = make_sides(64, 1000)
    >>> lows, highs = np.arange(128).reshape(2, 64), np.full((2, 64), 500)
    >>> keep_sides(sides, np.uint64(5), np.uint64(6), 2, lows, highs)
    >>> one, two = np.empty_like(lows), np.empty_like(highs)
    >>> [recall_sides(sides, np.uint64(5), np.uint64(6), depth, one, two) for depth in (2, 3)]
    [True, False]
    >>> bool((one == lows).all() and (two == highs).all())
    True
    """

    places: NDArray[np.int32]
    names: NDArray[np.uint64]
    bounds: NDArray[np.int64]
    filled: NDArray[np.int64]


PLACES = 1 << 17
"""Of names, for as many entries at most; they take half a mebibyte, of which only what is used is touched."""


def make_sides(wide: int, memory: int) -> Sides:
    """Room for the sides of as many sets as fit into so many bytes, but one at least.

    >>> len(make_sides(64, 1 << 20).names)
    254
    """
    entries = max(1, min(PLACES, (memory - 4 * PLACES) // (8 * (4 * wide + 2))))
    return Sides(
        np.zeros(PLACES, np.int32),
        np.zeros((entries, 2), np.uint64),
        np.empty((entries, 2, 2, wide), np.int64),
        np.zeros(1, np.int64),
    )


@njit(cache=True, nogil=True)
def _named(name, depth):
    return name ^ np.uint64(2 * depth + 1) * np.uint64(0x5851F42D4C957F2D)


@njit(cache=True, nogil=True)
def _all_mixed(lows, highs):
    mix = np.uint64(0)
    for half in range(2):
        for f in range(lows.shape[1]):
            place = np.uint64(2 * f + half) * np.uint64(0x5851F42D4C957F2D)
            one = (np.uint64(lows[half, f]) + place) * np.uint64(0x9E3779B97F4A7C15)
            two = (np.uint64(highs[half, f]) + place) * np.uint64(0xBF58476D1CE4E5B9)
            mix += (one ^ (one >> np.uint64(29))) + (two ^ (two >> np.uint64(31)))
    return mix


@njit(cache=True, nogil=True)
def keep_sides(sides, name, other, depth, lows, highs):
    """Keep what is known of the sides of every root, in place of what was known before or of the oldest entry."""
    name = _named(name, depth)
    place = name & np.uint64(PLACES - 1)
    entry = np.int64(sides.places[place]) - 1
    if entry < 0 or sides.names[entry, 0] != name:
        entry = sides.filled[0] % sides.names.shape[0]
        sides.filled[0] += 1
        sides.places[place] = entry + 1
    sides.names[entry, 0] = name
    sides.names[entry, 1] = other ^ _all_mixed(lows, highs)
    sides.bounds[entry, 0] = lows
    sides.bounds[entry, 1] = highs


@njit(cache=True, nogil=True)
def recall_sides(sides, name, other, depth, lows, highs):
    """Fill in what is known of the sides of every root; answers whether anything is."""
    name = _named(name, depth)
    entry = np.int64(sides.places[name & np.uint64(PLACES - 1)]) - 1
    if entry < 0 or sides.names[entry, 0] != name:
        return False
    said = sides.names[entry, 1]
    lows[:] = sides.bounds[entry, 0]
    highs[:] = sides.bounds[entry, 1]
    return said ^ _all_mixed(lows, highs) == other


@njit(cache=True, nogil=True)
def _mixed(low, high):
    mix = (low ^ (high >> np.uint64(7))) * np.uint64(0x9E3779B97F4A7C15)
    return mix ^ high


@njit(cache=True, nogil=True)
def recall(memo, name, other, depth):
    """What a set costs at least (0 if nothing is known) and at most (infinity likewise)."""
    name = _named(name, depth)
    slot = memo.slots[name & np.uint64(memo.used[0])]
    low = slot[2]
    high = slot[3]
    mix = _mixed(low, high)
    if slot[0] ^ mix == name and slot[1] ^ mix == other:
        return as_float(low), as_float(high)
    return 0.0, np.inf


@njit(cache=True, nogil=True)
def keep(memo, name, other, depth, low, high):
    """Keep what is known, in place of whatever was there; take more slots when half of them may be full."""
    name = _named(name, depth)
    slot = memo.slots[name & np.uint64(memo.used[0])]
    mix = _mixed(as_bits(low), as_bits(high))
    slot[0] = name ^ mix
    slot[1] = other ^ mix
    slot[2] = as_bits(low)
    slot[3] = as_bits(high)
    memo.used[1] += 1
    old = memo.used[0]
    if 2 * memo.used[1] > old and 4 * (old + 1) <= memo.slots.shape[0]:
        memo.used[0] = 4 * (old + 1) - 1
        for s in range(old + 1):
            slot = memo.slots[s]
            there = (slot[0] ^ _mixed(slot[2], slot[3])) & np.uint64(memo.used[0])
            if there > np.uint64(old):
                for w in range(4):
                    memo.slots[there, w] = slot[w]
