"""Categories as columns of 0 and 1, and what that costs: branches that no row can be in.

A feature with C values becomes C columns, or C - 1 if one value is dropped; "ordinal" leaves it as it
is. Two columns of one feature cannot both be 1, yet a search over columns meets branches in which they
are. Paper: Branches, B.2, with the count of Theorem B.1 put right.

>>> table = [["red", 1], ["green", 2], ["blue", 1]]
>>> names, columns = one_hot(table, drop="last")
>>> names, columns
([(0, 'blue'), (0, 'green'), (1, 1)], [[0, 0, 1], [0, 1, 0], [1, 0, 1]])
>>> unnecessary(2, 3), len(list(unnecessary_branches(2, 3)))
(17, 17)

What that means for a search: the same data, three ways, each solved best first.

>>> table = [[a, b, c] for a in "xyz" for b in "xyz" for c in "xyz"]
>>> for each in compared(table, [row[0] == row[1] for row in table], Fraction(1, 50)):
...     print(each)
Encoded(name='ordinal', columns=3, cost=Fraction(2, 25), branches=4, met=28)
Encoded(name='first', columns=6, cost=Fraction(3, 25), branches=6, met=123)
Encoded(name='last', columns=6, cost=Fraction(3, 25), branches=6, met=123)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Literal, NamedTuple, TypeAlias

from derive import BadInput, size
from derive.best_first import best_first
from problems.branches import Categories, refined, supports

Drop: TypeAlias = Literal["first", "last", "none"]
"""Which value of a feature has no column; the paper writes -f and -l."""


def one_hot(
    table: Sequence[Sequence[Hashable]], drop: Drop = "none"
) -> tuple[list[tuple[int, Hashable]], list[list[int]]]:
    """A column of 0 and 1 for every feature and value, but for the value that is dropped; and its name.

    Values are ordered as numbers if all are numbers, else as text.

    >>> one_hot([["b"], ["a"]], drop="first")
    ([(0, 'b')], [[1], [0]])
    >>> one_hot([["a"]], drop="middle")
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: expected drop to be 'first', 'last' or 'none', got 'middle'
    """
    if drop not in ("first", "last", "none"):
        raise BadInput(f"expected drop to be 'first', 'last' or 'none', got {drop!r}")
    names: list[tuple[int, Hashable]] = []
    for feature in range(len(next(iter(table), ()))):
        values = _ordered({row[feature] for row in table})
        kept = values[1:] if drop == "first" else values[:-1] if drop == "last" else values
        names += [(feature, value) for value in kept]
    return names, [[int(row[feature] == value) for feature, value in names] for row in table]


def _ordered(values: set[Hashable]) -> list[Hashable]:
    numbers = [value for value in values if isinstance(value, int | float)]
    return [*sorted(numbers)] if len(numbers) == len(values) else sorted(values, key=str)


class Encoded(NamedTuple):
    """What an encoding makes of data: how many columns, what the best tree costs, its branches, the seeds met.

    >>> Encoded("ordinal", 3, Fraction(1, 10), 1, 4).branches
    1
    """

    name: str
    columns: int
    cost: Fraction
    branches: int
    met: int


def compared(
    table: Sequence[Sequence[Hashable]], labels: Sequence[Hashable], penalty: Fraction
) -> list[Encoded]:
    """The optimum of Branches for features as they are, and for one-hot columns without one value.

    >>> [(each.name, each.branches) for each in compared([["x"], ["y"], ["z"]], "aba", Fraction(1, 10))]
    [('ordinal', 1), ('first', 1), ('last', 1)]
    """
    drops: tuple[Drop, ...] = ("first", "last")
    tables: dict[str, Sequence[Sequence[Hashable]]] = {"ordinal": table}
    tables |= {drop: one_hot(table, drop)[1] for drop in drops}
    found = []
    for name, columns in tables.items():
        data = Categories.from_table(columns, labels)
        bound = refined(data, penalty)
        search = best_first(*supports(data), data.penalised(penalty), bound).unwrap()
        best = search.best
        found.append(Encoded(name, len(data.sizes), best.value, size(best.tree), search.met))
    return found


def unnecessary(features: int, values: int) -> int:
    """How many branches over one-hot columns, one value dropped, hold no possible row.

    3^((C-1)q) - (2^(C-2) (C+1))^q: of the conditions on the C - 1 columns of a feature, 2^(C-1) ask for
    no 1, and (C - 1) 2^(C-2) for one. Theorem B.1 as printed forgets that conditions "is 0" may be many.

    >>> [unnecessary(1, c) for c in (2, 3, 4)], unnecessary(3, 4)
    ([0, 1, 7], 11683)
    """
    if features < 0 or values < 2:
        raise BadInput(f"expected 0 or more features of 2 or more values, got {features} and {values}")
    conditions: int = 3 ** (values - 1)
    possible: int = 2 ** (values - 2) * (values + 1)
    return int(conditions**features - possible**features)


def unnecessary_branches(features: int, values: int) -> Iterator[tuple[tuple[int | None, ...], ...]]:
    """Those branches, one by one: for every feature what is asked of its columns, None for nothing.

    >>> list(unnecessary_branches(1, 3))
    [((1, 1),)]
    """
    unnecessary(features, values)  # which checks the numbers
    rows = [tuple(int(value == column) for column in range(values - 1)) for value in range(values)]
    asked = list(product((None, 0, 1), repeat=values - 1))
    possible = {
        each: any(all(a is None or a == b for a, b in zip(each, row, strict=True)) for row in rows)
        for each in asked
    }
    for branch in product(asked, repeat=features):
        if not all(possible[each] for each in branch):
            yield branch
