"""Models as they are drawn: anything with a ``predict`` for rows of two columns, and data to go with it.

>>> in_the_plane([[0, 1], [2, 3]]).names
('x0', 'x1')
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from derive import BadInput, Tree, leaves, map_leaves, size
from problems.learn.interval import Interval
from problems.learn.model import Model, Outcome, routed
from problems.learn.rules import Rule, asked, said
from problems.learn.table import Table
from problems.rules.odt import Grown
from problems.rules.surface import Surface


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


def sides(rule: Any, places: NDArray[np.float64], names: Sequence[str]) -> NDArray[np.bool_]:
    """For which places a rule holds: a rule over named columns, else one with ``side`` or ``holds`` for places.

    >>> from problems.learn.rules import Rule
    >>> sides(Rule("b", "<=", 3), np.array([[9.0, 1.0], [0.0, 5.0]]), ("a", "b")).tolist()
    [True, False]
    """
    if isinstance(rule, Rule | Interval | Surface):
        lacking = [column for column in asked(rule) if column not in names]
        if lacking:
            raise BadInput(f"the rule {rule} asks of {lacking[0]!r}; the columns are {', '.join(names)}")
        return said(rule, [places[:, names.index(column)] for column in asked(rule)])
    if callable(getattr(rule, "holds", None)):
        return np.asarray(rule.holds(places), dtype=bool)
    if callable(getattr(rule, "side", None)):
        return np.array([bool(rule.side(place)) for place in places.tolist()], dtype=bool)
    raise BadInput(f"expected a rule that holds for some places, got {rule!r}")


def _grown(model: Grown) -> Shown:
    """A tree of ``odt_ml``: rules are asked of places by position, whatever the columns are called here."""
    points = model.cuts.places.points
    if len(points[0]) != 2:
        raise BadInput(f"regions are drawn for models of two columns, but this one has {len(points[0])}")
    labels = np.empty(size(model.tree) + 1, dtype=object)
    labels[:] = list(leaves(model.tree))

    def part(places: NDArray[np.float64]) -> NDArray[np.intp]:
        def ask(rule: Any, here: NDArray[np.intp]) -> NDArray[np.intp]:
            return 1 - sides(rule, places[here], getattr(rule, "columns", ()))

        ends = np.empty(len(places), dtype=np.intp)
        for number, rows in enumerate(routed(model.tree, len(places), ask)[0]):
            ends[rows] = number
        return ends

    came, _ = routed(
        model.tree,
        len(points),
        lambda rule, here: np.array([not rule.side(points[i]) for i in here], np.intp),
    )
    outcomes = iter([Outcome(label, len(rows)) for label, rows in zip(labels, came, strict=True)])
    return Shown(
        lambda places: np.asarray(labels[part(places)]),
        part,
        branches=size(model.tree),
        tree=map_leaves(lambda _: next(outcomes), model.tree),
        numbers=False,
    )


def shown(model: Any, data: Data) -> Shown:
    """How to ask a model: one of ``problems.learn``, a tree of ``odt_ml``, an estimator of
    scikit-learn, anything with ``predict`` for rows.

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
    if isinstance(model, Grown):
        return _grown(model)
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
