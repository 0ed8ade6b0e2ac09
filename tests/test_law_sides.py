"""Laws that only say "at most" on an example where it is less, and laws that a planted mistake breaks."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from returns.result import Success

from derive import Instance, Problem, fold, trees
from laws import Counterexample
from laws.memo import shrinks
from problems.ancestry import from_matrix
from problems.catalans import look_up_cost, search_trees
from problems.lawbook import law_named
from problems.rows import Rows
from problems.theorems.cases import commuting, decision_case

FOUR_ALIKE = [((0, 0, 0), "a")] * 3 + [((0, 0, 0), "b")]

LESS: list[tuple[str, Any, Any, Any]] = [
    ("a larger budget has no more errors", (Rows("aaaaab", (0, 0b100000)), 0, 0), 0, 1),
    ("each rule once is no better than any reuse", Rows("aabbba", (48, 44, 10)), 0, 1),
    # of four rows that are alike one is wrong, whatever a branch costs: here a sixtieth
    ("refined is sharper", (FOUR_ALIKE, 1), Fraction(1, 60), Fraction(1, 4)),
    ("a smaller space has no fewer errors", Rows("ababba", (48, 12, 42)), 0, 1),
    ("a cut in order has no fewer errors", Rows("babaab", (56, 52, 34)), 0, 1),
    # the line through (1, 0) and (0, 1) has both of its points on one side
    (
        "one closed side: proper trees are no better",
        [((1, 0), "b"), ((0, 0), "a"), ((0, 0), "a"), ((0, 1), "b")],
        0,
        1,
    ),
    # without that, two rules are enough; with it, not even three are
    (
        "one closed side: proper trees are as good",
        [((1, 0), "b"), ((0, 0), "a"), ((0, 0), "a"), ((0, 1), "b")],
        [2, 1, 1, 1],
        [2, 1, 0, 0],
    ),
    # one leaf in three dimensions: 2 * 3 * (2 - 1) + 1 - 1
    ("Theorem 3.6", [((0, 0, 0), "a"), ((0, 0, 1), "a")], 0, 6),
    # D_max^1 * 2 delta_max = 2 * 2
    ("size of the branching set", [((0, 0, 0), "a"), ((0, 0, 1), "b")], 0, 4),
    # of four points on a line, labelled in turn, two cuts get one wrong, and three none
    ("thinning by equal partitions", [((x, 2), "abab"[x]) for x in range(4)], 1, 1),
    # 0, 2 and 4 are 8 from their mean, less 1 for the row that 0 and 2 are without
    ("similarity bound for numbers", ((Rows((0, 2, 4), ()), 0, 0), {2}), 7.0, 2.0),
    (
        "rows that conflict need a leaf each",
        ([((0, 1), "b"), ((1, 0), "b"), ((1, 2), "c"), ((2, 1), "c")], False),
        1,
        2,
    ),
]


@pytest.mark.parametrize(("name", "example", "left", "right"), LESS, ids=[row[0] for row in LESS])
def test_the_two_sides_of_an_inequality(name: str, example: Any, left: Any, right: Any) -> None:
    assert law_named(name)[1].sides(example) == (left, right)


def test_lengths_of_fragments_are_compared() -> None:
    """Of two segments that one cuts, both orders make three fragments, or two."""
    left, right = law_named("bsp: fragments add up to segments")[1].sides(
        [((0, 0), (4, 2)), ((2, -3), (2, 5))]
    )
    assert left == right == [{0: (4, 2), 1: (0, 8)}] * 2


def test_the_three_cheapest_trees_are_compared() -> None:
    left, right = law_named("k best: three cheapest: fusion")[1].sides([1, 5, 2, 9])
    every = sorted(fold(look_up_cost([1, 5, 2, 9]), tree)[1] for tree in trees(*search_trees(4)))
    assert [cost for _, cost in left] == [cost for _, cost in right] == every[:3]


def high(*_: Any) -> Any:
    return lambda _: Fraction(2)


def low(*_: Any) -> Any:
    return lambda _: Fraction(0)


PLANTED: list[tuple[str, str, Any]] = [
    ("useful sets meet the branching set", "problems.suites.smallest.branching_set", lambda *_: 0),
    ("the features of a tree are a support set", "problems.suites.smallest._used", lambda _: 0),
    ("refined bound", "problems.branches.refined", high),
    ("purification bound", "problems.branches.purification", high),
    ("refined is sharper", "problems.branches.refined", low),
    ("best first, refined bound", "problems.branches.refined", high),
    ("best first, purification bound", "problems.branches.purification", high),
    ("evaluations within Corollary 4.5", "problems.branches.evaluations", lambda *_: -1),
]


def test_actions_that_do_not_commute_are_found() -> None:
    case = decision_case(from_matrix([[0, 1], [1, 0]]), Rows("ab", (0b01, 0b10)))
    law = commuting("any", lambda: None)
    left, right = law.sides(case)
    assert left == right
    wrong = replace(case, values={**case.values, "act": lambda root, part, rows: 2 * rows + 3 * root + part})
    left, right = law.sides(wrong)
    assert left != right
    assert sorted(left) == sorted(right)


def test_parts_as_large_as_the_whole_do_not_shrink() -> None:
    halving = Problem("halving", lambda n: [n], lambda n: [("half", (n // 2,))] if n else [])
    for measure, found in ((lambda n: n, [True]), (lambda n: n // 100, [False])):
        law = shrinks("halving", lambda: None, lambda n: Instance(halving, n), measure)
        assert law.sides(1) == (found, [True])


@pytest.mark.parametrize(("name", "place", "wrong"), PLANTED, ids=[row[0] for row in PLANTED])
def test_a_planted_mistake_is_found(
    name: str, place: str, wrong: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    law = law_named(name)[1]
    assert isinstance(law.check(examples=20), Success)
    monkeypatch.setattr(place, wrong)
    assert isinstance(law.check(examples=20).failure(), Counterexample)
