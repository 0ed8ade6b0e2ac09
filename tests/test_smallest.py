"""Smallest trees: every program against a search that tries all trees, and what the papers say of them."""

from collections.abc import Hashable
from dataclasses import replace
from itertools import combinations
from math import log2
from typing import Any

import numpy as np
import pytest

from derive import DEPTH, SIZE, BadInput, Leaf, Node, Tree, depth, level_order, optimum, size
from derive.kernels.smallest import Smallest, prepare, run, smallest_tree
from problems.errata.smallest import algorithm_1
from problems.lawbook import law_named
from problems.smallest import boxes, shapes, thresholds
from problems.smallest.bounds import Parameters, applicable, measure, size_from_few_leaves
from problems.smallest.by_support import sets_for
from problems.smallest.examples import Cut, Examples
from problems.smallest.support import bits, branching_set, coded, extended, feature_sets, minimal_support_sets

Example = tuple[tuple[int, ...], Hashable]


def fits(rows: list[Example], named: frozenset[int], budget: int, deep: bool) -> bool:
    """Whether any tree of a size, or depth, fits: all cuts, all ways to share out the branches, no memory."""
    if len({label for _, label in rows}) <= 1:
        return True
    for feature in range(len(rows[0][0])) if budget else ():
        for value in {point[feature] for point, _ in rows}:
            yes = [
                e for e in rows if (e[0][feature] == value if feature in named else e[0][feature] <= value)
            ]
            no = [e for e in rows if e not in yes]
            if not yes or not no:
                continue
            shares = [(budget - 1, budget - 1)] if deep else [(i, budget - 1 - i) for i in range(budget)]
            if any(fits(yes, named, a, deep) and fits(no, named, b, deep) for a, b in shares):
                return True
    return False


def least(examples: Examples, deep: bool) -> int:
    rows = list(zip(examples.points, examples.labels, strict=True))
    return next(n for n in range(len(rows)) if fits(rows, examples.named, n, deep))


def drawn(seed: int, names: bool = True) -> Examples:
    draw = np.random.default_rng(seed)
    rows, features = int(draw.integers(2, 9)), int(draw.integers(1, 4))
    values, labels = draw.integers(2, 5, features), int(draw.integers(2, 4))
    points = {
        tuple(int(draw.integers(0, v)) for v in values): int(draw.integers(0, labels)) for _ in range(rows)
    }
    named = [f for f in range(features) if names and draw.random() < 0.4]
    return Examples.of(points.items(), named)


def fitted(examples: Examples, deep: bool, method: str, **options: Any) -> Smallest:
    codes, labels = coded(examples)
    named = np.array([f in examples.named for f in examples.features], np.uint8)
    sets = sets_for(codes, labels, deep) if method == "support" else None
    return smallest_tree(codes.T, labels, named, deep=deep, method=method, sets=sets, **options)


def check(examples: Examples, answer: Smallest, deep: bool) -> int:
    """The size of an answer, once its tree was found to be right for every example and as large as it says."""
    codes, labels = coded(examples)
    for row in range(len(labels)):
        here: Tree[Any, Any] = answer.tree
        while isinstance(here, Node):
            column, code = here.root
            value = codes[column, row]
            here = here.parts[0 if (value == code if column in examples.named else value <= code) else 1]
        assert isinstance(here, Leaf)
        assert here.item == labels[row]
    assert (size(answer.tree), depth(answer.tree)) == (answer.branches, answer.depth)
    found = answer.depth if deep else answer.branches
    assert answer.lower_bound <= found
    assert answer.optimal == (answer.lower_bound == found)
    return found


@pytest.mark.parametrize("seed", range(300))
def test_every_program_finds_what_trying_all_trees_finds(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    examples = drawn(seed)
    deep = seed % 2 == 1
    expected = least(examples, deep)
    for instance in (boxes.boxes(examples), boxes.occupied(examples)):
        assert optimum(*instance, DEPTH if deep else SIZE).unwrap().value == expected
    for method in ("boxes", "fpt", "support"):
        answer = fitted(examples, deep, method)
        assert (check(examples, answer, deep), answer.optimal, answer.stopped) == (expected, True, "")
    monkeypatch.setattr(run, "MOST_BOXES", 0)
    for cost in (0, 1 << 40):  # states as masks, and as rows in order
        monkeypatch.setattr(prepare, "WORDS_COST", cost)
        for method in ("boxes", "fpt", "support"):
            answer = fitted(examples, deep, method)
            assert (check(examples, answer, deep), answer.optimal) == (expected, True)
            assert method != "boxes" or answer.program == "every cut, with bounds"


def right(examples: Examples, tree: Tree[Cut, Hashable]) -> bool:
    def label(point: tuple[int, ...], here: Tree[Cut, Hashable]) -> Hashable:
        while isinstance(here, Node):
            here = here.parts[0 if point[here.root.feature] <= here.root.value else 1]
        return here.item

    return all(label(p, tree) == y for p, y in zip(examples.points, examples.labels, strict=True))


@pytest.mark.parametrize("seed", range(300, 600))
def test_the_definitions_find_it_too(seed: int) -> None:
    examples = drawn(seed).ordered()
    expected, shallow = least(examples, False), least(examples, True)
    everything = examples.everything
    if expected <= 4:
        tree = thresholds.smallest_tree(examples, everything, expected)
        assert tree is not None
        assert size(tree) == expected
        assert right(examples, tree)
        assert not expected or thresholds.smallest_tree(examples, everything, expected - 1) is None
    tree = thresholds.shallowest_tree(examples, everything, shallow)
    assert tree is not None
    assert depth(tree) <= shallow
    assert right(examples, tree)
    assert not shallow or thresholds.shallowest_tree(examples, everything, shallow - 1) is None
    if expected <= 3:
        found = shapes.min_tree(examples, expected)
        assert found is not None
        assert size(found) == expected
        assert right(examples, found)
    if shallow <= 2:
        found = shapes.min_tree(examples, shallow, deep=True)
        assert found is not None
        assert depth(found) == shallow


def naive_supports(examples: Examples) -> list[int]:
    pairs = list(combinations(range(len(examples.points)), 2))
    differences = [
        sum(1 << f for f in examples.features if examples.points[i][f] != examples.points[j][f])
        for i, j in pairs
        if examples.labels[i] != examples.labels[j]
    ]
    hitting = [mask for mask in range(1 << len(examples.features)) if all(mask & d for d in differences)]
    return sorted(m for m in hitting if not any(o & m == o and o != m for o in hitting))


@pytest.mark.parametrize("seed", range(40))
def test_support_sets_by_trying_all_sets(seed: int) -> None:
    draw = np.random.default_rng(seed)
    points = {tuple(draw.integers(0, 2, 6).tolist()): int(draw.integers(0, 2)) for _ in range(8)}
    examples = Examples.of(points.items())
    expected = naive_supports(examples)
    assert minimal_support_sets(examples) == expected
    assert minimal_support_sets(examples, 2) == [mask for mask in expected if mask.bit_count() <= 2]
    for found in feature_sets(examples, 4):
        assert any(support & found == support for support in expected)
        assert found.bit_count() <= 4


@pytest.mark.parametrize("seed", range(20))
def test_sets_are_extended_in_every_way(seed: int) -> None:
    """Against trying all sets: those that can be reached one feature at a time, and go no further."""
    draw = np.random.default_rng(seed)
    table = {mask: int(draw.integers(0, 64)) & int(draw.integers(0, 64)) & ~mask for mask in range(64)}
    supports = sorted({int(mask) for mask in draw.integers(0, 64, 4) if int(mask).bit_count() < 4})
    reached = set(supports)
    for _ in range(4):
        reached |= {
            mask | 1 << feature
            for mask in reached
            if mask.bit_count() < 4
            for feature in range(6)
            if table[mask] >> feature & 1
        }
    ends = {mask for mask in reached if mask.bit_count() >= 4 or not table[mask]}
    found = list(extended(supports, table.__getitem__, 4))
    assert len(found) == len(set(found))
    assert set(found) == ends


def test_algorithm_1_as_printed_finds_trees_of_exactly_so_many_branches() -> None:
    line = Examples.of([((0,), "a"), ((1,), "b"), ((2,), "a")])
    grown = [algorithm_1(line, line.everything, branches) for branches in range(4)]
    assert [tree and size(tree) for tree in grown] == [None, None, 2, 3]
    found = algorithm_1(line, line.everything, 2)
    assert found is not None
    assert size(found) == 2
    assert sorted(cut.value for cut in level_order(found)) == [0, 1]
    wide = Examples.of([((5, x), label) for x, label in enumerate("aab")])  # only the second feature tells
    assert algorithm_1(wide, wide.everything, 1) == Node(Cut(1, 1), (Leaf("a"), Leaf("b")))


def test_least_sizes_rise_with_the_first_feature() -> None:
    _, law = law_named("fewer examples, no larger tree")
    pairs = [((0, 9), "a"), ((1, 8), "b"), ((2, 8), "b"), ((3, 7), "a")]
    assert law.lhs(pairs) == [0, 1, 1, 2]


def test_oracles_of_minimum_size() -> None:
    """Lines, checkerboards, two sets of examples for which minimal support sets are not enough, thresholds."""
    lines = [Examples.of([((i,), i % 2) for i in range(n)]) for n in range(2, 7)]
    boards = [
        Examples.of([((i, j), (i + j) % 2) for i in range(rows) for j in range(columns)])
        for rows, columns in [(2, 2), (2, 3), (3, 3)]
    ]
    few = Examples.of([((0, 0), 0), ((0, 1), 1), ((1, 2), 0), ((0, 3), 1)])
    boolean = Examples.of(
        [
            ((0, 0, 0, 0), 0),
            ((0, 0, 0, 1), 1),
            ((0, 1, 0, 1), 0),
            ((1, 0, 0, 1), 0),
            ((1, 0, 1, 0), 1),
            ((1, 1, 1, 1), 1),
        ]
    )
    for method in ("boxes", "fpt", "support"):
        assert [fitted(line, False, method).branches for line in lines] == [1, 2, 3, 4, 5]
        assert [fitted(board, False, method).branches for board in boards] == [3, 5, 8]
        assert [fitted(each, False, method).branches for each in (few, boolean)] == [2, 4]
    assert [[bits(s) for s in minimal_support_sets(each)] for each in (few, boolean)] == [[[1]], [[0, 1, 3]]]
    over = [shapes.smallest_over(few, [1], 5), shapes.smallest_over(boolean, [0, 1, 3], 5)]
    assert [size(tree) for tree in over if tree is not None] == [3, 5]
    assert bits(branching_set(few, 0b10)) == [0]
    abc = Examples.of([((0,), "a"), ((1,), "b"), ((2,), "c")])
    bare: Tree[int, None] = Leaf(None)
    shape = Node(0, (Node(0, (bare, bare)), bare))
    assert shapes.find_thresholds(abc, shape) == {(): 1, (0,): 0}
    assert shapes.find_thresholds(abc, shape, rows=0) == {(): -1, (0,): -1}


def test_a_long_line_is_no_deep_recursion() -> None:
    """A tree with five hundred branches on one column, one below the other, by every program."""
    codes, labels = np.arange(500).reshape(-1, 1), np.arange(500) % 2
    for method in ("boxes", "fpt", "support"):
        sets = sets_for(codes.T.astype(np.int32), labels.astype(np.int32), False)
        answer = smallest_tree(codes, labels, method=method, sets=sets)
        assert (answer.branches, answer.optimal) == (499, True)
    assert smallest_tree(codes, labels, deep=True, method="fpt").depth == 9


def test_limits_keep_a_tree_that_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = np.random.default_rng(3)
    codes, labels = draw.integers(0, 60, (150, 4)), draw.integers(0, 3, 150)
    codes = np.unique(codes, axis=0)
    examples = Examples.of(zip(codes.tolist(), labels[: len(codes)].tolist(), strict=True))
    for method in ("boxes", "fpt", "support"):
        seen: list[Any] = []
        answer = fitted(examples, False, method, time_limit=0.5, watch=seen.append)
        assert check(examples, answer, False) >= answer.lower_bound >= 2
        assert (answer.stopped, answer.optimal) == ("time limit", False)
        assert seen[-1].best >= seen[-1].bound
    again = [fitted(examples, False, "boxes", max_seeds=400) for _ in range(2)]
    assert again[0]._replace(seconds=0.0) == again[1]._replace(seconds=0.0)
    assert again[0].stopped == "limit of states"
    monkeypatch.setattr(run, "MOST_BOXES", 1 << 40)
    small = Examples.of([((i, j, k), (i * j + k) % 2) for i in range(9) for j in range(9) for k in range(9)])
    monkeypatch.setattr(run, "all_boxes", lambda *_: None)
    cut_off = fitted(small, False, "boxes")
    assert check(small, cut_off, False) >= cut_off.lower_bound


def test_an_interrupt_keeps_the_best_so_far() -> None:
    draw = np.random.default_rng(3)
    codes, labels = draw.integers(0, 60, (150, 4)), draw.integers(0, 2, 150)

    def interrupt(progress: Any) -> None:
        if progress.best < progress.seconds * 1e9:
            raise KeyboardInterrupt

    answer = smallest_tree(codes, labels, watch=interrupt, method="fpt")
    assert (answer.stopped, answer.optimal) == ("interrupted", False)
    assert answer.branches == size(answer.tree) > 0


def test_bad_input_of_the_compiled_program() -> None:
    codes, labels = np.array([[0], [0]]), np.array([0, 1])
    with pytest.raises(BadInput, match="equal rows of different classes"):
        smallest_tree(codes, labels)
    with pytest.raises(BadInput, match="a row of codes for each of 3 labels"):
        smallest_tree(codes, np.array([0, 1, 1]))
    with pytest.raises(BadInput, match="a method is one of boxes, fpt, support"):
        smallest_tree(codes, labels, method="support")


def test_bad_examples_get_one_sentence() -> None:
    for wrong, words in (
        (lambda: Examples(((0,),), "ab"), "a label for each of 1 points, got 2 labels"),
        (lambda: Examples.of([((0,), 0)], named=[3]), "there is no feature 3"),
        (lambda: size_from_few_leaves(-1, 2), "dimensions and leaves are 0 or more"),
        (lambda: applicable(Parameters(1, 1, 1, 1, 1, 0, 1), -1), "a size is 0 or more"),
        (
            lambda: thresholds.smallest_tree(Examples.of([((0,), 0)], named=[0]), 1, 1),
            "take examples.ordered",
        ),
    ):
        with pytest.raises(BadInput, match=words):
            wrong()


def test_bounds_are_those_of_the_theorems() -> None:
    """By hand, for parameters that all differ."""
    p = Parameters(
        rows=10, columns=3, dimensions=4, classes=2, largest_domain=5, largest_difference=3, smallest_class=2
    )
    steps = {each.theorem: each.steps for each in applicable(p, 2)}
    assert steps == {
        "Kobourov et al., Theorem 3.1": 5**8 * 4 * 10,
        "Kobourov et al., Theorem 3.2": (2**3 * 4) ** 2 * 10,
        "Ordyniak & Szeider, Theorem 8": pytest.approx(3**2 * (5**2 * 2 * 3) ** 2 * 2**4 * 10 * log2(10)),
    }
    assert size_from_few_leaves(4, 2) == 2 * 4 * 3 + 1 == 25
    few = "Kobourov et al., Theorem 3.6"
    assert few not in {each.theorem for each in applicable(p, 25)}
    assert {each.theorem: each.steps for each in applicable(p, 26)}[few] == float(25**3 * 4) ** 25 * 10
    three = replace(p, classes=3)
    assert three.few_leaves is None
    assert few not in {each.theorem for each in applicable(three, 26)}
    for size_of_answer in (0, 1, 5, 26):
        found = [each.steps for each in applicable(p, size_of_answer)]
        assert found == sorted(found)
    one = replace(p, rows=1)
    assert {each.method: each.steps for each in applicable(one, 1)}["support"] == 3 * (5 * 2 * 3) * 2
    assert size_from_few_leaves(0, 0) == 0
    for wrong in ((-1, 0), (0, -1)):
        with pytest.raises(BadInput, match="dimensions and leaves are 0 or more"):
            size_from_few_leaves(*wrong)


def test_parameters_by_hand() -> None:
    examples = Examples.of([((0, 0, 5), 0), ((0, 1, 6), 1), ((1, 1, 7), 1), ((1, 0, 5), 1)], named=[2])
    codes, labels = coded(examples)
    found = measure(codes, labels, np.array([0, 0, 1], np.uint8))
    assert found == Parameters(4, 3, 5, 2, 3, 3, 1)
    assert found.few_leaves == 1
    assert Parameters(4, 3, 5, 3, 3, 3, 1).few_leaves is None
    assert boxes.few_leaves(Examples.of([])) == (0, 0)
    assert boxes.few_leaves(Examples.of([((0,), 0), ((0,), 1)])) is None
    assert [size_from_few_leaves(2, r) for r in range(3)] == [0, 4, 13]
