"""``plan``: EXPLAIN for exact optimisation. It runs the fastest program that the laws justify.

Choosing early is legal if promotion and Bellman hold. ``plan`` tests both on the user's own problem
and cost, on values that occur, and answers with the program and the reasons. Where a law fails it
shows the smallest counterexample and falls back to the specification: right, and slow.

>>> from derive import Algebra, Problem, smallest
>>> sums = Problem("sums", lambda w: [w] if len(w) == 1 else [],
...     lambda w: [("+", (w[:i], w[i:])) for i in range(1, len(w))])
>>> words = ["12", "201", "0212", "2110", "02113"]
>>> squares = Algebra(leaf=int, node=lambda _, vs: (vs[0] - vs[1]) ** 2, choose=smallest)
>>> planned = plan(sums, squares, words)
>>> planned.program, planned.run("02113")
('specification', [1])
>>> adding = Algebra(leaf=int, node=lambda _, vs: 2 * vs[0] + vs[1], choose=smallest)
>>> print(plan(sums, adding, words).report("2110"))
sums: fused and shared
  choosing early is justified as far as tested:
    promotion: held on 5 examples, 4 of them telling
    bellman: held on 5 examples, 3 of them telling
    fusion: held on 5 examples, 4 of them telling
  for '2110': 5 trees; 9 seeds, sharing 3.0
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from returns.result import Result, Success

from derive import (
    Algebra,
    BadInput,
    DeriveError,
    Instance,
    Kernel,
    Key,
    Problem,
    Spans,
    TooMany,
    count,
    explore,
    fold,
    ranking,
    tabulate,
)
from derive.choices import check_number, everything
from derive.errors import Unfit
from derive.text import counted
from laws.fusion import MOST_TREES, Asked, bellman, fusion, promotion
from laws.kernels import kernel as kernel_law
from laws.kernels import window
from laws.law import EXAMPLES, Counterexample, Evidence, Fault, Law, Unusable
from laws.memo import key_sound
from laws.suite import TELLING

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

S = TypeVar("S")
R = TypeVar("R")
X = TypeVar("X")
V = TypeVar("V")

SPECIFICATION = "specification"
FUSED = "fused"
SHARED = "fused and shared"
COMPILED = "compiled"

MOST_LISTED = 1_000_000
"""How many trees the specification lists unless told otherwise: about half a minute."""


@dataclass(frozen=True)
class Owed:
    """One law that a program owes, what it would allow, and what testing it gave.

    >>> from hypothesis import strategies as st
    >>> law = Law("p: promotion", lambda: st.lists(st.integers()), sorted, sorted)
    >>> Owed(law, "choosing early", law.check()).holds
    True
    """

    law: Law[Any]
    allows: str
    result: Result[Evidence, Fault]
    on: str = ""
    """What it was tested on, if not on the seeds that were given."""

    @property
    def holds(self) -> bool:
        """Whether the law held, and enough of the examples could have told."""
        return isinstance(self.result, Success) and self.result.unwrap().share >= TELLING

    def __str__(self) -> str:
        name = self.law.name.rpartition(": ")[2]
        match self.result:
            case Success(evidence):
                of = f" of {self.on}" if self.on else ""
                tested = f"held on {evidence.examples} examples{of}, {evidence.telling} of them telling"
                return f"{name}: {tested}" + ("" if self.holds else ", too few to put it to the test")
        fault = self.result.failure()
        if isinstance(fault, Counterexample):
            return "\n    ".join([f"{name}: fails", *str(fault).splitlines()[1:]])
        return f"{name}: not tested, {fault.why}"


@dataclass(frozen=True)
class Plan(Generic[S, R, X, V]):
    """A program for a problem and an algebra, and why it is the right one.

    >>> from derive import COUNT, Problem
    >>> pairs = Problem("pairs", lambda n: [] if n else ["."], lambda n: [("r", (n - 1, n - 1))] * 2 if n else [])
    >>> plan(pairs, COUNT, range(4)).program
    'fused and shared'
    """

    problem: Problem[S, R, X]
    algebra: Algebra[R, X, V]
    owed: tuple[Owed, ...]
    key: Key[S] | None = None
    by: Kernel[S, R, X] | None = None
    given_up: str | None = None
    """Why a kernel that was given is not used."""

    @property
    def early(self) -> bool:
        """Whether the laws allow to choose all along."""
        return all(each.holds for each in self.owed if each.allows == EARLY)

    @property
    def program(self) -> str:
        """The name of the program that is run."""
        if not self.early:
            return SPECIFICATION
        return COMPILED if self.by is not None else SHARED

    def run(self, seed: S, limit: int | None = MOST_LISTED) -> list[V]:
        """Answer for one seed: fused if that is justified, else by listing every tree, up to ``limit``."""
        if self.early:
            values = self._fused(seed)
        else:
            every = ranking(self.problem, seed)
            if limit is not None and every.size > limit:
                raise TooMany(
                    f"{self.problem.name}: choosing early is not justified, and there are {counted(every.size)} trees "
                    f"to list, more than the limit of {limit}; raise it, or take a smaller seed",
                    every.size,
                )
            values = self.algebra.choose(fold(self.algebra, tree) for tree in every)
        for value in values:
            check_number(value, self.problem.name)
        return values

    def _fused(self, seed: S) -> list[V]:
        if self.by is not None:
            with suppress(Unfit):
                return [fold(self.algebra, tree) for tree in self.by.best(seed)]
        return tabulate(explore(self.problem, seed, self.key), self.algebra)

    def report(self, seed: S | None = None) -> str:
        """What was chosen and why; with a seed, the size of its search too."""
        program = self.program
        lines = []
        if not any(each.allows == EARLY for each in self.owed):
            lines.append("  keeping everything owes nothing")
        elif self.early:
            lines.append("  choosing early is justified as far as tested:")
        else:
            lines.append(
                "  choosing early is not justified, so every tree is listed and the choice made last:"
            )
        lines += [f"    {each}" for each in self.owed if each.allows == EARLY]
        for each in self.owed:
            if each.allows == SHARING:
                verdict = (
                    "seeds are shared by it"
                    if each.holds
                    else "given up, and seeds are told apart as they are"
                )
                lines.append(f"  the key: {verdict}\n    {each}")
        compiling = [f"    {each}" for each in self.owed if each.allows in (COMPILING, WINDOW)]
        if self.given_up is not None:
            lines += [f"  the kernel: not used, {self.given_up}", *compiling]
        elif self.by is not None:
            lines += [f"  the kernel: {self.by.name}", *compiling]
        if seed is not None and self.by is not None and program == COMPILED:
            lines.append(f"  for {seed!r}: {counted(self.by.count(seed))} trees")
        elif seed is not None:
            forest = explore(self.problem, seed, self.key)
            if forest.sharing == 1 and program == SHARED:
                program = FUSED
            trees = f"{counted(count(self.problem, seed))} trees"
            lines.append(f"  for {seed!r}: {trees}; {len(forest)} seeds, sharing {forest.sharing:.1f}")
        return "\n".join([f"{self.problem.name}: {program}", *lines])

    def __repr__(self) -> str:
        return f"Plan({self.problem.name!r}, {self.program!r})"

    def __str__(self) -> str:
        return self.report()

    def _repr_markdown_(self) -> str:
        from laws.markdown import plan

        return plan(self)


EARLY = "choosing early"
SHARING = "sharing seeds of one key"
COMPILING = "running a compiled kernel"
WINDOW = "looking in the Knuth window only"


def plan(
    problem: Problem[S, R, X],
    algebra: Algebra[R, X, V],
    seeds: Iterable[S] | Callable[[], SearchStrategy[S]],
    *,
    key: Key[S] | None = None,
    by: Kernel[S, R, X] | None = None,
    examples: int = EXAMPLES,
    seed: int = 0,
) -> Plan[S, R, X, V]:
    """Test what the fused program owes on these seeds, and answer with the program that is justified.

    ``seeds`` are examples of seeds, small enough that their trees can be listed: a sequence, all of
    which is tried, or a function that makes a hypothesis strategy. A ``key`` is used if it is sound,
    and a compiled kernel to run it ``by`` if it fits and finds what the engine finds.

    >>> from derive import SIZE, Problem
    >>> plan(Problem("p", lambda s: [s], lambda s: []), SIZE, [])
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: p: no seeds to test the laws on; give some, small enough to list their trees
    """
    listed = [] if callable(seeds) else _listed(problem, seeds)
    given = seeds if callable(seeds) else _from(listed)
    most = max(examples, 10 * len(listed))

    def pose(start: S) -> Asked[S, R, X, V]:
        return Asked(problem, start, algebra)

    owed: list[Owed] = []
    if algebra.choose is not everything:  # keeping everything owes nothing
        for make in (promotion, bellman, fusion):
            law = make(problem.name, given, pose)
            owed.append(Owed(law, EARLY, _checked(law, most, seed)))
    sound: Key[S] | None = None
    if key is not None:
        law = key_sound(problem.name, given, lambda start: Instance(problem, start), key)
        owed.append(Owed(law, SHARING, _checked(law, most, seed)))
        sound = key if owed[-1].holds else None
    made = Plan(problem, algebra, tuple(owed), sound)
    if by is None:
        return made
    why = by.unfit()
    if why is not None:
        return replace(made, given_up=why)
    by, narrow = _narrowed(problem.name, by, examples, seed)
    law = kernel_law(problem.name, given, pose, lambda _: by)
    same = Owed(law, COMPILING, law.check(most, seed))
    made = replace(made, owed=(*owed, *narrow, same))
    return (
        replace(made, by=by) if same.holds else replace(made, given_up="what it owes was not found to hold")
    )


def _narrowed(name: str, by: Any, examples: int, seed: int) -> tuple[Any, list[Owed]]:
    """The kernel without a window that it claims, if that fails; and the evidence."""
    if not (isinstance(by, Spans) and by.window):
        return by, []
    law = window(name, by)
    owed = Owed(law, WINDOW, law.check(examples, seed), on="short spans")
    return by if owed.holds else replace(by, window=False), [owed]


def _listed(problem: Problem[S, R, X], seeds: Iterable[S]) -> list[S]:
    """The seeds given as a list; text is no list of seeds, though Python would take it for one."""
    if isinstance(seeds, str | bytes) or not isinstance(seeds, Iterable):
        raise BadInput(
            f"{problem.name}: expected a list of seeds, or a function that makes a strategy, got {seeds!r}"
        )
    listed = list(seeds)
    if not listed:
        raise BadInput(
            f"{problem.name}: no seeds to test the laws on; give some, small enough to list their trees"
        )
    if all(count(problem, seed) > MOST_TREES for seed in listed):
        raise BadInput(
            f"{problem.name}: every seed has more than {MOST_TREES} trees, too many to list; give smaller seeds as well"
        )
    return listed


def _from(seeds: Sequence[S]) -> Callable[[], SearchStrategy[S]]:
    def strategy() -> SearchStrategy[S]:
        from hypothesis import strategies as st

        return st.sampled_from(seeds)

    return strategy


def _checked(law: Law[Any], examples: int, seed: int) -> Result[Evidence, Fault]:
    """Check a law; mistakes in the problem itself are raised, since no program would be right."""
    result = law.check(examples, seed)
    if isinstance(result, Success):
        return result
    fault = result.failure()
    cause = fault.cause if isinstance(fault, Unusable) else _raised(law, fault.example)
    if isinstance(cause, DeriveError):
        raise cause
    return result


def _raised(law: Law[Any], example: object) -> Exception | None:
    try:
        law.lhs(example)
        law.rhs(example)
    except Exception as error:  # the program falls back, and the report shows what was raised
        return error
    return None
