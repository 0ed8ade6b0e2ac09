"""Derivations: chains of terms from a specification to a program, each step with its reason.

Three kinds of step: *by law* and *by definition* keep the answer, *refines* keeps its cost and names
the side conditions that it owes. A step whose reason has sides is checked by shape; every step can be
tested; opaque lines can only be tested, and say so.

>>> from derive.term import filter_, kperms_, value
>>> from laws.rewrite import FILTER_PROMOTION, KPERMS, MAP_COMPOSITION
>>> proof = (Derivation("Theorem 4.2", filter_(value("p")) @ kperms_(value("K")))
...     .apply(KPERMS).apply(FILTER_PROMOTION).apply(MAP_COMPOSITION))
>>> print(proof)
Theorem 4.2
<BLANKLINE>
  filter p . kperms K
= { definition of kperms, (8) }
  filter p . concat . map perms . kcombs K
= { filter promotion }
  concat . map (filter p) . map perms . kcombs K
= { map composition }
  concat . map (filter p . perms) . kcombs K
<BLANKLINE>
3 steps checked by shape.
>>> proof.unjustified()
[]
>>> falling = {"p": lambda xs: xs[0] > xs[1], "K": 2}
>>> proof.spec.at(**falling)("abc") == proof.program.at(**falling)("abc")
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from derive.errors import BadInput
from derive.term import Parameter, Term, indexed
from laws.law import Law
from laws.relation import BY_COST, EQUAL
from laws.rewrite import Kind, Rewrite

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from derive.slides import Slides


@dataclass(frozen=True)
class Case:
    """An argument for the lines of a derivation, and what their open values are.

    >>> from derive.term import kcombs_, value
    >>> Case("abc", {"K": 2}).run(kcombs_(value("K")))
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    >>> Case("abc", {"K": 2, "p": len})
    'abc' where K = 2
    """

    argument: Any
    values: Mapping[str, Any] = field(default_factory=dict)

    def run(self, term: Term) -> Any:
        """What a line makes of this case."""
        return term.at(**self.values)(self.argument)

    def __repr__(self) -> str:
        shown = [f"{name} = {value!r}" for name, value in self.values.items() if _readable(value)]
        return f"{self.argument!r} where {', '.join(shown)}" if shown else repr(self.argument)


def _readable(value: object) -> bool:
    """Functions, and what is made of them, tell a reader nothing but where they lie in memory."""
    return not callable(value) and " at 0x" not in repr(value)


@dataclass(frozen=True)
class Step:
    """From one line to the next, and by what.

    >>> from derive.term import concat, map_
    >>> Step(1, map_(len) @ concat, concat, Rewrite("obvious")).checked
    'by testing'
    """

    number: int
    before: Term
    after: Term
    by: Rewrite

    @property
    def sign(self) -> str:
        """How the two lines compare: equal, or refined by the next one."""
        return "⊑" if self.by.kind == "refines" else "="

    @property
    def checked(self) -> str:
        """How much this step can be trusted: "by shape" (and testing), "by citation" of a law that says
        just this step, "by testing" alone, or "not an instance" of what it cites.
        """
        if self.flaw:
            return "not an instance"
        if not self.by.sides:
            return "by testing"
        return "by citation" if not self.by.holes and self.by.kind != "definition" else "by shape"

    @property
    def flaw(self) -> str:
        """Why this step is not what it says, as far as shapes tell; empty if nothing is wrong."""
        if self.before == self.after:
            return "nothing changes"
        if self.by.kind == "refines" and not self.by.owes:
            return "refines, but names no side condition"
        return self.by.flaw(self.before, self.after)


@dataclass(frozen=True)
class Unjustified:
    """A step that is no instance of what it cites, and why.

    >>> from derive.term import identity
    >>> print(Unjustified(Step(2, identity, identity, Rewrite("magic")), "nothing changes"))
    step 2, magic: nothing changes
    """

    step: Step
    why: str

    def __str__(self) -> str:
        return f"step {self.step.number}, {self.step.by.name}: {self.why}"


@dataclass(frozen=True)
class Derivation:
    """A chain of terms; the first is the specification, the last the program, and both run.

    ``cost`` is what refinements keep; ``among`` makes the values that lines choose from, so that
    testing can tell how many examples had a choice at all.

    >>> from derive.term import concat, map_
    >>> Derivation("empty", concat).program
    concat
    """

    title: str
    spec: Term
    cost: Parameter | None = None
    among: Term | None = None
    steps: tuple[Step, ...] = ()

    @property
    def program(self) -> Term:
        """The last line."""
        return self.steps[-1].after if self.steps else self.spec

    @property
    def lines(self) -> tuple[Term, ...]:
        """Every line, from the specification to the program."""
        return (self.spec, *(step.after for step in self.steps))

    @property
    def owes(self) -> tuple[str, ...]:
        """Every side condition that some step names."""
        return tuple(dict.fromkeys(name for step in self.steps for name in step.by.owes))

    @property
    def refines(self) -> bool:
        """Whether the program keeps the cost of the answer only."""
        return any(step.by.kind == "refines" for step in self.steps)

    def then(self, term: Term, by: Rewrite) -> Derivation:
        """One more line, and why it follows; ``unjustified`` says whether it does."""
        if by.kind == "refines" and self.cost is None:
            raise BadInput(
                f"{self.title}: {by.name} refines; say what cost it keeps: Derivation(..., cost=...)"
            )
        step = Step(len(self.steps) + 1, self.program, term, by)
        return replace(self, steps=(*self.steps, step))

    def apply(
        self, rewrite: Rewrite, at: int = 0, backwards: bool = False, **bindings: Parameter
    ) -> Derivation:
        """The next line by a law: at the first place that fits, or at a given one."""
        return self.then(rewrite.apply(self.program, at, backwards, **bindings), by=rewrite)

    def unjustified(self) -> list[Unjustified]:
        """The steps that are no instance of what they cite; of opaque lines only testing can tell."""
        return [Unjustified(step, step.flaw) for step in self.steps if step.flaw]

    def laws(self, inputs: Callable[[], SearchStrategy[Case]]) -> list[Law[Case]]:
        """One law a step, for testing: the two lines agree, by cost where the step refines."""
        return [
            self._law(
                f"{self.title}, step {step.number}: {step.by.name}",
                step.before,
                step.after,
                step.by.kind == "refines",
                inputs,
            )
            for step in self.steps
        ]

    def agreement(self, inputs: Callable[[], SearchStrategy[Case]]) -> Law[Case]:
        """The law that the program does what the specification says."""
        return self._law(
            f"{self.title}: specification and program", self.spec, self.program, self.refines, inputs
        )

    def as_law(self) -> Rewrite:
        """The whole derivation as one law, to be cited by others."""
        kind: Kind = "refines" if self.refines else "law"
        only_tested = sum(step.checked != "by shape" for step in self.steps)
        remark = (
            f"{only_tested} of its {len(self.steps)} steps only tested"
            if only_tested
            else "derived step by step"
        )
        sides = self.spec, self.program
        return Rewrite(self.title, lambda: sides, kind=kind, owes=self.owes, remark=remark)

    def _law(
        self, name: str, left: Term, right: Term, by_cost: bool, inputs: Callable[[], SearchStrategy[Case]]
    ) -> Law[Case]:
        among = self.among
        weigh = _weighed(self.cost) if by_cost else Term()
        return Law(
            name,
            inputs,
            lhs=lambda case: case.run(weigh @ left),
            rhs=lambda case: case.run(weigh @ right),
            same=BY_COST if by_cost else EQUAL,
            says=f"{left} {'⊑' if by_cost else '='} {right}",
            cite=self.title,
            candidates=None if among is None else lambda case: case.run(among),
        )

    def __repr__(self) -> str:
        return f"Derivation({self.title!r}, {len(self.steps)} steps)"

    def slides(self) -> Slides:
        """The derivation line by line, for a slider."""
        from derive.slides import Slides
        from laws.render import markdown

        frames = [markdown(replace(self, steps=self.steps[:shown])) for shown in range(len(self.steps) + 1)]
        return Slides(self.title, tuple(frames), whole=frames[-1])

    def __str__(self) -> str:
        from laws.render import text

        return text(self)

    def _repr_markdown_(self) -> str:
        from laws.render import markdown

        return markdown(self)


def _weighed(cost: Parameter | None) -> Term:
    """Pair every value with its cost, which is all that a refinement keeps."""
    return indexed("weigh", lambda e: lambda values: [(e(value), value) for value in values], cost)
