"""Compiled kernels: known optima, brute force, numbers that do not fit, claims that are false, Ctrl-C."""

import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import factorial
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from derive import DEPTH, BadInput, Masks, Product, Spans, Sums, Table, count, fold, optimum, trees
from derive.cli import main
from derive.errors import Unfit
from derive.kernels.spans import fill
from laws.families import spelt_out
from laws.plan import plan
from problems.ancestry import from_matrix, from_thresholds
from problems.catalans import catalan, key_spans, look_up_cost, search_trees
from problems.mcmp import MULTIPLICATIONS, chain_spans, matrix_chain
from problems.polygons import (
    chord_length,
    chord_spans,
    corner_product,
    corner_spans,
    polygon,
    triangle_cost,
    triangle_spans,
)
from problems.proper import proper_trees, rule_masks


def plain(items: int, join: Any, **more: Any) -> Spans[Any, Any]:
    """A claim whose trees are labelled by cuts and places."""
    return Spans(items, join, lambda *cut: cut, lambda i: i, **more)


@pytest.mark.parametrize(
    ("dimensions", "cost"),
    [
        ((10, 100, 5, 50), 7500),
        ((30, 35, 15, 5, 10, 20, 25), 15125),
        ((40, 20, 30, 10, 30), 26000),
        ((1, 2, 3, 4, 5), 38),
        ((7, 7), 0),
    ],
)
def test_chains(dimensions: tuple[int, ...], cost: int) -> None:
    found = optimum(*matrix_chain(dimensions), MULTIPLICATIONS, by=chain_spans(dimensions)).unwrap()
    assert found.value[2] == cost
    assert found == optimum(*matrix_chain(dimensions), MULTIPLICATIONS).unwrap()


@pytest.mark.parametrize(
    ("hits", "cost"),
    [((34, 8, 50), 142), ((4, 2, 6, 3), 26), ((3, 9, 10, 16, 6, 3, 9, 1, 15), 170), ((), 0)],
)
def test_search_trees(hits: tuple[int, ...], cost: int) -> None:
    found = optimum(*search_trees(len(hits)), look_up_cost(hits), by=key_spans(hits)).unwrap()
    assert found.value[1] == cost


@pytest.mark.parametrize(("corners", "cost"), [((1, 2, 3), 6), ((3, 7, 4, 5), 144), ((1, 3, 1, 4, 1, 5), 13)])
def test_polygons(corners: tuple[int, ...], cost: int) -> None:
    instance = polygon(len(corners))
    every = [fold(corner_product(corners), tree) for tree in trees(*instance)]
    found = optimum(*instance, corner_product(corners), by=corner_spans(corners)).unwrap()
    assert (found.value, min(every), len(every)) == (cost, cost, catalan(len(corners) - 2))


def test_triangulation_of_a_regular_polygon() -> None:
    """The shortest chords of a regular hexagon: an inner triangle of three, or a zigzag of two and one long."""
    corners = [(np.cos(turn), np.sin(turn)) for turn in np.arange(6) * np.pi / 3]
    found = optimum(*polygon(6), chord_length(corners), by=chord_spans(corners)).unwrap()
    assert found.value == pytest.approx(3 * 3**0.5)
    assert found.value == min(fold(chord_length(corners), tree) for tree in trees(*polygon(6)))


@given(st.data())
def test_weights_of_failing_and_fractions(data: st.DataObject) -> None:
    n = data.draw(st.integers(0, 7))
    weight = data.draw(
        st.sampled_from([st.integers(0, 9), st.builds(Fraction, st.integers(0, 9), st.integers(1, 6))])
    )
    hits = data.draw(st.lists(weight, min_size=n, max_size=n))
    misses = data.draw(st.lists(weight, min_size=n + 1, max_size=n + 1))
    cost = look_up_cost(hits, misses)
    assert optimum(*search_trees(n), cost, by=key_spans(hits, misses)) == optimum(*search_trees(n), cost)


def test_large_chains_and_trees() -> None:
    """Two hundred matrices against a memoised recursion; six hundred keys in the window and out of it."""
    dimensions = Random(1).choices(range(1, 100), k=201)

    @cache
    def cost(i: int, j: int) -> int:
        cuts = range(i + 1, j)
        return min(
            (cost(i, k) + cost(k, j) + dimensions[i] * dimensions[k] * dimensions[j] for k in cuts), default=0
        )

    for length in range(1, 201):
        for i in range(201 - length):
            cost(i, i + length)
    found = optimum(*matrix_chain(dimensions), MULTIPLICATIONS, by=chain_spans(dimensions)).unwrap()
    assert found.value == (dimensions[0], dimensions[-1], cost(0, 200))
    keys = key_spans(Random(2).choices(range(9), k=600))
    assert keys.name == "spans in O(n^2)"
    assert keys.best((0, 600)) == replace(keys, window=False).best((0, 600))


def test_numbers_that_do_not_fit_are_left_to_the_engine() -> None:
    wide = [10**6, 10**7, 10**8, 10**6]
    with pytest.raises(Unfit, match="the costs may not fit into 64 bits"):
        chain_spans(wide).best((0, 3))
    by_engine = optimum(*matrix_chain(wide), MULTIPLICATIONS)
    assert optimum(*matrix_chain(wide), MULTIPLICATIONS, by=chain_spans(wide)) == by_engine
    planned = plan(matrix_chain(wide).problem, MULTIPLICATIONS, [(0, 3)], by=chain_spans(wide))
    assert "the kernel: not used, the costs may not fit into 64 bits" in planned.report()
    hits = [2**62, 1, Fraction(1, 3)]
    by_engine = optimum(*search_trees(3), look_up_cost(hits))
    assert optimum(*search_trees(3), look_up_cost(hits), by=key_spans(hits)) == by_engine
    with pytest.raises(Unfit, match="there are 25 rules"):
        Masks((0,) * 25, (0,) * 25).best(1)
    with pytest.raises(Unfit, match="fractions"):
        plain(1, Product([Fraction(1, 2), 1])).best((0, 1))
    with pytest.raises(Unfit, match="20001 items"):
        plain(20_001, Sums.of([1] * 20_001)).best((0, 1))


def test_functions_are_compiled_or_given_up() -> None:
    table = np.array([3, 7, 4, 5, 2, 9])

    def weigh(i: int, k: int, j: int) -> int:
        return int(table[i] * table[k] * table[j])

    spans = triangle_spans(6, weigh)
    planned = plan(polygon(6).problem, triangle_cost(weigh), spans.small((0, 5)), by=spans)
    assert planned.program == "compiled"
    assert planned.run((0, 5)) == [optimum(*polygon(6), corner_product(table.tolist())).unwrap().value]
    names = {0: 1}
    for cost, reason in [
        (lambda i, k, j: names.get(i, k), "cannot be compiled"),
        (lambda i, k, j: "x", "does not compile to a number with a sign"),
        (lambda i, k, j: 10**18 * k, "may not fit into 64 bits"),
        (lambda i, k, j: np.inf, "not all finite"),
    ]:
        with pytest.raises(Unfit, match=reason):
            triangle_spans(6, cost).best((0, 5))
    loose = triangle_spans(6, lambda i, k, j: names.get(i, k))
    planned = plan(polygon(6).problem, triangle_cost(loose.join), loose.small((0, 5)), by=loose)
    assert planned.program == "fused and shared"
    assert "the kernel: not used, the cost cannot be compiled" in planned.report((0, 5))


def test_costs_that_wrap_are_noticed() -> None:
    """A product that leaves 64 bits in machine arithmetic and comes back small is not believed."""
    with pytest.raises(Unfit, match="Python's is"):
        plain(2, lambda i, k, j: (2**40 * k) * (2**40 * j), takes=True).best((0, 2))

    assert "Python's is" in str(plain(2, lambda i, k, j: (2**40 * k) * (2**40 * j)).unfit())


@pytest.mark.parametrize(("sign", "rules"), [(1, 1), (-1, 1), (1, 3)])
def test_costs_of_rules_fit_up_to_62_bits_in_all(sign: int, rules: int) -> None:
    """The costs and the weights together, once for every rule on a path and once more."""
    nothing, half = (0,) * rules, 2**61 // (rules + 1)
    too_large = "the costs may not fit into 64 bits"
    for spare, told in ((-9, too_large), (0, too_large), (1, None)):
        costs, weights = (sign * half, *nothing[1:]), (sign * (half - spare), *nothing[1:])
        assert Masks(nothing, nothing, costs, weights).unfit() == told


@pytest.mark.parametrize("takes", [False, True])
def test_spans_are_counted_as_they_are_listed(takes: bool) -> None:
    spans = plain(4, Sums.of([1, 2, 3, 4]), takes=takes)
    problem = spelt_out(spans).problem
    for seed in [(i, j) for i in range(5) for j in range(i, 5)]:
        assert spans.count(seed) == len(trees(problem, seed)) == count(problem, seed)
        assert bool(spans.best(seed)) == bool(spans.count(seed))


@pytest.mark.parametrize("number", range(2, 7))
def test_kernels_are_about_the_whole_seed_and_no_more(number: int) -> None:
    ones, places = [1] * number, [(place, place**2) for place in range(number)]
    posed = [
        (polygon(number), triangle_spans(number, lambda i, k, j: k)),
        (polygon(number), corner_spans(ones)),
        (polygon(number), chord_spans(places)),
        (matrix_chain(ones), chain_spans(ones)),
        (search_trees(number), key_spans(ones)),
    ]
    for (_, seed), spans in posed:
        assert seed == (0, spans.items)


def test_a_false_window_is_told_and_not_used() -> None:
    dimensions = (1, 2, 2, 1, 1)
    spans = replace(chain_spans(dimensions), window=True)
    assert (spans.broken, spans.name) == ((0, 4), "spans in O(n^3)")
    assert optimum(*matrix_chain(dimensions), MULTIPLICATIONS, by=spans).unwrap().value[2] == 7
    assert fill(spans, (0, 4), window=True).best[0, 4] == 8
    planned = plan(
        matrix_chain(dimensions).problem, MULTIPLICATIONS, [*spans.small((0, 4)), (0, 4)], by=spans
    )
    told = planned.report((0, 4))
    assert "Knuth window: fails\n      for   (0, 4)" in told
    assert "the kernel: spans in O(n^3)" in told
    assert planned.run((0, 4)) == [(1, 1, 7)]


def test_a_false_claim_is_not_used() -> None:
    wrong = chain_spans((9, 1, 9, 2, 8, 3))
    problem, seed = matrix_chain((1, 2, 3, 4, 5, 6))
    planned = plan(problem, MULTIPLICATIONS, wrong.small(seed), by=wrong)
    assert planned.program == "fused and shared"
    assert "the kernel: not used, what it owes was not found to hold" in planned.report(seed)
    assert planned.run(seed) == [(1, 6, 68)]


def test_the_largest_can_be_kept_and_floats_added() -> None:
    weights = [[0.5 * (i * j % 5) for j in range(5)] for i in range(5)]
    spans = plain(4, Table(np.array(weights)), largest=True)
    leaves = sum(3 * place % 5 for place in range(4))
    every = [cost - leaves for cost in spelt_out(spans).candidates()]
    assert -fill(spans, (0, 4)).best[0, 4] == max(every)
    assert fill(replace(spans, largest=False), (0, 4)).best[0, 4] == min(every)
    even = key_spans([0.1] * 90)
    assert fold(look_up_cost([0.1] * 90), even.best((0, 90))[0])[1] == pytest.approx(51)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: plain(2, Product([1, 2])).best((0, 2)), "2 items have 3 places, but got costs for"),
        (lambda: plain(1, Sums.of([float("nan")])).best((0, 1)), "expected finite costs"),
        (lambda: plain(1, Product(["a", 1])).best((0, 1)), "expected costs that are numbers, got a str"),
        (lambda: plain(1, Product([True, 1])).best((0, 1)), "expected costs that are numbers, got a bool"),
        (lambda: plain(2, Product([1, 2, 3])).best((1, 3)), r"expected a span of 2 items, got \(1, 3\)"),
        (lambda: plain(2, Product([1, 2, 3])).loop, "expected a cost that is a function"),
        (lambda: Masks((0,), (0,)).best(2), "expected a set of 1 rules, got 2"),
        (lambda: Masks((0,), (0,), costs=(1, 2)), "expected a number for each of 1 rules, got 2"),
        (lambda: Masks((1, 0), (1, 0)), "a rule lies on one side of another at most"),
        (lambda: polygon(1), "a polygon has 2 corners or more, got 1"),
    ],
)  # fmt: skip
def test_bad_claims_get_one_sentence(make: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        make()


def test_many_rules() -> None:
    """Counts beyond 64 bits are exact: 22 rules in any order have 22! trees."""
    everywhere = from_matrix([[int(i != j) for j in range(22)] for i in range(22)])
    assert count(*proper_trees(everywhere), by=rule_masks(everywhere)) == factorial(22)
    line = from_thresholds([((i,), 0) for i in range(24)])
    assert count(*proper_trees(line), by=rule_masks(line)) == catalan(24)
    found = optimum(*proper_trees(line), DEPTH, by=rule_masks(line))
    assert found == optimum(*proper_trees(line), DEPTH)
    crossing = from_matrix([[0, 0], [0, 0]])
    assert rule_masks(crossing).best(0b11) == []
    for masks, reason in [
        (rule_masks(line, [2**60] * 24), "64 bits"),
        (replace(rule_masks(line), weights=(0.5,) * 24), "whole"),
    ]:
        assert reason in str(masks.unfit())


@settings(max_examples=30)
@given(st.integers(0, 2**32))
@example(0)
def test_small_seeds_are_small_and_can_be_reached(seed: int) -> None:
    line = from_thresholds([((Random(seed + i).random(),), 0) for i in range(14)])
    problem, whole = proper_trees(line)
    small = rule_masks(line).small(whole)
    assert all(1 < count(problem, rules) < 1000 for rules in small)
    assert small


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    return capsys.readouterr().out


def test_the_command_line_uses_kernels_where_input_is_large(
    capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> None:
    chain = [str(1 + 7 * i * i % 50) for i in range(401)]
    value = int(run(capsys, "solve", "mcmp", *chain).split()[0])
    told = run(capsys, "explain", "mcmp", *chain)
    assert told.startswith("mcmp: compiled")
    assert "the kernel: spans in O(n^3)" in told
    assert f"answer: {value} scalar multiplications" in told
    answer = json.loads(run(capsys, "explain", "catalans", *chain, "--json"))
    assert (answer["program"], answer["trees"]) == ("compiled", catalan(401))
    assert run(capsys, "explain", "polygons", "3", "7", "4", "5").startswith("polygons: fused and shared")
    assert run(capsys, "solve", "polygons", "3", "7", "4", "5").startswith("144 sum of products")
    assert run(capsys, "count", "polygons", "6") == "14\n"
    rules = tmp_path / "line.json"
    rules.write_text(json.dumps({"thresholds": [[[i], 0] for i in range(14)]}))
    assert run(capsys, "count", "proper-dt", str(rules)) == f"{catalan(14)}\n"
    assert run(capsys, "solve", "proper-dt", str(rules)).startswith("4 deep")
    assert "sets of rules" in run(capsys, "explain", "proper-dt", str(rules))


def test_kernels_are_loaded_when_they_run() -> None:
    code = "import sys, problems.catalogue, laws.plan; print('numpy' in sys.modules, 'numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_a_long_run_can_be_interrupted() -> None:
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from problems.mcmp import chain_spans; spans = chain_spans([i % 7 + 1 for i in range(6001)]);"
        "spans.best((0, 9)); print(flush=True); spans.best((0, 6000))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as long:
        try:
            assert long.stdout
            assert long.stderr
            long.stdout.readline()
            time.sleep(1)
            long.send_signal(signal.SIGINT)
            long.wait(10)
            assert b"KeyboardInterrupt" in long.stderr.read()
        finally:
            long.kill()
