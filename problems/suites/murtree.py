"""What MurTree's Eq. (1) owes: its bounds and its two memo keys."""

from __future__ import annotations

from collections.abc import Set
from typing import TYPE_CHECKING, Any

from derive import Instance, Key, Problem, count, depth, optimum, trees
from laws import AT_MOST, Law, Suite
from laws.fusion import Asked, owed
from laws.memo import key_sound
from problems import draws, murtree, odt_bf
from problems.rows import Rows

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Budgeted = tuple[Rows, int, int]


def _budgeted() -> SearchStrategy[Budgeted]:
    from hypothesis import strategies as st

    return st.tuples(draws.features_with_data(3, least=2), st.integers(1, 2), st.integers(1, 3))


def _contradictory() -> SearchStrategy[Rows]:
    """Rows of which many are equal but for their label, so that no tree is free of errors."""
    from hypothesis import strategies as st

    row = st.tuples(st.lists(st.integers(0, 1), min_size=2, max_size=2), st.sampled_from("ab"))
    return st.lists(row, min_size=6, max_size=8).map(
        lambda rows: Rows.from_table([cells for cells, _ in rows], [label for _, label in rows])
    )


def _tight() -> SearchStrategy[Budgeted]:
    from hypothesis import strategies as st

    return st.tuples(_contradictory(), st.integers(0, 2), st.integers(0, 2))


Compared = tuple[Budgeted, set[int], set[int]]


def _compared() -> SearchStrategy[Compared]:
    """Rows, and which of them the old and the new dataset are without."""
    from hypothesis import strategies as st

    lost = st.sets(st.integers(0, 5), max_size=2)
    return st.tuples(_tight(), lost, lost)


def without(rows: Rows, lost: Set[int]) -> int:
    """All rows but some.

    >>> without(Rows("abba", ()), {0, 2}) == 0b1010
    True
    """
    return rows.everything & ~sum(1 << row for row in lost)


def _similar(drawn: Compared) -> int:
    (rows, depth, branches), old, new = drawn
    return least_errors(rows, without(rows, old), depth, branches) - len(new - old)


def _new(drawn: Compared) -> int:
    (rows, depth, branches), _, new = drawn
    return least_errors(rows, without(rows, new), depth, branches)


Rooted = tuple[Compared, int]


def _rooted() -> SearchStrategy[Rooted]:
    """The same with one branch or more, and the feature of the first."""
    from hypothesis import strategies as st

    lost = st.sets(st.integers(0, 5), max_size=2)
    tight = st.tuples(_contradictory(), st.integers(1, 2), st.integers(1, 2))
    return st.tuples(st.tuples(tight, lost, lost), st.integers(0, 1))


def _similar_below(drawn: Rooted) -> int:
    ((rows, depth, branches), old, new), root = drawn
    return least_errors_below(rows, without(rows, old), root, depth, branches) - len(new - old)


def _new_below(drawn: Rooted) -> int:
    ((rows, depth, branches), _, new), root = drawn
    return least_errors_below(rows, without(rows, new), root, depth, branches)


def least_errors_below(rows: Rows, arriving: int, root: int, depth: int, branches: int) -> int:
    """The fewest errors on some rows of a tree that has this root.

    >>> xor = Rows.from_table([[0, 0], [0, 1], [1, 0], [1, 1]], "abba")
    >>> least_errors_below(xor, 0b1111, 0, 2, 3), least_errors_below(xor, 0b0011, 0, 1, 1)
    (0, 1)
    """
    problem, (_, d, n) = murtree.murtree(rows, depth, branches)
    wrong = rows.misclassified()
    return min(
        sum(optimum(problem, part, wrong).unwrap().value for part in parts)
        for feature, parts in problem.splits((arriving, d, n))
        if feature == root
    )


def least_errors(rows: Rows, arriving: int, depth: int, branches: int) -> int:
    """T(D, d, n) of Eq. (1): the fewest errors on some rows with a depth and a number of branches.

    >>> xor = Rows.from_table([[0, 0], [0, 1], [1, 0], [1, 1]], "abba")
    >>> least_errors(xor, 0b1111, 2, 3), least_errors(xor, 0b0011, 0, 0)
    (0, 1)
    """
    problem, (_, d, n) = murtree.murtree(rows, depth, branches)
    return optimum(problem, (arriving, d, n), rows.misclassified()).unwrap().value


def least_errors_of_all(rows: Rows, depth: int, branches: int) -> int:
    """The same on all rows.

    >>> least_errors_of_all(Rows("ab", (0b01,)), 1, 1)
    0
    """
    return least_errors(rows, rows.everything, depth, branches)


def _larger(drawn: Budgeted) -> int:
    rows, depth, branches = drawn
    return least_errors_of_all(rows, depth + 1, branches + 1)


def _each_once(rows: Rows) -> int:
    features = range(len(rows.plus))
    return optimum(*odt_bf.decision_trees(features, rows), rows.misclassified()).unwrap().value


def _within(rows: Rows, most_deep: int, branches: int) -> int:
    deep, exactly = murtree.budget(most_deep, branches)
    instance = odt_bf.any_feature(range(len(rows.plus)), exactly)
    return sum(depth(tree) <= deep for tree in trees(*instance, limit=None))


def _branch_seeds(drawn: Budgeted) -> Instance[Any, int, int]:
    """Eq. (1) with the path itself in the seed, as a tuple of literals, so that keys can be compared."""
    rows, depth, branches = drawn
    problem, (_, d, n) = murtree.murtree(rows, depth, branches)

    def splits(seed: Any) -> Any:
        path, arriving, below, left = seed
        for feature, parts in problem.splits((arriving, below, left)):
            yield feature, tuple(((*path, (feature, side)), *part) for side, part in enumerate(parts))

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
            "murtree: as many as any reuse within the depth",
            _tight,
            lhs=lambda drawn: count(*murtree.murtree(*drawn)),
            rhs=lambda drawn: _within(*drawn),
            says="Eq. (1) with F features has the trees of n branches over F features, any reuse, at most d deep",
            latex=r"|T(d, n)| = |\{t \in \mathit{trees}(F, n) \mid \mathit{depth}\;t \le d\}|",
            cite="MurTree, Eq. (1), first two lines",
            owed_by=("count", "trees"),
        ),
        Law(
            "similarity bound",
            _compared,
            lhs=_similar,
            rhs=_new,
            candidates=lambda drawn: range(1 + _similar(drawn)),
            same=AT_MOST,
            says="T(D_old, d, n) - |D_old without D_new| <= T(D_new, d, n)",
            latex=r"T(D_{old}, d, n) - |D_{old} \setminus D_{new}| \le T(D_{new}, d, n)",
            cite="MurTree, Proposition 9",
            owed_by=("optimum",),
        ),
        Law(
            "similarity bound, root by root",
            _rooted,
            lhs=_similar_below,
            rhs=_new_below,
            candidates=lambda drawn: range(1 + _similar_below(drawn)),
            same=AT_MOST,
            says="what a root costs on D_old, less |D_old without D_new|, it costs on D_new at least",
            latex=r"T_r(D_{old}, d, n) - |D_{old} \setminus D_{new}| \le T_r(D_{new}, d, n)",
            cite="sharper than MurTree, Proposition 9",
            owed_by=("optimum",),
        ),
        Law(
            "a larger budget has no more errors",
            _tight,
            lhs=_larger,
            rhs=lambda drawn: least_errors_of_all(*drawn),
            candidates=lambda drawn: range(1 + _larger(drawn)),
            same=AT_MOST,
            says="T(D, d', n') <= T(D, d, n) for d' >= d and n' >= n",
            latex=r"d' \ge d \wedge n' \ge n \Rightarrow T(D, d', n') \le T(D, d, n)",
            cite="MurTree, Proposition 11",
            owed_by=("optimum",),
        ),
        Law(
            "each rule once is no better than any reuse",
            lambda: draws.features_with_data(3, least=2),
            lhs=lambda rows: least_errors_of_all(rows, len(rows.plus), len(rows.plus)),
            rhs=_each_once,
            candidates=lambda rows: range(1 + _each_once(rows)),
            same=AT_MOST,
            says="Eq. (1) with K branches has no more errors than genDTBFs over K rules",
            latex=r"T(D, K, K) \le \min_E \mathit{genDTBFs}(rs)",
            cite="finding 1 on section 6.2",
            owed_by=("optimum",),
        ),
    ],
    telling=0.1,
)
