"""How each solver is asked for an optimal tree, and what it answers.

This module is imported in the project's environment and in that of the peers, so it imports NumPy alone;
a solver is imported when it is first asked. All run on one thread. A depth of None means no limit.
The penalty is what a branch costs, as a share of the rows; where a solver charges leaves instead, that is
the same penalty, for a tree has one leaf more than branches.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from time import perf_counter, process_time
from typing import Any, NamedTuple

import numpy as np


class Task(NamedTuple):
    """What is asked: data of 0 and 1, labels 0..k-1, and the limits."""

    features: Any
    labels: Any
    depth: int | None
    penalty: float
    seconds: float


class Fit(NamedTuple):
    """What came back: how long ``fit`` took, the labels it gives to the rows, its branches, and the proof."""

    seconds: float
    cpu: float
    predicted: Any
    branches: int
    optimal: bool


class Timed(NamedTuple):
    """A fitted estimator, and how long fitting took."""

    estimator: Any
    seconds: float
    cpu: float

    def gave(self, predicted: Any, branches: int, optimal: bool) -> Fit:
        return Fit(self.seconds, self.cpu, np.asarray(predicted), int(branches), bool(optimal))


def timed(estimator: Any, features: Any, labels: Any) -> Timed:
    """Fit, and only that, by the clock."""
    cpu, start = process_time(), perf_counter()
    estimator.fit(features, labels)
    return Timed(estimator, perf_counter() - start, process_time() - cpu)


def by_derive(task: Task, threads: int = 1) -> Fit:
    from problems import OptimalTreeClassifier

    solver = OptimalTreeClassifier(task.depth, penalty=task.penalty, n_jobs=threads, time_limit=task.seconds)
    found = timed(solver, task.features, task.labels)
    tree = found.estimator
    return found.gave(tree.predict(task.features), tree.stats_["branches"], tree.is_optimal_)


def by_pystreed(task: Task) -> Fit:
    """STreeD takes whole numbers of 32 bits, and labels 0..k-1."""
    from pystreed import STreeDClassifier

    features, labels = task.features.astype(np.int32), task.labels.astype(np.int32)
    goal = "cost-complex-accuracy" if task.penalty else "accuracy"
    solver = STreeDClassifier(
        goal,
        max_depth=20 if task.depth is None else task.depth,
        cost_complexity=task.penalty,
        time_limit=task.seconds,
    )
    found = timed(solver, features, labels)
    tree = found.estimator
    return found.gave(tree.predict(features), tree.get_n_leaves() - 1, tree.fit_result.is_optimal())


def by_dl85(task: Task) -> Fit:
    """DL8.5 has no penalty; its tree is read from its own JSON, since its ``predict`` goes row by row."""
    from pydl85 import DL85Classifier

    features, labels = task.features.astype(np.int32), task.labels.astype(np.int32)
    found = timed(DL85Classifier(max_depth=task.depth, time_limit=int(task.seconds) + 1), features, labels)
    tree = found.estimator
    predicted, branches = walked(
        tree.tree_, features, branch="feat", ones="left", zeros="right", leaf="value"
    )
    return found.gave(predicted, branches, not tree.timeout_)


def by_gosdt(task: Task) -> Fit:
    """GOSDT's ``predict`` does not work with the current scikit-learn, so its JSON is read."""
    from gosdt import GOSDTClassifier

    features = task.features.astype(bool)
    solver = GOSDTClassifier(
        regularization=task.penalty,
        allow_small_reg=True,
        depth_budget=task.depth,
        time_limit=int(task.seconds) + 1,
    )
    found = timed(solver, features, task.labels)
    tree = found.estimator
    model = json.loads(tree.result_.model)[0]
    predicted, branches = walked(
        model, features, branch="feature", ones="true", zeros="false", leaf="prediction"
    )
    return found.gave(tree.classes_[predicted], branches, tree.result_.status.name == "CONVERGED")


def by_imodels(task: Task) -> Fit:
    from imodels import FastSmallTreeClassifier

    solver = FastSmallTreeClassifier(regularization=task.penalty, time_limit=task.seconds)
    found = timed(solver, task.features, task.labels)
    tree = found.estimator
    return found.gave(tree.predict(task.features), tree.complexity_, tree.optimal_)


SOLVERS: dict[str, Callable[[Task], Fit]] = {
    "derive": by_derive,
    "derive, two threads": partial(by_derive, threads=2),
    "pystreed": by_pystreed,
    "pydl8.5": by_dl85,
    "gosdt": by_gosdt,
    "imodels": by_imodels,
}


def walked(tree: Any, features: Any, *, branch: str, ones: str, zeros: str, leaf: str) -> tuple[Any, int]:
    """The labels that a tree of nested dictionaries gives to rows of 0 and 1, and how many branches it has.

    The names say under which key a branch keeps its feature, its two parts, and a leaf its label.

    >>> tree = {"f": 1, "t": {"l": 5}, "e": {"f": 0, "t": {"l": 6}, "e": {"l": 7}}}
    >>> rows = np.array([[0, 1], [1, 0], [0, 0]])
    >>> predicted, branches = walked(tree, rows, branch="f", ones="t", zeros="e", leaf="l")
    >>> predicted.tolist(), branches
    ([5, 6, 7], 2)
    """
    predicted = np.zeros(len(features), int)
    branches = 0
    waiting = [(tree, np.arange(len(features)))]
    while waiting:
        node, rows = waiting.pop()
        if branch in node:
            branches += 1
            one = features[rows, node[branch]].astype(bool)
            waiting += [(node[ones], rows[one]), (node[zeros], rows[~one])]
        else:
            predicted[rows] = node[leaf]
    return predicted, branches
