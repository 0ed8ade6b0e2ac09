"""SVG read back: where boxes, words and lines stand, which colours they have, and what moves when."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from derive import COUNT, Leaf, Node, Problem, Tree, explore, film, grid, picture, watch
from derive.pictures import Picture
from derive.svg import (
    COLOURS,
    DOT,
    MARGIN,
    Box,
    Drawing,
    beside,
    box_at,
    boxed,
    document,
    number,
    reached_by,
    shrunk,
    under,
    words,
)
from derive.watching import MOST_DRAWN, forest_picture
from problems.catalans import catalans
from problems.learn.model import Model, Outcome
from problems.learn.picture import svg
from problems.learn.rules import Rule
from tests.svg_reader import Rect, apart, joined, read

LOPSIDED: Tree[str, str] = Node(
    "first", (Leaf("a"), Node("a longer question", (Node("x", (Leaf("two\nlines"), Leaf("b"))), Leaf("c"))))
)


# Trees ---------------------------------------------------------------------------------------------------


def test_boxes_stand_apart_and_lines_join_them() -> None:
    drawn = read(picture(LOPSIDED).svg)
    labels = [("first",), ("a",), ("a longer question",), ("x",), ("two", "lines"), ("b",), ("c",)]
    assert sorted(box.words for box in drawn.boxes) == sorted(labels)
    apart(drawn)
    joined(drawn)
    assert len(drawn.lines) == 6
    by_words = {box.words: box for box in drawn.boxes}
    assert by_words["x",].y == by_words["c",].y > by_words["a longer question",].bottom
    assert by_words["b",].y == by_words["two", "lines"].y > by_words["x",].bottom
    assert by_words["a longer question",].width > 2 * by_words["a",].width
    assert by_words["two", "lines"].height > by_words["b",].height


def test_levels_start_below_the_highest_box_above() -> None:
    tall: Tree[str, str] = Node("r", (Node("a\nb\nc\nd", (Leaf("x"),)), Node("s", (Leaf("y"),))))
    drawn = read(picture(tall).svg)
    apart(drawn)
    joined(drawn)


def test_dots_stand_at_the_ends_of_their_lines_and_have_the_colour_of_their_tree() -> None:
    drawn = read(picture(Node("r", (Leaf(None), Leaf("x"), Leaf(None)))).svg)
    assert len(drawn.dots) == 2
    joined(drawn)
    assert drawn.dots[0][0] < drawn.boxes[-1].middle < drawn.dots[1][0]
    red = picture(Node("r", (Leaf(None), Leaf(None))), colour=lambda _: "red").svg
    assert red.count(f'r="4.5" fill="{COLOURS["red"][1]}"') == 2


def test_words_of_several_lines_stand_below_one_another_in_their_box() -> None:
    box = Box(("one", "two", "three"))
    drawn = read(document(Drawing(100, 100, box_at(box, 50, 10))))
    assert drawn.boxes[0].words == box.lines
    places = [drawn.words[line] for line in box.lines]
    assert [x for x, _ in places] == [50] * 3
    steps = [b[1] - a[1] for a, b in pairwise(places)]
    assert steps[0] == steps[1] > 13
    assert 'font-size="11"' not in box_at(Box(("one",)), 0, 0)
    assert box_at(box, 0, 0).count('font-size="11"') == 2  # all but the first are small
    assert 'text-anchor="start"' in words("left", 0, 0, start=True)


def test_a_box_is_as_wide_as_its_longest_line_but_never_too_narrow() -> None:
    assert Box(("i",)).width > Box(("",)).width > DOT.width
    assert Box(("a long line", "b")).width == Box(("b", "a long line")).width > Box(("a line",)).width
    assert Box(("a" * 21,)).width - Box(("a" * 20,)).width == 7.5
    assert Box(("a", "b", "c")).height - Box(("a", "b")).height == Box(("a", "b")).height - Box(("a",)).height


def test_turns_stand_on_the_lines_they_name() -> None:
    tree: Tree[Box, Box] = Node(
        Box(("r",)), (Leaf(Box(("a",))), Node(Box(("s",)), (Leaf(Box(("b",))), Leaf(Box(("c",))))))
    )
    plain = boxed(tree)
    drawing = boxed(tree, turns=("yes", "no"))
    assert drawing.body.count(">yes<") == drawing.body.count(">no<") == 2
    assert drawing.height > plain.height
    drawn = read(
        document(boxed(Node(Box(("r",)), (Leaf(Box(("a",))), Leaf(Box(("b",))))), turns=("yes", "no")))
    )
    for word, (x1, y1, x2, y2, _) in zip(("yes", "no"), drawn.lines, strict=True):
        x, y = drawn.words[word]
        assert x == pytest.approx((x1 + x2) / 2, abs=0.2)
        assert (y1 + y2) / 2 < y < y2  # the base line, so that the middle of the word is in the middle
    assert drawn.words["yes"][0] < drawn.boxes[0].middle < drawn.words["no"][0]


def test_a_turn_of_its_own_goes_before_others_and_gets_room() -> None:
    leaf: Tree[Box, Box] = Leaf(Box(("a",)))
    parts = tuple(reached_by(leaf, word) for word in ("an extremely long word", "another long word"))
    drawn = read(document(boxed(Node(Box(("r",)), parts), turns=("yes", "no"))))
    assert {"yes", "no"}.isdisjoint(drawn.words)
    (left, y), (right, _) = drawn.words["an extremely long word"], drawn.words["another long word"]
    assert right - left > 6 * len("another long word")
    x1, y1, x2, y2, _ = drawn.lines[0]
    assert (y1 + y2) / 2 + 5 < y < y2  # nearer to the part than to the root
    assert min(x1, x2) < left < (x1 + x2) / 2
    assert reached_by(Node(Box(("s",)), parts), "on").root.turn == "on"


def test_numbers_are_short() -> None:
    assert [number(value) for value in (2.0, 2.04, 2.05001, -0.04, -0.06, 10.0, 100.25)] == [
        "2", "2", "2.1", "0", "-0.1", "10", "100.2",
    ]  # fmt: skip


# Grids ---------------------------------------------------------------------------------------------------


def cell(text: str, width: float, height: float) -> Drawing:
    return Drawing(width, height, f'<rect x="0" y="0" width="{width}" height="{height}" fill="{text}"/>')


def test_a_grid_is_read_in_rows_with_each_drawing_in_the_middle_of_its_cell() -> None:
    sizes = [(40.0, 30.0), (20.0, 50.0), (30.0, 10.0), (10.0, 10.0), (20.0, 20.0)]
    sheet = beside([cell(str(place), *size) for place, size in enumerate(sizes)], columns=2)
    boxes = read(document(sheet)).boxes
    assert [box.fill for box in boxes] == list("01234")
    assert [(box.middle, box.y) for box in boxes] == [(20, 0), (60, 0), (20, 50), (60, 50), (20, 60)]
    assert sheet[:2] == (80, 80)


def test_as_many_columns_as_fit_and_no_wider_than_asked() -> None:
    drawings = [cell("0", 100, 10)] * 5
    assert beside(drawings, most=250)[:2] == (200, 30)
    assert beside(drawings, most=200)[:2] == (200, 30)
    assert beside(drawings, most=199)[:2] == (100, 50)
    assert beside(drawings[:1], most=1000)[:2] == (100, 10)
    assert beside(drawings, most=50)[:2] == (50, 25)  # one column, at half its size
    half = beside(drawings, columns=5, most=250)
    assert half[:2] == (250, 5)
    assert [box.x for box in read(document(half)).boxes] == [0, 50, 100, 150, 200]
    assert beside([])[:2] == (2 * MARGIN, 2 * MARGIN)


def test_captions_stand_under_the_middle() -> None:
    narrow = under(cell("0", 10, 40), "a caption wider than it")
    drawn = read(document(narrow))
    x, y = drawn.words["a caption wider than it"]
    assert x == pytest.approx(narrow.width / 2) == pytest.approx(drawn.boxes[0].middle)
    assert 40 < y < narrow.height
    assert under(cell("0", 500, 40), "short").width == 500
    assert 'fill="#c62828"' in under(cell("0", 9, 9), "red", COLOURS["red"][1]).body


def test_what_fits_stays_as_it_is() -> None:
    drawing = cell("0", 100, 40)
    assert shrunk(drawing, 100) == drawing == shrunk(drawing, 300)
    assert shrunk(drawing, 25)[:2] == (25, 10)
    [box] = read(document(shrunk(drawing, 25))).boxes
    assert (box.width, box.height) == (25, 10)


def test_trees_of_a_grid_have_their_own_colour_and_caption() -> None:
    trees = [Node(name, (Leaf("x"), Leaf(None))) for name in "ab"]
    shown = grid(
        trees,
        colour=lambda tree: "green" if tree.root == "b" else "",
        caption=lambda tree: f"this is {tree.root}",
    )
    drawn = read(shown.svg)
    fills = {box.words: (box.fill, box.stroke) for box in drawn.boxes if box.words != ("x",)}
    assert fills == {("a",): COLOURS[""], ("b",): COLOURS["green"]}
    assert drawn.words["this is a"][0] < drawn.words["this is b"][0]
    assert shown.title == "2 trees"
    assert [grid(trees[:many]).title for many in (0, 1)] == ["0 trees", "1 tree"]
    assert grid(trees, title="mine").title == "mine"
    assert grid(trees, columns=1).drawing.height > grid(trees, columns=2).drawing.height


def test_leaves_and_branches_have_other_corners() -> None:
    corners = {
        element.attrib["rx"]
        for element in ElementTree.fromstring(picture(LOPSIDED).svg).iter()
        if element.tag.endswith("rect")
    }
    assert len(corners) == 2


def test_titles_are_trees_where_these_are_short() -> None:
    assert picture(Node("r", (Leaf(None), Leaf("x")))).title == "(. r x)"
    assert picture(Node("r" * 60, (Leaf(None), Leaf("x")))).title == "a tree of 1 branches"
    assert "<title>(. r x)</title>" in picture(Node("r", (Leaf(None), Leaf("x")))).svg
    chain: Tree[str, str] = Leaf("e")
    for _ in range(4):
        chain = Node("r", (chain, Leaf(".")))
    assert repr(picture(chain)).endswith(": ((((e r .) r .) r .) r .))")


def test_so_many_places_are_shown_and_no_more() -> None:
    bush: Tree[str, str] = Leaf("x")
    for _ in range(3):
        bush = Node("r", (bush, bush))
    assert "more" not in picture(bush, most=15).svg
    assert picture(bush, most=14).svg.count("… 1 more") == 4
    assert picture(bush, most=7).svg.count("… 1 more") == 4
    assert picture(bush, most=6).svg.count("… 3 more") == 2
    assert picture(bush, most=1).svg.count("… 7 more") == 1


def test_models_are_drawn_with_yes_to_the_left_in_the_colours_of_their_classes() -> None:
    stump = Node(Rule("u", "<=", 3), (Leaf(Outcome("z", 1, (1.0, 0.0))), Leaf(Outcome("y", 4, (1.0, 3.0)))))
    drawn = read(svg(Model(("u",), stump, ("z", "y"))))
    apart(drawn)
    boxes = {box.words: box for box in drawn.boxes}
    assert set(boxes) == {("u <= 3",), ("z", "1 row"), ("y", "4 rows, 1 wrong")}
    assert boxes["z", "1 row"].fill != boxes["y", "4 rows, 1 wrong"].fill
    assert drawn.words["yes"][0] < boxes["u <= 3",].middle < drawn.words["no"][0]
    assert boxes["z", "1 row"].x < boxes["y", "4 rows, 1 wrong"].x


# Forests -------------------------------------------------------------------------------------------------

HALVES: Problem[int, str, int] = Problem(
    "halves", lambda n: [n] * (n < 2), lambda n: [("+", (n // 2, n - n // 2))] * (n > 1)
)


def seed_of(box: Rect) -> int:
    return int(box.words[0])


def test_a_forest_has_wholes_above_parts_in_centred_rows() -> None:
    forest = explore(HALVES, 11)
    drawn = read(forest_picture(forest, COUNT).svg)
    apart(drawn)
    joined(drawn)
    boxes = {seed_of(box): box for box in drawn.boxes}
    assert sorted(boxes) == [1, 2, 3, 5, 6, 11]
    rows: dict[float, list[Rect]] = {}
    for box in drawn.boxes:
        rows.setdefault(box.y, []).append(box)
    for row in rows.values():
        assert min(box.x for box in row) == pytest.approx(
            drawn.width - max(box.x + box.width for box in row), abs=0.2
        )
        ordered = sorted(row, key=seed_of)
        assert ordered == sorted(row, key=lambda box: box.x)
    assert boxes[11].y < boxes[6].y == boxes[5].y < boxes[3].y < boxes[2].y < boxes[1].y
    edges = {(round(x1, 1), round(y2, 1)) for x1, _, _, y2, _ in drawn.lines}
    assert len(drawn.lines) == 2 + 1 + 2 + 2 + 1  # a part that is taken twice has one line
    assert (round(boxes[11].middle, 1), round(boxes[5].y, 1)) in edges
    shared = {seed: "uses" in box.words[-1] for seed, box in boxes.items()}
    assert shared == {1: True, 2: True, 3: True, 5: False, 6: False, 11: False}
    for seed, box in boxes.items():
        assert (box.fill, box.stroke) == COLOURS["blue" if shared[seed] else ""]
    assert boxes[3].words == ("3", "1", "3 uses")  # twice for 6, once for 5
    assert boxes[11].words == ("11", "1")


def test_each_frame_shows_what_is_known_and_what_is_looked_up() -> None:
    forest = explore(HALVES, 5)
    slides = watch(forest)
    order = list(forest.seeds)
    last = {seed_of(box): box for box in read(slides.frames[-1].svg).boxes}
    parts = {5: {2, 3}, 3: {1, 2}, 2: {1}, 1: set[int]()}
    for latest, frame in enumerate(slides.frames):
        assert isinstance(frame, Picture)
        assert frame.title == f"halves, {latest + 1} of 4 seeds"
        drawn = read(frame.svg)
        assert (drawn.width, drawn.height) == (frame.drawing.width, frame.drawing.height)
        known = {seed_of(box): box for box in drawn.boxes if box.words}
        assert list(known) == order[: latest + 1]
        newest = order[latest]
        for seed, box in known.items():
            name = "orange" if seed == newest else "blue" if seed in parts[newest] else "grey"
            assert (box.fill, box.stroke) == COLOURS[name]
        pending = [box for box in drawn.boxes if not box.words]
        for seed, box in zip(order[latest + 1 :], pending, strict=True):
            assert box[:4] == pytest.approx(last[seed][:4], abs=0.2)  # where it will stand
            assert box.fill == "none"
        bold = [line for line in drawn.lines if line[4] == COLOURS["orange"][1]]
        assert len(bold) == len(parts[newest])
        assert len(drawn.lines) == sum(len(parts[seed]) for seed in known)
        assert all(line[0] == pytest.approx(known[newest].middle, abs=0.2) for line in bold)


def test_without_a_slider_some_steps_stand_side_by_side_and_the_last_is_among_them() -> None:
    slides = watch(explore(*catalans("abcdef")))
    assert len(slides) == 28
    assert isinstance(slides.whole, Picture)
    shown = [int(text.split()[0]) for text in read(slides.whole.svg).words if text.endswith("of 28 seeds")]
    assert shown == sorted(shown)
    assert shown[-1] == 28
    assert shown[0] == 8  # the first that looks anything up, after seven empty ones
    assert len(shown) == 6
    assert slides.whole.title == "catalans, 6 of 28 steps"
    single = watch(explore(HALVES, 1))
    assert isinstance(single.whole, Picture)
    assert single.whole.title == "halves, 1 of 1 steps"


def test_in_a_film_seeds_appear_one_after_another() -> None:
    forest = explore(HALVES, 5)
    root = ElementTree.fromstring(film(forest).svg)
    moves = [element for element in root.iter() if element.tag.endswith("animate")]
    times = [[float(x) for x in move.attrib["keyTimes"].split(";")] for move in moves]
    edges, boxes = times[: len(forest)], times[len(forest) :]
    assert edges == boxes  # a seed appears with its lines
    for each in boxes:
        assert each == sorted(each)
        assert (each[0], each[-1]) == (0, 1)
    [(held, empty)] = {
        (each[1], each[2]) for each in boxes
    }  # at first all of it is seen, then it goes at once
    assert 0 < held < empty
    starts = [each[3] for each in boxes]
    assert empty < starts[0]
    steps = [b - a for a, b in pairwise(starts)]
    assert steps == pytest.approx([steps[0]] * 3, abs=0.002)
    assert starts[0] - held == pytest.approx(steps[0], abs=0.002)
    assert all(each[3] < each[4] < following[3] for each, following in pairwise(boxes))
    assert boxes[-1][4] < 1  # in the end too
    [seconds] = {float(move.attrib["dur"].rstrip("s")) for move in moves}
    assert seconds * steps[0] == pytest.approx(0.4, abs=0.02)
    [shades] = {tuple(map(float, move.attrib["values"].split(";"))) for move in moves}
    assert [shade == 1 for shade in shades] == [True, True, False, False, True, True]
    assert 0 < shades[2] == shades[3] < 0.5


def test_long_seeds_are_cut_off() -> None:
    long = Problem[str, str, str]("long", lambda s: [s], lambda s: [])
    assert read(forest_picture(explore(long, "x" * 24)).svg).boxes[0].words == ("x" * 24,)
    assert read(forest_picture(explore(long, "x" * 25)).svg).boxes[0].words == ("x" * 23 + "…",)
    assert MOST_DRAWN == 150
