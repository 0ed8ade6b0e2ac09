"""What K-D trees owe: where points stand, what searching finds, what a workload costs."""

from __future__ import annotations

from typing import Any

from derive import Instance, Node, Tree, count, fold, level_order, optimum, trees
from laws import Law, Suite
from laws.fusion import Asked, owed
from laws.memo import conserves
from problems import catalans, draws, kd_search, kd_tree, kd_workload

Placed = list[tuple[tuple[int, int], int]]
Queried = tuple[Placed, list[draws.Segment]]
"""Points with weights, and boxes."""


def _places(placed: Placed) -> list[tuple[int, int]]:
    return [place for place, _ in placed]


def _kd(placed: Placed) -> Instance[Any, kd_tree.Bucket, None]:
    return kd_tree.kd_tree(_places(placed))


def _misplaced(tree: Tree[kd_tree.Bucket, None]) -> int:
    """How many points stand on the wrong side of a point above them."""
    wrong, todo = 0, [(0, tree)]
    while todo:
        level, subtree = todo.pop()
        if isinstance(subtree, Node):
            axis = level % len(subtree.root.place)
            here = kd_tree.superkey(subtree.root.place, axis)
            for side, part in enumerate(subtree.parts):
                todo.append((level + 1, part))
                keys = [kd_tree.superkey(below.place, axis) for below in level_order(part)]
                wrong += sum((key > here) != bool(side) for key in keys)
    return wrong


def _work(queried: Queried) -> Instance[Any, kd_workload.Visit, None]:
    placed, boxes = queried
    return kd_workload.kd_workload(_places(placed), boxes, range(1, len(boxes) + 1))


def _by_search(queried: Queried) -> list[Any]:
    """What each query of a workload looks at in every tree of the points, by searching."""
    placed, boxes = queried
    return [kd_workload.visits(tree, boxes, range(1, len(boxes) + 1)) for tree in trees(*_kd(placed))]


def _squared(one: Any, other: Any) -> int:
    return sum((x - y) ** 2 for x, y in zip(one, other, strict=True))


KD_TREE = Suite(
    "kd-tree",
    [
        *owed(
            "kd-tree look-ups",
            draws.weighted_points,
            lambda placed: Asked(*_kd(placed), kd_tree.look_up_cost([weight for _, weight in placed])),
        ),
        *owed(
            "kd-tree queries",
            lambda: draws.points_and_boxes(5, least=3),
            lambda queried: Asked(*_work(queried), kd_workload.VISITS),
        ),
        conserves("kd-tree", draws.weighted_points, _kd, lambda seed: int.bit_count(seed[1])),
        Law(
            "kd-tree: every point where its level says",
            draws.weighted_points,
            lhs=lambda placed: [_misplaced(tree) for tree in trees(*_kd(placed))],
            rhs=lambda placed: [0 for _ in trees(*_kd(placed))],
            says="below a point of level d, smaller cyclic superkeys from axis d on stand left, larger ones right",
            latex=r"\mathit{key}_{d \bmod D}(p) < \mathit{key}_{d \bmod D}(x) \iff p \text{ left of } x",
            cite="He & Little, 5.3, with the cyclic superkey",
            owed_by=("trees",),
            candidates=lambda placed: trees(*_kd(placed)),
        ),
        Law(
            "kd-tree: as many as search trees",
            draws.weighted_points,
            lhs=lambda placed: count(*_kd(placed)),
            rhs=lambda placed: catalans.catalan(len({place for place, _ in placed})),
            says="with the cyclic superkey there are Catalan(N) K-D trees of N distinct points",
            latex=r"|\mathit{kd}(N)| = \mathit{Catalan}(N)",
            cite="He & Little, 5.3",
            owed_by=("count",),
        ),
        Law(
            "kd-tree: visits as searching counts them",
            draws.points_and_boxes,
            lhs=lambda queried: [fold(kd_workload.VISITS, tree) for tree in trees(*_work(queried))],
            rhs=_by_search,
            says="what a tree costs is what searching it for every query looks at",
            latex=r"\mathit{fold}\;\mathit{VISITS}\;t = \textstyle\sum_q w_q\,|\mathit{visited}\;t\;q|",
            cite="the workload's own law",
            owed_by=("fold", "trees"),
        ),
        Law(
            "kd-tree: looking up the points is weighted depth",
            draws.weighted_points,
            lhs=lambda placed: kd_workload.best_for(_places(placed), _places(placed), _weights(placed)).value,
            rhs=lambda placed: kd_tree.optimal_depth(_places(placed), _weights(placed)),
            says="the queries that are the points themselves cost the weighted depth",
            latex=r"\mathit{VISITS}(\mathit{points}) = \textstyle\sum_p w_p\,\mathit{depth}(p)",
            cite="He & Little, 5.3",
            owed_by=("optimum", "weighted_depth"),
        ),
        Law(
            "kd-tree: nearest = brute force",
            draws.points_and_boxes,
            lhs=lambda queried: [
                [tuple(found) for found in kd_search.nearest(_balanced(queried), low, 3)]
                for low, _ in queried[1]
            ],
            rhs=lambda queried: [
                sorted((_squared(place, low), number) for number, place in enumerate(_places(queried[0])))[:3]
                for low, _ in queried[1]
            ],
            says="leaving out what cannot matter finds the nearest points all the same, ties by number",
            latex=r"\mathit{nearest}_k\;t\;q = \mathit{take}_k \cdot \mathit{sort}",
            cite="Bentley, Multidimensional binary search trees used for associative searching",
            owed_by=("optimum",),
        ),
        Law(
            "kd-tree: boxes = brute force",
            draws.points_and_boxes,
            lhs=lambda queried: [kd_search.in_box(_balanced(queried), *box) for box in queried[1]],
            rhs=lambda queried: [
                [
                    number
                    for number, place in enumerate(_places(queried[0]))
                    if kd_search.Box(*box).holds(place)
                ]
                for box in queried[1]
            ],
            says="searching a box finds the points in it, bounds included",
            latex=r"\mathit{inbox}\;t\;b = \mathit{filter}\;(\in b)",
            cite="Bentley, Multidimensional binary search trees used for associative searching",
            owed_by=("optimum",),
            candidates=lambda queried: [len(_places(queried[0])), -len(queried[1])],
        ),
    ],
)


def _weights(placed: Placed) -> list[int]:
    return [weight for _, weight in placed]


def _balanced(queried: Queried) -> Tree[kd_tree.Bucket, None]:
    return optimum(*_kd(queried[0]), kd_tree.look_up_cost(_weights(queried[0]))).unwrap().tree
