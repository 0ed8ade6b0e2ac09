"""Questions to a K-D tree: who lies nearest, who lies in a box or a ball. Exact, ties and duplicates included.

A side of the tree is left out only if no point there can matter: all of it lies outside the box, or
farther away than what has been found.

>>> from derive import optimum
>>> from problems.kd_tree import kd_tree, look_up_cost
>>> points = [(2, 9), (5, 4), (8, 1), (7, 7), (5, 4)]
>>> tree = optimum(*kd_tree(points), look_up_cost()).unwrap().tree
>>> nearest(tree, (5, 5), 3)
[Found(squared=1, number=1), Found(squared=1, number=4), Found(squared=8, number=3)]
>>> in_box(tree, (5, 0), (8, 4)), in_ball(tree, (5, 5), 3)
([1, 2, 4], [1, 3, 4])
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from derive import BadInput, Node, Tree
from problems.exact import Number, Point, exact, point, written
from problems.kd_tree import Bucket, superkey

KDTree: TypeAlias = Tree[Bucket, object]
See: TypeAlias = Callable[[Bucket, Number], None]
"""What becomes of a bucket, given the square of how far it lies away."""

Limit: TypeAlias = Callable[[], Number | None]
"""The square of how far one need look; None for any distance."""


class Found(NamedTuple):
    """A point by its number, and the square of how far it lies away.

    >>> Found(25, 0) < Found(25, 3)
    True
    """

    squared: Number
    number: int


class Box(NamedTuple):
    """All places between two corners, the bounds included; a place by itself is a box with equal corners.

    >>> Box.of([0, 0], [2, "1/2"]).holds((1, 0))
    True
    >>> Box.of([0, 3], [2, 1])
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: expected a box from its low to its high corner, but it starts at 3 and ends at 1 along axis 1
    """

    low: Point
    high: Point

    @classmethod
    def of(cls, low: object, high: object) -> Box:
        """Check the two corners."""
        start = point(low)
        end = point(high, len(start))
        for axis, (a, b) in enumerate(zip(start, end, strict=True)):
            if a > b:
                raise BadInput(
                    "expected a box from its low to its high corner, "
                    f"but it starts at {written(a)} and ends at {written(b)} along axis {axis}"
                )
        return cls(start, end)

    def holds(self, place: Point) -> bool:
        """Whether a place lies in the box."""
        return all(a <= x <= b for a, x, b in zip(self.low, place, self.high, strict=True))

    def sides(self, root: Bucket, axis: int) -> tuple[bool, bool]:
        """Whether some place of the box can stand to the left of a root, and whether some can to its right.

        The corners have the smallest and the largest superkey of all places in the box.
        """
        here = superkey(root.place, axis)
        return superkey(self.low, axis) < here, here < superkey(self.high, axis)


def in_box(tree: KDTree, low: Sequence[object], high: Sequence[object]) -> list[int]:
    """The numbers of the points in a box, its bounds included.

    >>> from derive import Leaf
    >>> in_box(Leaf(None), (0, 0), (9, 9))
    []
    """
    box = Box.of(low, high)
    found = (bucket.members for bucket in visited(tree, box) if box.holds(bucket.place))
    return sorted(number for members in found for number in members)


def visited(tree: KDTree, box: Box) -> Iterator[Bucket]:
    """The buckets that a search of a box looks at.

    >>> from problems.kd_tree import kd_tree
    >>> from derive import trees
    >>> tree = trees(*kd_tree([(0, 0), (1, 5), (2, 3)]))[2]
    >>> [str(bucket) for bucket in visited(tree, Box.of((0, 0), (1, 1)))]
    ['(1, 5)', '(0, 0)']
    """
    todo = [(0, tree)]
    while todo:
        level, subtree = todo.pop()
        if isinstance(subtree, Node):
            _check_dimensions(box.low, subtree.root)
            yield subtree.root
            sides = box.sides(subtree.root, level % len(box.low))
            todo += [(level + 1, part) for part, go in zip(subtree.parts, sides, strict=True) if go]


def _check_dimensions(place: Point, bucket: Bucket) -> None:
    if len(place) != len(bucket.place):
        raise BadInput(f"expected {len(bucket.place)} coordinates like the points, got {len(place)}")


def nearest(tree: KDTree, place: Sequence[object], k: int = 1) -> list[Found]:
    """The k points that lie nearest to a place, nearest first and ties by number; all, if there are fewer.

    >>> from problems.kd_tree import kd_tree
    >>> from derive import trees
    >>> tree = trees(*kd_tree([(0, 0), (0, 2), (0, 0)]))[0]
    >>> nearest(tree, (0, 1), 2)
    [Found(squared=1, number=0), Found(squared=1, number=1)]
    """
    if k < 1:
        raise BadInput(f"expected to look for 1 point or more, got {k}")
    here = point(place)
    best: list[Found] = []

    def see(bucket: Bucket, away: Number) -> None:
        for number in bucket.members:
            insort(best, Found(away, number))
        del best[k:]

    _search(tree, here, see, lambda: best[-1].squared if len(best) == k else None)
    return best


def in_ball(tree: KDTree, place: Sequence[object], radius: object) -> list[int]:
    """The numbers of the points that lie at most so far from a place.

    >>> from derive import Leaf
    >>> in_ball(Leaf(None), (0, 0), 2)
    []
    """
    far = exact(radius)
    if far < 0:
        raise BadInput(f"expected a radius of 0 or more, got {written(far)}")
    found: list[int] = []

    def see(bucket: Bucket, away: Number) -> None:
        if away <= far * far:
            found.extend(bucket.members)

    _search(tree, point(place), see, lambda: far * far)
    return sorted(found)


def _search(tree: KDTree, here: Point, see: See, limit: Limit) -> None:
    """Show every bucket that may lie within the limit, which may shrink as buckets are seen; near sides first.

    What lies beyond a root is at least as far away as its plane, and as the nearest place of its region:
    ``gaps`` are the distances to that region, axis by axis.
    """
    todo: list[tuple[int, KDTree, tuple[Number, ...]]] = [(0, tree, (0,) * len(here))]
    while todo:
        level, subtree, gaps = todo.pop()
        if not isinstance(subtree, Node):
            continue
        most = limit()
        if most is not None and sum(gap * gap for gap in gaps) > most:
            continue
        root = subtree.root
        _check_dimensions(here, root)
        see(root, sum((x - y) ** 2 for x, y in zip(here, root.place, strict=True)))
        axis = level % len(here)
        ahead = here[axis] - root.place[axis]
        far_gaps = (*gaps[:axis], ahead, *gaps[axis + 1 :])
        left, right = subtree.parts
        near, far = (right, left) if ahead > 0 else (left, right)
        todo += [(level + 1, far, far_gaps), (level + 1, near, gaps)]
