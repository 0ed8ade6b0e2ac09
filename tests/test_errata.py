"""Each erratum on an example written out: both sides where the claim breaks, and one where it holds."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive import Leaf, NotShrinking, short
from problems.ancestry import from_matrix
from problems.errata import CLAIMS, ERRATA
from problems.errata.branches import without_refreshing
from problems.errata.listings import BELOW, STUMP, TWICE, find_th
from problems.errata.murtree import rooted
from problems.errata.smallest import algorithm_2, from_below
from problems.rows import Rows
from problems.smallest.examples import Examples
from problems.smallest.shapes import find_thresholds
from problems.suites.branches import Drawn, least, posed
from problems.suites.murtree import least_errors
from problems.suites.smallest import Pairs, labelled_points
from problems.suites.smallest import least as least_size

ONE_AXIS = from_matrix([[0, -1, -1], [1, 0, -1], [1, 1, 0]])
ALL_RIGHT = from_matrix([[0, 1, 1], [1, 0, 1], [1, 1, 0]])
ONE_LEFT = from_matrix([[0, 1, 1], [1, 0, 1], [1, -1, 0]])
ONE_LEFT_OF_FOUR = from_matrix([[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, -1, 0]])
CHAIN = (ONE_AXIS, Rows("abab", (0b0011, 0b0101, 0b1110)))
ALONE = from_matrix([[0]])
SEGMENTS = [((0, 1), (5, 2)), ((3, 1), (5, 7)), ((3, 2), (6, 6)), ((5, 3), (7, 1))]
UNEXPECTED = [((0, 0), "a"), ((0, 1), "b"), ((1, 2), "a"), ((0, 3), "b")]
STALE = ([((0, 0, 0), "a"), ((0, 0, 0), "b"), ((0, 1, 0), "a"), ((1, 0, 1), "a")], 1)
EVERY_ORDER = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]

BREAKS: list[tuple[str, Any, Any, Any]] = [
    ("g >= max is enough: fusion", (ONE_AXIS, Rows("abab", (3, 15, 15))), [2], [3]),
    ("optima under max: fusion", 8, [(4, 94)], [(4, 46)]),
    ("constant depth filter under min: fusion", ([0] * 6, 3), [((0, 0), 3)], []),
    ("printed genDTFs", (from_matrix([]), Rows((), ())), [Leaf(0)], []),
    ("Lemma 3.7", from_matrix([]), False, True),
    ("transitivity of the matrix", [((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 2), (1, 1))], [(1, 2, 0)], []),
    ("one closed side for hyperplanes", [(0, 0), (0, 1), (0, 2)], 0, 2),
    ("one closed side for hyperplanes", [(0, 0), (4, 0), (0, 4), (1, 1)], 4, 6),
    ("global permutations for BSP", SEGMENTS, 13, 15),
    ("Knuth window for matrix chains", [1, 2, 1, 1, 2], 6, 5),
    ("genDTBFs is exhaustive", Rows("abba", (0b1100, 0b1010)), 1, 0),
    ("printed (30)", 3, 9, 5),
    ("printed Theorem B.1", 1, 4, 1),
    ("weak feasibility is validity", ONE_LEFT, EVERY_ORDER, EVERY_ORDER[:-1]),
    ("printed Algorithm 3, line 6", (Rows.from_table([[0], [0], [1]], "aba"), 1, (0, 0)), None, 1),
    ("printed Algorithm 3, line 7", Rows("abba", (0b1100, 0b1010)), 1, 0),
    ("Algorithm 1 as printed", [((0,), "a"), ((1,), "b"), ((2,), "b")], 2, 1),
    ("Algorithm 2 with the last element", [((0, 0), "a"), ((0, 1), "b")], [False, True], [True, True]),
    ("minimal support sets are enough", UNEXPECTED, 3, 2),
    ("findTH on the high side", [((0,), "a"), ((1,), "b")], False, True),
    ("findTH by feature", [((0,), "a"), ((1,), "b"), ((2,), "c")], False, True),
    ("Branches without refreshing", STALE, None, Fraction(1, 4)),
]

HOLDS: list[tuple[str, Any, Any]] = [
    ("g >= max is enough: fusion", (ONE_AXIS, Rows("abab", (3, 5, 15))), [2]),
    ("optima under max: fusion", 7, [(3, 1)]),
    ("constant depth filter under min: fusion", ([0] * 5, 3), [((0, 0), 3)]),
    ("Theorem 3.5", ALL_RIGHT, []),
    ("Lemma 3.7", ONE_LEFT, True),
    ("transitivity of the matrix", [((0, 0), (0, 1)), ((1, 0), (1, 1)), ((2, 0), (2, 1))], []),
    ("global permutations for BSP", SEGMENTS[:3], 11),
    ("Knuth window for matrix chains", [4, 3, 2, 1], 18),
    ("genDTBFs is exhaustive", Rows("aabb", (0b1100, 0b1010)), 0),
    ("genDTBFs is exhaustive", Rows("ab", (0, 0)), 1),
    ("printed (30)", 2, 2),
    ("weak feasibility is validity", ALL_RIGHT, EVERY_ORDER),
    ("printed Algorithm 3, line 6", (Rows.from_table([[0], [0], [1], [1]], "abab"), 1, (0, 0)), 2),
    ("printed Algorithm 3, line 7", Rows("aabb", (0b1100, 0b1010)), 0),
    ("Algorithm 1 as printed", [((0,), "a"), ((1,), "b")], 1),
    ("Algorithm 2 with the last element", [((0, 0), "a"), ((1, 1), "b")], [True, True]),
    ("minimal support sets are enough", UNEXPECTED[:3], 2),
    ("findTH on the high side", [((0,), "a"), ((1,), "a")], True),
    ("findTH by feature", [((0,), "a"), ((1,), "b")], True),
    ("Branches without refreshing", (STALE[0][2:], STALE[1]), Fraction(0)),
]


def sides(name: str, example: object) -> Any:
    (law,) = [law for law in ERRATA.laws if law.name == name]
    return law.sides(example)


@pytest.mark.parametrize(("name", "example", "left", "right"), BREAKS)
def test_where_a_claim_breaks(name: str, example: object, left: object, right: object) -> None:
    assert left != right
    assert sides(name, example) == (left, right)


@pytest.mark.parametrize(("name", "example", "both"), HOLDS)
def test_where_a_claim_holds(name: str, example: object, both: object) -> None:
    assert sides(name, example) == (both, both)


@pytest.mark.parametrize("key", ["rules alone", "parent and rules"])
def test_a_key_without_the_rows_mixes_leaves_up(key: str) -> None:
    def leaves(side: Any) -> list[list[int]]:
        return [list(base) for _, (base, _) in side if base]

    left, right = sides(f"decision trees: key {key}", (ALONE, Rows("a", (0,))))
    assert (leaves(left), leaves(right)) == ([[1], [0]], [[1], [1]])


def test_an_uncle_and_a_nephew_are_in_no_relation() -> None:
    (left, right) = sides("Theorem 3.5", ONE_LEFT_OF_FOUR)
    assert [(uncle, nephew, short(tree)) for uncle, nephew, tree in left] == [
        (2, 1, "(((. 1 .) 0 .) 3 (. 2 .))"),
        (2, 0, "(((. 0 .) 1 .) 3 (. 2 .))"),
    ]
    assert right == []


@pytest.mark.parametrize(("name", "breaks"), [("mean", True), ("max", False), ("sum", False)])
def test_choosing_early_is_right_for_some_costs_below_the_larger_part(name: str, breaks: bool) -> None:
    assert sides("g >= max is necessary", (name, CHAIN)) == (breaks, False)


def drawn_by(name: str) -> Any:
    """What a claim is tested on; made when the test runs."""
    (law,) = [claim.law for claim in CLAIMS if claim.law.name == name]
    return st.deferred(law.given)


@given(drawn_by("printed Algorithm 3, line 6"))
def test_algorithm_3_with_the_other_side_in_line_6_is_exact(drawn: Any) -> None:
    rows, depth, (left, right) = drawn
    off, on = rows.act(0, 1, rows.everything), rows.act(0, 0, rows.everything)
    best = least_errors(rows, off, depth - 1, left) + least_errors(rows, on, depth - 1, right)
    assert rooted(drawn, best, printed=False) == best
    assert rooted(drawn, best - 1, printed=False) is None


@given(labelled_points(4))
def test_algorithm_1_as_printed_is_a_right_test_of_one_size(pairs: Pairs) -> None:
    assert from_below(Examples.of(pairs)) == least_size(Examples.of(pairs), False)


@given(st.text("ab", min_size=1, max_size=12))
def test_binary_search_finds_the_last_value_up_to_which_all_is_alike(labels: str) -> None:
    """For no branches it is right in both papers: what fits up to a value fits up to any below."""
    examples = Examples.of([((place,), label) for place, label in enumerate(labels)])
    last = len(labels) - len(labels.lstrip(labels[0])) - 1
    assert algorithm_2(examples, examples.everything, 0, 0) == last
    stump = {(): last} if examples.uniform(examples.everything & ~((2 << last) - 1)) else None
    assert find_th(examples, STUMP, examples.everything) == stump


@given(labelled_points(4, features=1, labels="abc"))
def test_findth_with_all_three_slips_mended_is_the_definition(pairs: Pairs) -> None:
    examples = Examples.of(pairs)
    for shape in (STUMP, TWICE):
        assert find_th(examples, shape, examples.everything) == find_thresholds(examples, shape)


def test_findth_has_no_value_to_try_where_nothing_comes() -> None:
    lone = Examples.of([((0,), "a")])
    with pytest.raises(IndexError):
        find_th(lone, BELOW, lone.everything)
    assert find_thresholds(lone, BELOW) == {(): 0, (1,): -1}


def test_a_cut_at_the_end_of_a_box_leads_back_to_the_box() -> None:
    (law,) = [law for law in ERRATA.laws if law.name == "boxes cut at an end: splits shrink"]
    with pytest.raises(NotShrinking, match="lead back to it"):
        law.lhs([((0, 0), "a"), ((0, 1), "b")])


@given(drawn_by("Branches without refreshing"))
def test_branches_without_refreshing_may_stall_but_is_never_wrong(drawn: Drawn) -> None:
    assert without_refreshing(*posed(drawn)) in (None, least(drawn))
