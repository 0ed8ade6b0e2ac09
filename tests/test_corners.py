"""Corners of single functions that no law speaks of."""

import gc
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Some

import derive
from derive import (
    Algebra,
    BadInput,
    Leaf,
    Node,
    Problem,
    Tree,
    count_optima,
    draw,
    k_best,
    optimum,
    smallest,
)
from derive.accumulate import Single, Turn
from derive.term import Atom, Value, hole, map_, perms_
from derive.text import counted
from laws import CLOSE
from laws.draws import FUNCTIONS, PREDICATES, SEARCH, Named
from laws.law import Evidence, Law, Unusable, shown
from laws.lists import CHOICES
from laws.matching import places
from laws.plan import plan
from laws.suite import Suite
from laws.trees import SUITE as TREES
from problems.draws import segments
from problems.errata import multiplying
from problems.exact import written
from problems.files import read_table
from problems.kd_tree import kd_tree, look_up_cost
from problems.lawbook import suite_named
from problems.proper import from_matrix, odt, sized_trees
from problems.rows import Rows
from problems.suites.murtree import MURTREE
from problems.suites.spans import knuth, neighbouring_roots
from problems.theorems.cases import CONDITIONS, larger_leaves

XOR = Rows("abba", (0b1100, 0b1010))


def test_trees_and_paths_are_small() -> None:
    """Millions of them may be listed, so they have no dictionary each."""
    things: list[object] = [Leaf(1), Node(1, ()), Single(1), Turn(Single(1), 0, Single(2))]
    for thing in things:
        assert not hasattr(thing, "__dict__")


def test_search_trees_are_counted_by_catalan_numbers() -> None:
    assert [derive.count(SEARCH, (0, keys)) for keys in range(6)] == [1, 1, 2, 5, 14, 42]


def test_whole_numbers_are_written_with_all_their_digits() -> None:
    assert written(Fraction(10**30 + 1)) == str(10**30 + 1)
    assert [written(Fraction(1, n)) for n in (5, 6, 40)] == ["0.2", "1/6", "0.025"]


def test_counts_are_exact_up_to_a_hundred_digits() -> None:
    assert counted(10**100 - 1) == "9" * 100
    assert counted(10**100).startswith("about 10^")


def test_pictures_join_every_part() -> None:
    four = draw(Node("r", tuple(map(Leaf, "abcd"))))
    assert four.splitlines() == ["   r", "┌─┬┴┬─┐", "a b c d"]
    five = draw(Node("r", tuple(map(Leaf, "abcde"))))
    assert five.splitlines() == ["    r", "┌─┬─┼─┬─┐", "a b c d e"]


@pytest.mark.parametrize(
    ("label", "branches"), [("abcdef", " ┌┴┐"), ("abcdefg", "  ┌┴┐"), ("abcdefgh", "  ┌┴┐"), ("ab", "┌┴┐")]
)
def test_a_label_stands_over_the_middle_of_its_parts(label: str, branches: str) -> None:
    lines = draw(Node(label, (Leaf("x"), Leaf("y")))).splitlines()
    assert lines[1] == branches
    assert lines[0].index(label) + (len(label) - 1) // 2 == branches.index("┴")


def test_a_chain_stands_upright_in_as_few_columns_as_it_has_branches() -> None:
    chain = Node("a", (Node("b", (Leaf("c"),)),))
    assert draw(chain, width=2).splitlines() == ["a", "│", "b", "│", "c"]
    assert draw(chain, width=1).splitlines() == ["a", "└─ b", "   └─ c"]


@pytest.mark.parametrize("columns", [80, 81, 82, 90])
def test_nothing_is_drawn_wider_than_a_terminal(columns: int) -> None:
    tree = Node("r", (Leaf("a" * (columns // 2)), Leaf("b" * (columns - columns // 2 - 2))))
    upright = draw(tree, width=1000)
    widest = max(map(len, upright.splitlines()))
    assert (draw(tree) == upright) == (widest <= 80)
    assert (draw(tree, width=widest), draw(tree, width=widest - 1) == upright) == (upright, False)


def test_thirty_levels_are_shown() -> None:
    chain: Tree[str, str] = Leaf("x")
    for _ in range(30):
        chain = Node("r", (chain,))
    assert "│" in draw(chain)
    deeper = draw(Node("r", (Node("r", (chain,)),)))
    assert deeper.startswith("r\n└─ r")
    assert deeper.endswith("… 1 more branches, 1 deep")
    assert deeper.count("r\n") == 31


def test_how_a_name_is_set_is_no_part_of_it() -> None:
    assert Atom("f", latex="f") == Atom("f", latex=r"\varphi") != Atom("g", latex="f")


def test_a_law_fits_at_stretches_that_are_not_empty() -> None:
    found = [(place.start, place.stop) for place in places(hole("f"), map_(len) @ perms_)]
    assert found == [(0, 1), (0, 2), (1, 2), (0, 1)]


def test_tuples_are_shown_by_their_parts() -> None:
    tree = Node(1, (Leaf(None), Leaf(None)))
    assert shown((tree, 7)) == "((. 1 .), 7)"
    assert shown((tree,)) == "((. 1 .),)"


def test_what_is_long_is_cut_off() -> None:
    assert shown("a" * 298) == repr("a" * 298)
    assert shown("a" * 299) == f"'{'a' * 297} …"
    assert len(shown(list(range(99)), width=20)) == 20


@pytest.mark.parametrize(("left", "right"), [(1, 1 + 1e-12), (1 + 1e-12, 1)])
def test_a_whole_number_may_be_close_to_a_float(left: float, right: float) -> None:
    assert CLOSE.holds(left, right)
    assert not CLOSE.holds(left, right + 1e-3)


def test_an_answer_is_checked_on_seeds_the_plan_was_not_tested_on() -> None:
    words = Problem[tuple[str, ...], str, str](
        "words",
        lambda word: word if len(word) == 1 else [],
        lambda word: [("+", (word[:cut], word[cut:])) for cut in range(1, len(word))],
    )
    cost = Algebra[str, str, float](float, lambda _, values: 2 * values[0] + values[1], smallest)
    planned = plan(words, cost, [tuple(word) for word in ("1", "12", "201", "0001", "2110", "02121")])
    assert planned.program == "fused and shared"
    assert planned.run(("1", "2")) == [4]
    with pytest.raises(BadInput, match="words: a tree costs nan"):
        planned.run(("1", "nan"))


def test_a_best_tree_costs_a_number() -> None:
    words = Problem[str, str, str](
        "words",
        lambda word: [word] if len(word) == 1 else [],
        lambda word: [("+", (word[:cut], word[cut:])) for cut in range(1, len(word))],
    )
    cost = Algebra[str, str, tuple[float, int]](
        lambda item: (float(item), 0),
        lambda _, parts: (float("nan") if parts[1][0] > 4 else parts[0][0] + 2 * parts[1][0], 1),
        smallest,
    )
    assert optimum(words, "31", cost).unwrap().value == (5, 1)
    for ask in (optimum, count_optima, partial(k_best, k=2)):
        with pytest.raises(BadInput, match="words: a tree costs nan, which compares with nothing"):
            ask(words, "312", cost)


def test_a_leaf_holds_more_rows_than_asked_for() -> None:
    split = Node("r", (Leaf(0b011), Leaf(0b100)))
    assert larger_leaves(0, split)
    assert not larger_leaves(1, split)
    more_than_one = CONDITIONS["more than 1 row at every leaf"]
    assert more_than_one(Node("r", (Leaf(0b0011), Leaf(0b1100))))
    assert not more_than_one(split)


@pytest.mark.parametrize(("name", "most"), [("depth at most 2", 2), ("depth at most 3", 3)])
def test_a_tree_is_no_deeper_than_asked_for(name: str, most: int) -> None:
    chain: Tree[str, int] = Leaf(1)
    allowed = []
    for _ in range(5):
        allowed.append(CONDITIONS[name](chain))
        chain = Node("r", (chain, Leaf(1)))
    assert allowed == [depth <= most for depth in range(5)]


@pytest.mark.parametrize(
    ("name", "example", "left", "right"),
    [
        ("each rule once is no better than any reuse", Rows("ab", (0,)), 1, 1),
        ("each rule once is no better than any reuse", XOR, 1, 1),
        ("a larger budget has no more errors", (XOR, 0, 0), 2, 2),
        ("a larger budget has no more errors", (XOR, 1, 1), 1, 2),
        ("a larger budget has no more errors", (XOR, 2, 2), 0, 1),
        ("similarity bound", ((XOR, 1, 1), set(), set()), 2, 2),
        ("similarity bound", ((XOR, 1, 1), set(), {3}), 1, 1),
        ("similarity bound", ((XOR, 1, 1), {3}, set()), 1, 2),
        ("similarity bound", ((XOR, 1, 1), {2, 3}, {0, 1}), -2, 0),
    ],
)
def test_bounds_on_errors_of_exclusive_or(name: str, example: object, left: int, right: int) -> None:
    """A bound holds as well of too small a left side, so both sides are written out."""
    (law,) = [law for law in MURTREE.laws if law.name == name]
    assert law.sides(example) == (left, right)


def test_a_table_without_rows_has_no_row_on_any_side(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("a,b,label\n")
    assert read_table(path) == (["a", "b"], Rows((), (0, 0)))


@pytest.mark.parametrize("weights", [[], [1], [1, 1]])
def test_every_point_needs_a_weight(weights: list[int]) -> None:
    problem, seed = kd_tree([(0, 0), (1, 1), (2, 2)])
    (last,) = [bucket for bucket, _ in problem.splits(seed) if bucket.members == (2,)]
    with pytest.raises(BadInput, match=f"point 2 has none of {len(weights)}"):
        look_up_cost(weights).node(last, ((0, 0), (0, 0)))


def test_eight_names_are_offered_if_none_is_near() -> None:
    with pytest.raises(BadInput) as caught:
        suite_named("@@@@")
    assert str(caught.value).partition("there are ")[2].count(", ") == 8


def test_a_choice_may_answer_with_an_equal_cost() -> None:
    rows = Rows("abab", (0b0011, 0b0101))
    cost = Algebra[int, int, tuple[int, ...]](
        lambda arriving: (rows.errors(arriving),),
        lambda _, values: (sum(value[0] for value in values),),
        lambda values: [(min(value[0] for value in values),)] if values else [],
    )
    best = odt(from_matrix([[0, 1], [1, 0]]), rows, 1, cost)
    assert best.map(lambda found: found.value) == Some((0,))


def test_the_window_is_tried_only_if_asked_for() -> None:
    dims = [1, 2, 1, 1, 2]

    def cost(i: int, j: int, k: int) -> int:
        return dims[i] * dims[k + 1] * dims[j + 1]

    assert [knuth(3, cost, window=window) for window in (True, False)] == [(6, 8), (5, 10)]


def test_roots_found_without_a_window_need_not_move_with_the_span() -> None:
    chain = [1, 2, 1, 1, 2]
    found = neighbouring_roots(len(chain) - 2, multiplying(chain))
    assert [low <= root <= high for low, root, high in found] == [True, True, False]


@given(st.lists(st.integers(0, 9), min_size=2, max_size=6))
def test_neighbouring_roots_are_those_of_the_spans_one_shorter(hits: list[int]) -> None:
    def below(i: int, k: int, j: int) -> int:
        return least(i, k) + least(k + 1, j)

    def least(i: int, j: int) -> int:
        return sum(hits[i:j]) + min((below(i, k, j) for k in range(i, j)), default=0)

    def root(i: int, j: int) -> int:
        return min(range(i, j), key=lambda k: below(i, k, j))

    spans = [(i, i + wide) for wide in range(2, len(hits) + 1) for i in range(len(hits) - wide + 1)]
    found = neighbouring_roots(len(hits), lambda i, j, _: sum(hits[i:j]))
    assert found == [(root(i, j - 1), root(i, j), root(i + 1, j)) for i, j in spans]


def test_the_collector_rests_while_forests_and_tables_are_made() -> None:
    seen: list[bool] = []

    def noted(value: int) -> int:
        seen.append(gc.isenabled())
        return value

    countdown = Problem[int, int, int](
        "countdown", lambda n: [] if noted(n) else [n], lambda n: [(n, (n - 1,))] if n else []
    )
    gc.enable()
    forest = derive.explore(countdown, 3)
    assert gc.isenabled()
    derive.tabulate(forest, Algebra(noted, lambda _, values: noted(values[0]), smallest))
    assert gc.isenabled()
    assert seen == [False] * 8


def test_terms_are_compared_by_what_is_written() -> None:
    one, other = (Atom("f", make=lambda n=n: n, uses=(Value("x", n),), body=hole(n)) for n in "ab")
    assert one == other
    assert Value("x", 1) == Value("x", 2) != Value("y", 1)


def test_the_time_taken_is_no_part_of_a_result() -> None:
    law = Law("same", lambda: st.integers(), int, int)
    assert Evidence(law, 1, 1, 0.1) == Evidence(law, 1, 1, 0.2)
    assert Unusable(law, "why", ValueError()) == Unusable(law, "why")
    assert Suite("s", [law]).judge(law) == Suite("s", [law]).judge(law)
    assert Named("f", abs) == Named("f", int) != Named("g", abs)


def test_samples_are_the_same_unless_told_otherwise() -> None:
    drawn = [derive.sample(SEARCH, (0, 9), 5, *seed) for seed in ((), (0,), (1,))]
    assert drawn[0] == drawn[1] != drawn[2]


def test_no_segment_is_drawn_twice() -> None:
    @given(segments(4))
    def each_once(found: list[object]) -> None:
        assert len(set(found)) == len(found)

    each_once()


def test_functions_do_what_their_names_say() -> None:
    assert {function.name: function(5) for function in (*FUNCTIONS, *PREDICATES)} == {
        "successor": 6, "double": 10, "negative": -5, "remainder by 3": 2, "is even": False, "is below 3": False,
    }  # fmt: skip
    assert [(even(n), below(n)) for even, below in [PREDICATES] for n in (2, 3)] == [
        (True, True),
        (False, False),
    ]


def test_what_each_choice_keeps_of_five() -> None:
    five = a, b, c, d, e = [(2, 1, "a"), (1, 2, "b"), (2, 2, "c"), (1, 2, "d"), (0, 3, "e")]
    kept = {
        "everything": five, "first": [a], "min_by": [e], "max_by": [a], "smallest": [e], "largest": [c],
        "best": [e, b], "keep": [a, b, c, d], "thin": [a, b, e],
    }  # fmt: skip
    assert {name: choose(five) for name, (choose, _, _) in CHOICES.items()} == kept
    assert {name: plain(five) for name, (_, plain, _) in CHOICES.items()} == kept


def test_checks_draw_the_same_unless_told_otherwise() -> None:
    def examples(check: Callable[[Law[list[int]]], object]) -> list[list[int]]:
        seen: list[list[int]] = []
        check(Law("noted", lambda: st.lists(st.integers()), seen.append, lambda _: None))
        return seen

    noted = examples(lambda law: law.check(seed=0))
    assert len(noted) == 100
    assert examples(lambda law: law.check()) == noted
    assert examples(lambda law: Suite("s", [law]).judge(law)) == noted
    assert examples(lambda law: list(Suite("s", [law]).run())) == noted
    assert examples(lambda law: law.check(seed=1)) != noted


def test_no_part_is_asked_for_fewer_than_no_rules() -> None:
    four = from_matrix([[0, 1, 1, -1], [1, 0, -1, 1], [-1, 1, 0, 1], [1, 1, 1, 0]])
    seeds = derive.explore(*sized_trees(four, Rows((), (0, 0, 0, 0)), 3)).seeds
    assert {size for rules, sizes, _ in seeds for size in sizes} == {0, 1, 2, 3}
    assert all(size <= rules.bit_count() for rules, sizes, _ in seeds for size in sizes)


@pytest.mark.parametrize("share", [0, -0.9, 1.1])
def test_a_suite_asks_for_a_share_of_telling_examples(share: float) -> None:
    with pytest.raises(BadInput, match="suite s: telling is a share"):
        Suite("s", [], telling=share)
    assert Suite("s", [], telling=1).telling == 1


def test_a_full_tree_is_as_large_as_its_depth_allows() -> None:
    full: Tree[int, int] = Leaf(0)
    for _ in range(3):
        full = Node(0, (full, full))
    (law,) = [law for law in TREES.laws if law.name == "size is bounded by depth"]
    assert law.sides((full,)) == (7, 7)
