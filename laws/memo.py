"""Sharing and counting: which seeds may be taken as one, and that splits shrink.

>>> from hypothesis import strategies as st
>>> from derive import Instance, Problem, Quotient
>>> spans = Problem("catalan", lambda s: [None] if s[0] == s[1] else [],
...     lambda s: [(k, ((s[0], k), (k + 1, s[1]))) for k in range(*s)])
>>> sizes = Problem("sizes", lambda n: [] if n else [1], lambda n: [(1, (i, n - 1 - i)) for i in range(n)])
>>> by_size = Quotient("by size", lambda s: s[1] - s[0], sizes)
>>> print(quotient_sound("catalan", lambda: st.integers(0, 4), lambda n: Instance(spans, (0, n)), by_size).check()
...       .unwrap().law.says)
the classes of the parts, as often as they occur, are those of the class
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, TypeVar

from derive import Key, Problem, Quotient, explore
from laws.law import Law

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

A = TypeVar("A")
Give = Callable[[A], tuple[Problem[Any, Any, Any], Any]]
"""From an example to the problem and seed that it stands for: an ``Instance``, or a plain pair."""


def key_sound(name: str, given: Callable[[], SearchStrategy[A]], give: Give[A], key: Key[Any]) -> Law[A]:
    """Seeds of one key have the same leaves, and the same splits up to the key of their parts.

    >>> from hypothesis import strategies as st
    >>> anagrams = Problem("anagrams", lambda w: [] if w else [None],
    ...     lambda w: [(c, (w.replace(c, "", 1)[::-1],)) for c in w])
    >>> words = lambda: st.text("abc", max_size=4)
    >>> in_order = Key("letters in order", lambda w: "".join(sorted(w)))
    >>> key_sound("anagrams", words, lambda w: (anagrams, w), in_order).check().unwrap().examples
    100
    >>> by_length = Key("length", len)
    >>> print(key_sound("anagrams", words, lambda w: (anagrams, w), by_length).check().failure().example)
    ab
    """

    def profile(problem: Problem[Any, Any, Any], seed: Any) -> tuple[Counter[Any], Counter[Any]]:
        splits = Counter((root, tuple(map(key.of, parts))) for root, parts in problem.splits(seed))
        return Counter(problem.base(seed)), splits

    def each(example: A) -> list[Any]:
        problem, start = give(example)
        return [(seed, profile(problem, seed)) for seed in explore(problem, start).seeds]

    def first_of_key(example: A) -> list[Any]:
        problem, start = give(example)
        first: dict[Hashable, Any] = {}
        seeds = explore(problem, start).seeds
        return [(seed, profile(problem, first.setdefault(key.of(seed), seed))) for seed in seeds]

    def keys_met_twice(example: A) -> list[Any]:
        met = Counter(map(key.of, explore(*give(example)).seeds))
        return [0, 1] if max(met.values()) > 1 else []

    return Law(
        f"{name}: key {key.name}",
        given,
        lhs=each,
        rhs=first_of_key,
        says="key s = key t implies equal leaves and equal splits up to key",
        latex=r"\mathit{key}\;s = \mathit{key}\;t \Rightarrow \mathit{splits}\;s \cong \mathit{splits}\;t",
        cite="He & Little, 4.7.2",
        owed_by=("Key", "explore"),
        candidates=keys_met_twice,
    )


def quotient_sound(
    name: str, given: Callable[[], SearchStrategy[A]], give: Give[A], quotient: Quotient[Any, Any]
) -> Law[A]:
    """What a quotient says of a class is what the splits of its seeds say, counted.

    >>> from hypothesis import strategies as st
    >>> from derive import Instance
    >>> two = Problem("two", lambda n: [] if n else [None], lambda n: [("a", (n - 1,)), ("b", (n - 1,))] if n else [])
    >>> once = Quotient("once", int, Problem("c", lambda n: [] if n else [1], lambda n: [(1, (n - 1,))] if n else []))
    >>> quotient_sound("two", lambda: st.integers(0, 3), lambda n: Instance(two, n), once).check().failure().example
    1
    """

    def classes(parts: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(sorted(parts))

    def listed(example: A) -> list[Any]:
        problem, seed = give(example)
        return [
            (
                sum(1 for _ in problem.base(s)),
                Counter(classes(tuple(map(quotient.key, p))) for _, p in problem.splits(s)),
            )
            for s in explore(problem, seed).seeds
        ]

    def claimed(example: A) -> list[Any]:
        problem, seed = give(example)
        answers = []
        for s in explore(problem, seed).seeds:
            cls = quotient.key(s)
            found: Counter[Any] = Counter()
            for times, parts in quotient.classes.splits(cls):
                found[classes(parts)] += times
            answers.append((sum(quotient.classes.base(cls)), found))
        return answers

    return Law(
        f"{name}: quotient {quotient.name}",
        given,
        lhs=listed,
        rhs=claimed,
        says="the classes of the parts, as often as they occur, are those of the class",
        latex=r"\{\!\{\mathit{key}\;p \mid p \in \mathit{splits}\;s\}\!\} = \mathit{classes}\,(\mathit{key}\;s)",
        cite="He & Little, Lemma 6.2",
        owed_by=("Quotient", "count"),
        candidates=lambda example: [quotient.key(s) for s in explore(*give(example)).seeds],
    )


def conserves(
    name: str,
    given: Callable[[], SearchStrategy[A]],
    give: Give[A],
    held: Callable[[Any], int],
    kept: int = 1,
) -> Law[A]:
    """The parts of a split hold together what the whole holds, less what the root keeps.

    >>> from hypothesis import strategies as st
    >>> from derive import Instance
    >>> spans = Problem("catalan", lambda n: ["."] if n == 0 else [], lambda n: [(n, (i, n - 1 - i)) for i in range(n)])
    >>> conserves("catalan", lambda: st.integers(0, 5), lambda n: Instance(spans, n), int).check().unwrap().law.name
    'catalan: splits conserve'
    """

    def before(example: A) -> list[int]:
        problem, seed = give(example)
        return [held(s) for s in explore(problem, seed).seeds for _ in problem.splits(s)]

    def after(example: A) -> list[int]:
        problem, seed = give(example)
        return [
            kept + sum(map(held, parts))
            for s in explore(problem, seed).seeds
            for _, parts in problem.splits(s)
        ]

    return Law(
        f"{name}: splits conserve",
        given,
        lhs=before,
        rhs=after,
        says=f"|s| = {kept} + sum of |p| over the parts p of a split of s",
        latex=rf"|s| = {kept} + \sum_{{p}} |p|",
        cite="He & Little, Axiom 4 and Lemma 4.5",
        owed_by=("Problem",),
    )


def shrinks(
    name: str, given: Callable[[], SearchStrategy[A]], give: Give[A], measure: Callable[[Any], Any]
) -> Law[A]:
    """Every part of a split has a smaller measure than the whole, so that splitting ends.

    >>> from hypothesis import strategies as st
    >>> from derive import Instance
    >>> halving = Problem("halving", lambda n: [n], lambda n: [("half", (n // 2,))] if n else [])
    >>> shrinks("halving", lambda: st.integers(0, 99), lambda n: Instance(halving, n), int).check().unwrap().law.name
    'halving: splits shrink'
    """

    def largest_part(example: A) -> list[Any]:
        problem, seed = give(example)
        return [
            measure(s) > max(map(measure, parts))
            for s in explore(problem, seed).seeds
            for _, parts in problem.splits(s)
            if parts
        ]

    return Law(
        f"{name}: splits shrink",
        given,
        lhs=largest_part,
        rhs=lambda example: [True for _ in largest_part(example)],
        says="every part of a split is smaller than the whole",
        latex=r"p \in \mathit{splits}\;s \Rightarrow \mu(p) < \mu(s)",
        cite="well-foundedness, on which every induction here rests",
        owed_by=("Problem", "explore"),
        candidates=lambda example: [measure(s) for s in explore(*give(example)).seeds],
    )
