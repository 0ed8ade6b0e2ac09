"""Tidy layouts: where to put every label of a tree so that nothing overlaps and nothing crosses.

Parts of a branch are centred under it, trees of one shape look alike wherever they stand, and a mirror
image is laid out as the mirror image. After Reingold and Tilford; the linear-time form is that of
Buchheim, Jünger and Leipert (2002), written as loops, with labels of any width.

>>> from derive.tree import Leaf, Node
>>> cherry = Node("r", (Leaf("a"), Node("s", (Leaf("b"), Leaf("c")))))
>>> [(place.x, place.level, place.above) for place in tidy(cherry)]
[(0.0, 0, -1), (-1.0, 1, 0), (1.0, 1, 0), (0.0, 2, 2), (2.0, 2, 2)]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from derive.tree import Node, Tree

R = TypeVar("R")
X = TypeVar("X")


class Place(NamedTuple, Generic[R, X]):
    """Where a subtree stands: how far right of the root, on which level, and the number of what is above.

    >>> from derive.tree import Leaf
    >>> tidy(Leaf("alone"))
    [Place(x=0.0, level=0, above=-1, tree=Leaf('alone'))]
    """

    x: float
    level: int
    above: int
    tree: Tree[R, X]


def tidy(
    tree: Tree[R, X], width: Callable[[Tree[R, X]], float] = lambda _: 1.0, gap: float = 1.0
) -> list[Place[R, X]]:
    """The places of all subtrees, roots first, left to right; neighbours are at least ``gap`` apart.

    ``width`` is that of the label at the root of a subtree. Linear in the tree, and not recursive.

    >>> from derive.tree import Leaf, Node
    >>> wide = tidy(Node("r", (Leaf("one"), Leaf("two"))), width=lambda t: 3.0 if isinstance(t, Leaf) else 1.0)
    >>> [place.x for place in wide]
    [0.0, -2.0, 2.0]
    """
    found: list[tuple[int, int, Tree[R, X]]] = []
    parts: list[list[int]] = []
    todo = [(0, -1, tree)]
    while todo:
        level, above, subtree = todo.pop()
        number = len(found)
        found.append((level, above, subtree))
        parts.append([])
        if above >= 0:
            parts[above].append(number)
        if isinstance(subtree, Node):
            todo += [(level + 1, number, part) for part in reversed(subtree.parts)]
    widths = [width(subtree) for _, _, subtree in found]
    # Both ways of putting things as far left as they go, and right; their mean is its own mirror image.
    left = _pushed_left(parts, widths, gap)
    right = _pushed_left([part[::-1] for part in parts], widths, gap)
    return [
        Place((one - other) / 2, level, above, subtree)
        for one, other, (level, above, subtree) in zip(left, right, found, strict=True)
    ]


def _pushed_left(parts: Sequence[list[int]], widths: Sequence[float], gap: float) -> list[float]:
    """Every x relative to the root, with subtrees put as far to the left as their left neighbours allow."""
    walk = _Walk(parts, widths, gap)
    for number in reversed(range(len(parts))):
        if parts[number]:
            walk.place_parts(number)
    across = [0.0] * len(parts)
    for number, below in enumerate(parts):
        for part in below:
            across[part] = across[number] + walk.before[part] - walk.middle[number]
    return across


class _Walk:
    """The state of one walk: for every subtree, where it stands and what its contour is.

    ``before`` is the place of a subtree among its siblings, ``middle`` the place of its root among its
    parts, ``offset`` how far its parts are moved; a ``thread`` leads from the bottom of a contour on
    to the deeper subtree beside it. The names of Buchheim et al. are prelim, midpoint, mod, thread.
    """

    def __init__(self, parts: Sequence[list[int]], widths: Sequence[float], gap: float) -> None:
        n = len(parts)
        self.parts, self.widths, self.gap = parts, widths, gap
        self.before, self.middle, self.offset = [0.0] * n, [0.0] * n, [0.0] * n
        self.shift, self.change = [0.0] * n, [0.0] * n
        self.thread: list[int] = [-1] * n
        self.sibling = list(range(n))
        self.rank, self.above = [0] * n, [-1] * n

    def place_parts(self, number: int) -> None:
        """Put the parts of one branch side by side, and the branch over their middle."""
        below = self.parts[number]
        latest = below[0]
        for rank, part in enumerate(below):
            self.rank[part], self.above[part] = rank, number
            if not rank:
                self.before[part] = self.middle[part]
                continue
            left = below[rank - 1]
            self.before[part] = self.before[left] + self._apart(left, part)
            if self.parts[part]:
                self.offset[part] = self.before[part] - self.middle[part]
            latest = self._push_away(part, left, below[0], latest)
        self._spread(below)
        self.middle[number] = (self.before[below[0]] + self.before[below[-1]]) / 2

    def _apart(self, left: int, right: int) -> float:
        return (self.widths[left] + self.widths[right]) / 2 + self.gap

    def _leftmost(self, number: int) -> int:
        return self.parts[number][0] if self.parts[number] else self.thread[number]

    def _rightmost(self, number: int) -> int:
        return self.parts[number][-1] if self.parts[number] else self.thread[number]

    def _push_away(self, part: int, left: int, first: int, latest: int) -> int:
        """Move a part right until no level of it touches the siblings to its left."""
        inner, outer, other, far = part, part, left, first
        at_inner = at_outer = self.offset[part]
        at_other, at_far = self.offset[other], self.offset[far]
        while self._rightmost(other) >= 0 and self._leftmost(inner) >= 0:
            other, inner = self._rightmost(other), self._leftmost(inner)
            far, outer = self._leftmost(far), self._rightmost(outer)
            self.sibling[outer] = part
            overlap = (
                self.before[other] + at_other - self.before[inner] - at_inner + self._apart(other, inner)
            )
            if overlap > 0:
                source = self.sibling[other]
                self._move(source if self.above[source] == self.above[part] else latest, part, overlap)
                at_inner += overlap
                at_outer += overlap
            at_other += self.offset[other]
            at_inner += self.offset[inner]
            at_far += self.offset[far]
            at_outer += self.offset[outer]
        if self._rightmost(other) >= 0:  # further down than the part goes, on either side
            self.thread[outer] = self._rightmost(other)
            self.offset[outer] += at_other - at_outer
        if self._leftmost(inner) >= 0 and self._leftmost(far) < 0:
            self.thread[far] = self._leftmost(inner)
            self.offset[far] += at_inner - at_far
            latest = part
        return latest

    def _move(self, source: int, part: int, by: float) -> None:
        """Move a part, and note that the siblings between share the way."""
        share = by / (self.rank[part] - self.rank[source])
        self.change[part] -= share
        self.change[source] += share
        self.shift[part] += by
        self.before[part] += by
        self.offset[part] += by

    def _spread(self, below: Sequence[int]) -> None:
        """Give the siblings between their shares, so that gaps are even."""
        moved = change = 0.0
        for part in reversed(below):
            self.before[part] += moved
            self.offset[part] += moved
            change += self.change[part]
            moved += self.shift[part] + change
