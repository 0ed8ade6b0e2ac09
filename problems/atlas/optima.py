"""What each space can do for a data set: the fewest errors of its trees with at most n branches.

The rules of a table are those of ``derive fit``; ``branches`` takes its columns by their values, and
``proper`` takes the rules through its rows, which needs numbers. A space that would take too long is
passed over, and says why.

>>> from problems.learn.table import table
>>> from problems.learn.target import labels
>>> xor = table([[0, 0], [0, 1], [1, 0], [1, 1]])
>>> found = optima(Posed.of(xor, labels(list("abba"), 4)), branches=3, depth=2)
>>> {each.space: each.errors for each in found}
{'proper': 0, 'catalans': 1, 'murtrees': 1, 'odt-bf': 1, 'branches': 0, 'no-twice': 0, 'murtree': 0, 'any': 0}
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations
from math import comb
from typing import Any

from derive import BadInput, Best, Instance, Leaf, Node, Problem, TooLarge, Tree, along, optimum, size
from derive.tree import fold_with
from problems import catalans, murtrees, odt_bf
from problems.ancestry import from_thresholds
from problems.branches import Categories, compositions, supports
from problems.exact import Point
from problems.learn.multiway.coding import coding
from problems.learn.rules import matrix, rule_set
from problems.learn.table import Table
from problems.learn.target import Labels
from problems.proper import sized_trees
from problems.rows import Rows, thresholds

MOST_CHOICES = 3000
"""How many sets of rules are tried for the spaces that use each rule once."""
MOST_POINTS = 40
"""How many rules through points are tried for proper trees."""

MOST_BRANCHES = 8
"""How many branches trees for data may have."""
PATIENCE = 60.0
"""After how many seconds a compiled search is given up."""

NO_ROWS = "no rows"
"""What a leaf says that no row gets to."""


@dataclass(frozen=True)
class Optimum:
    """The best tree of a space, with words at its branches and leaves; or why there is none.

    >>> Optimum("any", 3, Leaf("yes")).branches
    0
    """

    space: str
    errors: int | None
    tree: Tree[tuple[str, tuple[str, ...]], str] | None = None
    reason: str = ""

    @property
    def branches(self) -> int:
        """How many branches the tree has."""
        return 0 if self.tree is None else size(self.tree)


@dataclass(frozen=True)
class Posed:
    """A data set as each space takes it: answers to rules, values of columns, points.

    >>> from problems.learn.table import table
    >>> from problems.learn.target import labels
    >>> Posed.of(table([["red"], ["blue"], ["green"]]), labels([0, 1, 1], 3)).names
    ('x0 = blue', 'x0 = green', 'x0 = red')
    """

    names: tuple[str, ...]
    features: Any
    labels: tuple[str, ...]
    codes: Any
    columns: tuple[str, ...]
    words: tuple[tuple[str, ...], ...]
    values: Any
    points: tuple[Point, ...] | None

    @staticmethod
    def of(data: Table, target: Labels) -> Posed:
        """The data set of a table and its labels."""
        rules = rule_set(data).rules
        coded = coding(data)
        numeric = all(column.dtype.kind in "biuf" for column in data.columns)
        points = None
        if numeric:
            points = tuple(zip(*(map(Fraction, column.tolist()) for column in data.columns), strict=True))
        return Posed(
            tuple(map(str, rules)),
            matrix(data, rules),
            tuple(map(str, target.classes.tolist())),
            target.codes,
            data.names,
            tuple(tuple(map(str, turns)) for turns in coded.turns),
            coded.codes,
            points,
        )

    @property
    def rows(self) -> Rows:
        """The answers to the rules as masks."""
        return Rows.from_table(self.features.tolist(), self.codes.tolist())

    @property
    def categories(self) -> Categories:
        """The values of the columns as masks."""
        return Categories.from_table(self.values.tolist(), self.codes.tolist())


def optima(posed: Posed, branches: int, depth: int) -> list[Optimum]:
    """The best tree of every space, with at most so many branches.

    >>> from problems.learn.table import table
    >>> from problems.learn.target import labels
    >>> data = Posed.of(table([["x"], ["y"], ["z"]]), labels([0, 1, 0], 3))
    >>> [each.reason for each in optima(data, 1, 1) if each.reason]
    ['proper trees have rules through points, but a column holds text']
    """
    if branches < 0 or depth < 0:
        raise BadInput(f"a depth and a number of branches are 0 or more, got {depth} and {branches}")
    if branches > MOST_BRANCHES:
        raise BadInput(f"for data, trees have at most {MOST_BRANCHES} branches; got {branches}")
    found = [
        _proper(posed, branches),
        _each_once("catalans", posed, branches, _catalan_trees),
        _each_once("murtrees", posed, branches, murtrees.decision_trees),
        _each_once("odt-bf", posed, branches, odt_bf.decision_trees),
        _many_parts(posed, branches),
    ]
    deepest = _compiled("no-twice", posed, branches, branches)
    return [*found, deepest, _compiled("murtree", posed, branches, depth), _named("any", deepest)]


def _named(space: str, found: Optimum) -> Optimum:
    """The same tree in a larger space: a feature that is met again on a path tells nothing new."""
    return Optimum(space, found.errors, found.tree, found.reason)


def _catalan_trees(rules: Sequence[int], rows: Rows) -> Instance[Any, int, int]:
    problem, seed = catalans.catalans(rules)
    return Instance(along(problem, rows.act), (seed, rows.everything))


def _best(candidates: Iterator[Best[int, Any, int]]) -> Best[int, Any, int]:
    """The fewest errors, and among these the fewest branches; the first of equals."""
    return min(candidates, key=lambda best: (best.value, size(best.tree)))


def _each_once(
    space: str,
    posed: Posed,
    branches: int,
    trees_of: Callable[[Sequence[int], Rows], Instance[Any, int, int]],
) -> Optimum:
    features = len(posed.names)
    most = min(branches, features)
    choices = sum(comb(features, k) for k in range(most + 1))
    if choices > MOST_CHOICES:
        return Optimum(
            space, None, reason=f"{choices} sets of rules are more than the {MOST_CHOICES} that are tried"
        )
    rows = posed.rows
    sets = chain.from_iterable(combinations(range(features), k) for k in range(most + 1))
    cost = rows.misclassified()
    best = _best(optimum(*trees_of(some, rows), cost).unwrap() for some in sets)
    return Optimum(space, best.value, _words(posed, best.tree, rows))


def _proper(posed: Posed, branches: int) -> Optimum:
    if posed.points is None:
        return Optimum(
            "proper", None, reason="proper trees have rules through points, but a column holds text"
        )
    rules = thresholds(list(dict.fromkeys(posed.points)))
    if len(rules) > MOST_POINTS:
        return Optimum(
            "proper",
            None,
            reason=f"{len(rules)} rules through points are more than the {MOST_POINTS} that are tried",
        )
    rows = Rows.from_rules(
        posed.points, posed.codes.tolist(), rules, lambda rule, point: point[rule[1]] <= rule[0][rule[1]]
    )
    try:
        instance = sized_trees(from_thresholds(rules), rows, branches, exactly=False)
        best = optimum(*instance, rows.misclassified()).unwrap()
    except TooLarge:
        return Optimum("proper", None, reason="there are too many sets of rules to try")

    names = [f"{posed.columns[axis]} <= {float(point[axis]):.6g}" for point, axis in rules]
    return Optimum("proper", best.value, _words(posed, best.tree, rows, names))


def _many_parts(posed: Posed, branches: int) -> Optimum:
    data = posed.categories
    problem, everything = supports(data)

    def splits(seed: tuple[int, int]) -> Iterator[tuple[Any, tuple[tuple[int, int], ...]]]:
        rows, left = seed
        for feature, parts in problem.splits(rows) if left else ():
            there = tuple(value for value, mask in enumerate(data.masks[feature]) if rows & mask)
            for shares in compositions(left - 1, len(parts)):
                yield (feature, there), tuple(zip(parts, shares, strict=True))

    within = Problem[tuple[int, int], Any, int](
        "branches with at most n splits", lambda seed: [seed[0]], splits
    )
    rows = Rows(posed.codes.tolist(), ())
    try:
        best = optimum(within, (everything, branches), rows.misclassified()).unwrap()
    except TooLarge:
        return Optimum("branches", None, reason="there are too many sets of rows to try")

    def leaf(arriving: int) -> Any:
        return Leaf(_label(posed, rows, arriving))

    def node(root: tuple[int, tuple[int, ...]], parts: tuple[Any, ...]) -> Any:
        feature, there = root
        return Node((posed.columns[feature], tuple(posed.words[feature][value] for value in there)), parts)

    return Optimum("branches", best.value, fold_with(leaf, node, best.tree))


def _compiled(space: str, posed: Posed, branches: int, depth: int) -> Optimum:
    from derive.kernels import rows as engine

    most = min(branches, 2 ** min(depth, 60) - 1)
    answer = engine.path(
        posed.features,
        posed.codes,
        len(posed.labels),
        max_nodes=most,
        max_depth=min(depth, branches),
        time_limit=PATIENCE,
    )[-1]
    if answer.stopped == "interrupted":  # the engine keeps what it has, but here there is more to come
        raise KeyboardInterrupt
    if not answer.optimal:
        return Optimum(space, None, reason=f"nothing was proved within {PATIENCE:g} seconds")

    def leaf(code: int) -> Any:
        return Leaf(posed.labels[code])

    def node(feature: int, parts: tuple[Any, ...]) -> Any:
        return Node((posed.names[feature], ("yes", "no")), parts)

    return Optimum(space, round(answer.loss), fold_with(leaf, node, answer.tree))


def _label(posed: Posed, rows: Rows, arriving: int) -> str:
    """The label of a leaf; one that no row gets to has none."""
    return posed.labels[int(str(rows.majority(arriving)))] if arriving else NO_ROWS


def _words(posed: Posed, tree: Tree[int, int], rows: Rows, names: Sequence[str] = ()) -> Any:
    asked = names or posed.names

    def leaf(arriving: int) -> Any:
        return Leaf(_label(posed, rows, arriving))

    def node(rule: int, parts: tuple[Any, ...]) -> Any:
        return Node((asked[rule], ("yes", "no")), parts)

    return fold_with(leaf, node, tree)
