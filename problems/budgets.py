"""What else MurTree answers over Eq. (1): a price for branches, the fewest branches, every budget, numbers.

Its sections 4.6.3 and 4.9, as programs that ask ``problems.murtree`` again and again. The engine for rows of 0
and 1 (``derive.kernels.rows``) answers the same in one search.

Owes: that Algorithms 6 and 7 find what is best among all trees within the budgets; that the refined bound is
one (``problems.suites.budgets``).

>>> xor = Rows.from_table([[0, 0], [0, 1], [1, 0], [1, 1]], "abba")
>>> every_budget(xor, depth=2, branches=3)
[2, 2, 1, 0]
>>> [with_price(xor, 2, 3, price).value for price in (0, 1)], with_fewest(xor, 2, 3).value
([0, 2], (0, 3))
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from derive import Algebra, BadInput, Best, optimum, smallest
from problems.murtree import Seed, budget, murtree
from problems.rows import Rows


def _best(rows: Rows, depth: int, branches: int) -> Best[int, int, int]:
    """The best tree of exactly so many branches, or of as many as the depth allows; none is better with fewer."""
    return optimum(*murtree(rows, depth, branches), rows.misclassified()).unwrap()


def every_budget(rows: Rows, depth: int, branches: int) -> list[int]:
    """T(D, d, n) for n = 0, 1, and so on: the fewest errors for every number of branches.

    >>> every_budget(Rows("abab", (0b0011, 0b0101)), 1, 2)
    [2, 0, 0]
    """
    return [_best(rows, depth, n).value for n in range(branches + 1)]


def with_price(rows: Rows, depth: int, branches: int, price: int) -> Best[int, int, int]:
    """Algorithm 6: the least sum of errors and a price for every branch, (19).

    Budget by budget, a tree is taken only if it is better than the best so far by one at least.

    >>> with_price(Rows("abbb", (0b0001,)), 1, 1, price=1).tree
    Leaf(15)
    """
    if price < 0:
        raise BadInput(f"the price of a branch is 0 or more, got {price}")
    best = _best(rows, depth, 0)
    for n in range(1, budget(depth, branches)[1] + 1):
        bound = best.value - price * n - 1
        found = _best(rows, depth, n)
        if found.value <= bound:
            best = Best(found.value + price * n, found.tree)
    return best


def with_fewest(rows: Rows, depth: int, branches: int) -> Best[tuple[int, int], int, int]:
    """Algorithm 7: the fewest errors, and among these trees the fewest branches.

    >>> with_fewest(Rows("aabb", (0b0011, 0b0101)), 2, 3).value
    (0, 1)
    """
    most = budget(depth, branches)[1]
    found = _best(rows, depth, most)
    best = Best((found.value, most), found.tree)
    for n in reversed(range(most)):
        found = _best(rows, depth, n)
        if found.value <= best.value[0]:
            best = Best((found.value, n), found.tree)
    return best


def refined_bound(rows: Rows, seed: Seed, bound: Callable[[Seed], int]) -> int:
    """RLB of (15) and (16): the least sum of the bounds of two sides, over all roots and shares of the branches.

    ``bound`` says what no tree of a seed has fewer errors than. A seed without branches has its own errors.

    >>> xor = Rows.from_table([[0, 0], [0, 1], [1, 0], [1, 1]], "abba")
    >>> refined_bound(xor, (0b1111, 2, 1), lambda seed: rows_left(seed)), refined_bound(xor, (0b1111, 0, 0), len)
    (4, 2)
    """
    problem, _ = murtree(rows, seed[1], seed[2])
    sums = [sum(map(bound, parts)) for _, parts in problem.splits((seed[0], *budget(*seed[1:])))]
    return min(sums, default=rows.errors(seed[0]))


def rows_left(seed: Seed) -> int:
    """How many rows arrive at a seed.

    >>> rows_left((0b1011, 2, 3))
    3
    """
    return seed[0].bit_count()


def squared_error(rows: Rows) -> Algebra[object, int, Fraction]:
    """The cost of a tree that predicts numbers: in every leaf, the squared distances from its mean, exactly.

    MurTree, 4.9.2; the labels of the rows are the numbers.

    >>> from derive import optimum
    >>> numbers = Rows((1, 2, 4), (0b001,))
    >>> optimum(*murtree(numbers, 1, 1), squared_error(numbers)).unwrap().value
    Fraction(2, 1)
    """

    def leaf(arriving: int) -> Fraction:
        values = [Fraction(str(value)) for i, value in enumerate(rows.labels) if arriving >> i & 1]
        mean = sum(values, Fraction()) / max(1, len(values))
        return sum(((value - mean) ** 2 for value in values), Fraction())

    return Algebra(leaf, lambda _, costs: sum(costs, Fraction()), smallest)
