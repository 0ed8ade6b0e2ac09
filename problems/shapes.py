"""Segments of the plane and convex polygons in space, and how planes cut them, without rounding.

A shape is its corners: two in the plane, three or more in space, in order. Its plane (in two
dimensions: its line) has a positive side: the left of a segment from first to second corner, and the
side from which the corners of a polygon run counter-clockwise.

>>> across = plane(((0, 0), (4, 0)))
>>> cut(((1, -1), (2, 3)), across)
((), ((Fraction(5, 4), 0), (2, 3)), ((1, -1), (Fraction(5, 4), 0)))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import gcd, lcm
from typing import NamedTuple, TypeAlias

from derive import BadInput
from problems.exact import Number, Point, line, listed, numbered, point, simple, written

Corners: TypeAlias = tuple[Point, ...]


class Plane(NamedTuple):
    """The points p with normal . p = offset; a line, in two dimensions.

    >>> Plane((0, 0, 1), 2).height((5, 5, 3))
    1
    """

    normal: Point
    offset: Number

    def height(self, p: Point) -> Number:
        """How far a point lies on the positive side, times the length of the normal."""
        return _dot(self.normal, p) - self.offset

    def side(self, p: Point) -> int:
        """1 on the positive side, -1 on the negative one, 0 on the plane."""
        above = self.height(p)
        return (above > 0) - (above < 0)


def plane(corners: Sequence[Point]) -> Plane:
    """The plane of a shape, its normal in whole numbers without a common factor.

    >>> plane(((0, 0, 2), (1, 0, 2), (0, 1, 2)))
    Plane(normal=(0, 0, 1), offset=2)
    """
    start = corners[0]
    if len(start) == 2:
        (a, b), (c, d) = start, corners[1]
        normal: Point = (b - d, c - a)
    else:
        arms = [_minus(corner, start) for corner in corners[1:]]
        crosses = [_cross(one, other) for one, other in pairwise(arms)]
        normal = tuple(map(sum, zip(*crosses, strict=True)))
    whole = lcm(*(n.denominator for n in normal))
    numbers = [int(n * whole) for n in normal]
    shared = gcd(*numbers) or 1
    reduced = tuple(n // shared for n in numbers)
    return Plane(reduced, simple(_dot(reduced, start)))


def _minus(p: Point, q: Point) -> Point:
    return tuple(x - y for x, y in zip(p, q, strict=True))


def _dot(p: Point, q: Point) -> Number:
    return sum(x * y for x, y in zip(p, q, strict=True))


def _cross(p: Point, q: Point) -> Point:
    (a, b, c), (d, e, f) = p, q
    return b * f - c * e, c * d - a * f, a * e - b * d


def cut(corners: Corners, by: Plane) -> tuple[Corners, Corners, Corners]:
    """What of a shape lies on a plane, on its positive and on its negative side; empty where nothing does.

    A shape on the plane is not cut, and one that only touches it lies on one side.

    >>> triangle = ((0, 0, 0), (2, 0, 0), (0, 2, 0))
    >>> cut(triangle, Plane((1, 0, 0), 0))[1] == triangle
    True
    >>> [len(part) for part in cut(triangle, Plane((1, 0, 0), 1))]
    [0, 3, 4]
    """
    heights = [by.height(corner) for corner in corners]
    above, below = any(h > 0 for h in heights), any(h < 0 for h in heights)
    if not (above and below):
        return ((), (), corners) if below else ((), corners, ()) if above else (corners, (), ())
    left: dict[Point, None] = {}  # a set in order: a segment meets the plane once, there and back
    right: dict[Point, None] = {}
    for place, (p, h) in enumerate(zip(corners, heights, strict=True)):
        if h >= 0:
            left[p] = None
        if h <= 0:
            right[p] = None
        following = (place + 1) % len(corners)
        if h * heights[following] < 0:
            share = Fraction(h) / (h - heights[following])
            q = corners[following]
            meeting = tuple(simple(x + share * (y - x)) for x, y in zip(p, q, strict=True))
            left[meeting] = right[meeting] = None
    return (), tuple(left), tuple(right)


class Fragment:
    """A part of a shape: the number of the shape, and the corners of the part, in the shape's own order.

    The corners may be given as a function, which is then called when they are first asked for.

    >>> part = Fragment(2, ((0, 0), (1, 1)))
    >>> print(part, part.corners, part == Fragment(2, lambda: ((0, 0), (1, 1))))
    s2 ((0, 0), (1, 1)) True
    >>> Fragment(0, ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    Fragment(0, ((0, 0, 1), (1, 0, 0), (0, 1, 0)))
    """

    __slots__ = ("_corners", "number")

    def __init__(self, number: int, corners: Corners | Callable[[], Corners]) -> None:
        self.number = number
        self._corners = corners if callable(corners) else _from_smallest(corners)

    @property
    def corners(self) -> Corners:
        """From start to end for a segment; a polygon starts with its smallest corner."""
        if callable(self._corners):
            self._corners = _from_smallest(self._corners())
        return self._corners

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Fragment):
            return NotImplemented
        return self.number == other.number and self.corners == other.corners

    def __hash__(self) -> int:
        return hash((self.number, self.corners))

    def __repr__(self) -> str:
        return f"Fragment({self.number}, {self.corners})"

    def __str__(self) -> str:
        return f"{'s' if len(self.corners) == 2 else 'p'}{self.number}"

    def __reduce__(self) -> tuple[type[Fragment], tuple[int, Corners]]:
        return Fragment, (self.number, self.corners)

    def as_data(self) -> dict[str, object]:
        """What JSON says of a fragment."""
        if len(self.corners) == 2:
            return {"segment": self.number, "start": self.corners[0], "end": self.corners[1]}
        return {"polygon": self.number, "corners": self.corners}


def _from_smallest(corners: Corners) -> Corners:
    """A polygon may be cut in any order, and comes out the same; segments keep their direction."""
    if len(corners) < 3:
        return corners
    start = corners.index(min(corners))
    return corners[start:] + corners[:start]


@dataclass(frozen=True)
class Scene:
    """Checked shapes, either all segments of the plane or all polygons in space.

    >>> Scene.of([[[0, 0], [1, "1/3"]]]).shapes
    (((0, 0), (1, Fraction(1, 3))),)
    >>> Scene.of([[[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 1]]])
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: polygon 0: expected corners in one plane, but its 4 corners lie in none; cut it into triangles
    """

    shapes: tuple[Corners, ...]

    @classmethod
    def of(cls, shapes: object) -> Scene:
        """Check lists of corners, or whatever has the same form."""
        if isinstance(shapes, Scene):
            return shapes
        given = listed(shapes, "a list of segments or polygons")
        if not given:
            return cls(())
        first = listed(given[0], "the corners of a shape")
        flat = bool(first) and len(listed(first[0], "a point with coordinates")) == 2
        what, check = ("segment", line) if flat else ("polygon", polygon)
        return cls(tuple(numbered(what, number, check, shape) for number, shape in enumerate(given)))

    @property
    def dimensions(self) -> int:
        """2 for segments, 3 for polygons; an empty scene is flat."""
        return len(self.shapes[0][0]) if self.shapes else 2

    @cached_property
    def planes(self) -> tuple[Plane, ...]:
        """The plane of every shape."""
        return tuple(map(plane, self.shapes))

    def same_side(self, one: int, other: int) -> bool:
        """Whether two shapes of one plane have the same positive side."""
        return self.planes[one].normal == self.planes[other].normal


def polygon(values: object) -> Corners:
    """A convex polygon in space from its corners in order; corners in the middle of an edge are left out.

    >>> polygon([[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 2, 0]])
    ((0, 0, 0), (2, 0, 0), (0, 2, 0))
    >>> polygon([[0, 0, 0], [4, 0, 0], [1, 1, 0], [0, 4, 0]])
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: expected a convex polygon with its corners in order, but it turns both ways at (1, 1, 0); cut it into triangles
    """
    given = [point(corner, 3) for corner in listed(values, "the corners of a polygon")]
    if len(given) < 3:
        raise BadInput(f"expected a polygon with three corners or more, got {len(given)}")
    for place, corner in enumerate(given):
        if corner in given[:place]:
            raise BadInput(f"expected corners that differ, got {_shown(corner)} twice")
    before, after = given[-1:] + given[:-1], given[1:] + given[:1]
    corners = tuple(
        corner for p, corner, q in zip(before, given, after, strict=True) if not _between(p, corner, q)
    )
    flat = plane(corners) if len(corners) > 2 else Plane((0, 0, 0), 0)
    if not any(flat.normal):
        if any(any(plane((*given[:2], corner)).normal) for corner in given[2:]):
            raise BadInput(
                "expected a convex polygon with its corners in order, but its edges cross; cut it into triangles"
            )
        raise BadInput("expected a polygon with an area, but its corners lie on a line")
    if any(map(flat.height, corners)):
        raise BadInput(
            f"expected corners in one plane, but its {len(corners)} corners lie in none; cut it into triangles"
        )
    for place, corner in enumerate(corners):
        edge = _minus(corner, corners[place - 1])
        inwards = _cross(flat.normal, edge)
        for other in corners:
            if other not in (corner, corners[place - 1]) and _dot(inwards, _minus(other, corner)) <= 0:
                raise BadInput(
                    "expected a convex polygon with its corners in order, but it turns both ways "
                    f"at {_shown(corner)}; cut it into triangles"
                )
    return corners


def _between(p: Point, corner: Point, q: Point) -> bool:
    """Whether a corner lies inside the edge from the one before to the one after it."""
    there, onward = _minus(corner, p), _minus(q, corner)
    return not any(_cross(there, onward)) and _dot(there, onward) > 0


def _shown(corner: Point) -> str:
    return f"({', '.join(map(written, corner))})"
