"""Columns to rules: what a branch may ask of a row, by name.

A column of 0 and 1 is one rule as it is. Other numbers become thresholds: every midpoint between
neighbouring values, or those nearest to quantiles; or intervals that the labels ask for ("mdlp"). Text and
categories become equalities. An optimal tree is optimal over these rules, so the set has a name.

>>> from problems.learn.table import table
>>> chosen = rule_set(table([[0, 3.0, "red"], [1, 5.0, "blue"], [1, 4.0, "green"]]))
>>> [str(rule) for rule in chosen.rules]
['x0', 'x1 <= 3.5', 'x1 <= 4.5', 'x2 = blue', 'x2 = green', 'x2 = red']
>>> chosen.name
'6 rules: 1 column as it is, all 2 midpoints, 3 equalities'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from derive import BadInput
from problems.learn.interval import Interval, intervals, is_sound
from problems.learn.table import Column, Table

if TYPE_CHECKING:
    from problems.learn.switch import Switch
    from problems.rules.family import Family
    from problems.rules.surface import Surface

MOST_RULES = 300
"""How many rules are made when nobody says which."""

Test: TypeAlias = Literal[">", "<=", "="]
Value: TypeAlias = str | float | int
AnyRule: TypeAlias = "Rule | Interval | Surface"
Wanted: TypeAlias = "str | int | Sequence[Rule | Interval] | Family | Sequence[str | Family]"
HALF = 0.5


class Rule(NamedTuple):
    """A question to a row: ``<=`` or ``>`` a number, or ``=`` a value.

    >>> str(Rule("age", "<=", 30)), str(Rule("smokes", ">", 0.5))
    ('age <= 30', 'smokes')
    >>> Rule("age", "<=", 30).holds(np.array([20, 40]))
    array([ True, False])
    """

    column: str
    test: Test
    value: Value

    def __str__(self) -> str:
        """A column of 0 and 1 is asked by its name alone."""
        as_it_is = (self.test, self.value) == (">", HALF)
        return self.column if as_it_is else f"{self.column} {self.test} {self.value}"

    def holds(self, values: Column) -> NDArray[np.bool_]:
        """For which of a column's values the answer is yes."""
        if self.test == "=":
            return np.asarray(values == self.value, dtype=bool)
        if values.dtype.kind not in "biuf":
            raise BadInput(f"column {self.column} holds text, but the rule {self} needs numbers")
        number = np.float64(cast("float", self.value))
        return values <= number if self.test == "<=" else values > number


class RuleSet(NamedTuple):
    """Rules and their name; ``left_out`` says what was thinned, ``as_is`` that each column is a rule.

    ``table`` has the answers to the rules where they are known; ``exactly`` makes the rules anew from
    the numbers as they are, where decimals were taken for them.

    >>> RuleSet((), "no rules").left_out
    ''
    """

    rules: Sequence[AnyRule]
    name: str
    left_out: str = ""
    as_is: bool = False
    table: NDArray[np.uint8] | None = None
    exactly: Callable[[], RuleSet] | None = None


class _Candidates(NamedTuple):
    """What one column offers: how many rules, and which n of them to take."""

    number: int
    take: Callable[[int], Sequence[Rule | Interval]]


def rule_set(
    data: Table,
    wanted: Wanted = "auto",
    mass: NDArray[np.float64] | None = None,
    labels: NDArray[np.int64] | None = None,
) -> RuleSet:
    """The rules for a table: "auto", "midpoints", "mdlp", "equality", "columns", a number a column, a list, a family.

    "auto" takes all midpoints and all equalities unless they are more than ``MOST_RULES``, and says so
    where it thins them; a number n takes the thresholds nearest to n quantiles, and the n most frequent
    categories; "mdlp" cuts numbers where the ``labels`` of the rows ask for it (``problems.learn.mdlp``), and every
    interval is a rule; "equality" asks for equality of numbers too; "columns" insists on columns of 0 and 1.
    "axis", "oblique", "quadratic", several of them with +, or a family of your own (``problems.rules``)
    make rules over all columns at once.

    >>> from problems.learn.table import table
    >>> data = table([[0.0], [1.0], [2.0], [3.0], [4.0]])
    >>> [str(rule) for rule in rule_set(data, 2).rules]
    ['x0 <= 1.5', 'x0 <= 3.5']
    >>> [str(rule) for rule in rule_set(data, "mdlp", labels=np.array([0, 0, 1, 1, 1])).rules]
    ['x0 <= 1.5', 'x0 > 1.5']
    >>> rule_set(data, "columns")
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: rules='columns' takes columns of 0 and 1, but x0 holds others; take rules='auto'
    """
    from problems.learn.geometry import geometric, is_geometric

    if isinstance(wanted, np.integer):
        wanted = int(wanted)
    if is_geometric(wanted):
        return geometric(data, wanted)
    if not isinstance(wanted, str | int):
        return _given(data, wanted)
    most = _most(wanted)
    if wanted == "mdlp" and labels is None:
        raise BadInput(
            "rules='mdlp' cuts columns by the labels of the rows, and numbers to predict are none; "
            "take rules='auto', or a number of thresholds a column"
        )
    if isinstance(data.columns, np.ndarray) and wanted != "equality" and _is_binary(data.columns):
        rules = tuple([Rule(name, ">", HALF) for name in data.names])
        return RuleSet(rules, _as_is(len(rules)), as_is=True)
    offers = [
        _offer(name, column, wanted, mass, labels)
        for name, column in zip(data.names, data.columns, strict=True)
    ]
    total = sum(offer.number for offer in offers)
    if wanted == "auto" and total > MOST_RULES:
        most = _share([offer.number for offer in offers if offer.number > 1], MOST_RULES)
    found = tuple(rule for offer in offers for rule in offer.take(min(most, offer.number)))
    thinned = len(found) < total
    name = _name(offers, found, most if thinned else None, wanted)
    told = thinned and wanted == "auto"  # who asks for a number knows
    return RuleSet(
        found, name, f"kept {len(found)} of {total} rules, at most {most} a column" if told else ""
    )


def _most(wanted: str | int) -> int:
    if isinstance(wanted, str):
        if wanted not in ("auto", "midpoints", "mdlp", "equality", "columns"):
            raise BadInput(
                "rules are 'auto', 'midpoints', 'mdlp', 'equality', 'columns', a number of thresholds a column, "
                "a list of Rule, or a family ('axis', 'oblique', 'quadratic', 'cubic', several with +); "
                f"got {wanted!r}"
            )
        return 1 << 62
    if isinstance(wanted, bool) or wanted < 1:
        raise BadInput(f"a number of thresholds a column is 1 or more, got {wanted}")
    return wanted


def _given(data: Table, rules: object) -> RuleSet:
    if not isinstance(rules, list | tuple):
        raise BadInput(f"rules are a word, a number or a list of Rule; got {rules!r}")
    for rule in rules:
        if isinstance(rule, str):
            raise BadInput(
                "expected a list of Rule(column, '<=' or '>' or '=', value), or of families (axis, oblique, quadratic, "
                f"cubic), got {rules!r}"
            )
        known = isinstance(rule, Interval) or (isinstance(rule, Rule) and rule.test in (">", "<=", "="))
        if not known:
            raise BadInput(f"expected Rule(column, '<=' or '>' or '=', value), got {rule!r}")
        if rule.column not in data.names:
            raise BadInput(
                f"the rule {rule} asks of {rule.column!r}; the columns are {', '.join(data.names)}"
            )
        if isinstance(rule, Interval):
            if not is_sound(rule.above, rule.to):
                raise BadInput(
                    f"the rule {rule} is of no interval; expected a number above, up to a larger one, or one of both"
                )
        elif rule.test != "=" and not isinstance(rule.value, int | float):
            raise BadInput(f"the rule {rule} compares with {rule.value!r}; expected a number")
    return RuleSet(tuple(rules), f"{_counted(len(rules), 'rule')} that were given")


def _share(numbers: list[int], most: int) -> int:
    """The largest n such that taking at most n of each makes no more than ``most``; but at least 1."""
    return max((n for n in range(1, most + 1) if sum(min(n, k) for k in numbers) <= most), default=1)


def _is_binary(values: Column) -> bool:
    """Whether there are but 0 and 1: for whole numbers, whether no other bit is set."""
    if values.dtype.kind == "b":
        return True
    if values.dtype.kind in "iu":
        return bool(0 <= np.bitwise_or.reduce(values, axis=None) <= 1)
    return bool(((values == 0) | (values == 1)).all())


def _offer(
    name: str,
    column: Column,
    wanted: str | int,
    mass: NDArray[np.float64] | None,
    labels: NDArray[np.int64] | None,
) -> _Candidates:
    numeric = column.dtype.kind in "biuf"
    if numeric and wanted != "equality":
        if _is_binary(column):
            return _Candidates(1, lambda _: [Rule(name, ">", HALF)])
        if wanted == "columns":
            raise BadInput(
                f"rules='columns' takes columns of 0 and 1, but {name} holds others; take rules='auto'"
            )
        if wanted == "mdlp":
            return _intervals(name, column, mass, labels)
        return _thresholds(name, column.astype(np.float64, copy=False), mass)
    if wanted == "columns":
        raise BadInput(f"rules='columns' takes columns of 0 and 1, but {name} holds text; take rules='auto'")
    return _equalities(name, column, mass)


def _thresholds(name: str, column: NDArray[np.float64], mass: NDArray[np.float64] | None) -> _Candidates:
    values, inverse = np.unique(column, return_inverse=True)
    below = np.bincount(inverse, mass).cumsum()
    cuts = midpoints(values)

    def take(n: int) -> list[Rule]:
        if n < len(cuts):
            aims = np.arange(1, n + 1) / (n + 1) * below[-1]
            kept = cuts[np.unique(np.minimum(np.searchsorted(below, aims), len(cuts) - 1))]
        else:
            kept = cuts
        return [Rule(name, "<=", _plain(cut)) for cut in kept.tolist()]

    return _Candidates(len(cuts), take)


def _intervals(
    name: str, column: Column, mass: NDArray[np.float64] | None, labels: NDArray[np.int64] | None
) -> _Candidates:
    from problems.learn.mdlp import mdlp_cuts

    found = intervals(name, [cast("float", _plain(cut)) for cut in mdlp_cuts(column, labels, mass)])
    return _Candidates(len(found), lambda _: found)


def _plain(value: Value) -> Value:
    """3 rather than 3.0, for they are the same in a rule."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def midpoints(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The middles between neighbours, each at least the lower and below the upper one.

    >>> midpoints(np.array([1.0, 1.1, 5.0]))
    array([1.05, 3.05])
    """
    low, high = values[:-1], values[1:]
    middle = low / 2 + high / 2
    with np.errstate(over="ignore", invalid="ignore"):
        tidy = np.round(middle, 10)  # 3.05 rather than 3.0500000000000003
    middle = np.where((low <= tidy) & (tidy < high), tidy, middle)
    return np.where(middle < high, middle, low)


def _equalities(name: str, column: Column, mass: NDArray[np.float64] | None) -> _Candidates:
    weight: Counter[Any] = Counter()
    for value, each in zip(column.tolist(), np.ones(len(column)) if mass is None else mass, strict=True):
        weight[value] += each
    ordered = sorted(weight, key=lambda value: (-weight[value], str(value)))
    if len(ordered) <= 2:  # two values are told apart by one question, one by none
        ordered = sorted(ordered, key=str)[1:]

    def take(n: int) -> list[Rule]:
        return [Rule(name, "=", _plain(value)) for value in sorted(ordered[:n], key=str)]

    return _Candidates(len(ordered), take)


def _counted(number: int, what: str) -> str:
    return f"{number} {what if number == 1 else what.replace('equality', 'equalitie') + 's'}"


def _as_is(columns: int) -> str:
    return f"{_counted(columns, 'column')} as {'it is' if columns == 1 else 'they are'}"


def _name(
    offers: list[_Candidates], rules: tuple[Rule | Interval, ...], most: int | None, wanted: str | int
) -> str:
    tests = Counter(rule.test if isinstance(rule, Rule) else "interval" for rule in rules)
    everything = "all " if most is None and tests["<="] > 1 else ""
    parts = [
        part
        for number, part in (
            (tests[">"], _as_is(tests[">"])),
            (tests["<="], everything + _counted(tests["<="], "midpoint")),
            (tests["interval"], f"{_counted(tests['interval'], 'interval')} by MDLP"),
            (tests["="], _counted(tests["="], "equality")),
        )
        if number
    ]
    if not parts:
        return "no rules, for MDLP cuts no column" if wanted == "mdlp" else "no rules, for no column varies"
    limit = f" (at most {most} a column, of {sum(offer.number for offer in offers)})" if most else ""
    whole = sum(not offer.number for offer in offers)
    if wanted == "mdlp" and whole:
        limit = f" (MDLP leaves {_counted(whole, 'column')} whole)"
    return (f"{len(rules)} rules: " if len(parts) > 1 else "") + ", ".join(parts) + limit


def asked(question: AnyRule | Switch) -> tuple[str, ...]:
    """The columns that a question asks of.

    >>> asked(Rule("age", "<=", 30))
    ('age',)
    """
    return (question.column,) if isinstance(question, Rule | Interval) else question.columns


def said(rule: AnyRule, values: Sequence[Column]) -> NDArray[np.bool_]:
    """For which rows of the columns that it asks of a rule says yes.

    >>> said(Rule("age", "<=", 30), [np.array([20, 40])])
    array([ True, False])
    """
    return rule.holds(values[0]) if isinstance(rule, Rule | Interval) else rule.holds(values)


def matrix(data: Table, rules: Sequence[AnyRule]) -> NDArray[np.uint8]:
    """One row of 0 and 1 for every row of data: the answers to the rules.

    >>> from problems.learn.table import table
    >>> matrix(table([[1.0], [5.0]]), [Rule("x0", "<=", 3), Rule("x0", ">", 0.5)])
    array([[1, 1],
           [0, 1]], dtype=uint8)
    """
    answers = np.empty((data.rows, len(rules)), dtype=np.uint8)
    places = {name: place for place, name in enumerate(data.names)}
    start = 0
    while start < len(rules):
        rule = rules[start]
        cuts = _thresholds_from(rules, start)
        values = [data.columns[places[column]] for column in asked(rule)]
        if len(cuts) > 1:
            answers[:, start : start + len(cuts)] = values[0][:, None] <= np.array(cuts, dtype=np.float64)
        else:
            answers[:, start] = said(rule, values)
        start += max(1, len(cuts))
    return answers


def _thresholds_from(rules: Sequence[AnyRule], start: int) -> list[Value]:
    """The thresholds of one column that stand side by side."""
    first, cuts = rules[start], []
    for place in range(start, len(rules)):
        rule = rules[place]
        if not isinstance(rule, Rule) or rule.test != "<=" or rule.column != asked(first)[0]:
            break
        cuts.append(rule.value)
    return cuts


def answers(data: Table, chosen: RuleSet) -> NDArray[np.uint8]:
    """The matrix of a rule set; columns that are taken as they are need but a cast.

    >>> from problems.learn.table import table
    >>> data = table(np.array([[1, 0], [0, 0]]))
    >>> answers(data, rule_set(data))
    array([[1, 0],
           [0, 0]], dtype=uint8)
    """
    if chosen.table is not None:
        return chosen.table
    if isinstance(data.columns, np.ndarray) and chosen.as_is:
        return np.ascontiguousarray(data.columns.T, dtype=np.uint8)
    return matrix(data, chosen.rules)
