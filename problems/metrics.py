"""Metrics of the two kinds of error: accuracy, F1, balanced accuracy, Matthews, or a function of your own.

Owes, so that the front of the errors (``problems.fronts``) has the best tree: that no metric is better with more
errors of either kind. Matthews' correlation too falls with errors everywhere, below chance because it changes its
sign, and nothing else, when all labels are turned around.

>>> [round(judge.of(1, 2, positives=5, negatives=9), 3) for judge in METRICS.values()]
[0.786, 0.667, 0.744, 0.519]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import copysign, isfinite, sqrt
from numbers import Real
from typing import Any, TypeAlias

from derive import BadInput

Errors: TypeAlias = tuple[int, int]
"""False positives and false negatives."""

Judge: TypeAlias = Callable[[int, int, int, int], Any]
"""From false positives, false negatives, positive rows and negative rows to a number; larger is better."""


@dataclass(frozen=True)
class Metric:
    """What is to be large: ``rank`` compares, exactly where it can, and ``of`` is the number to report.

    >>> F1.of(1, 2, positives=5, negatives=9), F1.rank(1, 2, 5, 9)
    (0.6666666666666666, Fraction(2, 3))
    """

    name: str
    title: str
    rank: Judge
    of: Callable[[int, int, int, int], float]


def _share(part: int, whole: int) -> Fraction:
    return Fraction(part, whole) if whole else Fraction(0)


def _accuracy(fp: int, fn: int, positives: int, negatives: int) -> Fraction:
    return 1 - _share(fp + fn, positives + negatives)


def _f1(fp: int, fn: int, positives: int, _: int) -> Fraction:
    return _share(2 * (positives - fn), 2 * (positives - fn) + fp + fn)


def _balanced(fp: int, fn: int, positives: int, negatives: int) -> Fraction:
    found = [_share(n - wrong, n) for wrong, n in ((fn, positives), (fp, negatives)) if n]
    return sum(found, Fraction(0)) / max(1, len(found))


def _matthews(fp: int, fn: int, positives: int, negatives: int) -> Fraction:
    """The square of the coefficient, with its sign: in the same order, and without a root."""
    said = positives - fn + fp
    agreed = positives * negatives - positives * fp - negatives * fn
    return _share(agreed * abs(agreed), positives * negatives * said * (positives + negatives - said))


def _number(rank: Judge, fp: int, fn: int, positives: int, negatives: int) -> float:
    return float(rank(fp, fn, positives, negatives))


def _root(fp: int, fn: int, positives: int, negatives: int) -> float:
    square = _matthews(fp, fn, positives, negatives)
    return copysign(sqrt(abs(square)), square) if square else 0.0


ACCURACY = Metric("accuracy", "accuracy", _accuracy, partial(_number, _accuracy))
"""The share of rows that are labelled right: the only one of these that may be chosen early."""

F1 = Metric("f1", "F1", _f1, partial(_number, _f1))
"""The harmonic mean of precision and recall."""

BALANCED_ACCURACY = Metric("balanced_accuracy", "balanced accuracy", _balanced, partial(_number, _balanced))
"""The mean of the shares that are right among positive and among negative rows."""

MATTHEWS = Metric("matthews", "Matthews correlation", _matthews, _root)
"""Matthews' correlation of what is said and what is so; 0 for a tree that says the same of all rows."""

METRICS: dict[str, Metric] = {each.name: each for each in (ACCURACY, F1, BALANCED_ACCURACY, MATTHEWS)}


def metric(wanted: object) -> Metric:
    """The metric of a name, or one that a function of your own makes.

    >>> metric("f1").title, metric(lambda fp, fn, positives, negatives: -fp - 5 * fn).of(1, 2, 9, 9)
    ('F1', -11.0)
    >>> metric("f2")
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: a metric is 'accuracy', 'f1', 'balanced_accuracy' or 'matthews', or a function of false positives, false negatives, positive and negative rows; got 'f2'
    """
    if isinstance(wanted, Metric):
        return wanted
    if isinstance(wanted, str) and wanted in METRICS:
        return METRICS[wanted]
    if not callable(wanted):
        *names, last = map(repr, METRICS)
        raise BadInput(
            f"a metric is {', '.join(names)} or {last}, or a function of false positives, false negatives, "
            f"positive and negative rows; got {wanted!r}"
        )
    judge: Judge = wanted

    def checked(fp: int, fn: int, positives: int, negatives: int) -> Any:
        value = judge(fp, fn, positives, negatives)
        if not isinstance(value, Real) or not isfinite(value):
            raise BadInput(
                f"expected a metric to be a finite number, got {value!r} for {fp} false positives and {fn} false "
                f"negatives, with {positives} positive and {negatives} negative rows"
            )
        return value

    name = getattr(wanted, "__name__", type(wanted).__name__)
    name = "your metric" if name == "<lambda>" else name
    return Metric(name, name, checked, partial(_number, checked))


def best_of(judge: Metric, points: Sequence[Sequence[int]], positives: int, negatives: int) -> int:
    """The place of the best pair, of equals the one with the fewest branches if that is told, then the first.

    >>> best_of(F1, [(0, 4, 1), (1, 2, 5), (3, 0, 2)], positives=5, negatives=9)
    2
    """

    def key(place: int) -> tuple[Any, int]:
        fp, fn, *branches = points[place]
        return judge.rank(fp, fn, positives, negatives), -branches[0] if branches else 0

    return max(range(len(points)), key=key)


GRID = 50
"""How many numbers of errors of each kind a metric of one's own is tried on."""

ROUNDING = 1e-9


def better_with_more(judge: Metric, positives: int, negatives: int) -> tuple[Errors, Errors] | None:
    """Two pairs of which the second has more errors and is better, if there are such on a grid.

    A metric with such pairs may have its best tree off the front.

    >>> even = metric(lambda fp, fn, positives, negatives: -abs(fp - fn))
    >>> better_with_more(even, positives=9, negatives=5), better_with_more(MATTHEWS, positives=9, negatives=5)
    (((0, 1), (1, 1)), None)
    """
    across, down = _steps(negatives), _steps(positives)
    values = {(fp, fn): judge.of(fp, fn, positives, negatives) for fp in across for fn in down}
    slack = ROUNDING * max(map(abs, values.values()))
    for fewer, more in (
        *(((a, fn), (b, fn)) for a, b in pairwise(across) for fn in down),
        *(((fp, a), (fp, b)) for a, b in pairwise(down) for fp in across),
    ):
        if values[fewer] < values[more] - slack:
            return fewer, more
    return None


def _steps(most: int) -> list[int]:
    return sorted({most * step // GRID for step in range(GRID + 1)} | set(range(min(most, 3) + 1)))
