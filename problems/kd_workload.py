"""The best K-D tree for the questions that will be asked of it: places looked up, boxes searched.

Seed: as for ``kd_tree``, and the queries that get there. Splits: likewise; a query goes on to every side
on which a place of its box can stand. A tree costs the buckets that are looked at, all queries taken
together; looking up the points themselves is weighted depth.

Owes: that the cost is what searching the tree looks at; Bellman for the visits.

>>> points = [(0, 0), (1, 5), (2, 3), (4, 1), (6, 6)]
>>> for queries in ([(6, 6)], [((0, 0), (1, 5))], [(6, 6), ((0, 0), (1, 5))]):
...     best = best_for(points, queries)
...     print(best.value, best.tree.root)
1 (6, 6)
2 (1, 5)
4 (1, 5)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

from derive import Algebra, BadInput, Best, Instance, Leaf, Node, Problem, Tree, optimum, smallest
from derive.costs import Weight
from derive.tree import fold_with
from problems.ancestry import bits
from problems.exact import Number, Point, check_weights, exact, listed, numbered, points
from problems.files import list_under, naming, read_json
from problems.kd_search import Box, KDTree, visited
from problems.kd_tree import Bucket, Seed, kd_tree

Asked: TypeAlias = tuple[Seed, int]
"""A seed of ``kd_tree``, and the queries that get there."""


class Visit(NamedTuple):
    """A bucket, and the weight of the queries that look at it.

    >>> print(Visit(Bucket((1, 2), (0,)), 3))
    (1, 2)
    """

    bucket: Bucket
    weight: Weight

    def __str__(self) -> str:
        return str(self.bucket)


VISITS: Algebra[Visit, object, Weight] = Algebra(
    lambda _: 0, lambda visit, values: visit.weight + sum(values), smallest
)
"""How many buckets are looked at, weighted, over all queries. Strictly monotone."""


def boxes(queries: object) -> list[Box]:
    """Queries that may be given as a place, as the low and the high corner of a box, or as a ``Box``.

    >>> boxes([(1, 2), ((0, 0), (3, 3))])
    [Box(low=(1, 2), high=(1, 2)), Box(low=(0, 0), high=(3, 3))]
    """
    return [
        numbered("query", number, _box, query)
        for number, query in enumerate(listed(queries, "a list of queries"))
    ]


def _box(query: object) -> Box:
    parts = listed(query, "a place, or the low and the high corner of a box")
    if parts and not isinstance(parts[0], str) and hasattr(parts[0], "__iter__"):
        if len(parts) != 2:
            raise BadInput(f"expected the low and the high corner of a box, got {len(parts)} corners")
        return Box.of(*parts)
    return Box.of(parts, parts)


def kd_workload(
    given: Sequence[Sequence[object]], queries: object, weights: Sequence[Weight] | None = None
) -> Instance[Asked, Visit, None]:
    """All K-D trees of points, each bucket with the weight of the queries that look at it.

    >>> from derive import count
    >>> count(*kd_workload([(0, 0), (1, 5), (2, 3)], [(1, 5)]))
    5
    """
    problem, whole = kd_tree(given)
    asked = boxes(queries)
    dimensions = len(given[0]) if len(given) else 1
    for number, box in enumerate(asked):
        if len(given) and len(box.low) != dimensions:
            raise BadInput(
                f"query {number}: expected {dimensions} coordinates like the points, got {len(box.low)}"
            )
    if weights is not None:
        check_weights(weights, len(asked))

    @cache
    def weight(arriving: int) -> Weight:
        return arriving.bit_count() if weights is None else sum(weights[query] for query in bits(arriving))

    @cache
    def going(bucket: Bucket, axis: int) -> tuple[int, int]:
        sides = [box.sides(bucket, axis) for box in asked]
        return sum(left << i for i, (left, _) in enumerate(sides)), sum(
            right << i for i, (_, right) in enumerate(sides)
        )

    def splits(seed: Asked) -> Iterator[tuple[Visit, tuple[Asked, Asked]]]:
        here, arriving = seed
        for bucket, (low, high) in problem.splits(here):
            left, right = going(bucket, here[0] % dimensions)
            yield Visit(bucket, weight(arriving)), ((low, arriving & left), (high, arriving & right))

    return Instance(
        Problem("kd-tree for queries", lambda seed: problem.base(seed[0]), splits),
        (whole, (1 << len(asked)) - 1),
    )


def best_for(
    given: Sequence[Sequence[object]], queries: object, weights: Sequence[Weight] | None = None
) -> Best[Weight, Bucket, None]:
    """The K-D tree that looks at the fewest buckets for these queries, which may have weights.

    >>> best_for([(0, 0), (1, 5), (2, 3)], [(0, 0), (2, 3)], [1, 10]).value
    12
    """
    best = optimum(*kd_workload(given, queries, weights), VISITS).unwrap()
    return Best(best.value, _buckets(best.tree))


def _buckets(tree: Tree[Visit, None]) -> Tree[Bucket, None]:
    def leaf(item: None) -> Tree[Bucket, None]:
        return Leaf(item)

    def node(visit: Visit, parts: tuple[Tree[Bucket, None], ...]) -> Tree[Bucket, None]:
        return Node(visit.bucket, parts)

    return fold_with(leaf, node, tree)


def visits(tree: KDTree, queries: object, weights: Sequence[Weight] | None = None) -> Weight:
    """How many buckets searching a tree looks at: what ``best_for`` makes small.

    >>> best = best_for([(0, 0), (1, 5), (2, 3)], [(0, 0)])
    >>> best.value == visits(best.tree, [(0, 0)])
    True
    """
    asked = boxes(queries)
    times = [1] * len(asked) if weights is None else weights
    return sum(times[number] * sum(1 for _ in visited(tree, box)) for number, box in enumerate(asked))


class Workload(NamedTuple):
    """Points, queries, and the weights of the queries, if any.

    >>> Workload(((0, 0),), [], None).weights
    """

    points: tuple[Point, ...]
    queries: list[Box]
    weights: list[Number] | None


def read_workload(path: Path) -> Workload:
    """Points and queries from JSON: ``{"points": [[0, 0]], "queries": [[0, 0], [[0, 0], [2, 3]]], "weights": [1, 2]}``.

    >>> from problems.examples import example
    >>> len(read_workload(example("cafes.json")).queries)
    6
    """
    with naming(path):
        content = read_json(path, "points and queries", ["points", "queries", "weights"])
        weights = None
        if "weights" in content:
            weights = [
                numbered("weight", i, exact, each) for i, each in enumerate(list_under(content, "weights"))
            ]
        found = Workload(
            points(list_under(content, "points")), boxes(list_under(content, "queries")), weights
        )
        kd_workload(found.points, found.queries, found.weights)  # so that complaints name the file
        return found
