"""Every way in which a flat can part points: through enough of them, tilted a little in all ways.

A flat that parts points strictly can be moved until r of them that are independent lie on it, and no
point has changed sides. So all partings come from the flats through r points, with the points on each
flat parted in every way that flats *of that flat* can part them: for r points in general position in
every way at all, else by the same argument one dimension down. He & Little, 5.2, take one closed side
of each flat alone, which misses some (finding: in the plane two rules a pair are needed, in general
up to 2^D).

>>> corners = np.array([[1, 0, 0], [1, 1, 0], [1, 0, 1], [1, 1, 1]], dtype=object)
>>> len(partings(corners))
14
>>> [cover(4, 2), 2**4 - 2]
[14, 14]
"""

from __future__ import annotations

from itertools import combinations, product
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from derive import TooLarge
from problems.rules.lift import independent
from problems.rules.places import Whole
from problems.rules.signs import signs

MOST_SUBSETS = 5_000_000
"""How many sets of points are tried, at most."""

MOST_SIDES = 600_000_000
"""How many sides of points are decided, at most: one byte each."""


def cover(points: int, dimensions: int) -> int:
    """In how many ways flats part points in general position, the two ways to part none included.

    >>> [cover(n, 2) for n in range(1, 6)]
    [2, 4, 8, 14, 22]
    """
    return 2 * sum(comb(points - 1, k) for k in range(dimensions + 1))


class Flats(NamedTuple):
    """The flats through r points each: the side of every point, by row, and the sets that span them.

    ``flat`` says which flat each set of ``through`` spans; ``spanless`` sets span none.

    >>> flats_of(np.array([[1, 0, 0], [1, 1, 1], [1, 2, 2], [1, 0, 5]], dtype=object)).flat.tolist()
    [0, 0, 1, 0, 2, 3]
    """

    sides: NDArray[np.int8]
    through: NDArray[np.intp]
    flat: NDArray[np.intp]
    spanless: int


def flats_of(rows: Whole) -> Flats:
    """All flats through points that span the whole space; ``rows`` have a leading 1.

    >>> flats_of(np.array([[1, 0], [1, 4], [1, 9]], dtype=object)).sides.tolist()
    [[0, 1, 1], [1, 0, -1], [1, 1, 0]]
    """
    number, size = len(rows), rows.shape[1] - 1
    sets = comb(number, size)
    if sets > MOST_SUBSETS or sets * number > MOST_SIDES:
        raise TooLarge(
            f"{number} points have {sets} sets of {size}, more than the {min(MOST_SUBSETS, MOST_SIDES // number)} "
            "that are tried: give fewer points, fewer columns or a lower degree"
        )
    through = np.fromiter(
        (place for chosen in combinations(range(number), size) for place in chosen), dtype=np.intp
    ).reshape(-1, size)
    sides = signs(rows, through)
    good = sides.any(axis=1)
    through, sides = through[good], sides[good]
    first = np.take_along_axis(sides, (sides != 0).argmax(axis=1)[:, None], axis=1)
    sides *= first
    _, places, flat = np.unique(packed(sides), return_index=True, return_inverse=True)
    return Flats(sides[places], through, flat.reshape(-1), int((~good).sum()))


def packed(rows: NDArray[Any]) -> NDArray[np.void]:
    """Each row as one value, to be sorted and compared as such.

    >>> np.unique(packed(np.array([[1, 2], [0, 1], [1, 2]], dtype=np.int8)), return_inverse=True)[1].tolist()
    [1, 0, 1]
    """
    whole = np.ascontiguousarray(rows)
    return whole.view(np.dtype((np.void, whole.dtype.itemsize * whole.shape[1]))).reshape(-1)


def partings(rows: Whole) -> NDArray[np.bool_]:
    """All ways to part points by flats, in either direction, and to part none; by row. They must differ.

    >>> partings(np.array([[1, 0], [1, 9], [1, 4]], dtype=object)).astype(int).tolist()
    [[0, 0, 0], [0, 1, 0], [0, 1, 1], [1, 0, 0], [1, 0, 1], [1, 1, 1]]
    """
    rows = rows[:, independent(rows)]
    number, size = len(rows), rows.shape[1] - 1
    if number == size + 1:
        return np.array(list(product((False, True), repeat=number)))
    if size == 1:
        rank = np.argsort(np.argsort(rows[:, 1]))
        one_way = rank[None, :] < np.arange(1, number + 1)[:, None]
    else:
        flats = flats_of(rows)
        one_way = np.concatenate([tilted(rows, side) for side in flats.sides])
    return np.unique(np.concatenate([one_way, ~one_way]), axis=0)


def tilted(rows: Whole, side: NDArray[np.int8]) -> NDArray[np.bool_]:
    """All partings by flats near to a given one: points on it go either way, as flats of it part them.

    >>> rows = np.array([[1, 0, 0], [1, 1, 1], [1, 2, 2], [1, 0, 5]], dtype=object)
    >>> tilted(rows, np.array([0, 0, 0, 1], dtype=np.int8)).shape
    (6, 4)
    """
    on = np.flatnonzero(side == 0)
    ways = partings(rows[on])
    result = np.repeat((side < 0)[None, :], len(ways), axis=0)
    result[:, on] = ways
    return result
