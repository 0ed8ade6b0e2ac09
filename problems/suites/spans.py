"""What problems over spans owe: search trees, bracketings and triangulations, and the Knuth window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from derive import count, optimum, short
from laws import Law, Suite
from laws.fusion import Asked, owed
from laws.kernels import kernel, kernel_count, window
from laws.memo import conserves, quotient_sound
from problems import catalans, draws, mcmp, polygons
from problems.suites.common import closed_form, listed, searching, sizes

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def _search(hits: Sequence[int]) -> Asked[Any, int, int, Any]:
    return Asked(*catalans.search_trees(len(hits)), catalans.look_up_cost(hits))


def knuth(
    n: int, leaf: Callable[[int], float], cost: Callable[[int, int, int], float], *, window: bool
) -> float:
    """A span recursion over n items, cut k between i < k < j or, in the window, between the roots of the two shorter spans.

    >>> weights = [34, 8, 50]
    >>> knuth(3, lambda _: 0, lambda i, j, _: sum(weights[i:j]), window=True)
    142
    """
    return _table(n, cost, leaf, window=window)[0, n][0]


def _table(
    n: int,
    cost: Callable[[int, int, int], float],
    leaf: Callable[[int], float] = lambda _: 0,
    *,
    window: bool,
) -> dict[tuple[int, int], tuple[float, int]]:
    """For every span its best cost, and the first root that has it."""
    best: dict[tuple[int, int], tuple[float, int]] = {(i, i): (leaf(i), i) for i in range(n + 1)}
    for length in range(1, n + 1):
        for i in range(n - length + 1):
            j = i + length
            low, high = (best[i, j - 1][1], best[i + 1, j][1]) if window and length > 1 else (i, j - 1)
            options = ((best[i, k][0] + best[k + 1, j][0] + cost(i, j, k), k) for k in range(low, high + 1))
            best[i, j] = min(options, key=lambda option: option[0])
    return best


def _neighbouring_roots(hits: Sequence[int]) -> list[tuple[int, int, int]]:
    roots = {
        span: root
        for span, (_, root) in _table(len(hits), lambda i, j, _: sum(hits[i:j]), window=False).items()
    }
    return [(roots[i, j - 1], root, roots[i + 1, j]) for (i, j), root in roots.items() if j - i > 1]


def _window(hits: Sequence[int], *, window: bool) -> float:
    return knuth(len(hits), lambda _: 0, lambda i, j, _: sum(hits[i:j]), window=window)


CATALANS = Suite(
    "catalans",
    [
        *owed("catalans look-ups", draws.weights, _search),
        kernel("catalans look-ups", lambda: draws.weights(8), _search, catalans.key_spans),
        kernel_count("catalans look-ups", draws.weights, _search, catalans.key_spans),
        window("catalans of sixty keys", catalans.key_spans([7 * i * i % 31 for i in range(60)])),
        conserves("catalans", sizes(6), searching, lambda span: span[1] - span[0]),
        quotient_sound("catalans", sizes(7), searching, catalans.BY_SIZE),
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
            lhs=lambda hits: [low <= root <= high for low, root, high in _neighbouring_roots(hits)],
            rhs=lambda hits: [True for _ in _neighbouring_roots(hits)],
            says="root(i, j-1) <= root(i, j) <= root(i+1, j), first best roots throughout",
            latex=r"root(i, j-1) \le root(i, j) \le root(i+1, j)",
            cite="Knuth, Optimum binary search trees",
            owed_by=("optimum",),
            candidates=lambda hits: [root for _, root, _ in _neighbouring_roots(hits)],
        ),
        Law(
            "Knuth window for search trees",
            lambda: draws.weights(9),
            lhs=lambda hits: _window(hits, window=True),
            rhs=lambda hits: _window(hits, window=False),
            says="the best root of a span lies between the best roots of the two spans one key shorter",
            latex=r"root(i, j-1) \le root(i, j) \le root(i+1, j)",
            cite="Knuth, Optimum binary search trees",
            owed_by=("optimum",),
        ),
        Law(
            "recursion over spans = optimum of the trees",
            draws.weights,
            lhs=lambda hits: _window(hits, window=False),
            rhs=lambda hits: (
                optimum(*catalans.search_trees(len(hits)), catalans.look_up_cost(hits)).unwrap().value[1]
            ),
            says="the table by spans answers what optimum answers",
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
        conserves("mcmp", sizes(6), lambda n: mcmp.bracketings(range(n)), lambda s: s[1] - s[0], kept=0),
        quotient_sound("mcmp", sizes(7), lambda n: mcmp.bracketings(range(n)), mcmp.BY_SIZE),
        closed_form(
            "mcmp",
            mcmp.BY_SIZE.count_class,
            lambda n: catalans.catalan(n - 1) if n else 0,
            "there are Catalan(n - 1) bracketings of n matrices",
            r"|\mathit{mcmp}(n)| = \mathit{Catalan}(n-1)",
        ),
        Law(
            "bracketings of n = search trees over n - 1",
            sizes(7),
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
