"""What instances are said to get from the theory and do not: hyperplanes, scenes, matrix chains.

>>> [claim.law.name for claim in CLAIMS]
['one closed side for hyperplanes', 'global permutations for BSP', 'Knuth window for matrix chains']
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TYPE_CHECKING

from derive import optimum
from laws import Law
from problems import bsp, draws
from problems.errata.claim import Claim
from problems.exact import orientation
from problems.suites.spans import Cost, knuth

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Points = list[tuple[int, int]]


def _points() -> SearchStrategy[Points]:
    from hypothesis import strategies as st

    return st.lists(draws.places(4), min_size=3, max_size=4).filter(_in_general_position)


def _in_general_position(points: Points) -> bool:
    return all(orientation(*three) for three in combinations(points, 3))


def cuts(points: Points, sides: tuple[int, ...]) -> set[frozenset[frozenset[int]]]:
    """How lines through two points cut the points in two, points on the line going to each of the sides.

    >>> len(cuts([(0, 0), (2, 0), (2, 2), (0, 3)], (1,))), len(cuts([(0, 0), (2, 0), (2, 2), (0, 3)], (1, -1)))
    (3, 6)
    """
    found = set()
    for a, b in combinations(points, 2):
        for side in sides:
            plus = frozenset(i for i, p in enumerate(points) if (orientation(a, b, p) or side) > 0)
            found.add(frozenset({plus, frozenset(range(len(points))) - plus}))
    return {cut for cut in found if frozenset() not in cut}


def separable(points: Points) -> set[frozenset[frozenset[int]]]:
    """Every cut by any line: lines through two points, those two on any sides.

    >>> len(separable([(0, 0), (2, 0), (2, 2), (0, 3)]))
    6
    """
    found = set()
    for a, b in combinations(range(len(points)), 2):
        on = [i for i, p in enumerate(points) if orientation(points[a], points[b], p) == 0]
        off = {i for i, p in enumerate(points) if orientation(points[a], points[b], p) > 0}
        along = sorted(on, key=lambda i: points[i])
        for cut in range(len(along) + 1):
            for moved in (along[:cut], along[cut:]):
                plus = frozenset(off | set(moved))
                found.add(frozenset({plus, frozenset(range(len(points))) - plus}))
    return {cut for cut in found if frozenset() not in cut}


def _in_global_order(segments: draws.Segments) -> int:
    """The fewest branches if one order of the segments decides every cell."""
    space = bsp.Atoms(bsp.Scene.of(segments))

    def size(order: tuple[int, ...], cell: int) -> int:
        if not cell:
            return 0
        _, parts = space.split(cell, min(space.numbers(cell), key=order.index))
        return 1 + sum(size(order, part) for part in parts)

    return min(size(order, space.whole) for order in permutations(range(len(segments))))


def _segments() -> SearchStrategy[draws.Segments]:
    from hypothesis import strategies as st

    known = [((0, 1), (5, 2)), ((3, 1), (5, 7)), ((3, 2), (6, 6)), ((5, 3), (7, 1))]
    return st.one_of(draws.segments(4, least=4), st.just(known))


def _chain(dimensions: list[int], *, window: bool) -> float:
    """Matrix chains as a recursion over the inner dimensions, so that the window can be tried."""
    return knuth(len(dimensions) - 2, multiplying(dimensions), window=window)[0]


def multiplying(dimensions: list[int]) -> Cost:
    """What it costs to cut a chain at an inner dimension.

    >>> multiplying([10, 100, 5, 50])(0, 2, 1)
    2500
    """
    return lambda i, j, k: dimensions[i] * dimensions[k + 1] * dimensions[j + 1]


CLAIMS = [
    Claim(
        Law(
            "one closed side for hyperplanes",
            _points,
            lhs=lambda points: len(cuts(points, (1,))),
            rhs=lambda points: len(separable(points)),
            says="lines through two points, both on the + side, cut the points in every way that lines can",
            latex=r"\mathit{genRules}_{HODT} \text{ is exhaustive}",
            cite="He & Little, 5.2",
            owed_by=("kcombs",),
        ),
        "the points on a line need all their sign patterns",
    ),
    Claim(
        Law(
            "global permutations for BSP",
            _segments,
            lhs=lambda given: optimum(*bsp.bsp(given), bsp.CELLS).unwrap().value,
            rhs=lambda given: 2 * _in_global_order(given) + 1,
            says="some order of the segments, used in every cell, gives the smallest auto-partition",
            latex=r"\min_{\pi} |\mathit{BSP}_{\pi}| = \min |\mathit{BSP}|",
            cite="He & Little, 5.1",
            owed_by=("optimum", "CELLS"),
        ),
        "different cells may want different orders",
    ),
    Claim(
        Law(
            "Knuth window for matrix chains",
            lambda: draws.dimensions(6),
            lhs=lambda dims: _chain(dims, window=True),
            rhs=lambda dims: _chain(dims, window=False),
            says="the best cut of a chain lies between the best cuts of the two chains one shorter",
            latex=r"cut(i, j-1) \le cut(i, j) \le cut(i+1, j)",
            cite="Knuth's window, which needs the quadrangle inequality",
            owed_by=("optimum",),
        ),
        "the cost of a cut depends on the cut, so the quadrangle inequality is not there to help",
    ),
]
