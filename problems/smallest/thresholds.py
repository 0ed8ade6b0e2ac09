"""Kobourov et al., Algorithms 1 and 2: the size of one side is tried, its threshold found by binary search.

If a tree with j branches fits the examples up to a threshold, one fits those up to any smaller one; so of
all thresholds that leave j branches to the low side the largest leaves least to the high side. As printed,
Algorithm 1 never answers with a leaf while branches are left, and fails where there are no examples: here
examples of one class, or none, are a leaf at once. ``D[-1]`` of Algorithm 2 is below all values.

This is the definition, and recurses as deep as the tree that is asked for; large data go to
``derive.kernels.smallest``.

>>> E = Examples.of([((0, 0), 0), ((0, 1), 1), ((1, 2), 0), ((0, 3), 1)])
>>> short(smallest_tree(E, E.everything, 5)), smallest_tree(E, E.everything, 1)
('((0 1:0 1) 0:0 0)', None)
"""

from __future__ import annotations

from collections.abc import Hashable

from derive import BadInput, Leaf, Node, Tree, short, size
from problems.smallest.examples import Cut, Examples

__all__ = ["largest_threshold", "shallowest_tree", "short", "smallest_tree"]

Found = Tree[Cut, Hashable] | None


def smallest_tree(examples: Examples, rows: int, branches: int) -> Found:
    """Algorithm 1: the smallest tree with at most so many branches for some examples, or None.

    >>> line = Examples.of([((i,), i % 2) for i in range(5)])
    >>> [size(smallest_tree(line, 2**n - 1, 4)) for n in range(1, 6)]
    [0, 1, 2, 3, 4]
    """
    _refuse_names(examples)
    if examples.uniform(rows):
        return Leaf(examples.label(rows))
    best: Found = None
    for feature in examples.features:
        for low_branches in range(branches):
            value = largest_threshold(examples, rows, feature, low_branches)
            low, high = _parted(examples, rows, feature, value)
            right = smallest_tree(examples, high, branches - low_branches - 1)
            left = smallest_tree(examples, low, low_branches)
            if left is not None and right is not None:
                found = Node(Cut(feature, value), (left, right))
                if best is None or size(found) < size(best):
                    best = found
    return best


def largest_threshold(examples: Examples, rows: int, feature: int, branches: int) -> int:
    """Algorithm 2: the largest value up to which so many branches fit the examples; else one below all.

    >>> line = Examples.of([((i,), i % 2) for i in range(5)])
    >>> [largest_threshold(line, line.everything, 0, n) for n in range(3)]
    [0, 1, 2]
    """
    values = examples.values(feature, rows)
    low, high = 0, len(values)  # so many values fit, at least and at most
    while low < high:
        middle = (low + high + 1) // 2
        below = rows & examples.holding(feature, values[:middle])
        if smallest_tree(examples, below, branches) is not None:
            low = middle
        else:
            high = middle - 1
    return values[low - 1] if low else values[0] - 1


def shallowest_tree(examples: Examples, rows: int, depth: int) -> Found:
    """The same for depth: a tree at most so deep, or None; both sides may be one less deep.

    >>> board = Examples.of([((i, j), (i + j) % 2) for i in range(2) for j in range(3)])
    >>> [shallowest_tree(board, board.everything, d) is not None for d in range(4)]
    [False, False, False, True]
    """
    _refuse_names(examples)
    if examples.uniform(rows):
        return Leaf(examples.label(rows))
    for feature in examples.features if depth else ():
        values = examples.values(feature, rows)
        low, high = 0, len(values) - 1
        while low < high:
            middle = (low + high + 1) // 2
            below = rows & examples.holding(feature, values[:middle])
            fits = shallowest_tree(examples, below, depth - 1) is not None
            low, high = (middle, high) if fits else (low, middle - 1)
        if low:
            below, above = _parted(examples, rows, feature, values[low - 1])
            left, right = (shallowest_tree(examples, side, depth - 1) for side in (below, above))
            if left is not None and right is not None:
                return Node(Cut(feature, values[low - 1]), (left, right))
    return None


def _parted(examples: Examples, rows: int, feature: int, value: int) -> tuple[int, int]:
    low = rows & examples.holding(feature, (v for v in examples.values(feature, rows) if v <= value))
    return low, rows & ~low


def _refuse_names(examples: Examples) -> None:
    if examples.named:
        raise BadInput("thresholds need features that are ordered; take examples.ordered()")
