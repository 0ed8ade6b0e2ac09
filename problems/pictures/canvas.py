"""Figures without a window: panels of known size in rows, colours, and files written whole or not at all.

>>> picture, rows = panels([[(3, 2), (2, 2)]])
>>> [len(axes) for axes in rows]
[2]
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from derive import BadInput
from problems.files import check_writable, whole_file

LIGHT = (
    "#cfe3f7", "#fbdcc0", "#d3ecd0", "#f3cfd6", "#e2d6f0", "#f6ecb8", "#d0ecec", "#e5e0d5", "#f7d3e6", "#dcdcdc",
    "#c9ebf7", "#e4eec2",
)  # fmt: skip
DARK = (
    "#1f5f9e", "#c05a00", "#2f7d2a", "#a3283f", "#6b4398", "#8a7400", "#11777a", "#6b5d40", "#c2347f", "#4d4d4d",
    "#0a8fb5", "#6d8f00",
)  # fmt: skip
"""Colours of areas, and in the same order of what stands on them; after the last the first comes again."""

INK, FAINT = "#333333", "#999999"
FORMATS = ("png", "svg", "pdf")
LEFT, RIGHT, TOP, BOTTOM = 0.62, 0.18, 0.42, 0.52
"""The room that a panel has around it for its title, its ticks and their labels, in inches."""


class Picture(Figure):
    """A matplotlib figure that shows itself in a notebook, whatever was loaded there before.

    >>> Picture(figsize=(1, 1))._repr_png_()[1:4]
    b'PNG'
    """

    def _repr_png_(self) -> bytes:
        drawn = BytesIO()
        self.savefig(drawn, format="png", dpi=100)
        return drawn.getvalue()


def light(number: int) -> str:
    """The colour of an area by number.

    >>> light(0) == light(len(LIGHT))
    True
    """
    return LIGHT[number % len(LIGHT)]


def dark(number: int) -> str:
    """The colour of a line, a point or a word by number.

    >>> dark(0) == light(0)
    False
    """
    return DARK[number % len(DARK)]


def panels(
    rows: Sequence[Sequence[tuple[float, float]]], foot: float = 0.0, head: float = 0.0
) -> tuple[Picture, list[list[Axes]]]:
    """Axes in rows, each as wide and as high as it says, in inches; rows and their panels are centred.

    The ``foot`` is room below all of them, the ``head`` more room above each for longer titles.

    >>> picture, [[left, right]] = panels([[(4, 3), (2, 1)]])
    >>> print(f"{left.get_position().width * picture.get_figwidth():.2f} inches")
    4.00 inches
    """
    widths = [sum(LEFT + width + RIGHT for width, _ in row) for row in rows]
    heights = [max(height for _, height in row) + head + TOP + BOTTOM for row in rows]
    whole, high = max(widths), sum(heights) + foot
    picture = Picture(figsize=(whole, high))
    found: list[list[Axes]] = []
    top = high
    for row, wide, tall in zip(rows, widths, heights, strict=True):
        start, axes = (whole - wide) / 2, []
        for width, height in row:
            bottom = top - tall + BOTTOM + (tall - head - TOP - BOTTOM - height) / 2
            box = ((start + LEFT) / whole, bottom / high, width / whole, height / high)
            axes.append(picture.add_axes(box))
            start += LEFT + width + RIGHT
        top -= tall
        found.append(axes)
    return picture, found


def bare(axes: Axes) -> None:
    """Take away the frame and the ticks.

    >>> picture, [[axes]] = panels([[(1, 1)]])
    >>> bare(axes)
    >>> axes.axison
    False
    """
    axes.set_axis_off()


def named(
    axes: Axes, text: str, at: tuple[float, float], away: tuple[float, float], colour: str = INK
) -> None:
    """Write a name beside a place, so many points away, on a pale ground that keeps it readable over lines.

    >>> picture, [[axes]] = panels([[(1, 1)]])
    >>> named(axes, "s0", (0.5, 0.5), (5, 5))
    >>> axes.texts[0].get_text()
    's0'
    """
    axes.annotate(
        text, at, xytext=away, textcoords="offset points", fontsize=9, color=colour, ha="center", va="center", zorder=5,
        bbox={"boxstyle": "square,pad=0.08", "facecolor": "white", "edgecolor": "none", "alpha": 0.65},
    )  # fmt: skip


def titled(axes: Axes, text: str) -> None:
    """Write a title above a panel.

    >>> picture, [[axes]] = panels([[(1, 1)]])
    >>> titled(axes, "K-D cells")
    >>> axes.get_title()
    'K-D cells'
    """
    axes.set_title(text, fontsize=10, color=INK)


def save(figure: Figure, path: str | Path) -> None:
    """Write a figure to a file: PNG, SVG or PDF, by its name; whole or not at all.

    >>> save(Picture(), "picture.gif")
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: picture.gif: expected a name that ends in .png, .svg or .pdf
    """
    place = Path(path)
    kind = check_name(place)
    with whole_file(place) as part:
        figure.savefig(part, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else None)


def check_name(place: Path) -> str:
    """The format that the name of a file stands for, if a picture can be written there.

    >>> check_name(Path("picture.PNG"))
    'png'
    """
    kind = place.suffix.lower().removeprefix(".")
    if kind not in FORMATS:
        raise BadInput(f"{place}: expected a name that ends in .png, .svg or .pdf")
    check_writable(place)
    return kind
