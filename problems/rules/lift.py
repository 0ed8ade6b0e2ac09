"""Curved as flat: a polynomial of the coordinates is a linear form of their products (Veronese).

>>> monomials(2, 2)
((1, 0), (0, 1), (2, 0), (1, 1), (0, 2))
>>> lifted(np.array([[2, 3]], dtype=object), monomials(2, 2)).tolist()
[[1, 2, 3, 4, 6, 9]]
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import TypeAlias

import numpy as np

from derive import BadInput
from problems.rules.places import Whole

Powers: TypeAlias = tuple[int, ...]
"""A product of coordinates: how often each occurs."""


def monomials(dimensions: int, degree: int) -> tuple[Powers, ...]:
    """All products of up to ``degree`` coordinates: G = C(D + M, D) - 1 of them. Paper: 5.2.

    >>> [len(monomials(2, degree)) for degree in (1, 2, 3)], len(monomials(3, 2))
    ([2, 5, 9], 9)
    """
    if degree < 1:
        raise BadInput(f"expected a degree of 1 or more, got {degree}")
    chosen = (
        axes
        for size in range(1, degree + 1)
        for axes in combinations_with_replacement(range(dimensions), size)
    )
    return tuple(tuple(axes.count(axis) for axis in range(dimensions)) for axes in chosen)


def lifted(points: Whole, terms: Sequence[Powers]) -> Whole:
    """For every point a 1 and its products.

    >>> lifted(np.array([[5], [7]], dtype=object), [(1,), (2,)]).tolist()
    [[1, 5, 25], [1, 7, 49]]
    """
    result = np.ones((len(points), len(terms) + 1), dtype=object)
    for place, powers in enumerate(terms, start=1):
        for axis, power in enumerate(powers):
            for _ in range(power):
                result[:, place] = result[:, place] * points[:, axis]
    return result


def independent(rows: Whole) -> list[int]:
    """The columns that are no combination of earlier ones, by elimination without fractions.

    >>> independent(np.array([[1, 2, 4, 1], [1, 3, 6, 5], [1, 0, 0, 2]], dtype=object))
    [0, 1, 3]
    """
    left = rows.copy()
    kept = []
    at = 0
    for column in range(left.shape[1]):
        pivots = np.flatnonzero(left[at:, column] != 0)
        if not len(pivots):
            continue
        kept.append(column)
        pivot = at + int(pivots[0])
        left[[at, pivot]] = left[[pivot, at]]
        below = left[at + 1 :]
        left[at + 1 :] = below * left[at, column] - below[:, column : column + 1] * left[at]
        left[at + 1 :] = _smaller(left[at + 1 :])
        at += 1
        if at == len(left):
            break
    return kept


def _smaller(rows: Whole) -> Whole:
    """Rows without the factors that all their numbers share; signs and zeros stay.

    >>> _smaller(np.array([[4, -6], [0, 0]], dtype=object)).tolist()
    [[2, -3], [0, 0]]
    """
    if not rows.size or not all(isinstance(value, int) for value in rows.flat):
        return rows
    shared = np.gcd.reduce(rows, axis=1)
    shared[shared == 0] = 1
    return np.asarray(rows // shared[:, None])
