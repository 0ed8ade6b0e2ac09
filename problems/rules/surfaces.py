"""Cuts by polynomial surfaces: flats of the lifted points, tilted in all ways, merged by what they cut.

>>> from problems.rules.places import places
>>> print(surface_cuts("oblique", places([(0, 0), (1, 0), (0, 1), (1, 1)]), ("x", "y"), degree=1, every_side=True))
24 oblique rules cut 4 points in 6 ways
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from derive import TooLarge
from problems.rules.cuts import Cuts, Origin
from problems.rules.dichotomies import MOST_SUBSETS, Flats, flats_of, packed, tilted
from problems.rules.lift import Powers, independent, lifted, monomials
from problems.rules.places import Places, Whole
from problems.rules.separate import inequality
from problems.rules.signs import signs
from problems.rules.surface import Surface

Words: TypeAlias = NDArray[np.uint64]
MOST_RULES = 8 * MOST_SUBSETS
"""How many rules are made before they are merged, at most."""


class _Entries:
    """Rules before they are merged: the cut of each, and its flat; for each cut, a set that makes it."""

    def __init__(self, rows: Whole, every_side: bool) -> None:
        self.flats: Flats = flats_of(rows)
        sets = np.bincount(self.flats.flat, minlength=len(self.flats.sides))
        if every_side:
            words, flat = _all_sides(rows, self.flats)
        else:
            turned = signs(rows, self.flats.through)
            words, flat = _bits(turned >= 0), self.flats.flat
            sets = np.ones_like(sets)
        turned_words = words[:, 0] & np.uint64(1) != 0
        words[turned_words] ^= _bits(np.ones((1, len(rows)), bool))
        keys = words[:, 0] if words.shape[1] == 1 else packed(words)
        _, first, column = np.unique(keys, return_index=True, return_inverse=True)
        chosen = words[first]
        times = np.bincount(column.reshape(-1), sets[flat], len(first)).astype(np.int64)
        useful = chosen.any(axis=1)
        number = np.where(useful, np.cumsum(useful) - 1, -1)
        self.column, self.flat = number[column.reshape(-1)], flat
        self.words, self.times = chosen[useful], times[useful]
        self.idle = int(times[~useful].sum())
        self.every_side = every_side
        self.example = self._sets()[flat[first[useful]]] if every_side else first[useful]

    def _sets(self) -> NDArray[np.intp]:
        """For each flat the first set of points that spans it."""
        first = np.empty(len(self.flats.sides), np.intp)
        first[self.flats.flat[::-1]] = np.arange(len(self.flats.flat))[::-1]
        return first

    def origins(self) -> list[Origin]:
        through, flat = self.flats.through, self.flats.flat
        if not self.every_side:
            pairs = zip(self.column.tolist(), through.tolist(), strict=True)
            return [(cut, tuple(points)) for cut, points in pairs if cut >= 0]
        sets: dict[int, list[tuple[int, ...]]] = {}
        for place, points in zip(flat.tolist(), through.tolist(), strict=True):
            sets.setdefault(place, []).append(tuple(points))
        entries = zip(self.column.tolist(), self.flat.tolist(), strict=True)
        return [(cut, points) for cut, place in entries if cut >= 0 for points in sets[place]]


def _bits(rows: NDArray[np.bool_]) -> Words:
    """Rows of truth values as words, 64 a word."""
    padded = np.zeros((len(rows), -(-rows.shape[1] // 64) * 64), dtype=bool)
    padded[:, : rows.shape[1]] = rows
    return np.packbits(padded, axis=1, bitorder="little").view(np.uint64)


def _all_sides(rows: Whole, flats: Flats) -> tuple[Words, NDArray[np.intp]]:
    """For each flat all ways to part the points on it: at once where they are as few as can be."""
    on = flats.sides == 0
    size = rows.shape[1] - 1
    plain = np.flatnonzero(on.sum(axis=1) == size)
    if len(plain) << size > MOST_RULES:
        raise TooLarge(
            f"{len(plain)} surfaces through {size} points make {len(plain) << size} rules, more than {MOST_RULES}: "
            "give fewer points, fewer columns or a lower degree"
        )
    base = _bits(flats.sides[plain] < 0)
    points = np.nonzero(on[plain])[1].reshape(-1, size)
    everyone = np.arange(len(plain))
    found, which = [], []
    for yeses in product((False, True), repeat=size):
        words = base.copy()
        for place, yes in enumerate(yeses):
            if yes:
                at = points[:, place]
                words[everyone, at // 64] |= np.uint64(1) << (at % 64).astype(np.uint64)
        found.append(words)
        which.append(plain)
    for flat in np.flatnonzero(on.sum(axis=1) > size).tolist():
        ways = tilted(rows, flats.sides[flat])
        found.append(_bits(ways))
        which.append(np.full(len(ways), flat))
    return np.concatenate(found), np.concatenate(which)


def surface_cuts(
    name: str, found: Places, columns: tuple[str, ...], *, degree: int, every_side: bool
) -> Cuts:
    """All cuts by surfaces of a degree; without ``every_side``, those with their points on one side alone.

    >>> from problems.rules.places import places
    >>> surface_cuts("oblique", places([(5, 5), (5, 5)]), ("x", "y"), degree=1, every_side=True).generated
    0
    """
    terms = monomials(found.dimensions, degree)
    rows = lifted(found.whole[found.distinct], terms)
    rows = rows[:, independent(rows)]
    size = rows.shape[1] - 1
    if not size:
        nothing = np.zeros((0, len(found)), bool)
        return Cuts(name, found, nothing, np.zeros(0, np.int64), 0, 0, 0, 0, True, _no_rule, list)
    entries = _Entries(rows, every_side)
    unpacked = np.unpackbits(entries.words.view(np.uint8), axis=1, bitorder="little", count=len(rows))
    sides = unpacked.astype(bool)
    exact_rows = lifted(
        np.array([found.points[point] for point in found.distinct], dtype=object).reshape(len(rows), -1),
        terms,
    )

    def named(points: Iterable[int]) -> tuple[int, ...]:
        return tuple(int(found.distinct[point]) for point in points)

    def rule(cut: int) -> Surface:
        through = entries.flats.through[entries.example[cut]]
        factors, bound = inequality(exact_rows, sides[cut], through.tolist())
        return _surface(columns, terms, factors, bound, named(through))

    def origins() -> list[Origin]:
        return [(cut, named(points)) for cut, points in entries.origins()]

    return Cuts(
        name,
        found,
        sides[:, found.twin],
        entries.times,
        int(entries.times.sum()) + entries.idle,
        entries.idle,
        entries.flats.spanless,
        size,
        every_side and size <= 2,
        rule,
        origins,
    )


def _no_rule(cut: int) -> Any:
    raise IndexError(f"there is no cut {cut}")


def _surface(
    columns: tuple[str, ...],
    terms: tuple[Powers, ...],
    factors: list[int | float],
    bound: int | float,
    through: tuple[int, ...],
) -> Surface:
    """The rule with its first coefficient above 0."""
    kept = [(factor, powers) for factor, powers in zip(factors, terms, strict=True) if factor]
    if kept[0][0] > 0:
        return Surface(columns, tuple(kept), "<=", bound, through)
    turned = tuple((-factor, powers) for factor, powers in kept)
    return Surface(columns, turned, ">", -bound, through)
