"""The search over very many cuts: against the engine for rows, against a plain recursion, stopped and refused."""

from time import sleep
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from derive import BadInput, Leaf, TooLarge, depth, leaves, size
from derive.kernels import rows, wide
from derive.kernels.rows import Progress
from derive.kernels.wide.search import Search
from tests.brute import fewest_errors


def random_table(rng: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.int64], int]:
    number, width, classes = (int(rng.integers(1, most)) for most in (14, 9, 5))
    table = rng.integers(0, 2, (number, width)).astype(np.uint8)
    return table, rng.integers(0, classes, number), classes


@pytest.mark.parametrize("seed", range(60))
def test_it_finds_what_every_tree_tried_finds(seed: int) -> None:
    rng = np.random.default_rng(seed)
    table, target, classes = random_table(rng)
    k, most, min_leaf = int(rng.integers(0, 6)), int(rng.integers(0, 5)), int(rng.integers(1, 4))
    answer = wide.fit(table, target, classes, max_nodes=k, max_depth=most, min_leaf=min_leaf)
    assert answer.loss == fewest_errors(table, target.tolist(), k, most, min_leaf)
    assert answer.optimal
    assert size(answer.tree) <= k
    assert depth(answer.tree) <= most


@pytest.mark.parametrize("seed", range(100, 200))
def test_it_agrees_with_the_engine_for_rows(seed: int) -> None:
    rng = np.random.default_rng(seed)
    table, target, classes = random_table(rng)
    limits: dict[str, Any] = {
        "max_depth": int(rng.integers(1, 5)),
        "min_leaf": int(rng.integers(1, 4)),
        "penalty": float(rng.choice([0.0, 0.0, 0.3, 1.0])),
    }
    if rng.random() < 0.7:
        limits["max_nodes"] = int(rng.integers(1, 6))
    mine = wide.fit(table, target, classes, **limits)
    assert mine.cost == pytest.approx(rows.fit(table, target, classes, **limits).cost)


@pytest.mark.parametrize("seed", [1803, 1821, 1982, 2681, 3304])
def test_parts_bound_one_another_only_if_leaves_stay_large_enough(seed: int) -> None:
    """Tables on which bounds from parts without some of the rows make the search overlook the best tree."""
    rng = np.random.default_rng(seed)
    number, width, classes = (int(rng.integers(*ends)) for ends in ((8, 26), (3, 9), (2, 4)))
    table, target = rng.integers(0, 2, (number, width)).astype(np.uint8), rng.integers(0, classes, number)
    k, min_leaf, most = (int(rng.integers(*ends)) for ends in ((3, 7), (2, 6), (3, 6)))
    limits: dict[str, Any] = {"max_nodes": k, "max_depth": most, "min_leaf": min_leaf}
    assert wide.fit(table, target, classes, **limits).loss == rows.fit(table, target, classes, **limits).loss


@pytest.mark.parametrize("seed", range(20))
def test_the_fewest_branches_and_paths(seed: int) -> None:
    table, target, classes = random_table(np.random.default_rng(seed))
    losses = [answer.loss for answer in wide.path(table, target, classes, max_nodes=4)]
    assert losses == [answer.loss for answer in rows.path(table, target, classes, max_nodes=4)]
    fewest = wide.fit(table, target, classes, max_nodes=4, fewest=True)
    assert fewest.loss == losses[4]
    assert fewest.branches == losses.index(losses[4])


@pytest.mark.parametrize("seed", range(20))
def test_no_needless_branches_where_that_is_cheap_to_know(seed: int) -> None:
    table, target, classes = random_table(np.random.default_rng(seed))
    shallow = wide.fit(table, target, classes, max_depth=2)
    fewest = wide.fit(table, target, classes, max_depth=2, fewest=True)
    assert (shallow.loss, shallow.branches) == (fewest.loss, fewest.branches)
    table, _ = many()
    last = wide.fit(table, table[:, -1 - seed].astype(np.int64), 2, max_depth=4)
    assert (last.loss, last.branches) == (0, 1)


def test_time_that_runs_out_after_the_proof_costs_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    table, target = many()
    limits: dict[str, Any] = {"max_nodes": 3, "fewest": True}
    whole = wide.fit(table, target, 2, **limits)

    def late_from_now_on(search: Search, k: int, depth: int, limit: float = float("inf")) -> int:
        found = solve(search, k, depth, limit)
        if k:
            monkeypatch.setattr(Search, "seconds", lambda _: 9.0)
        return found

    solve = Search.errors
    monkeypatch.setattr(Search, "errors", late_from_now_on)
    late = wide.fit(table, target, 2, time_limit=5.0, **limits)
    assert (late.loss, late.optimal, late.stopped) == (whole.loss, True, "")


def many() -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    rng = np.random.default_rng(7)
    return rng.integers(0, 2, (70, 900)).astype(np.uint8), rng.integers(0, 2, 70)


def test_many_columns_and_deep_trees() -> None:
    table, target = many()
    answer = wide.fit(table, target, 2, max_nodes=2)
    assert answer.loss == rows.fit(table, target, 2, max_nodes=2).loss
    ends = wide.fit(table[:30], target[:30], 2, max_depth=3)
    assert ends.loss == 0
    assert {type(leaf) for leaf in leaves(ends.tree)} == {int}


def test_a_search_that_is_stopped_keeps_its_best_tree() -> None:
    table, target = many()
    seen: list[Progress] = []

    def slow(progress: Progress) -> None:
        seen.append(progress)
        sleep(0.02)

    answer = wide.fit(table, target, 2, max_nodes=5, time_limit=0.3, watch=slow)
    assert (answer.stopped, answer.optimal) == ("time limit", False)
    assert answer.lower_bound <= answer.loss < 30
    assert answer.gap > 0
    assert seen

    def interrupt(_: Progress) -> None:
        raise KeyboardInterrupt

    interrupted = wide.fit(table, target, 2, max_nodes=2, watch=interrupt)
    assert (interrupted.stopped, interrupted.tree) == ("interrupted", Leaf(int(np.bincount(target).argmax())))
    guess = wide.estimate(table, target, 2, max_nodes=5, seconds=0.2)
    assert not guess.exact
    assert guess.seconds > 0.2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({}, "give a penalty above 0"),
        ({"max_depth": -1}, "expected max_depth to be 0 or more, got -1"),
        ({"max_nodes": 2, "min_leaf": 0}, "expected min_leaf to be 1 or more, got 0"),
        ({"max_nodes": 2, "penalty": -1.0}, "expected a penalty of 0 or more, got -1.0"),
        (
            {"max_nodes": 2, "features": np.zeros((3, 1), np.uint8)},
            "expected a row of features for each of 2",
        ),
    ],
)
def test_bad_limits_are_refused(change: dict[str, Any], message: str) -> None:
    given = {"features": np.zeros((2, 1), np.uint8), "target": np.array([0, 1]), "classes": 2} | change
    with pytest.raises(BadInput, match=message):
        wide.fit(**given)


def test_too_many_rows_are_refused() -> None:
    with pytest.raises(TooLarge, match="expected fewer than 16000 rows, got 16000"):
        wide.fit(np.zeros((16000, 1), np.uint8), np.zeros(16000, np.int64), 1, max_nodes=1)
