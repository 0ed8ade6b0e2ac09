"""Layouts that never overlap or cross, and everything that shows itself in a notebook."""

import re
import sys
from collections import defaultdict
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given

import derive.markdown
from derive import (
    COUNT,
    DEPTH,
    BadInput,
    Leaf,
    Node,
    TooLarge,
    Tree,
    depth,
    explore,
    film,
    grid,
    listed,
    optimum,
    picture,
    short,
    size,
    trees,
    watch,
)
from derive.layout import tidy
from derive.pictures import DEEPEST
from derive.tree import fold_with
from laws.plan import plan
from problems.catalans import catalans, search_trees
from problems.lawbook import LAWBOOK, law_named
from problems.murtrees import murtrees
from problems.odt_bf import odt_bf
from problems.theorems import THEOREMS
from tests.strategies import small_trees

SVG = "{http://www.w3.org/2000/svg}"


def width(tree: Tree[int, int]) -> float:
    """Labels of several widths, the same for the same subtree."""
    return 1.0 + (size(tree) * 7 + depth(tree)) % 4


def mirrored(tree: Tree[int, int]) -> Tree[int, int]:
    return fold_with(Leaf, lambda root, parts: Node(root, parts[::-1]), tree)


@given(small_trees)
def test_neighbours_keep_their_distance_and_branches_stand_over_the_middle(tree: Tree[int, int]) -> None:
    places = tidy(tree, width, gap=0.5)
    levels, parts = defaultdict(list), defaultdict(list)
    for place in places:
        levels[place.level].append(place)
        parts[place.above].append(place.x)
    for row in levels.values():
        for one, other in pairwise(row):
            assert other.x - one.x >= (width(one.tree) + width(other.tree)) / 2 + 0.5 - 1e-9
            # parents in the same order as their parts: lines between levels cannot cross
            assert one.above <= other.above
    for number, across in parts.items():
        if number >= 0:
            assert places[number].x == pytest.approx((across[0] + across[-1]) / 2)


@given(small_trees)
def test_a_mirror_image_is_laid_out_as_one(tree: Tree[int, int]) -> None:
    ours = sorted((place.level, place.x) for place in tidy(tree, width))
    theirs = sorted((place.level, -place.x) for place in tidy(mirrored(tree), width))
    assert [level for level, _ in ours] == [level for level, _ in theirs]
    assert [x for _, x in ours] == pytest.approx([x for _, x in theirs])


@given(small_trees)
def test_subtrees_of_one_shape_look_alike(tree: Tree[int, int]) -> None:
    """Two copies of a tree under one root have the same inner distances."""
    places = tidy(Node(0, (tree, tree)))
    half = (len(places) - 1) // 2
    left, right = places[1 : half + 1], places[half + 1 :]
    assert [p.x - left[0].x for p in left] == pytest.approx([p.x - right[0].x for p in right])


def test_a_chain_of_a_hundred_thousand_branches_is_ordinary() -> None:
    chain: Tree[int, str] = Leaf("end")
    for i in range(100_000):
        chain = Node(i, (Leaf("."), chain))
    assert len(tidy(chain)) == 200_001 > sys.getrecursionlimit()
    shown = chain._repr_svg_()
    assert f"… {100_000 - DEEPEST} more" in shown
    assert len(shown) < 20_000
    assert picture(chain).title == "a tree of 100000 branches"


def test_a_bushy_tree_is_cut_where_there_is_no_more_room() -> None:
    bush: Tree[str, None] = Leaf(None)
    for _ in range(12):
        bush = Node("r", (bush, bush))
    assert picture(bush).svg.count("more</text>") == 128
    assert picture(bush, most=10).svg.count("… 1023 more") == 4


def test_the_trees_that_murtrees_lacks_are_red() -> None:
    every, theirs = trees(*odt_bf((1, 2, 3))), set(trees(*murtrees((1, 2, 3))))
    shown = grid(every, colour=lambda tree: "" if tree in theirs else "red", caption=short)
    drawn = ElementTree.fromstring(shown.svg)
    red = [box for box in drawn.iter(f"{SVG}rect") if box.attrib["stroke"] == "#c62828"]
    assert len(red) == 3 * 3
    assert len(list(drawn.iter(f"{SVG}rect"))) == 30 * 3
    assert shown.title == "30 trees"
    with pytest.raises(BadInput, match=r"expected one of the colours grey, blue, .* got 'beige'"):
        grid(every, colour=lambda _: "beige")


def test_pictures_are_well_formed_and_can_be_kept(tmp_path) -> None:
    tree = Node("a < b & c", (Leaf("x\ny"), Leaf(None)))
    picture(tree).save(tmp_path / "tree.svg")
    drawn = ElementTree.parse(tmp_path / "tree.svg").getroot()
    assert [text.text for text in drawn.iter(f"{SVG}text")] == ["a < b & c", "x", "y"]
    assert ElementTree.fromstring(grid([]).svg).attrib["width"] == "16"
    assert Leaf("alone")._repr_svg_() == picture(Leaf("alone")).svg


def test_best_shows_its_tree_and_value() -> None:
    best = optimum(*catalans("abc"), DEPTH).unwrap()
    assert ">2</text>" in best._repr_svg_()


def test_forests_show_what_is_shared() -> None:
    forest = explore(*catalans("abc"))
    assert forest._repr_svg_().count("3 uses") == 4
    assert forest._repr_markdown_() is None
    assert "; plain recursion would make 27 calls, 2.7 for every seed." in derive.markdown.forest(forest)
    large = explore(*search_trees(40))
    assert "e+16 for every seed" in large._repr_markdown_()
    assert large._repr_svg_() is None
    assert "861 seeds" in large._repr_markdown_()
    with pytest.raises(TooLarge, match="a forest of 861 seeds is too large to draw, at most 150"):
        watch(large)


def test_a_forest_of_seeds_without_an_order_is_drawn_too() -> None:
    from derive import Problem

    mixed = Problem("mixed", lambda s: [s] if s != "top" else [], lambda s: [("r", (1, "a"))] * (s == "top"))
    assert explore(mixed, "top")._repr_svg_().count("<rect") == 3


def test_watching_a_table_being_filled() -> None:
    forest = explore(*catalans("abc"))
    slides = watch(forest, COUNT)
    assert len(slides) == len(forest) == 10
    first, last = slides.frames[0], slides.frames[-1]
    assert (first.svg.count("stroke-dasharray"), last.svg.count("stroke-dasharray")) == (9, 0)
    assert ">5</text>" in last.svg
    assert ">5</text>" not in slides.frames[-2].svg
    assert slides._repr_markdown_() is None
    assert "10 of 10 seeds" in slides._repr_svg_()
    assert film(forest).svg.count("<animate") == 20


def test_a_film_starts_and_ends_with_the_finished_table() -> None:
    """What shows no movement shows the start, so that must be all there is to see."""
    moving = film(explore(*catalans("abc"))).svg
    values = re.findall(r'attributeName="opacity" values="([^"]*)"', moving)
    assert len(values) == 20
    assert {(opacity.split(";")[0], opacity.split(";")[-1]) for opacity in values} == {("1", "1")}
    assert min(float(opacity) for each in values for opacity in each.split(";")) < 0.2
    for times in re.findall(r'keyTimes="([^"]*)"', moving):
        turns = [float(turn) for turn in times.split(";")]
        assert (turns[0], turns[-1]) == (0, 1)
        assert turns == sorted(turns)
    assert 'opacity="0' not in re.sub("<animate[^>]*>", "", moving)


def test_a_slider_where_there_are_widgets(monkeypatch: pytest.MonkeyPatch) -> None:
    slides = THEOREMS["theorem-4.2"].derivation.slides()
    assert len(slides) == 5
    assert slides._repr_svg_() is None
    assert slides._repr_markdown_() == THEOREMS["theorem-4.2"].derivation._repr_markdown_()
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    assert slides.slider() is slides


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_slider_shows_the_step_it_stands_at(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("ipywidgets")
    slider = THEOREMS["theorem-4.2"].derivation.slides().slider()
    steps = slider.children[0]
    assert (steps.min, steps.max) == (1, 5)
    slider.f(step=2)
    shown = capsys.readouterr().out
    assert "definition of kperms" in shown
    assert "filter promotion" not in shown


def test_problems_show_their_splits() -> None:
    shown = catalans("abcdefghijk")._repr_markdown_()
    assert shown.startswith("**catalans** at `(0, 11)`: 58786 trees over 78 seeds.")
    assert shown.endswith("| … | … |")
    assert "not explored" in odt_bf(range(14))._repr_markdown_()
    assert "It may stop as `None`" in catalans("")._repr_markdown_()
    assert "Give it a seed" in catalans("").problem._repr_markdown_()
    assert listed(["x"], []).text == "| x |\n|:--|"


def test_laws_and_verdicts_show_themselves() -> None:
    suite, law = law_named("Lemma 3.7")
    assert "$$|\\mathcal{S}" in law._repr_markdown_()
    assert "- left `False`" in law.check().failure()._repr_markdown_()
    assert "Fails as expected: K! is reached" in suite.judge(law)._repr_markdown_()
    held = LAWBOOK["catalans"].laws[0].check()
    assert "Tested, not proved." in held.unwrap()._repr_markdown_()
    assert f"{len(suite.expected_failures)} of them expected to fail" in suite._repr_markdown_()


def test_a_counterexample_draws_the_trees_of_one_side() -> None:
    fault = law_named("printed genDTFs")[1].check().failure()
    left, right = fault.alone()
    assert (len(left), right) == (1, [])
    assert "left only" in fault.picture().svg


def test_a_plan_shows_what_it_owes() -> None:
    problem = search_trees(4).problem
    shown = plan(problem, DEPTH, [(0, n) for n in range(2, 5)])._repr_markdown_()
    assert shown.startswith("**catalans**: the program is *fused and shared*.")
    assert "| bellman | choosing early | holds |" in shown
    wrong = plan(problem, DEPTH * COUNT, [(0, n) for n in range(2, 9)])._repr_markdown_()
    assert "**fails**" in wrong
    assert "- left `" in wrong


def test_nothing_that_is_shown_tells_where_it_lies_in_memory() -> None:
    suite, law = law_named("Lemma 3.7")
    problem = search_trees(4).problem
    shown = [
        suite, law, law.check().failure(), suite.judge(law), THEOREMS["theorem-1.1"].derivation,
        LAWBOOK["catalans"].laws[0].check().unwrap(), plan(problem, DEPTH, [(0, 3)]), problem,
        explore(*catalans("ab")), watch(explore(*catalans("ab"))), picture(Leaf("x")),
    ]  # fmt: skip
    assert [repr(each) for each in shown if " at 0x" in repr(each)] == []
    assert repr(law) == "Law('Lemma 3.7')"
    assert repr(suite.judge(law)) == "Verdict('Lemma 3.7', 'fails as expected')"
