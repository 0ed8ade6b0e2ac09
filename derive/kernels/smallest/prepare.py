"""From codes to a state to start with: distinct rows, rows that conflict, cliques of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from derive.kernels.bits import popcount
from derive.kernels.smallest.state import Data

CANDIDATES = 2048
"""Among how many rows conflicts are looked for: a subset of rows gives a lower bound as well."""

MOST_WORDS = 1 << 23
"""Memory for the masks in which rows between two others are looked up."""

WORDS_COST = 2
"""How much longer a word of a mask takes than a row in a list: states are masks where that is less."""

STARTS = 96
MOST_WORK = 1 << 29
"""From how many rows cliques are grown, and after how many steps no more of them."""

CLIQUES = 16
"""How many cliques are carried along."""


@njit(cache=True, nogil=True)
def nearest_enemies(codes, labels, some):
    """For some rows the row of another class that differs in the fewest columns."""
    found = np.empty(len(some), np.int64)
    for k, row in enumerate(some):
        least = codes.shape[0] + 1
        for other in range(len(labels)):
            if labels[other] != labels[row]:
                differ = 0
                for a in range(codes.shape[0]):
                    differ += codes[a, other] != codes[a, row]
                    if differ >= least:
                        break
                if differ < least:
                    least = differ
                    found[k] = other
    return found


@njit(cache=True, nogil=True)
def conflicts_of(codes, labels, named, some, witnesses):
    """For all pairs of some rows whether they must end in different leaves, as bits.

    Rows are looked up in bit masks: those of a name, or those up to a code.
    """
    count = codes.shape[0]
    words = (len(witnesses) + 63) // 64
    first = np.zeros(count + 1, np.int64)
    for a in range(count):
        first[a + 1] = first[a] + codes[a].max() + 2
    masks = np.zeros((first[count], words), np.uint64)
    foes = np.zeros((labels.max() + 1, words), np.uint64)
    for k, row in enumerate(witnesses):
        word, bit = k >> 6, np.uint64(1) << np.uint64(k & 63)
        for a in range(count):
            masks[first[a] + 1 + codes[a, row], word] |= bit
        for c in range(len(foes)):
            if labels[row] != c:
                foes[c, word] |= bit
    for a in range(count):
        if not named[a]:
            for at in range(first[a] + 1, first[a + 1]):
                masks[at] |= masks[at - 1]
    table = np.zeros((len(some), (len(some) + 63) // 64), np.uint64)
    for i, one in enumerate(some):
        for j in range(i):
            two = some[j]
            apart = labels[one] != labels[two]
            word = 0
            while not apart and word < words:
                inside = foes[labels[one], word]
                a = 0
                while inside and a < count:
                    x, y = codes[a, one], codes[a, two]
                    if named[a]:
                        inside &= masks[first[a] + 1 + x, word] | masks[first[a] + 1 + y, word]
                    else:
                        inside &= masks[first[a] + 1 + max(x, y), word] & ~masks[first[a] + min(x, y), word]
                    a += 1
                apart = inside != 0
                word += 1
            if apart:
                table[i, j >> 6] |= np.uint64(1) << np.uint64(j & 63)
                table[j, i >> 6] |= np.uint64(1) << np.uint64(i & 63)
    return table


@njit(cache=True, nogil=True)
def clique_from(table, start, noise):
    """A clique around a row: always the row with the most conflicts left joins."""
    rows, words = table.shape
    left = table[start].copy()
    members = np.zeros(rows, np.uint8)
    members[start] = 1
    while True:
        best, most = -1, -1.0
        for row in range(rows):
            if left[row >> 6] >> np.uint64(row & 63) & np.uint64(1):
                number = noise[row]
                for w in range(words):
                    number += np.float64(popcount(left[w] & table[row, w]))
                if number > most:
                    most = number
                    best = row
        if best < 0:
            return members
        members[best] = 1
        for w in range(words):
            left[w] &= table[best, w]


def _turned(table: NDArray[np.uint64], turn: NDArray[np.intp]) -> NDArray[np.uint64]:
    """The same table for rows in another order."""
    whole = np.unpackbits(table.view(np.uint8), axis=1, bitorder="little")
    changed = np.zeros_like(whole)
    changed[:, : len(turn)] = whole[turn][:, turn]
    return np.packbits(changed, axis=1, bitorder="little").view(np.uint64)


def prepare(
    codes: NDArray[np.int32], labels: NDArray[np.int32], named: NDArray[np.uint8], deep: bool
) -> tuple[Data, NDArray[np.int32], NDArray[Any]]:
    """The data of a search, the columns that vary, and a state to start with; columns come first.

    Where columns have few values it is a mask of all rows, else the rows in the order of each column.

    >>> data, columns, order = prepare(np.array([[0, 0], [1, 0]], np.int32).T, np.array([0, 1], np.int32),
    ...     np.zeros(2, np.uint8), False)
    >>> columns, order, data.cliques.max(axis=1)
    (array([0], dtype=int32), array([[0, 1]], dtype=int32), array([1, 1], dtype=int32))
    """
    _, firsts = np.unique(np.vstack([codes, labels]), axis=1, return_index=True)
    codes, labels = np.ascontiguousarray(codes[:, firsts]), np.ascontiguousarray(labels[firsts])
    rows = len(labels)
    draw = np.random.default_rng(0)
    if rows <= CANDIDATES:
        some = np.arange(rows)
    else:
        some = draw.choice(rows, CANDIDATES // 2, replace=False)
        some = np.unique(np.concatenate([some, nearest_enemies(codes, labels, some)]))
    others = draw.permutation(np.setdiff1d(np.arange(rows), some))
    most = int(MOST_WORDS * 64 // (codes.max(axis=1) + 2).sum())
    witnesses = np.concatenate([some, others])[: max(most, 64)]
    table = conflicts_of(codes, labels, named, some, witnesses)
    turn = np.argsort(-np.bitwise_count(table).sum(axis=1).astype(np.int64), kind="stable")
    some, table = some[turn], _turned(table, turn)
    cliques_found, work = [], 0
    for start in range(min(len(some), STARTS)):
        cliques_found.append(clique_from(table, start, draw.random(len(some)) * 2))
        work += int(cliques_found[-1].sum(dtype=np.int64)) * table.size
        if work > MOST_WORK:
            break
    found = np.array(cliques_found)
    best = np.argsort(-found.sum(axis=1, dtype=np.int64), kind="stable")[:CLIQUES]
    turn = np.concatenate([some, np.setdiff1d(np.arange(rows), some)])  # candidates first
    codes, labels = np.ascontiguousarray(codes[:, turn]), np.ascontiguousarray(labels[turn])
    cliques = np.zeros((rows, CLIQUES), np.int32)
    cliques[: len(some), : len(best)] = found[best].T
    place = np.where(np.arange(rows) < len(some), np.arange(rows), -1).astype(np.int32)
    marks = draw.integers(0, 2**64, (2, rows), dtype=np.uint64)
    values = codes.max(axis=1).astype(np.int64) + 1
    first = np.concatenate([[0], np.cumsum(values)])
    words = (rows + 63) // 64
    as_bits = first[-1] * words * WORDS_COST < len(codes) * rows
    rules = _rules(codes, named, values) if as_bits else np.zeros((0, 0), bool)
    data = Data(
        codes,
        labels,
        int(labels.max()) + 1,
        named,
        marks,
        cliques,
        table,
        place,
        deep,
        first,
        packed(rules),
        packed(labels == np.arange(labels.max() + 1)[:, None]),
        packed(cliques[: len(some)].T > 0),
        draw.integers(0, 2**64, (4, words), dtype=np.uint64),
    )
    columns = np.flatnonzero(values > 1).astype(np.int32)
    columns = columns if len(columns) else np.zeros(1, np.int32)
    if as_bits:
        return data, columns, packed(np.ones((1, rows), bool))
    return data, columns, np.argsort(codes[columns], axis=1, kind="stable").astype(np.int32)


def _rules(
    codes: NDArray[np.int32], named: NDArray[np.uint8], values: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """For every column and code which rows say yes: those of the code, or of one up to it."""
    asked = [
        row == np.arange(number)[:, None] if by_name else row <= np.arange(number)[:, None]
        for row, by_name, number in zip(codes, named, values, strict=True)
    ]
    return np.concatenate(asked)


def packed(rows: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Rows of truth values as words, the first value in the lowest bit.

    >>> packed(np.array([[True, False, True]]))
    array([[5]], dtype=uint64)
    """
    words = (rows.shape[1] + 63) // 64
    whole = np.zeros((len(rows), words * 64), np.uint8)
    whole[:, : rows.shape[1]] = rows
    return np.packbits(whole, axis=1, bitorder="little").view(np.uint64)
