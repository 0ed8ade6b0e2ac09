"""Trees with a part for every value: scikit-learn's own checks, exports, unseen values, the command."""

import json
import pickle
import sqlite3
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import GridSearchCV
from sklearn.utils.estimator_checks import parametrize_with_checks

from derive import BadInput, Node, leaves, size
from derive.cli import main
from problems import MultiwayTreeClassifier
from problems.learn import export
from problems.learn.fitting import NotProved
from problems.learn.model import Model
from problems.learn.multiway.coding import TellsRowsApart, coding
from problems.learn.schema import dumps, loads
from problems.learn.switch import Between, Is, Switch
from problems.learn.table import table

WEATHER = """outlook,temperature,humidity,wind,play
sunny,hot,high,weak,no
sunny,hot,high,strong,no
overcast,hot,high,weak,yes
rain,mild,high,weak,yes
rain,cool,normal,weak,yes
rain,cool,normal,strong,no
overcast,cool,normal,strong,yes
sunny,mild,high,weak,no
sunny,cool,normal,weak,yes
rain,mild,normal,weak,yes
sunny,mild,normal,strong,yes
overcast,mild,high,strong,yes
overcast,hot,normal,weak,yes
rain,mild,high,strong,no
"""
LINES = [line.split(",") for line in WEATHER.split()]
FRAME = pd.DataFrame([line[:-1] for line in LINES[1:]], columns=LINES[0][:-1])
PLAY = np.array([line[-1] for line in LINES[1:]])


@parametrize_with_checks([MultiwayTreeClassifier(), MultiwayTreeClassifier(penalty=0.0, max_depth=2)])
def test_checks_of_scikit_learn(estimator: Any, check: Any) -> None:
    check(estimator)


def test_quinlans_weather() -> None:
    """The tree that ID3 is known for is the optimal one."""
    tree = MultiwayTreeClassifier().fit(FRAME, PLAY)
    assert tree.export() == (
        "outlook?\n├─ overcast: yes (4 rows)\n├─ rain: wind?\n│  ├─ strong: no (2 rows)\n│  └─ weak: yes (3 rows)\n"
        "└─ sunny: humidity?\n   ├─ high: no (3 rows)\n   └─ normal: yes (2 rows)"
    )
    assert (tree.errors_, tree.is_optimal_, tree.stats_["branches"]) == (0, True, 3)
    assert tree.cost_ == tree.lower_bound_ == pytest.approx(0.42)
    assert tree.categories_["outlook"] == ("overcast", "rain", "sunny")
    assert tree.predict(FRAME).tolist() == PLAY.tolist()
    assert MultiwayTreeClassifier(max_depth=1, penalty=0).fit(FRAME, PLAY).errors_ == 4
    assert size(MultiwayTreeClassifier(penalty=0.2).fit(FRAME, PLAY).tree_) == 0


def unseen() -> pd.DataFrame:
    return pd.DataFrame(
        [["fog", "hot", "high", "weak"], ["rain", "hot", "high", "none"], ["sunny", "hot", "damp", "weak"]],
        columns=FRAME.columns,
    )


def test_a_value_without_a_part_gets_what_the_branch_says() -> None:
    tree = MultiwayTreeClassifier().fit(FRAME, PLAY)
    assert tree.predict(unseen()).tolist() == ["yes", "yes", "no"]
    assert tree.predict_proba(unseen()).tolist() == pytest.approx(
        np.array([[5 / 14, 9 / 14], [0.4, 0.6], [0.6, 0.4]])
    )
    ends = tree.model_.leaf(table(unseen()))
    assert min(ends) >= len(leaves(tree.tree_))


def numbered() -> tuple[Any, Any]:
    random = np.random.default_rng(3)
    X = np.column_stack([random.normal(size=90), random.integers(0, 3, 90)])
    return X, ((X[:, 0] > 0.3) & (X[:, 1] != 1)) | (X[:, 1] == 2)


def test_numbers_of_many_values_are_cut() -> None:
    X, y = numbered()
    tree = MultiwayTreeClassifier(penalty=0.001).fit(X, y)
    assert [len(words) for words in tree.categories_.values()] == [4, 3]
    assert tree.model_.rule_set == "2 columns: 1 by its values, 1 cut into intervals"
    finer = MultiwayTreeClassifier(penalty=0.001, bins=12).fit(X, y)
    assert finer.cost_ <= tree.cost_
    assert finer.predict([[1e9, 2.0], [-1e9, 0.0], [0.0, 7.0]]).tolist()[:2] == [True, False]
    with pytest.warns(TellsRowsApart):
        assert coding(table(X), most_values=100).name == "2 columns by their values"
    assert coding(table(X[:, :1])).name == "1 column cut into intervals"
    kinds = coding(table(pd.DataFrame({"c": pd.Categorical([3, "x", 1])})))
    assert kinds.turns == ((Is(1), Is(3), Is("x")),)


@pytest.mark.parametrize("columns", ["words", "numbers"])
def test_exports_predict_the_same(columns: str) -> None:
    if columns == "words":
        model = MultiwayTreeClassifier().fit(FRAME, PLAY).model_
        rows = pd.concat([FRAME, unseen()])
    else:
        X, y = numbered()
        model = MultiwayTreeClassifier(penalty=0.001).fit(X, y.astype(int)).model_
        rows = pd.DataFrame(np.vstack([X, [[0.1, 9.0], [-5.0, 1.0]]]), columns=["x0", "x1"])
    expected = model.predict(table(rows)).tolist()
    scope: dict[str, Any] = {}
    exec(export.python(model), scope)
    assert [scope["predict"](row) for row in rows.to_dict("records")] == expected
    with sqlite3.connect(":memory:") as base:
        rows.to_sql("data", base, index=False)
        found = [row[0] for row in base.execute(f"select {export.sql(model)} from data order by rowid")]
    base.close()
    assert found == expected
    again = loads(dumps(model))
    assert again == model
    assert again.predict(table(rows)).tolist() == expected
    picture = ElementTree.fromstring(model._repr_svg_())
    words = {text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")}
    assert {word for question in model.questions for word in question.words} <= words


def test_every_kind_of_interval_is_written() -> None:
    ends = tuple(Between(*pair) for pair in ((None, 1.5), (1.5, 2.5), (2.5, None)))
    stump = MultiwayTreeClassifier().fit(FRAME, PLAY).model_
    leaf = stump.tree.parts[0]
    other = stump.tree.root.otherwise
    one = Model(("a",), Node(Switch("a", ends, other), (leaf,) * 3), stump.classes)
    assert "if 1.5 < row['a'] <= 2.5:" in export.python(one)
    assert 'WHEN "a" > 2.5 THEN' in export.sql(one)
    anything = Model(("a",), Node(Switch("a", (Between(None, None),), other), (leaf,)), stump.classes)
    assert "if True:" in export.python(anything)
    assert "WHEN TRUE THEN" in export.sql(anything)
    assert export.text(anything) == "a?\n└─ any: yes (4 rows)"
    with pytest.raises(BadInput, match=r"the tree asks for numbers <= 1\.5, but the column holds text"):
        one.predict(table([["x"]], ["a"]))


def test_trees_with_many_parts_are_no_trees_of_scikit_learn() -> None:
    from problems.learn.bridge import to_sklearn

    with pytest.raises(BadInput, match="scikit-learn's trees have two parts a branch, but this one has more"):
        to_sklearn(MultiwayTreeClassifier().fit(FRAME, PLAY).model_)


def test_pictures_have_the_values_at_the_parts() -> None:
    from problems.pictures import model_tree, regions

    def texts(axes: Any) -> list[str]:
        return [text.get_text() for text in axes.texts]

    words = texts(model_tree(MultiwayTreeClassifier().fit(FRAME, PLAY).model_).axes[0])
    assert {"outlook", "overcast", "rain", "sunny", "strong", "weak", "high", "normal"} <= set(words)
    assert not {"temperature", "hot"} & set(words)
    X, y = numbered()
    tree = MultiwayTreeClassifier(penalty=0.001).fit(X, y)
    plane, beside = regions(tree, X, y).axes
    assert plane.get_title() == f"{size(tree.tree_)} rules, {int(tree.errors_)} of 90 wrong"
    assert {word for question in tree.model_.questions for word in question.words} <= set(texts(beside))
    assert not {"yes", "no"} & set(texts(beside))


def test_in_searches_and_pickles() -> None:
    grid = GridSearchCV(MultiwayTreeClassifier(), {"penalty": [0.01, 0.3], "max_depth": [None, 1]}, cv=2)
    best = grid.fit(FRAME, PLAY).best_estimator_
    again = pickle.loads(pickle.dumps(best))
    assert again.predict(FRAME).tolist() == best.predict(FRAME).tolist()


def test_weights_and_small_leaves() -> None:
    X, y = [["x"], ["x"], ["y"]], ["a", "b", "b"]
    assert MultiwayTreeClassifier().fit(X, y).predict([["x"]]).tolist() == ["b"]
    heavy = MultiwayTreeClassifier().fit(X, y, sample_weight=[5, 1, 1])
    assert heavy.predict(X).tolist() == ["a", "a", "b"]
    assert MultiwayTreeClassifier(class_weight={"a": 5}).fit(X, y).predict([["x"]]).tolist() == ["a"]
    left_out = MultiwayTreeClassifier().fit(X, y, sample_weight=[1, 0, 1])
    assert left_out.errors_ == 0
    assert size(MultiwayTreeClassifier(min_leaf=2).fit(X, y, sample_weight=[5, 1, 1]).tree_) == 0


def test_a_column_that_names_rows_is_told_of() -> None:
    names = [[f"row {number}"] for number in range(30)]
    with pytest.warns(TellsRowsApart, match="column x0 has 30 values for 30 rows"):
        MultiwayTreeClassifier().fit(names, [number % 2 for number in range(30)])


def test_a_time_limit_keeps_the_best_tree() -> None:
    random = np.random.default_rng(5)
    X, y = random.integers(0, 3, (900, 14)), random.integers(0, 3, 900)
    seen: list[Any] = []
    with pytest.warns(NotProved, match="the time limit was reached"):
        tree = MultiwayTreeClassifier(penalty=0.0005, time_limit=0.2, progress=seen.append).fit(X, y)
    assert 0 < tree.lower_bound_ < tree.cost_
    assert not tree.is_optimal_
    assert (tree.predict(X) != y).sum() == tree.errors_
    assert seen


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"penalty": 0.0}, "without max_depth nothing ends the search"),
        ({"penalty": -1}, "penalty is a number, 0 or more"),
        ({"max_values": 0}, "max_values is a whole number, 1 or more; got 0"),
        ({"bins": 1}, "bins is a whole number, 2 or more; got 1"),
        ({"bins": True}, "bins is a whole number, 2 or more; got True"),
        ({"min_leaf": 0}, "min_leaf is a whole number, 1 or more; got 0"),
        ({"progress": "yes"}, "progress is True, False or a function to call, got 'yes'"),
    ],
)
def test_bad_parameters_get_one_sentence(change: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        MultiwayTreeClassifier(**change).fit(FRAME, PLAY)


def switched(**change: Any) -> str:
    model = json.loads(dumps(MultiwayTreeClassifier().fit(FRAME, PLAY).model_))
    model["nodes"][0] |= change
    return json.dumps(model)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"column": "colour"}, "node 0: expected one of the columns outlook"),
        ({"parts": []}, "node 0: expected under 'parts' a list of parts, got []"),
        ({"parts": [3]}, "node 0: expected under 'parts' a list of parts, got [3]"),
        ({"otherwise": 3}, "node 0: expected a leaf under 'otherwise', got 3"),
        ({"otherwise": {"leaf": "maybe", "rows": 1}}, "node 0: expected one of the classes no, yes"),
        ({"parts": [{"value": "x", "node": 99}]}, "node 0: expected under 'node' the place of a later node"),
        (
            {"parts": [{"value": "x", "node": 1}, {"value": "x", "node": 2}]},
            "node 0: expected parts that differ",
        ),
        (
            {"parts": [{"above": "x", "to": 3, "node": 1}]},
            "node 0: expected parts with a value, or with above",
        ),
        ({"parts": [{"node": 1}]}, "node 0: expected parts with a value, or with above"),
        ({"yes": 3}, "node 0: expected the keys"),
    ],
)
def test_models_are_checked_when_read(change: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as raised:
        loads(switched(**change))
    assert message in str(raised.value)


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data, model, picture = (tmp_path / name for name in ("weather.csv", "model.json", "tree.svg"))
    data.write_text(WEATHER)
    words = ["fit", str(data), "--target", "play", "--multiway"]
    assert main([*words, "--json", str(model), "--svg", str(picture)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("outlook?\n├─ overcast: yes (4 rows)\n")
    assert "0 wrong, 3 branches, cost 0.42; proved optimal over 4 columns by their values" in printed
    assert picture.read_text().startswith("<svg")
    assert main(["predict", str(model), str(data)]) == 0
    assert capsys.readouterr().out.split() == PLAY.tolist()
    assert main(["draw", "fit", str(model), str(data), "-o", str(tmp_path / "tree.png")]) == 0
    assert (tmp_path / "tree.png").stat().st_size > 1000
    capsys.readouterr()
    assert main([*words, "--max-depth", "1"]) == 0
    assert "4 wrong, 1 branch;" in capsys.readouterr().out
    for option, message in [
        (("--regression",), "--regression does not go with --multiway"),
        (("--rules", "3"), "--rules does not go with --multiway"),
        (("--jobs", "2"), "--jobs does not go with --multiway"),
        (("--max-nodes", "3"), "limited by penalty or max_depth, not by max_nodes"),
    ]:
        assert main([*words, *option]) == 2
        assert message in capsys.readouterr().err


def test_numbers_are_read_for_a_model_of_numbers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data, model = tmp_path / "data.csv", tmp_path / "model.json"
    data.write_text("size,y\n" + "".join(f"{n},{'big' if n > 1 else 'small'}\n" for n in (1, 1, 2, 3, 3)))
    assert main(["fit", str(data), "--target", "y", "--multiway", "--json", str(model)]) == 0
    assert main(["predict", str(model), str(data)]) == 0
    assert capsys.readouterr().out.split()[-5:] == ["small", "small", "big", "big", "big"]
    data.write_text("size\nlarge\n")
    assert main(["predict", str(model), str(data)]) == 2
    assert "row 1: expected a number in column size, got 'large'" in capsys.readouterr().err
