"""A problem says where a seed may stop and how it may split. Nothing else.

>>> def halve(word: str):
...     return [(None, (word[:cut], word[cut:])) for cut in range(1, len(word))]
>>> bracket = Problem("bracket", base=lambda word: [word] if len(word) == 1 else [], splits=halve)
>>> list(bracket.splits("AB"))
[(None, ('A', 'B'))]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from derive.errors import BadInput

S = TypeVar("S")
R = TypeVar("R")
X = TypeVar("X")
R_co = TypeVar("R_co", covariant=True)
X_co = TypeVar("X_co", covariant=True)

Split: TypeAlias = tuple[R, tuple[S, ...]]
"""A root label and the seeds of the parts below it."""


@dataclass(frozen=True)
class Problem(Generic[S, R_co, X_co]):
    """Where seeds stop (``base``: the leaves they may be) and how they split (``splits``).

    Both may be non-empty for one seed: "at most K rules" may stop anywhere. Seeds are hashable,
    and no seed may lead back to itself.

    >>> countdown = Problem("countdown", base=lambda n: [n] if n == 0 else [],
    ...                     splits=lambda n: [(n, (n - 1,))] if n else [])
    >>> countdown
    Problem('countdown')
    """

    name: str
    base: Callable[[S], Iterable[X_co]]
    splits: Callable[[S], Iterable[tuple[R_co, tuple[S, ...]]]]

    def __post_init__(self) -> None:
        for role, function in (("base", self.base), ("splits", self.splits)):
            if not callable(function):
                raise BadInput(f"{self.name}: {role} must be a function of a seed, got {function!r}")

    def __repr__(self) -> str:
        return f"Problem({self.name!r})"

    def _repr_markdown_(self) -> str:
        return f"**{self.name}**: a problem. Give it a seed, and ask `count`, `trees` or `optimum`."


def shallow(problem: Problem[S, R, X]) -> Problem[tuple[S, int], R, X]:
    """The same problem with a limit on depth: a seed becomes a pair of the old one and the levels left.

    A depth limit is no filter that may be fused under a minimum, since the cheapest part may be too
    deep where a dearer one is not; as a budget in the seed it may. Paper: 4.8.1, mended.

    >>> halves = Problem("halves", lambda n: [n], lambda n: [("+", (n // 2, n - n // 2))] if n > 1 else [])
    >>> [list(shallow(halves).splits((5, levels))) for levels in (0, 2)]
    [[], [('+', ((2, 1), (3, 1)))]]
    """

    def splits(seed: tuple[S, int]) -> Iterator[tuple[R, tuple[tuple[S, int], ...]]]:
        whole, levels = seed
        for root, parts in problem.splits(whole) if levels > 0 else ():
            yield root, tuple((part, levels - 1) for part in parts)

    return Problem(f"{problem.name}, shallow", lambda seed: problem.base(seed[0]), splits)


class Instance(NamedTuple, Generic[S, R, X]):
    """A problem and the seed to start from; unpack it into any question: ``count(*instance)``.

    >>> Instance(Problem("stop", base=lambda s: [s], splits=lambda s: []), "here").seed
    'here'
    """

    problem: Problem[S, R, X]
    seed: S

    def _repr_markdown_(self) -> str:
        from derive.markdown import instance

        return instance(self)
