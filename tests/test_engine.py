"""The engine against the definition, on random problems and on those of the paper."""

import itertools
import random
import sys
from collections import Counter
from collections.abc import Iterable
from operator import itemgetter

import pytest
from hypothesis import find, given
from hypothesis import strategies as st
from returns.maybe import Nothing

from derive import (
    COUNT,
    DEPTH,
    EXISTS,
    SIZE,
    TREES,
    Algebra,
    BadInput,
    Instance,
    Key,
    Leaf,
    NotShrinking,
    Problem,
    TooLarge,
    TooMany,
    best,
    count,
    count_optima,
    depth,
    everything,
    exists,
    explore,
    fold,
    k_best,
    keep,
    largest,
    level_order,
    min_by,
    nth,
    optimum,
    pareto,
    ranking,
    sample,
    short,
    size,
    solve,
    strategy,
    tabulate,
    trees,
    trees_where,
    weighted_depth,
)
from problems.catalans import catalans
from problems.mcmp import MULTIPLICATIONS, bracketings, matrix_chain
from tests.strategies import any_problems


def cost(root: str, values: tuple[int, ...]) -> int:
    return (root == "r") + 2 * sum(values)


VALUE = Algebra[str, int, int](lambda item: item, cost, min_by(int))

ALGEBRAS: list[Algebra[str, int, object]] = [
    COUNT, EXISTS, TREES, SIZE, DEPTH, VALUE, VALUE.choosing(everything), VALUE.choosing(best(2, int)),
    VALUE & DEPTH, VALUE * COUNT, VALUE.choosing(everything) * COUNT, DEPTH.choosing(keep(lambda d: d < 3)),
]  # fmt: skip


@given(any_problems())
def test_engine_equals_definition(instance: Instance[int, str, int]) -> None:
    for algebra in ALGEBRAS:
        assert tabulate(explore(*instance), algebra) == solve(instance.problem, algebra)(instance.seed)


@given(any_problems())
def test_questions_agree_with_the_list_of_all_trees(instance: Instance[int, str, int]) -> None:
    everyone = solve(instance.problem, TREES)(instance.seed)
    values = [fold(VALUE, tree) for tree in everyone]
    assert trees(*instance, limit=None) == everyone
    assert count(*instance) == len(everyone)
    assert exists(*instance) == bool(everyone)
    optimal = optimum(*instance, VALUE)
    if not everyone:
        assert optimal == Nothing
        assert count_optima(*instance, VALUE) == Nothing
        return
    assert optimal.unwrap().value == min(values)
    assert optimal.unwrap().tree == everyone[values.index(min(values))]
    assert count_optima(*instance, VALUE).unwrap() == (min(values), values.count(min(values)))
    ranked = k_best(*instance, VALUE, 3)
    assert [found.value for found in ranked] == sorted(values)[:3]
    assert all(fold(VALUE, found.tree) == found.value for found in ranked)
    shallow = trees_where(*instance, DEPTH, lambda d: d <= 2, limit=None)
    assert shallow == [tree for tree in everyone if depth(tree) <= 2]


@given(any_problems())
def test_pareto_front_is_that_of_all_trees(instance: Instance[int, str, int]) -> None:
    points = {(fold(VALUE, tree), depth(tree)) for tree in solve(instance.problem, TREES)(instance.seed)}
    front = {p for p in points if not any(q != p and q[0] <= p[0] and q[1] <= p[1] for q in points)}
    found = pareto(*instance, VALUE, DEPTH)
    assert {each.value for each in found} == front
    assert all((fold(VALUE, each.tree), depth(each.tree)) == each.value for each in found)


@given(any_problems())
def test_ranks_follow_the_list(instance: Instance[int, str, int]) -> None:
    everyone = solve(instance.problem, TREES)(instance.seed)
    assert [nth(*instance, i) for i in range(len(everyone))] == everyone
    for rank in (-1, len(everyone)):
        with pytest.raises(BadInput, match=f"there are {len(everyone)} trees"):
            nth(*instance, rank)
    drawn = sample(*instance, 5, random_seed=1)
    assert drawn == sample(*instance, 5, random_seed=1)
    assert set(drawn) <= set(everyone)
    assert len(drawn) == (5 if everyone else 0)


def test_samples_are_uniform() -> None:
    drawn = Counter(map(short, sample(*catalans(range(4)), 14_000, random_seed=3)))
    assert len(drawn) == 14
    expected = 1000
    chi_squared = sum((seen - expected) ** 2 / expected for seen in drawn.values())
    assert chi_squared < 34.5  # the 99.9 % point for 13 degrees of freedom


def test_samples_of_a_large_space() -> None:
    drawn = sample(*catalans(range(100)), 20, random_seed=7)
    assert {size(tree) for tree in drawn} == {100}
    assert len(set(drawn)) == 20


def test_strategy_shrinks_to_the_first_tree_that_will_do() -> None:
    spans = catalans(range(6))
    minimal = find(strategy(*spans), lambda tree: level_order(tree)[0] >= 3)
    assert minimal == next(tree for tree in trees(*spans) if level_order(tree)[0] >= 3)
    never = Problem[int, int, int]("never", lambda _: [], lambda _: [])
    assert strategy(never, 0).is_empty


@given(st.lists(st.integers(1, 9), min_size=2, max_size=7))
def test_matrix_chains_against_all_bracketings(dimensions: list[int]) -> None:
    chain = matrix_chain(dimensions)
    values = [fold(MULTIPLICATIONS, tree) for tree in trees(*chain)]
    found = optimum(*chain, MULTIPLICATIONS).unwrap()
    assert found.value == min(values, key=itemgetter(2))
    assert fold(MULTIPLICATIONS, found.tree) == found.value


def test_two_hundred_matrices_do_not_crash() -> None:
    dimensions = random.Random(0).choices(range(1, 100), k=201)
    found = optimum(*matrix_chain(dimensions), MULTIPLICATIONS).unwrap()
    assert fold(MULTIPLICATIONS, found.tree) == found.value
    assert size(found.tree) == 199


def test_deep_seeds_do_not_recurse() -> None:
    length = 5 * sys.getrecursionlimit()
    countdown = Problem[int, int, str](
        "countdown", lambda n: [] if n else ["end"], lambda n: [(n, (n - 1,))] if n else []
    )
    assert count(countdown, length) == 1
    assert size(optimum(countdown, length, SIZE).unwrap().tree) == length
    assert depth(nth(countdown, length, 0)) == length


def test_sharing_counts_the_calls_of_plain_recursion() -> None:
    calls = 0

    def counted(span: tuple[int, int]) -> list[tuple[None, tuple[tuple[int, int], ...]]]:
        nonlocal calls
        calls += 1
        i, j = span
        return [(None, ((i, k), (k, j))) for k in range(i + 1, j)]

    problem, seed = bracketings("ABCDEF")
    solve(Problem("counted", problem.base, counted), COUNT)(seed)
    forest = explore(problem, seed)
    assert forest.calls == calls
    assert forest.sharing == calls / len(forest)
    assert repr(forest) == "Forest('mcmp', 21 seeds, sharing 11.6)"
    doubling = Problem[int, int, int](
        "double", lambda n: [] if n else [0], lambda n: [(n, (n - 1, n - 1))] * (n > 0)
    )
    assert explore(doubling, 2000).sharing == float("inf")


def _turned(word: str, by: str) -> str:
    place = ord(by) % max(1, len(word))
    return word[place:] + word[:place]


def test_a_key_shares_seeds_that_behave_alike() -> None:
    def splits(word: str) -> list[tuple[str, tuple[str, ...]]]:
        return [(letter, (word.replace(letter, "", 1),)) for letter in sorted(set(word))]

    words = Problem("anagrams", lambda word: [] if word else [None], splits)
    scrambled = Problem(
        "scrambled", words.base, lambda word: [(r, (_turned(p, r),)) for r, (p,) in splits(word)]
    )
    as_sets = Key[str]("letters", lambda word: "".join(sorted(word)))
    assert repr(as_sets) == "Key('letters')"
    plain, keyed = explore(scrambled, "abcdef"), explore(scrambled, "abcdef", as_sets)
    assert len(keyed) < len(plain)
    assert tabulate(keyed, COUNT) == tabulate(plain, COUNT) == [720]
    assert tabulate(keyed, TREES) == tabulate(plain, TREES)


def test_splits_that_lead_back_are_named() -> None:
    ring = Problem[int, str, None]("ring", lambda _: [], lambda n: [("next", ((n + 1) % 5,))])
    with pytest.raises(NotShrinking, match=r"ring: the seed 0 splits into parts that lead back to it"):
        count(ring, 0)


def test_splits_that_never_end_are_stopped() -> None:
    growing = Problem[int, str, None]("growing", lambda _: [], lambda n: [("more", (n + 1,))])
    with pytest.raises(TooLarge, match=r"growing: more than 50 seeds are reachable"):
        explore(growing, 0, most=50)
    with pytest.raises(TooLarge, match=r"more than 10 splits"):
        explore(*catalans(range(9)), most_splits=10)


def test_a_product_needs_a_first_choice_that_selects() -> None:
    with pytest.raises(BadInput, match="the first choice of a product must select, but answered with 2"):
        (COUNT * SIZE).choose([(1, 0), (1, 0)])
    assert (COUNT * SIZE).choose([]) == []


def test_values_need_not_be_hashable() -> None:
    spans = catalans(range(3))
    listed = Algebra[int, None, list[int]](lambda _: [], lambda root, vs: [root, *vs[0], *vs[1]], min_by(len))
    assert optimum(*spans, listed).unwrap().value == [0, 1, 2]


def test_k_best_and_pareto_follow_the_costs_own_choice() -> None:
    spans = catalans(range(3))
    deepest = DEPTH.choosing(largest)
    assert [found.value for found in k_best(*spans, deepest, 9)] == [3, 3, 3, 3, 2]
    assert {found.value for found in pareto(*spans, deepest, SIZE)} == {(3, 3)}
    weighed = weighted_depth({0: 5, 1: 1, 2: 1}.__getitem__)
    assert [found.value[1] for found in k_best(*spans, weighed, 9)] == [10, 10, 13, 14, 18]
    with pytest.raises(BadInput, match="a number of trees is 0 or more, got -1"):
        k_best(*spans, DEPTH, -1)


def test_slips_in_a_definition_are_named() -> None:
    with pytest.raises(BadInput, match="p: splits must be a function of a seed, got 6"):
        Problem("p", list, 6)
    with pytest.raises(BadInput, match="node of an algebra must be a function, got 3"):
        Algebra(len, 3)
    forest = explore(*catalans(range(3)))
    with pytest.raises(BadInput, match="a choice answers with a list of values, but got 0"):
        tabulate(forest, SIZE.choosing(min))
    for ask in (optimum, lambda *asked: k_best(*asked, 2)):
        with pytest.raises(BadInput, match="catalans: a choice answers with a list of values, but got 0"):
            ask(*catalans(range(3)), SIZE.choosing(min))


def test_a_best_needs_a_choice() -> None:
    """Where all trees are kept, the first is best of nothing; that is told at once, however many there are."""
    spans = catalans(range(60))
    depth_alone = DEPTH.choosing(everything)
    says = r"catalans: which of .* trees is best\? The algebra keeps all of them.*`choose=smallest`.*`.choosing\(min_by"
    for ask in (
        lambda: optimum(*spans, depth_alone),
        lambda: optimum(*spans, DEPTH & SIZE),
        lambda: count_optima(*spans, depth_alone),
        lambda: k_best(*spans, depth_alone, 3),
        lambda: pareto(*spans, DEPTH, depth_alone),
        lambda: pareto(*spans, depth_alone, DEPTH),
    ):
        with pytest.raises(BadInput, match=says):
            ask()
    one, none = catalans(range(1)), (Problem("never", lambda s: [], lambda s: []), "seed")
    assert optimum(*one, DEPTH & SIZE).unwrap().value == (1, 1)
    assert count_optima(*one, depth_alone).unwrap() == (1, 1)
    assert optimum(*none, depth_alone) == Nothing
    assert k_best(*none, depth_alone, 3) == pareto(*none, depth_alone, DEPTH) == []


def test_a_choice_that_keeps_ties_gives_the_first_of_the_best() -> None:
    def all_smallest(values: Iterable[int]) -> list[int]:
        offered = list(values)
        return [value for value in offered if value == min(offered)]

    spans = catalans(range(4))
    expected = min(map(depth, trees(*spans)))
    for choose in (all_smallest, best(2, int), min_by(int)):
        assert optimum(*spans, DEPTH.choosing(choose)).unwrap().value == expected


def test_samples_are_not_negative() -> None:
    with pytest.raises(BadInput, match="a number of samples is 0 or more, got -3"):
        sample(*catalans(range(3)), -3)


def test_endless_splits_of_one_seed_are_stopped() -> None:
    endless = Problem[int, int, None](
        "endless", lambda _: [], lambda _: ((i, (1, 1)) for i in itertools.count())
    )
    with pytest.raises(TooLarge, match="endless: more than 1000 splits"):
        explore(endless, 0, most_splits=1000)


def test_listing_counts_first() -> None:
    with pytest.raises(TooMany, match="there are 4862 trees, more than the limit of 1000") as caught:
        trees(*catalans(range(9)))
    assert caught.value.count == 4862
    assert len(trees(*catalans(range(9)), limit=5000)) == 4862
    with pytest.raises(TooMany, match="4862 trees are allowed"):
        trees_where(*catalans(range(9)), DEPTH, lambda d: d < 10)


def test_a_ranking_is_a_lazy_list() -> None:
    ranked = ranking(*catalans(range(40)))
    first = next(iter(ranked))
    assert first == ranked.tree(0)
    assert ranked.size == 2622127042276492108820


def test_a_leaf_is_a_tree() -> None:
    stop = Problem[str, int, str]("stop", lambda s: [s], lambda _: [])
    assert trees(stop, "here") == [Leaf("here")]
    assert optimum(stop, "here", SIZE).unwrap().tree == Leaf("here")
