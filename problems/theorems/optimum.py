"""Theorem 4.13, the minimum fuses with the generator; and Theorem 1.1, all of it end to end.

In lines in brackets rs and xs are the argument, and the case of no rules is left out of the writing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from derive import TREES, Tree, map_leaves, solve
from derive.choices import min_by
from derive.term import concat, filter_, kcombs_, kperms_, map_, min_, named, perms_, value
from laws.derivation import Case, Derivation
from laws.law import Law
from laws.relation import AS_BAGS
from laws.rewrite import CONCAT_MAP, MAP_COMPOSITION, Rewrite
from problems import draws
from problems.ancestry import Ancestry
from problems.proper import rebuild
from problems.rows import Rows
from problems.theorems.cases import commuting, decisions
from problems.theorems.generator import (
    COMPLETE_LINE,
    DACC,
    GEN_BTS,
    GEN_DTS,
    THEOREM_4_10,
    UNFOLDED,
    Act,
    Draw,
    complete_trees,
    drawing,
    line,
    plain,
)
from problems.theorems.lists import best_of_bests, filtered_permutations
from problems.theorems.theorem import Theorem, bellman

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

E, K, VALID = value("E"), value("K"), value("valid")


def _cheapest_acted(splits: Any, act: Act, cost: Any) -> Draw:
    """min E of trees grown on all data, then restricted to what arrives."""

    def draw(root: Any, k: int, part: Any) -> list[Any]:
        grown = complete_trees(splits, act)(root, k, part)
        return min_by(cost)(map_leaves(partial(act, root, k), tree) for tree in grown)

    return draw


def _cheapest_mapped(splits: Any, act: Act, cost: Any) -> Draw:
    """The same by composition of functions on lists."""
    grown = complete_trees(splits, act)

    def draw(root: Any, k: int, part: Any) -> list[Any]:
        restrict = map_(named("restrict", partial(map_leaves, partial(act, root, k))))
        chosen: list[Any] = (min_(E) @ restrict).at(E=cost)(grown(root, k, part))
        return chosen

    return draw


def _cheapest_pushed(splits: Any, act: Act, cost: Any) -> Draw:
    """min E of trees grown on the data that arrives."""

    def draw(root: Any, k: int, part: Any) -> list[Any]:
        rules, rows = part
        return min_by(cost)(complete_trees(splits, act)(root, k, (rules, act(root, k, rows))))

    return draw


def _sodt(pushed: Any, cost: Any, seed: Any) -> list[Any]:
    return solve(pushed, TREES.choosing(min_by(cost)))(seed)


_EACH = line("DN u r v", "min E [mapD (r± ∩) t | t <- genDTs (rs±, xs)]", plain, _cheapest_acted, "E")
_MAPPED = line("DN u r v", "min E (map (mapD (r± ∩)) (genDTs (rs±, xs)))", plain, _cheapest_mapped, "E")
_PUSHED = line("DN u r v", "min E (genDTs (rs±, r± ∩ xs))", plain, _cheapest_pushed, "E")
_RECURSIVE = line("DN u r v", "sodt (rs±, r± ∩ xs)", plain, drawing(min_(E) @ GEN_DTS, "E", pushed=True), "E")
SODT = named("sodt", _sodt, "pushed", "E")

MONOTONE = Rewrite("monotonicity of E", kind="refines", owes=("Bellman",))
MOVE_DATA = Rewrite("data moves through the generator", owes=("actions commute",))
INDUCTION = Rewrite("induction on rs", cite="(23)", kind="refines", owes=("Bellman", "actions commute"))

THEOREM_4_13 = Theorem(
    "theorem-4.13",
    Derivation("Theorem 4.13", min_(E) @ GEN_DTS, cost=E, among=map_(E) @ GEN_DTS)
    .then(min_(E) @ COMPLETE_LINE, by=UNFOLDED)
    .then(min_(E) @ _EACH, by=MONOTONE)
    .then(min_(E) @ _MAPPED, by=Rewrite("definition of map", kind="definition"))
    .then(min_(E) @ _PUSHED, by=MOVE_DATA)
    .then(min_(E) @ _RECURSIVE, by=Rewrite("definition of sodt", cite="(20)", kind="definition"))
    .then(SODT, by=INDUCTION),
    decisions,
    "What is needed is that E is monotone; the printed g(a, b) >= max(a, b) is neither sufficient nor "
    "necessary. Moving the data is a lemma, not the definition of mapD: it needs actions that commute.",
    {
        "Bellman": bellman("Theorem 4.13", decisions, min_(E), problem="pushed", algebra="build", cost="E"),
        "actions commute": commuting("Theorem 4.13", decisions),
    },
)


def _seed(rows: Rows, rules: tuple[int, ...]) -> tuple[int, int]:
    return sum(1 << rule for rule in rules), rows.everything


def _rebuild(ancestry: Ancestry, rows: Rows, permutation: tuple[int, ...]) -> Tree[int, int]:
    return map_leaves(lambda _: rows.everything, rebuild(ancestry, permutation).unwrap())


SEED = named("seed", _seed, "rows")
REBUILD = named("rebuild", _rebuild, "ancestry", "rows")

PERMUTATIONS_ARE_TREES = Rewrite(
    "permutations are trees",
    lambda: (map_(REBUILD) @ filter_(VALID) @ perms_, GEN_BTS @ SEED),
    "Corollary 3.6, Lemma 4.5",
    "refines",
    ("every tree has one valid permutation",),
)


def rule_choices() -> SearchStrategy[Case]:
    """Some rules, a number of them to use, and data: cases of the whole problem.

    >>> from hypothesis import find
    >>> find(rule_choices(), lambda case: case.values["K"] == 2).argument
    (0, 1)
    """
    from hypothesis import strategies as st

    def case(drawn: Case, k: int) -> Case:
        rules = range(len(drawn.values["ancestry"]))
        return Case(tuple(rules), {**drawn.values, "K": min(k, len(rules))})

    return st.builds(case, decisions(), draws.mostly(3))


def one_permutation_each(title: str, inputs: Callable[[], SearchStrategy[Case]]) -> Law[Case]:
    """That the valid permutations are the trees, each once, in any order.

    >>> one_permutation_each("t", rule_choices).same.name
    'equal as bags'
    """
    left, right = map_(REBUILD) @ filter_(VALID) @ perms_, GEN_BTS @ SEED
    return Law(
        f"{title} owes: every tree has one valid permutation",
        inputs,
        lhs=lambda case: case.run(left),
        rhs=lambda case: case.run(right),
        same=AS_BAGS,
        says=f"{left} = {right}",
        cite="Corollary 3.6, Lemma 4.5",
    )


_EACH_COMBINATION = map_(DACC @ REBUILD) @ filter_(VALID) @ perms_
_VALID_TREES = map_(DACC @ REBUILD) @ filter_(VALID) @ kperms_(K)

THEOREM_1_1 = Theorem(
    "theorem-1.1",
    Derivation("Theorem 1.1", min_(E) @ _VALID_TREES, cost=E, among=map_(E) @ _VALID_TREES)
    .then(
        min_(E) @ map_(DACC @ REBUILD) @ concat @ map_(filter_(VALID) @ perms_) @ kcombs_(K),
        by=filtered_permutations(VALID, K).as_law(),
    )
    .then(
        min_(E) @ concat @ map_(map_(DACC @ REBUILD)) @ map_(filter_(VALID) @ perms_) @ kcombs_(K),
        by=CONCAT_MAP,
    )
    .then(min_(E) @ concat @ map_(_EACH_COMBINATION) @ kcombs_(K), by=MAP_COMPOSITION)
    .then(
        min_(E) @ concat @ map_(min_(E) @ _EACH_COMBINATION) @ kcombs_(K),
        by=best_of_bests(E, _EACH_COMBINATION, K).as_law(),
    )
    .then(
        min_(E) @ concat @ map_(min_(E) @ map_(DACC) @ map_(REBUILD) @ filter_(VALID) @ perms_) @ kcombs_(K),
        by=MAP_COMPOSITION,
    )
    .then(
        min_(E) @ concat @ map_(min_(E) @ map_(DACC) @ GEN_BTS @ SEED) @ kcombs_(K), by=PERMUTATIONS_ARE_TREES
    )
    .then(min_(E) @ concat @ map_(min_(E) @ GEN_DTS @ SEED) @ kcombs_(K), by=THEOREM_4_10.derivation.as_law())
    .then(min_(E) @ concat @ map_(SODT @ SEED) @ kcombs_(K), by=THEOREM_4_13.derivation.as_law()),
    rule_choices,
    "From every valid K-permutation to the dynamic program, combination by combination. `rebuild` makes "
    "the tree of a valid permutation, `seed` pairs rules with all the data. sodt answers with a list of at "
    "most one tree, so concat stays.",
    {
        **{name: replace(law, name=f"Theorem 1.1 owes: {name}") for name, law in THEOREM_4_13.owed.items()},
        "every tree has one valid permutation": one_permutation_each("Theorem 1.1", rule_choices),
    },
)
