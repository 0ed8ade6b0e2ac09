"""A law is a pure equation: it never asserts. Checking it answers with evidence or a counterexample.

A law that passes was *tested*, not proved; its evidence says on how many examples, and how many of
those could have told a true law from a false one.

>>> from hypothesis import strategies as st
>>> def twice(xs): return xs + xs
>>> palindrome = Law("reverse of twice", given=lambda: st.lists(st.integers()),
...                  lhs=lambda xs: twice(xs)[::-1], rhs=lambda xs: twice(xs[::-1]))
>>> print(palindrome.check(examples=50).unwrap())  # doctest: +ELLIPSIS
reverse of twice: tested on 50 examples, ... of them telling
>>> sorting = Law("reverse is the identity", given=lambda: st.lists(st.integers()),
...               lhs=lambda xs: xs[::-1], rhs=lambda xs: xs)
>>> print(sorting.check().failure())
reverse is the identity: does not hold
  for   [0, 1]
  left  [1, 0]
  right [0, 1]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from returns.result import Failure, Result, Success

from laws.relation import EQUAL, Relation

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from derive.pictures import Picture
    from derive.tree import Tree

A = TypeVar("A")

EXAMPLES = 100
"""How many examples a law is tested on unless told otherwise."""


@dataclass(frozen=True)
class Law(Generic[A]):
    """Two sides that should be the same for every example; what it says, and where it comes from.

    ``given`` makes a hypothesis strategy when the law is checked, not before. ``candidates`` are the
    values among which the law has to tell: an example with fewer than two distinct ones tells
    nothing. By default they are what the left side is made of; where it is a single value, it must
    vary from example to example.

    >>> Law("one", given=lambda: None, lhs=lambda x: x, rhs=lambda x: x).same.name
    'equal'
    """

    name: str
    given: Callable[[], SearchStrategy[A]]
    lhs: Callable[[A], Any]
    rhs: Callable[[A], Any]
    same: Relation = EQUAL
    says: str = ""
    latex: str = ""
    cite: str = ""
    owed_by: tuple[str, ...] = ()
    candidates: Callable[[A], Iterable[object]] | None = None
    show: Callable[[A], str] = repr

    def __repr__(self) -> str:
        return f"Law({self.name!r})"

    def check(self, examples: int = EXAMPLES, seed: int = 0) -> Result[Evidence, Fault]:
        """Look for a counterexample, the same way for the same seed; never raises."""
        from hypothesis import HealthCheck, Phase, find, settings
        from hypothesis.errors import HypothesisException, NoSuchExample, Unsatisfiable

        if examples < 1:
            return Failure(Unusable(self, f"examples must be 1 or more, got {examples}"))
        tally = _Tally()
        start = perf_counter()

        def fails(example: A) -> bool:
            sides, holds, distinct, single = self._judged(example)
            if not isinstance(sides, Raised):
                tally.add(distinct, single)
            return not holds

        try:
            smallest = find(
                self.given(),
                fails,
                settings=settings(
                    max_examples=examples,
                    database=None,
                    deadline=None,
                    suppress_health_check=list(HealthCheck),
                    phases=[Phase.generate, Phase.shrink],
                ),
                random=Random(seed),
            )
        except NoSuchExample:
            if not tally.examples:
                return Failure(Unusable(self, "its strategy gave no example; widen `given`"))
            return Success(Evidence(self, tally.examples, tally.told, perf_counter() - start))
        except Unsatisfiable:
            return Failure(Unusable(self, "its strategy has no examples; widen `given`"))
        except HypothesisException as error:
            return Failure(Unusable(self, f"its strategy cannot be used: {error}"))
        except Exception as error:  # whatever a user's strategy raises is reported, not raised
            return Failure(Unusable(self, f"its strategy raised {type(error).__name__}: {error}", error))
        return Failure(Counterexample(self, smallest, self.sides(smallest)))

    def sides(self, example: A) -> tuple[Any, Any] | Raised:
        """Both sides for one example, or what was raised on the way."""
        return self._judged(example)[0]

    def _repr_markdown_(self) -> str:
        from laws.markdown import law

        return law(self)

    def _judged(self, example: A) -> tuple[tuple[Any, Any] | Raised, bool, int, object]:
        """Both sides, whether they are the same, and how much the example tells."""
        from hypothesis.errors import HypothesisException

        try:
            left, right = self.lhs(example), self.rhs(example)
            return (left, right), self.same.holds(left, right), *self._distinct(example, left)
        except HypothesisException:
            raise
        except (
            Exception
        ) as error:  # an equation with a side that raises, or cannot be compared, does not hold
            return Raised(f"{type(error).__name__}: {error}"), False, 0, None

    def _distinct(self, example: A, left: Any) -> tuple[int, object]:
        """How many distinct candidates there are; of a single value only the whole run can tell."""
        if self.candidates is not None:
            return len(set(map(hashed, self.candidates(example)))), None
        if isinstance(left, list | tuple | set | frozenset | dict):
            return len(set(map(hashed, left))), None
        return 0, ("single", hashed(left))


def hashed(value: object) -> object:
    """A value that can stand in a set: itself, or its text if it cannot be hashed.

    >>> hashed(3), hashed([3])
    (3, '[3]')
    """
    try:
        hash(value)
    except TypeError:
        return repr(value)
    return value


@dataclass
class _Tally:
    examples: int = 0
    telling: int = 0
    singles: dict[object, int] = field(default_factory=dict)

    def add(self, distinct: int, single: object) -> None:
        self.examples += 1
        self.telling += distinct >= 2
        if single is not None:
            self.singles[single] = self.singles.get(single, 0) + 1

    @property
    def told(self) -> int:
        """Telling examples; single values tell if they are not all the same."""
        return self.telling + (sum(self.singles.values()) if len(self.singles) > 1 else 0)


@dataclass(frozen=True)
class Raised:
    """A side that has no value because evaluating it raised an error.

    >>> print(Raised("ZeroDivisionError: division by zero"))
    raised ZeroDivisionError: division by zero
    """

    error: str

    def __str__(self) -> str:
        return f"raised {self.error}"


@dataclass(frozen=True)
class Evidence:
    """A law that held on all examples tried: tested, not proved.

    ``telling`` examples had two or more distinct candidates; the others hold whatever the law says.

    >>> Evidence(Law("x", lambda: None, id, id), examples=100, telling=87, seconds=0.1).share
    0.87
    """

    law: Law[Any]
    examples: int
    telling: int
    seconds: float = field(compare=False)

    @property
    def share(self) -> float:
        """Which part of the examples could have told a false law."""
        return self.telling / self.examples

    def __repr__(self) -> str:
        return f"Evidence({self.law.name!r}, {self.examples} examples, {self.telling} telling)"

    def __str__(self) -> str:
        return f"{self.law.name}: tested on {self.examples} examples, {self.telling} of them telling"

    def _repr_markdown_(self) -> str:
        from laws.markdown import evidence

        return evidence(self)


@dataclass(frozen=True)
class Counterexample:
    """The smallest example found on which the two sides differ.

    >>> law = Law("halving", lambda: None, lhs=lambda n: n // 2 * 2, rhs=lambda n: n)
    >>> print(Counterexample(law, 1, (0, 1)))
    halving: does not hold
      for   1
      left  0
      right 1
    """

    law: Law[Any]
    example: Any
    sides: tuple[Any, Any] | Raised

    def __repr__(self) -> str:
        return f"Counterexample({self.law.name!r}, for {self.law.show(self.example)})"

    def __str__(self) -> str:
        lines = [f"{self.law.name}: does not hold", f"  for   {self.law.show(self.example)}"]
        match self.sides:
            case Raised():
                lines.append(f"  where a side {self.sides}")
            case (left, right):
                differences = _first_difference(left, right)
                lines += differences or [f"  left  {shown(left)}", f"  right {shown(right)}"]
        return "\n".join(lines)

    def picture(self) -> Picture:
        """The trees that only one side has, drawn: those of the left in orange, of the right in blue."""
        from derive.pictures import grid

        left, right = self.alone()
        return grid(
            [*left, *right],
            colour=lambda tree: "orange" if tree in left else "blue",
            caption=lambda tree: "left only" if tree in left else "right only",
            title=f"{self.law.name}: what only one side has",
        )

    def alone(self) -> tuple[list[Tree[Any, Any]], list[Tree[Any, Any]]]:
        """The trees that only the left side has, and those that only the right side has."""
        if isinstance(self.sides, Raised):
            return [], []
        left, right = map(trees_in, self.sides)
        return [tree for tree in left if tree not in right], [tree for tree in right if tree not in left]

    def _repr_markdown_(self) -> str:
        from laws.markdown import fault

        return fault(self)


@dataclass(frozen=True)
class Unusable:
    """A law that could not be tested at all, and why.

    >>> from hypothesis import strategies as st
    >>> print(Law("no examples", st.nothing, id, id).check().failure())
    no examples: cannot be tested, its strategy has no examples; widen `given`
    """

    law: Law[Any]
    why: str
    cause: Exception | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"{self.law.name}: cannot be tested, {self.why}"

    def _repr_markdown_(self) -> str:
        from laws.markdown import fault

        return fault(self)


Fault: TypeAlias = Counterexample | Unusable
"""Why a law was not found to hold."""


def trees_in(value: object) -> list[Tree[Any, Any]]:
    """All trees that stand in a value, however nested in lists and tuples.

    >>> from derive import Leaf
    >>> trees_in([(1, Leaf("a")), [Leaf("b")]])
    [Leaf('a'), Leaf('b')]
    """
    from derive import Leaf, Node

    if isinstance(value, Node | Leaf):
        return [value]
    return [tree for each in value for tree in trees_in(each)] if isinstance(value, list | tuple) else []


def shown(value: object, width: int = 300) -> str:
    """A value as text, trees in their short form, cut off where it gets long.

    >>> from derive import Leaf, Node
    >>> shown([Node(1, (Leaf(None), Leaf(None))), 7])
    '[(. 1 .), 7]'
    """
    from derive import Leaf, Node, short

    def plain(thing: object) -> str:
        match thing:
            case Node():
                return short(thing)
            case Leaf(item):
                return f"<{item}>"
            case list():
                return f"[{', '.join(map(plain, thing))}]"
            case tuple() if type(thing) is tuple:
                return f"({', '.join(map(plain, thing))}{',' if len(thing) == 1 else ''})"
            case _:
                return repr(thing)

    text = plain(value)
    return text if len(text) <= width else f"{text[: width - 2]} …"


def _first_difference(left: object, right: object) -> list[str]:
    """Where two long lists first differ; nothing for what is better shown whole."""
    if not (isinstance(left, list) and isinstance(right, list)) or max(len(left), len(right)) <= 4:
        return []
    for place, (a, b) in enumerate(zip(left, right, strict=False)):
        if a != b:
            return [
                f"  left  {shown(a)}",
                f"  right {shown(b)}",
                f"  first of the differences, at {place} of {len(left)}",
            ]
    longer, rest = ("left", left) if len(left) > len(right) else ("right", right)
    goes_on = rest[min(len(left), len(right)) :]
    return [f"  the {longer} goes on with {shown(goes_on[0])}"] if goes_on else []
