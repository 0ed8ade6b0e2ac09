"""The tree itself, once its cost is known: found again from the root down, and counted row by row."""

from __future__ import annotations

import numpy as np
from numba import njit

from derive.kernels.rows.base import SQUARED
from derive.kernels.rows.search import facts_of, less, open_node, part, solve


@njit(cache=True, nogil=True)
def recover(table, aim, rooms, memo, control, rows, size, depth, root):
    """The tree itself, roots first: for each node its feature and where its other side begins, or -1 and -1;
    and what it predicts.

    The first root is given (-2: not known); every other is found again, which costs little: two of
    the many sides of a root.
    """
    tree = [(np.int64(0), np.int64(0), 0.0)]
    tree.pop()
    every = np.empty(0, np.uint8)
    stack = [(rows[:size], depth, root, np.int64(-1))]
    while stack:
        here, depth, root, above = stack.pop()
        if above >= 0:
            tree[above] = (tree[above][0], np.int64(len(tree)), tree[above][2])
        errors, alike, predicted = facts_of(table, here, here.shape[0])
        if root == -2:
            node = open_node(
                table, aim, rooms, memo, control, here, here.shape[0], errors, alike, depth, np.inf, every
            )
            seen = node.state[1]
            solve(table, aim, rooms, memo, control, node, np.inf)
            root = np.int64(node.state[2])
            if node.state[1] == seen:  # by the base, which reaches no deeper
                depth = min(depth, aim.reach)
        if root < 0:
            tree.append((np.int64(-1), np.int64(-1), predicted))
        else:
            sides = np.empty((2, here.shape[0]), np.int32)
            facts = np.empty((2, 3), np.float64)
            part(table, here, here.shape[0], root, sides, facts)
            n = np.int64(facts[0, 0])
            number = np.int64(len(tree))
            tree.append((root, np.int64(0), predicted))
            stack.append((sides[1, : here.shape[0] - n], less(depth), np.int64(-2), number))
            stack.append((sides[0, :n], less(depth), np.int64(-2), np.int64(-1)))
    return tree


@njit(cache=True, nogil=True)
def loss_of(table, features, others, predicted):
    """What a tree costs, without penalties, when every row is sent to its leaf."""
    loss = 0.0
    for row in range(table.labels.shape[0]):
        number = 0
        while features[number] >= 0:
            feature = features[number]
            held = table.bits[row, feature // 64] >> np.uint64(feature % 64) & np.uint64(1)
            number = number + 1 if held else others[number]
        if table.kind == SQUARED:
            loss += table.weights[row] * (table.numbers[row] - predicted[number]) ** 2
        elif table.labels[row] != np.int64(predicted[number]):
            loss += table.weights[row]
    return loss
