"""The front of the two kinds of error: the objective behind every metric of them, on any problem over rows.

A tree that says yes or no makes false positives and false negatives. Both add up over its leaves, but F1 and
other metrics of them do not: the best part need not be in the best whole. So the *pairs* are kept that no other
pair is as good as, which ``thin`` may do early, and the metric chooses last. Any leaf may say either label.
MurTree, section 4.9.6.

Owes: Bellman for the front; of a metric, what ``problems.metrics`` says.

>>> from problems.metrics import F1
>>> from problems.murtree import murtree
>>> rows = Rows.from_table([[0, 0], [0, 1], [0, 1], [1, 0], [1, 0], [1, 1], [1, 1]], [0, 1, 0, 0, 0, 1, 0])
>>> [found.value for found in front(murtree(rows, 1, 1), rows, positive=1)]
[(0, 2), (2, 0)]
>>> best_by(F1, murtree(rows, 1, 1), rows, positive=1).unwrap()
Best(value=(2, 0), tree="((102, 'positive') 1 (25, 'negative'))")
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeAlias, TypeVar

from returns.maybe import Maybe, Nothing, Some

from derive import Algebra, Best, Instance, Problem, pareto, smallest, thin
from problems.metrics import Errors, Metric, best_of
from problems.rows import Rows

S = TypeVar("S")
R = TypeVar("R")

Labelled: TypeAlias = tuple[int, Hashable]
"""A leaf: the rows that arrive, and what it says of them."""


def labelled(instance: Instance[S, R, int], said: Sequence[Hashable]) -> Instance[S, R, Labelled]:
    """The same trees over rows, each with its leaves labelled in every way.

    >>> from derive import count
    >>> from problems.murtree import murtree
    >>> trees = murtree(Rows("ab", (0b01,)), 1, 1)
    >>> count(*trees), count(*labelled(trees, "ab"))
    (1, 4)
    """
    problem, seed = instance

    def base(seed: S) -> Iterable[Labelled]:
        return [(rows, label) for rows in problem.base(seed) for label in said]

    return Instance(Problem(f"{problem.name}, labelled", base, problem.splits), seed)


SAID = ("negative", "positive")


def wrongly(said: str, rows: Rows, positive: Hashable) -> Algebra[object, Labelled, int]:
    """How many rows a labelled tree says to be "positive" that are not, or "negative".

    >>> wrongly("positive", Rows("abb", ()), "b").leaf((0b111, "positive"))
    1
    """
    right = sum(
        1 << row for row, label in enumerate(rows.labels) if (label == positive) == (said == "positive")
    )

    def leaf(item: Labelled) -> int:
        arriving, label = item
        return (arriving & ~right).bit_count() if label == said else 0

    return Algebra(leaf, lambda _, values: sum(values), smallest)


def errors(rows: Rows, positive: Hashable) -> Algebra[object, Labelled, Errors]:
    """Both kinds of error of a labelled tree, and the front of them.

    >>> errors(Rows("ab", ()), "b").choose([(1, 2), (2, 1), (2, 2)])
    [(1, 2), (2, 1)]
    """
    both = wrongly("positive", rows, positive) & wrongly("negative", rows, positive)
    return both.choosing(thin(lambda a, b: a[0] <= b[0] and a[1] <= b[1]))


def front(instance: Instance[S, R, int], rows: Rows, positive: Hashable) -> list[Best[Errors, R, Labelled]]:
    """Every pair of errors that no tree of a problem over these rows beats, with a tree for each.

    >>> from problems.murtree import murtree
    >>> [found.value for found in front(murtree(Rows("aab", (0b110,)), 1, 1), Rows("aab", (0b110,)), "b")]
    [(0, 1), (1, 0)]
    """
    kinds = (wrongly(said, rows, positive) for said in reversed(SAID))
    return pareto(*labelled(instance, SAID), *kinds)


def best_by(
    judge: Metric, instance: Instance[S, R, int], rows: Rows, positive: Hashable
) -> Maybe[Best[Errors, R, Labelled]]:
    """The errors of the best tree by a metric, and the tree: the best of the front.

    >>> from problems.metrics import MATTHEWS
    >>> from problems.murtree import murtree
    >>> best_by(MATTHEWS, murtree(Rows("ab", (0b01,)), 1, 1), Rows("ab", (0b01,)), "b").unwrap().value
    (0, 0)
    """
    found = front(instance, rows, positive)
    if not found:
        return Nothing
    positives = sum(label == positive for label in rows.labels)
    place = best_of(judge, [best.value for best in found], positives, len(rows.labels) - positives)
    return Some(found[place])
