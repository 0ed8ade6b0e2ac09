"""The dense base: all trees of depth two below every root, counted at once for a set of rows.

``study_counts`` and ``study_sums`` are long, and a function is compiled anew with everything that calls it; so
``study`` calls them by their address, which a room holds.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit, typeof, types
from numba.core.typing.templates import Signature
from numpy.typing import NDArray

from derive.kernels.apart import address_of, call
from derive.kernels.lanes import BITS
from derive.kernels.rows.lattice import best_stumps, count_pairs, halves, promise
from derive.kernels.rows.nodes import class_words, distinct, gather, lay_out
from derive.kernels.rows.sums import sum_pairs

COUNTED, WEIGHED, SQUARED = 0, 1, 2
NARROW = 253
"""So many rows of two classes can be counted in 8 bits: their errors, at most half as many, are below 127."""


class Table(NamedTuple):
    """The rows, sorted by class: bits over features that differ, labels, weights, numbers to be predicted.

    ``names`` are random, for hashing; ``alike`` is the loss that no tree avoids, ``copies`` how many features a
    column stands for. The kind is ``COUNTED`` (errors), ``WEIGHED`` (errors with weights) or ``SQUARED``; for
    numbers all rows are of one class.

    >>> from derive.kernels.rows.table import make_table
    >>> features, labels = np.array([[1, 0], [0, 1], [0, 1]], np.uint8), np.array([1, 0, 1])
    >>> table, _ = make_table(features, labels, np.zeros(3), None, 2, True)
    >>> table.labels.tolist(), table.alike.tolist(), table.copies.tolist()
    ([0, 1, 1], [0.0, 0.0, 1.0], [2])
    """

    bits: NDArray[np.uint64]
    labels: NDArray[np.int64]
    weights: NDArray[np.float64]
    numbers: NDArray[np.float64]
    names: NDArray[np.uint64]
    alike: NDArray[np.float64]
    copies: NDArray[np.int64]
    features: int
    classes: int
    kind: int


class Aim(NamedTuple):
    """What is minimised, and how far the dense base reaches.

    A tree is better than another if it costs less by more than ``slack``: none for whole numbers.

    >>> from derive.kernels.rows.search import useful
    >>> aim = Aim(unit=1.0, branch=2.0, slack=0.0, least_rows=1, reach=3)
    >>> useful(aim, 5.0, 9), useful(aim, 7.0, 9)    # what is gained must pay for the branches of a path
    (2, 3)
    """

    unit: float
    branch: float
    slack: float
    least_rows: int
    reach: int


class Room(NamedTuple):
    """Room for the dense base, one for each thread; and where the base itself is to be found.

    >>> from derive.kernels.rows import GIB, _task
    >>> from derive.kernels.rows.ways import Dense, new_control
    >>> xor = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], np.uint8)
    >>> way = Dense(_task(xor, np.array([0, 1, 1, 0]), 2, None, 0.0, 1, None, 1, 1, GIB, False))
    >>> _ = way.open(new_control())
    >>> way.rooms[0].narrow.pairs[:, 0, :2].tolist()    # rows with the first feature and each: by class, and in all
    [[1, 1], [1, 0], [2, 1]]
    """

    laid: NDArray[Any]
    pairs: NDArray[Any]
    singles: NDArray[Any]
    stumps: NDArray[Any]
    twos: NDArray[Any]
    lows: NDArray[Any]
    needed: NDArray[Any]
    offsets: NDArray[np.int64]
    sizes: NDArray[np.int64]
    study: int


class Rooms(NamedTuple):
    """Room with counters that are wide enough for all rows, and with narrow ones, twice as many at a time.

    Whichever a search does not need has no base.

    >>> from derive.kernels.rows.table import make_table
    >>> table, _ = make_table(np.eye(3, dtype=np.uint8), np.array([0, 1, 1]), np.zeros(3), None, 2, True)
    >>> rooms = make_rooms(table, Aim(1.0, 0.0, 0.0, 1, 3), 3)
    >>> [room.study != 0 for room in rooms], [room.pairs.dtype.name for room in rooms]
    ([False, True], ['int16', 'uint8'])
    """

    wide: Room
    narrow: Room


@njit(cache=True, nogil=True)
def study(
    table, aim, rooms, control, rows, size, depth, bound, asked, columns, kept, turned, twos, lows, told
):
    """The dense base on a set of rows: which features are left, and ``twos`` for them, as numbers.

    Answers with how many features are left. ``told``: how many words their columns have, and whether trees
    that cost the bound or more, or have a root that is not ``asked`` for, were counted too. If that is empty, all
    roots are.
    """
    told[0] = -1
    if rooms.narrow.study and size <= NARROW:
        narrow = rooms.narrow
        count = call(
            narrow.study,
            (
                table, aim, narrow, control, rows, size, depth, bound, asked, columns, kept, turned, twos, lows, told,
            ),
        )  # fmt: skip
    else:
        wide = rooms.wide
        count = call(
            wide.study,
            (
                table, aim, wide, control, rows, size, depth, bound, asked, columns, kept, turned, twos, lows, told,
            ),
        )  # fmt: skip
    if told[0] < 0:  # what is called by its address cannot raise
        raise MemoryError("the pairs of features need more memory than there is: give fewer rules")
    return count


def study_sums(
    table, aim, room, control, rows, size, depth, bound, asked, columns, kept, turned, twos, lows, told
):
    """``study`` for what bits cannot count.

    >>> from derive.kernels.rows import fit
    >>> xor, labels = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], np.uint8), np.array([0, 1, 1, 0])
    >>> [fit(xor, labels, 2, weights=np.array([0.5, 1.5, 2.5, 0.5]), max_depth=d).loss for d in (1, 2)]
    [1.0, 0.0]
    """
    starts = np.empty(table.classes + 1, np.int64)
    class_words(table.labels, rows, size, starts)
    words = starts[table.classes]
    valid = gather(table.bits, table.labels, rows, size, starts, columns)
    count = distinct(columns, words, valid, kept, turned)
    if count:
        lows[:] = 0
        sum_pairs(table, aim.least_rows, rows, size, depth, kept, turned, count, twos)
    told[0] = words
    told[1] = 1
    return count


def study_counts(
    table, aim, room, control, rows, size, depth, bound, asked, columns, kept, turned, twos, lows, told
):
    """``study`` for errors, by counting bits.

    >>> from derive.kernels.rows import fit
    >>> xor, labels = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], np.uint8), np.array([0, 1, 1, 0])
    >>> [fit(xor, labels, 2, max_depth=d).loss for d in (1, 2)]
    [2.0, 0.0]
    """
    classes = table.classes
    starts = np.empty(classes + 1, np.int64)
    class_words(table.labels, rows, size, starts)
    words = starts[classes]
    sizes = room.sizes
    for c in range(classes):
        sizes[c] = 0
    for r in range(size):
        sizes[table.labels[rows[r]]] += 1
    sizes[classes] = size
    valid = gather(table.bits, table.labels, rows, size, starts, columns)
    count = distinct(columns, words, valid, kept, turned)
    if count == 0:
        told[0] = words
        told[1] = 1
        return 0
    lay_out(columns, kept, count, starts, size, valid, turned, room.laid, room.offsets)
    count_pairs(room.laid, columns, kept, count, room.offsets, room.pairs)
    lanes = room.laid.shape[2]
    padded = (count + lanes - 1) // lanes * lanes
    for c in range(classes + 1):
        for k in range(padded):
            room.singles[c, k] = room.pairs[c, k, k] if k < count else 0
    deep = np.int64(depth > 2 and aim.reach > 2)
    pairs_only = np.int64(0)  # a literal would be another type, and compiled apart
    # more than there can be errors, and twice of it is still a number of such width
    large = NARROW // 2 + 1 if lanes == 64 else (1 << BITS // lanes - 2) - 1
    price = aim.branch / aim.unit  # of a branch, in errors
    scale = 1
    while 8 * scale * (price + 1) < large and scale < 64:
        scale *= 2
    branch = np.int64(min(price * scale, large // 5))
    far = depth > aim.reach and price >= 1
    done = False
    whole = True
    if far and deep:  # what pairs alone say may be enough
        halves(
            count, sizes, room.pairs, room.singles, room.stumps, pairs_only, room.twos, room.lows, scale, branch,
            aim.least_rows, large,
        )  # fmt: skip
        lowest = np.inf
        for k in range(count):
            low = aim.branch
            for side in range(2):
                below = aim.branch + room.lows[side, k] * (aim.unit / scale)
                low += min(room.twos[side, 0, k] * aim.unit, below)
            lowest = min(lowest, low)
        done = lowest >= bound
        whole = not done
    if deep and not done:
        most = large
        some = False
        if price >= 1 and bound < 6 * aim.branch:
            if not far:
                halves(
                    count, sizes, room.pairs, room.singles, room.stumps, pairs_only, room.twos, room.lows, scale, branch,
                    aim.least_rows, large,
                )  # fmt: skip
            most = np.int64(np.ceil(bound / aim.unit - 3 * price)) - 1
            number = promise(
                count, sizes, room.pairs, room.singles, room.twos[:, 0], np.int64(price), room.needed, most
            )
            some = 4 * number < count * (count - 1) // 2
            whole = not some
        elif asked.shape[0]:
            wanted = np.int64(0)
            for k in range(count):
                wanted += asked[kept[k]]
            some = 8 * wanted < count
            whole = not some
            if some:  # pairs that have a root among them, and no others
                most = np.int64(0)
                for i in range(count):
                    for k in range(i + 1, count):
                        room.needed[i, k] = not (asked[kept[i]] or asked[kept[k]])
        best_stumps(
            room.laid, columns, kept, count, room.offsets, sizes, room.pairs, room.singles, room.stumps,
            room.needed, most, some, aim.least_rows, large, control,
        )  # fmt: skip
    if not done:
        halves(
            count, sizes, room.pairs, room.singles, room.stumps, deep, room.twos, room.lows, scale, branch,
            aim.least_rows, large,
        )  # fmt: skip
    for side in range(2):
        for k in range(count):
            lows[side, k] = aim.branch + room.lows[side, k] * (aim.unit / scale) if far else 0.0
    for side in range(2):
        for n in range(4):
            for k in range(count):
                errors = room.twos[side, n, k]
                twos[side, n, k] = errors if errors < large else np.inf
    told[0] = words
    told[1] = whole
    return count


def make_rooms(table: Table, aim: Aim, depth: int) -> Rooms:
    """Room for searches of a depth on a table.

    >>> from derive.kernels.rows.table import make_table
    >>> table, _ = make_table(np.eye(3, dtype=np.uint8), np.array([0, 1, 1]), np.zeros(3), None, 2, repeat=True)
    >>> rooms = make_rooms(table, Aim(1.0, 0.0, 0.0, 1, 3), 3)
    >>> rooms.narrow.pairs.shape, rooms.narrow.study != 0, rooms.wide.study
    ((3, 3, 64), True, 0)
    """
    rows = len(table.labels)
    narrow = table.kind == COUNTED and table.classes <= 2 and aim.reach > 2 and aim.branch < aim.unit
    few = narrow and rows <= NARROW
    return Rooms(
        _room(table, aim, np.int16 if rows < 16_000 else np.int32, used=not few),
        _room(table, aim, np.uint8, used=few or (narrow and depth > aim.reach)),
    )


def _room(table: Table, aim: Aim, whole: type, used: bool) -> Room:
    lanes = BITS // (8 * np.dtype(whole).itemsize)
    features = table.features if used and table.kind == COUNTED else 0
    width = -(-features // lanes) * lanes
    deep = features if aim.reach > 2 else 0
    words = (len(table.labels) // 64 + table.classes + 1) * (lanes // 8)
    tables = table.classes + 1
    room = Room(
        np.empty((width // lanes, words, lanes), whole),
        np.zeros((tables, features, width), whole),
        np.zeros((tables, width), whole),
        np.empty((4, deep, width), whole),
        np.empty((2, 4, width), whole),
        np.empty((2, width), whole),
        np.empty((deep, width), whole),
        np.zeros(tables, np.int64),
        np.zeros(tables, np.int64),
        0,
    )
    return room._replace(study=_study_for(whole, table, aim, room)) if used else room


_STUDIES: dict[tuple[type, bool], int] = {}


def _study_for(whole: type, table: Table, aim: Aim, room: Room) -> int:
    """Where to find ``study`` for such counters; all else in tables and rooms has one type only."""
    counted = table.kind == COUNTED
    if (whole, counted) not in _STUDIES:
        _STUDIES[whole, counted] = address_of(
            study_counts if counted else study_sums, signature_of(table, aim, room)
        )
    return _STUDIES[whole, counted]


def signature_of(table: Table, aim: Aim, room: Room) -> Signature:
    """What ``study_counts`` and ``study_sums`` take, and their answer.

    >>> from derive.kernels.rows.table import make_table
    >>> table, _ = make_table(np.eye(3, dtype=np.uint8), np.array([0, 1, 1]), np.zeros(3), None, 2, repeat=True)
    >>> aim = Aim(1.0, 0.0, 0.0, 1, 3)
    >>> len(signature_of(table, aim, make_rooms(table, aim, 3).wide).args)
    15
    """
    flat = types.Array(types.int64, 1, "C")
    return types.int64(
        *map(typeof, (table, aim, room)),
        flat,
        types.Array(types.int32, 1, "C"),
        types.int64,
        types.int64,
        types.float64,
        types.Array(types.uint8, 1, "C"),
        types.Array(types.uint64, 2, "C"),
        flat,
        types.Array(types.uint8, 1, "C"),
        types.Array(types.float64, 3, "C"),
        types.Array(types.float64, 2, "C"),
        flat,
    )
