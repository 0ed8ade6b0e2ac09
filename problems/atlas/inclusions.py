"""Which space lies in which: checked tree by tree on small cases, not assumed.

>>> checked = check(INCLUSIONS[0], features=2, branches=2)
>>> checked.part, checked.whole, checked.holds
('catalans', 'murtrees', True)
>>> print(checked)
catalans is part of murtrees: 12 cases, 14 trees; strict from 2 branches over 2 features on: ((. 1 .) 0 .)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from derive import Instance, Leaf, Node, Tree, map_leaves, short, trees
from derive.tree import fold_with
from problems import branches, catalans, murtree, murtrees, odt_bf, proper
from problems.ancestry import from_matrix, from_thresholds
from problems.rows import Rows

Bare = Tree[int, None]
Small = tuple[int, int, int]
"""Features, branches and depth."""


def _bare(instance: Instance[Any, int, Any]) -> set[Bare]:
    return {map_leaves(lambda _: None, tree) for tree in trees(*instance, limit=None)}


def _chosen(space: Callable[[Any], Instance[Any, int, Any]], features: int, rules: int) -> set[Bare]:
    return {tree for some in combinations(range(features), rules) for tree in _bare(space(some))}


def _proper(features: int, rules: int) -> set[Bare]:
    """The trees of all matrices of signs together; any one matrix has at most K! of them."""
    found: set[Bare] = set()
    for some in combinations(range(features), rules):
        for signs in product((1, -1), repeat=rules * (rules - 1)):
            each = iter(signs)
            matrix = [[0 if i == j else next(each) for j in range(rules)] for i in range(rules)]
            for tree in trees(*proper.proper_trees(from_matrix(matrix)), limit=None):
                found.add(_renamed(tree, some))
    return found


def _renamed(tree: Bare, names: tuple[int, ...]) -> Bare:
    def leaf(_: None) -> Bare:
        return Leaf(None)

    def node(root: int, parts: tuple[Bare, ...]) -> Bare:
        return Node(names[root], parts)

    return fold_with(leaf, node, tree)


def _one_axis(features: int, rules: int) -> set[Bare]:
    line = from_thresholds([((place,), 0) for place in range(rules)])
    listed = trees(*proper.proper_trees(line), limit=None)
    return {_renamed(tree, some) for some in combinations(range(features), rules) for tree in listed}


LISTED: dict[str, Callable[[int, int, int], set[Bare]]] = {
    "proper over all matrices": lambda f, n, _: _proper(f, n),
    "proper on one axis": lambda f, n, _: _one_axis(f, n),
    "catalans": lambda f, n, _: _chosen(catalans.catalans, f, n),
    "murtrees": lambda f, n, _: _chosen(murtrees.murtrees, f, n),
    "odt-bf": lambda f, n, _: _chosen(odt_bf.odt_bf, f, n),
    "branches of two values": lambda f, n, _: _bare(branches.sized_branches((2,) * f, n)),
    "no-twice": lambda f, n, _: _bare(odt_bf.no_feature_twice(range(f), n)),
    "murtree": lambda f, n, d: _bare(murtree.murtree(Rows((), (0,) * f), d, n)) if n < 2**d else set(),
    "murtree as deep as it has branches": lambda f, n, _: _bare(murtree.murtree(Rows((), (0,) * f), n, n)),
    "murtree as deep as there are features": lambda f, n, _: (
        _bare(murtree.murtree(Rows((), (0,) * f), f, n)) if n < 2**f else set()
    ),
    "any": lambda f, n, _: _bare(odt_bf.any_feature(range(f), n)),
}
"""The trees of each space, listed, by features, branches and depth."""

INCLUSIONS: tuple[tuple[str, str], ...] = (
    ("catalans", "murtrees"),
    ("murtrees", "odt-bf"),
    ("odt-bf", "no-twice"),
    ("no-twice", "any"),
    ("no-twice", "murtree as deep as there are features"),
    ("murtree", "any"),
)
EQUALITIES: tuple[tuple[str, str], ...] = (
    ("proper on one axis", "catalans"),
    ("proper over all matrices", "odt-bf"),
    ("branches of two values", "no-twice"),
    ("murtree as deep as it has branches", "any"),
)


@dataclass(frozen=True)
class Checked:
    """An inclusion that was checked: on how many cases and trees, and where it is first strict.

    ``lacking`` is a tree of the larger space that the smaller one lacks, there.

    >>> check(("odt-bf", "no-twice"), features=2, branches=3).strict_from
    (2, 3, 1)
    """

    part: str
    whole: str
    equal: bool
    holds: bool
    cases: int
    trees: int
    strict_from: Small | None
    lacking: Bare | None

    def __str__(self) -> str:
        word = "is" if self.equal else "is part of"
        verdict = f"{self.part} {word} {self.whole}" + ("" if self.holds else ": does NOT hold")
        told = f"{verdict}: {self.cases} cases, {self.trees} trees"
        if self.strict_from is None or self.lacking is None or self.equal:
            return told
        features, size, _ = self.strict_from
        over = f"{features} feature{'' if features == 1 else 's'}"
        return f"{told}; strict from {size} branches over {over} on: {short(self.lacking)}"


def _cases(features: int, branches: int) -> Iterator[Small]:
    yield from ((f, n, d) for n in range(branches + 1) for f in range(1, features + 1) for d in range(1, 3))


def check(pair: tuple[str, str], features: int = 3, branches: int = 3) -> Checked:
    """Whether every tree of the first space is one of the second, on all cases up to a size.

    >>> check(("any", "no-twice"), features=2, branches=2).holds
    False
    """
    part, whole = pair
    equal = pair in EQUALITIES
    holds, cases, compared = True, 0, 0
    strict: Small | None = None
    lacking: Bare | None = None
    for case in _cases(features, branches):
        smaller, larger = LISTED[part](*case), LISTED[whole](*case)
        holds = holds and (smaller == larger if equal else smaller <= larger)
        cases += 1
        compared += len(smaller)
        if strict is None and smaller < larger:
            strict, lacking = case, min(larger - smaller, key=repr)
    return Checked(part, whole, equal, holds, cases, compared, strict, lacking)


def check_all(features: int = 3, branches: int = 3) -> list[Checked]:
    """All inclusions and equalities, checked.

    >>> all(checked.holds for checked in check_all(2, 2))
    True
    """
    return [check(pair, features, branches) for pair in (*INCLUSIONS, *EQUALITIES)]
