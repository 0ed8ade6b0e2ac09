"""The compiled engine for rows of data, against a definition that tries every tree."""

import threading
from functools import cache
from typing import Any

import numpy as np
import pytest

from derive import BadInput, TooLarge
from derive.kernels import rows
from derive.kernels.apart import address_of
from derive.kernels.rows import base, run, ways
from derive.kernels.rows.memo import make_sides
from derive.tree import Node


class Definition:
    """What the best trees cost with at most 0, 1, ... branches, by trying them all."""

    def __init__(self, X: Any, y: Any, classes: int, weights: Any, min_leaf: int) -> None:
        self.y, self.classes, self.weights, self.min_leaf = y, classes, weights, min_leaf
        self.plus = [sum(1 << r for r in range(len(X)) if X[r, f]) for f in range(X.shape[1])]
        self.everything = (1 << len(X)) - 1
        self.profile = cache(self._profile)

    def loss(self, mask: int) -> float:
        chosen = [r for r in range(len(self.y)) if mask >> r & 1]
        y, weights = self.y[chosen], self.weights[chosen]
        if self.classes == 0:
            return float((weights * (y - (weights * y).sum() / weights.sum()) ** 2).sum())
        return float(weights.sum() - np.bincount(y, weights, self.classes).max())

    def _profile(self, mask: int, depth: int, most: int) -> tuple[float, ...]:
        found = [self.loss(mask)] * (most + 1)
        if depth and most:
            for plus in self.plus:
                sides = mask & plus, mask & ~plus
                if min(side.bit_count() for side in sides) < self.min_leaf:
                    continue
                one, two = (self.profile(side, depth - 1, most - 1) for side in sides)
                for n in range(1, most + 1):
                    found[n] = min(found[n], *(one[m] + two[n - 1 - m] for m in range(n)))
        return tuple(found)


def cost_of(tree: Any, X: Any, y: Any, classes: int, weights: Any) -> tuple[float, int, int]:
    """Loss, branches and rows of the smallest leaf, from the tree itself."""
    loss, branches, smallest = 0.0, 0, len(y)
    waiting = [(tree, np.arange(len(y)))]
    while waiting:
        here, chosen = waiting.pop()
        if isinstance(here, Node):
            ones = X[chosen, here.root] == 1
            waiting += [(here.parts[0], chosen[ones]), (here.parts[1], chosen[~ones])]
            branches += 1
        else:
            wrong = (y[chosen] - here.item) ** 2 if classes == 0 else y[chosen] != here.item
            loss += float((weights[chosen] * wrong).sum())
            smallest = min(smallest, len(chosen))
    return loss, branches, smallest


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize("seed", range(60))
def test_the_engine_finds_what_the_definition_finds(
    seed: int, at_once: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not at_once:
        monkeypatch.setattr(run, "SMALL", 0.0)
    draw = np.random.default_rng(seed)
    n, features = int(draw.integers(1, 14)), int(draw.integers(0, 6))
    classes, min_leaf, depth = (
        int(draw.choice([0, 1, 2, 2, 3, 5])),
        int(draw.choice([1, 1, 2])),
        int(draw.integers(0, 5)),
    )
    X = (draw.random((n, features)) < draw.choice([0.5, 0.2])).astype(np.uint8)
    y = draw.normal(size=n).round(1) if classes == 0 else draw.integers(0, classes, n)
    given = [None, draw.integers(1, 5, n).astype(float), draw.random(n) + 0.01][int(draw.integers(0, 3))]
    weights = np.ones(n) if given is None else given
    penalty = float(draw.choice([0, 0.5, 0.37, 0.1 * n]))
    definition = Definition(X, y, classes, weights, min_leaf)
    profile = definition.profile(definition.everything, depth, 2**depth - 1)
    limits: dict[str, Any] = {"weights": given, "max_depth": depth, "min_leaf": min_leaf}

    answer = rows.fit(X, y, classes, penalty=penalty, threads=2, **limits)
    loss, branches, smallest = cost_of(answer.tree, X, y, classes, weights)
    assert (loss, branches) == (pytest.approx(answer.loss), answer.branches)
    assert branches == 0 or smallest >= min_leaf
    assert answer.cost == pytest.approx(min(profile[k] + penalty * k for k in range(len(profile))))
    assert answer.optimal
    assert answer.lower_bound == answer.cost
    assert rows.fit(X, y, classes, penalty=penalty, threads=1, **limits).tree == answer.tree

    fewest = rows.fit(X, y, classes, penalty=penalty, fewest=True, **limits)
    least, number = min((round(profile[k] + penalty * k, 8), k) for k in range(len(profile)))
    assert (fewest.cost, fewest.branches) == (pytest.approx(least), number)

    most = int(draw.integers(0, 6))
    for k, best in enumerate(rows.path(X, y, classes, max_nodes=most, **limits)):
        loss, branches, _ = cost_of(best.tree, X, y, classes, weights)
        assert loss == pytest.approx(profile[min(k, len(profile) - 1)])
        assert branches <= k


def test_a_time_limit_keeps_the_best_tree_and_says_so() -> None:
    draw = np.random.default_rng(0)
    X, y = draw.integers(0, 2, (400, 80), dtype=np.uint8), draw.integers(0, 2, 400)
    rows.fit(X, y, 2, max_depth=3)
    answer = rows.fit(X, y, 2, max_depth=6, time_limit=0.3)
    assert (answer.stopped, answer.optimal) == ("time limit", False)
    assert answer.lower_bound < answer.cost == cost_of(answer.tree, X, y, 2, np.ones(400))[0]
    assert answer.cost <= rows.fit(X, y, 2, max_depth=3).cost
    assert answer.seconds < 5


def test_limits_that_make_no_sense_are_refused() -> None:
    X, y = np.zeros((2, 1), np.uint8), np.array([0, 1])
    for wrong, words in (({}, "give a penalty above 0"), ({"max_depth": -1}, "max_depth to be 0 or more"),
                         ({"max_depth": 1, "penalty": -1.0}, "a penalty of 0 or more")):  # fmt: skip
        with pytest.raises(BadInput, match=words):
            rows.fit(X, y, 2, **wrong)
    with pytest.raises(BadInput, match="a row of features for each of 3 labels"):
        rows.fit(X, np.array([0, 1, 1]), 2, max_depth=1)
    with pytest.raises(BadInput, match="not under max_nodes"):
        rows.count_optimal(X, y, 2, max_nodes=2)


@pytest.mark.parametrize("seed", range(60))
def test_trees_of_any_depth_are_found_as_deep_as_they_pay(seed: int) -> None:
    """Sets of rows that are remembered, against the definition, which needs no more branches than there are rows."""
    draw = np.random.default_rng(seed)
    n, features, classes = int(draw.integers(2, 16)), int(draw.integers(1, 6)), int(draw.integers(1, 5))
    min_leaf = int(draw.choice([1, 1, 2]))
    X = (draw.random((n, features)) < draw.choice([0.5, 0.3])).astype(np.uint8)
    y = draw.integers(0, classes, n)
    penalty = float(draw.choice([0.01, 0.3, 0.5, 1.0, 1.7]))
    definition = Definition(X, y, classes, np.ones(n), min_leaf)
    profile = definition.profile(definition.everything, features, n)
    least, number = min((round(profile[k] + penalty * k, 8), k) for k in range(len(profile)))
    answer = rows.fit(X, y, classes, penalty=penalty, min_leaf=min_leaf)
    assert (answer.cost, answer.branches) == (pytest.approx(least), number)
    assert answer.program == "branch and bound over remembered sets"
    assert answer.optimal
    assert cost_of(answer.tree, X, y, classes, np.ones(n))[:2] == (answer.loss, number)
    assert rows.fit(X, y, classes, penalty=penalty, min_leaf=min_leaf, threads=2).tree == answer.tree


@pytest.mark.parametrize("seed", range(6))
def test_a_deep_limit_is_no_limit_when_branches_cost(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The two ways to search agree: one is taken for few levels, if a glance does not do, the other for many."""
    monkeypatch.setattr(ways, "GLANCE", 2)
    draw = np.random.default_rng(seed)
    X = draw.integers(0, 2, (150, 9), dtype=np.uint8)
    y = (X[:, 0] ^ X[:, 1] | X[:, 2] & X[:, 3]) ^ (draw.random(150) < 0.15)
    two, one = (rows.fit(X, y, 2, penalty=4.0, max_depth=depth) for depth in (6, None))
    assert {two.program, one.program} == {
        "branch and bound above a dense base", "branch and bound over remembered sets",
    }  # fmt: skip
    assert (one.cost, one.branches) == (two.cost, two.branches)


def test_a_branch_that_costs_almost_a_whole_number_of_others_breaks_nothing() -> None:
    """Rounded quotients once left a set open that had no room for what is learned of its sides."""
    draw = np.random.default_rng(3)
    X = draw.integers(0, 2, (300, 30), dtype=np.uint8)
    y = (X[:, 0] & X[:, 1] ^ X[:, 2]) ^ (draw.random(300) < 0.2)
    for penalty in (3.0, 2.1, 1.53):
        answer = rows.fit(X, y, 2, penalty=penalty, max_depth=5, threads=2)
        assert answer.optimal
        assert answer.cost <= rows.fit(X, y, 2, penalty=penalty, max_depth=4).cost


def test_a_stop_while_trees_are_recovered_is_not_called_a_proof() -> None:
    draw = np.random.default_rng(1)
    X, y = draw.integers(0, 2, (200, 20), dtype=np.uint8), draw.integers(0, 2, 200)
    task = rows._task(X, y, 2, None, 0.0, 5, 6, 1, 1, rows.GIB, False)
    control = ways.new_control()

    def stop_then_want_the_last(profile: Any) -> list[int]:
        control[0] = 1
        return [len(profile) - 1]

    (stopped,) = run.search_profiles(task, 6, control, stop_then_want_the_last)
    (whole,) = run.search_profiles(task, 6, ways.new_control(), lambda profile: [6])
    assert (stopped.stopped, whole.stopped) == ("stopped", "")
    assert stopped.lower < whole.cost <= stopped.cost
    assert whole.lower == whole.cost
    assert len(stopped.nodes) > 1


def test_few_branches_and_a_time_limit_keep_the_best_of_depth_three() -> None:
    draw = np.random.default_rng(1)
    X, y = draw.integers(0, 2, (600, 60), dtype=np.uint8), draw.integers(0, 2, 600)
    answer = rows.fit(X, y, 2, max_depth=6, max_nodes=5, time_limit=0.1)
    assert (answer.stopped, answer.optimal) == ("time limit", False)
    assert answer.branches <= 5
    assert answer.cost == rows.fit(X, y, 2, max_depth=3, max_nodes=5).cost


def blind_errors(X: Any, y: Any, depth: int) -> int:
    """The fewest errors at a depth, by trying every feature at every branch."""
    leaf = min(int(y.sum()), len(y) - int(y.sum()))
    if depth == 0 or leaf == 0:
        return leaf
    found = leaf
    for f in range(X.shape[1]):
        held = X[:, f] == 1
        found = min(
            found, blind_errors(X[held], y[held], depth - 1) + blind_errors(X[~held], y[~held], depth - 1)
        )
    return found


@pytest.mark.parametrize("size", [3, 125, 126, 127, 128, 250, 252, 253, 254, 255, 256, 300])
@pytest.mark.parametrize("noise", [False, True])
def test_counters_are_wide_enough_whatever_the_rows(size: int, noise: bool) -> None:
    """Labels that features say nothing of make as many errors as there can be."""
    rng = np.random.default_rng(size)
    X = rng.integers(0, 2, (size, 6)).astype(np.uint8)
    y = np.arange(size) % 2 if noise else (X[:, 0] ^ X[:, 1] ^ (rng.random(size) < 0.1)).astype(np.int64)
    X[:, 5] = np.arange(size) < 2  # so that one side has almost all rows
    for depth in (1, 2, 3):
        assert rows.fit(X, y, 2, max_depth=depth).loss == blind_errors(X, y, depth)


@pytest.mark.parametrize("size", [100, 253, 254, 300, 600])
@pytest.mark.parametrize("options", [{}, {"min_leaf": 7}, {"fewest": True}, {"max_nodes": 6}])
def test_a_class_that_nobody_has_changes_nothing(size: int, options: dict[str, Any]) -> None:
    """With two classes few rows are counted in 8 bits; with three they never are."""
    rng = np.random.default_rng(size)
    X = rng.integers(0, 2, (size, 70)).astype(np.uint8)
    y = (rng.random(size) < 0.5).astype(np.int64)
    for depth in (3, 4):
        narrow = rows.fit(X[:, : 70 - 40 * (depth > 3)], y, 2, max_depth=depth, **options)
        wide = rows.fit(X[:, : 70 - 40 * (depth > 3)], y, 3, max_depth=depth, **options)
        assert (narrow.tree, narrow.loss) == (wide.tree, wide.loss)


def chain_beside_a_bush(rows_wanted: int, seed: int) -> tuple[Any, Any, Any]:
    """Four features in a row tell the labels; so do five branches in a bush, which is not as deep.

    The last labels are those at the second branch of another root, which has one more branch on its other side.
    """
    rng = np.random.default_rng(seed)
    a, b, c, d, z, t, u = rng.random((7, rows_wanted)) < 0.7

    def noise() -> Any:
        return rng.random(rows_wanted) < 0.5

    y = a & b & c & d
    bush = [z, *(np.where(side, both, noise()) for side in (z, ~z) for both in (a & b, c & d))]
    X = np.column_stack([a, b, c, d, *bush, t, u]).astype(np.uint8)
    return X, y.astype(np.int64), np.where(t, y, u).astype(np.int64)


def test_a_deep_tree_with_few_branches_is_found_beside_a_shallow_one_with_more() -> None:
    X, y, below = chain_beside_a_bush(300, 0)
    found = rows.path(X, y, 2, max_nodes=6)
    assert [answer.loss for answer in found[:5]] == [
        answer.loss for answer in rows.path(X, y, 2, max_nodes=4)
    ]
    assert (found[4].loss, found[4].branches) == (0, 4)
    assert rows.fit(X, y, 2, max_nodes=6, fewest=True).branches == 4
    assert rows.fit(X, below, 2, max_nodes=6).loss == 0


@pytest.mark.parametrize("seed", range(4))
def test_profiles_beyond_the_base_are_those_of_the_definition(seed: int) -> None:
    X, y, below = chain_beside_a_bush(11, seed)
    for labels in (y, below):
        truth = Definition(X, labels, 2, np.ones(11), 1).profile((1 << 11) - 1, 5, 5)
        assert [answer.loss for answer in rows.path(X, labels, 2, max_nodes=5)] == list(truth)


@pytest.mark.parametrize("seed", range(8))
def test_sides_that_lack_few_rows_are_asked_for_few_roots_and_lose_no_tree(seed: int) -> None:
    """Thresholds near the ends of a column cut off few rows, so that most roots of the rest are ruled out."""
    draw = np.random.default_rng(seed)
    numbers = draw.permuted(np.tile(np.arange(18), (2, 1)), axis=1)
    X = np.array([column > cut for column in numbers for cut in range(17)], np.uint8).T
    y = (numbers[0] // 4 + numbers[1] // 5) % 2 ^ (draw.random(18) < 0.1)
    truth = Definition(X, y, 2, np.ones(18), 1).profile((1 << 18) - 1, 4, 15)
    assert [answer.loss for answer in rows.path(X, y, 2, max_nodes=15, max_depth=4)] == list(truth)
    for penalty in (0.0, 0.3, 1.0):
        least = min(loss + penalty * n for n, loss in enumerate(truth))
        assert rows.fit(X, y, 2, max_depth=4, penalty=penalty).cost == pytest.approx(least)


BESIDE = """
1110111 1001000 1000101 0101100 0011011 0010000 1111001 1010100 0101111
1101010 1011101 1101100 1001010 0101010 0101001 0100011 1011111 1110001
"""


@pytest.mark.parametrize("seed", range(40))
def test_what_stands_beside_a_stump_may_branch_too(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pairs of features were once passed over since the sides beside their stump were taken for leaves."""
    monkeypatch.setattr(ways, "GLANCE", 2)
    if seed == 0:
        X = np.array([list(map(int, line)) for line in BESIDE.split()], np.uint8)
        y = np.array(list(map(int, "111111010001111010")))
    else:
        draw = np.random.default_rng(seed)
        X = draw.integers(0, 2, (18, 8), dtype=np.uint8)
        y = (X[:, 0] | X[:, 1] & X[:, 2]) ^ (draw.random(18) < 0.35)
    profiles = Definition(X, y, 2, np.ones(18), 1)
    for depth in (3, 4) if seed % 10 == 0 else (3,):
        truth = profiles.profile((1 << 18) - 1, depth, 7)
        for penalty in (1.0, 1.5):
            least = min(loss + penalty * n for n, loss in enumerate(truth))
            assert rows.fit(X, y, 2, max_depth=depth, penalty=penalty).cost == least


def test_a_glance_ends_after_as_many_sets_as_it_may_look_at() -> None:
    draw = np.random.default_rng(2)
    X, y = draw.integers(0, 2, (500, 40), dtype=np.uint8), draw.integers(0, 2, 500)
    task = rows._task(X, y, 2, None, 2.0, 5, None, 1, 1, rows.GIB, False)
    for few in (2, 10, 64):
        glance = run._Run(task, ways.Remembered(task), 1)
        assert not glance.briefly(few)
        assert few <= glance.controls[0][1] <= few + 1
        assert glance.lower() < glance.best
        glance.all()
        assert (
            glance.best
            == rows.fit(X, y, 2, penalty=2.0, max_depth=5).cost * task.aim.unit + len(glance.nodes) // 2
        )


def test_few_places_for_what_roots_cost_change_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = np.random.default_rng(5)
    X = draw.integers(0, 2, (200, 12), dtype=np.uint8)
    y = (X[:, 0] ^ X[:, 1] | X[:, 2] & X[:, 3]) ^ (draw.random(200) < 0.2)
    whole = rows.fit(X, y, 2, penalty=1.0)
    monkeypatch.setattr(ways, "make_sides", lambda wide, _: make_sides(wide, 0))
    assert rows.fit(X, y, 2, penalty=1.0)[:6] == whole[:6]
    assert rows.fit(X, y, 2, penalty=1.0, threads=2)[:6] == whole[:6]


def test_more_branches_than_rows_are_no_more_work() -> None:
    X, y = np.eye(6, dtype=np.uint8), np.arange(6) % 2
    found = rows.path(X, y, 2, max_nodes=100_000)
    assert len(found) == 100_001
    assert {answer.loss for answer in found[5:]} == {0.0}


def test_a_stopped_search_for_few_branches_proves_nothing_by_its_errors_alone() -> None:
    X, y, _ = chain_beside_a_bush(300, 0)
    task = rows._task(X, y, 2, None, 0.25, None, 6, 1, 1, rows.GIB, False)
    (stopped,) = run.search_profiles(task, 6, np.array([1, 0, 0, 9]), lambda losses: [5])
    assert stopped.lower < stopped.cost
    assert stopped.lower / task.aim.unit <= rows.fit(X, y, 2, max_nodes=6, penalty=0.25).cost


@pytest.mark.parametrize("seed", [5, 10])
def test_ties_by_rounding_are_broken_alike_by_any_number_of_threads(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "SMALL", 0)
    rng = np.random.default_rng(seed)
    X, y = rng.integers(0, 2, (80, 7)).astype(np.uint8), rng.normal(size=80).round(1)
    one = rows.fit(X, y, 0, max_depth=3)
    assert {rows.fit(X, y, 0, max_depth=3, threads=8).tree for _ in range(20)} == {one.tree}


def test_numbers_and_weights_of_other_types_are_taken_for_what_they_are() -> None:
    rng = np.random.default_rng(3)
    X, y = rng.integers(0, 2, (50, 6)).astype(np.uint8), rng.integers(0, 9, 50)
    weights = rng.integers(1, 5, 50)
    plain = rows.fit(X, y.astype(np.float64), 0, weights=weights.astype(np.float64), max_depth=2, min_leaf=2)
    whole = rows.fit(X, y.astype(np.float64), 0, weights=weights, max_depth=2, min_leaf=2)
    assert (plain.tree, plain.loss) == (whole.tree, whole.loss)
    short = rows.fit(X, y.astype(np.float32), 0, weights=weights, max_depth=2, min_leaf=2)
    assert short.loss == pytest.approx(plain.loss)


def test_a_base_that_fails_is_not_taken_for_rows_without_features() -> None:
    X, y = np.eye(300, 3, dtype=np.uint8), np.arange(300) % 2
    task = rows._task(X, y, 2, None, 0.0, 2, None, 1, 1, rows.GIB, False)
    way = ways.Dense(task)
    wide = way.rooms[0].wide
    silent = address_of(says_nothing, base.signature_of(task.table, task.aim, wide))
    way.rooms[0] = way.rooms[0]._replace(wide=wide._replace(study=silent))
    with pytest.raises(MemoryError, match="give fewer rules"):
        way.open(ways.new_control())


def says_nothing(
    table, aim, room, control, rows, size, depth, bound, asked, columns, kept, turned, twos, lows, told
):
    return 0


def test_too_many_threads_are_named_where_they_take_the_memory() -> None:
    X, y = np.eye(60, dtype=np.uint8), np.arange(60) % 2
    with pytest.raises(TooLarge, match=r"pairs in 100000 threads, .* give fewer rules or fewer threads"):
        rows.fit(X, y, 2, max_depth=3, threads=100_000)


def test_optimal_trees_that_take_too_long_to_count_are_an_error() -> None:
    draw = np.random.default_rng(1)
    X, y = draw.integers(0, 2, (1500, 90), dtype=np.uint8), draw.integers(0, 2, 1500)
    with pytest.raises(TooLarge, match=r"could not be counted in 0\.2 seconds: allow more"):
        rows.count_optimal(X, y, 2, max_depth=6, time_limit=0.2)


def test_a_bound_on_errors_is_whole_when_few_branches_decide_between_equals() -> None:
    draw = np.random.default_rng(1)
    X, y = draw.integers(0, 2, (1500, 90), dtype=np.uint8), draw.integers(0, 2, 1500)
    answer = rows.fit(X, y, 2, max_depth=6, time_limit=0.2, fewest=True)
    assert not answer.optimal
    assert answer.lower_bound == int(answer.lower_bound) < answer.loss


def test_no_rows_and_no_weight_are_refused() -> None:
    with pytest.raises(BadInput, match="expected one row or more, got none"):
        rows.fit(np.zeros((0, 3), np.uint8), np.zeros(0, np.int64), 2, max_depth=2)
    with pytest.raises(BadInput, match="expected a weight above 0, got none"):
        rows.fit(np.eye(2, dtype=np.uint8), np.arange(2), 2, max_depth=2, weights=np.zeros(2))


@pytest.mark.parametrize("limits", [{"max_depth": 6}, {"max_depth": 6, "max_nodes": 30}])
def test_whoever_watches_and_fails_ends_the_search(limits: dict[str, int]) -> None:
    rng = np.random.default_rng(1)
    X, y = rng.integers(0, 2, (600, 60)).astype(np.uint8), rng.integers(0, 2, 600)
    before = threading.active_count()

    def fail(_: object) -> None:
        raise ValueError("enough")

    with pytest.raises(ValueError, match="enough"):
        rows.fit(X, y, 2, watch=fail, **limits)
    assert threading.active_count() == before


def test_the_search_for_few_branches_tells_how_far_it_is() -> None:
    X, y, _ = chain_beside_a_bush(300, 0)
    task = rows._task(X, y, 2, None, 0.0, 4, 9, 1, 1, rows.GIB, False)
    control = ways.new_control()
    run.search_profiles(task, 9, control, lambda losses: [9])
    assert 0 < control[2] < control[3] == len(X[0])
