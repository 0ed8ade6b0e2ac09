"""What a leaf of a fitted tree says, and who came there.

>>> Outcome("yes", 3, (1.0, 2.0)).wrong
1.0
"""

from __future__ import annotations

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

    @property
    def wrong(self) -> float:
        """The weight of the rows that have another label."""
        return sum(self.weights) - max(self.weights, default=0.0)
