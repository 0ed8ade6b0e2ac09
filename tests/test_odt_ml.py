"""Optimal trees over rules made from points: every optimiser against brute force, exports, and bad input."""

import json
import pickle
import sqlite3
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from derive import BadInput, TooLarge, depth, size
from derive.cli import main
from problems import OptimalTreeClassifier, OptimalTreeRegressor
from problems.learn import geometry
from problems.learn.geometry import CutRules, geometric
from problems.learn.rules import Rule
from problems.learn.schema import loads
from problems.learn.table import table
from problems.rules.family import axis, custom, family, oblique, one_closed_side, quadratic
from problems.rules.odt import odt_ml
from problems.rules.surface import Surface
from tests.brute import fewest_errors

KINDS = ["axis", "oblique", "quadratic", "axis + oblique"]


@pytest.mark.parametrize("kind", KINDS)
def test_optima_equal_brute_force_on_two_hundred_instances(kind: str) -> None:
    rng = np.random.default_rng(KINDS.index(kind))
    for number in range(200):
        rows = int(rng.integers(1, 8))
        points = rng.integers(0, 4, (rows, 2)) if number % 2 else rng.random((rows, 2)).round(2)
        labels = "".join(rng.choice(list("abc")[: int(rng.integers(1, 4))], rows))
        k, most, min_leaf = int(rng.integers(0, 4)), int(rng.integers(1, 4)), int(rng.integers(1, 3))
        grown = odt_ml(points, labels, kind, max_rules=k, max_depth=most, min_leaf=min_leaf)
        assert grown.errors == fewest_errors(grown.cuts.sides.T, labels, k, most, min_leaf)
        said = [grown.predict(point) for point in points.tolist()]
        assert sum(one != other for one, other in zip(said, labels, strict=True)) == grown.errors
        assert grown.optimal
        assert size(grown.tree) <= k
        assert depth(grown.tree) <= most


def test_the_search_for_many_cuts_equals_brute_force() -> None:
    rng = np.random.default_rng(9)
    points, labels = rng.random((31, 2)), "".join(rng.choice(["a", "b"], 31))
    grown = odt_ml(points, labels, "oblique", max_rules=2)
    assert len(grown.cuts) == 465
    assert grown.errors == fewest_errors(grown.cuts.sides.T, labels, 2, 2, 1)


def test_proper_trees_by_definition_and_by_theorem() -> None:
    points = [(1, 0), (0, 0), (0, 0), (0, 1)]
    paper = one_closed_side(1)
    assert odt_ml(points, "baab", paper, max_rules=2, proper=True).errors == 1
    assert odt_ml(points, "baab", paper, max_rules=2).errors == 0
    assert odt_ml(points, "baab", oblique, max_rules=2, proper=True).errors == 0
    assert oblique(points).self_made
    assert not (axis + paper)(points).self_made
    assert odt_ml(points, "baab", paper, max_depth=0, proper=True).errors == 2
    grown = odt_ml(points, "baab", paper, max_depth=1, proper=True)
    assert (grown.errors, depth(grown.tree)) == (1, 1)
    assert grown.optimal
    assert grown.lower_bound == grown.errors
    assert str(grown).endswith("proved optimal")
    assert [grown.predict(point) for point in points].count("b") == 1
    with pytest.raises(TooLarge, match="proper=False, whose optimum is never worse"):
        odt_ml(np.random.default_rng(0).random((20, 2)), "ab" * 10, quadratic, max_rules=2, proper=True)


def test_odt_ml_refuses_what_makes_no_sense() -> None:
    with pytest.raises(BadInput, match="give one of them"):
        odt_ml([(0,)], "a", axis)
    with pytest.raises(BadInput, match="expected max_rules to be 0 or more, got -1"):
        odt_ml([(0,)], "a", axis, max_rules=-1)
    with pytest.raises(BadInput, match="expected a family of rules"):
        odt_ml([(0,)], "a", "diagonal", max_rules=1)


def test_lists_of_families_with_a_wrong_name_are_refused() -> None:
    with pytest.raises(BadInput, match="or of families"):
        OptimalTreeClassifier(rules=["oblique", "nope"]).fit([[1, 2], [3, 4]], ["a", "b"])


def test_same_points_with_different_labels_and_collinear_clouds() -> None:
    grown = odt_ml([(1, 1), (1, 1), (1, 1)], "aab", "oblique", max_rules=3)
    assert (grown.errors, size(grown.tree), str(grown)) == (
        1,
        0,
        "1 of 3 wrong with 0 oblique rules, proved optimal",
    )
    line = [(t, 2 * t + 1) for t in range(8)]
    assert [odt_ml(line, "aabbaabb", "oblique", max_rules=k).errors for k in range(4)] == [4, 2, 2, 0]


def cloud(seed: int = 3, rows: int = 25) -> tuple[NDArray[np.float64], NDArray[np.str_]]:
    rng = np.random.default_rng(seed)
    X = rng.random((rows, 2)).round(3)
    return X, np.where((X.sum(axis=1) > 1) ^ (rng.random(rows) < 0.2), "yes", "no")


@pytest.mark.parametrize(
    "rules", ["axis", "oblique", "axis+oblique", ["axis", "oblique"], "quadratic", oblique]
)
def test_estimators_take_families_and_export_what_they_predict(rules: Any) -> None:
    X, y = cloud(rows=12 if rules == "quadratic" else 25)
    tree = OptimalTreeClassifier(max_nodes=2, max_depth=None, rules=rules).fit(X, y)
    assert tree.is_optimal_
    assert tree.errors_ == odt_ml(X, y.tolist(), family(rules), max_rules=2).errors
    assert (tree.predict(X) != y).sum() == tree.errors_
    assert f"{len(tree.rules_)} {family(rules).name} cut" in tree.rule_set_
    assert loads(tree.export("json")) == tree.model_
    scope: dict[str, Any] = {}
    exec(tree.export("python"), scope)
    rows = [dict(zip(tree.model_.columns, row, strict=True)) for row in X.tolist()]
    assert [scope["predict"](row) for row in rows] == tree.predict(X).tolist()
    base = sqlite3.connect(":memory:")
    base.execute("CREATE TABLE data (x0 REAL, x1 REAL)")
    base.executemany("INSERT INTO data VALUES (?, ?)", X.tolist())
    answers = base.execute(f"SELECT {tree.export('sql')} FROM data").fetchall()
    base.close()
    assert [label for (label,) in answers] == tree.predict(X).tolist()
    again = pickle.loads(pickle.dumps(tree))
    assert again.predict(X).tolist() == tree.predict(X).tolist()
    assert again.rules_ == tree.model_.rules
    assert str(tree.tree_.root) in tree.export("text")
    assert tree.to_sklearn(over="rules").predict(tree.answers(X)).tolist() == tree.predict(X).tolist()


@pytest.mark.parametrize("rows", [20, 35])  # one for the engine for rows, one for the search over many cuts
@pytest.mark.parametrize("most", [2, 3])
def test_one_line_is_not_followed_by_needless_ones(rows: int, most: int) -> None:
    X, _ = cloud(rows=rows)
    tree = OptimalTreeClassifier(max_depth=most, rules="oblique").fit(X, X.sum(axis=1) > 1)
    assert (tree.errors_, tree.stats_["branches"]) == (0, 1)


def test_many_cuts_go_to_the_search_for_them() -> None:
    X, y = cloud(rows=60)
    tree = OptimalTreeClassifier(max_depth=2, rules="oblique").fit(X, y)
    assert tree.stats_["program"] == "pairs of cuts, counted on the fly"
    assert [each.errors_ for each in tree.path(X, y, 2)] == sorted(
        [each.errors_ for each in tree.path(X, y, 2)]
    )[::-1]
    assert tree.estimate(X, y).exact
    weights = np.where(np.arange(60) % 2, 1.0, 2.5)
    weighted = OptimalTreeClassifier(max_depth=1, rules="oblique").fit(X, y, weights)
    assert weighted.stats_["program"] != tree.stats_["program"]
    numbers = OptimalTreeRegressor(max_depth=1, rules="oblique").fit(X, X.sum(axis=1))
    assert isinstance(numbers.tree_.root, Surface)


def test_bridges_and_files_know_surfaces(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    X, y = cloud()
    tree = OptimalTreeClassifier(max_nodes=1, rules="oblique").fit(X, y)
    with pytest.raises(BadInput, match="give over='rules'"):
        tree.to_sklearn()
    data = tmp_path / "data.csv"
    data.write_text("a,b,label\n" + "".join(f"{p},{q},{label}\n" for (p, q), label in zip(X, y, strict=True)))
    model = tmp_path / "model.json"
    words = [
        "fit",
        str(data),
        "--target",
        "label",
        "--max-nodes",
        "1",
        "--rules",
        "oblique",
        "--json",
        str(model),
    ]
    assert main(words) == 0
    assert "cuts, merged from 1200 rules" in capsys.readouterr().out
    assert main(["predict", str(model), str(data), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == tree.predict(X).tolist()
    (tmp_path / "few.csv").write_text("a\n1\n")
    assert main(["predict", str(model), str(tmp_path / "few.csv")]) == 2
    assert "there is no column 'b'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"test": "="}, "expected the test '>' or '<='"),
        ({"value": "x"}, "and a finite number; got '<=' and 'x'"),
        ({"terms": []}, "expected a list of terms"),
        ({"terms": [{"times": "x", "of": ["a"]}]}, "a number under 'times'"),
        ({"terms": [{"times": 1, "of": []}]}, "columns under 'of'"),
        ({"terms": [{"times": 1, "of": ["c"]}]}, "expected columns among a, b; got 'c'"),
        ({"terms": [1]}, "expected a term"),
    ],
)
def test_models_with_wrong_terms_get_one_sentence(change: dict[str, Any], message: str) -> None:
    branch = {"terms": [{"times": 2, "of": ["a", "b", "a"]}], "test": "<=", "value": 1, "yes": 1, "no": 2}
    leaf = {"leaf": 1.5, "rows": 2}
    good = {
        "format": "derive-tree",
        "version": 1,
        "columns": ["a", "b"],
        "classes": [],
        "nodes": [branch, leaf, leaf],
    }
    assert str(loads(json.dumps(good)).rules[0]) == "2 a^2 b <= 1"
    with pytest.raises(BadInput, match="node 0") as raised:
        loads(json.dumps(good | {"nodes": [branch | change, leaf, leaf]}))
    assert message in str(raised.value)


def test_rules_for_tables_in_words_on_demand() -> None:
    chosen = geometric(table([[0.1, True], [0.2, False], [0.3, True]]), "oblique")
    assert isinstance(chosen.rules, CutRules)
    assert len(chosen.rules) == len(list(chosen.rules)) == 3
    assert chosen.rules[-1] == chosen.rules[2]
    assert chosen.rules[:2] == [chosen.rules[0], chosen.rules[1]]
    assert repr(chosen.rules) == "CutRules(12 oblique rules cut 3 points in 3 ways)"
    odd = custom("odd", lambda points: [type("Odd", (), {"side": lambda self, point: point[0] > 0})()])
    with pytest.raises(BadInput, match="surfaces"):
        OptimalTreeClassifier(rules=odd).fit([[0.0], [1.0]], [0, 1])
    assert OptimalTreeClassifier(rules="axis").fit([[0.0], [1.0]], [0, 1]).tree_.root == Rule("x0", "<=", 0.5)


def test_where_decimals_mislead_the_binary_numbers_are_taken() -> None:
    X = np.array([[0.1, 0.1 * 3], [0.2, 0.2 * 3], [0.3, 0.3 * 3], [0.7, 0.7 * 3]])
    tree = OptimalTreeClassifier(max_depth=2, rules="oblique").fit(X, [0, 1, 0, 1])
    assert tree.errors_ == 0
    assert tree.predict(X).tolist() == [0, 1, 0, 1]


def test_unfaithful_rules_are_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    real = geometry.CutRules.__getitem__
    failed: list[int] = []

    def once(self: Any, place: Any) -> Any:
        if not failed:
            failed.append(place)
            raise geometry.Unfaithful("x")
        return real(self, place)

    monkeypatch.setattr(geometry.CutRules, "__getitem__", once)
    X, y = cloud(rows=10)
    assert OptimalTreeClassifier(max_nodes=2, rules="oblique").fit(X, y).is_optimal_
    failed.clear()
    assert len(OptimalTreeClassifier(rules="oblique").path(X, y, 2)) == 2
