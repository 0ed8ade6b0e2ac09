"""The engine: every reachable seed once, parts first, and algebras evaluated by a loop.

>>> from derive.algebra import COUNT
>>> from derive.problem import Problem
>>> bracket = Problem("bracket", base=lambda w: [w] if len(w) == 1 else [],
...     splits=lambda w: [(None, (w[:cut], w[cut:])) for cut in range(1, len(w))])
>>> forest = explore(bracket, "ABCD")
>>> len(forest), forest.calls, tabulate(forest, COUNT)
(10, 27, [5])
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate, chain, filterfalse, islice, product
from math import inf
from operator import itemgetter
from typing import Generic, NamedTuple, NoReturn, Protocol, TypeAlias, TypeVar

from toolz import compose

from derive.algebra import Algebra
from derive.errors import BadInput, NotShrinking, TooLarge
from derive.problem import Problem
from derive.shapes import NO_PARTS, check_seed, cut, explain

E = TypeVar("E", covariant=True)
K = TypeVar("K", contravariant=True)
S = TypeVar("S")
R = TypeVar("R")
X = TypeVar("X")
V = TypeVar("V")

MOST_SEEDS = 2_000_000
MOST_SPLITS = 5_000_000
"""Where ``explore`` stops unless told otherwise: beyond these, memory or patience ends first."""


@dataclass(frozen=True)
class Key(Generic[S]):
    """Which seeds may share one entry: those for which ``of`` agrees.

    Owes: seeds of equal key have equal leaves, and equal splits up to the key of their parts.

    >>> Key("as a set", frozenset)
    Key('as a set')
    """

    name: str
    of: Callable[[S], Hashable]

    def __repr__(self) -> str:
        return f"Key({self.name!r})"


class Forks(NamedTuple, Generic[R]):
    """The splits of one seed: their roots, all first parts by number, all second parts and so on.

    Where splits differ in how many parts they have, all parts stand in one column, and ``starts``
    says where those of each split begin.

    >>> list(Forks(["r", "s"], [[0, 1], [2, 3]]).each())
    [('r', (0, 2)), ('s', (1, 3))]
    >>> list(Forks(["r", "s"], [[0, 1, 2]], starts=[0, 1, 3]).each())
    [('r', (0,)), ('s', (1, 2))]
    """

    roots: Sequence[R]
    columns: Sequence[Sequence[int]]
    starts: Sequence[int] | None = None

    def each(self) -> Iterator[tuple[R, tuple[int, ...]]]:
        """The splits one by one."""
        return zip(self.roots, map(self.parts, range(len(self.roots))), strict=True)

    def parts(self, place: int) -> tuple[int, ...]:
        """The parts of one split."""
        if self.starts is None:
            return tuple(column[place] for column in self.columns)
        return tuple(self.columns[0][self.starts[place] : self.starts[place + 1]])


@dataclass(frozen=True)
class Forest(Generic[S, R, X]):
    """All seeds that a seed leads to, parts before wholes; the last one is where it started.

    ``stops[i]`` are the leaves that seed i may be, ``forks[i]`` its splits with parts given by
    number.

    >>> forest = explore(Problem("two", lambda n: [n] * (n == 0), lambda n: [("r", (0, 0))] * (n > 0)), 1)
    >>> forest.seeds, forest.stops, [list(forks.each()) for forks in forest.forks]
    ([0, 1], [(0,), ()], [[], [('r', (0, 0))]])
    """

    problem: Problem[S, R, X]
    seeds: Sequence[S]
    stops: Sequence[tuple[X, ...]]
    forks: Sequence[Forks[R]]

    def __len__(self) -> int:
        return len(self.seeds)

    def __repr__(self) -> str:
        return f"Forest({self.problem.name!r}, {len(self)} seeds, sharing {self.sharing:.1f})"

    def _repr_svg_(self) -> str | None:
        from derive.watching import MOST_DRAWN, forest_picture

        return forest_picture(self).svg if len(self) <= MOST_DRAWN else None

    def _repr_markdown_(self) -> str | None:
        from derive.markdown import forest
        from derive.watching import MOST_DRAWN

        return forest(self) if len(self) > MOST_DRAWN else None

    @cached_property
    def calls(self) -> int:
        """How many calls the plain recursion of ``solve`` would make."""
        made: list[int] = []
        for forks in self.forks:
            made.append(1 + sum(made[part] for _, parts in forks.each() for part in parts))
        return made[-1]

    @property
    def sharing(self) -> float:
        """Calls of the plain recursion for every seed of the forest: 1.0 means memoising gains nothing."""
        try:
            return self.calls / len(self)
        except OverflowError:
            return inf


@contextmanager
def _collector_paused() -> Iterator[None]:
    """A forest is large and has no cycles: looking for some while it grows costs a tenth of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@_collector_paused()
def explore(
    problem: Problem[S, R, X],
    seed: S,
    key: Key[S] | None = None,
    *,
    most: int = MOST_SEEDS,
    most_splits: int = MOST_SPLITS,
) -> Forest[S, R, X]:
    """Find every reachable seed once, parts before wholes, without recursion.

    Seeds are told apart as they are, or by a ``Key``. Splits that lead back to their own seed are
    an error that names it; so is a search that passes ``most`` seeds or ``most_splits`` splits.

    >>> explore(Problem("loop", lambda s: [], lambda s: [("again", (s,))]), "here")
    Traceback (most recent call last):
        ...
    derive.errors.NotShrinking: loop: the seed 'here' splits into parts that lead back to it; every part must be smaller than its whole
    """
    of = key.of if key else None
    splits, base = problem.splits, problem.base
    number: dict[Hashable, int] = {}
    seeds: list[S] = []
    stops: list[tuple[X, ...]] = []
    forks: list[Forks[R]] = []
    waiting: dict[Hashable, _Offers[R, S]] = {}
    known, waits = number.__contains__, waiting.__contains__
    read = _reader(number)
    if of:
        known, waits = compose(known, of), compose(waits, of)
        read = compose(read, list, partial(map, of))
    check_seed(problem.name, of(seed) if of else seed)
    offers_of = _text_offers if isinstance(seed, str) else _offers
    todo = [seed]
    offered = 0
    while todo:
        here = todo.pop()
        mark = of(here) if of else here
        if mark in number:
            continue
        offers = waiting.pop(mark, None)
        if offers is None:
            try:
                offers = offers_of(splits, here, most_splits - offered)
            except (TypeError, ValueError) as error:
                explain("splits", problem, here, waiting, error)
                raise
            offered += len(offers[0])
            if offered > most_splits:
                _too_large(problem, most_splits, "splits", here)
        roots, columns, starts = offers
        try:
            numbers = list(map(read, columns))
        except KeyError:
            numbers = None
        except TypeError as error:
            explain("key" if key else "splits", problem, here, {}, error)
            raise
        if numbers is None:
            waiting[mark] = offers
            parts = chain.from_iterable(zip(*columns, strict=True))
            try:
                missing = dict.fromkeys(filterfalse(known, parts))
            except TypeError as error:
                explain("key" if key else "splits", problem, here, {}, error)
                raise
            _check_shrinking(problem, filter(waits, missing))
            if len(seeds) + len(waiting) > most:
                _too_large(problem, most, "seeds", here)
            todo.append(here)
            todo.extend(missing)
            continue
        number[mark] = len(seeds)
        seeds.append(here)
        try:
            stops.append(tuple(base(here)))
        except (TypeError, ValueError) as error:
            explain("base", problem, here, waiting, error)
            raise
        forks.append(Forks(roots, numbers, starts))
    return Forest(problem, seeds, stops, forks)


def _reader(entries: _Entries[K, E]) -> Callable[[Sequence[K]], Sequence[E]]:
    """Reads the entries of a whole column at once; ``itemgetter`` is the fastest reader there is."""

    def read(places: Sequence[K]) -> Sequence[E]:
        return itemgetter(*places)(entries) if len(places) > 1 else [entries[place] for place in places]

    return read


class _Entries(Protocol[K, E]):
    """A list or a dictionary."""

    def __getitem__(self, place: K, /) -> E: ...


_Offers: TypeAlias = tuple[list[R], Sequence[list[S]], list[int] | None]
"""The splits of a seed, laid out like ``Forks``, with seeds for numbers."""


def _offers(splits: Callable[[S], Iterable[tuple[R, tuple[S, ...]]]], seed: S, room: int) -> _Offers[R, S]:
    """Read the splits of a seed, at most one more than there is room for.

    The engine spends its time here, and nearly all splits are in two.
    """
    roots: list[R] = []
    lefts: list[S] = []
    rights: list[S] = []
    offered = splits(seed)
    try:
        for root, (left, right) in offered if type(offered) is list else islice(offered, room + 1):
            roots.append(root)
            lefts.append(left)
            rights.append(right)
    except ValueError:  # not all in two, so read again and with more care
        offers = list(islice(splits(seed), room + 1))
        roots = [root for root, _ in offers]
        if any(issubclass(kind, NO_PARTS) for kind in {type(parts) for _, parts in offers}):
            raise TypeError("no tuple of parts") from None
        arities = [len(parts) for _, parts in offers]
        if len(set(arities)) == 1 and arities[0]:
            return roots, list(map(list, zip(*(parts for _, parts in offers), strict=True))), None
        flat = [part for _, parts in offers for part in parts]
        return roots, (flat,), list(accumulate(arities, initial=0))
    return roots, (lefts, rights), None


def _text_offers(
    splits: Callable[[S], Iterable[tuple[R, tuple[S, ...]]]], seed: S, room: int
) -> _Offers[R, S]:
    """The same where seeds are text: two letters could be read as if they were a tuple of two parts."""
    offers = _offers(splits, seed, room)
    letters = all(len(str(column[-1])) == 1 for column in offers[1] if column)
    if letters and any(isinstance(parts, str) for _, parts in islice(splits(seed), room + 1)):
        raise TypeError("no tuple of parts")
    return offers


def _check_shrinking(problem: Problem[S, R, X], circular: Iterator[S]) -> None:
    """Seeds that wait for one another in a circle are an error."""
    for seed in circular:
        raise NotShrinking(
            f"{problem.name}: the seed {seed!r} splits into parts that lead back to it; "
            "every part must be smaller than its whole"
        )


def _too_large(problem: Problem[S, R, X], most: int, what: str, latest: S) -> NoReturn:
    raise TooLarge(
        f"{problem.name}: more than {most} {what} are reachable, the latest from {cut(latest)}; "
        f"check that splits end, or explore with a higher limit on {what}"
    )


@_collector_paused()
def tables(forest: Forest[S, R, X], algebra: Algebra[R, X, V]) -> list[list[V]]:
    """What every seed of a forest is worth, in the order of ``forest.seeds``.

    >>> from derive.algebra import COUNT
    >>> spans = Problem("catalan", lambda n: ["."] * (n == 0),
    ...                 lambda n: [(i, (i, n - 1 - i)) for i in range(n)])
    >>> tables(explore(spans, 5), COUNT)
    [[1], [1], [2], [5], [14], [42]]
    """
    leaf, node, choose = algebra.leaf, algebra.node, algebra.choose
    table: list[list[V]] = []
    sole: list[V] = []  # the same as the table, for as long as every seed has exactly one value
    alone = True
    read = _reader(sole)
    for stops, forks in zip(forest.stops, forest.forks, strict=True):
        roots, columns, starts = forks
        branches: Iterable[V]
        if alone and starts is None:
            branches = map(node, roots, zip(*map(read, columns), strict=True))
        else:
            branches = _every(node, forks, table)
        values = choose(chain(map(leaf, stops), branches) if stops else branches)
        table.append(values if type(values) is list else listed_by_choice(values, forest.problem.name))
        alone = alone and len(values) == 1
        if alone:
            sole += values
    return table


def listed_by_choice(values: list[V], name: str) -> list[V]:
    """What a choice answered, which must be a list: the commonest mistake is to give ``min`` for one.

    >>> listed_by_choice(3, "mcmp")
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: mcmp: a choice answers with a list of values, but got 3; for the first smallest one use `smallest`
    """
    if not isinstance(values, list):
        raise BadInput(
            f"{name}: a choice answers with a list of values, but got {values!r}; "
            "for the first smallest one use `smallest`"
        )
    return values


def _every(
    node: Callable[[R, tuple[V, ...]], V], forks: Forks[R], table: Sequence[Sequence[V]]
) -> Iterator[V]:
    """What the splits of a seed are worth, for every combination of values of their parts."""
    for root, parts in forks.each():
        for values in product(*map(table.__getitem__, parts)):
            yield node(root, values)


def tabulate(forest: Forest[S, R, X], algebra: Algebra[R, X, V]) -> list[V]:
    """What the forest's own seed is worth: the same answer as ``solve``, by a loop.

    >>> from derive.costs import SIZE
    >>> tabulate(explore(Problem("leaf", lambda s: [s], lambda s: []), "seed"), SIZE)
    [0]
    """
    return tables(forest, algebra)[-1]
