"""The search spaces of the papers side by side: how many trees each has, exactly.

All are sets of trees over F features; what differs is how often a feature may be used, and where. Four
take K of the features and use each once: ``proper``, ``catalans``, ``murtrees``, ``odt-bf``. The others
have n branches: ``branches``, ``no-twice``, ``murtree`` (at most d deep) and ``any``.

>>> frame = Frame(features=3, rules=3, branches=3, depth=2)
>>> {space.slug: space.trees(frame) for space in SPACES}
{'proper': Between(least=0, most=6), 'catalans': 5, 'murtrees': 27, 'odt-bf': 30, 'branches': 36, 'no-twice': 36, 'murtree': 27, 'any': 135}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import comb, factorial
from typing import NamedTuple, TypeAlias

from derive import BadInput, TooLarge, count
from derive.text import counted
from problems import murtrees
from problems.ancestry import Ancestry
from problems.catalans import catalan
from problems.proper import sized_trees
from problems.rows import Rows

MOST = {"features": 10_000, "branches": 100, "rules": 100, "depth": 100, "values": 50}
"""Beyond these even the counts take long to write down."""
MOST_CLASSES = 5000
"""Columns with many different numbers of values have many classes; more than these are not counted."""


class Between(NamedTuple):
    """A count that depends on more than is known: at least and at most, and both do occur.

    >>> Between(0, 6).most
    6
    """

    least: int
    most: int


Count: TypeAlias = int | Between


def in_words(count: Count) -> str:
    """A count as it is written: exact up to a hundred digits.

    >>> in_words(5040), in_words(Between(0, 6))
    ('5040', '0 to 6')
    """
    if isinstance(count, Between):
        return f"{counted(count.least)} to {counted(count.most)}"
    return counted(count)


@dataclass(frozen=True)
class Frame:
    """What is compared: F features, K rules of them, n branches, depth d, and C values a feature.

    ``sizes`` are the values of each categorical column, where a data set has them; ``ancestry`` is the
    matrix of the rules of proper trees, where one is given.

    >>> Frame(features=0, rules=1, branches=1, depth=1)
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: features is a whole number from 1 to 10000, got 0
    """

    features: int
    rules: int
    branches: int
    depth: int
    values: int = 2
    sizes: tuple[int, ...] | None = None
    ancestry: Ancestry | None = None

    def __post_init__(self) -> None:
        least = {"features": 1, "rules": 0, "branches": 0, "depth": 0, "values": 1}
        for name, most in MOST.items():
            given = getattr(self, name)
            if not least[name] <= given <= most:
                raise BadInput(f"{name} is a whole number from {least[name]} to {most}, got {given}")


@dataclass(frozen=True)
class Space:
    """A search space: what it is, whose it is, and how many trees it has.

    >>> find("any").numbers(Frame(features=2, rules=0, branches=3, depth=9), 3)
    [1, 2, 8, 40]
    """

    slug: str
    title: str
    paper: str
    formula: str
    numbers: Callable[[Frame, int], Sequence[Count]]
    """How many trees have 0, 1, and so on up to so many branches."""
    each_once: bool = False
    """Whether its trees use each of K rules once, so that K is their number of branches."""

    def size(self, frame: Frame) -> int:
        """How many branches the trees of a frame have here."""
        return frame.rules if self.each_once else frame.branches

    def trees(self, frame: Frame) -> Count:
        """How many trees there are with exactly the branches of the frame."""
        return self.by_branches(frame)[-1]

    def by_branches(self, frame: Frame) -> list[Count]:
        """How many there are with 0, 1, and so on up to the branches of the frame."""
        return list(self.numbers(frame, self.size(frame)))

    def at_most(self, frame: Frame) -> Count:
        """How many there are with at most the branches of the frame."""
        counts = self.by_branches(frame)
        if any(isinstance(each, Between) for each in counts):
            ends = [each if isinstance(each, Between) else Between(each, each) for each in counts]
            return Between(sum(end.least for end in ends), sum(end.most for end in ends))
        return sum(each for each in counts if isinstance(each, int))


def within(features: int, depth: int, branches: int) -> list[int]:
    """MurTree's Eq. (1) counted by branches: coefficients of t_d = 1 + F x t_(d-1)^2.

    >>> within(3, 2, 4)
    [1, 3, 18, 27, 0]
    """
    known = [1]
    for _ in range(min(depth, branches)):
        known = [1, *(features * each for each in _power(known, 2, branches))]
    return known + [0] * (branches + 1 - len(known))


def multiway(sizes: Sequence[int], branches: int) -> list[int]:
    """Trees of Branches by number of splits: coefficients of p_S = 1 + x sum p_(S - i)^(C_i).

    Only how many values the features have matters, so that features alike are one class.

    >>> multiway((2, 2, 2), 3), multiway((3, 2), 5)
    ([1, 3, 12, 36], [1, 2, 5, 4, 1, 0])
    """
    levels: list[dict[Alike, None]] = [{tuple(sorted(Counter(sizes).items())): None}]
    for _ in range(branches):
        levels.append({fewer: None for alike in levels[-1] for _, _, fewer in _one_fewer(alike)})
        if sum(map(len, levels)) > MOST_CLASSES:
            raise TooLarge(
                f"columns with so many different numbers of values have more than {MOST_CLASSES} classes"
            )
    known: dict[Alike, list[int]] = {alike: [1] for alike in levels.pop()}
    for room, level in enumerate(reversed(levels), start=1):
        above: dict[Alike, list[int]] = {}
        for alike in level:
            found = [1] + [0] * room
            for size, times, fewer in _one_fewer(alike):
                for degree, each in enumerate(_power(known[fewer], size, room), start=1):
                    found[degree] += times * each
            above[alike] = found
        known = above
    (only,) = known.values()
    return only


Alike: TypeAlias = tuple[tuple[int, int], ...]
"""How many features there are of each number of values."""


def _one_fewer(alike: Alike) -> Iterator[tuple[int, int, Alike]]:
    """Each number of values, how many features have it, and what is left without one of them."""
    for place, (size, times) in enumerate(alike):
        left = ((size, times - 1),) if times > 1 else ()
        yield size, times, (*alike[:place], *left, *alike[place + 1 :])


def _power(one: list[int], exponent: int, room: int) -> list[int]:
    """A power of a polynomial, cut off after so many coefficients."""
    power, square = [1], one
    while exponent:
        if exponent % 2:
            power = _times(power, square, room)
        exponent //= 2
        square = _times(square, square, room) if exponent else square
    return power


def _times(one: list[int], other: list[int], room: int) -> list[int]:
    product = [0] * min(len(one) + len(other) - 1, room)
    for i, a in enumerate(one[: len(product)]):
        for j, b in enumerate(other[: len(product) - i]):
            product[i + j] += a * b
    return product


def _proper(frame: Frame, most: int) -> list[Count]:
    if frame.ancestry is not None:
        nothing = Rows((), (0,) * len(frame.ancestry))
        return [count(*sized_trees(frame.ancestry, nothing, rules)) for rules in range(most + 1)]
    largest = _chosen(frame.features, most, factorial)
    return [each if rules <= 1 else Between(0, each) for rules, each in enumerate(largest)]


def _chosen(features: int, most: int, trees: Callable[[int], int]) -> list[int]:
    """So many trees for every choice of 0, 1, and so on of the features."""
    return [comb(features, rules) * trees(rules) for rules in range(most + 1)]


def _alike(features: int, values: int) -> tuple[int, ...]:
    return (values,) * features


SPACES: tuple[Space, ...] = (
    Space(
        "proper",
        "proper trees: K rules, each once, where its ancestors allow it",
        "He & Little, genBTs (15)",
        "at most C(F, K) K!, and that is reached",
        _proper,
        each_once=True,
    ),
    Space(
        "catalans",
        "search trees: K features, each once, kept in order",
        "He & Little, genCatalans (30)",
        "C(F, K) Catalan(K)",
        lambda frame, most: _chosen(frame.features, most, catalan),
        each_once=True,
    ),
    Space(
        "murtrees",
        "any root, the others cut in two in order",
        "He & Little, genMurtrees (31)",
        "C(F, K) f(K), f(K) = K sum f(i) f(K-1-i)",
        lambda frame, most: _chosen(frame.features, most, murtrees.BY_SIZE.count_class),
        each_once=True,
    ),
    Space(
        "odt-bf",
        "any root, the others shared out in any way",
        "He & Little, genDTBFs (29)",
        "C(F, K) K! Catalan(K)",
        lambda frame, most: _chosen(frame.features, most, lambda k: factorial(k) * catalan(k)),
        each_once=True,
    ),
    Space(
        "branches",
        "a part for every value, no feature twice on a path",
        "Branches, 3.2",
        "coefficients of p_F, p_q = 1 + q x p_(q-1)^C",
        lambda frame, most: multiway(frame.sizes or _alike(frame.features, frame.values), most),
    ),
    Space(
        "no-twice",
        "two parts, no feature twice on a path",
        "reuse beside, never below",
        "c(F, n) = F sum c(F-1, i) c(F-1, n-1-i)",
        lambda frame, most: multiway(_alike(frame.features, 2), most),
    ),
    Space(
        "murtree",
        "any feature anywhere, at most d deep",
        "MurTree, Eq. (1)",
        "t(d, n) = F sum t(d-1, i) t(d-1, n-1-i)",
        lambda frame, most: within(frame.features, frame.depth, most),
    ),
    Space(
        "any",
        "any feature anywhere",
        "any reuse",
        "F^n Catalan(n)",
        lambda frame, most: [frame.features**n * catalan(n) for n in range(most + 1)],
    ),
)


def find(slug: str) -> Space:
    """The space of a name.

    >>> find("any").formula
    'F^n Catalan(n)'
    """
    return next(space for space in SPACES if space.slug == slug)
