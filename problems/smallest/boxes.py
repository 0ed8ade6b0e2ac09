"""The box dynamic program: a minimum decision tree for every box of the feature space.

Seed: a box, as the values that it holds of every feature. It stops when the examples inside have one
label, else any cut between two of its values splits it. Kobourov et al., Theorem 3.1, for any number of
classes, with u_i < sigma < v_i: both sides of a cut hold a value.

``occupied`` is the same search with the examples inside for a seed: cuts that part no examples are left
out, and boxes with the same examples are one seed. Owes: Bellman for size and depth, and that both have
the same optimum.

>>> from derive import DEPTH, SIZE, optimum
>>> board = Examples.of([((i, j), (i + j) % 2) for i in range(3) for j in range(3)])
>>> optimum(*boxes(board), SIZE).unwrap().value, optimum(*occupied(board), DEPTH).unwrap().value
(8, 4)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import reduce

from derive import SIZE, Algebra, Instance, Problem, optimum, smallest
from problems.smallest.examples import Cut, Examples, Values

Box = tuple[Values, ...]


def boxes(examples: Examples) -> Instance[Box, Cut, Hashable]:
    """All trees that fit the examples, box by box; a leaf holds its label, None if nothing came there.

    >>> from derive import short, trees
    >>> [short(tree) for tree in trees(*boxes(Examples.of([((0,), "a"), ((1,), "b"), ((2,), "b")])))]
    ['(a 0:0 b)', '((a 0:0 b) 0:1 b)']
    """

    def inside(box: Box) -> int:
        held = (examples.holding(feature, values) for feature, values in enumerate(box))
        return reduce(int.__and__, held, examples.everything)

    def base(box: Box) -> list[Hashable]:
        rows = inside(box)
        return [examples.label(rows)] if examples.uniform(rows) else []

    def splits(box: Box) -> Iterator[tuple[Cut, tuple[Box, Box]]]:
        if examples.uniform(inside(box)):
            return
        for feature, values in enumerate(box):
            for cut, yes, no in examples.cuts(feature, values):
                low, high = ((*box[:feature], part, *box[feature + 1 :]) for part in (yes, no))
                yield cut, (low, high)

    whole = tuple(examples.values(feature, examples.everything) for feature in examples.features)
    return Instance(Problem("boxes", base, splits), whole)


def occupied(examples: Examples) -> Instance[int, Cut, Hashable]:
    """The trees whose every cut parts the examples that come there; seeds are sets of examples.

    >>> from derive import count
    >>> E = Examples.of([((0, 0), 0), ((0, 1), 1), ((1, 2), 0), ((0, 3), 1)])
    >>> count(*boxes(E)), count(*occupied(E))
    (19, 13)
    """

    def base(rows: int) -> list[Hashable]:
        return [examples.label(rows)] if examples.uniform(rows) else []

    def splits(rows: int) -> Iterator[tuple[Cut, tuple[int, int]]]:
        for feature in () if examples.uniform(rows) else examples.features:
            for cut, yes, _ in examples.cuts(feature, examples.values(feature, rows)):
                low = rows & examples.holding(feature, yes)
                yield cut, (low, rows & ~low)

    return Instance(Problem("occupied boxes", base, splits), examples.everything)


def leaves_of(label: Hashable) -> Algebra[object, Hashable, int]:
    """How many leaves have a label: what the parameter R bounds.

    >>> leaves_of("a").leaf("a"), leaves_of("a").leaf("b")
    (1, 0)
    """
    return Algebra(lambda item: int(item == label), lambda _, values: sum(values), smallest)


def few_leaves(examples: Examples) -> tuple[int, int] | None:
    """The least size, and R: the fewest leaves of one class that a tree of that size has; None if nothing fits.

    >>> few_leaves(Examples.of([((0,), "a"), ((1,), "b"), ((2,), "a")]))
    (2, 1)
    """
    classes = dict.fromkeys(examples.labels)
    found = [optimum(*occupied(examples), SIZE * leaves_of(label)) for label in classes]
    values = [best.unwrap().value for best in found if best.map(lambda _: True).value_or(False)]
    return min(values, default=(0, 0) if not classes else None)
