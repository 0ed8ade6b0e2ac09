"""What smallest trees owe: the box program, thresholds by binary search, support sets, compiled programs."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from derive import DEPTH, SIZE, Tree, level_order, optimum, size
from laws import AT_MOST, INCLUDED, Law, Suite
from laws.fusion import Asked, owed
from problems.smallest import boxes, shapes, thresholds
from problems.smallest.bounds import size_from_few_leaves
from problems.smallest.examples import Examples
from problems.smallest.support import (
    bits,
    branching_set,
    coded,
    difference_sets,
    is_useful,
    minimal_support_sets,
)

if TYPE_CHECKING:
    from collections.abc import Hashable

    from hypothesis.strategies import SearchStrategy

    from problems.smallest.examples import Cut

Pairs = list[tuple[tuple[int, ...], str]]
Asking = tuple[Pairs, bool]

KOBOUROV = "Kobourov et al., "
SZEIDER = "Ordyniak & Szeider, "


def labelled_points(
    most: int = 6, features: int = 2, labels: str = "ab", least: int = 2
) -> SearchStrategy[Pairs]:
    """Labelled points of a small grid, no two of them equal.

    >>> from hypothesis import find
    >>> find(labelled_points(), lambda pairs: len({label for _, label in pairs}) == 2)
    [((0, 0), 'a'), ((0, 1), 'b')]
    """
    from hypothesis import strategies as st

    point = st.tuples(*[st.integers(0, 3) for _ in range(features)])
    pair = st.tuples(point, st.sampled_from(labels))
    return st.lists(pair, min_size=least, max_size=most, unique_by=lambda each: each[0])


def _asking() -> SearchStrategy[Asking]:
    """Labelled points of three classes, and whether depth counts."""
    from hypothesis import strategies as st

    return st.tuples(labelled_points(7, labels="abc"), st.booleans())


def _threes() -> SearchStrategy[Pairs]:
    return labelled_points(7, features=3)


def least(examples: Examples, deep: bool) -> int:
    """The size, or the depth, of the smallest tree, by the box program on sets of examples.

    >>> least(Examples.of([((i,), i % 2) for i in range(4)]), False)
    3
    """
    return optimum(*boxes.occupied(examples), DEPTH if deep else SIZE).unwrap().value


def _by(asking: Asking, method: str) -> tuple[int, bool]:
    """What a compiled program finds, and whether it has proved it."""
    from derive.kernels.smallest import smallest_tree
    from problems.smallest.by_support import sets_for

    pairs, deep = asking
    codes, labels = coded(Examples.of(pairs))
    sets = sets_for(codes, labels, deep)
    answer = smallest_tree(codes.T, labels, deep=deep, method=method, sets=sets)
    return answer.depth if deep else answer.branches, answer.optimal


def _kernel(method: str, cite: str, says: str) -> Law[Asking]:
    return Law(
        f"{method}: compiled = definition",
        _asking,
        lhs=lambda asking: _by(asking, method),
        rhs=lambda asking: (least(Examples.of(asking[0]), asking[1]), True),
        says=says,
        latex=r"\mathit{compiled}\;E = \min_{|T|} \{T \mid T \text{ fits } E\}",
        cite=cite,
        owed_by=("optimum",),
    )


def _low_part(pairs: Pairs) -> list[int]:
    """The least sizes for the examples up to each value of the first feature."""
    examples = Examples.of(pairs)
    problem, _ = boxes.occupied(examples)
    values = examples.values(0, examples.everything)
    held = [examples.holding(0, values[:i]) for i in range(1, len(values) + 1)]
    return [optimum(problem, rows, SIZE).unwrap().value for rows in held]


def _found(tree: Tree[Cut, Hashable] | None) -> int | None:
    return None if tree is None else size(tree)


def _by_thresholds(pairs: Pairs) -> int | None:
    examples = Examples.of(pairs)
    return _found(thresholds.smallest_tree(examples, examples.everything, len(pairs) - 1))


def _missed(pairs: Pairs) -> list[tuple[int, int]]:
    """Support sets with useful sets of features that their branching set does not meet."""
    examples = Examples.of(pairs)
    others = [sum(1 << f for f in some) for k in (1, 2) for some in combinations(examples.features, k)]
    return [
        (support, added)
        for support in minimal_support_sets(examples)
        for added in others
        if not added & support
        and is_useful(examples, support, added)
        and not added & branching_set(examples, support)
    ]


def _branching_size(pairs: Pairs) -> int:
    examples = Examples.of(pairs)
    return max((branching_set(examples, s).bit_count() for s in minimal_support_sets(examples)), default=0)


def _branching_bound(pairs: Pairs) -> int:
    examples = Examples.of(pairs)
    largest = max((len(examples.values(f, examples.everything)) for f in examples.features), default=0)
    widest = difference_sets(examples)[1]
    return max((largest ** s.bit_count() * 2 * widest for s in minimal_support_sets(examples)), default=0)


def _few_leaves_bound(pairs: Pairs) -> int:
    examples = Examples.of(pairs)
    found = boxes.few_leaves(examples)
    return size_from_few_leaves(len(examples.features), found[1] if found else 0)


def _clique(examples: Examples) -> int:
    """How many examples the search finds that conflict, each with each."""
    import numpy as np

    from derive.kernels.smallest.prepare import prepare

    codes, labels = coded(examples)
    data, _, _ = prepare(codes, labels, np.zeros(len(codes), np.uint8), False)
    return int(data.cliques.sum(axis=0).max())


SMALLEST = Suite(
    "smallest",
    [
        *owed(
            "box size",
            lambda: labelled_points(4),
            lambda pairs: Asked(*boxes.occupied(Examples.of(pairs)), SIZE),
        ),
        *owed(
            "box depth",
            lambda: labelled_points(4),
            lambda pairs: Asked(*boxes.occupied(Examples.of(pairs)), DEPTH),
        ),
        Law(
            "boxes = sets of examples",
            _asking,
            lhs=lambda asking: (
                optimum(*boxes.boxes(Examples.of(asking[0])), DEPTH if asking[1] else SIZE).unwrap().value
            ),
            rhs=lambda asking: least(Examples.of(asking[0]), asking[1]),
            says="cuts that part no examples make no tree smaller, so that boxes with the same examples are one",
            latex=r"\min \mathit{boxes}\;E = \min \mathit{occupied}\;E",
            cite=KOBOUROV + "Theorem 3.1",
            owed_by=("Problem", "optimum"),
        ),
        Law(
            "fewer examples, no larger tree",
            labelled_points,
            lhs=_low_part,
            rhs=lambda pairs: sorted(_low_part(pairs)),
            says="the least size for the examples up to t never falls as t rises, so that binary search finds t",
            latex=r"t \le t' \Rightarrow T(E[f \le t]) \le T(E[f \le t'])",
            cite=KOBOUROV + "proof of Theorem 3.2",
            owed_by=("optimum",),
        ),
        Law(
            "Algorithm 1, corrected",
            lambda: labelled_points(5),
            lhs=_by_thresholds,
            rhs=lambda pairs: least(Examples.of(pairs), False),
            says="thresholds by binary search, for every share of the branches, give the smallest tree",
            latex=r"|\mathit{SmallestDecisionTree}(E, d, s)| = \min_{|T| \le s} |T|",
            cite=KOBOUROV + "Algorithms 1 and 2",
            owed_by=("optimum",),
        ),
        Law(
            "Algorithm 1, for depth",
            lambda: labelled_points(6),
            lhs=lambda pairs: next(
                d
                for d in range(len(pairs))
                if thresholds.shallowest_tree(Examples.of(pairs), Examples.of(pairs).everything, d)
                is not None
            ),
            rhs=lambda pairs: least(Examples.of(pairs), True),
            says="the same with one less for both sides gives the least depth",
            latex=r"\mathit{depth}(\mathit{ShallowestDecisionTree}(E, d)) = \min_T \mathit{depth}(T)",
            cite=KOBOUROV + "Algorithms 1 and 2; minimum depth",
            owed_by=("optimum",),
        ),
        Law(
            "Theorem 3.6",
            _threes,
            lhs=lambda pairs: least(Examples.of(pairs), False),
            rhs=_few_leaves_bound,
            candidates=lambda pairs: range(1 + least(Examples.of(pairs), False)),
            same=AT_MOST,
            says="with R leaves of one of two classes, a smallest tree has at most 2d(2R - 1) + R - 1 branches",
            latex=r"|T| \le 2d(2R - 1) + R - 1",
            cite=KOBOUROV + "Theorem 3.6, Lemmas 3.4 and 3.5",
            owed_by=("optimum",),
        ),
        Law(
            "the features of a tree are a support set",
            _threes,
            lhs=lambda pairs: [0 for d in difference_sets(Examples.of(pairs))[0] if not d & _used(pairs)],
            rhs=lambda _: [],
            candidates=lambda pairs: difference_sets(Examples.of(pairs))[0] + [0],
            says="a tree that fits has a feature in which any two examples of different label differ",
            latex=r"\mathit{feat}(T) \cap \delta(e, e') \ne \emptyset",
            cite=SZEIDER + "Observation 1",
            owed_by=("optimum",),
        ),
        Law(
            "useful sets meet the branching set",
            _threes,
            lhs=_missed,
            rhs=lambda _: [],
            candidates=lambda pairs: range(1 + _branching_size(pairs)),
            says="every useful set of features has one in the branching set of a support set",
            latex=r"R \text{ useful for } S \Rightarrow R \cap R_0(S) \ne \emptyset",
            cite=SZEIDER + "Lemmas 11 to 13",
            owed_by=("kcombs",),
        ),
        Law(
            "size of the branching set",
            _threes,
            lhs=_branching_size,
            rhs=_branching_bound,
            candidates=lambda pairs: range(1 + _branching_size(pairs)),
            same=AT_MOST,
            says="a branching set has at most D_max^|S| * 2 delta_max features",
            latex=r"|R_0(S)| \le D_{\max}^{|S|} \cdot 2 \delta_{\max}",
            cite=SZEIDER + "Lemma 14",
            owed_by=("kcombs",),
        ),
        Law(
            "support sets are made of differences",
            _threes,
            lhs=lambda pairs: {f for s in minimal_support_sets(Examples.of(pairs)) for f in bits(s)},
            rhs=lambda pairs: {f for d in difference_sets(Examples.of(pairs))[0] for f in bits(d)},
            same=INCLUDED,
            says="minimal support sets are made of features in which examples of different label differ",
            latex=r"S \subseteq \bigcup \delta(e, e')",
            cite=SZEIDER + "Corollary 9",
            owed_by=("kcombs",),
        ),
        Law(
            "minDT, corrected",
            lambda: labelled_points(4, features=3),
            lhs=lambda pairs: _found(shapes.min_tree(Examples.of(pairs), 3)),
            rhs=lambda pairs: least(Examples.of(pairs), False),
            says="thresholds for all shapes over support sets, extended by branching sets, give the smallest tree",
            latex=r"|\mathit{minDT}(E, s)| = \min_{|T| \le s} |T|",
            cite=SZEIDER + "Theorem 8, Algorithms 1 to 4",
            owed_by=("trees", "optimum"),
        ),
        Law(
            "rows that conflict need a leaf each",
            _asking,
            lhs=lambda asking: _clique(Examples.of(asking[0])) - 1,
            rhs=lambda asking: least(Examples.of(asking[0]), False),
            candidates=lambda asking: range(_clique(Examples.of(asking[0]))),
            same=AT_MOST,
            says="where every box around two examples holds another label, they are in different leaves",
            latex=r"\mathit{clique}(E) - 1 \le |T|",
            cite="derive.kernels.smallest, the lower bound of the search",
            owed_by=("optimum",),
        ),
        _kernel(
            "boxes",
            KOBOUROV + "Theorem 3.1",
            "the table of boxes, or every cut with bounds, finds the least size",
        ),
        _kernel(
            "fpt", KOBOUROV + "Theorem 3.2", "thresholds by binary search, compiled, find the least size"
        ),
        _kernel(
            "support", SZEIDER + "Theorem 8", "the same over support sets, compiled, finds the least size"
        ),
    ],
    telling=0.1,
)


def _used(pairs: Pairs) -> int:
    """The features of a smallest tree."""
    tree = optimum(*boxes.occupied(Examples.of(pairs)), SIZE).unwrap().tree
    return sum(1 << f for f in {cut.feature for cut in level_order(tree)})
