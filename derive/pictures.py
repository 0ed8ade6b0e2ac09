"""Trees as pictures that show themselves in a notebook: one, or many in a grid.

>>> from derive.tree import Leaf, Node
>>> picture(Node("r", (Leaf(None), Leaf("x"))))
Picture(64 x 93: (. r x))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from derive.errors import BadInput
from derive.svg import COLOURS, DOT, Box, Drawing, beside, boxed, document, number, under
from derive.text import plain, short
from derive.tree import Leaf, Node, Tree, size, unfold

R = TypeVar("R")
X = TypeVar("X")

MOST_SHOWN = 400
DEEPEST = 24
"""How many places and levels of a tree a picture shows unless told otherwise."""

_LONGEST = 60


@dataclass(frozen=True)
class Picture:
    """A picture: SVG in a notebook, a line of text elsewhere.

    >>> empty = Picture(Drawing(20, 10, ""), "nothing")
    >>> empty, empty.svg[:4]
    (Picture(20 x 10: nothing), '<svg')
    """

    drawing: Drawing
    title: str

    @property
    def svg(self) -> str:
        """The whole picture as SVG."""
        return document(self.drawing, self.title)

    def save(self, path: str | Path) -> None:
        """Write the picture to a file."""
        Path(path).write_text(self.svg, encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"Picture({number(round(self.drawing.width))} x {number(round(self.drawing.height))}: {self.title})"


def picture(
    tree: Tree[R, X],
    leaf: Callable[[X], str] = plain,
    root: Callable[[R], str] = plain,
    *,
    colour: Callable[[Tree[R, X]], str] = lambda _: "",
    most: int = MOST_SHOWN,
) -> Picture:
    """A tree as a picture; ``colour`` names one for every subtree, or none.

    Of a tree with more than ``most`` places, or of a very deep one, the upper levels are shown, and
    how much there is below them.

    >>> from derive.tree import Leaf, Node
    >>> stump = Node("age < 30", (Leaf("yes"), Leaf("no")))
    >>> "#1565c0" in picture(stump, colour=lambda tree: "blue" if isinstance(tree, Leaf) else "").svg
    True
    >>> chain = Leaf("end")
    >>> for i in range(100_000): chain = Node(i, (Leaf("."), chain))
    >>> "… 99976 more" in picture(chain).svg
    True
    """
    drawing = boxed(_boxes(tree, leaf, root, colour, most))
    return Picture(drawing, _title(tree, leaf, root))


def grid(
    trees: Iterable[Tree[R, X]],
    leaf: Callable[[X], str] = plain,
    root: Callable[[R], str] = plain,
    *,
    colour: Callable[[Tree[R, X]], str] = lambda _: "",
    caption: Callable[[Tree[R, X]], str] | None = None,
    columns: int | None = None,
    title: str = "",
) -> Picture:
    """Many trees in rows and columns, as in Figure 10 of the paper; ``colour`` names one for a whole tree.

    >>> from derive.tree import Leaf, Node
    >>> pair = [Node("a", (Leaf(None),)), Node("b", (Leaf(None),))]
    >>> marked = grid(pair, colour=lambda tree: "red" if tree.root == "b" else "")
    >>> marked, marked.svg.count("#c62828")
    (Picture(83 x 75: 2 trees), 2)
    """
    listed = list(trees)
    drawings = []
    for tree in listed:
        name = _known(colour(tree))
        drawing = boxed(_boxes(tree, leaf, root, _always(name), MOST_SHOWN))
        if caption is not None:
            drawing = under(drawing, caption(tree), COLOURS[name][1] if name else "")
        drawings.append(drawing)
    return Picture(beside(drawings, columns), title or f"{len(listed)} tree{'' if len(listed) == 1 else 's'}")


def _always(name: str) -> Callable[[object], str]:
    return lambda _: name


def _known(name: str) -> str:
    if name not in COLOURS:
        raise BadInput(f"expected one of the colours {', '.join(filter(None, COLOURS))}, got {name!r}")
    return name


def _title(tree: Tree[R, X], leaf: Callable[[X], str], root: Callable[[R], str]) -> str:
    branches = size(tree)
    if branches <= _LONGEST:
        line = short(tree, leaf, root)
        if len(line) <= _LONGEST:
            return line
    return f"a tree of {branches} branches"


def _boxes(
    tree: Tree[R, X],
    leaf: Callable[[X], str],
    root: Callable[[R], str],
    colour: Callable[[Tree[R, X]], str],
    most: int,
) -> Tree[Box, Box]:
    """A tree of boxes, without what is too much to show."""

    def box(subtree: Tree[R, X]) -> Box:
        fill, stroke = COLOURS[_known(colour(subtree))]
        match subtree:
            case Leaf(item):
                text = leaf(item)
                if text != ".":
                    return Box(tuple(text.split("\n")), fill, stroke, corner=2)
                return DOT if stroke == DOT.fill else DOT._replace(fill=stroke)
            case Node(label, _):
                return Box(tuple(root(label).split("\n")), fill, stroke, corner=11)

    deepest = _levels_shown(tree, most)

    def grow(place: tuple[int, Tree[R, X]]) -> Leaf[Box] | tuple[Box, tuple[tuple[int, Tree[R, X]], ...]]:
        match place:
            case _, Leaf() as alone:
                return Leaf(box(alone))
            case level, Node() as cut if level == deepest:
                return Leaf(Box((f"… {size(cut)} more",), corner=2))
            case level, Node() as node:
                return box(node), tuple((level + 1, part) for part in node.parts)

    return unfold(grow, (0, tree))


def _levels_shown(tree: Tree[R, X], most: int) -> int:
    """How many levels there is room for."""
    level, shown, row = 0, 0, [tree]
    while row and level < DEEPEST:
        shown += len(row)
        if shown > most and level:
            return level - 1
        row = [part for subtree in row if isinstance(subtree, Node) for part in subtree.parts]
        level += 1
    return level
