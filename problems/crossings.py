"""Where the shapes of a scene cross inside, as sets of atoms: what will have to be cut, whatever is done.

Two fragments in a cell cross if the cell holds the atoms on both sides of their crossing. So the crossings
of a cell are found by comparing bits, and those of its parts are among them.

>>> from problems.bsp import Scene
>>> space = Atoms(Scene.of([((0, 0), (2, 2)), ((0, 2), (2, 0))]))
>>> [[bin(atoms) for atoms in place] for place in crossings(space)]
[['0b1111']]
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from problems.bsp import Atoms
from problems.exact import Point
from problems.shapes import Corners, Plane


def crossings(space: Atoms) -> list[list[int]]:
    """Where shapes cross: for each place, masks of four atoms, two of either shape, that meet there.

    A crossing is in a cell if one of its masks is. Planes that meet in one point (in space: one line) count
    once, for when one of them is used it cuts all others. In space, the corners of three polygons follow.

    >>> from problems.bsp import Scene
    >>> star = [((-4, 0), (4, 0)), ((0, -4), (0, 4)), ((-3, -3), (3, 3)), ((3, -1), (3, 9))]
    >>> len(crossings(Atoms(Scene.of(star))))
    2
    """
    places: dict[tuple[Fraction, ...], list[int]] = {}
    borders = [_borders(space, number) for number in range(len(space.scene.shapes))]
    for one, other in combinations(range(len(borders)), 2):
        ours, theirs = borders[one].get(other, []), borders[other].get(one, [])
        masks = [a | b for here, a in ours for there, b in theirs if _overlap(here, there)]
        if masks:
            meeting = _meeting(space.scene.planes[one], space.scene.planes[other])
            places.setdefault(meeting, []).extend(masks)
    return [*places.values(), *_corners(space)]


def _corners(space: Atoms) -> list[list[int]]:
    """Where three polygons meet in a point inside each of them: masks of all atoms around it.

    The first plane that is used there cuts the crossing of the other two in halves, which makes one more.
    """
    if space.scene.dimensions == 2:
        return []
    around: dict[Point, list[tuple[int, int]]] = {}
    for number in range(len(space.scene.shapes)):
        inside: dict[Point, int] = {}
        rim: set[Point] = set()
        for border, atoms in _sharing(space, number).items():
            for corner in border:
                inside[corner] = inside.get(corner, 0) | sum(atoms)
            if len(atoms) == 1:
                rim.update(border)
        for corner, atoms_there in inside.items():
            if corner not in rim:
                around.setdefault(corner, []).append((number, atoms_there))
    planes = space.scene.planes
    found = (
        [
            a | b | c
            for (i, a), (j, b), (k, c) in combinations(meeting, 3)
            if _independent(planes[i], planes[j], planes[k])
        ]
        for meeting in around.values()
    )
    return [masks for masks in found if masks]


def _independent(one: Plane, two: Plane, three: Plane) -> bool:
    (a, b, c), (d, e, f), (g, h, i) = one.normal, two.normal, three.normal
    return bool(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g))


def _borders(space: Atoms, number: int) -> dict[int, list[tuple[Corners, int]]]:
    """For every plane that cuts a shape: the borders between atoms that lie on it, and the two atoms of each."""
    found: dict[int, list[tuple[Corners, int]]] = {}
    for border, atoms in _sharing(space, number).items():
        if len(atoms) == 2:
            a, b = atoms
            for plane, (left, right) in enumerate(zip(space.left, space.right, strict=True)):
                if (a & left and b & right) or (a & right and b & left):
                    found.setdefault(plane, []).append((border, a | b))
    return found


def _sharing(space: Atoms, number: int) -> dict[Corners, list[int]]:
    """The borders of a shape's atoms, and the one or two atoms that have each."""
    sharing: dict[Corners, list[int]] = {}
    for atom, corners in enumerate(space.corners):
        if space.owner[atom] == number:
            for border in _edges(corners):
                sharing.setdefault(border, []).append(1 << atom)
    return sharing


def _edges(corners: Corners) -> Iterator[Corners]:
    """The ends of a segment, the edges of a polygon with their ends in order."""
    if len(corners) == 2:
        yield from ((corner,) for corner in corners)
    else:
        for place, corner in enumerate(corners):
            a, b = sorted((corners[place - 1], corner))
            yield a, b


def _overlap(one: Corners, other: Corners) -> bool:
    """Whether two borders on one line have more than a point in common; in the plane, whether they are one point."""
    if len(one) == 1:
        return one == other
    return max(one[0], other[0]) < min(one[1], other[1])


def _meeting(one: Plane, other: Plane) -> tuple[Fraction, ...]:
    """What is the same for all pairs of planes that meet in one point or line: their minors, up to a factor."""
    columns = list(zip((*one.normal, one.offset), (*other.normal, other.offset), strict=True))
    minors = [a * d - b * c for (a, b), (c, d) in combinations(columns, 2)]
    first = next(minor for minor in minors if minor)
    return tuple(Fraction(minor) / first for minor in minors)
