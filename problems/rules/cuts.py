"""Cuts: what rules do to the points that they are made from. Rules that cut alike, or oppositely, are one.

>>> from problems.rules.family import axis
>>> made = axis([(0, 3), (1, 5), (2, 4)])
>>> print(made)
6 axis rules cut 3 points in 3 ways
>>> made.sides.astype(int).tolist(), made.times.tolist(), made.idle
([[1, 0, 0], [1, 1, 0], [1, 0, 1]], [2, 1, 1], 2)
>>> [str(made.rule(i)) for i in range(len(made))]
['x0 <= 0.5', 'x0 <= 1.5', 'x1 <= 4.5']
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from problems.rules.dichotomies import packed
from problems.rules.places import Places

Origin: TypeAlias = tuple[int, tuple[int, ...]]
"""A cut, and the points that a rule was made from which cuts so."""


@dataclass(frozen=True)
class Cuts:
    """The different cuts of some points, by row, and the rules that make them.

    ``times`` counts the rules of each cut before they were merged, ``generated`` all rules, ``idle``
    those with all points on one side, ``spanless`` the sets of points that no single rule goes through.
    ``dimensions`` is the number of points that a rule is made from; ``self_made`` says that every cut of
    a part of the points comes from points of that part. ``rule(i)`` puts a cut in words; ``origins()``
    lists all ways to make each cut.

    >>> from problems.rules.family import oblique
    >>> made = oblique([(0, 0), (1, 0), (0, 1), (1, 1)])
    >>> made.generated, len(made), str(made.rule(0)), made.rule(0).through
    (24, 6, 'x0 - 2 x1 > 0.5', (0, 1))
    """

    name: str
    places: Places
    sides: NDArray[np.bool_]
    times: NDArray[np.int64]
    generated: int
    idle: int
    spanless: int
    dimensions: int
    self_made: bool
    rule: Callable[[int], Any]
    origins: Callable[[], list[Origin]]

    def __len__(self) -> int:
        return len(self.sides)

    def __str__(self) -> str:
        def counted(number: int, what: str) -> str:
            return f"{number} {what}{'' if number == 1 else 's'}"

        return (
            f"{counted(self.generated, f'{self.name} rule')} cut {counted(len(self.places), 'point')} "
            f"in {counted(len(self), 'way')}"
        )


def canonical(sides: NDArray[np.bool_]) -> NDArray[np.void]:
    """What two cuts have in common if they cut alike or oppositely.

    >>> len(set(canonical(np.array([[True, False], [False, True], [True, True]])).tolist()))
    2
    """
    return packed(np.packbits(sides ^ sides[:, :1], axis=1))


def merged(name: str, parts: Sequence[Cuts]) -> Cuts:
    """Several cuts of the same points as one; of rules that cut alike the first speaks for all.

    >>> from problems.rules.family import axis, oblique
    >>> corners = [(0, 0), (1, 0), (0, 1), (1, 1)]
    >>> print(merged("all", [axis(corners), oblique(corners)]))
    32 all rules cut 4 points in 6 ways
    """
    places = parts[0].places
    sides = np.concatenate([part.sides for part in parts])
    starts = np.cumsum([0, *(len(part) for part in parts)])
    _, first, group = np.unique(canonical(sides), return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    column = rank[group.reshape(-1)]
    chosen = first[order]
    times = np.zeros(len(chosen), np.int64)
    np.add.at(times, column, np.concatenate([part.times for part in parts]))

    def rule(cut: int) -> Any:
        place = int(chosen[cut])
        part = int(np.searchsorted(starts, place, side="right")) - 1
        return parts[part].rule(place - int(starts[part]))

    def origins() -> list[Origin]:
        return [
            (int(column[int(start) + cut]), through)
            for part, start in zip(parts, starts, strict=False)
            for cut, through in part.origins()
        ]

    return Cuts(
        name,
        places,
        sides[chosen],
        times,
        sum(part.generated for part in parts),
        sum(part.idle for part in parts),
        sum(part.spanless for part in parts),
        max(part.dimensions for part in parts),
        all(part.self_made for part in parts),
        rule,
        origins,
    )
