"""RESULTS.md, put together from what is kept."""

from __future__ import annotations

from pathlib import Path

from benchmarks import picture, report, store
from benchmarks.figures import Table
from benchmarks.sections import SECTIONS
from benchmarks.tables import TABLES

HERE = Path(__file__).resolve().parent
HEAD = """# Results

Written by `make bench`. Times are those of `fit` alone, one thread unless said otherwise, after an untimed fit of
a tiny set. Solvers run in turns, each in a process of its own; a time is the median of 5 runs or more (11 where a run
takes less than a tenth of a second), or of as many as stand in brackets. A ratio is the time of the peer divided by that of
derive. Errors and cost are counted anew from what each tree predicts on the data, and from its branches; **bold** marks
a tree that is not optimal. A peer that ran out of time is not asked again for a larger depth or a smaller penalty.
Branches is not among the peers, since there is no package of it."""


BEGIN, END = "<!-- from benchmarks/RESULTS.md -->", "<!-- end -->"
"""Where the table stands in the README."""


EARLIER = "(earlier run)"
"""Marks what was not measured again since."""


def write() -> Path:
    """Write the results, their picture and the table of the README; the path of the results.

    Sections that were not measured on this machine stay as they were.
    """
    scaling = store.outcomes("scaling")
    if scaling:
        picture.draw(scaling, HERE / "scaling.svg")
    path = HERE / "RESULTS.md"
    before = earlier(path.read_text()) if path.exists() else {}
    path.write_text(results(before))
    readme = HERE.parent / "README.md"
    start, rest = readme.read_text().split(BEGIN)
    readme.write_text(f"{start}{BEGIN}\n{in_short(before)}\n{END}{rest.split(END)[1]}")
    return path


def earlier(text: str) -> dict[str, str]:
    """The sections of a document by title, without what was not measured.

    >>> earlier("# Results\\n\\n## One\\n\\nfast\\n\\n## Two (earlier run)\\n\\nfaster\\n")
    {'One': 'fast', 'Two': 'faster'}
    """
    parts = [part.split("\n", 1) for part in text.split("\n## ")[1:]]
    kept = {title.removesuffix(f" {EARLIER}"): rest.strip() for title, rest in parts}
    return {title: rest for title, rest in kept.items() if "- not measured" not in rest}


def in_short(before: dict[str, str]) -> str:
    """The table that stands in the README too; rows of sections that are not kept are those of before."""
    table = report.in_short({name: store.outcomes(name) for name in SECTIONS})
    known = {row[0]: row for row in table.rows}
    for line in before.get("In short", "").splitlines()[2:]:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        title = cells[0].removesuffix(f" {EARLIER}")
        known.setdefault(title, [f"{title} {EARLIER}", *cells[1:]])
    titles = [section.title for section in SECTIONS.values()]
    return Table(table.head, [known[title] for title in titles if title in known]).markdown()


def results(before: dict[str, str]) -> str:
    """All that is kept, as one document, and what was measured before of the rest."""
    said = store.read("said")
    about = [said.get("machine", "- not measured"), f"- data: {said.get('sets', 'none')}"]
    parts = [HEAD, "\n".join(about), f"## In short\n\n{in_short(before)}"]
    for section in SECTIONS.values():
        outcomes = store.outcomes(section.name)
        if not outcomes and section.title in before:
            parts.append(f"## {section.title} {EARLIER}\n\n{before[section.title]}")
            continue
        parts.append(report.part(section, outcomes))
        if section.name == "scaling" and outcomes:
            parts.append("![time against rows, features and depth](scaling.svg)")
    for name, each in TABLES.items():
        told = store.read(name)
        if not told and each.title in before:
            parts.append(f"## {each.title} {EARLIER}\n\n{before[each.title]}")
            continue
        table = Table(*told["table"]).markdown() if told else "- not measured"
        parts.append(f"## {each.title}\n\n{each.text}\n\n{table}")
    return "\n\n".join(parts) + "\n"
