"""The painter's algorithm: any partition of a scene says in which order to paint it, from any viewpoint.

At a root, what lies on the viewer's side of its plane cannot be hidden by what lies beyond. So the far
side is painted first, then what lies on the plane, then the near side.

>>> from problems.bsp import Cutting, Scene, random_partition
>>> walls = Scene.of([((0, 0), (4, 0)), ((1, 2), (3, 2)), ((1, 4), (3, 4))])
>>> tree = random_partition(Cutting(walls))
>>> [str(fragment) for fragment in painted(tree, (2, -9))], [str(fragment) for fragment in painted(tree, (2, 9))]
(['s2', 's1', 's0'], ['s0', 's1', 's2'])
"""

from __future__ import annotations

from collections.abc import Sequence

from derive import Leaf, Tree
from problems.bsp import On
from problems.exact import Point, point
from problems.shapes import Corners, Fragment, Plane, cut, plane


def painted(tree: Tree[On, object], viewpoint: Sequence[object]) -> list[Fragment]:
    """The fragments of a partition from back to front: none is hidden by one that comes before it.

    Owes: no fragment hides a later one, ``hides`` says. Fragments whose plane holds the viewpoint are
    seen edge-on, and hide nothing.

    >>> from derive import Node
    >>> wall = Fragment(0, ((0, 0), (4, 0)))
    >>> [str(each) for each in painted(Node((wall,), (Leaf(None), Leaf(None))), (1, 1))]
    ['s0']
    """
    eye: Point | None = None
    order: list[Fragment] = []
    todo: list[On | Tree[On, object]] = [tree]
    while todo:
        match todo.pop():
            case Leaf():
                continue
            case tuple() as on:
                order.extend(on)
            case node:
                by = plane(node.root[0].corners)
                eye = eye or point(viewpoint, len(by.normal))
                left, right = node.parts
                todo += (left, node.root, right) if by.side(eye) >= 0 else (right, node.root, left)
    return order


def hides(viewpoint: Sequence[object], front: Corners, back: Corners) -> bool:
    """Whether one shape stands, seen from a viewpoint, before some part of another one.

    The part that is hidden lies beyond the plane of the first, and within the planes through the
    viewpoint and its edges. No partition is asked, so that this can judge one.

    >>> hides((0, 0), ((1, 1), (1, -1)), ((2, 0), (2, 5))), hides((0, 0), ((2, 0), (2, 5)), ((1, 1), (1, -1)))
    (True, False)
    """
    eye = point(viewpoint, len(front[0]))
    by = plane(front)
    if not by.side(eye):
        return False
    rest = _on_side(back, by, -by.side(eye))
    for place, corner in enumerate(front):
        if not rest:
            return False
        if len(front) == 2:
            side, inner = plane((eye, corner)), front[1 - place]
        else:
            side, inner = plane((eye, front[place - 1], corner)), front[place - 2]
        rest = _on_side(rest, side, side.side(inner))
    return bool(rest)


def _on_side(corners: Corners, by: Plane, side: int) -> Corners:
    return cut(corners, by)[1 if side > 0 else 2]
