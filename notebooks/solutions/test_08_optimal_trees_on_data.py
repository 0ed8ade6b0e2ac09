"""Solutions for notebook 8, optimal trees on data."""

import pytest

pytest.importorskip("sklearn")

from sklearn.datasets import load_wine
from sklearn.tree import DecisionTreeRegressor

from problems import OptimalTreeClassifier, OptimalTreeRegressor

X, y = load_wine(return_X_y=True, as_frame=True)


def test_exercise_1() -> None:
    """Five thresholds a column are some of all midpoints, so that their best tree cannot be better."""
    few = OptimalTreeClassifier(max_depth=2, rules=5).fit(X, y)
    every = OptimalTreeClassifier(max_depth=2, rules="midpoints").fit(X, y)
    assert len(few.rules_) <= 5 * X.shape[1]
    assert {str(rule) for rule in few.rules_} <= {str(rule) for rule in every.rules_}
    assert few.errors_ - every.errors_ == 5


def test_exercise_2() -> None:
    """A branch is worth its price if it saves more: between what the fourth saves and what two and three do."""
    path = OptimalTreeClassifier(max_depth=3, rules="midpoints").path(X, y, 4)
    lost = [len(y) - max(y.value_counts()), *(best.errors_ for best in path)]
    low = lost[3] - lost[4]
    high = min((lost[n] - lost[3]) / (3 - n) for n in range(3))
    assert (low, high) == (2, 12)
    for errors, branches in ((low - 0.5, 4), (low + 0.5, 3), (high - 0.5, 3), (high + 0.5, 2)):
        priced = OptimalTreeClassifier(max_depth=3, rules="midpoints", penalty=errors / len(X), max_nodes=4)
        assert priced.fit(X, y).stats_["branches"] == branches


def test_exercise_3() -> None:
    """The greedy tree is one of those searched, so that it has no smaller error."""
    others, proline = X.drop(columns="proline"), X["proline"]
    best = OptimalTreeRegressor(max_depth=2, rules="midpoints").fit(others, proline)
    greedy = DecisionTreeRegressor(max_depth=2, random_state=0).fit(others, proline)
    lost = float(((greedy.predict(others) - proline) ** 2).sum())
    assert best.is_optimal_
    assert best.errors_ <= lost * (1 + 1e-9)
    assert best.errors_ == pytest.approx(float(((best.predict(others) - proline) ** 2).sum()))
