"""Smallest trees: every program against a search that tries all trees, and what the papers say of them."""

from collections.abc import Hashable
from typing import Any

import numpy as np
import pytest

from derive import DEPTH, SIZE, Leaf, Node, Tree, depth, optimum, size
from derive.kernels.smallest import Smallest, run, smallest_tree
from problems.smallest import boxes, shapes, thresholds
from problems.smallest.by_support import sets_for
from problems.smallest.examples import Cut, Examples
from problems.smallest.support import coded

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
    answer = fitted(examples, deep, "boxes")
    assert (check(examples, answer, deep), answer.optimal) == (expected, True)
    assert answer.program == "every cut, with bounds"


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
