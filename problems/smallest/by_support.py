"""The sets of columns that the compiled search goes through: support sets and what extends them.

>>> import numpy as np
>>> codes, labels = np.array([[0, 0, 1, 0], [0, 1, 2, 3]], np.int32), np.array([0, 1, 0, 1], np.int32)
>>> sets = sets_for(codes, labels, deep=False)
>>> [list(sets(n, lambda: True)) for n in range(3)]
[[], [2], [3]]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from problems.smallest.support import branching, extended, minimal_hitting_sets

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_EXPONENT = 60
"""Beyond this depth a tree may have any column."""


def sets_for(
    codes: NDArray[np.int32], labels: NDArray[np.int32], deep: bool
) -> Callable[[int, Callable[[], bool]], Iterator[int]]:
    """For a size, or a depth, the sets of columns that a smallest tree may have; one row of codes a column.

    >>> import numpy as np
    >>> one = sets_for(np.array([[0, 1]], np.int32), np.array([0, 1], np.int32), deep=True)
    >>> list(one(1, lambda: True))
    [1]
    """
    import numpy as np

    from derive.kernels.smallest.differences import differences

    distinct = np.unique(np.vstack([codes, labels]), axis=1)
    rows, classes = np.ascontiguousarray(distinct[:-1]), np.ascontiguousarray(distinct[-1])
    found: list[list[int]] = []

    def sets(size: int, goes_on: Callable[[], bool]) -> Iterator[int]:
        if not found:
            found.append(differences(rows, classes)[0])
        most = (1 << min(size, MOST_EXPONENT)) - 1 if deep else size
        supports = minimal_hitting_sets(found[0], most, goes_on)
        return extended(supports, lambda support: branching(rows, support), most)

    return sets
