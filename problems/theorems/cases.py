"""Cases for the theorems on decision trees: random ancestry matrices, random data, a few costs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from derive import TREES, Algebra, Problem, Tree, along, fold, smallest
from derive.tree import Node, depth, leaves, map_leaves
from laws.derivation import Case
from laws.law import Law
from problems import draws
from problems.ancestry import Ancestry, bits, from_function, from_thresholds
from problems.proper import proper, valid
from problems.rows import Rows

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def accumulating(act: Callable[[Any, int, Any], Any]) -> Algebra[Any, Any, Tree[Any, Any]]:
    """Downward accumulation as an algebra: a root acts on all leaves of its parts. Paper: Theorem 4.8.

    >>> from derive import Leaf, short
    >>> short(fold(accumulating(lambda root, part, x: f"{root}{part}{x}"), Node("r", (Leaf("x"), Leaf("y")))))
    '(r0x r r1y)'
    """

    def node(root: Any, parts: tuple[Tree[Any, Any], ...]) -> Tree[Any, Any]:
        return Node(root, tuple(map_leaves(partial(act, root, k), part) for k, part in enumerate(parts)))

    return Algebra(TREES.leaf, node)


def tree_case(
    problem: Problem[Any, Any, Any],
    act: Callable[[Any, int, Any], Any],
    seed: Any,
    start: Hashable,
    algebra: Algebra[Any, Any, Any],
    **values: Any,
) -> Case:
    """A case of (seed, what starts at the root): generators with and without data pushed down, and a cost.

    >>> from problems.catalans import search_trees
    >>> from derive import COUNT, solve
    >>> words = tree_case(search_trees(3).problem, lambda root, part, w: w + str(root), (0, 3), "", COUNT)
    >>> solve(words.values["splits"], COUNT)(words.argument)
    [5]
    """
    return Case(
        (seed, start),
        {
            "splits": along(problem, lambda _root, _part, carried: carried),
            "pushed": along(problem, act),
            "act": act,
            "acc": accumulating(act),
            "build": TREES,
            "E": partial(fold, algebra),
            **values,
        },
    )


def decision_case(
    ancestry: Ancestry, rows: Rows, algebra: Algebra[Any, Any, Any] | None = None, **values: Any
) -> Case:
    """The case of all rules of a matrix and all rows, by misclassification unless told otherwise.

    >>> from problems.proper import from_matrix
    >>> case = decision_case(from_matrix([[0, 1], [1, 0]]), Rows("ab", (0b01, 0b11)))
    >>> case.argument
    (3, 3)
    """
    return tree_case(
        proper(ancestry),
        rows.act,
        ancestry.everything,
        rows.everything,
        algebra or rows.misclassified(),
        ancestry=ancestry,
        rows=rows,
        valid=partial(valid, ancestry),
        **values,
    )


def worst_leaf(rows: Rows) -> Algebra[object, int, int]:
    """The errors of the worst leaf: monotone, not strictly.

    >>> worst_leaf(Rows("ab", ())).leaf(0b11)
    1
    """
    return Algebra(rows.errors, lambda _, values: max(values), smallest)


def penalised(rows: Rows) -> Algebra[object, int, int]:
    """Errors, where every branch counts its worse part twice: odd, but monotone.

    >>> penalised(Rows("ab", ())).node(0, (1, 0))
    2
    """
    return Algebra(rows.errors, lambda _, values: sum(values) + max(values), smallest)


COSTS: Mapping[str, Callable[[Rows], Algebra[Any, Any, Any]]] = {
    "errors": Rows.misclassified,
    "worst leaf": worst_leaf,
    "penalised": penalised,
}
"""Monotone costs by name."""


def larger_leaves(n: int, tree: Tree[Any, int]) -> bool:
    """Whether every leaf holds more than n rows: the paper's condition of (24).

    >>> from derive import Leaf
    >>> larger_leaves(1, Node("r", (Leaf(0b11), Leaf(0b100))))
    False
    """
    return all(rows.bit_count() > n for rows in leaves(tree))


def no_deeper(n: int, tree: Tree[Any, Any]) -> bool:
    """Whether no path meets more than n branches: the other condition of 4.8.1.

    >>> from derive import Leaf
    >>> no_deeper(1, Node("r", (Leaf(0), Leaf(0))))
    True
    """
    return depth(tree) <= n


CONDITIONS: Mapping[str, Callable[[Tree[Any, int]], bool]] = {
    "more than 0 rows at every leaf": partial(larger_leaves, 0),
    "depth at most 2": partial(no_deeper, 2),
    "depth at most 3": partial(no_deeper, 3),
    "more than 1 row at every leaf": partial(larger_leaves, 1),
}
"""Conditions that a branch reflects, by name."""

MOST_TELLING = "depth at most 3"


def decisions() -> SearchStrategy[Case]:
    """Some rules, with any sign matrix or on one axis; a few rows of data; a monotone cost; a condition.

    >>> from hypothesis import find
    >>> len(find(decisions(), lambda case: len(case.values["ancestry"]) > 1).values["ancestry"])
    2
    """
    from hypothesis import strategies as st

    return st.builds(
        random_case,
        rules=draws.mostly(4),
        rows=draws.mostly(16),
        cost=st.sampled_from(list(COSTS)),
        condition=st.one_of(st.sampled_from(list(CONDITIONS)), st.just(MOST_TELLING)),
        seed=st.integers(),
    )


def random_case(rules: int, rows: int, cost: str, condition: str, seed: int) -> Case:
    """The case of a number: hypothesis shrinks the sizes, the content is random and so seldom dull.

    >>> random_case(2, 3, "errors", "depth at most 2", seed=1).values["rows"]
    Rows(labels='acc', plus=(2, 0))
    """
    random = Random(seed)
    labels = "".join(random.choices("abc", k=rows))
    data = Rows(labels, tuple(random.getrandbits(rows) if rows else 0 for _ in range(rules)))
    order = random.sample(range(rules), rules)
    on_one_axis = from_thresholds([((place,), 0) for place in order])
    anyhow = from_function(order, lambda _i, _j: random.choice(draws.SIGNS))
    ancestry = random.choice([on_one_axis, on_one_axis, anyhow])
    return decision_case(
        ancestry, data, COSTS[cost](data), cost=cost, condition=condition, q=CONDITIONS[condition]
    )


def commuting(title: str, inputs: Callable[[], SearchStrategy[Case]]) -> Law[Case]:
    """That any two actions may be exchanged: what pushing data down owes.

    >>> from problems.proper import from_matrix
    >>> law, case = commuting("t", decisions), decision_case(from_matrix([[0]]), Rows("ab", (0b01,)))
    >>> law.lhs(case)
    [1, 0, 0, 2]
    """

    def side(case: Case, swapped: bool) -> list[Any]:
        act, start = case.values["act"], case.argument[1]
        turns = [(root, part) for root in bits(case.values["ancestry"].everything) for part in (0, 1)]
        pairs = ((b, a) if swapped else (a, b) for a in turns for b in turns)
        return [act(*above, act(*below, start)) for above, below in pairs]

    return Law(
        f"{title} owes: actions commute",
        inputs,
        lhs=lambda case: side(case, swapped=False),
        rhs=lambda case: side(case, swapped=True),
        says="act r (act s xs) = act s (act r xs)",
        cite="4.13",
    )
