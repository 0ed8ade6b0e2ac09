"""Smallest trees: Algorithms 1 and 2 to the letter, cuts at the end of a box, minimal support sets.

Kobourov et al.; Ordyniak & Szeider. What holds is in ``problems.smallest``.

>>> [claim.law.name for claim in CLAIMS][:2]
['Algorithm 1 as printed', 'Algorithm 2 with the last element']
"""

from __future__ import annotations

from collections.abc import Iterator

from derive import Instance, Leaf, Node, Problem, size
from laws import Law
from laws.memo import shrinks
from problems.errata.claim import Claim
from problems.smallest import boxes, thresholds
from problems.smallest.boxes import Box
from problems.smallest.examples import Cut, Examples
from problems.smallest.support import bits, minimal_support_sets
from problems.smallest.thresholds import Found
from problems.suites.smallest import KOBOUROV, SZEIDER, Pairs, labelled_points, least


def algorithm_1(examples: Examples, rows: int, branches: int) -> Found:
    """Algorithm 1 as printed: a leaf only when no branches are left.

    For no examples and some branches Algorithm 2 has no threshold to give; that counts as nil.

    >>> E = Examples.of([((0,), "a"), ((1,), "a")])
    >>> [size(algorithm_1(E, E.everything, s)) for s in range(3)]
    [0, 1, 2]
    """
    if branches == 0:
        return Leaf(examples.label(rows)) if examples.uniform(rows) else None
    best: Found = None
    for feature in examples.features if rows else ():
        for low_branches in range(branches):
            value = algorithm_2(examples, rows, feature, low_branches)
            low = _up_to(examples, rows, feature, value)
            right = algorithm_1(examples, rows & ~low, branches - low_branches - 1)
            left = algorithm_1(examples, low, low_branches)
            if left is not None and right is not None:
                found = Node(Cut(feature, value), (left, right))
                best = found if best is None or size(found) < size(best) else best
    return best


def algorithm_2(examples: Examples, rows: int, feature: int, branches: int, below_all: bool = True) -> int:
    """Algorithm 2: the largest value up to which so many branches fit; where none is, ``D[-1]``.

    The paper says that it is below all values. In a language where it is the last element, it is above all.

    >>> E = Examples.of([((0, 0), "a"), ((0, 1), "b")])
    >>> algorithm_2(E, E.everything, 0, 0), algorithm_2(E, E.everything, 0, 0, below_all=False)
    (-1, 0)
    """
    values = examples.values(feature, rows)
    first, last, middle, fits = 0, len(values) - 1, 0, False
    while first <= last:
        middle = (first + last) // 2
        below = _up_to(examples, rows, feature, values[middle])
        fits = algorithm_1(examples, below, branches) is not None
        first, last = (middle + 1, last) if fits else (first, middle - 1)
    if fits:
        return values[middle]
    return values[0] - 1 if middle == 0 and below_all else values[middle - 1]


def _up_to(examples: Examples, rows: int, feature: int, value: int) -> int:
    return rows & examples.holding(feature, (v for v in examples.values(feature, rows) if v <= value))


def from_below(examples: Examples) -> int:
    """The first number of branches for which Algorithm 1 as printed has a tree: as a test of that number it is right.

    >>> from_below(Examples.of([((0,), "a"), ((1,), "a"), ((2,), "b")]))
    1
    """
    return next(
        s for s in range(len(examples.points)) if algorithm_1(examples, examples.everything, s) is not None
    )


def _fits_below(pairs: Pairs) -> list[bool]:
    """Whether what is up to the threshold that was found really fits, for no branches and for one."""
    examples = Examples.of(pairs)
    found = []
    for branches in range(2):
        value = algorithm_2(examples, examples.everything, 0, branches, below_all=False)
        below = _up_to(examples, examples.everything, 0, value)
        found.append(thresholds.smallest_tree(examples, below, branches) is not None)
    return found


def _closed_boxes(pairs: Pairs) -> Instance[Box, Cut, object]:
    """The box program with cuts at the ends of a box too: one side has no values."""
    examples = Examples.of(pairs)
    problem, whole = boxes.boxes(examples)

    def splits(box: Box) -> Iterator[tuple[Cut, tuple[Box, ...]]]:
        yield from problem.splits(box)
        if not problem.base(box):
            for feature, values in enumerate(box):
                yield Cut(feature, values[0] - 1), ((*box[:feature], (), *box[feature + 1 :]), box)

    return Instance(Problem("boxes with closed ends", problem.base, splits), whole)


def over_minimal_support(pairs: Pairs) -> int:
    """What minDT finds without branching sets: the least size over a minimal support set.

    >>> over_minimal_support([((0, 0), "a"), ((0, 1), "b"), ((1, 2), "a"), ((0, 3), "b")])
    3
    """
    examples = Examples.of(pairs)
    found = []
    for support in minimal_support_sets(examples):
        kept = Examples(tuple(tuple(p[f] for f in bits(support)) for p in examples.points), examples.labels)
        found.append(least(kept, False))
    return min(found)


def _size(tree: Found) -> int | None:
    return None if tree is None else size(tree)


CLAIMS = [
    Claim(
        Law(
            "Algorithm 1 as printed",
            lambda: labelled_points(4, features=1),
            lhs=lambda pairs: _size(algorithm_1(Examples.of(pairs), (1 << len(pairs)) - 1, len(pairs) - 1)),
            rhs=lambda pairs: least(Examples.of(pairs), False),
            says="a leaf is tried only when no branches are left",
            latex=r"s > 0 \Rightarrow \text{no leaf}",
            cite=KOBOUROV + "Algorithm 1, lines 2 to 4",
            owed_by=("optimum",),
        ),
        "examples of one class, or none, are a leaf, however many branches are left",
    ),
    Claim(
        Law(
            "Algorithm 2 with the last element",
            lambda: labelled_points(4),
            lhs=_fits_below,
            rhs=lambda _: [True, True],
            says="D[-1] of Algorithm 2 may be read as in Python",
            latex=r"D[-1] = D[|D| - 1]",
            cite=KOBOUROV + "Algorithm 2, line 8",
            owed_by=("optimum",),
        ),
        "it is D[0] - 1, below all values: no example is on the low side",
    ),
    Claim(
        shrinks(
            "boxes cut at an end",
            lambda: labelled_points(3),
            _closed_boxes,
            lambda box: sum(map(len, box)),
        ),
        "a cut lies strictly inside the box, u_i < sigma < v_i; else the recurrence asks for its own value",
        raises=True,
    ),
    Claim(
        Law(
            "minimal support sets are enough",
            lambda: labelled_points(5),
            lhs=over_minimal_support,
            rhs=lambda pairs: least(Examples.of(pairs), False),
            says="a smallest tree needs no feature beyond a minimal support set",
            latex=r"\min_S T_S(E) = T(E)",
            cite=SZEIDER + "Lemma 10; notes, minDT",
            owed_by=("optimum",),
        ),
        "extend each by its branching set while there is room",
    ),
]
