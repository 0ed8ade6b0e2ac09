"""The search for an optimal tree with many parts a branch: a table is posed as categories, a model comes back.

>>> from problems.learn.table import table
>>> from problems.learn.target import labels
>>> data = table([["red"], ["green"], ["blue"], ["red"]])
>>> fitted = search(pose(data, labels(["no", "yes", "no", "no"], 4)))
>>> fitted.model.predict(table([["green"], ["violet"]])).tolist(), fitted.model.loss
(['yes', 'no'], 0.0)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from derive import BadInput, Leaf, Tree
from derive.tree import unfold
from problems.learn.fitting import Fitted, Watch, majority, tell
from problems.learn.limits import Limits
from problems.learn.model import Model, Outcome, Question
from problems.learn.multiway.coding import Coding, coding
from problems.learn.switch import Switch
from problems.learn.table import Column, Table
from problems.learn.target import Labels

if TYPE_CHECKING:
    from derive.kernels.multiway import Answer

PENALTY = 0.01
"""What a branch costs if nobody says, as a share of all rows."""


class Posed(NamedTuple):
    """A search, ready to run: categories, labels, weights and limits.

    >>> from problems.learn.table import table
    >>> from problems.learn.target import labels
    >>> pose(table([["b"], ["a"]]), labels([5, 9], 2)).coding.codes.tolist()
    [[1], [0]]
    """

    names: tuple[str, ...]
    coding: Coding
    target: NDArray[np.int64]
    classes: Column
    weights: NDArray[np.float64] | None
    penalty: float
    limits: Limits


def pose(
    data: Table,
    target: Labels,
    weights: NDArray[np.float64] | None = None,
    limits: Limits | None = None,
    max_values: int = 10,
    bins: int = 4,
) -> Posed:
    """Put data as a search; rows without weight are left out, as if they were not there.

    >>> from problems.learn.table import table
    >>> from problems.learn.target import labels
    >>> pose(table([["a"], ["b"], ["c"]]), labels([0, 1, 1], 3), np.array([1.0, 1.0, 0.0])).coding.name
    '1 column by its values'
    """
    limits = limits or Limits(max_depth=None, penalty=PENALTY)
    if limits.max_nodes is not None:
        raise BadInput("a tree with many parts a branch is limited by penalty or max_depth, not by max_nodes")
    classes, codes = target
    if weights is not None and not weights.all():
        kept = weights > 0
        data = Table(data.names, tuple([column[kept] for column in data.columns]), int(kept.sum()))
        codes, weights = codes[kept], weights[kept]
    total = float(len(codes) if weights is None else weights.sum())
    coded = coding(data, max_values, bins, weights)
    return Posed(data.names, coded, codes, classes, weights, float(limits.penalty) * total, limits)


def search(posed: Posed, watch: Watch | None = None) -> Fitted:
    """Find an optimal tree, or the best there was when time ran out, with a warning.

    >>> from problems.learn.table import table
    >>> from problems.learn.target import labels
    >>> str(search(pose(table([["x"], ["y"]]), labels(list("ab"), 2))).model.tree.root)
    'x0'
    """
    from derive.kernels import multiway

    answer = multiway.fit(
        posed.coding.codes,
        posed.target,
        len(posed.classes),
        weights=posed.weights,
        penalty=posed.penalty,
        max_depth=posed.limits.max_depth,
        min_leaf=posed.limits.min_leaf,
        time_limit=posed.limits.time_limit,
        watch=watch,
    )
    tell(answer)
    return Fitted(named(posed, answer), answer)


def named(posed: Posed, answer: Answer) -> Model:
    """The tree of the search with columns and values for numbers, and what the rows at each branch say.

    >>> from problems.learn.table import table
    >>> from problems.learn.target import labels
    >>> posed = pose(table([["x"], ["y"], ["y"]]), labels(list("abb"), 3))
    >>> search(posed).model.tree.root.otherwise
    Outcome(value='b', rows=3, weights=(1.0, 2.0))
    """
    labels = posed.classes.tolist()
    codes = posed.coding.codes

    def outcome(here: NDArray[np.intp]) -> Outcome:
        return majority(posed.target[here], None if posed.weights is None else posed.weights[here], labels)

    def grow(at: tuple[Tree[Any, int], NDArray[np.intp]]) -> Any:
        subtree, here = at
        if isinstance(subtree, Leaf):
            return Leaf(outcome(here))
        feature, values = subtree.root
        turns = tuple(posed.coding.turns[feature][value] for value in values)
        held = codes[here, feature]
        below = tuple((part, here[held == value]) for part, value in zip(subtree.parts, values, strict=True))
        return Switch(posed.names[feature], turns, outcome(here)), below

    tree: Tree[Question, Outcome] = unfold(grow, (answer.tree, np.arange(len(codes))))
    return Model(
        posed.names,
        tree,
        tuple(labels),
        rule_set=posed.coding.name,
        loss=answer.loss,
        cost=answer.cost,
        lower_bound=answer.lower_bound,
        optimal=answer.optimal,
    )
