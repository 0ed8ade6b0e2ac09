"""Each erratum on an example written out: both sides where the claim breaks, and one where it holds."""

from typing import Any

import pytest

from derive import Leaf, short
from problems.ancestry import from_matrix
from problems.errata import ERRATA
from problems.rows import Rows

ONE_AXIS = from_matrix([[0, -1, -1], [1, 0, -1], [1, 1, 0]])
ALL_RIGHT = from_matrix([[0, 1, 1], [1, 0, 1], [1, 1, 0]])
ONE_LEFT = from_matrix([[0, 1, 1], [1, 0, 1], [1, -1, 0]])
ONE_LEFT_OF_FOUR = from_matrix([[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, -1, 0]])
CHAIN = (ONE_AXIS, Rows("abab", (0b0011, 0b0101, 0b1110)))
ALONE = from_matrix([[0]])
SEGMENTS = [((0, 1), (5, 2)), ((3, 1), (5, 7)), ((3, 2), (6, 6)), ((5, 3), (7, 1))]
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
