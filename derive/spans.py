"""Problems over spans, claimed so that a compiled kernel can run them.

A seed is a span (i, j) of the items i to j - 1. It is cut at k either between two items, into (i, k)
and (k, j), down to single items, or by taking item k away, into (i, k) and (k + 1, j), down to
nothing. A tree costs the sum of a number for every cut; what leaves cost makes no difference, since all
trees of a span have the same leaves. Matrix chains, search trees and triangulations are of this kind.

>>> chain = Spans(3, Product([10, 100, 5, 50]), root=lambda i, k, j: "*", leaf=lambda i: "ABC"[i])
>>> chain.best((0, 3))
[Node('*', (Node('*', (Leaf('A'), Leaf('B'))), Leaf('C')))]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import comb
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from derive.errors import BadInput, Unfit
from derive.tree import Leaf, Tree, unfold

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from derive.kernels.spans import Costs

R = TypeVar("R")
X = TypeVar("X")

Span: TypeAlias = tuple[int, int]
Number: TypeAlias = int | float | Fraction


class Product(NamedTuple):
    """Cutting (i, j) at k costs ``factors[i] * factors[k] * factors[j]``, whole numbers or floating ones.

    >>> Product([10, 100, 5]).factors
    [10, 100, 5]
    """

    factors: Sequence[Number]


class Sums(NamedTuple):
    """Cutting (i, j) costs ``ends[j] - starts[i]``, wherever it is cut.

    >>> Sums.of([3, 4, 5])
    Sums(starts=[0, 3, 7, 12], ends=[0, 3, 7, 12])
    """

    starts: Sequence[Number]
    ends: Sequence[Number]

    @classmethod
    def of(cls, weights: Sequence[Number]) -> Sums:
        """What the items of a span weigh together."""
        sums = list(accumulate(weights, initial=0))
        return cls(sums, sums)


class Table(NamedTuple):
    """Cutting (i, j) costs ``rows[i][j]``, wherever it is cut; rows may be an array.

    >>> Table.of(2, lambda i, j: (j - i) ** 2).rows
    [[0, 1, 4], [0, 0, 1], [0, 0, 0]]
    """

    rows: Sequence[Sequence[Number]]

    @classmethod
    def of(cls, items: int, cost: Callable[[int, int], Number]) -> Table:
        """A function of i and j, evaluated once for every span."""
        return cls([[cost(i, j) if i < j else 0 for j in range(items + 1)] for i in range(items + 1)])


Join: TypeAlias = Product | Sums | Table | Callable[[int, int, int], Number]
"""What a cut costs. A function of i, k and j is compiled, if it can be; lists that it uses must be arrays."""

SHORT = 7
"""How many items are few enough that all trees can be listed."""


@dataclass(frozen=True)
class Spans(Generic[R, X]):
    """The claim that a problem and its cost are about spans and numbers, and what those are.

    ``root`` and ``leaf`` say what stands in the tree: at a cut (i, k, j), and where a leaf starts.
    ``takes`` says that a cut takes its item away. The first smallest cost is kept, or the first
    ``largest``. Whole numbers and fractions are exact, and where 64 bits might not hold them the
    kernel is ``Unfit``; floating costs are added as floating numbers.

    ``window`` claims Knuth's: that the first best cut of a span lies between those of the two spans
    one item shorter. It is tested on all short spans before it is used, and makes O(n^2) of O(n^3).
    With floating costs it is right up to rounding, so that among near ties another tree may be found.

    Owes: kernel = tabulate, window = all cuts.

    >>> keys = Spans(3, Sums.of([34, 8, 50]), root=lambda i, k, j: k, leaf=lambda i: None, takes=True, window=True)
    >>> keys.name, keys.count((0, 3)), keys.best((0, 0))
    ('spans in O(n^2)', 5, [Leaf(None)])
    """

    items: int
    join: Join
    root: Callable[[int, int, int], R] = field(repr=False)
    leaf: Callable[[int], X] = field(repr=False)
    takes: bool = False
    largest: bool = False
    window: bool = False

    @property
    def name(self) -> str:
        """What kind of kernel this is, and how long it takes."""
        return "spans in O(n^2)" if self.window and self.broken is None else "spans in O(n^3)"

    @cached_property
    def costs(self) -> Costs:
        """The numbers as arrays, read once."""
        from derive.kernels.spans import costs_of

        return costs_of(self)

    @cached_property
    def loop(self) -> tuple[Callable[..., float], bool]:
        """The loop for a cost that is a function, compiled once, with the globals of that time."""
        from derive.kernels.spans import loop_by

        if not callable(self.join):
            raise BadInput(f"expected a cost that is a function, got {self.join!r}")
        return loop_by(self.join)

    @cached_property
    def broken(self) -> Span | None:
        """A short span on which the Knuth window does not hold, if there is one."""
        from derive.kernels.spans import broken

        return broken(self)

    def unfit(self) -> str | None:
        """Why the numbers cannot be handled in 64 bits, or the cost not be compiled, if so."""
        from derive.kernels.spans import fill

        try:
            fill(self, (0, min(self.items, 2)))
        except Unfit as reason:
            return str(reason)
        return None

    def best(self, seed: Span) -> list[Tree[R, X]]:
        """The first best tree of a span; none for no items that stand between cuts."""
        from derive.kernels.spans import fill

        i, j = seed
        if not 0 <= i <= j <= self.items:
            raise BadInput(f"expected a span of {self.items} items, got {seed!r}")
        if i == j and not self.takes:
            return []
        cuts = fill(self, seed, window=self.window and self.broken is None).cuts

        def grow(span: Span) -> Leaf[X] | tuple[R, tuple[Span, Span]]:
            low, high = span
            if high - low == 1 - self.takes:
                return Leaf(self.leaf(low))
            k = i + int(cuts[low - i, high - i])
            return self.root(low, k, high), ((low, k), (k + self.takes, high))

        return [unfold(grow, seed)]

    def shape(self, seed: Span, cuts: NDArray[Any]) -> Iterator[tuple[int, int, int]]:
        """The cuts of a tree as (i, k, j), given a table of cuts of the seed."""
        todo = [seed]
        while todo:
            i, j = todo.pop()
            if j - i > 1 - self.takes:
                k = seed[0] + int(cuts[i - seed[0], j - seed[0]])
                yield i, k, j
                todo += [(i, k), (k + self.takes, j)]

    def count(self, seed: Span) -> int:
        """How many trees a span has: a Catalan number."""
        n = seed[1] - seed[0] - (not self.takes)
        return comb(2 * n, n) // (n + 1) if n >= 0 else 0

    def small(self, seed: Span) -> list[Span]:
        """Spans of a few items within a span, some of every length, from end to end."""
        i, j = seed
        return [
            (start, start + length)
            for length in range(2, min(SHORT, j - i) + 1)
            for start in range(i, j - length + 1, max(1, (j - i) // 6))
        ] or [seed]
