"""What problems over spans owe: search trees and bracketings, and the Knuth window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from derive import optimum, short
from laws import Law, Suite
from laws.fusion import Asked, owed
from laws.memo import conserves, quotient_sound
from problems import catalans, draws, mcmp
from problems.suites.common import closed_form, listed, searching, sizes


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

MCMP = Suite(
    "mcmp",
    [
        *owed("mcmp", draws.dimensions, lambda dims: Asked(*mcmp.matrix_chain(dims), mcmp.MULTIPLICATIONS)),
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
