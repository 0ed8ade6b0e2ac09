"""What counts as equal: a few relations, each with a name, so that a report can say which was meant.

>>> AS_SETS.holds([1, 2, 2], [2, 1]), AS_BAGS.holds([1, 2, 2], [2, 1])
(True, False)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import isclose
from typing import Any

from derive import Best


@dataclass(frozen=True)
class Relation:
    """A named relation between two sides.

    >>> print(EQUAL)
    equal
    """

    name: str
    holds: Callable[[Any, Any], bool]

    def __str__(self) -> str:
        return self.name


def _same(left: Any, right: Any) -> bool:
    return bool(left == right)


def _close(left: Any, right: Any) -> bool:
    if isinstance(left, float) or isinstance(right, float):
        return isclose(left, right, rel_tol=1e-9, abs_tol=1e-12)
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(map(_close, left, right))
    return _same(left, right)


def _cost(value: Any) -> Any:
    match value:
        case Best():
            return value.value
        case (cost, _):
            return cost
    return value


def _same_cost(left: Iterable[Any], right: Iterable[Any]) -> bool:
    return _close([_cost(value) for value in left], [_cost(value) for value in right])


EQUAL = Relation("equal", _same)
"""The same value on both sides."""

CLOSE = Relation("equal up to rounding", _close)
"""The same value, floats compared with a relative tolerance of 1e-9."""

BY_COST = Relation("equal by cost", _same_cost)
"""Answers of the same cost, whatever trees have it; an answer is (cost, tree) or a ``Best``."""

AS_SETS = Relation("equal as sets", lambda left, right: set(left) == set(right))
"""The same elements, in any order and however often."""

AS_BAGS = Relation("equal as bags", lambda left, right: Counter(left) == Counter(right))
"""The same elements equally often, in any order."""

INCLUDED = Relation("included", lambda left, right: set(left) <= set(right))
"""Every element of the left is one of the right."""

AT_MOST = Relation("at most", lambda left, right: bool(left <= right))
"""The left is no larger than the right."""
