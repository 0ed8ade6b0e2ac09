"""Proper decision trees: a rule may be the root if every other rule lies on a side of it.

Seed: the rules still to be placed, as a bit mask; with data, a pair of that and the rows that
arrive. Stops when no rule is left. Splits: any rule with a non-zero row becomes the root, and its
row says which rules go left and right. Paper: sections 3 and 4; ``genBTs`` (15), ``genDTs`` (19),
``sodt`` (23), ``odt_K`` (13).

Owes: permutations = trees; injectivity of level order; K! trees iff all rows are constant and
non-zero; rules are conserved; with data, that actions commute, and Bellman for the errors.

The four lines of Figures 5 and 6, and their three trees:

>>> from derive import count, level_order, trees
>>> four = from_lines([((0, 4), (1, 3)), ((1, 0), (4, 1)), ((2, 1), (2, 4)), ((1, 1), (0, 3))])
>>> [level_order(tree) for tree in trees(*proper_trees(four))]
[(1, 2, 0, 3), (1, 2, 3, 0), (1, 3, 2, 0)]
>>> valid_permutations(four, 4) == [level_order(tree) for tree in trees(*proper_trees(four))]
True
>>> [count(*proper_trees(from_thresholds([((i,), 0) for i in range(k)]))) for k in range(6)]
[1, 1, 2, 5, 14, 42]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TypeAlias, TypeVar

from returns.maybe import Maybe, Nothing, Some

from derive import (
    Algebra,
    BadInput,
    Best,
    Instance,
    Leaf,
    Masks,
    Problem,
    Tree,
    along,
    kcombs,
    keep,
    kperms,
    optimum,
)
from derive.tree import level_order, unfold
from problems.ancestry import Ancestry, bits, from_function, from_lines, from_matrix, from_thresholds
from problems.rows import Rows

__all__ = [
    "Ancestry", "Rows", "decision_trees", "from_function", "from_lines", "from_matrix", "from_thresholds",
    "odt", "proper", "proper_trees", "rebuild", "rule_masks", "sized", "sized_trees", "valid", "valid_permutations",
    "weakly_feasible",
]  # fmt: skip

V = TypeVar("V")
Seed: TypeAlias = tuple[int, int]
"""Rules to place, and rows that arrive."""

Sized: TypeAlias = tuple[int, tuple[int, ...], int]
"""Rules that may be used, how many of them must be (any of these numbers), and rows that arrive."""


def proper(ancestry: Ancestry) -> Problem[int, int, None]:
    """Trees that use every rule once, leaves without information. Paper: ``genBTs``, (15).

    >>> from derive import count
    >>> crossing = from_lines([((0, 0), (2, 2)), ((0, 2), (2, 0))])
    >>> count(proper(crossing), crossing.everything)
    0
    """

    def splits(rules: int) -> Iterator[tuple[int, tuple[int, int]]]:
        for root in bits(rules):
            left, right = rules & ancestry.plus[root], rules & ancestry.minus[root]
            if left | right | 1 << root == rules:
                yield root, (left, right)

    return Problem("proper-dt", lambda rules: [] if rules else [None], splits)


def proper_trees(ancestry: Ancestry) -> Instance[int, int, None]:
    """All trees over all rules of a matrix.

    >>> from derive import count
    >>> count(*proper_trees(from_matrix([[0, 1, 1], [1, 0, 1], [1, 1, 0]])))
    6
    """
    return Instance(proper(ancestry), ancestry.everything)


def rule_masks(ancestry: Ancestry, weights: Sequence[int] = ()) -> Masks:
    """``proper_trees`` for a compiled kernel, by ``DEPTH`` or by ``weighted_depth`` of these weights of rules.

    >>> from math import factorial
    >>> from derive import count
    >>> constant = from_matrix([[int(i != j) for j in range(12)] for i in range(12)])
    >>> count(*proper_trees(constant), by=rule_masks(constant)) == factorial(12)
    True
    """
    if not weights:
        return Masks(ancestry.plus, ancestry.minus)
    none = (0,) * len(ancestry)
    return Masks(ancestry.plus, ancestry.minus, costs=none, weights=tuple(weights), deepest=False)


def decision_trees(ancestry: Ancestry, rows: Rows) -> Instance[Seed, int, int]:
    """The same trees with data carried to the leaves. Paper: ``genDTs`` (19); its optimum is ``sodt`` (23).

    >>> from derive import optimum
    >>> rules = [((1,), 0), ((2,), 0)]
    >>> rows = Rows.from_rules([0, 1, 2, 3], "aabb", rules, lambda rule, x: x <= rule[0][0])
    >>> optimum(*decision_trees(from_thresholds(rules), rows), rows.misclassified()).unwrap()
    Best(value=0, tree='(3 0 (4 1 8))')
    """
    return Instance(along(proper(ancestry), rows.act), (ancestry.everything, rows.everything))


def sized(ancestry: Ancestry, rows: Rows) -> Problem[Sized, int, int]:
    """Trees of some of the rules: the seed says which may be used, how many must be, which rows arrive.

    What ``odt`` asks combination by combination, this asks once and shares.

    >>> from derive import count
    >>> line = from_thresholds([((i,), 0) for i in range(4)])
    >>> nothing = Rows((), (0, 0, 0, 0))
    >>> [count(sized(line, nothing), (0b1111, (k,), 0)) for k in range(5)]
    [1, 4, 12, 20, 14]
    >>> count(sized(line, nothing), (0b1111, (0, 1, 2, 3, 4), 0))
    51
    """

    def base(seed: Sized) -> list[int]:
        _, sizes, arriving = seed
        return [arriving] if 0 in sizes else []

    def splits(seed: Sized) -> Iterator[tuple[int, tuple[Sized, Sized]]]:
        rules, sizes, arriving = seed
        for root in bits(rules):
            left, right = rules & ancestry.plus[root], rules & ancestry.minus[root]
            plus, minus = rows.act(root, 0, arriving), rows.act(root, 1, arriving)
            for size in sizes:
                for used in range(max(0, size - 1 - right.bit_count()), min(size - 1, left.bit_count()) + 1):
                    yield root, ((left, (used,), plus), (right, (size - 1 - used,), minus))

    return Problem("proper-dt by size", base, splits)


def sized_trees(ancestry: Ancestry, rows: Rows, k: int, *, exactly: bool = True) -> Instance[Sized, int, int]:
    """All trees of exactly K rules, or of at most K, with data at the leaves.

    >>> from derive import count
    >>> count(*sized_trees(from_matrix([[0, 1], [1, 0]]), Rows((), (0, 0)), 1))
    2
    """
    return Instance(sized(ancestry, rows), (ancestry.everything, _sizes(k, exactly), rows.everything))


def _sizes(k: int, exactly: bool) -> tuple[int, ...]:
    if k < 0:
        raise BadInput(f"a number of rules is 0 or more, got {k}")
    return (k,) if exactly else tuple(range(k + 1))


def odt(
    ancestry: Ancestry, rows: Rows, k: int, cost: Algebra[int, int, V], *, exactly: bool = True
) -> Maybe[Best[V, int, int]]:
    """The best tree of K rules, as the paper derives it: ``min . map sodt . kcombs K``. Paper: (13).

    ``optimum(*sized_trees(...), cost)`` answers the same and shares seeds between combinations.

    >>> from problems.rows import thresholds
    >>> points = [(3, 7), (8, 0), (5, 5), (2, 1), (0, 4), (4, 6), (1, 3)]
    >>> rules = thresholds(points)
    >>> rows = Rows.from_rules(points, [0, 0, 1, 0, 1, 1, 0], rules, lambda r, x: x[r[1]] <= r[0][r[1]])
    >>> [odt(from_thresholds(rules), rows, k, rows.misclassified()).unwrap().value for k in range(3)]
    [3, 1, 0]
    """
    problem, _ = decision_trees(ancestry, rows)
    combinations = chain.from_iterable(kcombs(size, range(len(ancestry))) for size in _sizes(k, exactly))
    candidates: list[Best[V, int, int]] = []
    for rules in combinations:
        seed = sum(1 << rule for rule in rules), rows.everything
        candidates.extend(optimum(problem, seed, cost).map(lambda best: [best]).value_or([]))
    for chosen in cost.choose([best.value for best in candidates]):
        return Some(next(best for best in candidates if best.value == chosen))
    return Nothing


def _rebuilt(ancestry: Ancestry, permutation: Sequence[int]) -> tuple[Tree[int, None], bool]:
    """The tree whose root is the first rule, and so on down; and whether no 0 was met."""
    for rule in permutation:
        if not 0 <= rule < len(ancestry):
            raise BadInput(f"there are {len(ancestry)} rules, numbered from 0; got {rule}")
    feasible = True

    def grow(rules: tuple[int, ...]) -> Leaf[None] | tuple[int, tuple[tuple[int, ...], ...]]:
        nonlocal feasible
        if not rules:
            return Leaf(None)
        root, rest = rules[0], rules[1:]
        feasible = feasible and all(ancestry.matrix[root][rule] for rule in rest)
        return root, tuple(tuple(r for r in rest if ancestry.matrix[root][r] == side) for side in (1, -1))

    return unfold(grow, tuple(permutation)), feasible


def weakly_feasible(ancestry: Ancestry, permutation: Sequence[int]) -> bool:
    """Whether rebuilding a tree from a permutation never meets a 0: not yet enough to be valid.

    >>> line = from_thresholds([((0,), 0), ((1,), 0), ((2,), 0)])
    >>> weakly_feasible(line, (1, 2, 0)), valid(line, (1, 2, 0))
    (True, False)
    """
    return _rebuilt(ancestry, permutation)[1]


def rebuild(ancestry: Ancestry, permutation: Sequence[int]) -> Maybe[Tree[int, None]]:
    """The one proper tree whose level order is this permutation, if there is one.

    >>> from derive import short
    >>> line = from_thresholds([((0,), 0), ((1,), 0), ((2,), 0)])
    >>> short(rebuild(line, (1, 0, 2)).unwrap())
    '((. 0 .) 1 (. 2 .))'
    >>> rebuild(line, (1, 2, 0))
    <Nothing>
    """
    tree, feasible = _rebuilt(ancestry, permutation)
    return Some(tree) if feasible and level_order(tree) == tuple(permutation) else Nothing


def valid(ancestry: Ancestry, permutation: Sequence[int]) -> bool:
    """Whether a permutation is the level order of a proper tree: the paper's predicate p, exactly.

    >>> valid(from_matrix([[0, 0], [1, 0]]), (0, 1)), valid(from_matrix([[0, 0], [1, 0]]), (1, 0))
    (False, True)
    """
    return rebuild(ancestry, permutation) != Nothing


def valid_permutations(ancestry: Ancestry, k: int) -> list[tuple[int, ...]]:
    """The specification of the search space: ``filter valid . kperms K``. Paper: (7).

    >>> valid_permutations(from_thresholds([((0,), 0), ((1,), 0), ((2,), 0)]), 3)
    [(0, 1, 2), (0, 2, 1), (1, 0, 2), (2, 0, 1), (2, 1, 0)]
    """

    def is_valid(permutation: tuple[int, ...]) -> bool:
        return valid(ancestry, permutation)

    return keep(is_valid)(kperms(k, range(len(ancestry))))
