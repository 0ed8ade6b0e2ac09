"""The laws of compiled kernels on random claims: each is spelt out as a problem that the engine runs.

>>> from derive import Spans, Sums, optimum
>>> keys = Spans(3, Sums.of([34, 8, 50]), root=lambda *cut: cut, leaf=lambda i: i, takes=True)
>>> asked = spelt_out(keys)
>>> optimum(asked.problem, asked.seed, asked.algebra).unwrap().value - sum(3 * gap % 5 for gap in range(4))
142
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from derive import Algebra, Masks, Problem, Product, Spans, Sums, Table, largest, min_by, smallest
from laws.fusion import Asked
from laws.kernels import kernel, kernel_count
from laws.suite import Suite

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy


def _cost(spans: Spans[Any, Any]) -> Callable[[int, int, int], Any]:
    match spans.join:
        case Product(factors):
            return lambda i, k, j: factors[i] * factors[k] * factors[j]
        case Sums(starts, ends):
            return lambda i, _, j: ends[j] - starts[i]
        case Table(rows):
            return lambda i, _, j: rows[i][j]
    return spans.join


def spelt_out(spans: Spans[Any, Any]) -> Asked[tuple[int, int], Any, Any, Any]:
    """What a claim about spans says, as a problem and a cost. Leaves cost something, which changes no choice.

    >>> spelt_out(Spans(2, Product([2, 3, 4]), root=lambda *cut: cut, leaf=lambda i: i)).candidates()
    [27]
    """
    takes = int(spans.takes)

    def base(span: tuple[int, int]) -> list[int]:
        return [span[0]] if span[1] - span[0] == 1 - takes else []

    def splits(span: tuple[int, int]) -> list[tuple[Any, tuple[tuple[int, int], ...]]]:
        i, j = span
        return [((i, k, j), ((i, k), (k + takes, j))) for k in range(i + 1 - takes, j)]

    join = _cost(spans)
    cost: Algebra[Any, Any, Any] = Algebra(
        lambda place: 3 * place % 5,
        lambda cut, values: join(*cut) + sum(values),
        largest if spans.largest else smallest,
    )
    return Asked(Problem("spans", base, splits), (0, spans.items), cost)


def spelt_out_masks(masks: Masks) -> Asked[int, int, None, tuple[int, int]]:
    """What a claim about sets of rules says, as a problem and a cost: weight and cost of a tree.

    >>> spelt_out_masks(Masks((0b10, 0), (0, 0b01))).candidates()
    [(0, 2), (0, 2)]
    """

    def splits(rules: int) -> list[tuple[int, tuple[int, int]]]:
        parts = [(rules & plus, rules & minus) for plus, minus in zip(masks.plus, masks.minus, strict=True)]
        return [
            (root, pair)
            for root, pair in enumerate(parts)
            if rules >> root & 1 and pair[0] | pair[1] == rules & ~(1 << root)
        ]

    def node(root: int, values: tuple[tuple[int, int], ...]) -> tuple[int, int]:
        weight = masks.weights[root] + sum(weight for weight, _ in values)
        below = [cost for _, cost in values]
        return weight, masks.costs[root] + weight + (max(below) if masks.deepest else sum(below))

    cost: Algebra[int, None, tuple[int, int]] = Algebra(lambda _: (0, 0), node, min_by(itemgetter(1)))
    whole = (1 << len(masks.plus)) - 1
    return Asked(Problem("masks", lambda rules: [] if rules else [None], splits), whole, cost)


def claims(most: int = 7) -> SearchStrategy[Spans[Any, Any]]:
    """Any claim about spans: every kind of cost, whole, floating or in fractions.

    Windows are claimed truly and falsely, but not for floating costs, which agree up to rounding only.

    >>> from hypothesis import find
    >>> find(claims(), lambda spans: spans.window and spans.items == 3).takes
    False
    """
    from hypothesis import strategies as st

    whole = st.integers(-9, 9)
    kinds = [whole, st.builds(Fraction, whole, st.integers(1, 3)), whole.map(lambda n: n / 4)]

    @st.composite
    def draw_one(draw: DrawFn) -> Spans[Any, Any]:
        items = draw(st.integers(0, most))
        kind = draw(st.sampled_from(range(3)))
        numbers: SearchStrategy[Any] = kinds[kind]
        row = st.lists(numbers, min_size=items + 1, max_size=items + 1)
        exactly = st.lists(whole, min_size=items + 1, max_size=items + 1)
        join = draw(
            st.one_of(
                st.builds(Product, exactly),
                st.builds(Sums, row, row),
                row.map(lambda sizes: Sums.of([abs(size) for size in sizes[1:]])),
                st.builds(Table, st.lists(row, min_size=items + 1, max_size=items + 1)),
            )
        )
        takes, greatest, window = (draw(st.booleans()) for _ in range(3))
        return Spans(items, join, lambda *cut: cut, lambda i: i, takes, greatest, window=window and kind < 2)

    return draw_one()


def rule_sets(most: int = 5) -> SearchStrategy[Masks]:
    """Any claim about sets of rules; rules on neither side of another are drawn seldom.

    >>> from hypothesis import find
    >>> find(rule_sets(), lambda masks: len(masks.plus) == 2).plus
    (2, 1)
    """
    from hypothesis import strategies as st

    @st.composite
    def draw_one(draw: DrawFn) -> Masks:
        k = draw(st.integers(0, most))
        signs = st.lists(st.sampled_from([1, -1, 1, -1, 1, -1, 0]), min_size=k, max_size=k)
        rows = [draw(signs) for _ in range(k)]
        sides = [
            tuple(sum((s == side) << j for j, s in enumerate(row) if j != i) for i, row in enumerate(rows))
            for side in (1, -1)
        ]
        numbers = st.lists(st.integers(-3, 9), min_size=k, max_size=k).map(tuple)
        return Masks(sides[0], sides[1], draw(numbers), draw(numbers), draw(st.booleans()))

    return draw_one()


SUITE = Suite(
    "kernels",
    [
        kernel("any spans", claims, spelt_out, lambda spans: spans),
        kernel_count("any spans", claims, spelt_out, lambda spans: spans),
        kernel("any sets of rules", rule_sets, spelt_out_masks, lambda masks: masks),
        kernel_count("any sets of rules", rule_sets, spelt_out_masks, lambda masks: masks),
    ],
)
