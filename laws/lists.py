"""Laws of lists: maps, filters and concatenation; what each choice promotes through; sizes of listings.

>>> SUITE.name, len(SUITE.laws) > 30
('lists', True)
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from math import comb, factorial, inf, perm
from typing import Any

from derive import (
    best,
    everything,
    first,
    kcombs,
    keep,
    kperms,
    largest,
    max_by,
    min_by,
    partitions,
    perms,
    smallest,
    sublist_pairs,
    thin,
    total,
)
from derive.choices import Choice
from derive.lists import concat, without_each
from laws.draws import FUNCTIONS, PREDICATES, digits, equation, lists, naturals, no_worse, one_of, pairs
from laws.law import Law
from laws.relation import AS_BAGS
from laws.suite import Suite

BIRD = "Bird, theory of lists"
functions, predicates = one_of(FUNCTIONS), one_of(PREDICATES)


def _cost(pair: tuple[int, int, str]) -> int:
    cost, _, _ = pair
    return cost


def _costly(pair: tuple[int, int, str]) -> bool:
    return bool(_cost(pair))


def _no_worse(a: tuple[int, int, str], b: tuple[int, int, str]) -> bool:
    return no_worse(a[:-1], b[:-1])


def _undominated(values: list[Any]) -> list[Any]:
    """What nothing is strictly better than, and of equivalents the first."""
    return [
        value
        for place, value in enumerate(values)
        if not any(
            _no_worse(other, value) and (rival < place or not _no_worse(value, other))
            for rival, other in enumerate(values)
        )
    ]


MAPS = [
    equation(
        "map composition", functions, functions, lists(digits),
        lhs=lambda f, g, xs: everything(map(f, everything(map(g, xs)))),
        rhs=lambda f, g, xs: everything(f(g(x)) for x in xs),
        says="map f . map g = map (f . g)",
        latex=r"\mathit{map}\;f \cdot \mathit{map}\;g = \mathit{map}\,(f \cdot g)",
        cite=BIRD, owed_by=("everything",),
    ),
    equation(
        "filter promotion", predicates, lists(lists(digits)),
        lhs=lambda p, xss: keep(p)(concat(xss)),
        rhs=lambda p, xss: concat(map(keep(p), xss)),
        says="filter p . concat = concat . map (filter p)",
        latex=r"\mathit{filter}\;p \cdot \mathit{concat} = \mathit{concat} \cdot \mathit{map}\,(\mathit{filter}\;p)",
        cite="He & Little, Theorem 4.2; " + BIRD, owed_by=("keep",),
        candidates=lambda p, xss: [(p(x), x) for x in concat(xss)],
    ),
    equation(
        "map after concat", functions, lists(lists(digits)),
        lhs=lambda f, xss: [f(x) for x in concat(xss)],
        rhs=lambda f, xss: concat([f(x) for x in xs] for xs in xss),
        says="map f . concat = concat . map (map f)",
        latex=r"\mathit{map}\;f \cdot \mathit{concat} = \mathit{concat} \cdot \mathit{map}\,(\mathit{map}\;f)",
        cite=BIRD, owed_by=("kperms",),
    ),
    equation(
        "concat after concat", lists(lists(lists(digits, 3), 3), 4),
        lhs=lambda xsss: concat(concat(xsss)),
        rhs=lambda xsss: concat(map(concat, xsss)),
        says="concat . concat = concat . map concat",
        latex=r"\mathit{concat} \cdot \mathit{concat} = \mathit{concat} \cdot \mathit{map}\;\mathit{concat}",
        cite=BIRD, owed_by=("kperms",),
    ),
    equation(
        "filter before perms", naturals(3, least=2), lists(digits, 4, least=2),
        lhs=lambda k, xs: keep(_rises)(kperms(k, xs)),
        rhs=lambda k, xs: concat(keep(_rises)(perms(chosen)) for chosen in kcombs(k, xs)),
        says="filter p . kperms k = concat . map (filter p . perms) . kcombs k",
        latex=r"\mathit{filter}\;p \cdot \mathit{kperms}_k = "
        r"\mathit{concat} \cdot \mathit{map}\,(\mathit{filter}\;p \cdot \mathit{perms}) \cdot \mathit{kcombs}_k",
        cite="He & Little, Theorem 4.2", owed_by=("kperms", "perms", "kcombs", "keep"),
        candidates=lambda k, xs: map(_rises, kperms(k, xs)),
    ),
    equation(
        "minimum of minima", lambda: lists(lists(digits, 3), 4)().filter(any),
        lhs=lambda xss: min(concat(xss)),
        rhs=lambda xss: min(map(min, xss)),
        says="min . concat = min . map min, for the min that an empty list does not have",
        latex=r"\min \cdot \mathit{concat} = \min \cdot \mathit{map}\;\min",
        cite="He & Little, Theorem 4.3 as printed", owed_by=("smallest", "min_by"),
        candidates=concat,
    ),
]  # fmt: skip


def _rises(items: tuple[int, ...]) -> bool:
    return list(items) == sorted(items)


CHOICES: dict[str, tuple[Choice[Any], Choice[Any], str]] = {
    "everything": (everything, list, "xs"),
    "first": (first, lambda xs: list(xs)[:1], "take 1 xs"),
    "min_by": (min_by(_cost), lambda xs: sorted(xs, key=_cost)[:1], "take 1 (sort by cost xs)"),
    "max_by": (
        max_by(_cost),
        lambda xs: sorted(xs, key=_cost, reverse=True)[:1],
        "take 1 (sort by falling cost xs)",
    ),
    "smallest": (smallest, lambda xs: sorted(xs)[:1], "take 1 (sort xs)"),
    "largest": (largest, lambda xs: sorted(xs)[-1:], "the last of (sort xs)"),
    "best": (best(2, _cost), lambda xs: sorted(xs, key=_cost)[:2], "take 2 (sort by cost xs)"),
    "keep": (keep(_costly), lambda xs: [x for x in xs if _costly(x)], "[x | x <- xs, p x]"),
    "thin": (thin(_no_worse), lambda xs: _undominated(list(xs)), "[x | x <- xs, nothing dominates x]"),
}
"""For every choice but ``total`` one of its kind, a plain definition of it, and that in words."""


def _promotion(name: str, choose: Choice[Any], values: Any = pairs) -> Law[Any]:
    return equation(
        f"promotion of {name}", lists(lists(values, 4), 5),
        lhs=lambda xss: choose(concat(xss)),
        rhs=lambda xss: choose(concat(map(choose, xss))),
        says=f"h . concat = h . concat . map h, for h = {name}",
        latex=r"h \cdot \mathit{concat} = h \cdot \mathit{concat} \cdot \mathit{map}\;h",
        cite="He & Little, Theorem 4.3 with a total min; " + BIRD, owed_by=(name,),
        candidates=concat,
    )  # fmt: skip


def _definition(name: str, choose: Choice[Any], plain: Choice[Any], words: str) -> Law[Any]:
    return equation(
        f"what {name} keeps", lists(pairs, 8),
        lhs=lambda xs: choose(iter(xs)),
        rhs=plain,
        says=f"{name} xs = {words}, reading xs once",
        latex=rf"\mathit{{{name.replace('_', chr(92) + '_')}}}\;xs = \text{{{words}}}",
        cite="He & Little, (5), (25), made total", owed_by=(name,),
        candidates=list,
    )  # fmt: skip


HANDS = ("rock", "scissors", "paper")


def _beats(a: str, b: str) -> bool:
    """Each hand beats itself and the next: reflexive and not transitive."""
    return (HANDS.index(b) - HANDS.index(a)) % 3 < 2


PROMOTIONS = [
    *(_promotion(name, choose) for name, (choose, _, _) in CHOICES.items()),
    _promotion("total", total, digits),
    *(_definition(name, *row) for name, row in CHOICES.items()),
    equation(
        "best is a sorted list cut off", naturals(4), lists(pairs),
        lhs=lambda k, xs: best(k, _cost)(xs),
        rhs=lambda k, xs: sorted(xs, key=_cost)[:k],
        says="best k = take k . sort",
        latex=r"\mathit{best}_k = \mathit{take}\;k \cdot \mathit{sort}",
        cite="k smallest values, stable", owed_by=("best",),
        candidates=lambda _, xs: xs,
    ),
    equation(
        "thin without transitivity", lists(lists(one_of(HANDS), 3), 4, least=2),
        lhs=lambda xss: thin(_beats)(concat(xss)),
        rhs=lambda xss: thin(_beats)(concat(map(thin(_beats), xss))),
        says="h . concat = h . concat . map h, for h = thin by what beats what in rock, paper, scissors",
        latex=r"\mathit{thin}_Q \cdot \mathit{concat} = "
        r"\mathit{thin}_Q \cdot \mathit{concat} \cdot \mathit{map}\;\mathit{thin}_Q",
        cite="He & Little, 4.8.2: Q is a preorder", owed_by=("thin",),
        candidates=concat,
    ),
]  # fmt: skip

HOMOMORPHISMS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "sum": (lambda xs: total(xs)[0], lambda a, b: a + b),
    "length": (len, lambda a, b: a + b),
    "minimum with infinity": (lambda xs: min(xs, default=inf), min),
    "smallest": (smallest, lambda a, b: smallest(a + b)),
    "largest": (largest, lambda a, b: largest(a + b)),
}
"""Functions of lists, each with the operator that joins its values on two lists."""


def _at(listing: Any, size: Any, name: str, says: str, latex: str) -> Law[Any]:
    return equation(
        f"size of {name}", naturals(3), lists(digits, 5, least=2),
        lhs=lambda k, xs: len(listing(k, xs)),
        rhs=lambda k, xs: size(k, len(xs)),
        says=says, latex=latex, cite="He & Little, 3.1 and 6", owed_by=(name,),
        candidates=lambda k, xs: listing(k, range(len(xs))),
    )  # fmt: skip


LISTINGS = [
    _at(kcombs, lambda k, n: comb(n, k), "kcombs", "length (kcombs k xs) = n over k", r"\binom{n}{k}"),
    _at(lambda _, xs: perms(xs), lambda _, n: factorial(n), "perms", "length (perms xs) = n!", "n!"),
    _at(kperms, lambda k, n: perm(n, k), "kperms", "length (kperms k xs) = n!/(n-k)!", r"\frac{n!}{(n-k)!}"),
    _at(lambda _, xs: partitions(xs), lambda _, n: n + 1, "partitions", "length (partitions xs) = n+1", "n+1"),
    _at(lambda _, xs: sublist_pairs(xs), lambda _, n: 2**n, "sublist_pairs",
        "length (sublist_pairs xs) = 2^n", "2^n"),
    equation(
        "homomorphism", one_of(HOMOMORPHISMS), lists(digits), lists(digits),
        lhs=lambda h, xs, ys: HOMOMORPHISMS[h][0](xs + ys),
        rhs=lambda h, xs, ys: HOMOMORPHISMS[h][1](*map(HOMOMORPHISMS[h][0], (xs, ys))),
        says="h (xs ++ ys) = h xs (+) h ys",
        latex=r"h\,(xs \mathbin{+\!\!+} ys) = h\;xs \oplus h\;ys",
        cite=BIRD, owed_by=("total", "smallest", "largest"),
        candidates=lambda h, xs, ys: map(repr, map(HOMOMORPHISMS[h][0], (xs, ys))),
    ),
    equation(
        "kperms by kcombs", naturals(3), lists(digits, 5, least=2),
        lhs=kperms,
        rhs=lambda k, xs: concat(map(perms, kcombs(k, xs))),
        says="kperms k = concat . map perms . kcombs k",
        latex=r"\mathit{kperms}_k = \mathit{concat} \cdot \mathit{map}\;\mathit{perms} \cdot \mathit{kcombs}_k",
        cite="He & Little, (8)", owed_by=("kperms", "perms", "kcombs"),
    ),
    equation(
        "kperms are the arrangements", naturals(3), lists(digits, 5, least=2),
        lhs=kperms,
        rhs=lambda k, xs: permutations(xs, k),
        same=AS_BAGS,
        says="kperms k xs lists every arrangement of k items of xs once",
        latex=r"\mathit{kperms}_k\;xs = \{\!\{\,ys \mid ys \text{ arranges } k \text{ items of } xs\,\}\!\}",
        cite="He & Little, (8)", owed_by=("kperms",),
    ),
    equation(
        "kcombs with or without the head", naturals(3), digits, lists(digits, 4, least=2),
        lhs=lambda k, x, xs: kcombs(k, [x, *xs]),
        rhs=lambda k, x, xs: [(x, *ys) for ys in kcombs(k - 1, xs)] + kcombs(k, xs),
        says="kcombs k (x : xs) = map (x :) (kcombs (k-1) xs) ++ kcombs k xs",
        latex=r"\mathit{kcombs}_k\,(x:xs) = "
        r"\mathit{map}\,(x:)\,(\mathit{kcombs}_{k-1}\,xs) \mathbin{+\!\!+} \mathit{kcombs}_k\,xs",
        cite="Pascal's rule", owed_by=("kcombs",),
    ),
    equation(
        "perms by their heads", digits, lists(digits, 3),
        lhs=lambda x, xs: perms([x, *xs]),
        rhs=lambda x, xs: [(y, *zs) for y, ys in without_each([x, *xs]) for zs in perms(ys)],
        says="perms xs = [y : zs | y <- xs, zs <- perms (xs without y)], xs not empty",
        latex=r"\mathit{perms}\;xs = [y:zs \mid y \in xs,\ zs \in \mathit{perms}\,(xs / y)]",
        cite=BIRD, owed_by=("perms",),
    ),
    equation(
        "partitions rejoin", lists(digits),
        lhs=lambda xs: [(len(us), *us, *vs) for us, vs in partitions(xs)],
        rhs=lambda xs: [(n, *xs) for n in range(len(xs) + 1)],
        says="us ++ vs = xs for the n-th (us, vs) of partitions xs, and us has n items",
        latex=r"us \mathbin{+\!\!+} vs = xs \wedge |us| = n \text{ for } (us, vs) = \mathit{partitions}\;xs\;!!\;n",
        cite="He & Little, 6.3", owed_by=("partitions",),
    ),
    equation(
        "sublist pairs are complementary", lists(digits, 4),
        lhs=lambda xs: [sorted(us + vs) for us, vs in sublist_pairs(xs)],
        rhs=lambda xs: [sorted(xs)] * 2 ** len(xs),
        says="us ++ vs = xs as bags, for (us, vs) <- sublist_pairs xs",
        latex=r"us \uplus vs = xs \text{ for } (us, vs) \in \mathit{subsPair}\;xs",
        cite="He & Little, 6.1", owed_by=("sublist_pairs",),
        candidates=sublist_pairs,
    ),
    equation(
        "sublist pairs list all combinations", lists(digits, 4),
        lhs=lambda xs: [us for us, _ in sublist_pairs(xs)],
        rhs=lambda xs: concat(kcombs(k, xs) for k in range(len(xs) + 1)),
        same=AS_BAGS,
        says="map fst (sublist_pairs xs) = concat [kcombs k xs | k <- 0..n], as bags",
        latex=r"\mathit{map}\;\mathit{fst}\,(\mathit{subsPair}\;xs) = \biguplus_k \mathit{kcombs}_k\;xs",
        cite="He & Little, 6.1", owed_by=("sublist_pairs", "kcombs"),
    ),
    equation(
        "sublist pairs swap in reverse", lists(digits, 4),
        lhs=lambda xs: [(vs, us) for us, vs in reversed(sublist_pairs(xs))],
        rhs=sublist_pairs,
        says="map swap . reverse . sublist_pairs = sublist_pairs",
        latex=r"\mathit{map}\;\mathit{swap} \cdot \mathit{reverse} \cdot \mathit{subsPair} = \mathit{subsPair}",
        cite="the paper's order of subsPair", owed_by=("sublist_pairs",),
    ),
]  # fmt: skip

SUITE = Suite(
    "lists",
    [*MAPS, *PROMOTIONS, *LISTINGS],
    expected_failures={
        "minimum of minima": "min of an empty list: an inner list may be empty, so Theorem 4.3 needs a total min",
        "thin without transitivity": "what scissors drop is not dropped by the rock that drops scissors: Q must be transitive",
    },
    raising=["minimum of minima"],
)
