"""The commands about data: fit, predict."""

from __future__ import annotations

import json
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from derive import BadInput
from derive.cli.commands import AsJson
from derive.cli.lawful import app
from problems.files import check_writable, naming, whole_file

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from problems.learn.target import Labels

__all__ = ["app"]

NUMBERS = "use derive fit --regression"
"""What commands that want labels advise for a target of fractions."""


def _rules(word: str) -> str | int:
    return int(word) if word.lstrip("-").isdigit() else word


@app.command()
def fit(
    data: Annotated[Path, typer.Argument(metavar="DATA.csv", help="a header, then rows")],
    target: Annotated[str, typer.Option(metavar="COLUMN", help="the column to predict")],
    max_depth: Annotated[
        int | None, typer.Option(help="the most branches on a path [3 if no other limit]")
    ] = None,
    max_nodes: Annotated[int | None, typer.Option(help="the most branches")] = None,
    penalty: Annotated[
        float, typer.Option(help="what a branch costs, as a share of all rows, or of the squared error")
    ] = 0.0,
    min_leaf: Annotated[int, typer.Option(help="the fewest rows in a leaf")] = 1,
    fewest: Annotated[
        bool, typer.Option("--fewest", help="the fewest branches among trees with as few errors")
    ] = False,
    rules: Annotated[
        str,
        typer.Option(
            help="auto, midpoints, mdlp, equality, columns, a number a column; axis, oblique, quadratic, or several with +"
        ),
    ] = "auto",
    regression: Annotated[bool, typer.Option("--regression", help="predict numbers, not labels")] = False,
    multiway: Annotated[
        bool,
        typer.Option(
            "--multiway", help="a part for every value of a column; if no other limit, penalty 0.01"
        ),
    ] = False,
    metric: Annotated[
        str, typer.Option(help="accuracy, or for two labels f1, balanced_accuracy, matthews")
    ] = "accuracy",
    positive: Annotated[
        str | None, typer.Option(metavar="LABEL", help="the label that the metric is about [the second]")
    ] = None,
    time_limit: Annotated[
        float | None, typer.Option(help="seconds after which the best so far will do")
    ] = None,
    jobs: Annotated[int, typer.Option(help="threads; -1 for all processors")] = 1,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="F", help="write the model here")
    ] = None,
    svg_file: Annotated[Path | None, typer.Option("--svg", metavar="F", help="write a picture here")] = None,
) -> None:
    """Fit an optimal decision tree to a table; print it, its errors, and whether it is proved optimal."""
    from dataclasses import replace

    from problems.learn import export, fitting
    from problems.learn.csv_file import read_training
    from problems.learn.limits import Limits
    from problems.learn.multiway import search
    from problems.learn.multiway.search import PENALTY
    from problems.learn.picture import svg
    from problems.learn.progress import shown
    from problems.learn.schema import dumps
    from problems.learn.target import Labels, labels, numbers

    judged = {"metric": metric != "accuracy", "positive": positive is not None}
    if multiway:
        others = {"rules": rules != "auto", "jobs": jobs != 1, "fewest": fewest}
        _refuse_with("multiway", regression=regression, **others, **judged)
        penalty = PENALTY if max_depth is None and max_nodes is None and not penalty else penalty
    elif max_depth is None and max_nodes is None and not penalty:
        max_depth = 3
    if regression:
        _refuse_with("regression", **judged)
    with in_options():
        limits = Limits(max_depth, max_nodes, penalty, min_leaf, time_limit, jobs, fewest)
    for place in (json_file, svg_file):
        if place is not None:
            check_writable(place, data)
    table, values = read_training(data, target)
    with naming(data), warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        if regression:
            wanted: Labels | NDArray[np.float64] = numbers(values, table.rows, "leave out --regression")
        else:
            wanted = labels(values, table.rows, "add --regression")
        with shown(sys.stderr.isatty()) as watch:
            if isinstance(wanted, Labels) and multiway:
                found = search.search(search.pose(table, wanted, None, limits), watch)
            else:
                label = _label(positive, wanted) if isinstance(wanted, Labels) else None
                posed = fitting.pose(table, wanted, None, limits, _rules(rules), metric, label)
                found = fitting.search(posed, watch)
        model = replace(found.model, target=target)
    for warning in said:
        print(f"note: {warning.message}", file=sys.stderr)
    if json_file:
        write(json_file, dumps(model))
    if svg_file:
        write(svg_file, svg(model))
    print(export.text(model))
    print(f"\n{export.verdict(model)}")


@contextmanager
def in_options() -> Iterator[None]:
    """Whatever is refused is called what it is called on the command line.

    >>> with in_options():
    ...     raise BadInput("max_depth is a whole number, 1 or more, or None; got 0")
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: --max-depth is a whole number, 1 or more; got 0
    """
    try:
        yield
    except BadInput as error:
        words = str(error).replace(", or None", "").replace("n_jobs", "--jobs")
        named = re.sub(
            r"\b(max_depth|max_nodes|min_leaf|time_limit)\b", lambda m: f"--{m[0].replace('_', '-')}", words
        )
        raise BadInput(re.sub(r"^penalty\b", "--penalty", named)) from None


def _refuse_with(other: str, **given: bool) -> None:
    for option, is_given in given.items():
        if is_given:
            raise BadInput(f"--{option} does not go with --{other}; leave one of them out")


def _label(word: str | None, among: Labels) -> object:
    """The label that is written so, or the word itself, if there is none."""
    return next((label for label in among.classes.tolist() if str(label) == word), word)


@app.command()
def predict(
    model: Annotated[Path, typer.Argument(metavar="MODEL.json", help="what `derive fit --json` wrote")],
    data: Annotated[Path, typer.Argument(metavar="DATA.csv", help="a header, then rows")],
    as_json: AsJson = False,
) -> None:
    """Print what a model predicts, one line a row."""
    from problems.learn.csv_file import read_for
    from problems.learn.schema import loads

    with naming(model):
        fitted = loads(model.read_text(encoding="utf-8-sig"))
    predicted = fitted.predict(read_for(fitted, data)).tolist()
    if as_json:
        print(json.dumps(predicted))
        return
    for value in predicted:
        print(value)


def write(place: Path, text: str) -> None:
    """Write a file whole or not at all."""
    with whole_file(place) as part:
        part.write_text(f"{text}\n", encoding="utf-8")
