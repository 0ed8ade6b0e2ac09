"""The search for the smallest tree that fits a table, and what can be said of its answer.

>>> from problems.learn.table import table
>>> from problems.learn.target import labels
>>> xor = table([[0, 0], [0, 1], [1, 0], [1, 1]])
>>> found = smallest(code(xor, labels(["no", "yes", "yes", "no"], 4)))
>>> verdict(found)
'right for all 4 rows with 3 branches, 2 deep; proved smallest over 2 columns as they are'
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from derive import BadInput, Leaf, Tree, leaves
from derive.tree import unfold
from problems.learn.fitting import NotProved
from problems.learn.model import Model, Outcome
from problems.learn.rules import Rule
from problems.learn.smallest.coding import Coded, code

if TYPE_CHECKING:
    from derive.kernels.smallest import Smallest

__all__ = ["Found", "Wish", "code", "smallest", "verdict"]

TIME_LIMIT = 60.0
"""After how many seconds the best so far will do, unless told otherwise."""


@dataclass(frozen=True)
class Wish:
    """What is to be least, by which method, and for how long.

    ``max_seeds`` limits the sets of rows that are looked at: the same on every machine, as time is not.

    >>> Wish(objective="width")
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: the objective is 'size' or 'depth', got 'width'
    """

    objective: str = "size"
    method: str = "boxes"
    time_limit: float | None = TIME_LIMIT
    max_seeds: int | None = None

    def __post_init__(self) -> None:
        from derive.kernels.smallest import METHODS

        if self.objective not in ("size", "depth"):
            raise BadInput(f"the objective is 'size' or 'depth', got {self.objective!r}")
        if self.method not in METHODS:
            raise BadInput(f"the method is one of {', '.join(METHODS)}; got {self.method!r}")
        limit = self.time_limit
        is_number = isinstance(limit, int | float | np.number) and not isinstance(limit, bool)
        if limit is not None and not (is_number and isfinite(limit) and limit > 0):
            raise BadInput(f"time_limit is a number of seconds above 0, or None; got {limit!r}")
        seeds = self.max_seeds
        if seeds is not None and (
            isinstance(seeds, bool) or not isinstance(seeds, int | np.integer) or seeds < 1
        ):
            raise BadInput(f"max_seeds is a whole number, 1 or more, or None; got {seeds!r}")

    @property
    def deep(self) -> bool:
        """Whether depth counts, and not branches."""
        return self.objective == "depth"


class Found(NamedTuple):
    """A model, what the search has to say of itself, and what was wished for.

    >>> Found._fields
    ('model', 'answer', 'wish')
    """

    model: Model
    answer: Smallest
    wish: Wish


def smallest(coded: Coded, wish: Wish | None = None, watch: Callable[[Any], None] | None = None) -> Found:
    """Find the smallest tree, or the best there was when time ran out, with a warning.

    >>> from problems.learn.table import table
    >>> from problems.learn.target import labels
    >>> line = code(table([[1.0], [2.0], [3.0]]), labels(list("aba"), 3))
    >>> [smallest(line, Wish(method=m)).answer.branches for m in ("boxes", "fpt", "support")]
    [2, 2, 2]
    """
    from derive.kernels.smallest import smallest_tree
    from problems.smallest.by_support import sets_for

    wish = wish or Wish()
    columns = np.ascontiguousarray(coded.codes.T)
    target = coded.wanted.astype(np.int32)
    answer = smallest_tree(
        coded.codes,
        target,
        coded.named,
        deep=wish.deep,
        method=wish.method,
        sets=sets_for(columns, target, wish.deep) if wish.method == "support" else None,
        time_limit=wish.time_limit,
        max_seeds=wish.max_seeds,
        watch=watch,
    )
    if not answer.optimal:
        warnings.warn(
            f"not proved smallest ({answer.stopped}): {_open(answer, wish)}", NotProved, stacklevel=3
        )
    cost = answer.depth if wish.deep else answer.branches
    model = Model(
        coded.names,
        _named(coded, answer.tree),
        tuple(coded.labels.classes.tolist()),
        rule_set=coded.rule_set,
        loss=float(coded.errors),
        cost=float(cost),
        lower_bound=float(answer.lower_bound),
        optimal=answer.optimal,
    )
    return Found(model, answer, wish)


_Seed: TypeAlias = "tuple[Tree[tuple[int, int], int], NDArray[np.intp]]"


def _named(coded: Coded, tree: Tree[tuple[int, int], int]) -> Tree[Rule, Outcome]:
    """The tree with rules at its branches, and outcomes that say who came to each leaf."""
    labels = coded.labels.classes.tolist()

    def grow(seed: _Seed) -> Leaf[Outcome] | tuple[Rule, tuple[_Seed, ...]]:
        subtree, here = seed
        if isinstance(subtree, Leaf):
            counts = np.bincount(coded.labels.codes[here], minlength=len(labels))
            return Leaf(Outcome(labels[subtree.item], len(here), tuple(counts.astype(np.float64).tolist())))
        column, value = subtree.root
        codes = coded.codes[here, column]
        yes = codes == value if coded.named[column] else codes <= value
        parts = list(zip(subtree.parts, (here[yes], here[~yes]), strict=True))
        return coded.rule(column, value), tuple(parts[::-1] if coded.is_binary(column) else parts)

    return unfold(grow, (tree, np.arange(len(coded.codes))))


def _open(answer: Smallest, wish: Wish) -> str:
    if wish.deep:
        return f"{answer.depth} deep, and no tree is less than {answer.lower_bound} deep"
    return f"{_branches(answer.branches)}, and no tree has fewer than {answer.lower_bound}"


def _branches(number: int) -> str:
    return f"{number} branch{'' if number == 1 else 'es'}"


def verdict(found: Found) -> str:
    """In words: for how many rows the tree is right, how large it is, and whether a smaller one can exist.

    >>> from problems.learn.table import table
    >>> from problems.learn.target import labels
    >>> equal = code(table([[1], [1], [1]]), labels(list("aba"), 3), best=True)
    >>> verdict(smallest(equal, Wish("depth")))
    'wrong for 1 of 3 rows, as every tree is, with 0 branches, 0 deep; proved least deep over 1 column as it is'
    """
    model, answer, wish = found
    rows = sum(outcome.rows for outcome in leaves(model.tree))
    right = f"right for all {rows} rows"
    if model.loss:
        right = f"wrong for {model.loss:g} of {rows} rows, as every tree is,"
    size = f"{right} with {_branches(answer.branches)}, {answer.depth} deep"
    proved = f"proved {'least deep' if wish.deep else 'smallest'} over {model.rule_set}"
    if answer.optimal:
        return f"{size}; {proved}"
    return f"{size}; not {proved}: {_open(answer, wish).partition(', and ')[2]}"
