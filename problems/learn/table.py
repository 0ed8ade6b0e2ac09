"""Data as they come: arrays, frames and lists become named columns.

Numbers stay numbers; text, and what a frame calls a category, stays as it is. Whatever cannot be used
is refused here, in one sentence.

>>> table([[1, "red"], [3, "blue"]]).columns
(array([1., 3.]), array(['red', 'blue'], dtype=object))
"""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from derive import BadInput

Column = NDArray[Any]


class BadType(BadInput, TypeError):
    """Data of a type that is neither number nor text.

    >>> issubclass(BadType, TypeError)
    True
    """


class Table(NamedTuple):
    """Columns by name; those of a numeric matrix are the rows of its transpose.

    >>> Table(("a",), (np.array([1, 0]),), 2).columns[0]
    array([1, 0])
    """

    names: tuple[str, ...]
    columns: Sequence[Column] | Column
    rows: int


def table(data: Any, names: Sequence[str] = ()) -> Table:
    """Columns from an array, a frame, or a list of rows; without names they are x0, x1, and so on.

    >>> table(np.array([[1, 2], [3, 4]])).names
    ('x0', 'x1')
    >>> table([[1.5], [float("nan")]])
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: column x0 has NaN or infinity in row 1; fill it in or leave the row out
    """
    if hasattr(data, "columns") and not isinstance(data, np.ndarray):
        return _frame(data)
    if hasattr(data, "tocsr"):
        raise BadType("sparse data are not supported; give a dense array, X.toarray()")
    array = _array(data)
    if array.ndim != 2:
        raise BadInput(
            f"expected rows of the same length, got an array with {array.ndim} dimensions. Reshape your data: "
            "X.reshape(-1, 1) makes one column of it, X.reshape(1, -1) one row"
        )
    names = tuple(names) or tuple([f"x{i}" for i in range(array.shape[1])])
    _refuse_empty(array.shape)
    if array.dtype.kind in "biu":
        return Table(names, array.T, len(array))
    if array.dtype.kind == "f":
        array = array.astype(np.float64, copy=False)
        with np.errstate(over="ignore", invalid="ignore"):
            total = array.sum()
        if not np.isfinite(total):
            for name, column in zip(names, array.T, strict=True):
                _finite(name, column)
        return Table(names, array.T, len(array))
    columns = tuple(usable(name, column) for name, column in zip(names, array.T, strict=True))
    return Table(names, columns, len(array))


def _array(data: Any) -> Column:
    """An array of what was given; lists that mix text and numbers keep both."""
    if not isinstance(data, list | tuple):
        return np.asarray(data)
    try:
        array = np.asarray(data)
    except ValueError:
        raise BadInput("expected rows of the same length; they differ") from None
    return array if array.dtype.kind in "biufc" else np.array(data, dtype=object)


def _refuse_empty(shape: tuple[int, int]) -> None:
    for number, what in zip(shape, ("sample", "feature"), strict=True):
        if not number:
            raise BadInput(
                f"expected data, got 0 {what}(s) (shape={shape}) while a minimum of 1 is required."
            )


def _frame(frame: Any) -> Table:
    keys = list(frame.columns)
    names = tuple(map(str, keys))
    _refuse_empty((len(frame), len(keys)))
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise BadInput(f"expected column names that differ, got {twice!r} twice; rename one of them")
    if all(getattr(dtype, "kind", "O") in "biuf" for dtype in frame.dtypes):
        whole = np.asarray(frame)
        if whole.dtype.kind in "biuf":
            return table(whole, names)
    columns = []
    for key, name in zip(keys, names, strict=True):
        values = np.asarray(frame[key])
        category = str(frame[key].dtype) == "category"
        columns.append(_categories(name, values.astype(object)) if category else usable(name, values))
    return Table(names, tuple(columns), len(frame))


def usable(name: str, values: Column) -> Column:
    """A column as finite numbers if it holds numbers, else as text.

    >>> usable("size", np.array([1, 2.5], dtype=object))
    array([1. , 2.5])
    >>> usable("size", np.array([1, "two"], dtype=object))
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: column size mixes numbers and text, such as 1 and 'two'; give one kind of them
    """
    match values.dtype.kind:
        case "b" | "i" | "u":
            return values
        case "f":
            return _finite(name, values.astype(np.float64, copy=False))
        case "U" | "T":
            return values.astype(object)
        case "c":
            raise BadInput(f"column {name}: Complex data not supported; give real numbers")
        case "O":
            return _objects(name, values)
        case _:
            raise BadType(f"column {name} holds {values.dtype}; expected numbers or text")


def _finite(name: str, values: Column) -> Column:
    good = np.isfinite(values)
    if not good.all():
        raise BadInput(
            f"column {name} has NaN or infinity in row {int(good.argmin())}; fill it in or leave the row out"
        )
    return values


def _objects(name: str, values: Column) -> Column:
    if all(isinstance(value, Real) for value in values):
        return _finite(name, values.astype(np.float64))
    _categories(name, values)
    if numbers := [value for value in values if not isinstance(value, str)]:
        text = next(value for value in values if isinstance(value, str))
        raise BadInput(
            f"column {name} mixes numbers and text, such as {numbers[0]!r} and {text!r}; give one kind of them"
        )
    return values


def _categories(name: str, values: Column) -> Column:
    for row, value in enumerate(values):
        if is_missing(value):
            raise BadInput(
                f"column {name} has no value (None or NaN) in row {row}; fill it in or leave the row out"
            )
        if not isinstance(value, str | Real):
            raise BadType(
                f"column {name} holds {value!r} in row {row}, but an argument must be a string or a number"
            )
    return values


def is_missing(value: object) -> bool:
    """Whether a value stands for none: None, NaN, or what frames put in their place.

    >>> is_missing(None), is_missing(float("nan")), is_missing("")
    (True, True, False)
    """
    return value is None or type(value).__name__ in ("NAType", "NaTType") or bool(value != value)
