"""Fusion: when a choice may be made early. One law, Bellman's, is the side condition of them all.

``promotion`` lets a choice be made split by split, ``bellman`` lets it be made in the parts already.
Together they give, by induction on the seed, that choosing last (the specification) and choosing
all along (the fused program) are the same. All three are tested on values that really occur.

>>> from hypothesis import strategies as st
>>> from derive import Algebra, Problem, smallest
>>> sums = Problem("sums", lambda w: [w] if len(w) == 1 else [],
...     lambda w: [("+", (w[:i], w[i:])) for i in range(1, len(w))])
>>> digits = lambda: st.text("012", min_size=1, max_size=5)
>>> adding = Algebra(leaf=int, node=lambda _, vs: 2 * vs[0] + vs[1], choose=smallest)
>>> print(bellman("adding", digits, lambda w: Asked(sums, w, adding)).check().unwrap().examples)
100

Subtracting is not monotone: a small part on the right makes the whole large.

>>> subtracting = Algebra(leaf=int, node=lambda _, vs: vs[0] - vs[1], choose=smallest)
>>> print(bellman("subtracting", digits, lambda w: Asked(sums, w, subtracting)).check().failure())
subtracting: bellman: does not hold
  for   '0001'
  left  ('0001', '+', [-1])
  right ('0001', '+', [1])
  first of the differences, at 6 of 9
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from derive import Algebra, BadInput, Problem, count, everything, explore, solve, tables, tabulate, total
from derive.choices import Choice, check_number
from derive.lists import concat
from laws.law import Law, hashed
from laws.relation import EQUAL, Relation

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

A = TypeVar("A")
S = TypeVar("S")
R = TypeVar("R")
X = TypeVar("X")
V = TypeVar("V")

MOST_TREES = 2000
"""Seeds with more trees than this are passed over: the specification lists them all."""


@dataclass(frozen=True)
class Asked(Generic[S, R, X, V]):
    """A question: a problem, a seed, and the algebra that answers.

    >>> from derive import COUNT, Problem
    >>> Asked(Problem("leaf", lambda s: [s], lambda s: []), "here", COUNT).candidates()
    [1]
    """

    problem: Problem[S, R, X]
    seed: S
    algebra: Algebra[R, X, V]

    def candidates(self) -> list[V]:
        """What every tree is worth, before anything is chosen."""
        return self.worth()[self.seed]

    def worth(self) -> dict[S, list[V]]:
        """What every tree of every reachable seed is worth, before anything is chosen."""
        forest = explore(self.problem, self.seed)
        listed = tables(forest, self.algebra.choosing(everything))
        for values in listed:
            for value in values:
                check_number(value, self.problem.name)
        return dict(zip(forest.seeds, listed, strict=True))

    def leaves(self, seed: S) -> list[V]:
        """What a seed is worth as a leaf."""
        return [self.algebra.leaf(item) for item in self.problem.base(seed)]

    def joined(self, root: R, parts: Iterable[Sequence[V]]) -> list[V]:
        """What a branch may be worth, given what its parts may be."""
        return [self.algebra.node(root, values) for values in product(*parts)]


Pose = Callable[[A], Asked[Any, Any, Any, Any]]
"""From an example to the question it stands for."""


def check_choice(choose: Choice[V], name: str) -> Choice[V]:
    """The same choice, made to complain when it answers with a value that it was not offered.

    Choices that add up are let through: they leave a single value as it is.

    >>> check_choice(total, "mine")([3, 4])
    [7]
    >>> check_choice(lambda values: [max(values) + 1], "mine")([3, 4])
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: mine: the choice answered with 5, which is none of the 2 values it was offered
    """

    def checked(values: Any) -> list[V]:
        offered = list(values)
        chosen = choose(offered)
        if not isinstance(chosen, list):
            raise BadInput(f"{name}: a choice answers with a list of values, but got {chosen!r}")
        for value in chosen:
            if value not in offered and any(choose([single]) not in ([single], []) for single in offered):
                raise BadInput(
                    f"{name}: the choice answered with {value!r}, which is none of the {len(offered)} values it was offered"
                )
        return chosen

    return checked


def told_apart(choose: Choice[V], values: Sequence[V]) -> set[object]:
    """The distinct values that a choice has before it; for adding up, every value is one of its own.

    >>> from derive import smallest
    >>> told_apart(smallest, [1, 1, 1]), told_apart(total, [1, 1, 1])
    ({1}, {0, 1, 2})
    """
    if choose is cast("object", total):
        return set(range(len(values)))
    return set(map(hashed, values))


def small(
    given: Callable[[], SearchStrategy[A]], pose: Pose[A], most: int = MOST_TREES
) -> Callable[[], SearchStrategy[A]]:
    """The examples whose questions have few enough trees to list them.

    >>> from hypothesis import find, strategies as st
    >>> from derive import COUNT, Problem
    >>> spans = Problem("catalan", lambda n: ["."] if n == 0 else [], lambda n: [(n, (i, n - 1 - i)) for i in range(n)])
    >>> find(small(lambda: st.integers(0, 9), lambda n: Asked(spans, n, COUNT), most=50)(), lambda n: n > 4)
    5
    """

    def few(example: A) -> bool:
        asked = pose(example)
        return count(asked.problem, asked.seed) <= most

    return lambda: given().filter(few)


def promotion(
    name: str, given: Callable[[], SearchStrategy[A]], pose: Pose[A], same: Relation = EQUAL
) -> Law[A]:
    """Choosing from everything is choosing from what was chosen split by split.

    >>> from hypothesis import strategies as st
    >>> from derive import SIZE, Problem
    >>> spans = Problem("catalan", lambda n: ["."] if n == 0 else [], lambda n: [(n, (i, n - 1 - i)) for i in range(n)])
    >>> promotion("size", lambda: st.integers(0, 5), lambda n: Asked(spans, n, SIZE)).check().unwrap().examples > 3
    True
    """

    def groups(example: A) -> list[tuple[Any, list[list[Any]]]]:
        """For every reachable seed: its leaves, and the values of each of its splits."""
        asked = pose(example)
        worth = asked.worth()
        return [
            (
                seed,
                [
                    asked.leaves(seed),
                    *(
                        asked.joined(root, map(worth.__getitem__, parts))
                        for root, parts in asked.problem.splits(seed)
                    ),
                ],
            )
            for seed in worth
        ]

    def late(example: A) -> list[tuple[Any, list[Any]]]:
        choose = check_choice(pose(example).algebra.choose, name)
        return [(seed, choose(concat(lists))) for seed, lists in groups(example)]

    def early(example: A) -> list[tuple[Any, list[Any]]]:
        choose = check_choice(pose(example).algebra.choose, name)
        return [(seed, choose(concat(map(choose, lists)))) for seed, lists in groups(example)]

    def told(example: A) -> set[object]:
        """What the seed itself has to choose from, if more than one of its groups has something."""
        lists = [values for values in groups(example)[-1][1] if values]
        return told_apart(pose(example).algebra.choose, concat(lists)) if len(lists) > 1 else set()

    return Law(
        f"{name}: promotion",
        small(given, pose),
        lhs=late,
        rhs=early,
        same=same,
        says="h . concat = h . concat . map h",
        latex=r"h \cdot \mathit{concat} = h \cdot \mathit{concat} \cdot \mathit{map}\;h",
        cite="He & Little, Theorem 4.3; Bird, promotion",
        owed_by=("optimum", "solve", "Algebra"),
        candidates=told,
    )


def bellman(
    name: str, given: Callable[[], SearchStrategy[A]], pose: Pose[A], same: Relation = EQUAL
) -> Law[A]:
    """Choosing from a branch is choosing from the branch of chosen parts: monotonicity, when h is a minimum.

    An example tells only if the choice drops something in a part.

    >>> from hypothesis import strategies as st
    >>> from derive import DEPTH, Problem
    >>> spans = Problem("catalan", lambda n: ["."] if n == 0 else [], lambda n: [(n, (i, n - 1 - i)) for i in range(n)])
    >>> bellman("depth", lambda: st.integers(0, 5), lambda n: Asked(spans, n, DEPTH)).check().unwrap().telling > 1
    True
    """

    def side(*, early: bool) -> Callable[[A], list[tuple[Any, Any, list[Any]]]]:
        def evaluate(example: A) -> list[tuple[Any, Any, list[Any]]]:
            asked = pose(example)
            choose = check_choice(asked.algebra.choose, name)
            worth = {seed: choose(values) if early else values for seed, values in asked.worth().items()}
            return [
                (seed, root, choose(asked.joined(root, map(worth.__getitem__, parts))))
                for seed in worth
                for root, parts in asked.problem.splits(seed)
            ]

        return evaluate

    def dropped(example: A) -> set[object]:
        """Two candidates if the choice of some part drops a value, none if it never does."""
        asked = pose(example)
        choose, worth = asked.algebra.choose, asked.worth()
        for part in {part for seed in worth for _, parts in asked.problem.splits(seed) for part in parts}:
            offered = told_apart(choose, worth[part])
            if len(told_apart(choose, choose(worth[part]))) < len(offered):
                return {"kept", "dropped"}
        return set()

    return Law(
        f"{name}: bellman",
        small(given, pose),
        lhs=side(early=False),
        rhs=side(early=True),
        same=same,
        says="h [node r vs | vs <- product vss] = h [node r vs | vs <- product (map h vss)]",
        latex=r"h\,[\mathit{node}\;r\;vs \mid vs \in \prod vss] = h\,[\mathit{node}\;r\;vs \mid vs \in \prod \mathit{map}\;h\;vss]",
        cite="He & Little, Theorem 4.13, 4.8.1, 4.8.2; Bellman",
        owed_by=("optimum", "solve", "Algebra"),
        candidates=dropped,
    )


def fusion(
    name: str, given: Callable[[], SearchStrategy[A]], pose: Pose[A], same: Relation = EQUAL
) -> Law[A]:
    """Choosing last is choosing all along: what promotion and Bellman together amount to.

    >>> from hypothesis import strategies as st
    >>> from derive import COUNT, Problem
    >>> spans = Problem("catalan", lambda n: ["."] if n == 0 else [], lambda n: [(n, (i, n - 1 - i)) for i in range(n)])
    >>> fusion("count", lambda: st.integers(0, 5), lambda n: Asked(spans, n, COUNT)).check().unwrap().examples > 3
    True
    """
    return Law(
        f"{name}: fusion",
        small(given, pose),
        lhs=lambda example: pose(example).algebra.choose(pose(example).candidates()),
        rhs=lambda example: _solved(pose(example)),
        same=same,
        says="h . map (fold a) . trees p = solve (p, a choosing h)",
        latex=r"h \cdot \mathit{map}\,(\mathit{fold}\;a) \cdot \mathit{trees}\;p = \mathit{solve}\,(p, a)",
        cite="He & Little, Theorems 4.10 and 4.13",
        owed_by=("solve", "optimum", "fold", "trees"),
        candidates=lambda example: told_apart(pose(example).algebra.choose, pose(example).candidates()),
    )


def engine(name: str, given: Callable[[], SearchStrategy[A]], pose: Pose[A]) -> Law[A]:
    """The engine answers what the definition says.

    >>> from hypothesis import strategies as st
    >>> from derive import COUNT, Problem
    >>> spans = Problem("catalan", lambda n: ["."] if n == 0 else [], lambda n: [(n, (i, n - 1 - i)) for i in range(n)])
    >>> engine("count", lambda: st.integers(0, 6), lambda n: Asked(spans, n, COUNT)).check().unwrap().examples > 3
    True
    """

    def explored(example: A) -> list[Any]:
        asked = pose(example)
        return tabulate(explore(asked.problem, asked.seed), asked.algebra)

    return Law(
        f"{name}: engine = definition",
        small(given, pose),
        lhs=explored,
        rhs=lambda example: _solved(pose(example)),
        says="tabulate (explore p s) a = solve (p, a) s",
        latex=r"\mathit{tabulate}\,(\mathit{explore}\;p\;s)\;a = \mathit{solve}\,(p, a)\;s",
        cite="the engine's own law",
        owed_by=("explore", "tabulate", "solve"),
        candidates=lambda example: told_apart(pose(example).algebra.choose, pose(example).candidates()),
    )


def _solved(asked: Asked[Any, Any, Any, V]) -> list[V]:
    return solve(asked.problem, asked.algebra)(asked.seed)


def owed(
    name: str, given: Callable[[], SearchStrategy[A]], pose: Pose[A], same: Relation = EQUAL
) -> list[Law[A]]:
    """All that a fused program owes: promotion, Bellman, what they amount to, and the engine.

    >>> from hypothesis import strategies as st
    >>> from derive import COUNT, Problem
    >>> [law.name for law in owed("mine", st.nothing, lambda _: Asked(Problem("p", list, list), (), COUNT))]
    ['mine: promotion', 'mine: bellman', 'mine: fusion', 'mine: engine = definition']
    """
    return [
        promotion(name, given, pose, same),
        bellman(name, given, pose, same),
        fusion(name, given, pose, same),
        engine(name, given, pose),
    ]
