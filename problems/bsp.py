"""Binary space partitions of segments in the plane: the smallest auto-partition, exactly.

Seed: the fragments of segments in a cell. Stops when the cell is empty. Splits: the line of any
fragment becomes the root and keeps the fragments that lie on it; the others go left or right, and
those that cross it are cut in two. Paper: 5.1, ``splits_BSP`` (27), ``E_BSP`` (28).

All places where a line of one segment can cut another are found beforehand, with exact
fractions. After that a fragment is three small integers (segment, from mark, to mark).

Owes: parts are smaller, though fragments are not conserved (a cut makes two of one); global
permutations of the segments do not suffice.

>>> from derive import count, optimum
>>> cross = bsp([((0, 0), (2, 2)), ((0, 2), (2, 0))])
>>> count(*cross), optimum(*cross, CELLS).unwrap().value
(2, 7)
>>> three = bsp([((0, 0), (6, 1)), ((1, -2), (5, 4)), ((0, 3), (6, -2))])
>>> count(*three), optimum(*three, CELLS).unwrap().value
(12, 13)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from derive import CELLS, BadInput, Instance, Problem
from problems.exact import Number, Point, height, line, orientation, simple

__all__ = ["CELLS", "Fragment", "bsp"]

Piece: TypeAlias = tuple[int, int, int]
"""The part of a segment from one of its marks to another: (segment, from, to)."""


class Fragment(NamedTuple):
    """A piece of a segment, from a point to a point.

    >>> print(Fragment(2, (0, 0), (1, 1)))
    s2
    """

    segment: int
    start: Point
    end: Point

    def __str__(self) -> str:
        return f"s{self.segment}"


def bsp(
    segments: Sequence[Sequence[Sequence[object]]],
) -> Instance[frozenset[Piece], tuple[Fragment, ...], None]:
    """The auto-partitions of segments, each given by its two end points.

    >>> from derive import optimum, short
    >>> tee = bsp([((0, 0), (4, 0)), ((2, 0), (2, 3))])
    >>> short(optimum(*tee, CELLS).unwrap().tree, root=lambda on: "+".join(map(str, on)))
    '((. s1 .) s0 .)'
    >>> bsp([((1, 1), (1, 1))])
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: segment 0: expected two different points, got ((1, 1), (1, 1))
    """
    ends = [_segment(number, segment) for number, segment in enumerate(segments)]
    marks = [_marks(start, end, ends) for start, end in ends]
    sides = [[[orientation(*other, mark) for mark in on] for on in marks] for other in ends]

    def fragment(piece: Piece) -> Fragment:
        segment, start, end = piece
        return Fragment(segment, marks[segment][start], marks[segment][end])

    def splits(cell: frozenset[Piece]) -> Iterator[tuple[tuple[Fragment, ...], tuple[frozenset[Piece], ...]]]:
        used: set[Piece] = set()
        pieces = sorted(cell)
        for piece in pieces:
            if piece in used:
                continue
            on, left, right = _parted(pieces, sides[piece[0]])
            used.update(on)
            yield tuple(map(fragment, on)), (frozenset(left), frozenset(right))

    whole = frozenset((number, 0, len(on) - 1) for number, on in enumerate(marks))
    return Instance(Problem("bsp", lambda cell: [] if cell else [None], splits), whole)


def _segment(number: int, segment: Sequence[Sequence[object]]) -> tuple[Point, Point]:
    try:
        return line(segment)
    except BadInput as error:
        raise BadInput(f"segment {number}: {error}") from None


def _marks(start: Point, end: Point, lines: Sequence[tuple[Point, Point]]) -> list[Point]:
    """The ends of a segment and, in between, every point at which some line crosses it."""
    crossings: set[Number] = {0, 1}
    for a, b in lines:
        at_start, at_end = height(a, b, start), height(a, b, end)
        if at_start * at_end < 0:
            crossings.add(Fraction(at_start) / (at_start - at_end))
    return [
        tuple(simple(u + t * (v - u)) for u, v in zip(start, end, strict=True)) for t in sorted(crossings)
    ]


def _parted(
    cell: Sequence[Piece], sides: Sequence[Sequence[int]]
) -> tuple[list[Piece], list[Piece], list[Piece]]:
    """Which pieces lie on a line, to its left and to its right; what it crosses is cut."""
    on: list[Piece] = []
    by_side: dict[int, list[Piece]] = {1: [], -1: []}
    for segment, start, end in cell:
        signs = sides[segment]
        if signs[start] == signs[end] == 0:
            on.append((segment, start, end))
        elif signs[start] * signs[end] < 0:
            cut = signs.index(0)
            by_side[signs[start]].append((segment, start, cut))
            by_side[signs[end]].append((segment, cut, end))
        else:
            by_side[signs[start] or signs[end]].append((segment, start, end))
    return on, by_side[1], by_side[-1]
