"""The box dynamic program, Kobourov et al., Theorem 3.1: a table over all boxes, smaller ones first.

A box has a *part* in every column: an interval of its codes, or, where codes are names, any set of them
that is not empty. Parts are numbered so that what a part splits into has smaller numbers; then a box
comes after the boxes it splits into, and its classes are those of any two such boxes together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

EMPTY = 254
MIXED = 255
MOST_CLASSES = 254
MOST_NAMES = 12
MOST_VALUES = 100
TOO_MANY = 1 << 62
"""Of more names than this there are too many sets, of more values too many intervals."""


class Parts(NamedTuple):
    """The parts of a column: which codes they hold, as (low, high) or as bits, and how they split.

    >>> intervals(2).splits.tolist()
    [[0, 1, 0]]
    """

    codes: list[tuple[int, ...]]
    starts: NDArray[np.int64]
    splits: NDArray[np.int64]
    """(part of yes, part of no, code) for the splits of one part after another."""


def intervals(values: int) -> Parts:
    """The parts of a column with so many ordered values.

    >>> intervals(3).codes
    [(0,), (1,), (2,), (0, 1), (1, 2), (0, 1, 2)]
    """
    codes = [
        tuple(range(low, low + length))
        for length in range(1, values + 1)
        for low in range(values - length + 1)
    ]
    at = {part: number for number, part in enumerate(codes)}
    return _parts(
        codes, lambda part: [(at[part[:i]], at[part[i:]], part[i - 1]) for i in range(1, len(part))]
    )


def subsets(values: int) -> Parts:
    """The parts of a column with so many names, each told from all others by one question.

    >>> subsets(2).codes, subsets(3).splits.tolist()[:2]
    ([(0,), (1,), (0, 1)], [[0, 1, 0], [0, 2, 0]])
    """
    sets = sorted(range(1, 1 << values), key=lambda bits: (bits.bit_count(), bits))
    codes = [tuple(v for v in range(values) if bits >> v & 1) for bits in sets]
    at = {part: number for number, part in enumerate(codes)}

    def splits(part: tuple[int, ...]) -> list[tuple[int, int, int]]:
        asked = part if len(part) > 2 else part[: len(part) - 1]
        return [(at[(v,)], at[tuple(u for u in part if u != v)], v) for v in asked]

    return _parts(codes, splits)


def _parts(codes, splits):
    made = [splits(part) for part in codes]
    starts = np.cumsum([0, *map(len, made)])
    flat = [split for each in made for split in each]
    return Parts(codes, starts.astype(np.int64), np.array(flat, dtype=np.int64).reshape(-1, 3))


def boxes_of(values: NDArray[np.int64], named: NDArray[np.uint8]) -> tuple[int, int]:
    """How many boxes there are, and how many splits all of them have; too many where a column has too many parts.

    >>> boxes_of(np.array([3, 2]), np.array([0, 1], np.uint8))
    (18, 18)
    """
    boxes, of_each = 1, []
    for v, by_name in zip(values.tolist(), named.tolist(), strict=True):
        if v > (MOST_NAMES if by_name else MOST_VALUES):
            return TOO_MANY, TOO_MANY
        parts = (1 << v) - 1 if by_name else v * (v + 1) // 2
        splits = v * (1 << (v - 1)) - v - v * (v - 1) // 2 if by_name else (v - 1) * v * (v + 1) // 6
        boxes *= parts
        of_each.append((parts, splits))
    return boxes, sum(boxes // parts * splits for parts, splits in of_each)


@njit(cache=True, nogil=True)
def fill(sizes, strides, starts, splits, first, classes, table, deep, control):
    """Fill the table of sizes box by box; ``starts`` and ``splits`` stand for all columns one after another."""
    columns = len(sizes)
    digits = np.zeros(columns, np.int64)
    for box in range(len(table)):
        if box & 0xFFFF == 0:
            control[1] = box
            if control[0]:
                return False
        best = np.int64(1) << 30
        kind = classes[box]
        for a in range(columns):
            at = first[a] + digits[a]
            begin, end = starts[at], starts[at + 1]
            if begin == end:
                continue
            base = box - digits[a] * strides[a]
            yes, no = splits[begin, 0], splits[begin, 1]
            if kind == EMPTY:
                one, two = classes[base + yes * strides[a]], classes[base + no * strides[a]]
                if one == EMPTY:
                    kind = two
                elif two == EMPTY or one == two:
                    kind = one
                else:
                    kind = MIXED
                if kind != MIXED:
                    break
            for k in range(begin, end):
                one = np.int64(table[base + splits[k, 0] * strides[a]])
                two = np.int64(table[base + splits[k, 1] * strides[a]])
                best = min(best, max(one, two) if deep else one + two)
        classes[box] = kind
        table[box] = best + 1 if kind == MIXED else 0
        for a in range(columns - 1, -1, -1):
            digits[a] += 1
            if digits[a] < sizes[a]:
                break
            digits[a] = 0
    control[1] = len(table)
    return True


class Boxes(NamedTuple):
    """The table, and how to find a box in it.

    >>> codes, labels = np.array([[0, 1, 2]], np.int32), np.array([0, 1, 0], np.int32)
    >>> whole = all_boxes(codes, labels, np.zeros(1, np.uint8), False, np.zeros(2, np.int64))
    >>> whole.table.tolist()    # three boxes of one value, two of two, one of all
    [0, 0, 0, 1, 1, 2]
    """

    parts: list[Parts]
    strides: list[int]
    table: NDArray[np.uint16]
    classes: NDArray[np.uint8]
    deep: bool

    def nodes(self) -> list[tuple[int, int, int]]:
        """The best tree, roots first: column, code and the place of the other part; or -1 and a class.

        >>> codes, labels = np.array([[0, 1, 2]], np.int32), np.array([0, 1, 1], np.int32)
        >>> whole = all_boxes(codes, labels, np.zeros(1, np.uint8), False, np.zeros(2, np.int64))
        >>> whole.nodes()
        [(0, 0, 2), (-1, 0, 0), (-1, 1, 0)]
        """
        nodes: list[tuple[int, int, int]] = []
        todo: list[tuple[list[int], int]] = [([len(part.codes) - 1 for part in self.parts], -1)]
        while todo:
            digits, above = todo.pop()
            if above >= 0:
                nodes[above] = (*nodes[above][:2], len(nodes))
            box = self._place(digits)
            if self.classes[box] != MIXED:
                nodes.append((-1, int(self.classes[box]), 0))
                continue
            a, yes, no, code = self._best(digits)
            todo += [
                ([*digits[:a], no, *digits[a + 1 :]], len(nodes)),
                ([*digits[:a], yes, *digits[a + 1 :]], -1),
            ]
            nodes.append((a, code, 0))
        return nodes

    def _place(self, digits: list[int]) -> int:
        return sum(digit * stride for digit, stride in zip(digits, self.strides, strict=True))

    def _best(self, digits: list[int]) -> tuple[int, int, int, int]:
        """The first split whose sides are together, or each, the least; between equals the other way round."""
        found = []
        for a, part in enumerate(self.parts):
            base = self._place(digits) - digits[a] * self.strides[a]
            for yes, no, code in part.splits[part.starts[digits[a]] : part.starts[digits[a] + 1]].tolist():
                one, two = (int(self.table[base + side * self.strides[a]]) for side in (yes, no))
                cost = (max(one, two), one + two) if self.deep else (one + two, max(one, two))
                found.append((cost, a, yes, no, code))
        return min(found)[1:]


def all_boxes(codes, labels, named, deep, control):
    """The table for codes that start from 0 in every column, or None if it was stopped.

    >>> board = np.array([[0, 0, 1, 1], [0, 1, 0, 1]], np.int32)
    >>> whole = all_boxes(board, np.array([0, 1, 1, 0], np.int32), np.zeros(2, np.uint8), False, np.zeros(2, np.int64))
    >>> int(whole.table[-1])
    3
    """
    values = codes.max(axis=1).astype(np.int64) + 1
    parts = [
        subsets(number) if by_name else intervals(number)
        for number, by_name in zip(values.tolist(), named.tolist(), strict=True)
    ]
    sizes = np.array([len(part.codes) for part in parts], np.int64)
    strides = np.concatenate([np.cumprod(sizes[::-1])[::-1][1:], [1]]).astype(np.int64)
    offsets = np.cumsum([0, *(len(part.splits) for part in parts)])
    starts = np.concatenate([part.starts + offset for part, offset in zip(parts, offsets[:-1], strict=True)])
    first = np.cumsum([0, *(len(part.starts) for part in parts)])[:-1]
    splits = np.concatenate([part.splits for part in parts])
    total = int(sizes.prod())
    classes = np.full(total, EMPTY, np.uint8)
    classes[strides @ codes.astype(np.int64)] = labels  # single codes are the first parts of a column
    table = np.zeros(total, np.uint16)
    if not fill(sizes, strides, starts, splits, first, classes, table, deep, control):
        return None
    return Boxes(parts, strides.tolist(), table, classes, deep)
