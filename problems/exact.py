"""Exact numbers and the plane: which side of a line a point lies on, without rounding.

>>> exact("1/3") + exact(2)
Fraction(7, 3)
>>> orientation((0, 0), (4, 0), (1, 3))
1
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from math import inf, isfinite
from numbers import Integral, Rational, Real
from typing import Any, TypeAlias, TypeVar

from derive import BadInput

R = TypeVar("R")
Number: TypeAlias = int | Fraction
Point: TypeAlias = tuple[Number, ...]


def exact(value: object) -> Number:
    """A number with nothing lost: integers, fractions, decimals, text like "1/3", finite floats.

    >>> exact(0.5), exact("0.1")
    (Fraction(1, 2), Fraction(1, 10))
    >>> exact(float("nan"))
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: expected a finite number, got nan
    """
    match value:
        case bool():
            pass
        case Integral():
            return int(value)
        case str() if (exponent := value.lower().partition("e")[2]) and exponent.lstrip("+-").isdigit():
            if abs(int(exponent[:9])) <= MOST_EXPONENT:
                return simple(Fraction(value))
            raise BadInput(
                f"expected a number with an exponent of at most {MOST_EXPONENT}, got {value[:40]!r}"
            )
        case Rational() | Decimal() | str():
            try:
                return simple(Fraction(value))
            except (ValueError, ZeroDivisionError, OverflowError):
                pass
        case Real() if isfinite(value):
            return simple(Fraction(float(value)))
    raise BadInput(f"expected a finite number, got {value!r}")


MOST_EXPONENT = 400
"""Numbers beyond 1e400 are typing errors, and would take for ever to write out."""


def written(number: object) -> str:
    """A number as people write it; fractions as decimals where those are exact.

    >>> written(15125), written(Fraction(1, 4)), written(Fraction(1, 3))
    ('15125', '0.25', '1/3')
    >>> written(Fraction(10**40 + 1, 2)) == "5" + "0" * 39 + ".5"
    True
    """
    if isinstance(number, Fraction) and number.denominator > 1:
        twos_and_fives = number.denominator
        for prime in (2, 5):
            while twos_and_fives % prime == 0:
                twos_and_fives //= prime
        if twos_and_fives == 1:
            digits = Context(prec=number.numerator.bit_length() + number.denominator.bit_length() + 1)
            return format(digits.divide(Decimal(number.numerator), Decimal(number.denominator)), "f")
    return str(number)


def listed(values: object, what: str) -> list[Any]:
    """A list of anything that is one: lists, tuples, arrays; not text.

    >>> listed((1, 2), "a point"), listed("12", "a point")
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: expected a point, got '12'
    """
    if isinstance(values, str | bytes | dict) or not isinstance(values, Iterable):
        raise BadInput(f"expected {what}, got {values!r}")
    return list(values)


def point(values: object, dimensions: int | None = None) -> Point:
    """A point from a list of numbers, checked.

    >>> point([1, 2.5])
    (1, Fraction(5, 2))
    >>> point([1], dimensions=2)
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: expected a point with 2 coordinates, got [1]
    """
    wanted = "a point with coordinates" if dimensions is None else f"a point with {dimensions} coordinates"
    coordinates = listed(values, wanted)
    if not coordinates or (dimensions is not None and len(coordinates) != dimensions):
        raise BadInput(f"expected {wanted}, got {values!r}")
    return tuple(map(exact, coordinates))


def points(values: object) -> tuple[Point, ...]:
    """A list of points that all have the same number of coordinates.

    >>> points([[0, 1], [2, 3]])
    ((0, 1), (2, 3))
    """
    places = listed(values, "a list of points")
    first = [point(value) for value in places[:1]]
    return tuple(point(value, len(first[0])) for value in places)


def orientation(a: Point, b: Point, p: Point) -> int:
    """1 if p lies to the left of the line from a to b, -1 to the right, 0 on it.

    >>> [orientation((0, 0), (1, 1), p) for p in [(0, 1), (2, 2), (1, 0)]]
    [1, 0, -1]
    """
    above = height(a, b, p)
    return (above > 0) - (above < 0)


def height(a: Point, b: Point, p: Point) -> Number:
    """How far p lies to the left of the line from a to b, times the length of a to b.

    >>> height((0, 0), (2, 0), (5, 3))
    6
    """
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def simple(number: Number) -> Number:
    """A fraction that is whole becomes an integer.

    >>> simple(Fraction(4, 2)), simple(Fraction(1, 2))
    (2, Fraction(1, 2))
    """
    return int(number) if number.denominator == 1 else number


def line(values: object) -> tuple[Point, Point]:
    """Two different points of the plane.

    >>> line([[0, 0], [1, 2]])
    ((0, 0), (1, 2))
    >>> line([[1, 1], [1, 1]])
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: expected two different points, got [[1, 1], [1, 1]]
    """
    ends = listed(values, "two points")
    if len(ends) != 2:
        raise BadInput(f"expected two points, got {values!r}")
    a, b = (point(value, 2) for value in ends)
    if a == b:
        raise BadInput(f"expected two different points, got {values!r}")
    return a, b


def numbered(what: str, number: int, read: Callable[[Any], R], value: object) -> R:
    """Read a value, and put its number before every complaint about it.

    >>> numbered("segment", 3, line, [[0, 0], [0, 0]])
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: segment 3: expected two different points, got [[0, 0], [0, 0]]
    """
    try:
        return read(value)
    except BadInput as error:
        raise BadInput(f"{what} {number}: {error}") from None


def check_weights(weights: Sequence[float | Fraction], expected: int) -> None:
    """Weights are as many as expected, finite and not negative.

    >>> check_weights([1, 2], 3)
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: expected 3 weights, got 2
    """
    if len(weights) != expected:
        raise BadInput(f"expected {expected} weights, got {len(weights)}")
    for number, weight in enumerate(weights):
        if not 0 <= weight < inf:
            raise BadInput(f"weight number {number} must be finite and 0 or more, got {weight}")
