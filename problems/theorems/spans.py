"""Bracketings and search trees: from all trees to a table of segments, and to the Knuth window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias

from derive import Algebra, Problem
from derive.term import explore_, fold_, map_, min_, named, solve_, tabulate_, trees_, value
from laws.derivation import Case, Derivation
from laws.law import Law
from laws.rewrite import FOLD_FUSION, MIN_FUSION, SHARING, Rewrite
from problems.catalans import look_up_cost, search_trees
from problems.mcmp import MULTIPLICATIONS, matrix_chain
from problems.theorems.theorem import Theorem, bellman

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Span: TypeAlias = tuple[int, int]
Window: TypeAlias = Callable[[Span, dict[Span, int]], slice]
"""Which of the splits of a segment to try, given the ones chosen for shorter segments."""


def segment_table(
    problem: Problem[Span, Any, Any],
    algebra: Algebra[Any, Any, Any],
    key: Callable[[Any], Any],
    window: Window,
    whole: Span,
) -> tuple[list[Any], dict[Span, int]]:
    """Fill a table by length of segment; answer with the value of the whole and the split chosen for each.

    >>> chain = matrix_chain([30, 35, 15, 5, 10, 20, 25])
    >>> segment_table(chain.problem, MULTIPLICATIONS, itemgetter(2), every_split, (0, 6))[0]
    [(30, 25, 15125)]
    """
    table: dict[Span, Any] = {}
    chosen: dict[Span, int] = {}
    i, j = whole
    for length in range(j - i + 1):
        for start in range(i, j - length + 1):
            span = start, start + length
            offers = [(algebra.leaf(item), STOPPED) for item in problem.base(span)]
            for place, (root, parts) in list(enumerate(problem.splits(span)))[window(span, chosen)]:
                offers.append((algebra.node(root, tuple(table[part] for part in parts)), place))
            if offers:
                table[span], chosen[span] = min(offers, key=lambda offer: key(offer[0]))
    return [table[whole]] if whole in table else [], chosen


STOPPED = -1
"""In place of a split: the segment is a leaf."""


def every_split(_span: Span, _chosen: dict[Span, int]) -> slice:
    """All splits of a segment: cubic in all.

    >>> "abc"[every_split((2, 5), {})]
    'abc'
    """
    return slice(None)


def knuth_window(span: Span, chosen: dict[Span, int]) -> slice:
    """Only the splits between those chosen for the two segments that are shorter by one: quadratic in all.

    >>> "abcd"[knuth_window((0, 4), {(0, 3): 1, (1, 4): 1})]
    'bc'
    """
    i, j = span
    low, high = chosen.get((i, j - 1), STOPPED), chosen.get((i + 1, j), STOPPED)
    return slice(None) if STOPPED in (low, high) else slice(low, 1 + high + 1)


CHAIN, COUNTED, M = value("chain"), value("count"), value("M")


def chain_case(dimensions: Sequence[int]) -> Case:
    """A chain of matrices and how to count multiplications.

    >>> chain_case([2, 1, 3]).argument
    (0, 2)
    """
    problem, seed = matrix_chain(dimensions)
    values = {"chain": problem, "count": MULTIPLICATIONS, "M": itemgetter(2), "dimensions": list(dimensions)}
    return Case(seed, values)


def chains() -> SearchStrategy[Case]:
    """Chains of up to six small matrices.

    >>> from hypothesis import find
    >>> find(chains(), lambda case: True).values["dimensions"]
    [1, 1]
    """
    from hypothesis import strategies as st

    return st.lists(st.integers(1, 5), min_size=2, max_size=7).map(chain_case)


def _table(window: Window) -> Callable[..., list[Any]]:
    def fill(problem: Any, algebra: Any, key: Any, whole: Span) -> list[Any]:
        return segment_table(problem, algebra, key, window, whole)[0]

    return fill


BRACKETING = Theorem(
    "bracketing",
    Derivation(
        "Bracketing",
        min_(M) @ map_(fold_(COUNTED)) @ trees_(CHAIN),
        cost=M,
        among=map_(M) @ map_(fold_(COUNTED)) @ trees_(CHAIN),
    )
    .apply(FOLD_FUSION)
    .apply(MIN_FUSION)
    .apply(SHARING)
    .then(
        named("table of segments, shortest first", _table(every_split), "chain", "count", "M"),
        by=Rewrite("parts of a segment are shorter segments"),
    ),
    chains,
    "From all Catalan(n - 1) bracketings to n (n + 1) / 2 segments, each solved once. Bellman holds for "
    "values that occur; on arbitrary triples (rows, columns, cost) it is false.",
    {"Bellman": bellman("Bracketing", chains, min_(M), problem="chain", algebra="count", cost="M")},
)

KEYS, LOOK_UP, D = value("keys"), value("lookup"), value("D")


def search_case(hits: Sequence[int], misses: Sequence[int]) -> Case:
    """Keys with weights, and gaps between them with weights.

    >>> search_case([3], [1, 2]).argument
    (0, 1)
    """
    problem, seed = search_trees(len(hits))
    values = {"keys": problem, "lookup": look_up_cost(hits, misses), "D": itemgetter(1)}
    return Case(seed, {**values, "hits": list(hits), "misses": list(misses)})


def searches() -> SearchStrategy[Case]:
    """Up to six keys.

    >>> from hypothesis import find
    >>> find(searches(), lambda case: len(case.values["hits"]) > 0).values["misses"]
    [0, 0]
    """
    from hypothesis import strategies as st

    def of_size(n: int) -> SearchStrategy[Case]:
        weight = st.integers(0, 9)
        return st.builds(
            search_case,
            st.lists(weight, min_size=n, max_size=n),
            st.lists(weight, min_size=n + 1, max_size=n + 1),
        )

    return st.integers(0, 6).flatmap(of_size)


def window_holds_root(title: str, inputs: Callable[[], SearchStrategy[Case]]) -> Law[Case]:
    """That the first optimal root of a span lies between those of the spans shorter by one key.

    >>> law = window_holds_root("t", searches)
    >>> law.lhs(search_case([1, 2], [0, 0, 0]))
    [1]
    """

    def roots(case: Case) -> dict[Span, int]:
        values = case.values
        chosen = segment_table(values["keys"], values["lookup"], values["D"], every_split, case.argument)[1]
        return {span: span[0] + place for span, place in chosen.items() if span[0] < span[1]}

    def clamped(root: dict[Span, int]) -> list[int]:
        return [
            max(root[i, j - 1], min(root[i + 1, j], chosen)) for (i, j), chosen in root.items() if j - i > 1
        ]

    return Law(
        f"{title} owes: the window holds the root",
        inputs,
        lhs=lambda case: [root for (i, j), root in roots(case).items() if j - i > 1],
        rhs=lambda case: clamped(roots(case)),
        says="root (i, j - 1) ≤ root (i, j) ≤ root (i + 1, j)",
        cite="Knuth 1971",
    )


SEARCH_TREES = Theorem(
    "search-trees",
    Derivation(
        "Search trees",
        min_(D) @ map_(fold_(LOOK_UP)) @ trees_(KEYS),
        cost=D,
        among=map_(D) @ map_(fold_(LOOK_UP)) @ trees_(KEYS),
    )
    .then(min_(D) @ solve_(KEYS, LOOK_UP), by=FOLD_FUSION)
    .then(solve_(KEYS, LOOK_UP, min_(D)), by=MIN_FUSION)
    .then(tabulate_(LOOK_UP, min_(D)) @ explore_(KEYS), by=SHARING)
    .then(
        named("table of segments, every root", _table(every_split), "keys", "lookup", "D"),
        by=Rewrite("parts of a segment are shorter segments"),
    )
    .then(
        named("table of segments, roots in the window", _table(knuth_window), "keys", "lookup", "D"),
        by=Rewrite("Knuth window", cite="Knuth 1971", kind="refines", owes=("the window holds the root",)),
    ),
    searches,
    "From all Catalan(n) trees to O(n^3), and with the window to O(n^2). For matrix chains the window is "
    "false: dimensions 1, 2, 2, 1, 1 cost 8 within it and 7 without.",
    {
        "Bellman": bellman("Search trees", searches, min_(D), problem="keys", algebra="lookup", cost="D"),
        "the window holds the root": window_holds_root("Search trees", searches),
    },
)
