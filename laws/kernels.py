"""A compiled kernel is one more way to run a problem, and owes that it answers what the engine answers.

>>> from hypothesis import strategies as st
>>> from derive import Spans, Sums, SIZE, Problem, weighted_depth
>>> def search(weights):
...     keys = Problem("search", lambda s: [None] if s[0] == s[1] else [],
...         lambda s: [(k, ((s[0], k), (k + 1, s[1]))) for k in range(*s)])
...     return Asked(keys, (0, len(weights)), weighted_depth(weights.__getitem__))
>>> def claim(weights):
...     return Spans(len(weights), Sums.of(weights), lambda i, k, j: k, lambda i: None, takes=True)
>>> law = kernel("search", lambda: st.lists(st.integers(0, 9), max_size=6), search, claim)
>>> law.check(30).unwrap().examples
30
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from derive import COUNT, Kernel, Spans, explore, fold, optimum, tabulate
from laws.fusion import Asked, Pose, small, told_apart
from laws.law import Law

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

A = TypeVar("A")

__all__ = ["Asked", "kernel", "kernel_count", "window"]

LONG = 40
"""How many items the spans have at most on which a window is tested."""


def kernel(
    name: str,
    given: Callable[[], SearchStrategy[A]],
    pose: Pose[A],
    claim: Callable[[A], Kernel[Any, Any, Any]],
) -> Law[A]:
    """A kernel finds the same values as the engine, and the same tree: the first best in the order of splits.

    >>> from hypothesis import strategies as st
    >>> from derive import DEPTH, Masks, Problem
    >>> pair = Problem("one rule", lambda s: [] if s else [None], lambda s: [(0, (0, 0))] if s else [])
    >>> pose = lambda rules: Asked(pair, rules, DEPTH)
    >>> kernel("one rule", lambda: st.integers(0, 1), pose, lambda _: Masks((0,), (0,))).check().unwrap().examples
    2
    """

    def compiled(example: A) -> tuple[list[Any], list[Any]]:
        asked = pose(example)
        found = list(claim(example).best(asked.seed))
        return [fold(asked.algebra, tree) for tree in found], found

    def tabulated(example: A) -> tuple[list[Any], list[Any]]:
        asked = pose(example)
        question = (asked.problem, asked.seed, asked.algebra)
        tree = optimum(*question).map(lambda best: [best.tree]).value_or([])
        return tabulate(explore(asked.problem, asked.seed), asked.algebra), tree

    return Law(
        f"{name}: kernel = tabulate",
        small(given, pose),
        lhs=compiled,
        rhs=tabulated,
        says="kernel s = tabulate (explore p s) a, value and tree",
        latex=r"\mathit{kernel}\;s = \mathit{tabulate}\,(\mathit{explore}\;p\;s)\;a",
        cite="the kernel's own law",
        owed_by=("Kernel", "Spans", "Masks", "Product", "Sums", "Table", "optimum"),
        candidates=lambda example: told_apart(pose(example).algebra.choose, pose(example).candidates()),
    )


def kernel_count(
    name: str,
    given: Callable[[], SearchStrategy[A]],
    pose: Pose[A],
    claim: Callable[[A], Kernel[Any, Any, Any]],
) -> Law[A]:
    """A kernel counts as many trees as the engine.

    >>> from hypothesis import strategies as st
    >>> from derive import DEPTH, Masks, Problem
    >>> pair = Problem("one rule", lambda s: [] if s else [None], lambda s: [(0, (0, 0))] if s else [])
    >>> pose = lambda rules: Asked(pair, rules, DEPTH)
    >>> kernel_count("one rule", lambda: st.integers(0, 1), pose, lambda _: Masks((0,), (0,))).check().unwrap().examples
    2
    """
    return Law(
        f"{name}: kernel counts",
        given,
        lhs=lambda example: claim(example).count(pose(example).seed),
        rhs=lambda example: tabulate(explore(pose(example).problem, pose(example).seed), COUNT)[0],
        says="kernel s = tabulate (explore p s) COUNT",
        latex=r"\mathit{kernel}\;s = \mathit{tabulate}\,(\mathit{explore}\;p\;s)\;\mathit{COUNT}",
        cite="the kernel's own law",
        owed_by=("Kernel", "Spans", "Masks", "count"),
    )


def window(name: str, spans: Spans[Any, Any]) -> Law[tuple[int, int]]:
    """Knuth's window for one claim: looking between the cuts of the two shorter spans finds the same tree.

    Floating costs are compared up to rounding instead.

    >>> from derive import Product, Spans, Sums
    >>> keys = Spans(9, Sums.of([3, 9, 10, 16, 6, 3, 9, 1, 15]), lambda i, k, j: k, lambda i: i, takes=True)
    >>> window("keys", keys).check().unwrap().telling > 20
    True
    >>> chain = Spans(4, Product([1, 2, 2, 1, 1]), lambda i, k, j: None, lambda i: i)
    >>> print(window("chain", chain).check().failure())
    chain: Knuth window: does not hold
      for   (0, 4)
      left  [(0, 1, 4), (1, 2, 4), (2, 3, 4)]
      right [(0, 3, 4), (0, 1, 3), (1, 2, 3)]
    """

    def given() -> SearchStrategy[tuple[int, int]]:
        from hypothesis import strategies as st

        lengths = st.integers(0 if spans.takes else 1, min(LONG, spans.items))
        return lengths.flatmap(
            lambda length: st.integers(0, spans.items - length).map(lambda i: (i, i + length))
        )

    def cuts(span: tuple[int, int], *, narrow: bool = False) -> list[object]:
        from derive.kernels.spans import fill

        filled = fill(spans, span, window=narrow)
        cost = filled.best[0, -1].item()
        return [f"{cost:.9g}"] if isinstance(cost, float) else list(spans.shape(span, filled.cuts))

    return Law(
        f"{name}: Knuth window",
        given,
        lhs=partial(cuts, narrow=True),
        rhs=partial(cuts, narrow=False),
        says="the first best cut of a span lies between those of the two spans one item shorter",
        latex=r"cut(i, j-1) \le cut(i, j) \le cut(i+1, j)",
        cite="Knuth, Optimum binary search trees",
        owed_by=("Spans",),
        candidates=lambda span: range(span[1] - span[0] - 1),  # two items are cut in one place
    )
