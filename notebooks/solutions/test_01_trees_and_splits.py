"""Solutions for notebook 1, trees and splits."""

from itertools import combinations
from math import prod

from derive import Problem, count, grid, trees


def test_exercise_1() -> None:
    """Of a group of players, the first one's side of the draw is any subset of the others."""

    def draws(players):
        first, *others = sorted(players)
        for k in range(len(others)):
            for friends in combinations(others, k):
                side = frozenset({first, *friends})
                yield "match", (side, players - side)

    tournament = Problem("tournament", base=lambda s: [min(s)] if len(s) == 1 else [], splits=draws)
    assert [count(tournament, frozenset(range(n))) for n in range(1, 6)] == [1, 1, 3, 15, 105]
    assert count(tournament, frozenset(range(8))) == 135135 == prod(range(1, 14, 2))


def test_exercise_2() -> None:
    """Two cuts make three parts."""

    def cuts(word):
        yield from ((2, (word[:i], word[i:])) for i in range(1, len(word)))
        yield from ((3, (word[:i], word[i:j], word[j:])) for i, j in combinations(range(1, len(word)), 2))

    twos_and_threes = Problem("2 or 3", base=lambda w: [w] if len(w) == 1 else [], splits=cuts)
    ways = trees(twos_and_threes, "ABCD")
    assert len(ways) == 10
    assert grid(ways).title == "10 trees"


def test_exercise_3() -> None:
    """a(n) = 1 + sum of a(i) a(n - i)."""
    anywhere = Problem(
        "anywhere",
        base=lambda word: [word],
        splits=lambda word: [(None, (word[:i], word[i:])) for i in range(1, len(word))],
    )
    found = [count(anywhere, "ABCDEF"[:n]) for n in range(1, 7)]
    assert found == [1, 2, 5, 15, 51, 188]
    numbers = [0]
    for n in range(1, 7):
        numbers.append(1 + sum(numbers[i] * numbers[n - i] for i in range(1, n)))
    assert numbers[1:] == found
