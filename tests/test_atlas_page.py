"""The page of the atlas read back: its tables against the counts, its map, and the trees drawn on it."""

import re
from dataclasses import replace

import pytest

from derive import Leaf, Node
from problems.atlas import Atlas, Frame, survey
from problems.atlas.optima import NO_ROWS, Optimum
from problems.atlas.page import ARROWS, PLACES, page
from problems.atlas.spaces import in_words
from tests.svg_reader import Drawn, joined, read

Table = list[list[str]]


def tables(text: str) -> list[Table]:
    """The tables of a page: their rows, the words of each cell."""

    def words(cell: str) -> str:
        return re.sub(r"<[^>]*>", " ", cell).strip()

    rows = [
        re.findall(r"<tr>(.*?)</tr>", each, re.DOTALL)
        for each in re.findall(r"<table>.*?</table>", text, re.DOTALL)
    ]
    return [
        [[words(cell) for cell in re.findall(r"<t[dh].*?>(.*?)</t[dh]>", row, re.DOTALL)] for row in each]
        for each in rows
    ]


def drawings(text: str) -> list[Drawn]:
    return [read(each) for each in re.findall(r"<svg.*?</svg>", text, re.DOTALL)]


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return survey(Frame(features=4, rules=3, branches=3, depth=2))


def test_tables_hold_the_counts(atlas: Atlas) -> None:
    sizes, growth, depths, checks = tables(page(atlas))
    assert [[line[0], line[2], line[3]] for line in sizes[1:]] == [
        [row.space.slug, in_words(row.exactly), in_words(row.at_most)] for row in atlas.rows
    ]
    assert growth[0] == ["", "0", "1", "2", "3"]
    assert growth[1:] == [[row.space.slug, *map(in_words, row.by_branches)] for row in atlas.rows]
    assert depths[0] == ["", "0", "1", "2", "3"]
    assert depths[1:] == [[f"d = {d}", *map(str, counts)] for d, counts in enumerate(atlas.by_depth)]
    assert checks[1:] == [
        [
            checked.part,
            "is the same as" if checked.equal else "is part of",
            checked.whole,
            "holds",
            str(checked.cases),
            str(checked.trees),
        ]
        for checked in atlas.inclusions
    ]


def test_tables_of_large_frames_are_cut_off() -> None:
    large = survey(Frame(features=12, rules=11, branches=10, depth=12))
    _, growth, depths, _ = tables(page(large))
    assert growth[0] == depths[0] == ["", *map(str, range(9))]
    assert {len(line) for line in growth + depths} == {10}
    assert [line[0] for line in depths[1:]] == [f"d = {d}" for d in range(9)]


def test_rows_that_end_early_are_filled_up() -> None:
    """Rules are used once each, so that there are no more branches than rules."""
    _, growth, _, _ = tables(page(survey(Frame(features=4, rules=1, branches=3, depth=2))))
    lines = {line[0]: line[1:] for line in growth[1:]}
    assert lines["catalans"] == ["1", "4", "", ""]
    assert lines["any"] == ["1", "4", "32", "320"]
    assert {slug for slug, cells in lines.items() if cells[2:] == ["", ""]} == {
        "proper",
        "catalans",
        "murtrees",
        "odt-bf",
    }


def test_bars_grow_with_the_counts(atlas: Atlas) -> None:
    widths = [float(each) for each in re.findall(r'class="bar" style="width: ([0-9.]+)%"', page(atlas))]
    counts = [getattr(row.exactly, "most", row.exactly) for row in atlas.rows]
    assert len(widths) == len(counts)
    assert max(widths) == 100
    ordered = sorted(zip(counts, widths, strict=True))
    assert [width for _, width in ordered] == sorted(widths)
    assert widths[counts.index(max(counts))] == 100
    assert len(set(widths)) == len(set(counts))
    nothing = page(survey(Frame(features=1, rules=2, branches=2, depth=1)))
    assert 'style="width: 0.0%"' in nothing


def test_the_map_leads_from_parts_to_wholes(atlas: Atlas) -> None:
    drawn = drawings(page(atlas))[0]
    boxes = {box.words[0]: box for box in drawn.boxes}
    assert set(boxes) == set(PLACES)
    for one in drawn.boxes:
        assert 0 <= one.x < one.x + one.width <= drawn.width
        assert 0 <= one.y < one.bottom <= drawn.height
        for other in drawn.boxes:
            assert (
                one == other
                or one.x + one.width < other.x
                or other.x + other.width < one.x
                or (one.bottom < other.y or other.bottom < one.y)
            )
    for (part, whole), (x1, y1, x2, y2, stroke) in zip(ARROWS, drawn.lines, strict=True):
        assert (x1, y1) == pytest.approx(
            (boxes[part].x + boxes[part].width, boxes[part].y + boxes[part].height / 2), abs=0.2
        )
        assert (x2, y2) == pytest.approx((boxes[whole].x, boxes[whole].y + boxes[whole].height / 2), abs=0.2)
        assert x1 < x2
        assert stroke == "#888"
    assert boxes["odt-bf"].fill != boxes["murtrees"].fill  # what has another name
    assert boxes["odt-bf"].words == ("odt-bf", "= proper, all matrices")


def test_what_does_not_hold_is_red(atlas: Atlas) -> None:
    wrong = tuple(replace(each, holds=(each.part, each.whole) != ARROWS[1]) for each in atlas.inclusions)
    text = page(replace(atlas, inclusions=wrong))
    assert [line[4] != "#888" for line in drawings(text)[0].lines] == [pair == ARROWS[1] for pair in ARROWS]
    verdicts = [line[3] for line in tables(text)[3][1:]]
    assert verdicts.count("does not hold") == 1
    assert verdicts[[(each.part, each.whole) for each in wrong].index(ARROWS[1])] == "does not hold"


def test_trees_that_a_space_lacks_are_drawn(atlas: Atlas) -> None:
    strict = [each for each in atlas.inclusions if not each.equal]
    drawn = drawings(page(atlas))[1:]
    assert len(drawn) == len(strict)
    for checked, each in zip(strict, drawn, strict=True):
        assert checked.strict_from is not None
        assert len(each.boxes) == checked.strict_from[1]
        joined(each)
    text = page(atlas)
    assert text.count("has it, <strong>") == len(strict)
    assert "b stands left of a, out of order." in text


def test_best_trees_have_one_colour_a_label(atlas: Atlas) -> None:
    age, town = ("age <= 3", ("yes", "no")), ("town", ("x", "y", "z"))
    optima = (
        Optimum("any", 3, Node(age, (Leaf("no"), Leaf("yes")))),
        Optimum(
            "branches", 1, Node(town, (Leaf("yes"), Node(age, (Leaf("no"), Leaf("perhaps"))), Leaf(NO_ROWS)))
        ),
        Optimum("catalans", 9, Leaf("yes")),
        Optimum("proper", None, None, "a < b"),
    )
    text = page(replace(atlas, optima=optima, data="my.csv"))
    assert "<h2>The best tree of each space for my.csv</h2>" in text
    assert [
        text.count(said) for said in ("3 wrong, 1 branch<", "1 wrong, 2 branches<", "9 wrong, no branches<")
    ] == [1] * 3
    assert "<strong>proper</strong>: not searched: a &lt; b." in text
    drawn = drawings(text)[-3:]
    fills: dict[str, set[str]] = {}
    for each in drawn:
        for box in each.boxes:
            fills.setdefault(box.words[0], set()).add(box.fill)
    colours = {label: fills[label] for label in ("yes", "no", "perhaps", NO_ROWS)}
    assert all(len(each) == 1 for each in colours.values())
    assert len(set().union(*colours.values())) == 4
    words = drawn[1].words
    assert [word in words for word in ("x", "y", "z", "yes", "no")] == [True] * 5
    assert words["x"][0] < words["y"][0] < words["z"][0]
    assert "The best tree" not in page(atlas)
