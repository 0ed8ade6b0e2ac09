"""What partitions of space owe: binary space partitions and K-D trees."""

from __future__ import annotations

from typing import Any

from derive import Instance, count
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
    ],
    telling=0.15,
)

Placed = list[tuple[tuple[int, int], int]]


def _kd(placed: Placed) -> Instance[Any, kd_tree.Bucket, None]:
    return kd_tree.kd_tree([place for place, _ in placed])


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
