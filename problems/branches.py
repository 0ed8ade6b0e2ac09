"""Branches: trees over categorical features, where a split has as many parts as the feature has values.

Seed: a branch, which is what is known of a row on the way down, as pairs (feature, value) in order of
the features. It may stop anywhere, and split by any feature that it does not yet know. A split costs a
penalty, a leaf the share of rows that it gets wrong; so a tree costs 1 - H + lambda S in the words of
the paper (Chaouki et al., *Branches*), and the smallest cost is its largest objective.

Owes: Bellman for the cost; the purification bound (Proposition 4.2); that rows may stand for the
branch (``supports``), which the paper does not dare; the bound of Corollary 4.5 on what is evaluated.

>>> from fractions import Fraction
>>> from derive import count, optimum, short
>>> [count(*branches((2,) * q)) for q in range(4)], [by_sizes((2,) * q).count(()) for q in range(4)]
([1, 2, 9, 244], [1, 2, 9, 244])
>>> colours = Categories.from_table([["red"], ["green"], ["blue"], ["red"]], "abaa")
>>> found = optimum(*branches(colours.sizes), colours.penalised(Fraction(1, 10))).unwrap()
>>> found.value, short(found.tree, leaf=lambda branch: str(colours.majority(branch)))
(Fraction(1, 10), '(0: a b a)')

The optimum is found best first, and most branches are never met:

>>> from derive.best_first import best_first
>>> table = [[a, b, c, d] for a in "xyz" for b in "xyz" for c in "xyz" for d in "xyz"]
>>> data = Categories.from_table(table, [row[0] == row[1] for row in table])
>>> fiftieth = Fraction(1, 50)
>>> found = best_first(*supports(data), data.penalised(fiftieth), purification(data, fiftieth)).unwrap()
>>> found.best.value, found.met, evaluations(4, 3, 2, fiftieth)
(Fraction(2, 25), 40, 768)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, comb
from typing import TypeAlias

from derive import Algebra, BadInput, Instance, Problem, Quotient, smallest
from derive.lists import without_each
from problems.rows import Rows

Branch: TypeAlias = tuple[tuple[int, int], ...]
"""What is known of a row: pairs (feature, value), in order of the features."""


@dataclass(frozen=True)
class Categories:
    """Labels, and for every feature and each of its values the mask of the rows that have it.

    >>> data = Categories.from_table([["red", 1], ["blue", 1]], "ab")
    >>> data.names, data.sizes, data.rows_of(((0, 1),)) == 0b01
    ((('blue', 'red'), (1,)), (2, 1), True)
    """

    labels: Sequence[Hashable]
    names: tuple[tuple[Hashable, ...], ...]
    masks: tuple[tuple[int, ...], ...]

    @staticmethod
    def from_table(table: Sequence[Sequence[Hashable]], labels: Sequence[Hashable]) -> Categories:
        """Rows of values, one for every label; the values of a feature are ordered as text is.

        >>> Categories.from_table([["red"], []], "ab")
        Traceback (most recent call last):
            ...
        derive.errors.BadInput: row 1: expected 1 value like row 0, got 0
        """
        if len(table) != len(labels):
            raise BadInput(f"expected a label for each of {len(table)} rows, got {len(labels)} labels")
        width = len(next(iter(table), ()))
        for number, row in enumerate(table):
            if len(row) != width:
                expected = f"{width} value{'' if width == 1 else 's'}"
                raise BadInput(f"row {number}: expected {expected} like row 0, got {len(row)}")
        names = tuple(tuple(sorted({row[f] for row in table}, key=str)) for f in range(width))
        masks = tuple(
            tuple(sum((row[f] == value) << i for i, row in enumerate(table)) for value in values)
            for f, values in enumerate(names)
        )
        return Categories(labels, names, masks)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many values each feature has."""
        return tuple(map(len, self.names))

    @cached_property
    def _rows(self) -> Rows:
        return Rows(self.labels, ())

    def rows_of(self, branch: Branch) -> int:
        """The rows in a branch."""
        here = self._rows.everything
        for feature, value in branch:
            here &= self.masks[feature][value]
        return here

    def errors(self, rows: int) -> int:
        """How many of the rows are not of the class that most of them have."""
        return self._rows.errors(rows)

    def majority(self, branch: Branch | int) -> Hashable:
        """The label of a leaf: the most frequent one; of an empty branch, that of the branch above it.

        >>> data = Categories.from_table([["x", "u"], ["y", "u"], ["y", "v"]], "abb")
        >>> data.majority(((0, 0), (1, 1)))
        'a'
        """
        rows = branch if isinstance(branch, int) else self.rows_of(branch)
        if not rows and not isinstance(branch, int) and branch:
            return self.majority(branch[:-1])
        return self._rows.majority(rows or self._rows.everything)

    def penalised(self, penalty: Fraction) -> Algebra[object, Branch | int, Fraction]:
        """What a tree costs: the share of rows that are wrong, and a penalty for every split.

        >>> Categories.from_table([["x"], ["y"]], "ab").penalised(Fraction(1, 10)).leaf(())
        Fraction(1, 2)
        """
        every = max(1, len(self.labels))

        def leaf(here: Branch | int) -> Fraction:
            return Fraction(self.errors(here if isinstance(here, int) else self.rows_of(here)), every)

        def node(_: object, values: tuple[Fraction, ...]) -> Fraction:
            return sum(values, penalty)

        return Algebra(leaf, node, smallest)


def _known(branch: Branch, feature: int, value: int) -> Branch:
    return tuple(sorted((*branch, (feature, value))))


def branches(sizes: Sequence[int]) -> Instance[Branch, int, Branch]:
    """Every tree over features with so many values each, no feature twice on a path, stopping anywhere.

    >>> from derive import short, trees
    >>> [short(tree, leaf=lambda branch: ".") for tree in trees(*branches((3,)))]
    ['.', '(0: . . .)']
    """

    def splits(branch: Branch) -> Iterator[tuple[int, tuple[Branch, ...]]]:
        known = {feature for feature, _ in branch}
        for feature, size in enumerate(sizes):
            if feature not in known:
                yield feature, tuple(_known(branch, feature, value) for value in range(size))

    return Instance(Problem("branches", lambda branch: [branch], splits), ())


def by_sizes(sizes: Sequence[int]) -> Quotient[Branch, tuple[int, ...]]:
    """The quotient of ``branches``: a class is how many values each unknown feature has.

    With q features of C values, f(q) = 1 + q f(q - 1)^C.

    >>> by_sizes((3, 3, 2)).count(())
    4684
    """

    def key(branch: Branch) -> tuple[int, ...]:
        known = {feature for feature, _ in branch}
        return tuple(sorted(size for feature, size in enumerate(sizes) if feature not in known))

    def splits(left: tuple[int, ...]) -> Iterator[tuple[int, tuple[tuple[int, ...], ...]]]:
        for size, others in dict(without_each(left)).items():
            yield left.count(size), (others,) * size

    return Quotient("by numbers of values", key, Problem("sizes of branches", lambda _: [1], splits))


Budgeted: TypeAlias = tuple[Branch, int]


def sized_branches(sizes: Sequence[int], splits: int) -> Instance[Budgeted, int, Branch]:
    """The trees of ``branches`` with exactly so many splits.

    >>> from derive import count
    >>> [count(*sized_branches((3, 2), n)) for n in range(6)]
    [1, 2, 5, 4, 1, 0]
    """
    problem = branches(sizes).problem

    def shared(seed: Budgeted) -> Iterator[tuple[int, tuple[Budgeted, ...]]]:
        branch, left = seed
        for feature, parts in problem.splits(branch) if left else ():
            for shares in compositions(left - 1, len(parts)):
                yield feature, tuple(zip(parts, shares, strict=True))

    return Instance(
        Problem("branches with a number of splits", lambda seed: [] if seed[1] else [seed[0]], shared),
        ((), splits),
    )


def sized_classes(sizes: Sequence[int]) -> Quotient[Budgeted, tuple[tuple[int, ...], int]]:
    """The quotient of ``sized_branches``.

    >>> [sized_classes((3, 2)).count(((), n)) for n in range(6)]
    [1, 2, 5, 4, 1, 0]
    """
    whole = by_sizes(sizes)

    def splits(
        cls: tuple[tuple[int, ...], int],
    ) -> Iterator[tuple[int, tuple[tuple[tuple[int, ...], int], ...]]]:
        left, number = cls
        for times, parts in whole.classes.splits(left) if number else ():
            for shares in compositions(number - 1, len(parts)):
                yield times, tuple(zip(parts, shares, strict=True))

    classes = Problem[tuple[tuple[int, ...], int], int, int](
        "sizes of branches with a number of splits", lambda cls: [] if cls[1] else [1], splits
    )
    return Quotient("by numbers of values and splits", lambda seed: (whole.key(seed[0]), seed[1]), classes)


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Every way to share out a number, each part 0 or more.

    >>> list(compositions(2, 2)), list(compositions(1, 0)), list(compositions(0, 0))
    ([(0, 2), (1, 1), (2, 0)], [], [()])
    """
    if not parts:
        yield from ([()] if not total else [])
        return
    todo: list[tuple[int, ...]] = [()]
    while todo:
        taken = todo.pop()
        left = total - sum(taken)
        if len(taken) == parts - 1:
            yield (*taken, left)
        else:
            todo.extend((*taken, share) for share in range(left, -1, -1))


def supports(data: Categories) -> Instance[int, int, int]:
    """The same search with the rows of a branch for the branch itself: fewer seeds, the same optimum.

    A feature that does not vary among the rows splits nothing and is left out, and so are parts without
    rows: neither can make a tree better.

    >>> from derive import count
    >>> data = Categories.from_table([["x", "u"], ["y", "u"], ["z", "v"]], "abb")
    >>> count(*supports(data)), count(*branches(data.sizes))
    (4, 13)
    """

    def splits(rows: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        for feature, masks in enumerate(data.masks):
            parts = tuple(rows & mask for mask in masks if rows & mask)
            if len(parts) > 1:
                yield feature, parts

    problem = Problem[int, int, int]("branches by rows", lambda rows: [rows], splits)
    return Instance(problem, data.rows_of(()))


def supports_within(data: Categories, depth: int) -> Instance[tuple[int, int], int, int]:
    """The same with at most so many splits on a path; the depth that is left belongs to the seed.

    >>> from derive import optimum
    >>> xor = Categories.from_table([[0, 0], [0, 1], [1, 0], [1, 1]], "abba")
    >>> [optimum(*supports_within(xor, d), xor.penalised(Fraction(0))).unwrap().value for d in (1, 2)]
    [Fraction(1, 2), Fraction(0, 1)]
    """
    if depth < 0:
        raise BadInput(f"a depth is 0 or more, got {depth}")
    problem, everything = supports(data)

    def splits(seed: tuple[int, int]) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
        rows, left = seed
        for feature, parts in problem.splits(rows) if left else ():
            yield feature, tuple((part, left - 1) for part in parts)

    within = Problem[tuple[int, int], int, int]("branches by rows and depth", lambda seed: [seed[0]], splits)
    return Instance(within, (everything, depth))


def purification(data: Categories, penalty: Fraction) -> Callable[[int], Fraction]:
    """The bound of Proposition 4.2 as a cost: a leaf's own errors, or one split that leaves none.

    >>> data = Categories.from_table([["x"], ["y"], ["z"], ["z"]], "abab")
    >>> bound = purification(data, Fraction(1, 10))
    >>> bound(0b1111), bound(0b0001)
    (Fraction(1, 10), Fraction(0, 1))
    """
    every = max(1, len(data.labels))
    return lambda rows: min(Fraction(data.errors(rows), every), penalty)


def refined(data: Categories, penalty: Fraction) -> Callable[[int], Fraction]:
    """A sharper bound: rows that differ in nothing but their label, and classes that need leaves.

    Of rows with equal features all but one class are wrong in any tree; and a tree with S splits of at
    most C parts each has at most 1 + S (C - 1) leaves, hence gets no more classes right.

    >>> data = Categories.from_table([["x"], ["y"], ["z"], ["z"]], "abab")
    >>> refined(data, Fraction(1, 10))(0b1111)
    Fraction(7, 20)
    """
    every = max(1, len(data.labels))
    groups = _alike(data)
    classes = [
        sum(1 << i for i, label in enumerate(data.labels) if label == each)
        for each in dict.fromkeys(data.labels)
    ]
    more = max(data.sizes, default=1) - 1

    def bound(rows: int) -> Fraction:
        leaf = Fraction(data.errors(rows), every)
        if not more:
            return leaf
        alike = sum(data.errors(rows & group) for group in groups)
        counts = sorted(((rows & mask).bit_count() for mask in classes), reverse=True)
        best, splits = leaf, 1
        while splits * penalty < best:
            wrong = max(alike, sum(counts[1 + splits * more :]))
            best = min(best, Fraction(wrong, every) + splits * penalty)
            if wrong == alike:
                break
            splits += 1
        return best

    return bound


def _alike(data: Categories) -> list[int]:
    """The rows in groups of equal features."""
    groups = [data.rows_of(())]
    for masks in data.masks:
        groups = [group & mask for group in groups for mask in masks if group & mask]
    return groups


def evaluations(features: int, values: int, classes: int, penalty: Fraction) -> int:
    """How many branches the search evaluates at most, whatever the data. Paper: Corollary 4.5.

    With q features of C values each, K classes and a penalty of lambda: the sum over h up to
    ceil((K - 1) / (K lambda)) - 1, and at most q - 1, of (q - h) C^(h+1) binomial(q, h).

    >>> evaluations(10, 2, 2, Fraction(1, 10)), evaluations(20, 2, 2, Fraction(1, 100))
    (57020, 46490458680)
    """
    if min(features, values, classes) < 1 or not 0 < penalty <= 1:
        raise BadInput(
            "expected 1 or more features, values and classes and a penalty above 0 and at most 1, "
            f"got {features}, {values}, {classes} and {penalty}"
        )
    deepest = min(ceil(Fraction(classes - 1, classes) / penalty) - 1, features - 1)
    return sum((features - h) * values ** (h + 1) * comb(features, h) for h in range(deepest + 1))
