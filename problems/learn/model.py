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
from problems.learn.rules import AnyRule, asked, matrix, said
from problems.learn.table import Table

Label: TypeAlias = str | int | float | bool


class Outcome(NamedTuple):
    """What a leaf says, how many rows came there, and for labels the weight of each class.

    >>> str(Outcome("yes", 3, (1.0, 2.0)))
    'yes'
    """

    value: Label
    rows: int
    weights: tuple[float, ...] = ()

    def __str__(self) -> str:
        return f"{self.value:.6g}" if isinstance(self.value, float) else str(self.value)


@dataclass(frozen=True)
class Model:
    """A tree over named columns; ``classes`` is empty where numbers are predicted.

    ``loss`` is the weighted number of errors, or the squared error; ``cost`` adds the penalty of each
    branch; no tree over the rules of ``rule_set`` and within the limits costs less than ``lower_bound``.

    >>> from derive import Leaf
    >>> Model(("x0",), Leaf(Outcome(2.5, 4))).optimal
    False
    """

    columns: tuple[str, ...]
    tree: Tree[AnyRule, Outcome]
    classes: tuple[Label, ...] = ()
    target: str = "y"
    rule_set: str = ""
    loss: float = 0.0
    cost: float = 0.0
    lower_bound: float = 0.0
    optimal: bool = False

    @property
    def rules(self) -> tuple[AnyRule, ...]:
        """The rules that the tree asks, each once, from the root down."""
        return tuple(dict.fromkeys(level_order(self.tree)))

    def leaf(self, data: Table) -> NDArray[np.intp]:
        """In which leaf each row ends, counted from the left."""
        places = {name: place for place, name in enumerate(data.names)}
        lacking = [column for rule in self.rules for column in asked(rule) if column not in places]
        if lacking:
            raise BadInput(
                f"the data have no column {lacking[0]!r}, which the tree asks of; expected {', '.join(self.columns)}"
            )
        ends = np.empty(data.rows, dtype=np.intp)
        groups = routed(
            self.tree,
            data.rows,
            lambda rule, here: said(rule, [data.columns[places[column]][here] for column in asked(rule)]),
        )
        for number, rows in enumerate(groups):
            ends[rows] = number
        return ends

    def predict(self, data: Table) -> NDArray[Any]:
        """The label or number for each row."""
        return np.array([outcome.value for outcome in leaves(self.tree)])[self.leaf(data)]

    def shares(self, data: Table) -> NDArray[np.float64]:
        """For each row, the weight of each class in its leaf, as shares of one."""
        weights = np.array([outcome.weights for outcome in leaves(self.tree)], dtype=np.float64)
        return np.asarray((weights / weights.sum(axis=1, keepdims=True))[self.leaf(data)])

    def answers(self, data: Table) -> NDArray[np.uint8]:
        """For each row, the answers to ``rules`` as 0 and 1."""
        return matrix(data, self.rules)

    def _repr_svg_(self) -> str:
        from problems.learn.picture import svg

        return svg(self)


def routed(
    tree: Tree[R, X], rows: int, says_yes: Callable[[R, NDArray[np.intp]], NDArray[np.bool_]]
) -> list[NDArray[np.intp]]:
    """The rows that end in each leaf, left to right; ``says_yes`` answers for the rows that get to a branch.

    >>> from derive import Leaf
    >>> tree = Node(3, (Leaf("small"), Leaf("large")))
    >>> [rows.tolist() for rows in routed(tree, 5, lambda cut, rows: rows < cut)]
    [[0, 1, 2], [3, 4]]
    """
    ends: list[NDArray[np.intp]] = []
    todo: list[tuple[Tree[R, X], NDArray[np.intp]]] = [(tree, np.arange(rows))]
    while todo:
        subtree, here = todo.pop()
        if isinstance(subtree, Node):
            yes, no = subtree.parts
            said = says_yes(subtree.root, here)
            todo += [(no, here[~said]), (yes, here[said])]
        else:
            ends.append(here)
    return ends
