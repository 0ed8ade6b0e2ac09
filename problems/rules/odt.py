"""Optimal trees over rules made from points: ``odt_ml = odt . rules``. Paper: 5.2.

Changing the family changes the rules; the search stays the same.

>>> from problems.rules.family import axis, oblique
>>> points = [(x, y) for x in range(4) for y in range(4)]
>>> labels = ["in" if x * x + y * y < 8 else "out" for x, y in points]
>>> for family in (axis, oblique, axis + oblique):
...     print(odt_ml(points, labels, family, max_rules=2))
1 of 16 wrong with 2 axis rules, proved optimal
0 of 16 wrong with 2 oblique rules, proved optimal
0 of 16 wrong with 2 axis + oblique rules, proved optimal
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np

from derive import BadInput, Leaf, Node, TooLarge, Tree, map_leaves, optimum, size
from derive.tree import fold_with
from problems.rows import Rows
from problems.rules.cuts import Cuts
from problems.rules.family import Family, family
from problems.rules.inside import cut_trees, errors

MOST_ORIGINS = 20_000
"""How many rules, before merging, a search for proper trees takes that knows nothing of them."""


@dataclass(frozen=True)
class Grown:
    """An optimal tree: rules at its branches, labels at its leaves; ``cuts`` are those it was chosen from.

    >>> from problems.rules.family import axis
    >>> grown = odt_ml([(0,), (1,), (2,)], "aba", axis, max_rules=2)
    >>> grown.errors, grown.predict((9,)), [str(rule) for rule in (grown.tree.root,)]
    (0, 'a', ['x0 <= 0.5'])
    """

    tree: Tree[Any, Hashable]
    errors: int
    cuts: Cuts
    optimal: bool
    lower_bound: int
    seconds: float

    def predict(self, point: Sequence[object]) -> Hashable:
        """The label of a point, its sides decided exactly."""
        tree = self.tree
        while isinstance(tree, Node):
            tree = tree.parts[0 if tree.root.side(point) else 1]
        return tree.item

    def __str__(self) -> str:
        rules = f"{size(self.tree)} {self.cuts.name} rule{'' if size(self.tree) == 1 else 's'}"
        proved = "proved optimal" if self.optimal else f"lower bound {self.lower_bound}"
        return f"{self.errors} of {len(self.cuts.places)} wrong with {rules}, {proved}"


def odt_ml(
    points: object,
    labels: Sequence[Hashable],
    rules: Family | str | Sequence[Family | str],
    *,
    max_rules: int | None = None,
    max_depth: int | None = None,
    min_leaf: int = 1,
    proper: bool = False,
    time_limit: float | None = None,
) -> Grown:
    """The tree with the fewest errors: at most ``max_rules`` rules, ``max_depth`` deep, over a family.

    With ``proper``, a rule is made from points that arrive where it stands. In the plane, and for
    thresholds, that excludes no partition (``Cuts.self_made``), so that the same search answers;
    elsewhere the definition does, which takes small input only, and no notice of a time limit.

    >>> grown = odt_ml([(0, 0), (1, 1), (0, 1), (1, 0)], "aabb", "oblique", max_rules=2)
    >>> print(grown)
    0 of 4 wrong with 2 oblique rules, proved optimal
    >>> odt_ml([(0, 0)], "ab", "oblique", max_rules=1)
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: expected a label for each of 1 points, got 2
    """
    made = family(rules)(points)
    if len(labels) != len(made.places):
        raise BadInput(f"expected a label for each of {len(made.places)} points, got {len(labels)}")
    if max_rules is None and max_depth is None:
        raise BadInput("without max_rules or max_depth, a tree may grow for ever; give one of them")
    for name, value, low in (
        ("max_rules", max_rules, 0),
        ("max_depth", max_depth, 0),
        ("min_leaf", min_leaf, 1),
    ):
        if value is not None and value < low:
            raise BadInput(f"expected {name} to be {low} or more, got {value}")
    if proper and not made.self_made:
        return _by_definition(made, labels, max_rules, max_depth, min_leaf)
    from derive.kernels import rows, wide

    classes = list(dict.fromkeys(labels))
    code = {label: number for number, label in enumerate(classes)}
    codes = np.array([code[label] for label in labels], dtype=np.int64)
    features = np.ascontiguousarray(made.sides.T, dtype=np.uint8)
    search: Any = wide.fit if wide.suits(features, len(classes)) else rows.fit
    found = search(
        features,
        codes,
        len(classes),
        max_nodes=max_rules,
        max_depth=max_depth,
        min_leaf=min_leaf,
        time_limit=time_limit,
        fewest=max_rules is not None,
    )

    return Grown(
        _named(made, map_leaves(classes.__getitem__, found.tree)),
        round(found.loss),
        made,
        found.optimal,
        round(found.lower_bound),
        found.seconds,
    )


def _named(made: Cuts, tree: Tree[int, Hashable]) -> Tree[Any, Hashable]:
    """The tree with rules for cuts; a rule says yes where its cut does."""

    def leaf(label: Hashable) -> Tree[Any, Hashable]:
        return Leaf(label)

    def node(cut: int, parts: tuple[Tree[Any, Hashable], ...]) -> Tree[Any, Hashable]:
        return Node(made.rule(cut), parts)

    return fold_with(leaf, node, tree)


def _by_definition(
    made: Cuts, labels: Sequence[Hashable], max_rules: int | None, max_depth: int | None, min_leaf: int
) -> Grown:
    if made.generated > MOST_ORIGINS:
        raise TooLarge(
            f"proper trees over {made.generated} rules are more than the definition takes, {MOST_ORIGINS}; "
            "give fewer points, or proper=False, whose optimum is never worse"
        )
    k = min(max_rules if max_rules is not None else 2**20, 2 ** min(max_depth or 20, 20) - 1, len(labels))
    if max_depth == 0:
        k = 0
    start = perf_counter()
    instance = cut_trees(made, labels, k, depth=max_depth, min_leaf=min_leaf)
    best = optimum(*instance, errors(labels)).unwrap()
    named = _named(made, map_leaves(Rows(labels, ()).majority, best.tree))
    return Grown(named, best.value, made, True, best.value, perf_counter() - start)
