"""What a tree of lines makes of a piece of the plane: cells at the leaves, and between them the walls.

>>> from derive import Leaf, Node
>>> stump = Node("r", (Leaf("left"), Leaf("right")))
>>> parts = divided(stump, lambda root, level: Plane((-1, 0), -1), rectangle((0, 0), (4, 2)))
>>> parts.walls, parts.cells[0]
([Wall(root='r', level=0, ends=((1, 0), (1, 2)))], ((0, 0), (1, 0), (1, 2), (0, 2)))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from derive import BadInput, Node, Tree
from problems.exact import Number, Point, simple
from problems.shapes import Corners, Plane, cut


class Wall(NamedTuple):
    """The part of a root's line that lies in the cell it splits.

    >>> Wall("r", 0, ((0, 0), (1, 1))).level
    0
    """

    root: Any
    level: int
    ends: Corners


class Divided(NamedTuple):
    """The cells of a tree in the order of its leaves, without empty ones, and its walls, root first.

    >>> Divided([], []).cells
    []
    """

    cells: list[Corners]
    walls: list[Wall]


def divided(tree: Tree[Any, Any], line_of: Callable[[Any, int], Plane], whole: Corners) -> Divided:
    """Split a convex piece of the plane by a tree; ``line_of`` gives the line of a root at its level.

    >>> from derive import Leaf
    >>> divided(Leaf(None), lambda root, level: Plane((1, 0), 0), rectangle((0, 0), (1, 1))).walls
    []
    """
    cells: list[Corners] = []
    walls: list[Wall] = []
    todo: list[tuple[Tree[Any, Any], int, Corners]] = [(tree, 0, whole)]
    while todo:
        subtree, level, cell = todo.pop()
        if not cell:
            continue
        if not isinstance(subtree, Node):
            cells.append(cell)
            continue
        by = line_of(subtree.root, level)
        _, left, right = cut(cell, by)
        if left and right:
            ends = tuple(corner for corner in left if not by.height(corner))
            walls.append(Wall(subtree.root, level, ends))
        todo += [(subtree.parts[1], level + 1, right), (subtree.parts[0], level + 1, left)]
    return Divided(cells, walls)


def floats(corners: Sequence[Point]) -> NDArray[np.float64]:
    """Exact places as numbers to draw by.

    >>> floats([(1, Fraction(1, 4))]).tolist()
    [[1.0, 0.25]]
    """
    return np.array([[float(x) for x in corner] for corner in corners])


def rectangle(low: Point, high: Point) -> Corners:
    """The corners of a rectangle, counter-clockwise.

    >>> rectangle((0, 0), (2, 1))
    ((0, 0), (2, 0), (2, 1), (0, 1))
    """
    (a, b), (c, d) = low, high
    return ((a, b), (c, b), (c, d), (a, d))


def around(places: Sequence[Point], share: Fraction = Fraction(1, 10)) -> Corners:
    """A rectangle around places, with some room to spare.

    >>> around([(0, 0), (10, 20)])
    ((-2, -2), (12, -2), (12, 22), (-2, 22))
    """
    if not places:
        return rectangle((0, 0), (1, 1))
    if any(len(place) != 2 for place in places):
        raise BadInput(f"expected places in the plane, got one with {max(map(len, places))} coordinates")
    low, high = (tuple(map(choose, zip(*places, strict=True))) for choose in (min, max))
    room: Number = simple(max(b - a for a, b in zip(low, high, strict=True)) * share) or 1
    return rectangle(tuple(x - room for x in low), tuple(x + room for x in high))
