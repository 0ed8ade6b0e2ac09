"""Figures read back: where boxes, lines, cells, points and names stand, which colours they have, and how large all is."""

import json
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex, to_rgb
from matplotlib.contour import QuadContourSet
from matplotlib.figure import Figure
from matplotlib.patches import BoxStyle, Polygon, Rectangle
from matplotlib.text import Annotation
from matplotlib.transforms import Bbox

from derive import Leaf, Node, Tree, level_order
from problems import OptimalTreeClassifier, OptimalTreeRegressor
from problems.bsp import Cutting, Scene, random_partition
from problems.examples import example
from problems.kd_tree import Bucket
from problems.learn.model import Model, Outcome
from problems.learn.rules import Rule
from problems.learn.switch import Is, Switch
from problems.pictures import bsp_cells, compared, figure_6, kd_cells, painted_scene, regions, tree_picture
from problems.pictures.canvas import BOTTOM, LEFT, LIGHT, RIGHT, TOP, dark, light, panels
from problems.pictures.cells import around, divided, floats, rectangle
from problems.pictures.decisions import model_tree
from problems.pictures.four_lines import FOUR_LINES, partitions
from problems.pictures.trees import FONT, POINTS, Layout, draw_layout, laid_out
from problems.rules import odt_ml
from problems.shapes import Plane

LOPSIDED: Tree[str, str] = Node(
    "first", (Leaf("a"), Node("a longer question", (Node("x", (Leaf("two\nlines"), Leaf("b"))), Leaf("c"))))
)


def words(axes: Any) -> list[str]:
    return [text.get_text() for text in axes.texts]


def extents(figure: Figure, axes: Any) -> dict[str, Bbox]:
    """The frames of labels as they are drawn, in points."""
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw(renderer)
    scale = POINTS / figure.dpi
    return {
        text.get_text(): Bbox(scale * text.get_bbox_patch().get_window_extent(renderer).get_points())
        for text in axes.texts
    }


def panel(figure: Figure, axes: Any) -> Bbox:
    """A panel, in points from the lower left corner of its figure."""
    return Bbox(POINTS / figure.dpi * axes.bbox.get_points())


def lines(figure: Figure, axes: Any) -> list[Any]:
    """The two ends of every line, in points, upper end first."""
    ends = [axes.transData.transform(line.get_xydata()) * POINTS / figure.dpi for line in axes.lines]
    return [sorted(each.tolist(), key=lambda place: -place[1]) for each in ends if len(each) == 2]


def middle(box: Bbox) -> tuple[float, float]:
    return (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2


def overlap(one: Bbox, other: Bbox) -> bool:
    return bool(Bbox.intersection(one, other))


# Trees ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("room", [1.0, 0.5, 2.0])
def test_boxes_stand_apart_within_their_panel_and_lines_join_them(room: float) -> None:
    """In a panel that is as large as the tree, in one that is too small, and in one with room to spare."""
    layout = laid_out(LOPSIDED)
    wide, high = layout.inches
    figure, [[axes]] = panels([[(room * wide, room * high)]])
    draw_layout(axes, layout)
    boxes = extents(figure, axes)
    assert list(boxes) == ["first", "a", "a longer question", "x", "c", "two\nlines", "b"]
    whole = panel(figure, axes)
    for box in boxes.values():
        assert whole.x0 - 1 <= box.x0 < box.x1 <= whole.x1 + 1
        assert whole.y0 - 1 <= box.y0 < box.y1 <= whole.y1 + 1
    assert not any(overlap(*pair) for pair in combinations(boxes.values(), 2))
    above = {"a": "first", "a longer question": "first", "x": "a longer question", "c": "a longer question"}
    above |= {"two\nlines": "x", "b": "x"}
    near = 3 * min(1.0, room)
    for (name, root), (upper, lower) in zip(above.items(), lines(figure, axes), strict=True):
        assert upper == pytest.approx([middle(boxes[root])[0], boxes[root].y0], abs=near)
        assert lower[0] == pytest.approx(middle(boxes[name])[0], abs=near)
        assert middle(boxes[name])[1] < lower[1] < boxes[name].y1 + near
        assert "\n" in name or lower[1] > boxes[name].y1 - near
    assert [text.get_fontsize() for text in axes.texts] == pytest.approx([FONT * min(1.0, room)] * len(boxes))
    box = Bbox.union(list(boxes.values()))
    assert middle(box) == pytest.approx(middle(whole), abs=4)  # in the middle of the panel


def test_a_layout_is_no_larger_than_its_boxes() -> None:
    for tree in (LOPSIDED, Node("r", (Leaf("x"), Leaf("a wide leaf at the right"))), Leaf("alone")):
        layout = laid_out(tree)
        assert min(box.middle - box.width / 2 for box in layout.boxes) == pytest.approx(0)
        assert max(box.middle + box.width / 2 for box in layout.boxes) == pytest.approx(layout.width)
    one, two, three = (laid_out(Leaf(text)).height for text in ("a", "a\nb", "a\nb\nc"))
    assert three - two == two - one > FONT
    deeper = laid_out(Node("r", (Leaf("a"), Leaf("b"))))
    assert deeper.height == pytest.approx(one + deeper.rise)


def test_layouts_shrink_as_a_whole() -> None:
    wide = Layout((), 6 * POINTS, 2 * POINTS)
    assert wide.inches == (6, 2)
    assert wide.within(8, 8) == (6, 2)
    assert wide.within(3, 8) == (3, 1)
    assert wide.within(8, 1) == (3, 1)
    assert wide.within(3, 0.5) == (1.5, 0.5)


def test_leaves_are_round_and_roots_are_square() -> None:
    axes = tree_picture(LOPSIDED).axes[0]
    for text in axes.texts:
        leaf = text.get_text() in ("a", "b", "c", "two\nlines")
        assert isinstance(text.get_bbox_patch().get_boxstyle(), BoxStyle.Round if leaf else BoxStyle.Square)


def test_a_leaf_without_information_is_a_dot_at_the_end_of_its_line() -> None:
    figure = tree_picture(Node("r", (Leaf(None), Leaf("x"), Leaf(None))))
    [axes] = figure.axes
    assert words(axes) == ["r", "x"]
    dots = [line.get_xydata()[0].tolist() for line in axes.lines if line.get_marker() == "o"]
    ends = [line.get_xydata()[1].tolist() for line in axes.lines if line.get_marker() != "o"]
    assert len(ends) == 3
    assert [end for end in ends if end in dots] == dots
    assert dots[0][0] < axes.texts[1].get_position()[0] < dots[1][0]


def test_answers_stand_at_the_edges_of_the_root_alone() -> None:
    figure = tree_picture(LOPSIDED, answers=("yes", "no"))
    [axes] = figure.axes
    boxes = extents(figure, axes)
    assert words(axes).count("yes") == words(axes).count("no") == 1
    for answer, (upper, lower) in zip(("yes", "no"), lines(figure, axes), strict=False):
        assert middle(boxes[answer]) == pytest.approx(np.mean([upper, lower], axis=0), abs=2)
    assert middle(boxes["yes"])[0] < middle(boxes["first"])[0] < middle(boxes["no"])[0]
    drawn = {text.get_text(): text for text in axes.texts}
    assert drawn["yes"].get_fontsize() < drawn["first"].get_fontsize()
    assert drawn["yes"].get_zorder() > axes.lines[0].get_zorder()


def test_words_on_the_ways_stand_right_over_the_parts_they_lead_to() -> None:
    tree = Node("colour", (Leaf("a\nb"), Node("size", (Leaf("c"), Leaf("d"))), Leaf("e")))
    turns = {"colour": ("a long word, red", "green", "blue"), "size": ("small", "large")}
    layout = laid_out(tree, turns=turns.__getitem__)
    figure, [[axes]] = panels([[layout.inches]])
    draw_layout(axes, layout, answers=("yes", "no"))
    boxes = extents(figure, axes)
    assert {"yes", "no"}.isdisjoint(boxes)
    leads = zip([*turns["colour"], *turns["size"]], ["a\nb", "size", "e", "c", "d"], strict=True)
    for word, part in leads:
        assert middle(boxes[word])[0] == pytest.approx(middle(boxes[part])[0], abs=2)
        assert 0 <= boxes[word].y0 - boxes[part].y1 + 3 < 6
        (end,) = [low for _, low in lines(figure, axes) if abs(low[0] - middle(boxes[word])[0]) < 2]
        assert end[1] == pytest.approx(boxes[word].y1, abs=1)  # where the word begins, its line ends
    assert not any(
        overlap(Bbox.from_extents(one.x0, one.y0 + 3, one.x1, one.y1), other)
        for one, other in combinations(boxes.values(), 2)
    )
    whole = panel(figure, axes)
    assert all(whole.x0 - 1 <= box.x0 < box.x1 <= whole.x1 + 1 for box in boxes.values())
    assert layout.rise > laid_out(tree).rise


def test_a_long_title_fits_into_its_picture() -> None:
    title = "a tree with a title of so many words that it takes several lines, however one may turn it " * 2
    for tree in (Leaf("alone"), LOPSIDED):
        figure = tree_picture(tree, title=title)
        [axes] = figure.axes
        shown = axes.title.get_window_extent(FigureCanvasAgg(figure).get_renderer())
        assert axes.get_title().split() == title.split()
        assert figure.bbox.x0 <= shown.x0 < shown.x1 <= figure.bbox.x1
        assert figure.bbox.y0 <= shown.y0 < shown.y1 <= figure.bbox.y1
    assert tree_picture(LOPSIDED).get_size_inches()[1] < figure.get_size_inches()[1]


# Panels --------------------------------------------------------------------------------------------------


def test_panels_are_as_large_as_asked_and_stand_in_centred_rows() -> None:
    sizes = [[(3.0, 2.0), (1.0, 1.0), (2.0, 1.5)], [(2.0, 1.0)]]
    figure, rows = panels(sizes, foot=0.3, head=0.15)
    wide, high = figure.get_size_inches()
    placed = [[Bbox(axes.get_position().get_points() * [wide, high]) for axes in row] for row in rows]
    for row, asked in zip(placed, sizes, strict=True):
        assert [(box.width, box.height) for box in row] == [pytest.approx(size) for size in asked]
        assert row[0].x0 - LEFT == pytest.approx(wide - row[-1].x1 - RIGHT)
        assert len({round(middle(box)[1], 6) for box in row}) == 1
        for one, other in pairwise(row):
            assert other.x0 - one.x1 == pytest.approx(LEFT + RIGHT)
    assert placed[0][0].x0 == pytest.approx(LEFT)
    assert high - placed[0][0].y1 == pytest.approx(TOP + 0.15)
    assert placed[0][0].y0 - placed[1][0].y1 == pytest.approx(BOTTOM + TOP + 0.15)
    assert placed[1][0].y0 == pytest.approx(BOTTOM + 0.3)


def test_colours_come_again_only_after_the_last() -> None:
    assert len({light(number) for number in range(len(LIGHT))}) == len(LIGHT)
    assert len({dark(number) for number in range(len(LIGHT))}) == len(LIGHT)
    assert (light(len(LIGHT) + 2), dark(len(LIGHT) + 2)) == (light(2), dark(2))
    for number in range(len(LIGHT)):  # what is dark can be read on what is light
        assert sum(to_rgb(light(number))) > sum(to_rgb(dark(number))) + 0.9


# Partitions of the plane ---------------------------------------------------------------------------------

WALLS = [((0, 0), (8, 2)), ((1, 4), (9, 5)), ((4, -3), (5, 3))]


def polygons(axes: Any) -> list[Any]:
    return [patch for patch in axes.patches if isinstance(patch, Polygon)]


def is_close(one: Any, other: Any) -> bool:
    return bool(np.shape(one) == np.shape(other) and np.allclose(one, other))


def test_cells_walls_and_segments_are_drawn_where_they_are() -> None:
    scene = Scene.of(WALLS)
    tree = random_partition(Cutting(scene), 1)
    whole = around([corner for corners in WALLS for corner in corners])
    parts = divided(tree, lambda on, _: scene.planes[on[0].number], whole)
    figure = bsp_cells(WALLS, tree)
    axes, beside = figure.axes
    for number, (drawn, cell) in enumerate(zip(polygons(axes), parts.cells, strict=True)):
        assert is_close(drawn.get_xy()[:-1], floats(cell))
        assert to_hex(drawn.get_facecolor()) == light(number)
    broken = [line for line in axes.lines if line.get_linestyle() == "--"]
    assert all(
        is_close(line.get_xydata(), floats(wall.ends)) for line, wall in zip(broken, parts.walls, strict=True)
    )
    widths = {wall.level: line.get_linewidth() for line, wall in zip(broken, parts.walls, strict=True)}
    assert all(widths[level] > widths[level + 1] > 0 for level in range(len(widths) - 1))
    fragments = [fragment for on in level_order(tree) for fragment in on]
    solid = [line for line in axes.lines if line.get_linestyle() == "-" and line.get_linewidth()]
    for line, fragment in zip(solid, fragments, strict=True):
        assert is_close(line.get_xydata(), floats(fragment.corners))
        assert line.get_color() == dark(fragment.number)
    ends = [line for line in axes.lines if line.get_marker() == "o"]
    assert [line.get_color() for line in ends] == [line.get_color() for line in solid]
    assert axes.get_xlim() == (float(whole[0][0]), float(whole[2][0]))
    assert axes.get_ylim() == (float(whole[0][1]), float(whole[2][1]))
    assert axes.get_title() == f"3 segments, {len(fragments)} fragments, {len(parts.cells)} cells"
    roots = [text for text in beside.texts if text.get_text() != "."]
    assert [to_hex(text.get_bbox_patch().get_facecolor()) for text in roots] == [
        light(on[0].number) for on in level_order(tree)
    ]


def test_names_stand_beside_the_longest_fragment_of_a_segment() -> None:
    tree = random_partition(Cutting(Scene.of(WALLS)), 1)
    fragments = [fragment for on in level_order(tree) for fragment in on]
    assert len(fragments) > len(WALLS)  # some segment is cut
    axes = bsp_cells(WALLS, tree).axes[0]
    assert len(axes.texts) == len(WALLS)
    for note in axes.texts:
        assert isinstance(note, Annotation)
        number = [dark(i) for i in range(3)].index(str(note.get_color()))
        own = [floats(each.corners) for each in fragments if each.number == number]
        start, end = max(own, key=lambda ends: np.hypot(*(ends[1] - ends[0])))
        assert note.get_text().startswith(f"s{number}")
        assert note.xy == pytest.approx((start + end) / 2)
        away = np.array(note.get_position())
        assert away @ (end - start) == pytest.approx(0)
        assert 5 < np.hypot(*away) < 15


@pytest.mark.parametrize("high", [2, 30])
def test_the_plane_is_not_stretched(high: int) -> None:
    figure = bsp_cells([((0, 0), (10, high)), ((0, high), (4, 0))])
    box = figure.axes[0].get_position()
    inches = figure.get_size_inches()
    (left, right), (low, top) = figure.axes[0].get_xlim(), figure.axes[0].get_ylim()
    assert box.height * inches[1] / (box.width * inches[0]) == pytest.approx((top - low) / (right - left))
    assert 4 < max(box.height * inches[1], box.width * inches[0]) <= 7


def test_a_large_tree_gets_a_large_plane_beside_it() -> None:
    small, large = (bsp_cells([((0, y), (9, y + 1)) for y in range(0, 4 * n, 4)]) for n in (2, 9))
    for figure in (small, large):
        plane, tree = (axes.get_position() for axes in figure.axes)
        assert plane.x1 < tree.x0
    heights = [
        figure.axes[0].get_position().height * figure.get_size_inches()[1] for figure in (small, large)
    ]
    assert heights[0] < heights[1] <= 7.001


PLACES = [(1, 9), (5, 2), (8, 6), (9, 1)]


def test_points_cells_and_queries_of_a_kd_tree_are_drawn_where_they_are() -> None:
    tree: Tree[Bucket, None] = Node(
        Bucket((5, 2), (1,)), (Node(Bucket((1, 9), (0,)), (Leaf(None), Leaf(None))), Leaf(None))
    )
    axes = kd_cells(PLACES[:2], queries=[((2, 3), (4, 8)), (7, 1)], tree=tree).axes[0]
    assert axes.get_title() == "2 points, 3 cells, 2 queries"
    dots = [line for line in axes.lines if line.get_marker() == "o"]
    assert [dot.get_xydata().tolist() for dot in dots] == [[[5, 2]], [[1, 9]]]
    [cross] = [line for line in axes.lines if line.get_marker() == "+"]
    assert cross.get_xydata().tolist() == [[7, 1]]
    [box] = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
    assert (box.get_xy(), box.get_width(), box.get_height()) == ((2, 3), 2, 5)
    assert not box.get_fill()
    assert to_hex(box.get_edgecolor()) == cross.get_color() != dots[0].get_color()
    walls = [line.get_xydata().tolist() for line in axes.lines if line.get_linestyle() == "--"]
    (low, high), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    assert [sorted(wall) for wall in walls] == [[[5, bottom], [5, top]], [[low, 9], [5, 9]]]
    cells = [patch.get_xy() for patch in polygons(axes)]
    assert [cell.mean(axis=0)[0] < 5 for cell in cells] == [True, True, False]
    assert [(cell[:, 1].min(), cell[:, 1].max()) for cell in cells] == [(bottom, 9), (9, top), (bottom, top)]
    assert low < 1
    assert high > 7


def test_walls_alternate_level_by_level_and_lie_in_the_cells_they_split() -> None:
    places = [(4, 4), (2, 6), (6, 2), (1, 7), (3, 5), (5, 3), (7, 1)]
    bucket = {place: Bucket(place, (number,)) for number, place in enumerate(places)}

    def grown(level: int, number: int) -> Tree[Bucket, None]:
        if number >= len(places):
            return Leaf(None)
        parts = [grown(level + 1, child) for child in (2 * number + 1, 2 * number + 2)]
        return Node(bucket[places[number]], (parts[level % 2], parts[1 - level % 2]))

    axes = kd_cells(places, tree=grown(0, 0)).axes[0]
    walls = {
        tuple(sorted(map(tuple, line.get_xydata().tolist())))
        for line in axes.lines
        if line.get_linestyle() == "--"
    }
    (left, right), (low, top) = axes.get_xlim(), axes.get_ylim()
    assert walls == {
        ((4, low), (4, top)), ((left, 6), (4, 6)), ((4, 2), (right, 2)),
        ((1, 6), (1, top)), ((3, low), (3, 6)), ((5, 2), (5, top)), ((7, low), (7, 2)),
    }  # fmt: skip


def test_a_line_that_misses_its_cell_makes_neither_wall_nor_cell() -> None:
    off = Plane((-1, 0), -9)
    parts = divided(
        Node("r", (Leaf("near"), Leaf("far"))), lambda root, level: off, rectangle((0, 0), (4, 2))
    )
    assert parts.walls == []
    assert len(parts.cells) == 1


@pytest.mark.parametrize("moved", [0, 100, -300])
def test_names_of_points_stand_inside_the_picture(moved: int) -> None:
    figure = kd_cells([(x + moved, y) for x, y in PLACES])
    axes = figure.axes[0]
    renderer = FigureCanvasAgg(figure).get_renderer()
    whole = axes.get_window_extent(renderer)
    assert len(axes.texts) == 4
    for note in axes.texts:
        assert isinstance(note, Annotation)
        box = note.get_window_extent(renderer)
        assert whole.x0 <= box.x0 < box.x1 <= whole.x1
        x, y = axes.transData.transform(note.xy)
        assert box.x1 < x or box.x0 > x  # beside its point
        assert box.y1 > y
        assert (box.x1 < x) == (note.xy[0] > 8.2 + moved)


def test_weights_of_points_and_of_queries_shape_the_tree() -> None:
    heavy = kd_cells(PLACES, weights=[1, 1, 1, 99]).axes[1]
    assert "9,1" in words(heavy)[0].replace(" ", "").strip("()")
    asked = kd_cells(PLACES, queries=[(1, 9), (9, 1)], weights=[1, 99]).axes[1]
    assert "9,1" in words(asked)[0].replace(" ", "").strip("()")


def test_the_lines_of_figure_6_are_those_of_the_example() -> None:
    given = json.loads(example("four-lines.json").read_text())["lines"]
    assert [[[*place] for place in ends] for ends in FOUR_LINES] == given


def test_figure_6_draws_each_line_with_its_points_and_its_name() -> None:
    figure = figure_6()
    for axes, (parts, _) in zip(figure.axes[3:], partitions(), strict=True):
        assert len(polygons(axes)) == len(parts.cells) == 5
        dots = [line for line in axes.lines if line.get_marker() == "o"]
        assert [dot.get_xydata().tolist() for dot in dots] == [[[*p] for p in ends] for ends in FOUR_LINES]
        for number, (dot, note) in enumerate(zip(dots, axes.texts, strict=True)):
            assert isinstance(note, Annotation)
            assert note.get_text() == f"r{number}"
            assert note.get_color() == dot.get_color() == dark(number)
            assert note.xy == pytest.approx(dot.get_xydata().mean(axis=0))
        for wall, line in zip(
            parts.walls, [each for each in axes.lines if each.get_marker() != "o"], strict=True
        ):
            assert line.get_color() == dark(wall.root)
            assert is_close(line.get_xydata(), floats(wall.ends))
            a, b = np.array(FOUR_LINES[wall.root], dtype=float)  # a wall lies on the line of its rule
            assert np.cross(np.column_stack([floats(wall.ends) - a, [0, 0]]), [*(b - a), 0])[
                :, 2
            ] == pytest.approx([0, 0])
        assert (axes.get_xlim(), axes.get_ylim()) == ((-2, 5), (-1, 6))


# Scenes in space -----------------------------------------------------------------------------------------

FLAG = [(-2, 0, -1), (3, 0, -1), (3, 0, 2)]
"""A triangle that stands upright: wider to the right, higher to the right."""


def test_places_appear_as_a_camera_sees_them() -> None:
    """From the south, east is to the right and height is up; twice as far away is half as large."""
    far = [(x, 10, z) for x, _, z in FLAG]
    axes = painted_scene([FLAG, far], (0.5, -10, 0.5)).axes[0]
    back, front = (patch.get_xy()[:-1] for patch in polygons(axes))
    for drawn, away in ((front, 10), (back, 20)):
        assert sorted(drawn.tolist()) == [
            pytest.approx(place) for place in sorted([(x - 0.5) / away, (z - 0.5) / away] for x, _, z in FLAG)
        ]
    assert axes.get_aspect() == 1
    (left, right), (low, top) = axes.get_xlim(), axes.get_ylim()
    every = np.vstack([front, back])
    assert left < every[:, 0].min() < left + 0.05
    assert right - 0.05 < every[:, 0].max() < right
    assert low < every[:, 1].min() < low + 0.05
    assert top - 0.05 < every[:, 1].max() < top
    turned = painted_scene([FLAG, far], (0.5, 20, 0.5)).axes[0]  # from the north, west is to the right
    nearest = polygons(turned)[-1].get_xy()[:-1]
    assert nearest[:, 0].min() == pytest.approx(-0.25)
    assert nearest[:, 0].max() == pytest.approx(0.25)
    lowest = nearest[nearest[:, 1] == nearest[:, 1].max()]
    assert lowest[:, 0] == pytest.approx([-0.25])


def test_from_right_above_north_is_up() -> None:
    flat = [(-2, -1, 0), (3, -1, 0), (3, 2, 0)]
    [drawn] = polygons(painted_scene([flat], (0.5, 0.5, 10)).axes[0])
    assert sorted(drawn.get_xy()[:-1].tolist()) == [
        pytest.approx(place) for place in sorted([(x - 0.5) / 10, (y - 0.5) / 10] for x, y, _ in flat)
    ]


def test_a_slanted_look_keeps_upright_what_is() -> None:
    """Nothing is wider or higher than it is: a square that faces the eye, askew in space, is a square."""
    askew = [(4, -3, 0), (-4, 3, 0), (-4, 3, 10), (4, -3, 10)]
    [drawn] = polygons(painted_scene([askew], (30, 40, 5)).axes[0])
    corners = drawn.get_xy()[:-1]
    sides = [np.hypot(*(b - a)) for a, b in pairwise([*corners, corners[0]])]
    assert sides == pytest.approx([0.2] * 4)


def test_what_lies_behind_the_eye_is_not_painted() -> None:
    behind, ahead = ([(x, y, z) for x, _, z in FLAG] for y in (-20, 90))
    axes = painted_scene([behind, ahead], (0, 0, 0)).axes[0]
    assert len(polygons(axes)) == 1
    crossing = [(-5, -20, -3), (5, -20, -3), (5, 90, -3), (-5, 90, -3)]
    [floor] = polygons(painted_scene([crossing], (0, 0, 0)).axes[0])
    near, far = (floor.get_xy()[floor.get_xy()[:, 1] == high(floor.get_xy()[:, 1])] for high in (min, max))
    assert np.ptp(near[:, 0]) > 10 * np.ptp(far[:, 0]) > 0  # cut off in front of the eye, and wider there
    assert near[:, 0].max() == pytest.approx(-near[:, 0].min())


def test_what_faces_the_light_is_lighter() -> None:
    tile = [(0, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 0)]
    above, below = (
        np.array(polygons(painted_scene([tile], (2, -9, z)).axes[0])[0].get_facecolor()[:3]) for z in (9, -9)
    )
    own = np.array(to_rgb(dark(0)))
    wall = [(0, 0, 0), (4, 0, 0), (4, 0, 4), (0, 0, 4)]
    before, behind = (
        np.array(polygons(painted_scene([wall], (2, y, 2)).axes[0])[0].get_facecolor()[:3]) for y in (-9, 9)
    )
    assert (own < below).all()
    assert (below < behind).all()
    assert (behind < before).all()
    assert (before < above).all()
    assert (above < 1).all()
    shares = [(colour - own) / (1 - own) for colour in (above, below)]
    assert all(share == pytest.approx([share[0]] * 3) for share in shares)  # the same hue


def test_unless_told_a_scene_is_seen_from_outside_before_and_above() -> None:
    moved = [[(x + 100, y + 50, z + 20) for x, y, z in FLAG], [(90, 40, 10), (91, 40, 10), (90, 40, 11)]]
    title = painted_scene(moved).axes[0].get_title()
    x, y, z = map(float, title.partition("seen from (")[2].rstrip(")").split(","))
    assert x > 103
    assert y < 40
    assert z > 22


# Models in the plane -------------------------------------------------------------------------------------

X = np.array([[0, 10], [1, 40], [2, 20], [3, 30], [4, 50], [5, 10]], dtype=float)
Y = np.array(["b", "a", "b", "c", "c", "b"])


def offsets(collection: Any) -> Any:
    return np.asarray(collection.get_offsets())


def test_rows_stand_where_their_numbers_say_in_the_colour_of_their_label() -> None:
    model = OptimalTreeClassifier(max_depth=1).fit(X, Y)
    figure = regions(model, X, Y)
    axes = figure.axes[0]
    *classes, rings = [each for each in axes.collections if not isinstance(each, QuadContourSet)]
    markers = set()
    for number, (label, points) in enumerate(zip("abc", classes, strict=True)):
        assert offsets(points).tolist() == X[label == Y].tolist()
        assert to_hex(points.get_facecolor()[0]) == dark(number)
        assert points.get_label() == label
        markers.add(points.get_paths()[0].vertices.tobytes())
    assert len(markers) == 3
    assert offsets(rings).tolist() == X[model.predict(X) != Y].tolist()
    [legend] = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["a", "b", "c"]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("x0", "x1")


def test_the_plane_reaches_a_little_beyond_the_data() -> None:
    axes = regions(OptimalTreeClassifier(max_depth=1).fit(X, Y), X, Y).axes[0]
    for (low, high), column in zip((axes.get_xlim(), axes.get_ylim()), X.T, strict=True):
        spread = column.max() - column.min()
        assert 0 < column.min() - low < 0.15 * spread
        assert column.min() - low == pytest.approx(high - column.max())
    assert tuple(axes.images[0].get_extent()) == pytest.approx((*axes.get_xlim(), *axes.get_ylim()))
    flat = X * [1, 0]
    low, high = regions(OptimalTreeClassifier(max_depth=1).fit(flat, Y), flat, Y).axes[0].get_ylim()
    assert low < 0 < high


def test_numbers_are_drawn_on_one_scale() -> None:
    """Regions and points of one number have one colour, from the least to the greatest number of the data."""
    numbers = X[:, 1] / 4 - 1
    model = OptimalTreeRegressor(max_depth=1).fit(X, numbers)
    axes = regions(model, X, numbers).axes[0]
    [points] = [each for each in axes.collections if not isinstance(each, QuadContourSet)]
    assert offsets(points).tolist() == X.tolist()
    assert np.asarray(points.get_array()).tolist() == numbers.tolist()
    [image] = axes.images
    assert points.get_clim() == image.get_clim() == (numbers.min(), numbers.max())
    assert points.get_cmap() == image.get_cmap()
    said = np.asarray(image.get_array())
    assert said[0, 0] == model.predict([[0, 10]])[0]
    assert said[-1, 0] == model.predict([[0, 50]])[0]
    assert said[0, -1] == model.predict([[5, 10]])[0]
    error = np.mean((model.predict(X) - numbers) ** 2)
    assert axes.get_title() == f"1 rule, mean squared error {error:.4g}"


def test_borders_are_drawn_where_leaves_meet() -> None:
    model = OptimalTreeClassifier(max_depth=1).fit(X[:, :], ["a", "b", "a", "b", "b", "a"])
    axes = regions(model, X, ["a", "b", "a", "b", "b", "a"]).axes[0]
    borders = [each for each in axes.collections if isinstance(each, QuadContourSet)]
    assert len(borders) == 2
    for border in borders:  # the only rule is one of the second column, between 20 and 30
        assert (
            20
            <= border.get_paths()[0].vertices[:, 1].min()
            <= border.get_paths()[0].vertices[:, 1].max()
            <= 30
        )


def fills(axes: Any) -> list[str]:
    return [to_hex(text.get_bbox_patch().get_facecolor()) for text in axes.texts if "row" in text.get_text()]


def test_leaves_have_the_colour_of_their_label() -> None:
    stump = Node(
        Rule("u", "<=", 3.14159), (Leaf(Outcome("z", 1, (1.0, 0.0))), Leaf(Outcome("y", 2, (0.0, 2.0))))
    )
    model = Model(("u", "v"), stump, ("z", "y"))
    [axes] = model_tree(model).axes
    assert words(axes)[0] == "u <= 3.142"
    assert [word for word in words(axes) if "row" in word] == ["z\n1 row", "y\n2 rows"]
    assert fills(axes) == [light(0), light(1)]
    assert [word for word in words(axes) if word in ("yes", "no")] == ["yes", "no"]
    beside = regions(model, X, ["z", "y", "y", "z", "y", "z"], names=("u", "v")).axes[1]
    assert len(set(fills(beside))) == 2


def test_leaves_of_numbers_are_darker_the_larger_they_are() -> None:
    tree: Tree[Any, Outcome] = Node(
        Rule("u", "<=", 3.0),
        (Leaf(Outcome(7.5, 1)), Node(Rule("u", "<=", 4.0), (Leaf(Outcome(-2.0, 1)), Leaf(Outcome(1.0, 1))))),
    )
    [axes] = model_tree(Model(("u",), tree)).axes
    shade = dict(zip(["7.5", "-2", "1"], [sum(to_rgb(fill)) for fill in fills(axes)], strict=True))
    assert shade["7.5"] < shade["1"] < shade["-2"]
    [alone] = model_tree(Model(("u",), Leaf(Outcome(7.5, 1)))).axes
    assert fills(alone)[0] == fills(model_tree(Model(("u",), Leaf(Outcome(1.0, 1)))).axes[0])[0]


def test_words_of_switches_are_drawn_and_yes_and_no_beside_them() -> None:
    one, two = (Outcome(label, 1, (1.0, 1.0)) for label in "ab")
    tree: Tree[Any, Outcome] = Node(
        Switch("colour", (Is("red"), Is("green"), Is("blue")), one),
        (Leaf(one), Node(Rule("u", "<=", 1.0), (Leaf(two), Leaf(one))), Leaf(two)),
    )
    figure = model_tree(Model(("u", "colour"), tree, ("a", "b")))
    assert sorted(words(figure.axes[0])[:1] + words(figure.axes[0])[1:7:2]) == [
        "blue",
        "colour",
        "green",
        "red",
    ]
    assert [word for word in words(figure.axes[0]) if word in ("yes", "no")] == ["yes", "no"]
    assert fills(figure.axes[0]) == [light(0), light(1), light(1), light(0)]


def test_models_that_are_compared_share_colours_and_panels_of_one_size() -> None:
    two = ["a", "b", "a", "b", "b", "a"]
    fits = {str(depth): OptimalTreeClassifier(max_depth=depth).fit(X, two) for depth in (1, 2)}
    figure = compared(fits, X, two, names=("wide", "high"))
    boxes = [axes.get_position() for axes in figure.axes]
    assert boxes[0].width == pytest.approx(boxes[1].width)
    assert boxes[0].x1 < boxes[1].x0
    for axes, (depth, model) in zip(figure.axes, fits.items(), strict=True):
        assert axes.get_title().split("\n")[0] == depth
        assert (axes.get_xlabel(), axes.get_ylabel()) == ("wide", "high")
        [image] = axes.images
        assert np.asarray(image.get_array())[0, 0] == "ab".index(model.predict([[0, 10]])[0])
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["a", "b"]


def test_rows_of_odt_ml_are_counted_at_their_leaves() -> None:
    points, labels = [(0, 0), (1, 5), (2, 1), (9, 4)], ["in", "in", "in", "out"]
    grown = odt_ml(points, labels, "axis", max_rules=1)
    axes = regions(grown, points, labels).axes[1]
    assert sorted(word for word in words(axes) if "row" in word) == ["in\n3 rows", "out\n1 row"]
