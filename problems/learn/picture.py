"""A model as a picture: SVG drawn by hand, for browsers and notebooks.

>>> from derive import Leaf
>>> picture = svg(Model(("a",), Leaf(Outcome("x < y", 2, (2.0,))), ("x < y",)))
>>> picture[:4], "x &lt; y" in picture
('<svg', True)
"""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from derive import depth
from derive.tree import fold_with
from problems.learn.export import verdict
from problems.learn.model import Model, Outcome
from problems.learn.rules import AnyRule

COLOURS = ("#cfe3f7", "#fbdcc0", "#d3ecd0", "#f3cfd6", "#e2d6f0", "#f6ecb8", "#d0ecec", "#e5e0d5")
NEUTRAL = "#ffffff"
SMALL = ' fill="#555" font-size="11"'
LETTER, LINE, PADDING, GAP, LEVEL = 7.5, 17, 10, 16, 92


class _Box(NamedTuple):
    """A box with lines of text, over the boxes of its parts; the span is that of all of them."""

    lines: tuple[str, ...]
    colour: str
    parts: tuple[_Box, ...]
    span: float

    @property
    def width(self) -> float:
        return max(map(len, self.lines)) * LETTER + 2 * PADDING

    @property
    def height(self) -> float:
        return len(self.lines) * LINE + PADDING


def svg(model: Model) -> str:
    """The tree as a self-contained SVG: yes to the left, no to the right, leaves coloured by class.

    >>> from derive import Leaf, Node
    >>> from problems.learn.rules import Rule
    >>> stump = Model(("a",), Node(Rule("a", "<=", 3), (Leaf(Outcome(1.5, 2)), Leaf(Outcome(4.5, 2)))))
    >>> svg(stump).count("<rect"), svg(stump).count(">yes<")
    (3, 1)
    """
    colours = {label: COLOURS[place % len(COLOURS)] for place, label in enumerate(model.classes)}

    def leaf(outcome: Outcome) -> _Box:
        return _boxed(_lines(outcome), colours.get(outcome.value, COLOURS[0]), ())

    def node(rule: AnyRule, parts: tuple[_Box, ...]) -> _Box:
        return _boxed((str(rule),), NEUTRAL, parts)

    root = fold_with(leaf, node, model.tree)
    height = LEVEL * depth(model.tree) + 2 * LINE + 4 * PADDING
    title = f"<title>{escape(verdict(model))}</title>"
    style = 'font-family="system-ui, sans-serif" font-size="13" text-anchor="middle" style="background: #fff"'
    size = f'width="{root.span:.0f}" height="{height:.0f}" viewBox="0 0 {root.span:.0f} {height:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>\n{title}\n{_drawn(root)}\n</svg>'


def _lines(outcome: Outcome) -> tuple[str, ...]:
    wrong = sum(outcome.weights) - max(outcome.weights, default=0.0)
    rows = f"{outcome.rows} row{'' if outcome.rows == 1 else 's'}"
    return str(outcome), f"{rows}, {wrong:g} wrong" if wrong else rows


def _boxed(lines: tuple[str, ...], colour: str, parts: tuple[_Box, ...]) -> _Box:
    box = _Box(lines, colour, parts, 0.0)
    return box._replace(span=max(box.width + GAP, sum(part.span for part in parts)))


def _drawn(root: _Box) -> str:
    """All boxes, and before each the line from its branch, so that boxes cover the ends of lines."""
    edges, boxes = [], []
    todo = [(root, 0.0, PADDING)]
    while todo:
        box, left, top = todo.pop()
        middle = left + box.span / 2
        boxes.append(_rectangle(box, middle, top))
        start = left + (box.span - sum(part.span for part in box.parts)) / 2
        for part, word in zip(box.parts, ("yes", "no"), strict=False):
            end, below = start + part.span / 2, top + LEVEL
            edges.append(
                f'<line x1="{middle:.1f}" y1="{top + box.height:.1f}" x2="{end:.1f}" y2="{below:.1f}" stroke="#888"/>'
                f'<text x="{(middle + end) / 2:.1f}" y="{(top + box.height + below) / 2:.1f}" fill="#555" '
                f'stroke="#fff" stroke-width="5" paint-order="stroke">{word}</text>'
            )
            todo.append((part, start, below))
            start += part.span
    return "\n".join([*edges, *boxes])


def _rectangle(box: _Box, middle: float, top: float) -> str:
    corner = 4 if box.parts else 12
    lines = "".join(
        f'<text x="{middle:.1f}" y="{top + LINE * (number + 1):.1f}"'
        f"{SMALL if number else ''}>{escape(line)}</text>"
        for number, line in enumerate(box.lines)
    )
    return (
        f'<rect x="{middle - box.width / 2:.1f}" y="{top:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" '
        f'rx="{corner}" fill="{box.colour}" stroke="#666"/>{lines}'
    )
