"""Rules in words: surfaces say what exact numbers say, bounds lie between the sides, merged rules keep their cuts."""

import os
from collections import Counter
from fractions import Fraction
from math import ceil, prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive import BadInput
from problems.learn.geometry import CutRules, in_few_columns
from problems.learn.limits import Limits
from problems.learn.rules import Rule
from problems.rules.family import axis, oblique, quadratic
from problems.rules.places import places
from problems.rules.separate import between, inequality, solved, strict_form
from problems.rules.surface import Surface, number, product

COORDINATES = st.integers(-6, 6).map(lambda value: value / 2)
TERMS = st.lists(
    st.tuples(st.sampled_from([-3, -1, -0.5, 1, 2, 2.5]), st.tuples(st.integers(0, 2), st.integers(0, 3))),
    min_size=1,
    max_size=4,
)


@given(
    TERMS,
    st.sampled_from(["<=", ">"]),
    COORDINATES,
    st.lists(st.tuples(COORDINATES, COORDINATES), min_size=1, max_size=6),
)
def test_surfaces_say_what_exact_numbers_say(
    terms: list[Any], test: Any, bound: float, rows: list[tuple[float, float]]
) -> None:
    """Among halves many polynomials meet their bound exactly."""
    rule = Surface(("u", "v"), tuple(terms), test, bound)
    heights = [
        sum(
            Fraction(factor)
            * prod(Fraction(value) ** power for value, power in zip(row, powers, strict=True))
            for factor, powers in terms
        )
        - Fraction(bound)
        for row in rows
    ]
    expected = [(height > 0) == (test == ">") for height in heights]
    assert rule.holds([np.array(column) for column in zip(*rows, strict=True)]).tolist() == expected
    assert [rule.side(row) for row in rows] == expected
    assert [rule.height(row) for row in rows] == heights


def test_surfaces_read_as_they_are_written_by_hand() -> None:
    rule = Surface(("u", "v"), ((-1, (2, 0)), (3, (1, 1)), (-0.5, (0, 1)), (1, (1, 0))), ">", -2.0)
    assert str(rule) == "-u^2 + 3 u v - 0.5 v + u > -2"
    assert str(Surface(("u",), (), "<=", 1)) == "0 <= 1"
    assert product(("a", "b", "c"), (0, 1, 3)) == ["b", "c^3"]
    assert [number(value) for value in (2, 2.0, -0.5, 10**20)] == ["2", "2", "-0.5", "1" + "0" * 20]
    with pytest.raises(BadInput, match="expected 2 coordinates, got"):
        rule.side((1,))
    with pytest.raises(BadInput, match="column v holds text, but the rule"):
        rule.holds([np.array([1.0]), np.array(["x"], dtype=object)])


def test_heights_are_drawn_over_the_right_places() -> None:
    drawn = Surface(("u", "v"), ((1, (1, 0)), (-10, (0, 1))), "<=", 3).boundary((1, 20), (2, 50), steps=4)
    assert drawn.height.shape == (4, 4)
    assert (drawn.x[0, 0], drawn.x[0, -1], drawn.x[-1, 0]) == (1, 2, 1)
    assert (drawn.y[0, 0], drawn.y[0, -1], drawn.y[-1, 0]) == (20, 20, 50)
    assert np.allclose(drawn.height, drawn.x - 10 * drawn.y - 3)
    with pytest.raises(BadInput, match="boundaries are drawn in the plane"):
        Surface(("u",), ((1, (1,)),), "<=", 3).boundary((0, 0), (1, 1))


@given(
    st.fractions(-1000, 1000, max_denominator=10**6),
    st.fractions(0, 1000, max_denominator=10**6).filter(bool),
    st.integers(-40, 40),
)
def test_bounds_lie_in_the_middle_half_and_are_short(start: Fraction, wide: Fraction, scale: int) -> None:
    low = start * Fraction(10) ** scale
    high = low + wide * Fraction(10) ** scale
    if float(high) - float(low) <= 1e-12 * max(abs(float(low)), abs(float(high))):
        return  # floats are too far apart there
    quarter = (high - low) / 4
    bound = between(low, high)
    shown = Fraction(repr(bound)) if isinstance(bound, float) else Fraction(bound)
    assert low + quarter <= shown <= high - quarter
    assert len(str(bound).replace("-", "").replace(".", "").partition("e")[0].strip("0")) <= 17
    units = (Fraction(10) ** places for places in range(50, -70, -1))
    coarsest = next(unit for unit in units if ceil((low + quarter) / unit) * unit <= high - quarter)
    assert shown % coarsest == 0
    assert abs(shown - (low + high) / 2) <= coarsest / 2


def test_short_bounds_by_hand() -> None:
    assert [between(low, high) for low, high in ((0, 1), (0, 8), (10, 11), (-1, 0), (-5, -1), (99, 301))] == [
        0.5, 4, 10.5, -0.5, -3, 200,
    ]  # fmt: skip
    assert isinstance(between(1, 9), int)
    assert between(Fraction(1, 1000), Fraction(2, 1000)) in (0.0014, 0.0015, 0.0016)


@pytest.mark.parametrize("seed", range(25))
def test_inequalities_part_what_they_should(seed: int) -> None:
    """Points parted by a random line, with some points on the flat that the cut is known by."""
    random = np.random.default_rng(seed)
    points = np.unique(random.integers(-4, 5, (9, 2)), axis=0)
    rows = np.column_stack([np.ones(len(points), dtype=int), points]).astype(object)
    made = oblique([tuple(point) for point in points.tolist()])
    for cut in range(0, len(made), 5):
        yes = made.sides[cut]
        form = strict_form(rows, yes)
        assert [height < 0 for height in rows @ form] == yes.tolist()
        assert 0 not in (rows @ form).tolist()
        factors, bound = inequality(rows, yes, made.rule(cut).through)
        heights = [
            sum(Fraction(f) * x for f, x in zip(factors, point, strict=True)) for point in points.tolist()
        ]
        assert [height < Fraction(bound) for height in heights] == yes.tolist()
        assert Fraction(bound) not in heights


def test_equations_are_solved_exactly() -> None:
    rows = np.array([[0, 2, 1], [3, 0, 1], [1, 1, 1]], dtype=object)
    assert solved(rows, rows @ np.array([3, -6, 15], dtype=object)).tolist() == [3, -6, 15]
    scaled = np.array([[0, 3], [2, 0]], dtype=object)
    assert solved(scaled, np.array([1, 1])).tolist() == [Fraction(1, 2), Fraction(1, 3)]


@pytest.mark.parametrize("kind", [axis + oblique, oblique + axis, axis + quadratic, oblique])
def test_merged_rules_cut_as_they_say(kind: Any) -> None:
    points = [(0, 0), (1, 3), (2, 1), (5, 2), (4, 7), (1, 3)]
    made = kind(points)
    for cut in range(len(made)):
        assert [made.rule(cut).side(point) for point in points] in (
            made.sides[cut].tolist(),
            (~made.sides[cut]).tolist(),
        )
    assert len({tuple(row) if row[0] else tuple(not x for x in row) for row in made.sides.tolist()}) == len(
        made
    )
    assert made.times.sum() + made.idle == made.generated
    ways = Counter(cut for cut, _ in made.origins())
    assert [ways[cut] for cut in range(len(made))] == made.times.tolist()


def test_points_are_moved_and_stretched_without_changing_sides() -> None:
    found = places([("1/2", 7), ("1/3", -7), (2, 0), ("1/2", 7)])
    assert found.whole.tolist() == [[0, 0], [-1, -14], [9, -7], [0, 0]]
    assert (found.distinct.tolist(), found.twin.tolist(), found.dimensions, len(found)) == (
        [0, 1, 2],
        [0, 1, 2, 0],
        2,
        4,
    )
    assert places(found) is found
    assert places([[0.1, 1]], decimals=True).points == ((Fraction(1, 10), 1),)
    assert places(np.array([[0.1, 1]])).points == ((Fraction(0.1), 1),)


def test_rules_ask_of_the_columns_they_need() -> None:
    def surface(*terms: Any, test: Any = "<=") -> Any:
        return in_few_columns(Surface(("a", "b", "c"), terms, test, 4, (1, 2)))

    assert surface((1, (0, 0, 1)), test=">") == Rule("c", ">", 4)
    assert surface((2, (0, 1, 0))) == Surface(("b",), ((2, (1,)),), "<=", 4)
    assert surface((1, (0, 2, 0))) == Surface(("b",), ((1, (2,)),), "<=", 4)
    two = surface((1, (1, 0, 0)), (-3, (0, 0, 2)))
    assert two == Surface(("a", "c"), ((1, (1, 0)), (-3, (0, 2))), "<=", 4)
    assert two.through == (1, 2)


def test_rules_on_demand_are_a_sequence() -> None:
    points = [(1, 0), (2, 9), (4, 3), (7, 5)]
    rules = CutRules(axis(points), tuple(np.array(points, dtype=float).T))
    every = list(rules)
    assert len(every) == len(rules) > 3
    assert rules[-1] == every[-1]
    assert rules[1:4] == every[1:4]
    assert rules[::-1] == every[::-1]
    with pytest.raises(IndexError):
        rules[len(rules)]


@pytest.mark.parametrize(
    ("processors", "jobs", "threads"),
    [
        (8, -1, 8),
        (8, -2, 7),
        (8, -8, 1),
        (8, -20, 1),
        (8, 3, 3),
        (8, 1, 1),
        (8, None, 1),
        (None, -1, 1),
        (8, 12, 12),
    ],
)
def test_threads_are_counted_down_from_all_processors(
    processors: int | None, jobs: int | None, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    assert Limits(n_jobs=jobs).threads == threads
