"""Optimal trees by trying every cut at every branch."""

from collections.abc import Hashable, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray


def fewest_errors(
    table: NDArray[np.uint8] | NDArray[np.bool_],
    labels: Sequence[Hashable],
    k: int,
    most: int,
    min_leaf: int = 1,
) -> int:
    """The fewest errors of trees with at most k cuts and of a depth; a cut is a column of the table."""
    columns = table.T.astype(bool).tolist()

    @cache
    def best(chosen: frozenset[int], cuts: int, levels: int) -> int:
        here = [labels[row] for row in chosen]
        found = len(here) - max(here.count(label) for label in set(here))
        if cuts and levels and found:
            for column in columns:
                yes = frozenset(row for row in chosen if column[row])
                no = chosen - yes
                if min(len(yes), len(no)) >= min_leaf:
                    for used in range(cuts):
                        parts = best(yes, used, levels - 1) + best(no, cuts - 1 - used, levels - 1)
                        found = min(found, parts)
        return found

    return best(frozenset(range(len(labels))), k, most)
