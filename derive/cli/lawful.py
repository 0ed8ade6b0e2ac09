"""The commands about laws: laws, law, explain, show."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from html import escape
from typing import Annotated, Any

import typer
from returns.result import Success

from derive import COUNT, BadInput, Forest, count, draw, explore, tables
from derive.cli import show
from derive.cli.commands import NUMBERS, AsJson, Slug, app, pose
from laws import Counterexample, Law, Suite, Verdict
from laws.plan import COMPILED, Owed, plan
from laws.render import latex, render
from problems.catalogue import Posed, find
from problems.lawbook import LAWBOOK, law_named, suite_named
from problems.suites import SUITES
from problems.theorems import THEOREMS

__all__ = ["app"]

Examples = Annotated[int, typer.Option(min=1, help="how many examples each law is tested on")]
Seed = Annotated[int, typer.Option(help="what the drawing of examples starts from")]


@app.command("laws")
def check_laws(
    suite: Annotated[
        str | None, typer.Argument(metavar="PROBLEM", help="a problem or another suite; all if left out")
    ] = None,
    examples: Examples = 100,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Test the laws that programs owe; exit with 1 if a verdict is not the expected one."""
    suites = list(LAWBOOK.values()) if suite is None else [suite_named(suite)]
    verdicts: list[tuple[Suite, Verdict]] = []
    with show.working("testing laws"):
        for each in suites:
            verdicts += [(each, each.judge(law, examples, seed)) for law in each.laws]
    surprises = [verdict for _, verdict in verdicts if not verdict.ok]
    if as_json:
        print(json.dumps([_record(owner, verdict) for owner, verdict in verdicts]))
    else:
        columns = ["suite", "law", "citation", "verdict", "examples", "telling", "seconds"]
        rows = [[*_record(owner, verdict).values()][:7] for owner, verdict in verdicts]
        show.table(columns, [[*map(str, row)] for row in rows], numeric=columns[4:])
        print(f"\n{len(verdicts)} laws tested (not proved), {len(surprises)} with an unexpected verdict")
        for verdict in surprises:
            print(f"\n{verdict.word}: {verdict}")
    raise typer.Exit(1 if surprises else 0)


def _record(suite: Suite, verdict: Verdict) -> dict[str, Any]:
    evidence = verdict.result.unwrap() if isinstance(verdict.result, Success) else None
    return {
        "suite": suite.name,
        "law": verdict.law.name,
        "citation": verdict.law.cite,
        "verdict": verdict.word,
        "examples": evidence.examples if evidence else "",
        "telling": evidence.telling if evidence else "",
        "seconds": round(verdict.seconds, 2),
        "ok": verdict.ok,
        "reason": verdict.reason,
        "counterexample": None if evidence else str(verdict.result.failure()),
    }


@app.command("law")
def show_law(
    name: Annotated[str, typer.Argument(metavar="NAME", help="its name; see `derive laws`")],
    examples: Examples = 100,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Show one law, test it, and draw the counterexample where it fails."""
    suite, law = law_named(name)
    verdict = suite.judge(law, examples, seed)
    if as_json:
        statement = {
            "says": law.says,
            "latex": law.latex,
            "owed_by": list(law.owed_by),
            "relation": law.same.name,
        }
        print(json.dumps({**_record(suite, verdict), **statement}))
    else:
        _describe(suite, law)
        print(f"{verdict.word}: {verdict}")
        for picture in _pictures(verdict):
            print(f"\n{picture}")
    raise typer.Exit(0 if verdict.ok else 1)


def _describe(suite: Suite, law: Law[Any]) -> None:
    show.heading(f"{law.name} ({suite.name})\n")
    print(f"  {law.says}")
    print(f"  LaTeX: {law.latex}")
    print(f"  from: {law.cite}; the two sides are compared as {law.same}")
    print(f"  owed by: {', '.join(law.owed_by)}\n")


def _pictures(verdict: Verdict) -> list[str]:
    """The trees of a counterexample that only one of its sides has, drawn; at most three of each."""
    if isinstance(verdict.result, Success):
        return []
    fault = verdict.result.failure()
    if not isinstance(fault, Counterexample):
        return []
    pictures = []
    for word, alone in zip(("left", "right"), fault.alone(), strict=True):
        if alone:
            drawn = show.side_by_side([draw(tree) for tree in alone[:3]])
            pictures.append(f"on the {word} only:\n\n{drawn}")
    return pictures


@app.command(context_settings=NUMBERS)
def explain(
    problem: Slug,
    given: Annotated[list[str], typer.Argument(metavar="NUMBERS...|FILE", help="what `derive solve` takes")],
    examples: Examples = 100,
    as_json: AsJson = False,
) -> None:
    """Say which program the laws justify for a problem, and why; then run it."""
    posed = pose(find(problem), given)
    start = posed.instance.seed
    seeds = posed.by.small(start) if posed.by else _small_seeds(explore(*posed.instance))
    with show.working("testing laws"):
        planned = plan(posed.instance.problem, posed.cost, seeds, by=posed.by, examples=examples)
        planned = replace(
            planned, owed=tuple(_put_to_the_test(problem, each, examples) for each in planned.owed)
        )
    answers = [posed.value(value) for value in planned.run(start)]
    if as_json:
        owed = [{"law": each.law.name, "holds": each.holds, "says": str(each)} for each in planned.owed]
        kernel = planned.by.name if planned.by else planned.given_up
        told = {"program": planned.program, "kernel": kernel, "owed": owed}
        size = _size(posed, planned.program)
        print(json.dumps({**told, **size, "answers": list(map(str, answers))}))
        return
    print(planned.report(start))
    print(
        f"  answer: {', '.join(map(str, answers)) or 'no tree exists'} {posed.unit if answers else ''}".rstrip()
    )


def _size(posed: Posed, program: str) -> dict[str, float]:
    """How large the search is: what a kernel runs has no forest."""
    trees = count(*posed.instance, by=posed.by)
    if program == COMPILED:
        return {"trees": trees}
    forest = explore(*posed.instance)
    return {"trees": trees, "seeds": len(forest), "sharing": forest.sharing}


def _put_to_the_test(problem: str, owed: Owed, examples: int) -> Owed:
    """Where the input is too small to tell, the same law on random input of the same problem."""
    about, _, law_name = owed.law.name.rpartition(": ")
    untold = isinstance(owed.result, Success) and not owed.holds
    for law in SUITES[problem].laws if untold and about in (problem, f"{problem}, accumulated") else ():
        if law.name.startswith(problem) and law.name.endswith(f": {law_name}"):
            return Owed(law, owed.allows, law.check(examples), on=f"random {problem} input")
    return owed


MOST_TREES = 300
MOST_SEEDS = 40


def _small_seeds(forest: Forest[Any, Any, Any]) -> Sequence[Any]:
    """Seeds that lead to more than one tree, but few enough to list: some of every size."""
    counts = [number for (number,) in tables(forest, COUNT)]
    small = [s for s, number in zip(forest.seeds, counts, strict=True) if 1 < number <= MOST_TREES]
    seeds = small or list(forest.seeds[:MOST_SEEDS])
    return seeds[:: max(1, len(seeds) // MOST_SEEDS)]


class Format(StrEnum):
    """How a derivation is written."""

    text = "text"
    markdown = "markdown"
    html = "html"


@app.command("show")
def show_derivation(
    name: Annotated[
        str | None, typer.Argument(metavar="THEOREM", help="its name; all are listed if left out")
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="how to write it")] = Format.text,
    test: Annotated[bool, typer.Option("--test", help="test every step and what the steps owe")] = False,
    as_json: AsJson = False,
) -> None:
    """Show a derivation from specification to program, law by law."""
    if name is None:
        if as_json:
            print(json.dumps({slug: theorem.derivation.title for slug, theorem in THEOREMS.items()}))
            return
        rows = [
            [slug, theorem.derivation.title, str(len(theorem.derivation.steps))]
            for slug, theorem in THEOREMS.items()
        ]
        show.table(["name", "derivation", "steps"], rows, numeric=["steps"])
        return
    if name not in THEOREMS:
        raise BadInput(f"there is no derivation named {name!r}; there are {', '.join(THEOREMS)}")
    theorem = THEOREMS[name]
    derivation = theorem.derivation
    if test:
        suite = Suite(name, theorem.laws())
        rows = [[verdict.law.name, verdict.word, f"{verdict.seconds:.2f}"] for verdict in suite.run()]
        show.table(["law", "verdict", "seconds"], rows, numeric=["seconds"])
        raise typer.Exit(0 if all(row[1] == "holds" for row in rows) else 1)
    if as_json:
        lines = [{"term": str(term), "latex": latex(term)} for term in derivation.lines]
        reasons = [{"by": step.by.name, "checked": step.checked} for step in derivation.steps]
        print(json.dumps({"title": derivation.title, "note": theorem.note, "lines": lines, "steps": reasons}))
        return
    print(render(derivation, form.value))
    print(f"\n{theorem.note}" if form is not Format.html else f"<p>{escape(theorem.note)}</p>")
