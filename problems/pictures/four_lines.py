"""Figure 6 of He & Little: four lines of the plane have three proper trees, but make only two partitions.

>>> len(FOUR_LINES)
4
"""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.patches import Polygon

from derive import Tree, level_order, trees
from problems.exact import line
from problems.pictures.canvas import INK, Picture, dark, light, named, panels, titled
from problems.pictures.cells import Divided, divided, floats, rectangle
from problems.pictures.trees import draw_layout, laid_out
from problems.proper import from_lines, proper_trees
from problems.shapes import plane

FOUR_LINES = (((0, 4), (1, 3)), ((1, 0), (4, 1)), ((2, 1), (2, 4)), ((1, 1), (0, 3)))
"""The lines of Figures 5 and 6, each through two points; the positive side lies to the left."""

WHOLE = rectangle((-2, -1), (5, 6))
SIDE = 3.0
AWAY = ((10, 8), (6, -10), (12, 0), (-12, -6))
"""Where the names of the lines go, seen from the middle of their points, so that they cover no line."""


def partitions() -> list[tuple[Divided, list[int]]]:
    """The partitions, and for each the trees that make it, counted from 1.

    >>> [made_by for _, made_by in partitions()]
    [[1], [2, 3]]
    """
    found: dict[frozenset[frozenset[object]], tuple[Divided, list[int]]] = {}
    for number, tree in enumerate(_trees(), start=1):
        parts = divided(tree, lambda rule, _: plane(line(FOUR_LINES[rule])), WHOLE)
        cells = frozenset(frozenset[object](cell) for cell in parts.cells)
        found.setdefault(cells, (parts, []))[1].append(number)
    return list(found.values())


def _trees() -> list[Tree[int, None]]:
    return trees(*proper_trees(from_lines(FOUR_LINES)))


def figure_6() -> Picture:
    """The three trees of the four lines above, and below the two partitions that they make.

    >>> [axes.get_title() for axes in figure_6().axes]
    ['tree 1: r1 r2 r0 r3', 'tree 2: r1 r2 r3 r0', 'tree 3: r1 r3 r2 r0', 'made by tree 1', 'made by trees 2 and 3']
    """
    found = _trees()
    layouts = [laid_out(tree, _name, root_colour=light) for tree in found]
    made = partitions()
    picture, (above, below) = panels([[layout.inches for layout in layouts], [(SIDE, SIDE) for _ in made]])
    for number, (axes, tree, layout) in enumerate(zip(above, found, layouts, strict=True), start=1):
        draw_layout(axes, layout)
        titled(axes, f"tree {number}: {' '.join(map(_name, level_order(tree)))}")
    for axes, (parts, numbers) in zip(below, made, strict=True):
        _draw_partition(axes, parts)
        which = " and ".join(map(str, numbers))
        titled(axes, f"made by tree{'s' if len(numbers) > 1 else ''} {which}")
    return picture


def _name(rule: int) -> str:
    return f"r{rule}"


def _draw_partition(axes: Axes, parts: Divided) -> None:
    for number, cell in enumerate(parts.cells):
        axes.add_patch(Polygon(floats(cell), facecolor=light(number), edgecolor="none", alpha=0.55))
    for wall in parts.walls:
        start, end = floats(wall.ends)
        axes.plot([start[0], end[0]], [start[1], end[1]], color=dark(wall.root), linewidth=1.8)
    for rule, ends in enumerate(FOUR_LINES):
        place = floats(ends)
        axes.plot(*place.T, linewidth=0, marker="o", markersize=4, color=dark(rule))
        named(axes, _name(rule), tuple(place.mean(axis=0)), AWAY[rule], dark(rule))
    (left, bottom), _, (right, top), _ = floats(WHOLE)
    axes.set_xlim(left, right)
    axes.set_ylim(bottom, top)
    axes.tick_params(labelsize=8, colors=INK)
