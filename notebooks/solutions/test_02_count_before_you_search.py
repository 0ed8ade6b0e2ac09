"""Solutions for notebook 2, count before you search."""

from itertools import combinations
from math import comb, prod

from hypothesis import strategies as st

from derive import COUNT, DEPTH, Instance, Problem, Quotient, count, depth, explore, keep, tabulate, trees
from laws.memo import quotient_sound
from problems import draws
from problems.catalans import catalans
from problems.proper import from_lines, proper_trees


def _draws(players):
    """The side of the draw on which the first player is, and the other side."""
    first, *others = sorted(players)
    for k in range(len(others)):
        for friends in combinations(others, k):
            side = frozenset({first, *friends})
            yield "match", (side, players - side)


def test_exercise_1() -> None:
    """k of the n - 1 other players are on the first one's side."""
    tournament = Problem("tournament", base=lambda s: [None] if len(s) == 1 else [], splits=_draws)
    classes = Problem(
        "sizes",
        base=lambda n: [1] if n == 1 else [],
        splits=lambda n: [(comb(n - 1, k), (k + 1, n - 1 - k)) for k in range(n - 1)],
    )
    by_players = Quotient("by number of players", key=len, classes=classes)
    law = quotient_sound(
        "tournament",
        lambda: st.integers(1, 6),
        lambda n: Instance(tournament, frozenset(range(n))),
        by_players,
    )
    assert law.check().unwrap().telling > 3
    assert by_players.count_class(20) == 8200794532637891559375 == prod(range(1, 38, 2))


def test_exercise_2() -> None:
    """No: two lines that cross have no tree, two parallel ones have two."""
    by_lines = Quotient(
        "by number of rules",
        key=int.bit_count,
        classes=Problem(
            "sizes", lambda n: [] if n else [1], lambda n: [(1, (i, n - 1 - i)) for i in range(n)]
        ),
    )
    law = quotient_sound("proper", lambda: draws.matrices(3), proper_trees, by_lines)
    assert law.check().failure().law is law
    crossing = from_lines([((0, 0), (2, 2)), ((0, 2), (2, 0))])
    parallel = from_lines([((0, 0), (0, 1)), ((2, 0), (2, 1))])
    assert (count(*proper_trees(crossing)), count(*proper_trees(parallel))) == (0, 2)


def test_exercise_3() -> None:
    """Parts of a tree of depth at most 4 are at most 4 deep, so that the condition may be fused."""
    shallow = DEPTH.choosing(keep(lambda deep: deep <= 4)) * COUNT
    counted = sum(times for _, times in tabulate(explore(*catalans(range(10))), shallow))
    assert counted == sum(depth(tree) <= 4 for tree in trees(*catalans(range(10)), limit=None)) == 116
