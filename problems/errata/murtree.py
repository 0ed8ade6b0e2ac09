"""MurTree: two slips in Algorithm 3, and what its cache must not leave out.

>>> [claim.law.name for claim in CLAIMS]
['printed Algorithm 3, line 6', 'printed Algorithm 3, line 7', 'murtree: key dataset alone']
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from derive import Key
from laws import Law
from laws.memo import key_sound
from problems import draws, murtree
from problems.errata.claim import Claim
from problems.rows import Rows
from problems.suites.murtree import Budgeted, least_errors, least_errors_of_all

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

DATASET_ALONE = Key[Any]("dataset alone", lambda seed: seed[0])

Rooted = tuple[Rows, int, tuple[int, int]]
"""Rows, a depth, and how many branches the two sides of the first feature get."""


def sides(rows: Rows) -> tuple[int, int]:
    """The rows on the two sides of the first feature, in the order of the paper: where it is 0, where it is 1.

    >>> sides(Rows.from_table([[0], [0], [1]], "aba")) == (0b011, 0b100)
    True
    """
    return rows.act(0, 1, rows.everything), rows.act(0, 0, rows.everything)


def rooted(drawn: Rooted, bound: int, *, printed: bool) -> int | None:
    """Algorithm 3 with the first feature as the root: the fewest errors if they are within the bound, else None.

    The cache knows of the second side all there is to know. As printed, it is asked about the first one.

    >>> drawn = Rows.from_table([[0], [0], [1]], "aba"), 1, (0, 0)
    >>> rooted(drawn, 1, printed=True), rooted(drawn, 1, printed=False)
    (None, 1)
    """
    rows, depth, (left, right) = drawn
    off, on = sides(rows)
    known = least_errors(rows, off if printed else on, min(depth - 1, right), right)
    errors = least_errors(rows, off, min(depth - 1, left), left)
    if errors > bound - known:
        return None
    others = least_errors(rows, on, min(depth - 1, right), right)
    return None if others > bound - errors else errors + others


def _optimum(drawn: Rooted) -> int:
    rows, depth, shares = drawn
    return sum(
        least_errors(rows, side, min(depth - 1, share), share)
        for side, share in zip(sides(rows), shares, strict=True)
    )


def _rooted() -> SearchStrategy[Rooted]:
    """Rows of which the first feature parts some, the side where it is 0 with more errors as a leaf: it comes first."""
    from hypothesis import strategies as st

    row = st.tuples(st.lists(st.integers(0, 1), min_size=2, max_size=2), st.sampled_from("ab"))
    rows = st.lists(row, min_size=3, max_size=6).map(
        lambda given: Rows.from_table([cells for cells, _ in given], [label for _, label in given])
    )
    shares = st.tuples(st.integers(0, 1), st.integers(0, 1))
    return st.tuples(rows.filter(_off_first), st.integers(1, 2), shares)


def _off_first(rows: Rows) -> bool:
    off, on = sides(rows)
    return bool(off and on) and rows.errors(off) > rows.errors(on)


def _budgeted() -> SearchStrategy[Budgeted]:
    from hypothesis import strategies as st

    return st.tuples(draws.features_with_data(3, least=2), st.integers(1, 2), st.integers(1, 3))


CLAIMS = [
    Claim(
        Law(
            "printed Algorithm 3, line 6",
            _rooted,
            lhs=lambda drawn: rooted(drawn, _optimum(drawn), printed=True),
            rhs=_optimum,
            says="what is left of the bound for the first side is the bound less what is known of that side",
            latex=r"UB_L = UB - LB(D(\bar f), d_R, n_R)",
            cite="MurTree, Algorithm 3, line 6",
            owed_by=("optimum",),
        ),
        "a typo: less what is known of the other side, D(f)",
    ),
    Claim(
        Law(
            "printed Algorithm 3, line 7",
            lambda: draws.features_with_data(2, least=2),
            lhs=lambda rows: least_errors_of_all(rows, 3, 2),
            rhs=lambda rows: least_errors_of_all(rows, 2, 3),
            says="a side with 3 branches and depth 2 may be solved with 2 branches and depth 3",
            latex=r"T(D, n, d) = T(D, d, n)",
            cite="MurTree, Algorithm 3, line 7",
            owed_by=("optimum",),
        ),
        "a typo: the depth comes before the number of branches, as in line 12",
    ),
    Claim(
        replace(
            key_sound("murtree", _budgeted, lambda drawn: murtree.murtree(*drawn), DATASET_ALONE),
            cite="against MurTree, 4.6",
        ),
        "the depth and the branches that are left belong to the key, as the paper says of its cache",
    ),
]
