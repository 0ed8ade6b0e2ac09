"""The commands about smallest trees: smallest, parameters."""

from __future__ import annotations

import json
import sys
import warnings
from math import isfinite
from pathlib import Path
from typing import Annotated

import typer

from derive import BadInput
from derive.cli import show
from derive.cli.commands import AsJson
from derive.cli.drawing import app
from derive.cli.fitting import NUMBERS, write
from problems.files import check_writable, naming

__all__ = ["app"]

Data = Annotated[Path, typer.Argument(metavar="DATA.csv", help="a header, then rows")]
Target = Annotated[str, typer.Option(metavar="COLUMN", help="the column to predict")]
Rules = Annotated[
    str, typer.Option(help="auto: thresholds on numbers, equalities on text; equality: these on both")
]


@app.command()
def smallest(
    data: Data,
    target: Target,
    by_size: Annotated[
        bool, typer.Option("--size/--depth", help="the fewest branches, or the least depth")
    ] = True,
    method: Annotated[
        str,
        typer.Option(help="boxes: every cut; fpt: thresholds by binary search; support: over support sets"),
    ] = "boxes",
    rules: Rules = "auto",
    best: Annotated[
        bool, typer.Option("--best", help="settle equal rows of different label by the most frequent one")
    ] = False,
    time_limit: Annotated[float, typer.Option(help="seconds after which the best so far will do")] = 60.0,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="F", help="write the model here")
    ] = None,
    svg_file: Annotated[Path | None, typer.Option("--svg", metavar="F", help="write a picture here")] = None,
) -> None:
    """Find the smallest decision tree that is right for every row; print it, and what is proved of it."""
    from dataclasses import replace

    from problems.learn import export
    from problems.learn.csv_file import read_training
    from problems.learn.picture import svg
    from problems.learn.progress import shown
    from problems.learn.schema import dumps
    from problems.learn.smallest import search
    from problems.learn.target import labels

    wish = search.Wish("size" if by_size else "depth", method, time_limit)
    for place in (json_file, svg_file):
        if place is not None:
            check_writable(place, data)
    table, values = read_training(data, target)
    with naming(data), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the verdict says what a warning would
        coded = search.code(table, labels(values, table.rows, NUMBERS), rules, best, first_row=1)
        with shown(sys.stderr.isatty()) as watch:
            found = search.smallest(coded, wish, watch)
    model = replace(found.model, target=target)
    if json_file:
        write(json_file, dumps(model))
    if svg_file:
        write(svg_file, svg(model))
    print(export.text(model))
    print(f"\n{search.verdict(found)}")
    print(f"found by {found.answer.program}")


@app.command()
def parameters(
    data: Data,
    target: Target,
    size: Annotated[
        int | None,
        typer.Option(help="how many branches the answer has; if not given, as many as a quick search finds"),
    ] = None,
    rules: Rules = "auto",
    as_json: AsJson = False,
) -> None:
    """Print what the bounds for smallest trees depend on, and which algorithm has which bound."""
    from dataclasses import asdict

    import numpy as np

    from problems.learn.csv_file import read_training
    from problems.learn.smallest import search
    from problems.learn.target import labels
    from problems.smallest.bounds import applicable, measure, size_from_few_leaves

    if size is not None and size < 0:
        raise BadInput(f"a size is 0 or more, got {size}")
    table, values = read_training(data, target)
    with naming(data), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        coded = search.code(table, labels(values, table.rows, NUMBERS), rules, best=True)
        if size is None:
            size = search.smallest(coded, search.Wish(max_seeds=1)).answer.branches
    found = measure(np.ascontiguousarray(coded.codes.T), coded.wanted.astype(np.int32), coded.named)
    ranked = applicable(found, size)
    if as_json:
        bounds = [each._asdict() | {"steps": each.steps if isfinite(each.steps) else None} for each in ranked]
        few = found.few_leaves
        most = None if few is None else size_from_few_leaves(found.dimensions, few)
        extra = {"contradictory_rows": coded.errors, "size": size, "size_from_few_leaves": most}
        print(json.dumps(asdict(found) | extra | {"bounds": bounds}))
        return
    told = [
        (found.rows, "rows", "n"),
        (found.columns, "columns", ""),
        (found.dimensions, "dimensions: ordered columns, and values of the others", "d"),
        (found.classes, "classes", ""),
        (found.largest_domain, "values in a column, at most", "D_max"),
        (found.largest_difference, "columns in which rows of different class differ, at most", "delta_max"),
        (
            found.smallest_class,
            "rows of the rarest class" + (", no less than R" if found.classes == 2 else ""),
            "",
        ),
        (coded.errors, "rows that no tree can be right for", ""),
        (size, "branches, as assumed for the bounds", "s"),
    ]
    show.table(
        ["number", "of", "in the bounds"], [(str(n), *words) for n, *words in told], numeric=["number"]
    )
    print()
    rows = [
        (
            each.method,
            each.theorem,
            each.bound,
            f"{each.steps:.1e}" if isfinite(each.steps) else "beyond 1e308",
        )
        for each in ranked
    ]
    show.table(["method", "from", "bound", "steps"], rows, numeric=["steps"])
    print("Steps are those of the worst case; what runs prunes most of them.")
