"""A rule over several columns: a polynomial of them is at most a bound, or above it.

>>> rule = Surface(("x1", "x2"), ((2, (1, 0)), (-1, (0, 1))), "<=", 3)
>>> str(rule), rule.side((1, 0)), rule.side((2, 0))
('2 x1 - x2 <= 3', True, False)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from derive import BadInput
from problems.exact import Number, exact, simple, written
from problems.rules.lift import Powers

Term: TypeAlias = tuple[int | float, Powers]
"""A coefficient, and how often each column occurs in the product."""


class Boundary(NamedTuple):
    """Heights above a surface of the plane on a grid: its boundary is where they are 0, as for a contour.

    >>> Boundary._fields
    ('x', 'y', 'height')
    """

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    height: NDArray[np.float64]


@dataclass(frozen=True)
class Surface:
    """The question whether a polynomial is at most a bound (``<=``) or above it (``>``).

    ``through`` numbers the points that it was made from. Sides are exact: floating point decides where
    it is sure to be right, exact numbers wherever it is not.

    >>> circle = Surface(("x", "y"), ((1, (2, 0)), (1, (0, 2))), "<=", 1, through=(0, 4))
    >>> str(circle), circle.holds([np.array([0.6, 0.7]), np.array([0.8, 0.8])])
    ('x^2 + y^2 <= 1', array([False, False]))
    """

    columns: tuple[str, ...]
    terms: tuple[Term, ...]
    test: Literal["<=", ">"]
    bound: int | float
    through: tuple[int, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return f"{self._form()} {self.test} {number(self.bound)}"

    def _form(self) -> str:
        text = ""
        for factor, powers in self.terms:
            sign = (" - " if factor < 0 else " + ") if text else ("-" if factor < 0 else "")
            times = "" if abs(factor) == 1 else f"{number(abs(factor))} "
            text += f"{sign}{times}{' '.join(product(self.columns, powers))}"
        return text or "0"

    def height(self, point: Sequence[object]) -> Number:
        """The polynomial less the bound, exactly.

        >>> Surface(("x",), ((2, (1,)),), "<=", 3).height(["1/2"])
        -2
        """
        if len(point) != len(self.columns):
            raise BadInput(f"expected {len(self.columns)} coordinates, got {point!r}")
        place = [exact(int(value) if isinstance(value, bool | np.bool_) else value) for value in point]
        total: Number = -exact(self.bound)
        for factor, powers in self.terms:
            value: Number = exact(factor)
            for coordinate, power in zip(place, powers, strict=True):
                value *= coordinate**power
            total += value
        return simple(total)

    def side(self, point: Sequence[object]) -> bool:
        """Whether the answer for a point is yes."""
        return (self.height(point) > 0) == (self.test == ">")

    def holds(self, values: Sequence[NDArray[Any]]) -> NDArray[np.bool_]:
        """For which rows of the columns the answer is yes."""
        for name, column in zip(self.columns, values, strict=True):
            if column.dtype.kind not in "biuf":
                raise BadInput(f"column {name} holds text, but the rule {self} needs numbers")
        plain = [column.astype(np.float64) for column in values]
        with np.errstate(over="ignore", invalid="ignore", under="ignore"):
            height = self._sum(plain, _near(self.bound), False)
            error = 8 * (len(self.terms) + self._degree()) * np.finfo(np.float64).eps
            sure = np.abs(height) > error * self._sum(list(map(np.abs, plain)), abs(_near(self.bound)), True)
            sure &= np.isfinite(height) & (np.abs(height) > 1e-280)
            above = height > 0
        for row in np.flatnonzero(~sure):
            above[row] = self.height([column[row].item() for column in values]) > 0
        return np.asarray(above if self.test == ">" else ~above)

    def _degree(self) -> int:
        return max((sum(powers) for _, powers in self.terms), default=0) + 2

    def _sum(self, values: list[NDArray[np.float64]], bound: float, positive: bool) -> NDArray[np.float64]:
        total = np.full(len(values[0]), bound if positive else -bound)
        for factor, powers in self.terms:
            value = np.full(len(total), abs(_near(factor)) if positive else _near(factor))
            for column, power in zip(values, powers, strict=True):
                for _ in range(power):
                    value = value * column
            total = total + value
        return total

    def boundary(self, low: tuple[float, float], high: tuple[float, float], steps: int = 200) -> Boundary:
        """What to draw in the plane between two corners: heights on a grid, 0 on the boundary itself.

        >>> line = Surface(("x", "y"), ((1, (1, 0)), (1, (0, 1))), "<=", 1)
        >>> line.boundary((0, 0), (1, 1), steps=2).height.tolist()
        [[-1.0, 0.0], [0.0, 1.0]]
        """
        if len(self.columns) != 2:
            raise BadInput(f"boundaries are drawn in the plane, but the rule {self} is of {self.columns}")
        x, y = np.meshgrid(*(np.linspace(a, b, steps) for a, b in zip(low, high, strict=True)))
        height = self._sum([x.ravel(), y.ravel()], _near(self.bound), False)
        return Boundary(x, y, height.reshape(x.shape))


def _near(value: int | float) -> float:
    """The nearest float, which for whole numbers beyond all floats is infinite."""
    try:
        return float(value)
    except OverflowError:
        return inf if value > 0 else -inf


def product(columns: Sequence[str], powers: Powers) -> list[str]:
    """The factors of a product in words.

    >>> product(("a", "b", "c"), (2, 0, 1))
    ['a^2', 'c']
    """
    return [
        name if power == 1 else f"{name}^{power}"
        for name, power in zip(columns, powers, strict=True)
        if power
    ]


def number(value: int | float) -> str:
    """A number as people write it: 3 rather than 3.0.

    >>> number(3.0), number(0.25), number(1e-7)
    ('3', '0.25', '1e-07')
    """
    return written(value) if isinstance(value, int) else repr(value).removesuffix(".0")
