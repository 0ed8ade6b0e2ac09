"""The arithmetic of comparing: geometric means, figures with three digits, and tables."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import NamedTuple


def geometric_mean(ratios: Sequence[float]) -> float:
    """The mean for ratios: twice as fast here and half as fast there is as fast.

    >>> round(geometric_mean([2.0, 0.5, 8.0]), 6)
    2.0
    """
    if not ratios:
        raise ValueError("there are no ratios to take the mean of")
    return exp(sum(map(log, ratios)) / len(ratios))


def digits(number: float) -> str:
    """Three digits that mean something, and no exponent.

    >>> [digits(n) for n in (0.01234, 1.0, 12.34, 99.97, 12345.6)]
    ['0.0123', '1.00', '12.3', '100', '12346']
    """
    if number < 1:
        return f"{number:.3g}"
    decimals = next((d for d in (2, 1) if round(number, d) < 10 ** (3 - d)), 0)
    return f"{number:.{decimals}f}"


def duration(seconds: float) -> str:
    """Seconds with a unit that suits them.

    >>> [duration(s) for s in (0.00123456, 0.0999, 12.345, 345.6)]
    ['1.23 ms', '99.9 ms', '12.3 s', '346 s']
    """
    return f"{digits(seconds * 1e3)} ms" if seconds < 1 else f"{digits(seconds)} s"


class Table(NamedTuple):
    """Columns with names; the first is text, all others are figures.

    >>> print(Table(["set", "time"], [["a", "1 s"]]).markdown())
    | set | time |
    | --- | ---: |
    | a | 1 s |
    """

    head: list[str]
    rows: list[list[str]]

    def markdown(self) -> str:
        """The table in Markdown."""
        lines = [self.head, ["---", *["---:"] * (len(self.head) - 1)], *self.rows]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)
