"""Solutions for notebook 4, one law."""

from derive import COUNT, Algebra, best, count_optima, explore, fold, keep, smallest, tabulate, trees
from laws.plan import plan
from problems.catalans import search_trees
from problems.mcmp import MULTIPLICATIONS, matrix_chain


def test_exercise_1() -> None:
    """Yes: the leaves of a part are one level less deep in it, so that it has no more of the deep ones."""
    levels = Algebra(
        leaf=lambda _: (0,), node=lambda _, values: tuple(1 + level for value in values for level in value)
    )

    def few(value):
        return sum(level > 3 for level in value) <= 2

    for n in range(7):
        late = [value for tree in trees(*search_trees(n)) if few(value := fold(levels, tree))]
        assert tabulate(explore(*search_trees(n)), levels.choosing(keep(few))) == late


def test_exercise_2() -> None:
    """The two cheapest may be kept; of "the second cheapest" the parts of the answer may be the cheapest."""
    two = MULTIPLICATIONS.choosing(best(2, lambda value: value[2]))
    second = MULTIPLICATIONS.choosing(lambda values: best(2, lambda value: value[2])(values)[1:])
    wrong = 0
    for dimensions in ([3, 7, 2, 5, 4], [30, 35, 15, 5, 10, 20, 25], [2, 9, 4, 1, 8, 3]):
        chain = matrix_chain(dimensions)
        late = sorted(fold(MULTIPLICATIONS, tree)[2] for tree in trees(*chain))
        assert [value[2] for value in tabulate(explore(*chain), two)] == late[:2]
        wrong += [value[2] for value in tabulate(explore(*chain), second)] != late[1:2]
    assert wrong == 3


def test_exercise_3() -> None:
    """What stands on the right costs nothing: a part there may be worse without harm, and is not counted."""
    left_path = Algebra(lambda _: 0, lambda _, values: 1 + values[0], smallest)
    problem, three = search_trees(3)
    costs = [fold(left_path, tree) for tree in trees(problem, three)]
    assert (min(costs), costs.count(min(costs))) == (1, 2)
    assert count_optima(problem, three, left_path).unwrap() == (1, 1)
    spans = [(0, n) for n in range(1, 5)]
    assert plan(problem, left_path, spans).early
    judged = plan(problem, left_path * COUNT, spans)
    assert judged.program == "specification"
    assert judged.run(three) == [(1, 2)]
