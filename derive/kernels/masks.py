"""Tables over sets of rules, in loops that numba compiles. ``derive.Masks`` is the way in.

A set is a bit mask, and the parts of a set are smaller numbers than it is, so that a table is filled in
the order of the masks, those that can be reached only. For k rules it has 2^k entries: of 24 rules, 16
MiB tell which sets can be reached, 128 MiB those still to be looked at while these are found, then 128
MiB hold a number each, and 16 MiB the roots.
"""

from __future__ import annotations

from math import factorial
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from derive.kernels.jit import compiled
from derive.masks import Masks

Array: TypeAlias = NDArray[Any]

PRIME = 2**31 - 1
"""Counts are kept modulo 2^64, and modulo this where they may be larger."""

STRETCH = 1 << 20
"""How many sets are looked at between two chances for Ctrl-C."""

NO_TREE = -1


@compiled
def _reach(reached: Array, todo: Array, waiting: int, plus: Array, minus: Array, most: int) -> int:
    """Mark the sets that those in ``todo`` lead to, at most so many at a time; answers how many wait."""
    while waiting and most:
        waiting -= 1
        most -= 1
        rules = todo[waiting]
        for root in range(len(plus)):
            left, right = rules & plus[root], rules & minus[root]
            if rules >> root & 1 and left | right | 1 << root == rules:
                for part in (left, right):
                    if not reached[part]:
                        reached[part] = 1
                        todo[waiting] = part
                        waiting += 1
    return waiting


@compiled
def _count(counts: Array, reached: Array, plus: Array, minus: Array, prime: int, low: int, high: int) -> None:
    """How many trees each set has that can be reached; modulo a prime, or 2^64 for 0."""
    for rules in range(low, high):
        if reached[rules] and rules:
            total = np.uint64(0)
            for root in range(len(plus)):
                left, right = rules & plus[root], rules & minus[root]
                if rules >> root & 1 and left | right | 1 << root == rules:
                    total += counts[left] * counts[right]
                    if prime:
                        total %= np.uint64(prime)
            counts[rules] = total


@compiled
def _choose(
    best: Array,
    roots: Array,
    reached: Array,
    plus: Array,
    minus: Array,
    costs: Array,
    weights: Array,
    deepest: bool,
    low: int,
    high: int,
) -> None:
    """The first root of smallest cost for each set that can be reached, and that cost."""
    for rules in range(low, high):
        if reached[rules] and rules:
            weight = 0
            for rule in range(len(plus)):
                weight += weights[rule] * (rules >> rule & 1)
            chosen, least = NO_TREE, 0
            for root in range(len(plus)):
                left, right = rules & plus[root], rules & minus[root]
                if rules >> root & 1 and left | right | 1 << root == rules:
                    if (left and roots[left] < 0) or (right and roots[right] < 0):
                        continue
                    below = max(best[left], best[right]) if deepest else best[left] + best[right]
                    cost = costs[root] + weight + below
                    if chosen < 0 or cost < least:
                        chosen, least = root, cost
            best[rules], roots[rules] = least, chosen


def reachable(masks: Masks, rules: int) -> Array:
    """Which sets the splits of a set lead to, itself among them.

    >>> reachable(Masks((0b10, 0), (0, 0b01)), 0b11)
    array([1, 1, 1, 1], dtype=uint8)
    """
    reached = np.zeros(rules + 1, np.uint8)
    todo = np.empty(rules + 2, np.int64)
    reached[rules], todo[0], waiting = 1, rules, 1
    plus, minus = _sides(masks)
    while waiting:
        waiting = _reach(reached, todo, waiting, plus, minus, STRETCH)
    return reached


def _sides(masks: Masks) -> tuple[Array, Array]:
    return np.array(masks.plus, np.int64), np.array(masks.minus, np.int64)


def count(masks: Masks, rules: int) -> int:
    """How many trees a set has, exactly: there are at most 24!, which is less than 2^64 times the prime.

    >>> count(Masks((0b110, 0b101, 0b011), (0, 0, 0)), 0b111)
    6
    """
    reached = reachable(masks, rules)
    low = _counted(masks, rules, reached, 0)
    if factorial(rules.bit_count()) < 2**64:
        return low
    above = (_counted(masks, rules, reached, PRIME) - low) * pow(2**64, -1, PRIME) % PRIME
    return low + 2**64 * above


def _counted(masks: Masks, rules: int, reached: Array, prime: int) -> int:
    counts = np.zeros(rules + 1, np.uint64)
    counts[0] = 1
    for low in range(0, rules + 1, STRETCH):
        _count(counts, reached, *_sides(masks), prime, low, min(low + STRETCH, rules + 1))
    return int(counts[rules])


def roots_of(masks: Masks, rules: int) -> Array:
    """The first best root of every set that can be reached; -1 for the empty set and where no tree exists.

    >>> roots_of(Masks((0b10, 0), (0, 0b01)), 0b11)
    array([-1,  0,  1,  0], dtype=int8)
    """
    reached = reachable(masks, rules)
    best, roots = np.zeros(rules + 1, np.int64), np.full(rules + 1, NO_TREE, np.int8)
    costs, weights = np.array(masks.costs, np.int64), np.array(masks.weights, np.int64)
    plus, minus = _sides(masks)
    for low in range(0, rules + 1, STRETCH):
        high = min(low + STRETCH, rules + 1)
        _choose(best, roots, reached, plus, minus, costs, weights, masks.deepest, low, high)
    return roots
