"""Solutions for notebook 10, the painter's algorithm."""

from fractions import Fraction
from itertools import permutations
from random import Random

from derive import CELLS, DEPTH, Leaf, depth, optimum, size
from derive.tree import unfold
from problems.bsp import Atoms, Scene, bsp
from problems.painter import hides, painted
from problems.shapes import plane

PINWHEEL = [((0, 0), (3, 0)), ((4, -1), (4, 2)), ((2, 3), (5, 3)), ((1, 1), (1, 4))]
PLANKS = [
    [(0, 0, 0), (6, 0, 1), (6, 1, 1), (0, 1, 0)],
    [(5, 0, 0), (6, 0, 0), (6, 6, 1), (5, 6, 1)],
    [(6, 5, 0), (6, 6, 0), (0, 6, 1), (0, 5, 1)],
    [(0, 6, 0), (1, 6, 0), (1, 0, 1), (0, 0, 1)],
]


def _drawn(random, n):
    ends = [tuple(random.randrange(12) for _ in range(4)) for _ in range(n)]
    return [((a, b), (c, d)) for a, b, c, d in ends if (a, b) != (c, d)]


def _by_order(space, order):
    """The partition in which every cell is split by the first of its shapes in one order."""

    def grow(cell):
        return space.split(cell, min(space.numbers(cell), key=order.index)) if cell else Leaf(None)

    return unfold(grow, space.whole)


def _best_order(shapes):
    space = Atoms(Scene.of(shapes))
    return min(size(_by_order(space, order)) for order in permutations(range(len(shapes))))


def _smallest(shapes):
    return size(optimum(*bsp(shapes), CELLS).unwrap().tree)


def test_exercise_1() -> None:
    """For the pinwheel an order will do; the sides of a plank want different orders, and then none does."""
    assert _best_order(PINWHEEL) == _smallest(PINWHEEL) == 5
    assert (_best_order(PLANKS), _smallest(PLANKS)) == (9, 7)
    random = Random(0)
    scenes = (_drawn(random, 5) for _ in range(1000))
    assert any(_best_order(walls) > _smallest(walls) for walls in scenes)


def test_exercise_2() -> None:
    """A flat partition may pay for its flatness with cuts."""
    random = Random(0)
    for _ in range(1000):
        walls = _drawn(random, 5)
        least = _smallest(walls)
        flattest = optimum(*bsp(walls), DEPTH * CELLS).unwrap()
        assert size(flattest.tree) >= least
        assert depth(flattest.tree) <= depth(optimum(*bsp(walls), CELLS).unwrap().tree)
        if size(flattest.tree) > least:
            return
    raise AssertionError("a thousand scenes, and the flattest partition was always a smallest one")


def _meets(eye, corners, target):
    """Whether a ray to a target is stopped by a shape: a tiny triangle about the target is hidden by it."""
    x, y, z = target
    tiny = Fraction(1, 10**6)
    return hides(eye, corners, ((x, y, z), (x + tiny, y, z), (x, y + tiny, z)))


def test_exercise_3() -> None:
    """The first from front to back is the one that is met first: no other that is met hides it."""
    tree = optimum(*bsp(PLANKS), CELLS).unwrap().tree
    eye, met = (3, 3, 20), 0
    for target in [
        (Fraction(2 * x + 1, 4), Fraction(2 * y + 1, 4), -5) for x in range(12) for y in range(12)
    ]:
        front_to_back = [fragment.corners for fragment in reversed(painted(tree, eye))]
        hit = [corners for corners in front_to_back if _meets(eye, corners, target)]
        if hit:
            met += 1
            assert not any(_nearer(eye, other, hit[0], target) for other in hit[1:])
    assert met > 20


def _nearer(eye, one, other, target):
    """Whether a ray meets the plane of one shape before that of another."""

    def when(corners):
        by = plane(corners)
        start = sum(a * b for a, b in zip(by.normal, eye, strict=True))
        end = sum(a * b for a, b in zip(by.normal, target, strict=True))
        return Fraction(by.offset - start) / (end - start)

    return when(one) < when(other)
