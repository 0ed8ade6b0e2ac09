"""K-D trees searched and made for their queries, against brute force and against scipy's cKDTree."""

from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import cKDTree

from derive import BadInput, Leaf, Tree, count, optimum, trees
from problems import draws, kd_search
from problems.examples import example
from problems.kd_search import Box, in_ball, in_box, nearest
from problems.kd_tree import Bucket, kd_tree, look_up_cost, median_tree, optimal_depth
from problems.kd_workload import best_for, boxes, kd_workload, read_workload, visits

Points = list[tuple[int, ...]]


def cloud(number: int, dimensions: int, seed: int, most: int = 6) -> Points:
    """Random points of a small grid: many ties, and some points twice."""
    random = Random(seed)
    return [tuple(random.randrange(most) for _ in range(dimensions)) for _ in range(number)]


def built(points: Points) -> Tree[Bucket, None]:
    return optimum(*kd_tree(points), look_up_cost()).unwrap().tree


@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_nearest_and_ranges_agree_with_scipy(dimensions: int) -> None:
    for seed in range(40):
        points = cloud(9, dimensions, seed)
        tree, peer = built(points), cKDTree(np.array(points, dtype=float))
        for place in cloud(6, dimensions, 1000 + seed, most=8):
            found = nearest(tree, place, 4)
            distances, _ = peer.query(np.array(place, dtype=float), 4)
            assert np.sqrt([float(each.squared) for each in found]) == pytest.approx(distances)
            for radius in (0, 1, 2, 5):  # on a grid many points lie exactly this far away
                expected = sorted(peer.query_ball_point(np.array(place, dtype=float), radius))
                assert in_ball(tree, place, radius) == expected
                low, high = ([x + sign * radius for x in place] for sign in (-1, 1))
                cube = sorted(peer.query_ball_point(np.array(place, dtype=float), radius, p=np.inf))
                assert in_box(tree, low, high) == cube


def test_places_below_zero_and_between_points() -> None:
    for seed in range(30):
        points = [(x - 3, Fraction(y, 2) - 1) for x, y in cloud(8, 2, seed)]
        tree = built(points)
        for x, y in cloud(5, 2, 2000 + seed, most=9):
            here = (Fraction(x, 3) - 2, y - 4)
            away = sorted(((p - here[0]) ** 2 + (q - here[1]) ** 2, i) for i, (p, q) in enumerate(points))
            assert nearest(tree, here, 3) == away[:3]
            assert in_ball(tree, here, 2) == sorted(i for squared, i in away if squared <= 4)


def test_few_points_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies too far away is not searched: of four thousand points some dozens are seen."""
    seen: list[Bucket] = []
    monkeypatch.setattr(kd_search, "_check_dimensions", lambda _, bucket: seen.append(bucket))
    points = cloud(4000, 2, 5, most=1000)
    tree = median_tree(points)
    for place in cloud(25, 2, 6, most=1000):
        seen.clear()
        nearest(tree, place, 3)
        assert len(seen) < 150
        seen.clear()
        in_ball(tree, place, 20)
        assert len(seen) < 150


@given(draws.weighted_points(5), draws.places(5), st.integers(1, 6))
def test_every_tree_finds_the_nearest(placed: Any, here: Any, k: int) -> None:
    points = [place for place, _ in placed]
    away = sorted((sum((x - y) ** 2 for x, y in zip(p, here, strict=True)), i) for i, p in enumerate(points))
    for tree in trees(*kd_tree(points)):
        assert nearest(tree, here, k) == away[:k]


def test_large_clouds_are_searched_too() -> None:
    points = cloud(3000, 3, 5, most=40)
    tree, peer = median_tree(points), cKDTree(np.array(points, dtype=float))
    for place in cloud(20, 3, 6, most=45):
        distances, _ = peer.query(np.array(place, dtype=float), 7)
        assert [float(each.squared) for each in nearest(tree, place, 7)] == pytest.approx(distances**2)
        assert in_ball(tree, place, 9) == sorted(peer.query_ball_point(np.array(place, dtype=float), 9))
    assert visits(tree, [points[7]]) < 20


@given(draws.weighted_points(5))
def test_median_trees_are_k_d_trees(placed: Any) -> None:
    points = [place for place, _ in placed]
    assert median_tree(points) in trees(*kd_tree(points))


def test_looking_points_up_is_weighted_depth() -> None:
    points = cloud(9, 2, 3)
    assert visits(built(points), points) == optimal_depth(points)


def test_best_trees_for_queries_are_those_of_brute_force() -> None:
    """Against every K-D tree, each searched for every query."""
    better = 0
    for seed in range(200):
        points = cloud(2 + seed % 5, 2, seed)
        random = Random(seed)
        corners = [sorted(cloud(2, 2, 5000 + seed * 7 + i)) for i in range(3)]
        queries = [
            (tuple(map(min, *pair)), tuple(map(max, *pair))) if random.random() < 0.7 else pair[0]
            for pair in corners
        ]
        weights = [random.randrange(5) for _ in queries]
        costs = [visits(tree, queries, weights) for tree in trees(*kd_tree(points))]
        best = best_for(points, queries, weights)
        assert best.value == min(costs) == visits(best.tree, queries, weights)
        better += min(costs) < max(costs)
    assert better > 100


def test_the_workload_decides_the_tree() -> None:
    line = [(i, 0) for i in range(7)]
    at_the_end = best_for(line, [(6, 0)] * 5 + [(0, 0)])
    assert at_the_end.tree.root.place == (6, 0)
    balanced = best_for(line, line)
    assert (balanced.value, balanced.tree.root.place) == (17, (3, 0))
    assert count(*kd_workload(line, [])) == 429
    assert best_for([], [(1, 2)]).tree == Leaf(None)


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda tree: nearest(tree, (0, 0), 0), "expected to look for 1 point or more, got 0"),
        (lambda tree: nearest(tree, (0, 0, 0)), "expected 2 coordinates like the points, got 3"),
        (lambda tree: nearest(tree, (0, float("nan"))), "expected a finite number, got nan"),
        (lambda tree: in_ball(tree, (0, 0), -1), "expected a radius of 0 or more, got -1"),
        (lambda tree: in_box(tree, (0, 0), (1,)), "expected a point with 2 coordinates"),
        (lambda tree: in_box(tree, (0,), (1,)), "expected 2 coordinates like the points, got 1"),
        (lambda tree: in_box(tree, (2, 0), (1, 1)), "starts at 2 and ends at 1 along axis 0"),
        (lambda tree: boxes([(0, 0), 3]), "query 1: expected a place, or the low and the high corner"),
        (
            lambda tree: boxes([[(0, 0), (1, 1), (2, 2)]]),
            "query 0: expected the low and the high corner of a box",
        ),
        (lambda tree: best_for([(0, 0)], [(1,)]), "query 0: expected 2 coordinates like the points, got 1"),
        (lambda tree: best_for([(0, 0)], [(1, 1)], [1, 2]), "expected 1 weights, got 2"),
        (lambda tree: best_for([(0, 0)], [(1, 1)], [-1]), "weight number 0 must be finite and 0 or more"),
    ],
)
def test_bad_questions_get_one_sentence(call: Any, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        call(built([(0, 0), (1, 2)]))


def test_workloads_are_read(tmp_path: Path) -> None:
    work = read_workload(example("cafes.json"))
    assert work.queries[0] == Box((0, 0), (4, 5))
    assert best_for(*work).value <= visits(built(list(work.points)), work.queries, work.weights)
    place = tmp_path / "a.json"
    place.write_text('{"points": [[0, 0]], "queries": [[1]]}')
    with pytest.raises(BadInput, match=r"a\.json: query 0: expected 2 coordinates"):
        read_workload(place)
