"""Tables over spans, in loops that numba compiles. ``derive.Spans`` is the way in.

Row i of a table holds the best cost of every span (i, j); rows are filled from the last to the first.
For n items a table takes 10 n² bytes, 8 for a cost and 2 for a cut: 10 MB for 1 000 matrices, 250 MB
for 5 000 keys.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import isclose, lcm
from numbers import Integral, Rational, Real
from textwrap import shorten
from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np
from numba import njit, types
from numba.core.errors import NumbaError
from numpy.typing import NDArray

from derive.errors import BadInput, Unfit
from derive.kernels.jit import compiled
from derive.spans import Product, Span, Spans, Sums, Table

Array: TypeAlias = NDArray[Any]

MOST_ITEMS = 20_000
"""Beyond this a table takes more than 4 GB."""

ROOM = 2**62
"""Costs below this can be added without leaving 64 bits."""

STRETCH = 40_000_000
"""About how many splits are looked at between two chances for Ctrl-C."""

BLOCK = 64
"""How long the spans are on which a window is tested."""


class Costs(NamedTuple):
    """A claim as arrays, all whole or all floating; costs to be maximised are turned round.

    >>> costs_of(Spans(2, Product([2, 3, 4]), lambda i, k, j: None, lambda i: i)).factors
    array([2, 3, 4])
    """

    starts: Array
    ends: Array
    table: Array
    factors: Array
    sign: int

    def part(self, i: int, j: int) -> Costs:
        """The same for the items from i to j - 1."""
        places = slice(i, j + 1)
        return Costs(
            self.starts[places],
            self.ends[places],
            self.table[places, places],
            self.factors[places],
            self.sign,
        )


def costs_of(spans: Spans[Any, Any]) -> Costs:
    """The numbers of a claim as arrays; ``Unfit`` if 64 bits could not hold every sum.

    >>> costs_of(Spans(2, Sums.of([Fraction(1, 2), 3]), lambda i, k, j: k, lambda i: i, takes=True)).ends
    array([0, 1, 7])
    >>> costs_of(Spans(1, Product([1, 10**9]), lambda i, k, j: None, lambda i: i)).factors
    Traceback (most recent call last):
        ...
    derive.errors.Unfit: the costs may not fit into 64 bits
    """
    if spans.items > MOST_ITEMS:
        raise Unfit(f"a table of {spans.items} items is too large, the most is {MOST_ITEMS}")
    sign = -1 if spans.largest else 1
    match spans.join:
        case Product(factors):
            (row,), largest = _numbers([factors], spans.items)
            return _costs(row, factors=row, sign=sign, most=spans.items * largest**3)
        case Sums(starts, ends):
            (first, last), largest = _numbers([starts, ends], spans.items, scaled=True)
            return _costs(first, starts=sign * first, ends=sign * last, most=spans.items * 2 * largest)
        case Table(rows):
            (table,), largest = _numbers([rows], spans.items, scaled=True)
            return _costs(table, table=sign * table, most=spans.items * largest)
    return _costs(np.zeros(0), sign=sign)


def _costs(like: Array, *, most: int = 0, **given: Any) -> Costs:
    """Arrays of one kind, empty where none is given, if 64 bits can hold what a tree costs at most."""
    if most >= ROOM:
        raise Unfit("the costs may not fit into 64 bits")
    none = np.zeros(0, like.dtype)
    return Costs(none, none, np.zeros((0, 0), like.dtype), none, sign=1)._replace(**given)


def _numbers(given: Sequence[Any], items: int, *, scaled: bool = False) -> tuple[list[Array], int]:
    """Costs of every place as arrays of one kind, and the largest size of whole ones.

    Fractions are made whole by scaling, where that changes no choice.
    """
    objects = [each if isinstance(each, np.ndarray) else np.array(each, dtype=object) for each in given]
    kinds = {kind for array in objects for kind in _kinds(array)}
    for kind in kinds:
        if kind is bool or not issubclass(kind, Real):
            raise BadInput(f"expected costs that are numbers, got a {kind.__name__}")
    for array in objects:
        if set(array.shape) != {items + 1}:
            raise BadInput(f"{items} items have {items + 1} places, but got costs for {len(array)}")
    if not all(issubclass(kind, Rational) for kind in kinds):
        floats = [array.astype(np.float64) for array in objects]
        if not all(np.isfinite(array).all() for array in floats):
            raise BadInput("expected finite costs, got nan or an infinite one")
        return floats, 0
    if not all(issubclass(kind, Integral) for kind in kinds):
        if not scaled:
            raise Unfit("the factors are fractions")
        scale = lcm(*{Fraction(number).denominator for array in objects for number in array.flat})
        objects = [_each(array, lambda number: int(number * scale)) for array in objects]
    largest = max(max(abs(int(array.max())), abs(int(array.min()))) for array in objects)
    if largest >= ROOM:
        raise Unfit("the costs may not fit into 64 bits")
    return [array.astype(np.int64) for array in objects], largest


def _kinds(array: Array) -> set[type]:
    return set(map(type, array.flat)) if array.dtype == object else {array.dtype.type}


def _each(array: Array, change: Callable[[Any], int]) -> Array:
    changed = np.empty(array.shape, dtype=object)
    changed.flat[:] = [change(number) for number in array.flat]
    return changed


@compiled
def _fill(best: Array, cuts: Array, costs: Any, takes: int, low: int, high: int) -> None:
    """Rows ``high - 1`` to ``low`` by all cuts; the table is mirrored, so that both parts of a span lie in rows."""
    starts, ends, table, factors, sign = costs
    for i in range(high - 1, low - 1, -1):
        left = best[i]
        for j in range(i + 2 - takes, len(best)):
            right = best[j, takes:]
            cut = i + 1 - takes
            if len(factors):
                first, last = sign * factors[i], factors[j]
                least = left[cut] + right[cut] + first * factors[cut] * last
                for k in range(cut + 1, j):
                    cost = left[k] + right[k] + first * factors[k] * last
                    if cost < least:
                        least, cut = cost, k
            else:
                whole = ends[j] - starts[i] if len(ends) else table[i, j]
                least = whole + (left[cut] + right[cut])
                for k in range(cut + 1, j):
                    cost = whole + (left[k] + right[k])
                    if cost < least:
                        least, cut = cost, k
            best[i, j] = best[j, i] = least
            cuts[i, j] = cut


@compiled
def _fill_window(best: Array, cuts: Array, costs: Any, takes: int, low: int, high: int) -> None:
    """The same by the cuts between those of the two spans that are one item shorter."""
    starts, ends, table, factors, sign = costs
    zero = best[0, 0]
    for i in range(high - 1, low - 1, -1):
        for j in range(i + 2 - takes, len(best)):
            cut, stop = i + 1 - takes, j
            if j - i > 2 - takes:
                cut, stop = int(cuts[i, j - 1]), cuts[i + 1, j] + 1
            whole = first = last = zero
            if len(factors):
                first, last = sign * factors[i], factors[j]
            else:
                whole = ends[j] - starts[i] if len(ends) else table[i, j]
            least, start = zero, cut
            for k in range(start, max(start + 1, stop)):
                cost = whole + (best[i, k] + best[k + takes, j])
                if len(factors):
                    cost += first * factors[k] * last
                if k == start or cost < least:
                    least, cut = cost, k
            best[i, j] = least
            cuts[i, j] = cut


def loop_by(join: Callable[[int, int, int], Any]) -> tuple[Callable[..., float], bool]:
    """A loop like ``_fill`` for a user's cost, which answers with the largest one; and whether costs are whole.

    >>> loop_by(lambda i, k, j: j - i)[1]
    True
    """
    own_cost = njit(join, nogil=True, boundscheck=True)
    try:
        own_cost.compile((types.int64,) * 3)
    except (NumbaError, TypeError, NotImplementedError) as error:
        lines = [line for line in str(error).splitlines() if line and "nopython mode" not in line]
        reason = shorten(lines[0] if lines else type(error).__name__, 120)
        raise Unfit(f"the cost cannot be compiled ({reason})") from None
    answer = own_cost.nopython_signatures[-1].return_type
    if not isinstance(answer, types.Integer | types.Float) or answer == types.uint64:
        raise Unfit(f"the cost does not compile to a number with a sign, but to {answer}")

    def loop(best: Array, cuts: Array, rule: Any, takes: int, low: int, high: int) -> float:
        offset, sign, window = rule
        largest = 0.0
        for i in range(high - 1, low - 1, -1):
            for j in range(i + 2 - takes, len(best)):
                left, right = best[i], best[j, takes:]
                first, stop = i + 1 - takes, j
                if window and j - i > 2 - takes:
                    first = int(cuts[i, j - 1])
                    stop = max(first, cuts[i + 1, j]) + 1
                cut, least = first, left[first] + right[first]
                for k in range(first, stop):
                    own = own_cost(offset + i, offset + k, offset + j)
                    size = abs(float(own))
                    if not size <= largest:
                        largest = size if size == size else np.inf
                    cost = sign * own + (left[k] + right[k])
                    if k == first or cost < least:
                        least, cut = cost, k
                best[i, j] = best[j, i] = least
                cuts[i, j] = cut
        return largest

    return njit(loop, nogil=True), isinstance(answer, types.Integer)


class Filled(NamedTuple):
    """A table of spans: what each costs, turned round if costs are maximised, and where it is cut.

    >>> spans = Spans(3, Product([10, 100, 5, 50]), lambda i, k, j: None, lambda i: i)
    >>> filled = fill(spans, (0, 3))
    >>> filled.best[0, 3], filled.cuts[0, 3]
    (np.int64(7500), np.int16(2))
    """

    best: Array
    cuts: Array


def fill(spans: Spans[Any, Any], span: Span, *, window: bool = False) -> Filled:
    """The table of a span and all spans within it, by all cuts or in the Knuth window.

    >>> keys = Spans(3, Sums.of([34, 8, 50]), lambda i, k, j: k, lambda i: i, takes=True)
    >>> fill(keys, (0, 3), window=True).best[0, 3]
    np.int64(142)
    """
    low, high = span
    costs = spans.costs.part(low, high)
    length, takes, kind = high - low, int(spans.takes), costs.starts.dtype
    loop: Callable[..., Any] = _fill_window if window else _fill
    rule: tuple[Any, ...] = tuple(costs)
    if callable(spans.join):
        loop, whole = spans.loop
        rule = (low, costs.sign, window)
        kind = np.dtype(np.int64 if whole else np.float64)
    best = np.zeros((length + 1, length + 1), kind)
    cuts = np.empty((length + 1, length + 1), np.int16)
    largest = 0.0
    rows = 1 + STRETCH // (length + 1) ** 2
    for last in range(length + 1, 0, -rows):
        largest = max(largest, loop(best, cuts, rule, takes, max(0, last - rows), last) or 0.0)
    if callable(spans.join):
        _check(spans, span, Filled(best, cuts), largest)
    return Filled(best, cuts)


def _check(spans: Spans[Any, Any], span: Span, filled: Filled, largest: float) -> None:
    """Machine integers wrap: costs must stay far below the limit, and those of the tree be what Python says.

    A cost that leaves 64 bits on the way to a small one, within the user's function and for a cut that
    is not in the tree, is not noticed.
    """
    if not np.isfinite(largest):
        raise Unfit("the costs are not all finite")
    join = cast("Callable[[int, int, int], int]", spans.join)
    whole = filled.best.dtype == np.int64
    if whole and (spans.items + 1) * largest >= ROOM:
        raise Unfit("the costs may not fit into 64 bits")
    cost = sum(join(i, k, j) for i, k, j in spans.shape(span, filled.cuts))
    found = filled.best[0, -1].item() * (-1 if spans.largest else 1)
    if cost != found if whole else not isclose(cost, found, rel_tol=1e-9, abs_tol=1e-9 * largest):
        raise Unfit(f"the compiled cost of the best tree is {found}, but Python's is {cost}")


def broken(spans: Spans[Any, Any]) -> Span | None:
    """A span, short if any is, on which the Knuth window misses the first best cut; none if all went well.

    All spans within 64 items are tried, for blocks of items that overlap by half. Floating costs are
    compared up to rounding, whole ones by where the cuts are.

    >>> broken(Spans(4, Product([1, 2, 2, 1, 1]), lambda i, k, j: None, lambda i: i))
    (0, 4)
    >>> broken(Spans(4, Sums.of([1, 2, 2, 1]), lambda i, k, j: k, lambda i: i, takes=True))
    """
    shortest = 2 - spans.takes
    for start in range(0, max(1, spans.items - BLOCK // 2), BLOCK // 2):
        end = min(spans.items, start + BLOCK)
        full, narrow = fill(spans, (start, end)), fill(spans, (start, end), window=True)
        rows, columns = np.triu_indices(end - start + 1, shortest)
        if full.best.dtype == np.int64:
            differ = full.cuts[rows, columns] != narrow.cuts[rows, columns]
        else:
            differ = ~np.isclose(full.best[rows, columns], narrow.best[rows, columns], rtol=1e-12)
        if differ.any():
            lengths = np.where(differ, columns - rows, BLOCK + 1)
            place = int(lengths.argmin())
            return start + int(rows[place]), start + int(columns[place])
    return None
