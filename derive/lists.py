"""Lists of lists: combinations, permutations, partitions and pairs of sub-lists.

All of them pick by position, never by value, so repeated elements are told apart.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import toolz

A = TypeVar("A")


def concat(lists: Iterable[Iterable[A]]) -> list[A]:
    """Join lists end to end.

    >>> concat([[1, 2], [], [3]])
    [1, 2, 3]
    """
    return list(toolz.concat(lists))


def kcombs(k: int, items: Iterable[A]) -> list[tuple[A, ...]]:
    """Every choice of k items, in order. Paper: ``kcombs``.

    >>> kcombs(2, "abc")
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    """
    return list(itertools.combinations(items, k)) if k >= 0 else []


def perms(items: Iterable[A]) -> list[tuple[A, ...]]:
    """Every order of the items. Paper: ``perms``.

    >>> perms("ab")
    [('a', 'b'), ('b', 'a')]
    """
    return list(itertools.permutations(items))


def kperms(k: int, items: Iterable[A]) -> list[tuple[A, ...]]:
    """Every order of every choice of k items. Paper: (8), ``concat . map perms . kcombs k``.

    >>> kperms(2, "abc")
    [('a', 'b'), ('b', 'a'), ('a', 'c'), ('c', 'a'), ('b', 'c'), ('c', 'b')]
    """
    return concat(perms(chosen) for chosen in kcombs(k, items))


def partitions(items: Sequence[A]) -> list[tuple[tuple[A, ...], tuple[A, ...]]]:
    """Every way to cut a list in two, either side possibly empty. Paper: ``splits_Murtree``.

    >>> partitions((1, 2))
    [((), (1, 2)), ((1,), (2,)), ((1, 2), ())]
    """
    whole = tuple(items)
    return [(whole[:cut], whole[cut:]) for cut in range(len(whole) + 1)]


def proper_partitions(items: Sequence[A]) -> list[tuple[tuple[A, ...], tuple[A, ...]]]:
    """Every way to cut a list into two lists that are not empty. Paper: ``splits_MCMP``.

    >>> proper_partitions("ABC")
    [(('A',), ('B', 'C')), (('A', 'B'), ('C',))]
    """
    return partitions(items)[1:-1]


def sublist_pairs(items: Sequence[A]) -> list[tuple[tuple[A, ...], tuple[A, ...]]]:
    """Every sub-list together with what it leaves, in the paper's order. Paper: ``subsPair``.

    >>> sublist_pairs((1, 2))
    [((), (1, 2)), ((2,), (1,)), ((1,), (2,)), ((1, 2), ())]
    """
    return list(each_sublist_pair(items))


def each_sublist_pair(items: Sequence[A]) -> Iterator[tuple[tuple[A, ...], tuple[A, ...]]]:
    """The pairs of ``sublist_pairs``, one by one, since there are 2**n of them.

    >>> next(each_sublist_pair(range(100)))[0]
    ()
    """
    whole = tuple(items)
    for picks in itertools.product((False, True), repeat=len(whole)):
        left = tuple(itertools.compress(whole, picks))
        yield left, tuple(itertools.compress(whole, map(_unpicked, picks)))


def _unpicked(picked: bool) -> bool:
    return not picked


def without_each(items: Sequence[A]) -> Iterator[tuple[A, tuple[A, ...]]]:
    """Each item together with the others, by position: the paper's ``r <- rs`` and ``rs / r``.

    >>> list(without_each("aab"))
    [('a', ('a', 'b')), ('a', ('a', 'b')), ('b', ('a', 'a'))]
    """
    whole = tuple(items)
    for place, item in enumerate(whole):
        yield item, whole[:place] + whole[place + 1 :]
