"""Solutions for notebook 12, errata."""

from hypothesis import strategies as st

from laws import Law, Suite
from problems import catalans, murtrees, odt_bf
from problems.proper import from_thresholds, proper_trees
from problems.errata.smallest import over_minimal_support
from problems.smallest.examples import Examples
from problems.smallest.support import bits, branching_set, minimal_support_sets
from problems.suites.smallest import least


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
    """One support set, without feature 2; five branches over it, four with feature 2, which the branching set has."""
    points = ["0000", "0101", "1001", "0001", "1010", "1111"]
    pairs = [(tuple(map(int, point)), label) for point, label in zip(points, "aaabbb", strict=True)]
    examples = Examples.of(pairs)
    (support,) = minimal_support_sets(examples)
    assert bits(support) == [0, 1, 3]
    assert (over_minimal_support(pairs), least(examples, deep=False)) == (5, 4)
    assert bits(branching_set(examples, support)) == [2]
