"""Triangulations of a convex polygon, by chords that do not cross.

Seed: a pair (i, j) of corners, for the part of the polygon from i round to j. Stops at a side, where
j is i + 1. Splits: at any corner k between, by the triangle (i, k, j), which is the label.

Owes: one tree for every bracketing of all sides but one (Catalan numbers); Bellman.

>>> from derive import count, optimum, short
>>> [count(*polygon(corners)) for corners in range(2, 8)]
[1, 1, 2, 5, 14, 42]
>>> kite = [(0, 0), (3, 4), (6, 0), (3, -1)]
>>> found = optimum(*polygon(4), chord_length(kite)).unwrap()
>>> found.value, short(found.tree)
(5.0, '(. 0-1-3 (. 1-2-3 .))')
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import dist
from typing import NamedTuple, TypeAlias

from derive import Algebra, BadInput, Instance, Problem, Product, Spans, Table, smallest
from derive.spans import Number

Span: TypeAlias = tuple[int, int]


class Triangle(NamedTuple):
    """Three corners of a polygon, in order.

    >>> print(Triangle(0, 2, 5))
    0-2-5
    """

    i: int
    k: int
    j: int

    def __str__(self) -> str:
        return f"{self.i}-{self.k}-{self.j}"


def _splits(span: Span) -> list[tuple[Triangle, tuple[Span, Span]]]:
    i, j = span
    return [(Triangle(i, k, j), ((i, k), (k, j))) for k in range(i + 1, j)]


def polygon(corners: int) -> Instance[Span, Triangle, None]:
    """Every triangulation of a convex polygon; of two corners there is one, without a triangle.

    >>> from derive import short, trees
    >>> [short(tree) for tree in trees(*polygon(4))]
    ['(. 0-1-3 (. 1-2-3 .))', '((. 0-1-2 .) 0-2-3 .)']
    """
    if corners < 2:
        raise BadInput(f"a polygon has 2 corners or more, got {corners}")
    return Instance(
        Problem("polygons", lambda s: [None] if s[1] - s[0] == 1 else [], _splits), (0, corners - 1)
    )


def triangle_cost(weigh: Callable[[int, int, int], Number]) -> Algebra[Triangle, None, Number]:
    """What the triangles weigh together, given the weight of each by its corners.

    >>> from derive import optimum
    >>> optimum(*polygon(5), triangle_cost(lambda i, k, j: (k - i) * (j - k))).unwrap().value
    6
    """
    return Algebra(lambda _: 0, lambda triangle, values: weigh(*triangle) + sum(values), smallest)


def corner_product(corners: Sequence[Number]) -> Algebra[Triangle, None, Number]:
    """Every triangle weighs the product of its corners: matrix chains in another dress.

    >>> from derive import optimum
    >>> optimum(*polygon(6), corner_product([1, 3, 1, 4, 1, 5])).unwrap().value
    13
    """
    return triangle_cost(lambda i, k, j: corners[i] * corners[k] * corners[j])


def _chords(points: Sequence[Sequence[float]]) -> Callable[[int, int], float]:
    def length(i: int, j: int) -> float:
        """Sides are not drawn; the last one is the seed itself."""
        return 0.0 if j - i in (1, len(points) - 1) else dist(points[i], points[j])

    return length


def chord_length(points: Sequence[Sequence[float]]) -> Algebra[Triangle, None, Number]:
    """How long the chords are together, given the corners of a convex polygon in order.

    >>> from derive import optimum
    >>> optimum(*polygon(3), chord_length([(0, 0), (1, 0), (0, 1)])).unwrap().value
    0.0
    """
    length = _chords(points)
    return triangle_cost(lambda i, _, j: length(i, j))


def triangle_spans(corners: int, weigh: Callable[[int, int, int], Number]) -> Spans[Triangle, None]:
    """``triangle_cost`` for a compiled kernel, if the weight is something that can be compiled.

    >>> from derive import optimum
    >>> def apart(i, k, j): return (k - i) ** 2 * (j - k)
    >>> optimum(*polygon(9), triangle_cost(apart), by=triangle_spans(9, apart)).unwrap().value
    28
    """
    return Spans(corners - 1, weigh, root=Triangle, leaf=lambda _: None)


def corner_spans(corners: Sequence[Number]) -> Spans[Triangle, None]:
    """``corner_product`` for a compiled kernel.

    >>> from derive import optimum
    >>> optimum(*polygon(4), corner_product([3, 7, 4, 5]), by=corner_spans([3, 7, 4, 5])).unwrap().value
    144
    """
    return Spans(len(corners) - 1, Product(corners), root=Triangle, leaf=lambda _: None)


def chord_spans(points: Sequence[Sequence[float]]) -> Spans[Triangle, None]:
    """``chord_length`` for a compiled kernel: a table of lengths.

    >>> from derive import optimum
    >>> kite = [(0, 0), (3, 4), (6, 0), (3, -1)]
    >>> optimum(*polygon(4), chord_length(kite), by=chord_spans(kite)).unwrap().value
    5.0
    """
    items = len(points) - 1
    return Spans(items, Table.of(items, _chords(points)), root=Triangle, leaf=lambda _: None)
