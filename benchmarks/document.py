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


def write() -> Path:
    """Write the results, their picture and the table of the README; the path of the results."""
    scaling = store.outcomes("scaling")
    if scaling:
        picture.draw(scaling, HERE / "scaling.svg")
    path = HERE / "RESULTS.md"
    path.write_text(results())
    readme = HERE.parent / "README.md"
    before, rest = readme.read_text().split(BEGIN)
    readme.write_text(f"{before}{BEGIN}\n{in_short()}\n{END}{rest.split(END)[1]}")
    return path


def in_short() -> str:
    """The table that stands in the README too."""
    return report.in_short({name: store.outcomes(name) for name in SECTIONS}).markdown()


def results() -> str:
    """All that is kept, as one document."""
    said = store.read("said")
    about = [said.get("machine", "- not measured"), f"- data: {said.get('sets', 'none')}"]
    parts = [HEAD, "\n".join(about), f"## In short\n\n{in_short()}"]
    for section in SECTIONS.values():
        outcomes = store.outcomes(section.name)
        parts.append(report.part(section, outcomes))
        if section.name == "scaling" and outcomes:
            parts.append("![time against rows, features and depth](scaling.svg)")
    for name, each in TABLES.items():
        told = store.read(name)
        table = Table(*told["table"]).markdown() if told else "- not measured"
        parts.append(f"## {each.title}\n\n{each.text}\n\n{table}")
    return "\n\n".join(parts) + "\n"
