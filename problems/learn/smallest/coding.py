"""Columns as codes: the rank of a number, the number of a name; and what equal rows of different label mean.

Numbers are asked "at most?", between any two neighbouring values; text is asked "equal?", for any value.
Nothing is left out, so that smallest means smallest over all these rules. With ``rules="equality"`` numbers
are asked for equality too.

>>> from problems.learn.table import table
>>> from problems.learn.target import labels
>>> coded = code(table([[1.5, "red"], [2.5, "blue"], [1.5, "green"]]), labels(list("abb"), 3))
>>> coded.codes.tolist(), coded.named.tolist(), str(coded.rule(0, 0)), str(coded.rule(1, 2))
([[0, 2], [1, 0], [0, 1]], [0, 1], 'x0 <= 2', 'x1 = red')
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from derive import BadInput
from problems.learn.rules import HALF, Rule, Value, midpoints, rule_set
from problems.learn.table import Column, Table
from problems.learn.target import Labels

RULES = ("auto", "equality")


class Contradiction(BadInput):
    """Two rows that are equal but for their label, so that no tree fits; ``rows`` are their numbers from 0.

    >>> Contradiction("rows 0 and 2 are equal", (0, 2)).rows
    (0, 2)
    """

    def __init__(self, message: str, rows: tuple[int, int]) -> None:
        super().__init__(message)
        self.rows = rows


class Coded(NamedTuple):
    """Codes by row and column, which columns have names, the values that the codes stand for, and the labels.

    ``wanted`` are the labels that a tree is to have: those given or, where rows contradict each other, the
    most frequent one of equal rows.

    >>> Coded._fields[:3]
    ('names', 'codes', 'named')
    """

    names: tuple[str, ...]
    codes: NDArray[np.int32]
    named: NDArray[np.uint8]
    values: list[Column]
    labels: Labels
    wanted: NDArray[np.int64]
    rule_set: str

    @property
    def errors(self) -> int:
        """How many rows every tree labels wrongly."""
        return int((self.wanted != self.labels.codes).sum())

    def rule(self, column: int, code: int) -> Rule:
        """What is asked at a branch; yes goes to its first part, but for a column of 0 and 1."""
        name, values = self.names[column], self.values[column]
        if self.named[column]:
            return Rule(name, "=", _plain(values[code]))
        if self.is_binary(column):
            return Rule(name, ">", HALF)
        return Rule(name, "<=", _plain(midpoints(values[code : code + 2])[0]))

    def is_binary(self, column: int) -> bool:
        """Whether a column holds 0 and 1, and is asked by its name alone."""
        return not self.named[column] and self.values[column].tolist() == [0, 1]


def _plain(value: Any) -> Value:
    value = value.item() if isinstance(value, np.generic) else value
    return int(value) if isinstance(value, float) and value.is_integer() else cast("Value", value)


def code(data: Table, labels: Labels, rules: str = "auto", best: bool = False, first_row: int = 0) -> Coded:
    """The codes of a table; rows that contradict each other are refused unless the ``best`` tree will do.

    >>> from problems.learn.table import table
    >>> from problems.learn import target
    >>> code(table([[1, 2], [1, 3], [1, 2]]), target.labels(["no", "no", "yes"], 3))
    Traceback (most recent call last):
        ...
    problems.learn.smallest.coding.Contradiction: no tree fits: rows 0 and 2 are equal but for their labels, no and yes; \
leave one of them out, or ask for the best tree there is (best=True, --best), which is wrong for 1 of 3 rows
    """
    if rules not in RULES:
        raise BadInput(f"rules are {' or '.join(map(repr, RULES))} for smallest trees, got {rules!r}")
    columns, values, named = [], [], []
    for column in data.columns:
        names = column.dtype.kind not in "biuf"
        if names:
            ordered = sorted(set(column.tolist()), key=str)
            places = {value: place for place, value in enumerate(ordered)}
            codes = np.array([places[value] for value in column.tolist()])
            found = np.array(ordered, dtype=object)
        else:
            seen = column if rules == "equality" else column.astype(np.float64)  # as a threshold sees it
            found, codes = np.unique(seen, return_inverse=True)
        columns.append(codes.astype(np.int32))
        values.append(found)
        named.append(names or rules == "equality")
    codes = np.stack(columns, axis=1)
    wanted, pair = settled(codes, labels.codes)
    if pair is not None and not best:
        one, two = pair
        words = [str(labels.classes[labels.codes[row]]) for row in pair]
        wrong = int((wanted != labels.codes).sum())
        raise Contradiction(
            f"no tree fits: rows {one + first_row} and {two + first_row} are equal but for their labels, "
            f"{words[0]} and {words[1]}; leave one of them out, or ask for the best tree there is "
            f"(best=True, --best), which is wrong for {wrong} of {data.rows} rows",
            pair,
        )
    chosen = rule_set(data, "midpoints" if rules == "auto" else rules)
    return Coded(data.names, codes, np.array(named, np.uint8), values, labels, wanted, chosen.name)


def settled(
    codes: NDArray[np.int32], labels: NDArray[np.int64]
) -> tuple[NDArray[np.int64], tuple[int, int] | None]:
    """For each row the most frequent label of rows equal to it, of equals the first; and two that contradict.

    >>> settled(np.array([[0], [0], [0], [1]], np.int32), np.array([1, 0, 1, 0]))
    (array([1, 1, 1, 0]), (0, 1))
    """
    first, group = np.unique(codes, axis=0, return_index=True, return_inverse=True)[1:]
    group = group.reshape(-1)
    differ = labels != labels[first[group]]
    if not differ.any():
        return labels, None
    counts = np.zeros((len(first), int(labels.max()) + 1), np.int64)
    np.add.at(counts, (group, labels), 1)
    row = int(differ.argmax())
    return counts.argmax(axis=1)[group], (int(first[group[row]]), row)
