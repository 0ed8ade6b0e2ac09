"""A branch with many parts: one for every value of a column, or for every interval of numbers.

A value that has no part, because no row with it came to the branch when the tree was fitted, gets the
outcome of the branch itself: ``otherwise``.

>>> colour = Switch("colour", (Is("blue"), Is("red")), Outcome("no", 5, (3.0, 2.0)))
>>> colour.route(np.array(["red", "green", "blue"], dtype=object)).tolist()
[1, -1, 0]
>>> [str(Between(None, 3.5)), str(Between(3.5, 5)), str(Between(5, None))]
['<= 3.5', '3.5 to 5', '> 5']
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from derive import BadInput
from problems.learn.outcome import Label, Outcome
from problems.learn.table import Column


class Is(NamedTuple):
    """The part for one value.

    >>> Is("red").holds(np.array(["red", "blue"], dtype=object))
    array([ True, False])
    """

    value: Label

    def __str__(self) -> str:
        return f"{self.value:.6g}" if isinstance(self.value, float) else str(self.value)

    def holds(self, values: Column) -> NDArray[np.bool_]:
        """Which of the values go here."""
        return np.asarray(values == self.value, dtype=bool)


class Between(NamedTuple):
    """The part for the numbers above one and up to another; None is no limit.

    >>> Between(1, 3).holds(np.array([1.0, 2.0, 3.0]))
    array([False,  True,  True])
    """

    above: float | None
    to: float | None

    def __str__(self) -> str:
        if self.above is None:
            return "any" if self.to is None else f"<= {self.to:.6g}"
        return f"> {self.above:.6g}" if self.to is None else f"{self.above:.6g} to {self.to:.6g}"

    def holds(self, values: Column) -> NDArray[np.bool_]:
        """Which of the values go here."""
        if values.dtype.kind not in "biuf":
            raise BadInput(f"the tree asks for numbers {self}, but the column holds text")
        low = -np.inf if self.above is None else self.above
        high = np.inf if self.to is None else self.to
        return (values > low) & (values <= high)


Turn: TypeAlias = Is | Between


class Switch(NamedTuple):
    """A question with many answers: which part the value of a column has.

    >>> str(Switch("colour", (Is("red"),), Outcome("no", 1, (1.0,))))
    'colour'
    """

    column: str
    turns: tuple[Turn, ...]
    otherwise: Outcome

    def __str__(self) -> str:
        return self.column

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that it asks of: but one."""
        return (self.column,)

    @property
    def words(self) -> tuple[str, ...]:
        """What stands at the parts."""
        return tuple(map(str, self.turns))

    @property
    def numeric(self) -> bool:
        """Whether the column must hold numbers."""
        return any(isinstance(turn, Between) or not isinstance(turn.value, str) for turn in self.turns)

    def route(self, values: Column) -> NDArray[np.intp]:
        """To which part each value goes; -1 where it has none."""
        parts = np.full(len(values), -1, dtype=np.intp)
        for place, turn in enumerate(self.turns):
            parts[turn.holds(values)] = place
        return parts
