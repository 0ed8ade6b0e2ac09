"""From a cut to a rule in words: one inequality that holds strictly on every point, and reads well.

A cut is known by a flat through some of the points and by the sides of the points on it. Tilting the
flat towards these sides gives a flat between the points; its coefficients are then rounded as far as
the points allow, and every point is checked again in exact numbers.

>>> rows = np.array([[1, 0, 0], [1, 1, 0], [1, 0, 1], [1, 1, 1]], dtype=object)
>>> inequality(rows, np.array([True, True, True, False]), (1, 2))
([1, 1], 1.5)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, floor, lcm, log10
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from problems.rules.dichotomies import flats_of
from problems.rules.lift import independent
from problems.rules.places import Whole
from problems.rules.signs import cofactors

Form: TypeAlias = NDArray[Any]
"""Exact coefficients, that of the leading 1 first."""

ROOM = Fraction(1, 2)
"""Rounding may cost half of the room between the two sides, and no more."""


def inequality(
    rows: Whole, yes: NDArray[np.bool_], through: Sequence[int]
) -> tuple[list[int | float], int | float]:
    """Coefficients and a bound: the form is below the bound where ``yes`` says so, above it elsewhere.

    ``rows`` are different points with a leading 1, of both sides; ``through`` are those on a flat that
    parts them so, but for points on it.

    >>> inequality(np.array([[1, 2], [1, 3]], dtype=object), np.array([True, False]), (0,))
    ([1], 2.5)
    """
    form = strict_form(rows, yes, through)
    values = rows[:, 1:]
    enough = ROOM * _room(form[1:], values, *_gap(form, values, yes))
    for factors in _rounded(form[1:]):
        exact_factors = np.array([Fraction(factor) for factor in factors], dtype=object)
        heights = values @ exact_factors
        low, high = max(heights[yes]), min(heights[~yes])
        if low >= high or _room(exact_factors, values, low, high) < enough:
            continue
        bound = between(low, high)
        if low < Fraction(bound) < high:
            return list(factors), bound
    return _whole(form, values, yes)


def _gap(form: Form, values: Whole, yes: NDArray[np.bool_]) -> tuple[Any, Any]:
    heights = values @ form[1:]
    return max(heights[yes]), min(heights[~yes])


def _room(factors: Form, values: Whole, low: Any, high: Any) -> Fraction:
    """How wide the gap is, measured by what each column contributes over its range."""
    spread = sum(
        abs(factor) * (max(column) - min(column)) for factor, column in zip(factors, values.T, strict=True)
    )
    return Fraction(high - low) / Fraction(spread)


def _whole(form: Form, values: Whole, yes: NDArray[np.bool_]) -> tuple[list[int | float], int | float]:
    """Whole numbers, as long as they have to be."""
    low, high = _gap(form, values, yes)
    bound = Fraction(low + high) / 2
    scale = lcm(bound.denominator, *(Fraction(factor).denominator for factor in form[1:]))
    return [int(factor * scale) for factor in form[1:]], int(bound * scale)


def _rounded(form: Form) -> Iterator[list[int | float]]:
    """Small whole numbers first, then more and more digits."""
    most = max(map(abs, form))
    for scale in range(1, 13):
        factors: list[int | float] = [round(Fraction(factor) * scale / most) for factor in form]
        if any(factors):
            yield factors
    # columns differ in size, so each coefficient has digits of its own
    for digits in range(2, 18):
        yield [_plain(float(f"{float(Fraction(factor) / most):.{digits - 1}e}")) for factor in form]


def _plain(value: float) -> int | float:
    return int(value) if value.is_integer() else value


def between(low: Fraction | int, high: Fraction | int) -> int | float:
    """A short number in the middle half between two numbers.

    >>> between(2, 3), between(1, 9), between(Fraction(1, 3), Fraction(1, 2)), between(-70, 90)
    (2.5, 5, 0.4, 0)
    """
    low, high = Fraction(low), Fraction(high)
    middle, quarter = (low + high) / 2, (high - low) / 4
    digits = 1 - ceil(log10(quarter)) if quarter > Fraction(1, 10**300) else 300
    for places in range(min(digits - 3, 0), digits + 3):
        unit = Fraction(10) ** -places
        nearest = floor(middle / unit + Fraction(1, 2)) * unit
        if low + quarter <= nearest <= high - quarter:
            return int(nearest) if nearest.denominator == 1 else float(nearest)
    return float(middle)


def strict_form(rows: Whole, yes: NDArray[np.bool_], through: Sequence[int] | None = None) -> Form:
    """A form that is below 0 where ``yes`` says so, and above 0 elsewhere; exact, and for any two sides.

    >>> rows = np.array([[1, 0], [1, 4], [1, 9]], dtype=object)
    >>> (rows @ strict_form(rows, np.array([True, False, False])) < 0).tolist()
    [True, False, False]
    """
    result = np.zeros(rows.shape[1], dtype=object)
    if yes.all() or not yes.any():
        result[0] = -1 if yes.all() else 1
        return result
    kept = independent(rows)
    rows = rows[:, kept]
    signs = np.where(yes, -1, 1)
    if len(rows) == len(kept):
        result[kept] = solved(rows, signs)
        return result
    flat = cofactors(rows[list(through)][None])[0] if through is not None else None
    if flat is None:
        flat = _consistent(rows, signs)
    heights = rows @ flat
    if any(height * sign < 0 for height, sign in zip(heights, signs, strict=True)):
        flat, heights = -flat, -heights
    on = np.array([height == 0 for height in heights])
    tilt = strict_form(rows[on], yes[on])
    result[kept] = _tilted(rows[~on], flat, tilt)
    return result


def _consistent(rows: Whole, signs: NDArray[np.intp]) -> Form:
    """A flat through some points with no point on its wrong side."""
    flats = flats_of(_stretched(rows))
    for turned in (1, -1):
        fits = (flats.sides * signs * turned >= 0).all(axis=1)
        if fits.any():
            chosen = flats.through[flats.flat == int(fits.argmax())][0]
            return np.asarray(cofactors(rows[chosen][None])[0])
    raise AssertionError("no flat parts the points")  # every parting comes from a flat through points


def _stretched(rows: Whole) -> Whole:
    """Each row times what makes it whole, which changes no side."""
    scales = [lcm(*(Fraction(value).denominator for value in row)) for row in rows]
    return np.array(
        [[int(value * scale) for value in row] for row, scale in zip(rows, scales, strict=True)], dtype=object
    )


def _tilted(rows: Whole, flat: Form, tilt: Form) -> Form:
    """The flat with a little of the tilt: what leaves most room among a few amounts that change no side."""
    heights, changes = rows @ flat, rows @ tilt
    least = max([Fraction(0), *(Fraction(-c) / Fraction(h) for h, c in zip(heights, changes, strict=True))])
    typical = Fraction(sum(map(abs, changes))) / Fraction(sum(map(abs, heights)))
    amounts = [
        least * Fraction(5, 4),
        least * 2,
        least * 4,
        least + typical,
        least + typical * 4,
        least + typical / 4,
    ]
    choices = [flat * amount + tilt for amount in amounts if amount > least] or [flat * (least + 1) + tilt]
    sizes = [max(map(abs, column)) for column in rows.T]

    def room(form: Form) -> Fraction:
        spread = sum(abs(factor) * size for factor, size in zip(form[1:], sizes[1:], strict=True))
        return Fraction(min(map(abs, rows @ form))) / spread if spread else Fraction(0)

    return max(choices, key=room)


def solved(rows: Whole, values: NDArray[Any]) -> Form:
    """The solution of as many independent equations as unknowns, exactly.

    >>> solved(np.array([[1, 1], [1, 3]], dtype=object), np.array([5, 9])).tolist()
    [Fraction(3, 1), Fraction(2, 1)]
    """
    size = len(rows)
    left = np.empty((size, size + 1), dtype=object)
    left[:, :size], left[:, size] = rows, [int(value) for value in values]
    for column in range(size):
        pivot = next(row for row in range(column, size) if left[row, column] != 0)
        left[[column, pivot]] = left[[pivot, column]]
        left[column] = left[column] / Fraction(left[column, column])
        for row in range(size):
            if row != column:
                left[row] = left[row] - left[row, column] * left[column]
    return np.asarray(left[:, size])
