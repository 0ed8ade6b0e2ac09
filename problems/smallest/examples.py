"""Labelled points with ordered features; a feature may instead have names, which only equality tells apart.

>>> E = Examples.of([((0, 0), "a"), ((0, 1), "b"), ((2, 1), "a")])
>>> E.cuts(0, (0, 2)), E.uniform(0b101), E.contradiction()
([(Cut(feature=0, value=0), (0,), (2,))], True, None)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from derive import BadInput


class Cut(NamedTuple):
    """A question: is the feature at most this value or, if it has names, is it this one?

    >>> str(Cut(1, 5))
    '1:5'
    """

    feature: int
    value: int

    def __str__(self) -> str:
        return f"{self.feature}:{self.value}"


Values = tuple[int, ...]


@dataclass(frozen=True)
class Examples:
    """Points and their labels; ``named`` are the features that are asked for equality.

    >>> Examples(((1, 2), (3,)), "ab")
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: point 1: expected 2 features like point 0, got 1
    """

    points: tuple[Values, ...]
    labels: Sequence[Hashable]
    named: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if len(self.points) != len(self.labels):
            raise BadInput(
                f"expected a label for each of {len(self.points)} points, got {len(self.labels)} labels"
            )
        for number, point in enumerate(self.points):
            if len(point) != len(self.points[0]):
                raise BadInput(
                    f"point {number}: expected {len(self.points[0])} features like point 0, got {len(point)}"
                )
        if odd := [feature for feature in self.named if feature not in self.features]:
            raise BadInput(
                f"there is no feature {odd[0]} that could have names; there are {len(self.features)}"
            )

    @staticmethod
    def of(pairs: Iterable[tuple[Sequence[int], Hashable]], named: Iterable[int] = ()) -> Examples:
        """Examples from pairs of point and label.

        >>> Examples.of([((1, 2), "a")]).points
        ((1, 2),)
        """
        given = list(pairs)
        return Examples(
            tuple(tuple(point) for point, _ in given), tuple(label for _, label in given), frozenset(named)
        )

    @property
    def features(self) -> range:
        """The features by number."""
        return range(len(self.points[0]) if self.points else 0)

    @cached_property
    def everything(self) -> int:
        """All examples, as a mask: example i is bit i."""
        return (1 << len(self.points)) - 1

    @cached_property
    def _masks(self) -> list[dict[int, int]]:
        masks: list[dict[int, int]] = [{} for _ in self.features]
        for row, point in enumerate(self.points):
            for feature, value in enumerate(point):
                masks[feature][value] = masks[feature].get(value, 0) | 1 << row
        return masks

    @cached_property
    def _classes(self) -> dict[Hashable, int]:
        classes: dict[Hashable, int] = {}
        for row, label in enumerate(self.labels):
            classes[label] = classes.get(label, 0) | 1 << row
        return classes

    def holding(self, feature: int, values: Iterable[int]) -> int:
        """The examples whose feature has one of the values."""
        return sum(self._masks[feature].get(value, 0) for value in set(values))

    def values(self, feature: int, rows: int) -> Values:
        """The values of a feature that some examples have, in order."""
        return tuple(sorted(value for value, mask in self._masks[feature].items() if mask & rows))

    def cuts(self, feature: int, values: Values) -> list[tuple[Cut, Values, Values]]:
        """What may be asked of a feature with these values, with the values that answer yes, and no.

        >>> Examples.of([((0,), 0)], named=[0]).cuts(0, (0, 1, 2))[1]
        (Cut(feature=0, value=1), (1,), (0, 2))
        """
        if feature not in self.named:
            return [(Cut(feature, values[i - 1]), values[:i], values[i:]) for i in range(1, len(values))]
        asked = values if len(values) > 2 else values[: len(values) - 1]
        return [(Cut(feature, value), (value,), tuple(v for v in values if v != value)) for value in asked]

    def uniform(self, rows: int) -> bool:
        """Whether some examples have one label, as no example does."""
        return sum(1 for mask in self._classes.values() if mask & rows) <= 1

    def label(self, rows: int) -> Hashable:
        """The label of examples that have one, or None for no example."""
        return next((label for label, mask in self._classes.items() if mask & rows), None)

    def contradiction(self) -> tuple[int, int] | None:
        """Two examples that are equal but for their labels, which no tree can fit.

        >>> Examples.of([((0,), "a"), ((1,), "b"), ((0,), "b")]).contradiction()
        (0, 2)
        """
        seen: dict[Values, int] = {}
        for row, point in enumerate(self.points):
            first = seen.setdefault(point, row)
            if self.labels[first] != self.labels[row]:
                return first, row
        return None

    def ordered(self) -> Examples:
        """The same with a feature of 0 and 1 for every name, or one for the second of two names.

        >>> Examples.of([((0, 5), 0), ((1, 6), 0), ((2, 7), 0)], named=[0]).ordered().points
        ((1, 0, 0, 5), (0, 1, 0, 6), (0, 0, 1, 7))
        """
        names = {f: self.values(f, self.everything) for f in self.named}
        names = {f: values if len(values) > 2 else values[1:] for f, values in names.items()}
        points = (
            tuple(
                code
                for f, value in enumerate(point)
                for code in ((int(value == name) for name in names[f]) if f in names else (value,))
            )
            for point in self.points
        )
        return Examples(tuple(points), self.labels)
