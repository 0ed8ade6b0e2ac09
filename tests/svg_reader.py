"""Reads SVG back: boxes with their words, dots and lines, at the places where they are seen."""

from itertools import combinations
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest

from derive.svg import MARGIN


class Rect(NamedTuple):
    """A box with its words, as it is drawn."""

    x: float
    y: float
    width: float
    height: float
    words: tuple[str, ...]
    fill: str
    stroke: str

    @property
    def middle(self) -> float:
        return self.x + self.width / 2

    @property
    def bottom(self) -> float:
        return self.y + self.height


class Drawn(NamedTuple):
    """Everything on a picture, in pixels of the whole."""

    width: float
    height: float
    boxes: list[Rect]
    dots: list[tuple[float, float]]
    lines: list[tuple[float, float, float, float, str]]
    words: dict[str, tuple[float, float]]


def read(drawn: str) -> Drawn:
    root = ElementTree.fromstring(drawn)
    found = Drawn(float(root.attrib["width"]), float(root.attrib["height"]), [], [], [], {})
    texts: list[tuple[str, float, float]] = []

    def walk(element: Any, x: float, y: float, scale: float) -> None:
        given = element.attrib
        for move in given.get("transform", "").replace(")", "").split(";"):
            kind, _, numbers = move.partition("(")
            if kind == "translate":
                right, down = map(float, numbers.split())
                x, y = x + scale * right, y + scale * down
            elif kind == "scale":
                scale *= float(numbers)

        def at(key: str, start: float) -> float:
            return start + scale * float(given[key])

        match element.tag.rpartition("}")[2]:
            case "rect":
                size = scale * float(given["width"]), scale * float(given["height"])
                found.boxes.append(
                    Rect(at("x", x), at("y", y), *size, (), given["fill"], given.get("stroke", ""))
                )
            case "circle":
                found.dots.append((at("cx", x), at("cy", y)))
            case "line":
                ends = at("x1", x), at("y1", y), at("x2", x), at("y2", y)
                found.lines.append((*ends, given["stroke"]))
            case "text":
                texts.append((element.text, at("x", x), at("y", y)))
        for part in element:
            walk(part, x, y, scale)

    walk(root, 0.0, 0.0, 1.0)
    for place, box in enumerate(found.boxes):
        inside = [text for text, x, y in texts if box.x < x < box.x + box.width and box.y < y < box.bottom]
        found.boxes[place] = box._replace(words=tuple(inside))
    for text, x, y in texts:
        found.words[text] = (x, y)
    return found


def apart(drawn: Drawn) -> None:
    """No two boxes touch, and all lie on the paper, with a margin around them that is the same on every side."""
    for one, other in combinations(drawn.boxes, 2):
        beside_it = one.x + one.width <= other.x or other.x + other.width <= one.x
        assert beside_it or one.bottom <= other.y or other.bottom <= one.y
    edges = [
        (box.x, box.y, drawn.width - box.x - box.width, drawn.height - box.bottom) for box in drawn.boxes
    ]
    assert [min(side) for side in zip(*edges, strict=True)] == pytest.approx([MARGIN] * 4, abs=0.2)


def joined(drawn: Drawn) -> None:
    """Every line leads from the middle of a box's lower side to the middle of the upper side of one below it."""
    for x1, y1, x2, y2, _ in drawn.lines:
        assert any((x1, y1) == pytest.approx((box.middle, box.bottom), abs=0.2) for box in drawn.boxes)
        tops = [(box.middle, box.y) for box in drawn.boxes] + [(x, y - 4.5) for x, y in drawn.dots]
        assert any((x2, y2) == pytest.approx(top, abs=0.2) for top in tops)
        assert y1 < y2
