"""What random input reaches, and what it keeps to: laws are no better than the examples they see."""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.errors import NoSuchExample
from hypothesis.strategies import SearchStrategy

from derive import Node, Tree, count, leaves, size
from derive.accumulate import steps
from laws import draws as generic
from laws.families import claims, rule_sets
from laws.paths import some_path
from problems import draws
from problems.lawbook import law_named
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


def of_law(name: str) -> SearchStrategy[Any]:
    """What a law is tested on."""
    return law_named(name)[1].given()


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
    ("limit: trees refuses above its limit", of_law("trees refuses above its limit"), lambda drawn: drawn[1], 0, 12),
    ("rows below all thresholds", draws.thresholds_with_data(), lambda pair: [*pair[1].plus, 0][0].bit_count(), 0, 5),
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
    ("corners of a polygon", draws.corners(), len, 2, 8),
    ("largest corner", draws.corners(2), lambda found: max(map(max, found)), 0, 9),
    ("boxes", draws.points_and_boxes(), lambda pair: len(pair[1]), 0, 3),
    ("boxes, at least", draws.points_and_boxes(least=1), lambda pair: len(pair[1]), 1, 3),
    ("boxes, at least two", draws.points_and_boxes(least=3), lambda pair: len(pair[1]), 2, 3),
    ("sides of boxes", draws.points_and_boxes(), lambda pair: min([0, *(c - a for (a, _), (c, _) in pair[1])]), 0, 0),
    ("highest box", draws.points_and_boxes(), lambda pair: max([0, *(d for _, (_, d) in pair[1])]), 0, 4),
    ("polygons", draws.polygons(), len, 0, 3),
    ("polygons, at least", draws.polygons(2, least=1), len, 1, 2),
    ("corners in space", draws.polygons(1, least=1), lambda found: len(found[0]), 3, 4),
    ("largest in space", draws.polygons(1, least=1), lambda found: max(map(max, found[0])), 2, 6),
    ("viewpoints", draws.seen(draws.segments(1), 2), lambda pair: pair[1][1], -9, 9),
    ("labelled places", draws.labelled_places(), len, 2, 6),
    ("largest labelled place", draws.labelled_places(most=2), lambda found: max(max(place) for place, _ in found), 0, 3),
    ("moments", draws.times_on_a_curve(), len, 1, 8),
    ("first moment", draws.times_on_a_curve(2), lambda found: found[0], 1, 20),
    ("items of a claim", claims(), lambda spans: spans.items, 0, 7),
    ("rules of a claim", rule_sets(), lambda masks: len(masks.plus), 0, 5),
    ("smallest weight of a rule", rule_sets(2), lambda masks: smallest(masks.weights), -3, 9),
    ("largest cost of a rule", rule_sets(2), lambda masks: largest(masks.costs), -3, 9),
    ("features of the atlas", of_law("no-twice within any"), lambda drawn: drawn[0], 1, 3),
    ("branches of the atlas", of_law("no-twice within any"), lambda drawn: drawn[1], 0, 3),
    ("depth of the atlas", of_law("no-twice within any"), lambda drawn: drawn[2], 1, 2),
    ("branches within a depth", of_law("Eq. (1) by depth and branches"), lambda drawn: drawn[2] - 2 ** drawn[1], -8, -1),
    ("features with values", of_law("Branches by coefficients"), lambda drawn: len(drawn[0]), 0, 5),
    ("values of features", of_law("Branches by coefficients"), lambda drawn: max([1, *drawn[0]]), 1, 3),
    ("sizes of features", of_law("branches: counted by sizes"), len, 1, 3),
    ("largest size", of_law("branches: counted by sizes"), max, 1, 3),
    ("splits of branches", of_law("branches: counted by sizes and splits"), lambda drawn: drawn[1], 0, 4),
    ("rows of branches", of_law("refined bound"), lambda drawn: len(drawn[0]), 4, 9),
    ("parts of a penalty", of_law("refined bound"), lambda drawn: drawn[1], 1, 12),
    ("largest value of branches", of_law("refined bound"), lambda drawn: max(max(cells) for cells, _ in drawn[0]), 0, 2),
    ("examples", of_law("fewer examples, no larger tree"), len, 2, 6),
    ("largest of an example", of_law("fewer examples, no larger tree"), lambda pairs: max(max(p) for p, _ in pairs), 1, 3),
    ("weights with an optimum", of_law("number of optima under +: fusion"), len, 2, 6),
    ("least of these weights", of_law("number of optima under +: fusion"), min, 1, 9),
    ("rules of a bad key", of_law("decision trees: key rules alone"), lambda drawn: len(drawn[0]), 0, 3),
    ("dimensions without a window", of_law("Knuth window for matrix chains"), lambda dims: len(dims) - 1, 1, 6),
    ("rows that conflict", of_law("a larger budget has no more errors"), lambda drawn: len(drawn[0].labels), 6, 8),
    ("features to encode", of_law("unnecessary branches"), lambda pair: pair[0], 0, 3),
    ("values to encode", of_law("unnecessary branches"), lambda pair: pair[1], 2, 4),
    ("coordinates of a labelled place", draws.labelled_places(), lambda found: len(found[0][0]), 2, 2),
    ("rules of murtrees", of_law("murtrees: quotient by number of rules"), int, 0, 5),
    ("features of a printed algorithm", of_law("Algorithm 1 as printed"), lambda pairs: len(pairs[0][0]), 1, 1),
    ("examples of a printed algorithm", of_law("Algorithm 1 as printed"), len, 2, 4),
    ("places of hyperplanes", of_law("one closed side for hyperplanes"), lambda places: max(map(max, places)), 1, 4),
    ("weights under a filter", of_law("constant depth filter under min: fusion"), lambda drawn: min(drawn[0]), 0, 9),
    ("depth of a filter", of_law("constant depth filter under min: fusion"), lambda drawn: drawn[1], 2, 3),
    ("depth of a budget", of_law("murtree: as many as any reuse within the depth"), lambda drawn: drawn[1], 0, 2),
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


def test_claims_are_of_every_kind() -> None:
    """Costs by product, by sums and by tables, in whole numbers, fractions and floats; both ways of every switch."""
    seen: list[Any] = []
    drawn(claims(), lambda spans: seen.append(spans) is not None, 400)
    assert {type(spans.join).__name__ for spans in seen} == {"Product", "Sums", "Table"}
    for switch in ("takes", "largest", "window"):
        shares = [getattr(spans, switch) for spans in seen]
        assert 0.2 < sum(shares) / len(shares) < 0.8
    rows = [spans.join.rows[0] for spans in seen if type(spans.join).__name__ == "Table"]
    assert {type(number) for row in rows for number in row} == {int, Fraction, float}
    floats = {number for row in rows for number in row if isinstance(number, float)}
    assert floats <= {quarters / 4 for quarters in range(-9, 10)}  # whose sums are exact in any order


def test_rules_lie_on_either_side_of_others_and_seldom_on_neither() -> None:
    seen: list[Any] = []
    drawn(rule_sets(), lambda masks: seen.append(masks) is not None, 600)
    plus, minus, pairs = (
        sum(sum(map(int.bit_count, getattr(masks, side))) for masks in seen if len(masks.plus) == 5)
        if side
        else sum(20 for masks in seen if len(masks.plus) == 5)
        for side in ("plus", "minus", "")
    )
    assert 0.35 < plus / pairs < 0.5
    assert 0.35 < minus / pairs < 0.5
    assert 0.05 < 1 - (plus + minus) / pairs < 0.25
    assert 0.2 < sum(masks.deepest for masks in seen) / len(seen) < 0.8
