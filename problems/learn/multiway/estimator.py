"""Optimal trees with a part for every value, as an estimator of scikit-learn.

>>> import numpy as np
>>> X = np.array([["red", "big"], ["green", "big"], ["blue", "small"], ["red", "small"]], dtype=object)
>>> tree = MultiwayTreeClassifier().fit(X, ["no", "yes", "no", "no"])
>>> print(tree.export())
x0?
├─ blue: no (1 row)
├─ green: yes (1 row)
└─ red: no (2 rows)
"""

from __future__ import annotations

from typing import Any, Self

from problems.learn.estimator import Labelling
from problems.learn.limits import Limits
from problems.learn.multiway import search
from problems.learn.progress import shown
from problems.learn.target import class_weights, labels, weights


class MultiwayTreeClassifier(Labelling):
    """The tree of least cost whose branches have a part for every value of a column, and proof of it.

    A tree costs the share of rows that it labels wrongly, and ``penalty`` for every branch, however many
    parts it has. Text columns and columns of few numbers are taken by their values; a column of more
    than ``max_values`` numbers is cut into at most ``bins`` intervals of about equal weight. No column
    is asked twice on a path. An optimal tree is optimal over these categories.

    A row whose value has no part at a branch, since no row of the training data with that value came
    there, gets what the branch itself would say: the label that most rows at that branch have.

    Parameters: ``penalty`` (0.01; 0 needs ``max_depth``), ``max_depth``, ``min_leaf``, ``max_values``,
    ``bins``, ``class_weight``, ``time_limit`` in seconds, ``progress``: True for a bar, or a function.

    After ``fit``: ``tree_``, ``model_``, ``errors_`` (by weight), ``cost_``, ``lower_bound_``,
    ``is_optimal_``, ``stats_``, ``categories_``, ``classes_``.

    >>> tree = MultiwayTreeClassifier().fit([["x"], ["y"], ["z"], ["z"]], [0, 1, 2, 2])
    >>> tree.predict([["x"], ["y"], ["unseen"]]).tolist(), tree.errors_, tree.is_optimal_
    ([0, 1, 2], 0.0, True)
    """

    def __init__(
        self,
        penalty: float = search.PENALTY,
        max_depth: int | None = None,
        min_leaf: int = 1,
        max_values: int = 10,
        bins: int = 4,
        class_weight: Any = None,
        time_limit: float | None = None,
        progress: Any = False,
    ) -> None:
        self.penalty = penalty
        self.max_depth = max_depth
        self.min_leaf = min_leaf
        self.max_values = max_values
        self.bins = bins
        self.class_weight = class_weight
        self.time_limit = time_limit
        self.progress = progress

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Search for an optimal tree; an interrupt keeps the best so far, with a warning."""
        limits = Limits(
            self.max_depth, penalty=self.penalty, min_leaf=self.min_leaf, time_limit=self.time_limit
        )
        data, y = self._taken(X, y)
        target = labels(y, data.rows)
        weight = class_weights(self.class_weight, target, weights(sample_weight, data.rows))
        posed = search.pose(data, target, weight, limits, self.max_values, self.bins)
        with shown(self.progress) as watch:
            model, answer, _ = search.search(posed, watch)
        self._keep(model, answer)
        self.classes_ = posed.classes
        words = (tuple(map(str, turns)) for turns in posed.coding.turns)
        self.categories_ = dict(zip(posed.names, words, strict=True))
        return self
