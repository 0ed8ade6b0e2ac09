"""What every search for trees refuses: limits that make no sense, and tables that do not fit their labels."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from derive.errors import BadInput


def check_limits(max_depth: int | None, max_nodes: int | None, min_leaf: int, penalty: float) -> None:
    """Refuse limits below what they can be, and none at all.

    >>> check_limits(2, None, 0, 0.0)
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: expected min_leaf to be 1 or more, got 0
    """
    if max_depth is None and max_nodes is None and penalty <= 0:
        raise BadInput("without max_depth or max_nodes, a tree may grow for ever: give a penalty above 0")
    for name, value, low in (
        ("max_depth", max_depth, 0),
        ("max_nodes", max_nodes, 0),
        ("min_leaf", min_leaf, 1),
    ):
        if value is not None and value < low:
            raise BadInput(f"expected {name} to be {low} or more, got {value}")
    if not 0 <= penalty < float("inf"):
        raise BadInput(f"expected a penalty of 0 or more, got {penalty}")


def check_rows(features: NDArray[np.uint8], target: NDArray[Any]) -> None:
    """Refuse a table without a row for every label.

    >>> check_rows(np.zeros((2, 3), np.uint8), np.zeros(5))
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: expected a row of features for each of 5 labels, got shape (2, 3)
    """
    if features.ndim != 2 or len(features) != len(target):
        raise BadInput(
            f"expected a row of features for each of {len(target)} labels, got shape {features.shape}"
        )
    if not len(target):
        raise BadInput("expected one row or more, got none")
