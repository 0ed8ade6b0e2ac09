"""How long the smallest binary space partition takes, and how much smaller it is than random ones.

Run ``python benchmarks/scenes.py``. For every kind of scene: the fewest branches of any auto-partition,
found over all of them by the engine and again by branch and bound; the fewest of 1 000 random
auto-partitions; how many cells either looked at, and the longest time it took, cutting included.
``--larger`` goes on to scenes that are beyond the engine. Then the optimiser is compared with plain
recursion on 200 small scenes of either dimension, and optimal K-D trees with every K-D tree of 200 small
clouds.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from itertools import islice
from math import cos, pi, sin
from random import Random
from statistics import geometric_mean
from time import perf_counter
from typing import Any

from derive import SIZE, explore, optimum, size, tabulate, trees
from problems.bsp import Atoms, Cutting, Fragment, Scene, auto_partitions, bsp, random_partition
from problems.fewest_cuts import FewestCuts
from problems.kd_tree import kd_tree
from problems.kd_workload import best_for, visits
from problems.shapes import plane

RANDOM = 1000
SCENES = 10
SMALL = 200

Shapes = list[list[tuple[int, ...]]]


def segments(number: int, seed: int, wide: int = 1000) -> Shapes:
    """Between random points of a square."""
    random = Random(seed)
    return [[(random.randrange(wide), random.randrange(wide)) for _ in range(2)] for _ in range(number)]


def chords(number: int, seed: int) -> Shapes:
    """Through the middle of a circle, nearly: every two of them cross."""
    random = Random(seed)
    found = []
    for _ in range(number):
        turn = random.uniform(0, pi)
        x, y = (random.randrange(-200, 200) for _ in range(2))
        u, v = round(9000 * cos(turn)), round(9000 * sin(turn))
        found.append([(x - u, y - v), (x + u, y + v)])
    return found


def triangles(number: int, seed: int, wide: int = 100) -> Shapes:
    """Between random points of a cube."""
    random = Random(seed)

    def drawn() -> Iterator[list[tuple[int, ...]]]:
        while True:
            corners = [tuple(random.randrange(wide) for _ in range(3)) for _ in range(3)]
            if any(plane(corners).normal):
                yield corners

    return list(islice(drawn(), number))


def through_the_middle(number: int, seed: int) -> Shapes:
    """Large triangles around the middle of a cube: most of them cross."""
    random = Random(seed)
    found: Shapes = []
    while len(found) < number:
        a, b = (tuple(random.randrange(-100, 100) for _ in range(3)) for _ in range(2))
        c = tuple(random.randrange(-8, 9) - x - y for x, y in zip(a, b, strict=True))
        if any(plane([a, b, c]).normal):
            found.append([a, b, c])
    return found


def measure(
    what: str, make: Callable[[int, int], Shapes], number: int, scenes: int = SCENES, *, engine: bool = True
) -> None:
    fewest, randoms, bounded, by_engine = [], [], [], []
    reached = [0, 0]
    for seed in range(scenes):
        start = perf_counter()
        space = Atoms(Scene.of(make(number, seed)))
        cut = perf_counter() - start
        claim = FewestCuts(space)
        (tree,) = claim.best(space.whole)
        bounded.append(perf_counter() - start)
        reached[0] = max(reached[0], claim.cells)
        fewest.append(size(tree))
        if engine:
            start = perf_counter()
            forest = explore(*auto_partitions(space))
            assert tabulate(forest, SIZE) == [size(tree)]
            by_engine.append(cut + perf_counter() - start)
            reached[1] = max(reached[1], len(forest))
        randoms.append(min(size(random_partition(space, each)) for each in range(RANDOM)))
    ratio = geometric_mean(ours / theirs for ours, theirs in zip(fewest, randoms, strict=True))
    told = f"; engine {max(by_engine):6.2f} s, {reached[1]:6} cells" if engine else ""
    print(
        f"{number:3} {what:29} branches {min(fewest):4} to {max(fewest):4}, best of {RANDOM} random "
        f"{min(randoms):4} to {max(randoms):4}, ratio {ratio:.3f}; "
        f"bounding {max(bounded):5.2f} s, {reached[0]:6} cells{told}",
        flush=True,
    )


def by_hand(space: Cutting, cell: tuple[Fragment, ...]) -> int:
    if not cell:
        return 0
    splits = (space.split(cell, fragment.number) for fragment in cell)
    return 1 + min(sum(by_hand(space, part) for part in parts) for _, parts in splits)


def check_partitions(what: str, make: Callable[..., Shapes], wide: int) -> None:
    equal = 0
    for seed in range(SMALL):
        scene = Scene.of([shape for shape in make(2 + seed % 3, seed, wide) if shape[0] != shape[1]])
        least = by_hand(Cutting(scene), Cutting(scene).whole)
        equal += optimum(*bsp(scene), SIZE).unwrap().value == least
    print(f"smallest partitions of {what}: {equal} of {SMALL} equal those of plain recursion")


def check_kd_trees() -> None:
    equal = 0
    for seed in range(SMALL):
        random = Random(seed)

        def places(number: int, random: Random = random) -> list[Any]:
            return [(random.randrange(6), random.randrange(6)) for _ in range(number)]

        points = places(2 + seed % 5)
        boxes = [tuple(zip(*map(sorted, zip(*places(2), strict=True)), strict=True)) for _ in range(3)]
        weights = [random.randrange(5) for _ in boxes]
        least = min(visits(tree, boxes, weights) for tree in trees(*kd_tree(points)))
        equal += best_for(points, boxes, weights).value == least
    print(f"best K-D trees for queries: {equal} of {SMALL} equal the best of all K-D trees, each searched")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--larger", action="store_true", help="go on to scenes beyond the engine")
    wanted = parser.parse_args()
    measure("random segments", segments, 12)
    measure("segments, every two crossing", chords, 12)
    measure("random triangles", triangles, 10)
    measure("triangles through the middle", through_the_middle, 10)
    measure("random segments", segments, 20, 3)
    measure("random triangles", triangles, 14, 3)
    if wanted.larger:
        measure("random segments", segments, 50, 1, engine=False)
        measure("random segments", segments, 100, 1, engine=False)
        measure("random triangles", triangles, 18, 1)
        measure("random triangles", triangles, 22, 1, engine=False)
    check_partitions("segments", segments, 12)
    check_partitions("triangles", triangles, 9)
    check_kd_trees()


if __name__ == "__main__":
    main()
