"""He and Little's model of MurTree: any rule may be the root, the others are cut in two *in order*.

Seed: the rules still to be placed. Paper: 6.2, ``genMurtrees`` (31), with ``[L]`` for no rules.
It is their reading, not the system of that name, which splits a number and keeps all features
(``problems.murtree``).

Owes: rules are conserved; the quotient by size; it lies between ``catalans`` and ``odt-bf``,
strictly from three rules on.

>>> from derive import count, trees
>>> [count(*murtrees(range(k))) for k in range(6)]
[1, 1, 4, 27, 248, 2830]
>>> BY_SIZE.count_class(12)
2573779506192

The three trees of ``odt-bf`` that are missing here (Figure 10):

>>> from derive import short
>>> from problems.odt_bf import odt_bf
>>> sorted(map(short, set(trees(*odt_bf((1, 2, 3)))) - set(trees(*murtrees((1, 2, 3))))))
['((. 2 .) 3 (. 1 .))', '((. 3 .) 1 (. 2 .))', '((. 3 .) 2 (. 1 .))']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from derive import Instance, Problem, Quotient, along, partitions
from derive.lists import without_each
from problems.rows import Rows

R = TypeVar("R")


def _splits(rules: tuple[R, ...]) -> Iterator[tuple[R, tuple[tuple[R, ...], tuple[R, ...]]]]:
    for root, others in without_each(rules):
        for left, right in partitions(others):
            yield root, (left, right)


def murtrees(rules: Sequence[R]) -> Instance[tuple[R, ...], R, None]:
    """Every tree of the model over a list of rules. Paper: ``genMurtrees``, (31).

    >>> from derive import count
    >>> count(*murtrees("abc"))
    27
    """
    return Instance(Problem("murtrees", lambda seed: [] if seed else [None], _splits), tuple(rules))


BY_SIZE: Quotient[Sequence[object], int] = Quotient(
    "by number of rules",
    len,
    Problem(
        "sizes of murtrees", lambda n: [] if n else [1], lambda n: [(n, (i, n - 1 - i)) for i in range(n)]
    ),
)
"""f(K) = K * sum f(i) f(K-1-i)."""


def decision_trees(rules: Sequence[int], rows: Rows) -> Instance[tuple[tuple[int, ...], int], int, int]:
    """The same trees with data carried to the leaves; left is where the feature is 1.

    >>> from derive import optimum
    >>> both = Rows.from_table([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1])
    >>> optimum(*decision_trees((0, 1), both), both.misclassified()).unwrap().value
    0
    """
    problem, seed = murtrees(rules)
    return Instance(along(problem, rows.act), (seed, rows.everything))
