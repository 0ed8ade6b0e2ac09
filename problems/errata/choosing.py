"""Choosing early: when it is said to be right, and when it is (He & Little, section 4).

>>> [claim.law.name for claim in CLAIMS][:2]
['g >= max is enough: fusion', 'g >= max is necessary']
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from derive import COUNT, DEPTH, Algebra, keep, min_by, smallest, solve
from derive.choices import Choice
from laws import Law
from laws.draws import naturals
from laws.fusion import Asked, fusion
from problems import catalans, draws, proper
from problems.ancestry import Ancestry
from problems.errata.claim import Claim
from problems.rows import Rows

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Ruled = tuple[Ancestry, Rows]

MONOTONE: dict[str, Callable[[float, float], float]] = {
    "min": min,
    "max": max,
    "sum": lambda a, b: a + b,
    "mean": lambda a, b: (a + b) / 2,
}

LEAVES: Algebra[object, object, int] = Algebra(lambda _: 1, lambda _, values: sum(values))


def _errors(rows: Rows, g: Callable[[float, float], float]) -> Algebra[int, int, float]:
    return Algebra(rows.errors, lambda _, values: g(*values), smallest)


def _bumped(a: float, b: float) -> float:
    return max(a, b) + 2 * (a == b)


def _costs() -> SearchStrategy[tuple[str, Ruled]]:
    from hypothesis import strategies as st

    return st.tuples(st.sampled_from(sorted(MONOTONE)), draws.rules_with_data(4, least=3))


def right_early(drawn: tuple[str, Ruled]) -> bool:
    """Whether choosing early gives the same as choosing last, for a cost by name that tells trees apart.

    >>> from hypothesis import find
    >>> right_early(("mean", find(draws.rules_with_data(3, least=3), lambda _: True)))
    False
    """
    name, (ancestry, rows) = drawn
    asked = Asked(*proper.decision_trees(ancestry, rows), _errors(rows, MONOTONE[name]))
    early: list[float] = solve(asked.problem, asked.algebra)(asked.seed)
    late = asked.candidates()
    return len(set(late)) > 1 and smallest(late) == early


def _above_both(name: str) -> bool:
    return all(MONOTONE[name](a, b) >= max(a, b) for a in range(5) for b in range(5))


def _shallow(hits: list[int], most: int) -> Algebra[int, int, Any]:
    """The cheapest search tree among those that are at most so deep, chosen in one go."""
    both: Algebra[int, int, Any] = catalans.look_up_cost(hits) & DEPTH
    cheapest: Choice[Any] = min_by(lambda value: value[0][1])
    shallow: Choice[Any] = keep(lambda value: value[1] <= most)
    return both.choosing(lambda values: cheapest(shallow(values)))


def _shallow_weights() -> SearchStrategy[tuple[list[int], int]]:
    from hypothesis import strategies as st

    return st.tuples(st.lists(st.integers(0, 9), min_size=1, max_size=6), st.integers(2, 3))


CLAIMS = [
    Claim(
        fusion(
            "g >= max is enough",
            lambda: draws.thresholds_with_data(4),
            lambda pair: Asked(*proper.decision_trees(*pair), _errors(pair[1], _bumped)),
        ),
        "choosing early needs a monotone g; g >= max is what bounding needs",
    ),
    Claim(
        Law(
            "g >= max is necessary",
            _costs,
            lhs=lambda drawn: right_early(drawn) and not _above_both(drawn[0]),
            rhs=lambda _: False,
            says="a cost for which choosing early is right has g(a, b) >= max(a, b)",
            latex=r"\text{fusion} \Rightarrow g(a, b) \ge \max(a, b)",
            cite="He & Little, Definition 4.12",
            owed_by=("optimum",),
        ),
        "min and the mean are monotone, so choosing early is right for them",
    ),
    Claim(
        fusion("optima under max", naturals(8), lambda n: Asked(*catalans.search_trees(n), DEPTH * COUNT)),
        "counting optima needs a strictly monotone cost; under max a part may be worse without harm",
    ),
    Claim(
        fusion(
            "constant depth filter under min",
            _shallow_weights,
            lambda drawn: Asked(*catalans.search_trees(len(drawn[0])), _shallow(*drawn)),
        ),
        "a depth limit needs a budget in the seed: the same limit at every level drops what is needed",
    ),
    Claim(
        fusion(
            "at least three leaves as a fused filter",
            naturals(4),
            lambda n: Asked(*catalans.search_trees(n), LEAVES.choosing(keep(lambda leaves: leaves >= 3))),
        ),
        "a branch does not reflect it: large trees have small parts",
    ),
]
