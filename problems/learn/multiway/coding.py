"""Columns as categories: every value is one, and numbers of many values are cut into intervals.

>>> from problems.learn.table import table
>>> coded = coding(table([["red", 1.5], ["blue", 2.5], ["red", 9.5]]), most_values=2, bins=2)
>>> [[str(turn) for turn in turns] for turns in coded.turns], coded.codes.tolist()
([['blue', 'red'], ['<= 6', '> 6']], [[1, 0], [0, 0], [1, 1]])
>>> coded.name
'2 columns: 1 by its values, 1 cut into intervals'
"""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from derive import BadInput
from problems.learn.rules import Rule, rule_set
from problems.learn.switch import Between, Is, Turn
from problems.learn.table import Column, Table

MANY = 20
"""A column with more values than this, and a value of its own for half of the rows, is no category."""


class TellsRowsApart(UserWarning):
    """A column has nearly as many values as there are rows, so that one branch tells the rows apart.

    >>> issubclass(TellsRowsApart, UserWarning)
    True
    """


class Coding(NamedTuple):
    """For every column its values, and for every row their numbers.

    >>> Coding(((Is("a"),),), np.array([[0]]), "1 column").name
    '1 column'
    """

    turns: tuple[tuple[Turn, ...], ...]
    codes: NDArray[np.int64]
    name: str


def coding(
    data: Table, most_values: int = 10, bins: int = 4, mass: NDArray[np.float64] | None = None
) -> Coding:
    """The categories of a table: text by its values, numbers too unless they have more than ``most_values``.

    Such columns are cut into at most ``bins`` intervals of about equal weight.

    >>> from problems.learn.table import table
    >>> coding(table([[0.5], [1.5]]), most_values=0)
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: max_values is a whole number, 1 or more; got 0
    """
    for name, given, least in (("max_values", most_values, 1), ("bins", bins, 2)):
        if not isinstance(given, int | np.integer) or isinstance(given, bool) or given < least:
            raise BadInput(f"{name} is a whole number, {least} or more; got {given!r}")
    turns: list[tuple[Turn, ...]] = []
    codes = np.empty((data.rows, len(data.names)), np.int64)
    for place, (name, column) in enumerate(zip(data.names, data.columns, strict=True)):
        kinds, codes[:, place] = _values(column)
        numeric = column.dtype.kind in "biuf"
        if numeric and len(kinds) > most_values:
            cuts = _cuts(name, column, bins, mass)
            codes[:, place] = np.searchsorted(cuts, column)
            turns.append(tuple(map(Between, (None, *cuts), (*cuts, None))))
        else:
            turns.append(tuple(Is(value) for value in kinds))
            if len(kinds) > MANY and 2 * len(kinds) > data.rows:
                warnings.warn(
                    f"column {name} has {len(kinds)} values for {data.rows} rows, so that one branch tells rows "
                    "apart; leave it out, or ask for larger leaves by min_leaf",
                    TellsRowsApart,
                    stacklevel=4,
                )
    return Coding(tuple(turns), codes, _name(turns))


def _values(column: Column) -> tuple[list[Any], NDArray[np.int64]]:
    """The values of a column in order, and the number of each row's."""
    if column.dtype.kind in "biuf":
        kinds, codes = np.unique(column, return_inverse=True)
        return [_plain(value) for value in kinds.tolist()], codes.astype(np.int64)
    known = dict.fromkeys(column.tolist())
    ordered = sorted(
        known, key=lambda value: (isinstance(value, str), value if isinstance(value, str) else 0, value)
    )
    places = {value: place for place, value in enumerate(ordered)}
    return ordered, np.array([places[value] for value in column.tolist()], dtype=np.int64)


def _plain(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _cuts(name: str, column: Column, bins: int, mass: NDArray[np.float64] | None) -> list[float]:
    rules = rule_set(Table((name,), (column,), len(column)), int(bins) - 1, mass).rules
    return [float(rule.value) for rule in rules if isinstance(rule, Rule)]


def _name(turns: list[tuple[Turn, ...]]) -> str:
    cut = sum(isinstance(each[0], Between) for each in turns)
    whole = f"{len(turns)} column{'' if len(turns) == 1 else 's'}"
    if not cut:
        return f"{whole} by {'its' if len(turns) == 1 else 'their'} values"
    if cut == len(turns):
        return f"{whole} cut into intervals"
    rest = len(turns) - cut
    return f"{whole}: {rest} by {'its' if rest == 1 else 'their'} values, {cut} cut into intervals"
