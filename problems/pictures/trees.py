"""Trees laid out tidily: parts side by side as close as their labels allow, roots over the middle of their parts.

>>> from derive import Leaf, Node
>>> chain = Node("a", (Leaf("x"), Node("b", (Leaf("y"), Leaf("z")))))
>>> [(box.text, box.level) for box in laid_out(chain, str, str).boxes]
[('a', 0), ('x', 1), ('b', 1), ('y', 2), ('z', 2)]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from textwrap import wrap
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.textpath import TextPath

from derive import BadInput, Leaf, Node, Tree, size
from derive.layout import tidy
from derive.text import plain
from derive.tree import fold_with
from problems.pictures.canvas import FAINT, INK, Picture, bare, panels, titled

FONT, LEVEL, GAP, PADDING, LINE = 10.0, 46.0, 12.0, 6.0, 13.0
"""The size of the letters, how far levels and boxes lie apart, the room around words, and lines: in points."""

TURN = 0.8
"""How large words on the ways are, to the letters in the boxes."""

POINTS = 72.0
"""Points to an inch."""

LETTERS = 12
"""Letters to an inch, about."""

WIDEST, HIGHEST = 24.0, 16.0
"""The largest picture of a tree alone, in inches."""

NOTHING = "."
"""What a leaf without information is written as; it is drawn as a dot."""

MOST_BRANCHES = 500
"""A larger tree cannot be read as a picture."""

Colour = Callable[[Any], str]


class Box(NamedTuple):
    """A label, the middle of its place, how wide it is, the box it hangs from, and the word on the way there.

    >>> Box("a", 0.0, 0, 20.0, None, "white", True).text
    'a'
    """

    text: str
    middle: float
    level: int
    width: float
    above: int | None
    colour: str
    is_leaf: bool
    turn: str | None = None


class Layout(NamedTuple):
    """Boxes, roots before parts; how wide and how high all of it is, and a level, in points.

    >>> Layout((), 0.0, 0.0).boxes
    ()
    """

    boxes: tuple[Box, ...]
    width: float
    height: float
    rise: float = LEVEL

    @property
    def inches(self) -> tuple[float, float]:
        """How large a panel it needs."""
        return self.width / POINTS, self.height / POINTS

    def within(self, wide: float, high: float) -> tuple[float, float]:
        """How large a panel it gets if none may be larger than this; its letters shrink with it."""
        width, height = self.inches
        scale = min(1.0, wide / width, high / height)
        return width * scale, height * scale


class _Label(NamedTuple):
    """What stands in a box, and its colour."""

    text: str
    colour: str
    turn: str | None = None

    @property
    def width(self) -> float:
        return 2 * PADDING if self.text == NOTHING else width_of(self.text) + 2 * PADDING

    @property
    def room(self) -> float:
        """How wide it is with the word on the way to it."""
        return max(self.width, TURN * width_of(self.turn) + PADDING) if self.turn else self.width


@lru_cache(maxsize=4096)
def width_of(text: str) -> float:
    r"""How wide the widest line of a text is, in points.

    >>> width_of("a") < width_of("aa") == width_of("aa\na")
    True
    """
    lines = [line for line in text.split("\n") if line.strip()]
    return max((float(TextPath((0, 0), line, size=FONT).get_extents().width) for line in lines), default=4.0)


def laid_out(
    tree: Tree[Any, Any],
    root: Callable[[Any], str] = plain,
    leaf: Callable[[Any], str] = plain,
    leaf_colour: Colour = lambda _: "#ffffff",
    root_colour: Colour = lambda _: "#ffffff",
    turns: Callable[[Any], Sequence[str]] = lambda _: (),
) -> Layout:
    """Where the boxes of a tree go; ``turns`` are the words on the ways from a root to its parts.

    >>> from derive import Leaf, Node
    >>> pair = laid_out(Node("root", (Leaf(1), Leaf(2))))
    >>> pair.boxes[0].middle == (pair.boxes[1].middle + pair.boxes[2].middle) / 2
    True
    """
    branches = size(tree)
    if branches > MOST_BRANCHES:
        raise BadInput(
            f"a picture of {branches} branches cannot be read; draw a tree of at most {MOST_BRANCHES}"
        )

    def at_leaf(item: Any) -> Tree[_Label, _Label]:
        return Leaf(_Label(leaf(item), leaf_colour(item)))

    def at_node(label: Any, parts: tuple[Tree[_Label, _Label], ...]) -> Tree[_Label, _Label]:
        hung = parts if not (words := turns(label)) else tuple(map(_reached_by, parts, words))
        return Node(_Label(root(label), root_colour(label)), hung)

    places = tidy(fold_with(at_leaf, at_node, tree), lambda subtree: _label(subtree).room, GAP)
    order = sorted(range(len(places)), key=lambda number: places[number].level)
    here = {number: new for new, number in enumerate(order)}
    low = min(place.x - _label(place.tree).room / 2 for place in places)
    high = max(place.x + _label(place.tree).room / 2 for place in places)
    boxes: list[Box] = []
    for x, level, above, subtree in map(places.__getitem__, order):
        label = _label(subtree)
        is_leaf = isinstance(subtree, Leaf) or not subtree.parts
        boxes.append(
            Box(label.text, x - low, level, label.width, here.get(above), label.colour, is_leaf, label.turn)
        )
    tallest = max(box.text.count("\n") for box in boxes) + 1
    rise = LEVEL + (0 if all(box.turn is None for box in boxes) else 2 * LINE)
    height = rise * boxes[-1].level + LINE * tallest + 2 * PADDING
    return Layout(tuple(boxes), high - low, height, rise)


def _label(tree: Tree[_Label, _Label]) -> _Label:
    return tree.item if isinstance(tree, Leaf) else tree.root


def _reached_by(part: Tree[_Label, _Label], turn: str) -> Tree[_Label, _Label]:
    """The part with a word on the way to it."""
    label = _label(part)._replace(turn=turn)
    return Leaf(label) if isinstance(part, Leaf) else Node(label, part.parts)


def draw_layout(axes: Axes, layout: Layout, answers: Sequence[str] = ()) -> None:
    """Draw a layout into a panel, letters scaled to its size; ``answers`` are written at the root's edges.

    >>> from derive import Leaf, Node
    >>> layout = laid_out(Node("a", (Leaf(1), Leaf(2))))
    >>> picture, [[axes]] = panels([[layout.inches]])
    >>> draw_layout(axes, layout, ("yes", "no"))
    >>> sorted(text.get_text() for text in axes.texts)
    ['1', '2', 'a', 'no', 'yes']
    """
    bare(axes)
    figure = axes.get_figure()
    assert figure is not None
    wide, high = (POINTS * pixels / figure.dpi for pixels in (axes.bbox.width, axes.bbox.height))
    scale = min(1.0, wide / layout.width, high / layout.height)
    axes.set_xlim((layout.width - wide / scale) / 2, (layout.width + wide / scale) / 2)
    axes.set_ylim(-(layout.height + high / scale) / 2, (high / scale - layout.height) / 2)
    seen: dict[int, int] = {}
    for each in layout.boxes:
        height = _height(each, layout.rise)
        if each.above is not None:
            above = layout.boxes[each.above]
            top, bottom = (
                _height(above, layout.rise) - LINE / 2 - PADDING / 2,
                height + (0 if each.text == NOTHING else LINE / 2 + PADDING / 2),
            )
            if each.turn is not None:  # right over the part, where there is room for it
                bottom += LINE / 2 * each.text.count("\n") + TURN * LINE
                _edge_label(axes, each.turn, each.middle, bottom - TURN * LINE / 2, scale)
            axes.plot([above.middle, each.middle], [top, bottom], color=FAINT, linewidth=scale, zorder=1)
            place = seen[each.above] = seen.get(each.above, -1) + 1
            if each.above == 0 and each.turn is None and place < len(answers):
                _edge_label(axes, answers[place], (above.middle + each.middle) / 2, (top + bottom) / 2, scale)
        if each.text == NOTHING:
            axes.plot(each.middle, height, marker="o", markersize=4 * scale, color=FAINT, zorder=3)
            continue
        axes.text(
            each.middle,
            height,
            each.text,
            fontsize=FONT * scale,
            color=INK,
            ha="center",
            va="center",
            zorder=3,
            bbox={
                "boxstyle": "round,pad=0.35" if each.is_leaf else "square,pad=0.3",
                "facecolor": each.colour,
                "edgecolor": FAINT,
                "linewidth": 0.8 * scale,
            },
        )


def _edge_label(axes: Axes, text: str, x: float, y: float, scale: float) -> None:
    axes.text(
        x, y, text, fontsize=TURN * FONT * scale, color=INK, ha="center", va="center", zorder=2,
        bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
    )  # fmt: skip


def _height(box: Box, rise: float) -> float:
    return -LINE / 2 - PADDING - rise * box.level


def tree_picture(
    tree: Tree[Any, Any],
    root: Callable[[Any], str] = plain,
    leaf: Callable[[Any], str] = plain,
    title: str = "",
    answers: Sequence[str] = (),
) -> Picture:
    """Any tree as a figure, laid out tidily.

    >>> from derive import DEPTH, optimum
    >>> from problems.catalans import catalans
    >>> picture = tree_picture(optimum(*catalans("abcdefg"), DEPTH).unwrap().tree)
    >>> len(picture.axes[0].texts)
    7
    """
    return layout_picture(laid_out(tree, root, leaf), title, answers)


def layout_picture(layout: Layout, title: str = "", answers: Sequence[str] = ()) -> Picture:
    """A layout as a figure, wide enough for its title, which may take several lines.

    >>> from derive import Leaf
    >>> picture = layout_picture(laid_out(Leaf("alone")), "a title that is longer than the tree is wide, and more so")
    >>> picture.axes[0].get_title().count(chr(10))
    1
    """
    wide, high = layout.within(WIDEST, HIGHEST)
    lines = wrap(title, max(40, int(wide * LETTERS)))
    room = max([wide, 1.5, *(width_of(line) / POINTS for line in lines)])
    picture, [[axes]] = panels([[(room, max(high, 0.5))]], head=max(0, len(lines) - 1) * LINE / POINTS)
    draw_layout(axes, layout, answers)
    titled(axes, "\n".join(lines))
    return picture
