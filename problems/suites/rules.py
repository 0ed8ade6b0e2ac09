"""What rules made from points owe: that none is missing, that merging loses none, and what proper trees cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from derive import explore, optimum, tabulate
from laws import AT_MOST, Law, Suite
from problems import draws, proper
from problems.exact import Point, orientation
from problems.rows import Rows

if TYPE_CHECKING:
    from problems.rules.cuts import Cuts

Labelled = list[tuple[tuple[int, ...], str]]


def _cuts(placed: Labelled, kind: str) -> Cuts:
    from problems.rules.family import family, one_closed_side

    chosen = one_closed_side(1) if kind == "one-sided" else family(kind)
    return chosen([place for place, _ in placed])


def _labels(placed: Labelled) -> str:
    return "".join(label for _, label in placed)


def _between(p: Point, ends: tuple[Point, ...]) -> bool:
    """Whether a point lies on a segment."""
    a, b = ends
    inside = all(min(x, y) <= z <= max(x, y) for x, y, z in zip(a, b, p, strict=True))
    return orientation(a, b, p) == 0 and inside


def _meet(one: tuple[Point, ...], other: tuple[Point, ...]) -> bool:
    """Whether the hulls of at most four points in all meet, by cases."""
    one, other = sorted((one, other), key=len)
    match len(one), len(other):
        case 1, 1:
            return one == other
        case 1, 2:
            return _between(one[0], other)
        case 1, 3:
            (p,), (a, b, c) = one, other
            turns = {orientation(a, b, p), orientation(b, c, p), orientation(c, a, p)}
            flat = orientation(a, b, c) == 0
            on_edge = any(_between(p, edge) for edge in combinations(other, 2))
            return on_edge or (not flat and len(turns) == 1)
        case _:
            (a, b), (c, d) = one, other
            crossing = (
                orientation(a, b, c) * orientation(a, b, d) < 0
                and orientation(c, d, a) * orientation(c, d, b) < 0
            )
            ends = [(p, other) for p in one] + [(p, one) for p in other]
            return crossing or any(_between(p, segment) for p, segment in ends)


def kirchberger(places: list[Point]) -> set[frozenset[int]]:
    """All ways to part points of the plane by a line, as the side without the first: by Kirchberger's theorem.

    A line parts two sets if one parts any four of their points so; that is decided by looking at hulls.

    >>> sorted(map(sorted, kirchberger([(0, 0), (1, 0), (2, 0)])))
    [[1, 2], [2]]
    """

    def parted(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
        for size in (2, 3, 4):
            for few in combinations(one + other, size):
                left = tuple(places[i] for i in few if i in one)
                right = tuple(places[i] for i in few if i not in one)
                if left and right and _meet(left, right):
                    return False
        return True

    everyone = range(len(places))
    return {
        frozenset(side)
        for size in range(1, len(places))
        for side in combinations(everyone[1:], size)
        if parted(side, tuple(i for i in everyone if i not in side))
    }


def _found(placed: Labelled) -> set[frozenset[int]]:
    """The cuts that the oblique rules make, as the side without the first point."""
    sides = _cuts(placed, "oblique").sides.tolist()
    return {frozenset(i for i, yes in enumerate(side) if yes != side[0]) for side in sides}


CURVES: dict[str, tuple[str, Callable[[int], tuple[int, ...]], int]] = {
    "a line": ("oblique", lambda t: (t,), 1),
    "the plane": ("oblique", lambda t: (t, t * t), 2),
    "space": ("oblique", lambda t: (t, t**2, t**3), 3),
    "conics of the plane": ("quadratic", lambda t: (t, t**3), 5),
}
"""Curves that no flat, or no conic, meets more often than it must."""


def _counted(kind: str, curve: Callable[[int], tuple[int, ...]], times: list[int]) -> int:
    return 2 * len(_cuts([(curve(t), "a") for t in times], kind)) + 2


def _cover(dimensions: int, times: list[int]) -> int:
    from problems.rules.dichotomies import cover

    return cover(len(times), dimensions)


def _cover_law(
    name: str, kind: str, curve: Callable[[int], tuple[int, ...]], dimensions: int
) -> Law[list[int]]:
    return Law(
        f"Cover's count in {name}",
        draws.times_on_a_curve,
        lhs=lambda times: _counted(kind, curve, times),
        rhs=lambda times: _cover(dimensions, times),
        says="N points in general position are parted in 2 (C(N-1, 0) + ... + C(N-1, D)) ways",
        latex=r"C(N, D) = 2 \sum_{k \le D} \binom{N-1}{k}",
        cite="Cover, Geometrical and statistical properties of systems of linear inequalities",
        owed_by=("kcombs",),
    )


KINDS = ("axis", "oblique", "quadratic", "axis + oblique")


def _by_kernel(placed: Labelled, kind: str) -> list[int]:
    import numpy as np

    from derive.kernels import wide

    cuts, labels = _cuts(placed, kind), _labels(placed)
    codes = np.array(["ab".index(label) for label in labels])
    features = np.ascontiguousarray(cuts.sides.T, dtype=np.uint8)
    return [round(answer.loss) for answer in wide.path(features, codes, 2, max_nodes=3)]


def optima(cuts: Cuts, labels: str, *, proper: bool, most: int = 3) -> list[int]:
    """The fewest errors with at most 0, 1, ... cuts, by definition.

    >>> from problems.rules.family import oblique
    >>> optima(oblique([(0, 0), (1, 1), (0, 1), (1, 0)]), "aabb", proper=True)
    [2, 1, 0, 0]
    """
    from problems.rules.inside import cut_trees, errors

    return [
        optimum(*cut_trees(cuts, labels, k, proper=proper), errors(labels)).unwrap().value
        for k in range(most + 1)
    ]


def _optima(placed: Labelled, kind: str, *, proper: bool, most: int = 3) -> list[int]:
    return optima(_cuts(placed, kind), _labels(placed), proper=proper, most=most)


def _by_ancestry(placed: Labelled, kind: str) -> list[int]:
    """The same by the matrix of the rules: which may stand below which."""
    from problems.rules.inside import ancestry, masks

    cuts = _cuts(placed, kind)
    matrix, cut = ancestry(cuts)
    plus = masks(cuts.sides)
    rows = Rows(_labels(placed), tuple(plus[each] for each in cut))
    return [
        optimum(*proper.sized_trees(matrix, rows, k, exactly=False), rows.misclassified()).unwrap().value
        for k in range(3)
    ]


def _partitions(placed: Labelled) -> Iterator[int]:
    from problems.rules.inside import PARTITIONS, cut_trees, errors

    labels = _labels(placed)
    cost = errors(labels)
    forest = explore(*cut_trees(_cuts(placed, "oblique"), labels, 2))
    return (sum(map(cost.leaf, leaves)) for leaves in tabulate(forest, PARTITIONS))


def _said(placed: Labelled, kind: str) -> list[list[bool]]:
    cuts = _cuts(placed, kind)
    halves = [tuple(Fraction(value) for value in place) for place, _ in placed]
    return [[cuts.rule(cut).side(place) for place in halves] for cut in range(len(cuts))]


def _distinct(placed: Labelled, kind: str) -> tuple[int, int]:
    from problems.rules.cuts import canonical

    cuts = _cuts(placed, kind)
    return int(cuts.times.sum()) + cuts.idle, len(set(canonical(cuts.sides).tolist())) if len(cuts) else 0


def _merging(kind: str) -> Law[Labelled]:
    return Law(
        f"merging {kind} rules loses none",
        lambda: draws.labelled_places(most=7),
        lhs=lambda placed: _distinct(placed, kind),
        rhs=lambda placed: (_cuts(placed, kind).generated, len(_cuts(placed, kind))),
        says="every rule is counted once, with its cut or as idle; no two cuts are the same or opposite",
        latex=r"\textstyle\sum_c \mathit{times}(c) + \mathit{idle} = |\mathit{genRules}\;xs|",
        cite="He & Little, 5.2, equivalence classes of rules",
        owed_by=("thin",),
    )


def _in_words(kind: str) -> Law[Labelled]:
    return Law(
        f"{kind} rules in words cut as they should",
        lambda: draws.labelled_places(most=5),
        lhs=lambda placed: _said(placed, kind),
        rhs=lambda placed: _cuts(placed, kind).sides.tolist(),
        says="the inequality of a rule holds on the points of its side, and on no other",
        latex=r"w_r \cdot x \le c_r \iff x \in r^+",
        cite="He & Little, 5.2",
        owed_by=("optimum",),
    )


def _kernel(kind: str) -> Law[Labelled]:
    return Law(
        f"{kind} trees: kernel = definition",
        lambda: draws.labelled_places(most=6, least=3),
        lhs=lambda placed: _by_kernel(placed, kind),
        rhs=lambda placed: _optima(placed, kind, proper=False),
        says="the search over pairs of cuts finds the optima of the trees of at most 0, 1, 2, 3 cuts",
        latex=r"\mathit{kernel} = \min_E \cdot \mathit{trees}",
        cite="the kernel's own law",
        owed_by=("optimum",),
    )


def _no_better(name: str, kind: str, dimensions: int) -> Law[Labelled]:
    return Law(
        f"{name}: proper trees are no better",
        lambda: draws.labelled_places(dimensions, most=6, least=4),
        lhs=lambda placed: _optima(placed, kind, proper=False)[2],
        rhs=lambda placed: _optima(placed, kind, proper=True)[2],
        same=AT_MOST,
        says="rules made from points that arrive give no better tree than rules made from any points",
        latex=r"\min_E\,(\mathit{trees}) \le \min_E\,(\mathit{proper\;trees})",
        cite="He & Little, Axiom 4",
        owed_by=("optimum",),
    )


def _as_good(name: str, kind: str, dimensions: int) -> Law[Labelled]:
    return Law(
        f"{name}: proper trees are as good",
        lambda: draws.labelled_places(dimensions, most=6, least=4),
        lhs=lambda placed: _optima(placed, kind, proper=True),
        rhs=lambda placed: _optima(placed, kind, proper=False),
        says="every cut of a region of the plane is made by some rule from points of the region",
        latex=r"\min_E\,(\mathit{proper\;trees}) = \min_E\,(\mathit{trees})",
        cite="the completeness of the rules, region by region",
        owed_by=("optimum",),
    )


RULES = Suite(
    "rules",
    [
        Law(
            "no line is missing",
            lambda: draws.labelled_places(most=6),
            lhs=_found,
            rhs=lambda placed: kirchberger([place for place, _ in placed]),
            says="the oblique rules cut points of the plane in every way in which a line can, in any position",
            latex=r"\{ r^+ \mid r \in \mathit{genRules}\;xs \} = "
            r"\{ S \mid \mathrm{hull}\,S \cap \mathrm{hull}\,\bar S = \emptyset \}",
            cite="He & Little, 5.2, with all sides of the points on a line; Kirchberger's theorem",
            owed_by=("kcombs",),
        ),
        *(_cover_law(name, *curve) for name, curve in CURVES.items()),
        *map(_merging, KINDS),
        *map(_in_words, KINDS),
        *map(_kernel, KINDS),
        _no_better("one closed side", "one-sided", 2),
        _no_better("hyperplanes of space", "oblique", 3),
        _as_good("axis", "axis", 2),
        _as_good("lines", "oblique", 2),
        _as_good("axis + lines", "axis + oblique", 2),
        _as_good("one closed side", "one-sided", 2),
        Law(
            "by the rows that arrive = by the matrix",
            lambda: draws.labelled_places(most=5, least=3),
            lhs=lambda placed: _optima(placed, "one-sided", proper=True, most=2),
            rhs=lambda placed: _by_ancestry(placed, "one-sided"),
            says="a rule may stand where its points arrive: the seed need not carry the rules",
            latex=r"r_j \in rs \iff T_j \subseteq xs",
            cite="He & Little, Definition 3.3 and 4.3",
            owed_by=("optimum", "Key"),
        ),
        Law(
            "thinning by equal partitions",
            lambda: draws.labelled_places(most=5, least=3),
            lhs=lambda placed: min(_partitions(placed)),
            rhs=lambda placed: _optima(placed, "oblique", proper=True, most=2)[2],
            says="of trees whose leaves hold the same rows one is enough",
            latex=r"\min_E \cdot \mathit{thin}_{\pi} = \min_E",
            cite="He & Little, 4.8.2",
            owed_by=("thin",),
        ),
    ],
    expected_failures={
        "one closed side: proper trees are as good": "a region may need a cut whose line has its points elsewhere",
    },
)
