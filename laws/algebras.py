"""Laws of algebras and of the questions asked with them, on any small problem.

Everything is compared with the plain list of all trees, which needs neither algebra nor engine.

>>> SUITE.name, len(SUITE.laws) > 20
('algebras', True)
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import comb
from operator import itemgetter
from random import Random
from typing import TYPE_CHECKING, Any

from derive import (
    COUNT,
    DEPTH,
    EXISTS,
    TREES,
    Best,
    Forest,
    Instance,
    Key,
    Leaf,
    Node,
    Problem,
    Quotient,
    TooMany,
    Tree,
    best,
    count,
    count_optima,
    depth,
    everything,
    exists,
    explore,
    film,
    first,
    fold,
    k_best,
    largest,
    listed,
    nth,
    optimum,
    pareto,
    ranking,
    sample,
    shallow,
    short,
    smallest,
    solve,
    strategy,
    tables,
    tabulate,
    thin,
    total,
    trees,
    trees_where,
    watch,
)
from derive.lists import sublist_pairs, without_each
from laws.draws import (
    ALGEBRAS,
    any_trees,
    digits,
    equation,
    labels,
    lists,
    naturals,
    no_worse,
    one_of,
    problems,
    weigh,
)
from laws.law import Law
from laws.relation import AS_BAGS, EQUAL, INCLUDED, Relation
from laws.suite import Suite

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Small = Instance[int, int, int]
algebras, directions = one_of(ALGEBRAS), one_of(("smallest", "largest"))
SELECTIONS: dict[str, Any] = {
    "smallest": smallest, "largest": largest, "first": first, "everything": everything, "best 2": best(2, int),
}  # fmt: skip
CHOICES: dict[str, Any] = {**SELECTIONS, "total": total}


def _listed(problem: Any, seed: Any, *_: object) -> list[Tree[int, int]]:
    """All trees, by plain recursion."""
    below = ((root, product(*(_listed(problem, part) for part in parts)))
             for root, parts in problem.splits(seed))  # fmt: skip
    return [*map(Leaf, problem.base(seed)), *(Node(root, parts) for root, each in below for parts in each)]


def _values(problem: Any, seed: Any, *names: str) -> list[Any]:
    """What all trees are worth: one value each, or one for every algebra named."""
    each = [[fold(ALGEBRAS[name], tree) for tree in _listed(problem, seed)] for name in names]
    return each[0] if len(names) == 1 else list(zip(*each, strict=True))


def _then(one: str, other: str, pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Choosing by the first, then by the second, said plainly."""
    chosen = dict.fromkeys(SELECTIONS[one]([a for a, _ in pairs]))
    return [(a, b) for a in chosen for b in CHOICES[other]([b for c, b in pairs if c == a])]


def _pairs() -> SearchStrategy[tuple[int, int]]:
    from hypothesis import strategies as st

    return st.tuples(st.integers(0, 3), st.integers(0, 3))


def _asked(
    name: str,
    lhs: Callable[..., Any],
    rhs: Callable[..., Any],
    says: str,
    latex: str,
    *owed_by: str,
    given: tuple[Any, ...] = (),
    cite: str = "one splits, many questions",
    same: Relation = EQUAL,
) -> Law[Any]:
    """A law about any small problem: it tells when there are two trees to be told apart."""
    return equation(
        name, problems, *given,
        lhs=lambda instance, *more: lhs(*instance, *more), rhs=lambda instance, *more: rhs(*instance, *more),
        candidates=lambda instance, *_: _listed(*instance),
        says=says, latex=latex, owed_by=owed_by, cite=cite, same=same,
    )  # fmt: skip


def _holds(forest: Forest[int, int, int]) -> list[Any]:
    """What a forest says of each seed; parts that do not come first are left out."""
    return [
        (list(stops), [(root, tuple(forest.seeds[part] for part in parts if part < place))
                       for root, parts in forks.each()])
        for place, (stops, forks) in enumerate(zip(forest.stops, forest.forks, strict=True))
    ]  # fmt: skip


def _calls(problem: Any, seed: Any) -> int:
    return 1 + sum(_calls(problem, part) for _, parts in problem.splits(seed) for part in parts)


def _coloured(problem: Problem[int, int, int]) -> Problem[tuple[int, int], int, int]:
    """The same problem with colours on its seeds, which mean nothing."""
    return Problem(
        f"{problem.name}, coloured", lambda s: problem.base(s[0]),
        lambda s: ((root, tuple((part, s[1] + k) for k, part in enumerate(parts)))
                   for root, parts in problem.splits(s[0])),
    )  # fmt: skip


WHOLE = Key[int]("whole seed", lambda seed: seed)
NO_COLOUR = Key[tuple[int, int]]("no colour", lambda seed: seed[0])
Items = tuple[int, ...]
QUOTIENTS: dict[str, tuple[Problem[Items, Any, Any], Quotient[Items, int]]] = {
    "each item once": (
        Problem("each item once", lambda xs: [] if xs else [None],
                lambda xs: ((x, parts) for x, rest in without_each(xs) for parts in sublist_pairs(rest))),
        Quotient("by size", len, Problem("sizes", lambda n: [] if n else [1],
                 lambda n: [(n * comb(n - 1, i), (i, n - 1 - i)) for i in range(n)])),
    ),
    "heads or tails": (
        Problem("heads or tails", lambda xs: [] if xs else ["heads", "tails"],
                lambda xs: [(xs[0], (xs[1:],)), (xs[-1], (xs[:-1],))] if xs else []),
        Quotient("by size", len, Problem("sizes", lambda n: [] if n else [2],
                 lambda n: [(2, (n - 1,))] if n else [])),
    ),
}  # fmt: skip
"""Problems on lists of items whose trees are as many for all lists of one length."""


def _ranked(problem: Any, seed: Any, choice: str) -> list[tuple[int, Tree[int, int]]]:
    """All trees with their weights, the best first."""
    weighed = [(fold(WEIGHT, tree), tree) for tree in _listed(problem, seed)]
    return sorted(weighed, key=itemgetter(0), reverse=choice == "largest")


def _refused(listing: Callable[[], Any]) -> Any:
    try:
        return listing()
    except TooMany as error:
        return error.count


def _drawn(listed: list[Any], how_many: int, random: Random) -> list[Any]:
    return [listed[random.randrange(len(listed))] for _ in range(how_many if listed else 0)]


def _drawn_trees() -> SearchStrategy[tuple[Small, Tree[int, int]]]:
    from hypothesis import strategies as st

    return (
        problems().filter(lambda i: bool(_listed(*i))).flatmap(lambda i: st.tuples(st.just(i), strategy(*i)))
    )


MEANINGS = [
    equation(
        "* chooses twice", one_of(SELECTIONS), one_of(CHOICES), lists(_pairs),
        lhs=lambda g, h, ps: (weigh(SELECTIONS[g]) * weigh(CHOICES[h])).choose(iter(ps)), rhs=_then,
        says="(a * b).choose ps = [(v, w) | v <- a.choose (firsts), w <- b.choose (seconds of v)]",
        latex=r"(a * b)_h\;ps = [(v, w) \mid v \in h_a(\pi_1\;ps),\ w \in h_b[w' \mid (v, w') \in ps]]",
        cite="Giegerich, products in algebraic dynamic programming", owed_by=("Algebra",),
        candidates=lambda _g, _h, ps: ps,
    ),
    equation(
        "* pairs folds", algebras, algebras, any_trees,
        lhs=lambda a, b, t: fold(ALGEBRAS[a] * ALGEBRAS[b], t),
        rhs=lambda a, b, t: (fold(ALGEBRAS[a], t), fold(ALGEBRAS[b], t)),
        says="fold (a * b) t = (fold a t, fold b t)",
        latex=r"(\![a * b]\!) = \langle (\![a]\!), (\![b]\!) \rangle",
        cite="Fokkinga; Bird & de Moor, banana split", owed_by=("Algebra", "fold"), candidates=labels,
    ),
    equation(
        "choosing changes the choice alone", algebras, one_of(CHOICES), any_trees, lists(digits),
        lhs=lambda a, h, t, xs: (fold(ALGEBRAS[a].choosing(CHOICES[h]), t),
                                 ALGEBRAS[a].choosing(CHOICES[h]).choose(xs)),
        rhs=lambda a, h, t, xs: (fold(ALGEBRAS[a], t), CHOICES[h](xs)),
        says="fold (a choosing h) = fold a, and its choice is h",
        latex=r"(\![a_h]\!) = (\![a]\!)", cite="an algebra is a meaning and a choice",
        owed_by=("Algebra", "fold"), candidates=lambda _a, _h, t, xs: [*labels(t), *xs],
    ),
    _asked("& keeps all pairs", lambda p, s, a, b: solve(p, ALGEBRAS[a] & ALGEBRAS[b])(s), _values,
           "solve (p, a & b) = map (fold a, fold b) . trees p",
           r"\mathit{solve}\,(p, a \mathbin{\&} b) = \mathit{map}\,\langle(\![a]\!), (\![b]\!)\rangle \cdot \mathit{trees}\;p",
           "Algebra", "solve", given=(algebras, algebras), cite="He & Little, Theorem 4.10; banana split"),
    _asked("solve folds all trees", lambda p, s, a: solve(p, ALGEBRAS[a].choosing(everything))(s), _values,
           "solve (p, a choosing everything) = map (fold a) . trees p",
           r"\mathit{solve}\,(p, a) = \mathit{map}\,(\![a]\!) \cdot \mathit{trees}\;p",
           "solve", "fold", "everything", "Problem", given=(algebras,), cite="He & Little, Theorem 4.10"),
    _asked("solve lists all trees", lambda p, s: solve(p, TREES)(s), _listed,
           "solve (p, TREES) = all trees of p", r"\mathit{solve}\,(p, \mathit{TREES}) = \mathit{trees}\;p",
           "solve", "TREES", "Problem", "Instance", cite="He & Little, (15)"),
    _asked("COUNT counts the trees", lambda p, s: solve(p, COUNT)(s), lambda p, s: [len(_listed(p, s))],
           "solve (p, COUNT) = [length (trees p)]",
           r"\mathit{solve}\,(p, \mathit{COUNT}) = [\,|\mathit{trees}\;p|\,]", "COUNT", "solve", "total"),
    _asked("EXISTS tells whether there are trees", lambda p, s: solve(p, EXISTS)(s),
           lambda p, s: [True] if _listed(p, s) else [], "solve (p, EXISTS) = [True] if there is a tree, else []",
           r"\mathit{solve}\,(p, \mathit{EXISTS}) = [\top \mid \mathit{trees}\;p \ne []]", "EXISTS", "solve", "first"),
]  # fmt: skip

OWN = "the engine's own law"
ENGINE = [
    _asked("engine = definition", lambda p, s, a: tabulate(explore(p, s), ALGEBRAS[a]),
           lambda p, s, a: solve(p, ALGEBRAS[a])(s), "tabulate (explore p s) a = solve (p, a) s",
           r"\mathit{tabulate}\,(\mathit{explore}\;p\;s)\;a = \mathit{solve}\,(p, a)\;s",
           "tabulate", "explore", "solve", given=(algebras,), cite=OWN),
    _asked("tables answer for every seed", lambda p, s, a: tables(explore(p, s), ALGEBRAS[a]),
           lambda p, s, a: [solve(p, ALGEBRAS[a])(t) for t in explore(p, s).seeds],
           "tables (explore p s) a = map (solve (p, a)) (seeds below s)",
           r"\mathit{tables}\,f\;a = \mathit{map}\,(\mathit{solve}\,(p, a))\,(\mathit{seeds}\;f)",
           "tables", "explore", "solve", "Forest", given=(algebras,), cite=OWN),
    _asked("a forest says what its problem says", lambda p, s: _holds(explore(p, s)),
           lambda p, s: [(p.base(t), p.splits(t)) for t in explore(p, s).seeds],
           "leaves and splits of every seed are those of the problem, and parts come first",
           r"f_s = (\mathit{base}\;s, \mathit{splits}\;s)", "Forest", "explore", cite=OWN),
    _asked("a forest has every seed once", lambda p, s: explore(p, s).seeds,
           lambda p, s: {s, *(part for t in explore(p, s).seeds for _, parts in p.splits(t) for part in parts)},
           "the seeds of a forest are its own seed and the parts of all of them, once each",
           r"\mathit{seeds} = \{s\} \cup \bigcup \mathit{parts}", "Forest", "explore", cite=OWN, same=AS_BAGS),
    _asked("calls of plain recursion", lambda p, s: explore(p, s).calls, _calls,
           "calls = how often solve calls itself", r"\mathit{calls}\;s = 1 + \textstyle\sum_p \mathit{calls}\;p",
           "Forest", "explore", cite="sharing is a fold over the forest"),
    _asked("the whole key changes nothing", lambda p, s: _holds(explore(p, s, WHOLE)),
           lambda p, s: _holds(explore(p, s)), "explore p s (Key id) = explore p s",
           r"\mathit{explore}_{\mathit{id}} = \mathit{explore}", "Key", "explore", cite="He & Little, 4.7.2"),
    _asked("a sound key changes no answer",
           lambda p, s, a: tabulate(explore(_coloured(p), (s, 0), NO_COLOUR), ALGEBRAS[a]),
           lambda p, s, a: solve(p, ALGEBRAS[a])(s),
           "tabulate (explore p s key) a = solve (p, a) s, if seeds of one key have equal leaves and splits",
           r"\mathit{tabulate}\,(\mathit{explore}_k\;p\;s)\;a = \mathit{solve}\,(p, a)\;s",
           "Key", "explore", "tabulate", given=(algebras,), cite="He & Little, 4.7.2"),
    equation(
        "a quotient counts", one_of(QUOTIENTS), lists(digits, 4),
        lhs=lambda name, xs: QUOTIENTS[name][1].count(tuple(xs)),
        rhs=lambda name, xs: count(QUOTIENTS[name][0], tuple(xs)),
        says="count by classes = count, if classes count the splits of their seeds",
        latex=r"\mathit{count}\,(q, \mathit{key}\;s) = \mathit{count}\,(p, s)",
        cite="He & Little, Lemma 6.2", owed_by=("Quotient", "count"), candidates=lambda _, xs: range(len(xs)),
    ),
]  # fmt: skip

WEIGHT = weigh()
QUESTIONS = [
    _asked("trees lists all trees", lambda p, s: trees(p, s), _listed,
           "trees p = all trees of p, in order", r"\mathit{trees}\;p = \mathit{solve}\,(p, \mathit{TREES})",
           "trees", "TREES"),
    _asked("trees refuses above its limit", lambda p, s, n: _refused(lambda: trees(p, s, limit=n)),
           lambda p, s, n: _listed(p, s) if len(_listed(p, s)) <= n else len(_listed(p, s)),
           "trees p limit = trees p, or the number of trees if there are more than the limit",
           r"|\mathit{trees}_n\;p| \le n", "trees", "TooMany", given=(naturals(12),), cite="count first"),
    _asked("count is the number of trees", lambda p, s: count(p, s), lambda p, s: len(_listed(p, s)),
           "count p = length (trees p)", r"\mathit{count}\;p = |\mathit{trees}\;p|", "count", "COUNT"),
    _asked("exists if there is a tree", lambda p, s: exists(p, s), lambda p, s: bool(_listed(p, s)),
           "exists p = not (null (trees p))", r"\mathit{exists}\;p = (\mathit{trees}\;p \ne [])", "exists", "EXISTS"),
    _asked("the optimum is the first best tree", lambda p, s, h: optimum(p, s, weigh(CHOICES[h])).value_or(None),
           lambda p, s, h: next((Best(v, t) for v, t in _ranked(p, s, h)), None),
           "optimum p a = first (sort by cost (trees p)), for a strictly monotone cost",
           r"\mathit{optimum} = \mathit{min}_E \cdot \mathit{trees}\;p", "optimum", "Best", "Algebra",
           given=(directions,), cite="He & Little, Theorem 4.13, strictly monotone"),
    _asked("count_optima counts the best trees", lambda p, s, h: count_optima(p, s, weigh(CHOICES[h])).value_or(None),
           lambda p, s, h: next(((v, _values(p, s, "weight").count(v)) for v, _ in _ranked(p, s, h)), None),
           "count_optima p a = (best cost, how many trees have it), for a strictly monotone cost",
           r"\mathit{solve}\,(p, a * \mathit{COUNT}) = [(\min E, |\arg\min E|)]", "count_optima", "COUNT", "Algebra",
           given=(directions,), cite="He & Little, Theorem 4.13, strictly monotone"),
    _asked("k_best is sorted and cut off",
           lambda p, s, h, k: [(b.value, fold(WEIGHT, b.tree)) for b in k_best(p, s, weigh(CHOICES[h]), k)],
           lambda p, s, h, k: [(v, v) for v, _ in _ranked(p, s, h)[:k]],
           "costs of k_best = take k (sort (costs of trees p)), and each is the cost of its tree",
           r"\mathit{kBest} = \mathit{take}\;k \cdot \mathit{sort}_E \cdot \mathit{trees}\;p", "k_best", "best", "Best",
           given=(directions, naturals(4))),
    _asked("pareto is thin of all", lambda p, s: [(b.value, fold(WEIGHT & DEPTH, b.tree)) for b in pareto(p, s, WEIGHT, DEPTH)],
           lambda p, s: [(v, v) for v in thin(no_worse)(_values(p, s, "weight", "depth"))],
           "pareto p a b = thin (map (fold (a & b)) (trees p)), for monotone costs, as bags",
           r"\mathit{pareto} = \mathit{thin}_{\le \times \le} \cdot \mathit{map}\,(\![a \mathbin{\&} b]\!) \cdot \mathit{trees}\;p",
           "pareto", "thin", "Best", cite="He & Little, (25) and (26)", same=AS_BAGS),
    _asked("no condition leaves all trees", lambda p, s, a: trees_where(p, s, ALGEBRAS[a], lambda _: True),
           _listed, "trees_where p a (const True) = trees p",
           r"\mathit{filter}\,\top = \mathit{id}", "trees_where", "trees", given=(algebras,)),
    _asked("a bound filters trees", lambda p, s, n: trees_where(p, s, DEPTH, lambda d: d <= n),
           lambda p, s, n: [t for t in _listed(p, s) if depth(t) <= n],
           "trees_where p DEPTH (<= n) = filter ((<= n) . depth) (trees p)",
           r"\mathit{treesWhere}\;p = \mathit{filter}\;p \cdot \mathit{trees}", "trees_where", "keep", "DEPTH",
           given=(naturals(3),), cite="He & Little, 4.8.1, with filtered leaves"),
    _asked("a budget is a bound on depth", lambda p, s, n: trees(shallow(p), (s, n)),
           lambda p, s, n: [t for t in _listed(p, s) if depth(t) <= n],
           "trees (shallow p) (s, n) = filter ((<= n) . depth) (trees p s)",
           r"\mathit{trees}\,(\mathit{shallow}\;p)\,(s, n) = \mathit{filter}\,(\le n) \cdot \mathit{trees}\;p\;s",
           "shallow", "DEPTH", given=(naturals(3),), cite="He & Little, 4.8.1, as a budget in the seed"),
    _asked("a budget may be fused", lambda p, s, n: optimum(shallow(p), (s, n), WEIGHT).map(lambda b: b.value).value_or(None),
           lambda p, s, n: min((fold(WEIGHT, t) for t in _listed(p, s) if depth(t) <= n), default=None),
           "the optimum within a budget is the best of the trees that are shallow enough",
           r"\min_E \cdot \mathit{filter}\,(\le n) = \mathit{optimum}\,(\mathit{shallow}\;p)",
           "shallow", "optimum", given=(naturals(3),), cite="He & Little, 4.8.1, as a budget in the seed"),
    _asked("there is a step for every seed", lambda p, s: (len(watch(explore(p, s))), film(explore(p, s)).svg.count("<g><animate")),
           lambda p, s: (len(explore(p, s)), 2 * len(explore(p, s))),
           "watch f has a frame for every seed of f, and film f two parts that appear",
           r"|\mathit{watch}\;f| = |f|", "watch", "film", "Slides", cite="parts before wholes"),
    _asked("a table has a line for every tree", lambda p, s: str(listed(["tree"], [[t] for t in _listed(p, s)])).split("\n")[2:],
           lambda p, s: [f"| {short(t)} |" for t in _listed(p, s)], "the lines of a list of trees are the trees",
           r"\mathit{lines} \cdot \mathit{listed} = \mathit{map}\;\mathit{short}", "listed", "short"),
    _asked("trees_where refuses above its limit",
           lambda p, s, n: _refused(lambda: trees_where(p, s, WEIGHT, lambda _: True, limit=n)),
           lambda p, s, n: _listed(p, s) if len(_listed(p, s)) <= n else len(_listed(p, s)),
           "trees_where p limit = trees p, or the number of trees if there are more than the limit",
           r"|\mathit{treesWhere}_n\;p| \le n", "trees_where", "TooMany", given=(naturals(12),), cite="count first"),
    _asked("a ranking lists all trees", lambda p, s: [ranking(p, s).size, *ranking(p, s)], lambda p, s: [len(_listed(p, s)), *_listed(p, s)],
           "the trees of a ranking are trees p, in order", r"\mathit{ranking}\;p = \mathit{trees}\;p", "ranking", "trees"),
    _asked("nth is random access", lambda p, s: [nth(p, s, rank) for rank in range(count(p, s))], _listed,
           "nth p n = trees p !! n", r"\mathit{nth}\;p\;n = \mathit{trees}\;p\;!!\;n", "nth", "count"),
    _asked("samples are trees", lambda p, s, n, r: sample(p, s, n, r), _listed,
           "sample p n is included in trees p", r"\mathit{sample}\;p \subseteq \mathit{trees}\;p", "sample",
           given=(naturals(4), digits), same=INCLUDED),
    _asked("samples are drawn by number", lambda p, s, n, r: sample(p, s, n, r), lambda p, s, n, r: _drawn(_listed(p, s), n, Random(r)),
           "sample p n = [trees p !! i | i <- n uniform numbers], if there are trees",
           r"\mathit{sample}\;p = \mathit{map}\,(\mathit{trees}\;p\;!!) \cdot \mathit{uniform}", "sample", "ranking",
           given=(naturals(4), digits)),
    equation(
        "a strategy draws trees", _drawn_trees, lhs=lambda drawn: [drawn[1]], rhs=lambda drawn: _listed(*drawn[0]),
        same=INCLUDED, says="what strategy p draws is one of trees p",
        latex=r"\mathit{strategy}\;p \subseteq \mathit{trees}\;p", cite="random access", owed_by=("strategy",),
        candidates=lambda drawn: _listed(*drawn[0]),
    ),
]  # fmt: skip

SUITE = Suite("algebras", [*MEANINGS, *ENGINE, *QUESTIONS])
