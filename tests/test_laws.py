"""Laws, suites and plans: what they find, what they say, and that nothing slips through."""

import subprocess
import sys
from collections.abc import Callable

import pytest
from hypothesis import strategies as st
from returns.result import Success

import derive
from derive import (
    COUNT,
    DEPTH,
    SIZE,
    Algebra,
    BadInput,
    Key,
    NotShrinking,
    Problem,
    TooMany,
    fold,
    largest,
    ranking,
    smallest,
    total,
)
from laws import (
    AS_BAGS,
    AS_SETS,
    AT_MOST,
    BY_COST,
    CLOSE,
    INCLUDED,
    Counterexample,
    Evidence,
    Law,
    Suite,
    Unusable,
    suite_test,
)
from laws.fusion import Asked, bellman, check_choice, fusion, promotion
from laws.plan import plan
from problems.errata import ERRATA
from problems.lawbook import LAWBOOK, law_named, suite_named
from problems.suites import SUITES

test_problems = suite_test(*SUITES.values(), ERRATA)

ALL_LAWS = [law for suite in LAWBOOK.values() for law in suite.laws]


def test_there_are_many_laws_and_each_says_where_it_comes_from() -> None:
    assert len(ALL_LAWS) >= 60
    for law in ALL_LAWS:
        assert all((law.says, law.latex, law.cite, law.owed_by)), law.name
    names = [f"{suite.name}.{law.name}" for suite in LAWBOOK.values() for law in suite.laws]
    assert len(set(names)) == len(names)


def test_laws_of_inclusion_say_which_way() -> None:
    laws = [law for law in LAWBOOK["atlas"].laws if " within " in law.name or " = " in law.name]
    assert len(laws) > 5
    for law in laws:
        part, equal, whole = (
            law.name.partition(" = ") if " = " in law.name else law.name.partition(" within ")
        )
        assert law.says.startswith(f"every tree of {part} is one of {whole}")
        assert law.says.endswith("the other way round") == (equal == " = ")
        assert ("subseteq" in law.latex) == (equal == " within ")


def test_every_public_combinator_is_named_by_a_law() -> None:
    named = {name for law in ALL_LAWS for name in law.owed_by}
    errors = {"BadInput", "DeriveError", "NotShrinking", "TooLarge", "TooMany"}
    assert set(derive.__all__) - errors - named == set()
    assert named <= set(derive.__all__) | {"law"}


def even() -> Law[int]:
    return Law("even", st.integers, lambda n: n % 2, lambda n: 0)


def test_checking_is_deterministic_and_minimal() -> None:
    first, second = even().check(), even().check()
    assert first.failure().example == second.failure().example == 1
    assert str(first.failure()) == str(second.failure())


def test_without_a_seed_it_is_0() -> None:
    seen: list[int] = []

    def examples_of(check: Callable[[], object]) -> list[int]:
        seen.clear()
        check()
        return seen.copy()

    law: Law[int] = Law("noted", st.integers, lambda n: seen.append(n) or [0, n], lambda n: [0, n])
    suite = Suite("s", [law])
    first = examples_of(lambda: law.check(seed=0))
    assert first != examples_of(lambda: law.check(seed=1))
    for check in (
        law.check,
        lambda: suite.judge(law),
        lambda: list(suite.run()),
        lambda: suite_test(suite)(0),
    ):
        assert examples_of(check) == first


def test_evidence_is_the_same_however_long_it_took() -> None:
    law = even()
    assert Evidence(law, 9, 8, seconds=1) == Evidence(law, 9, 8, seconds=2) != Evidence(law, 9, 9, seconds=1)


def test_checking_is_the_same_in_another_process() -> None:
    code = (
        "from hypothesis import strategies as st; from laws import Law;"
        "law = Law('short', lambda: st.lists(st.integers()), lambda xs: len(xs) < 3, lambda xs: True);"
        "print(law.check(seed=4).failure())"
    )
    runs = {
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    }
    assert len(runs) == 1
    assert "[0, 0, 0]" in runs.pop()


def test_checking_never_raises() -> None:
    dividing = Law("dividing", lambda: st.integers(0, 9), lambda n: 1 // n, lambda n: 1 // n).check()
    assert str(dividing.failure()) == (
        "dividing: does not hold\n  for   0\n  where a side raised ZeroDivisionError: integer division or modulo by zero"
    )
    nothing = Law("nothing", st.nothing, id, id).check().failure()
    assert isinstance(nothing, Unusable)
    assert "its strategy has no examples" in str(nothing)

    def broken() -> st.SearchStrategy[int]:
        raise RuntimeError("no strategy today")

    assert "raised RuntimeError: no strategy today" in str(Law("broken", broken, id, id).check().failure())
    picky = Law("picky", lambda: st.integers().filter(lambda _: False), id, id).check().failure()
    assert isinstance(picky, Unusable)
    backwards = Law("backwards", lambda: st.integers(9, 0), id, id).check().failure()
    assert "cannot be used" in str(backwards)


def test_evidence_says_how_much_was_told() -> None:
    constant = Law("constant", lambda: st.integers(0, 9), lambda n: [0, 0], lambda n: [0, 0])
    assert constant.check().unwrap().telling == 0
    assert Suite("s", [constant]).judge(constant).word == "vacuous"
    varied = Law("varied", lambda: st.integers(0, 9), lambda n: [0, n], lambda n: [0, n])
    evidence = varied.check().unwrap()
    assert (evidence.examples, evidence.telling, evidence.share) == (10, 9, 0.9)


def test_expected_failures_are_strict() -> None:
    holds = Law("holds", st.integers, lambda n: n + 0, lambda n: n)
    suite = Suite("s", [holds, even()], expected_failures={"holds": "a wrong guess"})
    assert [(verdict.word, verdict.ok) for verdict in suite.run()] == [
        ("holds, though it was expected to fail", False),
        ("fails", False),
    ]
    nothing = Law("nothing", st.nothing, id, id)
    untested = Suite("t", [nothing], expected_failures={"nothing": "no examples"}).judge(nothing)
    assert (untested.word, untested.ok) == ("untested", False)
    with pytest.raises(BadInput, match="two laws are named 'even'"):
        Suite("s", [even(), even()])
    with pytest.raises(BadInput, match="'odd' is expected to fail, but is none of its laws"):
        Suite("s", [even()], expected_failures={"odd": "because"})
    with pytest.raises(BadInput, match="'even' is expected to fail; say why"):
        Suite("s", [even()], expected_failures={"even": " "})


def test_included_suites_come_once() -> None:
    base = Suite("base", [even()])
    left, right = Suite("left", [], includes=[base]), Suite("right", [], includes=[base])
    assert [suite.name for suite, _ in Suite("all", [], includes=[left, right]).all_laws()] == ["base"]


def test_one_line_checks_a_suite(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        from hypothesis import strategies as st
        from laws import Law, Suite, suite_test

        good = Law("good", lambda: st.lists(st.integers()), sorted, sorted)
        bad = Law("bad", lambda: st.lists(st.integers()), sorted, list)
        test_mine = suite_test(Suite("mine", [good, bad]))
        """
    )
    result = pytester.runpytest("-p", "no:cacheprovider", "-v")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*mine.good*PASSED*", "*mine.bad*FAILED*", "*bad: does not hold*"])


@pytest.mark.parametrize(
    ("relation", "left", "right", "holds"),
    [
        (AS_SETS, [1, 1, 2], [2, 1], True), (AS_SETS, [1], [2], False),
        (AS_BAGS, [1, 2, 1], [2, 1, 1], True), (AS_BAGS, [1, 1, 2], [1, 2], False),
        (INCLUDED, [1], [1, 2], True), (INCLUDED, [3], [1, 2], False),
        (AT_MOST, 1, 1, True), (AT_MOST, 2, 1, False),
        (CLOSE, [0.1 + 0.2], [0.3], True), (CLOSE, [0.1], [0.2], False), (CLOSE, [1.0], [1.0, 2.0], False),
        (BY_COST, [(3, "a tree")], [(3, "another")], True), (BY_COST, [(3, "x")], [(4, "x")], False),
    ],
)  # fmt: skip
def test_relations(relation: derive.Problem, left: object, right: object, holds: bool) -> None:
    assert relation.holds(left, right) is holds


def test_names_that_are_nearly_right() -> None:
    assert suite_named("mcmp").name == "mcmp"
    assert law_named("errata.Lemma 3.7")[1].name == "Lemma 3.7"
    with pytest.raises(BadInput, match="did you mean catalans"):
        suite_named("catalan")
    with pytest.raises(BadInput, match="there are lists, trees"):
        suite_named("@@@@")


def test_an_expected_failure_that_crashes_is_not_expected() -> None:
    crashing = Law("crashing", st.integers, lambda n: n, lambda n: undefined_name)  # noqa: F821
    reasons = {"crashing": "the sides differ"}
    assert Suite("s", [crashing], expected_failures=reasons).judge(crashing).word == "raises"
    assert Suite("s", [crashing], expected_failures=reasons, raising=["crashing"]).judge(crashing).ok


def test_a_single_value_tells_only_if_it_varies() -> None:
    same = Law("same", lambda: st.integers(0, 9), lambda n: 0, lambda n: 0)
    assert same.check().unwrap().telling == 0
    varying = Law("varying", lambda: st.integers(0, 9), lambda n: n, lambda n: n)
    assert varying.check().unwrap().telling == 10


def test_sides_that_cannot_be_compared_are_a_counterexample() -> None:
    unhashable = Law("unhashable", st.integers, lambda n: [[n]], lambda n: [[n]], same=AS_SETS)
    assert "raised TypeError: unhashable type" in str(unhashable.check().failure())
    none = Law("none", st.integers, int, int).check(examples=0).failure()
    assert "examples must be 1 or more, got 0" in str(none)


def test_long_counterexamples_show_where_they_differ() -> None:
    digits = Law(
        "digits", lambda: st.just(0), lambda _: list(range(9)), lambda _: [0, 1, 2, 3, 5, 5, 6, 7, 8]
    )
    assert str(digits.check().failure()).splitlines()[2:] == [
        "  left  4",
        "  right 5",
        "  first of the differences, at 4 of 9",
    ]
    longer = Law("longer", lambda: st.just(0), lambda _: list(range(9)), lambda _: list(range(6)))
    assert "the left goes on with 6" in str(longer.check().failure())


# ---------------------------------------------------------------- plans

SUMS: Problem[str, str, str] = Problem(
    "sums",
    lambda word: [word] if len(word) == 1 else [],
    lambda word: [("+", (word[:cut], word[cut:])) for cut in range(1, len(word))],
)
WORDS = ["1", "12", "201", "0001", "2110", "02121", "1122"]


def subtracting(choose: object = smallest) -> Algebra[str, str, int]:
    return Algebra(int, lambda _, values: values[0] - values[1], choose)


def test_a_cost_that_is_not_monotone_gets_the_right_answer_and_is_told_why() -> None:
    planned = plan(SUMS, subtracting(), WORDS)
    assert planned.program == "specification"
    for word in [*WORDS, "20212", "100200"]:
        values = [fold(subtracting(), tree) for tree in ranking(SUMS, word)]
        assert planned.run(word) == [min(values)]
    report = str(planned)
    assert "bellman: fails" in report
    assert "for   " in report
    assert "choosing early is not justified" in report


def test_a_monotone_cost_is_fused() -> None:
    adding = Algebra[str, str, int](int, lambda _, values: 2 * values[0] + values[1], largest)
    planned = plan(SUMS, adding, lambda: st.text("012", min_size=1, max_size=5))
    assert planned.program == "fused and shared"
    word = "0212012"
    assert planned.run(word) == [max(fold(adding, tree) for tree in ranking(SUMS, word))]
    assert f"for {word!r}: 132 trees" in planned.report(word)


@pytest.mark.parametrize(
    ("cost", "word"),
    [(lambda a, b: (a - b) ** 2, "02113"), (lambda a, b: max(a, b) + 2 * (a == b), "00111")],
)
def test_laws_are_tested_below_the_given_seed_too(cost: object, word: str) -> None:
    algebra = Algebra[str, str, int](int, lambda _, values: cost(*values), smallest)
    planned = plan(SUMS, algebra, [word])
    assert planned.program == "specification"
    assert planned.run(word) == [min(fold(algebra, tree) for tree in ranking(SUMS, word))]


def test_leaves_take_part_in_promotion() -> None:
    stop_or_split = Problem[int, str, int](
        "stop or split", lambda n: [n], lambda n: [("r", (n - 1, 0))] if n else []
    )
    second = DEPTH.choosing(lambda values: sorted(values)[1:2])
    planned = plan(stop_or_split, second, range(1, 7))
    assert planned.program == "specification"
    assert planned.run(4) == second.choose(fold(DEPTH, tree) for tree in ranking(stop_or_split, 4))


def test_counting_optima_is_planned_like_any_other_choice() -> None:
    adding = Algebra[str, str, int](int, lambda _, values: 2 * values[0] + values[1] + 1, smallest)
    planned = plan(SUMS, adding * COUNT, WORDS)
    assert planned.program == "fused and shared"
    values = [fold(adding, tree) for tree in ranking(SUMS, "20101")]
    assert planned.run("20101") == [(min(values), values.count(min(values)))]
    keys = Problem[int, str, None](
        "keys", lambda n: [] if n else [None], lambda n: [("r", (i, n - 1 - i)) for i in range(n)]
    )
    assert plan(keys, DEPTH * COUNT, range(9)).program == "specification"


def test_the_specification_counts_before_it_lists() -> None:
    planned = plan(SUMS, subtracting(), ["0001", "2110"])
    with pytest.raises(TooMany, match="there are 9694845 trees to list, more than the limit of 1000000"):
        planned.run("01" * 8)


def test_keeping_everything_owes_nothing() -> None:
    planned = plan(SUMS, subtracting(derive.everything), WORDS)
    assert planned.owed == ()
    assert "keeping everything owes nothing" in str(planned)
    assert planned.program == "fused and shared"


def test_laws_that_were_not_put_to_the_test_justify_nothing() -> None:
    planned = plan(SUMS, Algebra(int, lambda _, values: 0, smallest), ["1", "12"])
    assert planned.program == "specification"
    assert "too few to put it to the test" in str(planned)


def test_nothing_to_share_is_said() -> None:
    countdown = Problem[int, int, int](
        "countdown", lambda n: [n, n + 1], lambda n: [(n, (n - 1,))] if n else []
    )
    planned = plan(countdown, Algebra(int, lambda _, values: values[0] + 1, smallest), range(5))
    assert planned.report(4).startswith("countdown: fused\n")


def turned(word: str, by: str) -> str:
    place = ord(by) % max(1, len(word))
    return word[place:] + word[:place]


def test_a_sound_key_is_used_and_an_unsound_one_given_up() -> None:
    letters = Problem[str, str, None](
        "letters",
        lambda w: [] if w else [None],
        lambda w: [(c, (turned(w.replace(c, "", 1), c),)) for c in sorted(w)],
    )
    words = ["a", "ba", "cab", "dacb"]
    sound = plan(letters, COUNT, words, key=Key("in order", lambda w: "".join(sorted(w))))
    assert sound.key is not None
    assert sound.run("bdca") == [24]
    assert "seeds are shared by it" in str(sound)
    unsound = plan(letters, COUNT, words, key=Key("length", len))
    assert unsound.key is None
    assert "given up" in str(unsound)
    assert unsound.run("bdca") == [24]


def test_mistakes_in_a_problem_are_named() -> None:
    ring = Problem[str, str, str]("ring", lambda _: [], lambda w: [("turn", (w[1:] + w[:1],))])
    with pytest.raises(NotShrinking, match=r"ring: the seed .* lead back to it"):
        plan(ring, SIZE, ["ab"])
    nan = Algebra[str, str, float](float, lambda _, values: float("nan"), smallest)
    with pytest.raises(BadInput, match="sums: a tree costs nan, which compares with nothing"):
        plan(SUMS, nan, WORDS)
    foreign = Algebra[str, str, int](int, lambda _, values: sum(values), lambda values: [max(values) + 1])
    with pytest.raises(BadInput, match=r"the choice answered with .*, which is none of the"):
        plan(SUMS, foreign, WORDS)
    with pytest.raises(BadInput, match="no seeds to test the laws on"):
        plan(SUMS, SIZE, [])
    with pytest.raises(
        BadInput, match="expected a list of seeds, or a function that makes a strategy, got '021'"
    ):
        plan(SUMS, SIZE, "021")
    with pytest.raises(BadInput, match="every seed has more than 2000 trees, too many to list"):
        plan(SUMS, SIZE, ["0" * 20])
    with pytest.raises(BadInput, match="a choice answers with a list of values, but got 0"):
        plan(SUMS, SIZE.choosing(min), ["1", "12"])
    deep_nan = Algebra[str, str, object](int, lambda _, values: (1, (float("nan"),)), smallest)
    with pytest.raises(BadInput, match="a tree costs nan"):
        plan(SUMS, deep_nan, ["12"])
    assert check_choice(total, "sums")([1, 2]) == [3]


def test_a_cost_that_raises_falls_back_and_says_so() -> None:
    def picky(_: str, values: tuple[int, ...]) -> int:
        if values == (0, 0):
            raise ArithmeticError("zero and zero")
        return sum(values)

    planned = plan(SUMS, Algebra(int, picky, smallest), WORDS)
    assert planned.program == "specification"
    assert "ArithmeticError: zero and zero" in str(planned)


@pytest.mark.parametrize("law", [promotion, bellman, fusion])
def test_small_seeds_only(law: object) -> None:
    """Seeds with too many trees are passed over rather than listed."""
    checked = law(
        "sums", lambda: st.sampled_from(["12", "0" * 30]), lambda word: Asked(SUMS, word, COUNT)
    ).check()
    assert isinstance(checked, Success)


def test_promotion_fails_for_a_choice_that_looks_at_its_neighbours() -> None:
    second = Algebra[str, str, int](int, lambda _, vs: vs[0] + 2 * vs[1], lambda values: sorted(values)[1:2])
    found = promotion(
        "second", lambda: st.text("012", min_size=1, max_size=4), lambda w: Asked(SUMS, w, second)
    ).check()
    assert isinstance(found.failure(), Counterexample)
