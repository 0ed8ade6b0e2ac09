"""Laws of trees: folds and maps, measures, level order and its inverse, and what is written of a tree.

>>> SUITE.name, len(SUITE.laws) > 20
('trees', True)
"""

from __future__ import annotations

import pickle
import re
from functools import partial
from itertools import zip_longest
from typing import Any

from derive import (
    CELLS,
    DEPTH,
    SIZE,
    TREES,
    Algebra,
    Leaf,
    Node,
    Tree,
    depth,
    draw,
    fold,
    grid,
    leaves,
    level_order,
    map_leaves,
    picture,
    short,
    size,
    weighted_depth,
)
from derive.lists import concat
from derive.tree import postfix, rebuild_postfix, unfold
from laws.draws import (
    ALGEBRAS,
    FUNCTIONS,
    Named,
    any_trees,
    binary_trees,
    digits,
    equation,
    labels,
    lists,
    one_of,
    pairs,
    search_trees,
)
from laws.law import Law
from laws.relation import AS_BAGS, AT_MOST
from laws.suite import Suite

HOMOMORPHISM = "He & Little, 3.2.3"
functions, algebras = one_of(FUNCTIONS), one_of(ALGEBRAS)


FUSIONS: dict[str, tuple[Named, Algebra[int, int, Any], Algebra[int, int, Any]]] = {
    "double": (
        Named("double", lambda n: 2 * n),
        Algebra(lambda item: item, lambda root, values: root - sum(values)),
        Algebra(lambda item: 2 * item, lambda root, values: 2 * root - sum(values)),
    ),
    "length": (
        Named("length", len),
        Algebra(lambda item: [item], lambda root, values: [root, *concat(values)]),
        CELLS,
    ),
    "is even": (
        Named("is even", lambda n: n % 2 == 0),
        Algebra(lambda item: item, lambda root, values: root + sum(values)),
        Algebra(lambda item: item % 2 == 0, lambda root, values: (root + values.count(False)) % 2 == 0),
    ),
}
"""A function, an algebra, and the algebra that the two fuse into."""


FOLDS = [
    equation(
        "premises of fold fusion", one_of(FUSIONS), digits, lists(any_trees, 3),
        lhs=lambda k, n, ts: (FUSIONS[k][0](FUSIONS[k][1].leaf(n)),
                              FUSIONS[k][0](FUSIONS[k][1].node(n, tuple(fold(FUSIONS[k][1], t) for t in ts)))),
        rhs=lambda k, n, ts: (FUSIONS[k][2].leaf(n),
                              FUSIONS[k][2].node(n, tuple(FUSIONS[k][0](fold(FUSIONS[k][1], t)) for t in ts))),
        says="k (f x) = f' x and k (g r vs) = g' r (map k vs)",
        latex=r"k\,(f\;x) = f'\;x \wedge k\,(g\;r\;vs) = g'\;r\,(\mathit{map}\;k\;vs)",
        cite="Malcolm; Bird & de Moor, fusion", owed_by=("fold", "CELLS"),
        candidates=labels,
    ),
    equation(
        "fold fusion", one_of(FUSIONS), any_trees,
        lhs=lambda k, t: FUSIONS[k][0](fold(FUSIONS[k][1], t)),
        rhs=lambda k, t: fold(FUSIONS[k][2], t),
        says="k . fold (f, g) = fold (f', g'), if k (f x) = f' x and k (g r vs) = g' r (map k vs)",
        latex=r"k \cdot (\![f, g]\!) = (\![f', g']\!)",
        cite="Malcolm; Bird & de Moor, fusion", owed_by=("fold", "Algebra"),
        candidates=labels,
    ),
    equation(
        "fold with constructors", any_trees,
        lhs=lambda t: fold(TREES, t), rhs=lambda t: t,
        says="fold (Leaf, Node) = id", latex=r"(\![\mathit{DL}, \mathit{DN}]\!) = \mathit{id}",
        cite=HOMOMORPHISM, owed_by=("fold", "TREES", "Leaf", "Node", "Tree"), candidates=labels,
    ),
    equation(
        "fold of a node", algebras, digits, lists(any_trees, 3),
        lhs=lambda a, r, ts: fold(ALGEBRAS[a], Node(r, tuple(ts))),
        rhs=lambda a, r, ts: ALGEBRAS[a].node(r, tuple(fold(ALGEBRAS[a], t) for t in ts)),
        says="fold (f, g) (Node r ts) = g r (map (fold (f, g)) ts)",
        latex=r"(\![f, g]\!)\,(\mathit{DN}\;r\;ts) = g\;r\,(\mathit{map}\,(\![f, g]\!)\;ts)",
        cite=HOMOMORPHISM, owed_by=("fold", "Node"),
        candidates=labels,
    ),
    equation(
        "banana split", algebras, algebras, any_trees,
        lhs=lambda a, b, t: fold(ALGEBRAS[a] & ALGEBRAS[b], t),
        rhs=lambda a, b, t: (fold(ALGEBRAS[a], t), fold(ALGEBRAS[b], t)),
        says="fold (a & b) t = (fold a t, fold b t)",
        latex=r"(\![a \mathbin{\&} b]\!) = \langle (\![a]\!), (\![b]\!) \rangle",
        cite="Fokkinga; Bird & de Moor, banana split", owed_by=("fold", "Algebra"),
        candidates=lambda a, b, t: (fold(ALGEBRAS[a], t), fold(ALGEBRAS[b], t)),
    ),
    equation(
        "map composition on trees", functions, functions, any_trees,
        lhs=lambda f, g, t: map_leaves(f, map_leaves(g, t)),
        rhs=lambda f, g, t: map_leaves(lambda x: f(g(x)), t),
        says="mapD f . mapD g = mapD (f . g)",
        latex=r"\mathit{mapD}\;f \cdot \mathit{mapD}\;g = \mathit{mapD}\,(f \cdot g)",
        cite="functor law; He & Little, mapD", owed_by=("map_leaves",),
        candidates=labels,
    ),
    equation(
        "map identity on trees", any_trees,
        lhs=lambda t: map_leaves(lambda x: x, t), rhs=lambda t: t,
        says="mapD id = id", latex=r"\mathit{mapD}\;\mathit{id} = \mathit{id}",
        cite="functor law", owed_by=("map_leaves",), candidates=labels,
    ),
    equation(
        "fold after map", algebras, functions, any_trees,
        lhs=lambda a, f, t: fold(ALGEBRAS[a], map_leaves(f, t)),
        rhs=lambda a, f, t: fold(Algebra(lambda x: ALGEBRAS[a].leaf(f(x)), ALGEBRAS[a].node), t),
        says="fold (h, g) . mapD f = fold (h . f, g)",
        latex=r"(\![h, g]\!) \cdot \mathit{mapD}\;f = (\![h \cdot f, g]\!)",
        cite="type functor fusion", owed_by=("fold", "map_leaves"),
        candidates=labels,
    ),
    equation(
        "unfold takes apart, then builds", any_trees,
        lhs=lambda t: unfold(_apart, t), rhs=lambda t: t,
        says="unfold out = id, for out taking one branch apart",
        latex=r"[\!(\mathit{out})\!] = \mathit{id}",
        cite="reflection for unfolds", owed_by=("Leaf", "Node", "Tree"), candidates=labels,
    ),
]  # fmt: skip


def _apart(tree: Tree[Any, Any]) -> Leaf[Any] | tuple[Any, tuple[Tree[Any, Any], ...]]:
    match tree:
        case Leaf():
            return tree
        case Node(root, parts):
            return root, parts


def _levels(tree: Tree[Any, Any]) -> list[tuple[Any, ...]]:
    """The root labels of every level, by joining the levels of the parts."""
    match tree:
        case Leaf():
            return []
        case Node(root, parts):
            joined = zip_longest(*map(_levels, parts), fillvalue=())
            return [(root,), *(tuple(concat(level)) for level in joined)]


def _inserted(keys: tuple[int, ...]) -> Tree[int, None]:
    """The search tree that grows when keys are put in one after the other."""
    if not keys:
        return Leaf(None)
    root, *rest = keys
    below = tuple(key for key in rest if key < root), tuple(key for key in rest if key > root)
    return Node(root, tuple(map(_inserted, below)))


def _weighed(tree: Tree[int, int], level: int = 0) -> int:
    """Root times level, from 1 on, and item times level of the parent."""
    match tree:
        case Leaf(item):
            return item * level
        case Node(root, parts):
            return root * (level + 1) + sum(_weighed(part, level + 1) for part in parts)


LISTED: Algebra[Any, Any, list[Any]] = Algebra(lambda item: [item], lambda _, values: concat(values))


def _shape(tree: Tree[Any, Any]) -> tuple[object, ...]:
    return size(tree), depth(tree), level_order(tree), len(leaves(tree))


def _measure(name: str, lhs: Any, rhs: Any, says: str, latex: str, *owed_by: str, **more: Any) -> Law[Any]:
    """A law about a number that a tree has; more than one label makes it telling."""
    given = more.pop("given", any_trees)
    return equation(
        name, given, lhs=lhs, rhs=rhs, says=says, latex=latex, owed_by=owed_by, candidates=labels,
        cite=more.pop("cite", "by induction on the tree"), **more,
    )  # fmt: skip


MEASURES = [
    _measure("SIZE is the size", lambda t: fold(SIZE, t), size,
             "fold SIZE = size", r"(\![\mathit{SIZE}]\!) = \mathit{size}", "SIZE", "size"),
    _measure("DEPTH is the depth", lambda t: fold(DEPTH, t), depth,
             "fold DEPTH = depth", r"(\![\mathit{DEPTH}]\!) = \mathit{depth}", "DEPTH", "depth"),
    _measure("depth counts levels", depth, lambda t: len(_levels(t)),
             "depth = length . levels", r"\mathit{depth} = \mathit{length} \cdot \mathit{levels}", "depth"),
    _measure("leaves are a fold", lambda t: list(leaves(t)), lambda t: fold(LISTED, t),
             "leaves = fold ([x], concat)", r"\mathit{leaves} = (\![[\cdot], \mathit{concat}]\!)", "leaves", "fold"),
    _measure("CELLS are branches and leaves", lambda t: fold(CELLS, t), lambda t: size(t) + len(leaves(t)),
             "fold CELLS t = size t + number of leaves",
             r"(\![\mathit{CELLS}]\!) = \mathit{size} + |\mathit{leaves}|", "CELLS", "size", "leaves",
             cite="He & Little, (28)"),
    _measure("weighted_depth weighs levels", lambda t: fold(weighted_depth(int, int), t),
             lambda t: (sum(level_order(t)) + sum(leaves(t)), _weighed(t)),
             "fold (weighted_depth w v) t = (all weights, sum of weight times level)",
             r"\textstyle\sum w(r) \cdot \mathrm{level}(r)", "weighted_depth",
             cite="Knuth, optimum binary search trees"),
    equation(
        "weighted_depth keeps the smaller cost", lists(pairs),
        lhs=weighted_depth(int).choose, rhs=lambda pairs: sorted(pairs, key=lambda pair: pair[1])[:1],
        says="the choice of weighted_depth = take 1 . sort by the second", latex=r"h = \mathit{min}_{\pi_2}",
        cite="Knuth, optimum binary search trees", owed_by=("weighted_depth", "min_by"), candidates=list,
    ),
    _measure("leaves weigh nothing unless told", lambda t: fold(weighted_depth(int), t),
             lambda t: fold(weighted_depth(int, lambda _: 0), t),
             "weighted_depth w = weighted_depth w (const 0)", r"v = \mathit{const}\;0", "weighted_depth",
             cite="Knuth, optimum binary search trees"),
    _measure("leaves of binary trees", lambda t: len(leaves(t)), lambda t: size(t) + 1,
             "number of leaves = size + 1, for binary trees", r"|\mathit{leaves}\;t| = \mathit{size}\;t + 1",
             "leaves", "size", given=binary_trees),
    _measure("depth is at most size", depth, size,
             "depth t <= size t", r"\mathit{depth}\;t \le \mathit{size}\;t", "depth", "size", same=AT_MOST),
    _measure("size is bounded by depth", size, lambda t: 2 ** depth(t) - 1,
             "size t <= 2 ^ depth t - 1, for binary trees",
             r"\mathit{size}\;t \le 2^{\mathit{depth}\;t} - 1", "depth", "size",
             given=binary_trees, same=AT_MOST, cite="He & Little, with branches counted as levels"),
    _measure("maps keep size, depth and order", lambda t: _shape(map_leaves(str, t)), _shape,
             "size . mapD f = size, and so for depth and level_order",
             r"\mathit{size} \cdot \mathit{mapD}\;f = \mathit{size}",
             "map_leaves", "size", "depth", "level_order"),
    _measure("level order has size labels", lambda t: len(level_order(t)), size,
             "length . level_order = size", r"\mathit{length} \cdot \mathit{levelOrder} = \mathit{size}",
             "level_order", "size", cite="He & Little, 3.1.3"),
    _measure("level order goes level by level", level_order, lambda t: tuple(concat(_levels(t))),
             "level_order = concat . levels", r"\mathit{levelOrder} = \mathit{concat} \cdot \mathit{levels}",
             "level_order", cite="He & Little, 3.1.3"),
    _measure("level order and its inverse", lambda t: _inserted(level_order(t)), lambda t: t,
             "insert all . level_order = id, on search trees",
             r"\mathit{insertAll} \cdot \mathit{levelOrder} = \mathit{id}",
             "level_order", "strategy", given=search_trees, cite="He & Little, Corollary 3.6, for keys in order"),
]  # fmt: skip


def _variants(tree: Tree[Any, Any]) -> list[Tree[Any, Any]]:
    """The tree built anew, and trees that differ from it in one respect."""
    changes: list[Algebra[Any, Any, Tree[Any, Any]]] = [
        Algebra(Leaf, Node),
        Algebra(lambda item: Leaf((item,)), Node),
        Algebra(Leaf, lambda root, parts: Node((root,), parts)),
        Algebra(Leaf, lambda _, parts: Node(None, parts)),
        Algebra(Leaf, lambda root, parts: Node(root, parts[::-1])),
        Algebra(Leaf, lambda root, parts: Node(root, parts[:-1])),
        Algebra(Leaf, lambda root, parts: Node(root, (*parts, Leaf(None)))),
    ]
    return [Leaf(tree), Node(None, (tree,)), *(fold(change, tree) for change in changes)]


def _written(tree: Tree[Any, Any]) -> list[str]:
    return [*map(str, level_order(tree)), *map(str, leaves(tree))]


outlined = partial(draw, width=0)

TEXTS = [
    _measure("equal trees have equal parts", lambda t: [t == u for u in _variants(t)],
             lambda t: [postfix(t) == postfix(u) for u in _variants(t)],
             "t = u if and only if postfix t = postfix u", r"t = u \iff \mathit{postfix}\;t = \mathit{postfix}\;u",
             "Node", "Leaf", "Tree"),
    _measure("postfix and back", lambda t: rebuild_postfix(postfix(t)), lambda t: t,
             "rebuild . postfix = id", r"\mathit{rebuild} \cdot \mathit{postfix} = \mathit{id}", "Node", "Tree",
             cite="reverse Polish notation"),
    _measure("pickled and back", lambda t: _hashed(pickle.loads(pickle.dumps(t))), lambda t: _hashed(t),
             "load . dump = id, hash included", r"\mathit{load} \cdot \mathit{dump} = \mathit{id}", "Node", "Leaf"),
    _measure("printed and back", lambda t: eval(repr(t), {"Leaf": Leaf, "Node": Node}), lambda t: t,
             "eval . repr = id", r"\mathit{eval} \cdot \mathit{repr} = \mathit{id}", "Node", "Leaf"),
    _measure("short tells trees apart", lambda t: [short(t) == short(u) for u in _variants(t)],
             lambda t: [t == u for u in _variants(t)],
             "short t = short u if and only if t = u, for labels whose texts differ",
             r"\mathit{short}\;t = \mathit{short}\;u \iff t = u", "short", "draw"),
    _measure("short shows all labels", lambda t: re.findall(r"\d+", short(t)), _written,
             "the words of short t are the roots and leaves of t",
             r"\mathit{words}\,(\mathit{short}\;t) = \mathit{roots}\;t \uplus \mathit{leaves}\;t", "short", same=AS_BAGS),
    *(
        _measure(f"draw shows all labels{how}", lambda t, shown=shown: re.findall(r"\d+", shown(t)),
                 _written, f"the words of draw t{how} are the roots and leaves of t",
                 r"\mathit{words}\,(\mathit{draw}\;t) = \mathit{roots}\;t \uplus \mathit{leaves}\;t",
                 "draw", same=AS_BAGS)
        for how, shown in (("", draw), (" in an outline", outlined))
    ),
    _measure("draw has two lines a level", lambda t: len(draw(t).splitlines()), lambda t: 2 * depth(t) + 1,
             "a drawing of a binary tree that fits has 2 depth + 1 lines", r"2\,\mathit{depth}\;t + 1", "draw", "depth",
             given=binary_trees),
    *(
        _measure(f"{name} shows all labels", lambda t, shown=shown: re.findall(r">(\d+)</text>", shown(t).svg),
                 lambda t, times=times: times * _written(t), f"the words of {name} t are the roots and leaves of t",
                 rf"\mathit{{words}}\,(\mathit{{{name}}}\;t) = \mathit{{roots}}\;t \uplus \mathit{{leaves}}\;t",
                 name, "Picture", same=AS_BAGS)
        for name, shown, times in (("picture", picture, 1), ("grid", lambda t: grid([t, t]), 2))
    ),
    _measure("an outline has a line a label", lambda t: len(outlined(t).splitlines()), lambda t: fold(CELLS, t),
             "an outline has as many lines as cells", r"(\![\mathit{CELLS}]\!)\;t", "draw", "CELLS"),
]  # fmt: skip


def _hashed(tree: Tree[Any, Any]) -> tuple[Tree[Any, Any], int]:
    return tree, hash(tree)


SUITE = Suite("trees", [*FOLDS, *MEASURES, *TEXTS])
