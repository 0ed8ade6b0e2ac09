"""Proper trees and their level orders: uncles, K!, transitivity, validity (He & Little, section 3).

>>> [claim.law.name for claim in CLAIMS]
['Theorem 3.5', 'Lemma 3.7', 'transitivity of the matrix', 'weak feasibility is validity']
"""

from __future__ import annotations

from itertools import combinations, permutations
from math import factorial
from typing import TYPE_CHECKING

from derive import Tree, count, descend, kperms, leaves, level_order, trees
from laws import Law
from problems import draws, proper
from problems.ancestry import Ancestry, from_lines
from problems.errata.claim import Claim

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Lines = list[tuple[tuple[int, int], tuple[int, int]]]


def _uncles(ancestry: Ancestry) -> list[tuple[int, int, Tree[int, None]]]:
    """Pairs that level order lists in this sequence, neither on one level nor one below the other."""
    found: list[tuple[int, int, Tree[int, None]]] = []
    for tree in trees(*proper.proper_trees(ancestry), limit=None):
        above = {rule: path for path in leaves(_paths(tree)) for rule, path in _prefixes(path)}
        for one, other in combinations(level_order(tree), 2):
            if len(above[one]) != len(above[other]) and one not in above[other]:
                found.append((one, other, tree))
    return found


def _paths(tree: Tree[int, None]) -> Tree[int, tuple[int, ...]]:
    return descend(lambda rule, _, path: (*path, rule), (), tree)


def _prefixes(path: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
    return [(rule, path[:place]) for place, rule in enumerate(path)]


def _lines() -> SearchStrategy[Lines]:
    from hypothesis import strategies as st

    return st.lists(draws.pieces(4), min_size=3, max_size=3)


def _intransitive(lines: Lines) -> list[tuple[int, int, int]]:
    matrix = from_lines(lines).matrix
    return [
        (i, j, k)
        for i, j, k in permutations(range(len(matrix)), 3)
        if matrix[i][j] and matrix[j][k] and not matrix[i][k]
    ]


CLAIMS = [
    Claim(
        Law(
            "Theorem 3.5",
            lambda: draws.matrices(4),
            lhs=_uncles,
            rhs=lambda _: [],
            says="of two rules in level order, either both are on one level or the later is below the earlier",
            latex=r"r_j \text{ before } r_k \Rightarrow \text{same level} \vee r_k \text{ below } r_j",
            cite="He & Little, Theorem 3.5",
            owed_by=("level_order",),
        ),
        "an uncle and a nephew are on different levels, and neither is below the other",
    ),
    Claim(
        Law(
            "Lemma 3.7",
            lambda: draws.matrices(4, least=2),
            lhs=lambda ancestry: count(*proper.proper_trees(ancestry)) < factorial(len(ancestry)),
            rhs=lambda _: True,
            says="there are strictly fewer than K! proper trees",
            latex=r"|\mathcal{S}(K, rs_K)| < K!",
            cite="He & Little, Lemma 3.7",
            owed_by=("count",),
        ),
        "K! is reached iff every row of the matrix is constant and non-zero",
    ),
    Claim(
        Law(
            "transitivity of the matrix",
            _lines,
            lhs=_intransitive,
            rhs=lambda _: [],
            says="if j lies on a side of i and k on a side of j, then k lies on a side of i",
            latex=r"K_{ij} \ne 0 \wedge K_{jk} \ne 0 \Rightarrow K_{ik} \ne 0",
            cite="He & Little, Axiom 3, part I, read of the matrix",
            owed_by=("Problem",),
        ),
        "it is a statement about one tree; three lines suffice to break it for the matrix",
    ),
    Claim(
        Law(
            "weak feasibility is validity",
            lambda: draws.matrices(3),
            lhs=lambda ancestry: [
                p for p in kperms(len(ancestry), range(len(ancestry))) if proper.weakly_feasible(ancestry, p)
            ],
            rhs=lambda ancestry: proper.valid_permutations(ancestry, len(ancestry)),
            says="a permutation from which a tree can be rebuilt is the level order of that tree",
            latex=r"\mathit{feasible}\;\sigma \Rightarrow \mathit{valid}\;\sigma",
            cite="He & Little, 4.1, predicate p read weakly",
            owed_by=("level_order", "kperms"),
        ),
        "the level order of the rebuilt tree must be the permutation",
    ),
]
