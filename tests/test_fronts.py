"""The front of the two kinds of error: the compiled search against all trees with all labellings."""

from collections.abc import Sequence
from functools import cache
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from derive import BadInput, Leaf, Node, Tree, depth, leaves, size
from derive.errors import TooLarge
from derive.kernels import fronts
from derive.kernels.fronts import Point

Table = NDArray[np.uint8]


def all_errors(table: Table, target: Sequence[int], deep: int, most: int, min_leaf: int = 1) -> set[Point]:
    """The errors of all trees with all labellings, none left out, each with its number of branches."""
    columns = table.T.astype(bool).tolist()

    @cache
    def of(chosen: frozenset[int], levels: int, branches: int) -> frozenset[tuple[int, int, int]]:
        positive = sum(target[row] for row in chosen)
        found = {(0, positive, 0), (len(chosen) - positive, 0, 0)}
        for column in columns if levels and branches else ():
            yes = frozenset(row for row in chosen if column[row])
            no = chosen - yes
            if min(len(yes), len(no)) >= min_leaf:
                for used in range(branches):
                    pairs = product(of(yes, levels - 1, used), of(no, levels - 1, branches - 1 - used))
                    found |= {(a + c, b + d, m + n + 1) for (a, b, m), (c, d, n) in pairs}
        return frozenset(found)

    return {Point(*errors) for errors in of(frozenset(range(len(target))), deep, most)}


def front_of(errors: set[Point]) -> tuple[Point, ...]:
    """Those that no others are as good as, with the fewest branches."""
    kept: list[Point] = []
    for point in sorted(errors):
        if not kept or point.false_negatives < kept[-1].false_negatives:
            kept.append(point)
    return tuple(kept)


def instance(seed: int) -> tuple[Table, list[int], int, int, int]:
    """Few rows with few columns, a depth, a number of branches, and the fewest rows of a leaf."""
    draw = np.random.default_rng(seed)
    rows, columns = int(draw.integers(1, 11)), int(draw.integers(1, 5))
    table = (draw.random((rows, columns)) < draw.uniform(0.3, 0.7)).astype(np.uint8)
    target = (draw.random(rows) < draw.uniform(0.2, 0.8)).astype(int).tolist()
    deep = int(draw.integers(0, 5))
    most = int(draw.integers(0, 2**deep)) if draw.random() < 0.7 else 15
    return table, target, deep, most, int(draw.choice([1, 1, 2]))


def counted(tree: Tree[int, int], table: Table, target: Sequence[int]) -> Point:
    """The errors that a tree makes, by sending every row down."""
    wrong = {0: 0, 1: 0}
    for row, label in zip(table, target, strict=True):
        at = tree
        while isinstance(at, Node):
            at = at.parts[0 if row[at.root] else 1]
        wrong[label] += at.item != label
    return Point(wrong[0], wrong[1], size(tree))


@pytest.mark.parametrize("seed", range(300))
def test_the_front_is_that_of_all_trees(seed: int) -> None:
    table, target, deep, most, min_leaf = instance(seed)
    found = fronts.fit(table, np.array(target), max_depth=deep, max_nodes=most, min_leaf=min_leaf)
    assert found.whole
    assert found.points == front_of(all_errors(table, target, deep, most, min_leaf))
    for place, point in enumerate(found.points):
        tree = found.tree(place)
        assert counted(tree, table, target) == point
        assert depth(tree) <= deep


def test_no_tree_is_better_than_what_is_unavoidable() -> None:
    for seed in range(60):
        table, target, *_ = instance(seed)
        found = fronts.fit(table, np.array(target), max_depth=4)
        assert found.unavoidable == tuple(point[:2] for point in found.points)  # four columns: depth 4 is all


def noisy(rows: int, columns: int, share: float = 0.3) -> tuple[Table, NDArray[np.int64]]:
    draw = np.random.default_rng(5)
    table = draw.integers(0, 2, (rows, columns), np.uint8)
    return table, ((table[:, 0] & table[:, 1] | table[:, 2]) ^ (draw.random(rows) < share)).astype(np.int64)


def test_the_fewest_errors_are_those_of_the_engine_for_errors() -> None:
    from derive.kernels import rows

    table, target = noisy(300, 9)
    for deep in range(1, 5):
        found = fronts.fit(table, target, max_depth=deep)
        best = min(found.points, key=lambda point: (point[0] + point[1], point.branches))
        answer = rows.fit(table, target, 2, max_depth=deep, fewest=True)
        assert (best[0] + best[1], best.branches) == (answer.loss, answer.branches)


def test_labels_may_be_turned_around() -> None:
    table, target = noisy(120, 6)
    there, back = (fronts.fit(table, labels, max_depth=3).points for labels in (target, 1 - target))
    assert there == tuple(Point(b, a, n) for a, b, n in reversed(back))


def test_little_memory_is_enough() -> None:
    table, target = noisy(200, 8)
    plenty = fronts.fit(table, target, max_depth=4)
    little = fronts.fit(table, target, max_depth=4, memory=100_000)
    assert little.points == plenty.points
    assert little.seeds > plenty.seeds
    assert [little.tree(place) for place in range(9)] == [plenty.tree(place) for place in range(9)]


def test_when_time_is_up_the_front_so_far_is_kept() -> None:
    table, target = noisy(300, 30)
    whole = fronts.fit(table, target, max_depth=2)
    cut = fronts.fit(table, target, max_depth=20, time_limit=0.2)
    assert (cut.whole, cut.stopped) == (False, "time limit")
    assert all(any(a <= c and b <= d for a, b, _ in cut.points) for c, d, _ in whole.points)
    for place in range(0, len(cut.points), 7):
        assert counted(cut.tree(place), table, target.tolist()) == cut.points[place]


def test_an_interrupt_keeps_the_front_so_far() -> None:
    table, target = noisy(200, 12)
    seen: list[float] = []

    def interrupt(done: float, points: Sequence[Point], seconds: float) -> None:
        seen.append(done)
        if len(seen) == 5:
            raise KeyboardInterrupt

    cut = fronts.fit(table, target, max_depth=3, watch=interrupt)
    assert (cut.whole, cut.stopped) == (False, "interrupted")
    assert seen == sorted(seen)
    assert 0 < seen[-1] < 1
    for place, point in enumerate(cut.points):
        assert counted(cut.tree(place), table, target.tolist()) == point


def test_perfect_trees_end_the_search() -> None:
    table, target = noisy(500, 12, share=0.0)
    found = fronts.fit(table, target, max_depth=200)
    assert [point[:2] for point in found.points] == [(0, 0)]
    assert set(leaves(found.tree(0))) == {0, 1}


def test_one_class_is_a_leaf() -> None:
    table, _ = noisy(20, 3)
    for label in (0, 1):
        found = fronts.fit(table, np.full(20, label), max_depth=3)
        assert found.points == (Point(0, 0, 0),)
        assert found.tree(0) == Leaf(label)


def test_what_makes_no_sense_is_refused() -> None:
    table, target = noisy(20, 3)
    with pytest.raises(BadInput, match="0 and 1"):
        fronts.fit(table, target + 1, max_depth=2)
    with pytest.raises(BadInput, match="grow for ever"):
        fronts.fit(table, target)
    with pytest.raises(TooLarge, match="3 features need"):
        fronts.fit(table, target, max_depth=2, memory=10)
