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


@njit(cache=True, nogil=True)
def _mixed(low, high):
    mix = (low ^ (high >> np.uint64(7))) * np.uint64(0x9E3779B97F4A7C15)
    return mix ^ high


@njit(cache=True, nogil=True)
def recall(memo, name, other, depth):
    """What a set costs at least (0 if nothing is known) and at most (infinity likewise)."""
    name ^= np.uint64(2 * depth + 1) * np.uint64(0x5851F42D4C957F2D)
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
    name ^= np.uint64(2 * depth + 1) * np.uint64(0x5851F42D4C957F2D)
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
