"""Rules over several columns at once: a family of rules (``problems.rules``) for the numbers of a table.

Rules are made from the rows, merged by what they cut, and put into words only when somebody asks.

>>> from problems.learn.table import table
>>> chosen = geometric(table([[0, 0], [1, 1], [0, 1], [1, 0]]), "oblique")
>>> chosen.name, str(chosen.rules[0])
('6 oblique cuts, merged from 24 rules', 'x0 + x1 > 1.5')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from derive import BadInput
from problems.learn.rules import AnyRule, Rule, RuleSet
from problems.learn.table import Table
from problems.rules.family import FAMILIES, Family, family
from problems.rules.places import places
from problems.rules.surface import Surface

if TYPE_CHECKING:
    from problems.rules.cuts import Cuts


class Unfaithful(Exception):
    """A rule in words that does not cut the rows as it should: their decimals were taken for them.

    >>> issubclass(Unfaithful, Exception)
    True
    """


class CutRules(Sequence[AnyRule]):
    """The rules of cuts, each put into words when it is first asked for.

    >>> from problems.rules.family import axis
    >>> rules = CutRules(axis([(1, 0), (2, 9)]), (np.array([1, 2]), np.array([0, 9])))
    >>> len(rules), rules[0]
    (1, Rule(column='x0', test='<=', value=1.5))
    """

    def __init__(self, cuts: Cuts, columns: Sequence[NDArray[Any]]) -> None:
        self._cuts, self._columns = cuts, columns
        self._known: dict[int, AnyRule] = {}

    def __len__(self) -> int:
        return len(self._cuts)

    @overload
    def __getitem__(self, place: int) -> AnyRule: ...
    @overload
    def __getitem__(self, place: slice) -> list[AnyRule]: ...

    def __getitem__(self, place: int | slice) -> AnyRule | list[AnyRule]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        place = range(len(self))[place]
        if place not in self._known:
            rule = self._cuts.rule(place)
            if not isinstance(rule, Surface):
                raise BadInput(f"a tree for data asks rules that are surfaces, got {rule!r}")
            if not np.array_equal(rule.holds(self._columns), self._cuts.sides[place]):
                raise Unfaithful(str(rule))
            self._known[place] = in_few_columns(rule)
        return self._known[place]

    def __iter__(self) -> Iterator[AnyRule]:
        return (self[place] for place in range(len(self)))

    def __repr__(self) -> str:
        return f"CutRules({self._cuts})"


def in_few_columns(rule: Surface) -> AnyRule:
    """The rule over the columns that it asks of; a threshold where it asks of one as it is.

    >>> in_few_columns(Surface(("a", "b"), ((1, (0, 1)),), ">", 3))
    Rule(column='b', test='>', value=3)
    """
    used = [place for place in range(len(rule.columns)) if any(powers[place] for _, powers in rule.terms)]
    columns = tuple(rule.columns[place] for place in used)
    terms = tuple((factor, tuple(powers[place] for place in used)) for factor, powers in rule.terms)
    if terms == ((1, (1,)),):
        return Rule(columns[0], rule.test, rule.bound)
    return Surface(columns, terms, rule.test, rule.bound, rule.through)


def is_geometric(wanted: object) -> bool:
    """Whether somebody asks for families of rules, by name or as values.

    >>> is_geometric("axis + oblique"), is_geometric(["oblique"]), is_geometric("auto"), is_geometric(3)
    (True, True, False, False)
    """
    parts = wanted.split("+") if isinstance(wanted, str) else wanted
    if isinstance(parts, Family):
        return True
    return (
        isinstance(parts, list | tuple)
        and bool(parts)
        and all(
            isinstance(part, Family) or (isinstance(part, str) and part.strip() in FAMILIES) for part in parts
        )
    )


def geometric(data: Table, wanted: object, *, decimals: bool = True) -> RuleSet:
    """All rules of a family for the rows of a table; numbers are taken as the decimals they print as.

    Should a rule in words then cut the rows differently, for they are binary, ``exactly`` makes the rules
    from the binary numbers.

    >>> from problems.learn.table import table
    >>> geometric(table([["red", 1.0]]), "oblique")
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: oblique rules take numbers, but column x0 holds text; leave it out, or take rules='auto'
    """
    kind = family(wanted)
    for name, column in zip(data.names, data.columns, strict=True):
        if column.dtype.kind not in "biuf":
            raise BadInput(
                f"{kind.name} rules take numbers, but column {name} holds text; leave it out, or take rules='auto'"
            )
    columns = [np.asarray(c, dtype=np.int64) if c.dtype.kind == "b" else c for c in data.columns]
    rows = [list(row) for row in zip(*(column.tolist() for column in columns), strict=True)]
    cuts = kind(places(rows, decimals=decimals), data.names)
    plural = "" if len(cuts) == 1 else "s"
    return RuleSet(
        CutRules(cuts, columns),
        f"{len(cuts)} {kind.name} cut{plural}, merged from {cuts.generated} rules",
        table=np.ascontiguousarray(cuts.sides.T, dtype=np.uint8),
        exactly=partial(geometric, data, wanted, decimals=False) if decimals else None,
    )
