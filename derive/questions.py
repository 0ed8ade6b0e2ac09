"""One splits, many questions: list, count, optimise, rank, constrain.

Each question is a problem, a seed and an algebra, answered by the engine. Where one answer is
asked for and no tree exists, the answer is ``Nothing``.

>>> from derive.costs import DEPTH, SIZE
>>> from derive.problem import Problem
>>> spans = Problem("catalan", lambda s: [None] if s[0] == s[1] else [],
...     lambda s: [(k, ((s[0], k), (k + 1, s[1]))) for k in range(*s)])
>>> whole = (0, 3)
>>> count(spans, whole), exists(spans, whole)
(5, True)
>>> optimum(spans, whole, DEPTH).unwrap()
Best(value=2, tree='((. 0 .) 1 (. 2 .))')
>>> count_optima(spans, whole, SIZE).unwrap()
(3, 5)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from returns.maybe import Maybe, Nothing, Some

from derive.access import ranking
from derive.algebra import COUNT, EXISTS, Algebra, fold
from derive.choices import check_number, everything, keep, thin
from derive.errors import BadInput, TooMany, Unfit
from derive.forest import Forest, explore, listed_by_choice, tabulate
from derive.kernels import Kernel
from derive.problem import Problem
from derive.text import counted, short
from derive.tree import Leaf, Tree, unfold

S = TypeVar("S")
R = TypeVar("R")
X = TypeVar("X")
V = TypeVar("V")
W = TypeVar("W")

MOST_TREES = 1000
"""How many trees ``trees`` lists without being told to."""


@dataclass(frozen=True)
class Best(Generic[V, R, X]):
    """A value and a tree that has it.

    >>> from derive.tree import Leaf
    >>> Best(0, Leaf("only")).value
    0
    """

    value: V
    tree: Tree[R, X]

    def __repr__(self) -> str:
        return f"Best(value={self.value!r}, tree={short(self.tree)!r})"

    def _repr_svg_(self) -> str:
        from derive.pictures import grid

        return grid([self.tree], caption=lambda _: str(self.value)).svg


def trees(problem: Problem[S, R, X], seed: S, limit: int | None = MOST_TREES) -> list[Tree[R, X]]:
    """All trees, in order; counted first, and refused above ``limit`` (None: no limit).

    >>> spans = Problem("catalan", lambda n: ["."] if n == 0 else [],
    ...                 lambda n: [("r", (i, n - 1 - i)) for i in range(n)])
    >>> len(trees(spans, 4))
    14
    >>> trees(spans, 30)
    Traceback (most recent call last):
        ...
    derive.errors.TooMany: catalan: there are 3814986502092304 trees, more than the limit of 1000; raise the limit, or sample
    """
    ranked = ranking(problem, seed)
    if limit is not None and ranked.size > limit:
        raise TooMany(
            f"{problem.name}: there are {counted(ranked.size)} trees, more than the limit of {limit}; "
            "raise the limit, or sample",
            ranked.size,
        )
    return list(ranked)


def count(problem: Problem[S, R, X], seed: S, by: Kernel[S, R, X] | None = None) -> int:
    """How many trees there are, exactly; by a compiled kernel, if one is given and fits.

    >>> count(Problem("never", lambda s: [], lambda s: []), "seed")
    0
    """
    if by is not None:
        with suppress(Unfit):
            return by.count(seed)
    return tabulate(explore(problem, seed), COUNT)[0]


def exists(problem: Problem[S, R, X], seed: S) -> bool:
    """Whether there is any tree at all.

    >>> exists(Problem("never", lambda s: [], lambda s: []), "seed")
    False
    """
    return bool(tabulate(explore(problem, seed), EXISTS))


_Sketch = tuple[object, ...]
"""A tree in the making: (item,) for a leaf, (root, sketches) for a node. Cheaper than a tree to drop."""

_SKETCH: Algebra[object, object, _Sketch] = Algebra(lambda item: (item,), lambda root, parts: (root, parts))


def _drawn(sketch: _Sketch) -> Tree[R, X]:
    def grow(sketch: _Sketch) -> Leaf[X] | tuple[R, tuple[_Sketch, ...]]:
        return (
            Leaf(cast("X", sketch[0])) if len(sketch) == 1 else cast("tuple[R, tuple[_Sketch, ...]]", sketch)
        )

    return unfold(grow, sketch)


def _place(value: V, values: list[V], name: str) -> int:
    """Where a value stands that was chosen; one that was made of several has no tree of its own."""
    if value not in values:
        raise BadInput(
            f"{name}: the choice answers with {value!r}, which is the value of no tree, as `cost * COUNT` may; "
            "`solve` and `tabulate` answer with values alone, and `count_optima` counts the best trees"
        )
    return values.index(value)


def optimum(
    problem: Problem[S, R, X], seed: S, cost: Algebra[R, X, V], by: Kernel[S, R, X] | None = None
) -> Maybe[Best[V, R, X]]:
    """The optimum by the cost's own choice, and a tree that reaches it; the first, where the choice keeps several.

    A cost that has no choice is an error, unless there is a single tree, since nothing says what is best.
    Owes: Bellman for the choice (monotonicity, when it is a minimum). If the cost is strictly
    monotone, the tree is the first one in the list of all trees. A compiled kernel to find it ``by``
    owes that it finds the same tree; where it does not fit, the engine answers.

    >>> from derive.costs import SIZE
    >>> optimum(Problem("never", lambda s: [], lambda s: []), "seed", SIZE)
    <Nothing>
    """
    if by is not None:
        with suppress(Unfit):
            return _edge([Best(fold(cost, tree), tree) for tree in by.best(seed)])

    def choose(pairs: Iterable[tuple[V, _Sketch]]) -> list[tuple[V, _Sketch]]:
        offered = list(pairs)
        values = [value for value, _ in offered]
        chosen = listed_by_choice(cost.choose(values), problem.name)
        for value in chosen:
            check_number(value, problem.name)
        return [offered[_place(value, values, problem.name)] for value in chosen]

    found = tabulate(_explored(problem, seed, cost), (cost & _SKETCH).choosing(choose))
    return _edge([Best(value, _drawn(sketch)) for value, sketch in found])


def count_optima(problem: Problem[S, R, X], seed: S, cost: Algebra[R, X, V]) -> Maybe[tuple[V, int]]:
    """The optimum and how many trees reach it.

    Owes: strict monotonicity, that a worse part makes a worse whole, which is more than ``optimum`` owes.
    Where a part may be worse without harm, as under the maximum of DEPTH, trees with such parts are not
    counted and the number is too small. It is Bellman's law for ``cost * COUNT``, and
    ``laws.plan.plan(problem, cost * COUNT, seeds)`` tests it.

    >>> from derive.costs import DEPTH, SIZE
    >>> from derive.tree import depth
    >>> count_optima(Problem("leaf", lambda s: "ab", lambda s: []), (), SIZE).unwrap()
    (0, 2)
    >>> keys = Problem("keys", lambda n: ["."] if n == 0 else [], lambda n: [(n, (i, n - 1 - i)) for i in range(n)])
    >>> count_optima(keys, 8, DEPTH).unwrap(), sum(depth(tree) == 4 for tree in trees(keys, 8, limit=None))
    ((4, 46), 94)
    """
    found = tabulate(_explored(problem, seed, cost), cost * COUNT)
    for value, _ in found:
        check_number(value, problem.name)
    return _edge(found)


def k_best(problem: Problem[S, R, X], seed: S, cost: Algebra[R, X, V], k: int) -> list[Best[V, R, X]]:
    """The k best trees by the cost's own choice, best first; fewer if there are fewer.

    Owes: Bellman for choosing k times over.

    >>> from derive.costs import DEPTH
    >>> spans = Problem("catalan", lambda n: ["."] if n == 0 else [],
    ...                 lambda n: [(n, (i, n - 1 - i)) for i in range(n)])
    >>> [found.value for found in k_best(spans, 3, DEPTH, 3)]
    [2, 3, 3]
    """
    if k < 0:
        raise BadInput(f"a number of trees is 0 or more, got {k}")

    def choose(pairs: Iterable[tuple[V, _Sketch]]) -> list[tuple[V, _Sketch]]:
        offered = list(pairs)
        values = [value for value, _ in offered]
        kept: list[tuple[V, _Sketch]] = []
        while values and len(kept) < k:
            chosen = listed_by_choice(cost.choose(values), problem.name)
            if not chosen:
                break
            check_number(chosen[0], problem.name)
            place = _place(chosen[0], values, problem.name)
            kept.append(offered.pop(place))
            del values[place]
        return kept

    found = tabulate(_explored(problem, seed, cost), (cost & _SKETCH).choosing(choose))
    return [Best(value, _drawn(sketch)) for value, sketch in found]


def pareto(
    problem: Problem[S, R, X], seed: S, one: Algebra[R, X, V], other: Algebra[R, X, W]
) -> list[Best[tuple[V, W], R, X]]:
    """The front of two costs: a tree for every pair that no other pair is as good as in both.

    Good is what each cost's own choice prefers. Owes: both costs monotone.

    >>> from derive.costs import DEPTH, SIZE
    >>> spans = Problem("catalan", lambda n: ["."] if n == 0 else [],
    ...                 lambda n: [(n, (i, n - 1 - i)) for i in range(n)])
    >>> [found.value for found in pareto(spans, 3, SIZE, DEPTH)]
    [(3, 2)]
    """

    def dominates(a: tuple[tuple[V, W], object], b: tuple[tuple[V, W], object]) -> bool:
        return _as_good(one, a[0][0], b[0][0]) and _as_good(other, a[0][1], b[0][1])

    front = ((one & other) & _SKETCH).choosing(thin(dominates))
    return [
        Best(values, _drawn(sketch))
        for values, sketch in tabulate(_explored(problem, seed, one, other), front)
    ]


def _as_good(cost: Algebra[R, X, V], a: V, b: V) -> bool:
    """Whether a choice that keeps the first of equals keeps a before b."""
    return cost.choose([a, b])[:1] == [a]


def trees_where(
    problem: Problem[S, R, X],
    seed: S,
    measure: Algebra[R, X, V],
    allowed: Callable[[V], bool],
    limit: int | None = MOST_TREES,
) -> list[Tree[R, X]]:
    """The trees whose measure is allowed, with the condition pushed into the recursion.

    Counted first, like ``trees``. Owes: a tree that is allowed has parts that are (4.8.1).

    >>> from derive.costs import DEPTH
    >>> spans = Problem("catalan", lambda n: ["."] if n == 0 else [],
    ...                 lambda n: [(n, (i, n - 1 - i)) for i in range(n)])
    >>> len(trees_where(spans, 3, DEPTH, lambda d: d <= 2))
    1
    """
    forest = explore(problem, seed)
    by_measure = measure.choosing(keep(allowed)) * COUNT
    number = sum(times for _, times in tabulate(forest, by_measure))
    if limit is not None and number > limit:
        raise TooMany(
            f"{problem.name}: {counted(number)} trees are allowed, more than the limit of {limit}; "
            "raise the limit, or narrow the condition",
            number,
        )
    kept = (measure & _SKETCH).choosing(keep(lambda pair: allowed(pair[0])))
    return [_drawn(sketch) for _, sketch in tabulate(forest, kept)]


def _explored(problem: Problem[S, R, X], seed: S, *costs: Algebra[R, X, Any]) -> Forest[S, R, X]:
    """The forest to choose from: where all trees are kept, the first of many is the best of nothing."""
    forest = explore(problem, seed)
    if any(cost.choose is everything for cost in costs):
        number = tabulate(forest, COUNT)[0]
        if number > 1:
            raise BadInput(
                f"{problem.name}: which of {counted(number)} trees is best? The algebra keeps all of them, as it was "
                "given no choice; say `choose=smallest` in it, or use its `.choosing(min_by(...))`"
            )
    return forest


def _edge(answers: Iterable[V]) -> Maybe[V]:
    for answer in answers:
        return Some(answer)
    return Nothing
