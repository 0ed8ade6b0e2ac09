"""Thresholds for a tree of features, as notes on Ordyniak & Szeider list them: three slips.

What holds is ``problems.smallest.shapes.find_thresholds``.

>>> [claim.law.name for claim in CLAIMS]
['findTH on the high side', 'findTH by feature', 'findTH where nothing comes']
"""

from __future__ import annotations

from collections.abc import Iterator

from derive import Leaf, Node
from laws import Law
from problems.errata.claim import Claim
from problems.smallest.examples import Examples
from problems.smallest.shapes import Path, Shape, find_thresholds
from problems.suites.smallest import SZEIDER, Pairs, labelled_points

STUMP: Shape = Node(0, (Leaf(None), Leaf(None)))
TWICE: Shape = Node(0, (STUMP, Leaf(None)))
BELOW: Shape = Node(0, (Leaf(None), STUMP))
NOTES = SZEIDER + "notes on Algorithms 1 and 2"


def find_th(examples: Examples, shape: Shape, rows: int, high: bool = False) -> dict[Path, int] | None:
    """findTH as listed, with thresholds by branch; with ``high`` it tries the low side on examples above.

    >>> E = Examples.of([((0,), "a"), ((1,), "b")])
    >>> find_th(E, STUMP, E.everything), find_th(E, STUMP, E.everything, high=True)
    ({(): 0}, None)
    """
    if isinstance(shape, Leaf):
        return {} if examples.uniform(rows) else None
    values = examples.values(shape.root, rows)
    first, last, middle, fits = 0, len(values) - 1, 0, False
    while first <= last:
        middle = (first + last) // 2
        tried = values[middle:] if high else values[: middle + 1]
        fits = find_th(examples, shape.parts[0], rows & examples.holding(shape.root, tried), high) is not None
        first, last = (middle + 1, last) if fits else (first, middle - 1)
    value = values[middle] if fits else values[middle - 1] if middle else values[0] - 1
    below = rows & examples.holding(shape.root, (v for v in values if v <= value))
    found = [
        find_th(examples, part, side, high)
        for part, side in zip(shape.parts, (below, rows & ~below), strict=True)
    ]
    assigned: dict[Path, int] = {(): value}
    for side, each in enumerate(found):
        if each is None:
            return None
        assigned |= {(side, *path): threshold for path, threshold in each.items()}
    return assigned


def by_feature(shape: Shape, found: dict[Path, int]) -> dict[int, int]:
    """One threshold a feature, as the listing keeps them: of two, the one further down wins.

    >>> by_feature(TWICE, {(): 1, (0,): 0})
    {0: 0}
    """
    return {feature: found[path] for path, feature in _branches(shape)}


def _branches(shape: Shape) -> Iterator[tuple[Path, int]]:
    """Every branch with its path, roots first."""
    todo: list[tuple[Path, Shape]] = [((), shape)]
    while todo:
        path, here = todo.pop()
        if isinstance(here, Node):
            yield path, here.root
            todo += [((*path, side), part) for side, part in enumerate(here.parts)]


def _fits(examples: Examples, shape: Shape, by: dict[int, int]) -> bool:
    """Whether a tree with these thresholds fits: every leaf gets examples of one class."""
    todo = [(shape, examples.everything)]
    while todo:
        here, rows = todo.pop()
        if isinstance(here, Leaf):
            if not examples.uniform(rows):
                return False
        else:
            values = examples.values(here.root, rows)
            low = rows & examples.holding(here.root, (v for v in values if v <= by[here.root]))
            todo += zip(here.parts, (low, rows & ~low), strict=True)
    return True


def _as_listed(pairs: Pairs, shape: Shape, high: bool = False) -> bool:
    examples = Examples.of(pairs)
    return find_th(examples, shape, examples.everything, high) is not None


def _found(pairs: Pairs, shape: Shape) -> bool:
    return find_thresholds(Examples.of(pairs), shape) is not None


def _by_feature(pairs: Pairs) -> bool:
    examples = Examples.of(pairs)
    found = find_thresholds(examples, TWICE)
    return found is not None and _fits(examples, TWICE, by_feature(TWICE, found))


CLAIMS = [
    Claim(
        Law(
            "findTH on the high side",
            lambda: labelled_points(3, features=1),
            lhs=lambda pairs: _as_listed(pairs, STUMP, high=True),
            rhs=lambda pairs: _found(pairs, STUMP),
            says="the low side of a branch may be tried on the examples from a value on",
            latex=r"\mathit{findTH}(E[f \ge D[m]], c_l)",
            cite=NOTES,
            owed_by=("optimum",),
        ),
        "on those up to the value: the largest threshold that the low side can do with is wanted",
    ),
    Claim(
        Law(
            "findTH by feature",
            lambda: labelled_points(3, features=1, labels="abc"),
            lhs=_by_feature,
            rhs=lambda pairs: _found(pairs, TWICE),
            says="a tree has one threshold for every feature",
            latex=r"\lambda : \mathit{feat}(T) \to D",
            cite=NOTES,
            owed_by=("optimum",),
        ),
        "one for every branch: a feature may stand at several",
    ),
    Claim(
        Law(
            "findTH where nothing comes",
            lambda: labelled_points(3, features=1, labels="a", least=1),
            lhs=lambda pairs: _as_listed(pairs, BELOW),
            rhs=lambda pairs: _found(pairs, BELOW),
            says="at every branch there is an example whose value can be tried",
            latex=r"D_E(f) \ne \emptyset",
            cite=NOTES,
            owed_by=("optimum",),
        ),
        "where no example comes any threshold will do",
        raises=True,
    ),
]
