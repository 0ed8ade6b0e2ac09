"""Theorem 4.10: the accumulation fuses with the generator, by the paper's chain and in one line.

In lines in brackets rs and xs are the argument; the case of no rules, which gives ``[DL xs]`` in
each of them, is left out of the writing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any, TypeAlias

from derive import Leaf, Node, Problem, Tree, map_leaves, path_red, paths, solve
from derive.accumulate import Path
from derive.algebra import TREES
from derive.term import Term, define, fold_, map_, named, solve_, trees_, value
from laws.derivation import Derivation
from laws.rewrite import FOLD_FUSION, Rewrite, definition
from problems.theorems.accumulation import map_d
from problems.theorems.cases import accumulating, decisions
from problems.theorems.theorem import Theorem

Act: TypeAlias = Callable[[Any, int, Any], Any]
Join: TypeAlias = Callable[[Any, tuple[Any, ...]], Any]
Draw: TypeAlias = Callable[[Any, int, Any], list[Any]]

SPLITS, ACC = value("splits"), value("acc")


def comprehension(splits: Problem[Any, Any, Any], join: Join, draw: Draw, seed: Any) -> list[Any]:
    """``[join r (u, v) | (rs+, r, rs-) <- splits rs, u <- draw r 0 (rs+, xs), v <- draw r 1 (rs-, xs)]``.

    >>> from problems.theorems.cases import tree_case
    >>> from problems.catalans import search_trees
    >>> from derive import COUNT
    >>> splits = tree_case(search_trees(2).problem, max, (0, 2), "xs", COUNT).values["splits"]
    >>> comprehension(splits, lambda r, us: (r, us), lambda r, k, part: [part[0]], ((0, 2), "xs"))
    [(0, ((0, 0), (1, 2))), (1, ((0, 1), (2, 2)))]
    """
    return [Leaf(xs) for xs in splits.base(seed)] + [
        join(root, drawn)
        for root, parts in splits.splits(seed)
        for drawn in product(*(draw(root, k, part) for k, part in enumerate(parts)))
    ]


def line(head: str, source: str, join: Callable[[Act], Join], draw: Callable[..., Draw], *uses: str) -> Term:
    """A line in brackets; in ``source``, ± stands for + where u is drawn and for - where v is.

    >>> print(line("DN u r v", "genBTs' (rs±, xs)", plain, complete_trees))
    [DN u r v
      | (rs+, r, rs-) <- splits rs, u <- genBTs' (rs+, xs), v <- genBTs' (rs-, xs)]
    """

    def function(splits: Any, act: Act, *rest: Any) -> list[Any]:
        *used, seed = rest
        return comprehension(splits, join(act), draw(splits, act, *used), seed)

    u, v = (f"{name} <- {source.replace('±', sign)}" for name, sign in ("u+", "v-"))
    comma = ", " if len(source) < 20 else ",\n    "
    drawn = comma.join(["(rs+, r, rs-) <- splits rs", u, v])
    return named(f"[{head}\n  | {drawn}]", function, "splits", "act", *uses)


def _reduce(act: Act, path: Path[Any]) -> Any:
    return path_red(lambda xs: xs, (lambda r, xs: act(r, 0, xs), lambda r, xs: act(r, 1, xs)), path)


def _to_paths(tree: Tree[Any, Any]) -> Tree[Any, Any]:
    return paths((lambda r: r, lambda r: r), tree)


def _gathered(act: Act, tree: Tree[Any, Any]) -> Tree[Any, Any]:
    return map_leaves(partial(_reduce, act), _to_paths(tree))


def _partial_trees(splits: Any, _act: Act) -> Draw:
    return lambda _r, _k, part: solve(splits, TREES)(part)


def _gathered_trees(splits: Any, act: Act) -> Draw:
    return lambda _r, _k, part: [_gathered(act, tree) for tree in solve(splits, TREES)(part)]


def complete_trees(splits: Any, act: Act) -> Draw:
    """The complete generator (19) as a source of parts: trees whose leaves all roots above acted on.

    >>> from problems.theorems.cases import tree_case
    >>> from problems.catalans import search_trees
    >>> from derive import COUNT
    >>> case = tree_case(search_trees(1).problem, lambda r, k, w: w + str(k), (0, 1), "x", COUNT)
    >>> complete_trees(case.values["splits"], case.values["act"])(None, 0, case.argument)
    [Node(0, (Leaf('x0'), Leaf('x1')))]
    """
    return lambda _r, _k, part: solve(splits, accumulating(act))(part)


def drawing(term: Term, name: str, pushed: bool = False) -> Callable[..., Draw]:
    """A term run on every part, with one value under a name; ``pushed`` restricts the data first.

    >>> from problems.theorems.cases import decision_case
    >>> from problems.proper import Rows, from_matrix
    >>> values = decision_case(from_matrix([[0]]), Rows("ab", (0b01,))).values
    >>> drawing(GEN_DTS, "E", pushed=True)(values["splits"], values["act"], values["E"])(0, 1, (0, 0b11))
    [Leaf(2)]
    """

    def source(splits: Any, act: Act, content: Any) -> Draw:
        run = term.at(splits=splits, acc=accumulating(act), **{name: content})

        def draw(root: Any, k: int, part: Any) -> list[Any]:
            rules, rows = part
            drawn: list[Any] = run((rules, act(root, k, rows) if pushed else rows))
            return drawn

        return draw

    return source


def _joined_composition(act: Act) -> Join:
    def join(root: Any, parts: tuple[Any, ...]) -> Any:
        below = (
            map_leaves(partial(_acted_reduction, act, root, k), _to_paths(part))
            for k, part in enumerate(parts)
        )
        return Node(root, tuple(below))

    return join


def _acted_reduction(act: Act, root: Any, k: int, path: Path[Any]) -> Any:
    return act(root, k, _reduce(act, path))


def plain(_act: Act) -> Join:
    """``DN u r v``: the branch of (15).

    >>> plain(max)("r", (Leaf(1), Leaf(2)))
    Node('r', (Leaf(1), Leaf(2)))
    """
    return Node


def acting(act: Act) -> Join:
    """``DN (mapD (r+ ∩) u) r (mapD (r- ∩) v)``: the branch of (19).

    >>> acting(lambda r, k, x: x * (k + 2))("r", (Leaf(1), Leaf(1)))
    Node('r', (Leaf(2), Leaf(3)))
    """
    return accumulating(act).node


HEAD = "DN (mapD (r+ ∩) u) r (mapD (r- ∩) v)"
PARTIAL = "genBTs' (rs±, xs)"

REDUCE = named("f", _reduce, "act")
TO_PATHS = named("g", _to_paths)
DACC = define("dacc", map_d(REDUCE) @ TO_PATHS)
PARTIAL_LINE = line("DN u r v", PARTIAL, plain, _partial_trees)
GEN_BTS = define("genBTs'", PARTIAL_LINE)
COMPLETE_LINE = line(HEAD, "genDTs (rs±, xs)", acting, complete_trees)
GEN_DTS = define("genDTs", solve_(SPLITS, ACC))
UNFOLDED = Rewrite("Theorem 4.10", lambda: (GEN_DTS, COMPLETE_LINE), "(19)", remark="itself only tested")

_MAPPED = line(
    "mapD f (g (DN u r v))", PARTIAL, lambda act: lambda r, us: _gathered(act, Node(r, us)), _partial_trees
)
_HOMOMORPHIC = line(
    "DN (mapD ((r+ ∩) . f) (g u)) r (mapD ((r- ∩) . f) (g v))", PARTIAL, _joined_composition, _partial_trees
)
_COMPOSED = line(
    "DN (mapD (r+ ∩) (mapD f (g u))) r (mapD (r- ∩) (mapD f (g v)))",
    PARTIAL,
    lambda act: lambda r, us: acting(act)(r, tuple(_gathered(act, u) for u in us)),
    _partial_trees,
)
_DRAWN = line(HEAD, f"map (mapD f . g) ({PARTIAL})", acting, _gathered_trees)

THEOREM_4_10 = Theorem(
    "theorem-4.10",
    Derivation("Theorem 4.10", map_(DACC) @ GEN_BTS)
    .then(map_(map_d(REDUCE) @ TO_PATHS) @ GEN_BTS, by=definition(DACC, "(16)"))
    .then(map_(map_d(REDUCE) @ TO_PATHS) @ PARTIAL_LINE, by=definition(GEN_BTS, "(15)"))
    .then(_MAPPED, by=Rewrite("definition of map", kind="definition"))
    .then(_HOMOMORPHIC, by=Rewrite("Theorem 4.8, definition of sl and sr"))
    .then(_COMPOSED, by=Rewrite("map composition on trees"))
    .then(_DRAWN, by=Rewrite("definition of list comprehension", kind="definition"))
    .then(COMPLETE_LINE, by=Rewrite("definition of genDTs", cite="(18)", kind="definition"))
    .then(solve_(SPLITS, ACC), by=Rewrite("induction on rs", cite="(19)"))
    .then(GEN_DTS, by=definition(GEN_DTS)),
    decisions,
    "f is pathRed id (∩) (∩), g is paths sl sr. The case of no rules gives [DL xs] in every line and is "
    "left out of the writing. Any splits will do.",
)

THEOREM_4_10_SHORT = Theorem(
    "theorem-4.10-short",
    Derivation("Theorem 4.10, short", map_(fold_(ACC)) @ trees_(SPLITS)).apply(FOLD_FUSION),
    decisions,
    "By Theorem 4.8 dacc is a fold, of the algebra acc; a fold fuses with any generator, and nothing is owed.",
)
