import copy
import pickle
import sys

import pytest
from hypothesis import given

from derive import Leaf, Node, depth, draw, fold, leaves, level_order, map_leaves, short, size
from derive.algebra import TREES
from derive.costs import CELLS, DEPTH, SIZE
from derive.text import outline, to_json
from derive.tree import Tree, postfix, rebuild_postfix
from tests.strategies import small_trees

DEEP = 100_000


def chain(length: int, end: object = "end") -> Tree[int, object]:
    tree: Tree[int, object] = Leaf(end)
    for i in range(length):
        tree = Node(i, (tree, Leaf(None)) if i % 2 else (Leaf(None), tree))
    return tree


@pytest.fixture(scope="module")
def deep() -> Tree[int, object]:
    assert sys.getrecursionlimit() < DEEP
    return chain(DEEP)


def test_deep_chain_folds(deep: Tree[int, object]) -> None:
    assert (size(deep), depth(deep), fold(SIZE, deep), fold(DEPTH, deep)) == (DEEP,) * 4
    assert fold(CELLS, deep) == 2 * DEEP + 1
    assert len(leaves(deep)) == DEEP + 1
    assert level_order(deep) == tuple(reversed(range(DEEP)))


def test_deep_chain_compares_and_hashes(deep: Tree[int, object]) -> None:
    other = chain(DEEP)
    assert deep == other
    assert hash(deep) == hash(other)
    assert deep != chain(DEEP, end="other end")
    assert deep != chain(DEEP - 1)
    assert len({deep, other}) == 1


def test_deep_chain_prints_and_draws(deep: Tree[int, object]) -> None:
    assert repr(deep).count("Node(") == DEEP
    assert short(deep).count("(") == DEEP
    assert to_json(deep).count('"root"') == DEEP
    picture = draw(deep)
    assert f"{DEEP - 31} more branches" in picture
    assert len(picture.splitlines()) == 31 * 2


def test_deep_chain_maps_copies_and_pickles(deep: Tree[int, object]) -> None:
    assert leaves(map_leaves(str, deep)).count("end") == 1
    assert pickle.loads(pickle.dumps(deep)) == deep
    assert copy.deepcopy(deep) == deep


@given(small_trees)
def test_folding_with_constructors_changes_nothing(tree: Tree[int, int]) -> None:
    assert fold(TREES, tree) == tree
    assert rebuild_postfix(postfix(tree)) == tree
    assert eval(repr(tree), {"Leaf": Leaf, "Node": Node}) == tree


@given(small_trees, small_trees)
def test_equality_is_that_of_the_text(one: Tree[int, int], other: Tree[int, int]) -> None:
    assert (one == other) == (repr(one) == repr(other))
    if one == other:
        assert hash(one) == hash(other)


@given(small_trees)
def test_outline_has_a_line_for_every_branch_and_leaf(tree: Tree[int, int]) -> None:
    assert len(outline(tree, depth_shown=8).splitlines()) == fold(CELLS, tree)


@given(small_trees)
def test_picture_shows_every_leaf_in_order_of_columns(tree: Tree[int, int]) -> None:
    picture = draw(map_leaves(lambda item: f"<{item}>", tree), width=500)
    assert picture.count("<") == len(leaves(tree))
    at = sorted(
        (line.index("<", start), line)
        for line in picture.splitlines()
        for start in [i for i, c in enumerate(line) if c == "<"]
    )
    assert [int(line[column + 1]) for column, line in at] == list(leaves(tree))


def test_other_things_are_no_trees() -> None:
    assert Node(1, ()) != "Node(1, ())"
    assert Leaf(1) != Node(1, ())
    assert Node(1, (Leaf(1),)) != Node(1, (Node(1, ()),))


def test_drawings() -> None:
    assert draw(Node("r", ())) == "r"
    assert draw(Node("r", (Leaf("x"),))).split() == ["r", "│", "x"]
    three = draw(Node("r", (Leaf("a"), Leaf("b"), Leaf("c"))))
    assert three.splitlines() == ["  r", "┌─┼─┐", "a b c"]
    wide = draw(Node("a long label", (Leaf("x"), Leaf("y"))))
    assert wide.splitlines()[0] == "a long label"
    beside = draw(Node("r", (Node("a long label", (Leaf("x"), Leaf("y"))), Leaf("z"))))
    assert beside.splitlines() == ["         r", "     ┌───┴───┐", "a long label z", "    ┌┴┐", "    x y"]
    assert short(Node("r", ())) == "(r)"
