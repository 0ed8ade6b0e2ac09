"""What commands print: rich in a terminal, plain text elsewhere, JSON when asked."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.table import Table

from problems.exact import written


def json_number(value: object) -> str:
    """A number as JSON: as it is if JSON can hold it exactly, else as text.

    >>> from fractions import Fraction
    >>> json_number(7), json_number(Fraction(1, 4)), json_number(Fraction(1, 3))
    ('7', '0.25', '"1/3"')
    """
    text = written(value)
    return json.dumps(text) if "/" in text else text


def table(columns: Sequence[str], rows: Sequence[Sequence[str]], numeric: Sequence[str] = ()) -> None:
    """Print a table: ruled in a terminal, aligned plain text elsewhere.

    >>> table(["name", "trees"], [["catalans", "42"], ["mcmp", "5"]], numeric=["trees"])
    name      trees
    catalans     42
    mcmp          5
    """
    console = Console()
    if console.is_terminal:
        ruled = Table(header_style="bold")
        for column in columns:
            ruled.add_column(column, justify="right" if column in numeric else "left")
        for row in rows:
            ruled.add_row(*row)
        console.print(ruled)
        return
    widths = [max(map(len, cells)) for cells in zip(columns, *rows, strict=True)]
    for row in (columns, *rows):
        cells = (
            cell.rjust(width) if column in numeric else cell.ljust(width)
            for cell, width, column in zip(row, widths, columns, strict=True)
        )
        print("  ".join(cells).rstrip())


def heading(text: str) -> None:
    """Print a heading, bold in a terminal.

    >>> heading("Counts")
    Counts
    """
    console = Console()
    if console.is_terminal:
        console.print(text, style="bold", markup=False, highlight=False)
    else:
        print(text)


def side_by_side(pictures: Sequence[str], gap: int = 4) -> str:
    """Pictures of several lines, next to one another.

    >>> print(side_by_side(["a\\nb", "c"]))
    a    c
    b
    """
    blocks = [picture.split("\n") for picture in pictures]
    height = max(map(len, blocks), default=0)
    widths = [max(map(len, block)) for block in blocks]
    rows = (
        (" " * gap).join(
            (block[row] if row < len(block) else "").ljust(width)
            for block, width in zip(blocks, widths, strict=True)
        )
        for row in range(height)
    )
    return "\n".join(row.rstrip() for row in rows)


@contextmanager
def working(what: str) -> Iterator[None]:
    """Say in a terminal that work goes on, on the error stream, and wipe it out at the end.

    >>> with working("searching"):
    ...     pass
    """
    console = Console(file=sys.stderr)
    if not console.is_terminal:
        yield
        return
    with console.status(what):
        yield
