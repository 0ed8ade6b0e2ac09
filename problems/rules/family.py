"""Families of rules as values: a family turns points into rules. Paper: ``genRules``, 5.2.

``axis`` is thresholds, ``oblique`` hyperplanes, ``hypersurfaces(degree)`` polynomials, ``custom`` any
function of yours, and ``a + b`` has the rules of both.

>>> corners = [(0, 0), (2, 0), (2, 2), (0, 3)]
>>> print(oblique(corners))
24 oblique rules cut 4 points in 6 ways
>>> print(one_closed_side(1)(corners))
6 one-sided rules cut 4 points in 3 ways
>>> print((axis + quadratic)(corners))
40 axis + quadratic rules cut 4 points in 7 ways
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from derive import BadInput, TooLarge
from problems.exact import Point
from problems.rules.cuts import Cuts, Origin, merged
from problems.rules.dichotomies import MOST_SIDES
from problems.rules.places import Places, places
from problems.rules.separate import between
from problems.rules.surface import Surface
from problems.rules.surfaces import surface_cuts


@dataclass(frozen=True)
class Family:
    """A kind of rules: called with points, it makes all of them.

    >>> (axis + oblique).name
    'axis + oblique'
    """

    name: str
    make: Callable[[Places, tuple[str, ...]], Cuts]

    def __call__(self, points: object, columns: Iterable[str] = ()) -> Cuts:
        """All rules of the family for some points, merged by what they cut; columns are called x0, x1, ..."""
        found = places(points)
        names = tuple(columns) or tuple(f"x{axis}" for axis in range(found.dimensions))
        if len(names) != found.dimensions:
            raise BadInput(f"expected a name for each of {found.dimensions} coordinates, got {names}")
        return self.make(found, names)

    def __add__(self, other: Family) -> Family:
        return mixture(self, other)


def mixture(*families: Family) -> Family:
    """The rules of several families in one tree.

    >>> print(mixture(axis, oblique)([(0, 0), (1, 0), (0, 1)]))
    18 axis + oblique rules cut 3 points in 3 ways
    """
    if not families:
        raise BadInput("expected families of rules to mix, got none")
    name = " + ".join(family.name for family in families)
    return Family(name, partial(_mixed, name, families))


def _mixed(name: str, families: tuple[Family, ...], found: Places, columns: tuple[str, ...]) -> Cuts:
    return merged(name, [family.make(found, columns) for family in families])


def _axis(found: Places, columns: tuple[str, ...]) -> Cuts:
    """Through each point and along each axis, the rule "at most this coordinate"."""
    sides, bounds, through, times, idle = [], [], [], [], 0
    distinct = found.distinct.tolist()
    for axis in range(found.dimensions):
        coordinates = [place[axis] for place in found.points]
        values = sorted({coordinates[point] for point in distinct})
        rank = {value: place for place, value in enumerate(values)}
        ranks = np.array([rank[value] for value in coordinates])
        if len(values) * len(found) > MOST_SIDES:
            raise TooLarge(
                f"{len(values)} thresholds for {len(found)} points are more than fit; give fewer points, or rules='auto'"
            )
        at: list[list[int]] = [[] for _ in values]
        for point in distinct:
            at[ranks[point]].append(point)
        idle += len(at[-1])
        for place, (low, high) in enumerate(pairwise(values)):
            sides.append(ranks <= place)
            bounds.append((axis, between(low, high)))
            through.append(at[place])
            times.append(len(at[place]))

    def rule(cut: int) -> Surface:
        axis, bound = bounds[cut]
        powers = tuple(int(each == axis) for each in range(found.dimensions))
        return Surface(columns, ((1, powers),), "<=", bound, (through[cut][0],))

    def origins() -> list[Origin]:
        return [(cut, (point,)) for cut, points in enumerate(through) for point in points]

    table = np.array(sides, dtype=bool).reshape(-1, len(found))
    counts = np.array(times, dtype=np.int64)
    each = Cuts("axis", found, table, counts, int(counts.sum()) + idle, idle, 0, 1, True, rule, origins)
    return merged("axis", [each])


axis = Family("axis", _axis)
"""Axis-parallel thresholds."""


def hypersurfaces(degree: int) -> Family:
    """Polynomials of a degree, through as many points as decide one, with all sides of these points.

    In general position D dimensions take G = C(D + M, D) - 1 points a rule; points that span less take
    fewer, and more points on one surface are parted in every way in which such surfaces can part them.

    >>> print(hypersurfaces(2)([(0, 0), (1, 0), (0, 1), (1, 1), (2, 2), (3, 1)]))
    192 quadratic rules cut 6 points in 31 ways
    >>> print(hypersurfaces(1)([(0, 0), (1, 1), (2, 2)]))
    6 oblique rules cut 3 points in 2 ways
    """
    name = {1: "oblique", 2: "quadratic", 3: "cubic"}.get(degree, f"degree-{degree}")
    return Family(name, partial(surface_cuts, name, degree=degree, every_side=True))


def one_closed_side(degree: int) -> Family:
    """The paper's rules as printed: each surface with its points on one side. They miss some cuts.

    >>> print(one_closed_side(1)([(0, 0), (2, 0), (2, 2), (0, 3)]))
    6 one-sided rules cut 4 points in 3 ways
    """
    return Family("one-sided", partial(surface_cuts, "one-sided", degree=degree, every_side=False))


oblique = hypersurfaces(1)
"""Hyperplanes."""

quadratic = hypersurfaces(2)
"""Conics in the plane, quadrics in space."""


def custom(name: str, make: Callable[[tuple[Point, ...]], Iterable[Any]]) -> Family:
    """Any function from points to rules; a rule has ``side(point)``, a text, and maybe ``through``.

    >>> def through_middle(points):
    ...     for number, (x, y) in enumerate(points):
    ...         yield Surface(("x0", "x1"), ((y, (1, 0)), (-x, (0, 1))), "<=", 0, (number,))
    >>> made = custom("radial", through_middle)([(1, 2), (2, 1), (3, 3)])
    >>> print(made)
    3 radial rules cut 3 points in 2 ways
    """

    return Family(name, partial(_custom, name, make))


def _custom(
    name: str, make: Callable[[tuple[Point, ...]], Iterable[Any]], found: Places, _: tuple[str, ...]
) -> Cuts:
    rules = list(make(found.points))
    for rule in rules:
        if not callable(getattr(rule, "side", None)):
            raise BadInput(f"{name}: expected rules with side(point), got {rule!r}")
    sides = np.array([[bool(rule.side(p)) for p in found.points] for rule in rules], dtype=bool)
    sides = sides.reshape(-1, len(found))
    useful = np.flatnonzero(sides.any(axis=1) & ~sides.all(axis=1)).tolist()
    through = [tuple(getattr(rules[place], "through", ())) for place in useful]
    part = Cuts(
        name,
        found,
        sides[useful],
        np.ones(len(useful), np.int64),
        len(rules),
        len(rules) - len(useful),
        0,
        max(map(len, through), default=0),
        False,
        lambda cut: rules[useful[cut]],
        lambda: list(enumerate(through)),
    )
    return merged(name, [part])


FAMILIES = {"axis": axis, "oblique": oblique, "quadratic": quadratic, "cubic": hypersurfaces(3)}


def family(wanted: object) -> Family:
    """A family by its name, a mixture by names with + between them or in a list, or a family itself.

    >>> family("axis + oblique").name, family(["axis", quadratic]).name
    ('axis + oblique', 'axis + quadratic')
    >>> family("diagonal")
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: expected a family of rules (axis, oblique, quadratic, cubic, or several with +), got 'diagonal'
    """
    if isinstance(wanted, Family):
        return wanted
    parts = [part.strip() for part in wanted.split("+")] if isinstance(wanted, str) else wanted
    if isinstance(parts, list | tuple) and parts:
        found = [FAMILIES.get(part) if isinstance(part, str) else part for part in parts]
        if all(isinstance(each, Family) for each in found):
            families = [each for each in found if isinstance(each, Family)]
            return families[0] if len(families) == 1 else mixture(*families)
    raise BadInput(f"expected a family of rules ({', '.join(FAMILIES)}, or several with +), got {wanted!r}")
