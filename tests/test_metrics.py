"""Trees that are best by a metric: against all trees with all labellings, and against scikit-learn's own metrics."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from returns.maybe import Nothing
from sklearn import datasets
from sklearn.base import clone
from sklearn.metrics import accuracy_score, balanced_accuracy_score, f1_score, matthews_corrcoef

from derive import BadInput, Instance, Problem, size
from derive.cli import main
from derive.kernels import fronts
from problems import OptimalTreeClassifier, OptimalTreeRegressor
from problems.examples import example
from problems.fronts import best_by
from problems.learn.fitting import NotProved
from problems.learn.schema import SCHEMA, dumps, loads
from problems.metrics import F1, GRID, METRICS, best_of, better_with_more, metric
from problems.rows import Rows
from tests.test_fronts import all_errors, instance, noisy

Score = Callable[..., float]
SCORES: dict[str, Score] = {
    "accuracy": accuracy_score,
    "f1": f1_score,
    "balanced_accuracy": balanced_accuracy_score,
    "matthews": matthews_corrcoef,
}
CREDIT = str(example("credit.csv"))


@pytest.mark.parametrize("seed", range(300))
def test_the_best_of_the_front_is_the_best_of_all_trees(seed: int) -> None:
    table, target, deep, most, min_leaf = instance(seed)
    positives = sum(target)
    sizes = positives, len(target) - positives
    everything = all_errors(table, target, deep, most, min_leaf)
    found = fronts.fit(table, np.array(target), max_depth=deep, max_nodes=most, min_leaf=min_leaf)
    for judge in METRICS.values():
        fp, fn, _ = found.points[best_of(judge, found.points, *sizes)]
        assert judge.rank(fp, fn, *sizes) == max(judge.rank(a, b, *sizes) for a, b, _ in everything)


@pytest.mark.parametrize("metric", METRICS)
def test_metrics_are_those_of_scikit_learn(metric: str) -> None:
    draw = np.random.default_rng(1)
    for _ in range(200):
        truth = draw.integers(0, 2, 12)
        if len(set(truth.tolist())) < 2:
            continue
        said = draw.integers(0, 2, 12) if draw.random() < 0.9 else np.full(12, draw.integers(2))
        errors = ((said == 1) & (truth == 0)).sum(), ((said == 0) & (truth == 1)).sum()
        sizes = int(truth.sum()), 12 - int(truth.sum())
        ours = METRICS[metric].of(int(errors[0]), int(errors[1]), *sizes)
        assert ours == pytest.approx(SCORES[metric](truth, said))


@pytest.mark.parametrize("metric", ["f1", "balanced_accuracy", "matthews"])
@pytest.mark.parametrize("positive", [0, 1])
def test_what_is_reported_is_what_scikit_learn_measures(metric: str, positive: int) -> None:
    X, y = datasets.load_breast_cancer(return_X_y=True)
    tree = OptimalTreeClassifier(max_depth=2, rules=4, metric=metric, positive=positive).fit(X, y)
    options = {"pos_label": positive} if metric == "f1" else {}
    assert tree.metric_value_ == pytest.approx(SCORES[metric](y, tree.predict(X), **options))
    fewest = OptimalTreeClassifier(max_depth=2, rules=4).fit(X, y)
    assert tree.metric_value_ >= SCORES[metric](y, fewest.predict(X), **options) - 1e-12
    assert tree.errors_ == (y != tree.predict(X)).sum()
    assert tree.is_optimal_
    assert (tree.cost_, tree.lower_bound_) == (1 - tree.metric_value_, 1 - tree.metric_value_)
    assert tree.positive_ == positive
    assert min(fp + fn for fp, fn, _ in tree.front_) == fewest.errors_


def rare() -> tuple[Any, Any]:
    """Few positive rows, so that most leaves have a negative majority."""
    draw = np.random.default_rng(3)
    X = draw.integers(0, 2, (200, 6))
    y = np.where(draw.random(200) < np.where(X[:, 0] & X[:, 1], 0.45, 0.04), "sick", "well")
    return X, y


def test_a_leaf_may_say_what_fewer_rows_have() -> None:
    X, y = rare()
    tree = OptimalTreeClassifier(max_depth=2, metric="f1", positive="sick").fit(X, y)
    usual = OptimalTreeClassifier(max_depth=2).fit(X, y)
    score = f1_score(y, tree.predict(X), pos_label="sick")
    assert score == pytest.approx(tree.metric_value_)
    assert score > f1_score(y, usual.predict(X), pos_label="sick")
    by_share = tree.classes_[tree.predict_proba(X).argmax(axis=1)]
    assert (by_share != tree.predict(X)).any()
    assert tree.to_sklearn().predict(X).tolist() == tree.predict(X).tolist()
    assert tree.to_sklearn(over="rules").predict(tree.answers(X)).tolist() == tree.predict(X).tolist()
    assert f"F1 {score:.4g} for sick" in tree.export("svg")
    text = tree.export()
    wrong = sum(
        int(part.split(" wrong")[0]) for part in text.replace("(", ", ").split(", ") if " wrong" in part
    )
    assert wrong == tree.errors_
    scope: dict[str, Any] = {}
    exec(tree.export("python"), scope)
    rows = [dict(zip(tree.model_.columns, row, strict=True)) for row in X.tolist()]
    assert [scope["predict"](row) for row in rows] == tree.predict(X).tolist()


def test_a_judged_model_goes_through_json() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    X, y = rare()
    tree = OptimalTreeClassifier(max_depth=2, metric="matthews").fit(X, y)
    content = json.loads(dumps(tree.model_))
    jsonschema.validate(content, SCHEMA)
    assert set(content) == set(SCHEMA["properties"])
    assert loads(dumps(tree.model_)) == tree.model_
    for broken, words in (
        ({"metric": "f1"}, "metric, positive, value, bound"),
        (content["judged"] | {"positive": "ill"}, "positive label among the classes"),
        (content["judged"] | {"value": "much"}, "finite number under 'value'"),
    ):
        with pytest.raises(BadInput, match=words):
            loads(json.dumps(content | {"judged": broken}))


def test_a_metric_of_your_own() -> None:
    X, y = rare()

    def cheap(fp: int, fn: int, positives: int, negatives: int) -> float:
        return -(fp + 5 * fn) / (positives + negatives)

    tree = OptimalTreeClassifier(max_depth=2, metric=cheap, positive="sick").fit(X, y)
    weighted = OptimalTreeClassifier(max_depth=2, class_weight={"sick": 5}).fit(X, y)
    assert tree.metric_value_ == pytest.approx(-weighted.errors_ / 200)
    assert "cheap -" in tree.export("svg")
    assert clone(tree).metric is cheap
    for bad, words in (
        (lambda fp, fn, *_: -abs(fp - fn), "no better with more errors, but your metric is"),
        (lambda fp, fn, *_: fp + fn, "larger must be better"),
        (lambda *_: float("nan"), "finite number, got nan"),
        (lambda *_: "good", "finite number, got 'good'"),
        ("f2", "a metric is 'accuracy', 'f1'"),
        (None, "a metric is 'accuracy', 'f1'"),
    ):
        with pytest.raises(BadInput, match=words):
            OptimalTreeClassifier(metric=bad).fit(X, y)


def test_what_does_not_go_with_a_metric() -> None:
    X, y = rare()
    f1 = OptimalTreeClassifier(metric="f1")
    for options, words in (
        ({"penalty": 0.1}, "does not go with a penalty"),
        ({"class_weight": "balanced"}, "does not go with weights"),
        ({"positive": "ill"}, "none of the labels 'sick' and 'well'"),
        ({"metric": "accuracy", "positive": "sick"}, "goes with a metric that tells labels apart"),
        ({"max_depth": None}, "without max_depth nothing ends the search"),
    ):
        with pytest.raises(BadInput, match=words):
            clone(f1).set_params(**options).fit(X, y)
    with pytest.raises(BadInput, match="got 3: 0, 1, 2"):
        f1.fit(*datasets.load_iris(return_X_y=True))
    with pytest.raises(BadInput, match="got 1: well"):
        f1.fit(X, np.full(200, "well"))
    with pytest.raises(BadInput, match="does not go with weights"):
        f1.fit(X, y, sample_weight=np.arange(1, 201))
    for question in (lambda: f1.path(X, y, 3), lambda: f1.estimate(X, y), lambda: f1.n_optimal_trees(X, y)):
        with pytest.raises(BadInput, match="for metric='accuracy' only, not for 'f1'"):
            question()
    assert not hasattr(OptimalTreeRegressor().fit(X, X[:, 0]), "metric_value_")


def test_weights_that_are_equal_change_nothing_and_accuracy_leaves_no_trace() -> None:
    X, y = rare()
    tree = OptimalTreeClassifier(max_depth=2, metric="f1").fit(X, y)
    again = clone(tree).fit(X, y, sample_weight=np.full(200, 3.0))
    assert again.metric_value_ == tree.metric_value_
    tree.set_params(metric="accuracy").fit(X, y)
    assert not hasattr(tree, "metric_value_")
    assert not hasattr(tree, "front_")


def test_limits_hold_for_metrics_too() -> None:
    X, y = noisy(150, 6)
    values = []
    for most in range(1, 8):
        tree = OptimalTreeClassifier(max_depth=3, max_nodes=most, min_leaf=5, metric="matthews").fit(X, y)
        assert size(tree.tree_) <= most
        assert min(outcome.rows for outcome in tree.model_._ends(_table(X))[0]) >= 5
        values.append(tree.metric_value_)
    assert values == sorted(values)
    assert values[0] < values[-1]


def _table(X: Any) -> Any:
    from problems.learn.table import table

    return table(X)


def test_when_time_is_up_it_is_said_that_nothing_is_proved() -> None:
    X, y = noisy(300, 30)
    seen: list[Any] = []
    with pytest.warns(NotProved, match="time limit was reached.*F1 0.*, at most 1"):
        tree = OptimalTreeClassifier(max_depth=12, metric="f1", time_limit=0.3, progress=seen.append).fit(
            X, y
        )
    assert not tree.is_optimal_
    assert tree.lower_bound_ == 0
    assert "not proved optimal, at most 1," in tree.export("svg")
    assert tree.metric_value_ == pytest.approx(f1_score(y, tree.predict(X)))
    assert seen
    assert seen[-1].best == pytest.approx(tree.cost_)


def test_lines_that_are_made_from_the_rows() -> None:
    draw = np.random.default_rng(0)
    X = draw.integers(0, 9, (14, 2))
    y = (X.sum(axis=1) + draw.integers(0, 6, 14) > 10).astype(int)
    tree = OptimalTreeClassifier(max_depth=1, rules="oblique", metric="f1").fit(X, y)
    axis = OptimalTreeClassifier(max_depth=1, metric="f1").fit(X, y)
    assert tree.metric_value_ >= axis.metric_value_
    assert tree.metric_value_ == pytest.approx(f1_score(y, tree.predict(X)))


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    model = tmp_path / "model.json"
    words = ["fit", CREDIT, "--target", "repaid", "--max-depth", "1", "--metric", "f1"]
    assert main([*words, "--positive", "no", "--json", str(model)]) == 0
    printed = capsys.readouterr().out
    judged = loads(model.read_text()).judged
    assert judged is not None
    assert (judged.metric, judged.positive) == ("f1", "no")
    assert f"\nF1 {judged.value:.4g} for no, " in printed
    assert "proved optimal over" in printed
    assert main(["predict", str(model), CREDIT]) == 0
    said = capsys.readouterr().out.split()
    truth = [line.split(",")[-1] for line in Path(CREDIT).read_text().split()[1:]]
    assert f1_score(truth, said, pos_label="no") == pytest.approx(judged.value)
    for more, complaint in (
        (["--positive", "maybe"], "none of the labels 'no' and 'yes'"),
        (["--multiway"], "--metric does not go with --multiway"),
        (["--regression"], "--metric does not go with --regression"),
        (["--penalty", "0.1"], "does not go with a penalty"),
    ):
        assert main([*words, *more]) == 2
        assert complaint in capsys.readouterr().err


def test_labels_that_are_numbers_can_be_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data = tmp_path / "data.csv"
    data.write_text("a,b,label\n0,1,0\n1,1,1\n1,0,1\n0,0,1\n")
    assert main(["fit", str(data), "--target", "label", "--metric", "matthews", "--positive", "0"]) == 0
    assert "Matthews correlation 1 for 0, 0 wrong" in capsys.readouterr().out


def test_where_there_is_no_tree_there_is_no_best() -> None:
    rows = Rows("ab", (0b01,))
    never = Instance(Problem[int, int, int]("never", lambda _: [], lambda _: []), 0)
    assert best_by(F1, never, rows, "b") == Nothing
    assert metric(F1) is F1


@pytest.mark.parametrize("at", range(1, GRID + 1))
def test_where_a_metric_of_ones_own_likes_errors_is_found(at: int) -> None:
    """Anywhere among few rows; among many, where it likes the first errors, or from some number on."""
    likes_fp, likes_fn = (metric(lambda *errors, kind=kind: float(errors[kind] == at)) for kind in (0, 1))
    assert better_with_more(likes_fp, positives=1, negatives=GRID) == ((at - 1, 0), (at, 0))
    assert better_with_more(likes_fn, positives=GRID, negatives=1) == ((0, at - 1), (0, at))
    assert (better_with_more(likes_fp, positives=1, negatives=100 * GRID) is not None) == (at <= 3)
    rises = metric(lambda fp, *_: float(fp >= 100 * at))
    assert better_with_more(rises, positives=1, negatives=100 * GRID) is not None
