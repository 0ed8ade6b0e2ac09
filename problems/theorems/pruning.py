"""Filter fusion (24), base cases filtered too, and thinning (25)-(26), data pushed down first."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING, Any

from derive import Tree, leaves
from derive.choices import keep
from derive.lists import concat
from derive.term import filter_, map_, min_, solve_, thin_, trees_, value
from laws.derivation import Case, Derivation
from laws.law import Law
from laws.rewrite import CHOICE_FUSION, THINNING, Rewrite
from problems.theorems.cases import commuting, decisions
from problems.theorems.generator import (
    ACC,
    COMPLETE_LINE,
    GEN_DTS,
    HEAD,
    SPLITS,
    UNFOLDED,
    Act,
    Draw,
    acting,
    complete_trees,
    drawing,
    line,
)
from problems.theorems.theorem import Theorem, bellman, parts_worth, promotion

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

E, ALLOWED, PUSHED, BUILD = value("E"), value("q"), value("pushed"), value("build")


def _kept(splits: Any, act: Act, allowed: Callable[[Any], bool]) -> Draw:
    draw = complete_trees(splits, act)
    return lambda root, k, part: keep(allowed)(draw(root, k, part))


def reflection(title: str, inputs: Callable[[], SearchStrategy[Case]]) -> Law[Case]:
    """That a branch of which q holds has parts of which q holds, which is all that fusing a filter owes.

    >>> reflection("t", decisions).says
    'filter q [f (DN u r v)] = filter q [f (DN u r v) | q u, q v]'
    """

    def side(case: Case, early: bool) -> list[Any]:
        allowed, join = case.values["q"], acting(case.values["act"])
        offers = parts_worth(case.values["splits"], case.values["acc"], case.argument)
        pairs = ((root, us) for root, parts in offers for us in product(*parts))
        return [
            join(root, us)
            for root, us in pairs
            if allowed(join(root, us)) and (not early or all(map(allowed, us)))
        ]

    return Law(
        f"{title} owes: a branch reflects q",
        inputs,
        lhs=lambda case: side(case, early=False),
        rhs=lambda case: side(case, early=True),
        says="filter q [f (DN u r v)] = filter q [f (DN u r v) | q u, q v]",
        cite="4.8.1",
        candidates=lambda case: case.run(map_(ALLOWED) @ GEN_DTS),
    )


REFLECTED = Rewrite("a branch reflects q", owes=("a branch reflects q",))
FILTER_FUSION = Theorem(
    "filter-fusion",
    Derivation("Filter fusion", filter_(ALLOWED) @ GEN_DTS, among=map_(ALLOWED) @ GEN_DTS)
    .then(filter_(ALLOWED) @ COMPLETE_LINE, by=UNFOLDED)
    .then(filter_(ALLOWED) @ line(HEAD, "filter q (genDTs (rs±, xs))", acting, _kept, "q"), by=REFLECTED)
    .then(
        filter_(ALLOWED)
        @ line(HEAD, "genDTFs (rs±, xs)", acting, drawing(filter_(ALLOWED) @ GEN_DTS, "q"), "q"),
        by=Rewrite("definition of genDTFs", cite="(24)", kind="definition"),
    )
    .then(solve_(SPLITS, ACC, filter_(ALLOWED)), by=Rewrite("induction on rs, base cases filtered too")),
    decisions,
    "q says that every leaf holds more than n rows, or that the tree is not too deep: any condition that "
    "a branch reflects. As printed, the base cases of genDTFs are not "
    "filtered, which is wrong for one rule already.",
    {"a branch reflects q": reflection("Filter fusion", decisions)},
)


def same_partition(one: Tree[Any, int], other: Tree[Any, int]) -> bool:
    """Whether two trees cut the data into the same parts: then one of them is enough.

    >>> from derive import Leaf, Node
    >>> same_partition(Node(1, (Leaf(1), Leaf(2))), Node(2, (Leaf(2), Leaf(1))))
    True
    """
    return partition(one) == partition(other)


def partition(tree: Tree[Any, int]) -> list[int]:
    """The parts into which a tree cuts the data, sorted.

    >>> from derive import Leaf, Node
    >>> partition(Node(1, (Leaf(4), Leaf(3))))
    [3, 4]
    """
    return sorted(leaves(tree))


Q = value("Q", same_partition)


def error_cases() -> SearchStrategy[Case]:
    """Cases whose cost is the sum over leaves, so that it depends on the partition alone.

    >>> from hypothesis import find
    >>> find(error_cases(), lambda case: True).values["cost"]
    'errors'
    """
    return decisions().filter(lambda case: case.values["cost"] == "errors")


def no_larger_cost(title: str, inputs: Callable[[], SearchStrategy[Case]]) -> Law[Case]:
    """That what dominates costs no more, which the paper does not ask for and thinning needs.

    >>> no_larger_cost("t", error_cases).cite
    '4.8.2'
    """

    def pairs(case: Case) -> list[tuple[Any, Any]]:
        grown, dominates = case.run(trees_(PUSHED)), Q.content
        return [(a, b) for a in grown for b in grown if dominates(a, b)]

    return Law(
        f"{title} owes: dominance implies no larger cost",
        inputs,
        lhs=lambda case: [min(map(case.values["E"], pair)) for pair in pairs(case)],
        rhs=lambda case: [case.values["E"](a) for a, _ in pairs(case)],
        says="a Q b implies E a <= E b",
        cite="4.8.2",
        candidates=lambda case: concat(pairs(case)),
    )


MOVE_DATA = Rewrite("data pushed down", owes=("actions commute",))
TREES_ARE_SOLVE = Rewrite("definition of trees", lambda p: (trees_(p), solve_(p, BUILD)), kind="definition")

THINNING_FUSION = Theorem(
    "thinning",
    Derivation("Thinning", min_(E) @ GEN_DTS, cost=E, among=map_(E) @ GEN_DTS)
    .then(min_(E) @ trees_(PUSHED), by=MOVE_DATA)
    .apply(THINNING, q=Q)
    .apply(TREES_ARE_SOLVE)
    .then(min_(E) @ solve_(PUSHED, BUILD, thin_(Q)), by=CHOICE_FUSION),
    error_cases,
    "Q says that two trees cut the data into the same parts. (26) as printed compares trees on data that "
    "is not yet restricted: push it down first. That Q is a monotone preorder is not enough: what "
    "dominates must not cost more.",
    {
        "actions commute": commuting("Thinning", error_cases),
        "dominance implies no larger cost": no_larger_cost("Thinning", error_cases),
        "promotion": promotion("Thinning", error_cases, thin_(Q), problem="pushed", algebra="build"),
        "Bellman": bellman("Thinning", error_cases, thin_(Q), problem="pushed", algebra="build"),
    },
)
