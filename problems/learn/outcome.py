"""What a leaf of a fitted tree says, and who came there.

>>> Outcome("yes", 3, (1.0, 2.0)).wrong(("no", "yes"))
1.0
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

Label: TypeAlias = str | int | float | bool


class Outcome(NamedTuple):
    """What a leaf says, how many rows came there, and for labels the weight of each class.

    >>> str(Outcome("yes", 3, (1.0, 2.0)))
    'yes'
    """

    value: Label
    rows: int
    weights: tuple[float, ...] = ()

    def __str__(self) -> str:
        return f"{self.value:.6g}" if isinstance(self.value, float) else str(self.value)

    def wrong(self, classes: Sequence[Label]) -> float:
        """The weight of the rows that have another label; the weights are those of the classes."""
        others = zip(classes, self.weights, strict=True) if self.weights else ()
        return sum((weight for label, weight in others if label != self.value), 0.0)

    def fitting(self, classes: Sequence[Label]) -> tuple[float, ...]:
        """The weights, or if the label is not that of the largest, all of the weight for the label alone."""
        place = classes.index(self.value)
        if max(self.weights) == self.weights[place]:
            return self.weights
        return tuple(sum(self.weights) * (each == place) for each in range(len(classes)))
