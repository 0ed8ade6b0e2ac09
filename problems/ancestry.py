"""Ancestry matrices: which rule may stand below which, and on which side. And the axioms.

``matrix[i][j]`` is 1 if rule j lies on the positive (left) side of rule i, -1 on the negative
(right) side, 0 if it lies on neither, so that j may not stand below i. Paper: Definition 3.3.

>>> four = from_lines([((0, 4), (1, 3)), ((1, 0), (4, 1)), ((2, 1), (2, 4)), ((1, 1), (0, 3))])
>>> four.matrix
((0, 0, 0, -1), (1, 0, 1, 1), (1, 0, 0, 1), (-1, 0, -1, 0))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from numbers import Integral
from typing import TypeVar

from derive import BadInput, Tree
from derive.tree import Leaf, Node, fold_with
from problems.exact import Point, line, orientation, point

A = TypeVar("A")


@dataclass(frozen=True)
class Ancestry:
    """A checked ancestry matrix. Transitivity is no condition on it (see ``tree_violations``).

    >>> Ancestry(((0, 2), (1, 0)))
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: entry (0, 1) of an ancestry matrix must be -1, 0 or 1, got 2
    """

    matrix: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        for i, row in enumerate(self.matrix):
            if len(row) != len(self.matrix):
                raise BadInput(
                    f"an ancestry matrix is square: row {i} has {len(row)} entries, but there are {len(self.matrix)} rows"
                )
            for j, entry in enumerate(row):
                if not _is_sign(entry):
                    raise BadInput(
                        f"entry ({i}, {j}) of an ancestry matrix must be -1, 0 or 1, got {entry!r}"
                    )
            if row[i]:
                raise BadInput(f"no rule is its own descendant, but entry ({i}, {i}) is {row[i]}, not 0")

    def __len__(self) -> int:
        return len(self.matrix)

    @cached_property
    def everything(self) -> int:
        """The mask of all rules."""
        return (1 << len(self)) - 1

    @cached_property
    def plus(self) -> tuple[int, ...]:
        """For every rule, the mask of the rules on its positive side."""
        return tuple(sum((entry == 1) << j for j, entry in enumerate(row)) for row in self.matrix)

    @cached_property
    def minus(self) -> tuple[int, ...]:
        """For every rule, the mask of the rules on its negative side."""
        return tuple(sum((entry == -1) << j for j, entry in enumerate(row)) for row in self.matrix)


def _is_sign(entry: object) -> bool:
    return not isinstance(entry, bool) and isinstance(entry, Integral) and entry in (-1, 0, 1)


def from_matrix(rows: Sequence[Sequence[int]]) -> Ancestry:
    """An ancestry matrix given as lists.

    >>> from_matrix([[0, 1], [-1, 0]]).plus
    (2, 0)
    """
    return Ancestry(tuple(map(tuple, rows)))


def from_function(rules: Sequence[A], side: Callable[[A, A], int]) -> Ancestry:
    """Any rules: ``side(a, b)`` is 1, -1 or 0 as b lies to the left of a, to the right, on neither side.

    >>> from_function("bac", lambda a, b: (b < a) - (b > a)).matrix
    ((0, 1, -1), (-1, 0, -1), (1, 1, 0))
    """
    return Ancestry(
        tuple(tuple(0 if i == j else side(a, b) for j, b in enumerate(rules)) for i, a in enumerate(rules))
    )


def from_lines(lines: Sequence[Sequence[Sequence[object]]]) -> Ancestry:
    """Lines of the plane, each through two points; the positive side is the left of first to second.

    A line lies on a side of another if both its points do, strictly.

    >>> from_lines([((0, 0), (0, 1)), ((2, 0), (2, 1)), ((-1, 3), (1, 4))]).matrix
    ((0, -1, 0), (1, 0, 1), (-1, -1, 0))
    """

    def side(one: tuple[Point, Point], other: tuple[Point, Point]) -> int:
        signs = {orientation(*one, p) for p in other}
        return signs.pop() if len(signs) == 1 else 0

    return from_function([line(each) for each in lines], side)


def from_thresholds(rules: Sequence[tuple[Point, int]], *, closed: bool = True) -> Ancestry:
    """Axis-parallel rules, each through a point: the positive side is smaller, or equal if ``closed``.

    A rule lies on the side of another on which its point does; if not ``closed``, a point on the
    other rule lies on neither side.

    >>> from_thresholds([((0,), 0), ((1,), 0), ((2,), 0)]).matrix
    ((0, -1, -1), (1, 0, -1), (1, 1, 0))
    """

    checked = [(point(place), axis) for place, axis in rules]
    for number, (place, axis) in enumerate(checked):
        if len(place) != len(checked[0][0]) or not 0 <= axis < len(place):
            raise BadInput(
                f"threshold {number}: expected a point with {len(checked[0][0])} coordinates and the number "
                f"of one of its axes, got {rules[number]!r}"
            )

    def side(one: tuple[Point, int], other: tuple[Point, int]) -> int:
        (p, axis), (q, _) = one, other
        return (q[axis] < p[axis]) - (q[axis] > p[axis]) or int(closed)

    return from_function(checked, side)


@dataclass(frozen=True)
class Violation:
    """An axiom of Definition 3.4 that fails, the rules that break it, and how.

    >>> print(Violation(4, (0, 1), "rule 1 lies on both sides of rule 0"))
    axiom 4: rule 1 lies on both sides of rule 0
    """

    axiom: int
    rules: tuple[int, ...]
    why: str

    def __str__(self) -> str:
        return f"axiom {self.axiom}: {self.why}"


def side_violations(plus: Sequence[int], minus: Sequence[int], rows: int) -> list[Violation]:
    """Axiom 1: the two sides of every rule are disjoint, and together they are all rows.

    >>> print(*side_violations([0b011], [0b110], 0b111))
    axiom 1: both sides of rule 0 hold rows [1]
    """
    found = []
    for rule, (left, right) in enumerate(zip(plus, minus, strict=True)):
        if both := left & right:
            found.append(Violation(1, (rule,), f"both sides of rule {rule} hold rows {bits(both)}"))
        if lost := rows & ~(left | right):
            found.append(Violation(1, (rule,), f"neither side of rule {rule} holds rows {bits(lost)}"))
    return found


def leaf_violations(tree: Tree[int, int], plus: Sequence[int], rows: int) -> list[Violation]:
    """Axiom 2: every leaf holds the rows that all rules above it send there.

    >>> from derive import Leaf, Node
    >>> print(*leaf_violations(Node(0, (Leaf(0b01), Leaf(0b11))), [0b01], 0b11))
    axiom 2: the leaf below rules [0] holds rows [0, 1], but they send it [1]
    """
    found: list[Violation] = []
    todo: list[tuple[tuple[int, ...], int, Tree[int, int]]] = [((), rows, tree)]
    while todo:
        above, arriving, subtree = todo.pop()
        match subtree:
            case Leaf(item) if item != arriving:
                why = f"the leaf below rules {list(above)} holds rows {bits(item)}, but they send it {bits(arriving)}"
                found.append(Violation(2, above, why))
            case Node(rule, (left, right)):
                todo.append(((*above, rule), arriving & ~plus[rule], right))
                todo.append(((*above, rule), arriving & plus[rule], left))
    return found


def tree_violations(ancestry: Ancestry, tree: Tree[int, object]) -> list[Violation]:
    """Axiom 3, of one given tree: every rule lies on the side of each rule above it where it stands.

    As a property of the matrix it would leave at most one tree, so no matrix is ever checked for it.

    >>> from derive import Leaf, Node
    >>> line = from_matrix([[0, -1], [1, 0]])
    >>> print(*tree_violations(line, Node(0, (Node(1, (Leaf(None), Leaf(None))), Leaf(None)))))
    axiom 3: rule 1 stands to the left of rule 0, but lies to its right
    """
    found: list[Violation] = []
    words = {1: "to its left", -1: "to its right", 0: "on neither side of it"}

    def node(rule: int, below: tuple[int, ...]) -> int:
        for stands, (side, rules) in zip(("left", "right"), zip((1, -1), below, strict=True), strict=True):
            for other in bits(rules):
                lies = ancestry.matrix[rule][other]
                if lies != side:
                    why = f"rule {other} stands to the {stands} of rule {rule}, but lies {words[lies]}"
                    found.append(Violation(3, (rule, other), why))
        return 1 << rule | below[0] | below[1]

    fold_with(lambda _: 0, node, tree)
    return found


def uniqueness_violations(
    left: Callable[[int, int], bool], right: Callable[[int, int], bool], rules: int
) -> list[Violation]:
    """Axiom 4: a rule lies on one side of another or on neither, and never on a side of itself.

    >>> print(*uniqueness_violations(lambda i, j: i < j, lambda i, j: j == 1, rules=2))
    axiom 4: rule 1 lies on both sides of rule 0 axiom 4: rule 1 lies on a side of itself
    """
    found = [
        Violation(4, (i, j), f"rule {j} lies on both sides of rule {i}")
        for pair in combinations(range(rules), 2)
        for i, j in (pair, pair[::-1])
        if left(i, j) and right(i, j)
    ]
    own = (
        Violation(4, (i,), f"rule {i} lies on a side of itself")
        for i in range(rules)
        if left(i, i) or right(i, i)
    )
    return [*found, *own]


def bits(mask: int) -> list[int]:
    """The numbers whose bits are set.

    >>> bits(0b1011)
    [0, 1, 3]
    """
    return [i for i in range(mask.bit_length()) if mask >> i & 1]
