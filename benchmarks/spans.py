"""How fast the compiled kernels are, side by side with programs written by hand.

Run ``python benchmarks/spans.py``; ``--numpy-in-full`` times numpy on 1 000 matrices too, which takes
minutes. All solve the same input in the same process, in turns; the ratio of the medians is what counts.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from itertools import pairwise
from math import factorial
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
from numba import njit
from numpy.linalg._linalg import _multi_dot_matrix_chain_order

from derive import optimum
from problems.ancestry import from_matrix
from problems.catalans import key_spans, look_up_cost, search_trees
from problems.mcmp import MULTIPLICATIONS, chain_spans, matrix_chain
from problems.proper import rule_masks

ROUNDS = 7


@njit(cache=True)
def by_hand(dimensions: Any) -> Any:
    """The loop of the textbooks."""
    n = len(dimensions) - 1
    best = np.zeros((n, n), np.int64)
    cuts = np.zeros((n, n), np.int64)
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            best[i, j] = np.iinfo(np.int64).max
            for k in range(i, j):
                cost = best[i, k] + best[k + 1, j] + dimensions[i] * dimensions[k + 1] * dimensions[j + 1]
                if cost < best[i, j]:
                    best[i, j] = cost
                    cuts[i, j] = k
    return best[0, n - 1]


class Shaped:
    """All that numpy looks at of a matrix when it orders a chain."""

    def __init__(self, rows: int, columns: int) -> None:
        self.shape = (rows, columns)


def by_numpy(dimensions: list[int]) -> None:
    _multi_dot_matrix_chain_order([Shaped(*each) for each in pairwise(dimensions)])


def by_kernel(dimensions: list[int]) -> int:
    found = optimum(*matrix_chain(dimensions), MULTIPLICATIONS, by=chain_spans(dimensions))
    return found.unwrap().value[2]


def seconds(*programs: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """The median time of each program, run in turns, after one run to warm up."""
    times: list[list[float]] = [[] for _ in programs]
    for taken in range(rounds + 1):
        for program, own in zip(programs, times, strict=True):
            start = perf_counter()
            program()
            if taken:
                own.append(perf_counter() - start)
    return [median(own) for own in times]


def chain(matrices: int) -> list[int]:
    return random.Random(matrices).choices(range(1, 100), k=matrices + 1)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--numpy-in-full", action="store_true")
    in_full = options.parse_args().numpy_in_full

    thousand = chain(1000)
    array = np.array(thousand)
    assert by_kernel(thousand) == by_hand(array)
    kernel, hand = seconds(lambda: by_kernel(thousand), lambda: by_hand(array))
    print(
        f"1000 matrices, tree and all: {kernel:.3f} s, by hand without a tree {hand:.3f} s, ratio {kernel / hand:.2f}"
    )

    short = chain(150)
    kernel, numpys = seconds(lambda: by_kernel(short), lambda: by_numpy(short))
    print(
        f"150 matrices: {kernel:.4f} s, numpy's multi_dot order {numpys:.2f} s, {numpys / kernel:.0f} times"
    )
    if in_full:
        kernel, numpys = (
            *seconds(lambda: by_kernel(thousand)),
            *seconds(lambda: by_numpy(thousand), rounds=0),
        )
        print(
            f"1000 matrices: {kernel:.3f} s, numpy's multi_dot order {numpys:.0f} s, {numpys / kernel:.0f} times"
        )

    hits = random.Random(5).choices(range(1, 1000), k=5000)
    keys = look_up_cost(hits)
    (search,) = seconds(lambda: optimum(*search_trees(5000), keys, by=key_spans(hits)))
    print(f"5000 keys, window tested, tree and all: {search:.3f} s")

    masks = rule_masks(from_matrix([[int(i != j) for j in range(24)] for i in range(24)]))
    whole = 2**24 - 1
    assert masks.count(whole) == factorial(24)
    counting, choosing = seconds(lambda: masks.count(whole), lambda: masks.best(whole), rounds=3)
    print(f"24 rules, all 2^24 sets reached: counted in {counting:.2f} s, best in {choosing:.2f} s")


if __name__ == "__main__":
    main()
