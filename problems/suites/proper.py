"""What proper decision trees owe."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import factorial
from typing import Any

from derive import (
    DEPTH,
    Algebra,
    Masks,
    Tree,
    count,
    dacc,
    level_order,
    map_leaves,
    smallest,
    trees,
    weighted_depth,
)
from laws import AS_BAGS, Law, Suite
from laws.fusion import Asked, fusion, owed
from laws.kernels import kernel, kernel_count
from laws.memo import conserves
from problems import draws, proper
from problems.ancestry import Ancestry, tree_violations
from problems.rows import Rows
from problems.suites.common import best_of

Ruled = tuple[Ancestry, Rows]


def _decide(pair: Ruled) -> Asked[Any, int, int, int]:
    return Asked(*proper.decision_trees(*pair), pair[1].misclassified())


def _orders(ancestry: Ancestry) -> list[tuple[int, ...]]:
    return [level_order(tree) for tree in trees(*proper.proper_trees(ancestry), limit=None)]


def _constant_rows(ancestry: Ancestry) -> bool:
    rows = ([entry for j, entry in enumerate(row) if i != j] for i, row in enumerate(ancestry.matrix))
    return all(0 not in row and len(set(row)) <= 1 for row in rows)


def _at_leaves(rows: Rows, tree: Tree[int, None]) -> Tree[int, int]:
    def side(part: int) -> Callable[[int], int]:
        return lambda rule: rows.act(rule, part, rows.everything)

    whole = map_leaves(lambda _: rows.everything, tree)
    return dacc(int, (side(0), side(1)), (int.__and__, int.__and__), whole)


MONOTONE: dict[str, Callable[[float, float], float]] = {
    "max": max,
    "mean": lambda a, b: (a + b) / 2,
}
"""Monotone ways to join two costs; the mean lies below its larger side."""


def _decide_by(g: Callable[[float, float], float], pair: Ruled) -> Asked[Any, int, int, float]:
    cost = Algebra[int, int, float](pair[1].errors, lambda _, values: g(*values), smallest)
    return Asked(*proper.decision_trees(*pair), cost)


def _deep(ancestry: Ancestry) -> Asked[int, int, None, int]:
    return Asked(*proper.proper_trees(ancestry), DEPTH)


WEIGHTS = (3, 1, 4, 1, 5)


def _weigh(ancestry: Ancestry) -> Asked[int, int, None, Any]:
    return Asked(*proper.proper_trees(ancestry), weighted_depth(WEIGHTS.__getitem__))


def _by_weight(ancestry: Ancestry) -> Masks:
    return proper.rule_masks(ancestry, WEIGHTS[: len(ancestry)])


PROPER = Suite(
    "proper-dt",
    [
        *owed("proper-dt errors", lambda: draws.rules_with_data(4, least=3), _decide),
        conserves("proper-dt", draws.matrices, proper.proper_trees, int.bit_count),
        kernel("proper-dt by depth", lambda: draws.matrices(5, 3), _deep, proper.rule_masks),
        kernel("proper-dt by weight", lambda: draws.matrices(5, 2), _weigh, _by_weight),
        kernel_count("proper-dt", draws.matrices, _deep, proper.rule_masks),
        Law(
            "permutations = trees",
            draws.matrices,
            lhs=_orders,
            rhs=lambda ancestry: proper.valid_permutations(ancestry, len(ancestry)),
            same=AS_BAGS,
            says="map level_order . trees = filter valid . perms, as bags",
            latex=r"\mathit{map}\;\mathit{levelorder} \cdot \mathit{genBTs} = \mathit{filter}\;p \cdot \mathit{perms}",
            cite="He & Little, Corollary 3.6 with the exact predicate",
            owed_by=("level_order", "kperms", "trees"),
        ),
        Law(
            "level order is injective",
            draws.matrices,
            lhs=lambda ancestry: len(set(_orders(ancestry))),
            rhs=lambda ancestry: count(*proper.proper_trees(ancestry)),
            says="two proper trees with one level order are equal",
            latex=r"\mathit{levelorder}\;t = \mathit{levelorder}\;u \Rightarrow t = u",
            cite="He & Little, Corollary 3.6",
            owed_by=("level_order",),
            candidates=_orders,
        ),
        Law(
            "rebuilding inverts level order",
            draws.matrices,
            lhs=lambda ancestry: [proper.rebuild(ancestry, order).unwrap() for order in _orders(ancestry)],
            rhs=lambda ancestry: trees(*proper.proper_trees(ancestry)),
            says="rebuild . level_order = id on proper trees",
            latex=r"\mathit{rebuild} \cdot \mathit{levelorder} = \mathit{id}",
            cite="He & Little, Corollary 3.6",
            owed_by=("level_order",),
        ),
        Law(
            "K! trees iff all rows are constant and non-zero",
            draws.matrices,
            lhs=lambda ancestry: count(*proper.proper_trees(ancestry)) == factorial(len(ancestry)),
            rhs=_constant_rows,
            says="|trees| = K! iff every row of the matrix is constant and non-zero off the diagonal",
            latex=r"|\mathit{genBTs}| = K! \iff \forall i\, \exists s \in \{1,-1\}\, \forall j \ne i.\; K_{ij} = s",
            cite="He & Little, Lemma 4.14; against Lemma 3.7",
            owed_by=("count",),
        ),
        Law(
            "every tree keeps to the matrix",
            draws.matrices,
            lhs=lambda ancestry: [
                tree_violations(ancestry, t) for t in trees(*proper.proper_trees(ancestry))
            ],
            rhs=lambda ancestry: [[] for _ in _orders(ancestry)],
            says="in every generated tree each rule lies on the side of every rule above it",
            latex=r"t \in \mathit{genBTs} \Rightarrow r_j \text{ below } r_i \text{ on side } K_{ij}",
            cite="He & Little, Axiom 3 read of one tree; Lemma 4.5",
            owed_by=("trees",),
            candidates=_orders,
        ),
        Law(
            "data carried down = data accumulated up",
            draws.rules_with_data,
            lhs=lambda pair: trees(*proper.decision_trees(*pair)),
            rhs=lambda pair: [_at_leaves(pair[1], tree) for tree in trees(*proper.proper_trees(pair[0]))],
            says="trees (along p act) = map (dacc id sl sr cap cap) . trees p",
            latex=r"\mathit{genDTs} = \mathit{map}\;\mathit{dacc}_{id,sl,sr,\cap,\cap} \cdot \mathit{genBTs}^{\prime}",
            cite="He & Little, Theorem 4.10",
            owed_by=("along", "dacc", "map_leaves"),
        ),
        *(
            fusion(
                f"choosing early under {name}",
                lambda: draws.rules_with_data(4, least=3),
                partial(_decide_by, g),
            )
            for name, g in MONOTONE.items()
        ),
        Law(
            "by size = combination by combination",
            draws.rules_with_data,
            lhs=lambda pair: [
                best_of(proper.sized_trees(pair[0], pair[1], k), pair[1]) for k in range(len(pair[0]) + 1)
            ],
            rhs=lambda pair: [
                proper.odt(pair[0], pair[1], k, pair[1].misclassified())
                .map(lambda best: best.value)
                .value_or(None)
                for k in range(len(pair[0]) + 1)
            ],
            says="optimum (sized k) = min . map sodt . kcombs k",
            latex=r"\mathit{odt}_K = \min_E \cdot \mathit{map}\;\mathit{sodt} \cdot \mathit{kcombs}_K",
            cite="He & Little, Theorem 4.3",
            owed_by=("kcombs", "optimum", "min_by"),
        ),
    ],
)
