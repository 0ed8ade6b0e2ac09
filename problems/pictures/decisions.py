"""What a model says where in the plane: regions by colour, the data on them, rules as lines, the tree beside.

A model is anything with a ``predict`` for rows of two columns; those of ``problems.learn`` and the trees of
``odt_ml`` show their tree too. Rules to be drawn over the whole plane are rules over the columns, or have a
``holds`` that answers for rows of two columns.

>>> import numpy as np
>>> from problems import OptimalTreeClassifier
>>> X, y = np.array([[0, 0], [1, 3], [2, 1], [3, 2]]), ["a", "b", "a", "b"]
>>> picture = regions(OptimalTreeClassifier(max_depth=1).fit(X, y), X, y)
>>> picture.axes[0].get_title()
'1 rule, 0 of 4 wrong'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap, to_hex
from numpy.typing import NDArray

from derive import BadInput, Tree, leaves, level_order
from problems.learn.export import verdict
from problems.learn.interval import Interval
from problems.learn.model import Model, Outcome
from problems.learn.rules import AnyRule, Rule
from problems.learn.switch import Switch
from problems.pictures.canvas import INK, Picture, dark, light, panels, titled
from problems.pictures.models import Data, Shown, in_the_plane, shown, sides
from problems.pictures.trees import Layout, draw_layout, laid_out, layout_picture
from problems.rules.surface import Surface

SIDE, SMALL_SIDE, FOOT = 4.2, 3.2, 0.3
GRID = 400
"""How many places a side of the plane is asked at."""

MARKERS = "os^DvPX*"
MOST_CLASSES = len(MARKERS)
"""As many as can be told apart."""


class Side(Protocol):
    """A rule that says of places in the plane for which of them it holds."""

    def holds(self, places: NDArray[np.float64], /) -> NDArray[np.bool_]:
        """For which places, one a row, the answer is yes."""


class _Labels(NamedTuple):
    """What is predicted: labels with a colour each, or numbers on a scale."""

    labels: tuple[Any, ...]
    low: float = 0.0
    high: float = 1.0

    def colour(self, value: Any) -> str:
        if self.labels:
            return light(self.labels.index(value))
        return str(to_hex(_SCALE((float(value) - self.low) / ((self.high - self.low) or 1.0))))


_SCALE = ListedColormap(colormaps["YlGnBu"](np.linspace(0.0, 0.6, 256)))
"""Light enough to write on."""


def _labels(y: NDArray[Any], models: Sequence[Shown], places: NDArray[np.float64]) -> _Labels:
    told = {model.numbers for model in models} - {None}
    if told == {True} or (not told and y.dtype.kind == "f"):
        return _Labels((), float(y.min()), float(y.max()))
    said = [model.predict(places) for model in models]
    values = {value for each in (y, *said) for value in each.tolist()}
    found = sorted(
        values.union(*(model.classes for model in models)), key=lambda value: (str(type(value)), value)
    )
    if len(found) > MOST_CLASSES:
        raise BadInput(f"regions of at most {MOST_CLASSES} labels can be told apart, got {len(found)}")
    return _Labels(tuple(found))


def _checked(given: Any, y: Any, names: Sequence[str]) -> tuple[Data, NDArray[Any]]:
    data, values = in_the_plane(given), np.asarray(y)
    if names:
        data = data._replace(names=tuple(names))
    if values.shape != (len(data.places),):
        raise BadInput(f"expected a label for each of {len(data.places)} rows, got {values.size}")
    return data, values


def regions(
    model: Any, X: Any, y: Any, rules: Sequence[Side | AnyRule] = (), names: Sequence[str] = ()
) -> Picture:
    """What a model says in every place of the plane, its data, where its leaves meet, and its tree beside.

    Rows that it gets wrong have a ring. ``rules`` are drawn over the whole plane, as broken lines. Where
    ``y`` holds floats, numbers are predicted, and colours are a scale. Columns of an array may be given names.

    >>> import numpy as np
    >>> class Diagonal:
    ...     def predict(self, places): return places[:, 0] > places[:, 1]
    ...     def holds(self, places): return places[:, 0] > places[:, 1]
    >>> picture = regions(Diagonal(), [[0, 1], [1, 0], [2, 1]], [False, True, False], rules=[Diagonal()])
    >>> picture.axes[0].get_title()
    '1 of 3 wrong'
    """
    data, values = _checked(X, y, names)
    asked = shown(model, data)
    labels = _labels(values, [asked], data.places)
    if asked.tree is None:
        picture, [[axes]] = panels([[(SIDE, SIDE)]], foot=FOOT)
    else:
        layout = _layout(asked.tree, labels)
        picture, [[axes, beside]] = panels([[(SIDE, SIDE), layout.within(14, 8)]], foot=FOOT)
        draw_layout(beside, layout, ("yes", "no"))
    _draw(axes, asked, data, values, labels)
    for rule in rules:
        _draw_rule(axes, rule, data)
    _legend(picture, axes, labels)
    return picture


def model_tree(model: Model) -> Picture:
    """The tree of a model alone, leaves coloured by label: for data that are not in the plane.

    >>> from derive import Leaf
    >>> model_tree(Model(("a",), Leaf(Outcome("x", 3, (3.0,))), ("x",))).axes[0].texts[0].get_text()
    'x\\n3 rows'
    """
    values = [outcome.value for outcome in leaves(model.tree)]
    scale = [float(value) for value in values] if not model.classes else [0.0]
    layout = _layout(model.tree, _Labels(model.classes, min(scale), max(scale)))
    return layout_picture(layout, verdict(model), ("yes", "no"))


def compared(models: Mapping[str, Any] | Sequence[Any], X: Any, y: Any, names: Sequence[str] = ()) -> Picture:
    """Several models of the same data side by side, with their sizes and errors. Paper: Figure 3.

    >>> from problems import OptimalTreeClassifier
    >>> X, y = [[0, 0], [1, 3], [2, 1], [3, 2]], [0, 1, 1, 0]
    >>> fits = {f"depth {d}": OptimalTreeClassifier(max_depth=d).fit(X, y) for d in (1, 2)}
    >>> [axes.get_title() for axes in compared(fits, X, y).axes]
    ['depth 1\\n1 rule, 1 of 4 wrong', 'depth 2\\n2 rules, 0 of 4 wrong']
    """
    named = (
        models
        if isinstance(models, Mapping)
        else {f"{type(m).__name__} {i}": m for i, m in enumerate(models, 1)}
    )
    if not named:
        raise BadInput("expected models to compare, got none")
    data, values = _checked(X, y, names)
    asked = {name: shown(model, data) for name, model in named.items()}
    labels = _labels(values, list(asked.values()), data.places)
    picture, [row] = panels([[(SMALL_SIDE, SMALL_SIDE)] * len(asked)], foot=FOOT, head=0.15)
    for axes, (name, each) in zip(row, asked.items(), strict=True):
        _draw(axes, each, data, values, labels, f"{name}\n")
    _legend(picture, row[0], labels)
    return picture


def _layout(tree: Tree[Any, Outcome], labels: _Labels) -> Layout:
    return laid_out(
        tree,
        _short_rule,
        lambda outcome: f"{_short(outcome.value)}\n{outcome.rows} row{'' if outcome.rows == 1 else 's'}",
        lambda outcome: labels.colour(outcome.value),
        turns=_turns(tree),
    )


def _turns(tree: Tree[Any, Outcome]) -> Callable[[Any], Sequence[str]]:
    """The words at the parts of every branch, if some branch has others than yes and no."""
    if not any(isinstance(question, Switch) for question in level_order(tree)):
        return lambda _: ()
    return lambda question: question.words if isinstance(question, Switch) else ("yes", "no")


def _short(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _rounded(limit: float | None) -> float | None:
    return float(_short(limit)) if isinstance(limit, float) else limit


def _short_rule(rule: Any) -> str:
    """A rule with its number rounded, for there is little room; other rules as they write themselves."""
    if isinstance(rule, Rule) and isinstance(rule.value, float):
        return str(rule) if str(rule) == rule.column else f"{rule.column} {rule.test} {_short(rule.value)}"
    if isinstance(rule, Interval):
        return str(Interval(rule.column, *map(_rounded, rule.part)))
    return str(rule)


def _grid(places: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The places that are asked along either axis: around the data with some room to spare."""
    low, high = places.min(axis=0), places.max(axis=0)
    room = 0.07 * np.where(high > low, high - low, 1.0)
    return np.linspace(low[0] - room[0], high[0] + room[0], GRID), np.linspace(
        low[1] - room[1], high[1] + room[1], GRID
    )


def _everywhere(
    ask: Callable[[NDArray[np.float64]], NDArray[Any]], places: NDArray[np.float64]
) -> NDArray[Any]:
    across, up = _grid(places)
    x, y = np.meshgrid(across, up)
    return np.asarray(ask(np.column_stack([x.ravel(), y.ravel()]))).reshape(GRID, GRID)


def _draw_rule(axes: Axes, rule: Side | AnyRule, data: Data) -> None:
    """The border of where a rule holds, as a broken line; nothing, if it holds everywhere or nowhere."""
    across, up = _grid(data.places)
    if isinstance(rule, Surface) and rule.columns == data.names:
        height = rule.boundary((across[0], up[0]), (across[-1], up[-1]), GRID).height
    else:
        height = _everywhere(lambda places: sides(rule, places, data.names), data.places) - 0.5
    if height.min() < 0 < height.max():
        axes.contour(across, up, height, levels=[0.0], colors=INK, linestyles="--", linewidths=1.0)


def _draw(axes: Axes, asked: Shown, data: Data, y: NDArray[Any], labels: _Labels, name: str = "") -> None:
    across, up = _grid(data.places)
    said = _everywhere(asked.predict, data.places)
    extent = (across[0], across[-1], up[0], up[-1])
    if labels.labels:
        number = {label: place for place, label in enumerate(labels.labels)}
        numbers = np.vectorize(lambda value: number.get(value, -1), otypes=[int])(said)
        colours = ListedColormap([light(place) for place in range(len(number))])
        style: dict[str, Any] = {"cmap": colours, "vmin": -0.5, "vmax": len(number) - 0.5}
    else:
        numbers, style = said.astype(float), {"cmap": _SCALE, "vmin": labels.low, "vmax": labels.high}
    axes.imshow(numbers, extent=extent, origin="lower", aspect="auto", interpolation="nearest", **style)
    if asked.part is not None:
        parts = _everywhere(asked.part, data.places)
        for part in np.unique(parts):
            axes.contour(across, up, (parts == part).astype(float), levels=[0.5], colors=INK, linewidths=0.8)
    _draw_points(axes, data.places, y, labels)
    titled(axes, f"{name}{asked.words}{_judged(axes, asked.predict(data.places), data.places, y, labels)}")
    axes.set_xlim(extent[:2])
    axes.set_ylim(extent[2:])
    axes.set_xlabel(data.names[0], fontsize=9, color=INK)
    axes.set_ylabel(data.names[1], fontsize=9, color=INK)
    axes.tick_params(labelsize=8, colors=INK)


def _draw_points(axes: Axes, places: NDArray[np.float64], y: NDArray[Any], labels: _Labels) -> None:
    look: dict[str, Any] = {"s": 22, "edgecolors": "white", "linewidths": 0.6, "zorder": 3}
    if not labels.labels:
        axes.scatter(
            places[:, 0],
            places[:, 1],
            c=y,
            cmap=_SCALE,
            vmin=labels.low,
            vmax=labels.high,
            **{**look, "edgecolors": INK},
        )
        return
    for number, label in enumerate(labels.labels):
        own = places[np.array([value == label for value in y.tolist()], dtype=bool)]
        axes.scatter(
            own[:, 0], own[:, 1], color=dark(number), marker=MARKERS[number], label=str(label), **look
        )


def _judged(
    axes: Axes, said: NDArray[Any], places: NDArray[np.float64], y: NDArray[Any], labels: _Labels
) -> str:
    """How good the answers are, in words; rows with a wrong label get a ring."""
    if not labels.labels:
        return f"mean squared error {float(np.mean((said.astype(float) - y) ** 2)):.4g}"
    wrong = np.array([a != b for a, b in zip(said.tolist(), y.tolist(), strict=True)], dtype=bool)
    axes.scatter(
        places[wrong, 0],
        places[wrong, 1],
        s=70,
        facecolors="none",
        edgecolors="black",
        linewidths=1.2,
        zorder=4,
    )
    return f"{int(wrong.sum())} of {len(y)} wrong"


def _legend(picture: Picture, axes: Axes, labels: _Labels) -> None:
    if labels.labels:
        picture.legend(
            *axes.get_legend_handles_labels(),
            loc="lower center",
            ncols=len(labels.labels),
            fontsize=9,
            frameon=False,
        )
