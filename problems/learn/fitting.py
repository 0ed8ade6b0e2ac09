"""The search for an optimal tree: data are posed as answers to rules, and a model comes back.

>>> from problems.learn.table import table
>>> from problems.learn.target import labels
>>> data, answer = table([[0, 0], [0, 1], [1, 0], [1, 1]]), labels(["no", "yes", "yes", "no"], 4)
>>> fitted = search(pose(data, answer, limits=Limits(max_depth=2)))
>>> fitted.model.loss, fitted.model.optimal, fitted.model.rule_set
(0.0, True, '2 columns as they are')
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from toolz import unique

from derive import BadInput, Leaf, Node, Tree
from derive.tree import fold_with
from problems.learn import judging
from problems.learn.judging import Judge, judge
from problems.learn.limits import Limits
from problems.learn.model import Judged, Model, Outcome, routed
from problems.learn.rules import AnyRule, RuleSet, Wanted, answers, rule_set
from problems.learn.table import Column, Table
from problems.learn.target import Labels

if TYPE_CHECKING:
    from derive.kernels.fronts import Point
    from derive.kernels.rows import Answer, Estimate, Progress

Watch = Callable[["Progress"], None]


class NotProved(UserWarning):
    """The search stopped before it had proved its tree optimal.

    >>> issubclass(NotProved, UserWarning)
    True
    """


class RulesThinned(UserWarning):
    """There were too many rules, so that the tree is optimal over some of them.

    >>> issubclass(RulesThinned, UserWarning)
    True
    """


class Posed(NamedTuple):
    """A search, ready to run: answers to the rules, targets, weights and limits.

    >>> from problems.learn.table import table
    >>> from problems.learn.target import labels
    >>> pose(table([[0], [1]]), labels([5, 9], 2)).features
    array([[0],
           [1]], dtype=uint8)
    """

    names: tuple[str, ...]
    chosen: RuleSet
    features: NDArray[np.uint8]
    target: NDArray[Any]
    classes: Column | None
    weights: NDArray[np.float64] | None
    penalty: float
    limits: Limits
    judge: Judge | None = None

    def options(self) -> dict[str, Any]:
        """What the engine is told besides the data; no tree has more branches than rows, or larger leaves."""
        rows, limits = len(self.target), self.limits
        return {
            "weights": self.weights,
            "penalty": self.penalty,
            "max_depth": None if limits.max_depth is None else min(limits.max_depth, rows),
            "max_nodes": None if limits.max_nodes is None else min(limits.max_nodes, rows),
            "min_leaf": min(limits.min_leaf, rows + 1),
            "threads": self.limits.threads,
            "time_limit": self.limits.time_limit,
        }

    @property
    def data(self) -> tuple[NDArray[np.uint8], NDArray[Any], int]:
        """The data as the engine takes them; no classes means numbers."""
        return self.features, self.target, 0 if self.classes is None else len(self.classes)


def pose(
    data: Table,
    target: Labels | NDArray[np.float64],
    weights: NDArray[np.float64] | None = None,
    limits: Limits | None = None,
    rules: Wanted = "auto",
    metric: object = "accuracy",
    positive: object = None,
) -> Posed:
    """Put data as a search; rows without weight are left out, as if they were not there.

    A ``metric`` other than accuracy, of the two kinds of error, is about the label that is ``positive``, or the second.

    >>> from problems.learn.table import table
    >>> pose(table([[1.0], [2.0], [9.0]]), np.array([1.0, 3.0, 9.0]), np.array([1.0, 1.0, 0.0])).chosen.name
    '1 midpoint'
    """
    limits = limits or Limits()
    classes, values = target if isinstance(target, Labels) else (None, target)
    if weights is not None and not weights.all():
        kept = weights > 0
        data = Table(data.names, tuple([column[kept] for column in data.columns]), int(kept.sum()))
        values, weights = values[kept], weights[kept]
    judged = judge(metric, positive, classes, weights, limits)
    chosen = rule_set(data, rules, weights, None if classes is None else values.astype(np.int64, copy=False))
    if chosen.left_out:
        warnings.warn(
            f"{chosen.left_out}; optimal is meant over these, and rules='midpoints' takes all",
            RulesThinned,
            stacklevel=4,
        )
    penalty = limits.penalty and float(limits.penalty) * _total(values, classes, weights)
    return Posed(data.names, chosen, answers(data, chosen), values, classes, weights, penalty, limits, judged)


def _total(values: NDArray[Any], classes: Column | None, weights: NDArray[np.float64] | None) -> float:
    """What a penalty is a share of: the weight of all rows, or the squared error about the mean."""
    mass = np.ones(len(values)) if weights is None else weights
    if classes is not None:
        return float(mass.sum())
    return float(mass @ (values - np.average(values, weights=mass)) ** 2)


class Fitted(NamedTuple):
    """A model, and what the search has to say of itself.

    >>> Fitted._fields
    ('model', 'answer', 'front')
    """

    model: Model
    answer: Answer
    front: tuple[Point, ...] = ()


def search(posed: Posed, watch: Watch | None = None) -> Fitted:
    """Find an optimal tree, or the best there was when time ran out, with a warning.

    >>> from problems.learn.table import table
    >>> from problems.learn.target import labels
    >>> str(search(pose(table([[1.5], [2.5], [3.5]]), labels(list("abb"), 3))).model.tree.root)
    'x0 <= 2'
    """
    from derive.kernels import rows, wide
    from problems.learn.geometry import Unfaithful

    judged: Judged | None = None
    front: tuple[Point, ...] = ()
    if posed.judge is not None:
        answer, judged, front = judging.fit(posed, posed.judge, watch)
    elif _many(posed):
        few = posed.limits.fewest
        answer = wide.fit(*posed.data, **_without(posed, "weights", "threads"), watch=watch, fewest=few)
    else:
        cuts = (
            posed.classes is not None and posed.chosen.table is not None
        )  # among so many, needless ones do fit in
        answer = rows.fit(*posed.data, **posed.options(), watch=watch, fewest=cuts or posed.limits.fewest)
    try:
        model = named(posed, answer, judged)
    except Unfaithful:
        return search(_exactly(posed), watch)
    tell(answer, judged)
    return Fitted(model, answer, front)


def _many(posed: Posed) -> bool:
    """Whether there are so many cuts that a table of their pairs is no good."""
    from derive.kernels import wide

    return wide.suits(posed.features, posed.data[2], posed.weights)


def _exactly(posed: Posed) -> Posed:
    """The same search over rules that are made from the numbers as they are, not from their decimals."""
    if posed.chosen.exactly is None:
        raise AssertionError("rules made from exact numbers cut the rows as they should")
    chosen = posed.chosen.exactly()
    return posed if chosen.table is None else posed._replace(chosen=chosen, features=chosen.table)


def tell(answer: Answer, judged: Judged | None = None) -> None:
    """Warn, where the user called, of a tree that was not proved optimal.

    >>> from derive.kernels.rows import Answer, Leaf
    >>> with warnings.catch_warnings(record=True) as said:
    ...     warnings.simplefilter("always")
    ...     tell(Answer(Leaf(0), 3.0, 0, 3.0, 1.0, False, 1, 0.1, "dense", "time limit"))
    >>> str(said[0].message)
    'not proved optimal (the time limit was reached): cost 3, lower bound 1'
    """
    if not answer.optimal:
        reason = f"the {answer.stopped} was reached" if answer.stopped.endswith("limit") else answer.stopped
        known = f"cost {answer.cost:g}, lower bound {answer.lower_bound:g}"
        if judged is not None:
            known = f"{judged.title} {judged.value:.4g}, at most {judged.bound:.4g}"
        warnings.warn(
            f"not proved optimal ({reason}): {known}",
            NotProved,
            stacklevel=4,
        )


def search_path(posed: Posed, max_nodes: int) -> list[Fitted]:
    """The best tree with at most n branches, for n = 1 to ``max_nodes``, from one run without penalty.

    >>> from problems.learn.table import table
    >>> from problems.learn.target import labels
    >>> data = table([[0, 0], [0, 1], [1, 0], [1, 1]])
    >>> [fitted.model.loss for fitted in search_path(pose(data, labels(list("abba"), 4)), 3)]
    [2.0, 1.0, 0.0]
    """
    from derive.kernels import rows, wide
    from problems.learn.geometry import Unfaithful

    options = _without(posed, "penalty", *(("weights", "threads") if _many(posed) else ()))
    _refuse_judged(posed, "a path of trees")
    path = wide.path if _many(posed) else rows.path
    found = path(*posed.data, **(options | {"max_nodes": max_nodes}))[1:]
    try:
        models = {id(answer): named(posed, answer) for answer in unique(found, key=id)}
    except Unfaithful:
        return search_path(_exactly(posed), max_nodes)
    for answer in found:
        tell(answer)
    return [Fitted(models[id(answer)], answer) for answer in found]


def count_optimal(posed: Posed) -> int:
    """How many trees are optimal and have, among these, the fewest branches.

    >>> from problems.learn.table import table
    >>> from problems.learn.target import labels
    >>> count_optimal(pose(table([[0], [1]]), labels(list("ab"), 2)))
    1
    """
    from derive.kernels import rows

    _refuse_judged(posed, "the number of optimal trees")
    return rows.count_optimal(*posed.data, **_without(posed, "threads", "watch"))


def estimate(posed: Posed) -> Estimate:
    """How many subproblems the search will meet, and roughly how many seconds it will take.

    >>> from problems.learn.table import table
    >>> from problems.learn.target import labels
    >>> estimate(pose(table([[0], [1]]), labels(list("ab"), 2)))._fields
    ('seeds', 'seconds', 'exact')
    """
    from derive.kernels import rows, wide

    _refuse_judged(posed, "an estimate")
    if _many(posed):
        return wide.estimate(*posed.data, **_without(posed, "time_limit", "weights", "threads"))
    return rows.estimate(*posed.data, **_without(posed, "time_limit", "watch"))


def _refuse_judged(posed: Posed, what: str) -> None:
    if posed.judge is not None:
        raise BadInput(f"there is {what} for metric='accuracy' only, not for {posed.judge.metric.name!r}")


def _without(posed: Posed, *names: str) -> dict[str, Any]:
    return {name: value for name, value in posed.options().items() if name not in names}


def named(posed: Posed, answer: Answer, judged: Judged | None = None) -> Model:
    """The engine's tree with rules for features, and outcomes that say who came to each leaf.

    >>> from problems.learn.table import table
    >>> from problems.learn.target import labels
    >>> posed = pose(table([[0], [1]]), labels(list("ab"), 2))
    >>> search(posed).model.tree.parts[0].item
    Outcome(value='b', rows=1, weights=(0.0, 1.0))
    """
    features, rules = posed.features, posed.chosen.rules
    groups, _ = routed(
        answer.tree, len(features), lambda feature, here: 1 - features[here, feature].view(bool)
    )
    labels = None if posed.classes is None else posed.classes.tolist()
    outcomes = iter([_outcome(posed, labels, here) for here in groups])

    def leaf(says: Any) -> Tree[AnyRule, Outcome]:
        outcome = next(outcomes)
        return Leaf(outcome if judged is None or labels is None else outcome._replace(value=labels[says]))

    def node(feature: int, parts: tuple[Tree[AnyRule, Outcome], ...]) -> Tree[AnyRule, Outcome]:
        return Node(rules[feature], parts)

    return Model(
        posed.names,
        fold_with(leaf, node, answer.tree),
        () if labels is None else tuple(labels),
        rule_set=posed.chosen.name,
        loss=answer.loss,
        cost=answer.cost,
        lower_bound=answer.lower_bound,
        optimal=answer.optimal,
        judged=judged,
    )


def _outcome(posed: Posed, labels: Sequence[Any] | None, here: NDArray[np.intp]) -> Outcome:
    weights = None if posed.weights is None else posed.weights[here]
    values = posed.target[here]
    if labels is None:
        return Outcome(float(np.average(values, weights=weights)), len(here))
    return majority(values, weights, labels)


def majority(codes: NDArray[np.int64], weights: NDArray[np.float64] | None, labels: Sequence[Any]) -> Outcome:
    """What a leaf says of these rows: the label with the most weight, and of equals the first.

    >>> majority(np.array([0, 1, 1]), None, ["no", "yes"])
    Outcome(value='yes', rows=3, weights=(1.0, 2.0))
    """
    counts = np.bincount(codes, weights, len(labels))
    return Outcome(labels[int(counts.argmax())], len(codes), tuple(counts.astype(np.float64).tolist()))
