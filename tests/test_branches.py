"""Branches: the problem, best-first search and the compiled search against brute force, and the paper's numbers."""

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from derive import (
    DEPTH,
    SIZE,
    BadInput,
    Leaf,
    Problem,
    Tree,
    count,
    depth,
    leaves,
    map_leaves,
    optimum,
    size,
    trees,
)
from derive.best_first import best_first
from derive.kernels import multiway
from derive.kernels.multiway import Progress
from derive.tree import fold_with
from problems.branches import (
    Categories,
    branches,
    compositions,
    evaluations,
    purification,
    refined,
    sized_branches,
    supports,
    supports_within,
)
from problems.catalans import search_trees
from problems.encodings import one_hot, unnecessary, unnecessary_branches
from problems.mcmp import matrix_chain
from problems.odt_bf import no_feature_twice
from problems.rows import Rows

VERTICES = list(product((0, 1), repeat=2))


def test_oracle_55_penalised_accuracy() -> None:
    def best(labels: str, penalty: Fraction) -> Fraction:
        data = Categories.from_table(VERTICES, labels)
        return 1 - optimum(*branches(data.sizes), data.penalised(penalty)).unwrap().value

    cases = [("0110", (1, 10)), ("0110", (1, 5)), ("0001", (1, 10)), ("0011", (1, 10))]
    found = [best(labels, Fraction(*penalty)) for labels, penalty in cases]
    assert found == [Fraction(7, 10), Fraction(1, 2), Fraction(4, 5), Fraction(9, 10)]


def test_oracle_56_branch_evaluations() -> None:
    penalties = [Fraction(1, 10), Fraction(1, 20), Fraction(1, 100)]
    assert [[evaluations(q, 2, 2, penalty) for penalty in penalties] for q in (10, 15, 20)] == [
        [57020, 393660, 393660],
        [579630, 75259950, 143489070],
        [2819640, 3011009080, 46490458680],
    ]


def test_unnecessary_branches_are_those_that_no_row_is_in() -> None:
    assert [[unnecessary(q, c) for c in (2, 3, 4)] for q in (1, 2, 3)] == [
        [0, 1, 7],
        [0, 17, 329],
        [0, 217, 11683],
    ]
    for q, c in [(1, 5), (2, 3), (2, 4), (3, 3)]:
        assert sum(1 for _ in unnecessary_branches(q, c)) == unnecessary(q, c)


class Drawn:
    """Random rows of categories, some of them equal, with labels and a penalty."""

    def __init__(self, number: int) -> None:
        random = Random(number)
        self.features, self.values = random.randint(1, 3), random.randint(2, 3)
        self.classes, self.rows = random.randint(2, 3), random.randint(2, 14)
        self.table = [[random.randrange(self.values) for _ in range(self.features)] for _ in range(self.rows)]
        self.labels = [random.randrange(self.classes) for _ in range(self.rows)]
        self.weights = [random.randint(1, 3) for _ in range(self.rows)]
        self.penalty = Fraction(random.randint(1, 20), 100)
        self.depth = random.randint(0, 3)
        self.data = Categories.from_table(self.table, self.labels)
        self.arrays = np.array(self.table), np.array(self.labels), self.classes


def cost_of(drawn: Drawn, tree: Tree[Any, Any]) -> Fraction:
    """What a compiled tree costs, by walking every row down it."""
    wrong = 0
    for row, label in zip(drawn.table, drawn.labels, strict=True):
        subtree = tree
        while not isinstance(subtree, Leaf):
            feature, values = subtree.root
            subtree = subtree.parts[values.index(row[feature])]
        wrong += subtree.item != label
    return Fraction(wrong, drawn.rows) + drawn.penalty * size(tree)


@pytest.mark.parametrize("number", range(300))
def test_three_programs_agree_with_brute_force(number: int) -> None:
    drawn = Drawn(number)
    data, penalty = drawn.data, drawn.penalty
    cost = data.penalised(penalty)
    listed = count(*supports(data)) <= 3000
    least = (
        min(fold_with(cost.leaf, cost.node, tree) for tree in trees(*supports(data), limit=None))
        if listed
        else optimum(*supports(data), cost).unwrap().value
    )
    assert optimum(*branches(data.sizes), cost).unwrap().value == least
    for bound in (purification(data, penalty), refined(data, penalty)):
        found = best_first(*supports(data), cost, bound).unwrap()
        assert found.best.value == fold_with(cost.leaf, cost.node, found.best.tree) == least
    answer = multiway.fit(*drawn.arrays, penalty=float(penalty) * drawn.rows)
    assert answer.optimal
    assert cost_of(drawn, answer.tree) == least
    assert answer.cost == pytest.approx(float(least) * drawn.rows)
    assert answer.lower_bound == answer.cost


@pytest.mark.parametrize("number", range(0, 300, 3))
def test_depth_small_leaves_and_weights(number: int) -> None:
    drawn = Drawn(number)
    none = Fraction(0)
    least = optimum(*supports_within(drawn.data, drawn.depth), drawn.data.penalised(none)).unwrap().value
    shallow = multiway.fit(*drawn.arrays, max_depth=drawn.depth)
    assert shallow.loss == least * drawn.rows
    assert depth(shallow.tree) <= drawn.depth
    penalty = float(drawn.penalty) * drawn.rows
    heavy = multiway.fit(*drawn.arrays, penalty=penalty, weights=np.array(drawn.weights, float))
    times = np.repeat(np.arange(drawn.rows), drawn.weights)
    repeated = multiway.fit(drawn.arrays[0][times], drawn.arrays[1][times], drawn.classes, penalty=penalty)
    assert heavy.cost == pytest.approx(repeated.cost)
    shares = multiway.fit(*drawn.arrays, penalty=penalty / 7, weights=np.array(drawn.weights) / 7)
    assert shares.cost == pytest.approx(heavy.cost / 7)
    assert shares.optimal
    large = multiway.fit(*drawn.arrays, penalty=penalty, min_leaf=3)
    assert large.cost == pytest.approx(float(_with_leaves_of(drawn, 3)) * drawn.rows)


def _with_leaves_of(drawn: Drawn, least: int) -> Fraction:
    cost = drawn.data.penalised(drawn.penalty)
    problem, everything = supports(drawn.data)

    def splits(rows: int) -> Any:
        for feature, parts in problem.splits(rows):
            if all(part.bit_count() >= least for part in parts):
                yield feature, parts

    return optimum(type(problem)("large leaves", problem.base, splits), everything, cost).unwrap().value


@pytest.mark.parametrize("most", [1, 2])
def test_rows_without_weight_are_as_if_they_were_not_there(most: int) -> None:
    values = np.array([[0, 0], [0, 1], [most, 0], [most, 1], [most, most]])
    target, weights = np.array([0, 0, 1, 1, 0]), np.array([1.0, 1.0, 1.0, 0.0, 0.0])
    kept = weights > 0
    for fewest in (1, 2):
        whole = multiway.fit(values, target, 2, weights=weights, penalty=0.1, min_leaf=fewest)
        part = multiway.fit(
            values[kept], target[kept], 2, weights=weights[kept], penalty=0.1, min_leaf=fewest
        )
        assert (whole.tree, whole.cost) == (part.tree, part.cost)
    assert whole.branches == 0


def test_fewer_branches_decide_between_equals() -> None:
    values = np.array(list(product((0, 1), repeat=3)))
    for penalty in (1.0, 0.5, 2.0):
        answer = multiway.fit(values, values[:, 0], 2, penalty=penalty)
        assert (answer.branches, answer.loss) == (1, 0)
    assert multiway.fit(values, values[:, 0], 2, penalty=4.0).branches == 0  # as good, and smaller


def _hard(rows: int = 600) -> tuple[Any, Any, int]:
    random = np.random.default_rng(5)
    return random.integers(0, 3, (rows, 12)), random.integers(0, 3, rows), 3


def test_a_search_that_is_stopped_keeps_its_tree_and_its_bound() -> None:
    values, labels, classes = _hard()
    seen: list[Progress] = []
    answer = multiway.fit(values, labels, classes, penalty=0.5, time_limit=0.3, watch=seen.append)
    assert (answer.stopped, answer.optimal) == ("time limit", False)
    assert 0 < answer.lower_bound < answer.cost
    assert answer.branches > 0
    assert answer.cost == answer.loss + 0.5 * answer.branches
    assert [progress.bound for progress in seen] == sorted(progress.bound for progress in seen)
    assert all(0 <= progress.done <= 1 for progress in seen)
    small = multiway.fit(values, labels, classes, penalty=0.5, memory=1 << 20)
    assert (small.stopped, small.optimal) == ("memory limit", False)


def test_an_interrupt_keeps_the_best_tree() -> None:
    def interrupt(progress: Progress) -> None:
        if progress.seconds > 0.1:
            raise KeyboardInterrupt

    answer = multiway.fit(*_hard(), penalty=0.5, watch=interrupt)
    assert (answer.stopped, answer.optimal) == ("interrupted", False)
    assert answer.lower_bound < answer.cost


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"values": np.zeros(3, int)}, "expected a row of values for each of 3 labels, got shape (3,)"),
        ({"values": np.zeros((3, 1))}, "expected values that are numbered 0, 1, and so on"),
        ({"values": np.full((3, 1), -1)}, "expected values that are numbered 0, 1, and so on"),
        (
            {"values": np.full((3, 1), 10**9)},
            "expected values that are numbered without gaps, got 1000000000 for 3 rows",
        ),
        ({"penalty": -1.0}, "expected a penalty of 0 or more, got -1.0"),
        ({"penalty": 0.0}, "without max_depth, branches must cost something: give a penalty above 0"),
        ({"max_depth": -1}, "expected max_depth to be 0 or more, got -1"),
        ({"min_leaf": 0}, "expected min_leaf to be 1 or more, got 0"),
    ],
)
def test_bad_input_gets_one_sentence(given: dict[str, Any], message: str) -> None:
    good = {"values": np.zeros((3, 1), int), "target": np.array([0, 1, 1]), "classes": 2, "penalty": 1.0}
    with pytest.raises(BadInput) as raised:
        multiway.fit(**(good | given))
    assert str(raised.value) == message


def test_bad_numbers_get_one_sentence() -> None:
    for wrong in ((0, 2, 2, Fraction(1, 2)), (2, 2, 2, Fraction(0)), (2, 2, 2, Fraction(2))):
        with pytest.raises(BadInput, match="expected 1 or more features, values and classes and a penalty"):
            evaluations(*wrong)
    with pytest.raises(BadInput, match="expected 0 or more features of 2 or more values, got 1 and 1"):
        unnecessary(1, 1)
    with pytest.raises(BadInput, match="a depth is 0 or more, got -1"):
        supports_within(Categories.from_table([[0]], "a"), -1)
    with pytest.raises(BadInput, match="expected a label for each of 1 rows, got 2 labels"):
        Categories.from_table([[0]], "ab")


def test_no_data_and_no_features() -> None:
    nothing = Categories.from_table([], [])
    assert optimum(*branches(nothing.sizes), nothing.penalised(Fraction(1))).unwrap().value == 0
    plain = Categories.from_table([[], []], "ab")
    assert optimum(*supports(plain), plain.penalised(Fraction(1))).unwrap().value == Fraction(1, 2)
    assert refined(plain, Fraction(1))(0b11) == Fraction(1, 2)
    alone = multiway.fit(np.zeros((2, 0), int), np.array([0, 1]), 2, penalty=0.1)
    assert (alone.tree, alone.loss, alone.optimal) == (Leaf(0), 1.0, True)
    constant = multiway.fit(np.full((3, 2), 7), np.array([0, 1, 1]), 2, penalty=0.1)
    assert (constant.tree, constant.optimal) == (Leaf(1), True)


def test_two_values_are_the_space_without_a_feature_twice() -> None:
    for features, splits in [(2, 2), (3, 2), (3, 3)]:
        ours = {map_leaves(lambda _: None, tree) for tree in trees(*sized_branches((2,) * features, splits))}
        assert ours == set(trees(*no_feature_twice(range(features), splits)))


def test_leaves_of_a_tree_part_the_rows() -> None:
    data = Categories.from_table([["x", 1], ["y", 2], ["z", 1]], "aba")
    for tree in trees(*branches(data.sizes)):
        held = [data.rows_of(branch) for branch in leaves(tree)]
        assert sum(held) == data.rows_of(())


def test_compositions_are_all() -> None:
    for total, parts in product(range(5), range(1, 4)):
        found = list(compositions(total, parts))
        assert sorted(found) == sorted(
            shares for shares in product(range(total + 1), repeat=parts) if sum(shares) == total
        )


@pytest.mark.parametrize("keys", range(7))
def test_best_first_finds_the_optimum_of_other_problems(keys: int) -> None:
    chain = matrix_chain([3] * (keys + 2))
    for cost in (DEPTH, SIZE):
        for instance in (search_trees(keys), chain):
            found = best_first(*instance, cost, lambda _: 0).unwrap()
            assert found.best.value == optimum(*instance, cost).unwrap().value
            assert found.best.value == fold_with(cost.leaf, cost.node, found.best.tree)


def test_best_first_drops_splits_without_a_tree() -> None:
    """Only even parts can stop, so that some splits lead nowhere."""
    halves = Problem[int, int, int](
        "halves", lambda n: [n] if n == 2 else [], lambda n: [(k, (k, n - k)) for k in range(1, n) if n > 2]
    )
    for n in range(1, 12):
        by_definition = optimum(halves, n, SIZE).map(lambda best: best.value).value_or(None)
        found = best_first(halves, n, SIZE, lambda _: 0).map(lambda found: found.best.value).value_or(None)
        assert found == by_definition


@pytest.mark.parametrize(("classes", "branches"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4)])
def test_every_class_needs_a_leaf(classes: int, branches: int) -> None:
    """With two values a feature, so many classes need one branch fewer; a penalty makes giving one up cheaper."""
    rows = [[int(i == j) for j in range(classes)] for i in range(classes)]
    data = Categories.from_table(rows, "abcde"[:classes])
    everything = (1 << classes) - 1
    assert refined(data, Fraction(1, 10))(everything) == branches * Fraction(1, 10)
    assert refined(data, Fraction(9, 10))(everything) == Fraction(classes - 1, classes)
    assert refined(data, Fraction(1, 10))(1) == 0


def test_hundreds_of_numbers_are_ordered_as_numbers() -> None:
    names, _ = one_hot([[value] for value in range(300, -1, -1)])
    assert names == [(0, value) for value in range(301)]
    assert [value for _, value in one_hot([[2], ["10"], ["1"]])[0]] == ["1", "10", 2]
    assert [value for _, value in one_hot([[3], [1], [2]], drop="last")[0]] == [1, 2]


def test_encodings_tell_the_same_rows_apart() -> None:
    table = [[a, b] for a in ("red", "green", "blue") for b in (1, 2, 10)]
    for drop, width in (("none", 6), ("first", 4), ("last", 4)):
        names, columns = one_hot(table, drop)
        assert len(names) == width
        assert len(set(map(tuple, columns))) == 9
    assert [value for feature, value in one_hot(table)[0] if feature == 1] == [1, 2, 10]
    labels = [a == "red" for a, _ in table]
    binary = Rows.from_table(one_hot(table, "none")[1], labels)
    assert binary.errors(binary.plus[2]) == 0
