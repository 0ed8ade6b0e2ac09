"""Learning at its limits: weights of classes and rows together, columns that are nearly of 0 and 1, models of no rows."""

import json
from typing import Any

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from derive import BadInput, Leaf, Node
from problems import OptimalTreeClassifier
from problems.learn import export
from problems.learn.bridge import to_sklearn
from problems.learn.model import Model, Outcome
from problems.learn.rules import MOST_RULES, Rule, answers, matrix, rule_set
from problems.learn.schema import SCHEMA, dumps, loads
from problems.learn.switch import Between, Is, Switch
from problems.learn.table import Table, table
from problems.learn.target import LARGEST, Labels, class_weights, labels, numbers, weights
from problems.rules.surface import Surface

TARGET = Labels(np.array(["a", "b", "c"]), np.array([0, 1, 1, 2, 2, 2]))

# Weights -------------------------------------------------------------------------------------------------


def test_weights_of_classes_and_of_rows_are_multiplied() -> None:
    rows = np.array([1.0, 2.0, 3.0, 0.0, 5.0, 7.0])
    factors = {"a": 10, "c": 0.5}
    assert class_weights(factors, TARGET, None).tolist() == [10, 1, 1, 0.5, 0.5, 0.5]
    assert class_weights(factors, TARGET, rows).tolist() == [10, 2, 3, 0, 2.5, 3.5]
    assert class_weights(None, TARGET, rows) is rows
    balanced = class_weights("balanced", TARGET, None)
    assert [balanced[TARGET.codes == code].sum() for code in range(3)] == pytest.approx([2, 2, 2])
    assert class_weights("balanced", TARGET, rows) == pytest.approx(balanced * rows)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"a": -1}, "class_weight gives finite weights, 0 or more; got {'a': -1}"),
        ({"a": float("inf")}, "class_weight gives finite weights, 0 or more"),
        ({"a": 0, "b": 0, "c": 0}, "expected a weight above zero in some row, but every weight is zero"),
        ({"a": 1, "d": 2}, "class_weight names the label 'd'; the labels are a, b, c"),
        ("even", "class_weight is a mapping from labels to weights, 'balanced', or None; got 'even'"),
        (2, "class_weight is a mapping from labels to weights, 'balanced', or None; got 2"),
    ],
)
def test_bad_weights_of_classes_get_one_sentence(given: Any, message: str) -> None:
    with pytest.raises(BadInput) as raised:
        class_weights(given, TARGET, None)
    assert message in str(raised.value)
    assert class_weights({"a": 0, "b": 0}, TARGET, None).tolist() == [0, 0, 0, 1, 1, 1]


def test_a_class_with_weight_decides_the_tree() -> None:
    """Both kinds of weights at once are those of rows that were multiplied by hand."""
    X, y = [[0], [0], [0], [1], [1]], ["a", "a", "b", "b", "a"]
    rows = [1, 1, 3, 1, 2]
    for factors in ({"b": 0.5}, {"b": 2}, "balanced"):
        both = OptimalTreeClassifier(max_depth=1, class_weight=factors).fit(X, y, sample_weight=rows)
        by_hand = class_weights(factors, labels(y, 5), np.array(rows, dtype=float))
        plain = OptimalTreeClassifier(max_depth=1).fit(X, y, sample_weight=by_hand)
        assert both.model_.tree == plain.model_.tree
        assert both.model_.loss == plain.model_.loss


def test_weights_of_rows_at_their_limits() -> None:
    assert weights([0, 2], 2).tolist() == [0, 2]
    assert weights([True, False], 2).tolist() == [1, 0]
    assert weights(np.array([3], dtype=np.uint8), 1).tolist() == [3]
    assert weights([1e307] * 2, 2).tolist() == [1e307] * 2
    for wrong, message in [
        ([1, 2, 3], "expected a weight for each of 2 rows, got 3"),
        (-1, "expected weights that are finite and 0 or more, got -1.0 in row 0"),
        ([2, float("inf")], "got inf in row 1"),
        (0, "every sample weight is zero"),
    ]:
        with pytest.raises(BadInput) as raised:
            weights(wrong, 2)
        assert message in str(raised.value)


def test_numbers_as_large_as_can_be_added() -> None:
    assert numbers([LARGEST / 2, -LARGEST / 2], 2).tolist() == [LARGEST / 2, -LARGEST / 2]
    with pytest.raises(BadInput, match="whose squares cannot be added"):
        numbers([LARGEST / 2, -LARGEST * 0.51], 2)
    with pytest.raises(BadInput, match="expected a target of numbers, got '3'"):
        numbers(["3", "4"], 2)


def test_labels_with_gaps_and_negative_labels() -> None:
    for given in ([0, 1, 2, 1], [1, 2, 1], [-1, 0, 1], [999, 0], [1000, 0, 1], [0], [5]):
        classes, codes = labels(given, len(given))
        assert classes[codes].tolist() == given
        assert classes.tolist() == sorted(set(given))
    with pytest.raises(BadInput, match=r"such as 0\.5; to predict numbers, use OptimalTreeRegressor"):
        labels([1.0, 0.5, -1.0], 3)
    assert labels([-2.0, 3.0], 2).classes.tolist() == [-2, 3]


# Rules ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.float32, np.float64])
@pytest.mark.parametrize("values", [[-1, 0, 1], [-1, 1], [0, -2], [0, 2, 1], [2, 3]])
def test_only_columns_of_0_and_1_are_rules_as_they_are(kind: Any, values: list[int]) -> None:
    given = np.array([[value] for value in values], dtype=kind)
    for data in (table(given), table([[value, "x"] for value in given[:, 0].tolist()])):
        rules = [rule for rule in rule_set(data).rules if isinstance(rule, Rule) and rule.column == "x0"]
        assert {rule.test for rule in rules} == {"<="}
        assert len(rules) == len(values) - 1
        with pytest.raises(BadInput, match="but x0 holds others"):
            rule_set(data, "columns")


@pytest.mark.parametrize("values", [[0, 0], [1, 1], [0, 1]])
def test_columns_with_one_of_0_and_1_are_rules_as_they_are_too(values: list[int]) -> None:
    for kind in (bool, np.uint8, np.float64):
        data = table(np.array([[value] for value in values], dtype=kind))
        assert rule_set(data).name == "1 column as it is"
        assert answers(data, rule_set(data)).tolist() == [[value] for value in values]


def test_answers_are_those_of_the_rules_one_by_one() -> None:
    data = table([[1.0, 5, "u"], [2.0, 4, "v"], [3.0, 4, "w"]])
    rules = [
        Rule("x0", "<=", 1.5), Rule("x0", "<=", 2.5), Rule("x0", ">", 1.5), Rule("x1", "<=", 4),
        Rule("x0", "<=", 0), Rule("x2", "=", "v"), Rule("x1", "=", 5), Rule("x0", "<=", 2), Rule("x0", "<=", 3),
    ]  # fmt: skip
    expected = [rule.holds(data.columns[data.names.index(rule.column)]).tolist() for rule in rules]
    assert matrix(data, rules).T.astype(bool).tolist() == expected
    assert matrix(data, rules[:1]).tolist() == [[1], [0], [0]]
    assert matrix(data, []).shape == (3, 0)


def test_rules_are_kept_up_to_the_limit_and_thinned_beyond() -> None:
    exactly = table(np.arange(MOST_RULES + 1, dtype=float)[:, None])
    assert (len(rule_set(exactly).rules), rule_set(exactly).left_out) == (MOST_RULES, "")
    assert rule_set(exactly).name == "all 300 midpoints"
    beyond = table(np.arange(MOST_RULES + 2, dtype=float)[:, None])
    assert rule_set(beyond).left_out == "kept 300 of 301 rules, at most 300 a column"
    uneven = np.zeros((400, 3))
    uneven[:, 0] = np.arange(400)  # 399 thresholds
    uneven[:, 1] = np.arange(400) // 40  # 9
    uneven[:, 2] = np.arange(400) % 2  # 1
    chosen = rule_set(table(uneven))
    tests = [rule.column for rule in chosen.rules if isinstance(rule, Rule)]
    assert [tests.count(f"x{i}") for i in range(3)] == [291, 9, 1]


def test_names_of_rule_sets() -> None:
    one = table([[1.0], [2.0]])
    assert rule_set(one).name == "1 midpoint"
    assert rule_set(table([[3.0], [3.0]])).name == "no rules, for no column varies"
    assert rule_set(table([["a"], ["b"], ["a"]])).name == "1 equality"
    assert rule_set(table([["a"], ["a"]])).name == "no rules, for no column varies"
    assert rule_set(one, [Rule("x0", "<=", 1.5)]).name == "1 rule that were given"
    assert rule_set(table([[3.0, 0], [5.0, 1]]), 1).name == "2 rules: 1 column as it is, 1 midpoint"


def test_the_most_frequent_categories_are_asked_for() -> None:
    column = [["d"]] * 1 + [["c"]] * 3 + [["b"]] * 2 + [["a"]] * 3
    assert [str(rule) for rule in rule_set(table(column), 2).rules] == ["x0 = a", "x0 = c"]
    heavy = np.array([9.0] + [1.0] * 8)
    assert [str(rule) for rule in rule_set(table(column), 1, heavy).rules] == ["x0 = d"]


# Models as JSON ------------------------------------------------------------------------------------------


def test_leaves_that_no_row_came_to_can_be_read() -> None:
    empty = Model(("a",), Leaf(Outcome("x", 0, (1.0, 0.0))), ("x", "y"))
    assert loads(dumps(empty)) == empty
    assert loads(dumps(Model(("a",), Leaf(Outcome(2.5, 0))))).tree == Leaf(Outcome(2.5, 0))


def test_what_is_not_said_of_a_model_is_not_known() -> None:
    least = {
        "format": "derive-tree",
        "version": 1,
        "columns": ["a"],
        "classes": [],
        "nodes": [{"leaf": 1, "rows": 2}],
    }
    assert loads(json.dumps(least)) == Model(("a",), Leaf(Outcome(1, 2)))
    model = loads(json.dumps(least))
    assert (model.target, model.rule_set, model.optimal) == ("y", "", False)
    assert (model.loss, model.cost, model.lower_bound) == (0, 0, 0)


def test_numbers_of_a_model_are_kept_apart() -> None:
    model = Model(("a",), Leaf(Outcome(1.5, 2)), (), "price", "some rules", 1.0, 2.0, 0.5, True)
    assert loads(dumps(model)) == model
    assert export.verdict(model) == "squared error 1, 0 branches, cost 2; proved optimal over some rules"


SWITCH = {"column": "a", "parts": [{"value": 1, "node": 1}, {"value": 2, "node": 2}],
          "otherwise": {"leaf": "x", "rows": 1, "weights": [1, 0]}}  # fmt: skip
ENDS = [{"leaf": "x", "rows": 1, "weights": [1, 0]}, {"leaf": "y", "rows": 2, "weights": [0, 2]}]


def written(**changes: Any) -> str:
    content = {"format": "derive-tree", "version": 1, "columns": ["a", "b"], "classes": ["x", "y"]}
    return json.dumps({**content, "nodes": [SWITCH | changes, *ENDS]})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"column": "c"}, "node 0: expected one of the columns a, b; got 'c'"),
        ({"parts": []}, "node 0: expected under 'parts' a list of parts, got []"),
        ({"parts": [1, 2]}, "node 0: expected under 'parts' a list of parts, got [1, 2]"),
        ({"parts": {"value": 1}}, "node 0: expected under 'parts' a list of parts"),
        ({"otherwise": None}, "node 0: expected a leaf under 'otherwise', got None"),
        ({"otherwise": {"rows": 1}}, "node 0: expected a leaf under 'otherwise'"),
        ({"otherwise": ENDS[0] | {"leaf": "z"}}, "node 0: expected one of the classes x, y; got 'z'"),
        ({"parts": [{"value": 1, "node": 1}, {"value": 1, "node": 2}]}, "node 0: expected parts that differ"),
        ({"parts": [{"value": 1, "node": 1}, {"value": 2, "node": 1}]}, "under 'node' the place of a later node, once; got 1"),
        ({"parts": [{"value": 1, "node": 1}, {"above": 2, "node": 2}]}, "expected parts with a value, or with above and to"),
        ({"parts": [{"value": 1, "node": 1}, {"above": "2", "to": 3, "node": 2}]}, "expected parts with a value"),
        ({"parts": [{"value": 1, "above": 0, "to": 1, "node": 1}, {"value": 2, "node": 2}]}, "expected parts with a value"),
        ({"yes": 1}, "node 0: expected the keys"),
    ],
)  # fmt: skip
def test_switches_are_checked_when_read(changes: dict[str, Any], message: str) -> None:
    assert loads(written()).predict(table([[1, 0], [2, 0], [3, 0]], ["a", "b"])).tolist() == ["x", "y", "x"]
    limits = [{"above": None, "to": 3, "node": 1}, {"above": 3, "to": None, "node": 2}]
    read = loads(written(parts=limits))
    assert read.predict(table([[3, 0], [3.5, 0]], ["a", "b"])).tolist() == ["x", "y"]
    with pytest.raises(BadInput) as raised:
        loads(written(**changes))
    assert message in str(raised.value)


def test_the_schema_agrees_with_the_reader() -> None:
    """What one refuses, by the shape of the text alone, the other refuses too."""
    jsonschema = pytest.importorskip("jsonschema")
    rule = {"column": "a", "test": "<=", "value": 3, "yes": 1, "no": 2}
    terms = {"terms": [{"times": 2, "of": ["a", "a"]}], "test": ">", "value": 1, "yes": 1, "no": 2}
    good = json.loads(written())
    limits = SWITCH | {"parts": [{"above": None, "to": 3, "node": 1}, {"above": 3, "to": 4.5, "node": 2}]}
    between = {"column": "a", "above": None, "to": 3, "yes": 1, "no": 2}
    for node in (rule, terms, between, SWITCH, limits):
        content = good | {"nodes": [node, *ENDS]}
        jsonschema.validate(content, SCHEMA)
        loads(json.dumps(content))
    empty = good | {"nodes": [ENDS[0] | {"rows": 0}], "target": "t", "optimal": True, "cost": 1}
    jsonschema.validate(empty, SCHEMA)
    loads(json.dumps(empty))
    bad_nodes = [
        rule | {"more": 1}, rule | {"test": "<"}, rule | {"yes": 0}, rule | {"no": 1.5}, rule | {"value": None},
        terms | {"terms": []}, terms | {"test": "="}, terms | {"value": "1"}, terms | {"column": "a"},
        terms | {"terms": [{"times": 2, "of": []}]}, terms | {"terms": [{"times": 2, "of": ["a"], "on": 1}]},
        terms | {"terms": [{"times": "2", "of": ["a"]}]}, between | {"more": 1}, between | {"above": "1"},
        SWITCH | {"otherwise": 3}, SWITCH | {"parts": 3}, SWITCH | {"more": 3}, SWITCH | {"parts": [{"value": 1}]},
        SWITCH | {"parts": [{"value": 1, "node": 1, "also": 2}]}, {"leaf": "x"},
    ]  # fmt: skip
    for node in (rule, terms, between, SWITCH):
        bad_nodes += [{key: node[key] for key in node if key != left_out} for left_out in node]
    bad = [good | {"nodes": [node, *ENDS]} for node in bad_nodes]
    leaf = ENDS[0]
    bad += [
        good | {"nodes": [leaf | change]}
        for change in ({"rows": -1}, {"weights": [-1, 1]}, {"more": 1}, {"leaf": None})
    ]
    bad += [
        good | change
        for change in (
            {"version": 2}, {"format": "x"}, {"columns": ["a", "a"]}, {"columns": [1]}, {"classes": [None]}, {"nodes": []},
            {"more": 1}, {"target": 1}, {"rule_set": 1}, {"loss": "1"}, {"cost": "1"}, {"lower_bound": "1"}, {"optimal": 1},
        )
    ]  # fmt: skip
    bad += [{key: good[key] for key in good if key != left_out} for left_out in good]
    for content in bad:
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(content, SCHEMA)
        with pytest.raises(BadInput):
            loads(json.dumps(content))


# Models for elsewhere ------------------------------------------------------------------------------------


def nodes(tree: Any) -> list[tuple[Any, ...]]:
    """What is stored in every node, root before parts, left before right."""
    found, todo = [], [0]
    while todo:
        here = todo.pop()
        fields = ("feature", "threshold", "n_node_samples", "weighted_n_node_samples", "impurity")
        found.append((*(getattr(tree, field)[here] for field in fields), *tree.value[here].ravel()))
        if tree.children_left[here] >= 0:
            todo += [tree.children_right[here], tree.children_left[here]]
        else:
            assert tree.children_left[here] == tree.children_right[here] == -1
    return found


def same_nodes(ours: Any, theirs: Any) -> None:
    assert np.allclose(nodes(ours.tree_), nodes(theirs.tree_))
    for field in ("node_count", "max_depth", "n_features", "n_outputs"):
        assert getattr(ours.tree_, field) == getattr(theirs.tree_, field)
    assert (ours.n_features_in_, ours.n_outputs_, ours.max_features_) == (theirs.n_features_in_, 1, 2)
    assert ours.get_depth() == ours.max_depth == theirs.get_depth()


def taken_over(theirs: Any, here: int = 0) -> Any:
    """The tree that scikit-learn grew, as one of ours."""
    tree = theirs.tree_
    if tree.children_left[here] < 0:
        rows, weight, value = (
            tree.n_node_samples[here],
            tree.weighted_n_node_samples[here],
            tree.value[here, 0],
        )
        if hasattr(theirs, "classes_"):
            return Leaf(Outcome(theirs.classes_[value.argmax()], int(rows), tuple(weight * value)))
        return Leaf(Outcome(float(value[0]), int(rows)))
    parts = (taken_over(theirs, child[here]) for child in (tree.children_left, tree.children_right))
    return Node(Rule("ab"[tree.feature[here]], "<=", tree.threshold[here]), tuple(parts))


@pytest.mark.parametrize("seed", range(4))
def test_a_tree_for_scikit_learn_has_the_nodes_of_one_it_grew(seed: int) -> None:
    """There and back again: all that is stored in a node is the same."""
    random = np.random.default_rng(seed)
    X, y = random.normal(size=(20, 2)), random.choice(["u", "v", "w"], 20)
    mass = random.integers(1, 4, 20)
    theirs = DecisionTreeClassifier(max_depth=3, random_state=0).fit(X, y, sample_weight=mass)
    ours = to_sklearn(Model(("a", "b"), taken_over(theirs), ("u", "v", "w")))
    assert ours.classes_.tolist() == ["u", "v", "w"]
    assert ours.n_classes_ == 3
    same_nodes(ours, theirs)
    grown = DecisionTreeRegressor(random_state=0).fit(
        X, random.integers(-3, 4, 20)
    )  # so far that leaves are pure
    same_nodes(to_sklearn(Model(("a", "b"), taken_over(grown))), grown)


def test_a_leaf_alone_for_scikit_learn() -> None:
    ours = to_sklearn(Model(("a", "b"), Leaf(Outcome("x", 3, (2.0, 1.0))), ("x", "y")))
    theirs = DecisionTreeClassifier().fit([[0, 0]] * 3, ["x", "x", "y"])
    assert ours.max_depth is None
    assert ours.predict_proba([[1, 2]]).tolist() == theirs.predict_proba([[1, 2]]).tolist()
    assert ours.tree_.impurity.tolist() == theirs.tree_.impurity.tolist()
    assert ours.tree_.feature.tolist() == theirs.tree_.feature.tolist() == [-2]
    with pytest.raises(BadInput, match="over is 'columns' or 'rules', got 'rows'"):
        to_sklearn(Model(("a",), Leaf(Outcome(1.0, 1))), "rows")


def test_verdicts_say_what_a_tree_costs() -> None:
    leaf = Leaf(Outcome("x", 3, (2.0, 1.0)))
    tree = Node(Rule("a", "<=", 1), (leaf, leaf))
    said = export.verdict(
        Model(("a",), tree, ("x", "y"), rule_set="1 midpoint", loss=2, cost=2.5, lower_bound=1.5)
    )
    assert said == "2 wrong, 1 branch, cost 2.5; not proved optimal, lower bound 1.5, over 1 midpoint"
    two = Node(Rule("a", "<=", 1), (tree, leaf))
    assert export.verdict(Model(("a",), two, ("x", "y"), rule_set="r", optimal=True)).startswith(
        "0 wrong, 2 branches;"
    )
    alone = [
        Model(("a",), Leaf(Outcome("x", *what)), ("x", "y")) for what in ((1, (1.0, 0.0)), (0, (1.0, 0.25)))
    ]
    assert [export.text(model) for model in alone] == ["x (1 row)", "x (0 rows, 0.25 wrong)"]


def test_sums_are_written_as_sums() -> None:
    rule = Surface(("u", "v"), ((-1, (2, 0)), (3, (1, 1)), (-0.5, (0, 1)), (1, (1, 0))), "<=", -2)
    leaf, other = Leaf(Outcome(1.0, 1)), Leaf(Outcome(2.0, 1))
    model = Model(("u", "v"), Node(rule, (leaf, other)))
    assert '-"u" * "u" + 3 * "u" * "v" - 0.5 * "v" + "u" <= -2' in export.sql(model)
    assert (
        "-row['u'] * row['u'] + 3 * row['u'] * row['v'] - 0.5 * row['v'] + row['u'] <= -2"
        in export.python(model)
    )


def test_switches_are_indented_like_any_other_branch() -> None:
    ends = [Leaf(Outcome(float(i), 1)) for i in range(3)]
    inner = Node(
        Switch("u", (Is("x"), Is("y")), Outcome(9.0, 3)),
        (ends[0], Node(Rule("v", "<=", 1), (ends[1], ends[2]))),
    )
    model = Model(("u", "v"), Node(Rule("v", ">", 5), (inner, ends[0])))
    assert export.sql(model).splitlines() == [
        'CASE WHEN "v" > 5 THEN',
        "  CASE",
        """  WHEN "u" = 'x' THEN""",
        "    0.0",
        """  WHEN "u" = 'y' THEN""",
        '    CASE WHEN "v" <= 1 THEN',
        "      1.0",
        "    ELSE",
        "      2.0",
        "    END",
        "  ELSE",
        "    9.0",
        "  END",
        "ELSE",
        "  0.0",
        "END",
    ]
    assert export.python(model).splitlines() == [
        "def predict(row):",
        "    if row['v'] > 5:",
        "        if row['u'] == 'x':",
        "            return 0.0",
        "        if row['u'] == 'y':",
        "            if row['v'] <= 1:",
        "                return 1.0",
        "            return 2.0",
        "        return 9.0",
        "    return 0.0",
    ]


def test_intervals_are_written_for_every_language() -> None:
    turns = (Between(None, 1), Between(1, 2.5), Between(2.5, None))
    ends = tuple(Leaf(Outcome(float(i), 1)) for i in range(3))
    model = Model(("u",), Node(Switch("u", turns, Outcome(9.0, 3)), ends))
    python, sql = export.python(model), export.sql(model)
    assert [text in python for text in ("row['u'] <= 1:", "1 < row['u'] <= 2.5:", "row['u'] > 2.5:")] == [
        True
    ] * 3
    assert [text in sql for text in ('"u" <= 1 THEN', '"u" > 1 AND "u" <= 2.5 THEN', '"u" > 2.5 THEN')] == [
        True
    ] * 3
    values = [0.0, 1.0, 1.5, 2.5, 3.0]
    scope: dict[str, Any] = {}
    exec(python, scope)
    assert [scope["predict"]({"u": value}) for value in values] == [0, 0, 1, 1, 2]
    assert model.predict(Table(("u",), (np.array(values),), 5)).tolist() == [0, 0, 1, 1, 2]
    anything = Model(("u",), Node(Switch("u", (Between(None, None),), Outcome(9.0, 3)), ends[:1]))
    exec(export.python(anything), scope)
    assert scope["predict"]({"u": 5}) == 0
    assert "WHEN TRUE THEN" in export.sql(anything)
    truth = Model(("u",), Node(Switch("u", (Is(True),), Outcome(9.0, 3)), ends[:1]))
    assert '"u" = TRUE' in export.sql(truth)
