"""Choices: which values of a list to keep. Each is total, and reads its input once.

A choice takes values one by one and answers with a list: none, one, some or all of them.
Being total is what Theorem 4.3 needs, since in ordinary input there may be no tree at all.

Owes (every choice): promotion, ``h . concat = h . concat . map h``.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from decimal import Decimal
from itertools import islice
from typing import Any, Protocol, TypeAlias, TypeVar

from derive.errors import BadInput

V = TypeVar("V")
Choice: TypeAlias = Callable[[Iterable[V]], list[V]]
"""From the values offered to the values kept."""


class Ordered(Protocol):
    """Anything that can be compared with ``<``, as costs can."""

    def __lt__(self, other: Any, /) -> bool:
        """Whether this comes before the other."""


class Addable(Protocol):
    """Anything that can be summed from zero on, as counts can."""

    def __radd__(self, other: int, /) -> Any:
        """Zero plus this."""


N = TypeVar("N", bound=Addable)
C = TypeVar("C", bound=Ordered)
_NONE: Any = object()


def everything(values: Iterable[V]) -> list[V]:
    """Keep all values: with this choice nothing is owed.

    >>> everything(iter("abc"))
    ['a', 'b', 'c']
    """
    return list(values)


def first(values: Iterable[V]) -> list[V]:
    """Keep the first value, if there is one.

    >>> first([7, 3]), first([])
    ([7], [])
    """
    return list(islice(values, 1))


def min_by(key: Callable[[V], Ordered]) -> Choice[V]:
    """Keep the first value of smallest key. Paper: ``min_E`` of (5), made total.

    >>> min_by(len)(["aa", "b", "c"]), min_by(len)([])
    (['b'], [])
    """

    def choose(values: Iterable[V]) -> list[V]:
        least = min(values, key=key, default=_NONE)
        return [] if least is _NONE else [least]

    return choose


def max_by(key: Callable[[V], Ordered]) -> Choice[V]:
    """Keep the first value of largest key.

    >>> max_by(len)(["a", "bb", "cc"]), max_by(len)([])
    (['bb'], [])
    """

    def choose(values: Iterable[V]) -> list[V]:
        greatest = max(values, key=key, default=_NONE)
        return [] if greatest is _NONE else [greatest]

    return choose


def smallest(values: Iterable[C]) -> list[C]:
    """Keep the first smallest value.

    >>> smallest([3, 1, 2]), smallest([])
    ([1], [])
    """
    least = min(values, default=_NONE)
    return [] if least is _NONE else [least]


def largest(values: Iterable[C]) -> list[C]:
    """Keep the first largest value.

    >>> largest([3, 1, 2]), largest([])
    ([3], [])
    """
    greatest = max(values, default=_NONE)
    return [] if greatest is _NONE else [greatest]


def best(k: int, key: Callable[[V], Ordered]) -> Choice[V]:
    """Keep the k values of smallest key, in order of key, the earlier first among equals.

    >>> best(2, len)(["ccc", "b", "aa", "d"])
    ['b', 'd']
    """
    return lambda values: heapq.nsmallest(k, values, key=key)


def keep(holds: Callable[[V], bool]) -> Choice[V]:
    """Keep the values of which something holds. Paper: ``filter_p``.

    Owes, when fused: that a branch reflects the condition (4.8.1).

    >>> keep(str.isupper)("aBcD")
    ['B', 'D']
    """
    return lambda values: list(filter(holds, values))


def thin(dominates: Callable[[V, V], bool]) -> Choice[V]:
    """Drop every value that another one dominates; of equivalents keep the first.

    Paper: (25).  Owes, when fused: a preorder, monotone, and that dominance implies no
    larger cost.

    >>> thin(lambda a, b: a[0] <= b[0] and a[1] <= b[1])([(1, 5), (2, 2), (3, 3)])
    [(1, 5), (2, 2)]
    """

    def choose(values: Iterable[V]) -> list[V]:
        front: list[V] = []
        for value in values:
            if not any(dominates(kept, value) for kept in front):
                front = [kept for kept in front if not dominates(value, kept)]
                front.append(value)
        return front

    return choose


def total(values: Iterable[N]) -> list[N]:
    """Add the values up: the choice that counts.

    >>> total([2, 3]), total([])
    ([5], [0])
    """
    sum_of: Any = sum(values)
    return [sum_of]


def check_number(value: object, name: str) -> None:
    """A cost that is not a number, or has such a part, cannot be compared, so it is an error.

    >>> check_number((1, float("nan")), "mcmp")
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: mcmp: a tree costs nan, which compares with nothing; make the cost a number
    """
    for part in value if isinstance(value, tuple) else ():
        check_number(part, name)
    if isinstance(value, float | Decimal) and value != value:
        raise BadInput(f"{name}: a tree costs nan, which compares with nothing; make the cost a number")
