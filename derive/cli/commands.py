"""The commands: problems, count, trees, solve, tour."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer

from derive import SIZE, BadInput, Instance, TooMany, optimum, ranking
from derive import __version__ as version
from derive import count as count_trees
from derive.cli import show, tour
from derive.questions import MOST_TREES
from derive.text import counted, draw, plain, short, to_json
from problems.catalogue import CATALOGUE, Entry, Posed, find
from problems.exact import exact, written

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
    show.table(["problem", "what it is", "what it takes"], [[e.slug, e.title, e.accepts] for e in CATALOGUE])


@app.command(context_settings=NUMBERS)
def count(problem: Slug, given: Given, as_json: AsJson = False) -> None:
    """Print the exact number of trees, and nothing else."""
    entry = find(problem)
    with show.working("counting"):
        size = _size(given)
        number = entry.count(size) if size is not None else _counted(_file(entry, given))
    if as_json:
        print(json.dumps({"problem": entry.slug, "given": given if size is None else size, "count": number}))
    else:
        print(number)


@app.command(context_settings=NUMBERS)
def trees(
    problem: Slug,
    given: Given,
    limit: Annotated[int | None, typer.Option(help="list at most so many, the first ones")] = None,
    sample: Annotated[int | None, typer.Option(help="draw so many uniformly instead")] = None,
    seed: Annotated[int, typer.Option(help="what the drawing starts from")] = 0,
    pictures: Annotated[bool, typer.Option("--draw", help="draw the trees")] = False,
    as_json: AsJson = False,
) -> None:
    """List the trees of a problem, or draw some of them uniformly."""
    entry = find(problem)
    size = _size(given)
    for option, number in (("--limit", limit), ("--sample", sample)):
        if number is not None and number < 0:
            raise BadInput(f"{option} is 0 or more, got {number}")
    if limit is not None and sample is not None:
        raise BadInput("give --limit to list trees or --sample to draw some, not both")
    posed = _file(entry, given) if size is None else _plain(entry.sized(size))
    if size is not None and limit is None and sample is None:
        _refuse_long(entry.slug, entry.count(size))
    with show.working("counting"):
        ranked = ranking(*posed.instance)
    if limit is None and sample is None:
        _refuse_long(entry.slug, ranked.size)
    if sample is not None:
        random = Random(seed)
        draws = range(sample if ranked.size else 0)
        chosen = (ranked.tree(random.randrange(ranked.size)) for _ in draws)
    else:
        chosen = (ranked.tree(i) for i in range(min(ranked.size, MOST_TREES if limit is None else limit)))
    if as_json:
        print(f'{{"problem": "{entry.slug}", "count": {ranked.size}, "trees": [')
        for number, tree in enumerate(chosen):
            print(f"{', ' if number else ''}{to_json(tree, posed.leaf_data, posed.root_data)}")
        print("]}")
        return
    for tree in chosen:
        text = draw if pictures else short
        print(text(tree, posed.leaf, posed.root), end="\n\n" if pictures else "\n")


def _refuse_long(slug: str, number: int) -> None:
    if number > MOST_TREES:
        raise TooMany(
            f"{slug} has {counted(number)} trees here, more than {MOST_TREES}; give --limit N to list the first N, "
            "or --sample N to draw some",
            number,
        )


@app.command(context_settings=NUMBERS)
def solve(
    problem: Slug,
    given: Annotated[list[str], typer.Argument(metavar="NUMBERS...|FILE", help="what the problem takes")],
    misses: Annotated[
        str | None,
        typer.Option(help="catalans: weights of failing before, between and after the keys, by commas"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print the optimum and a tree that reaches it."""
    entry = find(problem)
    posed = pose(entry, given, misses)
    with show.working("searching"):
        answer = optimum(*posed.instance, posed.cost, by=posed.by)
    found = answer.value_or(None)
    if as_json:
        value = show.json_number(posed.value(found.value)) if found else "null"
        tree = to_json(found.tree, posed.leaf_data, posed.root_data) if found else "null"
        text = json.dumps(short(found.tree, posed.leaf, posed.root)) if found else "null"
        print(
            f'{{"problem": "{entry.slug}", "value": {value}, "unit": "{posed.unit}", "text": {text}, "tree": {tree}}}'
        )
    elif found is None:
        print("no tree exists")
    else:
        print(written(posed.value(found.value)), posed.unit)
        print(short(found.tree, posed.leaf, posed.root))
        if posed.by is None:
            print()
            print(draw(found.tree, posed.leaf, posed.root))


@app.command("tour")
def take_tour(as_json: AsJson = False) -> None:
    """Show what this is about, in a minute."""
    tour.run(as_json=as_json)


def _size(given: str) -> int | None:
    """The number that was given, or None if it is no number and so names a file."""
    _options_refused([given])
    if given.isascii() and given.lstrip("-").isdigit():
        return int(given)
    try:
        exact(given)
    except BadInput:
        return None
    raise BadInput(f"a size is a whole number, got {given}")


def _options_refused(words: list[str]) -> list[str]:
    for word in words:
        if word.startswith("-") and not word[1:2].isdigit() and word[1:2] != ".":
            raise BadInput(f"there is no option {word}; see --help")
    return words


def pose(entry: Entry, given: list[str], misses: str | None = None) -> Posed:
    """The question that the words of a command ask."""
    if entry.from_file is None or misses is not None:
        return entry.numbers(_options_refused(given), misses.split(",") if misses is not None else None)
    if len(given) != 1:
        raise BadInput(f"{entry.slug} takes one file, got {len(given)} arguments")
    if _size(given[0]) is not None and not Path(given[0]).exists():
        raise BadInput(f"to solve {entry.slug}, give {entry.accepts.rpartition(', or ')[2]}; got {given[0]}")
    return _file(entry, given[0])


def _counted(posed: Posed) -> int:
    return count_trees(*posed.instance, by=posed.by)


def _file(entry: Entry, given: str) -> Posed:
    _options_refused([given])
    return entry.file(Path(given))


def _plain(instance: Instance[Any, Any, Any]) -> Posed:
    return Posed(instance, SIZE, "branches", leaf=plain)
