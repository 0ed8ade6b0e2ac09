"""K-D trees: the axis of a split is fixed by the level, the point is free.

Seed: a level and the points still to be placed, as a bit mask. Stops when no point is left.
Splits: any point becomes the root; points before it along the level's axis go left, those after
it right. Ties are broken by the cyclic superkey (the other coordinates in turn), so that no point
is lost; points equal in all coordinates share one bucket. Paper: 5.3, ``splits_KD``.

Owes: points are conserved; Bellman for the weighted depth.

>>> from derive import count
>>> [count(*kd_tree([(i, (3 * i) % 7) for i in range(n)])) for n in range(7)]
[1, 1, 2, 5, 14, 42, 132]
>>> [optimal_depth([(i, (3 * i) % 11) for i in range(n)]) for n in range(1, 9)]
[1, 3, 5, 8, 11, 14, 17, 21]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from derive import Algebra, BadInput, Instance, Leaf, Problem, Tree, optimum, weighted_depth
from derive.costs import Weighed, Weight
from derive.tree import unfold
from problems.ancestry import bits
from problems.exact import Point, check_weights, points, written

Seed: TypeAlias = tuple[int, int]
"""A level and the buckets still to be placed."""

Ties: TypeAlias = Literal["superkey", "drop", "right"]
"""What becomes of a point that ties with the root along the axis."""


class Bucket(NamedTuple):
    """A place and the numbers of the points that lie there.

    >>> print(Bucket((1, 2), (0, 3)))
    (1, 2)x2
    """

    place: Point
    members: tuple[int, ...]

    def __str__(self) -> str:
        times = f"x{len(self.members)}" if len(self.members) > 1 else ""
        return f"({', '.join(map(written, self.place))}){times}"


def buckets(given: Sequence[Sequence[object]]) -> list[Bucket]:
    """Points that are equal, put together.

    >>> buckets([[0, 0], [1, 1], [0, 0]])
    [Bucket(place=(0, 0), members=(0, 2)), Bucket(place=(1, 1), members=(1,))]
    """
    members: dict[Point, list[int]] = {}
    for number, place in enumerate(points(given)):
        members.setdefault(place, []).append(number)
    return [Bucket(place, tuple(numbers)) for place, numbers in members.items()]


def superkey(place: Point, axis: int) -> Point:
    """What places are ordered by along an axis: that coordinate, then the others in turn.

    >>> superkey((1, 2, 3), 1)
    (2, 3, 1)
    """
    return place[axis:] + place[:axis]


def kd_tree(given: Sequence[Sequence[object]], ties: Ties = "superkey") -> Instance[Seed, Bucket, None]:
    """All K-D trees of points in any number of dimensions.

    ``ties="drop"`` is the paper's strict < and >, which loses points; ``"right"`` sends ties right.

    >>> from derive import count
    >>> column = [(0, 0), (0, 1), (0, 2)]
    >>> [count(*kd_tree(column, ties)) for ties in ("drop", "right", "superkey")]
    [3, 6, 5]
    """
    if ties not in ("superkey", "drop", "right"):
        raise BadInput(f"ties are broken by 'superkey', 'drop' or 'right', got {ties!r}")
    all_buckets = buckets(given)
    dimensions = len(all_buckets[0].place) if all_buckets else 1

    def key(bucket: Bucket, axis: int) -> Point:
        cyclic = superkey(bucket.place, axis)
        return cyclic if ties == "superkey" else cyclic[:1]

    def mask(axis: int, root: Bucket, *, before: bool) -> int:
        here = key(root, axis)
        return sum(
            (key(other, axis) < here if before else key(other, axis) > here) << i
            for i, other in enumerate(all_buckets)
        )

    left = [[mask(axis, root, before=True) for root in all_buckets] for axis in range(dimensions)]
    right = [[mask(axis, root, before=False) for root in all_buckets] for axis in range(dimensions)]

    def splits(seed: Seed) -> Iterator[tuple[Bucket, tuple[Seed, Seed]]]:
        level, rest = seed
        axis = level % dimensions
        for root in bits(rest):
            others = rest & ~(1 << root)
            low = others & left[axis][root]
            high = others & ~low if ties == "right" else others & right[axis][root]
            yield all_buckets[root], ((level + 1, low), (level + 1, high))

    problem = Problem[Seed, Bucket, None]("kd-tree", lambda seed: [] if seed[1] else [None], splits)
    return Instance(problem, (0, (1 << len(all_buckets)) - 1))


def median_tree(given: Sequence[Sequence[object]]) -> Tree[Bucket, None]:
    """The K-D tree that halves the points at every level: for clouds too large to search all trees of.

    >>> from derive import depth, size
    >>> tree = median_tree([(i, 7 * i % 1000) for i in range(1000)])
    >>> size(tree), depth(tree)
    (1000, 10)
    """

    def grow(
        seed: tuple[int, list[Bucket]],
    ) -> Leaf[None] | tuple[Bucket, tuple[tuple[int, list[Bucket]], ...]]:
        level, rest = seed
        if not rest:
            return Leaf(None)
        in_order = sorted(rest, key=lambda bucket: superkey(bucket.place, level % len(bucket.place)))
        half = len(in_order) // 2
        return in_order[half], ((level + 1, in_order[:half]), (level + 1, in_order[half + 1 :]))

    return unfold(grow, (0, buckets(given)))


def look_up_cost(weights: Sequence[Weight] | None = None) -> Algebra[Bucket, object, Weighed]:
    """Weight times depth, summed over all points: the cost of looking each up as often as its weight says.

    >>> look_up_cost([5, 1]).leaf(None)
    (0, 0)
    """

    if weights is not None:
        check_weights(weights, len(weights))

    def weight(bucket: Bucket) -> Weight:
        if weights is None:
            return len(bucket.members)
        if bucket.members[-1] >= len(weights):
            raise BadInput(
                f"expected a weight for every point, but point {bucket.members[-1]} has none of {len(weights)}"
            )
        return sum(weights[i] for i in bucket.members)

    return weighted_depth(weight)


def optimal_depth(given: Sequence[Sequence[object]], weights: Sequence[Weight] | None = None) -> Weight:
    """The smallest weighted depth of any K-D tree of the points.

    >>> optimal_depth([(0, 0), (1, 5), (2, 3)], weights=[1, 1, 10])
    15
    """
    if weights is not None:
        check_weights(weights, len(given))
    return optimum(*kd_tree(given), look_up_cost(weights)).map(lambda best: best.value[1]).unwrap()
