"""Theorems 4.2 and 4.3: filters and minima move into the combinations, with laws of lists alone."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from derive.term import Term, Value, concat, define, filter_, kcombs_, kperms_, map_, min_, perms_, value
from laws.derivation import Case, Derivation
from laws.rewrite import FILTER_PROMOTION, KPERMS, MAP_COMPOSITION, MIN_PROMOTION, definition
from problems import draws
from problems.proper import Ancestry, valid
from problems.theorems.theorem import Theorem

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

P, K, E = value("p"), value("K"), value("E")


def filtered_permutations(predicate: Value, k: Value) -> Derivation:
    """Theorem 4.2 for a predicate and a number.

    >>> filtered_permutations(P, K).program
    concat . map (filter p . perms) . kcombs K
    """
    return (
        Derivation("Theorem 4.2", filter_(predicate) @ kperms_(k))
        .then(filter_(predicate) @ concat @ map_(perms_) @ kcombs_(k), by=KPERMS)
        .then(concat @ map_(filter_(predicate)) @ map_(perms_) @ kcombs_(k), by=FILTER_PROMOTION)
        .then(concat @ map_(filter_(predicate) @ perms_) @ kcombs_(k), by=MAP_COMPOSITION)
    )


def best_of_bests(cost: Value, generate: Term, k: Value) -> Derivation:
    """Theorem 4.3 for a cost, a generator and a number: the best of each combination is enough.

    >>> best_of_bests(E, perms_, K).program
    min E . concat . map (min E . perms) . kcombs K
    """
    candidates = concat @ map_(generate) @ kcombs_(k)
    return (
        Derivation("Theorem 4.3", min_(cost) @ candidates, cost=cost, among=map_(cost) @ candidates)
        .then(min_(cost) @ concat @ map_(min_(cost)) @ map_(generate) @ kcombs_(k), by=MIN_PROMOTION)
        .then(min_(cost) @ concat @ map_(min_(cost) @ generate) @ kcombs_(k), by=MAP_COMPOSITION)
    )


GENERATE = define("genDTs", filter_(P) @ perms_)
SODT = define("sodt", min_(E) @ GENERATE)


def permutation_cases() -> SearchStrategy[Case]:
    """Rules in order, a number of them, validity by a random sign matrix, weights by place.

    >>> from hypothesis import find
    >>> find(permutation_cases(), lambda case: case.values["K"] == 1).argument
    (0,)
    """
    from hypothesis import strategies as st

    def case(ancestry: Ancestry, k: int, weights: list[int]) -> Case:
        values = {"K": min(k, len(ancestry)), "p": partial(valid, ancestry), "E": partial(_by_place, weights)}
        return Case(tuple(range(len(ancestry))), {**values, "ancestry": ancestry, "weights": weights})

    weights = st.lists(st.integers(0, 3), min_size=4, max_size=4)
    return st.builds(case, draws.matrices(4), st.integers(0, 3), weights)


def _by_place(weights: list[int], permutation: tuple[int, ...]) -> int:
    return sum(weights[place] * rule for place, rule in enumerate(permutation))


THEOREM_4_2 = Theorem(
    "theorem-4.2",
    filtered_permutations(P, K).then(concat @ map_(GENERATE) @ kcombs_(K), by=definition(GENERATE, "(11)")),
    permutation_cases,
    "Valid K-permutations, combination by combination. Holds for any predicate.",
)

THEOREM_4_3 = Theorem(
    "theorem-4.3",
    best_of_bests(E, GENERATE, K).then(
        min_(E) @ concat @ map_(SODT) @ kcombs_(K), by=definition(SODT, "(14)")
    ),
    permutation_cases,
    "min E is total: it answers with a list of at most one, since a combination may have no tree at all; "
    "so concat stays. As printed, min . concat = min . map min has no value there.",
)
