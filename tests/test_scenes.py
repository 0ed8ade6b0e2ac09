"""Binary space partitions in the plane and in space: exact cuts, smallest trees, painting, files."""

import json
import pickle
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derive import (
    CELLS,
    SIZE,
    BadInput,
    TooLarge,
    count,
    depth,
    explore,
    fold,
    level_order,
    optimum,
    size,
    solve,
)
from derive.errors import Unfit
from problems import draws
from problems.bsp import Atoms, Cutting, Fragment, Scene, auto_partitions, bsp, random_partition
from problems.crossings import crossings
from problems.examples import example
from problems.fewest_cuts import FewestCuts
from problems.painter import hides, painted
from problems.scene_files import read_scene, write_scene
from problems.shapes import Corners, cut, plane, polygon

SQUARE = ((0, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 0))


def random_segments(number: int, seed: int, most: int = 12) -> list[Any]:
    random = Random(seed)
    ends = ([(random.randrange(most), random.randrange(most)) for _ in range(2)] for _ in range(199))
    return [segment for segment in ends if segment[0] != segment[1]][:number]


def random_triangles(number: int, seed: int, most: int = 9) -> list[Any]:
    random = Random(seed)
    drawn = ([tuple(random.randrange(most) for _ in range(3)) for _ in range(3)] for _ in range(99))
    return [corners for corners in drawn if any(plane(corners).normal)][:number]


def by_hand(space: Cutting, cell: tuple[Fragment, ...]) -> int:
    """The fewest branches by plain recursion over cut fragments."""
    if not cell:
        return 0
    splits = (space.split(cell, fragment.number) for fragment in cell)
    return 1 + min(sum(by_hand(space, part) for part in parts) for _, parts in splits)


@pytest.mark.parametrize("make", [random_segments, random_triangles])
def test_smallest_partitions_are_those_of_plain_recursion(make: Any) -> None:
    sizes = set()
    for seed in range(200):
        scene = Scene.of(make(2 + seed % 3, seed))
        least = by_hand(Cutting(scene), Cutting(scene).whole)
        assert optimum(*bsp(scene), SIZE).unwrap().value == least
        sizes.add(least - len(scene.shapes))
    assert len(sizes) > 2  # some scenes are cut, and some more than others


@pytest.mark.parametrize(("make", "number"), [(random_segments, 12), (random_triangles, 10)])
def test_no_random_partition_is_smaller(make: Any, number: int) -> None:
    space = Atoms(Scene.of(make(number, 1, 1000)))
    best = optimum(*auto_partitions(space), CELLS).unwrap()
    assert best.value == fold(CELLS, best.tree) == 2 * size(best.tree) + 1
    drawn = [size(random_partition(space, seed)) for seed in range(50)]
    assert size(best.tree) < min(drawn) < max(drawn)


@pytest.mark.parametrize(("make", "number"), [(random_segments, 14), (random_triangles, 9)])
def test_branch_and_bound_finds_the_tree_of_the_engine(make: Any, number: int) -> None:
    for seed in range(8):
        space = Atoms(Scene.of(make(number, seed, 14 if seed % 2 else 300)))
        claim = FewestCuts(space)
        by_engine = optimum(*auto_partitions(space), SIZE).unwrap()
        assert claim.best(space.whole) == [by_engine.tree]
        assert claim.bound(space.whole) <= by_engine.value
        assert claim.cells < len(explore(*auto_partitions(space)))
        for cell in claim.small(space.whole):
            assert (
                size(FewestCuts(space).best(cell)[0])
                == optimum(auto_partitions(space).problem, cell, SIZE).unwrap().value
            )


def test_branch_and_bound_reaches_further_than_the_engine() -> None:
    """Sixty segments have far too many cells to list, but few cuts beyond those of their crossings."""
    space = Atoms(Scene.of(random_segments(60, 5, 1000)))
    claim = FewestCuts(space)
    assert claim.unfit() is None
    (tree,) = claim.best(space.whole)
    assert (
        claim.bound(space.whole) <= size(tree) < min(size(random_partition(space, seed)) for seed in range(9))
    )
    with pytest.raises(Unfit, match="cannot be counted"):
        claim.count(space.whole)
    three = Atoms(Scene.of(random_segments(3, 5)))
    assert count(*auto_partitions(three), by=FewestCuts(three)) == count(*auto_partitions(three))


def test_planes_through_one_point_and_one_line_are_counted_once() -> None:
    star = [((-4, 0), (4, 0)), ((0, -4), (0, 4)), ((-3, -3), (3, 3)), ((-2, 2), (2, -2))]
    book = [((0, 0, -3), (0, 0, 3), (4, y, 0)) for y in (-2, 0, 2)]
    wings = [((-4, -y, 0), (0, 0, -3), (4, y, 0), (0, 0, 3)) for y in (-2, 0, 2)]
    for shapes in (star, book, wings, [*wings, ((-5, -5, 0), (5, -5, 0), (5, 5, 0), (-5, 5, 0))]):
        space = Atoms(Scene.of(shapes))
        claim, least = FewestCuts(space), optimum(*auto_partitions(space), SIZE).unwrap()
        assert claim.best(space.whole) == [least.tree]
        assert claim.bound(space.whole) <= least.value


@given(draws.polygons(3))
def test_engine_answers_what_the_definition_says_in_space(shapes: Any) -> None:
    problem, whole = auto_partitions(Cutting(Scene.of(shapes)))
    assert [optimum(*bsp(shapes), SIZE).unwrap().value] == solve(problem, SIZE)(whole)


@given(draws.segments(4), st.integers(0, 99))
def test_random_partitions_are_partitions(shapes: Any, seed: int) -> None:
    scene = Scene.of(shapes)
    tree = random_partition(Cutting(scene), seed)
    assert tree == random_partition(Atoms(scene), seed)
    assert size(tree) >= optimum(*bsp(shapes), SIZE).unwrap().value


def test_crossings_in_space_are_found_wherever_they_overlap() -> None:
    """A floor, and walls that pass through it, beside it, and that stand on it."""
    floor = ((0, 0, 0), (8, 0, 0), (8, 8, 0), (0, 8, 0))

    def wall(x: int, start: int, end: int, low: int, high: int) -> Corners:
        return ((x, start, low), (x, end, low), (x, end, high), (x, start, high))

    def found(*walls: Corners) -> int:
        return len(crossings(Atoms(Scene.of([floor, *walls]))))

    assert found(wall(2, 1, 5, -1, 3)) == 1
    assert found(wall(2, -3, 5, -1, 3)) == found(wall(2, 5, 11, -1, 3)) == found(wall(2, -3, 11, -1, 3)) == 1
    assert found(wall(2, 1, 5, 0, 3)) == found(wall(2, 8, 11, -1, 3)) == found(wall(2, 9, 11, -1, 3)) == 0
    assert found(wall(2, 1, 5, -1, 3), wall(5, 1, 5, -1, 3)) == 2
    assert found(wall(2, 1, 5, -1, 3), wall(2, 6, 7, -1, 3)) == 1  # one plane, which cuts the floor once
    across = ((1, 4, -2), (5, 4, -2), (5, 4, 2), (1, 4, 2))
    assert found(wall(2, 1, 5, -1, 3), across) == 3 + 1  # three lines, and the corner where they meet
    assert found(wall(2, 4, 5, -1, 3), across) == 2  # the wall ends where the other is


def test_coplanar_polygons_stay_in_one_node() -> None:
    beside = [((5, 0, 0), (9, 0, 0), (5, 4, 0)), ((20, 20, 0), (20, 24, 0), (24, 20, 0))]
    tree = optimum(*bsp([SQUARE, *beside]), SIZE).unwrap().tree
    assert size(tree) == 1
    assert [fragment.number for fragment in level_order(tree)[0]] == [0, 1, 2]
    assert count(*bsp([SQUARE, SQUARE])) == 1


def test_the_first_fragment_of_a_root_says_which_side_is_left() -> None:
    """Two walls in one line that face either way, and one behind them, in whatever order they are used."""
    walls = [((0, 0), (1, 0)), ((3, 0), (2, 0)), ((0, 2), (3, 2))]
    for seed in range(12):
        for space in (Cutting(Scene.of(walls)), Atoms(Scene.of(walls))):
            tree = random_partition(space, seed)
            assert painted(tree, (1, 9))[-1].number == 2
            assert painted(tree, (1, -9))[0].number == 2


def test_a_polygon_that_touches_a_plane_is_not_cut() -> None:
    standing = ((1, 1, 0), (3, 1, 0), (2, 2, 5))
    assert [len(part) for part in cut(standing, plane(SQUARE))] == [0, 3, 0]
    assert optimum(*bsp([SQUARE, standing]), SIZE).unwrap().value == 2


def test_large_scenes_are_partitioned_too() -> None:
    """Four hundred tiles on as many levels: a chain, which nothing recurses over."""
    tiles = [((0, 0, z), (1, 0, z), (0, 1, z)) for z in range(400)]
    tree = random_partition(Cutting(Scene.of(tiles)), 1)
    assert size(tree) == 400
    assert [fragment.number for fragment in painted(tree, (0, 0, 999))] == list(range(400))
    by_hand_chain = optimum(*bsp([((0, y), (1, y)) for y in range(60)]), SIZE).unwrap()
    assert by_hand_chain.value == 60
    assert depth(by_hand_chain.tree) <= 60


def test_scenes_too_large_to_search_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = [((0, y), (99, y)) for y in range(0, 99, 2)] + [((x, 0), (x, 99)) for x in range(0, 99, 2)]
    with pytest.raises(TooLarge, match="more than 500 seeds are reachable") as caught:
        explore(*bsp(grid), most=500)
    assert len(str(caught.value)) < 500  # though a cell has thousands of digits
    monkeypatch.setattr("problems.bsp.MOST_ATOMS", 100)
    with pytest.raises(TooLarge, match="100 shapes cut by one another's planes make more than 100 atoms"):
        bsp(grid)
    assert size(random_partition(Cutting(Scene.of(grid)), 1)) >= 100


# Painting ------------------------------------------------------------------------------------------------


def met(eye: tuple[int, ...], towards: tuple[Fraction, ...], shape: Corners) -> Fraction | None:
    """How far along a ray a shape is met inside, in lengths of the ray's own step: no plane cuts anything here."""
    step = [b - a for a, b in zip(eye, towards, strict=True)]
    if len(eye) == 2:
        (a, b), (c, d) = shape
        span = (c - a, d - b)
        turn = step[0] * span[1] - step[1] * span[0]
        if not turn:
            return None
        off = (a - eye[0], b - eye[1])
        along = Fraction(off[0] * span[1] - off[1] * span[0]) / turn
        inside = Fraction(off[0] * step[1] - off[1] * step[0]) / turn
        return along if 0 < inside < 1 and along > 0 else None
    for place in range(1, len(shape) - 1):
        p, q, r = shape[0], shape[place], shape[place + 1]
        u, v = [[y - x for x, y in zip(p, other, strict=True)] for other in (q, r)]
        w = [x - y for x, y in zip(eye, p, strict=True)]
        whole = determinant(u, v, [-x for x in step])
        if not whole:
            return None
        at_u, at_v = (
            Fraction(determinant(w, v, [-x for x in step])) / whole,
            Fraction(determinant(u, w, [-x for x in step])) / whole,
        )
        along = Fraction(determinant(u, v, w)) / whole
        if at_u > 0 and at_v > 0 and at_u + at_v < 1 and along > 0:
            return along
    return None


def determinant(a: Any, b: Any, c: Any) -> Any:
    return (
        a[0] * (b[1] * c[2] - b[2] * c[1])
        - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
    )


def inside(corners: Corners, random: Random) -> tuple[Fraction, ...]:
    """Any place inside a shape."""
    shares = [random.randrange(1, 1000) for _ in corners]
    axes = zip(*corners, strict=True)
    return tuple(
        Fraction(sum(s * x for s, x in zip(shares, axis, strict=True))) / sum(shares) for axis in axes
    )


@settings(max_examples=60)
@given(
    st.one_of(draws.seen(draws.segments(5, least=2), 2), draws.seen(draws.polygons(4, least=2), 3)),
    st.integers(0, 999),
)
def test_along_every_ray_what_is_nearer_is_painted_later(seen: Any, seed: int) -> None:
    shapes, eye = seen
    random = Random(seed)
    order = painted(random_partition(Cutting(Scene.of(shapes)), seed), eye)
    for target in order:
        ray = inside(target.corners, random)
        away = [(place, met(eye, ray, fragment.corners)) for place, fragment in enumerate(order)]
        found = [(place, distance) for place, distance in away if distance is not None]
        for (_, behind), (_, before) in combinations(found, 2):
            assert behind >= before


@given(draws.seen(draws.polygons(2, least=2), 3), st.integers(0, 999))
def test_what_hides_is_met_first(seen: Any, seed: int) -> None:
    """Where a ray meets one shape before another, the first hides the second."""
    (front, back), eye = seen
    ray = inside(back, Random(seed))
    first, then = met(eye, ray, front), met(eye, ray, back)
    if first is not None and then is not None and first < then:
        assert hides(eye, front, back)


def test_painting_by_number() -> None:
    assert not hides((0, 0), ((1, 0), (2, 0)), ((3, -1), (3, 1)))  # seen edge-on
    tree = optimum(*bsp(read_scene(example("prism.obj"))), CELLS).unwrap().tree
    from_above = [fragment.number for fragment in painted(tree, (4, 4, 100))]
    assert from_above[0] == 0  # the ground
    assert painted(tree, (4, 4, -100))[-1].number == 0
    with pytest.raises(BadInput, match="expected a point with 3 coordinates"):
        painted(tree, (0, 0))


# Files ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["pinwheel.json", "prism.obj"])
@pytest.mark.parametrize("suffix", ["json", "obj"])
def test_scenes_survive_being_written(name: str, suffix: str, tmp_path: Path) -> None:
    scene = read_scene(example(name))
    place = tmp_path / f"scene.{suffix}"
    if (scene.dimensions, suffix) == (2, "obj"):
        with pytest.raises(BadInput, match="these are segments; write JSON"):
            write_scene(scene, place)
        assert list(tmp_path.iterdir()) == []
    else:
        write_scene(scene, place)
        assert read_scene(place) == scene
        assert list(tmp_path.iterdir()) == [place]


def test_fractions_in_files(tmp_path: Path) -> None:
    third = Scene.of([[(0, 0, 0), (1, 0, "1/3"), (0, 1, 0)]])
    write_scene(third, tmp_path / "a.json")
    assert json.loads((tmp_path / "a.json").read_text())["polygons"][0][1] == [1, 0, "1/3"]
    assert read_scene(tmp_path / "a.json") == third
    with pytest.raises(BadInput, match="1/3 cannot be written as a decimal"):
        write_scene(third, tmp_path / "a.obj")
    write_scene(third, tmp_path / "a.obj", rounded=True)
    assert read_scene(tmp_path / "a.obj").shapes[0][1][2] == Fraction("0.3333333333333333")


def test_obj_says_more_than_is_needed(tmp_path: Path) -> None:
    place = tmp_path / "a.OBJ"
    place.write_text(
        "mtllib a.mtl\nv 0 0 0 1.0\nv 1 0 0 # a corner\nv 0 1 0 0.5 0.5 0.5\nvn 0 0 1\n\ns off\n"
        "f 1//1 \\\n 2//1 -1//1\n"
    )
    assert read_scene(place).shapes == (((0, 0, 0), (1, 0, 0), (0, 1, 0)),)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("v 0 0\n", "line 1: expected a vertex with 3 coordinates, got 2"),
        ("v 0 0 nan\n", "line 1: expected a finite number, got 'nan'"),
        ("v 0 0 0\nf 1 2 3\n", "line 2: expected the number of one of 1 vertices above, got '2'"),
        ("v 0 0 0\nf 0 1 1\n", "got '0'"),
        ("v 0 0 0\nf x 1 1\n", "got 'x'"),
        ("v 0 0 0\nv 1 0 0\nf 1 2\n", "line 3: expected a polygon with three corners or more, got 2"),
        ("v 0 0 0\nv 1 0 0\nf 1 2 1\n", r"line 3: expected corners that differ, got \(0, 0, 0\) twice"),
        ("curv 0 1 2\n", r"expected vertices \(v\) and faces \(f\), got 'curv'"),
        ("", r"expected faces \(f\), got none"),
    ],
)
def test_bad_obj_gets_one_sentence(text: str, complaint: str, tmp_path: Path) -> None:
    place = tmp_path / "a.obj"
    place.write_text(text)
    with pytest.raises(BadInput, match=complaint) as caught:
        read_scene(place)
    assert str(caught.value).startswith(str(place))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("corners", "complaint"),
    [
        ([(0, 0, 0), (1, 0, 0)], "three corners or more, got 2"),
        ([(0, 0, 0), (1, 1, 1), (2, 2, 2)], "expected a polygon with an area"),
        ([(0, 0, 0), (2, 0, 0), (1, 0, 0), (4, 0, 0)], "expected a polygon with an area"),
        ([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 1)], "lie in none; cut it into triangles"),
        ([(0, 0, 0), (4, 0, 0), (1, 1, 0), (0, 4, 0)], "expected a convex polygon"),
        ([(0, 0, 0), (4, 4, 0), (4, 0, 0), (0, 4, 0)], "its edges cross"),
        ([(0, 3, 0), (2, -3, 0), (-3, 1, 0), (3, 1, 0), (-2, -3, 0)], "expected a convex polygon"),
        ([(0, 0, 0), (1, 0, 0), (0, 1, float("nan"))], "expected a finite number, got nan"),
        ([(0, 0), (1, 0), (0, 1)], "expected a point with 3 coordinates"),
        ("abc", "expected the corners of a polygon"),
    ],
)
def test_bad_polygons_get_one_sentence(corners: Any, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        polygon(corners)


@pytest.mark.parametrize(
    ("shapes", "complaint"),
    [
        (3, "expected a list of segments or polygons, got 3"),
        ([3], "expected the corners of a shape, got 3"),
        ([[(0, 0), (1, 1)], SQUARE], "segment 1: expected two points"),
        ([SQUARE, [(0, 0), (1, 1)]], "polygon 1: expected a point with 3 coordinates"),
        ([[(0, 0), (1, 1, 1)]], "segment 0: expected a point with 2 coordinates"),
        ([[(0, 0, 0), (1, 1)]], "polygon 0: expected a point with 3 coordinates"),
        ([[]], "polygon 0: expected a polygon with three corners or more, got 0"),
    ],
)
def test_bad_scenes_get_one_sentence(shapes: Any, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        Scene.of(shapes)


def test_fragments_are_values() -> None:
    part = Fragment(1, SQUARE)
    assert pickle.loads(pickle.dumps(part)) == part == Fragment(1, SQUARE[2:] + SQUARE[:2])
    assert part != Fragment(2, SQUARE)
    assert part != SQUARE
    assert part.as_data() == {"polygon": 1, "corners": SQUARE}
