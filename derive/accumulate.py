"""Paths and downward accumulation: what a leaf learns from the branches above it.

``paths`` and ``path_red`` are the paper's definitions with any number of turns at a branch, and
``dacc`` is their composition (16). ``descend`` and ``along`` carry the value down instead, on one
tree and in a whole problem; that is linear, and owes that actions commute.

>>> from derive.text import short
>>> from derive.tree import Leaf, Node
>>> tree = Node("r", (Leaf("x"), Node("s", (Leaf("x"), Leaf("x")))))
>>> short(dacc(str, (str.lower, str.upper), (str.__add__, str.__add__), tree))
'(rx r (Rsx s RSx))'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from derive.problem import Problem
from derive.tree import Leaf, Node, Tree, fold_with, map_leaves, unfold

S = TypeVar("S")
R = TypeVar("R")
X = TypeVar("X")
A = TypeVar("A")
B = TypeVar("B")


@dataclass(frozen=True, slots=True)
class Single(Generic[A]):
    """A path of one place: the paper's ``S(a)``.

    >>> Single("x").place
    'x'
    """

    place: A


@dataclass(frozen=True, slots=True)
class Turn(Generic[A]):
    """Two paths joined by a turn into a part: 0 is the paper's left arrow, 1 its right one.

    Paths are equal if their steps are: bracketing does not count.

    >>> Turn(Single("r"), 0, Turn(Single("s"), 1, Single("x")))
    Path('r' 0 's' 1 'x')
    """

    before: Single[A] | Turn[A]
    part: int
    after: Single[A] | Turn[A]

    def __eq__(self, other: object) -> bool:
        return list(steps(self)) == list(steps(other)) if isinstance(other, Turn) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(steps(self)))

    def __repr__(self) -> str:
        words = (f"{'' if turn is None else f' {turn} '}{place!r}" for turn, place in steps(self))
        return f"Path({''.join(words)})"


Path: TypeAlias = Single[A] | Turn[A]
"""How one gets from the root of a tree to a leaf."""


def steps(path: Path[A]) -> Iterator[tuple[int | None, A]]:
    """A path flattened: each place with the turn that leads into it, None for the first.

    Paths that differ in bracketing alone have the same steps.

    >>> list(steps(Turn(Single("r"), 0, Turn(Single("s"), 1, Single("x")))))
    [(None, 'r'), (0, 's'), (1, 'x')]
    """
    todo: list[tuple[int | None, Path[A]]] = [(None, path)]
    while todo:
        turn, subpath = todo.pop()
        match subpath:
            case Single(place):
                yield turn, place
            case Turn(before, part, after):
                todo += [(part, after), (turn, before)]


def paths(turns: Sequence[Callable[[R], A]], tree: Tree[R, A]) -> Tree[R, Path[A]]:
    """Replace every leaf by the path to it; ``turns[k]`` says what a root means to its part k.

    Paper: Definition 4.6, with the root left as it is.

    >>> from derive.tree import Leaf, Node
    >>> paths((str.lower, str.upper), Node("r", (Leaf("x"), Leaf("y")))).parts[1]
    Leaf(Path('R' 1 'y'))
    """

    def leaf(item: A) -> Tree[R, Path[A]]:
        return Leaf(Single(item))

    def node(root: R, parts: tuple[Tree[R, Path[A]], ...]) -> Tree[R, Path[A]]:
        return Node(root, tuple(_prefixed(Single(turns[k](root)), k, part) for k, part in enumerate(parts)))

    return fold_with(leaf, node, tree)


def _prefixed(first: Single[A], part: int, tree: Tree[R, Path[A]]) -> Tree[R, Path[A]]:
    def prefix(path: Path[A]) -> Path[A]:
        return Turn(first, part, path)

    return map_leaves(prefix, tree)


def path_red(last: Callable[[A], B], operators: Sequence[Callable[[A, B], B]], path: Path[A]) -> B:
    """Reduce a path from its end: ``last`` at the last place, ``operators[k]`` before turn k.

    Paper: Definition 4.7. The operators need not be associative, and the bracketing of the path
    does not matter.

    >>> minus = (lambda a, b: a - b)
    >>> path_red(int, (minus, minus), Turn(Single(9), 0, Turn(Single(5), 1, Single(1))))
    5
    """
    (turn, place), *before = reversed(list(steps(path)))
    value = last(place)
    for into, place in before:
        if turn is not None:
            value = operators[turn](place, value)
        turn = into
    return value


def dacc(
    last: Callable[[A], B],
    turns: Sequence[Callable[[R], A]],
    operators: Sequence[Callable[[A, B], B]],
    tree: Tree[R, A],
) -> Tree[R, B]:
    """Downward accumulation as the paper defines it, quadratic on a chain. Paper: (16).

    >>> from derive.tree import Leaf, Node
    >>> data, low = frozenset({1, 5, 8}), frozenset({1, 2, 3})
    >>> keep, drop = (lambda side: low), (lambda side: data - low)
    >>> both = frozenset.intersection
    >>> tree = dacc(frozenset, (keep, drop), (both, both), Node("x <= 3", (Leaf(data), Leaf(data))))
    >>> [sorted(part.item) for part in tree.parts]
    [[1], [5, 8]]
    """
    return map_leaves(lambda path: path_red(last, operators, path), paths(turns, tree))


Action: TypeAlias = Callable[[R, int, A], A]
"""What a root does to the value on its way into part k."""


def descend(act: Action[R, A], start: A, tree: Tree[R, X]) -> Tree[R, A]:
    """Carry a value from the root to every leaf, in linear time.

    Equals ``dacc`` with the same actions if they commute.

    >>> from derive.tree import Leaf, Node
    >>> descend(lambda root, part, seen: seen + root, "", Node("r", (Leaf(0), Node("s", (Leaf(0),)))))
    Node('r', (Leaf('r'), Node('s', (Leaf('rs'),))))
    """

    def grow(seed: tuple[A, Tree[R, X]]) -> Leaf[A] | tuple[R, tuple[tuple[A, Tree[R, X]], ...]]:
        match seed:
            case value, Leaf():
                return Leaf(value)
            case value, Node(root, parts):
                return root, tuple((act(root, k, value), part) for k, part in enumerate(parts))

    return unfold(grow, (start, tree))


def along(problem: Problem[S, R, X], act: Action[R, A]) -> Problem[tuple[S, A], R, A]:
    """Carry a value down through all trees of a problem at once; leaves become what arrives.

    A seed becomes a pair: the old seed and the value so far. Paper: this turns the generator
    (15) into (19) and (23). Owes: that actions commute, if it is to equal ``dacc``.

    >>> from derive.problem import Problem
    >>> from derive.questions import trees
    >>> from derive.text import short
    >>> words = Problem("words", lambda w: [None] if not w else [], lambda w: [(w[0], (w[1:],))] if w else [])
    >>> [short(tree) for tree in trees(along(words, lambda root, part, so_far: so_far + root), ("ab", ""))]
    ['(a: (b: ab))']
    """

    def base(seed: tuple[S, A]) -> list[A]:
        below, value = seed
        return [value for _ in problem.base(below)]

    def splits(seed: tuple[S, A]) -> Iterator[tuple[R, tuple[tuple[S, A], ...]]]:
        below, value = seed
        for root, parts in problem.splits(below):
            yield root, tuple((part, act(root, k, value)) for k, part in enumerate(parts))

    return Problem(f"{problem.name}, accumulated", base, splits)
