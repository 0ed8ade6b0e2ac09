"""Trees as text: one line, a picture for the terminal, JSON.

>>> tree = Node(0, (Node(2, (Leaf(None), Leaf(None))), Node(1, (Leaf(None), Leaf(None)))))
>>> print(short(tree))
((. 2 .) 0 (. 1 .))
>>> print(draw(tree))
   0
 ┌─┴─┐
 2   1
┌┴┐ ┌┴┐
. . . .
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from math import log10

from derive.tree import Leaf, Node, R, Tree, X, depth, fold_with, size, spell


def plain(label: object) -> str:
    """How a label is written: a dot for nothing, else what ``str`` says.

    >>> plain(None), plain(()), plain("x"), plain(3)
    ('.', '.', 'x', '3')
    """
    return "." if label is None or label == () else str(label)


def _as_is(label: object) -> object:
    return label


def counted(number: int) -> str:
    """A count in words that fit on a line: exact up to a hundred digits, its size beyond.

    >>> counted(5040), counted(7 * 10**5000)
    ('5040', 'about 10^5000')
    """
    return str(number) if number < 10**100 else f"about 10^{int((number.bit_length() - 1) * log10(2))}"


def short(tree: Tree[R, X], leaf: Callable[[X], str] = plain, root: Callable[[R], str] = plain) -> str:
    """A tree on one line: ``(left root right)``, ``(left right)`` without a root, else ``(root: parts)``.

    >>> short(Node(None, (Leaf("A"), Node(None, (Leaf("B"), Leaf("C"))))))
    '(A (B C))'
    >>> short(Node("colour", (Leaf("red"), Leaf("green"), Leaf("blue"))))
    '(colour: red green blue)'
    """

    def pieces(node: Node[R, X]) -> list[str | Tree[R, X]]:
        match node.parts:
            case (left, right) if node.root is None:
                return ["(", left, " ", right, ")"]
            case (left, right):
                return ["(", left, f" {root(node.root)} ", right, ")"]
            case parts:
                spaced = [piece for part in parts for piece in (" ", part)]
                return [f"({root(node.root)}{':' if parts else ''}", *spaced, ")"]

    return spell(tree, leaf, pieces)


def to_json(
    tree: Tree[R, X], leaf: Callable[[X], object] = _as_is, root: Callable[[R], object] = _as_is
) -> str:
    """A tree as JSON: ``{"leaf": item}`` or ``{"root": label, "parts": [...]}``, however deep.

    >>> to_json(Node("r", (Leaf(1), Leaf(None))))
    '{"root": "r", "parts": [{"leaf": 1}, {"leaf": null}]}'
    """

    def value(label: object) -> str:
        return json.dumps(label, default=str)

    def pieces(node: Node[R, X]) -> list[str | Tree[R, X]]:
        spaced = [piece for part in node.parts for piece in (", ", part)]
        return [f'{{"root": {value(root(node.root))}, "parts": [', *spaced[1:], "]}"]

    return spell(tree, lambda item: f'{{"leaf": {value(leaf(item))}}}', pieces)


def draw(
    tree: Tree[R, X],
    leaf: Callable[[X], str] = plain,
    root: Callable[[R], str] = plain,
    *,
    width: int = 80,
    depth_shown: int = 30,
) -> str:
    """A picture of a tree: upright if it fits into ``width`` columns, else an outline.

    The outline stops ``depth_shown`` levels down and says how much it leaves out.

    >>> print(draw(Node("a", (Leaf("left"), Leaf("right"))), width=5))
    a
    ├─ left
    └─ right
    """
    if size(tree) <= width and depth(tree) <= depth_shown:
        upright = fold_with(
            lambda item: _Block.of(leaf(item)), lambda label, parts: _Block.over(root(label), parts), tree
        )
        if upright.width <= width:
            return "\n".join(line.rstrip() for line in upright.lines)
    return outline(tree, leaf, root, depth_shown=depth_shown)


def outline(
    tree: Tree[R, X],
    leaf: Callable[[X], str] = plain,
    root: Callable[[R], str] = plain,
    *,
    depth_shown: int,
) -> str:
    """A tree as an indented list, cut off below ``depth_shown`` levels.

    >>> chain = Leaf("end")
    >>> for i in range(5): chain = Node(i, (Leaf("."), chain))
    >>> print(outline(chain, depth_shown=1))
    4
    ├─ .
    └─ 3
       └─ … 3 more branches, 3 deep
    """
    lines: list[str] = []
    todo: list[tuple[str, str, int, Tree[R, X]]] = [("", "", 0, tree)]
    while todo:
        first, rest, level, subtree = todo.pop()
        match subtree:
            case Leaf(item):
                lines.append(first + leaf(item))
            case Node(label, parts):
                lines.append(first + root(label))
                if level == depth_shown:
                    if hidden := size(subtree) - 1:
                        below = f"{hidden} more branches, {depth(subtree) - 1} deep"
                        lines.append(f"{rest}└─ … {below}")
                    continue
                for place, part in reversed(list(enumerate(parts, start=1))):
                    turn, below = ("└─ ", "   ") if place == len(parts) else ("├─ ", "│  ")
                    todo.append((rest + turn, rest + below, level + 1, part))
    return "\n".join(lines)


@dataclass(frozen=True)
class _Block:
    """A rectangle of text and the column in which its root stands."""

    lines: tuple[str, ...]
    width: int
    column: int

    @staticmethod
    def of(text: str) -> _Block:
        return _Block((text,), len(text), (len(text) - 1) // 2)

    @staticmethod
    def over(label: str, parts: tuple[_Block, ...]) -> _Block:
        if not parts:
            return _Block.of(label)
        starts, total = [], -1
        for part in parts:
            starts.append(total + 1)
            total += 1 + part.width
        columns = [start + part.column for start, part in zip(starts, parts, strict=True)]
        middle = (columns[0] + columns[-1]) // 2
        left = max(0, (len(label) - 1) // 2 - middle)
        title = " " * (left + middle - (len(label) - 1) // 2) + label
        joint = [" "] * total
        joint[columns[0] : columns[-1] + 1] = "─" * (columns[-1] - columns[0] + 1)
        for column in columns:
            joint[column] = "┬"
        joint[columns[0]], joint[columns[-1]] = "┌", "┐"
        joint[middle] = "│" if len(parts) == 1 else "┼" if middle in columns else "┴"
        height = max(len(part.lines) for part in parts)
        rows = [
            " ".join((part.lines[row] if row < len(part.lines) else "").ljust(part.width) for part in parts)
            for row in range(height)
        ]
        lines = (title, *(" " * left + line for line in ("".join(joint), *rows)))
        return _Block(lines, max(total + left, len(title)), middle + left)
