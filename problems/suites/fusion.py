"""Fusion for every kind of choice: everything, filter, thin, k best, the number of optima.

Minimum is what each problem's own suite has. The conditions are one law, Bellman's, at different
choices: that a branch reflects a filter (4.8.1), that a dominance is monotone (4.8.2), that a cost is
strictly monotone (for counting optima).
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any

from derive import COUNT, DEPTH, TREES, Algebra, Tree, best, everything, keep, thin
from derive.choices import Choice
from laws import Law, Suite
from laws.draws import no_worse
from laws.fusion import Asked, bellman, fusion, promotion
from problems import catalans, draws, proper
from problems.ancestry import Ancestry
from problems.rows import Rows

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Ruled = tuple[Ancestry, Rows]
Weights = list[int]


def _search(hits: Weights, algebra: Algebra[Any, Any, Any]) -> Asked[Any, int, int, Any]:
    return Asked(*catalans.search_trees(len(hits)), algebra)


def _many_weights() -> SearchStrategy[Weights]:
    from hypothesis import strategies as st

    return st.lists(st.integers(1, 9), min_size=2, max_size=6)


def _decide(pair: Ruled, algebra: Algebra[Any, Any, Any]) -> Asked[Any, int, int, Any]:
    return Asked(*proper.decision_trees(*pair), algebra)


def _rules() -> SearchStrategy[Ruled]:
    return draws.rules_with_data(4, least=3)


def _smallest_leaf(choose: Choice[int]) -> Algebra[object, int, int]:
    return Algebra(int.bit_count, lambda _, values: min(values), choose)


def _three(given: Any, pose: Any, name: str) -> list[Law[Any]]:
    return [law(name, given, pose) for law in (promotion, bellman, fusion)]


def _every_tree() -> Algebra[Any, Any, Tree[Any, Any]]:
    return TREES.choosing(everything)


FUSION = Suite(
    "fusion",
    [
        fusion("everything (Theorem 4.10)", _rules, lambda pair: _decide(pair, _every_tree())),
        *_three(
            _many_weights,
            lambda hits: _search(hits, DEPTH.choosing(keep(lambda depth: depth <= 3))),
            "filter: at most three deep",
        ),
        *_three(
            _rules,
            lambda pair: _decide(pair, _smallest_leaf(keep(lambda rows: rows >= 1))),
            "filter: no leaf is empty",
        ),
        *_three(
            _rules,
            lambda pair: _decide(pair, (pair[1].misclassified() & DEPTH).choosing(thin(no_worse))),
            "thin: errors and depth",
        ),
        *_three(
            _many_weights,
            lambda hits: _search(hits, catalans.look_up_cost(hits).choosing(best(3, itemgetter(1)))),
            "k best: three cheapest",
        ),
        *_three(
            _many_weights,
            lambda hits: _search(hits, catalans.look_up_cost(hits) * COUNT),
            "number of optima under +",
        ),
    ],
    telling=0.1,
)
