"""Laws of paths and downward accumulation: bracketing, Theorem 4.8, and carrying values down instead.

>>> SUITE.name, list(SUITE.expected_failures)
('paths', ['words from below and from above'])
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import invert, neg, sub, xor
from typing import TYPE_CHECKING, Any

from derive import Leaf, Node, Tree, along, dacc, depth, descend, map_leaves, path_red, paths, trees
from derive.accumulate import Path, Single, Turn, steps
from derive.tree import fold_with
from laws.draws import any_trees, digits, equation, labels, lists, naturals, one_of, problems
from laws.suite import Suite

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Operator = Callable[[Any, Any], Any]
OPERATORS: dict[str, tuple[Callable[[Any], Any], tuple[Operator, Operator, Operator]]] = {
    "numbers": (neg, (sub, xor, max)),
    "words": (str, ("({}<{})".format, "({}^{})".format, "({}>{})".format)),
}
"""What to do at the last place, and before each turn: words tell all apart, whatever is not associative."""

TURNS: tuple[Callable[[int], int], ...] = (abs, neg, invert)
"""What a root means to its first, second and third part."""

turns = naturals(len(TURNS) - 1)

Act = Callable[[Any, int, Any], Any]
COMMUTING: dict[str, tuple[Act, Any]] = {
    "gathering": (lambda root, part, bag: tuple(sorted((*bag, (root, part)))), ()),
}
"""What a root does on the way into a part, where only the order of the roots does not matter; and a start."""

ACTIONS: dict[str, tuple[Act, Any]] = {**COMMUTING, "spelling": (lambda r, k, word: f"{word}{r}.{k} ", "")}
"""The same, and one action where the order does matter."""


def some_path() -> SearchStrategy[Path[int]]:
    """A path of up to four places, bracketed in any way.

    >>> from hypothesis import find
    >>> find(some_path(), lambda path: isinstance(path, Turn))
    Path(0 0 0)
    """
    from hypothesis import strategies as st

    return st.recursive(
        digits().map(Single),
        lambda halves: st.builds(Turn, halves, turns(), halves),
        max_leaves=4,
    )


def _rooted() -> SearchStrategy[Tree[int, int]]:
    return lists(any_trees, 3, least=1)().map(lambda parts: Node(len(parts), tuple(parts)))


def _places(path: Path[int]) -> list[int]:
    return [place for _, place in steps(path)]


def _compared(p: Path[int], k: int, q: Path[int], m: int, r: Path[int]) -> list[tuple[Path[int], Path[int]]]:
    """A path beside itself bracketed otherwise, turned otherwise, with parts swapped, and cut short."""
    path, others = (
        Turn(Turn(p, k, q), m, r),
        (Turn(p, m, Turn(q, k, r)), Turn(Turn(q, k, p), m, r), Turn(p, k, q)),
    )
    return [(path, other) for other in (Turn(p, k, Turn(q, m, r)), *others)]


def _routes(tree: Tree[int, int], turn: int | None = None, before: tuple[object, ...] = ()) -> Tree[int, Any]:
    """The steps to every leaf, gathered on the way down."""
    match tree:
        case Leaf(item):
            return Leaf([*before, (turn, item)])
        case Node(root, parts):
            return Node(
                root,
                tuple(_routes(p, k, (*before, (turn, TURNS[k](root)))) for k, p in enumerate(parts)),
            )


def _accumulated(name: str, tree: Tree[int, int]) -> Tree[int, Any]:
    last, operators = OPERATORS[name]
    return dacc(last, TURNS, operators, tree)


def _below(name: str, root: int, parts: tuple[Tree[int, Any], ...]) -> Tree[int, Any]:
    """What Theorem 4.8 makes of a root and of parts that have been accumulated."""
    turned = zip(TURNS, OPERATORS[name][1], parts, strict=False)
    return Node(root, tuple(map_leaves(partial(op, turn(root)), part) for turn, op, part in turned))


def _from_below(act: Act, start: Any, tree: Tree[int, Any]) -> Tree[int, Any]:
    """The paper's accumulation with the same actions: a root acts after the roots below it."""
    operators = [lambda root, value, k=k: act(root, k, value) for k in range(len(TURNS))]
    same = [lambda root: root for _ in TURNS]
    return dacc(lambda value: value, same, operators, map_leaves(lambda _: start, tree))


def _levels(_: str, tree: Tree[int, int]) -> range:
    """Order can matter only where two roots lie on one path."""
    return range(depth(tree))


SUITE = Suite(
    "paths",
    [
        equation(
            "re-bracketing", one_of(OPERATORS), some_path, turns, some_path, turns, some_path,
            lhs=lambda op, p, k, q, m, r: path_red(*OPERATORS[op], Turn(Turn(p, k, q), m, r)),
            rhs=lambda op, p, k, q, m, r: path_red(*OPERATORS[op], Turn(p, k, Turn(q, m, r))),
            says="path_red (p k (q m r)) = path_red ((p k q) m r), for operators that are not associative",
            latex=r"\mathit{pathRed}\,((p \to q) \to r) = \mathit{pathRed}\,(p \to (q \to r))",
            cite="He & Little, Definition 4.7", owed_by=("path_red",),
            candidates=lambda _op, p, k, q, m, r: [k, m, *_places(p), *_places(q), *_places(r)],
        ),
        equation(
            "path_red works from the end", one_of(OPERATORS), digits, turns, some_path,
            lhs=lambda op, a, k, p: path_red(*OPERATORS[op], Turn(Single(a), k, p)),
            rhs=lambda op, a, k, p: OPERATORS[op][1][k](a, path_red(*OPERATORS[op], p)),
            says="path_red (S a, k, p) = a (k) path_red p",
            latex=r"\mathit{pathRed}\,(S(a) \to_k p) = a \oplus_k \mathit{pathRed}\;p",
            cite="He & Little, Definition 4.7", owed_by=("path_red",),
            candidates=lambda _op, a, _k, p: [a, *_places(p)],
        ),
        equation(
            "path_red of a single place", one_of(OPERATORS), digits,
            lhs=lambda op, a: path_red(*OPERATORS[op], Single(a)),
            rhs=lambda op, a: OPERATORS[op][0](a),
            says="path_red f (S a) = f a", latex=r"\mathit{pathRed}\,(S(a)) = f(a)",
            cite="He & Little, Definition 4.7", owed_by=("path_red",),
            candidates=lambda op, a: [a, OPERATORS[op][0](a)],
        ),
        equation(
            "steps of a turn", some_path, turns, some_path,
            lhs=lambda p, k, q: list(steps(Turn(p, k, q))),
            rhs=lambda p, k, q: [*steps(p), *((k if t is None else t, place) for t, place in steps(q))],
            says="steps (p k q) = steps p ++ steps q, with k for the turn into q",
            latex=r"\mathit{steps}\,(p \to_k q) = \mathit{steps}\;p \mathbin{+\!\!+} \mathit{steps}_k\;q",
            cite="a path is a list with turns between", owed_by=("path_red",),
        ),
        equation(
            "equal paths have equal steps", some_path, turns, some_path, turns, some_path,
            lhs=lambda p, k, q, m, r: [a == b for a, b in _compared(p, k, q, m, r)],
            rhs=lambda p, k, q, m, r: [[*steps(a)] == [*steps(b)] for a, b in _compared(p, k, q, m, r)],
            says="p = q if and only if steps p = steps q: bracketing does not matter",
            latex=r"p = q \iff \mathit{steps}\;p = \mathit{steps}\;q",
            cite="a path is a list with turns between", owed_by=("paths", "path_red"),
        ),
        equation(
            "steps of the paths of a tree", any_trees,
            lhs=lambda t: map_leaves(lambda path: list(steps(path)), paths(TURNS, t)), rhs=_routes,
            says="mapD steps . paths = what is met on the way to each leaf",
            latex=r"\mathit{mapD}\;\mathit{steps} \cdot \mathit{paths} = \mathit{routes}",
            cite="He & Little, Definition 4.6", owed_by=("paths",), candidates=labels,
        ),
        equation(
            "accumulating is reducing paths", one_of(OPERATORS), any_trees, lhs=_accumulated,
            rhs=lambda op, t: map_leaves(lambda path: path_red(*OPERATORS[op], path), paths(TURNS, t)),
            says="dacc = mapD path_red . paths",
            latex=r"\mathit{dacc} = \mathit{mapD}\;\mathit{pathRed} \cdot \mathit{paths}",
            cite="He & Little, (16)", owed_by=("dacc", "paths", "path_red"), candidates=labels,
        ),
        equation(
            "accumulating a node", one_of(OPERATORS), digits, lists(any_trees, 3, least=1),
            lhs=lambda op, r, ts: _accumulated(op, Node(r, tuple(ts))),
            rhs=lambda op, r, ts: _below(op, r, tuple(_accumulated(op, t) for t in ts)),
            says="dacc (Node r ts) = Node r [mapD (turn_k r (k)) (dacc t) | (k, t) <- ts]",
            latex=r"\mathit{dacc}\,(\mathit{DN}\;u\;r\;v) = \mathit{DN}\,"
            r"(\mathit{mapD}\,(sl(r) \oplus)\,(\mathit{dacc}\;u))\;r\,"
            r"(\mathit{mapD}\,(sr(r) \otimes)\,(\mathit{dacc}\;v))",
            cite="He & Little, Theorem 4.8", owed_by=("dacc", "map_leaves"), candidates=labels,
        ),
        equation(
            "accumulating is a fold", one_of(OPERATORS), any_trees, lhs=_accumulated,
            rhs=lambda op, t: fold_with(lambda x: Leaf(OPERATORS[op][0](x)), partial(_below, op), t),
            says="dacc = fold (Leaf . f, node), node r ts = Node r [mapD (turn_k r (k)) t | (k, t) <- ts]",
            latex=r"\mathit{dacc} = (\![\mathit{DL} \cdot f, g]\!)",
            cite="He & Little, Theorem 4.8 and (17)", owed_by=("dacc", "fold"), candidates=labels,
        ),
        equation(
            "descending into a node", one_of(ACTIONS), digits, lists(any_trees, 3),
            lhs=lambda a, r, ts: descend(*ACTIONS[a], Node(r, tuple(ts))),
            rhs=lambda a, r, ts: Node(r, tuple(
                descend(ACTIONS[a][0], ACTIONS[a][0](r, k, ACTIONS[a][1]), t) for k, t in enumerate(ts))),
            says="descend act v (Node r ts) = Node r [descend act (act r k v) t | (k, t) <- ts]",
            latex=r"\mathit{descend}\;v\,(\mathit{DN}\;u\;r\;v') = "
            r"\mathit{DN}\,(\mathit{descend}\,(r^+ v)\;u)\;r\,(\mathit{descend}\,(r^- v)\;v')",
            cite="He & Little, (22)", owed_by=("descend",), candidates=labels,
        ),
        equation(
            "from below and from above", one_of(COMMUTING), _rooted,
            lhs=lambda a, t: descend(*COMMUTING[a], t), rhs=lambda a, t: _from_below(*COMMUTING[a], t),
            says="descend act v = dacc with act . mapD (const v), if actions commute",
            latex=r"\mathit{descend} = \mathit{dacc}, \text{ if } a \cdot b = b \cdot a",
            cite="He & Little, Theorem 4.13: the step 'definition of mapD'", owed_by=("descend", "dacc"),
            candidates=_levels,
        ),
        equation(
            "words from below and from above", one_of(["spelling"]), _rooted,
            lhs=lambda a, t: descend(*ACTIONS[a], t), rhs=lambda a, t: _from_below(*ACTIONS[a], t),
            says="descend act v = dacc with act . mapD (const v), for actions that spell words",
            latex=r"\mathit{descend} = \mathit{dacc}, \text{ though } a \cdot b \ne b \cdot a",
            cite="He & Little, Theorem 4.13 without its condition", owed_by=("descend", "dacc"),
            candidates=_levels,
        ),
        equation(
            "along carries down through all trees", one_of(ACTIONS), problems,
            lhs=lambda a, i: trees(along(i.problem, ACTIONS[a][0]), (i.seed, ACTIONS[a][1])),
            rhs=lambda a, i: [descend(*ACTIONS[a], t) for t in trees(*i)],
            says="trees (along p act) (s, v) = map (descend act v) (trees p s), for any actions",
            latex=r"\mathit{trees}\,(\mathit{along}\;p)\,(s, v) = "
            r"\mathit{map}\,(\mathit{descend}\;v)\,(\mathit{trees}\;p\;s)",
            cite="He & Little, (19)", owed_by=("along", "descend", "trees", "Problem"),
            candidates=lambda _, i: trees(*i),
        ),
        equation(
            "along is the paper's accumulation", one_of(COMMUTING), problems,
            lhs=lambda a, i: trees(along(i.problem, COMMUTING[a][0]), (i.seed, COMMUTING[a][1])),
            rhs=lambda a, i: [_from_below(*COMMUTING[a], t) for t in trees(*i)],
            says="trees (along p act) (s, v) = map dacc (trees p s), if actions commute",
            latex=r"\mathit{trees}\,(\mathit{along}\;p)\,(s, v) = \mathit{map}\;\mathit{dacc}\,(\mathit{trees}\;p\;s)",
            cite="He & Little, (19) and (23)", owed_by=("along", "dacc", "trees"),
        ),
    ],
    expected_failures={
        "words from below and from above": "words do not commute: two rules on one path are spelt in either order",
    },
)  # fmt: skip
