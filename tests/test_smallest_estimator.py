"""SmallestTreeClassifier: scikit-learn's own checks, and what users do with it."""

import pickle
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.utils.estimator_checks import parametrize_with_checks

from derive import BadInput
from problems import SmallestTreeClassifier
from problems.learn.fitting import NotProved
from problems.learn.schema import loads
from problems.learn.smallest.coding import Contradiction
from problems.learn.smallest.search import TIME_LIMIT, Wish


@pytest.mark.filterwarnings("ignore::problems.learn.fitting.NotProved")
@parametrize_with_checks([SmallestTreeClassifier(time_limit=None, max_seeds=300)])
def test_checks_of_scikit_learn(estimator: Any, check: Any) -> None:
    check(estimator)


def test_what_fit_leaves() -> None:
    X, y = load_iris(return_X_y=True, as_frame=True)
    tree = SmallestTreeClassifier(best=True).fit(X, y)
    assert (tree.size_, tree.depth_, tree.errors_, tree.lower_bound_, tree.is_optimal_) == (7, 5, 0, 7, True)
    assert tree.predict(X).tolist() == y.tolist()
    assert tree.score(X, y) == 1.0
    assert tree.to_sklearn().predict(X.to_numpy()).tolist() == y.tolist()
    assert set(tree.stats_) == {"seeds", "seconds", "program", "stopped"}
    assert tree.verdict_.startswith(
        "right for all 150 rows with 7 branches, 5 deep; proved smallest over all"
    )
    assert loads(tree.export("json")) == tree.model_
    assert pickle.loads(pickle.dumps(tree)).predict(X).tolist() == y.tolist()


def test_methods_and_objectives_agree() -> None:
    draw = np.random.default_rng(7)
    X = draw.integers(0, 4, (40, 3))
    y = (X[:, 0] > 1) ^ (X[:, 1] > X[:, 2])
    sizes = {SmallestTreeClassifier(method=m).fit(X, y).size_ for m in ("boxes", "fpt", "support")}
    depths = {
        SmallestTreeClassifier(objective="depth", method=m).fit(X, y).depth_
        for m in ("boxes", "fpt", "support")
    }
    assert (len(sizes), len(depths)) == (1, 1)


def test_text_is_asked_for_equality_and_numbers_on_wish() -> None:
    frame = pd.DataFrame({"colour": ["red", "blue", "green", "red"], "size": [1, 2, 3, 1]})
    tree = SmallestTreeClassifier().fit(frame[["colour"]], [1, 0, 0, 1])
    assert tree.export() == "colour = red?\n├─ yes: 1 (2 rows)\n└─ no: 0 (2 rows)"
    middle = [0, 1, 0, 0]
    assert SmallestTreeClassifier().fit(frame[["size"]], middle).size_ == 2
    equal = SmallestTreeClassifier(rules="equality").fit(frame[["size"]], middle)
    assert equal.export().startswith("size = 2?")
    assert equal.predict(frame[["size"]]).tolist() == middle
    mixed = pd.DataFrame({"kind": pd.Categorical([1, "1", 2, 2])})
    assert SmallestTreeClassifier().fit(mixed, [0, 1, 2, 2]).size_ == 2


def test_columns_of_0_and_1_are_asked_by_name() -> None:
    tree = SmallestTreeClassifier().fit(pd.DataFrame({"a": [0, 1], "b": [0, 0]}), ["no", "yes"])
    assert tree.export() == "a?\n├─ yes: yes (1 row)\n└─ no: no (1 row)"


def test_contradictions_are_named_and_settled_on_wish() -> None:
    X, y = [[1], [2], [1], [1]], ["a", "b", "b", "a"]
    with pytest.raises(Contradiction, match="rows 0 and 2 are equal but for their labels, a and b") as raised:
        SmallestTreeClassifier().fit(X, y)
    assert raised.value.rows == (0, 2)
    assert "wrong for 1 of 4 rows" in str(raised.value)
    tree = SmallestTreeClassifier(best=True).fit(X, y)
    assert (tree.errors_, tree.size_, tree.predict(X).tolist()) == (1, 1, ["a", "b", "a", "a"])
    assert tree.predict_proba([[1]])[0].tolist() == pytest.approx([2 / 3, 1 / 3])
    assert tree.verdict_.startswith("wrong for 1 of 4 rows, as every tree is, with 1 branch")


def test_numbers_that_no_threshold_tells_apart_are_equal() -> None:
    numbers = np.array([[2**60], [2**60 + 1], [1]])
    with pytest.raises(Contradiction, match="rows 0 and 1 are equal but for their labels, 0 and 1"):
        SmallestTreeClassifier().fit(numbers, [0, 1, 1])
    assert SmallestTreeClassifier().fit(numbers, [0, 0, 1]).predict(numbers).tolist() == [0, 0, 1]
    by_value = SmallestTreeClassifier(rules="equality").fit(numbers, [0, 1, 1])
    assert by_value.predict(numbers).tolist() == [0, 1, 1]


def test_a_search_that_is_stopped_says_so() -> None:
    draw = np.random.default_rng(0)
    X, y = draw.random((200, 5)), draw.integers(0, 2, 200)
    for limits in ({"max_seeds": 500}, {"time_limit": 0.2}):
        with pytest.warns(NotProved, match="not proved smallest"):
            tree = SmallestTreeClassifier(**limits).fit(X, y)
        assert tree.lower_bound_ < tree.size_
        assert not tree.is_optimal_
        assert tree.score(X, y) == 1.0
        assert "no tree has fewer than" in tree.verdict_
    with pytest.warns(NotProved, match="and no tree is less than"):
        SmallestTreeClassifier("depth", max_seeds=500).fit(X, y)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"objective": "width"}, "the objective is 'size' or 'depth', got 'width'"),
        ({"method": "magic"}, "the method is one of boxes, fpt, support; got 'magic'"),
        ({"rules": "midpoints"}, "rules are 'auto' or 'equality' for smallest trees"),
        ({"time_limit": 0}, "time_limit is a number of seconds above 0, or None; got 0"),
        ({"max_seeds": 0}, "max_seeds is a whole number, 1 or more, or None; got 0"),
    ],
)
def test_bad_wishes_get_one_sentence(change: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as raised:
        SmallestTreeClassifier(**change).fit([[0], [1]], [0, 1])
    assert message in str(raised.value)


@pytest.mark.parametrize(
    "wish", [{"time_limit": 0.5}, {"time_limit": None}, {"max_seeds": 1}, {"time_limit": np.float32(0.5)}]
)
def test_small_limits_are_limits(wish: dict[str, Any]) -> None:
    assert Wish(**wish) == Wish(**{"time_limit": TIME_LIMIT, **wish})
    for wrong in ({"time_limit": 0}, {"max_seeds": 0}, {"max_seeds": True}, {"time_limit": True}):
        with pytest.raises(BadInput, match=f"got {next(iter(wrong.values()))}"):
            Wish(**{**wish, **wrong})
