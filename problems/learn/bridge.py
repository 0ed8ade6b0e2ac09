"""A model as a fitted tree of scikit-learn, for ``plot_tree``, SHAP and all else that reads such trees.

scikit-learn reads numbers in single precision, so a value that lies above a threshold by less than a
ten-millionth of it may go the other way there.

>>> from problems.learn.table import table
>>> from problems.learn.target import labels
>>> from problems.learn.fitting import pose, search
>>> model = search(pose(table([[1.5], [2.5], [3.5]]), labels(list("abb"), 3))).model
>>> to_sklearn(model).predict([[1.9], [9.0]]).tolist()
['a', 'b']
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from derive import BadInput, Node, Tree, depth
from derive.tree import fold_with
from problems.learn.model import Model, Outcome, Question
from problems.learn.rules import AnyRule, Rule


def to_sklearn(model: Model, over: Literal["columns", "rules"] = "columns") -> Any:
    """A fitted ``DecisionTreeClassifier`` or ``DecisionTreeRegressor`` that predicts the same.

    It reads the columns, or with ``over="rules"`` the answers to the model's rules (``Model.answers``),
    which is the way for equalities: such trees know thresholds only. They say what has the largest share: where a
    leaf says another label, which a metric may want, all of its share goes to that label.

    >>> from derive import Leaf
    >>> leaf = Leaf(Outcome(2.5, 4))
    >>> to_sklearn(Model(("a",), leaf)).predict([[1.0]]).tolist()
    [2.5]
    >>> to_sklearn(Model(("a",), Node(Rule("a", "=", "red"), (leaf, leaf))))
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: scikit-learn's trees know thresholds only, but the tree asks a = red; give over='rules'
    """
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
    from sklearn.tree._tree import Tree as Fitted

    if over not in ("columns", "rules"):
        raise BadInput(f"over is 'columns' or 'rules', got {over!r}")
    if len(model.rules) < len(model.questions):
        raise BadInput("scikit-learn's trees have two parts a branch, but this one has more; export JSON")
    places = {name: place for place, name in enumerate(model.columns)}
    asked = {rule: place for place, rule in enumerate(model.rules)}

    def threshold(rule: AnyRule) -> tuple[int, float, bool]:
        """Feature, threshold, and whether yes means at most; scikit-learn's left is at most."""
        if over == "rules":
            return asked[rule], 0.5, False
        if not isinstance(rule, Rule) or rule.test == "=":
            raise BadInput(
                f"scikit-learn's trees know thresholds only, but the tree asks {rule}; give over='rules'"
            )
        return places[rule.column], float(np.float32(rule.value)), rule.test == "<="

    features = len(asked) if over == "rules" else len(places)
    tree: Any
    if model.classes:
        tree = DecisionTreeClassifier(max_depth=depth(model.tree) or None)
        tree.classes_ = np.array(model.classes)
        tree.n_classes_ = len(model.classes)
        classes = np.array([tree.n_classes_], dtype=np.intp)
    else:
        tree = DecisionTreeRegressor(max_depth=depth(model.tree) or None)
        classes = np.array([1], dtype=np.intp)
    tree.n_features_in_, tree.n_outputs_, tree.max_features_ = features, 1, features
    tree.tree_ = Fitted(features, classes, 1)
    tree.tree_.__setstate__(_state(model, threshold))
    return tree


class _Summary:
    """What scikit-learn keeps of a node: rows, weight, and shares or mean, with its impurity."""

    def __init__(self, rows: int, sums: np.ndarray[Any, Any], parts: tuple[_Summary, ...] = ()) -> None:
        self.rows, self.sums, self.parts = rows, sums, parts


def _state(model: Model, threshold: Any) -> dict[str, Any]:
    from sklearn.tree._tree import NODE_DTYPE

    def leaf(outcome: Outcome) -> _Summary:
        powers = outcome.rows * (1.0 if model.classes else float(outcome.value)) ** np.arange(3)
        weights = outcome.fitting(model.classes) if outcome.weights else powers
        return _Summary(outcome.rows, np.array(weights, dtype=np.float64))

    def node(_: Question, parts: tuple[_Summary, ...]) -> _Summary:
        return _Summary(
            sum(part.rows for part in parts), np.sum([part.sums for part in parts], axis=0), parts
        )

    nodes: list[dict[str, Any]] = []
    values: list[Any] = []
    todo: list[tuple[Tree[Question, Outcome], _Summary, dict[str, Any], str]] = [
        (model.tree, fold_with(leaf, node, model.tree), {}, "")
    ]
    while todo:
        subtree, summary, above, side = todo.pop()
        above[side] = len(nodes)
        sums = summary.sums
        record = {
            "n_node_samples": summary.rows,
            "left_child": -1,
            "right_child": -1,
            "feature": -2,
            "threshold": -2.0,
        }
        if model.classes:
            shares = sums / sums.sum()
            values.append([shares])
            record |= {"weighted_n_node_samples": sums.sum(), "impurity": 1 - (shares**2).sum()}
        else:
            _, mean, square = sums / sums[0]
            values.append([[mean]])
            record |= {"weighted_n_node_samples": sums[0], "impurity": square - mean**2}
        if isinstance(subtree, Node):
            record["feature"], record["threshold"], at_most = threshold(subtree.root)
            sides = ("left_child", "right_child") if at_most else ("right_child", "left_child")
            for part, below, child in zip(subtree.parts, summary.parts, sides, strict=True):
                todo.append((part, below, record, child))
        nodes.append(record)
    array = np.zeros(len(nodes), dtype=NODE_DTYPE)
    for place, record in enumerate(nodes):
        for field, value in record.items():
            array[field][place] = value
    return {
        "max_depth": depth(model.tree),
        "node_count": len(nodes),
        "nodes": array,
        "values": np.array(values, dtype=np.float64),
    }
