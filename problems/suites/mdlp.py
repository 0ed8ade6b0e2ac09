"""What cuts by the minimum description length owe: boundary points, the definition, order alone, weights."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING

from laws import INCLUDED, Law, Suite

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Columns = list[tuple[int, int]]
"""Numbers and their labels."""

FAYYAD = "Fayyad & Irani, IJCAI 1993, "


def _mixed() -> SearchStrategy[Columns]:
    """A column with two labels at least."""
    from hypothesis import strategies as st

    row = st.tuples(st.integers(0, 6), st.integers(0, 2))
    return st.lists(row, min_size=2, max_size=12).filter(lambda rows: len({label for _, label in rows}) > 1)


def _runs() -> SearchStrategy[Columns]:
    """Runs of one label, most of them long enough to be cut off."""
    from hypothesis import strategies as st

    run = st.tuples(st.sampled_from([2, 8]), st.integers(0, 2))
    return st.lists(run, min_size=2, max_size=4).map(
        lambda runs: list(enumerate(label for length, label in runs for _ in range(length)))
    )


def places(rows: Columns) -> list[tuple[list[int], list[int]]]:
    """The labels on both sides of every cut, from the lowest value up.

    >>> places([(3, 1), (5, 0), (3, 0)])
    [([0, 1], [0])]
    """
    ordered = sorted(rows)
    values = sorted({value for value, _ in rows})
    return [
        (
            [label for value, label in ordered if value <= cut],
            [label for value, label in ordered if value > cut],
        )
        for cut in values[:-1]
    ]


def bits(labels: list[int]) -> Fraction:
    """Two to the power of what it takes to say these labels, N times their entropy: N^N / prod c^c, exactly.

    >>> bits([0, 0, 1, 1]), bits([7, 7])
    (Fraction(16, 1), Fraction(1, 1))
    """
    counts = [labels.count(kind) for kind in set(labels)]
    return Fraction(len(labels) ** len(labels), prod(count**count for count in counts))


def wrong(labels: list[int]) -> int:
    """How many labels are not the most frequent one.

    >>> wrong([0, 0, 1])
    1
    """
    return len(labels) - max(labels.count(kind) for kind in set(labels))


def _entropies(rows: Columns) -> list[Fraction]:
    return [bits(left) * bits(right) for left, right in places(rows)]


def _errors(rows: Columns) -> list[int]:
    return [wrong(left) + wrong(right) for left, right in places(rows)]


def _least(costs: list[Fraction] | list[int]) -> list[int]:
    return [place for place, cost in enumerate(costs) if cost == min(costs)]


def _boundaries(rows: Columns) -> list[int]:
    from problems.learn.mdlp import boundaries

    return boundaries([value for value, _ in rows], [label for _, label in rows])


def _cuts(rows: Columns, *times: list[int]) -> list[float]:
    from problems.learn.mdlp import mdlp_cuts

    return mdlp_cuts([value for value, _ in rows], [label for _, label in rows], *times)


def _defined(rows: Columns) -> list[float]:
    from problems.learn.mdlp import cuts_by_definition

    return cuts_by_definition([value for value, _ in rows], [label for _, label in rows])


def _made(rows: Columns) -> list[float]:
    """Where it was cut, and one more, so that an example tells if there is a cut at all."""
    return [*_cuts(rows), -1.0]


def _boundary_law(name: str, says: str, latex: str) -> Law[Columns]:
    costs = _entropies if name == "entropy" else _errors
    return Law(
        f"the best cut by {name} is a boundary point",
        _mixed,
        lhs=lambda rows: _least(costs(rows)),
        rhs=_boundaries,
        same=INCLUDED,
        candidates=costs,
        says=says,
        latex=latex,
        cite=FAYYAD + "Theorem 1 (also Machine Learning 8, 1992)",
        owed_by=("smallest",),
    )


MDLP = Suite(
    "mdlp",
    [
        _boundary_law(
            "entropy",
            "a cut of least entropy never lies inside a run of one label",
            r"\operatorname{argmin}_T E(A, T; S) \subseteq \mathit{boundaries}(A, S)",
        ),
        _boundary_law(
            "errors",
            "a cut of fewest errors never lies inside a run of one label",
            r"\operatorname{argmin}_T \mathit{errors}(A, T; S) \subseteq \mathit{boundaries}(A, S)",
        ),
        Law(
            "sorted program = definition",
            _runs,
            lhs=_cuts,
            rhs=_defined,
            candidates=_made,
            says="sorting once and trying boundary points only makes the cuts of the definition",
            latex=r"\mathit{cuts}\;xs = \mathit{definition}\;xs",
            cite=FAYYAD + "section 3",
            owed_by=("smallest",),
        ),
        Law(
            "order alone decides",
            _runs,
            lhs=lambda rows: _cuts([(10 * value, label) for value, label in rows]),
            rhs=lambda rows: [10 * cut for cut in _cuts(rows)],
            candidates=_made,
            says="numbers that are stretched are cut between the same rows",
            latex=r"\mathit{cuts}(10\,xs) = 10\,\mathit{cuts}(xs)",
            cite=FAYYAD + "section 2",
            owed_by=("smallest",),
        ),
        Law(
            "weights count rows again",
            _runs,
            lhs=lambda rows: _cuts(rows, [2] * len(rows)),
            rhs=lambda rows: _cuts(rows + rows),
            candidates=_made,
            says="a row of weight two is a row that is there twice",
            latex=r"\mathit{cuts}(xs, 2) = \mathit{cuts}(xs \mathbin{+\!\!+} xs)",
            cite="what a weight is here",
            owed_by=("smallest",),
        ),
    ],
    expected_failures={
        "the best cut by errors is a boundary point": "inside a run of one label errors may stay the same",
    },
)
