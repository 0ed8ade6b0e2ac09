"""What every problem owes, as suites of laws: ``SUITES`` by the problem's name.

>>> sorted(SUITES)
['bsp', 'catalans', 'kd-tree', 'mcmp', 'murtree', 'murtrees', 'odt-bf', 'proper-dt']
>>> from laws import Evidence
>>> law = next(law for law in SUITES["catalans"].laws if "Knuth" in law.name)
>>> isinstance(law.check(examples=20).unwrap(), Evidence)
True
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from math import factorial
from typing import TYPE_CHECKING, Any

from derive import Instance, Key, Tree, count, dacc, level_order, map_leaves, optimum, short, trees
from laws import AS_BAGS, AT_MOST, INCLUDED, Law, Suite
from laws.fusion import Asked, owed
from laws.memo import conserves, key_sound, quotient_sound, shrinks
from problems import bsp, catalans, draws, kd_tree, mcmp, murtree, murtrees, odt_bf, proper
from problems.ancestry import Ancestry, tree_violations
from problems.rows import Rows

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Ruled = tuple[Ancestry, Rows]


def _sizes(most: int) -> Callable[[], SearchStrategy[int]]:
    def draw() -> SearchStrategy[int]:
        from hypothesis import strategies as st

        return st.integers(0, most)

    return draw


def closed_form(
    name: str, counted: Callable[[int], int], formula: Callable[[int], int], says: str, latex: str
) -> Law[int]:
    """That counting gives a known formula, for sizes up to forty.

    >>> closed_form("squares", lambda n: n * n, lambda n: sum(range(1, 2 * n, 2)), "", "").check().unwrap().examples
    41
    """
    return Law(
        f"{name}: closed form",
        _sizes(40),
        lhs=counted,
        rhs=formula,
        says=says,
        latex=latex,
        cite="He & Little, Lemma 6.2 and section 6",
        owed_by=("Quotient", "COUNT"),
    )


# ---------------------------------------------------------------- proper decision trees


def _decide(pair: Ruled) -> Asked[Any, int, int, int]:
    return Asked(*proper.decision_trees(*pair), pair[1].misclassified())


def _orders(ancestry: Ancestry) -> list[tuple[int, ...]]:
    return [level_order(tree) for tree in trees(*proper.proper_trees(ancestry), limit=None)]


def _constant_rows(ancestry: Ancestry) -> bool:
    rows = ([entry for j, entry in enumerate(row) if i != j] for i, row in enumerate(ancestry.matrix))
    return all(0 not in row and len(set(row)) <= 1 for row in rows)


def _at_leaves(rows: Rows, tree: Tree[int, None]) -> Tree[int, int]:
    def side(part: int) -> Callable[[int], int]:
        return lambda rule: rows.act(rule, part, rows.everything)

    whole = map_leaves(lambda _: rows.everything, tree)
    return dacc(int, (side(0), side(1)), (int.__and__, int.__and__), whole)


def _best_of(instance: Instance[Any, int, int], rows: Rows) -> int | None:
    return optimum(*instance, rows.misclassified()).map(lambda best: best.value).value_or(None)


PROPER = Suite(
    "proper-dt",
    [
        *owed("proper-dt errors", lambda: draws.rules_with_data(4, least=3), _decide),
        conserves("proper-dt", draws.matrices, proper.proper_trees, int.bit_count),
        Law(
            "permutations = trees",
            draws.matrices,
            lhs=_orders,
            rhs=lambda ancestry: proper.valid_permutations(ancestry, len(ancestry)),
            same=AS_BAGS,
            says="map level_order . trees = filter valid . perms, as bags",
            latex=r"\mathit{map}\;\mathit{levelorder} \cdot \mathit{genBTs} = \mathit{filter}\;p \cdot \mathit{perms}",
            cite="He & Little, Corollary 3.6 with the exact predicate",
            owed_by=("level_order", "kperms", "trees"),
        ),
        Law(
            "level order is injective",
            draws.matrices,
            lhs=lambda ancestry: len(set(_orders(ancestry))),
            rhs=lambda ancestry: count(*proper.proper_trees(ancestry)),
            says="two proper trees with one level order are equal",
            latex=r"\mathit{levelorder}\;t = \mathit{levelorder}\;u \Rightarrow t = u",
            cite="He & Little, Corollary 3.6",
            owed_by=("level_order",),
            candidates=_orders,
        ),
        Law(
            "rebuilding inverts level order",
            draws.matrices,
            lhs=lambda ancestry: [proper.rebuild(ancestry, order).unwrap() for order in _orders(ancestry)],
            rhs=lambda ancestry: trees(*proper.proper_trees(ancestry)),
            says="rebuild . level_order = id on proper trees",
            latex=r"\mathit{rebuild} \cdot \mathit{levelorder} = \mathit{id}",
            cite="He & Little, Corollary 3.6",
            owed_by=("level_order",),
        ),
        Law(
            "K! trees iff all rows are constant and non-zero",
            draws.matrices,
            lhs=lambda ancestry: count(*proper.proper_trees(ancestry)) == factorial(len(ancestry)),
            rhs=_constant_rows,
            says="|trees| = K! iff every row of the matrix is constant and non-zero off the diagonal",
            latex=r"|\mathit{genBTs}| = K! \iff \forall i\, \exists s \in \{1,-1\}\, \forall j \ne i.\; K_{ij} = s",
            cite="He & Little, Lemma 4.14; against Lemma 3.7",
            owed_by=("count",),
        ),
        Law(
            "every tree keeps to the matrix",
            draws.matrices,
            lhs=lambda ancestry: [
                tree_violations(ancestry, t) for t in trees(*proper.proper_trees(ancestry))
            ],
            rhs=lambda ancestry: [[] for _ in _orders(ancestry)],
            says="in every generated tree each rule lies on the side of every rule above it",
            latex=r"t \in \mathit{genBTs} \Rightarrow r_j \text{ below } r_i \text{ on side } K_{ij}",
            cite="He & Little, Axiom 3 read of one tree; Lemma 4.5",
            owed_by=("trees",),
            candidates=_orders,
        ),
        Law(
            "data carried down = data accumulated up",
            draws.rules_with_data,
            lhs=lambda pair: trees(*proper.decision_trees(*pair)),
            rhs=lambda pair: [_at_leaves(pair[1], tree) for tree in trees(*proper.proper_trees(pair[0]))],
            says="trees (along p act) = map (dacc id sl sr cap cap) . trees p",
            latex=r"\mathit{genDTs} = \mathit{map}\;\mathit{dacc}_{id,sl,sr,\cap,\cap} \cdot \mathit{genBTs}'",
            cite="He & Little, Theorem 4.10",
            owed_by=("along", "dacc", "map_leaves"),
        ),
        Law(
            "by size = combination by combination",
            draws.rules_with_data,
            lhs=lambda pair: [
                _best_of(proper.sized_trees(pair[0], pair[1], k), pair[1]) for k in range(len(pair[0]) + 1)
            ],
            rhs=lambda pair: [
                proper.odt(pair[0], pair[1], k, pair[1].misclassified())
                .map(lambda best: best.value)
                .value_or(None)
                for k in range(len(pair[0]) + 1)
            ],
            says="optimum (sized k) = min . map sodt . kcombs k",
            latex=r"\mathit{odt}_K = \min_E \cdot \mathit{map}\;\mathit{sodt} \cdot \mathit{kcombs}_K",
            cite="He & Little, Theorem 4.3",
            owed_by=("kcombs", "optimum", "min_by"),
        ),
    ],
)

# ---------------------------------------------------------------- binary space partitions

BSP = Suite(
    "bsp",
    [
        *owed(
            "bsp cells", lambda: draws.segments(4, least=3), lambda given: Asked(*bsp.bsp(given), bsp.CELLS)
        ),
        shrinks("bsp", draws.segments, bsp.bsp, lambda cell: len({piece[0] for piece in cell})),
    ],
    telling=0.15,
)

# ---------------------------------------------------------------- K-D trees

Placed = list[tuple[tuple[int, int], int]]


def _kd(placed: Placed) -> Instance[Any, kd_tree.Bucket, None]:
    return kd_tree.kd_tree([place for place, _ in placed])


KD_TREE = Suite(
    "kd-tree",
    [
        *owed(
            "kd-tree look-ups",
            draws.weighted_points,
            lambda placed: Asked(*_kd(placed), kd_tree.look_up_cost([weight for _, weight in placed])),
        ),
        conserves("kd-tree", draws.weighted_points, _kd, lambda seed: int.bit_count(seed[1])),
        Law(
            "kd-tree: as many as search trees",
            draws.weighted_points,
            lhs=lambda placed: count(*_kd(placed)),
            rhs=lambda placed: catalans.catalan(len({place for place, _ in placed})),
            says="with the cyclic superkey there are Catalan(N) K-D trees of N distinct points",
            latex=r"|\mathit{kd}(N)| = \mathit{Catalan}(N)",
            cite="He & Little, 5.3",
            owed_by=("count",),
        ),
    ],
)

# ---------------------------------------------------------------- binary features


def _bf(n: int) -> Instance[Any, int, None]:
    return odt_bf.odt_bf(range(n))


def _mur(n: int) -> Instance[Any, int, None]:
    return murtrees.murtrees(range(n))


def _cat(n: int) -> Instance[Any, int, None]:
    return catalans.catalans(range(n))


def _all(instance: Instance[Any, Any, Any]) -> list[Tree[Any, Any]]:
    return trees(*instance, limit=None)


def _orders_of_keys(n: int) -> list[Tree[int, None]]:
    return [tree for order in permutations(range(n)) for tree in _all(catalans.catalans(order))]


ODT_BF = Suite(
    "odt-bf",
    [
        *owed(
            "odt-bf errors",
            lambda: draws.features_with_data(3, least=3),
            lambda rows: Asked(*odt_bf.decision_trees(range(len(rows.plus)), rows), rows.misclassified()),
        ),
        conserves("odt-bf", _sizes(4), _bf, len),
        quotient_sound("odt-bf", _sizes(5), _bf, odt_bf.BY_SIZE),
        quotient_sound(
            "no feature twice", _sizes(4), lambda n: odt_bf.no_feature_twice(range(n), 3), odt_bf.NO_REPEAT
        ),
        quotient_sound(
            "any feature", _sizes(4), lambda n: odt_bf.any_feature(range(3), n), odt_bf.any_reuse(3)
        ),
        closed_form(
            "odt-bf",
            odt_bf.BY_SIZE.count_class,
            lambda n: factorial(n) * catalans.catalan(n),
            "f(K) = K! Catalan(K)",
            r"f_{BF}(K) = K! \cdot \mathit{Catalan}(K)",
        ),
        closed_form(
            "any feature",
            odt_bf.any_reuse(3).count_class,
            lambda n: 3**n * catalans.catalan(n),
            "F**n Catalan(n) trees of n branches over F features",
            r"F^n \cdot \mathit{Catalan}(n)",
        ),
        Law(
            "odt-bf = orders times catalans",
            _sizes(4),
            lhs=lambda n: _all(_bf(n)),
            rhs=_orders_of_keys,
            same=AS_BAGS,
            says="genDTBFs rs is the disjoint union of genCatalans over all orders of rs",
            latex=r"\mathit{genDTBFs}\;rs = \biguplus_{\pi} \mathit{genCatalans}\,(\pi\;rs)",
            cite="He & Little, Lemma 6.2, as a bijection",
            owed_by=("trees", "perms"),
        ),
    ],
)

MURTREES = Suite(
    "murtrees",
    [
        *owed(
            "murtrees errors",
            lambda: draws.features_with_data(3, least=3),
            lambda rows: Asked(*murtrees.decision_trees(range(len(rows.plus)), rows), rows.misclassified()),
        ),
        conserves("murtrees", _sizes(4), _mur, len),
        quotient_sound("murtrees", _sizes(5), _mur, murtrees.BY_SIZE),
        Law(
            "catalans within murtrees",
            _sizes(4),
            lhs=lambda n: _all(_cat(n)),
            rhs=lambda n: _all(_mur(n)),
            same=INCLUDED,
            says="genCatalans rs is part of genMurtrees rs",
            latex=r"\mathit{genCatalans} \subseteq \mathit{genMurtrees}",
            cite="He & Little, (32)",
            owed_by=("trees",),
        ),
        Law(
            "murtrees within odt-bf",
            _sizes(4),
            lhs=lambda n: _all(_mur(n)),
            rhs=lambda n: _all(_bf(n)),
            same=INCLUDED,
            says="genMurtrees rs is part of genDTBFs rs",
            latex=r"\mathit{genMurtrees} \subseteq \mathit{genDTBFs}",
            cite="He & Little, (32)",
            owed_by=("trees",),
        ),
        Law(
            "strictly from three rules on",
            _sizes(30),
            lhs=lambda n: n >= 3,
            rhs=lambda n: (
                catalans.BY_SIZE.count_class(n)
                < murtrees.BY_SIZE.count_class(n)
                < odt_bf.BY_SIZE.count_class(n)
            ),
            says="f_Catalan(N) < f_Murtree(N) < f_BF(N) iff N >= 3",
            latex=r"f_{Catalan}(N) < f_{Murtree}(N) < f_{BF}(N) \iff N \ge 3",
            cite="He & Little, (32), restricted",
            owed_by=("Quotient",),
        ),
    ],
    telling=0.15,
)

# ---------------------------------------------------------------- search trees and bracketings


def _search(hits: Sequence[int]) -> Asked[Any, int, int, Any]:
    return Asked(*catalans.search_trees(len(hits)), catalans.look_up_cost(hits))


def knuth(
    n: int, leaf: Callable[[int], float], cost: Callable[[int, int, int], float], *, window: bool
) -> float:
    """A span recursion over n items, cut k between i < k < j or, in the window, between the roots of the two shorter spans.

    >>> weights = [34, 8, 50]
    >>> knuth(3, lambda _: 0, lambda i, j, _: sum(weights[i:j]), window=True)
    142
    """
    best: dict[tuple[int, int], tuple[float, int]] = {(i, i): (leaf(i), i) for i in range(n + 1)}
    for length in range(1, n + 1):
        for i in range(n - length + 1):
            j = i + length
            low, high = (best[i, j - 1][1], best[i + 1, j][1]) if window and length > 1 else (i, j - 1)
            options = ((best[i, k][0] + best[k + 1, j][0] + cost(i, j, k), k) for k in range(low, high + 1))
            best[i, j] = min(options, key=lambda option: option[0])
    return best[0, n][0]


def _window(hits: Sequence[int], *, window: bool) -> float:
    return knuth(len(hits), lambda _: 0, lambda i, j, _: sum(hits[i:j]), window=window)


CATALANS = Suite(
    "catalans",
    [
        *owed("catalans look-ups", draws.weights, _search),
        conserves("catalans", _sizes(6), _cat, lambda span: span[1] - span[0]),
        quotient_sound("catalans", _sizes(7), _cat, catalans.BY_SIZE),
        closed_form(
            "catalans",
            catalans.BY_SIZE.count_class,
            catalans.catalan,
            "there are Catalan(n) search trees over n keys",
            r"|\mathit{genCatalans}(n)| = \mathit{Catalan}(n)",
        ),
        Law(
            "Knuth window for search trees",
            lambda: draws.weights(9),
            lhs=lambda hits: _window(hits, window=True),
            rhs=lambda hits: _window(hits, window=False),
            says="the best root of a span lies between the best roots of the two spans one key shorter",
            latex=r"root(i, j-1) \le root(i, j) \le root(i+1, j)",
            cite="Knuth, Optimum binary search trees",
            owed_by=("optimum",),
        ),
        Law(
            "recursion over spans = optimum of the trees",
            draws.weights,
            lhs=lambda hits: _window(hits, window=False),
            rhs=lambda hits: (
                optimum(*catalans.search_trees(len(hits)), catalans.look_up_cost(hits)).unwrap().value[1]
            ),
            says="the table by spans answers what optimum answers",
            latex=r"\mathit{table}(0, n) = \mathit{optimum}",
            cite="Bird & Gibbons",
            owed_by=("optimum", "weighted_depth"),
        ),
    ],
)

MCMP = Suite(
    "mcmp",
    [
        *owed("mcmp", draws.dimensions, lambda dims: Asked(*mcmp.matrix_chain(dims), mcmp.MULTIPLICATIONS)),
        conserves("mcmp", _sizes(6), lambda n: mcmp.bracketings(range(n)), lambda s: s[1] - s[0], kept=0),
        quotient_sound("mcmp", _sizes(7), lambda n: mcmp.bracketings(range(n)), mcmp.BY_SIZE),
        closed_form(
            "mcmp",
            mcmp.BY_SIZE.count_class,
            lambda n: catalans.catalan(n - 1) if n else 0,
            "there are Catalan(n - 1) bracketings of n matrices",
            r"|\mathit{mcmp}(n)| = \mathit{Catalan}(n-1)",
        ),
        Law(
            "bracketings of n = search trees over n - 1",
            _sizes(7),
            lhs=lambda n: [short(tree, leaf=lambda _: ".") for tree in _all(mcmp.bracketings(range(n + 1)))],
            rhs=lambda n: [short(tree).replace("k ", "") for tree in _all(catalans.catalans(["k"] * n))],
            says="forgetting the labels makes them the same list",
            latex=r"\mathit{mcmp}(n+1) \cong \mathit{genCatalans}(n)",
            cite="He & Little, 6.3",
            owed_by=("trees", "short"),
        ),
    ],
)

# ---------------------------------------------------------------- MurTree's Eq. (1)

Budgeted = tuple[Rows, int, int]


def _budgeted() -> SearchStrategy[Budgeted]:
    from hypothesis import strategies as st

    return st.tuples(draws.features_with_data(3, least=2), st.integers(1, 2), st.integers(1, 3))


def _compared() -> SearchStrategy[tuple[Budgeted, int, int]]:
    from hypothesis import strategies as st

    masks = st.integers(0, 2**6 - 1)
    return st.tuples(_budgeted(), masks, masks)


def least_errors(rows: Rows, arriving: int, depth: int, branches: int) -> int:
    """T(D, d, n) of Eq. (1): the fewest errors on some rows with a depth and a number of branches.

    >>> xor = Rows.from_table([[0, 0], [0, 1], [1, 0], [1, 1]], "abba")
    >>> least_errors(xor, 0b1111, 2, 3), least_errors(xor, 0b0011, 0, 0)
    (0, 1)
    """
    problem, (_, d, n) = murtree.murtree(rows, depth, branches)
    return optimum(problem, (arriving & rows.everything, d, n), rows.misclassified()).unwrap().value


def _branch_seeds(drawn: Budgeted) -> Instance[Any, int, int]:
    """Eq. (1) with the path itself in the seed, as a tuple of literals, so that keys can be compared."""
    rows, depth, branches = drawn
    problem, (_, d, n) = murtree.murtree(rows, depth, branches)

    def splits(seed: Any) -> Any:
        path, arriving, below, left = seed
        for feature, parts in problem.splits((arriving, below, left)):
            yield feature, tuple(((*path, (feature, side)), *part) for side, part in enumerate(parts))

    from derive import Problem

    keyed = Problem[Any, int, int]("murtree with paths", lambda seed: problem.base(seed[1:]), splits)
    return Instance(keyed, ((), rows.everything, d, n))


DATASET = Key[Any]("dataset, depth and branches", lambda seed: seed[1:])
BRANCH = Key[Any]("set of literals, depth and branches", lambda seed: (frozenset(seed[0]), *seed[2:]))

MURTREE = Suite(
    "murtree",
    [
        *owed(
            "murtree errors",
            _budgeted,
            lambda drawn: Asked(*murtree.murtree(*drawn), drawn[0].misclassified()),
        ),
        key_sound("murtree", _budgeted, _branch_seeds, DATASET),
        key_sound("murtree", _budgeted, _branch_seeds, BRANCH),
        Law(
            "similarity bound",
            _compared,
            lhs=lambda drawn: (
                least_errors(drawn[0][0], drawn[1], *drawn[0][1:])
                - (drawn[1] & ~drawn[2] & drawn[0][0].everything).bit_count()
            ),
            rhs=lambda drawn: least_errors(drawn[0][0], drawn[2], *drawn[0][1:]),
            same=AT_MOST,
            says="T(D_old, d, n) - |D_old without D_new| <= T(D_new, d, n)",
            latex=r"T(D_{old}, d, n) - |D_{old} \setminus D_{new}| \le T(D_{new}, d, n)",
            cite="MurTree, Proposition 9",
            owed_by=("optimum",),
        ),
        Law(
            "a larger budget has no more errors",
            _budgeted,
            lhs=lambda drawn: least_errors(drawn[0], -1, drawn[1] + 1, drawn[2] + 1),
            rhs=lambda drawn: least_errors(drawn[0], -1, drawn[1], drawn[2]),
            same=AT_MOST,
            says="T(D, d', n') <= T(D, d, n) for d' >= d and n' >= n",
            latex=r"d' \ge d \wedge n' \ge n \Rightarrow T(D, d', n') \le T(D, d, n)",
            cite="MurTree, Proposition 11",
            owed_by=("optimum",),
        ),
        Law(
            "each rule once is no better than any reuse",
            draws.features_with_data,
            lhs=lambda rows: least_errors(rows, -1, len(rows.plus), len(rows.plus)),
            rhs=lambda rows: _best_of(odt_bf.decision_trees(range(len(rows.plus)), rows), rows),
            same=AT_MOST,
            says="Eq. (1) with K branches has no more errors than genDTBFs over K rules",
            latex=r"T(D, K, K) \le \min_E \mathit{genDTBFs}(rs)",
            cite="finding 1 on section 6.2",
            owed_by=("optimum",),
        ),
    ],
    telling=0.1,
)

SUITES: dict[str, Suite] = {
    suite.name: suite for suite in (PROPER, BSP, KD_TREE, ODT_BF, MURTREES, CATALANS, MCMP, MURTREE)
}
