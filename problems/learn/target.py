"""What is to be predicted, and how much each row weighs: labels become codes, numbers stay numbers.

>>> labels(["no", "yes", "no"], 3).codes
array([0, 1, 0])
"""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from derive import BadInput
from problems.learn.table import Column, is_missing

LARGEST = 1e150
"""What a number of a target times the number of rows may be, so that squares of sums are finite."""


class Labels(NamedTuple):
    """The labels in order, and for each row the number of its label.

    >>> Labels(np.array(["a", "b"]), np.array([1, 0, 1])).codes
    array([1, 0, 1])
    """

    classes: Column
    codes: NDArray[np.int64]


def labels(target: Any, rows: int, otherwise: str = "use OptimalTreeRegressor") -> Labels:
    """Labels of any one kind, as codes 0, 1, and so on, in the order of the labels.

    ``otherwise`` is what to advise for fractions: a command line has an option instead of another estimator.

    >>> labels(["no", "yes", "no"], 3)
    Labels(classes=array(['no', 'yes'], dtype='<U3'), codes=array([0, 1, 0]))
    >>> labels([9, 1, 5], 3).codes
    array([2, 0, 1])
    """
    values = _target(target, rows)
    kind = values.dtype.kind
    if kind in "iu":
        high = values.max()
        if values.min() >= 0 and high < 1000:
            counts = np.bincount(values)
            classes = counts.nonzero()[0]
            if len(classes) == high + 1:
                return Labels(classes.astype(values.dtype), values.astype(np.int64, copy=False))
    elif kind == "f":
        _finite_target(values)
        if (values != np.floor(values)).any():
            raise BadInput(
                "Unknown label type: continuous. The labels are fractions, such as "
                f"{values[values != np.floor(values)][0]}; to predict numbers, {otherwise}"
            )
    elif kind == "O":
        _one_kind(values)
    elif kind not in "bUT":
        raise BadInput(f"Unknown label type: {values.dtype}. Expected labels that are text or numbers")
    classes, codes = np.unique(values, return_inverse=True)
    return Labels(classes, codes.astype(np.int64, copy=False))


def _target(target: Any, rows: int) -> Column:
    if target is None:
        raise BadInput("fitting requires y to be passed, but the target y is None")
    values = np.asarray(target)
    if values.ndim != 1:
        raise BadInput(
            f"y should be a 1d array, one label or number a row; got an array of shape {values.shape}"
        )
    if len(values) != rows:
        raise BadInput(f"expected a target for each of {rows} rows, got {len(values)}")
    if values.dtype.kind == "U" and isinstance(target, list | tuple):  # 1 beside "a" has become "1"
        _one_kind(np.array(target, dtype=object))
    return values


def _one_kind(values: Column) -> None:
    kinds: dict[str, object] = {}
    for row, value in enumerate(values):
        if is_missing(value):
            raise BadInput(
                f"the target y has no value (None or NaN) in row {row}; fill it in or leave the row out"
            )
        if not isinstance(value, str | Real):
            raise BadInput(
                f"Unknown label type: unknown. Expected text or numbers, got {value!r} in row {row}"
            )
        kinds.setdefault("text" if isinstance(value, str) else "numbers", value)
    if len(kinds) > 1:
        one, other = kinds.values()
        raise BadInput(
            f"labels of mixed types: expected all text or all numbers, got {one!r} and {other!r}; "
            "make them one kind, as with str"
        )


def _finite_target(values: Column) -> None:
    good = np.isfinite(values)
    if not good.all():
        raise BadInput(
            f"Input y contains NaN or infinity in row {int(good.argmin())}; fill it in or leave the row out"
        )


def numbers(target: Any, rows: int, otherwise: str = "use OptimalTreeClassifier") -> NDArray[np.float64]:
    """The target of a regression: one finite number a row; ``otherwise`` is what to advise for labels.

    >>> numbers([1, 2], 2)
    array([1., 2.])
    >>> numbers(["a"], 1)
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: expected a target of numbers, got 'a'; for labels, use OptimalTreeClassifier
    """
    values = _target(target, rows)
    if values.dtype.kind not in "biuf":
        strange = [value for value in values.tolist() if not isinstance(value, Real)]
        odd = next(
            (value for value in strange if not _looks_like_number(value)), strange[0] if strange else None
        )
        if odd is not None or values.dtype.kind != "O":
            raise BadInput(f"expected a target of numbers, got {odd!r}; for labels, {otherwise}")
    values = values.astype(np.float64, copy=False)
    _finite_target(values)
    far = float(np.abs(values).max(initial=0.0))
    if len(values) * far > LARGEST:
        raise BadInput(
            f"the target y has numbers as large as {far:g}, whose squares cannot be added; take a larger unit"
        )
    return values


def _looks_like_number(value: object) -> bool:
    try:
        float(str(value))
    except ValueError:
        return False
    return True


def weights(given: Any, rows: int) -> NDArray[np.float64] | None:
    """Weights of rows: finite, none negative, not all zero; None for no weights.

    >>> weights([1, 2], 3)
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: expected a weight for each of 3 rows, got 2
    """
    if given is None:
        return None
    values = np.asarray(given)
    if values.dtype.kind not in "biuf":
        raise BadInput(f"expected weights that are numbers, got {values.dtype}")
    if not values.ndim:
        values = np.full(rows, values)
    if values.shape != (rows,):
        got = len(values) if values.ndim == 1 else f"an array of shape {values.shape}"
        raise BadInput(f"expected a weight for each of {rows} rows, got {got}")
    values = values.astype(np.float64, copy=False)
    good = np.isfinite(values) & (values >= 0)
    if not good.all():
        row = int(good.argmin())
        raise BadInput(f"expected weights that are finite and 0 or more, got {values[row]} in row {row}")
    if not values.any():
        raise BadInput("expected a weight above zero in some row, but every sample weight is zero")
    if len(values) * float(values.max()) == np.inf:
        raise BadInput(
            f"expected weights that can be added, got {values.max():g}; divide them all by a number"
        )
    return values


def class_weights(
    given: object, target: Labels, weights: NDArray[np.float64] | None
) -> NDArray[np.float64] | None:
    """The weights of rows with those of their classes: a mapping from labels, "balanced", or None.

    >>> target = Labels(np.array(["a", "b"]), np.array([0, 0, 1]))
    >>> class_weights("balanced", target, None)
    array([0.75, 0.75, 1.5 ])
    >>> class_weights({"c": 2}, target, None)
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: class_weight names the label 'c'; the labels are a, b
    """
    if given is None:
        return weights
    classes, codes = target
    if isinstance(given, str) and given == "balanced":
        counts = np.bincount(codes, minlength=len(classes))
        factors = len(codes) / (len(classes) * counts)
    elif isinstance(given, Mapping):
        known = classes.tolist()
        if strange := [label for label in given if label not in known]:
            raise BadInput(
                f"class_weight names the label {strange[0]!r}; the labels are {', '.join(map(str, known))}"
            )
        factors = np.array([given.get(label, 1.0) for label in known], dtype=np.float64)
        if not np.isfinite(factors).all() or (factors < 0).any():
            raise BadInput(f"class_weight gives finite weights, 0 or more; got {given!r}")
    else:
        raise BadInput(
            f"class_weight is a mapping from labels to weights, 'balanced', or None; got {given!r}"
        )
    together = factors[codes] if weights is None else factors[codes] * weights
    if not together.any():
        raise BadInput("expected a weight above zero in some row, but every weight is zero")
    return np.asarray(together, dtype=np.float64)
