"""A rule for an interval of a column: above one number, and up to another.

Intervals that do not overlap and leave nothing out are the one-hot columns of a column of numbers.

>>> [str(interval) for interval in intervals("age", [2.5, 7])]
['age <= 2.5', '2.5 < age <= 7', 'age > 7']
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from derive import BadInput
from problems.learn.switch import Between
from problems.learn.table import Column


class Interval(NamedTuple):
    """The question whether a number is above one and up to another; None is no limit.

    >>> Interval("age", 2.5, 7).holds(np.array([2.5, 3.0, 7.0, 8.0]))
    array([False,  True,  True, False])
    """

    column: str
    above: float | None
    to: float | None

    def __str__(self) -> str:
        if self.above is None:
            return f"{self.column} <= {self.to}"
        return (
            f"{self.column} > {self.above}"
            if self.to is None
            else f"{self.above} < {self.column} <= {self.to}"
        )

    @property
    def part(self) -> Between:
        """The interval without its column.

        >>> Interval("age", None, 7).part
        Between(above=None, to=7)
        """
        return Between(self.above, self.to)

    @property
    def limits(self) -> list[float]:
        """The numbers at its ends, one or two.

        >>> Interval("age", None, 7).limits
        [7]
        """
        return [limit for limit in (self.above, self.to) if limit is not None]

    def holds(self, values: Column) -> NDArray[np.bool_]:
        """For which of a column's values the answer is yes."""
        if values.dtype.kind not in "biuf":
            raise BadInput(f"column {self.column} holds text, but the rule {self} needs numbers")
        return self.part.holds(values)


def is_sound(above: object, to: object) -> bool:
    """Whether these are the limits of an interval: numbers, one of them or both, the lower first.

    >>> is_sound(1, 2.5), is_sound(None, 3), is_sound(2, 2), is_sound(None, None), is_sound("1", 2)
    (True, True, False, False, False)
    """
    limits = [limit for limit in (above, to) if limit is not None]
    numbers = [
        limit
        for limit in limits
        if isinstance(limit, int | float) and not isinstance(limit, bool) and isfinite(limit)
    ]
    return 0 < len(numbers) == len(limits) and numbers == sorted(set(numbers))


def intervals(column: str, cuts: Sequence[float]) -> list[Interval]:
    """The intervals that cuts leave of a column, from the lowest up; none where there is no cut.

    >>> intervals("age", [])
    []
    """
    return (
        [Interval(column, *limits) for limits in zip((None, *cuts), (*cuts, None), strict=True)]
        if cuts
        else []
    )
