"""Data, rules, models and their exports: what goes in comes out the same everywhere, or is refused."""

import json
import sqlite3
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from derive import BadInput, Leaf, Node, depth, size
from problems import generated
from problems.learn import export, fitting
from problems.learn.bridge import to_sklearn
from problems.learn.csv_file import read_for
from problems.learn.fitting import NotProved, RulesThinned, pose, search
from problems.learn.interval import Interval
from problems.learn.limits import Limits
from problems.learn.model import Model, Outcome, Question
from problems.learn.picture import svg
from problems.learn.rules import MOST_RULES, Rule, answers, matrix, midpoints, rule_set
from problems.learn.schema import SCHEMA, dumps, loads
from problems.learn.switch import Between, Is, Switch
from problems.learn.table import Table, table
from problems.learn.target import labels, numbers, weights
from problems.rules.surface import Surface

NAMES = ("a", 'the "b"', "it's c", "d")
WORDS = ("red", "it's", 'say "blue"', "<&>")
THRESHOLDS = st.sampled_from([-1.5, 0.25, 2, 7.75])
RULES = st.one_of(
    st.builds(Rule, st.just(NAMES[0]), st.just(">"), st.just(0.5)),
    st.builds(Rule, st.sampled_from(NAMES[1:3]), st.sampled_from([">", "<="]), THRESHOLDS),
)
LIMITS = st.sampled_from([(-1.5, 0.25), (0.25, 2), (2, 7.75), (None, 0.25), (2, None)])
INTERVALS = st.builds(lambda column, limits: Interval(column, *limits), st.sampled_from(NAMES[1:3]), LIMITS)
TEXT_RULES = st.builds(Rule, st.just(NAMES[3]), st.just("="), st.sampled_from(WORDS))
OUTCOMES = st.builds(
    lambda code, weight: Outcome(WORDS[code], 3, tuple(weight if i == code else 1.0 for i in range(4))),
    st.integers(0, 3),
    st.sampled_from([2.0, 3.5]),
)
SURFACES = st.builds(
    lambda factors, powers, test, bound: Surface(
        NAMES[1:3], tuple(zip(factors, powers, strict=True)), test, bound
    ),
    st.tuples(*[st.sampled_from([-2, -1, 0.5, 1, 3])] * 2),
    st.sampled_from([((1, 0), (0, 1)), ((2, 0), (1, 1)), ((0, 2), (1, 0))]),
    st.sampled_from([">", "<="]),
    THRESHOLDS,
)
SWITCHES = st.builds(
    lambda asked, otherwise: Switch(*asked, otherwise),
    st.one_of(
        st.permutations(WORDS).map(lambda words: (NAMES[3], tuple(map(Is, words[:2])))),
        st.permutations(range(-3, 4)).map(lambda values: (NAMES[2], tuple(map(Is, values[:2])))),
        THRESHOLDS.map(lambda cut: (NAMES[1], (Between(None, cut), Between(cut, cut + 1)))),
    ),
    OUTCOMES,
)
QUESTIONS = RULES | TEXT_RULES | INTERVALS | SURFACES | SWITCHES
NUMBERS = st.builds(Outcome, st.floats(-9, 9, width=16), st.integers(1, 9), st.just(()))
ROWS = st.lists(
    st.tuples(
        st.integers(0, 1), st.sampled_from([-2.0, 0.25, 1.0, 2.0]), st.integers(-3, 9), st.sampled_from(WORDS)
    ),
    min_size=1,
    max_size=12,
)


def trees(rules: st.SearchStrategy[Question], outcomes: st.SearchStrategy[Outcome]) -> st.SearchStrategy[Any]:
    return st.recursive(
        outcomes.map(Leaf), lambda part: st.builds(Node, rules, st.tuples(part, part)), max_leaves=8
    )


def classifiers(rules: st.SearchStrategy[Question]) -> st.SearchStrategy[Model]:
    return trees(rules, OUTCOMES).map(lambda tree: Model(NAMES, tree, WORDS, rule_set="drawn", loss=2.0))


REGRESSORS = trees(RULES | INTERVALS, NUMBERS).map(lambda tree: Model(NAMES, tree))


def frame(rows: list[tuple[Any, ...]]) -> Table:
    return table([list(row) for row in rows], NAMES)


@given(st.one_of(classifiers(QUESTIONS), REGRESSORS), ROWS)
def test_python_sql_and_json_predict_the_same(model: Model, rows: list[tuple[Any, ...]]) -> None:
    expected = model.predict(frame(rows)).tolist()
    scope: dict[str, Any] = {}
    exec(export.python(model, "decide"), scope)
    assert [scope["decide"](dict(zip(NAMES, row, strict=True))) for row in rows] == expected
    assert loads(dumps(model)) == model
    assert loads(dumps(model)).predict(frame(rows)).tolist() == expected
    with sqlite3.connect(":memory:") as base:
        columns = ", ".join('"' + name.replace('"', '""') + '"' for name in NAMES)
        base.execute(f"create table data ({columns})")
        base.executemany("insert into data values (?, ?, ?, ?)", rows)
        assert [
            row[0] for row in base.execute(f"select {export.sql(model)} from data order by rowid")
        ] == expected
    base.close()


@given(st.one_of(classifiers(RULES | INTERVALS), REGRESSORS), ROWS)
def test_scikit_learn_predicts_the_same(model: Model, rows: list[tuple[Any, ...]]) -> None:
    expected = model.predict(frame(rows)).tolist()
    theirs = to_sklearn(model)
    assert theirs.predict([[*row[:3], 0] for row in rows]).tolist() == expected
    if not any(isinstance(rule, Interval) and len(rule.limits) == 2 for rule in model.rules):
        assert theirs.get_n_leaves() == size(model.tree) + 1
        assert theirs.get_depth() == depth(model.tree)
    weight = theirs.tree_.weighted_n_node_samples
    ends = theirs.tree_.children_left < 0
    assert np.isclose(weight[ends].sum(), weight[0])
    if model.classes:
        assert np.allclose(theirs.predict_proba([[*row[:3], 0] for row in rows]), model.shares(frame(rows)))


@given(classifiers(RULES | TEXT_RULES | INTERVALS | SURFACES), ROWS)
def test_scikit_learn_over_rules(model: Model, rows: list[tuple[Any, ...]]) -> None:
    assume(model.rules)
    theirs = to_sklearn(model, over="rules")
    assert theirs.predict(model.answers(frame(rows))).tolist() == model.predict(frame(rows)).tolist()


@given(st.one_of(classifiers(QUESTIONS), REGRESSORS))
def test_pictures_are_well_formed(model: Model) -> None:
    from xml.etree import ElementTree

    drawn = ElementTree.fromstring(svg(model))
    boxes = drawn.findall("{http://www.w3.org/2000/svg}rect")
    assert len(boxes) == 2 * size(model.tree) + 1
    left, right = zip(
        *((float(b.attrib["x"]), float(b.attrib["x"]) + float(b.attrib["width"])) for b in boxes), strict=True
    )
    assert min(left) >= 0
    assert max(right) <= float(drawn.attrib["width"]) + 0.5
    assert len(export.text(model).splitlines()) == 2 * size(model.tree) + 1
    assert model._repr_svg_() == svg(model)


def every_kind() -> Model:
    """A tree that asks a rule, an interval, a rule over two columns, and for one of three values."""
    yes, no = Leaf(Outcome("yes", 3, (1.0, 2.0))), Leaf(Outcome("no", 2, (2.0, 0.0)))
    colour = Switch("colour", (Is("red"), Is("blue"), Is("green")), Outcome("no", 8, (5.0, 3.0)))
    round_ = Surface(("x", "y"), ((1, (2, 0)), (1, (0, 2))), "<=", 1)
    high = Node(Interval("y", -1, 1), (no, yes))
    tree = Node(Rule("x", "<=", 2), (Node(colour, (yes, Node(round_, (yes, no)), no)), high))
    return Model(("colour", "x", "y"), tree, ("no", "yes"), target="wanted")


def test_a_model_with_each_kind_of_question_is_the_same_everywhere(tmp_path: Path) -> None:
    model = every_kind()
    file = tmp_path / "data.csv"
    file.write_text(
        "colour,x,y\nred,1,0\nblue,0.5,0.5\nblue,0.8,0.8\ngreen,0,0\npink,0,0\nred,3,0\nred,3,2\n"
    )
    data = read_for(model, file)
    assert [column.dtype.kind for column in data.columns] == ["f", "O", "f"]
    assert [type(question) for question in model.questions] == [Rule, Switch, Interval, Surface]
    assert model.predict(data).tolist() == ["yes", "yes", "no", "no", "no", "no", "yes"]
    assert model.leaf(data).tolist() == [0, 1, 2, 3, 6, 4, 5]
    again = loads(dumps(model))
    assert again == model
    assert again.predict(data).tolist() == model.predict(data).tolist()
    assert again.shares(data).tolist() == model.shares(data).tolist()
    assert export.text(model).splitlines() == [
        "x <= 2?",
        "├─ yes: colour?",
        "│  ├─ red: yes (3 rows, 1 wrong)",
        "│  ├─ blue: x^2 + y^2 <= 1?",
        "│  │  ├─ yes: yes (3 rows, 1 wrong)",
        "│  │  └─ no: no (2 rows)",
        "│  └─ green: no (2 rows)",
        "└─ no: -1 < y <= 1?",
        "   ├─ yes: no (2 rows)",
        "   └─ no: yes (3 rows, 1 wrong)",
    ]
    for over in ("columns", "rules"):
        with pytest.raises(BadInput, match="scikit-learn's trees have two parts a branch"):
            to_sklearn(model, over)


def chain(length: int) -> Model:
    tree: Any = Leaf(Outcome(1.0, 1))
    for number in range(length):
        tree = Node(Rule("a", "<=", number), (Leaf(Outcome(float(number), 1)), tree))
    return Model(("a",), tree)


def test_deep_trees_are_ordinary() -> None:
    deep = chain(20_000)
    assert loads(dumps(deep)) == deep
    assert deep.predict(table([[-1.0], [1e9]], ["a"])).tolist() == [19_999.0, 1.0]
    assert "more branches" in export.text(deep)
    assert export.sql(deep).count("CASE") == 20_000
    assert svg(chain(500)).count("<rect") == 1001
    with pytest.raises(
        BadInput, match="the tree is 91 deep, but Python reads at most 90 nested ifs; export JSON"
    ):
        export.python(chain(91))
    scope: dict[str, Any] = {}
    exec(export.python(chain(90)), scope)
    assert scope["predict"]({"a": 1}) == 89.0
    with pytest.raises(BadInput, match="expected a name for the function, got '1'"):
        export.python(deep, "1")


GOOD: dict[str, Any] = {
    "format": "derive-tree", "version": 1, "columns": ["a", "b"], "classes": ["x", "y"],
    "nodes": [{"column": "a", "test": "<=", "value": 3, "yes": 1, "no": 2},
              {"leaf": "x", "rows": 1, "weights": [1, 0]}, {"leaf": "y", "rows": 2, "weights": [0, 2]}],
}  # fmt: skip
LEAF = {"leaf": "x", "rows": 1, "weights": [1, 0]}

BETWEEN = {"column": "a", "above": 1, "to": 3, "yes": 1, "no": 2}


def branch(**changes: Any) -> dict[str, Any]:
    return {"nodes": [GOOD["nodes"][0] | changes, *GOOD["nodes"][1:]]}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": 2}, '"version": 1, got 2'),
        ({"more": 1}, "got 'more'"),
        ({"columns": "a"}, "expected a list under 'columns', got 'a'"),
        ({"columns": ["a", "a"]}, "columns with names that differ"),
        ({"columns": [1]}, "columns with names that differ"),
        ({"classes": [None]}, "classes: expected text or a number, got None"),
        ({"target": 3}, "expected text under 'target', got 3"),
        ({"optimal": 1}, "expected true or false under 'optimal', got 1"),
        ({"cost": "x"}, "expected a finite number under 'cost', got 'x'"),
        ({"loss": float("nan")}, "expected a finite number under 'loss', got nan"),
        ({"nodes": []}, "expected one tree with its root first, got 0 trees"),
        ({"nodes": [LEAF, LEAF]}, "expected one tree with its root first, got 2 trees"),
        ({"nodes": [3]}, "node 0: expected the keys"),
        ({"nodes": [{"leaf": "x", "row": 1}]}, "node 0: expected the keys"),
        (branch(column="c"), "node 0: expected one of the columns a, b; got 'c'"),
        ({"nodes": [BETWEEN | {"above": 4}, *GOOD["nodes"][1:]]}, "a larger one under 'to', or null for one of them; got 4 and 3"),
        ({"nodes": [BETWEEN | {"above": None, "to": None}, *GOOD["nodes"][1:]]}, "got None and None"),
        ({"nodes": [BETWEEN | {"column": "c"}, *GOOD["nodes"][1:]]}, "node 0: expected one of the columns a, b; got 'c'"),
        ({"nodes": [BETWEEN | {"test": "<="}, *GOOD["nodes"][1:]]}, "node 0: expected the keys"),
        (branch(test="<"), "node 0: expected the test '>', '<=' or '='; got '<'"),
        (branch(value="3"), "node 0: expected a finite number to compare with, got '3'"),
        (branch(test="=", value=None), "node 0: expected text or a number, got None"),
        (branch(yes=0), "node 0: expected under 'yes' the place of a later node, once; got 0"),
        (branch(no=1), "node 0: expected under 'no' the place of a later node, once; got 1"),
        (branch(no=True), "got True"),
        ({"nodes": [LEAF | {"leaf": "z"}]}, "node 0: expected one of the classes x, y; got 'z'"),
        ({"nodes": [LEAF], "classes": []}, "node 0: expected a number, for there are no classes; got 'x'"),
        ({"nodes": [LEAF | {"rows": True}]}, "expected under 'rows' a whole number, 0 or more; got True"),
        ({"nodes": [LEAF | {"rows": 1.0}]}, "expected under 'rows' a whole number, 0 or more; got 1.0"),
        ({"nodes": [LEAF | {"weights": [2, -1]}]}, "expected a weight for each of 2 classes, got [2, -1]"),
        ({"nodes": [LEAF | {"rows": -1}]}, "expected under 'rows' a whole number, 0 or more; got -1"),
        ({"nodes": [LEAF | {"weights": [1]}]}, "expected a weight for each of 2 classes, got [1]"),
        ({"nodes": [LEAF | {"weights": [0, 0]}]}, "expected a weight for each of 2 classes, got [0, 0]"),
    ],
)  # fmt: skip
def test_models_are_checked_when_read(changes: dict[str, Any], message: str) -> None:
    assert loads(json.dumps(GOOD)).predict(table([[1, 0], [5, 0]], ["a", "b"])).tolist() == ["x", "y"]
    with pytest.raises(BadInput) as raised:
        loads(json.dumps(GOOD | changes))
    assert message in str(raised.value)


@pytest.mark.parametrize("text", ["", "[", "[]", "3", "[" * 100_000])
def test_what_is_no_model_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="expected a model as"):
        loads(text)


def test_the_schema_names_what_is_written() -> None:
    written = json.loads(dumps(loads(json.dumps(GOOD))))
    assert list(written) == [key for key in SCHEMA["properties"] if key != "judged"]  # which metrics add
    kinds = SCHEMA["properties"]["nodes"]["items"]["oneOf"]
    for node in json.loads(dumps(every_kind()))["nodes"]:
        fits = [set(kind["required"]) <= set(node) <= set(kind["properties"]) for kind in kinds]
        assert fits.count(True) == 1, node


@pytest.mark.parametrize("kind", [bool, np.uint8, np.int8, np.int64, np.float32, np.float64])
def test_columns_of_0_and_1_are_rules_as_they_are(kind: Any) -> None:
    given = np.array([[0, 1], [1, 1], [1, 0]], dtype=kind)
    for order in ("C", "F"):
        data = table(np.asarray(given, order=order))
        chosen = rule_set(data)
        features = answers(data, chosen)
        assert (chosen.name, features.tolist()) == ("2 columns as they are", given.astype(int).tolist())
        assert features.flags.c_contiguous


def test_rules_of_mixed_columns() -> None:
    data = table(
        pd.DataFrame(
            {
                "smokes": [True, False, True, True],
                "age": [20, 30, 30, 50],
                "colour": ["red", "blue", "green", "red"],
                "sex": ["f", "m", "f", "m"],
                "grade": pd.Categorical([1, 2, 3, 1]),
                "same": [7, 7, 7, 7],
            }
        )
    )
    chosen = rule_set(data)
    assert [*map(str, chosen.rules)] == [
        "smokes", "age <= 25", "age <= 40", "colour = blue", "colour = green", "colour = red", "sex = m",
        "grade = 1", "grade = 2", "grade = 3",
    ]  # fmt: skip
    assert chosen.name == "10 rules: 1 column as it is, all 2 midpoints, 7 equalities"
    assert answers(data, chosen)[:, 1].tolist() == [1, 0, 0, 0]
    assert [*map(str, rule_set(data, 1).rules)] == [
        "smokes",
        "age <= 40",
        "colour = red",
        "sex = m",
        "grade = 1",
    ]
    assert rule_set(data, 1).name.endswith("3 equalities (at most 1 a column, of 10)")
    assert rule_set(data, 1).left_out == ""
    assert rule_set(data, np.int64(1)) == rule_set(data, 1)
    assert str(rule_set(data, "equality").rules[0]) == "smokes = True"


def test_many_rules_are_thinned_and_it_is_said() -> None:
    random = np.random.default_rng(0)
    data = table(random.normal(size=(200, 4)))
    chosen = rule_set(data)
    assert len(chosen.rules) == MOST_RULES
    assert chosen.name == "300 midpoints (at most 75 a column, of 796)"
    with pytest.warns(
        RulesThinned, match="kept 300 of 796 rules, at most 75 a column; optimal is meant over these"
    ):
        pose(data, labels(random.integers(0, 2, 200), 200))
    assert len(rule_set(data, "midpoints").rules) == 796


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, unique=True).map(sorted))
def test_midpoints_separate_neighbours(values: list[float]) -> None:
    array = np.array(values)
    cuts = midpoints(array)
    assert len(cuts) == len(values) - 1
    assert (array[:-1] <= cuts).all()
    assert (cuts < array[1:]).all()


@given(st.lists(st.integers(0, 6), min_size=2, max_size=20), st.data())
def test_quantiles_see_weights_as_repetition(values: list[int], data: st.DataObject) -> None:
    times = data.draw(st.lists(st.integers(1, 4), min_size=len(values), max_size=len(values)))
    wanted = data.draw(st.integers(1, 4))
    column = np.array(values, dtype=float)[:, None]
    once = rule_set(table(column), wanted, np.array(times, dtype=float))
    assert once.rules == rule_set(table(np.repeat(column, times, axis=0)), wanted).rules


def test_rules_of_ones_own() -> None:
    data = table([[1.0, "x"], [5.0, "y"]])
    mine = [Rule("x0", ">", 3), Rule("x1", "=", "x"), Interval("x0", 0, 3)]
    assert matrix(data, mine).tolist() == [[0, 1, 1], [1, 0, 0]]
    assert rule_set(data, mine).name == "3 rules that were given"
    for wrong, message in [
        (["x0 > 3"], "expected a list of Rule(column, '<=' or '>' or '=', value), or of families"),
        ([Rule("z", ">", 3)], "the rule z > 3 asks of 'z'; the columns are x0, x1"),
        ([Interval("x0", 3, 1)], "the rule 3 < x0 <= 1 is of no interval; expected a number above"),
        ([Rule("x0", ">", "3")], "compares with '3'; expected a number"),
        ("all", "rules are 'auto', 'midpoints', 'mdlp', 'equality', 'columns', a number"),
        (0, "a number of thresholds a column is 1 or more, got 0"),
        (None, "rules are a word, a number or a list of Rule; got None"),
        (True, "a number of thresholds a column is 1 or more, got True"),
        ("columns", "rules='columns' takes columns of 0 and 1, but x0 holds others"),
    ]:
        with pytest.raises(BadInput) as raised:
            rule_set(data, wrong)
        assert message in str(raised.value)
    with pytest.raises(BadInput, match="but x0 holds text"):
        rule_set(table([["a"], ["b"]]), "columns")
    for rule in (Rule("x1", "<=", 2), Interval("x1", None, 2)):
        with pytest.raises(BadInput, match="column x1 holds text, but the rule x1 <= 2 needs numbers"):
            matrix(data, [rule])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([[1.0], [float("inf")]], "column x0 has NaN or infinity in row 1; fill it in or leave the row out"),
        ([[1, None], [2, 3]], "column x1 has no value (None or NaN) in row 0"),
        ([["a"], [float("nan")]], "column x0 has no value (None or NaN) in row 1"),
        (pd.DataFrame({"a": ["x", None]}), "column a has no value (None or NaN) in row 1"),
        (pd.DataFrame({"a": pd.array([1, None], dtype="Int64")}), "column a has "),
        (pd.DataFrame({"a": pd.Categorical(["x", None])}), "column a has no value (None or NaN) in row 1"),
        (pd.DataFrame(), "expected data, got 0 sample(s)"),
        (pd.DataFrame({"a": []}), "expected data, got 0 sample(s)"),
        (np.zeros((3, 0)), "0 feature(s) (shape=(3, 0)) while a minimum of 1 is required"),
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), "expected column names that differ, got 'a' twice"),
        ([[1, 2], [3]], "expected rows of the same length"),
        ([1, 2], "Reshape your data"),
        (csr_array(np.eye(2)), "sparse data are not supported; give a dense array, X.toarray()"),
        ([[1j]], "Complex data not supported"),
        (np.array([["2020-01-01"]], dtype="datetime64[D]"), "column x0 holds datetime64[D]; expected numbers or text"),
        ([[1], ["a"]], "column x0 mixes numbers and text, such as 1 and 'a'"),
        ([["a"], [0], [2]], "column x0 mixes numbers and text, such as 0 and 'a'"),
        ([[{"a": 1}]], "column x0 holds {'a': 1} in row 0, but an argument must be a string or a number"),
    ],
)  # fmt: skip
def test_bad_data_get_one_sentence(data: Any, message: str) -> None:
    with pytest.raises(BadInput) as raised:
        table(data)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_frame_may_have_hundreds_of_columns() -> None:
    frame = pd.DataFrame(np.eye(2, 300)).add_prefix("column ")
    assert table(frame).names == tuple(frame.columns)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (None, "requires y to be passed, but the target y is None"),
        ([1, 2], "expected a target for each of 3 rows, got 2"),
        (["a", 1, "b"], "labels of mixed types: expected all text or all numbers, got 'a' and 1"),
        (np.array(["a", 1, "b"], dtype=object), "labels of mixed types"),
        (np.array(["a", None, "b"], dtype=object), "the target y has no value (None or NaN) in row 1"),
        ([1.0, float("nan"), 2.0], "Input y contains NaN or infinity in row 1"),
        ([1.0, 2.5, 2.0], "Unknown label type: continuous. The labels are fractions, such as 2.5"),
        ([[1, 2]] * 3, "y should be a 1d array"),
        ([1j, 2j, 3j], "Unknown label type: complex128"),
        (np.array([{}, {}, {}], dtype=object), "Unknown label type: unknown. Expected text or numbers, got {} in row 0"),
    ],
)  # fmt: skip
def test_bad_labels_get_one_sentence(given: Any, message: str) -> None:
    with pytest.raises(BadInput) as raised:
        labels(given, 3)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    "given",
    [["b", "a", "b"], [1, -1, 1], [9, 1, 5], [True, False, True], [3.0, 1.0, 3.0], np.array([2, 0, 1], dtype=np.uint8),
     np.array(["b", "a", "b"], dtype=object), np.array([2, 0, 2], dtype=object), [10**6, 7, 7], [0, 2, 2],
     pd.Series(["b", "a", "b"]), pd.Series(["b", "a", "b"], dtype="category")],
)  # fmt: skip
def test_labels_come_back_as_they_went_in(given: Any) -> None:
    classes, codes = labels(given, 3)
    assert classes[codes].tolist() == list(given)
    assert codes.dtype == np.int64
    assert sorted(set(codes.tolist())) == list(range(len(classes)))
    assert classes.tolist() == sorted(set(given))


def test_numbers_and_weights() -> None:
    assert numbers(np.array([1, 2], dtype=object), 2).tolist() == [1.0, 2.0]
    assert weights(2, 3).tolist() == [2.0] * 3
    with pytest.raises(BadInput, match="Input y contains NaN or infinity in row 0"):
        numbers([float("inf")], 1)
    with pytest.raises(BadInput, match=r"numbers as large as 1e\+200, whose squares cannot be added"):
        numbers([1.0, -1e200], 2)
    with pytest.raises(BadInput, match="expected a target of numbers, got 'text'"):
        numbers(["3.5", "text"], 2)
    for wrong, message in [
        ([1, -1], "0 or more, got -1.0 in row 1"),
        ([1, float("nan")], "got nan in row 1"),
        ([0, 0], "every sample weight is zero"),
        (["a", "b"], "expected weights that are numbers"),
        ([[1, 2]], "got an array of shape (1, 2)"),
        ([1.5e308, 1.5e308], "expected weights that can be added, got 1.5e+308"),
    ]:
        with pytest.raises(BadInput) as raised:
            weights(wrong, 2)
        assert message in str(raised.value)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"max_depth": 0}, "max_depth is a whole number, 1 or more, or None; got 0"),
        ({"max_depth": -2}, "got -2"),
        ({"max_depth": 2.0}, "got 2.0"),
        ({"max_depth": True}, "got True"),
        ({"max_nodes": 0}, "max_nodes is a whole number, 1 or more, or None; got 0"),
        ({"min_leaf": None}, "min_leaf is a whole number, 1 or more; got None"),
        ({"penalty": -0.1}, "penalty is a number, 0 or more: the share a branch costs; got -0.1"),
        ({"penalty": float("nan")}, "got nan"),
        ({"time_limit": 0}, "time_limit is a number of seconds above 0, or None; got 0"),
        ({"n_jobs": 0}, "n_jobs is a number of threads, -1 for all processors, or None; got 0"),
        ({"max_depth": None}, "without max_depth nothing ends the search"),
    ],
)
def test_limits_are_checked(limits: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as raised:
        Limits(**limits)
    assert message in str(raised.value)


def test_threads() -> None:
    assert Limits().threads == 1
    assert Limits(n_jobs=3).threads == 3
    assert Limits(n_jobs=-1).threads >= Limits(n_jobs=-2).threads >= 1


def wrong_at_best(features: np.ndarray[Any, Any], codes: np.ndarray[Any, Any]) -> int:
    """The fewest errors of all trees of depth 2, by trying them all."""

    def leaf(rows: np.ndarray[Any, Any]) -> int:
        return len(rows) - max(np.bincount(codes[rows], minlength=1), default=0)

    def stump(rows: np.ndarray[Any, Any]) -> int:
        splits = (
            (rows[features[rows, f] == 1], rows[features[rows, f] == 0]) for f in range(features.shape[1])
        )
        return min(leaf(rows), *(leaf(yes) + leaf(no) for yes, no in splits))

    rows = np.arange(len(codes))
    return min(
        stump(rows),
        *(
            stump(rows[features[:, f] == 1]) + stump(rows[features[:, f] == 0])
            for f in range(features.shape[1])
        ),
    )


def test_data_that_follow_from_rules() -> None:
    with pytest.raises(BadInput, match="the MONK's problems are 1, 2 and 3; got 4"):
        generated.monk(4)
    game = generated.tic_tac_toe()
    assert len(set(game.rows)) == 958
    assert game.rows[game.labels.index("positive")].count("x") >= 3
    for data in (game, generated.monk(2), generated.balance_scale()):
        posed = pose(table(data.rows, data.columns), labels(data.labels, len(data.rows)), limits=Limits(2))
        assert posed.names == data.columns
        assert search(posed).model.loss < len(data.rows) / 2


@pytest.mark.parametrize(
    ("number", "row", "label"),
    [
        (1, (2, 2, 1, 1, 3, 1), "yes"),
        (1, (2, 3, 1, 1, 1, 1), "yes"),
        (1, (2, 3, 1, 1, 2, 1), "no"),
        (2, (1, 1, 2, 2, 2, 2), "yes"),
        (2, (1, 1, 1, 2, 2, 2), "no"),
        (3, (1, 3, 1, 1, 3, 1), "yes"),  # a5 = 3 and a4 = 1
        (3, (1, 3, 1, 2, 3, 1), "no"),
        (3, (1, 2, 1, 2, 1, 1), "yes"),  # a5 is not 4 and a2 is not 3
        (3, (1, 1, 1, 2, 2, 1), "yes"),
        (3, (1, 3, 1, 1, 2, 1), "no"),
        (3, (1, 2, 1, 1, 4, 1), "no"),
    ],
)
def test_the_monks_problems_by_their_rules(number: int, row: tuple[int, ...], label: str) -> None:
    data = generated.monk(number)
    assert data.labels[data.rows.index(row)] == label


@given(st.integers(0, 10_000))
def test_the_search_is_optimal_over_its_rules(seed: int) -> None:
    random = np.random.default_rng(seed)
    data = table(random.integers(0, 5, (12, 2)).astype(float) + 0.5)
    target = labels(random.integers(0, 3, 12), 12)
    posed = pose(data, target, limits=Limits(max_depth=2))
    model = search(posed).model
    assert model.optimal
    assert model.loss == model.cost == model.lower_bound == wrong_at_best(posed.features, target.codes)
    assert model.loss == sum(model.predict(data) != target.classes[target.codes])


def test_a_search_that_stops_early_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from derive.kernels import rows

    posed = pose(table(list(product([0, 1], repeat=2))), labels([0, 1, 1, 0], 4))
    found = rows.fit(*posed.data, **posed.options())
    for stopped, words in [("time limit", "the time limit was reached"), ("interrupted", "interrupted")]:
        early = found._replace(optimal=False, lower_bound=-1.0, stopped=stopped)
        monkeypatch.setattr(rows, "fit", lambda *_, early=early, **__: early)
        with pytest.warns(NotProved, match=rf"not proved optimal \({words}\): cost 0, lower bound -1"):
            model = fitting.search(posed).model
        assert "not proved optimal, lower bound -1, over 2 columns" in export.verdict(model)


def test_the_tree_needs_its_columns() -> None:
    with pytest.raises(BadInput, match="the data have no column 'a', which the tree asks of; expected a"):
        chain(1).predict(table([[1.0]], ["b"]))
