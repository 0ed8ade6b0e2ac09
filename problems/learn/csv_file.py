"""Tables from CSV files: a header, then rows; a column is numbers if every cell is one, else text.

>>> from problems.examples import example
>>> data, target = read_training(example("majority.csv"), "label")
>>> data.names, target.tolist()[:4]
(('a', 'b', 'c'), ['no', 'no', 'no', 'yes'])
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from derive import BadInput
from problems.files import naming
from problems.learn.model import Model, Question
from problems.learn.rules import Rule, asked
from problems.learn.switch import Switch
from problems.learn.table import Column, Table

MISSING = frozenset({"na", "n/a", "?", "null", "none", "-", "missing", "unknown"})
"""What stands for a number that is not known; among words, these are words."""


def read_cells(path: Path) -> dict[str, list[str]]:
    """The cells of a file, by column; none may be empty.

    >>> from problems.examples import example
    >>> read_cells(example("majority.csv"))["a"]
    ['0', '0', '0', '0', '1', '1', '1', '1']
    """
    with path.open(encoding="utf-8-sig", newline="") as file:
        lines = csv.reader(file, strict=True)
        names = [name.strip() for name in next(lines, [])]
        if not any(names):
            raise BadInput("expected a header with the names of the columns, got an empty file")
        for name in names:
            if names.count(name) > 1:
                raise BadInput(f"expected column names that differ, got {name!r} twice")
        cells: dict[str, list[str]] = {name: [] for name in names}
        for row in lines:
            if not row:
                continue
            if len(row) != len(names):
                raise BadInput(f"line {lines.line_num}: expected {len(names)} cells, got {len(row)}")
            for name, cell in zip(names, row, strict=True):
                if not cell.strip():
                    raise BadInput(
                        f"line {lines.line_num}: column {name} is empty; fill it in or leave the row out"
                    )
                cells[name].append(cell.strip())
    if not cells[names[0]]:
        raise BadInput("expected rows, got nothing but a header")
    return cells


def _listed(columns: Iterable[str]) -> str:
    """Which columns there are; a single one that could be several gets a hint.

    >>> _listed(["a", "b"]), _listed(["a;b"])
    ('the columns are a, b', "the only column is 'a;b': columns are separated by commas here, not by ';'")
    """
    names = list(columns)
    for separator in ";\t|":
        if len(names) == 1 and separator in names[0]:
            return (
                f"the only column is {names[0]!r}: columns are separated by commas here, not by {separator!r}"
            )
    return f"the columns are {', '.join(names)}"


def read_training(path: Path, target: str) -> tuple[Table, Column]:
    """Data to fit: all columns but the target, and the target.

    >>> from problems.examples import example
    >>> read_training(example("majority.csv"), "lable")
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: ...majority.csv: there is no column 'lable'; the columns are a, b, c, label
    """
    with naming(path):
        cells = read_cells(path)
        if target not in cells:
            raise BadInput(f"there is no column {target!r}; {_listed(cells)}")
        wanted = cells.pop(target)
        if not cells:
            raise BadInput(f"expected columns besides the target {target!r}, got none")
        columns = tuple(_typed(name, values) for name, values in cells.items())
        return Table(tuple(cells), columns, len(wanted)), _labels(target, wanted)


def read_for(model: Model, path: Path) -> Table:
    """Data to predict for: the columns that the model asks of, as numbers where it compares.

    >>> from derive import Leaf
    >>> from problems.examples import example
    >>> from problems.learn.model import Outcome
    >>> read_for(Model(("a",), Leaf(Outcome(1.0, 1))), example("majority.csv")).rows
    8
    """
    with naming(path):
        cells = read_cells(path)
        rows = len(next(iter(cells.values())))
        columns: dict[str, Column] = {}
        for question in model.questions:
            numeric = _compares(question)
            for name in asked(question):
                if name not in cells:
                    raise BadInput(f"there is no column {name!r}, which the tree asks of; {_listed(cells)}")
                values = cells[name]
                columns[name] = _numbers(name, values) if numeric else np.array(values, dtype=object)
        return Table(tuple(columns), tuple(columns.values()), rows)


def _compares(question: Question) -> bool:
    """Whether a question needs numbers."""
    match question:
        case Switch():
            return question.numeric
        case Rule(_, "=", str()):
            return False
        case _:
            return True


def _numbers(name: str, cells: list[str]) -> Column:
    for row, cell in enumerate(cells, start=1):
        if not _is_number(cell):
            raise BadInput(f"row {row}: expected a number in column {name}, got {cell!r}")
    values = np.array(cells, dtype=np.float64)
    if not np.isfinite(values).all():
        row = int(np.isfinite(values).argmin())
        raise BadInput(f"row {row + 1}: expected a finite number in column {name}, got {cells[row]!r}")
    return values


def _typed(name: str, cells: list[str]) -> Column:
    try:
        np.array(cells, dtype=np.float64)
    except ValueError:
        words = [row for row, cell in enumerate(cells) if not _is_number(cell)]
        if len(words) < len(cells) and all(cells[row].strip().lower() in MISSING for row in words):
            raise BadInput(
                f"row {words[0] + 1}: column {name} holds {cells[words[0]]!r} among numbers; "
                "fill it in or leave the row out"
            ) from None
        return np.array(cells, dtype=object)
    return _numbers(name, cells)


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _labels(name: str, cells: list[str]) -> Column:
    """Labels as whole numbers where every one is written as such, else as numbers or text."""
    try:
        whole = [int(cell) for cell in cells]
    except ValueError:
        return _typed(name, cells)
    return np.array(whole) if [str(number) for number in whole] == cells else np.array(cells, dtype=object)
