"""Bracketings: in which order to combine a row of things, matrices above all.

Seed: a span (i, j) of items i to j-1. Stops when one item is left. Splits: anywhere between two
items; the branch has no label. Paper: 6.3, ``splits_MCMP``.

Owes: the quotient by size (Catalan numbers, one earlier); Bellman on values that occur, since on
arbitrary triples (rows, columns, cost) it is false. The Knuth window does *not* hold here.

>>> from derive import count, optimum, short, trees
>>> [short(tree) for tree in trees(*bracketings("ABCD"))]
['(A (B (C D)))', '(A ((B C) D))', '((A B) (C D))', '((A (B C)) D)', '(((A B) C) D)']
>>> best = optimum(*matrix_chain([30, 35, 15, 5, 10, 20, 25]), MULTIPLICATIONS).unwrap()
>>> best.value, short(best.tree)
((30, 25, 15125), '((A (B C)) ((D E) F))')
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from string import ascii_uppercase
from typing import NamedTuple, TypeAlias, TypeVar

from derive import Algebra, BadInput, Instance, Problem, Product, Quotient, Spans, min_by
from problems.catalans import BY_SIZE as CATALANS_BY_SIZE

X = TypeVar("X")
V = TypeVar("V")
Span: TypeAlias = tuple[int, int]


def _splits(span: Span) -> list[tuple[None, tuple[Span, Span]]]:
    i, j = span
    return [(None, ((i, cut), (cut, j))) for cut in range(i + 1, j)]


def bracketings(items: Sequence[X]) -> Instance[Span, None, X]:
    """Every way to bracket items in the given order; of no items there is none.

    >>> from derive import count
    >>> [count(*bracketings(range(n))) for n in range(6)]
    [0, 1, 1, 2, 5, 14]
    """

    def base(span: Span) -> list[X]:
        i, j = span
        return [items[i]] if j - i == 1 else []

    return Instance(Problem("mcmp", base, _splits), (0, len(items)))


class Matrix(NamedTuple):
    """A matrix, as far as the cost of multiplying it is concerned.

    >>> print(Matrix("A", 30, 35))
    A
    """

    name: str
    rows: int
    columns: int

    def __str__(self) -> str:
        return self.name


def matrix_chain(dimensions: Sequence[int]) -> Instance[Span, None, Matrix]:
    """The chain of matrices whose rows and columns are neighbouring dimensions.

    >>> from derive import count
    >>> count(*matrix_chain([10, 100, 5, 50]))
    2
    >>> matrix_chain([10])
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: a chain of matrices needs at least two dimensions, got 1
    """
    if len(dimensions) < 2:
        raise BadInput(f"a chain of matrices needs at least two dimensions, got {len(dimensions)}")
    for dimension in dimensions:
        if dimension < 1:
            raise BadInput(f"a matrix has 1 or more rows and columns, got {dimension}")
    n = len(dimensions) - 1
    names = ascii_uppercase if n <= len(ascii_uppercase) else [f"M{i}" for i in range(1, n + 1)]
    return bracketings([Matrix(names[i], *dimensions[i : i + 2]) for i in range(n)])


def chain_spans(dimensions: Sequence[int]) -> Spans[None, Matrix]:
    """The same chain and ``MULTIPLICATIONS`` for a compiled kernel. The Knuth window is not claimed.

    >>> from derive import optimum
    >>> chain = [30, 35, 15, 5, 10, 20, 25]
    >>> optimum(*matrix_chain(chain), MULTIPLICATIONS, by=chain_spans(chain)).unwrap()
    Best(value=(30, 25, 15125), tree='((A (B C)) ((D E) F))')
    """
    problem, (_, n) = matrix_chain(dimensions)

    def matrix(i: int) -> Matrix:
        return next(iter(problem.base((i, i + 1))))

    return Spans(n, Product(dimensions), root=lambda *_: None, leaf=matrix)


Multiplied: TypeAlias = tuple[int, int, int]
"""Rows and columns of a product, and the scalar multiplications it took."""


def _multiply(_root: None, factors: tuple[Multiplied, ...]) -> Multiplied:
    (rows, inner, before), (_, columns, after) = factors
    return rows, columns, before + after + rows * inner * columns


MULTIPLICATIONS: Algebra[None, Matrix, Multiplied] = Algebra(
    lambda matrix: (matrix.rows, matrix.columns, 0), _multiply, min_by(itemgetter(2))
)
"""The number of scalar multiplications, fewest first."""


def combining_cost(
    combine: Callable[[V, V], V], cost: Callable[[V, V], float]
) -> Algebra[None, V, tuple[V, float]]:
    """A bracketing problem: what two neighbours become, and what that costs.

    Owes: that ``combine`` is associative, so that what a span becomes does not depend on brackets.

    Joining words, where a join costs as much as what it makes is long:

    >>> from derive import optimum
    >>> join = combining_cost(str.__add__, lambda a, b: len(a + b))
    >>> optimum(*bracketings(["long", "a", "b"]), join).unwrap()
    Best(value=('longab', 8), tree='(long (a b))')
    """

    def node(_: None, values: tuple[tuple[V, float], ...]) -> tuple[V, float]:
        (a, before), (b, after) = values
        return combine(a, b), before + after + cost(a, b)

    return Algebra(lambda item: (item, 0), node, min_by(itemgetter(1)))


def _by_size(n: int) -> list[tuple[int, tuple[int, int]]]:
    return [(times, (i + 1, j + 1)) for times, (i, j) in CATALANS_BY_SIZE.classes.splits(n - 1)] if n else []


BY_SIZE: Quotient[Span, int] = Quotient(
    "by number of items",
    lambda span: span[1] - span[0],
    Problem("sizes of mcmp", lambda n: [1] if n == 1 else [], _by_size),
)
"""n items have as many bracketings as n - 1 keys have search trees."""
