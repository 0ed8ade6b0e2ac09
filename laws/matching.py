"""Matching: where a side of a law fits into a term, and what stands for its metavariables there.

Neighbouring atoms of a composition are compared, also inside parameters, and nothing else: no
unification, no search.

>>> from derive.term import hole, map_, perms_
>>> f, g = hole("f"), hole("g")
>>> [place.bindings for place in places(map_(f) @ map_(g), map_(len) @ map_(perms_))]
[{'f': len, 'g': perms}]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeAlias

from derive.errors import BadInput
from derive.term import Atom, Parameter, Term, Value

Bindings: TypeAlias = Mapping[str, Parameter]
"""What stands for each metavariable."""


@dataclass(frozen=True)
class Place:
    """Where a side of a law fits: the way to a composition, a stretch of it, and what it binds.

    >>> from derive.term import hole, map_, perms_
    >>> next(places(map_(hole("f")), map_(perms_)))
    Place(way=(), start=0, stop=1, bindings={'f': perms})
    """

    way: tuple[tuple[int, int], ...]
    start: int
    stop: int
    bindings: Bindings

    def put(self, term: Term, new: Term) -> Term:
        """The term with something else at this place."""
        return _put(term, self.way, self.start, self.stop, new)

    def facing(self, before: Term, after: Term) -> Term | None:
        """What stands in ``after`` where this place is in ``before``; None if there is no such place."""
        old, new = _inside(before, self.way), _inside(after, self.way)
        if old is None or new is None:
            return None
        stop = len(new.atoms) - (len(old.atoms) - self.stop)
        return Term(new.atoms[self.start : stop]) if stop >= self.start else None


def _inside(term: Term, way: Sequence[tuple[int, int]]) -> Term | None:
    for atom, parameter in way:
        if atom >= len(term.atoms) or parameter >= len(term.atoms[atom].parameters):
            return None
        below = term.atoms[atom].parameters[parameter]
        if not isinstance(below, Term):
            return None
        term = below
    return term


def _put(term: Term, way: Sequence[tuple[int, int]], start: int, stop: int, new: Term) -> Term:
    atoms = term.atoms
    if not way:
        return Term(atoms[:start] + new.atoms + atoms[stop:])
    (place, index), *rest = way
    parameters = list(atoms[place].parameters)
    below = parameters[index]
    if isinstance(below, Term):
        parameters[index] = _put(below, rest, start, stop, new)
    return Term((*atoms[:place], replace(atoms[place], parameters=tuple(parameters)), *atoms[place + 1 :]))


def places(side: Term, term: Term) -> Iterator[Place]:
    """Every place of a term where a side of a law fits, outer ones first.

    >>> from derive.term import map_, perms_
    >>> len(list(places(perms_, map_(perms_) @ perms_)))
    2
    """
    return _places(side.atoms, term, ()) if side.atoms else iter(())


def _places(side: tuple[Atom, ...], term: Term, way: tuple[tuple[int, int], ...]) -> Iterator[Place]:
    for start, stop in combinations(range(len(term.atoms) + 1), 2):
        for bound in _match(side, term.atoms[start:stop], {}):
            yield Place(way, start, stop, bound)
    for place, atom in enumerate(term.atoms):
        for index, below in enumerate(atom.parameters):
            if isinstance(below, Term):
                yield from _places(side, below, (*way, (place, index)))


def readings(side: Term, term: Term, bound: Bindings) -> Iterator[Bindings]:
    """Every way to read a whole term as an instance of a side, given what is bound already.

    >>> from derive.term import hole, map_, perms_
    >>> list(readings(map_(hole("f")), map_(perms_), {}))
    [{'f': perms}]
    """
    return _match(side.atoms, term.atoms, bound)


def _match(side: tuple[Atom, ...], atoms: tuple[Atom, ...], bound: Bindings) -> Iterator[Bindings]:
    """Every way to read atoms as an instance of a side: a metavariable takes one or more of them."""
    if not side or not atoms:
        if side == atoms:
            yield bound
        return
    head, rest = side[0], side[1:]
    if head.hole:
        known = bound.get(head.name)
        for size in range(1, len(atoms) - len(rest) + 1):
            taken = Term(atoms[:size])
            if known is None or known == taken:
                yield from _match(rest, atoms[size:], {**bound, head.name: taken})
    elif head.name == atoms[0].name and len(head.parameters) == len(atoms[0].parameters):
        for found in _match_all(head.parameters, atoms[0].parameters, bound):
            yield from _match(rest, atoms[1:], found)


def _match_all(side: Sequence[Parameter], given: Sequence[Parameter], bound: Bindings) -> Iterator[Bindings]:
    if not side:
        yield bound
        return
    for found in _match_one(side[0], given[0], bound):
        yield from _match_all(side[1:], given[1:], found)


def _match_one(side: Parameter, given: Parameter, bound: Bindings) -> Iterator[Bindings]:
    match side, given:
        case Term((Atom(hole=True) as variable,)), _:
            if bound.get(variable.name, given) == given:
                yield {**bound, variable.name: given}
        case Term(), Term():
            yield from _match(side.atoms, given.atoms, bound)
        case Value(), Value() if side == given:
            yield bound


def instance(side: Term, bound: Bindings) -> Term:
    """A side of a law with its metavariables replaced.

    >>> from derive.term import hole, map_, perms_
    >>> instance(map_(hole("f")), {"f": perms_})
    map perms
    """
    whole = Term()
    for atom in side.atoms:
        if atom.hole:
            filling = _bound(atom.name, bound)
            if isinstance(filling, Value):
                raise BadInput(
                    f"the metavariable {atom.name} is composed, so the value {filling} cannot stand for it"
                )
            whole @= filling
        else:
            parameters = tuple(_instance_of(parameter, bound) for parameter in atom.parameters)
            whole @= Term((replace(atom, parameters=parameters),))
    return whole


def _instance_of(parameter: Parameter, bound: Bindings) -> Parameter:
    match parameter:
        case Term((Atom(hole=True) as variable,)):
            return _bound(variable.name, bound)
        case Term():
            return instance(parameter, bound)
    return parameter


def _bound(name: str, bound: Bindings) -> Parameter:
    if name not in bound:
        raise BadInput(f"the law does not say what {name} is; give it: apply(..., {name}=...)")
    return bound[name]
