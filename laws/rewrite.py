"""Laws between terms: where one fits, what it makes of a term, and whether a step is an instance of it.

The parameters of the lambda are the law's metavariables. Matching looks at neighbouring atoms of a
composition, also inside parameters, and at nothing else: no unification, no search.

>>> from derive.term import concat, filter_, map_, perms_, value
>>> p = value("p")
>>> print(FILTER_PROMOTION)
filter promotion: filter p . concat = concat . map (filter p)
>>> FILTER_PROMOTION.apply(filter_(p) @ concat @ map_(perms_))
concat . map (filter p) . map perms
>>> MAP_COMPOSITION.apply(concat @ map_(filter_(p)) @ map_(perms_))
concat . map (filter p . perms)
>>> MAP_COMPOSITION.flaw(map_(len) @ map_(perms_), map_(perms_ @ perms_))
'fits, but makes `map (len . perms)` of the line'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from derive.errors import BadInput
from derive.term import (
    Parameter,
    Term,
    concat,
    explore_,
    filter_,
    fold_,
    hole,
    kcombs_,
    kperms_,
    map_,
    min_,
    perms_,
    solve_,
    tabulate_,
    thin_,
    trees_,
)
from laws.law import Law
from laws.matching import Bindings, Place, instance, places, readings
from laws.relation import EQUAL, Relation

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Kind: TypeAlias = Literal["law", "definition", "refines"]
"""Laws and definitions are equations; a refinement keeps the cost and goes from left to right only."""


@dataclass(frozen=True)
class Rewrite:
    """A law between terms; without ``sides`` it is about opaque lines, and can only be tested.

    ``owes`` names side conditions; a ``remark`` is what else a reader should know when it is cited.

    >>> length = Rewrite("length of map", lambda f: (map_(len) @ map_(map_(f)), map_(len)))
    >>> length.holes, length.says
    (('f',), 'map len . map (map f) = map len')
    """

    name: str
    sides: Callable[..., tuple[Term, Term]] | None = None
    cite: str = ""
    kind: Kind = "law"
    owes: tuple[str, ...] = ()
    remark: str = ""

    @property
    def holes(self) -> tuple[str, ...]:
        """The names of the metavariables."""
        return tuple(signature(self.sides).parameters) if self.sides else ()

    @property
    def says(self) -> str:
        """The law as text, if it has sides."""
        sign = "⊑" if self.kind == "refines" else "="
        return f" {sign} ".join(map(repr, self._pattern())) if self.sides else ""

    def __str__(self) -> str:
        return f"{self.name}: {self.says}" if self.says else self.name

    def places(self, term: Term, backwards: bool = False) -> list[Place]:
        """Every place where the left side fits (or the right one, backwards): outer ones first."""
        side = self._pattern()[backwards] if self.sides else Term()
        return list(places(side, term))

    def apply(self, term: Term, at: int = 0, backwards: bool = False, **bindings: Parameter) -> Term:
        """Rewrite a term at the first place that fits, or at a given one; nothing is tried beyond that."""
        if backwards and self.kind == "refines":
            raise BadInput(f"{self.name}: a refinement goes from left to right only")
        places = self.places(term, backwards)
        if not 0 <= at < len(places):
            fits = f"fits at {len(places)} places" if places else "fits nowhere"
            raise BadInput(f"{self.name}: {fits} in `{term}`, so not at place {at}")
        bound = {**bindings, **places[at].bindings}
        return places[at].put(term, instance(self._pattern()[not backwards], bound))

    def flaw(self, before: Term, after: Term) -> str:
        """Why a step is no instance of this law; empty if it is one, in either direction."""
        if self.sides is None:
            return ""
        forwards = self._leads(before, after, backwards=False)
        if forwards is True:
            return ""
        if self._leads(before, after, backwards=True) is True:
            return "a refinement goes from left to right only" if self.kind == "refines" else ""
        if forwards is False:
            left, right = self._pattern()
            return f"neither `{left}` nor `{right}` is to be found there"
        return forwards

    def _leads(self, before: Term, after: Term, backwards: bool) -> bool | str:
        """Whether one application leads from one line to the other; if not, what it makes instead."""
        other = self._pattern()[not backwards]
        places = self.places(before, backwards)
        for place in places:
            facing = place.facing(before, after)
            for bound in readings(other, facing, place.bindings) if facing is not None else ():
                if place.put(before, instance(other, bound)) == after:
                    return True
        if not places:
            return False
        try:
            return (
                f"fits, but makes `{places[0].put(before, instance(other, places[0].bindings))}` of the line"
            )
        except BadInput:
            return "fits, but not so that the line becomes the next one"

    def law(
        self,
        instances: Sequence[Bindings],
        inputs: Callable[[], SearchStrategy[Any]],
        same: Relation = EQUAL,
    ) -> Law[tuple[Bindings, Any]]:
        """The law as an equation to test, at the given instances of its metavariables.

        A refinement holds up to cost: give a relation that says so.
        """
        left, right = self._pattern()

        def given() -> SearchStrategy[tuple[Bindings, Any]]:
            from hypothesis import strategies as st

            return st.tuples(st.sampled_from(list(instances)), inputs())

        return Law(
            self.name,
            given,
            lhs=lambda case: instance(left, case[0])(case[1]),
            rhs=lambda case: instance(right, case[0])(case[1]),
            same=same,
            says=self.says,
            cite=self.cite,
        )

    def _pattern(self) -> tuple[Term, Term]:
        if self.sides is None:
            raise BadInput(f"{self.name}: has no sides, so it can be tested on lines only")
        return self.sides(*map(hole, self.holes))


def definition(term: Term, cite: str = "") -> Rewrite:
    """The law that a defined name is what it stands for.

    >>> from derive.term import define, perms_
    >>> generate = define("generate", filter_(len) @ perms_)
    >>> definition(generate).apply(concat @ map_(filter_(len) @ perms_), backwards=True)
    concat . map generate
    """
    body = term.atoms[0].body if len(term.atoms) == 1 else None
    if body is None:
        raise BadInput(f"`{term}` has no definition; make it with derive.term.define")
    return Rewrite(f"definition of {term}", lambda: (term, body), cite, "definition")


MAP_COMPOSITION = Rewrite("map composition", lambda f, g: (map_(f) @ map_(g), map_(f @ g)), "4.2; Bird 1987")
FILTER_PROMOTION = Rewrite(
    "filter promotion", lambda p: (filter_(p) @ concat, concat @ map_(filter_(p))), "4.2; Bird 1987"
)
CONCAT_MAP = Rewrite("map promotion", lambda f: (map_(f) @ concat, concat @ map_(map_(f))), "Bird 1987")
MIN_PROMOTION = Rewrite(
    "min promotion", lambda e: (min_(e) @ concat, min_(e) @ concat @ map_(min_(e))), "4.3, with total min"
)
THIN_PROMOTION = Rewrite(
    "thin promotion", lambda q: (thin_(q) @ concat, thin_(q) @ concat @ map_(thin_(q))), "4.8.2"
)
KPERMS = Rewrite(
    "definition of kperms", lambda k: (kperms_(k), concat @ map_(perms_) @ kcombs_(k)), "(8)", "definition"
)
FOLD_FUSION = Rewrite(
    "fold fuses with solve", lambda a, p: (map_(fold_(a)) @ trees_(p), solve_(p, a)), "4.10"
)
CHOICE_FUSION = Rewrite(
    "choice fusion", lambda h, p, a: (h @ solve_(p, a), solve_(p, a, h)), "4.8", owes=("promotion", "Bellman")
)
MIN_FUSION = Rewrite(
    "min fusion",
    lambda e, p, a: (min_(e) @ solve_(p, a), solve_(p, a, min_(e))),
    "4.13",
    "refines",
    ("Bellman",),
)
THINNING = Rewrite(
    "thinning",
    lambda e, q: (min_(e), min_(e) @ thin_(q)),
    "(25)",
    "refines",
    ("dominance implies no larger cost",),
)
SHARING = Rewrite(
    "every seed once", lambda p, a, h: (solve_(p, a, h), tabulate_(a, h) @ explore_(p)), "4.7.2"
)
STANDARD = (
    MAP_COMPOSITION, FILTER_PROMOTION, CONCAT_MAP, MIN_PROMOTION, THIN_PROMOTION, KPERMS,
    FOLD_FUSION, CHOICE_FUSION, MIN_FUSION, THINNING, SHARING,
)  # fmt: skip
"""The list laws of 4.1 to 4.3 and the fusion laws; a derivation may bring its own definitions."""
