"""Rules made from points: complete against linear programming, exact where rounding would lie, clear when refused."""

import pickle
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import linprog

from derive import BadInput, TooLarge
from problems.rules.cuts import Cuts, canonical
from problems.rules.dichotomies import cover, flats_of, partings
from problems.rules.family import (
    Family,
    axis,
    custom,
    family,
    hypersurfaces,
    mixture,
    oblique,
    one_closed_side,
    quadratic,
)
from problems.rules.inside import ancestry_signs
from problems.rules.lift import lifted, monomials
from problems.rules.places import places
from problems.rules.separate import between, inequality
from problems.rules.signs import signs
from problems.rules.surface import Surface

CLOUD = np.random.default_rng(4).random((40, 3))


def by_linear_programming(rows: NDArray[np.float64]) -> set[tuple[bool, ...]]:
    """All ways to part rows by a form, each tried by itself."""
    found = set()
    for sides in product((False, True), repeat=len(rows)):
        turned = np.where(sides, -1.0, 1.0)[:, None] * rows
        answer = linprog(
            np.zeros(rows.shape[1]),
            A_ub=-turned,
            b_ub=-np.ones(len(rows)),
            bounds=[(None, None)] * rows.shape[1],
        )
        if answer.status == 0:
            found.add(sides)
    return found


def all_ways(made: Cuts) -> set[tuple[bool, ...]]:
    one_way = [tuple(row) for row in made.sides.tolist()]
    none = [(value,) * len(made.places) for value in (False, True)]
    return {*one_way, *(tuple(not value for value in row) for row in one_way), *none}


DEGENERATE: list[tuple[str, list[tuple[int, ...]], int]] = [
    ("a grid of 3 by 3, short of one", [(x, y) for x in range(3) for y in range(3)][:-1], 1),
    ("five on a line, two off it", [(0, 0), (1, 1), (2, 2), (3, 3), (5, 5), (0, 3), (4, 1)], 1),
    ("all on a line", [(0, 0), (2, 1), (4, 2), (-2, -1)], 1),
    ("the corners of a cube, short of one", list(product((0, 1), repeat=3))[:-1], 1),
    ("a plane in space", [(x, y, x + 2 * y) for x in range(3) for y in range(2)], 1),
    ("two points in space", [(0, 0, 0), (1, 2, 3)], 1),
    ("seven on a circle", [(5, 0), (3, 4), (4, 3), (0, 5), (-3, 4), (-4, -3), (0, -5)], 2),
    ("a grid and conics", [(x, y) for x in range(3) for y in range(2)], 2),
    ("five on a line and conics", [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (0, 1)], 2),
]


@pytest.mark.parametrize(
    ("points", "degree"), [case[1:] for case in DEGENERATE], ids=[case[0] for case in DEGENERATE]
)
def test_degenerate_points_are_parted_in_every_way(points: list[tuple[int, ...]], degree: int) -> None:
    rows = lifted(np.array(points, dtype=object), monomials(len(points[0]), degree))
    assert all_ways(hypersurfaces(degree)(points)) == by_linear_programming(rows.astype(np.float64))


@pytest.mark.parametrize("seed", range(12))
def test_random_small_grids_are_parted_in_every_way(seed: int) -> None:
    rng = np.random.default_rng(seed)
    dimensions, degree = int(rng.integers(1, 4)), int(rng.integers(1, 3))
    points = rng.integers(0, 3, (int(rng.integers(3, 7)), dimensions))
    rows = lifted(points.astype(object), monomials(dimensions, degree)).astype(np.float64)
    assert all_ways(hypersurfaces(degree)(points)) == by_linear_programming(rows)


@pytest.mark.parametrize(
    ("dimensions", "degree", "number"), [(1, 1, 40), (2, 1, 40), (3, 1, 20), (2, 2, 12), (1, 3, 12)]
)
def test_points_in_general_position_are_parted_as_often_as_cover_says(
    dimensions: int, degree: int, number: int
) -> None:
    made = hypersurfaces(degree)(CLOUD[:number, :dimensions])
    size = len(monomials(dimensions, degree))
    assert 2 * len(made) + 2 == cover(number, size)
    assert made.generated == comb(number, size) * 2**size
    assert (made.spanless, made.dimensions) == (0, size)
    assert len(np.unique(canonical(made.sides))) == len(made)


def test_oracle_26_with_families() -> None:
    points = [(0, 0), (2, 0), (2, 2), (0, 3)]
    assert (len(oblique(points)), len(one_closed_side(1)(points))) == (6, 3)


def test_a_hundred_and_two_hundred_points() -> None:
    cloud = np.random.default_rng(0).random((200, 2))
    for number in (100, 200):
        made = oblique(cloud[:number])
        assert (made.generated, len(made)) == (4 * comb(number, 2), comb(number, 2))
        assert made.times.sum() + made.idle == made.generated


def test_sides_are_exact_where_floating_point_is_not() -> None:
    tiny = 2.0**-53
    points = [(0.5, 0.5), (12.0, 12.0), (24.0, 24.0), (0.5 + tiny, 0.5)]
    rows = lifted(places(points).whole, monomials(2, 1))
    assert signs(rows, np.array([[1, 2]])).tolist() == [[0, 0, 0, -1]]
    thirds = [(Fraction(i, 3), Fraction(2 * i, 3) + (i == 4) * Fraction(1, 10**40)) for i in range(6)]
    flats = flats_of(lifted(places(thirds).whole, monomials(2, 1)))
    assert len(flats.sides) == 6  # the line of five, and five lines through the one beside it
    assert oblique([(0.1, 0.1), (0.2, 0.2), (0.3, 0.3)]).dimensions == 1


@pytest.mark.parametrize("scale", [1, 10**3, 10**12, 10**40])
def test_all_ways_to_compute_signs_agree(scale: int) -> None:
    rng = np.random.default_rng(1)
    points = rng.integers(0, 4, (9, 2))
    rows = lifted(points.astype(object) * scale, monomials(2, 2))
    chosen = np.array([rng.choice(9, 5, replace=False) for _ in range(60)])
    expected = signs(lifted(points.astype(object), monomials(2, 2)), chosen)
    assert np.array_equal(signs(rows, chosen), expected)
    assert (expected == 0).mean() > 0.6


@pytest.mark.parametrize("bits", [29.5, 30, 30.5, 30.9, 31, 31.5, 33])
def test_sides_are_right_where_numbers_of_64_bits_end(bits: float) -> None:
    """The area of a triangle in a square of 2^31 does not fit into 64 bits, though no product of two sides shows it."""
    far = int(2**bits)
    rows = np.array(
        [[1, far, far], [1, -far, far], [1, 0, -far], [1, far, -far], [1, 3, far - 1]], dtype=object
    )
    chosen = np.array([[0, 1], [1, 2], [0, 2], [2, 3]])
    expected = []
    for i, j in chosen.tolist():
        a, b = rows[i, 1:], rows[j, 1:]
        turns = [(b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) for c in rows[:, 1:]]
        expected.append([(turn > 0) - (turn < 0) for turn in turns])
    assert signs(rows, chosen).tolist() == expected


def test_more_points_than_a_word_has_bits() -> None:
    """Seventy points of a parabola, no three in a line; each cut is what its rule says."""
    points = [(x, x * x) for x in range(70)]
    made = oblique(points)
    assert 2 * len(made) + 2 == cover(70, 2)
    for cut in range(0, len(made), 333):
        rule = made.rule(cut)
        assert [rule.side(point) for point in points] == made.sides[cut].tolist()


def test_one_of_each_is_said_in_the_singular() -> None:
    assert str(hypersurfaces(1)([(0,), (1,)])).endswith("cut 2 points in 1 way")
    assert str(axis([(0,)])) == "1 axis rule cut 1 point in 0 ways"


def test_duplicate_points_go_together() -> None:
    made = oblique([(0, 0), (1, 0), (0, 0), (0, 1)])
    assert len(made) == 3
    assert (made.sides[:, 0] == made.sides[:, 2]).all()
    assert len(axis([(0, 0), (0, 0)])) == 0
    alone = oblique([(3, 3)] * 4)
    assert len(alone) == 0
    assert alone.self_made
    assert (alone.generated, alone.idle, alone.spanless, alone.dimensions) == (0, 0, 0, 0)
    with pytest.raises(IndexError, match="there is no cut 0"):
        alone.rule(0)


def test_merging_says_how_often() -> None:
    made = (axis + oblique)([(0, 0), (1, 0), (0, 1), (1, 1)])
    assert int(made.times.sum()) + made.idle == made.generated == 32
    assert [str(made.rule(cut)) for cut in (0, 1)] == ["x0 <= 0.5", "x1 <= 0.5"]
    assert {cut for cut, _ in made.origins()} == set(range(len(made)))


@pytest.mark.parametrize("kind", [axis, oblique, quadratic, axis + oblique, one_closed_side(1)])
def test_what_rules_are_made_from(kind: Family) -> None:
    points = [(0, 0), (3, 1), (1, 4), (5, 5), (2, 2), (4, 0)]
    made = kind(points)
    assert sum(1 for _ in made.origins()) == int(made.times.sum())
    for cut in range(0, len(made), 5):
        rule = made.rule(cut)
        assert (cut, rule.through) in made.origins()
        assert [rule.side(point) for point in points] == made.sides[cut].tolist()


def test_rules_read_well_and_draw() -> None:
    made = oblique([(0, 0), (4, 0), (0, 4), (3, 3)])
    assert {str(made.rule(cut)) for cut in range(len(made))} >= {"x0 + x1 > 5"}
    rule = Surface(("a", "b"), ((-0.5, (2, 1)), (1, (0, 3))), ">", -1.5)
    assert str(rule) == "-0.5 a^2 b + b^3 > -1.5"
    assert str(Surface(("a",), (), "<=", 2)) == "0 <= 2"
    drawn = rule.boundary((-1, -1), (1, 1), steps=3)
    assert drawn.height[2].tolist() == [2.0, 2.5, 2.0]
    with pytest.raises(BadInput, match="boundaries are drawn in the plane"):
        Surface(("a",), ((1, (1,)),), "<=", 2).boundary((0, 0), (1, 1))
    with pytest.raises(BadInput, match="expected 2 coordinates"):
        rule.side((1,))
    with pytest.raises(BadInput, match="column b holds text"):
        rule.holds([np.array([1.0]), np.array(["x"], dtype=object)])


def test_sides_of_new_points_are_exact_too() -> None:
    rule = Surface(("x", "y"), ((1, (1, 0)), (1, (0, 1))), "<=", 0.3)
    assert rule.holds([np.array([0.1, 0.1]), np.array([0.2, 0.1999])]).tolist() == [False, True]
    assert Fraction(0.1) + Fraction(0.2) > Fraction(0.3)
    big = Surface(("x",), ((10**400, (1,)),), "<=", 10**400)
    assert big.side((1,)) is True
    assert big.holds([np.array([1.0, 1.5, -1.0])]).tolist() == [True, False, True]
    assert rule.holds([np.array([True, False]), np.array([0, 0])]).tolist() == [False, True]


def test_very_close_points_get_whole_coefficients() -> None:
    near = Fraction(1, 10**60)
    points = [(0, 0), (1, near), (2, 0), (3, near)]
    made = oblique(points)
    for cut in range(len(made)):
        rule = made.rule(cut)
        assert [rule.side(point) for point in points] == made.sides[cut].tolist()
    rows = np.array([[1, Fraction(1, 3)], [1, Fraction(1, 3) + near]], dtype=object)
    factors, bound = inequality(rows, np.array([True, False]), (0,))
    assert Fraction(1, 3) < Fraction(bound) / Fraction(factors[0]) < Fraction(1, 3) + near
    assert between(0, near) == 5e-61


def test_families_by_name_and_their_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    assert family("cubic")([(1,), (2,)]).name == "cubic"
    assert mixture(axis).name == "axis"
    assert pickle.loads(pickle.dumps(axis + quadratic)).name == "axis + quadratic"
    for wanted in ("", [], 3, ["axis", 4], None):
        with pytest.raises(BadInput, match="expected a family of rules"):
            family(wanted)
    with pytest.raises(BadInput, match="got none"):
        mixture()
    with pytest.raises(BadInput, match="a name for each of 2 coordinates"):
        axis([(0, 1)], columns=["a"])
    with pytest.raises(BadInput, match="degree of 1 or more"):
        hypersurfaces(0)([(1, 2)])
    with pytest.raises(BadInput, match="finite number, got nan"):
        oblique(np.array([[0.0, np.nan]]))
    with pytest.raises(BadInput, match="with 2 coordinates"):
        oblique([(0, 1), (2,)])
    with pytest.raises(TooLarge, match="give fewer points, fewer columns or a lower degree"):
        quadratic(np.random.default_rng(0).random((200, 3)))
    monkeypatch.setattr("problems.rules.surfaces.MOST_RULES", 59)
    with pytest.raises(
        TooLarge, match=r"15 surfaces through 2 points make 60 rules, more than 59: give fewer"
    ):
        oblique([(i, i * i) for i in range(6)])
    with pytest.raises(TooLarge, match="30000 thresholds for 30000 points"):
        axis([(i,) for i in range(30_000)])
    with pytest.raises(BadInput, match="expected rules with side"):
        custom("odd", lambda points: [3])([(1, 2)])


def test_fewer_points_than_a_rule_needs() -> None:
    made = quadratic([(0, 0), (1, 5), (2, 1)])
    assert (made.dimensions, len(made), made.generated) == (2, 3, 12)
    alone = oblique([(1, 2, 3)])
    assert len(alone) == len(alone.times) == len(alone.sides) == len(alone.origins()) == 0
    with pytest.raises(IndexError, match="there is no cut 0"):
        alone.rule(0)


def test_ancestry_of_thousands_of_rules() -> None:
    made = oblique(CLOUD[:25, :2])
    found, cut = ancestry_signs(made)
    assert found.shape == (len(cut), len(cut))
    assert len(cut) > 1000
    origins = sorted(set(made.origins()))
    rng = np.random.default_rng(0)
    for i, j in rng.integers(0, len(cut), (200, 2)).tolist():
        through = made.sides[cut[i]][list(origins[j][1])]
        expected = 0 if i == j else 1 if through.all() else 0 if through.any() else -1
        assert found[i, j] == expected


def test_partings_of_independent_points() -> None:
    assert len(partings(np.array([[1, 0, 0], [1, 1, 0], [1, 0, 1]], dtype=object))) == 8
