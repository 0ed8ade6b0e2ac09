"""On which side of many flats do points lie? Decided exactly, and mostly by floating point.

A flat through r points of r dimensions is where a determinant vanishes. Its cofactors come row by row
from smaller minors, for all sets of points at once: in 64-bit numbers where these are sure to suffice,
else in floating point with a bound on the error, and again in exact numbers wherever the bound leaves
a doubt.

>>> line = np.array([[1, 0, 0], [1, 1, 1], [1, 2, 2], [1, 0, 5]], dtype=object)
>>> signs(line, np.array([[0, 1], [0, 2], [0, 3]])).tolist()
[[0, 0, 0, 1], [0, 0, 0, 1], [0, -1, -1, 0]]
"""

from __future__ import annotations

from itertools import combinations
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from problems.rules.places import Whole

CHUNK = 1 << 22
"""How many sides are decided in one go."""

SURE = 1e-280
"""Below this, numbers that are too small for floating point may have played a part."""


def signs(rows: Whole, chosen: NDArray[np.intp]) -> NDArray[np.int8]:
    """The side of every point, by row; for every set of points that ``chosen`` lists, by row.

    ``rows`` are points with a leading 1. A set that spans no flat has zeros alone.

    >>> far = np.array([[1, 0, 0], [1, 10**30, 1], [1, 2 * 10**30, 2], [1, 10**30, 2]], dtype=object)
    >>> signs(far, np.array([[0, 1]])).tolist()
    [[0, 0, 0, 1]]
    """
    largest = [max(1, *map(abs, column)) for column in rows.T.tolist()]
    small = factorial(rows.shape[1]) * prod(largest) < 2**62
    plain: NDArray[np.int64] | NDArray[np.float64]
    if small:
        plain = rows.astype(np.int64)
    else:
        plain = np.array([[value / most for value, most in zip(row, largest, strict=True)] for row in rows])
    step = max(1, CHUNK // len(rows))
    found = np.empty((len(chosen), len(rows)), np.int8)
    for start in range(0, len(chosen), step):
        subsets = chosen[start : start + step]
        values = cofactors(plain[subsets]) @ plain.T
        here = np.sign(values).astype(np.int8)
        if not small:
            error = 4 * (rows.shape[1] + 1) ** 2 * np.finfo(np.float64).eps / 2
            bound = error * (cofactors(np.abs(plain)[subsets], positive=True) @ np.abs(plain).T)
            doubtful = (np.abs(values) <= bound) | (np.abs(values) < SURE)
            np.put_along_axis(doubtful, subsets, False, axis=1)
            again = np.flatnonzero(doubtful.any(axis=1))
            if len(again):
                here[again] = np.sign(cofactors(rows[subsets[again]]) @ rows.T).astype(np.int8)
        np.put_along_axis(here, subsets, 0, axis=1)
        found[start : start + step] = here
    return found


def cofactors(chosen: NDArray[Any], *, positive: bool = False) -> NDArray[Any]:
    """For r rows of r + 1 numbers each, the form that vanishes on them; with ``positive``, all signs are +.

    >>> cofactors(np.array([[[1, 0, 0], [1, 2, 3]]])).tolist()
    [[0, -3, 2]]
    """
    height, width = chosen.shape[1:]
    minors: dict[tuple[int, ...], Any] = {(): np.ones(len(chosen), chosen.dtype)}
    for row in range(height):
        minors = {
            columns: sum(
                chosen[:, row, column]
                * minors[columns[:place] + columns[place + 1 :]]
                * (-1 if (row + place) % 2 and not positive else 1)
                for place, column in enumerate(columns)
            )
            for columns in combinations(range(width), row + 1)
        }
    everything = tuple(range(width))
    return np.stack(
        [
            minors[everything[:column] + everything[column + 1 :]]
            * (-1 if column % 2 and not positive else 1)
            for column in range(width)
        ],
        axis=1,
    )
