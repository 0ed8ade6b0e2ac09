"""Random input for the laws of the problems; hypothesis is loaded only when something is drawn.

Sizes are small on purpose: specifications list every tree, and the known counterexamples appear at
five rules and less.

>>> from hypothesis import find
>>> find(matrices(3), lambda ancestry: len(ancestry) == 2).matrix
((0, 1), (1, 0))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from problems.ancestry import Ancestry, from_thresholds
from problems.exact import Point
from problems.rows import Rows
from problems.shapes import plane

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


SIGNS = (1, -1, 1, -1, 0)
"""On which side a rule lies of another; seldom on neither, since that leaves few trees."""


def mostly(most: int) -> SearchStrategy[int]:
    """Whole numbers up to ``most``, and that one more often than not.

    >>> from hypothesis import find
    >>> find(mostly(4), lambda n: n > 2)
    3
    """
    from hypothesis import strategies as st

    return st.integers(0, 4 * most).map(lambda n: min(n, most))


def matrices(most: int = 4, least: int = 0) -> SearchStrategy[Ancestry]:
    """Any ancestry matrix.

    >>> from hypothesis import find
    >>> len(find(matrices(2, least=2), lambda _: True))
    2
    """
    from hypothesis import strategies as st

    def square(k: int) -> SearchStrategy[Ancestry]:
        row = st.lists(st.sampled_from(SIGNS), min_size=k, max_size=k)
        rows = st.lists(row, min_size=k, max_size=k)
        return rows.map(
            lambda m: Ancestry(
                tuple(tuple(0 if i == j else e for j, e in enumerate(r)) for i, r in enumerate(m))
            )
        )

    return st.integers(least, most).flatmap(square)


def tables(features: int, rows: int = 8) -> SearchStrategy[Rows]:
    """Labelled rows of binary features, all different: equal rows would make most trees tie.

    >>> from hypothesis import find
    >>> find(tables(2), lambda rows: len(rows.labels) == 4).plus
    (12, 10)
    """
    from hypothesis import strategies as st

    cells = st.lists(st.integers(0, 1), min_size=features, max_size=features).map(tuple)
    least = min(rows, 2**features) * 3 // 4
    row = st.tuples(cells, st.sampled_from("ab"))

    def rows_of(given: list[tuple[tuple[int, ...], str]]) -> Rows:
        in_order = sorted(given)
        if not in_order:
            return Rows((), (0,) * features)
        return Rows.from_table([cells for cells, _ in in_order], "".join(label for _, label in in_order))

    return st.lists(row, min_size=least, max_size=rows, unique_by=lambda row: row[0]).map(rows_of)


def rules_with_data(most: int = 4, least: int = 0) -> SearchStrategy[tuple[Ancestry, Rows]]:
    """A matrix, and rows with a side of every rule.

    >>> from hypothesis import find
    >>> ancestry, rows = find(rules_with_data(), lambda pair: len(pair[0]) == 1)
    >>> len(rows.plus)
    1
    """
    from hypothesis import strategies as st

    return matrices(most, least).flatmap(lambda ancestry: st.tuples(st.just(ancestry), tables(len(ancestry))))


def features_with_data(most: int = 3, least: int = 0) -> SearchStrategy[Rows]:
    """Rows over any number of features up to ``most``.

    >>> from hypothesis import find
    >>> len(find(features_with_data(), lambda rows: len(rows.plus) == 3).plus)
    3
    """
    from hypothesis import strategies as st

    return st.integers(least, most).flatmap(tables)


def thresholds_with_data(most: int = 5) -> SearchStrategy[tuple[Ancestry, Rows]]:
    """Thresholds on one axis, and labelled points between them.

    >>> from hypothesis import find
    >>> ancestry, _ = find(thresholds_with_data(), lambda pair: len(pair[0]) == 2)
    >>> ancestry.matrix
    ((0, -1), (1, 0))
    """
    from hypothesis import strategies as st

    def cut(pair: tuple[int, list[tuple[int, str]]]) -> tuple[Ancestry, Rows]:
        count, placed = pair
        rules: list[tuple[Point, int]] = [((i,), 0) for i in range(count)]
        places = [min(gap, count) for gap, _ in placed]
        labels = "".join(label for _, label in placed)
        return from_thresholds(rules), Rows.from_rules(places, labels, range(count), lambda i, gap: gap <= i)

    placed = st.lists(st.tuples(st.integers(0, most), st.sampled_from("ab")), max_size=5)
    return st.tuples(st.integers(0, most), placed).map(cut)


def dimensions(most: int = 6) -> SearchStrategy[list[int]]:
    """The dimensions of a chain of matrices.

    >>> from hypothesis import find
    >>> find(dimensions(), lambda dims: len(dims) == 3)
    [1, 1, 1]
    """
    from hypothesis import strategies as st

    return st.lists(st.integers(1, 9), min_size=2, max_size=most + 1)


def weights(most: int = 5) -> SearchStrategy[list[int]]:
    """Weights of keys.

    >>> from hypothesis import find
    >>> find(weights(), lambda ws: len(ws) == 2)
    [0, 0]
    """
    from hypothesis import strategies as st

    return st.lists(st.integers(0, 9), max_size=most)


def corners(most: int = 8) -> SearchStrategy[list[tuple[int, int]]]:
    """The corners of a polygon, which need not be convex to have lengths.

    >>> from hypothesis import find
    >>> find(corners(), lambda places: len(places) == 3)
    [(0, 0), (0, 0), (0, 0)]
    """
    from hypothesis import strategies as st

    return st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=most)


Place = tuple[int, int]
Segment = tuple[Place, Place]
Segments = list[Segment]


def places(most: int) -> SearchStrategy[Place]:
    """Points of a square grid.

    >>> from hypothesis import find
    >>> find(places(5), lambda place: place[1] > 2)
    (0, 3)
    """
    from hypothesis import strategies as st

    return st.tuples(st.integers(0, most), st.integers(0, most))


def pieces(most: int) -> SearchStrategy[Segment]:
    """Segments between two points of a grid.

    >>> from hypothesis import find
    >>> find(pieces(5), lambda _: True)
    ((0, 0), (0, 1))
    """
    from hypothesis import strategies as st

    return st.tuples(places(most), places(most)).filter(lambda ends: ends[0] != ends[1])


def segments(most: int = 4, least: int = 0) -> SearchStrategy[Segments]:
    """Segments between points of a small grid, no two of them equal.

    >>> from hypothesis import find
    >>> find(segments(), lambda found: len(found) == 1)
    [((0, 0), (0, 1))]
    """
    from hypothesis import strategies as st

    return st.lists(pieces(5), min_size=least, max_size=most, unique=True)


def weighted_points(most: int = 5, least: int = 0) -> SearchStrategy[list[tuple[Place, int]]]:
    """Points of a small grid, ties and duplicates included, each with a weight.

    >>> from hypothesis import find
    >>> find(weighted_points(), lambda found: len(found) == 1)
    [((0, 0), 0)]
    """
    from hypothesis import strategies as st

    return st.lists(st.tuples(places(3), st.integers(0, 9)), min_size=least, max_size=most)


def points_and_boxes(
    most: int = 5, least: int = 0
) -> SearchStrategy[tuple[list[tuple[Place, int]], list[Segment]]]:
    """Weighted points of a small grid, and boxes by their low and high corners.

    >>> from hypothesis import find
    >>> find(points_and_boxes(), lambda drawn: len(drawn[0]) == 1 and len(drawn[1]) == 1)
    ([((0, 0), 0)], [((0, 0), (0, 0))])
    """
    from hypothesis import strategies as st

    def box(ends: tuple[Place, Place]) -> Segment:
        (a, b), (c, d) = ends
        return (min(a, c), min(b, d)), (max(a, c), max(b, d))

    boxes = st.tuples(places(4), places(4)).map(box)
    return st.tuples(weighted_points(most, least), st.lists(boxes, min_size=min(least, 2), max_size=3))


Spot = tuple[int, int, int]


def polygons(most: int = 3, least: int = 0) -> SearchStrategy[list[tuple[Spot, ...]]]:
    """Triangles between points of a small grid in space, some of them with a corner cut off.

    >>> from hypothesis import find
    >>> find(polygons(), lambda found: len(found) == 1)
    [((0, 0, 0), (0, 0, 2), (0, 2, 0))]
    """
    from hypothesis import strategies as st

    even = st.integers(0, 3).map(lambda n: 2 * n)
    spot = st.tuples(even, even, even)

    def middle(p: Spot, q: Spot) -> Spot:
        (a, b, c), (d, e, f) = p, q
        return (a + d) // 2, (b + e) // 2, (c + f) // 2

    def polygon(drawn: tuple[Spot, Spot, Spot, bool]) -> tuple[Spot, ...]:
        a, b, c, is_cut = drawn
        return (a, b, middle(b, c), middle(c, a)) if is_cut else (a, b, c)

    def has_area(corners: tuple[Spot, ...]) -> bool:
        return any(plane(corners).normal)

    shape = st.tuples(spot, spot, spot, st.booleans()).map(polygon).filter(has_area)
    return st.lists(shape, min_size=least, max_size=most, unique=True)


def seen(
    shapes: SearchStrategy[list[Any]], dimensions: int
) -> SearchStrategy[tuple[list[Any], tuple[int, ...]]]:
    """Shapes, and a viewpoint among them or far away.

    >>> from hypothesis import find
    >>> find(seen(segments(), 2), lambda drawn: len(drawn[0]) == 1)
    ([((0, 0), (0, 1))], (0, 0))
    """
    from hypothesis import strategies as st

    return st.tuples(shapes, st.tuples(*[st.integers(-9, 9)] * dimensions))


def labelled_places(
    dimensions: int = 2, most: int = 6, least: int = 2, grid: int = 3
) -> SearchStrategy[list[tuple[tuple[int, ...], str]]]:
    """Labelled points of a small grid, so that many lie on one line; two may be the same.

    >>> from hypothesis import find
    >>> find(labelled_places(), lambda found: len(found) == 2)
    [((0, 0), 'a'), ((0, 0), 'a')]
    """
    from hypothesis import strategies as st

    place = st.tuples(*[st.integers(0, grid)] * dimensions)
    return st.lists(st.tuples(place, st.sampled_from("ab")), min_size=least, max_size=most)


def times_on_a_curve(most: int = 8) -> SearchStrategy[list[int]]:
    """Different moments, at which a point that runs along a curve is in general position.

    >>> from hypothesis import find
    >>> find(times_on_a_curve(), lambda found: len(found) == 3)
    [1, 2, 3]
    """
    from hypothesis import strategies as st

    return st.lists(st.integers(1, 20), min_size=1, max_size=most, unique=True).map(sorted)
