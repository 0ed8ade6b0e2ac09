"""Optimal trees over very many cuts of few rows: the compiled search without a table of pairs.

Rules made from points are as many as N points have cuts: thousands to hundreds of thousands. They are
columns of bits; the best tree of two or three cuts comes from counting pairs on the fly
(``derive.kernels.wide.pairs``), and larger trees from a search above that. On a part of the rows few
columns still differ, so parts are cheap; and what is known of a part bounds what resembles it: a row
more or less changes the errors by one at most (where leaves need several rows, a row less).

>>> import numpy as np
>>> features = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.uint8)
>>> answer = fit(features, np.array([0, 1, 1, 0]), 2, max_depth=2)
>>> answer.loss, answer.branches, answer.optimal
(0.0, 3, True)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from derive.errors import TooLarge
from derive.kernels.limits import check_limits, check_rows
from derive.kernels.rows import Answer, Estimate
from derive.kernels.rows.run import Watch
from derive.kernels.wide.search import Search
from derive.tree import size

__all__ = ["estimate", "fit", "path", "suits"]

MOST_ROWS = 16_000
MANY = 1000
"""From how many columns on this search is faster than one with a table of all pairs."""


def fit(
    features: NDArray[np.uint8],
    target: NDArray[np.int64],
    classes: int,
    *,
    penalty: float = 0.0,
    max_depth: int | None = None,
    max_nodes: int | None = None,
    min_leaf: int = 1,
    time_limit: float | None = None,
    watch: Watch | None = None,
    fewest: bool = False,
) -> Answer:
    """The tree of least cost: the rows that it labels wrongly, and a penalty for every branch.

    It answers what ``derive.kernels.rows.fit`` answers, for rows without weights. ``fewest``: among trees
    of least cost one with the fewest branches, which a penalty above 0 implies. Without, that is done for
    trees of depth 2 alone, for these are found at once.

    >>> fit(np.array([[0], [1], [1]], dtype=np.uint8), np.array([0, 1, 0]), 2, max_nodes=1).loss
    1.0
    """
    check_limits(max_depth, max_nodes, min_leaf, penalty)
    limit = MOST_ROWS if max_nodes is None else max_nodes
    search = _search(features, target, classes, min_leaf, time_limit, watch)
    depth = limit if max_depth is None else max_depth
    best, cost = 0, float(search.errors(0, 0))
    k = 1
    while k <= min(limit, 2 ** min(depth, 40) - 1) and penalty * k < cost:
        first = k if penalty > 0 else min(limit, 2 ** min(depth, 40) - 1)
        errors = search.errors(first, depth, cost - penalty * first)
        if errors + penalty * first < cost:
            best, cost = first, errors + penalty * first
        k = first + 1
    if not search.stopped:
        if not penalty:
            best = _fewer(search, best, depth if fewest else min(depth, 2), cost)
        search.stopped, search.time_limit = (
            "",
            None,
        )  # the least cost is proved, and only the tree is to be made
    return _answer(search, best, depth, penalty)


def _fewer(search: Search, k: int, depth: int, cost: float) -> int:
    """With how few cuts the same cost is reached, as far as time allows."""
    return next((fewer for fewer in range(k) if search.errors(fewer, depth, cost + 1) <= cost), k)


def path(
    features: NDArray[np.uint8],
    target: NDArray[np.int64],
    classes: int,
    *,
    max_nodes: int,
    max_depth: int | None = None,
    min_leaf: int = 1,
    time_limit: float | None = None,
    watch: Watch | None = None,
) -> list[Answer]:
    """The best trees with at most 0, 1, ..., ``max_nodes`` branches.

    >>> xor = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.uint8)
    >>> [answer.loss for answer in path(xor, np.array([0, 1, 1, 0]), 2, max_nodes=3)]
    [2.0, 2.0, 1.0, 0.0]
    """
    check_limits(max_depth, max_nodes, min_leaf, 0.0)
    search = _search(features, target, classes, min_leaf, time_limit, watch)
    depth = max_nodes if max_depth is None else max_depth
    for k in range(max_nodes + 1):
        search.errors(k, depth)
    return [_answer(search, k, depth, 0.0) for k in range(max_nodes + 1)]


def _search(
    features: NDArray[np.uint8],
    target: NDArray[np.int64],
    classes: int,
    min_leaf: int,
    time_limit: float | None,
    watch: Watch | None,
) -> Search:
    check_rows(features, target)
    if len(target) >= MOST_ROWS:
        raise TooLarge(
            f"expected fewer than {MOST_ROWS} rows, got {len(target)}: take derive.kernels.rows, or fewer rows"
        )
    return Search(features, np.ascontiguousarray(target, np.int64), classes, min_leaf, time_limit, watch)


def _answer(search: Search, k: int, depth: int, penalty: float) -> Answer:
    tree = search.tree(k, depth)
    branches = size(tree)
    loss = float(search.wrong(tree))
    cost = loss + penalty * branches
    lower = min(cost, float(search.unavoidable)) if search.stopped else cost
    return Answer(
        tree,
        loss,
        branches,
        cost,
        lower,
        lower >= cost,
        search.seeds,
        search.seconds(),
        "pairs of cuts, counted on the fly",
        search.stopped,
    )


def estimate(
    features: NDArray[np.uint8],
    target: NDArray[np.int64],
    classes: int,
    *,
    seconds: float = 1.0,
    **limits: Any,
) -> Estimate:
    """How large a search is and how long it takes, from running it for a second, once it is compiled.

    >>> xor = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.uint8)
    >>> estimate(xor, np.array([0, 1, 1, 0]), 2, max_depth=2, seconds=60).exact
    True
    """
    few = np.arange(300) % len(features)
    fit(features[few, :3], target[few], classes, **limits)
    seen = [0.0]
    answer = fit(
        features, target, classes, time_limit=seconds, watch=lambda at: seen.append(at.done), **limits
    )
    if not answer.stopped:
        return Estimate(answer.seeds, answer.seconds, True)
    done = max(seen[-1], 1e-4)
    return Estimate(round(answer.seeds / done), answer.seconds / done, False)


def suits(features: NDArray[np.uint8], classes: int, weights: object = None) -> bool:
    """Whether this search is the one to take: many columns for few rows with labels, and no weights.

    >>> suits(np.zeros((100, 5000), np.uint8), 2), suits(np.zeros((5000, 100), np.uint8), 2)
    (True, False)
    """
    return classes > 0 and weights is None and len(features) < MOST_ROWS and features.shape[1] > MANY
