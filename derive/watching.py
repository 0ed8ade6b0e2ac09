"""A dynamic program to be watched: seeds appear, parts before wholes, and are shared.

>>> from derive.problem import Problem
>>> from derive.forest import explore
>>> search = Problem("search", lambda s: [None] if s[0] == s[1] else [],
...     lambda s: [(k, ((s[0], k), (k + 1, s[1]))) for k in range(*s)])
>>> forest = explore(search, (0, 3))
>>> watch(forest)
Slides('search', 10 steps)
>>> film(forest)
Picture(310 x 260: search, 10 seeds)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from derive.algebra import Algebra
from derive.errors import TooLarge
from derive.forest import Forest, tables
from derive.pictures import Picture
from derive.slides import Slides
from derive.svg import COLOURS, EDGE, GAP, MARGIN, Box, Drawing, beside, box_at, line, number, shrunk, under
from derive.text import plain

S = TypeVar("S")
R = TypeVar("R")
X = TypeVar("X")
V = TypeVar("V")

MOST_DRAWN = 150
"""How many seeds are drawn at most: beyond this, one sees nothing."""

_RISE = 34
_SECONDS = 0.4
_HELD = 6 * _SECONDS
_FADE = 0.3
_KEPT = 6
_SMALL = 280
_FAINT = "#ddd"
_UNSEEN = 0.12


@dataclass(frozen=True)
class _Plot:
    """Where every seed of a forest stands, what it says, and which parts it has."""

    name: str
    boxes: Sequence[Box]
    spots: Sequence[tuple[float, float]]
    parts: Sequence[Sequence[int]]
    width: float
    height: float

    def edge(self, whole: int, part: int, stroke: str, thick: float = 1) -> str:
        (x1, y1), (x2, y2) = self.spots[whole], self.spots[part]
        return line(x1, y1 + self.boxes[whole].height, x2, y2, stroke, thick)

    def box(self, seed: int, colour: str = "") -> str:
        fill, stroke = COLOURS[colour] if colour else (self.boxes[seed].fill, self.boxes[seed].stroke)
        return box_at(self.boxes[seed]._replace(fill=fill, stroke=stroke), *self.spots[seed])

    def outline(self, seed: int) -> str:
        """Where a seed will stand that is not there yet."""
        box, (x, y) = self.boxes[seed], self.spots[seed]
        size = f'width="{number(box.width)}" height="{number(box.height)}" rx="6"'
        dashes = f'fill="none" stroke="{_FAINT}" stroke-dasharray="3"'
        return f'<rect x="{number(x - box.width / 2)}" y="{number(y)}" {size} {dashes}/>'

    @property
    def size(self) -> tuple[float, float]:
        return self.width, self.height


def _plot(
    forest: Forest[S, R, X],
    algebra: Algebra[R, X, V] | None,
    label: Callable[[S], str],
    value: Callable[[V], str],
) -> _Plot:
    if len(forest) > MOST_DRAWN:
        raise TooLarge(
            f"{forest.problem.name}: a forest of {len(forest)} seeds is too large to draw, at most {MOST_DRAWN}; "
            "take a smaller seed"
        )
    parts = [list(dict.fromkeys(p for _, ps in forks.each() for p in ps)) for forks in forest.forks]
    uses = [0] * len(forest)
    for forks in forest.forks:
        for _, taken in forks.each():
            for part in taken:
                uses[part] += 1
    worth = tables(forest, algebra) if algebra is not None else None
    boxes = []
    for place, seed in enumerate(forest.seeds):
        lines = [label(seed)]
        if worth is not None:
            lines.append(", ".join(map(value, worth[place])) or "none")
        lines += [f"{uses[place]} uses"] if uses[place] > 1 else []
        fill, stroke = COLOURS["blue" if uses[place] > 1 else ""]
        boxes.append(Box(tuple(lines), fill, stroke, corner=6))
    heights: list[int] = []
    for below in parts:
        heights.append(1 + max((heights[part] for part in below), default=-1))
    rows: dict[int, list[int]] = {}
    for place in _in_order(forest.seeds):
        rows.setdefault(heights[place], []).append(place)
    return _placed(forest.problem.name, boxes, parts, rows)


def _in_order(seeds: Sequence[Any]) -> list[int]:
    """Seeds sorted, where they can be, so that neighbours stand side by side."""
    try:
        return sorted(range(len(seeds)), key=seeds.__getitem__)
    except TypeError:
        return list(range(len(seeds)))


def _placed(
    name: str, boxes: Sequence[Box], parts: Sequence[Sequence[int]], rows: Mapping[int, Sequence[int]]
) -> _Plot:
    """Wholes above their parts, each row centred."""
    widths = {level: sum(boxes[n].width + GAP for n in row) - GAP for level, row in rows.items()}
    width = max(widths.values()) + 2 * MARGIN
    spots = [(0.0, 0.0)] * len(boxes)
    top = float(MARGIN)
    for level in sorted(rows, reverse=True):
        left = (width - widths[level]) / 2
        for place in rows[level]:
            spots[place] = (left + boxes[place].width / 2, top)
            left += boxes[place].width + GAP
        top += max(boxes[n].height for n in rows[level]) + _RISE
    return _Plot(name, boxes, spots, parts, width, top - _RISE + MARGIN)


def _show(value: object) -> str:
    text = plain(value)
    return text if len(text) <= 24 else f"{text[:23]}…"


def forest_picture(
    forest: Forest[S, R, X],
    algebra: Algebra[R, X, V] | None = None,
    label: Callable[[S], str] = _show,
    value: Callable[[V], str] = _show,
) -> Picture:
    """A forest: wholes above parts, those that several splits share in blue, with what they are worth.

    >>> from derive.problem import Problem
    >>> from derive.forest import explore
    >>> two = Problem("two", lambda n: [n] * (n == 0), lambda n: [("r", (0, 0))] * (n > 0))
    >>> "2 uses" in forest_picture(explore(two, 1)).svg
    True
    """
    plot = _plot(forest, algebra, label, value)
    edges = [plot.edge(whole, part, EDGE) for whole, below in enumerate(plot.parts) for part in below]
    boxes = [plot.box(seed) for seed in range(len(forest))]
    return Picture(Drawing(*plot.size, "\n".join([*edges, *boxes])), f"{plot.name}, {len(forest)} seeds")


def _frame(plot: _Plot, latest: int) -> Drawing:
    """What is known after so many seeds: the latest in orange, what it looks up in blue, the rest to come pale."""
    edges, boxes = [], []
    for seed in range(len(plot.boxes)):
        for part in plot.parts[seed]:
            if seed == latest:
                edges.append(plot.edge(seed, part, COLOURS["orange"][1], 2))
            elif seed < latest:
                edges.append(plot.edge(seed, part, _FAINT))
        if seed > latest:
            boxes.append(plot.outline(seed))
        else:
            colour = "orange" if seed == latest else "blue" if seed in plot.parts[latest] else "grey"
            boxes.append(plot.box(seed, colour))
    return Drawing(*plot.size, "\n".join([*edges, *boxes]))


def watch(
    forest: Forest[S, R, X],
    algebra: Algebra[R, X, V] | None = None,
    label: Callable[[S], str] = _show,
    value: Callable[[V], str] = _show,
) -> Slides:
    """The table being filled, one seed a step: the new one in orange, the parts that it looks up in blue.

    Without a slider, some of the steps are shown side by side.

    >>> from derive.algebra import COUNT
    >>> from derive.problem import Problem
    >>> from derive.forest import explore
    >>> halves = Problem("halves", lambda n: [n] * (n < 2), lambda n: [("+", (n // 2, n - n // 2))] * (n > 1))
    >>> watch(explore(halves, 5), COUNT)
    Slides('halves', 4 steps)
    """
    plot = _plot(forest, algebra, label, value)
    seeds = len(forest)
    frames = [_frame(plot, latest) for latest in range(seeds)]
    titles = [f"{plot.name}, {latest + 1} of {seeds} seeds" for latest in range(seeds)]
    joined = [seed for seed, parts in enumerate(plot.parts) if parts] or [seeds - 1]
    kept = sorted({*joined[:: max(1, len(joined) // _KEPT)][: _KEPT - 1], seeds - 1})
    small = [shrunk(frames[place], _SMALL) for place in kept]
    sheet = beside(
        [under(frame, f"{place + 1} of {seeds} seeds") for place, frame in zip(kept, small, strict=True)]
    )
    return Slides(
        plot.name,
        tuple(Picture(frame, title) for frame, title in zip(frames, titles, strict=True)),
        Picture(sheet, f"{plot.name}, {len(kept)} of {seeds} steps"),
    )


def film(
    forest: Forest[S, R, X],
    algebra: Algebra[R, X, V] | None = None,
    label: Callable[[S], str] = _show,
    value: Callable[[V], str] = _show,
) -> Picture:
    """The same as a picture that moves by itself: it starts with the finished table, then empties and fills it.

    So a printer, or any other that shows the start only, shows the finished table.

    >>> from derive.problem import Problem
    >>> from derive.forest import explore
    >>> film(explore(Problem("leaf", lambda s: [s], lambda s: []), "only")).svg.count("<animate")
    2
    """
    plot = _plot(forest, algebra, label, value)
    every = _HELD + _SECONDS * (len(forest) + 2)
    drawn = []
    for seed in range(len(forest)):
        start = _HELD + _SECONDS * (seed + 1)
        turns = (0, _HELD, _HELD + _FADE, start, start + _FADE, every)
        times = f'keyTimes="{";".join(f"{turn / every:.3f}" for turn in turns)}" dur="{every:.1f}s"'
        values = f'values="1;1;{_UNSEEN};{_UNSEEN};1;1"'
        appear = f'<animate attributeName="opacity" {values} {times} repeatCount="indefinite"/>'
        edges = "".join(plot.edge(seed, part, EDGE) for part in plot.parts[seed])
        drawn.append((f"<g>{appear}{edges}</g>", f"<g>{appear}{plot.box(seed)}</g>"))
    body = "\n".join([edges for edges, _ in drawn] + [box for _, box in drawn])
    return Picture(Drawing(*plot.size, body), f"{plot.name}, {len(forest)} seeds")
