"""Exact instances: what the definitions say on small inputs, and where a printed form says otherwise.

Numbers in brackets are equations of He & Little, *Proper decision trees*, unless a name is given.
A matrix entry is 1 where rule j lies to the left of rule i, -1 to the right, 0 on neither side. What
the library does not have, above all the variants that go wrong, is defined here, next to its test.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from math import ceil, comb, inf, prod
from typing import Any, TypeAlias, TypeVar

from derive import (
    CELLS,
    DEPTH,
    SIZE,
    Algebra,
    Instance,
    Leaf,
    Node,
    Problem,
    Tree,
    along,
    count,
    depth,
    descend,
    explore,
    fold,
    kcombs,
    keep,
    kperms,
    largest,
    leaves,
    level_order,
    min_by,
    optimum,
    pareto,
    partitions,
    size,
    smallest,
    solve,
    sublist_pairs,
    tabulate,
    thin,
    trees,
    trees_where,
)
from derive.lists import proper_partitions
from problems import murtrees as murtrees_module
from problems import odt_bf as odt_bf_module
from problems.ancestry import bits
from problems.bsp import Fragment, bsp
from problems.catalans import catalans, look_up_cost, search_trees
from problems.exact import height, orientation
from problems.kd_tree import kd_tree, optimal_depth
from problems.mcmp import MULTIPLICATIONS, bracketings, matrix_chain
from problems.murtree import murtree
from problems.murtrees import murtrees
from problems.odt_bf import any_feature, no_feature_twice, odt_bf
from problems.proper import (
    Ancestry,
    decision_trees,
    from_lines,
    from_matrix,
    from_thresholds,
    odt,
    proper,
    proper_trees,
    sized_trees,
    valid_permutations,
    weakly_feasible,
)
from problems.rows import Rows, thresholds

S = TypeVar("S")
R = TypeVar("R")
X = TypeVar("X")
V = TypeVar("V")
Pair: TypeAlias = tuple[int, int]

ON_A_LINE = [[0, -1, -1], [1, 0, -1], [1, 1, 0]]
"""The ancestry matrix of three thresholds on one axis."""


def written(tree: Tree[Any, Any], *, data: bool = False) -> object:
    """A tree as tuples: None and (left, rule, right); with data ('L', rows) and ('N', left, rule, right)."""

    def leaf(item: Any) -> object:
        return ("L", tuple(bits(item))) if data else item

    def node(rule: object, parts: tuple[object, ...]) -> object:
        left, right = parts
        return ("N", left, rule, right) if data else (left, rule, right)

    return fold(Algebra(leaf, node), tree)


def least(problem: Problem[S, R, X], seed: S, cost: Algebra[R, X, V]) -> V:
    """The value of the optimum, where there is one."""
    return optimum(problem, seed, cost).unwrap().value


def axis_parallel(
    places: Sequence[Pair], rules: Sequence[Pair], data: Sequence[Pair], labels: Sequence[int]
) -> tuple[Ancestry, Rows]:
    """Rules (number of a place, axis), smaller coordinates to the left, and the data they part."""
    through = [(places[place], axis) for place, axis in rules]
    rows = Rows.from_rules(data, labels, through, lambda rule, x: x[rule[1]] < rule[0][rule[1]])
    return from_thresholds(through, closed=False), rows


def through_points(points: Sequence[Pair], labels: Sequence[int]) -> tuple[Ancestry, Rows]:
    """A rule through every point along every axis, with its own point on the left."""
    rules = thresholds(points)
    rows = Rows.from_rules(points, labels, rules, lambda rule, x: x[rule[1]] <= rule[0][rule[1]])
    return from_thresholds(rules), rows


# Generators ------------------------------------------------------------------------------------------


def test_oracle_01_sublist_pairs() -> None:
    """Every sub-list comes with its complement, in the order of the paper's recursion."""
    assert sublist_pairs((1, 2, 3)) == [
        ((), (1, 2, 3)),
        ((3,), (1, 2)),
        ((2,), (1, 3)),
        ((2, 3), (1,)),
        ((1,), (2, 3)),
        ((1, 3), (2,)),
        ((1, 2), (3,)),
        ((1, 2, 3), ()),
    ]


def test_oracle_02_partitions() -> None:
    """A list of n rules can be cut in n + 1 places, and the empty list in one."""
    assert partitions((1, 2, 4)) == [((), (1, 2, 4)), ((1,), (2, 4)), ((1, 2), (4,)), ((1, 2, 4), ())]
    assert partitions(()) == [((), ())]


def test_oracle_03_three_generators() -> None:
    """The three generators of section 6 have these many trees, and list none of them twice."""
    expected = [(1, 1, 1), (1, 1, 1), (4, 4, 2), (30, 27, 5), (336, 248, 14), (5040, 2830, 42)]
    for k, sizes in enumerate(expected):
        rules = tuple(range(k))
        lists = [
            trees(*odt_bf(rules), limit=None),
            trees(*murtrees(rules), limit=None),
            trees(*catalans(rules), limit=None),
        ]
        assert tuple(map(len, lists)) == sizes
        assert tuple(len(set(listed)) for listed in lists) == sizes


def test_oracle_04_murtree_recurrence() -> None:
    """The quotient by size counts the trees of (31) far beyond what can be listed."""
    expected = [1, 1, 4, 27, 248, 2830, 38232, 593859, 10401712, 202601898]
    assert [murtrees_module.BY_SIZE.count_class(k) for k in range(10)] == expected


def test_oracle_05_large_counts_and_printed_catalans() -> None:
    """Two large counts; and (30) as printed, recursing into the wrong generator, counts too many trees."""

    def as_printed(k: int) -> int:
        problem, whole = catalans(range(k))
        stops = len(list(problem.base(whole)))
        return stops + sum(
            prod(count(*murtrees(range(*span))) for span in spans) for _, spans in problem.splits(whole)
        )

    assert murtrees_module.BY_SIZE.count_class(12) == 2573779506192
    assert odt_bf_module.BY_SIZE.count_class(8) == 57657600
    assert [as_printed(k) for k in range(6)] == [1, 1, 2, 9, 62, 566]


def test_oracle_06_trees_that_murtrees_lacks() -> None:
    """Keeping the rules in order loses three trees of thirty: the ones of Figure 10."""
    missing = set(trees(*odt_bf((1, 2, 3)))) - set(trees(*murtrees((1, 2, 3))))
    assert set(map(written, missing)) == {
        ((None, 2, None), 3, (None, 1, None)),
        ((None, 3, None), 1, (None, 2, None)),
        ((None, 3, None), 2, (None, 1, None)),
    }


def test_oracle_07_catalans_in_order() -> None:
    """The five search trees over three keys, first root first."""
    assert list(map(written, trees(*catalans((1, 2, 3))))) == [
        (None, 1, (None, 2, (None, 3, None))),
        (None, 1, ((None, 2, None), 3, None)),
        ((None, 1, None), 2, (None, 3, None)),
        ((None, 1, (None, 2, None)), 3, None),
        (((None, 1, None), 2, None), 3, None),
    ]


# Proper trees ----------------------------------------------------------------------------------------


def test_oracle_08_weakly_feasible_is_not_valid() -> None:
    """One permutation rebuilds to a tree without trouble and yet is not that tree's level order."""
    line = from_matrix(ON_A_LINE)
    valid = valid_permutations(line, 3)
    weak = [order for order in kperms(3, range(3)) if weakly_feasible(line, order)]
    assert valid == [(0, 1, 2), (0, 2, 1), (1, 0, 2), (2, 0, 1), (2, 1, 0)]
    assert [order for order in weak if order not in valid] == [(1, 2, 0)]


def test_oracle_09_four_thresholds() -> None:
    """Four thresholds on one axis have Catalan(4) = 14 level orders."""
    line = from_matrix([[(i > j) - (i < j) for j in range(4)] for i in range(4)])
    assert valid_permutations(line, 4) == [
        (0, 1, 2, 3),
        (0, 1, 3, 2),
        (0, 2, 1, 3),
        (0, 3, 1, 2),
        (0, 3, 2, 1),
        (1, 0, 2, 3),
        (1, 0, 3, 2),
        (2, 0, 3, 1),
        (2, 1, 3, 0),
        (3, 0, 1, 2),
        (3, 0, 2, 1),
        (3, 1, 0, 2),
        (3, 2, 0, 1),
        (3, 2, 1, 0),
    ]


def test_oracle_10_figures_5_and_6() -> None:
    """Four lines, three trees, but two partitions of the plane: different trees may mean the same."""
    lines = [((0, 4), (1, 3)), ((1, 0), (4, 1)), ((2, 1), (2, 4)), ((1, 1), (0, 3))]
    ancestry = from_lines(lines)
    assert ancestry.matrix == ((0, 0, 0, -1), (1, 0, 1, 1), (1, 0, 0, 1), (-1, 0, -1, 0))

    halves = range(-20, 20)
    places = [(i + Fraction(1, 7), j + Fraction(1, 5)) for i in halves for j in halves]
    sample = [(x / 2, y / 2) for x, y in places]
    cells = {tuple(orientation(*line, place) for line in lines) for place in sample}
    assert len(cells) == 1 + 4 + comb(4, 2), "the sample meets every cell that four lines can make"

    rows = Rows.from_rules(sample, [0] * len(sample), lines, lambda line, x: orientation(*line, x) > 0)
    grown = trees(*decision_trees(ancestry, rows))
    assert list(map(level_order, grown)) == [(1, 2, 0, 3), (1, 2, 3, 0), (1, 3, 2, 0)]
    assert len({frozenset(filter(None, leaves(tree))) for tree in grown}) == 2


def test_oracle_12_factorial_is_attained() -> None:
    """Edges of a parabola all lie to the left of one another, and then every order is a tree."""
    edges = [((2 * i, (2 * i) ** 2), (2 * i + 1, (2 * i + 1) ** 2)) for i in range(6)]
    ancestries = [from_lines(edges[:k]) for k in range(1, 7)]
    assert all(a.matrix[i][j] == 1 for a in ancestries for i, j in permutations(range(len(a)), 2))
    assert [count(*proper_trees(a)) for a in ancestries] == [1, 2, 6, 24, 120, 720]


def test_oracle_13_intransitive_matrix() -> None:
    """A matrix that is not transitive has trees like any other: transitivity is no condition on it."""
    ancestry = from_lines([((0, 0), (0, 1)), ((2, 0), (2, 1)), ((-1, 3), (1, 4))])
    assert ancestry.matrix == ((0, -1, 0), (1, 0, 1), (-1, -1, 0))
    assert list(map(written, trees(*proper_trees(ancestry)))) == [
        ((None, 2, (None, 0, None)), 1, None),
        (None, 2, (None, 0, (None, 1, None))),
        (None, 2, ((None, 0, None), 1, None)),
    ]


def test_oracle_14_one_entry_turned() -> None:
    """A single entry of the other sign is enough to fall below K! trees."""

    def entry(i: int, j: int) -> int:
        return 0 if i == j else -1 if (i, j) == (0, 1) else 1

    matrices = [[[entry(i, j) for j in range(k)] for i in range(k)] for k in (3, 4, 5, 6)]
    assert [count(*proper_trees(from_matrix(matrix))) for matrix in matrices] == [5, 18, 84, 480]


def test_oracle_16_axis_parallel_maxima() -> None:
    """In the plane four axis-parallel rules reach 4! trees, and five reach 84 at most."""
    four = [((0, 1), 0), ((1, 0), 1), ((2, 3), 1), ((3, 2), 0)]
    five = [((0, 1), 0), ((1, 0), 1), ((2, 3), 1), ((3, 4), 1), ((4, 2), 0)]

    def number(rules: Iterable[tuple[Pair, int]]) -> int:
        return count(*proper_trees(from_thresholds(list(rules), closed=False)))

    every_five = (
        zip(enumerate(heights), axes, strict=True)
        for heights in permutations(range(5))
        for axes in product((0, 1), repeat=5)
    )
    assert (number(four), number(five)) == (24, 84)
    assert max(map(number, every_five)) == 84


# Laws ------------------------------------------------------------------------------------------------


def test_oracle_17_at_least_max_is_not_enough() -> None:
    """A combination that is never below its parts, but not monotone, makes the recursion (23) wrong."""
    sides = [{0, 1}, {0, 1, 2, 3}, {0, 1, 2, 3}]
    rows = Rows.from_rules(range(4), "abab", sides, lambda side, row: row in side)
    cost = Algebra[int, int, int](
        rows.errors, lambda _, values: max(values) + 2 * (values[0] == values[1]), smallest
    )
    grown = decision_trees(from_matrix(ON_A_LINE), rows)
    assert min(fold(cost, tree) for tree in trees(*grown)) == 2
    assert least(*grown, cost) == 3


def test_oracle_18_the_right_side_of_a_rule() -> None:
    """Definition 4.12 sends the + side into both parts and so overlooks an error."""
    rows = Rows("aaba", (0b0011,))
    (stump,) = trees(*proper_trees(from_matrix([[0]])))

    def as_printed(rule: int, _part: int, arriving: int) -> int:
        return rows.act(rule, 0, arriving)

    arrived = [descend(act, rows.everything, stump) for act in (as_printed, rows.act)]
    assert [fold(rows.misclassified(), tree) for tree in arrived] == [0, 1]


def test_oracle_19_unfiltered_base_case() -> None:
    """The printed genDTFs of 4.8.1 lets a stump with an empty leaf pass; the fused filter does not."""
    rows = Rows("a", (0b1,))
    problem, whole = decision_trees(from_matrix([[0]]), rows)

    def is_full(tree: Tree[int, int]) -> bool:
        return all(leaf.bit_count() > 0 for leaf in leaves(tree))

    def as_printed(seed: Pair) -> list[Tree[int, int]]:
        rules, _ = seed
        grown: list[Tree[int, int]] = [Leaf(item) for item in problem.base(seed)]
        for root, parts in problem.splits(seed):
            grown += [Node(root, below) for below in product(*map(as_printed, parts))]
        return grown if rules.bit_count() <= 1 else keep(is_full)(grown)

    smallest_leaf = Algebra[int, int, int](int.bit_count, lambda _, sizes: min(sizes))
    assert keep(is_full)(trees(problem, whole)) == []
    assert trees_where(problem, whole, smallest_leaf, lambda least: least > 0) == []
    assert [written(tree, data=True) for tree in as_printed(whole)] == [("N", ("L", (0,)), 0, ("L", ()))]


def four_rules() -> tuple[Instance[Pair, int, int], Rows]:
    """The decision trees of four rules of the plane that oracles 20 and 21 share, and their data."""
    ancestry, rows = axis_parallel(
        [(1, 5), (5, 7), (4, 0), (7, 4)],
        [(0, 0), (1, 1), (2, 0), (3, 1)],
        [(6, 3), (0, 1), (3, 6), (2, 2)],
        [1, 0, 0, 1],
    )
    return decision_trees(ancestry, rows), rows


def test_oracle_20_depth_needs_a_budget() -> None:
    """A constant depth filter inside the recursion loses the optimum; a budget in the seed does not."""
    (problem, whole), rows = four_rules()
    errors, deepest = rows.misclassified(), 3

    def first_value(pair: Pair) -> int:
        return pair[0]

    def shallow_then_best(pairs: Iterable[Pair]) -> list[Pair]:
        return min_by(first_value)(pair for pair in pairs if pair[1] <= deepest)

    def splits(seed: tuple[Pair, int]) -> Iterator[tuple[int, tuple[tuple[Pair, int], ...]]]:
        below, budget = seed
        for root, parts in problem.splits(below) if budget else ():
            yield root, tuple((part, budget - 1) for part in parts)

    budgeted = Problem[tuple[Pair, int], int, int]("budgeted", lambda seed: problem.base(seed[0]), splits)
    ((constant, _),) = tabulate(explore(problem, whole), (errors & DEPTH).choosing(shallow_then_best))
    assert min(fold(errors, tree) for tree in trees(problem, whole) if depth(tree) <= deepest) == 0
    assert constant == 1
    assert least(budgeted, (whole, deepest), errors) == 0


def test_oracle_21_pareto_front() -> None:
    """On these data fewest errors and least depth go together: the front is one pair."""
    grown, rows = four_rules()
    assert [found.value for found in pareto(*grown, rows.misclassified(), DEPTH)] == [(0, 3)]


def test_oracle_22_thinning() -> None:
    """Thinning (26) by partitions keeps the optimum; the minimum on data not yet pushed down loses it."""
    ancestry, rows = axis_parallel(
        [(0, 9), (5, 7), (2, 2), (3, 5)],
        [(0, 1), (1, 0), (2, 1), (3, 1)],
        [(1, 0), (12, 1), (6, 8), (10, 10), (7, 3), (8, 4), (11, 11), (9, 6), (4, 12)],
        [0, 0, 0, 1, 0, 0, 1, 1, 0],
    )
    cells = Algebra[int, int, frozenset[int]](
        lambda arriving: frozenset(filter(None, [arriving])), lambda _, parts: frozenset().union(*parts)
    )

    def equal(one: frozenset[int], other: frozenset[int]) -> bool:
        return one == other

    def refines(one: frozenset[int], other: frozenset[int]) -> bool:
        return all(any(cell | wide == wide for wide in other) for cell in one)

    def errors(partition: Iterable[int]) -> int:
        return sum(map(rows.errors, partition))

    forest = explore(*decision_trees(ancestry, rows))
    everything = tabulate(forest, cells)
    by_equality, by_refinement = (tabulate(forest, cells.choosing(thin(d))) for d in (equal, refines))
    assert [len(kept) for kept in (everything, by_equality, by_refinement)] == [18, 6, 4]
    assert [min(map(errors, kept)) for kept in (everything, by_equality, by_refinement)] == [1, 1, 1]

    restricted_late = Algebra[int, None, tuple[int, ...]](
        lambda _: (rows.everything,),
        lambda rule, parts: tuple(rows.act(rule, k, cell) for k, part in enumerate(parts) for cell in part),
        min_by(errors),
    )
    printed = least(*proper_trees(ancestry), restricted_late)
    assert errors(printed) == 2


# Optimal trees ---------------------------------------------------------------------------------------


def test_oracle_23_optimal_decision_trees() -> None:
    """The best tree of exactly K rules, asked combination by combination (13) or all at once."""
    points = [(3, 7), (8, 0), (5, 5), (2, 1), (0, 4), (4, 6), (1, 3)]
    ancestry, rows = through_points(points, [0, 0, 1, 0, 1, 1, 0])
    errors = rows.misclassified()
    spaces = [sized_trees(ancestry, rows, k) for k in range(4)]
    assert [odt(ancestry, rows, k, errors).unwrap().value for k in range(4)] == [3, 1, 0, 0]
    assert [least(*space, errors) for space in spaces] == [3, 1, 0, 0]
    assert [count(*space) for space in spaces] == [1, 14, 182, 1820]


def test_oracle_26_both_closed_sides() -> None:
    """Lines through two points part the points in every way only if either side may be the closed one."""
    points, labels = [(0, 0), (2, 0), (2, 2), (0, 3)], [0, 0, 0, 1]
    pairs = list(combinations(points, 2))
    swept = [(direction, point) for direction in product(range(-5, 6), repeat=2) for point in points]

    one = Rows.from_rules(points, labels, pairs, lambda line, p: orientation(*line, p) >= 0)
    other = Rows.from_rules(points, labels, pairs, lambda line, p: orientation(*line, p) <= 0)
    both = Rows(labels, one.plus + other.plus)
    origin = (0, 0)
    any_line = Rows.from_rules(
        points, labels, swept, lambda cut, p: height(origin, cut[0], p) <= height(origin, cut[0], cut[1])
    )

    def dichotomies(rows: Rows) -> int:
        halves = ({side, rows.everything & ~side} for side in rows.plus)
        return len({frozenset(half) for half in halves if 0 not in half})

    def best_stump(rows: Rows) -> int:
        return least(*murtree(rows, depth=1, branches=1), rows.misclassified())

    assert [dichotomies(rows) for rows in (any_line, one, both)] == [6, 3, 6]
    assert [best_stump(rows) for rows in (one, any_line)] == [1, 0]


# Memoising -------------------------------------------------------------------------------------------

Reached: TypeAlias = tuple[int, tuple[int | None, int]]
"""Rules to place; the rule above, and the rows that arrive."""


def odt_by_memo(
    points: Sequence[Pair], labels: Sequence[int], k: int, key: Callable[[Reached], Hashable]
) -> float:
    """The fewest errors of exactly k rules, with one memo for all combinations, looked up by ``key``."""
    ancestry, rows = through_points(points, labels)

    def act(rule: int, part: int, above: tuple[int | None, int]) -> tuple[int | None, int]:
        return rule, rows.act(rule, part, above[1])

    problem = along(proper(ancestry), act)
    memo: dict[Hashable, float] = {}

    def answer(seed: Reached) -> float:
        rules, (_, arriving) = seed
        if not rules:
            return rows.errors(arriving)
        mark = key(seed)
        if mark not in memo:
            memo[mark] = min((sum(map(answer, parts)) for _, parts in problem.splits(seed)), default=inf)
        return memo[mark]

    seeds = [sum(1 << rule for rule in rules) for rules in kcombs(k, range(len(ancestry)))]
    return min(answer((seed, (None, rows.everything))) for seed in seeds)


def no_memo(seed: Reached) -> Hashable:
    """A key that is never met again."""
    return object()


def rules_and_rows(seed: Reached) -> Hashable:
    """The sound key."""
    return seed[0], seed[1][1]


def rules_only(seed: Reached) -> Hashable:
    """A key that forgets which rows arrive."""
    return seed[0]


def parent_and_rules(seed: Reached) -> Hashable:
    """A key that knows the rule above, but not the rows that arrive."""
    return seed[1][0], seed[0]


def test_oracle_27_rules_alone_are_no_key() -> None:
    """Rules and rows together tell seeds apart; a memo that looks at the rules alone misses the optimum."""
    keys = (no_memo, rules_and_rows, rules_only)
    points, labels = [(2, 2), (1, 1), (0, 0)], [0, 1, 0]
    assert [odt_by_memo(points, labels, 2, key) for key in keys] == [0, 0, 1]
    ancestry, rows = through_points(points, labels)
    assert odt(ancestry, rows, 2, rows.misclassified()).unwrap().value == 0


def test_oracle_28_nor_are_parent_and_rules() -> None:
    """Adding the rule above to the key does not mend it: ancestors further up restrict the rows too."""
    keys = (no_memo, rules_and_rows, parent_and_rules)
    points, labels = [(6, 6), (4, 1), (1, 3), (5, 5), (2, 2)], [0, 0, 0, 1, 1]
    assert [odt_by_memo(points, labels, 3, key) for key in keys] == [0, 0, 1]
    ancestry, rows = through_points(points, labels)
    assert odt(ancestry, rows, 3, rows.misclassified()).unwrap().value == 0


def test_oracle_29_what_memoising_saves() -> None:
    """Where there are K! trees, a memo makes do with 2^K - 1 entries."""

    def calls(k: int) -> tuple[int, int, int]:
        ancestry = from_matrix([[int(i != j) for j in range(k)] for i in range(k)])
        rows = Rows(range(k), tuple(~(1 << i) & (1 << k) - 1 for i in range(k)))
        problem, whole = decision_trees(ancestry, rows)

        def non_empty(seed: Pair) -> Iterator[tuple[int, tuple[Pair, ...]]]:
            for root, parts in problem.splits(seed):
                yield root, tuple(part for part in parts if part[0])

        forest = explore(Problem("non-empty rule lists", problem.base, non_empty), whole)
        looked_up = 1 + sum(len(parts) for forks in forest.forks for _, parts in forks.each())
        return forest.calls, looked_up, len(forest)

    assert [calls(k) for k in (4, 6, 8)] == [(41, 29, 15), (1237, 187, 63), (69281, 1017, 255)]


# Binary features -------------------------------------------------------------------------------------


def each_feature_once(rows: Rows, k: int) -> int:
    """The fewest errors of any tree that uses k features, each of them once."""
    chosen = kcombs(k, range(len(rows.plus)))
    return min(
        least(*odt_bf_module.decision_trees(features, rows), rows.misclassified()) for features in chosen
    )


def test_oracle_30_xor() -> None:
    """XOR needs a feature twice: MurTree's Eq. (1) can do that, (29) over combinations cannot."""
    rows = Rows.from_table([(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 0)], [0, 1, 1, 0])
    assert least(*murtree(rows, depth=2, branches=3), rows.misclassified()) == 0
    assert each_feature_once(rows, 3) == 1


def test_oracle_31_parity() -> None:
    """Parity of three features takes all seven branches that depth three allows."""
    vertices = list(product((0, 1), repeat=3))
    rows = Rows.from_table(vertices, [sum(vertex) % 2 for vertex in vertices])
    by_branches = [least(*murtree(rows, 3, n), rows.misclassified()) for n in range(8)]
    assert by_branches == [4, 4, 4, 3, 2, 2, 1, 0]
    assert [each_feature_once(rows, k) for k in range(4)] == [4, 4, 4, 3]


def test_oracle_32_three_spaces_of_binary_features() -> None:
    """Any reuse, no feature twice on a path, each feature once per tree: three spaces of different size."""

    def sizes(features: int, branches: int) -> tuple[int, int, int]:
        chosen = kcombs(branches, range(features))
        return (
            count(*any_feature(range(features), branches)),
            count(*no_feature_twice(range(features), branches)),
            sum(count(*odt_bf(rules)) for rules in chosen),
        )

    shapes = [(2, 3), (3, 3), (4, 3), (4, 4)]
    expected = [(40, 2, 0), (135, 36, 30), (320, 132, 120), (3584, 576, 336)]
    assert [sizes(*shape) for shape in shapes] == expected


# Binary space partitions -----------------------------------------------------------------------------


def measured(segments: Sequence[tuple[Pair, Pair]]) -> tuple[int, int, int, int]:
    """Fewest branches, fewest cells (28), number of trees, fewest branches over global permutations."""
    problem, whole = bsp(segments)

    def in_order(order: tuple[int, ...]) -> int:
        def place(split: tuple[tuple[Fragment, ...], object]) -> int:
            return min(order.index(fragment.number) for fragment in split[0])

        ordered = Problem(
            "bsp in order", problem.base, lambda cell: sorted(problem.splits(cell), key=place)[:1]
        )
        return least(ordered, whole, SIZE)

    by_order = min(map(in_order, permutations(range(len(segments)))))
    return least(problem, whole, SIZE), least(problem, whole, CELLS), count(problem, whole), by_order


def test_oracle_34_two_crossing() -> None:
    """Of two segments that cross, one is cut whichever comes first."""
    assert measured([((0, 0), (2, 2)), ((0, 2), (2, 0))]) == (3, 7, 2, 3)


def test_oracle_35_tee() -> None:
    """Where one segment ends on the other, the right order cuts nothing."""
    assert measured([((0, 0), (4, 0)), ((2, 0), (2, 3))]) == (2, 5, 2, 2)


def test_oracle_36_three_crossing() -> None:
    """Three segments that cross have twelve trees, more than 3!: cells on both sides choose anew."""
    segments = [((0, 0), (6, 1)), ((1, -2), (5, 4)), ((0, 3), (6, -2))]
    assert measured(segments) == (6, 13, 12, 6)


def test_oracle_37_pinwheel() -> None:
    """In a pinwheel the line of each segment cuts the next one, so one cut is unavoidable."""
    segments = [((0, 0), (3, 0)), ((4, -1), (4, 2)), ((2, 3), (5, 3)), ((1, 1), (1, 4))]
    assert measured(segments) == (5, 11, 24, 5)


def test_oracle_38_grid() -> None:
    """A grid of two by two lines has four crossings, and each costs a branch."""
    segments = [((0, 1), (3, 1)), ((0, 2), (3, 2)), ((1, 0), (1, 3)), ((2, 0), (2, 3))]
    assert measured(segments) == (8, 17, 64, 8)


def test_oracle_39_permutations_do_not_suffice() -> None:
    """Choosing anew in every cell takes six branches, any order fixed beforehand seven."""
    segments = [((0, 1), (5, 2)), ((3, 1), (5, 7)), ((3, 2), (6, 6)), ((5, 3), (7, 1))]
    assert measured(segments) == (6, 13, 64, 7)


# K-D trees -------------------------------------------------------------------------------------------


def test_oracle_41_ties() -> None:
    """Strict sides lose points that tie, sending ties right adds a tree, the superkey does neither."""
    column = ((0, 0), (0, 1), (0, 2))
    lists = [trees(*kd_tree(column, ties)) for ties in ("drop", "right", "superkey")]
    kept = [(len(listed), sorted({size(tree) for tree in listed})) for listed in lists]
    assert kept == [(3, [1]), (6, [3]), (5, [3])]


def test_oracle_42_general_position() -> None:
    """Without ties neither the number of K-D trees nor the least total depth depends on the points."""

    def scattered(n: int, dimensions: int) -> list[tuple[int, ...]]:
        return [tuple(i * step % 11 for step in (1, 3, 5)[:dimensions]) for i in range(n)]

    for dimensions in (1, 2, 3):
        numbers = [count(*kd_tree(scattered(n, dimensions))) for n in range(7)]
        depths = [optimal_depth(scattered(n, dimensions)) for n in range(1, 9)]
        assert (numbers, depths) == ([1, 1, 2, 5, 14, 42, 132], [1, 3, 5, 8, 11, 14, 17, 21])


# Bracketing ------------------------------------------------------------------------------------------


def test_oracle_44_five_bracketings() -> None:
    """Four things can be cut in three places and bracketed in five ways."""
    nested = Algebra[None, str, object](str, lambda _, parts: parts)
    assert proper_partitions("ABCD") == [
        (("A",), ("B", "C", "D")),
        (("A", "B"), ("C", "D")),
        (("A", "B", "C"), ("D",)),
    ]
    assert solve(bracketings("ABCD").problem, nested)((0, 4)) == [
        ("A", ("B", ("C", "D"))),
        ("A", (("B", "C"), "D")),
        (("A", "B"), ("C", "D")),
        (("A", ("B", "C")), "D"),
        ((("A", "B"), "C"), "D"),
    ]


def test_oracle_45_matrix_chains() -> None:
    """The fewest scalar multiplications for four chains of matrices."""
    chains = [(10, 100, 5, 50), (30, 35, 15, 5, 10, 20, 25), (40, 20, 30, 10, 30), (1, 2, 3, 4, 5)]
    costs = [least(*matrix_chain(dimensions), MULTIPLICATIONS)[2] for dimensions in chains]
    assert costs == [7500, 15125, 26000, 38]


def test_oracle_46_no_knuth_window_for_chains() -> None:
    """Looking for a cut only between the cuts of both shorter spans misses the optimum of a chain."""
    problem, whole = matrix_chain((1, 2, 2, 1, 1))

    def first_cut(span: Pair) -> int:
        tree = optimum(windowed, span, MULTIPLICATIONS).unwrap().tree
        assert isinstance(tree, Node)
        return span[0] + len(leaves(tree.parts[0]))

    def splits(span: Pair) -> list[tuple[None, tuple[Pair, ...]]]:
        i, j = span
        offers = list(problem.splits(span))
        if j - i <= 2:
            return offers
        window = range(first_cut((i, j - 1)), first_cut((i + 1, j)) + 1)
        return [(root, parts) for root, parts in offers if parts[0][1] in window]

    windowed = Problem("mcmp in a window", problem.base, splits)
    assert least(problem, whole, MULTIPLICATIONS)[2] == 7
    assert least(windowed, whole, MULTIPLICATIONS)[2] == 8


def test_oracle_48_search_trees() -> None:
    """The least weighted depth of a search tree for two lists of weights."""
    costs = [least(*search_trees(len(hits)), look_up_cost(hits))[1] for hits in [(34, 8, 50), (4, 2, 6, 3)]]
    assert costs == [142, 26]


def test_oracle_49_search_tree_of_nine_keys() -> None:
    """The engine and the plain recursion agree, and only one key can be the root of an optimum."""
    problem, whole = search_trees(9)
    cost = look_up_cost([3, 9, 10, 16, 6, 3, 9, 1, 15])
    ((_, by_recursion),) = solve(problem, cost)(whole)
    all_trees = trees(problem, whole, limit=None)
    roots = {level_order(tree)[0] for tree in all_trees if fold(cost, tree)[1] == by_recursion}
    assert (least(problem, whole, cost)[1], by_recursion, sorted(roots)) == (170, 170, [3])


# Minimum size ----------------------------------------------------------------------------------------

Example: TypeAlias = tuple[tuple[int, ...], Hashable]
"""What was measured, and the label."""


def uniform(examples: Iterable[Example]) -> bool:
    """Whether all examples have one label, as no example does."""
    return len({label for _, label in examples}) <= 1


def parted(examples: frozenset[Example], feature: int, cut: int) -> tuple[frozenset[Example], ...]:
    """The examples up to a threshold, and those beyond it."""
    low = frozenset(example for example in examples if example[0][feature] <= cut)
    return low, examples - low


def smallest_size(examples: Iterable[Example], features: Iterable[int]) -> int:
    """The fewest thresholds of any tree over these features that errs on no example."""
    chosen = tuple(features)

    def splits(here: frozenset[Example]) -> Iterator[tuple[Pair, tuple[frozenset[Example], ...]]]:
        for feature in chosen if not uniform(here) else ():
            for cut in sorted({x[feature] for x, _ in here})[:-1]:
                yield (feature, cut), parted(here, feature, cut)

    fitting = Problem[frozenset[Example], Pair, None](
        "fitting", lambda here: [None] if uniform(here) else [], splits
    )
    return least(fitting, frozenset(examples), SIZE)


def minimal_support_sets(examples: Sequence[Example]) -> list[list[int]]:
    """The smallest sets of features, by inclusion, on which no two examples of different label agree."""
    differences = [
        {feature for feature, (a, b) in enumerate(zip(x, y, strict=True)) if a != b}
        for (x, label), (y, other) in combinations(examples, 2)
        if label != other
    ]
    features = range(len(examples[0][0]))
    chosen = (set(some) for k in range(len(features) + 1) for some in kcombs(k, features))
    supports = [some for some in chosen if all(some & difference for difference in differences)]
    return [sorted(some) for some in supports if not any(other < some for other in supports)]


def branching_set(examples: Sequence[Example], support: set[int], reference: tuple[int, ...]) -> list[int]:
    """Where examples that differ on the support, one for each of its values, differ from the reference."""
    one_each = {tuple(x[feature] for feature in sorted(support)): x for x, _ in examples}.values()
    return sorted({f for x in one_each for f, value in enumerate(x) if value != reference[f]} - support)


def test_oracle_50_lines_and_checkerboards() -> None:
    """Where labels alternate every field needs its own leaf, on a line as on a checkerboard."""

    def board(rows: int, columns: int) -> list[Example]:
        return [((i, j), (i + j) % 2) for i, j in product(range(rows), range(columns))]

    lines = [smallest_size([((i,), i % 2) for i in range(n)], [0]) for n in range(2, 7)]
    boards = [smallest_size(board(*shape), [0, 1]) for shape in [(2, 2), (2, 3), (3, 3)]]
    assert (lines, boards) == ([1, 2, 3, 4, 5], [3, 5, 8])


def test_oracle_51_minimal_support_sets_are_not_enough() -> None:
    """The one minimal support set gives three cuts; its branching set names the feature that saves one."""
    examples = [((0, 0), 0), ((0, 1), 1), ((1, 2), 0), ((0, 3), 1)]
    supports = minimal_support_sets(examples)
    assert supports == [[1]]
    assert smallest_size(examples, range(2)) == 2
    assert min(smallest_size(examples, support) for support in supports) == 3
    assert branching_set(examples, {1}, reference=examples[0][0]) == [0]


def test_oracle_52_nor_for_boolean_features() -> None:
    """With Boolean features, too, a feature outside the minimal support set makes a smaller tree."""
    examples = [
        ((0, 0, 0, 0), 0),
        ((0, 0, 0, 1), 1),
        ((0, 1, 0, 1), 0),
        ((1, 0, 0, 1), 0),
        ((1, 0, 1, 0), 1),
        ((1, 1, 1, 1), 1),
    ]
    supports = minimal_support_sets(examples)
    assert supports == [[0, 1, 3]]
    assert smallest_size(examples, range(4)) == 4
    assert min(smallest_size(examples, support) for support in supports) == 5


PseudoTree: TypeAlias = "tuple[PseudoTree, int, PseudoTree] | None"
"""A tree (left, feature, right) whose thresholds are still to be found."""


def find_thresholds(
    examples: frozenset[Example], tree: PseudoTree, path: tuple[int, ...] = ()
) -> dict[tuple[int, ...], int] | None:
    """The threshold of every node by its path: the largest one that its left part can do with."""
    if tree is None:
        return {} if uniform(examples) else None
    left, feature, right = tree
    values = sorted({x[feature] for x, _ in examples}) or [0]
    for cut in (*reversed(values), values[0] - 1):
        low, high = parted(examples, feature, cut)
        below = find_thresholds(low, left, (*path, 0))
        if below is not None:
            beyond = find_thresholds(high, right, (*path, 1))
            return None if beyond is None else {path: cut, **below, **beyond}
    return None


def test_oracle_53_thresholds_of_a_pseudo_tree() -> None:
    """A feature that occurs twice needs a threshold for each node, not for each feature."""
    examples = frozenset({((0,), "a"), ((1,), "b"), ((2,), "c")})
    assert find_thresholds(examples, ((None, 0, None), 0, None)) == {(): 1, (0,): 0}


# Branches --------------------------------------------------------------------------------------------


def test_oracle_55_penalised_accuracy() -> None:
    """Accuracy less a penalty for every split: XOR is worth its three splits only if they are cheap."""
    vertices = list(product((0, 1), repeat=2))

    def best(labels: str, penalty: Fraction) -> Fraction:
        rows = Rows.from_table(vertices, labels)

        def splits(here: int) -> Iterator[tuple[int, Pair]]:
            for feature in range(2):
                parts = rows.act(feature, 0, here), rows.act(feature, 1, here)
                if all(parts):
                    yield feature, parts

        worth = Algebra[int, int, Fraction](
            lambda here: Fraction(here.bit_count() - rows.errors(here), len(vertices)),
            lambda _, values: sum(values) - penalty,
            largest,
        )
        return least(Problem("branches", lambda here: [here], splits), rows.everything, worth)

    cases = [("0110", (1, 10)), ("0110", (1, 5)), ("0001", (1, 10)), ("0011", (1, 10))]
    expected = [(7, 10), (1, 2), (4, 5), (9, 10)]
    found = [best(labels, Fraction(*penalty)) for labels, penalty in cases]
    assert [(value.numerator, value.denominator) for value in found] == expected


def test_oracle_56_branch_evaluations() -> None:
    """Corollary 4.5 of Branches bounds the branches evaluated, and is what walking them all counts."""

    def deepest(features: int, penalty: Fraction) -> int:
        return min(ceil(1 / (2 * penalty)) - 1, features - 1)

    def bound(features: int, penalty: Fraction) -> int:
        lengths = range(deepest(features, penalty) + 1)
        return sum((features - h) * 2 ** (h + 1) * comb(features, h) for h in lengths)

    def walked(features: int, penalty: Fraction) -> int:
        longest = deepest(features, penalty)

        def splits(branch: frozenset[Pair]) -> Iterator[tuple[int, tuple[frozenset[Pair], ...]]]:
            for feature in set(range(features)) - {f for f, _ in branch} if len(branch) <= longest else ():
                yield feature, tuple(branch | {(feature, value)} for value in (0, 1))

        forest = explore(Problem("branches", lambda branch: [branch], splits), frozenset())
        return sum(len(parts) for forks in forest.forks for _, parts in forks.each())

    penalties = [Fraction(1, 10), Fraction(1, 20), Fraction(1, 100)]
    assert [[bound(features, penalty) for penalty in penalties] for features in (10, 15, 20)] == [
        [57020, 393660, 393660],
        [579630, 75259950, 143489070],
        [2819640, 3011009080, 46490458680],
    ]
    assert walked(10, penalties[0]) == 57020
