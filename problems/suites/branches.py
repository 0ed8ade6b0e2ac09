"""What Branches owes: its bounds, rows for branches, best-first search, the compiled search, its counts."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from derive import Instance, count, explore, optimum, tables
from derive.best_first import best_first
from laws import AT_MOST, Law, Suite
from laws.draws import naturals
from laws.fusion import Asked, owed
from laws.memo import quotient_sound
from problems import branches, encodings
from problems.branches import Categories

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Drawn = tuple[list[tuple[tuple[int, ...], str]], int]
"""Rows of values with labels, and the penalty in sixtieths."""

PARTS = 60


def _given(features: int = 3, values: int = 3, rows: int = 9, labels: str = "abc") -> SearchStrategy[Drawn]:
    """Rows with few features of few values; the first rows make sure that each has them all."""
    from hypothesis import strategies as st

    cells = st.tuples(*[st.integers(0, values - 1)] * features)
    row = st.tuples(cells, st.sampled_from(labels))
    return st.tuples(st.lists(row, min_size=4, max_size=rows), st.integers(1, 12))


def posed(drawn: Drawn) -> tuple[Categories, Fraction]:
    """The data and the penalty that an example stands for.

    >>> posed(([((0, 1), "a")], 6))[1]
    Fraction(1, 10)
    """
    rows, parts = drawn
    return Categories.from_table([cells for cells, _ in rows], [label for _, label in rows]), Fraction(
        parts, PARTS
    )


def least(drawn: Drawn) -> Fraction:
    """The smallest cost of any tree, by the definition.

    >>> least(([((0, 0), "a"), ((1, 0), "b")], 6))
    Fraction(1, 10)
    """
    data, penalty = posed(drawn)
    return optimum(*branches.branches(data.sizes), data.penalised(penalty)).unwrap().value


def _by_rows(drawn: Drawn) -> Fraction:
    data, penalty = posed(drawn)
    return optimum(*branches.supports(data), data.penalised(penalty)).unwrap().value


def _best_first(drawn: Drawn, sharp: bool) -> Fraction:
    data, penalty = posed(drawn)
    bound = branches.refined(data, penalty) if sharp else branches.purification(data, penalty)
    return best_first(*branches.supports(data), data.penalised(penalty), bound).unwrap().best.value


def compiled(drawn: Drawn, depth: int | None = None) -> Fraction:
    """The smallest cost as the compiled search finds it, from the tree itself.

    >>> compiled(([((0, 0), "a"), ((1, 0), "b")], 6))
    Fraction(1, 10)
    """
    import numpy as np

    from derive.kernels import multiway

    rows, parts = drawn
    labels = sorted({label for _, label in rows})
    values = np.array([cells for cells, _ in rows])
    codes = np.array([labels.index(label) for _, label in rows])
    answer = multiway.fit(values, codes, len(labels), penalty=parts * len(rows) / PARTS, max_depth=depth)
    return Fraction(round(answer.loss), len(rows)) + Fraction(parts, PARTS) * answer.branches


def _bounds_and_optima(drawn: Drawn, sharp: bool) -> tuple[list[Fraction], list[Fraction]]:
    data, penalty = posed(drawn)
    bound = branches.refined(data, penalty) if sharp else branches.purification(data, penalty)
    forest = explore(*branches.supports(data))
    optima = [value for (value,) in tables(forest, data.penalised(penalty))]
    return list(map(bound, forest.seeds)), optima


def _above(drawn: Drawn, sharp: bool) -> list[tuple[Fraction, Fraction]]:
    """Where a bound lies above the optimum of a seed."""
    return [(low, best) for low, best in zip(*_bounds_and_optima(drawn, sharp), strict=True) if low > best]


def _bound_law(name: str, sharp: bool, says: str, latex: str, cite: str) -> Law[Drawn]:
    return Law(
        name,
        _given,
        lhs=lambda drawn: _above(drawn, sharp),
        rhs=lambda _: [],
        candidates=lambda drawn: _bounds_and_optima(drawn, sharp)[1],
        says=says,
        latex=latex,
        cite=cite,
        owed_by=("optimum",),
    )


def _search_law(name: str, sharp: bool) -> Law[Drawn]:
    return Law(
        f"best first, {name} bound",
        _given,
        lhs=lambda drawn: _best_first(drawn, sharp),
        rhs=least,
        candidates=lambda drawn: _bounds_and_optima(drawn, False)[1],
        says="best-first search finds the optimum of the definition",
        latex=r"\mathit{best\_first} = \min_E",
        cite="Branches, Theorem 4.3",
        owed_by=("optimum",),
    )


def evaluated(drawn: Drawn) -> int:
    """How many branches best-first search evaluates below the root, by the paper's key.

    >>> evaluated(([((0, 0), "a"), ((1, 0), "b")], 6))
    3
    """
    data, penalty = posed(drawn)
    bound = branches.purification(data, penalty)
    found = best_first(
        *branches.branches(data.sizes), data.penalised(penalty), lambda branch: bound(data.rows_of(branch))
    )
    return found.unwrap().met - 1


def _allowed(drawn: Drawn) -> int:
    data, penalty = posed(drawn)
    classes = max(2, len(set(data.labels)))
    return branches.evaluations(len(data.sizes), max(2, *data.sizes), classes, penalty)


def _encoded() -> SearchStrategy[tuple[int, int]]:
    from hypothesis import strategies as st

    return st.tuples(st.integers(0, 3), st.integers(2, 4)).filter(lambda pair: pair[0] * (pair[1] - 1) <= 6)


def _sized(drawn: tuple[list[int], int]) -> Instance[Any, int, Any]:
    return branches.sized_branches(*drawn)


def _sizes() -> SearchStrategy[list[int]]:
    from hypothesis import strategies as st

    return st.lists(st.integers(1, 3), min_size=1, max_size=3)


def _sizes_and_splits() -> SearchStrategy[tuple[list[int], int]]:
    from hypothesis import strategies as st

    return st.tuples(_sizes(), st.integers(0, 4))


def _recurrence(features: int) -> int:
    trees = 1
    for left in range(1, features + 1):
        trees = 1 + left * trees**2
    return trees


# By listing, so on few features: a quotient for every example.
_BY_SIZES = Law[list[int]](
    "branches: counted by sizes",
    _sizes,
    lhs=lambda sizes: branches.by_sizes(sizes).count(()),
    rhs=lambda sizes: count(*branches.branches(sizes)),
    says="the number of trees depends on how many values the features have",
    latex=r"|\mathit{trees}| = \mathit{count}\,(C_1, \dots, C_q)",
    cite="Branches, 3.2",
    owed_by=("Quotient",),
)

BRANCHES = Suite(
    "branches",
    [
        *owed(
            "branches cost",
            lambda: _given(features=2),
            lambda drawn: Asked(
                *branches.branches(posed(drawn)[0].sizes), posed(drawn)[0].penalised(posed(drawn)[1])
            ),
        ),
        quotient_sound(
            "branches of 3, 2 and 2 values",
            naturals(0),
            lambda _: branches.branches((3, 2, 2)),
            branches.by_sizes((3, 2, 2)),
        ),
        _BY_SIZES,
        Law(
            "branches: counted by sizes and splits",
            _sizes_and_splits,
            lhs=lambda drawn: branches.sized_classes(drawn[0]).count(((), drawn[1])),
            rhs=lambda drawn: count(*_sized(drawn)),
            says="so does the number of trees with n splits",
            latex=r"|\mathit{trees}_n| = \mathit{count}_n\,(C_1, \dots, C_q)",
            cite="Branches, 3.2",
            owed_by=("Quotient",),
        ),
        Law(
            "branches: closed form",
            naturals(6),
            lhs=lambda q: branches.by_sizes((2,) * q).count(()),
            rhs=_recurrence,
            says="f(q) = 1 + q f(q - 1)**2 over q features of two values",
            latex=r"f(q) = 1 + q\,f(q-1)^2",
            cite="Branches, 3.2",
            owed_by=("Quotient", "COUNT"),
        ),
        Law(
            "rows for the branch",
            _given,
            lhs=least,
            rhs=_by_rows,
            candidates=lambda drawn: _bounds_and_optima(drawn, False)[1],
            says="the optimum by sets of rows is the optimum by branches",
            latex=r"\min_E \mathit{trees}\,(\Omega) = \min_E \mathit{trees}\,(D)",
            cite="Branches, B.3, against its caution",
            owed_by=("optimum",),
        ),
        _bound_law(
            "purification bound",
            False,
            "min(errors, lambda) is at most the optimum of every branch",
            r"\min(1 - H(l), \lambda) \le \mathit{opt}(l)",
            "Branches, Proposition 4.2",
        ),
        _bound_law(
            "refined bound",
            True,
            "so is the bound that counts contradictions and classes",
            r"\min_S \lambda S + \mathit{wrong}_S(l) \le \mathit{opt}(l)",
            "sharper than Branches, Proposition 4.2",
        ),
        Law(
            "refined is sharper",
            _given,
            lhs=lambda drawn: sum(_bounds_and_optima(drawn, False)[0]),
            rhs=lambda drawn: sum(_bounds_and_optima(drawn, True)[0]),
            candidates=lambda drawn: [sum(_bounds_and_optima(drawn, sharp)[0]) for sharp in (False, True)],
            same=AT_MOST,
            says="the purification bound is at most the refined one",
            latex=r"\mathit{purification} \le \mathit{refined}",
            cite="sharper than Branches, Proposition 4.2",
            owed_by=("optimum",),
        ),
        _search_law("purification", False),
        _search_law("refined", True),
        Law(
            "compiled = definition",
            _given,
            lhs=compiled,
            rhs=least,
            candidates=lambda drawn: _bounds_and_optima(drawn, False)[1],
            says="the compiled search finds a tree of the cost that the definition finds",
            latex=r"\mathit{multiway} = \min_E",
            cite="Branches, Theorem 4.3",
            owed_by=("optimum",),
        ),
        Law(
            "evaluations within Corollary 4.5",
            _given,
            lhs=evaluated,
            rhs=_allowed,
            candidates=lambda drawn: [evaluated(drawn), _allowed(drawn)],
            same=AT_MOST,
            says="no more branches are evaluated than the corollary allows",
            latex=r"\Gamma(q, C, \lambda) \le \sum_{h=0}^{\kappa} (q-h)\,C^{h+1} \binom{q}{h}",
            cite="Branches, Corollary 4.5",
            owed_by=("optimum",),
        ),
        Law(
            "unnecessary branches",
            _encoded,
            lhs=lambda drawn: encodings.unnecessary(*drawn),
            rhs=lambda drawn: sum(1 for _ in encodings.unnecessary_branches(*drawn)),
            says="3**((C-1) q) - (2**(C-2) (C+1))**q branches of one-hot columns hold no possible row",
            latex=r"U(q, C) = 3^{(C-1)q} - (2^{C-2}(C+1))^q",
            cite="Branches, Theorem B.1, corrected",
            owed_by=("count",),
        ),
    ],
    telling=0.15,
)
