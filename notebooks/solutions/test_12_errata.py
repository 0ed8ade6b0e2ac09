"""Solutions for notebook 12, errata."""

from hypothesis import strategies as st

from derive import count
from laws import Law, Suite
from problems import catalans, murtrees, odt_bf
from problems.proper import from_lines, from_thresholds, proper_trees, sized_trees
from problems.rows import Rows


def test_exercise_1() -> None:
    """All of them: every other threshold lies on one side or the other."""
    for k in range(1, 8):
        problem, seed = proper_trees(from_thresholds([((i,), 0) for i in range(k)]))
        assert len(list(problem.splits(seed))) == k


def test_exercise_2() -> None:
    """It fails for no rules, one and two, where fewer things can differ; from three on the suite objects."""

    def sizes(n):
        return [space.BY_SIZE.count_class(n) for space in (catalans, murtrees, odt_bf)]

    def strict(least):
        return Law(
            "(32) is strict",
            lambda: st.integers(least, 9),
            lhs=lambda n: all(a < b for a, b in zip(sizes(n), sizes(n)[1:], strict=False)),
            rhs=lambda _: True,
            candidates=sizes,
        )

    def mine(least):
        law = strict(least)
        return Suite("mine", [law], expected_failures={law.name: "equal for two rules and fewer"}).judge(law)

    assert strict(0).check().failure().example == 0
    assert strict(2).check().failure().example == 2
    assert mine(0).word == "fails as expected"
    assert mine(3).word == "holds, though it was expected to fail"


def test_exercise_3() -> None:
    """Two lines that cross, and K = 2; a single rule always makes a tree."""
    crossing = from_lines([((0, 0), (2, 2)), ((0, 2), (2, 0))])
    nothing = Rows((), (0, 0))
    assert [count(*sized_trees(crossing, nothing, k)) for k in (0, 1, 2)] == [1, 2, 0]
