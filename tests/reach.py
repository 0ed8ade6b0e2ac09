"""How far examples go: the bounds of every number, list and tree that a strategy draws, as a line of text.

``[0..4 of 0..9]`` is a list of up to four digits, ``(0..3, a|b)`` a number up to three and one of two words,
``tree(…)`` has roots, parts and leaves. Only bounds are told, neither how often nor in what order, so that
the text is the same for any version of hypothesis that reaches them; and it should: a few hundred examples
do for each.
"""

from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.errors import NoSuchExample
from hypothesis.strategies import SearchStrategy

from derive import Instance, Leaf, Node
from derive.accumulate import Single, Turn
from laws.derivation import Case
from laws.draws import Named
from problems.ancestry import Ancestry
from problems.rows import Rows

LEAST, ENOUGH, MOST = 100, 500, 1500
"""How many examples are looked at: to see that none goes too far; to note what is reached; to reach it again."""

WIDE = 64
"""Of larger numbers only the bits are counted: their bounds are seldom met."""


@dataclass
class Range:
    """The smallest and the largest of the numbers seen."""

    low: int | None = None
    high: int | None = None

    def see(self, number: int) -> None:
        self.low = number if self.low is None else min(self.low, number)
        self.high = number if self.high is None else max(self.high, number)

    def __str__(self) -> str:
        if self.high is not None and self.high >= WIDE:
            return f"up to {self.high.bit_length()} bits"
        return str(self.low) if self.low == self.high else f"{self.low}..{self.high}"


@dataclass
class Place:
    """All that was seen at one place of the examples."""

    words: set[str] = field(default_factory=set)
    numbers: Range = field(default_factory=Range)
    lengths: Range = field(default_factory=Range)
    items: list["Place"] = field(default_factory=list)
    parts: dict[str, "Place"] = field(default_factory=dict)
    kind: str = ""

    def see(self, value: Any) -> None:
        match value:
            case bool() | None | str() | Named():
                self.words.add(str(value))
            case int():
                self.numbers.see(value)
            case list() | set():
                self.lengths.see(len(value))
                self.see_all("each", value)
            case tuple() if type(value) is tuple:
                self.lengths.see(len(value))
                self.see_all("each", value)
                self.items += [Place() for _ in range(len(value) - len(self.items))]
                for place, item in zip(self.items, value, strict=False):
                    place.see(item)
            case _:
                self.see_known(value)

    def see_known(self, value: Any) -> None:
        match value:
            case Leaf(item):
                self.see_as("tree", leaves=[item])
            case Node(root, parts):
                self.see_as("tree", roots=[root], parts=[len(parts)])
                for part in parts:
                    self.see(part)
            case Single(place):
                self.see_as("path", places=[place])
            case Turn(before, turn, after):
                self.see_as("path", turns=[turn])
                self.see(before)
                self.see(after)
            case Instance(problem, int(seed)):
                every = range(seed + 1)
                self.see_as("problem", seeds=[seed], stops=[list(problem.base(s)) for s in every])
                self.see_as("problem", splits=[list(problem.splits(s)) for s in every])
            case Ancestry(matrix):
                entries = [e for i, row in enumerate(matrix) for j, e in enumerate(row) if i != j]
                self.see_as("matrix", rules=[len(matrix)], entries=entries)
            case Rows(labels, plus):
                self.see_as("rows", of=[list(labels)], rules=[len(plus)])
            case Case(argument, values):
                self.see_as("case", of=[argument], **{name: [content] for name, content in values.items()})

    def see_as(self, kind: str, **seen: list[Any]) -> None:
        self.kind = kind
        for name, values in seen.items():
            self.see_all(name, values)

    def see_all(self, name: str, values: Any) -> None:
        place = self.parts.setdefault(name, Place())
        for value in values:
            place.see(value)

    def __str__(self) -> str:
        told = sorted(self.words) if len(self.words) < 5 else [f"{len(self.words)} names"]
        if self.numbers.low is not None:
            told.append(str(self.numbers))
        if self.lengths.low is not None:
            if self.items and self.lengths.low == self.lengths.high:
                told.append(f"({', '.join(map(str, self.items))})" if self.items[1:] else str(self.items[0]))
            else:
                told.append(f"[{self.lengths} of {self.parts['each']}]")
        if self.kind:
            parts = [f"{name} {place}" for name, place in self.parts.items() if name != "each" and str(place)]
            told.append(f"{self.kind}({', '.join(parts)})")
        return "|".join(told)


def reach(strategy: SearchStrategy[Any], expected: str | None = None) -> str:
    """What a strategy reaches; it stops when that is what was expected."""
    place, seen = Place(), 0

    def satisfied(example: Any) -> bool:
        nonlocal seen
        seen += 1
        place.see(example)
        return seen >= LEAST and str(place) == expected

    quiet = settings(
        max_examples=ENOUGH if expected is None else MOST,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    with suppress(NoSuchExample):
        find(strategy, satisfied, settings=quiet, random=Random(0))
    return str(place)
