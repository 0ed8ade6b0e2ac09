"""Solutions for notebook 6, when memoisation pays."""

from derive import Instance, Key, explore
from laws.memo import key_sound
from problems import draws
from problems.bsp import bsp
from problems.kd_tree import kd_tree
from problems.lawbook import law_named
from problems.murtree import murtree
from problems.rows import Rows


def test_exercise_1() -> None:
    """Both are sound; without the depth, seeds are confused that may still grow by different amounts."""
    for name in (
        "murtree: key dataset, depth and branches",
        "murtree: key set of literals, depth and branches",
    ):
        assert law_named(name)[1].check().unwrap().telling > 20
    no_depth = Key("rows and branches", lambda seed: (seed[0], seed[2]))
    law = key_sound(
        "murtree", lambda: draws.features_with_data(2, least=2), lambda rows: murtree(rows, 4, 7), no_depth
    )
    assert law.check().failure().law is law
    assert isinstance(law.check().failure().example, Rows)


def test_exercise_2() -> None:
    """The level decides the axis, so that it belongs to the key; modulo the dimensions it is enough."""
    points = [(0, 3), (1, 0), (2, 4), (3, 1), (4, 2)]
    problem, seed = kd_tree(points)
    alone = Key("points alone", lambda seed: seed[1])
    axis = Key("axis and points", lambda seed: (seed[0] % 2, seed[1]))

    def sound(key):
        from hypothesis import strategies as st

        return key_sound("kd-tree", lambda: st.just(seed), lambda s: Instance(problem, s), key).check(
            examples=1
        )

    assert sound(alone).failure().example == seed
    assert sound(axis).unwrap().examples == 1
    assert len(explore(problem, seed, axis)) < len(explore(problem, seed))


def test_exercise_3() -> None:
    """Disjoint parallels are stretches of a line; what crosses is cut, and there are more seeds, and more calls."""
    fan = [((0, 2 * i), (10, 9 - 3 * i)) for i in range(5)]
    apart = [explore(*bsp([((i, 0), (i, 1)) for i in range(k)])) for k in range(1, 6)]
    crossing = [explore(*bsp(fan[:k])) for k in range(1, 6)]
    assert [len(forest) for forest in apart] == [1 + k * (k + 1) // 2 for k in range(1, 6)]
    assert len(crossing[-1]) > len(apart[-1])
    for forests in (apart, crossing):
        sharing = [forest.sharing for forest in forests]
        assert sharing == sorted(sharing)
