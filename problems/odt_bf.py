"""Decision trees over binary features: any rule may be the root, any sub-list may go left.

Seed: the rules still to be placed, each once in the tree. Paper: 6.1, ``genDTBFs`` (29), with
``[L]`` for no rules. Beside it stand the two spaces with reuse, whose seed is a number of branches
(and, for the first, the features not yet met on the path).

Owes: rules are conserved; the quotient by size; the bijection with orders times ``catalans``;
and with data that actions commute, and Bellman for the errors. Note what "each rule once" costs:
this space has no tree for XOR of two features (see ``problems.murtree``).

>>> from derive import count, trees
>>> [count(*odt_bf(range(k))) for k in range(6)]
[1, 1, 4, 30, 336, 5040]
>>> [BY_SIZE.count_class(k) for k in range(6)]
[1, 1, 4, 30, 336, 5040]
>>> any_reuse(3).count_class(3), NO_REPEAT.count_class((3, 3)), BY_SIZE.count_class(3)
(135, 36, 30)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb
from typing import TypeVar

from derive import Instance, Problem, Quotient, along
from derive.lists import each_sublist_pair, without_each
from problems.rows import Rows

R = TypeVar("R")


def _splits(rules: tuple[R, ...]) -> Iterator[tuple[R, tuple[tuple[R, ...], tuple[R, ...]]]]:
    for root, others in without_each(rules):
        for left, right in each_sublist_pair(others):
            yield root, (left, right)


def odt_bf(rules: Sequence[R]) -> Instance[tuple[R, ...], R, None]:
    """Every binary tree whose branches carry every rule exactly once. Paper: ``genDTBFs``, (29).

    >>> from derive import short, trees
    >>> [short(tree) for tree in trees(*odt_bf("ab"))]
    ['(. a (. b .))', '((. b .) a .)', '(. b (. a .))', '((. a .) b .)']
    """
    return Instance(Problem("odt-bf", lambda seed: [] if seed else [None], _splits), tuple(rules))


BY_SIZE: Quotient[Sequence[object], int] = Quotient(
    "by number of rules",
    len,
    Problem(
        "sizes of odt-bf",
        lambda n: [] if n else [1],
        lambda n: [(n * comb(n - 1, i), (i, n - 1 - i)) for i in range(n)],
    ),
)
"""The recurrence of Lemma 6.2: K! Catalan(K) trees."""


def decision_trees(rules: Sequence[int], rows: Rows) -> Instance[tuple[tuple[int, ...], int], int, int]:
    """The same trees with data carried to the leaves; left is where the feature is 1.

    XOR of two features needs one of them twice, so no tree of this space classifies it:

    >>> from derive import optimum
    >>> xor = Rows.from_table([[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0]], [0, 1, 1, 0])
    >>> optimum(*decision_trees((0, 1, 2), xor), xor.misclassified()).unwrap().value
    1
    """
    problem, seed = odt_bf(rules)
    return Instance(along(problem, rows.act), (seed, rows.everything))


def no_feature_twice(features: Sequence[R], branches: int) -> Instance[tuple[tuple[R, ...], int], R, None]:
    """Trees with a number of branches in which no path meets a feature twice.

    >>> from derive import count
    >>> [count(*no_feature_twice(range(f), n)) for f, n in [(2, 3), (3, 3), (4, 3), (4, 4)]]
    [2, 36, 132, 576]
    """

    def splits(seed: tuple[tuple[R, ...], int]) -> Iterator[tuple[R, tuple[tuple[tuple[R, ...], int], ...]]]:
        left, branches = seed
        for root, others in without_each(left) if branches else ():
            for i in range(branches):
                yield root, ((others, i), (others, branches - 1 - i))

    problem = Problem("no feature twice on a path", lambda seed: [] if seed[1] else [None], splits)
    return Instance(problem, (tuple(features), branches))


NO_REPEAT: Quotient[tuple[tuple[object, ...], int], tuple[int, int]] = Quotient(
    "by number of features and branches",
    lambda seed: (len(seed[0]), seed[1]),
    Problem(
        "sizes of no feature twice",
        lambda seed: [] if seed[1] else [1],
        lambda seed: (
            [(seed[0], ((seed[0] - 1, i), (seed[0] - 1, seed[1] - 1 - i))) for i in range(seed[1])]
            if seed[0]
            else []
        ),
    ),
)
"""The quotient of ``no_feature_twice``: c(F, n) = F * sum c(F-1, i) c(F-1, n-1-i)."""


def any_feature(features: Sequence[R], branches: int) -> Instance[int, R, None]:
    """Trees with a number of branches, any feature at any of them.

    >>> from derive import count
    >>> [count(*any_feature(range(f), n)) for f, n in [(2, 3), (3, 3), (4, 3), (4, 4)]]
    [40, 135, 320, 3584]
    """

    def splits(branches: int) -> Iterator[tuple[R, tuple[int, int]]]:
        for root in features if branches else ():
            for i in range(branches):
                yield root, (i, branches - 1 - i)

    return Instance(Problem("any feature anywhere", lambda n: [] if n else [None], splits), branches)


def any_reuse(features: int) -> Quotient[int, int]:
    """The quotient of ``any_feature``: F**n Catalan(n) trees.

    >>> any_reuse(4).count_class(4)
    3584
    """
    splits = Problem[int, int, int](
        "sizes of any feature",
        lambda n: [] if n else [1],
        lambda n: [(features, (i, n - 1 - i)) for i in range(n)],
    )
    return Quotient(f"by number of branches over {features} features", int, splits)
