"""Terms: functions with a shape, so that a program can be compared, rewritten, printed and run.

A term is a flattened composition of atoms. ``@`` composes, a call runs, and two terms are equal
if their shapes are, whatever functions stand behind the names.

>>> even = value("even", lambda xs: sum(xs) % 2 == 0)
>>> program = filter_(even) @ concat @ map_(perms_)
>>> program
filter even . concat . map perms
>>> program([(1, 2), (1, 3)])
[(1, 3), (3, 1)]
>>> program == (filter_(even) @ concat) @ map_(perms_), program == concat @ map_(perms_)
(True, False)

What a term needs may be left open and be filled in later:

>>> pairs = filter_(value("p")) @ kcombs_(value("K"))
>>> pairs.at(p=lambda xs: xs[0] < 2, K=2)((1, 2, 3))
[(1, 2), (1, 3)]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from derive import lists
from derive.algebra import TREES, fold
from derive.choices import keep, min_by, thin
from derive.definition import solve
from derive.errors import BadInput
from derive.forest import explore, tabulate

_OPEN: Any = object()


@dataclass(frozen=True)
class Value:
    """A named parameter that is no term: a predicate, a cost, a number; open if it has no content.

    >>> Value("K", 3), Value("K", 3) == Value("K"), Value("K").is_open
    (K, True, True)
    """

    name: str
    content: Any = field(default=_OPEN, compare=False)

    def __repr__(self) -> str:
        return self.name

    @property
    def is_open(self) -> bool:
        """Whether there is nothing behind the name yet."""
        return self.content is _OPEN


@dataclass(frozen=True)
class Atom:
    """One function of a composition: its name, its parameters, and how to make it from them.

    ``uses`` are values that the function needs and the text does not show; a ``hole`` stands for
    any term or value, in laws; ``body`` is what a defined name stands for; ``latex`` is how the name
    is set, if not as ``laws.render`` would.

    >>> Atom("twice", make=lambda: lambda n: 2 * n).function()(4)
    8
    """

    name: str
    parameters: tuple[Parameter, ...] = ()
    make: Callable[..., Callable[[Any], Any]] = field(default=lambda: _unfilled, compare=False)
    uses: tuple[Value, ...] = field(default=(), compare=False)
    body: Term | None = field(default=None, compare=False)
    latex: str = field(default="", compare=False)
    hole: bool = False

    def function(self) -> Callable[[Any], Any]:
        """The function itself; an error names the value that is still open."""
        return (
            self.body if self.body is not None else self.make(*map(_content, (*self.uses, *self.parameters)))
        )

    def at(self, values: Mapping[str, Any]) -> Atom:
        """The same atom with open values filled in."""
        return replace(
            self,
            parameters=tuple(_filled(parameter, values) for parameter in self.parameters),
            uses=tuple(Value(v.name, values.get(v.name, v.content)) if v.is_open else v for v in self.uses),
            body=None if self.body is None else self.body.at(**values),
        )


@dataclass(frozen=True)
class Term:
    """A composition of atoms, the outermost first.

    >>> sizes = map_(len) @ concat
    >>> sizes([["a", "bc"], ["def"]]), len(sizes.atoms), sizes == map_(len) @ identity @ concat
    ([1, 2, 3], 2, True)
    """

    atoms: tuple[Atom, ...] = ()

    def __matmul__(self, other: Term) -> Term:
        return Term(self.atoms + other.atoms)

    def __call__(self, argument: Any) -> Any:
        """Run the term."""
        for atom in reversed(self.atoms):
            argument = atom.function()(argument)
        return argument

    def __repr__(self) -> str:
        return " . ".join(" ".join([atom.name, *map(_text, atom.parameters)]) for atom in self.atoms) or "id"

    def at(self, **values: Any) -> Term:
        """The same term with open values filled in, by name; names that it does not have are ignored."""
        return Term(tuple(atom.at(values) for atom in self.atoms))


Parameter: TypeAlias = Term | Value
"""What an atom may be indexed by."""


def _unfilled(_: Any) -> Any:
    raise BadInput("a law's metavariable was run; put a term in its place first")


def _content(parameter: Parameter) -> Any:
    if isinstance(parameter, Term):
        return parameter
    if parameter.is_open:
        raise BadInput(f"{parameter.name} is open; fill it in with .at({parameter.name}=...)")
    return parameter.content


def _filled(parameter: Parameter, values: Mapping[str, Any]) -> Parameter:
    if isinstance(parameter, Term):
        return parameter.at(**values)
    return Value(parameter.name, values.get(parameter.name, _OPEN)) if parameter.is_open else parameter


def _text(parameter: Parameter) -> str:
    text = repr(parameter)
    return f"({text})" if " " in text else text


def value(name: str, content: Any = _OPEN) -> Value:
    """A parameter with a name; without content it is open, to be filled in with ``Term.at``.

    >>> filter_(value("p", str.isupper))("aBc")
    ['B']
    """
    return Value(name, content)


def named(name: str, function: Callable[..., Any], *uses: str, latex: str = "") -> Term:
    """An opaque function or line: its name is its shape.

    The values that it ``uses`` are open, and come before its argument.

    >>> scale = named("scale", lambda factor, x: factor * x, "factor")
    >>> scale, scale.at(factor=3)(5)
    (scale, 15)
    """

    def make(*used: Any) -> Callable[[Any], Any]:
        return lambda argument: function(*used, argument)

    return Term((Atom(name, make=make, uses=tuple(map(Value, uses)), latex=latex),))


def define(name: str, body: Term, latex: str = "") -> Term:
    """A new name for a term; ``laws.rewrite.definition`` makes it a law.

    >>> kinds = define("kinds", map_(type) @ concat)
    >>> kinds, kinds([[1], [2.0]]) == [int, float]
    (kinds, True)
    """
    return Term((Atom(name, body=body, latex=latex),))


def hole(name: str) -> Term:
    """A metavariable of a law: any term, or as a parameter also any value.

    >>> map_(hole("f")) @ concat
    map f . concat
    """
    return Term((Atom(name, hole=True),))


def indexed(name: str, make: Callable[..., Callable[[Any], Any]], *parameters: Any) -> Term:
    """An atom with parameters: terms, values, numbers, or functions that have a name of their own.

    >>> indexed("add", lambda n: lambda x: x + n, 3)(4)
    7
    >>> indexed("apply", lambda f: f, lambda x: x)
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: apply: a lambda has no name; use value("p", lambda ...)
    """
    return Term((Atom(name, tuple(_parameter(name, parameter) for parameter in parameters), make),))


def _parameter(of: str, given: Any) -> Parameter:
    if isinstance(given, Term | Value):
        return given
    name = getattr(given, "__name__", None) or str(given)
    if name == "<lambda>":
        raise BadInput(f'{of}: a lambda has no name; use value("p", lambda ...)')
    return Value(name, given)


identity = Term()
"""Nothing to do; the unit of ``@``."""

concat = named("concat", lists.concat)
"""Join lists end to end."""

perms_ = named("perms", lists.perms)
"""Every order of a list."""


def map_(function: Any) -> Term:
    """Apply a function to every element. Paper: ``mapL``.

    >>> map_(len)(["a", "bc"])
    [1, 2]
    """
    return indexed("map", lambda f: lambda xs: [f(x) for x in xs], _as_term(function))


def _as_term(function: Any) -> Term:
    """What is mapped can be composed, so it is a term, whatever it was given as."""
    if isinstance(function, Term):
        return function
    given = _parameter("map", function)
    return Term((Atom(repr(given), make=lambda f: f, uses=(given,) if isinstance(given, Value) else ()),))


def filter_(predicate: Any) -> Term:
    """Keep the elements of which a predicate holds.

    >>> filter_(str.isupper)("aB")
    ['B']
    """
    return indexed("filter", keep, predicate)


def min_(cost: Any) -> Term:
    """Keep the first element of smallest cost, if there is any. Paper: (5), made total.

    >>> min_(abs)([-2, 1, -1]), min_(abs)([])
    ([1], [])
    """
    return indexed("min", min_by, cost)


def thin_(dominates: Any) -> Term:
    """Keep the elements that no other dominates. Paper: (25).

    >>> import operator
    >>> thin_(operator.le)([3, 1, 2])
    [1]
    """
    return indexed("thin", thin, dominates)


def kcombs_(k: Any) -> Term:
    """Every choice of k elements.

    >>> kcombs_(2)("abc")
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    """
    return indexed("kcombs", lambda k: lambda xs: lists.kcombs(k, xs), k)


def kperms_(k: Any) -> Term:
    """Every order of every choice of k elements. Paper: (8).

    >>> kperms_(1)("ab")
    [('a',), ('b',)]
    """
    return indexed("kperms", lambda k: lambda xs: lists.kperms(k, xs), k)


def fold_(algebra: Any) -> Term:
    """What one tree is worth.

    >>> from derive import Leaf, SIZE
    >>> fold_(value("size", SIZE))(Leaf("x"))
    0
    """
    return indexed("fold", lambda a: lambda tree: fold(a, tree), algebra)


def trees_(problem: Any) -> Term:
    """All trees of a seed.

    >>> from derive import Problem
    >>> trees_(value("stop", Problem("stop", lambda s: [s], lambda s: [])))("here")
    [Leaf('here')]
    """
    return indexed("trees", lambda p: solve(p, TREES), problem)


def solve_(problem: Any, algebra: Any, choose: Any = identity) -> Term:
    """What a seed is worth, keeping at every seed what ``choose`` keeps; ``id`` keeps everything.

    >>> from derive import Problem, SIZE
    >>> two = value("two", Problem("two", lambda n: [n] * (n < 2), lambda n: [("r", (n - 1, n - 2))] * (n > 1)))
    >>> solve_(two, value("size", SIZE), min_(abs))(4)
    [4]
    """
    return indexed("solve", lambda p, a, h: solve(p, _choosing(a, h)), problem, algebra, choose)


def explore_(problem: Any) -> Term:
    """Every reachable seed once, parts first.

    >>> from derive import Problem
    >>> len(explore_(value("down", Problem("down", lambda n: [n], lambda n: [("r", (n - 1,))] * (n > 0))))(9))
    10
    """
    return indexed("explore", lambda p: lambda seed: explore(p, seed), problem)


def tabulate_(algebra: Any, choose: Any = identity) -> Term:
    """Evaluate a forest by a loop, keeping at every seed what ``choose`` keeps.

    >>> from derive import Problem, SIZE, explore
    >>> tabulate_(value("size", SIZE))(explore(Problem("leaf", lambda s: [s], lambda s: []), "seed"))
    [0]
    """
    return indexed("tabulate", lambda a, h: lambda forest: tabulate(forest, _choosing(a, h)), algebra, choose)


def _choosing(algebra: Any, choose: Callable[[Any], Any]) -> Any:
    return algebra.choosing(lambda values: choose(list(values)))
