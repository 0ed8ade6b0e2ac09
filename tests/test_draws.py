"""What random input reaches, and what it keeps to: laws are no better than the examples they see."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.errors import NoSuchExample
from hypothesis.strategies import SearchStrategy

from derive import Node, Tree, count, leaves, size
from derive.accumulate import steps
from laws import draws as generic
from laws.paths import some_path
from problems import draws
from problems.theorems.cases import decisions
from problems.theorems.lists import permutation_cases
from problems.theorems.optimum import rule_choices


def drawn(strategy: SearchStrategy[Any], wanted: Callable[[Any], bool], examples: int) -> bool:
    quiet = settings(
        max_examples=examples,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    try:
        find(strategy, wanted, settings=quiet, random=Random(0))
    except NoSuchExample:
        return False
    return True


def widest(tree: Tree[Any, Any]) -> int:
    return max([len(tree.parts), *map(widest, tree.parts)]) if isinstance(tree, Node) else 0


def smallest(numbers: Any) -> int:
    return min(numbers, default=5)


def largest(numbers: Any) -> int:
    return max(numbers, default=5)


def coordinates(given: Any) -> list[int]:
    return [value for segment in given for end in segment for value in end]


def entries(ancestry: Any) -> list[int]:
    return [entry for row in ancestry.matrix for entry in row]


RANGES: list[tuple[str, SearchStrategy[Any], Callable[[Any], int], int, int]] = [
    ("rules", draws.matrices(), len, 0, 4),
    ("rules, at least", draws.matrices(3, least=2), len, 2, 3),
    ("smallest entry", draws.matrices(2, least=2), lambda drawn: min(entries(drawn)), -1, 0),
    ("largest entry", draws.matrices(2, least=2), lambda drawn: max(entries(drawn)), 0, 1),
    ("rows of two features", draws.tables(2), lambda rows: len(rows.labels), 3, 4),
    ("rows of three features", draws.tables(3), lambda rows: len(rows.labels), 6, 8),
    ("features", draws.features_with_data(), lambda rows: len(rows.plus), 0, 3),
    ("rules with data", draws.rules_with_data(), lambda pair: len(pair[0]), 0, 4),
    ("thresholds", draws.thresholds_with_data(), lambda pair: len(pair[0]), 0, 5),
    ("rows between thresholds", draws.thresholds_with_data(), lambda pair: len(pair[1].labels), 0, 5),
    ("matrices of a chain", draws.dimensions(), lambda dims: len(dims) - 1, 1, 6),
    ("smallest dimension", draws.dimensions(), min, 1, 9),
    ("largest dimension", draws.dimensions(), max, 1, 9),
    ("keys", draws.weights(), len, 0, 5),
    ("smallest weight", draws.weights(), smallest, 0, 9),
    ("largest weight", draws.weights(), largest, 0, 9),
    ("segments", draws.segments(), len, 0, 4),
    ("segments, at least", draws.segments(3, least=2), len, 2, 3),
    ("smallest coordinate", draws.segments(2), lambda drawn: smallest(coordinates(drawn)), 0, 5),
    ("largest coordinate", draws.segments(2), lambda drawn: largest(coordinates(drawn)), 1, 5),
    ("points", draws.weighted_points(), len, 0, 5),
    ("smallest place", draws.weighted_points(), lambda found: min([0, *(min(p) for p, _ in found)]), 0, 0),
    ("largest place", draws.weighted_points(), lambda found: max([0, *(max(p) for p, _ in found)]), 0, 3),
    ("largest weight of a point", draws.weighted_points(), lambda found: max([0, *(w for _, w in found)]), 0, 9),
    ("naturals", generic.naturals(5, least=2)(), int, 2, 5),
    ("lists", generic.lists(generic.naturals(1), 3, least=1)(), len, 1, 3),
    ("first cost", generic.pairs(), lambda pair: pair[0], 0, 3),
    ("second cost", generic.pairs(), lambda pair: pair[1], 0, 3),
    ("parts", generic.any_trees(), widest, 0, 3),
    ("smallest item", generic.any_trees(), lambda tree: smallest(leaves(tree)), 0, 9),
    ("largest item", generic.any_trees(), lambda tree: largest(leaves(tree)), 0, 9),
    ("leaves of a binary tree", generic.binary_trees(), lambda tree: len(list(leaves(tree))), 1, 7),
    ("leaves of any tree", generic.any_trees(), lambda tree: len(leaves(tree)), 0, 7),
    ("places of a path", some_path(), lambda path: len(list(steps(path))), 1, 4),
    ("keys of a search tree", generic.search_trees(), size, 0, 7),
    ("trees of a problem", generic.problems(12), lambda instance: count(*instance), 0, 12),
    ("seeds of a problem", generic.problems(), lambda instance: instance.seed, 0, 4),
    ("rules of a case", decisions(), lambda case: len(case.values["ancestry"]), 0, 4),
    ("rows of a case", decisions(), lambda case: len(case.values["rows"].labels), 0, 16),
    ("rules to choose", rule_choices(), lambda case: case.values["K"], 0, 3),
    ("rules to permute", permutation_cases(), lambda case: len(case.argument), 0, 4),
    ("rules to keep", permutation_cases(), lambda case: case.values["K"], 0, 3),
    ("weights of places", permutation_cases(), lambda case: max(case.values["weights"]), 0, 3),
]  # fmt: skip


@pytest.mark.parametrize(
    ("strategy", "measure", "least", "most"), [row[1:] for row in RANGES], ids=[row[0] for row in RANGES]
)
def test_examples_reach_their_bounds_and_keep_to_them(
    strategy: SearchStrategy[Any], measure: Callable[[Any], int], least: int, most: int
) -> None:
    assert drawn(strategy, lambda example: measure(example) == least, 3000)
    assert drawn(strategy, lambda example: measure(example) == most, 3000)
    assert not drawn(strategy, lambda example: not least <= measure(example) <= most, 200)
