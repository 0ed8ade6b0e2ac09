"""What a metric of the two kinds of error owes, so that the front of these errors has its best tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from derive import explore, max_by, tabulate
from laws import AT_MOST, Law, Suite
from laws.draws import no_worse
from laws.fusion import Asked, bellman, fusion, owed, small
from problems import fronts, metrics
from problems.metrics import Errors, Metric
from problems.murtree import murtree
from problems.rows import Rows

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Budgeted = tuple[Rows, int, int]
Grown = tuple[tuple[int, int], Errors, bool]
"""Positive and negative rows, errors, and whether a false positive is added or a false negative."""

POSITIVE = "b"
CITE = "MurTree, section 4.9.6"


def _budgeted() -> SearchStrategy[Budgeted]:
    """Rows of which some are equal but for their label, so that both kinds of error occur."""
    from hypothesis import strategies as st

    row = st.tuples(st.lists(st.integers(0, 1), min_size=2, max_size=2), st.sampled_from("aab"))
    rows = st.lists(row, min_size=5, max_size=8).map(
        lambda given: Rows.from_table([cells for cells, _ in given], [label for _, label in given])
    )
    return st.tuples(rows, st.integers(1, 2), st.integers(1, 3))


def _grown() -> SearchStrategy[Grown]:
    from hypothesis import strategies as st

    def within(sizes: tuple[int, int]) -> SearchStrategy[Grown]:
        positives, negatives = sizes
        pairs = st.tuples(st.integers(0, negatives), st.integers(0, positives))
        return st.tuples(st.just(sizes), pairs, st.booleans()).filter(
            lambda drawn: drawn[1][0] < negatives if drawn[2] else drawn[1][1] < positives
        )

    return st.tuples(st.integers(1, 9), st.integers(1, 9)).flatmap(within)


def _asked(drawn: Budgeted) -> Asked[Any, int, Any, Errors]:
    """The front of the errors on all rows, with a leaf labelled either way."""
    rows, *budget = drawn
    return Asked(*fronts.labelled(murtree(rows, *budget), fronts.SAID), fronts.errors(rows, POSITIVE))


def _chosen_early(drawn: Budgeted, judge: Metric) -> Asked[Any, int, Any, Errors]:
    """The same with one pair kept for every seed: the best by the metric, as if all else were right."""
    asked, sizes = _asked(drawn), sizes_of(drawn[0])
    best = asked.algebra.choosing(max_by(lambda pair: judge.rank(*pair, *sizes)))
    return Asked(asked.problem, asked.seed, best)


def sizes_of(rows: Rows) -> tuple[int, int]:
    """How many rows are positive, and how many are not.

    >>> sizes_of(Rows("abb", ()))
    (2, 1)
    """
    positives = sum(label == POSITIVE for label in rows.labels)
    return positives, len(rows.labels) - positives


def best_of_all(drawn: Budgeted, judge: Metric) -> Any:
    """The best rank of any tree with any labels, by listing them.

    >>> best_of_all((Rows("ab", (0b01,)), 1, 1), metrics.F1)
    Fraction(1, 1)
    """
    sizes = sizes_of(drawn[0])
    return max(judge.rank(*pair, *sizes) for pair in _asked(drawn).candidates())


def best_of_front(drawn: Budgeted, judge: Metric) -> Any:
    """The best rank of the front.

    >>> best_of_front((Rows("ab", (0b01,)), 1, 1), metrics.F1)
    Fraction(1, 1)
    """
    rows, *budget = drawn
    found = fronts.best_by(judge, murtree(rows, *budget), rows, POSITIVE).unwrap()
    return judge.rank(*found.value, *sizes_of(rows))


def _by_definition(drawn: Budgeted) -> list[tuple[int, int, int]]:
    """The front for at most so many branches, with the fewest for each pair."""
    rows, depth, branches = drawn
    fewest: dict[Errors, int] = {}
    for number in range(branches + 1):
        asked = _asked((rows, depth, number))
        for pair in tabulate(explore(asked.problem, asked.seed), asked.algebra):
            fewest.setdefault(pair, number)
    kept = fronts.errors(rows, POSITIVE).choose(fewest)
    return sorted((*pair, fewest[pair]) for pair in kept)


def _compiled(drawn: Budgeted) -> Any:
    import numpy as np

    from derive.kernels import fronts as kernel

    rows, depth, branches = drawn
    table = np.array([[mask >> row & 1 for mask in rows.plus] for row in range(len(rows.labels))], np.uint8)
    target = np.array([label == POSITIVE for label in rows.labels], np.int64)
    return kernel.fit(table, target, max_depth=depth, max_nodes=branches)


def _beyond(drawn: Budgeted) -> list[Errors]:
    """Points of the front that are better than what equal rows allow."""
    found = _compiled(drawn)
    return [point[:2] for point in found.points if not any(no_worse(low, point) for low in found.unavoidable)]


def _less(drawn: Grown) -> tuple[int, int, int, int]:
    (positives, negatives), (fp, fn), _ = drawn
    return fp, fn, positives, negatives


def _more(drawn: Grown) -> tuple[int, int, int, int]:
    (positives, negatives), (fp, fn), positive = drawn
    return fp + positive, fn + (not positive), positives, negatives


def _monotone(name: str, judge: Metric) -> Law[Grown]:
    return Law(
        name,
        _grown,
        lhs=lambda drawn: judge.rank(*_more(drawn)),
        rhs=lambda drawn: judge.rank(*_less(drawn)),
        candidates=lambda drawn: {judge.rank(*_more(drawn)), judge.rank(*_less(drawn))},
        same=AT_MOST,
        says="one more error of either kind does not make it better",
        latex=r"a \le a' \wedge b \le b' \Rightarrow m(a', b') \le m(a, b)",
        cite=CITE,
        owed_by=("thin",),
    )


def _on_front(name: str, judge: Metric) -> Law[Budgeted]:
    return Law(
        name,
        small(_budgeted, _asked),
        lhs=lambda drawn: best_of_all(drawn, judge),
        rhs=lambda drawn: best_of_front(drawn, judge),
        candidates=lambda drawn: {
            judge.rank(*pair, *sizes_of(drawn[0])) for pair in _asked(drawn).candidates()
        },
        says="the best tree by the metric is on the front of its errors",
        latex=r"\max_m \cdot \mathit{errors} \cdot \mathit{trees} = \max_m \cdot \mathit{thin} \cdot \mathit{errors} \cdot \mathit{trees}",
        cite=CITE,
        owed_by=("thin", "pareto"),
    )


EVEN = metrics.metric(lambda fp, fn, *_: -abs(fp - fn))
"""As many false positives as false negatives: a metric that may be better with more errors."""

METRICS = Suite(
    "metrics",
    [
        *owed("front of the errors", _budgeted, _asked),
        *owed("accuracy chosen early", _budgeted, lambda drawn: _chosen_early(drawn, metrics.ACCURACY)),
        bellman("F1 chosen early", _budgeted, lambda drawn: _chosen_early(drawn, metrics.F1)),
        fusion("F1 chosen early", _budgeted, lambda drawn: _chosen_early(drawn, metrics.F1)),
        *(_monotone(f"{each.title} falls with errors", each) for each in metrics.METRICS.values()),
        *(_on_front(f"{each.title}: the best is on the front", each) for each in metrics.METRICS.values()),
        _monotone("even errors fall with errors", EVEN),
        _on_front("even errors: the best is on the front", EVEN),
        Law(
            "compiled front = definition",
            _budgeted,
            lhs=lambda drawn: sorted(_compiled(drawn).points),
            rhs=_by_definition,
            says="the compiled search finds the front of Eq. (1) for at most n branches, with the fewest for each pair",
            latex=r"\mathit{kernel} = \mathit{tabulate}",
            cite="the kernel's own law",
            owed_by=("tabulate", "thin"),
        ),
        Law(
            "equal rows get one label",
            _budgeted,
            lhs=_beyond,
            rhs=lambda _: [],
            candidates=lambda drawn: _asked(drawn).candidates(),
            says="no tree is better than the front of labelling every group of equal rows as one likes",
            latex=r"\forall t\; \exists u \in \mathit{unavoidable}: u \le \mathit{errors}\;t",
            cite="derive.kernels.fronts, where a search may end",
            owed_by=("thin",),
        ),
    ],
    telling=0.1,
    expected_failures={
        "F1 chosen early: bellman": "F1 does not add up: the part that is best by itself need not be in the best whole",
        "F1 chosen early: fusion": "so one pair for every seed is not enough, and the front is kept",
        "even errors fall with errors": "one more error may make both kinds equal",
        "even errors: the best is on the front": "a metric that more errors may make better can have its best tree off the front",
    },
)
