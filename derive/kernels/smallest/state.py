"""What the searches for smallest trees share: the data, what is known of sets of rows, and lower bounds.

A state is a set of rows, given once for every column that still varies, in the order of that column.
Two rows of one class *conflict* if every box around both holds a row of another class: they end in
different leaves of every tree that fits. Rows of different classes conflict too. So a clique of rows
that conflict, each with each, has as many leaves as rows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

NONE = 1 << 30
"""More branches than any tree has."""


class Data(NamedTuple):
    """Distinct rows: codes by column, classes, and what makes the bounds. ``deep`` counts depth, not branches.

    The last five fields are masks: of the rules of each column from ``first`` on, of classes, of cliques.

    >>> from derive.kernels.smallest.prepare import prepare
    >>> codes, labels = np.array([[0, 1, 2]], np.int32), np.array([0, 1, 0], np.int32)
    >>> data, columns, order = prepare(codes, labels, np.zeros(1, np.uint8), False)
    >>> data.classes, clique_in(data, order[0])    # every two of the three rows conflict
    (2, 3)
    """

    codes: NDArray[np.int32]
    labels: NDArray[np.int32]
    classes: int
    named: NDArray[np.uint8]
    marks: NDArray[np.uint64]
    cliques: NDArray[np.int32]
    conflicts: NDArray[np.uint64]
    place: NDArray[np.int32]
    deep: bool
    first: NDArray[np.int64]
    of_rule: NDArray[np.uint64]
    of_class: NDArray[np.uint64]
    of_clique: NDArray[np.uint64]
    mixers: NDArray[np.uint64]


class Memo(NamedTuple):
    """For sets of rows: no tree is smaller than ``low``, one of size ``high`` starts with the cut ``root``.

    >>> memo = Memo(np.zeros((8, 2), np.uint64), *np.zeros((4, 8), np.int32))
    >>> at = slot_of(memo, np.uint64(5), np.uint64(6), True)
    >>> int(memo.low[at]), int(memo.high[at]) == NONE    # nothing is known yet
    (0, True)
    >>> slot_of(memo, np.uint64(5), np.uint64(6), False) == at, slot_of(memo, np.uint64(5), np.uint64(7), False)
    (True, -1)
    """

    names: NDArray[np.uint64]
    low: NDArray[np.int32]
    high: NDArray[np.int32]
    root: NDArray[np.int64]
    grown: NDArray[np.int32]


class Cuts(NamedTuple):
    """The cuts of a state, column by column: where they stand, bounds of both sides, how well they part.

    >>> from derive.kernels.smallest.prepare import prepare
    >>> codes, labels = np.array([[0, 1, 2]], np.int32), np.array([0, 1, 0], np.int32)
    >>> data, columns, order = prepare(codes, labels, np.zeros(1, np.uint8), False)
    >>> memo = Memo(np.zeros((8, 2), np.uint64), *np.zeros((4, 8), np.int32))
    >>> cuts = survey(data, memo, np.uint64(0), columns, order, 2)
    >>> cuts.yes.tolist(), cuts.low.tolist()    # up to the first row, up to the second
    ([1, 2], [[0, 1], [1, 0]])
    """

    column: NDArray[np.int32]
    start: NDArray[np.int32]
    stop: NDArray[np.int32]
    yes: NDArray[np.int32]
    root: NDArray[np.int64]
    low: NDArray[np.int32]
    score: NDArray[np.float64]
    size: int


@njit(cache=True, nogil=True)
def least_of_leaves(leaves, deep):
    """The fewest branches, or the least depth, of a tree with so many leaves."""
    if not deep:
        return max(0, leaves - 1)
    depth = 0
    while 1 << depth < leaves:
        depth += 1
    return depth


@njit(cache=True, nogil=True)
def joined(one, other, deep):
    """What a branch makes of its two sides."""
    return 1 + max(one, other) if deep else 1 + one + other


@njit(cache=True, nogil=True)
def slot_of(memo, name, other, make):
    """Where a set of rows is kept: a slot, or -1; with ``make`` one is taken, from another if need be."""
    mask = len(memo.low) - 1
    at = np.int64(name >> np.uint64(20)) & mask
    worst = at
    for _ in range(8):
        if memo.names[at, 0] == name and memo.names[at, 1] == other:
            return at
        if memo.high[at] == 0:
            if not make:
                return -1
            worst = at
            break
        if memo.low[at] < memo.low[worst]:
            worst = at
        at = (at + 1) & mask
    if not make:
        return -1
    memo.names[worst, 0] = name
    memo.names[worst, 1] = other
    memo.low[worst] = 0
    memo.high[worst] = NONE
    memo.root[worst] = -1
    memo.grown[worst] = 0
    return worst


@njit(cache=True, nogil=True)
def clique_in(data, rows):
    """How many rows of a clique a greedy search finds among some rows."""
    words = data.conflicts.shape[1]
    left = np.zeros(words, np.uint64)
    for row in rows:
        at = data.place[row]
        if at >= 0:
            left[at >> 6] |= np.uint64(1) << np.uint64(at & 63)
    found = 0
    word = 0
    while word < words:
        if left[word] == 0:
            word += 1
            continue
        low = left[word] & (~left[word] + np.uint64(1))
        bit = 0
        while low >> np.uint64(bit) != 1:
            bit += 1
        vertex = word * 64 + bit
        found += 1
        for w in range(word, words):
            left[w] &= data.conflicts[vertex, w]
    return found


@njit(cache=True, nogil=True)
def facts_of(data, rows):
    """The name of a set of rows in two words, how many classes it has, and a bound on the leaves."""
    name = np.uint64(0)
    other = np.uint64(0)
    seen = np.zeros(data.classes, np.uint8)
    cliques = data.cliques.shape[1]
    counts = np.zeros(cliques, np.int32)
    for row in rows:
        name += data.marks[0, row]
        other += data.marks[1, row]
        seen[data.labels[row]] = 1
        if data.place[row] >= 0:
            for k in range(cliques):
                counts[k] += data.cliques[row, k]
    present = 0
    for k in range(data.classes):
        present += seen[k]
    leaves = present
    if len(counts):
        leaves = max(leaves, counts.max())
    return name, other, present, leaves


@njit(cache=True, nogil=True)
def survey(data, memo, salt, columns, order, budget):
    """All cuts of a state: the rows from start to stop of a column's order are on the side of yes.

    Bounds of the sides come from cliques, from classes, and from what is known of the same rows.
    """
    count, size = order.shape
    most = 0
    for a in range(count):
        codes = data.codes[columns[a]]
        for i in range(1, size):
            most += codes[order[a, i]] != codes[order[a, i - 1]]
        most += data.named[columns[a]]
    column = np.empty(most, np.int32)
    start = np.empty(most, np.int32)
    stop = np.empty(most, np.int32)
    count_yes = np.empty(most, np.int32)
    root = np.empty(most, np.int64)
    low = np.empty((2, most), np.int32)
    score = np.empty(most, np.float64)
    cliques = data.cliques.shape[1]
    whole_counts = np.zeros(data.classes, np.int32)
    whole_cliques = np.zeros(cliques, np.int32)
    whole = np.zeros(2, np.uint64)
    for i in range(size):
        row = order[0, i]
        whole_counts[data.labels[row]] += 1
        if data.place[row] >= 0:
            for k in range(cliques):
                whole_cliques[k] += data.cliques[row, k]
        whole[0] += data.marks[0, row]
        whole[1] += data.marks[1, row]
    counts = np.empty(data.classes, np.int32)
    inside = np.empty(cliques, np.int32)
    number = 0
    for a in range(count):
        codes = data.codes[columns[a]]
        named = data.named[columns[a]]
        counts[:] = 0
        inside[:] = 0
        name = np.uint64(0)
        other = np.uint64(0)
        begin = 0
        groups = 0
        for i in range(size):
            row = order[a, i]
            counts[data.labels[row]] += 1
            if data.place[row] >= 0:
                for k in range(cliques):
                    inside[k] += data.cliques[row, k]
            name += data.marks[0, row]
            other += data.marks[1, row]
            last = i + 1 == size
            if not last and codes[order[a, i + 1]] == codes[row]:
                continue
            if (last and not named) or (last and groups == 1):
                break  # nothing is beyond the last threshold; two values are told apart by one question
            groups += 1
            yes = i + 1 - begin
            classes_yes = 0
            classes_no = 0
            impurity = 0.0
            for k in range(data.classes):
                if counts[k]:
                    classes_yes += 1
                    impurity -= counts[k] * counts[k] / yes
                rest = whole_counts[k] - counts[k]
                if rest:
                    classes_no += 1
                    impurity -= rest * rest / (size - yes)
            leaves_yes = classes_yes
            leaves_no = classes_no
            for k in range(cliques):
                leaves_yes = max(leaves_yes, inside[k])
                leaves_no = max(leaves_no, whole_cliques[k] - inside[k])
            low_yes = least_of_leaves(leaves_yes, data.deep)
            low_no = least_of_leaves(leaves_no, data.deep)
            if joined(low_yes, low_no, data.deep) <= budget:
                if low_yes:
                    at = slot_of(memo, name ^ salt, other, False)
                    if at >= 0:
                        low_yes = max(low_yes, memo.low[at])
                if low_no:
                    at = slot_of(memo, (whole[0] - name) ^ salt, whole[1] - other, False)
                    if at >= 0:
                        low_no = max(low_no, memo.low[at])
            column[number] = a
            start[number] = begin
            stop[number] = i + 1
            count_yes[number] = yes
            root[number] = np.int64(columns[a]) << 32 | np.int64(codes[row])
            low[0, number] = low_yes
            low[1, number] = low_no
            score[number] = impurity
            number += 1
            if named:
                counts[:] = 0
                inside[:] = 0
                name = np.uint64(0)
                other = np.uint64(0)
                begin = i + 1
    return Cuts(
        column[:number],
        start[:number],
        stop[:number],
        count_yes[:number],
        root[:number],
        low[:, :number],
        score[:number],
        size,
    )


@njit(cache=True, nogil=True)
def parted(data, side, columns, order, cuts, cut, no):
    """The state on one side of a cut: columns that no longer vary are left out, but for one."""
    count, size = order.shape
    a, start, stop = cuts.column[cut], cuts.start[cut], cuts.stop[cut]
    for i in range(size):
        side[order[a, i]] = no
    for i in range(start, stop):
        side[order[a, i]] = 1 - no
    rest = size - (stop - start) if no else stop - start
    kept = np.empty(count, np.int32)
    rows = np.empty((count, rest), np.int32)
    number = 0
    for b in range(count):
        at = 0
        for i in range(size):
            row = order[b, i]
            if side[row]:
                rows[number, at] = row
                at += 1
        codes = data.codes[columns[b]]
        if codes[rows[number, 0]] != codes[rows[number, rest - 1]]:
            kept[number] = columns[b]
            number += 1
    if number == 0:
        kept[0] = columns[count - 1]
        number = 1
    return kept[:number], rows[:number]
