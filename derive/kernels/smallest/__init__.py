"""The smallest decision tree that fits all rows: compiled programs that prove their answer.

>>> import numpy as np
>>> board = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
>>> answer = smallest_tree(board, np.array([0, 1, 1, 0]))
>>> answer.branches, answer.depth, answer.optimal, answer.program
(3, 2, True, 'a table of 9 boxes')
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from derive.errors import BadInput
from derive.kernels.smallest.run import Progress, Search, Sets, size_of
from derive.tree import Leaf, Node, Tree

__all__ = ["METHODS", "Progress", "Smallest", "smallest_tree"]

METHODS = ("boxes", "fpt", "support")

Watch = Callable[[Progress], None]


class Smallest(NamedTuple):
    """A tree that fits, and what is proved of it; roots are (column, code), leaves codes of classes.

    The first part of a branch is where the column is at most the code, or has this code if it has names.

    >>> Smallest(Leaf(0), 0, 0, 0, True, 0, 0.0, "", "").branches
    0
    """

    tree: Tree[tuple[int, int], int]
    branches: int
    depth: int
    lower_bound: int
    optimal: bool
    seeds: int
    seconds: float
    program: str
    stopped: str


def smallest_tree(
    codes: NDArray[Any],
    labels: NDArray[Any],
    named: NDArray[Any] | None = None,
    *,
    deep: bool = False,
    method: str = "boxes",
    sets: Sets | None = None,
    time_limit: float | None = None,
    max_seeds: int | None = None,
    watch: Watch | None = None,
) -> Smallest:
    """The tree with the fewest branches that is right for every row or, with ``deep``, the least deep one.

    ``codes`` has a row for every example and counts from 0 in every column; ``named`` says which columns
    are asked for equality. ``method``: every cut ("boxes"), thresholds by binary search ("fpt"), or that
    over sets of columns only ("support"), which ``sets`` gives as masks for a number of branches, or a depth.

    >>> line = np.arange(4).reshape(-1, 1)
    >>> smallest_tree(line, np.array([0, 1, 0, 0]), method="fpt").tree
    Node((0, 1), (Node((0, 0), (Leaf(0), Leaf(1))), Leaf(0)))
    """
    if method not in METHODS or (method == "support" and sets is None):
        raise BadInput(
            f"a method is one of {', '.join(METHODS)}, the last with sets of columns; got {method!r}"
        )
    columns = np.ascontiguousarray(codes.T, np.int32)
    if columns.ndim != 2 or columns.shape[1] != len(labels) or not len(labels):
        raise BadInput(f"expected a row of codes for each of {len(labels)} labels, got shape {codes.shape}")
    names = np.zeros(len(columns), np.uint8) if named is None else np.ascontiguousarray(named, np.uint8)
    classes = np.ascontiguousarray(labels, np.int32)
    _refuse_contradictions(columns, classes)
    search = Search(columns, classes, names, deep, method != "boxes", max_seeds)
    work = {"boxes": search.boxes, "fpt": search.deepen, "support": lambda: search.by_sets(sets)}[method]
    search.run(work, time_limit, watch)
    return Smallest(
        _tree(search.nodes),
        size_of(search.nodes, False),
        size_of(search.nodes, True),
        search.low,
        search.low == search.best,
        int(search.control[1]),
        search.seconds,
        search.program,
        search.stopped if search.low < search.best else "",
    )


def _refuse_contradictions(columns, classes):
    distinct = len(np.unique(columns, axis=1).T)
    if distinct < len(np.unique(np.vstack([columns, classes]), axis=1).T):
        raise BadInput("no tree fits: there are equal rows of different classes; leave out or relabel some")


def _tree(nodes):
    built: dict[int, Tree[tuple[int, int], int]] = {}
    for place in reversed(range(len(nodes))):
        column, code, other = nodes[place]
        built[place] = (
            Leaf(code) if column < 0 else Node((column, code), (built.pop(place + 1), built.pop(other)))
        )
    return built[0]
