"""Laws, evidence, counterexamples, suites and plans as Markdown, for notebooks.

>>> from hypothesis import strategies as st
>>> halving = Law("halving", st.integers, lambda n: n // 2 * 2, lambda n: n, says="twice a half is the whole")
>>> print(law(halving))
**halving**: twice a half is the whole.
<BLANKLINE>
Compared as equal.
>>> print(fault(halving.check().failure()))
**halving** does not hold:
<BLANKLINE>
- for `1`
- left `0`
- right `1`
"""

from __future__ import annotations

from typing import Any

from returns.result import Success

from derive.markdown import code, listed
from laws.law import Evidence, Fault, Law
from laws.plan import Owed, Plan
from laws.suite import Suite, Verdict


def law(given: Law[Any]) -> str:
    """What a law says, in words and in symbols, and where it comes from.

    >>> from laws.lists import SUITE
    >>> print(law(next(law for law in SUITE.laws if law.name == "filter promotion")))
    **filter promotion**: filter p . concat = concat . map (filter p).
    <BLANKLINE>
    $$\\mathit{filter}\\;p \\cdot \\mathit{concat} = \\mathit{concat} \\cdot \\mathit{map}\\,(\\mathit{filter}\\;p)$$
    <BLANKLINE>
    From He & Little, Theorem 4.2; Bird, theory of lists. Compared as equal. Owed by `keep`.
    """
    told = [f"**{given.name}**: {given.says or 'left = right'}."]
    if given.latex:
        told.append(f"$${given.latex}$$")
    sources = [f"From {given.cite}."] if given.cite else []
    sources.append(f"Compared as {given.same}.")
    sources += [f"Owed by {', '.join(f'`{name}`' for name in given.owed_by)}."] if given.owed_by else []
    return "\n\n".join([*told, " ".join(sources)])


def evidence(given: Evidence) -> str:
    """That a law held, and on what.

    >>> print(evidence(Evidence(Law("x", lambda: None, id, id), examples=100, telling=87, seconds=0.1)))
    **x** held on 100 examples, 87 of them telling. Tested, not proved.
    """
    told = f"held on {given.examples} examples, {given.telling} of them telling"
    return f"**{given.law.name}** {told}. Tested, not proved."


def fault(given: Fault) -> str:
    """That a law does not hold, and the smallest example that shows it.

    >>> from hypothesis import strategies as st
    >>> print(fault(Law("no examples", st.nothing, id, id).check().failure()))
    **no examples** cannot be tested, its strategy has no examples; widen `given`
    """
    first, *rest = str(given).splitlines()
    name, verdict = given.law.name, first.removeprefix(f"{given.law.name}: ")
    return f"**{name}** {verdict}:\n\n{_points(rest)}" if rest else f"**{name}** {verdict}"


def _points(lines: list[str]) -> str:
    """What the text of a counterexample says, as a list: values as code, the rest as words."""
    points = []
    for line in lines:
        word, _, value = line.strip().partition(" ")
        told = word in ("for", "left", "right")
        points.append(f"- {word} {code(value.strip(), str)}" if told else f"- {line.strip()}")
    return "\n".join(points)


def verdict(given: Verdict) -> str:
    """What became of a law, and the reason where it was expected to fail.

    >>> from hypothesis import strategies as st
    >>> sub = Law("subtraction commutes", lambda: st.tuples(st.integers(), st.integers()),
    ...           lhs=lambda p: p[0] - p[1], rhs=lambda p: p[1] - p[0])
    >>> numbers = Suite("numbers", [sub], expected_failures={"subtraction commutes": "1 - 0 is not 0 - 1"})
    >>> print(verdict(numbers.judge(sub)).splitlines()[-1])
    Fails as expected: 1 - 0 is not 0 - 1.
    """
    shown = (
        evidence(given.result.unwrap())
        if isinstance(given.result, Success)
        else fault(given.result.failure())
    )
    return f"{shown}\n\n{given.word.capitalize()}: {given.reason}." if given.reason else shown


def suite(given: Suite) -> str:
    """The laws of a suite as a table.

    >>> print(suite(Suite("none", [])))
    **none**: 0 laws.
    """
    many = len(given.laws)
    heading = f"**{given.name}**: {many} law{'' if many == 1 else 's'}"
    failing = len(given.expected_failures)
    heading += f", {failing} of them expected to fail." if failing else "."
    rows = [(each.name, each.says, each.cite) for each in given.laws]
    return f"{heading}\n\n{listed(['law', 'says', 'from'], rows)}" if rows else heading


def plan(given: Plan[Any, Any, Any, Any]) -> str:
    """Which program is run, and every law that it owes, with what testing found.

    >>> from derive import COUNT, Problem
    >>> from laws.plan import plan as planned
    >>> pairs = Problem("pairs", lambda n: [] if n else ["."], lambda n: [("r", (n - 1, n - 1))] * 2 if n else [])
    >>> print(plan(planned(pairs, COUNT, range(4))).splitlines()[0])
    **pairs**: the program is *fused and shared*.
    """
    told = [f"**{given.problem.name}**: the program is *{given.program}*."]
    if given.owed:
        rows = [(_name(each), each.allows, _word(each), _found(each)) for each in given.owed]
        told.append(listed(["law", "what it allows", "verdict", "found by testing"], rows).text)
    else:
        told.append("Keeping everything owes nothing.")
    if given.given_up:
        told.append(f"The kernel is not used: {given.given_up}.")
    told += [fault(each.result.failure()) for each in given.owed if not isinstance(each.result, Success)]
    return "\n\n".join(told)


def _name(owed: Owed) -> str:
    return owed.law.name.rpartition(": ")[2]


def _word(owed: Owed) -> str:
    if not isinstance(owed.result, Success):
        return "**fails**"
    return "holds" if owed.holds else "untested"


def _found(owed: Owed) -> str:
    if not isinstance(owed.result, Success):
        return "see below"
    return str(owed).removeprefix(f"{_name(owed)}: ")
