"""What problems over spans owe: search trees, bracketings and triangulations, and the Knuth window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from derive import count, optimum, short
from derive.costs import Weight
from laws import Law, Suite
from laws.draws import naturals
from laws.fusion import Asked, owed
from laws.kernels import kernel, kernel_count, window
from laws.memo import conserves, quotient_sound
from problems import catalans, draws, mcmp, polygons
from problems.suites.common import closed_form, listed, searching

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def _search(hits: Sequence[int]) -> Asked[Any, int, int, Any]:
    return Asked(*catalans.search_trees(len(hits)), catalans.look_up_cost(hits))


def _cheapest(hits: Sequence[int]) -> Weight:
    return optimum(*catalans.search_trees(len(hits)), catalans.look_up_cost(hits)).unwrap().value[1]


Span = tuple[int, int]
Cost = Callable[[int, int, int], float]
"""What it costs to join the best of (i, k) and of (k+1, j)."""


def knuth(n: int, cost: Cost, *, window: bool) -> tuple[float, int]:
    """A span recursion over n items: the best cost, and how many roots were tried to find it.

    A span is cut at any root or, in the ``window``, between the roots of the two spans one shorter.

    >>> weights = [34, 8, 50, 9]
    >>> [knuth(4, lambda i, j, _: sum(weights[i:j]), window=window) for window in (False, True)]
    [(160, 20), (160, 15)]
    """
    best, tried = _table(n, cost, window=window)
    return best[0, n][0], tried


def _table(n: int, cost: Cost, *, window: bool) -> tuple[dict[Span, tuple[float, int]], int]:
    """For every span its best cost, and the first root that has it; and how many roots were tried."""
    best: dict[Span, tuple[float, int]] = {(i, i): (0, i) for i in range(n + 1)}
    tried = 0
    for length in range(1, n + 1):
        for i in range(n - length + 1):
            j = i + length
            low, high = (best[i, j - 1][1], best[i + 1, j][1]) if window and length > 1 else (i, j - 1)
            options = [(best[i, k][0] + best[k + 1, j][0] + cost(i, j, k), k) for k in range(low, high + 1)]
            best[i, j] = min(options, key=itemgetter(0))
            tried += len(options)
    return best, tried


def neighbouring_roots(n: int, cost: Cost) -> list[tuple[int, int, int]]:
    """For every span of two or more items: the roots of the span without its last, of it, without its first.

    >>> neighbouring_roots(3, lambda i, j, _: j - i)
    [(0, 0, 1), (1, 1, 2), (0, 1, 1)]
    """
    best, _ = _table(n, cost, window=False)
    return [(best[i, j - 1][1], root, best[i + 1, j][1]) for (i, j), (_, root) in best.items() if j - i > 1]


def _weight(hits: Sequence[int]) -> Cost:
    return lambda i, j, _: sum(hits[i:j])


def _moving(hits: Sequence[int]) -> list[tuple[int, int, int]]:
    return neighbouring_roots(len(hits), _weight(hits))


def _in_windows(hits: Sequence[int]) -> int:
    """How many roots the windows hold: those of one length overlap at their ends alone."""
    n = len(hits)
    best, _ = _table(n, _weight(hits), window=False)
    return n + sum(best[n - length, n][1] - best[0, length][1] + n - length for length in range(1, n))


CATALANS = Suite(
    "catalans",
    [
        *owed("catalans look-ups", draws.weights, _search),
        kernel("catalans look-ups", lambda: draws.weights(8), _search, catalans.key_spans),
        kernel_count("catalans look-ups", draws.weights, _search, catalans.key_spans),
        window("catalans of sixty keys", catalans.key_spans([7 * i * i % 31 for i in range(60)])),
        conserves("catalans", naturals(6), searching, lambda span: span[1] - span[0]),
        quotient_sound("catalans", naturals(7), searching, catalans.BY_SIZE),
        closed_form(
            "catalans",
            catalans.BY_SIZE.count_class,
            catalans.catalan,
            "there are Catalan(n) search trees over n keys",
            r"|\mathit{genCatalans}(n)| = \mathit{Catalan}(n)",
        ),
        Law(
            "Knuth: roots move with the span",
            lambda: draws.weights(9),
            lhs=lambda hits: [low <= root <= high for low, root, high in _moving(hits)],
            rhs=lambda hits: [True for _ in _moving(hits)],
            says="root(i, j-1) <= root(i, j) <= root(i+1, j), first best roots throughout",
            latex=r"root(i, j-1) \le root(i, j) \le root(i+1, j)",
            cite="Knuth, Optimum binary search trees",
            owed_by=("optimum",),
            candidates=lambda hits: [root for _, root, _ in _moving(hits)],
        ),
        Law(
            "Knuth window for search trees",
            lambda: draws.weights(9),
            lhs=lambda hits: knuth(len(hits), _weight(hits), window=True),
            rhs=lambda hits: (_cheapest(hits), _in_windows(hits)),
            says="the best roots lie in windows that overlap at their ends alone, so that fewer than 2n are tried for each length",
            latex=r"\textstyle\sum_i (root(i+1, j) - root(i, j-1) + 1) < 2n",
            cite="Knuth, Optimum binary search trees",
            owed_by=("optimum", "weighted_depth"),
            candidates=lambda hits: [root for _, root, _ in _moving(hits)],
        ),
        Law(
            "recursion over spans = optimum of the trees",
            draws.weights,
            lhs=lambda hits: knuth(len(hits), _weight(hits), window=False),
            rhs=lambda hits: (_cheapest(hits), comb(len(hits) + 2, 3)),
            says="the table by spans answers what optimum answers, and tries every root of every span",
            latex=r"\mathit{table}(0, n) = \mathit{optimum}",
            cite="Bird & Gibbons",
            owed_by=("optimum", "weighted_depth"),
        ),
    ],
)


def _multiply(dimensions: Sequence[int]) -> Asked[Any, None, mcmp.Matrix, Any]:
    return Asked(*mcmp.matrix_chain(dimensions), mcmp.MULTIPLICATIONS)


MCMP = Suite(
    "mcmp",
    [
        *owed("mcmp", draws.dimensions, _multiply),
        kernel("mcmp", lambda: draws.dimensions(8), _multiply, mcmp.chain_spans),
        kernel_count("mcmp", draws.dimensions, _multiply, mcmp.chain_spans),
        conserves("mcmp", naturals(6), lambda n: mcmp.bracketings(range(n)), lambda s: s[1] - s[0], kept=0),
        quotient_sound("mcmp", naturals(7), lambda n: mcmp.bracketings(range(n)), mcmp.BY_SIZE),
        closed_form(
            "mcmp",
            mcmp.BY_SIZE.count_class,
            lambda n: catalans.catalan(n - 1) if n else 0,
            "there are Catalan(n - 1) bracketings of n matrices",
            r"|\mathit{mcmp}(n)| = \mathit{Catalan}(n-1)",
        ),
        Law(
            "bracketings of n = search trees over n - 1",
            naturals(7),
            lhs=lambda n: [
                short(tree, leaf=lambda _: ".") for tree in listed(mcmp.bracketings(range(n + 1)))
            ],
            rhs=lambda n: [short(tree).replace("k ", "") for tree in listed(catalans.catalans(["k"] * n))],
            says="forgetting the labels makes them the same list",
            latex=r"\mathit{mcmp}(n+1) \cong \mathit{genCatalans}(n)",
            cite="He & Little, 6.3",
            owed_by=("trees", "short"),
        ),
    ],
)


def _draw_chords(points: Sequence[tuple[int, int]]) -> Asked[Any, polygons.Triangle, None, Any]:
    return Asked(*polygons.polygon(len(points)), polygons.chord_length(points))


def _corners(weights: Sequence[int]) -> Asked[Any, polygons.Triangle, None, Any]:
    return Asked(*polygons.polygon(len(weights)), polygons.corner_product(weights))


def _lopsided(i: int, k: int, j: int) -> int:
    """A weight of triangles that has to be compiled, for want of a table."""
    return (k - i) * (k - i) * (j - k) + 5 * k % 7 - i * j % 3


_COMPILED = polygons.triangle_spans(12, _lopsided)


def _within() -> SearchStrategy[tuple[int, int]]:
    from hypothesis import strategies as st

    return st.tuples(st.integers(0, 10), st.integers(1, 11)).filter(lambda span: span[0] < span[1])


POLYGONS = Suite(
    "polygons",
    [
        *owed("polygons", lambda: draws.dimensions(6), _corners),
        kernel("polygons by corners", lambda: draws.dimensions(8), _corners, polygons.corner_spans),
        kernel("polygons by chords", draws.corners, _draw_chords, polygons.chord_spans),
        kernel(
            "polygons by a function",
            _within,
            lambda span: Asked(polygons.polygon(12).problem, span, polygons.triangle_cost(_lopsided)),
            lambda _: _COMPILED,
        ),
        closed_form(
            "polygons",
            lambda n: count(*polygons.polygon(n + 2)),
            catalans.catalan,
            "there are Catalan(n) triangulations of n + 2 corners",
            r"|\mathit{polygon}(n+2)| = \mathit{Catalan}(n)",
        ),
    ],
)
