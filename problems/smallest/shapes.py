"""Ordyniak & Szeider: thresholds for a tree of features, and the smallest tree from support sets.

A *shape* is a tree with features at its branches; ``find_thresholds`` makes it fit, if it can: at every
branch the largest threshold that the low side can do with (Algorithms 1 and 2, Lemma 6). Thresholds belong
to branches, not to features; where no example comes, any will do. ``smallest_over`` tries all shapes over
given features (Theorem 4), ``min_tree`` does so for all sets that ``support.feature_sets`` names, which
corrects minDT: minimal support sets alone are not enough.

>>> E = Examples.of([((0,), "a"), ((1,), "b"), ((2,), "c")])
>>> find_thresholds(E, Node(0, (Node(0, (Leaf(None), Leaf(None))), Leaf(None))))
{(): 1, (0,): 0}
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import product

from derive import Leaf, Node, Tree, trees
from problems.odt_bf import any_feature
from problems.smallest.examples import Cut, Examples
from problems.smallest.support import bits, feature_sets

Shape = Tree[int, None]
Path = tuple[int, ...]


def find_thresholds(examples: Examples, shape: Shape, rows: int | None = None) -> dict[Path, int] | None:
    """The threshold of every branch by its path (0 is the low side), or None if the shape cannot fit.

    >>> line = Examples.of([((i,), i % 2) for i in range(3)])
    >>> find_thresholds(line, Node(0, (Leaf(None), Leaf(None)))) is None
    True
    """
    rows = examples.everything if rows is None else rows
    if isinstance(shape, Leaf):
        return {} if examples.uniform(rows) else None
    low_shape, high_shape = shape.parts
    values = examples.values(shape.root, rows)
    fits, fails = 0, len(values) + 1  # so many values fit the low side, so many are too many
    while fails - fits > 1:
        middle = (fits + fails) // 2
        below = rows & examples.holding(shape.root, values[:middle])
        if find_thresholds(examples, low_shape, below) is None:
            fails = middle
        else:
            fits = middle
    below = rows & examples.holding(shape.root, values[:fits])
    low, high = (
        find_thresholds(examples, low_shape, below),
        find_thresholds(examples, high_shape, rows & ~below),
    )
    if low is None or high is None:
        return None
    value = values[fits - 1] if fits else min(values, default=0) - 1
    under = ((side, found) for side, found in ((0, low), (1, high)))
    return {(): value} | {(side, *path): v for side, found in under for path, v in found.items()}


def with_thresholds(examples: Examples, shape: Shape) -> Tree[Cut, Hashable] | None:
    """A shape as a tree that fits, or None.

    >>> from derive import short
    >>> short(with_thresholds(Examples.of([((0,), "a"), ((1,), "b")]), Node(0, (Leaf(None), Leaf(None)))))
    '(a 0:0 b)'
    """
    found = find_thresholds(examples, shape)
    if found is None:
        return None

    def grown(shape: Shape, path: Path, rows: int) -> Tree[Cut, Hashable]:
        if isinstance(shape, Leaf):
            return Leaf(examples.label(rows))
        value = found[path]
        low = rows & examples.holding(
            shape.root, (v for v in examples.values(shape.root, rows) if v <= value)
        )
        sides = zip(shape.parts, (low, rows & ~low), strict=True)
        return Node(
            Cut(shape.root, value),
            tuple(grown(part, (*path, i), side) for i, (part, side) in enumerate(sides)),
        )

    return grown(shape, (), examples.everything)


def full_shapes(features: Sequence[int], depth: int) -> Iterator[Shape]:
    """All shapes of a depth with nothing left out: any tree that is no deeper fits into one.

    >>> len(list(full_shapes([0, 1], 2)))
    8
    """
    if depth == 0:
        yield Leaf(None)
        return
    for root in features:
        for parts in product(list(full_shapes(features, depth - 1)), repeat=2):
            yield Node(root, parts)


def smallest_over(
    examples: Examples, features: Sequence[int], most: int, deep: bool = False
) -> Tree[Cut, Hashable] | None:
    """The smallest tree over some features with at most so many branches, or the least deep; None if none.

    >>> from derive import size
    >>> E = Examples.of([((0, 0), 0), ((0, 1), 1), ((1, 2), 0), ((0, 3), 1)])
    >>> size(smallest_over(E, [0, 1], 3)), size(smallest_over(E, [1], 3)), smallest_over(E, [0], 3)
    (2, 3, None)
    """
    for n in range(most + 1):
        shapes = full_shapes(features, n) if deep else trees(*any_feature(features, n), limit=None)
        for shape in shapes:
            tree = with_thresholds(examples, shape)
            if tree is not None:
                return tree
    return None


def min_tree(examples: Examples, most: int, deep: bool = False) -> Tree[Cut, Hashable] | None:
    """The smallest tree with at most so many branches, or the least deep one; None if none fits.

    >>> from derive import size
    >>> E = Examples.of([((0, 0), 0), ((0, 1), 1), ((1, 2), 0), ((0, 3), 1)])
    >>> size(min_tree(E, 3)), min_tree(E, 1)
    (2, None)
    """
    for n in range(most + 1):
        for features in feature_sets(examples, 2**n - 1 if deep else n):
            tree = smallest_over(examples, bits(features), n, deep)
            if tree is not None:
                return tree
    return None
