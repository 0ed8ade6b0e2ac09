"""Models as they are drawn: anything with a ``predict`` for rows of two columns, and data to go with it.

>>> in_the_plane([[0, 1], [2, 3]]).names
('x0', 'x1')
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from derive import BadInput, Tree, size
from problems.learn.model import Model, Outcome
from problems.learn.table import Table


class Data(NamedTuple):
    """Checked data in the plane: numbers, what the columns are called, and how to make rows like them.

    >>> Data(np.zeros((1, 2)), ("a", "b"), lambda rows: rows).names
    ('a', 'b')
    """

    places: NDArray[np.float64]
    names: tuple[str, ...]
    like: Callable[[NDArray[np.float64]], Any]


def in_the_plane(given: Any) -> Data:
    """Check that data have two columns of finite numbers, and keep their names and kind.

    >>> in_the_plane([[1, 2, 3]])
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: regions are drawn for data with two columns of numbers, got 3 columns
    """
    framed = hasattr(given, "columns") and hasattr(given, "iloc")
    try:
        places = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise BadInput("regions are drawn for data with two columns of numbers, got others") from None
    if places.ndim != 2 or places.shape[1] != 2:
        got = f"{places.shape[1]} columns" if places.ndim == 2 else f"an array with {places.ndim} dimensions"
        raise BadInput(f"regions are drawn for data with two columns of numbers, got {got}")
    if not len(places) or not np.isfinite(places).all():
        raise BadInput("regions are drawn for rows of finite numbers, got NaN, infinity or no rows")
    names = tuple(map(str, given.columns)) if framed else ("x0", "x1")
    return Data(
        places,
        names,
        (lambda rows: type(given)(rows, columns=given.columns)) if framed else (lambda rows: rows),
    )


class Shown(NamedTuple):
    """A model as it is drawn: what it says, in which part of the plane a place lies, how many rules it has.

    >>> Shown(lambda places: places[:, 0]).words
    ''
    """

    predict: Callable[[NDArray[np.float64]], NDArray[Any]]
    part: Callable[[NDArray[np.float64]], NDArray[Any]] | None = None
    branches: int | None = None
    tree: Tree[Any, Outcome] | None = None
    numbers: bool | None = None
    """Whether it predicts numbers rather than labels; None if it does not say."""
    classes: tuple[Any, ...] = ()

    @property
    def words(self) -> str:
        """How many rules it has, in words; nothing if that is not known."""
        return "" if self.branches is None else f"{self.branches} rule{'' if self.branches == 1 else 's'}, "


def shown(model: Any, data: Data) -> Shown:
    """How to ask a model: one of ``problems.learn``, an estimator of scikit-learn, anything with ``predict``.

    >>> shown(3, in_the_plane([[0, 0]]))
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: expected a fitted model with predict, got 3
    """
    own = model if isinstance(model, Model) else getattr(model, "model_", None)
    if isinstance(own, Model):
        names = data.names if model is own else own.columns
        if len(names) != 2:
            raise BadInput(f"regions are drawn for models of two columns, but this one has {len(names)}")

        def table(places: NDArray[np.float64]) -> Table:
            return Table(names, tuple(places.T), len(places))

        return Shown(
            lambda places: own.predict(table(places)),
            lambda places: own.leaf(table(places)),
            branches=size(own.tree),
            tree=own.tree,
            numbers=not own.classes,
            classes=own.classes,
        )
    if not callable(getattr(model, "predict", None)):
        raise BadInput(f"expected a fitted model with predict, got {model!r}")
    asked = Shown(
        lambda places: np.asarray(model.predict(data.like(places))),
        classes=tuple(np.asarray(getattr(model, "classes_", ())).tolist()),
    )
    nodes = getattr(getattr(model, "tree_", None), "node_count", None)
    if nodes is None:
        return asked
    return asked._replace(
        part=lambda places: np.asarray(model.apply(data.like(places))), branches=int(nodes) // 2
    )
