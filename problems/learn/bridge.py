"""A model as a fitted tree of scikit-learn, for ``plot_tree``, SHAP and all else that reads such trees.

scikit-learn reads numbers in single precision, so a value that lies above a threshold by less than a
ten-millionth of it may go the other way there. Over columns an interval becomes two thresholds, and what
follows its "no" stands on both sides of it; how the rows divide between the two is not known to a model, so
that each is said to have half of them.

>>> from problems.learn.table import table
>>> from problems.learn.target import labels
>>> from problems.learn.fitting import pose, search
>>> model = search(pose(table([[1.5], [2.5], [3.5]]), labels(list("abb"), 3))).model
>>> to_sklearn(model).predict([[1.9], [9.0]]).tolist()
['a', 'b']
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np

from derive import BadInput, Node, Tree
from derive.tree import fold_with
from problems.learn.interval import Interval
from problems.learn.model import Model, Outcome, Question
from problems.learn.rules import AnyRule, Rule

MOST_NODES = 1_000_000
"""How many nodes a tree over columns may have once intervals have become thresholds."""


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
    if over == "columns" and (nodes := fold_with(lambda _: 1, _nodes, model.tree)) > MOST_NODES:
        raise BadInput(
            f"with two thresholds for an interval the tree has {nodes} nodes, more than {MOST_NODES}; give over='rules'"
        )

    def threshold(rule: AnyRule) -> tuple[int, list[tuple[float, bool]]]:
        """Feature, thresholds, and for each whether yes means at most; scikit-learn's left is at most."""
        if over == "rules":
            return asked[rule], [(0.5, False)]
        match rule:
            case Interval(column, above, to):
                return places[column], [
                    (float(np.float32(limit)), at_most)
                    for limit, at_most in ((above, False), (to, True))
                    if limit is not None
                ]
            case Rule(column, "<=" | ">" as test, value):
                return places[column], [(float(np.float32(value)), test == "<=")]
        raise BadInput(
            f"scikit-learn's trees know thresholds only, but the tree asks {rule}; give over='rules'"
        )

    features = len(asked) if over == "rules" else len(places)
    tree: Any
    if model.classes:
        tree = DecisionTreeClassifier()
        tree.classes_ = np.array(model.classes)
        tree.n_classes_ = len(model.classes)
        classes = np.array([tree.n_classes_], dtype=np.intp)
    else:
        tree = DecisionTreeRegressor()
        classes = np.array([1], dtype=np.intp)
    tree.n_features_in_, tree.n_outputs_, tree.max_features_ = features, 1, features
    tree.tree_ = Fitted(features, classes, 1)
    state = _state(model, threshold)
    tree.tree_.__setstate__(state)
    tree.max_depth = state["max_depth"] or None
    return tree


def _nodes(question: Question, parts: tuple[int, ...]) -> int:
    """How many nodes there are when every interval has two thresholds."""
    thresholds = len(question.limits) if isinstance(question, Interval) else 1
    return thresholds + parts[0] + thresholds * parts[1] if parts[1:] else 1 + sum(parts)


class _Summary:
    """What scikit-learn keeps of a node: rows, weight, and shares or mean, with its impurity."""

    def __init__(self, rows: float, sums: np.ndarray[Any, Any], parts: tuple[_Summary, ...] = ()) -> None:
        self.rows, self.sums, self.parts = rows, sums, parts

    def without_half(self) -> _Summary:
        """The same without half of what its second part has."""
        second = self.parts[1]
        return _Summary(self.rows - second.rows / 2, self.sums - second.sums / 2, self.parts)


class _Task(NamedTuple):
    """A subtree to be written, its summary, where its place is to be noted, and which share of it is here."""

    subtree: Tree[Question, Outcome]
    summary: _Summary
    above: dict[str, Any]
    side: str
    level: int = 0
    share: float = 1.0
    second: int = 0


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
    deepest = 0
    todo = [_Task(model.tree, fold_with(leaf, node, model.tree), {}, "")]
    while todo:
        subtree, summary, above, side, level, share, second = todo.pop()
        above[side] = len(nodes)
        deepest = max(deepest, level)
        sums = summary.sums * share
        record = {
            "n_node_samples": round(summary.rows * share),
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
            record["feature"], thresholds = threshold(subtree.root)
            record["threshold"], at_most = thresholds[second]
            yes, no = (
                _Task(part, below, record, "", level + 1, share)
                for part, below in zip(subtree.parts, summary.parts, strict=True)
            )
            if len(thresholds) == 2:
                no = no._replace(share=share / 2)
            if len(thresholds) == 2 and not second:  # the other threshold, for what lies above the first
                yes = _Task(subtree, summary.without_half(), record, "", level + 1, share, 1)
            sides = ("left_child", "right_child") if at_most else ("right_child", "left_child")
            todo += [task._replace(side=child) for task, child in zip((yes, no), sides, strict=True)]
        nodes.append(record)
    array = np.zeros(len(nodes), dtype=NODE_DTYPE)
    for place, record in enumerate(nodes):
        for field, value in record.items():
            array[field][place] = value
    return {
        "max_depth": deepest,
        "node_count": len(nodes),
        "nodes": array,
        "values": np.array(values, dtype=np.float64),
    }
