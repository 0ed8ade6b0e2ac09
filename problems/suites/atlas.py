"""What the atlas owes: its counts are those of the trees listed, its inclusions hold, and so for optima."""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive import count
from laws import AT_MOST, EQUAL, INCLUDED, Law, Suite
from problems import branches, draws, murtree, murtrees, odt_bf
from problems.atlas.inclusions import EQUALITIES, INCLUSIONS, LISTED
from problems.atlas.spaces import Between, Frame, find, multiway, within
from problems.rows import Rows
from problems.suites.common import best_of
from problems.suites.murtree import least_errors_of_all

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Small = tuple[int, int, int]


def _small() -> SearchStrategy[Small]:
    from hypothesis import strategies as st

    return st.tuples(st.integers(1, 3), st.integers(0, 3), st.integers(1, 2))


def _inclusion(part: str, whole: str) -> Law[Small]:
    equal = (part, whole) in EQUALITIES
    return Law(
        f"{part} {'=' if equal else 'within'} {whole}",
        _small,
        lhs=lambda drawn: LISTED[part](*drawn),
        rhs=lambda drawn: LISTED[whole](*drawn),
        candidates=lambda drawn: LISTED[whole](*drawn),
        same=EQUAL if equal else INCLUDED,
        says=f"every tree of {part} is one of {whole}" + (", and the other way round" if equal else ""),
        latex=rf"\mathit{{{part}}} {'=' if equal else chr(92) + 'subseteq'} \mathit{{{whole}}}",
        cite="the spaces of He & Little, MurTree and Branches",
        owed_by=("trees",),
    )


def counted(slug: str, drawn: Small) -> int:
    """What the atlas says of a space; of proper trees the most there can be.

    >>> counted("any", (2, 3, 2))
    40
    """
    features, size, depth = drawn
    number = find(slug).trees(Frame(features, size, size, depth))
    return number.most if isinstance(number, Between) else number


def _counted(slug: str) -> Law[Small]:
    listed = "branches of two values" if slug == "branches" else slug
    return Law(
        f"{slug}: as many as are listed",
        _small,
        lhs=lambda drawn: counted(slug, drawn),
        rhs=lambda drawn: len(LISTED[listed](*drawn)),
        says="the count of the atlas is the number of trees",
        latex=r"\mathit{count} = |\mathit{trees}|",
        cite="the spaces of He & Little, MurTree and Branches",
        owed_by=("Quotient", "count"),
    )


def _budgets() -> SearchStrategy[Small]:
    from hypothesis import strategies as st

    return st.tuples(st.integers(1, 3), st.integers(0, 3), st.integers(0, 7)).filter(
        lambda drawn: drawn[2] < 2 ** drawn[1]
    )


def _spread() -> SearchStrategy[tuple[list[int], int]]:
    from hypothesis import strategies as st

    return st.tuples(st.lists(st.integers(1, 3), max_size=5), st.integers(0, 5))


def _each_once(rows: Rows) -> int | None:
    return best_of(odt_bf.decision_trees(range(len(rows.plus)), rows), rows)


ATLAS = Suite(
    "atlas",
    [
        *(_inclusion(*pair) for pair in (*INCLUSIONS, *EQUALITIES)),
        *(
            _counted(slug)
            for slug in ("catalans", "murtrees", "odt-bf", "branches", "no-twice", "murtree", "any")
        ),
        Law(
            "Eq. (1) by depth and branches",
            _budgets,
            lhs=lambda drawn: within(*drawn)[-1],
            rhs=lambda drawn: count(*murtree.murtree(Rows((), (0,) * drawn[0]), *drawn[1:])),
            says="t(d, n) = F sum t(d-1, i) t(d-1, n-1-i) counts the trees of Eq. (1)",
            latex=r"t(d, n) = F \sum_i t(d-1, i)\,t(d-1, n-1-i)",
            cite="MurTree, Eq. (1)",
            owed_by=("Quotient", "count"),
        ),
        Law(
            "Branches by coefficients",
            _spread,
            lhs=lambda drawn: multiway(*drawn)[-1],
            rhs=lambda drawn: branches.sized_classes(drawn[0]).count(((), drawn[1])),
            says="the coefficients of p_S = 1 + x sum p_(S - i)**C_i count the trees of Branches by splits",
            latex=r"p_S(x) = 1 + x \sum_{i \in S} p_{S - i}(x)^{C_i}",
            cite="Branches, 3.2",
            owed_by=("Quotient", "count"),
        ),
        Law(
            "a smaller space has no fewer errors",
            lambda: draws.features_with_data(3, least=3),
            lhs=lambda rows: least_errors_of_all(rows, 3, 3),
            rhs=lambda rows: _each_once(rows) or 0,
            candidates=lambda rows: range(1 + (_each_once(rows) or 0)),
            same=AT_MOST,
            says="the optimum of a space is at most that of a space within it",
            latex=r"S \subseteq T \Rightarrow \min_E T \le \min_E S",
            cite="the spaces of He & Little and MurTree",
            owed_by=("optimum",),
        ),
        Law(
            "a cut in order has no fewer errors",
            lambda: draws.features_with_data(3, least=3),
            lhs=lambda rows: _each_once(rows) or 0,
            rhs=lambda rows: best_of(murtrees.decision_trees(range(len(rows.plus)), rows), rows) or 0,
            candidates=lambda rows: range(1 + (_each_once(rows) or 0)),
            same=AT_MOST,
            says="the optimum of genDTBFs is at most that of genMurtrees",
            latex=r"\min_E \mathit{genDTBFs} \le \min_E \mathit{genMurtrees}",
            cite="He & Little, (32)",
            owed_by=("optimum",),
        ),
    ],
    telling=0.1,
)
