"""What the framework costs: matrix chains by the engine against a hand-written memoised recursion.

Run ``python -m benchmarks.overhead``. Both solve the same chain in the same process, in turns; the
ratio of the medians is what counts. Also measured: uniform sampling, and the import of the package.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from statistics import median
from time import perf_counter

from benchmarks.figures import Table, digits, duration
from derive import explore, sample, tabulate
from problems.catalans import catalans
from problems.mcmp import MULTIPLICATIONS, matrix_chain

ROUNDS = 15


def by_hand(dimensions: Sequence[int]) -> int:
    @cache
    def cost(i: int, j: int) -> int:
        if j - i == 1:
            return 0
        return min(
            cost(i, k) + cost(k, j) + dimensions[i] * dimensions[k] * dimensions[j] for k in range(i + 1, j)
        )

    return cost(0, len(dimensions) - 1)


def by_engine(dimensions: Sequence[int]) -> int:
    return tabulate(explore(*matrix_chain(dimensions)), MULTIPLICATIONS)[0][2]


def seconds(run: Callable[[], object]) -> float:
    start = perf_counter()
    run()
    return perf_counter() - start


def compare(matrices: int) -> list[str]:
    dimensions = random.Random(matrices).choices(range(1, 100), k=matrices + 1)
    assert by_hand(dimensions) == by_engine(dimensions)
    hand, engine = [], []
    for _ in range(ROUNDS):
        hand.append(seconds(lambda: by_hand(dimensions)))
        engine.append(seconds(lambda: by_engine(dimensions)))
    ratio = median(engine) / median(hand)
    return [f"{matrices} matrices", *map(duration, (median(engine), median(hand))), digits(ratio)]


def start_up(code: str) -> float:
    return median(seconds(lambda: subprocess.run([sys.executable, "-c", code], check=True)) for _ in range(5))


def table() -> Table:
    """A row for each length of a chain, and two for what else is paid."""
    drawing = seconds(lambda: sample(*catalans(range(100)), 1000))
    start = start_up("import derive") - start_up("pass")
    return Table(
        ["job", "derive", "by hand", "ratio"],
        [
            *map(compare, (30, 60, 120)),
            ["1000 uniform search trees of 100 keys", duration(drawing), "", ""],
            ["`import derive`, beyond Python's own start", duration(start), "", ""],
        ],
    )


if __name__ == "__main__":
    print(table().markdown())
