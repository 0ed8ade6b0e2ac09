"""The commands: problems, count, trees, solve, tour."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from derive import BadInput, Instance, TooMany, optimum, ranking
from derive import __version__ as version
from derive.cli import show, tour
from derive.text import draw, plain, short, to_json
from problems.catalogue import CATALOGUE, Entry, Posed, find

NUMBERS = {"ignore_unknown_options": True}  # so that -3 arrives as a number and gets a clear answer

app = typer.Typer(
    help="Write the splits; derive the solver.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)

Slug = Annotated[str, typer.Argument(metavar="PROBLEM", help="its name; see `derive problems`")]
Given = Annotated[
    str, typer.Argument(metavar="SIZE|FILE", help="a size, or a file where the problem takes one")
]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON")]


def _show_version(wanted: bool) -> None:
    if wanted:
        print(version)
        raise typer.Exit


@app.callback()
def options(
    _: Annotated[
        bool, typer.Option("--version", help="print the version", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Optimal trees of every kind from one algebra."""


@app.command()
def problems(as_json: AsJson = False) -> None:
    """List the problems, one line each."""
    if as_json:
        fields = ("slug", "title", "paper", "accepts")
        print(json.dumps([{name: getattr(entry, name) for name in fields} for entry in CATALOGUE]))
        return
    show.table(["problem", "what it is", "paper"], [[e.slug, e.title, e.paper] for e in CATALOGUE])


@app.command(context_settings=NUMBERS)
def count(problem: Slug, given: Given, as_json: AsJson = False) -> None:
    """Print the exact number of trees, and nothing else."""
    entry = find(problem)
    with show.working("counting"):
        size = _size(given)
        number = entry.count(size) if size is not None else ranking(*_file(entry, given).instance).size
    if as_json:
        print(json.dumps({"problem": entry.slug, "given": given if size is None else size, "count": number}))
    else:
        print(number)


@app.command(context_settings=NUMBERS)
def trees(
    problem: Slug,
    given: Given,
    limit: Annotated[int, typer.Option(help="list at most so many, the first ones")] = -1,
    sample: Annotated[int, typer.Option(help="draw so many uniformly instead")] = -1,
    seed: Annotated[int, typer.Option(help="what the drawing starts from")] = 0,
    pictures: Annotated[bool, typer.Option("--draw", help="draw the trees")] = False,
    as_json: AsJson = False,
) -> None:
    """List the trees of a problem, or draw some of them uniformly."""
    entry = find(problem)
    size = _size(given)
    if limit < -1 or sample < -1:
        raise BadInput(f"--limit and --sample are 0 or more, got {min(limit, sample)}")
    if limit >= 0 and sample >= 0:
        raise BadInput("give --limit to list trees or --sample to draw some, not both")
    posed = _file(entry, given) if size is None else _plain(entry.sized(size))
    if size is not None and limit < 0 and sample < 0:
        _refuse_long(entry.slug, entry.count(size))
    with show.working("counting"):
        ranked = ranking(*posed.instance)
    if limit < 0 and sample < 0:
        _refuse_long(entry.slug, ranked.size)
    if sample >= 0:
        from random import Random

        chosen = iter(ranked.sample(sample, Random(seed)))
    else:
        chosen = (ranked.tree(i) for i in range(min(ranked.size, limit if limit >= 0 else MOST)))
    if as_json:
        print(f'{{"problem": "{entry.slug}", "count": {ranked.size}, "trees": [')
        for number, tree in enumerate(chosen):
            print(f"{', ' if number else ''}{to_json(tree)}")
        print("]}")
        return
    for tree in chosen:
        text = draw if pictures else short
        print(text(tree, posed.leaf, posed.root), end="\n\n" if pictures else "\n")


MOST = 1000
"""How many trees are listed without --limit."""


def _refuse_long(slug: str, number: int) -> None:
    if number > MOST:
        raise TooMany(
            f"{slug} has {number} trees here, more than {MOST}; give --limit N to list the first N, "
            "or --sample N to draw some",
            number,
        )


@app.command(context_settings=NUMBERS)
def solve(
    problem: Slug,
    given: Annotated[list[str], typer.Argument(metavar="NUMBERS...|FILE", help="what the problem takes")],
    as_json: AsJson = False,
) -> None:
    """Print the optimum and a tree that reaches it."""
    entry = find(problem)
    if entry.from_file is not None and len(given) != 1:
        raise BadInput(f"{entry.slug} takes one file, got {len(given)} arguments")
    posed = _file(entry, given[0]) if entry.from_file is not None else entry.numbers(_options_refused(given))
    with show.working("searching"):
        answer = optimum(*posed.instance, posed.cost)
    found = answer.value_or(None)
    if as_json:
        value = show.json_number(posed.value(found.value)) if found else "null"
        tree = to_json(found.tree) if found else "null"
        text = json.dumps(short(found.tree, posed.leaf, posed.root)) if found else "null"
        print(
            f'{{"problem": "{entry.slug}", "value": {value}, "unit": "{posed.unit}", "text": {text}, "tree": {tree}}}'
        )
    elif found is None:
        print("no tree exists")
    else:
        print(show.number(posed.value(found.value)), posed.unit)
        print(short(found.tree, posed.leaf, posed.root))
        print()
        print(draw(found.tree, posed.leaf, posed.root))


@app.command("tour")
def take_tour(as_json: AsJson = False) -> None:
    """Show what this is about, in a minute."""
    tour.run(as_json=as_json)


def _size(given: str) -> int | None:
    """The number that was given, or None if it is no number and so names a file."""
    _options_refused([given])
    try:
        return int(given)
    except ValueError:
        return None


def _options_refused(words: list[str]) -> list[str]:
    for word in words:
        if word.startswith("-") and not word[1:2].isdigit() and word[1:2] != ".":
            raise BadInput(f"there is no option {word}; see --help")
    return words


def _file(entry: Entry, given: str) -> Posed:
    _options_refused([given])
    return entry.file(Path(given))


def _plain(instance: Instance[Any, Any, Any]) -> Posed:
    from derive.costs import SIZE

    return Posed(instance, SIZE, "branches", leaf=plain)
