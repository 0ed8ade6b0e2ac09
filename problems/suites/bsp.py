"""What binary space partitions owe, in the plane and in space."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any

from derive import SIZE, Tree, count, explore, level_order, tables, trees
from laws import Law, Suite
from laws.fusion import Asked, owed
from laws.kernels import kernel
from laws.memo import shrinks
from problems import bsp, draws
from problems.exact import Point
from problems.fewest_cuts import FewestCuts
from problems.painter import hides, painted
from problems.shapes import Corners, Fragment

Seen = tuple[Any, tuple[int, ...]]
"""Shapes, and where they are seen from."""


def _ask(shapes: Any) -> Asked[int, bsp.On, None, int]:
    return Asked(*bsp.bsp(shapes), bsp.CELLS)


def _few(shapes: Any) -> list[Tree[bsp.On, None]]:
    """Every tree, if there are few; else random ones."""
    space = bsp.Cutting(bsp.Scene.of(shapes))
    if count(*bsp.auto_partitions(space)) <= 24:
        return trees(*bsp.auto_partitions(space))
    return [bsp.random_partition(space, seed) for seed in range(24)]


def _wrongly_painted(seen: Seen) -> list[list[tuple[Fragment, Fragment]]]:
    """For every tree, the pairs of which the first is painted before the second that it hides."""
    shapes, eye = seen
    return [
        [
            (behind, before)
            for behind, before in combinations(painted(tree, eye), 2)
            if hides(eye, behind.corners, before.corners)
        ]
        for tree in _few(shapes)
    ]


def _hidden(seen: Seen) -> list[tuple[int, int]]:
    """Which shapes hide which, before anything is cut: with some, the order of painting matters."""
    shapes, eye = seen
    return [
        (i, j)
        for i, one in enumerate(shapes)
        for j, other in enumerate(shapes)
        if i != j and hides(eye, one, other)
    ]


def _painters(what: str, given: Any) -> Law[Seen]:
    return Law(
        f"bsp: painter's order of {what}",
        given,
        lhs=_wrongly_painted,
        rhs=lambda seen: [[] for _ in _few(seen[0])],
        says="from back to front, no fragment hides a later one",
        latex=r"i < j \Rightarrow \neg\,\mathit{hides}\;v\;f_i\;f_j",
        cite="Fuchs, Kedem and Naylor, On visible surface generation by a priori tree structures",
        owed_by=("Problem", "trees"),
        candidates=_hidden,
    )


def _same_trees(what: str, given: Any) -> Law[Any]:
    def listed(kind: Callable[[bsp.Scene], bsp.Space[Any]], shapes: Any) -> list[Tree[bsp.On, None]]:
        return trees(*bsp.auto_partitions(kind(bsp.Scene.of(shapes))), limit=None)

    return Law(
        f"bsp: atoms = cutting, {what}",
        given,
        lhs=lambda shapes: listed(bsp.Atoms, shapes),
        rhs=lambda shapes: listed(bsp.Cutting, shapes),
        says="cutting everything beforehand gives the same trees as cutting when a plane is chosen",
        latex=r"\mathit{trees} \cdot \mathit{atoms} = \mathit{trees} \cdot \mathit{cutting}",
        cite="He & Little, splits_BSP (27)",
        owed_by=("Problem", "trees"),
    )


def _bounded(shapes: Any) -> FewestCuts:
    return FewestCuts(bsp.Atoms(bsp.Scene.of(shapes)))


def _bounds(what: str, given: Any) -> Law[Any]:
    def over(shapes: Any) -> list[int]:
        """For every cell, how many branches its best tree has beyond the bound."""
        forest = explore(*bsp.bsp(shapes))
        claim = _bounded(shapes)
        fewest = (values[0] for values in tables(forest, SIZE))
        return [least - claim.bound(cell) for cell, least in zip(forest.seeds, fewest, strict=True)]

    return Law(
        f"bsp: no {what} below the bound",
        given,
        lhs=lambda shapes: [beyond >= 0 for beyond in over(shapes)],
        rhs=lambda shapes: [True for _ in over(shapes)],
        says="a cell has no tree of fewer branches than its planes, crossings and corners",
        latex=r"|t| \ge \mathit{planes} + \mathit{crossings} + \mathit{corners}",
        cite="the bound's own law",
        owed_by=("Kernel", "optimum"),
        candidates=lambda shapes: [_bounded(shapes).bound(cell) for cell in explore(*bsp.bsp(shapes)).seeds],
    )


def _area(corners: Corners) -> Point:
    """From start to end of a segment; for a polygon, twice its area along its normal."""
    (start, *others) = corners
    arms = [[x - y for x, y in zip(other, start, strict=True)] for other in others]
    if len(arms) == 1:
        return tuple(arms[0])
    crosses = [(b * f - c * e, c * d - a * f, a * e - b * d) for (a, b, c), (d, e, f) in pairwise(arms)]
    return tuple(map(sum, zip(*crosses, strict=True)))


def _areas(tree: Tree[bsp.On, None]) -> dict[int, Point]:
    """For every shape, what its fragments amount to."""
    found: dict[int, Point] = {}
    for on in level_order(tree):
        for fragment in on:
            area = _area(fragment.corners)
            known = found.get(fragment.number, (0,) * len(area))
            found[fragment.number] = tuple(x + y for x, y in zip(known, area, strict=True))
    return found


def _adds_up(what: str, given: Any) -> Law[Any]:
    return Law(
        f"bsp: fragments add up to {what}",
        given,
        lhs=lambda shapes: [_areas(tree) for tree in _few(shapes)],
        rhs=lambda shapes: [dict(enumerate(map(_area, shapes))) for _ in _few(shapes)],
        says="in every tree the fragments of a shape have together the length or the area of the shape",
        latex=r"\textstyle\sum_{f \subseteq s} |f| = |s|",
        cite="He & Little, 5.1",
        owed_by=("trees",),
        candidates=_few,
    )


BSP = Suite(
    "bsp",
    [
        *owed("bsp cells", lambda: draws.segments(4, least=3), _ask),
        *owed("bsp cells in space", lambda: draws.polygons(3, least=2), _ask),
        kernel("bsp of segments", lambda: draws.segments(5, least=3), _ask, _bounded),
        kernel("bsp of polygons", lambda: draws.polygons(4, least=2), _ask, _bounded),
        _bounds("segments", draws.segments),
        _bounds("polygons", lambda: draws.polygons(3, least=2)),
        shrinks("bsp", draws.segments, bsp.bsp, int.bit_count),
        shrinks("bsp in space", draws.polygons, bsp.bsp, int.bit_count),
        _same_trees("segments", draws.segments),
        _same_trees("polygons", draws.polygons),
        _painters("segments", lambda: draws.seen(draws.segments(4, least=2), 2)),
        _painters("polygons", lambda: draws.seen(draws.polygons(3, least=2), 3)),
        Law(
            "bsp: no tree twice",
            draws.segments,
            lhs=lambda given: len(set(trees(*bsp.bsp(given), limit=None))),
            rhs=lambda given: count(*bsp.bsp(given)),
            says="the list of auto-partitions has no duplicates",
            latex=r"|\{t \mid t \in \mathit{BSP}\}| = \mathit{count}",
            cite="He & Little, 5.1, with coincident segments in one node",
            owed_by=("trees", "count"),
        ),
        _adds_up("segments", draws.segments),
        _adds_up("polygons", draws.polygons),
    ],
    telling=0.15,
)
