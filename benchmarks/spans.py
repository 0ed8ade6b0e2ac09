"""How fast the compiled kernels are, side by side with programs written by hand.

Run ``python -m benchmarks.spans``; ``--numpy-in-full`` times numpy on 1 000 matrices too, which takes
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

from benchmarks.figures import Table, digits, duration
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
    """The median time of each program, run in turns, after one run to warm up; no rounds: one run, and cold."""
    times: list[list[float]] = [[] for _ in programs]
    for taken in range(rounds + 1):
        for program, own in zip(programs, times, strict=True):
            start = perf_counter()
            program()
            if taken or not rounds:
                own.append(perf_counter() - start)
    return [median(own) for own in times]


def chain(matrices: int) -> list[int]:
    return random.Random(matrices).choices(range(1, 100), k=matrices + 1)


def table(numpy_in_full: bool = False) -> Table:
    """A row for each comparison, tree and all."""
    thousand, short = chain(1000), chain(150)
    array = np.array(thousand)
    assert by_kernel(thousand) == by_hand(array)
    kernel, hand = seconds(lambda: by_kernel(thousand), lambda: by_hand(array))
    rows = [_row("chain of 1000 matrices", kernel, "loop by hand, without a tree", hand)]
    rows.append(_row("chain of 150 matrices", *_numpys(short, ROUNDS)))
    if numpy_in_full:
        rows.append(_row("chain of 1000 matrices", *_numpys(thousand, 0)))

    hits = random.Random(5).choices(range(1, 1000), k=5000)
    keys = look_up_cost(hits)
    (search,) = seconds(lambda: optimum(*search_trees(5000), keys, by=key_spans(hits)))
    rows.append(_row("search tree of 5000 keys, window tested", search))

    masks = rule_masks(from_matrix([[int(i != j) for j in range(24)] for i in range(24)]))
    whole = 2**24 - 1
    assert masks.count(whole) == factorial(24)
    counting, choosing = seconds(lambda: masks.count(whole), lambda: masks.best(whole), rounds=3)
    rows.append(_row("24 rules, all 2^24 sets reached: counted", counting))
    rows.append(_row("24 rules, all 2^24 sets reached: best tree", choosing))
    return Table(["job", "derive", "beside it", "time", "ratio"], rows)


def _numpys(dimensions: list[int], rounds: int) -> tuple[float, str, float]:
    (kernel,) = seconds(lambda: by_kernel(dimensions))
    (numpys,) = seconds(lambda: by_numpy(dimensions), rounds=rounds)
    return kernel, "numpy's multi_dot order", numpys


def _row(job: str, own: float, other: str = "", others: float | None = None) -> list[str]:
    beside = ["", ""] if others is None else [duration(others), digits(others / own)]
    return [job, duration(own), other, *beside]


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--numpy-in-full", action="store_true")
    print(table(options.parse_args().numpy_in_full).markdown())


if __name__ == "__main__":
    main()
