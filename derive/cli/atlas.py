"""The command atlas: the search spaces of the papers side by side."""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path
from typing import Annotated

import typer

from derive import BadInput, TooLarge, short
from derive.cli import show
from derive.cli.commands import AsJson
from derive.cli.fitting import NUMBERS, write
from derive.cli.smallest import app
from problems.atlas import Atlas, Frame, survey, to_data
from problems.atlas.spaces import in_words
from problems.files import check_writable, naming

__all__ = ["app"]


@app.command()
def atlas(
    data: Annotated[
        Path | None,
        typer.Argument(metavar="[DATA.csv]", help="a header, then rows; for the optimum of each space"),
    ] = None,
    target: Annotated[str | None, typer.Option(metavar="COLUMN", help="the column to predict")] = None,
    features: Annotated[
        int | None, typer.Option(help="F, how many features there are [4, or the data's]")
    ] = None,
    rules: Annotated[
        int | None, typer.Option(help="K, how many of them are used once each; if not given, n")
    ] = None,
    branches: Annotated[int, typer.Option(help="n, how many branches a tree has")] = 3,
    depth: Annotated[int, typer.Option(help="d, how deep the trees of Eq. (1) are")] = 2,
    values: Annotated[
        int | None, typer.Option(help="C, how many values a feature has in Branches [2]")
    ] = None,
    matrix: Annotated[
        Path | None, typer.Option(metavar="FILE.json", help="rules of proper trees, as proper-dt takes them")
    ] = None,
    as_json: AsJson = False,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="F", help="write a page with drawn trees here")
    ] = None,
) -> None:
    """Compare the search spaces of the papers: exact sizes, what lies in what, and the optimum of each for data."""
    from problems.atlas.page import page

    if html is not None:
        check_writable(html, data)
    if (data is None) != (target is None):
        raise BadInput("give both DATA.csv and --target, for the optimum of each space, or neither")
    for option, number in (("--branches", branches), ("--depth", depth)):
        if number < 0:
            raise BadInput(f"{option} is 0 or more, got {number}")
    found, sizes = [], None
    if data is not None and target is not None:
        for option, given in (("--features", features), ("--values", values)):
            if given is not None:
                raise BadInput(f"{option} comes from the data; leave it out")
        from problems.atlas.optima import Posed, optima
        from problems.learn.csv_file import read_training
        from problems.learn.target import labels

        table, wanted = read_training(data, target)
        with naming(data), warnings.catch_warnings(record=True) as said, show.working("searching"):
            warnings.simplefilter("always")
            posed = Posed.of(table, labels(wanted, table.rows, NUMBERS))
            found = optima(posed, branches, depth)
            sizes = tuple(map(len, posed.words))
        for warning in said:
            print(f"note: {warning.message}", file=sys.stderr)
        features = max(1, len(posed.names))
    ancestry = None
    if matrix is not None:
        from problems.files import read_rules

        ancestry = read_rules(matrix)[0]
    frame = Frame(
        4 if features is None else features,
        branches if rules is None else rules,
        branches,
        depth,
        2 if values is None else values,
        sizes,
        ancestry,
    )
    with show.working("counting"):
        try:
            drawn = survey(frame, found, "" if data is None else data.name)
        except TooLarge as error:
            raise BadInput(f"these numbers are too large to count the spaces ({error})") from None
    if html is not None:
        write(html, page(drawn))
    if as_json:
        print(json.dumps(to_data(drawn), indent=2))
        return
    _print(drawn)


def _print(drawn: Atlas) -> None:
    frame = drawn.frame
    many = (
        f"C = {frame.values} values" if frame.sizes is None else f"{len(frame.sizes)} columns by their values"
    )
    print(
        f"F = {frame.features} features, K = {frame.rules} rules, n = {frame.branches} branches, "
        f"depth d = {frame.depth}, {many}\n"
    )
    lines = [
        [row.space.slug, in_words(row.exactly), in_words(row.at_most), row.space.title, row.space.paper]
        for row in drawn.rows
    ]
    columns = ["space", "K or n branches", "at most", "what it is", "whose"]
    show.table(columns, lines, numeric=columns[1:3])
    print()
    show.heading("What lies in what, checked tree by tree")
    for checked in drawn.inclusions:
        print(f"  {checked}")
    if not drawn.optima:
        return
    print()
    show.heading(f"The fewest errors on {drawn.data} with at most {frame.branches} branches")
    for found in drawn.optima:
        tree = "" if found.tree is None else short(found.tree, root=lambda root: root[0])
        errors = "-" if found.errors is None else str(found.errors)
        print(f"  {found.space:9} {errors:>5}  {found.reason or tree}")
