"""The order of numbers, as a loop: numba's own sorts take seconds to compile."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def ascending(keys):
    """The places of numbers, the smallest first, equal ones as they come: ``np.argsort`` that is stable.

    >>> ascending(np.array([2.0, 1.0, 2.0, 0.5])).tolist()
    [3, 1, 0, 2]
    """
    count = keys.shape[0]
    order = np.arange(count)
    spare = np.empty(count, np.int64)
    width = 1
    while width < count:
        for begin in range(0, count, 2 * width):
            left = begin
            middle = min(begin + width, count)
            right = middle
            end = min(begin + 2 * width, count)
            for place in range(begin, end):
                if left < middle and (right >= end or keys[order[left]] <= keys[order[right]]):
                    spare[place] = order[left]
                    left += 1
                else:
                    spare[place] = order[right]
                    right += 1
        order, spare = spare, order
        width *= 2
    return order
