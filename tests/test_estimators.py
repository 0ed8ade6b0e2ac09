"""The estimators: scikit-learn's own checks, and what users do with them."""

import pickle
import subprocess
import sys
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn import datasets
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import problems
from derive import BadInput, size
from problems import (
    MultiwayTreeClassifier,
    OptimalTreeClassifier,
    OptimalTreeRegressor,
    SmallestTreeClassifier,
)
from problems.learn.fitting import NotProved, RulesThinned
from problems.learn.multiway.coding import TellsRowsApart
from problems.learn.rules import Rule
from problems.learn.schema import loads

ESTIMATORS = [OptimalTreeClassifier(), OptimalTreeClassifier(penalty=0.001), OptimalTreeRegressor()]


@pytest.mark.filterwarnings("ignore::problems.learn.fitting.RulesThinned")
@parametrize_with_checks(ESTIMATORS)
def test_checks_of_scikit_learn(estimator: Any, check: Any) -> None:
    check(estimator)


@pytest.mark.parametrize("name", problems.__all__)
def test_only_where_scikit_learn_is_missing_is_it_asked_for(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lacks(module: str | None) -> None:
        def fails(_: str) -> None:
            raise ModuleNotFoundError(f"No module named {module}", name=module)

        monkeypatch.setattr(problems, "import_module", fails)

    for module in ("sklearn", "sklearn.tree"):
        lacks(module)
        with pytest.raises(
            ImportError, match=f"{name} needs scikit-learn, which is not installed; pip install"
        ):
            getattr(problems, name)
    for other in ("numba", "sklearns", None):
        lacks(other)
        with pytest.raises(ModuleNotFoundError, match=f"No module named {other}"):
            getattr(problems, name)


@pytest.mark.parametrize(
    ("estimator", "rows", "told"),
    [
        (OptimalTreeClassifier(max_depth=5, time_limit=0.001), 200, [RulesThinned, NotProved]),
        (SmallestTreeClassifier(max_seeds=1), 200, [NotProved]),
        (MultiwayTreeClassifier(max_values=99), 50, [TellsRowsApart]),
    ],
)
def test_warnings_name_the_line_that_asked_for_the_tree(
    estimator: Any, rows: int, told: list[type[Warning]]
) -> None:
    random = np.random.default_rng(0)
    with pytest.warns() as seen:
        estimator.fit(random.random((rows, 5)), random.integers(0, 2, rows))
    assert {(warning.category, warning.filename) for warning in seen} == {(each, __file__) for each in told}


XOR = np.array(list(product([0, 1], repeat=3)))
PARITY = np.array(["odd" if sum(row) % 2 else "even" for row in XOR.tolist()])


def test_what_fit_leaves() -> None:
    tree = OptimalTreeClassifier(max_depth=2, min_leaf=1).fit(XOR[:, :2], XOR[:, 0] ^ XOR[:, 1])
    assert (tree.errors_, tree.cost_, tree.lower_bound_, tree.is_optimal_) == (0, 0, 0, True)
    assert set(tree.stats_) == {"seeds", "seconds", "program", "stopped", "branches", "rules"}
    assert (tree.stats_["branches"], tree.stats_["stopped"]) == (3, "")
    assert (size(tree.tree_), tree.rule_set_) == (3, "2 columns as they are")
    assert tree.score(XOR[:, :2], XOR[:, 0] ^ XOR[:, 1]) == 1.0
    assert tree.predict_proba([[0, 1]]).tolist() == [[0.0, 1.0]]


@pytest.mark.parametrize(
    "names", [["no", "yes"], [-1, 1], [1, 5], [False, True], [0.0, 9.0], np.array(["n", "y"], dtype=object)]
)
def test_labels_come_back_as_they_went_in(names: Any) -> None:
    given = np.array(names)[XOR[:, 0]]
    tree = OptimalTreeClassifier(max_depth=1).fit(XOR, given)
    assert tree.predict(XOR).tolist() == given.tolist()
    assert tree.predict(XOR).dtype == given.dtype
    assert tree.classes_.tolist() == sorted(set(names))
    assert tree.to_sklearn().predict(XOR).tolist() == given.tolist()


def test_frames_keep_their_names() -> None:
    frame = pd.DataFrame({"age": [20, 30, 40, 50], "colour": ["red", "blue", "red", "blue"]})
    tree = OptimalTreeClassifier(max_depth=1).fit(frame, [0, 0, 1, 1])
    assert tree.feature_names_in_.tolist() == ["age", "colour"]
    assert tree.export() == "age <= 35?\n├─ yes: 0 (2 rows)\n└─ no: 1 (2 rows)"
    assert tree.predict(frame).tolist() == [0, 0, 1, 1]
    assert tree.model_.columns == ("age", "colour")
    with pytest.raises(ValueError, match="same order"):
        tree.predict(frame[["colour", "age"]])
    tree.fit(XOR, PARITY)
    assert not hasattr(tree, "feature_names_in_")


def test_text_columns_and_scikit_learn_over_rules() -> None:
    frame = pd.DataFrame({"colour": ["red", "blue", "green", "red"]})
    tree = OptimalTreeClassifier(max_depth=1).fit(frame, [1, 0, 0, 1])
    assert tree.export().startswith("colour = red?")
    assert tree.predict(pd.DataFrame({"colour": ["red", "unseen"]})).tolist() == [1, 0]
    with pytest.raises(BadInput, match="thresholds only"):
        tree.to_sklearn()
    assert tree.to_sklearn(over="rules").predict(tree.answers(frame)).tolist() == [1, 0, 0, 1]
    with pytest.raises(BadInput, match="over is 'columns' or 'rules', got 'rows'"):
        tree.to_sklearn(over="rows")


@pytest.mark.parametrize("load", [datasets.load_iris, datasets.load_wine, datasets.load_diabetes])
@pytest.mark.filterwarnings("ignore::problems.learn.fitting.RulesThinned")
def test_scikit_learn_agrees_on_its_data(load: Any) -> None:
    data = load(as_frame=True)
    kind = OptimalTreeRegressor if load is datasets.load_diabetes else OptimalTreeClassifier
    tree = kind(max_depth=2).fit(data.data, data.target)
    theirs = tree.to_sklearn()
    assert np.allclose(theirs.predict(data.data), tree.predict(data.data))
    assert theirs.tree_.n_node_samples[0] == len(data.target)
    assert theirs.apply(data.data.astype(np.float32)).max() < theirs.tree_.node_count
    assert np.isclose(theirs.score(data.data, data.target), tree.score(data.data, data.target))
    from sklearn.tree import export_text

    assert export_text(theirs, feature_names=list(data.data.columns)).count("|---") == 2 * size(
        tree.tree_
    ) + (size(tree.tree_) + 1)
    assert theirs.feature_importances_.sum() == pytest.approx(1.0)
    greedy = type(theirs)(max_depth=2, random_state=0).fit(data.data, data.target)
    if kind is OptimalTreeClassifier:
        assert tree.errors_ == sum(tree.predict(data.data) != data.target)
        assert tree.score(data.data, data.target) >= greedy.score(data.data, data.target)
    else:
        assert np.isclose(tree.errors_, ((tree.predict(data.data) - data.target) ** 2).sum())
        assert (
            tree.score(data.data, data.target) >= greedy.score(data.data, data.target) - 0.01
        )  # thinned rules


def test_in_pipelines_and_searches() -> None:
    X, y = datasets.load_iris(return_X_y=True)
    pipeline = make_pipeline(StandardScaler(), OptimalTreeClassifier(max_depth=2, rules=8))
    assert cross_val_score(pipeline, X, y, cv=3).mean() > 0.9
    grid = GridSearchCV(OptimalTreeClassifier(), {"max_depth": [1, 2], "penalty": [0.0, 0.1]}, cv=3).fit(X, y)
    assert grid.best_params_["max_depth"] == 2
    assert sum(grid.predict(X) != y) == grid.best_estimator_.errors_


def test_pickles_hold_the_tree_and_not_the_data() -> None:
    tree = OptimalTreeClassifier(max_depth=3).fit(XOR, PARITY)
    again = pickle.loads(pickle.dumps(tree))
    assert again.predict(XOR).tolist() == PARITY.tolist()
    assert (again.tree_, again.stats_) == (tree.tree_, tree.stats_)
    with pytest.raises(BadInput, match="a model that was loaded has no data; give X and y"):
        again.n_optimal_trees()
    assert again.n_optimal_trees(XOR, PARITY) == tree.n_optimal_trees()
    assert not hasattr(clone(tree), "tree_")
    assert pickle.loads(pickle.dumps(clone(tree))).max_depth == 3


def test_weights_and_classes_that_weigh_more() -> None:
    X, y = np.array([[0], [0], [0], [1]]), np.array(["a", "a", "b", "b"])
    assert OptimalTreeClassifier().fit(X, y).predict([[0]]).tolist() == ["a"]
    heavy = OptimalTreeClassifier().fit(X, y, sample_weight=[1, 1, 5, 1])
    assert (heavy.predict([[0]]).tolist(), heavy.errors_) == (["b"], 2)
    assert OptimalTreeClassifier(class_weight={"b": 5}).fit(X, y).predict([[0]]).tolist() == ["b"]
    balanced = OptimalTreeClassifier(class_weight="balanced").fit(X[:, [0]], np.array(["a", "a", "a", "b"]))
    assert balanced.predict_proba([[1]]).tolist() == [[0.0, 1.0]]
    zero = OptimalTreeRegressor().fit([[1.0], [2.0], [3.0]], [1, 2, 9], sample_weight=[1, 1, 0])
    assert zero.predict([[3.0]]).tolist() == [2.0]
    for wrong in ("heavy", {"b": -1}, {"c": 1}, {"a": 0, "b": 0}):
        with pytest.raises(BadInput):
            OptimalTreeClassifier(class_weight=wrong).fit(X, y)


def test_penalties_are_shares() -> None:
    X, y = XOR, XOR[:, 0]
    assert size(OptimalTreeClassifier(penalty=0.49).fit(X, y).tree_) == 1
    assert size(OptimalTreeClassifier(penalty=0.51).fit(X, y).tree_) == 0
    assert OptimalTreeClassifier(penalty=0.1).fit(X, y).cost_ == pytest.approx(0.8)
    assert size(OptimalTreeRegressor(penalty=0.99).fit(X, 100 * y).tree_) == 1
    assert size(OptimalTreeRegressor(penalty=1.01).fit(X, 100 * y).tree_) == 0
    assert OptimalTreeClassifier(max_depth=None, penalty=0.1).fit(X, y).errors_ == 0
    with pytest.raises(BadInput, match="without max_depth nothing ends the search"):
        OptimalTreeClassifier(max_depth=None).fit(X, y)


def test_one_class_and_columns_that_do_not_vary() -> None:
    alone = OptimalTreeClassifier().fit(XOR, ["only"] * 8)
    assert alone.predict(XOR[:1]).tolist() == ["only"]
    constant = OptimalTreeClassifier().fit(np.full((3, 2), 7.0), [0, 1, 1])
    assert (constant.rule_set_, constant.predict([[7.0, 7.0]]).tolist()) == (
        "no rules, for no column varies",
        [1],
    )
    assert constant.is_optimal_
    assert OptimalTreeClassifier().fit(np.ones((3, 2)), [0, 1, 1]).errors_ == 1


def test_a_path_is_what_fits_of_each_size_find() -> None:
    path = OptimalTreeClassifier(max_depth=3).path(XOR, PARITY, 7)
    assert [tree.max_nodes for tree in path] == [1, 2, 3, 4, 5, 6, 7]
    alone = [OptimalTreeClassifier(max_depth=3, max_nodes=n).fit(XOR, PARITY) for n in range(1, 8)]
    assert [tree.errors_ for tree in path] == [tree.errors_ for tree in alone]
    assert path[-1].predict(XOR).tolist() == PARITY.tolist()
    assert all(size(tree.tree_) <= tree.max_nodes for tree in path)
    frame = pd.DataFrame(XOR, columns=list("abc"))
    assert (
        OptimalTreeRegressor(max_depth=2).path(frame, XOR[:, 0], 2)[1].predict(frame).tolist()
        == XOR[:, 0].tolist()
    )
    with pytest.raises(BadInput, match="max_nodes is a whole number, 1 or more, or None; got 0"):
        OptimalTreeClassifier().path(XOR, PARITY, 0)


def test_optimal_trees_are_counted() -> None:
    assert OptimalTreeClassifier(max_depth=1).fit(XOR, XOR[:, 0]).n_optimal_trees() == 1
    with pytest.raises(NotFittedError):
        OptimalTreeClassifier().n_optimal_trees()


def test_estimates_come_before_the_run() -> None:
    tree = OptimalTreeClassifier()
    size_of_search = tree.estimate(XOR, PARITY)
    assert size_of_search.seeds > 0
    assert size_of_search.seconds >= 0
    assert not hasattr(tree, "n_features_in_")


def test_exports_by_name() -> None:
    tree = OptimalTreeClassifier(max_depth=3).fit(XOR, PARITY)
    assert loads(tree.export("json")) == tree.model_
    assert [tree.export(form)[:4] for form in ("svg", "python", "sql")] == ["<svg", "def ", "CASE"]
    with pytest.raises(BadInput, match="a tree is exported as text, svg, python, sql, json; got 'pdf'"):
        tree.export("pdf")
    with pytest.raises(NotFittedError):
        OptimalTreeClassifier().export()


def test_progress_is_called_or_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from derive.kernels import rows

    seen: list[Any] = []

    def engine(*data: Any, watch: Any = None, **options: Any) -> Any:
        for done in (0.25, 1.0):
            watch(rows.Progress(done, 3.0, 1.0, 2.0 * done))
        return real(*data, **options)

    real = rows.fit
    monkeypatch.setattr(rows, "fit", engine)
    OptimalTreeClassifier(progress=seen.append).fit(XOR, PARITY)
    assert [progress.done for progress in seen] == [0.25, 1.0]
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    OptimalTreeClassifier(progress=True).fit(XOR, PARITY)
    assert "searching: best 3, bound 1" in capsys.readouterr().err
    with pytest.raises(BadInput, match="progress is True, False or a function to call, got 1"):
        OptimalTreeClassifier(progress=1).fit(XOR, PARITY)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"X": XOR * np.nan}, "column x0 has NaN or infinity in row 0"),
        ({"y": None}, "the target y is None"),
        ({"y": PARITY[:3]}, "expected a target for each of 8 rows, got 3"),
        ({"sample_weight": [1, 2]}, "expected a weight for each of 8 rows, got 2"),
        ({"sample_weight": [-1] * 8}, "0 or more, got -1.0 in row 0"),
    ],
)
def test_bad_input_gets_one_sentence(change: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as raised:
        OptimalTreeClassifier().fit(**({"X": XOR, "y": PARITY} | change))
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_without_scikit_learn_the_extra_is_named() -> None:
    code = "import sys; sys.modules['sklearn'] = None; import problems\ntry: problems.OptimalTreeClassifier\n"
    code += "except ImportError as error: print(error)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    expected = "OptimalTreeClassifier needs scikit-learn, which is not installed; pip install 'derive-trees[learn]'\n"
    assert done.stdout == expected
    with pytest.raises(AttributeError, match="no attribute 'OptimalForest'"):
        _ = problems.OptimalForest


def test_the_fewest_branches_among_equals() -> None:
    X = np.array([[x, x % 7] for x in range(1, 31)])
    y = X[:, 0] > 15
    few = OptimalTreeClassifier(max_depth=3, fewest=True).fit(X, y)
    assert (few.errors_, few.stats_["branches"], few.is_optimal_) == (0, 1, True)
    number = OptimalTreeRegressor(max_depth=2, fewest=True).fit(X, y * 1.0)
    assert (number.errors_, number.stats_["branches"]) == (0, 1)
    with pytest.raises(BadInput, match="fewest is True or False"):
        OptimalTreeClassifier(fewest="yes").fit(X, y)


def test_rules_with_numbers_of_numpy_are_exported_as_plain_numbers() -> None:
    rule = Rule("x0", "<=", np.quantile([1.0, 2.0], 0.8))
    tree = OptimalTreeClassifier(rules=[rule]).fit([[1.0], [2.0]], [0, 1])
    assert 'x0" <= 1.8' in tree.export("sql")
    assert "np." not in tree.export("python") + tree.export("sql")
