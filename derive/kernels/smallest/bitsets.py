"""States as bit masks: for few rules a cut is a mask, and its two sides are counted a word at a time.

It answers the questions of ``state`` the same way, faster where columns have few values: a state is one
row of words, and ``columns`` stays as it is.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from derive.kernels.bits import popcount
from derive.kernels.smallest.state import Cuts, joined, least_of_leaves, slot_of

HALF = np.uint64(0xFFFFFFFF)
SHIFT = np.uint64(32)


@njit(cache=True, nogil=True)
def clique_in(data, words):
    """How many rows of a clique a greedy search finds in a mask."""
    left = words[: data.conflicts.shape[1]].copy()
    found = 0
    word = 0
    while word < len(left):
        if left[word] == 0:
            word += 1
            continue
        low = left[word] & (~left[word] + np.uint64(1))
        vertex = word * 64 + np.int64(popcount(low - np.uint64(1)))
        if vertex >= len(data.conflicts):
            break
        found += 1
        for w in range(word, len(left)):
            left[w] &= data.conflicts[vertex, w]
    return found


@njit(cache=True, nogil=True)
def facts_of(data, words):
    """The name of a mask in two words, how many classes it has, and a bound on the leaves."""
    name = np.uint64(0)
    other = np.uint64(0)
    for w in range(len(words)):
        low, high = words[w] & HALF, words[w] >> SHIFT
        name += low * data.mixers[0, w] + high * data.mixers[1, w]
        other += low * data.mixers[2, w] + high * data.mixers[3, w]
    present = 0
    for k in range(data.classes):
        for w in range(len(words)):
            if words[w] & data.of_class[k, w]:
                present += 1
                break
    leaves = present
    for k in range(len(data.of_clique)):
        count = 0
        for w in range(data.of_clique.shape[1]):
            count += np.int64(popcount(words[w] & data.of_clique[k, w]))
        leaves = max(leaves, count)
    return name, other, present, leaves


@njit(cache=True, nogil=True)
def survey(data, memo, salt, columns, state, budget):
    """All cuts of a state, with bounds of both sides; as ``state.survey``."""
    here = state[0]
    words = len(here)
    most = 0
    for a in range(len(columns)):
        most += data.first[columns[a] + 1] - data.first[columns[a]]
    column = np.empty(most, np.int32)
    start = np.empty(most, np.int32)
    stop = np.empty(most, np.int32)
    count_yes = np.empty(most, np.int32)
    root = np.empty(most, np.int64)
    low = np.empty((2, most), np.int32)
    score = np.empty(most, np.float64)
    whole_counts = np.zeros(data.classes, np.int64)
    size = 0
    for k in range(data.classes):
        for w in range(words):
            whole_counts[k] += np.int64(popcount(here[w] & data.of_class[k, w]))
        size += whole_counts[k]
    whole_name, whole_other, _, _ = facts_of(data, here)
    cliques, short = data.of_clique.shape
    whole_cliques = np.zeros(cliques, np.int64)
    for k in range(cliques):
        for w in range(short):
            whole_cliques[k] += np.int64(popcount(here[w] & data.of_clique[k, w]))
    part = np.empty(words, np.uint64)
    counts = np.empty(data.classes, np.int64)
    number = 0
    for a in range(len(columns)):
        named = data.named[columns[a]]
        first = number
        before = 0
        for rule in range(data.first[columns[a]], data.first[columns[a] + 1]):
            yes = 0
            for w in range(words):
                part[w] = here[w] & data.of_rule[rule, w]
                yes += np.int64(popcount(part[w]))
            if yes == 0 or yes == size or (not named and yes == before):
                continue
            if named and number == first + 1 and yes == size - before:
                break  # two values are told apart by one question
            before = yes
            classes_yes = 0
            classes_no = 0
            impurity = 0.0
            for k in range(data.classes):
                counts[k] = 0
                for w in range(words):
                    counts[k] += np.int64(popcount(part[w] & data.of_class[k, w]))
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
                inside = 0
                for w in range(short):
                    inside += np.int64(popcount(part[w] & data.of_clique[k, w]))
                leaves_yes = max(leaves_yes, inside)
                leaves_no = max(leaves_no, whole_cliques[k] - inside)
            low_yes = least_of_leaves(leaves_yes, data.deep)
            low_no = least_of_leaves(leaves_no, data.deep)
            if joined(low_yes, low_no, data.deep) <= budget:
                name = np.uint64(0)
                other = np.uint64(0)
                for w in range(words):
                    bottom, top = part[w] & HALF, part[w] >> SHIFT
                    name += bottom * data.mixers[0, w] + top * data.mixers[1, w]
                    other += bottom * data.mixers[2, w] + top * data.mixers[3, w]
                if low_yes:
                    at = slot_of(memo, name ^ salt, other, False)
                    if at >= 0:
                        low_yes = max(low_yes, memo.low[at])
                if low_no:
                    at = slot_of(memo, (whole_name - name) ^ salt, whole_other - other, False)
                    if at >= 0:
                        low_no = max(low_no, memo.low[at])
            column[number] = a
            start[number] = rule
            stop[number] = rule + 1
            count_yes[number] = yes
            root[number] = np.int64(columns[a]) << 32 | np.int64(rule - data.first[columns[a]])
            low[0, number] = low_yes
            low[1, number] = low_no
            score[number] = impurity
            number += 1
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
def parted(data, side, columns, state, cuts, cut, no):
    """The state on one side of a cut."""
    words = state.shape[1]
    rule = cuts.start[cut]
    part = np.empty((1, words), np.uint64)
    for w in range(words):
        mask = data.of_rule[rule, w]
        part[0, w] = state[0, w] & (~mask if no else mask)
    return columns, part
