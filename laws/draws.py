"""What generic laws are tested on: small lists, trees, problems, and functions that have names.

Functions are drawn from tables and print as their names, so that a counterexample can be read.
hypothesis is imported when a strategy is made, not before.

>>> from hypothesis import find
>>> find(problems(), lambda instance: instance.seed > 0)
Instance(problem=Problem('0 -> ; 1 -> 0()'), seed=1)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import prod
from operator import le
from typing import TYPE_CHECKING, Any

from derive import (
    CELLS,
    COUNT,
    DEPTH,
    SIZE,
    Algebra,
    Instance,
    Leaf,
    Node,
    Problem,
    Tree,
    best,
    keep,
    smallest,
    strategy,
)
from derive.choices import Choice
from laws.law import Law, shown
from laws.relation import EQUAL, Relation

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy


@dataclass(frozen=True)
class Named:
    """A function that prints as its name.

    >>> Named("double", lambda n: 2 * n), Named("double", lambda n: 2 * n)(4)
    (double, 8)
    """

    name: str
    call: Callable[..., Any] = field(compare=False)

    def __call__(self, *args: Any) -> Any:
        """What the function answers."""
        return self.call(*args)

    def __repr__(self) -> str:
        return self.name


FUNCTIONS = (
    Named("successor", lambda n: n + 1),
    Named("double", lambda n: 2 * n),
    Named("negative", lambda n: -n),
    Named("remainder by 3", lambda n: n % 3),
)
"""From integers to integers; most pairs do not commute, so that swapping two shows."""

PREDICATES = (Named("is even", lambda n: n % 2 == 0), Named("is below 3", lambda n: n < 3))
"""From integers to truth values; each holds of some of what is drawn, and not of all."""


def weigh(choose: Choice[int] = smallest) -> Algebra[int, int, int]:
    """A cost in which roots and items count, strictly monotone in every part.

    >>> from derive import fold
    >>> fold(weigh(), Node(1, (Leaf(3), Leaf(4))))
    15
    """
    return Algebra(lambda item: item, lambda root, values: root + 2 * sum(values), choose)


ALGEBRAS: dict[str, Algebra[int, int, Any]] = {
    "size": SIZE,
    "depth": DEPTH,
    "cells": CELLS,
    "count": COUNT,
    "weight": weigh(),
    "two lightest": weigh(best(2, int)),
    "weight and count": weigh() * COUNT,
    "shallow": DEPTH.choosing(keep(lambda depth: depth < 2)),
    "spelling": Algebra(str, lambda root, values: f"{root}({' '.join(values)})"),
}
"""Algebras by name; the last tells all trees apart."""


def equation(
    name: str,
    *given: Callable[[], SearchStrategy[Any]],
    lhs: Callable[..., Any],
    rhs: Callable[..., Any],
    says: str,
    latex: str,
    cite: str,
    owed_by: tuple[str, ...],
    same: Relation = EQUAL,
    candidates: Callable[..., Iterable[object]] | None = None,
) -> Law[Any]:
    """A law for all of what is given: its sides take as many arguments as strategies are named.

    >>> from hypothesis import strategies as st
    >>> minus = equation("minus commutes", st.integers, st.integers, lhs=lambda a, b: a - b,
    ...     rhs=lambda a, b: b - a, says="a - b = b - a", latex="a - b = b - a", cite="", owed_by=())
    >>> print(minus.check().failure())
    minus commutes: does not hold
      for   0, 1
      left  -1
      right 1
    """

    def together() -> SearchStrategy[Any]:
        from hypothesis import strategies as st

        return st.tuples(*(one() for one in given))

    return Law(
        name,
        together,
        lhs=lambda example: lhs(*example),
        rhs=lambda example: rhs(*example),
        same=same,
        says=says,
        latex=latex,
        cite=cite,
        owed_by=owed_by,
        candidates=(lambda example: candidates(*example)) if candidates else None,
        show=lambda example: ", ".join(map(shown, example)),
    )


def one_of(table: Iterable[Any]) -> Callable[[], SearchStrategy[Any]]:
    """Any of the entries of a table; it shrinks towards the first.

    >>> from hypothesis import find
    >>> find(one_of(FUNCTIONS)(), lambda f: f(3) == 6)
    double
    """
    entries = tuple(table)

    def draw() -> SearchStrategy[Any]:
        from hypothesis import strategies as st

        return st.sampled_from(entries)

    return draw


def naturals(most: int, least: int = 0) -> Callable[[], SearchStrategy[int]]:
    """Whole numbers up to ``most``.

    >>> from hypothesis import find
    >>> find(naturals(4)(), lambda n: n > 2)
    3
    """

    def draw() -> SearchStrategy[int]:
        from hypothesis import strategies as st

        return st.integers(least, most)

    return draw


def digits() -> SearchStrategy[int]:
    """Labels of trees and items of lists.

    >>> from hypothesis import find
    >>> find(digits(), lambda n: n * n > 64)
    9
    """
    return naturals(9)()


def lists(
    of: Callable[[], SearchStrategy[Any]], most: int = 6, least: int = 0
) -> Callable[[], SearchStrategy[list[Any]]]:
    """Lists of ``least`` to ``most`` of what is given.

    >>> from hypothesis import find
    >>> find(lists(lists(digits))(), lambda lists: len(lists) > 1 and any(lists))
    [[], [0]]
    """

    def draw() -> SearchStrategy[list[Any]]:
        from hypothesis import strategies as st

        return st.lists(of(), min_size=least, max_size=most)

    return draw


def no_worse(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    """Whether no number of one tuple is larger than its fellow: a preorder in which many are in no relation.

    >>> no_worse((1, 2), (1, 3)), no_worse((1, 2), (2, 1))
    (True, False)
    """
    return all(map(le, a, b))


def pairs() -> SearchStrategy[tuple[int, int, str]]:
    """Two costs and a name that tells apart what costs the same.

    >>> from hypothesis import find
    >>> find(pairs(), lambda pair: pair[0] > pair[1])
    (1, 0, 'a')
    """
    from hypothesis import strategies as st

    return st.tuples(st.integers(0, 3), st.integers(0, 3), st.sampled_from("abc"))


MOST_LEAVES = 7
"""Of a tree that is drawn."""


def any_trees() -> SearchStrategy[Tree[int, int]]:
    """Trees labelled with digits, with up to three parts at a branch.

    >>> from hypothesis import find
    >>> find(any_trees(), lambda tree: isinstance(tree, Node) and tree.parts)
    Node(0, (Leaf(0),))
    """
    from hypothesis import strategies as st

    return st.recursive(
        digits().map(Leaf),
        lambda parts: st.builds(Node, digits(), st.lists(parts, max_size=3).map(tuple)),
        max_leaves=MOST_LEAVES,
    )


def labels(*given: object) -> list[object]:
    """All that is written on the trees of an example: what a law about them has to tell apart.

    >>> labels("f", [Node(1, (Leaf(2), Leaf(2)))])
    [('root', 1), 2, 2]
    """
    found: list[object] = []
    for one in given:
        match one:
            case Leaf(item):
                found.append(item)
            case Node(root, parts):
                found += [("root", root), *labels(*parts)]
            case list():
                found += labels(*one)
    return found


def binary_trees() -> SearchStrategy[Tree[int, int]]:
    """Trees in which every branch has two parts.

    >>> from hypothesis import find
    >>> find(binary_trees(), lambda tree: isinstance(tree, Node))
    Node(0, (Leaf(0), Leaf(0)))
    """
    from hypothesis import strategies as st

    return st.recursive(
        digits().map(Leaf),
        lambda parts: st.builds(Node, digits(), st.tuples(parts, parts)),
        max_leaves=MOST_LEAVES,
    )


SEARCH: Problem[tuple[int, int], int, None] = Problem(
    "search trees",
    lambda span: [None] if span[0] == span[1] else [],
    lambda span: [(key, ((span[0], key), (key + 1, span[1]))) for key in range(*span)],
)
"""Search trees over the keys i to j-1 of a span (i, j): any key may be the root."""


def search_trees() -> SearchStrategy[Tree[int, None]]:
    """A search tree over up to seven keys.

    >>> from hypothesis import find
    >>> find(search_trees(), lambda tree: isinstance(tree, Node))
    Node(0, (Leaf(None), Leaf(None)))
    """
    from hypothesis import strategies as st

    return st.integers(0, 7).flatmap(lambda keys: strategy(SEARCH, (0, keys)))


def problems(most: int = 40) -> SearchStrategy[Instance[int, int, int]]:
    """Any problem with at most ``most`` trees: each seed has leaves, and splits into smaller seeds.

    Its name says all about it: ``1 -> 7 | 0(0 0)`` is a seed that is the leaf 7 or splits into two.

    >>> from hypothesis import find
    >>> from derive import count
    >>> find(problems(), lambda instance: instance.seed == 0 and count(*instance) > 1)
    Instance(problem=Problem('0 -> 0 | 0'), seed=0)
    """
    from hypothesis import strategies as st

    @st.composite
    def draw_one(draw: DrawFn) -> Instance[int, int, int]:
        last = draw(st.integers(0, 4))
        most_parts = draw(st.integers(2, 3))
        least_parts = draw(st.sampled_from((0, 2)))
        stops = [draw(st.lists(digits(), max_size=2)) for _ in range(last + 1)]
        forks: list[list[tuple[int, tuple[int, ...]]]] = [[]]
        for seed in range(1, last + 1):
            below = st.lists(st.integers(0, seed - 1), min_size=least_parts, max_size=most_parts).map(tuple)
            splits = st.lists(st.tuples(st.integers(0, 2), below), min_size=seed == last, max_size=4)
            forks.append(draw(splits))
        return _tabled(stops, forks)

    return draw_one().filter(lambda instance: _number(instance) <= most)


def _tabled(
    stops: list[list[int]], forks: list[list[tuple[int, tuple[int, ...]]]]
) -> Instance[int, int, int]:
    """A problem given by a table, to be started from the last seed."""
    rows = (
        [*map(str, leaves), *(f"{root}({' '.join(map(str, parts))})" for root, parts in splits)]
        for leaves, splits in zip(stops, forks, strict=True)
    )
    name = "; ".join(f"{seed} -> {' | '.join(row)}" for seed, row in enumerate(rows))
    return Instance(Problem(name, stops.__getitem__, forks.__getitem__), len(stops) - 1)


def _number(instance: Instance[int, int, int]) -> int:
    """How many trees there are, counted without the engine that the laws are about."""
    counts: list[int] = []
    for seed in range(instance.seed + 1):
        branches = sum(prod(counts[part] for part in parts) for _, parts in instance.problem.splits(seed))
        counts.append(branches + len(list(instance.problem.base(seed))))
    return counts[-1]
