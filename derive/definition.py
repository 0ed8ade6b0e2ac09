"""``solve``: the one recursion of which every program here is an instance.

>>> from derive.algebra import COUNT, TREES
>>> from derive.problem import Problem
>>> from derive.text import short
>>> bracket = Problem("bracket", base=lambda w: [w] if len(w) == 1 else [],
...     splits=lambda w: [(None, (w[:cut], w[cut:])) for cut in range(1, len(w))])
>>> solve(bracket, COUNT)("ABCD")
[5]
>>> [short(tree) for tree in solve(bracket, TREES)("ABC")]
['(A (B C))', '((A B) C)']
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, product
from typing import TypeVar

from derive.algebra import Algebra
from derive.problem import Problem

S = TypeVar("S")
R = TypeVar("R")
X = TypeVar("X")
V = TypeVar("V")


def solve(problem: Problem[S, R, X], algebra: Algebra[R, X, V]) -> Callable[[S], list[V]]:
    """What a problem is worth in an algebra: the definition, to be read rather than run.

    Paper: (15), (19), (23), (24), (26), (29)-(31) are this line at different arguments.
    ``tabulate(explore(problem, seed), algebra)`` answers the same, shares seeds, and does not
    recurse.

    >>> from derive.costs import SIZE
    >>> never = Problem("never", base=lambda s: [], splits=lambda s: [])
    >>> solve(never, SIZE)("any seed")
    []
    """

    def answer(seed: S) -> list[V]:
        stops = (algebra.leaf(item) for item in problem.base(seed))
        branches = (
            algebra.node(root, values)
            for root, parts in problem.splits(seed)
            for values in product(*map(answer, parts))
        )
        return algebra.choose(chain(stops, branches))

    return answer
