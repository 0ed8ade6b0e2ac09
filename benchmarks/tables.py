"""The sections that are not about other solvers: each measures a table of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from benchmarks import overhead, spans, startup
from benchmarks.figures import Table


class Measured(NamedTuple):
    """A section that is a table of its own."""

    title: str
    text: str
    minutes: float
    measure: Callable[[], Table]


TABLES = {
    "spans": Measured(
        "Spans and sets of rules",
        "Compiled kernels on matrix chains, search trees and sets of rules; the ratio is how many times as long "
        "the program beside takes. Goals: at least 0.5 against the loop by hand, at least 100 against numpy, "
        "below a second for 5000 keys.",
        4,
        lambda: spans.table(numpy_in_full=True),
    ),
    "overhead": Measured(
        "What the framework costs",
        "The engine for any problem, in plain Python, against a memoised recursion for this one; the ratio is "
        "how many times as long the engine takes.",
        1,
        overhead.table,
    ),
    "startup": Measured(
        "The first fit",
        "A set of 500 rows and 20 features, depth 3. Goals: below 20 seconds ever, and below one second of overhead later.",
        1,
        startup.table,
    ),
}
