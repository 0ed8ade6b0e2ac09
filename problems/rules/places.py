"""Points to make rules from: exact, and as whole numbers on which sides are decided without rounding.

>>> made = places([(0, 0.5), ("1/3", 2)])
>>> made.points
((0, Fraction(1, 2)), (Fraction(1, 3), 2))
>>> made.whole.tolist()
[[0, 0], [1, 3]]
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from derive import BadInput
from problems.exact import Point, points

Whole: TypeAlias = NDArray[Any]
"""Whole numbers of any size, as Python has them."""


@dataclass(frozen=True)
class Places:
    """Points without rounding; two of them may be the same.

    >>> places([(1, 2), (3, 4), (1, 2)]).distinct.tolist()
    [0, 1]
    """

    points: tuple[Point, ...]

    def __len__(self) -> int:
        return len(self.points)

    @property
    def dimensions(self) -> int:
        """How many coordinates a point has."""
        return len(self.points[0])

    @cached_property
    def whole(self) -> Whole:
        """The points moved and stretched along each axis to whole numbers; that keeps sides as they are."""
        columns = []
        for column in zip(*self.points, strict=True):
            scale = lcm(*(value.denominator for value in column))
            numbers = [int(value * scale) for value in column]
            columns.append([number - numbers[0] for number in numbers])
        return np.array(columns, dtype=object).T

    @cached_property
    def distinct(self) -> NDArray[np.intp]:
        """The first of each set of equal points."""
        first: dict[Point, int] = {}
        for number, place in enumerate(self.points):
            first.setdefault(place, number)
        return np.array(list(first.values()), dtype=np.intp)

    @cached_property
    def twin(self) -> NDArray[np.intp]:
        """For every point, the place of its like in ``distinct``."""
        seen = {self.points[number]: place for place, number in enumerate(self.distinct.tolist())}
        return np.array([seen[place] for place in self.points], dtype=np.intp)


def places(given: object, *, decimals: bool = False) -> Places:
    """Checked points; floats as they are or, with ``decimals``, as the decimal numbers that they print as.

    >>> places([(0.1,)], decimals=True).points
    ((Fraction(1, 10),),)
    >>> places([(0, float("nan"))])
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: expected a finite number, got nan
    >>> places([])
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: expected points to make rules from, got none
    """
    if isinstance(given, Places):
        return given
    if isinstance(given, np.ndarray):
        given = given.tolist()
    if decimals and isinstance(given, list):
        given = [[repr(value) if isinstance(value, float) else value for value in row] for row in given]
    found = points(given)
    if not found:
        raise BadInput("expected points to make rules from, got none")
    return Places(found)
