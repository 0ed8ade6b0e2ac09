"""Labelled data as bit masks: row i is bit i, and a rule is the mask of the rows on its + side.

>>> rows = Rows.from_table([[0, 0], [0, 1], [1, 0], [1, 1]], labels="abba")
>>> [f"{mask:04b}" for mask in rows.plus]
['1100', '1010']
>>> rows.errors(rows.everything), rows.errors(rows.plus[0])
(2, 1)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from derive import Algebra, BadInput, smallest
from problems.exact import Point

A = TypeVar("A")
B = TypeVar("B")


@dataclass(frozen=True)
class Rows:
    """Labels, and for every rule the rows on its + side.

    >>> Rows("ab", (0b01,)).act(0, 1, 0b11) == 0b10
    True
    """

    labels: Sequence[Hashable]
    plus: tuple[int, ...]

    @staticmethod
    def from_table(table: Sequence[Sequence[object]], labels: Sequence[Hashable]) -> Rows:
        """Binary features: one row of 0 and 1 for every label.

        >>> Rows.from_table([[2]], "a")
        Traceback (most recent call last):
            ...
        derive.errors.BadInput: row 0: expected features 0 or 1, got [2]
        """
        width = len(next(iter(table), ()))
        for number, row in enumerate(table):
            if len(row) != width:
                raise BadInput(f"row {number}: expected {width} features like row 0, got {len(row)}")
            if any(value not in (0, 1) for value in row):
                raise BadInput(f"row {number}: expected features 0 or 1, got {list(row)}")
        return Rows.from_rules(table, labels, range(width), lambda feature, row: bool(row[feature]))

    @staticmethod
    def from_rules(
        items: Sequence[A], labels: Sequence[Hashable], rules: Sequence[B], on_plus: Callable[[B, A], bool]
    ) -> Rows:
        """Any items and any rules: ``on_plus`` says whether an item lies on the + side of a rule.

        >>> Rows.from_rules([1, 5, 9], "abb", [4, 7], lambda cut, x: x <= cut).plus
        (1, 3)
        """
        if len(items) != len(labels):
            raise BadInput(f"expected a label for each of {len(items)} rows, got {len(labels)} labels")
        plus = (sum(on_plus(rule, item) << i for i, item in enumerate(items)) for rule in rules)
        return Rows(labels, tuple(plus))

    @cached_property
    def everything(self) -> int:
        """The mask of all rows."""
        return (1 << len(self.labels)) - 1

    @cached_property
    def _classes(self) -> tuple[int, ...]:
        masks: dict[Hashable, int] = {}
        for i, label in enumerate(self.labels):
            masks[label] = masks.get(label, 0) | 1 << i
        return tuple(masks.values())

    def act(self, rule: int, part: int, rows: int) -> int:
        """The rows that a rule sends into its part 0 (the + side) or 1: intersection, so it commutes."""
        return rows & ~self.plus[rule] if part else rows & self.plus[rule]

    def errors(self, rows: int) -> int:
        """How many of the rows are not of the class that most of them have."""
        return rows.bit_count() - max(((rows & mask).bit_count() for mask in self._classes), default=0)

    def majority(self, rows: int) -> Hashable:
        """The label that most of the rows have; of equally frequent ones the first.

        >>> Rows("abb", ()).majority(0b111)
        'b'
        """
        labels = [label for i, label in enumerate(self.labels) if rows >> i & 1]
        return max(dict.fromkeys(labels), key=labels.count)

    def misclassified(self) -> Algebra[object, int, int]:
        """The cost of a tree whose leaves hold rows: its errors. Paper: (22), with r- at the right.

        >>> Rows("ab", (0b01,)).misclassified().leaf(0b11)
        1
        """
        return Algebra(self.errors, lambda _, values: sum(values), smallest)


def thresholds(points: Sequence[Point]) -> list[tuple[Point, int]]:
    """Every rule "coordinate d is at most that of this point": point by point, axis by axis.

    >>> thresholds([(3, 7)])
    [((3, 7), 0), ((3, 7), 1)]
    """
    return [(p, axis) for p in points for axis in range(len(p))]
