"""Which trees are searched, and for how long; whatever makes no sense is refused at once.

>>> Limits(max_depth=4, time_limit=60).threads
1
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from math import isfinite

import numpy as np

from derive import BadInput


@dataclass(frozen=True)
class Limits:
    """Which trees are searched, and for how long.

    ``penalty`` is what a branch costs, as a share of all rows (by weight), or of the squared error about
    the mean; ``min_leaf`` counts rows; ``fewest`` asks for the fewest branches among the best trees.

    >>> Limits(max_depth=0)
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: max_depth is a whole number, 1 or more, or None; got 0
    >>> Limits(max_depth=None)
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: without max_depth nothing ends the search; give max_depth, max_nodes or a penalty above 0
    """

    max_depth: int | None = 3
    max_nodes: int | None = None
    penalty: float = 0.0
    min_leaf: int = 1
    time_limit: float | None = None
    n_jobs: int | None = None
    fewest: bool = False

    def __post_init__(self) -> None:
        for name in ("max_depth", "max_nodes", "min_leaf"):
            value, may_lack = getattr(self, name), name != "min_leaf"
            if not (value is None and may_lack) and not (_is_whole(value) and value >= 1):
                raise BadInput(
                    f"{name} is a whole number, 1 or more{', or None' if may_lack else ''}; got {value!r}"
                )
        if not _is_number(self.penalty) or self.penalty < 0:
            raise BadInput(f"penalty is a number, 0 or more: the share a branch costs; got {self.penalty!r}")
        if self.time_limit is not None and not (_is_number(self.time_limit) and self.time_limit > 0):
            raise BadInput(f"time_limit is a number of seconds above 0, or None; got {self.time_limit!r}")
        if self.n_jobs is not None and not (_is_whole(self.n_jobs) and self.n_jobs != 0):
            raise BadInput(
                f"n_jobs is a number of threads, -1 for all processors, or None; got {self.n_jobs!r}"
            )
        if not isinstance(self.fewest, bool | np.bool_):
            raise BadInput(
                f"fewest is True or False: the fewest branches among the best trees; got {self.fewest!r}"
            )
        if self.max_depth is None and self.max_nodes is None and not self.penalty:
            raise BadInput(
                "without max_depth nothing ends the search; give max_depth, max_nodes or a penalty above 0"
            )

    @property
    def threads(self) -> int:
        """How many threads: one if nothing is said, and -1 counts down from all processors."""
        if self.n_jobs is None:
            return 1
        return int(self.n_jobs) if self.n_jobs > 0 else max(1, (os.cpu_count() or 1) + 1 + int(self.n_jobs))


def _is_whole(value: object) -> bool:
    return type(value) is int or isinstance(value, np.integer)


def _is_number(value: object) -> bool:
    return _is_whole(value) or (isinstance(value, float | np.floating) and isfinite(value))
