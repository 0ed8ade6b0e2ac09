"""Search trees over keys in order: any key may be the root, smaller keys go left, larger ones right.

Seed: a span (i, j) of keys i to j-1. Stops when the span is empty, as the gap between two keys.
Paper: 6.2, ``genCatalans`` (30), with ``[L]`` for no rules and recursing into itself.

Owes: the quotient by size (Catalan numbers); Bellman for the weighted depth; the Knuth window.

>>> from derive import count, optimum, short, trees
>>> [count(*catalans(range(n))) for n in range(6)]
[1, 1, 2, 5, 14, 42]
>>> [short(tree) for tree in trees(*catalans((1, 2, 3)))][:3]
['(. 1 (. 2 (. 3 .)))', '(. 1 ((. 2 .) 3 .))', '((. 1 .) 2 (. 3 .))']
>>> found = optimum(*search_trees(3), look_up_cost([34, 8, 50])).unwrap()
>>> found.value, short(found.tree, leaf=lambda gap: ".")
((92, 142), '((. 0 (. 1 .)) 2 .)')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import comb
from typing import TypeAlias, TypeVar

from derive import Algebra, BadInput, Instance, Problem, Quotient, Spans, Sums, weighted_depth
from derive.costs import Weighed, Weight
from problems.exact import check_weights

R = TypeVar("R")
Span: TypeAlias = tuple[int, int]


def _splits(span: Span) -> Iterator[tuple[int, tuple[Span, Span]]]:
    i, j = span
    for root in range(i, j):
        yield root, ((i, root), (root + 1, j))


def catalans(keys: Sequence[R]) -> Instance[Span, R, None]:
    """Every search tree over keys in the given order. Paper: ``genCatalans``, (30).

    >>> from derive import short, trees
    >>> [short(tree) for tree in trees(*catalans("ab"))]
    ['(. a (. b .))', '((. a .) b .)']
    """

    def splits(span: Span) -> Iterator[tuple[R, tuple[Span, Span]]]:
        return ((keys[root], parts) for root, parts in _splits(span))

    return Instance(Problem("catalans", lambda s: [None] if s[0] == s[1] else [], splits), (0, len(keys)))


def search_trees(keys: int) -> Instance[Span, int, int]:
    """Search trees over numbered keys; the leaf before key i is gap i, where a search can fail.

    >>> from derive import trees
    >>> trees(*search_trees(1))
    [Node(0, (Leaf(0), Leaf(1)))]
    """
    return Instance(Problem("catalans", lambda s: [s[0]] if s[0] == s[1] else [], _splits), (0, keys))


def look_up_cost(
    hits: Sequence[Weight], misses: Sequence[Weight] | None = None
) -> Algebra[int, int, Weighed]:
    """Comparisons, weighted: ``hits[i]`` for finding key i, ``misses[i]`` for ending in gap i.

    >>> from derive import optimum
    >>> optimum(*search_trees(4), look_up_cost([4, 2, 6, 3])).unwrap().value[1]
    26
    >>> optimum(*search_trees(2), look_up_cost([0, 0], misses=[9, 1, 1])).unwrap().value[1]
    13
    """
    check_weights(hits, len(hits))
    if misses is not None:
        check_weights(misses, len(hits) + 1)

    def hit(key: int) -> Weight:
        if not 0 <= key < len(hits):
            raise BadInput(f"expected a weight for every key, but key {key} has none of {len(hits)} weights")
        return hits[key]

    def miss(gap: int) -> Weight:
        return misses[gap] if misses is not None else 0

    return weighted_depth(hit, miss)


def key_spans(hits: Sequence[Weight], misses: Sequence[Weight] | None = None) -> Spans[int, int]:
    """``search_trees`` and ``look_up_cost`` for a compiled kernel, in the Knuth window.

    With weights that are fractions it is exact; floating weights are added as floating numbers, so
    that of trees that are equally good up to rounding another one may be found.

    >>> from derive import optimum
    >>> hits, misses = [3, 0, 4, 1], [0, 2, 0, 5, 1]
    >>> found = optimum(*search_trees(4), look_up_cost(hits, misses), by=key_spans(hits, misses))
    >>> found == optimum(*search_trees(4), look_up_cost(hits, misses))
    True
    """
    look_up_cost(hits, misses)  # which checks the weights
    failing = [0] * (len(hits) + 1) if misses is None else misses
    before = list(accumulate(hits, initial=0))
    sums = list(accumulate(failing, initial=0))
    starts = [hit + miss for hit, miss in zip(before, sums, strict=False)]
    ends = [hit + miss for hit, miss in zip(before, sums[1:], strict=True)]
    return Spans(
        len(hits), Sums(starts, ends), root=lambda _, k, __: k, leaf=lambda i: i, takes=True, window=True
    )


def catalan(n: int) -> int:
    """The n-th Catalan number: how many search trees there are over n keys.

    >>> [catalan(n) for n in range(6)]
    [1, 1, 2, 5, 14, 42]
    """
    return comb(2 * n, n) // (n + 1)


def _by_size(n: int) -> list[tuple[int, tuple[int, int]]]:
    halves = [(2, (i, n - 1 - i)) for i in range(n // 2)]
    return [*halves, (1, (n // 2, n // 2))] if n % 2 else halves


BY_SIZE: Quotient[Span, int] = Quotient(
    "by number of keys",
    lambda span: span[1] - span[0],
    Problem("sizes of catalans", lambda n: [] if n else [1], _by_size),
)
"""The Catalan numbers; a split and its mirror image are counted together."""
