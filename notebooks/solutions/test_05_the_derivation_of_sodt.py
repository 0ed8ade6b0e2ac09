"""Solutions for notebook 5, the derivation of sodt."""

from derive import Algebra, fold, optimum, smallest
from derive.term import concat, filter_, map_, value
from laws.derivation import Case, Derivation
from laws.rewrite import FILTER_PROMOTION, MAP_COMPOSITION
from problems.proper import Rows, from_thresholds, sized_trees
from problems.rows import thresholds
from problems.theorems import THEOREMS
from problems.theorems.cases import decision_case


def test_exercise_1() -> None:
    """Three cuts, of which two have all points on one side: choosing early makes a tie."""
    line = from_thresholds([((i,), 0) for i in range(3)])
    rows = Rows("abab", (0b0011, 0b1111, 0b1111))
    bumped = Algebra(rows.errors, lambda _, v: max(v) + 2 * (v[0] == v[1]), smallest)
    case = Case((0, 1, 2), {**decision_case(line, rows, bumped).values, "K": 3})
    derivation = THEOREMS["theorem-1.1"].derivation
    first, last = (fold(bumped, case.run(end)[0]) for end in (derivation.spec, derivation.program))
    assert (first, last) == (2, 3)


def test_exercise_2() -> None:
    """Filter promotion first, then two maps become one."""
    p, f = value("p"), value("f")
    derived = (
        Derivation("Filter before concatenating", filter_(p) @ concat @ map_(map_(f)))
        .apply(FILTER_PROMOTION)
        .apply(MAP_COMPOSITION)
    )
    assert not derived.unjustified()
    assert str(derived.program) == "concat . map (filter p . map f)"
    case = Case([[1, 2], [3], []], {"p": lambda n: n > 2, "f": lambda n: n + 1})
    assert case.run(derived.spec) == case.run(derived.program) == [3, 4]


def test_exercise_3() -> None:
    """Take the arrangements of every size; in the program, a seed may stop with rules left over."""
    points = [(3, 7), (8, 0), (5, 5), (2, 1), (0, 4), (4, 6), (1, 3)]
    rules = thresholds(points)
    rows = Rows.from_rules(points, [0, 0, 1, 0, 1, 1, 0], rules, lambda r, p: p[r[1]] <= r[0][r[1]])
    ancestry, errors = from_thresholds(rules), rows.misclassified()

    def fewest(k, *, exactly):
        return optimum(*sized_trees(ancestry, rows, k, exactly=exactly), errors).unwrap().value

    for k in range(4):
        assert fewest(k, exactly=False) == min(fewest(size, exactly=True) for size in range(k + 1))
