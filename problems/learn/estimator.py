"""Optimal trees as estimators of scikit-learn.

>>> from sklearn.datasets import load_iris
>>> data = load_iris(as_frame=True)
>>> tree = OptimalTreeClassifier(max_depth=2).fit(data.data, data.target_names[data.target])
>>> tree.errors_, tree.is_optimal_
(6.0, True)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, clone
from sklearn.utils.validation import check_is_fitted, column_or_1d, validate_data

from derive import BadInput
from problems.learn import bridge, export, fitting
from problems.learn.fitting import Fitted, Posed
from problems.learn.limits import Limits
from problems.learn.picture import svg
from problems.learn.progress import shown
from problems.learn.rules import Wanted
from problems.learn.schema import dumps
from problems.learn.table import Column, Table, table
from problems.learn.target import Labels, class_weights, labels, numbers, weights

if TYPE_CHECKING:
    from collections.abc import Callable

    from derive.kernels.rows import Answer, Estimate
    from problems.learn.model import Model

FORMS: dict[str, Callable[[Model], str]] = {
    "text": export.text,
    "svg": svg,
    "python": export.python,
    "sql": export.sql,
    "json": dumps,
}


class Tabular(BaseEstimator):
    """What all estimators share: they take tables, hold a ``model_`` and export it.

    >>> hasattr(Tabular, "export")
    True
    """

    def export(self, form: str = "text") -> str:
        """The fitted tree as "text", "svg", "python", "sql" or "json"."""
        check_is_fitted(self)
        if form not in FORMS:
            raise BadInput(f"a tree is exported as {', '.join(FORMS)}; got {form!r}")
        return FORMS[form](self.model_)

    def _taken(self, X: Any, y: Any) -> tuple[Table, Any]:
        """Data to fit, and their target; what scikit-learn wants to be noted of them is."""
        data = table(X)
        if type(X) is np.ndarray:
            self.n_features_in_ = X.shape[1]
            self.__dict__.pop("feature_names_in_", None)
        else:
            validate_data(self, X, y, skip_check_array=True)
            self.n_features_in_ = len(data.names)
        if getattr(y, "ndim", 1) != 1:
            y = column_or_1d(y, warn=True)
        return data, y

    def _keep(self, model: Model, answer: Answer) -> None:
        """What a search has found, where users look for it."""
        self.model_ = model
        self.tree_ = model.tree
        self.errors_ = model.loss
        self.cost_ = model.cost
        self.lower_bound_ = model.lower_bound
        self.is_optimal_ = model.optimal
        self.stats_ = {
            "seeds": answer.seeds,
            "seconds": answer.seconds,
            "program": answer.program,
            "stopped": answer.stopped,
            "branches": answer.branches,
        }

    def _given(self, X: Any) -> Table:
        """Data to predict for, with the columns of those that were fitted."""
        check_is_fitted(self)
        data = table(X)
        validate_data(self, X, skip_check_array=True, reset=False)
        if len(data.names) != self.n_features_in_:
            raise BadInput(
                f"X has {len(data.names)} features, but {type(self).__name__} is expecting "
                f"{self.n_features_in_} features as input"
            )
        return data._replace(names=self.model_.columns)


class _OptimalTree(Tabular, ABC):
    """What classification and regression share; see ``OptimalTreeClassifier``."""

    max_depth: int | None
    max_nodes: int | None
    penalty: float
    min_leaf: int
    rules: Wanted
    time_limit: float | None
    n_jobs: int | None
    progress: Any
    metric: Any = "accuracy"
    positive: Any = None
    _posed: Posed | None

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Search for an optimal tree; an interrupt keeps the best so far, with a warning."""
        posed = self._pose(X, y, sample_weight)
        with shown(self.progress) as watch:
            found = fitting.search(posed, watch)
        return self._learned(posed, found)

    def _learned(self, posed: Posed, found: Fitted) -> Self:
        self._posed = posed
        self._keep(found.model, found.answer)
        self._judged(found)
        self.stats_["rules"] = len(posed.chosen.rules)
        self.rules_ = posed.chosen.rules
        self.rule_set_ = posed.chosen.name
        if posed.classes is not None:
            self.classes_ = posed.classes
        return self

    def _judged(self, found: Fitted) -> None:
        """What there is only where a metric was asked for, and is no more where none is."""
        for name in ("metric_value_", "positive_", "front_"):
            self.__dict__.pop(name, None)
        if found.model.judged is not None:
            self.metric_value_ = found.model.judged.value
            self.positive_ = found.model.judged.positive
            self.front_ = found.front

    def path(self, X: Any, y: Any, max_nodes: int, sample_weight: Any = None) -> list[Self]:
        """Fitted estimators for 1, 2, up to ``max_nodes`` branches, from one run without penalty."""
        limits = {"max_nodes": max_nodes, "penalty": 0.0}
        whole = clone(self).set_params(**limits)
        posed = whole._pose(X, y, sample_weight)
        trees = []
        for number, found in enumerate(fitting.search_path(posed, max_nodes), start=1):
            each = clone(whole).set_params(max_nodes=number)
            each.n_features_in_ = whole.n_features_in_
            if hasattr(whole, "feature_names_in_"):
                each.feature_names_in_ = whole.feature_names_in_
            trees.append(each._learned(posed._replace(limits=each._limits()), found))
        return trees

    def n_optimal_trees(self, X: Any = None, y: Any = None, sample_weight: Any = None) -> int:
        """How many trees are optimal and have, among these, the fewest branches.

        For the data of the last fit, or for those given. It takes about as long as a fit with ``fewest``; when the
        time limit strikes, there is no number, and that is an error.
        """
        if X is None:
            check_is_fitted(self)
            if self._posed is None:
                raise BadInput("a model that was loaded has no data; give X and y")
            return fitting.count_optimal(self._posed)
        return fitting.count_optimal(clone(self)._pose(X, y, sample_weight))

    def estimate(self, X: Any, y: Any, sample_weight: Any = None) -> Estimate:
        """How large the search for these data is, and roughly how many seconds it takes."""
        return fitting.estimate(clone(self)._pose(X, y, sample_weight))

    def to_sklearn(self, over: Literal["columns", "rules"] = "columns") -> Any:
        """The fitted tree as scikit-learn's own ``DecisionTreeClassifier`` or ``DecisionTreeRegressor``."""
        check_is_fitted(self)
        tree = bridge.to_sklearn(self.model_, over)
        if over == "columns" and hasattr(self, "feature_names_in_"):
            tree.feature_names_in_ = self.feature_names_in_
        return tree

    def answers(self, X: Any) -> NDArray[np.uint8]:
        """The answers to the rules of the tree as 0 and 1: what ``to_sklearn(over="rules")`` reads."""
        data = self._given(X)
        return self.model_.answers(data)

    def _limits(self) -> Limits:
        return Limits(
            self.max_depth,
            self.max_nodes,
            self.penalty,
            self.min_leaf,
            self.time_limit,
            self.n_jobs,
            self.fewest,
        )

    def _pose(self, X: Any, y: Any, sample_weight: Any) -> Posed:
        limits = self._limits()
        data, y = self._taken(X, y)
        target = self._target(y, data.rows)
        weight = self._weights(target, weights(sample_weight, data.rows))
        return fitting.pose(data, target, weight, limits, self.rules, self.metric, self.positive)

    @abstractmethod
    def _target(self, y: Any, rows: int) -> Any:
        """What is to be predicted for each row: codes of labels, or numbers."""

    def _weights(self, _: Any, given: NDArray[np.float64] | None) -> NDArray[np.float64] | None:
        return given

    def __getstate__(self) -> Any:
        """A pickle holds the tree and not the data; of rules made from the data, those of the tree."""
        state = super().__getstate__()
        if "_posed" not in state:
            return state
        kept = state["rules_"] if isinstance(state["rules_"], tuple) else state["model_"].rules
        return {**state, "_posed": None, "rules_": kept}


class Labelling(ClassifierMixin, Tabular):
    """What classifiers share: they predict labels and the shares of each.

    >>> issubclass(OptimalTreeClassifier, Labelling)
    True
    """

    classes_: Column

    def __sklearn_tags__(self) -> Any:
        """Without a penalty a tree tells classes apart however light they are, and so may follow noise."""
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = not getattr(self, "penalty", 0)
        return tags

    def predict(self, X: Any) -> NDArray[Any]:
        """The label for each row."""
        data = self._given(X)
        return np.asarray(self.classes_[self.model_.codes(data)])

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """For each row the shares of the classes, by weight, in its leaf."""
        data = self._given(X)
        return self.model_.shares(data)


class OptimalTreeClassifier(Labelling, _OptimalTree):
    """The decision tree with the fewest errors, among all within the limits, and proof of it.

    Parameters: ``max_depth`` (3; None needs ``max_nodes`` or a penalty), ``max_nodes``, the most
    branches; ``penalty``, what a branch costs as a share of all rows; ``min_leaf``, the fewest rows in a
    leaf; ``rules``, how columns become rules (``problems.learn.rules``) or which rules are made from the
    rows: "axis", "oblique", "quadratic", several with +, a family (``problems.rules``); ``class_weight``,
    a mapping or "balanced"; ``time_limit`` in seconds; ``n_jobs`` threads; ``progress``, True for a bar or
    a function. ``metric``: what is to be best for two labels, instead of the fewest errors: "f1",
    "balanced_accuracy", "matthews", or a function of (false positives, false negatives, positive rows, negative
    rows) that no more errors make larger; ``positive``, the label that it is about, the second if none is named.

    After ``fit``: ``tree_``, ``model_``, ``errors_`` (by weight), ``cost_``, ``lower_bound_``,
    ``is_optimal_``, ``stats_``, ``rules_``, ``rule_set_``, ``classes_``. With a metric also ``metric_value_``,
    ``positive_`` and ``front_``: all pairs of errors that no tree beats, which one search finds for every metric
    at once, in one thread. A leaf may then say a label that fewer of its rows have, and ``predict`` with it, while
    ``predict_proba`` gives the shares of the rows.

    >>> tree = OptimalTreeClassifier(max_depth=2).fit([[0, 0], [0, 1], [1, 0], [1, 1]], ["no", "yes", "yes", "no"])
    >>> tree.predict([[1, 0]]).tolist(), tree.errors_, tree.is_optimal_
    (['yes'], 0.0, True)
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> tree = OptimalTreeClassifier(max_depth=2, rules=5, metric="f1", positive=0).fit(X, y)
    >>> round(tree.metric_value_, 4), tree.is_optimal_, len(tree.front_)
    (0.9343, True, 22)
    """

    def __init__(
        self,
        max_depth: int | None = 3,
        max_nodes: int | None = None,
        penalty: float = 0.0,
        min_leaf: int = 1,
        rules: Wanted = "auto",
        class_weight: Any = None,
        time_limit: float | None = None,
        n_jobs: int | None = None,
        progress: Any = False,
        fewest: bool = False,
        metric: Any = "accuracy",
        positive: Any = None,
    ) -> None:
        self.max_depth = max_depth
        self.max_nodes = max_nodes
        self.penalty = penalty
        self.min_leaf = min_leaf
        self.rules = rules
        self.class_weight = class_weight
        self.time_limit = time_limit
        self.n_jobs = n_jobs
        self.progress = progress
        self.fewest = fewest
        self.metric = metric
        self.positive = positive

    def _target(self, y: Any, rows: int) -> Labels:
        return labels(y, rows)

    def _weights(self, target: Any, given: NDArray[np.float64] | None) -> NDArray[np.float64] | None:
        return class_weights(self.class_weight, target, given)


class OptimalTreeRegressor(RegressorMixin, _OptimalTree):
    """The regression tree with the least squared error, among all within the limits, and proof of it.

    Parameters and what ``fit`` leaves are those of ``OptimalTreeClassifier``, without classes;
    ``penalty`` is a share of the squared error about the mean, and ``errors_`` the squared error.

    >>> tree = OptimalTreeRegressor(max_depth=1).fit([[1.0], [2.0], [8.0]], [1, 3, 7])
    >>> tree.predict([[1.5], [9.0]]).tolist(), tree.errors_
    ([2.0, 7.0], 2.0)
    """

    def __init__(
        self,
        max_depth: int | None = 3,
        max_nodes: int | None = None,
        penalty: float = 0.0,
        min_leaf: int = 1,
        rules: Wanted = "auto",
        time_limit: float | None = None,
        n_jobs: int | None = None,
        progress: Any = False,
        fewest: bool = False,
    ) -> None:
        self.max_depth = max_depth
        self.max_nodes = max_nodes
        self.penalty = penalty
        self.min_leaf = min_leaf
        self.rules = rules
        self.time_limit = time_limit
        self.n_jobs = n_jobs
        self.progress = progress
        self.fewest = fewest

    def _target(self, y: Any, rows: int) -> NDArray[np.float64]:
        return numbers(y, rows)

    def predict(self, X: Any) -> NDArray[Any]:
        """The mean, by weight, of the leaf of each row."""
        data = self._given(X)
        return self.model_.predict(data)
