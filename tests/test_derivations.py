"""Terms, rewrites and derivations: every theorem checked, tested and compared with its golden files.

``RENEW_GOLDEN=1 pytest tests/test_derivations.py`` writes tests/golden anew; read the difference
before committing it.
"""

import os
from collections.abc import Callable
from functools import partial
from operator import itemgetter, le
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from returns.maybe import Nothing
from returns.result import Success

from derive import Algebra, BadInput, Leaf, Node, Problem, Tree, along, fold, leaves, smallest, solve
from derive.lists import partitions, without_each
from derive.term import (
    Atom,
    Term,
    concat,
    define,
    filter_,
    hole,
    identity,
    kcombs_,
    kperms_,
    map_,
    min_,
    named,
    perms_,
    solve_,
    thin_,
    trees_,
    value,
)  # fmt: skip
from derive.tree import depth
from laws.derivation import Case, Derivation
from laws.law import Counterexample, Law, Raised
from laws.matching import readings
from laws.relation import BY_COST
from laws.render import FORMS, render
from laws.rewrite import (
    CHOICE_FUSION,
    CONCAT_MAP,
    FILTER_PROMOTION,
    FOLD_FUSION,
    KPERMS,
    MAP_COMPOSITION,
    MIN_FUSION,
    MIN_PROMOTION,
    SHARING,
    STANDARD,
    THIN_PROMOTION,
    THINNING,
    Rewrite,
    definition,
)  # fmt: skip
from laws.suite import TELLING
from problems.catalans import catalans, search_trees
from problems.mcmp import MULTIPLICATIONS, matrix_chain
from problems.proper import Rows, from_thresholds, odt, proper, weakly_feasible
from problems.theorems import THEOREMS, Theorem
from problems.theorems.accumulation import ACT, DACC, below, map_d
from problems.theorems.cases import decision_case, decisions, tree_case
from problems.theorems.generator import GEN_BTS
from problems.theorems.lists import filtered_permutations
from problems.theorems.optimum import SEED, rule_choices
from problems.theorems.pruning import reflection
from problems.theorems.spans import chain_case, chains, every_split, knuth_window, search_case, segment_table

GOLDEN = Path(__file__).parent / "golden"
SUFFIX = {"text": "txt", "markdown": "md", "html": "html"}

P, Q, K, E = value("p"), value("q"), value("K"), value("E")

laws_of_theorems = [(slug, law) for slug, theorem in THEOREMS.items() for law in theorem.laws()]


@pytest.mark.parametrize("theorem", THEOREMS.values(), ids=THEOREMS)
def test_every_step_is_an_instance_of_what_it_cites(theorem: Theorem) -> None:
    assert theorem.derivation.unjustified() == []


@pytest.mark.parametrize("theorem", THEOREMS.values(), ids=THEOREMS)
def test_every_side_condition_that_is_named_is_a_law(theorem: Theorem) -> None:
    assert set(theorem.derivation.owes) == set(theorem.owed)
    assert theorem.note


@pytest.mark.parametrize(("slug", "law"), laws_of_theorems, ids=[law.name for _, law in laws_of_theorems])
def test_every_step_and_condition_holds_and_is_put_to_the_test(slug: str, law: Law[Any]) -> None:
    result = law.check(examples=100)
    assert isinstance(result, Success), result.failure()
    assert result.unwrap().share >= TELLING, f"{slug}: {result.unwrap()}"


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("slug", THEOREMS)
def test_golden(slug: str, form: str) -> None:
    path = GOLDEN / f"{slug}.{SUFFIX[form]}"
    rendered = render(THEOREMS[slug].derivation, form) + "\n"
    if os.environ.get("RENEW_GOLDEN"):
        GOLDEN.mkdir(exist_ok=True)
        path.write_text(rendered, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == rendered


def test_no_golden_file_is_left_over() -> None:
    expected = {f"{slug}.{suffix}" for slug in THEOREMS for suffix in SUFFIX.values()} | {
        "reach.txt",
        "tour.txt",
    }
    assert {path.name for path in GOLDEN.iterdir()} == expected


def test_theorem_4_2_is_derived_mechanically() -> None:
    derived = Derivation("Theorem 4.2", filter_(P) @ kperms_(K))
    for law in (KPERMS, FILTER_PROMOTION, MAP_COMPOSITION):
        derived = derived.apply(law)
    assert derived == filtered_permutations(P, K)
    assert derived.program == concat @ map_(filter_(P) @ perms_) @ kcombs_(K)


def test_theorem_1_1_is_the_problem_it_says() -> None:
    """Seven points, six thresholds through them: both ends find what ``odt`` finds, for each size."""
    points = [(3, 7), (8, 0), (5, 5), (2, 1), (0, 4), (4, 6), (1, 3)]
    rules = [(p, axis) for p in points[:3] for axis in (0, 1)]
    rows = Rows.from_rules(points, [0, 0, 1, 0, 1, 1, 0], rules, lambda r, x: x[r[1]] <= r[0][r[1]])
    ancestry, cost = from_thresholds(rules), rows.misclassified()
    theorem = THEOREMS["theorem-1.1"].derivation
    for k in range(4):
        values = decision_case(ancestry, rows, K=k).values
        found = [
            fold(cost, tree)
            for program in (theorem.spec, theorem.program)
            for tree in program.at(**values)(tuple(range(len(rules))))
        ]
        expected = odt(ancestry, rows, k, cost)
        assert found == ([] if expected == Nothing else [expected.unwrap().value] * 2)


def test_search_trees_reach_what_no_list_of_trees_could() -> None:
    weights = [(7 * i) % 10 for i in range(41)]
    theorem = THEOREMS["search-trees"].derivation
    case = search_case(weights[:40], weights)
    cubic, quadratic = (case.run(step.after) for step in theorem.steps[-2:])
    assert cubic[0][1] == quadratic[0][1]


# Terms


def test_terms_are_compared_by_shape() -> None:
    assert map_(value("f", abs)) == map_(value("f", str))
    assert hash(filter_(P)) == hash(filter_(value("p", len)))
    assert map_(len) @ concat != concat @ map_(len)
    assert filter_(P) != filter_(Q)
    assert hole("f") != named("f", abs)
    assert identity @ concat == concat @ identity == concat
    assert str(identity) == "id"


def test_what_is_open_is_named_when_it_is_run() -> None:
    with pytest.raises(BadInput, match="p is open"):
        filter_(P)([1])
    with pytest.raises(BadInput, match="scale is open"):
        named("line", lambda scale, x: x, "scale")(1)
    with pytest.raises(BadInput, match="metavariable"):
        hole("f")(1)


def test_definitions_are_filled_in_too() -> None:
    generate = define("generate", filter_(P) @ perms_)
    assert generate.at(p=lambda xs: xs[0] == 2)((1, 2)) == [(2, 1)]
    with pytest.raises(BadInput, match="has no definition"):
        definition(perms_)
    with pytest.raises(BadInput, match="has no definition"):
        definition(generate @ perms_)


# Rewrites

NUMBERS = st.lists(st.integers(-4, 4), max_size=3)
EVEN, NEAR = value("even", lambda n: n % 2 == 0), value("near", le)
DOUBLE, NEGATE = named("double", lambda n: 2 * n), named("negate", lambda n: -n)
LISTS = {
    MAP_COMPOSITION: (
        [{"f": DOUBLE, "g": NEGATE}, {"f": NEGATE, "g": named("square", lambda n: n * n)}],
        NUMBERS,
    ),
    FILTER_PROMOTION: ([{"p": EVEN}], st.lists(NUMBERS, max_size=3)),
    CONCAT_MAP: ([{"f": DOUBLE}], st.lists(NUMBERS, max_size=3)),
    MIN_PROMOTION: ([{"e": value("abs", abs)}], st.lists(NUMBERS, max_size=3)),
    THIN_PROMOTION: ([{"q": NEAR}], st.lists(NUMBERS, max_size=3)),
    KPERMS: ([{"k": value(str(k), k)} for k in range(4)], NUMBERS),
}
CHAINS = {"p": value("chain", matrix_chain([2, 3, 1, 4, 2]).problem), "a": value("count", MULTIPLICATIONS)}
SPANS = st.tuples(st.integers(0, 2), st.integers(2, 4))
M = value("M", itemgetter(2))
FUSIONS = {
    FOLD_FUSION: [CHAINS],
    CHOICE_FUSION: [{**CHAINS, "h": identity @ filter_(value("all", bool))}],
    MIN_FUSION: [{**CHAINS, "e": M}],
    SHARING: [{**CHAINS, "h": min_(M)}],
}


@pytest.mark.parametrize("rewrite", STANDARD, ids=lambda rewrite: rewrite.name)
def test_standard_laws_hold(rewrite: Rewrite) -> None:
    if rewrite in LISTS:
        instances, inputs = LISTS[rewrite]
        law = rewrite.law(instances, lambda: inputs)
    elif rewrite in FUSIONS:
        law = rewrite.law(FUSIONS[rewrite], lambda: SPANS)
    else:
        assert rewrite is THINNING
        law = rewrite.law(
            [{"e": value("abs", abs), "q": value("as near", lambda a, b: abs(a) <= abs(b))}], lambda: NUMBERS
        )
    assert isinstance(law.check(), Success), law.check().failure()


def test_places_are_found_outside_in_and_inside_parameters() -> None:
    term = map_(map_(len) @ map_(perms_)) @ map_(perms_) @ concat
    outer, inner = MAP_COMPOSITION.places(term)
    assert (outer.way, inner.way) == ((), ((0, 0),))
    assert MAP_COMPOSITION.apply(term) == map_(map_(len) @ map_(perms_) @ perms_) @ concat
    assert MAP_COMPOSITION.apply(term, at=1) == map_(map_(named("len", len) @ perms_)) @ map_(perms_) @ concat
    with pytest.raises(BadInput, match=r"fits at 2 places .* not at place 2"):
        MAP_COMPOSITION.apply(term, at=2)


def test_a_law_is_used_backwards_at_every_cut() -> None:
    f, g, h = (named(name, abs) for name in "fgh")
    term = map_(f @ g @ h)
    assert len(MAP_COMPOSITION.places(term, backwards=True)) == 2
    assert MAP_COMPOSITION.apply(term, backwards=True) == map_(f) @ map_(g @ h)
    assert MAP_COMPOSITION.apply(term, at=1, backwards=True) == map_(f @ g) @ map_(h)


def test_a_metavariable_that_occurs_twice_is_one_thing() -> None:
    twice = Rewrite("idempotence", lambda f: (f @ f, f))
    f, g = named("f", abs), named("g", abs)
    assert twice.places(f @ g) == []
    assert twice.apply(f @ g @ f @ g) == f @ g
    assert MIN_PROMOTION.places(min_(E) @ concat @ map_(min_(P)), backwards=True) == []


def test_a_function_of_two_things_is_not_one_of_one() -> None:
    one, two = Term((Atom("f", (P,)),)), Term((Atom("f", (P, E)),))
    for side, other in ((one, two), (two, one)):
        assert list(readings(side, side, {})) == [{}]
        assert list(readings(side, other, {})) == []


def test_what_a_law_leaves_open_must_be_given() -> None:
    with pytest.raises(BadInput, match="does not say what q is"):
        THINNING.apply(min_(E))
    assert THINNING.apply(min_(E), q=Q) == min_(E) @ thin_(Q)
    with pytest.raises(BadInput, match="left to right only"):
        THINNING.apply(min_(E) @ thin_(Q), backwards=True)
    with pytest.raises(BadInput, match="fits nowhere"):
        FILTER_PROMOTION.apply(concat)
    with pytest.raises(BadInput, match="cannot stand for it"):
        Rewrite("typed badly", lambda p: (filter_(p), p @ concat)).apply(filter_(P))
    with pytest.raises(BadInput, match="has no sides"):
        Rewrite("pointwise").law([], lambda: NUMBERS)


def test_refinements_need_a_cost() -> None:
    with pytest.raises(BadInput, match="say what cost it keeps"):
        Derivation("no cost", min_(E) @ solve_(P, Q)).apply(MIN_FUSION)


def test_derivations_show_themselves() -> None:
    theorem = THEOREMS["theorem-4.13"].derivation
    assert str(theorem) == render(theorem)
    assert theorem._repr_markdown_() == render(theorem, "markdown")
    assert theorem.as_law().owes == ("Bellman", "actions commute")
    assert [step.checked for step in theorem.steps] == ["by citation"] + ["by testing"] * 5


# Wrong steps: caught by shape

SPEC = filter_(P) @ concat @ map_(perms_) @ kcombs_(K)
MOVED = concat @ map_(filter_(P)) @ map_(perms_) @ kcombs_(K)
GENERATE = define("genDTs", filter_(P) @ perms_)

WRONG_STEPS: dict[str, tuple[Term, Term, Rewrite, str]] = {
    "the wrong law is cited": (SPEC, MOVED, MAP_COMPOSITION, "neither `map f . map g` nor `map (f . g)` is to be found"),
    "concat is dropped": (SPEC, Term(MOVED.atoms[1:]), FILTER_PROMOTION, "fits, but makes `concat . map (filter p)"),
    "composition is swapped": (
        MOVED, concat @ map_(perms_ @ filter_(P)) @ kcombs_(K), MAP_COMPOSITION,
        "fits, but makes `concat . map (filter p . perms) . kcombs K`",
    ),
    "the predicate changes": (
        SPEC, concat @ map_(filter_(Q)) @ map_(perms_) @ kcombs_(K), FILTER_PROMOTION, "fits, but makes `concat . map (filter p)",
    ),
    "something else changes too": (
        SPEC, concat @ map_(filter_(P)) @ map_(perms_) @ kcombs_(Q), FILTER_PROMOTION, ". kcombs K` of the line",
    ),
    "two steps at once": (
        SPEC, concat @ map_(filter_(P) @ perms_) @ kcombs_(K), FILTER_PROMOTION, "map (filter p) . map perms",
    ),
    "a refinement goes backwards": (min_(E) @ thin_(Q), min_(E), THINNING, "left to right only"),
    "another body is called by the name": (
        concat @ map_(filter_(Q) @ perms_), concat @ map_(GENERATE), definition(GENERATE), "neither `genDTs` nor `filter p . perms`",
    ),
    "min promotion as printed": (
        min_(E) @ concat @ map_(GENERATE), min_(E) @ map_(min_(E)) @ map_(GENERATE), MIN_PROMOTION,
        "fits, but makes `min E . concat . map (min E) . map genDTs`",
    ),
    "the choice is lost in fusion": (
        min_(E) @ solve_(P, Q), solve_(P, Q), MIN_FUSION, "fits, but makes `solve p q (min E)`",
    ),
    "the table is of another problem": (
        solve_(P, Q, min_(E)), SHARING.apply(solve_(K, Q, min_(E))), SHARING, "explore p` of the line",
    ),
    "the next line has no such place": (map_(map_(len) @ map_(perms_)), concat, MAP_COMPOSITION, "makes `map (map (len . perms))`"),
    "the next line has a value there": (
        map_(map_(len) @ map_(perms_)), filter_(P), MAP_COMPOSITION, "makes `map (map (len . perms))`",
    ),
    "nothing changes": (SPEC, SPEC, FILTER_PROMOTION, "nothing changes"),
    "no side condition is named": (
        SPEC, MOVED, Rewrite("magic", kind="refines"), "refines, but names no side condition",
    ),
    "a theorem is cited where it does not apply": (
        filter_(Q) @ kperms_(K), concat @ map_(filter_(Q) @ perms_) @ kcombs_(K), filtered_permutations(P, K).as_law(),
        "neither `filter p . kperms K` nor",
    ),
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG_STEPS)
def test_wrong_steps_are_caught_by_shape(wrong: str) -> None:
    before, after, by, why = WRONG_STEPS[wrong]
    (found,) = Derivation("wrong", before, cost=E).then(after, by=by).unjustified()
    assert why in found.why
    assert by.name in str(found)


# Wrong laws: caught by testing, where shapes cannot tell


def counterexample(law: Law[Any], raises: bool = False) -> Counterexample:
    """What testing finds; a law that holds, or cannot be tested, is a failure of the test."""
    result = law.check(1000)
    assert not isinstance(result, Success), f"{law.name} holds"
    fault = result.failure()
    assert isinstance(fault, Counterexample), fault
    assert isinstance(fault.sides, Raised) is raises, fault
    return fault


def failing(theorem: Derivation, inputs: Callable[[], SearchStrategy[Case]]) -> set[int]:
    """The numbers of the steps whose lines differ when tested; that a line raises does not count."""
    results = [law.check(300) for law in theorem.laws(inputs)]
    faults = {
        n: result.failure() for n, result in enumerate(results, start=1) if not isinstance(result, Success)
    }
    for fault in faults.values():
        assert isinstance(fault, Counterexample), fault
        assert not isinstance(fault.sides, Raised), fault
    return set(faults)


def changed(
    inputs: Callable[[], SearchStrategy[Case]], change: Callable[[Case], dict[str, Any]]
) -> Callable[[], SearchStrategy[Case]]:
    """The same cases with some values replaced."""
    return lambda: inputs().map(lambda case: Case(case.argument, {**case.values, **change(case)}))


def test_partial_min_has_no_promotion() -> None:
    least = named("min E", lambda xs: min(xs, key=abs))
    printed = Rewrite("min promotion, printed", lambda: (least @ concat, least @ map_(least)))
    lists = st.lists(NUMBERS, min_size=1, max_size=3).filter(any)
    found = counterexample(printed.law([{}], lambda: lists), raises=True)
    assert "empty" in str(found)
    assert [] in found.example[1]


def test_filters_do_not_pass_maps() -> None:
    false = Rewrite("filter and map commute", lambda p, f: (filter_(p) @ map_(f), map_(f) @ filter_(p)))
    found = counterexample(false.law([{"p": EVEN, "f": DOUBLE}], lambda: NUMBERS))
    assert found.example[1] == [1]


def test_map_composition_the_wrong_way_round() -> None:
    false = Rewrite("map composition, swapped", lambda f, g: (map_(f) @ map_(g), map_(g @ f)))
    successor = named("successor", lambda n: n + 1)
    assert counterexample(false.law([{"f": DOUBLE, "g": successor}], lambda: NUMBERS)).example[1] == [0]


def test_an_impostor_has_the_right_shape_and_the_wrong_answer() -> None:
    impostor = named("concat", lambda lists: [x for xs in reversed(lists) for x in xs])
    wrong = Derivation("impostor", filter_(EVEN) @ concat).then(
        impostor @ map_(filter_(EVEN)), by=FILTER_PROMOTION
    )
    assert wrong.unjustified() == []
    assert failing(wrong, lambda: st.lists(NUMBERS, max_size=3).map(Case)) == {1}


def _bonus(rows: Rows) -> Algebra[Any, Any, int]:
    return Algebra(rows.errors, lambda _, vs: max(vs) + 2 * (vs[0] == vs[1]), smallest)


def test_theorem_4_13_needs_a_monotone_cost() -> None:
    """g(a, b) = max(a, b) + 2 [a = b] is at least max(a, b), as printed, and not monotone."""
    theorem = THEOREMS["theorem-4.13"]
    inputs = changed(decisions, lambda case: {"E": partial(fold, _bonus(case.values["rows"]))})
    found = failing(theorem.derivation, inputs)
    assert 2 in found
    assert not found & {1, 3, 4, 5}
    law = Law("Bellman", inputs, theorem.owed["Bellman"].lhs, theorem.owed["Bellman"].rhs, BY_COST)
    assert "does not hold" in str(counterexample(law))


def _spelling() -> SearchStrategy[Case]:
    """Leaves that hold words: each rule appends its letter, so that the order matters."""
    lengths: Algebra[Any, str, int] = Algebra(
        lambda word: int(f"{word}1"[:3]), lambda _, vs: sum(vs), smallest
    )
    return st.integers(0, 3).map(
        lambda n: tree_case(
            search_trees(n).problem,
            lambda root, part, word: f"{word}{root + part}",
            (0, n),
            "",
            lengths,
            keys=n,
        )
    )


def test_theorem_4_13_needs_actions_that_commute() -> None:
    theorem = THEOREMS["theorem-4.13"].derivation
    found = failing(theorem, _spelling)
    assert 4 in found
    assert not found & {1, 2, 3, 5}
    (law,) = (law for law in theorem.laws(_spelling) if "step 4" in law.name)
    assert counterexample(law).example.values["keys"] == 2


def test_a_constant_depth_does_not_fuse_under_min() -> None:
    """Oracle 20: the cheapest part of a seed may be too deep for the whole."""
    rules = [((1, 5), 0), ((5, 7), 1), ((4, 0), 0), ((7, 4), 1)]
    data = [(6, 3), (0, 1), (3, 6), (2, 2)]
    rows = Rows.from_rules(data, [1, 0, 0, 1], rules, lambda r, x: x[r[1]] <= r[0][r[1]])
    case = decision_case(from_thresholds(rules), rows, shallow=lambda tree: depth(tree) <= 3)
    pushed, build, shallow = value("pushed"), value("build"), value("shallow")
    wrong = Derivation("depth", min_(E) @ filter_(shallow) @ solve_(pushed, build), cost=E).apply(
        CHOICE_FUSION
    )
    assert wrong.program == solve_(pushed, build, min_(E) @ filter_(shallow))
    assert wrong.unjustified() == []
    found = counterexample(wrong.agreement(lambda: st.just(case)))
    assert [case.values["E"](tree) for tree in found.sides[0]] == [0]
    assert [case.values["E"](tree) for tree in found.sides[1]] == [1]


def test_printed_filter_fusion_leaves_base_cases_unfiltered() -> None:
    def printed(splits: Any, acc: Any, q: Any, seed: Any) -> list[Any]:
        rules, _ = seed
        if rules.bit_count() <= 1:
            return solve(splits, acc)(seed)
        return [
            tree
            for root, (left, right) in splits.splits(seed)
            for u in printed(splits, acc, q, left)
            for v in printed(splits, acc, q, right)
            if q(tree := acc.node(root, (u, v)))
        ]

    right = THEOREMS["filter-fusion"].derivation
    wrong = right.then(named("genDTFs", printed, "splits", "acc", "q"), by=Rewrite("(24) as printed"))
    assert wrong.steps[-1].checked == "by testing"
    assert failing(wrong, decisions) == {len(wrong.steps)}
    found = counterexample(wrong.laws(decisions)[-1])
    assert len(found.example.values["ancestry"]) <= 1


def test_a_filter_that_parts_need_not_pass_does_not_fuse() -> None:
    inputs = changed(decisions, lambda case: {"q": lambda tree: len(leaves(tree)) >= 3})
    assert failing(THEOREMS["filter-fusion"].derivation, inputs) >= {2}
    assert "does not hold" in str(counterexample(reflection("at least 3 leaves", inputs)))


def test_thinning_needs_that_what_dominates_costs_no_more() -> None:
    anything = value("anything", lambda a, b: True)
    wrong = Derivation("thinning", min_(E) @ trees_(value("pushed")), cost=E).apply(THINNING, q=anything)
    assert wrong.unjustified() == []
    assert failing(wrong, decisions) == {1}


def test_thinning_as_printed_compares_on_all_data() -> None:
    """(26): cheaper on all of the data is not cheaper on what arrives."""
    splits, acc = value("splits"), value("acc")
    cheaper = value("cheaper")
    inputs = changed(
        decisions, lambda case: {"cheaper": lambda a, b: case.values["E"](a) <= case.values["E"](b)}
    )
    wrong = (
        Derivation("(26) as printed", min_(E) @ solve_(splits, acc), cost=E)
        .apply(THINNING, q=cheaper)
        .then(min_(E) @ solve_(splits, acc, thin_(cheaper)), by=CHOICE_FUSION)
    )
    assert wrong.unjustified() == []
    assert failing(wrong, inputs) == {2}


def test_printed_30_recurses_into_the_wrong_generator() -> None:
    """(30) as printed takes parts from genMurtrees: 9 trees of three rules instead of 5."""

    def murtrees(rules: tuple[int, ...]) -> list[Tree[int, None]]:
        return [Leaf(None)] if not rules else [
            Node(root, (u, v))
            for root, others in without_each(rules)
            for left, right in partitions(others)
            for u in murtrees(left)
            for v in murtrees(right)
        ]  # fmt: skip

    def printed(span: tuple[int, int]) -> list[Tree[int, None]]:
        rules = tuple(range(*span))
        return [Leaf(None)] if not rules else [
            Node(root, (u, v))
            for root in rules
            for u in murtrees(rules[:root])
            for v in murtrees(rules[root + 1 :])
        ]  # fmt: skip

    assert [len(printed((0, n))) for n in range(6)] == [1, 1, 2, 9, 62, 566]
    problem = value("catalans", catalans(range(5)).problem)
    wrong = Derivation("(30)", trees_(problem)).then(
        named("genCatalans", printed), by=Rewrite("(30) as printed")
    )
    found = counterexample(wrong.laws(lambda: st.integers(0, 4).map(lambda n: Case((0, n))))[0])
    assert found.example.argument == (0, 3)


def test_the_knuth_window_is_false_for_matrix_chains() -> None:
    def window(
        problem: Problem[Any, Any, Any], algebra: Algebra[Any, Any, Any], key: Any, whole: Any
    ) -> list[Any]:
        return segment_table(problem, algebra, key, knuth_window, whole)[0]

    right = THEOREMS["bracketing"].derivation
    by = Rewrite("Knuth window", kind="refines", owes=("the window holds the root",))
    wrong = right.then(named("table, cuts in the window", window, "chain", "count", "M"), by=by)
    known = chain_case([1, 2, 2, 1, 1])
    assert [cost for _, _, cost in known.run(wrong.program)] == [8]
    assert [cost for _, _, cost in known.run(wrong.spec)] == [7]
    assert segment_table(*map(known.values.get, ("chain", "count", "M")), every_split, (0, 4))[0] == [
        (1, 1, 7)
    ]
    assert failing(wrong, chains) == {len(wrong.steps)}


def test_a_weaker_validity_counts_trees_twice() -> None:
    """Rebuilding without a 0 is not enough: three thresholds on a line have 6 such orders and 5 trees."""
    inputs = changed(rule_choices, lambda case: {"valid": partial(weakly_feasible, case.values["ancestry"])})
    orders, trees = filter_(value("valid")) @ perms_, GEN_BTS @ SEED
    for drawn, wrong in ((rule_choices, False), (inputs, True)):
        law = Law("as many", drawn, lambda case: len(case.run(orders)), lambda case: len(case.run(trees)))
        assert isinstance(law.check(300), Success) is not wrong
    assert len(counterexample(law).example.argument) == 3
    line = decision_case(from_thresholds([((i,), 0) for i in range(3)]), Rows((), (0, 0, 0)))
    weakly = {**line.values, "valid": partial(weakly_feasible, line.values["ancestry"])}
    assert law.sides(Case((0, 1, 2), weakly)) == (6, 5)


def test_accumulating_before_the_turn_is_not_path_reduction() -> None:
    """(17) with the action inside: the same functions composed the wrong way round."""
    theorem = THEOREMS["theorem-4.8"]
    wrong = Derivation("4.8", theorem.derivation.spec).then(
        below(DACC @ map_d(ACT)), by=Rewrite("Theorem 4.8, action first")
    )
    assert failing(wrong, theorem.inputs) == {1}


def test_pushing_the_wrong_data_down_is_caught() -> None:
    """r+ for both parts, as (21) and (22) are printed."""
    theorem = THEOREMS["theorem-4.13"].derivation

    assert failing(theorem, changed(decisions, lambda case: {"pushed": _all_left(case)})) == {6}


def _all_left(case: Case) -> Problem[Any, Any, Any]:
    rows = case.values["rows"]
    return along(proper(case.values["ancestry"]), lambda root, _, arriving: rows.act(root, 0, arriving))
