"""Partitions as pictures: the cells of segments and of points, and a scene in space painted from back to front.

>>> picture = bsp_cells([((0, 0), (2, 2)), ((0, 2), (2, 0))])
>>> picture.axes[0].get_title()
'2 segments, 3 fragments, 4 cells'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.patches import Polygon, Rectangle
from numpy.typing import NDArray

from derive import BadInput, Tree, level_order, optimum
from derive.costs import Weight
from problems.bsp import Fragment, On, Scene
from problems.exact import Point, point, points
from problems.fewest_cuts import smallest_partition
from problems.kd_tree import Bucket, kd_tree, look_up_cost
from problems.kd_workload import best_for, boxes
from problems.painter import painted
from problems.pictures.canvas import FAINT, INK, Picture, bare, dark, light, named, panels, titled
from problems.pictures.cells import Divided, around, divided, floats
from problems.pictures.trees import Layout, draw_layout, laid_out, width_of
from problems.shapes import Corners, Plane, cut, plane

SIDE, LARGEST = 4.2, 7.0
"""How large the panel of a plane is, in inches; with a large tree beside it, at most."""


def _plane_and_tree(whole: Corners, layout: Layout) -> tuple[Picture, Axes]:
    """A panel for a rectangle of the plane, and beside it the tree."""
    (left, bottom), _, (right, top), _ = floats(whole)
    shape = (top - bottom) / (right - left)
    side, tree = _sides(layout)
    picture, [[axes, beside]] = panels([[(side / max(1.0, shape), side * min(1.0, shape)), tree]])
    axes.set_xlim(left, right)
    axes.set_ylim(bottom, top)
    axes.tick_params(labelsize=8, colors=INK)
    draw_layout(beside, layout)
    return picture, axes


def _sides(layout: Layout) -> tuple[float, tuple[float, float]]:
    """How large the panel of a plane is that goes with a tree, and how large the panel of the tree."""
    tree = layout.within(3 * LARGEST, 1.3 * LARGEST)
    return min(max(SIDE, tree[1]), LARGEST), tree


def _draw_cells(axes: Axes, parts: Divided) -> None:
    for number, cell in enumerate(parts.cells):
        axes.add_patch(Polygon(floats(cell), facecolor=light(number), edgecolor="none", alpha=0.55))
    for wall in parts.walls:
        axes.plot(
            *floats(wall.ends).T, color=FAINT, linewidth=1.6 - min(1.0, 0.2 * wall.level), linestyle="--"
        )


def bsp_cells(shapes: object, tree: Tree[On, Any] | None = None) -> Picture:
    """The cells that a partition makes of segments, and its tree; the smallest partition unless one is given.

    >>> from problems.examples import example
    >>> from problems.scene_files import read_scene
    >>> picture = bsp_cells(read_scene(example("pinwheel.json")))
    >>> picture.axes[0].get_title()
    '4 segments, 5 fragments, 6 cells'
    """
    scene = Scene.of(shapes)
    if scene.dimensions != 2:
        raise BadInput("cells are drawn for segments in the plane; for polygons take painted_scene")
    tree = smallest_partition(scene).tree if tree is None else tree
    whole = around([corner for corners in scene.shapes for corner in corners])
    parts = divided(tree, lambda on, _: scene.planes[on[0].number], whole)
    picture, axes = _plane_and_tree(whole, laid_out(tree, _names, root_colour=_tint))
    _draw_cells(axes, parts)
    fragments = [fragment for on in level_order(tree) for fragment in on]
    longest: dict[int, Fragment] = {}
    for fragment in fragments:
        ends = floats(fragment.corners)
        axes.plot(*ends.T, color=dark(fragment.number), linewidth=2.5, solid_capstyle="round")
        axes.plot(*ends.T, color=dark(fragment.number), linewidth=0, marker="o", markersize=4)
        best = longest.setdefault(fragment.number, fragment)
        if _length(fragment) > _length(best):
            longest[fragment.number] = fragment
    for number, fragment in longest.items():
        start, end = floats(fragment.corners)
        across, up = 9 * np.array([start[1] - end[1], end[0] - start[0]]) / _length(fragment)
        named(axes, str(fragment), tuple((start + end) / 2), (across, up), dark(number))
    many = f"{len(scene.shapes)} segments, {len(fragments)} fragments, {len(parts.cells)} cells"
    titled(axes, many)
    return picture


def _names(on: On) -> str:
    return "+".join(map(str, on))


def _tint(on: On) -> str:
    return light(on[0].number)


def _length(fragment: Fragment) -> float:
    start, end = floats(fragment.corners)
    return float(np.hypot(*(end - start)))


def kd_cells(
    given: Sequence[Sequence[object]],
    weights: Sequence[Weight] | None = None,
    queries: Sequence[object] = (),
    tree: Tree[Bucket, Any] | None = None,
) -> Picture:
    """The cells of a K-D tree of points in the plane, and the tree: the best one, unless one is given.

    Without queries the weights are those of the points, else of the queries, which are drawn as boxes.

    >>> kd_cells([(2, 9), (5, 4), (8, 1)]).axes[0].get_title()
    '3 points, 4 cells'
    """
    places = points(given)
    asked = boxes(queries)
    whole = around([*places, *(corner for box in asked for corner in box)])
    if tree is None and queries:
        tree = best_for(given, queries, weights).tree
    elif tree is None:
        tree = optimum(*kd_tree(given), look_up_cost(weights)).unwrap().tree

    def line_of(bucket: Bucket, level: int) -> Plane:
        normal = (-1, 0) if level % 2 == 0 else (0, -1)
        return Plane(normal, -bucket.place[level % 2])

    parts = divided(tree, line_of, whole)
    picture, axes = _plane_and_tree(whole, laid_out(tree, str))
    _draw_cells(axes, parts)
    for box in asked:
        (x, y), (u, v) = floats(box)
        if box.low == box.high:
            axes.plot(x, y, marker="+", markersize=11, markeredgewidth=1.6, color=dark(1))
        else:
            axes.add_patch(Rectangle((x, y), u - x, v - y, fill=False, edgecolor=dark(1), linewidth=1.4))
    right = 0.86 * float(whole[1][0]) + 0.14 * float(
        whole[0][0]
    )  # names beyond go to the left of their points
    for bucket in level_order(tree):
        x, y = map(float, bucket.place)
        axes.plot(x, y, marker="o", markersize=5, color=dark(0))
        name = str(bucket)
        room = 4 + 0.5 * width_of(name)
        named(axes, name, (x, y), (-room if x > right else room, 9))
    about = f", {len(asked)} queries" if asked else ""
    titled(axes, f"{len(places)} points, {len(parts.cells)} cells{about}")
    return picture


def painted_scene(
    shapes: object, viewpoint: Sequence[object] | None = None, tree: Tree[On, Any] | None = None
) -> Picture:
    """Polygons in space as they are seen from a viewpoint, painted from back to front, and the tree that says so.

    No depth is compared: what is painted later covers what was painted before. The smallest partition
    is used unless one is given; the viewpoint may lie anywhere, and looks to the middle of the scene.

    >>> from problems.examples import example
    >>> from problems.scene_files import read_scene
    >>> picture = painted_scene(read_scene(example("prism.obj")), (14, -9, 8))
    >>> picture.axes[0].get_title()
    '7 polygons, 9 fragments, seen from (14, -9, 8)'
    """
    scene = Scene.of(shapes)
    if scene.dimensions != 3:
        raise BadInput("scenes are painted in space; for segments in the plane take bsp_cells")
    tree = smallest_partition(scene).tree if tree is None else tree
    low, high = (
        tuple(map(choose, zip(*(corner for corners in scene.shapes for corner in corners), strict=True)))
        for choose in (min, max)
    )
    middle = tuple(Fraction(a + b, 2) for a, b in zip(low, high, strict=True))
    across = max(b - a for a, b in zip(low, high, strict=True))
    away = (Fraction(6, 5), Fraction(-8, 5), 1)
    eye = (
        tuple(m + across * each for m, each in zip(middle, away, strict=True))
        if viewpoint is None
        else point(viewpoint, 3)
    )
    order = painted(tree, eye)
    layout = laid_out(tree, _names, root_colour=_tint)
    side, size = _sides(layout)
    picture, [[axes, beside]] = panels([[(side * 1.2, side), size]])
    _paint(axes, order, eye, middle)
    draw_layout(beside, layout)
    seen_from = ", ".join(f"{float(x):g}" for x in eye)
    titled(axes, f"{len(scene.shapes)} polygons, {len(order)} fragments, seen from ({seen_from})")
    return picture


def _paint(axes: Axes, order: Sequence[Fragment], eye: Point, middle: Point) -> None:
    bare(axes)
    axes.set_aspect("equal")
    ahead = tuple(m - e for m, e in zip(middle, eye, strict=True))
    if not any(ahead):
        ahead = (0, 1, 0)
    near = Plane(ahead, sum(a * (e + a * Fraction(1, 50)) for a, e in zip(ahead, eye, strict=True)))
    project = _camera(floats([eye])[0], floats([ahead])[0])
    seen = []
    for fragment in order:
        if corners := cut(fragment.corners, near)[1]:
            flat = project(floats(corners))
            seen.append(flat)
            axes.add_patch(
                Polygon(
                    flat, facecolor=_shaded(fragment, eye), edgecolor=INK, linewidth=0.5, joinstyle="round"
                )
            )
    if seen:
        low, high = np.vstack(seen).min(axis=0), np.vstack(seen).max(axis=0)
        room = 0.03 * (high - low).max()
        axes.set_xlim(low[0] - room, high[0] + room)
        axes.set_ylim(low[1] - room, high[1] + room)


def _camera(
    eye: NDArray[np.float64], ahead: NDArray[np.float64]
) -> Callable[[NDArray[np.float64]], NDArray[np.float64]]:
    """Where places appear to an eye that looks ahead, upright if it can."""
    forward = ahead / np.linalg.norm(ahead)
    upright = np.array([0.0, 1.0, 0.0] if abs(forward[2]) > 0.999 else [0.0, 0.0, 1.0])
    sideways = np.cross(forward, upright)
    sideways /= np.linalg.norm(sideways)
    over = np.cross(sideways, forward)

    def project(places: NDArray[np.float64]) -> NDArray[np.float64]:
        away = places - eye
        return np.stack([away @ sideways, away @ over], axis=1) / (away @ forward)[:, None]

    return project


def _shaded(fragment: Fragment, eye: Point) -> tuple[float, float, float]:
    """The colour of its shape, lighter the more it faces the light from above and from the side."""
    by = plane(fragment.corners)
    normal = np.array([float(n) for n in by.normal]) * (1 if by.side(eye) >= 0 else -1)
    light_from = np.array([0.35, -0.5, 0.8])
    facing = float(normal @ light_from / np.linalg.norm(normal) / np.linalg.norm(light_from))
    share = 0.45 + 0.3 * facing
    red, green, blue = to_rgb(dark(fragment.number))
    return red + (1 - red) * share, green + (1 - green) * share, blue + (1 - blue) * share
