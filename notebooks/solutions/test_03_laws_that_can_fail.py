"""Solutions for notebook 3, laws that can fail."""

from hypothesis import strategies as st

from derive import depth, grid, keep, smallest, thin, trees
from derive.lists import concat
from laws import INCLUDED, Law, Suite
from problems.ancestry import from_lines
from problems.lawbook import law_named
from problems.proper import proper_trees


def test_exercise_1() -> None:
    """Filtering last finds nothing if the smallest is odd; so the left side is part of the right one."""
    even = keep(lambda n: n % 2 == 0)

    def numbers():
        return st.lists(st.integers(0, 9))

    equal = Law(
        "filter . min = min . filter", numbers, lambda xs: even(smallest(xs)), lambda xs: smallest(even(xs))
    )
    fault = equal.check().failure()
    assert len(fault.example) == 2
    assert fault.sides[0] == []
    part = Law(
        "filter . min in min . filter", numbers, equal.lhs, equal.rhs, same=INCLUDED, candidates=lambda xs: xs
    )
    assert part.check().unwrap().telling > 50
    assert Suite("mine", [part]).judge(part).word == "holds"


def test_exercise_2() -> None:
    """Without transitivity, what is dropped early cannot drop what it would have dropped later."""
    beats = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}
    circular = thin(lambda a, b: a == b or (a, b) in beats)
    ordered = thin(lambda a, b: a <= b)

    def promotion(choose, items):
        return Law(
            "promotion",
            lambda: st.lists(st.lists(items, max_size=3), max_size=3),
            lambda lists: choose(concat(lists)),
            lambda lists: choose(concat(map(choose, lists))),
            candidates=concat,
        )

    assert (
        len(
            concat(
                promotion(circular, st.sampled_from(["rock", "scissors", "paper"])).check().failure().example
            )
        )
        == 3
    )
    assert promotion(ordered, st.integers(0, 5)).check().unwrap().telling > 20


def test_exercise_3() -> None:
    """The generator never asks for transitivity, and the trees are proper all the same."""
    lines = law_named("transitivity of the matrix")[1].check().failure().example
    assert len(lines) == 3
    assert trees(*proper_trees(from_lines(lines))) == []
    known = from_lines([((0, 0), (0, 1)), ((2, 0), (2, 1)), ((-1, 3), (1, 4))])
    assert known.matrix == ((0, -1, 0), (1, 0, 1), (-1, -1, 0))
    found = trees(*proper_trees(known))
    assert [depth(tree) for tree in found] == [3, 3, 3]
    assert grid(found).title == "3 trees"
