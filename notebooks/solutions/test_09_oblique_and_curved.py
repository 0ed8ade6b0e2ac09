"""Solutions for notebook 9, oblique and curved."""

from itertools import permutations

from problems.pictures.three_models import ellipse
from problems.rules import axis, custom, oblique, odt_ml, quadratic
from problems.rules.dichotomies import cover
from problems.rules.surface import Surface


def test_exercise_1() -> None:
    """A plane meets the curve (t, t^2, t^3) where a cubic vanishes: at most three times."""
    for n in range(2, 9):
        assert 2 * len(oblique([(t, t**2, t**3) for t in range(n)])) + 2 == cover(n, 3)


def test_exercise_2() -> None:
    """Three thresholds, two lines, or one hyperbola."""
    points, labels = [(0, 0), (1, 1), (0, 1), (1, 0)], "aabb"
    for family, needed in ((axis, 3), (oblique, 2), (quadratic, 1)):
        assert [odt_ml(points, labels, family, max_rules=k).errors > 0 for k in (needed - 1, needed)] == [
            True,
            False,
        ]


def _circles(points):
    """x^2 + y^2 - 2ax - 2by <= the value of that at the other point."""
    for (i, (a, b)), (j, (x, y)) in permutations(enumerate(points), 2):
        terms = ((1, (2, 0)), (1, (0, 2)), (-2 * a, (1, 0)), (-2 * b, (0, 1)))
        bound = x * x + y * y - 2 * a * x - 2 * b * y
        yield Surface(
            ("x0", "x1"), tuple((factor, powers) for factor, powers in terms if factor), "<=", bound, (i, j)
        )


def test_exercise_3() -> None:
    """Circles are conics, so that each of their cuts is a cut by a conic; there are far fewer."""

    def cuts(family):
        return {tuple(side != cut[0] for side in cut) for cut in family(points).sides.tolist()}

    points = ellipse(12)[0]
    circles, conics = cuts(custom("circles", _circles)), cuts(quadratic)
    assert circles < conics
    assert len(circles) <= len(points) * (len(points) - 1)
