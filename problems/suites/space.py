"""What partitions of space owe: binary space partitions and K-D trees."""

from __future__ import annotations

from typing import Any

from derive import Instance, Node, Tree, count, level_order, trees
from laws import Law, Suite
from laws.fusion import Asked, owed
from laws.memo import conserves, shrinks
from problems import bsp, catalans, draws, kd_tree

BSP = Suite(
    "bsp",
    [
        *owed(
            "bsp cells", lambda: draws.segments(4, least=3), lambda given: Asked(*bsp.bsp(given), bsp.CELLS)
        ),
        shrinks("bsp", draws.segments, bsp.bsp, lambda cell: len({piece[0] for piece in cell})),
        Law(
            "bsp: no tree twice",
            draws.segments,
            lhs=lambda given: len(set(trees(*bsp.bsp(given), limit=None))),
            rhs=lambda given: count(*bsp.bsp(given)),
            says="the list of auto-partitions has no duplicates",
            latex=r"|\{t \mid t \in \mathit{BSP}\}| = \mathit{count}",
            cite="He & Little, 5.1, with coincident segments in one node",
            owed_by=("trees", "count"),
        ),
    ],
    telling=0.15,
)

Placed = list[tuple[tuple[int, int], int]]


def _kd(placed: Placed) -> Instance[Any, kd_tree.Bucket, None]:
    return kd_tree.kd_tree([place for place, _ in placed])


def _misplaced(tree: Tree[kd_tree.Bucket, None]) -> int:
    """How many points stand on the wrong side of a point above them."""
    wrong, todo = 0, [(0, tree)]
    while todo:
        level, subtree = todo.pop()
        if isinstance(subtree, Node):
            axis = level % len(subtree.root.place)
            here = subtree.root.place[axis:] + subtree.root.place[:axis]
            for side, part in enumerate(subtree.parts):
                todo.append((level + 1, part))
                keys = [below.place[axis:] + below.place[:axis] for below in level_order(part)]
                wrong += sum((key > here) != bool(side) for key in keys)
    return wrong


KD_TREE = Suite(
    "kd-tree",
    [
        *owed(
            "kd-tree look-ups",
            draws.weighted_points,
            lambda placed: Asked(*_kd(placed), kd_tree.look_up_cost([weight for _, weight in placed])),
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
    ],
)
