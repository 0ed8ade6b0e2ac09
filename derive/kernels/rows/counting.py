"""How many optimal trees there are: the product of the optimum with counting, where the optimum prunes.

A root is counted only if its two sides add up to the optimum; most are ruled out by their bounds.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from derive.kernels.bits import popcount
from derive.kernels.rows.search import approach, facts_of, less, open_node, part, solve


@njit(cache=True, nogil=True)
def copies_of(table, node, k):
    """How many features split the rows of a node as its k-th one does, this way round or the other."""
    column = node.columns[node.kept[k]]
    copies = 0
    for f in range(table.features):
        other = node.columns[f]
        different = 0
        for w in range(node.words):
            different += popcount(other[w] ^ column[w])
        if different == 0 or different == node.size:
            copies += table.copies[f]
    return copies


@njit(cache=True, nogil=True)
def count_trees(table, aim, rooms, memo, control, rows, size, depth):
    """The number of trees of least cost for these rows, as a float: exact up to 2^53."""
    errors, alike, _ = facts_of(table, rows, size)
    every = np.empty(0, np.uint8)
    node = open_node(table, aim, rooms, memo, control, rows, size, errors, alike, depth, np.inf, every)
    solve(table, aim, rooms, memo, control, node, np.inf)
    best = node.state[1]
    trees = 1.0 if errors * aim.unit <= best + aim.slack else 0.0
    sides = np.empty((2, size), np.int32)
    facts = np.empty((2, 3), np.float64)
    lows = np.empty(2, np.float64)
    highs = np.empty(2, np.float64)
    above = np.nextafter(best + aim.slack, np.inf)
    for place in range(node.order.shape[0]):
        k = node.order[place]
        if control[0] or approach(table, aim, node, place, above, lows, highs) >= above:
            continue
        part(table, node.rows, size, node.kept[k], sides, facts)
        total = aim.branch
        for half in range(2):
            n = np.int64(facts[half, 0])
            rest = above - total - (lows[1] if half == 0 else 0.0)
            child = open_node(
                table, aim, rooms, memo, control, sides[half, :n], n, facts[half, 1], facts[half, 2],
                less(depth), rest, every,
            )  # fmt: skip
            total += solve(table, aim, rooms, memo, control, child, rest)
            if total >= above:
                break
        if total < above:
            n = np.int64(facts[0, 0])
            one = count_trees(table, aim, rooms, memo, control, sides[0, :n], n, less(depth))
            n = size - n
            two = count_trees(table, aim, rooms, memo, control, sides[1, :n], n, less(depth))
            trees += copies_of(table, node, k) * one * two
    return trees
