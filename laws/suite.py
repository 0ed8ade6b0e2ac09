"""A suite: laws by name, other suites included once, and the failures that are expected, with reasons.

An expected failure is strict: if it starts to hold, the suite fails. So does a law that holds
without having been put to the test.

>>> from hypothesis import strategies as st
>>> from laws.law import Law
>>> add = Law("addition commutes", lambda: st.tuples(st.integers(), st.integers()),
...           lhs=lambda p: p[0] + p[1], rhs=lambda p: p[1] + p[0])
>>> sub = Law("subtraction commutes", lambda: st.tuples(st.integers(), st.integers()),
...           lhs=lambda p: p[0] - p[1], rhs=lambda p: p[1] - p[0])
>>> numbers = Suite("numbers", [add, sub], expected_failures={"subtraction commutes": "1 - 0 is not 0 - 1"})
>>> for verdict in numbers.run():
...     print(verdict.law.name, "|", verdict.word, "|", verdict.ok)
addition commutes | holds | True
subtraction commutes | fails as expected | True
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from returns.result import Result, Success

from derive import BadInput
from laws.law import EXAMPLES, Counterexample, Evidence, Fault, Law, Raised

TELLING = 0.2
"""Which part of the examples must be telling, unless a suite says otherwise."""


@dataclass(frozen=True)
class Verdict:
    """What became of one law: the result, whether its failure was expected, and the time it took.

    >>> from hypothesis import strategies as st
    >>> trivial = Law("all alike", lambda: st.integers(), lambda n: [0], lambda n: [0])
    >>> Suite("s", [trivial]).judge(trivial).word
    'vacuous'
    """

    law: Law[Any]
    result: Result[Evidence, Fault]
    reason: str | None
    telling: float
    may_raise: bool
    seconds: float = field(compare=False)

    @property
    def word(self) -> str:
        """The verdict in a word or two."""
        match self.result:
            case Success(evidence):
                if self.reason is not None:
                    return "holds, though it was expected to fail"
                return "holds" if evidence.share >= self.telling else "vacuous"
        fault = self.result.failure()
        if not isinstance(fault, Counterexample):
            return "untested"
        if isinstance(fault.sides, Raised) and not self.may_raise:
            return "raises"
        return "fails" if self.reason is None else "fails as expected"

    @property
    def ok(self) -> bool:
        """Whether this is what was expected."""
        return self.word in ("holds", "fails as expected")

    def __repr__(self) -> str:
        return f"Verdict({self.law.name!r}, {self.word!r})"

    def __str__(self) -> str:
        shown = self.result.unwrap() if isinstance(self.result, Success) else self.result.failure()
        return f"{shown}\n  expected: {self.reason}" if self.reason else str(shown)

    def _repr_markdown_(self) -> str:
        from laws.markdown import verdict

        return verdict(self)


@dataclass(frozen=True)
class Suite:
    """Laws under a name. Included suites come first, each once; names must be unique.

    >>> Suite("empty", []).all_laws()
    []
    """

    name: str
    laws: Sequence[Law[Any]]
    includes: Sequence[Suite] = ()
    expected_failures: Mapping[str, str] = field(default_factory=dict)
    telling: float = TELLING
    raising: Collection[str] = ()
    """Which of the expected failures fail by raising an error, rather than by two sides that differ."""

    def __post_init__(self) -> None:
        names = [law.name for law in self.laws]
        for name in names:
            if names.count(name) > 1:
                raise BadInput(f"suite {self.name}: two laws are named {name!r}; give each a name of its own")
        for name, reason in self.expected_failures.items():
            if name not in names:
                raise BadInput(f"suite {self.name}: {name!r} is expected to fail, but is none of its laws")
            if not reason.strip():
                raise BadInput(f"suite {self.name}: {name!r} is expected to fail; say why")
        if not 0 < self.telling <= 1:
            raise BadInput(
                f"suite {self.name}: telling is a share, more than 0 and at most 1, got {self.telling}"
            )

    def __repr__(self) -> str:
        return f"Suite({self.name!r}, {len(self.laws)} laws)"

    def all_suites(self) -> list[Suite]:
        """This suite after the ones that it includes, each once."""
        found: dict[int, Suite] = {}
        for included in self.includes:
            for suite in included.all_suites():
                found.setdefault(id(suite), suite)
        return [*found.values(), self]

    def all_laws(self) -> list[tuple[Suite, Law[Any]]]:
        """Every law with the suite that it stands in."""
        return [(suite, law) for suite in self.all_suites() for law in suite.laws]

    def judge(self, law: Law[Any], examples: int = EXAMPLES, seed: int = 0) -> Verdict:
        """Check one law of this suite."""
        start = perf_counter()
        result = law.check(examples, seed)
        reason = self.expected_failures.get(law.name)
        return Verdict(law, result, reason, self.telling, law.name in self.raising, perf_counter() - start)

    def run(self, examples: int = EXAMPLES, seed: int = 0) -> Iterator[Verdict]:
        """Check all laws, one by one."""
        return (suite.judge(law, examples, seed) for suite, law in self.all_laws())

    def _repr_markdown_(self) -> str:
        from laws.markdown import suite

        return suite(self)
