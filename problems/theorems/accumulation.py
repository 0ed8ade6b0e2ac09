"""Theorem 4.8: downward accumulation is a fold, whatever the operators.

``below h`` applies h to every part of a node with root r; ``turn r`` puts r's turn before a path;
``act r`` is ``(f r ⊕)`` in the left part and ``(g r ⊗)`` in the right one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from derive import Node, Tree, map_leaves, path_red, paths
from derive.accumulate import Path, Single, Turn
from derive.term import Term, define, indexed, named, value
from laws.derivation import Case, Derivation
from laws.draws import binary_trees, digits
from laws.rewrite import Rewrite, definition
from problems.theorems.theorem import Theorem

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def map_d(function: Term) -> Term:
    """Apply a function to every leaf. Paper: ``mapD``.

    >>> from derive import Leaf
    >>> map_d(named("double", lambda x: 2 * x))(Leaf(4))
    Leaf(8)
    """
    return indexed("mapD", lambda f: partial(map_leaves, f), function)


def below(function: Term) -> Term:
    """Apply a function to every part of a node; its open values ``root`` and ``part`` say which.

    >>> from derive import Leaf
    >>> mark = map_d(named("mark", lambda root, part, x: f"{root}{part}{x}", "root", "part"))
    >>> below(mark)(Node("r", (Leaf("x"), Leaf("y"))))
    Node('r', (Leaf('r0x'), Leaf('r1y')))
    """

    def make(each: Term) -> Callable[[Node[Any, Any]], Node[Any, Any]]:
        def apply(node: Node[Any, Any]) -> Node[Any, Any]:
            return Node(
                node.root, tuple(each.at(root=node.root, part=k)(part) for k, part in enumerate(node.parts))
            )

        return apply

    return indexed("below", make, function)


def _path_red(h: Any, left: Any, right: Any) -> Callable[[Path[Any]], Any]:
    return partial(path_red, h, (left, right))


def _paths(f: Any, g: Any) -> Callable[[Tree[Any, Any]], Tree[Any, Any]]:
    return lambda tree: paths((f, g), tree)


def _turn(f: Any, g: Any, root: Any, part: int, path: Path[Any]) -> Path[Any]:
    return Turn(Single((f, g)[part](root)), part, path)


def _act(f: Any, g: Any, left: Any, right: Any, root: Any, part: int, reduced: Any) -> Any:
    return (left, right)[part]((f, g)[part](root), reduced)


PATH_RED = indexed("pathRed", _path_red, value("h"), value("⊕"), value("⊗"))
PATHS = indexed("paths", _paths, value("f"), value("g"))
TURN = named("turn r", _turn, "f", "g", "root", "part")
ACT = named("act r", _act, "f", "g", "⊕", "⊗", "root", "part")
DACC = define("dacc", map_d(PATH_RED) @ PATHS)

MAP_D_COMPOSITION = Rewrite(
    "map composition on trees", lambda f, g: (map_d(f) @ map_d(g), map_d(f @ g)), "4.5"
)
MAP_D_NODE = Rewrite(
    "definition of mapD at a node",
    lambda f, g: (map_d(f) @ below(g), below(map_d(f) @ g)),
    "4.5",
    "definition",
)
PATHS_NODE = Rewrite(
    "definition of paths at a node", lambda: (PATHS, below(map_d(TURN) @ PATHS)), "4.6", "definition"
)
PATH_RED_TURN = Rewrite(
    "definition of pathRed at a turn", lambda: (PATH_RED @ TURN, ACT @ PATH_RED), "4.7", "definition"
)


def linear_cases() -> SearchStrategy[Case]:
    """Binary nodes of numbers, and functions a x + b y that neither commute nor associate.

    >>> from hypothesis import find
    >>> find(linear_cases(), lambda case: True).argument
    Node(0, (Leaf(0), Leaf(0)))
    """
    from hypothesis import strategies as st

    def case(node: Node[int, int], factors: list[tuple[int, int]]) -> Case:
        h, f, g, left, right = (partial(_linear, a, b) for a, b in factors)
        return Case(node, {"h": h, "f": f, "g": g, "⊕": left, "⊗": right, "factors": factors})

    factor = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
    nodes: SearchStrategy[Node[int, int]] = st.builds(
        Node, digits(), st.tuples(binary_trees(), binary_trees())
    )
    return st.builds(case, nodes, st.lists(factor, min_size=5, max_size=5))


def _linear(a: int, b: int, x: int, y: int = 1) -> int:
    return a * x + b * y


THEOREM_4_8 = Theorem(
    "theorem-4.8",
    Derivation("Theorem 4.8", map_d(PATH_RED) @ PATHS)
    .then(map_d(PATH_RED) @ below(map_d(TURN) @ PATHS), by=PATHS_NODE)
    .then(below(map_d(PATH_RED) @ map_d(TURN) @ PATHS), by=MAP_D_NODE)
    .then(below(map_d(PATH_RED @ TURN) @ PATHS), by=MAP_D_COMPOSITION)
    .then(below(map_d(ACT @ PATH_RED) @ PATHS), by=PATH_RED_TURN)
    .then(below(map_d(ACT) @ map_d(PATH_RED) @ PATHS), by=MAP_D_COMPOSITION)
    .then(below(map_d(ACT) @ DACC), by=definition(DACC, "(16)")),
    linear_cases,
    "At a node DN(u, r, v), for any operators, associative or not: so dacc is a fold. "
    "`below h` applies h to both parts, `turn r` puts r's turn before a path, and `act r` is (f r ⊕) on "
    "the left and (g r ⊗) on the right. As a program it is quadratic on a chain.",
)
