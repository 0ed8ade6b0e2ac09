"""Pictures as plain SVG text: boxes with words, lines between them, nothing to install.

>>> from derive.tree import Leaf, Node
>>> drawing = boxed(Node(Box(("r",)), (Leaf(DOT), Leaf(DOT))))
>>> drawing.body.count("<line"), drawing.width > 0
(2, True)
>>> print(document(Drawing(20, 10, "<!-- nothing -->"), title="a < b"))
<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" viewBox="0 0 20 10" font-family="system-ui, sans-serif" font-size="13" text-anchor="middle">
<title>a &lt; b</title>
<path d="M0 0H20V10H0Z" fill="#fff"/>
<!-- nothing -->
</svg>
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from derive.layout import Place, tidy
from derive.tree import Leaf, Node, Tree

LETTER, LINE, PADDING, GAP, RISE, MARGIN = 7.5, 17, 10, 14, 40, 8
"""How wide a letter is and how high a line; what stands around words, between boxes, between levels, outside."""

NEAR = 0.7
"""How far down its line the turn of a box stands: nearer to the box, where there is more room."""

PAPER, INK, PALE, EDGE = "#fff", "#222", "#555", "#888"

COLOURS = {
    "": (PAPER, "#666"),
    "grey": ("#eceff1", "#78909c"),
    "blue": ("#cfe3f7", "#1565c0"),
    "orange": ("#fbdcc0", "#d9730d"),
    "green": ("#d3ecd0", "#2e7d32"),
    "red": ("#f9cfd3", "#c62828"),
    "purple": ("#e2d6f0", "#6a3fa0"),
    "yellow": ("#f6ecb8", "#a08600"),
}
"""Colours by name: what a box is filled with, and its outline."""


class Box(NamedTuple):
    """Lines of text in a box, without a line a dot; ``turn`` is the word on the line that leads to it.

    >>> Box(("two", "lines")).height, Box(()).width
    (44.0, 9.0)
    """

    lines: tuple[str, ...]
    fill: str = PAPER
    stroke: str = "#666"
    corner: float = 8
    turn: str = ""

    @property
    def width(self) -> float:
        """How wide the box is."""
        return max(22.0, max(map(len, self.lines)) * LETTER + 2 * PADDING - 2) if self.lines else 9.0

    @property
    def height(self) -> float:
        """How high the box is."""
        return float(len(self.lines) * LINE + PADDING) if self.lines else 9.0


DOT = Box((), fill="#666")
"""A leaf without information."""


class Drawing(NamedTuple):
    """SVG elements, and the size of the area that they need.

    >>> Drawing(30, 20, "<g/>").width
    30
    """

    width: float
    height: float
    body: str


def number(value: float) -> str:
    """A coordinate, to a tenth of a pixel.

    >>> number(3.0), number(2.34), number(-0.01)
    ('3', '2.3', '0')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def box_at(box: Box, x: float, y: float) -> str:
    """A box whose upper side has its middle at a point.

    >>> box_at(DOT, 5, 0)
    '<circle cx="5" cy="4.5" r="4.5" fill="#666"/>'
    """
    if not box.lines:
        return f'<circle cx="{number(x)}" cy="{number(y + 4.5)}" r="4.5" fill="{box.fill}"/>'
    outline = (
        f'<rect x="{number(x - box.width / 2)}" y="{number(y)}" width="{number(box.width)}" '
        f'height="{number(box.height)}" rx="{number(box.corner)}" fill="{box.fill}" stroke="{box.stroke}"/>'
    )
    return outline + "".join(
        words(line, x, y + LINE * (place + 1), small=place > 0) for place, line in enumerate(box.lines)
    )


def words(
    text: str, x: float, y: float, *, small: bool = False, colour: str = "", start: bool = False
) -> str:
    """A line of text whose base line has its middle, or its start, at a point.

    >>> words("a<b", 1, 2)
    '<text x="1" y="2" fill="#222">a&lt;b</text>'
    """
    colour = colour or (PALE if small else INK)
    size = ' font-size="11"' if small else ""
    anchor = ' text-anchor="start"' if start else ""
    return f'<text x="{number(x)}" y="{number(y)}" fill="{colour}"{size}{anchor}>{escape(text)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, stroke: str = EDGE, width: float = 1) -> str:
    """A straight line.

    >>> line(0, 0, 1, 2)
    '<line x1="0" y1="0" x2="1" y2="2" stroke="#888"/>'
    """
    thick = "" if width == 1 else f' stroke-width="{number(width)}"'
    ends = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
    return f'<line {ends} stroke="{stroke}"{thick}/>'


def boxed(tree: Tree[Box, Box], turns: Sequence[str] = ()) -> Drawing:
    """A tree of boxes, laid out tidily; ``turns`` are words on the lines into the parts of any branch.

    A box that has a ``turn`` of its own is reached by that.

    >>> from derive.tree import Leaf, Node
    >>> ">no<" in boxed(Node(Box(("x?",)), (Leaf(DOT), Leaf(DOT))), turns=("yes", "no")).body
    True
    """
    places = tidy(tree, lambda subtree: _wide(_box(subtree)), GAP)
    left = min(place.x - _box(place.tree).width / 2 for place in places) - MARGIN
    right = max(place.x + _box(place.tree).width / 2 for place in places) + MARGIN
    rise = RISE + (LINE if turns or any(_box(place.tree).turn for place in places) else 0)
    tops = _tops(places, rise)
    edges, boxes = [], []
    ranks = [0] * len(places)
    for place in places:
        box, x, y = _box(place.tree), place.x - left, tops[place.level]
        boxes.append(box_at(box, x, y))
        if place.above < 0:
            continue
        above = places[place.above]
        x0, y0 = above.x - left, tops[above.level] + _box(above.tree).height
        edges.append(line(x0, y0, x, y))
        rank, ranks[place.above] = ranks[place.above], ranks[place.above] + 1
        if turn := box.turn or "".join(turns[rank : rank + 1]):
            halo = f'stroke="{PAPER}" stroke-width="5" paint-order="stroke"'
            along = NEAR if box.turn else 0.5
            where = f'x="{number(x0 + (x - x0) * along)}" y="{number(y0 + (y - y0) * along + 4)}"'
            edges.append(f'<text {where} fill="{PALE}" {halo}>{escape(turn)}</text>')
    height = max(tops[place.level] + _box(place.tree).height for place in places) + MARGIN
    return Drawing(right - left, height, "\n".join([*edges, *boxes]))


def reached_by(tree: Tree[Box, Box], turn: str) -> Tree[Box, Box]:
    """A tree of boxes with a word on the line that leads to it.

    >>> from derive.tree import Leaf
    >>> reached_by(Leaf(DOT), "red").item.turn
    'red'
    """
    if isinstance(tree, Leaf):
        return Leaf(tree.item._replace(turn=turn))
    return Node(tree.root._replace(turn=turn), tree.parts)


def _box(tree: Tree[Box, Box]) -> Box:
    return tree.item if isinstance(tree, Leaf) else tree.root


def _wide(box: Box) -> float:
    """How much room a box takes beside others; its turn stands further up, where lines are closer."""
    return max(box.width, len(box.turn) * LETTER / NEAR)


def _tops(places: Sequence[Place[Box, Box]], rise: float) -> list[float]:
    """Where each level starts: below the highest box of the one above."""
    highest: dict[int, float] = {}
    for place in places:
        highest[place.level] = max(highest.get(place.level, 0.0), _box(place.tree).height)
    tops = [float(MARGIN)]
    for level in range(len(highest) - 1):
        tops.append(tops[-1] + highest[level] + rise - LINE)
    return tops


def document(drawing: Drawing, title: str = "") -> str:
    """A whole SVG file: white paper, so that it can be read on a dark page too.

    >>> document(Drawing(1, 1, ""))[:4]
    '<svg'
    """
    width, height = number(drawing.width), number(drawing.height)
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    style = 'font-family="system-ui, sans-serif" font-size="13" text-anchor="middle"'
    paper = f'<path d="M0 0H{width}V{height}H0Z" fill="{PAPER}"/>'
    named = f"<title>{escape(title)}</title>\n" if title else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>\n{named}{paper}\n{drawing.body}\n</svg>'


def beside(drawings: Sequence[Drawing], columns: int | None = None, most: float = 860) -> Drawing:
    """Drawings in a grid of equal cells, in as many columns as fit into ``most`` pixels, or in so many, made small.

    >>> one = Drawing(100, 50, "<g/>")
    >>> beside([one] * 5, columns=3)[:2]
    (300, 100.0)
    """
    if not drawings:
        return Drawing(2 * MARGIN, 2 * MARGIN, "")
    wide = max(drawing.width for drawing in drawings)
    columns = min(len(drawings), columns or max(1, int(most // wide)))
    rows = [drawings[start : start + columns] for start in range(0, len(drawings), columns)]
    placed, top = [], 0.0
    for row in rows:
        for column, drawing in enumerate(row):
            x = column * wide + (wide - drawing.width) / 2
            placed.append(f'<g transform="translate({number(x)} {number(top)})">\n{drawing.body}\n</g>')
        top += max(drawing.height for drawing in row)
    return shrunk(Drawing(columns * wide, top, "\n".join(placed)), most)


def under(drawing: Drawing, caption: str, colour: str = "") -> Drawing:
    """A drawing with a line of text below it.

    >>> under(Drawing(10, 10, ""), "a caption")[:2]
    (74.0, 27)
    """
    width = max(drawing.width, len(caption) * 6.0 + 2 * PADDING)
    moved = f'<g transform="translate({number((width - drawing.width) / 2)} 0)">\n{drawing.body}\n</g>'
    text = words(caption, width / 2, drawing.height + LINE - 8, small=True, colour=colour)
    return Drawing(width, drawing.height + LINE, f"{moved}\n{text}")


def shrunk(drawing: Drawing, width: float) -> Drawing:
    """A drawing made small enough for a width; one that fits stays as it is.

    >>> shrunk(Drawing(100, 50, "<g/>"), 50)
    Drawing(width=50.0, height=25.0, body='<g transform="scale(0.5)"><g/></g>')
    """
    scale = min(1.0, width / drawing.width)
    if scale == 1:
        return drawing
    body = f'<g transform="scale({scale:.4g})">{drawing.body}</g>'
    return Drawing(drawing.width * scale, drawing.height * scale, body)
