"""The data: public sets from a folder, or sets that are generated when there is no such folder.

The folder has ``binary/NAME.csv.gz``: no header, the label first, then features of 0 and 1.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from problems import generated

ROOT = Path(__file__).resolve().parent.parent


class Data(NamedTuple):
    """Rows of 0 and 1, and labels 0..k-1."""

    features: Any
    labels: Any

    @property
    def shape(self) -> tuple[int, int, int]:
        """Rows, features, classes."""
        return (*self.features.shape, int(self.labels.max()) + 1)


Sets = dict[str, Callable[[], Data]]


def folder(given: str | None) -> Path:
    return Path(given or os.environ.get("DERIVE_DATA") or ROOT.parent / "shared" / "data")


def all_sets(given: str | None = None) -> tuple[Sets, str]:
    """The sets by name, each to be read when it is called, and a sentence on where they are from."""
    here = folder(given) / "binary"
    files = sorted(here.glob("*.csv.gz"))
    if files:
        return {file.name.removesuffix(".csv.gz"): _reader(file) for file in files}, (
            f"{len(files)} public sets with features of 0 and 1"
        )
    return dict(GENERATED), (
        f"{len(GENERATED)} sets that are generated or come with scikit-learn, since there are no files "
        "binary/*.csv.gz in the data folder (--data FOLDER, or DERIVE_DATA)"
    )


def _reader(file: Path) -> Callable[[], Data]:
    def read() -> Data:
        with gzip.open(file, "rt") as lines:
            table = np.loadtxt(lines, dtype=np.int64, delimiter=",", ndmin=2)
        return Data(np.ascontiguousarray(table[:, 1:], np.uint8), table[:, 0])

    return read


def _equalities(make: Callable[[], Any]) -> Callable[[], Data]:
    """A generated set, with a feature for each value of each column."""

    def read() -> Data:
        made = make()
        columns = [np.array(column) for column in zip(*made.rows, strict=True)]
        features = [column == value for column in columns for value in np.unique(column)]
        return Data(
            np.column_stack(features).astype(np.uint8), np.unique(made.labels, return_inverse=True)[1]
        )

    return read


def _quantiles(name: str, cuts: int) -> Callable[[], Data]:
    """A set of scikit-learn's, with some thresholds for each column."""

    def read() -> Data:
        from sklearn import datasets

        values, labels = getattr(datasets, name)(return_X_y=True)
        shares = np.arange(1, cuts + 1) / (cuts + 1)
        features = [column <= cut for column in values.T for cut in np.unique(np.quantile(column, shares))]
        return Data(np.column_stack(features).astype(np.uint8), np.asarray(labels, np.int64))

    return read


def _monk(number: int) -> Callable[[], Data]:
    return _equalities(lambda: generated.monk(number))


GENERATED: Sets = {
    "balance-scale": _equalities(generated.balance_scale),
    "breast-cancer": _quantiles("load_breast_cancer", 3),
    "digits": _quantiles("load_digits", 2),
    "monk1": _monk(1),
    "monk2": _monk(2),
    "monk3": _monk(3),
    "tic-tac-toe": _equalities(generated.tic_tac_toe),
    "wine": _quantiles("load_wine", 4),
}


def made(name: str) -> Data:
    """A made-up set of any size: a tree of depth three, with every fifth label drawn anew.

    >>> made("made-1000x20").shape
    (1000, 20, 2)
    """
    rows, features = map(int, name.removeprefix("made-").split("x"))
    draw = np.random.default_rng(0)
    data = draw.integers(0, 2, (rows, features), np.uint8)
    labels = np.where(data[:, 0], data[:, 1] & data[:, 2], data[:, 3] | data[:, 4]).astype(np.int64)
    redrawn = draw.random(rows) < 0.2
    labels[redrawn] = draw.integers(0, 2, int(redrawn.sum()))
    return Data(data, labels)


class Files:
    """Sets, written where the workers can read them."""

    def __init__(self, folder: str, sets: Sets) -> None:
        self.folder, self.sets = Path(folder), sets
        self.shapes: dict[str, tuple[int, int, int]] = {}

    def of(self, name: str) -> tuple[str, tuple[int, int, int]]:
        """The path of a file with this set, and its rows, features and classes."""
        path = self.folder / f"{name}.npz"
        if name not in self.shapes:
            data = made(name) if name.startswith("made-") else self.sets[name]()
            np.savez(path, features=data.features, labels=data.labels)
            self.shapes[name] = data.shape
        return str(path), self.shapes[name]
