"""A fitted tree by itself: rules at the branches, outcomes at the leaves, and what is known of its cost.

>>> from derive import Leaf
>>> from problems.learn.rules import Rule
>>> stump = Model(("age",), Node(Rule("age", "<=", 30), (Leaf(Outcome("young", 2)), Leaf(Outcome("old", 1)))))
>>> stump.predict(Table(("age",), (np.array([20, 40]),), 2)).tolist()
['young', 'old']
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from derive import BadInput, Node, Tree, leaves, level_order
from derive.tree import R, X
from problems.learn.outcome import Label, Outcome
from problems.learn.rules import AnyRule, asked, matrix, said
from problems.learn.switch import Switch
from problems.learn.table import Table
from problems.metrics import METRICS

__all__ = ["Judged", "Label", "Model", "Outcome", "Question", "routed"]

Question: TypeAlias = "AnyRule | Switch"
"""What a branch asks: yes or no, of one column or of several, or one of many values."""


class Judged(NamedTuple):
    """By which metric a tree is best, which label is positive, its value, and one that no tree exceeds.

    >>> Judged("f1", "yes", 0.9, 0.9).title
    'F1'
    """

    metric: str
    positive: Label
    value: float
    bound: float

    @property
    def title(self) -> str:
        """The name as it is written."""
        return METRICS[self.metric].title if self.metric in METRICS else self.metric


@dataclass(frozen=True)
class Model:
    """A tree over named columns; ``classes`` is empty where numbers are predicted.

    ``loss`` is the weighted number of errors, or the squared error; ``cost`` adds the penalty of each
    branch; no tree over the rules of ``rule_set`` and within the limits costs less than ``lower_bound``. A tree
    that is best by a metric is ``judged``; its cost is what the metric lacks to 1, and a leaf may say another label
    than most of its rows have.

    >>> from derive import Leaf
    >>> Model(("x0",), Leaf(Outcome(2.5, 4))).optimal
    False
    """

    columns: tuple[str, ...]
    tree: Tree[Question, Outcome]
    classes: tuple[Label, ...] = ()
    target: str = "y"
    rule_set: str = ""
    loss: float = 0.0
    cost: float = 0.0
    lower_bound: float = 0.0
    optimal: bool = False
    judged: Judged | None = None

    @property
    def questions(self) -> tuple[Question, ...]:
        """What the tree asks, each once, from the root down."""
        return tuple(dict.fromkeys(level_order(self.tree)))

    @property
    def rules(self) -> tuple[AnyRule, ...]:
        """The questions with the answers yes and no."""
        return tuple(question for question in self.questions if not isinstance(question, Switch))

    def _ends(self, data: Table) -> tuple[list[Outcome], NDArray[np.intp]]:
        """Every outcome, first those of the leaves from the left, and which of them each row gets."""
        places = {name: place for place, name in enumerate(data.names)}
        lacking = [
            column for question in self.questions for column in asked(question) if column not in places
        ]
        if lacking:
            raise BadInput(
                f"the data have no column {lacking[0]!r}, which the tree asks of; expected {', '.join(self.columns)}"
            )

        def route(question: Question, here: NDArray[np.intp]) -> NDArray[np.intp]:
            values = [data.columns[places[column]][here] for column in asked(question)]
            return question.route(values[0]) if isinstance(question, Switch) else 1 - said(question, values)

        groups, left_over = routed(self.tree, data.rows, route)
        ends = np.empty(data.rows, dtype=np.intp)
        outcomes = list(leaves(self.tree))
        for number, rows in enumerate(groups):
            ends[rows] = number
        for question, rows in left_over:
            assert isinstance(question, Switch)
            ends[rows] = len(outcomes)
            outcomes.append(question.otherwise)
        return outcomes, ends

    def leaf(self, data: Table) -> NDArray[np.intp]:
        """In which leaf each row ends, counted from the left; values without a part have higher numbers."""
        return self._ends(data)[1]

    def predict(self, data: Table) -> NDArray[Any]:
        """The label or number for each row."""
        outcomes, ends = self._ends(data)
        return np.array([outcome.value for outcome in outcomes])[ends]

    def codes(self, data: Table) -> NDArray[np.intp]:
        """For each row, the place of its label among ``classes``."""
        outcomes, ends = self._ends(data)
        return np.array([self.classes.index(outcome.value) for outcome in outcomes])[ends]

    def shares(self, data: Table) -> NDArray[np.float64]:
        """For each row, the weight of each class in its leaf, as shares of one."""
        outcomes, ends = self._ends(data)
        weights = np.array([outcome.weights for outcome in outcomes], dtype=np.float64)
        return np.asarray((weights / weights.sum(axis=1, keepdims=True))[ends])

    def answers(self, data: Table) -> NDArray[np.uint8]:
        """For each row, the answers to ``rules`` as 0 and 1."""
        return matrix(data, self.rules)

    def _repr_svg_(self) -> str:
        from problems.learn.picture import svg

        return svg(self)


def routed(
    tree: Tree[R, X], rows: int, route: Callable[[R, NDArray[np.intp]], NDArray[np.intp]]
) -> tuple[list[NDArray[np.intp]], list[tuple[R, NDArray[np.intp]]]]:
    """The rows that end in each leaf, left to right, and at branches the rows that have no part there.

    ``route`` says for the rows that get to a branch which part each goes to, -1 for none.

    >>> from derive import Leaf
    >>> tree = Node(3, (Leaf("small"), Leaf("large")))
    >>> found = routed(tree, 5, lambda cut, rows: np.where(rows < cut, 0, np.where(rows < 4, 1, -1)))
    >>> [rows.tolist() for rows in found[0]], [(cut, rows.tolist()) for cut, rows in found[1]]
    ([[0, 1, 2], [3]], [(3, [4])])
    """
    ends: list[NDArray[np.intp]] = []
    left_over: list[tuple[R, NDArray[np.intp]]] = []
    todo: list[tuple[Tree[R, X], NDArray[np.intp]]] = [(tree, np.arange(rows))]
    while todo:
        subtree, here = todo.pop()
        if isinstance(subtree, Node):
            taken = route(subtree.root, here)
            for place in reversed(range(len(subtree.parts))):
                todo.append((subtree.parts[place], here[taken == place]))
            if (taken < 0).any():
                left_over.append((subtree.root, here[taken < 0]))
        else:
            ends.append(here)
    return ends, left_over
