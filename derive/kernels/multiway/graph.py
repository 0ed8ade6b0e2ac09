"""Best-first search over sets of rows, compiled: the loop of ``derive.best_first`` with numbers for seeds.

A seed is a set of rows, known by two sums of random words, and by the depth that is left if there is a
limit. Bounds, forks and parts stand in arrays that the caller makes larger when ``search`` asks for it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

ANY_DEPTH = 1 << 20
NEVER = -1
"""A seed that was never split has no first fork."""
LEAF = -1
"""The best tree of a seed is a leaf."""

DONE, ROOM, PAUSE = 0, 1, 2
"""Why a search came back: it is over, it wants larger arrays, or its steps are used up."""


class Data(NamedTuple):
    """Rows with a code for every feature and value, a label, a weight, and what is wrong in any tree.

    >>> from derive.kernels.multiway import GIB, _Run, _task
    >>> values, labels = np.array([[0], [1], [2], [2]]), np.array([0, 1, 0, 1])
    >>> run = _Run(_task(values, labels, 2, None, 0.25, None, 1), GIB)
    >>> run.task.data.codes.tolist(), run.task.data.alike.tolist()    # of the last two one is wrong in any tree
    ([[0], [1], [2], [2]], [0.0, 0.0, 0.0, 1.0])
    """

    codes: NDArray[np.int32]
    labels: NDArray[np.int64]
    weights: NDArray[np.float64]
    times: NDArray[np.int64]
    alike: NDArray[np.float64]
    words: NDArray[np.uint64]
    starts: NDArray[np.int64]
    classes: int
    more: int


class Aim(NamedTuple):
    """What a wrong row and a branch cost, when two costs count as equal, and the fewest rows of a leaf.

    >>> from derive.kernels.multiway import GIB, _Run, _task
    >>> values, labels = np.array([[0], [1], [2], [2]]), np.array([0, 1, 0, 1])
    >>> run = _Run(_task(values, labels, 2, None, 0.25, None, 1), GIB)
    >>> run.task.aim.unit, run.task.aim.branch    # 4 to 1, and one more: of equals the fewer branches
    (20.0, 6.0)
    """

    unit: float
    branch: float
    slack: float
    min_leaf: int
    limited: bool


class Seeds(NamedTuple):
    """What is known of each seed: its key, its leaf, bounds, the depth left, its forks, its best one.

    >>> from derive.kernels.multiway import GIB, _Run, _task
    >>> values, labels = np.array([[0], [1], [2], [2]]), np.array([0, 1, 0, 1])
    >>> run = _Run(_task(values, labels, 2, None, 0.25, None, 1), GIB)
    >>> run.all(None, None, 0.0)
    >>> run.graph.seeds.low[:4].tolist(), run.graph.seeds.choice[:4].tolist()    # all rows, and three parts
    ([26.0, 0.0, 0.0, 20.0], [0, -1, -1, -1])
    """

    one: NDArray[np.uint64]
    two: NDArray[np.uint64]
    low: NDArray[np.float64]
    up: NDArray[np.float64]
    depth: NDArray[np.int32]
    first: NDArray[np.int64]
    many: NDArray[np.int32]
    choice: NDArray[np.int64]


class Forks(NamedTuple):
    """The splits: their feature, a bound that may be stale, and where their parts stand.

    >>> from derive.kernels.multiway import GIB, _Run, _task
    >>> values, labels = np.array([[0], [1], [2], [2]]), np.array([0, 1, 0, 1])
    >>> run = _Run(_task(values, labels, 2, None, 0.25, None, 1), GIB)
    >>> run.all(None, None, 0.0)
    >>> [array[:1].tolist() for array in run.graph.forks]
    [[0], [26.0], [0], [3]]
    """

    feature: NDArray[np.int32]
    low: NDArray[np.float64]
    start: NDArray[np.int64]
    many: NDArray[np.int32]


class Parts(NamedTuple):
    """The parts of all forks: the code of the value, and the number of the seed.

    >>> from derive.kernels.multiway import GIB, _Run, _task
    >>> values, labels = np.array([[0], [1], [2], [2]]), np.array([0, 1, 0, 1])
    >>> run = _Run(_task(values, labels, 2, None, 0.25, None, 1), GIB)
    >>> run.all(None, None, 0.0)
    >>> [array[:3].tolist() for array in run.graph.parts]
    [[0, 1, 2], [1, 2, 3]]
    """

    code: NDArray[np.int32]
    seed: NDArray[np.int32]


class Graph(NamedTuple):
    """All that was found so far; ``used`` counts seeds, forks, parts and seeds that were split.

    >>> from derive.kernels.multiway import GIB, _Run, _task
    >>> values, labels = np.array([[0], [1], [2], [2]]), np.array([0, 1, 0, 1])
    >>> run = _Run(_task(values, labels, 2, None, 0.25, None, 1), GIB)
    >>> run.all(None, None, 0.0)
    >>> run.graph.used.tolist()
    [4, 1, 3, 1]
    """

    seeds: Seeds
    forks: Forks
    parts: Parts
    slots: NDArray[np.int32]
    used: NDArray[np.int64]


class Room(NamedTuple):
    """Space for splitting one seed: by code weights by class, rows, errors in any tree and keys; by feature bounds.

    >>> from derive.kernels.multiway import GIB, _Run, _task
    >>> values, labels = np.array([[0], [1], [2], [2]]), np.array([0, 1, 0, 1])
    >>> run = _Run(_task(values, labels, 2, None, 0.25, None, 1), GIB)
    >>> run.all(None, None, 0.0)
    >>> run.room.counts.tolist(), run.room.rows.tolist()    # by value: weights by class, and rows
    ([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], [1, 1, 2])
    """

    counts: NDArray[np.float64]
    rows: NDArray[np.int64]
    alike: NDArray[np.float64]
    words: NDArray[np.uint64]
    bounds: NDArray[np.float64]
    here: NDArray[np.int32]
    sorted: NDArray[np.float64]


@njit(cache=True, nogil=True)
def costs_of(counts, alike, data, aim, ordered, depth):
    """What a set of rows costs as a leaf, and what it costs at least."""
    total = 0.0
    most = 0.0
    for k in range(data.classes):
        total += counts[k]
        most = max(most, counts[k])
    up = (total - most) * aim.unit
    if depth == 0 or data.more < 1:
        return up, up
    low = up
    if aim.branch + alike * aim.unit < low:
        for k in range(data.classes):
            ordered[k] = counts[k]
        ordered[: data.classes].sort()
        right = most
        splits = 0
        k = data.classes - 2
        while k >= -1:
            splits += 1
            for _ in range(data.more):
                if k >= 0:
                    right += ordered[k]
                    k -= 1
            wrong = max(alike, total - right)
            low = min(low, splits * aim.branch + wrong * aim.unit)
            if k < 0 or wrong <= alike:
                break
    return low, up


@njit(cache=True, nogil=True)
def _slot(slots, seeds, one, two):
    """Where a key stands, or the empty slot where it may."""
    mask = len(slots) - 1
    place = np.int64(one & np.uint64(mask))
    while slots[place] >= 0:
        found = slots[place]
        if seeds.one[found] == one and seeds.two[found] == two:
            return place
        place = (place + 1) & mask
    return place


@njit(cache=True, nogil=True)
def rehash(slots, seeds, many):
    """Put the first ``many`` seeds into larger slots."""
    slots[:] = -1
    for seed in range(many):
        slots[_slot(slots, seeds, seeds.one[seed], seeds.two[seed])] = seed


@njit(cache=True, nogil=True)
def add_seed(graph, one, two, low, up, depth):
    """The number of a seed, which is new unless its key is known."""
    place = _slot(graph.slots, graph.seeds, one, two)
    found = graph.slots[place]
    if found >= 0:
        return found
    seed = graph.used[0]
    graph.used[0] += 1
    graph.slots[place] = seed
    seeds = graph.seeds
    seeds.one[seed] = one
    seeds.two[seed] = two
    seeds.low[seed] = low
    seeds.up[seed] = up
    seeds.depth[seed] = depth
    seeds.first[seed] = NEVER
    seeds.many[seed] = 0
    seeds.choice[seed] = LEAF
    return seed


@njit(cache=True, nogil=True)
def _tally(data, room, many):
    """Count the rows of ``room.here`` by the codes of every feature."""
    room.counts[:] = 0
    room.rows[:] = 0
    room.alike[:] = 0
    room.words[:] = 0
    features = data.codes.shape[1]
    for place in range(many):
        row = room.here[place]
        label = data.labels[row]
        weight = data.weights[row]
        times = data.times[row]
        alike = data.alike[row]
        one = data.words[row, 0]
        two = data.words[row, 1]
        for feature in range(features):
            code = data.codes[row, feature]
            room.counts[code, label] += weight
            room.rows[code] += times
            room.alike[code] += alike
            room.words[code, 0] += one
            room.words[code, 1] += two


@njit(cache=True, nogil=True)
def _expand(data, aim, graph, room, seed, many):
    """Split a seed by every feature that its rows differ in; forks that cannot be best are left out."""
    seeds, forks, parts = graph.seeds, graph.forks, graph.parts
    _tally(data, room, many)
    depth = seeds.depth[seed] - 1 if aim.limited else seeds.depth[seed]
    features = data.codes.shape[1]
    best = seeds.up[seed]
    bounds = room.bounds
    for feature in range(features):
        low = aim.branch
        up = aim.branch
        there = 0
        small = False
        for code in range(data.starts[feature], data.starts[feature + 1]):
            if room.rows[code]:
                there += 1
                small = small or room.rows[code] < aim.min_leaf
                each, leaf = costs_of(room.counts[code], room.alike[code], data, aim, room.sorted, depth)
                low += each
                up += leaf
        if there < 2 or small:
            low = np.inf
        else:
            best = min(best, up)
        bounds[feature] = low
    seeds.first[seed] = graph.used[1]
    for feature in range(features):
        if bounds[feature] > best or (bounds[feature] == best and best == seeds.up[seed]):
            continue
        fork = graph.used[1]
        graph.used[1] += 1
        forks.feature[fork] = feature
        forks.start[fork] = graph.used[2]
        low = aim.branch
        for code in range(data.starts[feature], data.starts[feature + 1]):
            if room.rows[code]:
                each, leaf = costs_of(room.counts[code], room.alike[code], data, aim, room.sorted, depth)
                one = room.words[code, 0]
                two = room.words[code, 1]
                if aim.limited:
                    one ^= np.uint64(depth + 1) * np.uint64(0x9E3779B97F4A7C15)
                    two += np.uint64(depth + 1) * np.uint64(0xC2B2AE3D27D4EB4F)
                part = add_seed(graph, one, two, each, leaf, depth)
                low += seeds.low[part]
                parts.code[graph.used[2]] = code
                parts.seed[graph.used[2]] = part
                graph.used[2] += 1
        forks.low[fork] = low
        forks.many[fork] = graph.used[2] - forks.start[fork]
        seeds.many[seed] += 1
    graph.used[3] += 1


@njit(cache=True, nogil=True)
def _refresh(aim, graph, seed):
    """Bring the forks that may be best up to date, until one that is leads; its number."""
    seeds, forks, parts = graph.seeds, graph.forks, graph.parts
    first = seeds.first[seed]
    last = first + seeds.many[seed]
    leader = np.int64(-1)
    while True:
        leader = -1
        best = np.inf
        for fork in range(first, last):
            if forks.low[fork] < best:
                best = forks.low[fork]
                leader = fork
        if leader < 0:
            break
        low = aim.branch
        up = aim.branch
        for place in range(forks.start[leader], forks.start[leader] + forks.many[leader]):
            part = parts.seed[place]
            low += seeds.low[part]
            up += seeds.up[part]
        if up < seeds.up[seed]:
            seeds.up[seed] = up
            seeds.choice[seed] = leader
        if low <= forks.low[leader]:
            break
        forks.low[leader] = low
    low = forks.low[leader] if leader >= 0 else np.inf
    if low >= seeds.up[seed] - aim.slack:
        seeds.low[seed] = seeds.up[seed]
    else:
        seeds.low[seed] = max(seeds.low[seed], low)
    return leader


@njit(cache=True, nogil=True)
def search(data, aim, graph, room, path, steps):
    """Walk down, split, go back up: until the root is done, or there is no room, or for so many steps."""
    seeds, forks, parts = graph.seeds, graph.forks, graph.parts
    features = data.codes.shape[1]
    codes = data.starts[features]
    for _ in range(steps):
        if seeds.low[0] >= seeds.up[0]:
            return DONE
        if (
            graph.used[0] + codes > len(seeds.low)
            or graph.used[1] + features > len(forks.low)
            or graph.used[2] + codes > len(parts.seed)
            or 2 * (graph.used[0] + codes) > len(graph.slots)
        ):
            return ROOM
        many = len(data.labels)
        for row in range(many):
            room.here[row] = row
        seed = np.int64(0)
        deep = 0
        path[0] = seed
        while seeds.first[seed] != NEVER:
            leader = _refresh(aim, graph, seed)
            if seeds.low[seed] >= seeds.up[seed]:
                break
            chosen = np.int64(-1)
            widest = 0.0
            code = 0
            for place in range(forks.start[leader], forks.start[leader] + forks.many[leader]):
                part = parts.seed[place]
                gap = seeds.up[part] - seeds.low[part]
                if gap > widest:
                    widest = gap
                    chosen = part
                    code = parts.code[place]
            feature = forks.feature[leader]
            kept = 0
            for place in range(many):
                row = room.here[place]
                if data.codes[row, feature] == code:
                    room.here[kept] = row
                    kept += 1
            many = kept
            seed = chosen
            deep += 1
            path[deep] = seed
        if seeds.first[seed] == NEVER:
            _expand(data, aim, graph, room, seed, many)
        while deep >= 0:
            _refresh(aim, graph, path[deep])
            deep -= 1
    return DONE if seeds.low[0] >= seeds.up[0] else PAUSE
