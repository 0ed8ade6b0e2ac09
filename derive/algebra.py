"""An algebra says what a leaf and a branch mean, and which values to keep.

>>> from derive.costs import SIZE, DEPTH
>>> from derive.tree import Leaf, Node
>>> tree = Node("a", (Node("b", (Leaf(None), Leaf(None))), Leaf(None)))
>>> fold(SIZE, tree), fold(SIZE & DEPTH, tree), fold(COUNT, tree)
(2, (2, 2), 1)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import prod
from typing import Generic, TypeVar

from derive.choices import Choice, everything, first, total
from derive.errors import BadInput
from derive.tree import Leaf, Node, Tree, fold_with

R = TypeVar("R")
X = TypeVar("X")
V = TypeVar("V")
W = TypeVar("W")
R_contra = TypeVar("R_contra", contravariant=True)
X_contra = TypeVar("X_contra", contravariant=True)


@dataclass(frozen=True)
class Algebra(Generic[R_contra, X_contra, V]):
    """What a leaf is worth, what a branch makes of its parts, which values survive.

    >>> longest = Algebra(leaf=len, node=lambda root, values: max(values))
    >>> fold(longest, Node("r", (Leaf("ab"), Leaf("abc"))))
    3
    """

    leaf: Callable[[X_contra], V]
    node: Callable[[R_contra, tuple[V, ...]], V]
    choose: Choice[V] = everything

    def __post_init__(self) -> None:
        for role, function in (("leaf", self.leaf), ("node", self.node), ("choose", self.choose)):
            if not callable(function):
                raise BadInput(f"{role} of an algebra must be a function, got {function!r}")

    def choosing(self, choose: Choice[V]) -> Algebra[R_contra, X_contra, V]:
        """The same meaning with another choice.

        >>> from derive.choices import smallest
        >>> COUNT.choosing(smallest).choose([3, 2])
        [2]
        """
        return replace(self, choose=choose)

    def __and__(self, other: Algebra[R_contra, X_contra, W]) -> Algebra[R_contra, X_contra, tuple[V, W]]:
        """Both values of every tree, keeping all: banana split.

        >>> from derive.costs import SIZE, DEPTH
        >>> (SIZE & DEPTH).leaf("x")
        (0, 0)
        """
        return Algebra(*_paired(self, other))

    def __mul__(self, other: Algebra[R_contra, X_contra, W]) -> Algebra[R_contra, X_contra, tuple[V, W]]:
        """Choose by the first; among pairs whose first values are equal, choose by the second.

        ``cost * COUNT`` is "the optimum, and how many trees reach it". Equal means the same value,
        all of it. Owes: that the first choice selects, so adding up may stand second only.

        >>> from derive.choices import smallest
        >>> (COUNT.choosing(smallest) * COUNT).choose([(4, 1), (3, 1), (3, 5)])
        [(3, 6)]
        """

        def choose(pairs: Iterable[tuple[V, W]]) -> list[tuple[V, W]]:
            groups: dict[V, list[W]] = {}
            for value, companion in pairs:
                groups.setdefault(value, []).append(companion)
            chosen = dict.fromkeys(self.choose(v for v, group in groups.items() for _ in group))
            for value in chosen:
                if groups and value not in groups:
                    raise BadInput(
                        f"the first choice of a product must select, but answered with {value!r}, "
                        f"which is none of the values it was offered"
                    )
            return [
                (value, companion) for value in chosen if groups for companion in other.choose(groups[value])
            ]

        return Algebra(*_paired(self, other), choose)


def _paired(
    one: Algebra[R, X, V], other: Algebra[R, X, W]
) -> tuple[Callable[[X], tuple[V, W]], Callable[[R, tuple[tuple[V, W], ...]], tuple[V, W]]]:
    def leaf(item: X) -> tuple[V, W]:
        return one.leaf(item), other.leaf(item)

    def node(root: R, values: tuple[tuple[V, W], ...]) -> tuple[V, W]:
        ours, theirs = zip(*values, strict=True) if values else ((), ())
        return one.node(root, ours), other.node(root, theirs)

    return leaf, node


def fold(algebra: Algebra[R, X, V], tree: Tree[R, X]) -> V:
    """What one tree is worth: nothing is chosen. Paper: the homomorphism of 3.2.3.

    >>> fold(TREES, Node("r", (Leaf(1), Leaf(2))))
    Node('r', (Leaf(1), Leaf(2)))
    """
    return fold_with(algebra.leaf, algebra.node, tree)


COUNT: Algebra[object, object, int] = Algebra(lambda _: 1, lambda _, values: prod(values), total)
"""How many: every leaf once, products at branches, sums over alternatives."""

EXISTS: Algebra[object, object, bool] = Algebra(lambda _: True, lambda _, values: all(values), first)
"""Is there any: the first one found will do."""


def _leaf(item: object) -> Tree[object, object]:
    return Leaf(item)


def _node(root: object, parts: tuple[Tree[object, object], ...]) -> Tree[object, object]:
    return Node(root, parts)


TREES: Algebra[object, object, Tree[object, object]] = Algebra(_leaf, _node)
"""The trees themselves, all of them."""
