"""Parts of the rows: their columns as words, and bounds that one part has from another."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Words: TypeAlias = NDArray[np.uint64]


class Known:
    """Parts of the rows with a bound on their errors, for trees of one size.

    A tree for some rows does for a known part as well, but for rows that are only there. Where leaves need
    several rows (``min_leaf``), that is so only if the part has all of the rows: else leaves may have too few.

    >>> known = Known(1)
    >>> known.add(np.array([0b1110], np.uint64), 2)
    >>> known.bound(np.array([0b0110], np.uint64)), known.bound(np.array([0b1111], np.uint64))
    (1, 2)
    """

    def __init__(self, width: int, min_leaf: int = 1) -> None:
        self.min_leaf = min_leaf
        self.rows = np.empty((64, width), np.uint64)
        self.errors = np.empty(64, np.int64)
        self.number = 0

    def add(self, rows: Words, errors: int) -> None:
        """Note that a part has at least so many errors."""
        if self.number == len(self.errors):
            self.rows = np.vstack([self.rows, np.empty_like(self.rows)])
            self.errors = np.concatenate([self.errors, np.empty_like(self.errors)])
        self.rows[self.number], self.errors[self.number] = rows, errors
        self.number += 1

    def bound(self, rows: Words) -> int:
        """At most one error goes with each row that a known part has and these rows have not."""
        if not self.number:
            return 0
        known = self.rows[: self.number]
        lacking = np.bitwise_count(known & ~rows).sum(axis=1, dtype=np.int64)
        bounds = self.errors[: self.number] - lacking
        if self.min_leaf > 1:
            bounds = bounds[~(rows & ~known).any(axis=1)]
        return int(bounds.max(initial=0))


class Part(NamedTuple):
    """A part of the rows: the columns that differ there, and what pairs of them get right.

    >>> kept, words, none = np.array([4, 7]), np.zeros((1, 2), np.uint64), np.zeros(2, np.int16)
    >>> part = Part(kept, words, np.array([[3, 0], [1, 2]]), np.array([4, 5]), none, none, none > 0)
    >>> part.leaf_in.tolist(), part.leaf_out.tolist()
    ([3, 2], [4, 4])
    """

    kept: NDArray[np.int32]
    words: Words
    counts: NDArray[np.int16]
    sizes: NDArray[np.int64]
    inside: NDArray[np.int16]
    outside: NDArray[np.int16]
    usable: NDArray[np.bool_]

    @property
    def leaf_in(self) -> NDArray[np.int64]:
        """How many rows a leaf gets right where the column is 1."""
        return np.asarray(self.counts.max(axis=0), dtype=np.int64)

    @property
    def leaf_out(self) -> NDArray[np.int64]:
        """How many rows a leaf gets right where the column is 0."""
        return np.asarray((self.sizes[:, None] - self.counts).max(axis=0), dtype=np.int64)


def better_side(counts: NDArray[np.int16], sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """The errors of the better side of each column; counts are of ones, by class.

    >>> better_side(np.array([[3, 0], [1, 2]], np.int16), np.array([4, 5])).tolist()
    [1, 0]
    """
    rest = sizes[:, None] - counts
    inside = counts.sum(axis=0, dtype=np.int64) - counts.max(axis=0, initial=0)
    return np.asarray(np.minimum(inside, rest.sum(axis=0) - rest.max(axis=0, initial=0)))


def packed_rows(features: NDArray[np.uint8]) -> Words:
    """Columns of 0 and 1 as words, 64 rows a word; word by word.

    >>> packed_rows(np.array([[1, 0], [1, 1]], np.uint8)).tolist()
    [[3, 2]]
    """
    words = -(-len(features) // 64)
    padded = np.zeros((64 * words, features.shape[1]), np.uint8)
    padded[: len(features)] = features
    packed = np.packbits(padded, axis=0, bitorder="little")
    return (
        np.ascontiguousarray(packed.T).view(np.uint64).T
        if words
        else np.zeros((0, features.shape[1]), np.uint64)
    )
