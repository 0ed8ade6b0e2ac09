"""Trees: leaves that hold an item, nodes with a root label and any number of parts.

The paper's ``DL(xs)`` is ``Leaf(xs)`` and its ``DN(u, r, v)`` is ``Node(r, (u, v))``; a leaf
without information is ``Leaf(None)``, and the unlabelled branch of a bracketing has the root
``None``. Nothing here recurses, so a chain of a hundred thousand nodes is a tree like any other.

>>> stump = Node("x < 3", (Leaf("yes"), Leaf("no")))
>>> size(stump), depth(stump), leaves(stump)
(1, 1, ('yes', 'no'))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar, cast

S = TypeVar("S")
R = TypeVar("R")
X = TypeVar("X")
Y = TypeVar("Y")
V = TypeVar("V")
R_co = TypeVar("R_co", covariant=True)
X_co = TypeVar("X_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Leaf(Generic[X_co]):
    """A leaf and the item it holds: the paper's ``DL``.

    >>> Leaf("data")
    Leaf('data')
    """

    item: X_co

    def __repr__(self) -> str:
        return f"Leaf({self.item!r})"

    def _repr_svg_(self) -> str:
        return _svg(self)


@dataclass(frozen=True, slots=True)
class Node(Generic[R_co, X_co]):
    """A branch: a root label over parts, which are trees: the paper's ``DN``.

    Equality, hashing, printing and pickling look at the whole tree and never recurse.

    >>> Node(1, (Leaf("a"), Leaf("b"))) == Node(1, (Leaf("a"), Leaf("b")))
    True
    """

    root: R_co
    parts: tuple[Leaf[X_co] | Node[R_co, X_co], ...]

    def __eq__(self, other: object) -> bool:
        return same(self, other) if isinstance(other, Node) else NotImplemented

    def __hash__(self) -> int:
        return fold_with(_hash_leaf, _hash_node, self)

    def __repr__(self) -> str:
        return spell(self, "Leaf({!r})".format, _constructor)

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return rebuild_postfix, (postfix(self),)

    def _repr_svg_(self) -> str:
        return _svg(self)


Tree: TypeAlias = Node[R, X] | Leaf[X]
"""A tree with root labels R and leaf items X."""


def _svg(tree: Tree[R, X]) -> str:
    """What a notebook shows of a tree."""
    from derive.pictures import picture

    return picture(tree).svg


def _hash_leaf(item: object) -> int:
    return hash((Leaf, item))


def _hash_node(root: object, parts: tuple[int, ...]) -> int:
    return hash((root, parts))


def _constructor(node: Node[R, X]) -> list[str | Tree[R, X]]:
    listed = [piece for part in node.parts for piece in (", ", part)]
    return [f"Node({node.root!r}, (", *listed[1:], ",))" if len(node.parts) == 1 else "))"]


def fold_with(leaf: Callable[[X], V], node: Callable[[R, tuple[V, ...]], V], tree: Tree[R, X]) -> V:
    """Put ``leaf`` for every ``Leaf`` and ``node`` for every ``Node``, parts before roots.

    Paper: the homomorphism of 3.2.3.

    >>> fold_with(len, lambda root, parts: root + sum(parts), Node(1, (Leaf("ab"), Leaf("c"))))
    4
    """
    values: list[V] = []
    for subtree in _parts_first(tree):
        match subtree:
            case Leaf(item):
                values.append(leaf(item))
            case Node(root, parts):
                start = len(values) - len(parts)
                values[start:] = [node(root, tuple(values[start:]))]
    (value,) = values
    return value


def _parts_first(tree: Tree[R, X]) -> Iterable[Tree[R, X]]:
    """Every subtree, left to right, each part before the node it belongs to."""
    todo, roots_first = [tree], list[Tree[R, X]]()
    while todo:
        subtree = todo.pop()
        roots_first.append(subtree)
        if isinstance(subtree, Node):
            todo.extend(subtree.parts)
    return reversed(roots_first)


def spell(
    tree: Tree[R, X],
    leaf: Callable[[X], str],
    pieces: Callable[[Node[R, X]], list[str | Tree[R, X]]],
) -> str:
    """Write a tree as text in time linear in the text: ``pieces`` lays out one node.

    >>> spell(Node("+", (Leaf(1), Leaf(2))), str, lambda n: [n.parts[0], n.root, n.parts[1]])
    '1+2'
    """
    written: list[str] = []
    todo: list[str | Tree[R, X]] = [tree]
    while todo:
        match todo.pop():
            case str() as text:
                written.append(text)
            case Leaf(item):
                written.append(leaf(item))
            case Node() as node:
                todo.extend(reversed(pieces(node)))
    return "".join(written)


def same(one: Tree[R, X], other: Tree[R, X]) -> bool:
    """Whether two trees have the same shape, roots and items; what ``==`` means on nodes.

    >>> same(Leaf(1), Node(1, ()))
    False
    """
    todo = [(one, other)]
    while todo:
        match todo.pop():
            case Leaf(a), Leaf(b):
                if a != b:
                    return False
            case Node() as a, Node() as b:
                if a is b:
                    continue
                if a.root != b.root or len(a.parts) != len(b.parts):
                    return False
                todo.extend(zip(a.parts, b.parts, strict=True))
            case _:
                return False
    return True


def postfix(tree: Tree[R, X]) -> tuple[tuple[int, object], ...]:
    """A tree as a flat list, parts first: a leaf is (-1, item), a node (number of parts, root).

    >>> postfix(Node("r", (Leaf("a"), Leaf("b"))))
    ((-1, 'a'), (-1, 'b'), (2, 'r'))
    """
    return tuple(
        (-1, subtree.item) if isinstance(subtree, Leaf) else (len(subtree.parts), subtree.root)
        for subtree in _parts_first(tree)
    )


def rebuild_postfix(tokens: Iterable[tuple[int, object]]) -> Tree[object, object]:
    """The inverse of ``postfix``.

    >>> rebuild_postfix([(-1, "a"), (-1, "b"), (2, "r")])
    Node('r', (Leaf('a'), Leaf('b')))
    """
    built: list[Tree[object, object]] = []
    for arity, label in tokens:
        if arity < 0:
            built.append(Leaf(label))
        else:
            start = len(built) - arity
            built[start:] = [Node(label, tuple(built[start:]))]
    return built[0]


def unfold(grow: Callable[[S], Leaf[X] | tuple[R, tuple[S, ...]]], seed: S) -> Tree[R, X]:
    """Grow one tree from a seed: ``grow`` answers with a leaf, or with a root and the seeds of its parts.

    >>> unfold(lambda n: Leaf("end") if n == 0 else (n, (n - 1,)), 2)
    Node(2, (Node(1, (Leaf('end'),)),))
    """
    tokens: list[tuple[int, object]] = []
    todo = [seed]
    while todo:
        match grow(todo.pop()):
            case Leaf(item):
                tokens.append((-1, item))
            case (root, parts):
                tokens.append((len(parts), root))
                todo.extend(parts)
    return cast("Tree[R, X]", rebuild_postfix(reversed(tokens)))


def map_leaves(change: Callable[[X], Y], tree: Tree[R, X]) -> Tree[R, Y]:
    """Change every leaf item and nothing else: the paper's ``mapD``.

    >>> map_leaves(len, Node("r", (Leaf("aa"), Leaf("b"))))
    Node('r', (Leaf(2), Leaf(1)))
    """

    def leaf(item: X) -> Tree[R, Y]:
        return Leaf(change(item))

    def node(root: R, parts: tuple[Tree[R, Y], ...]) -> Tree[R, Y]:
        return Node(root, parts)

    return fold_with(leaf, node, tree)


def size(tree: Tree[R, X]) -> int:
    """How many branches a tree has; a leaf has none.

    >>> size(Node(1, (Node(2, (Leaf(None),)), Leaf(None))))
    2
    """
    return sum(isinstance(subtree, Node) for subtree in _parts_first(tree))


def depth(tree: Tree[R, X]) -> int:
    """How many branches the longest path meets, so at most 2**d - 1 branches for depth d.

    >>> depth(Leaf("alone")), depth(Node(1, (Node(2, (Leaf(None),)), Leaf(None))))
    (0, 2)
    """
    return fold_with(lambda _: 0, lambda _, parts: 1 + max(parts, default=0), tree)


def leaves(tree: Tree[R, X]) -> tuple[X, ...]:
    """The items of the leaves, left to right.

    >>> leaves(Node(None, (Leaf("A"), Node(None, (Leaf("B"), Leaf("C"))))))
    ('A', 'B', 'C')
    """
    return tuple(subtree.item for subtree in _parts_first(tree) if isinstance(subtree, Leaf))


def level_order(tree: Tree[R, X]) -> tuple[R, ...]:
    """The root labels level by level, left to right: the K-permutation of 3.1.3.

    >>> level_order(Node(1, (Node(0, (Leaf(None), Leaf(None))), Node(2, (Leaf(None), Leaf(None))))))
    (1, 0, 2)
    """
    labels: list[R] = []
    level: list[Tree[R, X]] = [tree]
    while level:
        nodes = [subtree for subtree in level if isinstance(subtree, Node)]
        labels.extend(node.root for node in nodes)
        level = [part for node in nodes for part in node.parts]
    return tuple(labels)
