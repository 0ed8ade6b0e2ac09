"""Which features a smallest tree may use: support sets, found as hitting sets, and what may be added to them.

A *support set* tells every two examples of different label apart; it hits all sets of features in which
such examples differ. The features of a tree that fits are one (Ordyniak & Szeider, Observation 1), but
not always a minimal one (Lemma 10): features that are added must be *useful*, and the branching set of
Lemma 14 holds one of them. So ``feature_sets`` starts from the minimal support sets and goes on.

Sets of features are masks: feature f is bit f.

>>> E = Examples.of([((0, 0), 0), ((0, 1), 1), ((1, 2), 0), ((0, 3), 1)])
>>> [bits(support) for support in minimal_support_sets(E)], bits(branching_set(E, 0b10))
([[1]], [0])
>>> [bits(each) for each in feature_sets(E, 2)]
[[0, 1]]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import product
from typing import TYPE_CHECKING

from problems.ancestry import bits
from problems.smallest.examples import Examples

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["bits", "branching_set", "difference_sets", "feature_sets", "is_useful", "minimal_hitting_sets"]


def coded(examples: Examples) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Values and labels as codes, one row a feature: what compiled programs read.

    >>> codes, labels = coded(Examples.of([((7, 1), "b"), ((9, 1), "a")]))
    >>> codes.tolist(), labels.tolist()
    ([[0, 1], [0, 0]], [0, 1])
    """
    import numpy as np

    labels = {label: code for code, label in enumerate(dict.fromkeys(examples.labels))}
    columns = []
    for feature in examples.features:
        order = {v: code for code, v in enumerate(examples.values(feature, examples.everything))}
        columns.append([order[point[feature]] for point in examples.points])
    shape = (len(examples.features), len(examples.points))
    return (
        np.array(columns, dtype=np.int32).reshape(shape),
        np.array([labels[label] for label in examples.labels], dtype=np.int32),
    )


def difference_sets(examples: Examples) -> tuple[list[int], int]:
    """In what examples of different label differ, without sets that hold another; and delta_max.

    >>> difference_sets(Examples.of([((0, 0, 0), 0), ((0, 0, 1), 1), ((1, 0, 1), 1)]))
    ([4], 2)
    """
    from derive.kernels.smallest.differences import differences

    sets, largest = differences(*coded(examples))
    return sets, largest


def minimal_hitting_sets(
    sets: Sequence[int], most: int | None = None, goes_on: Callable[[], bool] = lambda: True
) -> Iterator[int]:
    """Every mask that meets all sets, and would not without one of its bits; with at most so many bits.

    A search tree of bounded depth: an element of the first set that is missed must be taken. Each answer
    comes once: an element that was tried before is not taken later. ``goes_on`` may end a long search.

    >>> sorted(minimal_hitting_sets([0b011, 0b110]))
    [2, 5]
    >>> list(minimal_hitting_sets([0b0])), list(minimal_hitting_sets([]))
    ([], [0])
    """
    todo = [(0, 0)]
    while todo and goes_on():
        taken, barred = todo.pop()
        missed = next((each for each in sets if not each & taken), None)
        if missed is None:
            if _needs_all(sets, taken):
                yield taken
        elif most is None or taken.bit_count() < most:
            for element in bits(missed & ~barred):
                if _needs_all(sets, taken | 1 << element):
                    todo.append((taken | 1 << element, barred))
                barred |= 1 << element


def _needs_all(sets: Sequence[int], taken: int) -> bool:
    """Whether every element hits a set alone; once it does not, it never will."""
    alone = reduce(int.__or__, (s & taken for s in sets if (s & taken).bit_count() == 1), 0)
    return alone == taken


def minimal_support_sets(examples: Examples, most: int | None = None) -> list[int]:
    """The minimal support sets with at most so many features. Ordyniak & Szeider, Corollary 9.

    >>> [bits(support) for support in minimal_support_sets(Examples.of([((0, 0), 0), ((1, 1), 1)]))]
    [[0], [1]]
    """
    return sorted(minimal_hitting_sets(difference_sets(examples)[0], most))


def branching_set(examples: Examples, support: int, reference: int = 0) -> int:
    """Features of which every useful set holds one: where examples, one for each value of the support, differ.

    They are compared with a reference, any example (Lemma 13); it has at most D_max^|S| * 2 delta_max
    features (Lemma 14).

    >>> E = Examples.of([((0, 0, 0, 0), 0), ((0, 0, 0, 1), 1), ((0, 1, 0, 1), 0), ((1, 0, 0, 1), 0),
    ...     ((1, 0, 1, 0), 1), ((1, 1, 1, 1), 1)])
    >>> bits(branching_set(E, 0b1011))
    [2]
    """
    return branching(coded(examples)[0], support, reference)


def branching(codes: NDArray[np.int32], support: int, reference: int = 0) -> int:
    """The same for codes, one row a feature.

    >>> import numpy as np
    >>> branching(np.array([[0, 0, 1], [0, 1, 2]], np.int32), 0b10)
    1
    """
    import numpy as np

    chosen = codes[bits(support)]
    firsts = np.unique(chosen, axis=1, return_index=True)[1] if len(chosen) else np.zeros(1, np.intp)
    differ = (codes[:, firsts] != codes[:, [reference]]).any(axis=1)
    return sum(1 << int(f) for f in np.flatnonzero(differ)) & ~support


def is_useful(examples: Examples, support: int, added: int) -> bool:
    """Whether features are useful for a support set, by definition (Lemma 11).

    Whatever values they are fixed at, some values of the support that occur do not occur with them.

    >>> E = Examples.of([((0, 0), 0), ((0, 1), 1), ((1, 2), 0), ((0, 3), 1)])
    >>> is_useful(E, 0b10, 0b01), is_useful(Examples.of([((0, 0), 0), ((1, 0), 1)]), 0b01, 0b10)
    (True, False)
    """
    kept, extra = bits(support), bits(added)
    together = {(_at(p, kept), _at(p, extra)) for p in examples.points}
    occurring = {values for values, _ in together}
    domains = (examples.values(f, examples.everything) for f in extra)
    return all(any((a, b) not in together for a in occurring) for b in product(*domains))


def _at(point: Sequence[int], features: Iterable[int]) -> tuple[int, ...]:
    return tuple(point[f] for f in features)


def feature_sets(examples: Examples, most: int) -> list[int]:
    """The sets of at most so many features that a smallest tree may have, without those that another holds.

    >>> [bits(each) for each in feature_sets(Examples.of([((0, 0), 0), ((1, 1), 1)]), 1)]
    [[0], [1]]
    """
    codes = coded(examples)[0]
    return list(extended(minimal_support_sets(examples, most), lambda s: branching(codes, s), most))


def extended(supports: Iterable[int], branching: Callable[[int], int], most: int) -> Iterator[int]:
    """From each minimal support set on with one feature of its branching set, as long as there is room.

    Only sets that go no further are given: a tree over fewer features is a tree over more.

    >>> list(extended([0b01], lambda s: 0b10 & ~s, 2))
    [3]
    """
    seen: set[int] = set()
    for first in supports:
        todo = [first]
        while todo:
            support = todo.pop()
            if support in seen:
                continue
            seen.add(support)
            more = bits(branching(support)) if support.bit_count() < most else []
            todo += [support | 1 << feature for feature in reversed(more)]
            if not more:
                yield support
