"""The best tree by a metric of the two kinds of error: the front is searched, and the metric chooses from it.

>>> from problems.learn.fitting import pose, search
>>> from problems.learn.table import table
>>> from problems.learn.target import labels
>>> data = table([[0, 0], [0, 1], [0, 1], [1, 0], [1, 0], [1, 1], [1, 1]])
>>> posed = pose(data, labels([0, 1, 0, 0, 0, 1, 0], 7), metric="f1")
>>> model, _, front = search(posed)
>>> model.judged
Judged(metric='f1', positive=1, value=0.6666666666666666, bound=0.6666666666666666)
>>> [point[:2] for point in front]
[(0, 2), (1, 1), (2, 0)]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from derive import BadInput, Leaf, Node, Tree
from derive.tree import fold_with
from problems.learn.limits import Limits
from problems.learn.model import Judged
from problems.learn.table import Column
from problems.metrics import ACCURACY, Metric, best_of, better_with_more, metric

if TYPE_CHECKING:
    from derive.kernels.fronts import Point
    from derive.kernels.rows import Answer, Progress
    from problems.learn.fitting import Posed

    Watch = Callable[[Progress], None]


class Judge(NamedTuple):
    """A metric, and which of the two labels is the positive one.

    >>> Judge(ACCURACY, 1).metric.title
    'accuracy'
    """

    metric: Metric
    positive: int


def judge(
    wanted: object,
    positive: object,
    classes: Column | None,
    weights: NDArray[np.float64] | None,
    limits: Limits,
) -> Judge | None:
    """The judge that is wanted, None for the fewest errors; or one sentence on why there can be none.

    >>> judge("f1", None, np.array(["a", "b", "c"]), None, Limits())
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: metric='f1' is about two labels, a positive and a negative one; got 3: a, b, c
    """
    chosen = metric(wanted)
    if chosen is ACCURACY:
        if positive is not None:
            raise BadInput(f"positive={positive!r} goes with a metric that tells labels apart, such as 'f1'")
        return None
    name = f"metric={chosen.name!r}"
    labels = [] if classes is None else classes.tolist()
    if len(labels) != 2:
        raise BadInput(
            f"{name} is about two labels, a positive and a negative one; "
            f"got {len(labels)}{': ' if labels else ''}{', '.join(map(str, labels[:8]))}"
        )
    if positive is not None and positive not in labels:
        raise BadInput(f"positive={positive!r} is none of the labels {labels[0]!r} and {labels[1]!r}")
    if limits.penalty:
        raise BadInput(f"{name} does not go with a penalty for branches; limit them by max_nodes")
    if weights is not None and (weights != weights[0]).any():
        raise BadInput(f"{name} counts rows, and does not go with weights of rows or classes; leave them out")
    return Judge(chosen, 1 if positive is None else labels.index(positive))


def fit(posed: Posed, by: Judge, watch: Watch | None) -> tuple[Answer, Judged, tuple[Point, ...]]:
    """The best tree by a metric, what is proved of it, and the front that it was chosen from.

    The cost of the answer is how much the metric lacks to 1.

    >>> fit.__name__
    'fit'
    """
    from derive.kernels import fronts
    from derive.kernels.rows import Answer, Progress

    target = (posed.target == by.positive).astype(np.int64)
    sizes = int(target.sum()), len(target) - int(target.sum())
    if pair := better_with_more(by.metric, *sizes):
        (a, b), (c, d) = pair
        raise BadInput(
            f"a metric is no better with more errors, but {by.metric.name} is {by.metric.of(a, b, *sizes):g} for {a} false "
            f"positives and {b} false negatives, and {by.metric.of(c, d, *sizes):g} for {c} and {d}; larger must be better"
        )

    def value(points: Sequence[Sequence[int]]) -> float:
        fp, fn = points[best_of(by.metric, points, *sizes)][:2]
        return by.metric.of(fp, fn, *sizes)

    def told(done: float, points: Sequence[Point], seconds: float) -> None:
        if watch is not None:
            watch(Progress(done, 1 - value(points), 1 - by.metric.of(0, 0, *sizes), seconds))

    limits = posed.limits
    found = fronts.fit(
        posed.features,
        target,
        max_depth=limits.max_depth,
        max_nodes=limits.max_nodes,
        min_leaf=limits.min_leaf,
        time_limit=limits.time_limit,
        watch=None if watch is None else told,
    )
    place = best_of(by.metric, found.points, *sizes)
    fp, fn, branches = found.points[place]
    reached = value(found.points)
    bound = reached if found.whole else max(reached, value(found.unavoidable))

    def leaf(says: int) -> Tree[int, int]:
        return Leaf(by.positive if says else 1 - by.positive)

    def node(column: int, parts: tuple[Tree[int, int], ...]) -> Tree[int, int]:
        return Node(column, parts)

    tree = fold_with(leaf, node, found.tree(place))
    optimal = bound <= reached
    answer = Answer(
        tree,
        float(fp + fn),
        branches,
        1 - reached,
        1 - bound,
        optimal,
        found.seeds,
        found.seconds,
        "fronts above a dense base",
        found.stopped,
    )
    labels = [] if posed.classes is None else posed.classes.tolist()
    return answer, Judged(by.metric.name, labels[by.positive], reached, bound), found.points
