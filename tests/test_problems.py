"""Every problem against brute force on random input, and its edges."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Nothing

from derive import (
    CELLS,
    SIZE,
    Algebra,
    BadInput,
    Instance,
    Leaf,
    Node,
    Problem,
    Quotient,
    Tree,
    count,
    dacc,
    depth,
    descend,
    fold,
    largest,
    leaves,
    level_order,
    map_leaves,
    optimum,
    short,
    size,
    trees,
    weighted_depth,
)
from derive.text import plain
from problems import catalans, kd_tree, mcmp, murtree, murtrees, odt_bf, proper
from problems.ancestry import (
    Ancestry,
    bits,
    from_function,
    from_lines,
    from_matrix,
    from_thresholds,
    leaf_violations,
    side_violations,
    tree_violations,
    uniqueness_violations,
)
from problems.bsp import bsp
from problems.exact import exact, orientation, point, points
from problems.rows import Rows, thresholds
from tests.strategies import sign_matrices, tables

QUOTIENTS: list[tuple[Quotient[object, object], Sequence[Instance[object, object, object]]]] = [
    (odt_bf.BY_SIZE, [odt_bf.odt_bf(range(n)) for n in range(6)]),
    (murtrees.BY_SIZE, [murtrees.murtrees(range(n)) for n in range(6)]),
    (catalans.BY_SIZE, [catalans.catalans(range(n)) for n in range(9)]),
    (mcmp.BY_SIZE, [mcmp.bracketings(range(n)) for n in range(9)]),
    (odt_bf.NO_REPEAT, [odt_bf.no_feature_twice(range(f), n) for f in range(4) for n in range(5)]),
    (odt_bf.any_reuse(3), [odt_bf.any_feature(range(3), n) for n in range(5)]),
]


@pytest.mark.parametrize(("quotient", "instances"), QUOTIENTS, ids=lambda each: getattr(each, "name", ""))
def test_quotients_count_what_listing_counts(
    quotient: Quotient[object, object], instances: Sequence[Instance[object, object, object]]
) -> None:
    for instance in instances:
        assert quotient.count(instance.seed) == count(*instance)
    assert quotient.name in repr(quotient)


@pytest.mark.parametrize("space", [odt_bf.odt_bf, murtrees.murtrees, catalans.catalans])
def test_every_rule_once_and_no_tree_twice(space: object) -> None:
    for n in range(5):
        everyone = trees(*space(range(n)))
        assert len(set(everyone)) == len(everyone)
        assert all(sorted(level_order(tree)) == list(range(n)) for tree in everyone)


@given(sign_matrices())
def test_proper_trees_are_the_valid_permutations(ancestry: Ancestry) -> None:
    everyone = trees(*proper.proper_trees(ancestry))
    orders = [level_order(tree) for tree in everyone]
    assert sorted(orders) == sorted(proper.valid_permutations(ancestry, len(ancestry)))
    assert [proper.rebuild(ancestry, order).unwrap() for order in orders] == everyone
    assert all(tree_violations(ancestry, tree) == [] for tree in everyone)


@given(st.data(), sign_matrices())
def test_sodt_is_the_best_of_all_trees(data: st.DataObject, ancestry: Ancestry) -> None:
    rows = data.draw(tables(len(ancestry)))
    instance = proper.decision_trees(ancestry, rows)
    everyone = trees(*instance)
    errors = [sum(map(rows.errors, leaves(tree))) for tree in everyone]
    found = optimum(*instance, rows.misclassified())
    assert found.map(lambda best: best.value).value_or(None) == min(errors, default=None)
    assert all(leaf_violations(tree, rows.plus, rows.everything) == [] for tree in everyone)


@given(st.data(), sign_matrices(most=4), st.integers(0, 4), st.booleans())
def test_odt_is_the_best_of_all_valid_permutations(
    data: st.DataObject, ancestry: Ancestry, k: int, exactly: bool
) -> None:
    rows = data.draw(tables(len(ancestry)))
    specification = [
        sum(
            map(
                rows.errors,
                leaves(descend(rows.act, rows.everything, proper.rebuild(ancestry, order).unwrap())),
            )
        )
        for wanted in ([k] if exactly else range(k + 1))
        for order in proper.valid_permutations(ancestry, wanted)
    ]
    cost = rows.misclassified()
    by_paper = proper.odt(ancestry, rows, k, cost, exactly=exactly)
    shared = proper.sized_trees(ancestry, rows, k, exactly=exactly)
    assert count(*shared) == len(specification)
    assert by_paper.map(lambda best: best.value).value_or(None) == min(specification, default=None)
    assert optimum(*shared, cost).map(lambda best: best.value) == by_paper.map(lambda best: best.value)


@given(st.data(), sign_matrices(most=4))
def test_top_down_equals_the_papers_accumulation(data: st.DataObject, ancestry: Ancestry) -> None:
    rows = data.draw(tables(len(ancestry)))
    turns = (lambda r: rows.act(r, 0, rows.everything), lambda r: rows.act(r, 1, rows.everything))
    both = (int.__and__, int.__and__)
    for tree in trees(*proper.proper_trees(ancestry)):
        whole: Tree[int, int] = map_leaves(lambda _: rows.everything, tree)
        assert dacc(int, turns, both, whole) == descend(rows.act, rows.everything, tree)


def test_axioms_name_the_offending_rules() -> None:
    line = from_thresholds([((i,), 0) for i in range(3)])
    wrong = trees(*proper.proper_trees(from_matrix([[0, 1, 1], [1, 0, 1], [1, 1, 0]])))[0]
    assert {violation.rules for violation in tree_violations(line, wrong)} == {(0, 1), (0, 2), (1, 2)}
    (found,) = tree_violations(
        from_matrix([[0, 0], [1, 0]]), Node(0, (Node(1, (Leaf(None), Leaf(None))), Leaf(None)))
    )
    assert found.why == "rule 1 stands to the left of rule 0, but lies on neither side of it"
    assert [v.why for v in side_violations([0b01], [0b00], 0b11)] == ["neither side of rule 0 holds rows [1]"]
    assert side_violations([0b01], [0b10], 0b11) == []
    assert uniqueness_violations(lambda i, j: i > j, lambda i, j: i < j, 4) == []
    crossing = [((0, 0), (2, 2)), ((0, 2), (2, 0))]
    cut = uniqueness_violations(
        lambda i, j: i != j and any(orientation(*crossing[i], p) > 0 for p in crossing[j]),
        lambda i, j: i != j and any(orientation(*crossing[i], p) < 0 for p in crossing[j]),
        2,
    )
    assert [violation.rules for violation in cut] == [(0, 1), (1, 0)]


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([[0, 1], [1, 0], [1, 1]], "square: row 0 has 2 entries, but there are 3 rows"),
        ([[0, 1], [1]], "square: row 1 has 1 entries"),
        ([[0, 3], [1, 0]], r"entry \(0, 1\) .* must be -1, 0 or 1, got 3"),
        ([[0, "x"], [1, 0]], r"entry \(0, 1\) .* got 'x'"),
        ([[0, True], [1, 0]], r"entry \(0, 1\) .* got True"),
        ([[1, 1], [1, 0]], r"entry \(0, 0\) is 1, not 0"),
    ],
)
def test_bad_matrices(matrix: list[list[int]], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        from_matrix(matrix)


def test_matrices_from_anything() -> None:
    words = ["bb", "a", "ccc"]
    by_length = from_function(words, lambda a, b: (len(b) < len(a)) - (len(b) > len(a)))
    assert count(*proper.proper_trees(by_length)) == 5
    assert from_thresholds([((1, 1), 0), ((1, 2), 0)]).matrix == ((0, 1), (1, 0))
    assert from_thresholds([((1, 1), 0), ((1, 2), 0)], closed=False).matrix == ((0, 0), (0, 0))
    with pytest.raises(BadInput, match="two different points"):
        from_lines([((0, 0), (0, 0))])
    with pytest.raises(BadInput, match="a number of rules is 0 or more, got -1"):
        proper.odt(from_matrix([]), Rows((), ()), -1, SIZE)
    assert thresholds([(1, 2), (3, 4)])[-1] == ((3, 4), 1)


segment = st.tuples(*[st.tuples(st.integers(-4, 4), st.integers(-4, 4))] * 2).filter(lambda s: s[0] != s[1])


@given(st.lists(segment, max_size=3))
def test_bsp_trees_tile_every_segment(segments: list[tuple[tuple[int, int], tuple[int, int]]]) -> None:
    instance = bsp(segments)
    everyone = trees(*instance, limit=None)
    found = optimum(*instance, CELLS).unwrap()
    assert found.value == min(fold(CELLS, tree) for tree in everyone) == 2 * size(found.tree) + 1
    for tree in everyone[:5]:
        pieces = [piece for on in level_order(tree) for piece in on]
        for number, (a, b) in enumerate(segments):
            own = [piece for piece in pieces if piece.number == number]
            for axis in (0, 1):
                assert (
                    sum(piece.corners[1][axis] - piece.corners[0][axis] for piece in own) == b[axis] - a[axis]
                )


@given(st.lists(segment, max_size=4))
def test_bsp_cells_hold_what_lies_on_their_side(
    segments: list[tuple[tuple[int, int], tuple[int, int]]],
) -> None:
    problem, seed = bsp(segments)
    for on, (left, right) in problem.splits(seed):
        a, b = on[0].corners
        assert all(orientation(a, b, p) == 0 for piece in on for p in piece.corners)
        for side, cell in ((1, left), (-1, right)):
            for below, _ in problem.splits(cell):
                assert {orientation(a, b, p) for piece in below for p in piece.corners} <= {side, 0}


def test_bsp_of_collinear_segments_is_one_node() -> None:
    collinear = bsp([((0, 0), (1, 1)), ((2, 2), (3, 3)), ((5, 5), (4, 4))])
    assert count(*collinear) == 1
    assert len(trees(*collinear)[0].root) == 3
    assert count(*bsp([])) == 1


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=5), st.data())
def test_kd_trees_keep_every_point_and_are_optimal(
    places: list[tuple[int, int]], data: st.DataObject
) -> None:
    weights = data.draw(st.lists(st.integers(0, 9), min_size=len(places), max_size=len(places)))
    instance = kd_tree.kd_tree(places)
    everyone = trees(*instance)
    for tree in everyone:
        assert sorted(i for bucket in level_order(tree) for i in bucket.members) == list(range(len(places)))
    costs = [kd_cost(tree, weights) for tree in everyone]
    assert kd_tree.optimal_depth(places, weights) == min(costs)
    assert len(everyone) == count(*catalans.catalans(range(len(set(places)))))


def kd_cost(tree: Tree[kd_tree.Bucket, None], weights: Sequence[int]) -> int:
    deep = descend(lambda bucket, _, above: [*above, bucket], [], tree)
    levels = {bucket: level for path in leaves(deep) for level, bucket in enumerate(path, start=1)}
    return sum(level * sum(weights[i] for i in bucket.members) for bucket, level in levels.items())


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)), max_size=6))
def test_kd_trees_find_every_point(places: list[tuple[int, int, int]]) -> None:
    tree = optimum(*kd_tree.kd_tree(places), kd_tree.look_up_cost()).unwrap().tree
    for place in places:
        here, level = tree, 0
        assert place in {bucket.place for bucket in level_order(tree)}
        while here.root.place != place:
            cyclic = [p[level % 3 :] + p[: level % 3] for p in (place, here.root.place)]
            here, level = here.parts[cyclic[0] > cyclic[1]], level + 1


def test_kd_edges() -> None:
    with pytest.raises(BadInput, match="point 1 has none of 1"):
        optimum(*kd_tree.kd_tree([(0,), (1,)]), kd_tree.look_up_cost([1]))
    with pytest.raises(BadInput, match="expected 2 weights, got 1"):
        kd_tree.optimal_depth([(0,), (1,)], [1])
    with pytest.raises(BadInput, match="weight number 0 must be finite"):
        kd_tree.optimal_depth([(0,)], [float("nan")])
    with pytest.raises(BadInput, match="'superkey', 'drop' or 'right', got 'left'"):
        kd_tree.kd_tree([(0,)], "left")
    with pytest.raises(BadInput, match="expected a point with 2 coordinates, got"):
        kd_tree.kd_tree([(0, 1), (2,)])


@given(st.lists(st.integers(0, 9), max_size=6), st.data())
def test_search_trees_are_optimal(hits: list[int], data: st.DataObject) -> None:
    misses = data.draw(st.lists(st.integers(0, 9), min_size=len(hits) + 1, max_size=len(hits) + 1))

    def comparisons(tree: Tree[int, int]) -> int:
        paths = leaves(descend(lambda key, _, above: [*above, key], list[int](), tree))
        found = {key: level for path in paths for level, key in enumerate(path, start=1)}
        return sum(hits[key] * level for key, level in found.items()) + sum(
            misses[gap] * len(path) for gap, path in zip(leaves(tree), paths, strict=True)
        )

    instance = catalans.search_trees(len(hits))
    best = optimum(*instance, catalans.look_up_cost(hits, misses)).unwrap()
    assert best.value[1] == comparisons(best.tree) == min(map(comparisons, trees(*instance)))


def test_search_trees_edges() -> None:
    with pytest.raises(BadInput, match="expected 3 weights, got 1"):
        catalans.look_up_cost([1, 2], misses=[1])
    with pytest.raises(BadInput, match="key 2 has none of 2 weights"):
        optimum(*catalans.search_trees(3), catalans.look_up_cost([1, 2]))
    with pytest.raises(BadInput, match="weight number 1 must be finite and 0 or more, got -2"):
        catalans.look_up_cost([1, -2])
    with pytest.raises(BadInput, match="1 or more rows and columns, got 0"):
        mcmp.matrix_chain([1, 0])
    long_names = mcmp.matrix_chain([2] * 28).problem
    assert [str(m) for m in long_names.base((26, 27))] == ["M27"]


@given(
    st.integers(0, 3).flatmap(lambda f: st.tuples(st.just(f), tables(f))),
    st.integers(0, 3),
    st.integers(0, 4),
)
def test_murtree_is_the_best_of_all_trees_of_depth_and_size(
    given_table: tuple[int, Rows], most_deep: int, branches: int
) -> None:
    features, rows = given_table
    instance = murtree.murtree(rows, most_deep, branches)
    found = optimum(*instance, rows.misclassified()).map(lambda best: best.value).value_or(None)
    deep, exactly = murtree.budget(most_deep, branches)
    shapes = trees(*odt_bf.any_feature(range(features), exactly), limit=None)
    allowed = [descend(rows.act, rows.everything, tree) for tree in shapes if depth(tree) <= deep]
    assert found == min((sum(map(rows.errors, leaves(tree))) for tree in allowed), default=None)
    listed = trees(*instance, limit=None)
    assert len(set(listed)) == len(listed) == len(allowed)


def test_murtree_edges() -> None:
    with pytest.raises(BadInput, match="0 or more, got -1 and 2"):
        murtree.murtree(Rows((), ()), -1, 2)
    assert murtree.budget(500, 3) == (3, 3)


@given(st.integers(0, 4).flatmap(tables))
def test_smaller_spaces_have_no_better_trees(rows: Rows) -> None:
    rules = range(len(rows.plus))
    spaces = [odt_bf.decision_trees(rules, rows), murtrees.decision_trees(rules, rows)]
    full, model = (optimum(*space, rows.misclassified()).unwrap().value for space in spaces)
    assert full <= model
    reuse = murtree.murtree(rows, len(rules), len(rules))
    assert not rules or optimum(*reuse, rows.misclassified()).unwrap().value <= full


def test_bad_tables() -> None:
    with pytest.raises(BadInput, match="row 1: expected 2 features like row 0, got 1"):
        Rows.from_table([[0, 1], [1]], "ab")
    with pytest.raises(BadInput, match="expected a label for each of 1 rows, got 2 labels"):
        Rows.from_table([[0]], "ab")


def test_bracketing_at_any_cost() -> None:
    tokens = ["x", "y", "z", "w"]
    lengths = mcmp.combining_cost(str.__add__, lambda a, b: max(len(a), len(b)))
    found = optimum(*mcmp.bracketings(tokens), lengths).unwrap()
    assert found.value == ("xyzw", 4)
    assert short(found.tree) == "((x y) (z w))"
    assert optimum(*mcmp.bracketings([]), lengths) == Nothing


def test_exact_numbers() -> None:
    assert exact("0.1") * 3 == exact("0.3")
    assert exact(0.5) == Fraction(1, 2)
    assert exact(2.0) == 2
    assert point(["1/2", 3]) == (Fraction(1, 2), 3)
    for bad in (None, "x", "1/0", float("inf"), True, "nan"):
        with pytest.raises(BadInput, match="expected a finite number"):
            exact(bad)
    for bad_point in ("12", [], 3):
        with pytest.raises(BadInput, match="expected a point"):
            point(bad_point)
    with pytest.raises(BadInput, match="expected a list of points"):
        points("ab")
    assert bits(0) == []
    assert plain(()) == "."


@given(st.data(), sign_matrices(most=3))
def test_odt_chooses_as_its_cost_does(data: st.DataObject, ancestry: Ancestry) -> None:
    rows = data.draw(tables(len(ancestry)))
    correct = Algebra(lambda mask: mask.bit_count() - rows.errors(mask), lambda _, vs: sum(vs), largest)
    weighed = weighted_depth(lambda rule: rule + 1, rows.errors)
    for k in range(len(ancestry) + 1):
        for cost in (correct, weighed):
            by_paper = proper.odt(ancestry, rows, k, cost).map(lambda best: best.value)
            shared = optimum(*proper.sized_trees(ancestry, rows, k), cost).map(lambda best: best.value)
            assert by_paper.map(_cost_of) == shared.map(_cost_of)


def _cost_of(value: object) -> object:
    return value[1] if isinstance(value, tuple) else value


def test_arrays_are_as_good_as_lists() -> None:
    class Whole(int):
        """Stands for the integers of array libraries."""

    assert exact(Whole(3)) == 3
    assert points(iter([(1, 2), (3, 4)])) == ((1, 2), (3, 4))


def test_rules_that_are_not_there() -> None:
    with pytest.raises(BadInput, match="there are 1 rules, numbered from 0; got -1"):
        proper.rebuild(from_matrix([[0]]), (-1,))


def test_problem_shows_its_name() -> None:
    assert repr(Problem("mine", lambda s: [s], lambda _: [])) == "Problem('mine')"


def test_a_depth_bounds_both_sides() -> None:
    """Shapes at most three deep, by number of branches."""
    nothing = Rows((), (0,))
    assert [count(*murtree.murtree(nothing, 3, branches)) for branches in range(8)] == [
        1,
        1,
        2,
        5,
        6,
        6,
        4,
        1,
    ]
