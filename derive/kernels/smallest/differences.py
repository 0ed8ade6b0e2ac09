"""In which columns rows of different classes differ: the least of these sets, and the size of the largest.

>>> import numpy as np
>>> codes = np.array([[0, 0, 1], [0, 1, 1]], np.int32)
>>> differences(codes, np.array([0, 1, 1], np.int32))
([2], 2)
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True, nogil=True)
def _scan(codes, labels, some):
    """Sets that hold no other one, as words of bits; and the largest number of differences."""
    columns, rows = codes.shape
    words = (columns + 63) // 64
    kept = np.zeros((64, words), np.uint64)
    number = 0
    largest = 0
    here = np.zeros(words, np.uint64)
    for one in range(rows):
        for two in range(one):
            if labels[one] == labels[two]:
                continue
            here[:] = 0
            differ = 0
            for a in range(columns):
                if codes[a, one] != codes[a, two]:
                    here[a >> 6] |= np.uint64(1) << np.uint64(a & 63)
                    differ += 1
            largest = max(largest, differ)
            if not some:
                continue
            covered = False
            for k in range(number):
                holds = True
                for w in range(words):
                    if kept[k, w] & ~here[w]:
                        holds = False
                        break
                if holds:
                    covered = True
                    if k:  # what was met last is met again soon
                        for w in range(words):
                            kept[k, w], kept[k - 1, w] = kept[k - 1, w], kept[k, w]
                    break
            if covered:
                continue
            left = 0
            for k in range(number):
                outside = False
                for w in range(words):
                    if here[w] & ~kept[k, w]:
                        outside = True
                        break
                if outside:
                    kept[left] = kept[k]
                    left += 1
            number = left
            if number == len(kept):
                more = np.zeros((2 * len(kept), words), np.uint64)
                more[:number] = kept
                kept = more
            kept[number] = here
            number += 1
    return kept[:number], largest


def differences(
    codes: NDArray[np.int32], labels: NDArray[np.int32], sets: bool = True
) -> tuple[list[int], int]:
    """The sets of columns in which two rows of different classes differ, those only that hold no other; as bits.

    With them comes the number of columns in the largest of all, delta_max.

    >>> differences(np.array([[0, 1]], np.int32), np.array([0, 0], np.int32))
    ([], 0)
    """
    kept, largest = _scan(codes, labels, sets)
    return sorted(sum(int(word) << 64 * w for w, word in enumerate(row)) for row in kept), int(largest)
