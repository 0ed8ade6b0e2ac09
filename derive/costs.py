"""Costs that every problem has: branches, depth, leaves, weighted depth.

Each is an algebra whose choice keeps the first smallest value.

>>> from derive.algebra import fold
>>> from derive.tree import Leaf, Node
>>> chain = Node("a", (Leaf(None), Node("b", (Leaf(None), Leaf(None)))))
>>> fold(SIZE, chain), fold(DEPTH, chain), fold(CELLS, chain)
(2, 2, 5)
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from operator import itemgetter
from typing import TypeAlias, TypeVar

from derive.algebra import Algebra
from derive.choices import min_by, smallest

R = TypeVar("R")
X = TypeVar("X")

SIZE: Algebra[object, object, int] = Algebra(lambda _: 0, lambda _, values: 1 + sum(values), smallest)
"""How many branches. Monotone and strictly so."""

DEPTH: Algebra[object, object, int] = Algebra(
    lambda _: 0, lambda _, values: 1 + max(values, default=0), smallest
)
"""How many branches on the longest path. Monotone, not strictly: ties need care."""

CELLS: Algebra[object, object, int] = Algebra(lambda _: 1, lambda _, values: 1 + sum(values), smallest)
"""Branches and leaves together. Paper: ``E_BSP`` of (28)."""

Weight: TypeAlias = float | Fraction
"""What may be a weight: a number, exact if it is a fraction."""

Weighed: TypeAlias = tuple[Weight, Weight]
"""The weight of a tree, and the weighted depth it costs."""


def weighted_depth(
    branch: Callable[[R], Weight], leaf: Callable[[X], Weight] = lambda _: 0
) -> Algebra[R, X, Weighed]:
    """Sum of weight times depth: branches from 1 at the root on, leaves as deep as their parent.

    >>> from derive.algebra import fold
    >>> from derive.tree import Leaf, Node
    >>> by_weight = weighted_depth({"a": 5, "b": 2}.__getitem__)
    >>> fold(by_weight, Node("a", (Leaf(None), Node("b", (Leaf(None), Leaf(None))))))
    (7, 9)
    """

    def at_leaf(item: X) -> Weighed:
        return leaf(item), 0

    def at_node(root: R, values: tuple[Weighed, ...]) -> Weighed:
        weight = branch(root) + sum(w for w, _ in values)
        return weight, weight + sum(cost for _, cost in values)

    return Algebra(at_leaf, at_node, min_by(itemgetter(1)))
