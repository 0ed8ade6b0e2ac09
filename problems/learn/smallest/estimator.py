"""The smallest tree that fits, as an estimator of scikit-learn.

>>> tree = SmallestTreeClassifier().fit([[1, 1], [1, 2], [2, 1], [2, 2]], ["no", "yes", "yes", "no"])
>>> tree.size_, tree.depth_, tree.is_optimal_
(3, 2, True)
"""

from __future__ import annotations

from typing import Any, Literal, Self

from sklearn.utils.validation import check_is_fitted

from problems.learn import bridge
from problems.learn.estimator import Labelling
from problems.learn.progress import shown
from problems.learn.smallest.search import TIME_LIMIT, Wish, code, smallest, verdict
from problems.learn.target import labels


class SmallestTreeClassifier(Labelling):
    """The smallest decision tree that is right for every row it was fitted to, and proof of it.

    Parameters: ``objective``, "size" for the fewest branches or "depth" for the least depth; ``method``,
    "boxes" (every cut), "fpt" (thresholds by binary search) or "support" (that over support sets), which
    find trees of the same size; ``rules``, "auto" for thresholds on numbers and equalities on text, or
    "equality" for both; ``best``, whether rows that are equal but for their label are settled by the most
    frequent one, and not refused; ``time_limit`` in seconds (60; None for none); ``max_seeds``, the most
    sets of rows to look at; ``progress``, True for a bar or a function.

    After ``fit``: ``tree_``, ``model_``, ``size_``, ``depth_``, ``errors_`` (0, or what ``best`` could not
    settle), ``lower_bound_`` of what was to be least, ``is_optimal_``, ``verdict_``, ``stats_``,
    ``rule_set_``, ``classes_``.

    >>> tree = SmallestTreeClassifier(objective="depth").fit([[1.0], [2.0], [3.0], [4.0]], list("abab"))
    >>> tree.depth_, tree.predict([[1.2], [9.0]]).tolist()
    (2, ['a', 'b'])
    """

    def __init__(
        self,
        objective: str = "size",
        method: str = "boxes",
        rules: str = "auto",
        best: bool = False,
        time_limit: float | None = TIME_LIMIT,
        max_seeds: int | None = None,
        progress: Any = False,
    ) -> None:
        self.objective = objective
        self.method = method
        self.rules = rules
        self.best = best
        self.time_limit = time_limit
        self.max_seeds = max_seeds
        self.progress = progress

    def fit(self, X: Any, y: Any) -> Self:
        """Search for the smallest tree; an interrupt keeps the best so far, with a warning."""
        wish = Wish(self.objective, self.method, self.time_limit, self.max_seeds)
        data, y = self._taken(X, y)
        coded = code(data, labels(y, data.rows), self.rules, self.best)
        with shown(self.progress) as watch:
            found = smallest(coded, wish, watch)
        model, answer, _ = found
        self.model_ = model
        self.tree_ = model.tree
        self.classes_ = coded.labels.classes
        self.rule_set_ = model.rule_set
        self.size_ = answer.branches
        self.depth_ = answer.depth
        self.errors_ = model.loss
        self.lower_bound_ = answer.lower_bound
        self.is_optimal_ = answer.optimal
        self.verdict_ = verdict(found)
        self.stats_ = {
            "seeds": answer.seeds,
            "seconds": answer.seconds,
            "program": answer.program,
            "stopped": answer.stopped,
        }
        return self

    def to_sklearn(self, over: Literal["columns", "rules"] = "columns") -> Any:
        """The fitted tree as scikit-learn's own ``DecisionTreeClassifier``."""
        check_is_fitted(self)
        return bridge.to_sklearn(self.model_, over)
