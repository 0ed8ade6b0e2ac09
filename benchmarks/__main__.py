"""The driver: runs the sections, keeps what was measured, and writes the results.

python -m benchmarks                                   all of it, and RESULTS.md
python -m benchmarks --only depth3,depth4 --sets german-credit,anneal --rounds 3 --peers pystreed
python -m benchmarks --only depth4 --peers stored      ours anew, against the times of the peers as kept
python -m benchmarks --report                          RESULTS.md from what is kept, nothing is run
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from benchmarks import overhead, picture, report, spans, startup, store
from benchmarks.crew import Crew
from benchmarks.duel import OURS, Job, Outcome, Times, duel
from benchmarks.figures import Table
from benchmarks.machine import description
from benchmarks.sections import SECTIONS, Section
from benchmarks.sets import Files, all_sets

HERE = Path(__file__).resolve().parent
HEAD = """# Results

Written by `make bench`. Times are those of `fit` alone, one thread unless said otherwise, after an untimed fit of
a tiny set. Solvers run in turns, each in a process of its own; a time is the median of 5 runs or more (11 where a run
takes less than a tenth of a second), or of as many as stand in brackets. A ratio is the time of the peer divided by that of
derive. Errors and cost are counted anew from what each tree predicts on the data, and from its branches; **bold** marks
a tree that is not optimal."""


class Measured(NamedTuple):
    """A section that is a table of its own."""

    title: str
    text: str
    minutes: float
    measure: Callable[[], Table]


TABLES = {
    "spans": Measured(
        "Spans and sets of rules",
        "Compiled kernels on matrix chains, search trees and sets of rules; the ratio is how many times as long "
        "the program beside takes. Goals: at least 0.5 against the loop by hand, at least 100 against numpy, "
        "below a second for 5000 keys.",
        4,
        lambda: spans.table(numpy_in_full=True),
    ),
    "overhead": Measured(
        "What the framework costs",
        "The engine for any problem, in plain Python, against a memoised recursion for this one; the ratio is "
        "how many times as long the engine takes.",
        1,
        overhead.table,
    ),
    "startup": Measured(
        "The first fit",
        "A set of 500 rows and 20 features, depth 3. Goals: below 20 seconds ever, and below one second of overhead later.",
        1,
        startup.table,
    ),
}
Limits = dict[str, float]
STORED = "stored"


def options() -> argparse.Namespace:
    asked = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure, beside other solvers.")
    asked.add_argument("--only", type=names, help=f"sections, of {', '.join([*SECTIONS, *TABLES])}")
    asked.add_argument("--sets", type=names, help="names of sets; all if not given")
    asked.add_argument(
        "--peers", type=names, help="names of peers; 'none', or 'stored' for their times as kept"
    )
    asked.add_argument("--rounds", type=int, default=5, help="runs of each solver, less for long ones")
    asked.add_argument("--data", help="folder with binary/NAME.csv.gz; else DERIVE_DATA, or ../shared/data")
    asked.add_argument("--report", action="store_true", help="write RESULTS.md from what is kept")
    given = asked.parse_args()
    if unknown := set(given.only or ()) - {*SECTIONS, *TABLES}:
        asked.error(f"no section is called {', '.join(sorted(unknown))}")
    return given


def names(given: str) -> list[str]:
    return given.split(",")


def asked_of(section: Section, job: Job, wanted: Sequence[str] | None, done: Sequence[Outcome]) -> Limits:
    """Who gets a job, and how long each may take: not those who have failed at an easier one."""
    failed = {
        name
        for outcome in done
        if outcome.job.no_harder_than(job)
        for name, times in outcome.times.items()
        if times.failed and name != OURS
    }
    peers = {name: limit for name, limit in section.peers.items() if wanted is None or name in wanted}
    return {OURS: job.seconds} | {name: limit for name, limit in peers.items() if name not in failed}


def run(section: Section, crew: Crew, files: Files, given: argparse.Namespace, done: list[Outcome]) -> None:
    """Measure a section, job by job, and keep it, if no peer was left out."""
    start = perf_counter()
    known = {name: store.outcomes(name) for name in SECTIONS}
    kept = {outcome.job.key: outcome for outcome in known[section.name]}
    for job in section.jobs(given.sets or list(files.sets), known):
        if section.fresh:
            crew.stop()
        path, shape = files.of(job.name)
        outcome = duel(crew, job, path, shape, asked_of(section, job, given.peers, done), given.rounds)
        if given.peers == [STORED] and job.key in kept:
            outcome.times = kept[job.key].times | outcome.times
        if given.peers is None:
            left_out = [peer for peer in section.peers if peer not in outcome.times]
            outcome.times |= {peer: Times(failed="failed at an easier job") for peer in left_out}
            store.keep(section.name, [outcome])
        done.append(outcome)
        print(report.line(outcome), flush=True)
    if not given.sets and given.peers is None:
        store.write(section.name, store.read(section.name) | {"seconds": perf_counter() - start})


def measure(given: argparse.Namespace) -> None:
    sets, said = all_sets(given.data)
    if unknown := set(given.sets or ()) - set(sets):
        raise SystemExit(f"no set is called {', '.join(sorted(unknown))}; there are {', '.join(sets)}")
    wanted = given.only or [*SECTIONS, *TABLES]
    print(f"{said}\n{description()}\nThis takes about {minutes(wanted):.0f} minutes.", flush=True)
    if given.peers is None:
        store.write("said", {"sets": said, "machine": description()})
    done: list[Outcome] = []
    with TemporaryDirectory() as folder, Crew() as crew:
        files = Files(folder, sets)
        for name in wanted:
            print(f"\n{name}", flush=True)
            if name in SECTIONS:
                before = len(done)
                run(SECTIONS[name], crew, files, given, done)
                print("\n".join(report.summary(SECTIONS[name], done[before:])), flush=True)
            else:
                start = perf_counter()
                table = TABLES[name].measure()
                store.write(name, {"table": table, "seconds": perf_counter() - start})
                print(table.markdown(), flush=True)


def minutes(wanted: Sequence[str]) -> float:
    """How long the sections took the last time, or take on a machine like those of today."""
    usual = {name: section.minutes for name, section in SECTIONS.items()}
    usual |= {name: each.minutes for name, each in TABLES.items()}
    return sum(float(store.read(name).get("seconds", usual[name] * 60)) for name in wanted) / 60


def results() -> str:
    """All that is kept, as one document."""
    said = store.read("said")
    parts = [HEAD, said.get("machine", "- not measured"), f"- data: {said.get('sets', 'none')}"]
    for section in SECTIONS.values():
        outcomes = store.outcomes(section.name)
        text = report.part(section, outcomes)
        if section.name == "scaling" and outcomes:
            picture.draw(outcomes, HERE / "scaling.svg")
            text += "\n\n![time against rows, features and depth](scaling.svg)"
        parts.append(text)
    for name, each in TABLES.items():
        told = store.read(name)
        table = Table(*told["table"]).markdown() if told else "- not measured"
        parts.append(f"## {each.title}\n\n{each.text}\n\n{table}")
    return "\n\n".join(parts).replace("\n\n- data", "\n- data") + "\n"


def main() -> None:
    given = options()
    if not given.report:
        measure(given)
    if given.report or not (given.only or given.sets or given.peers):
        (HERE / "RESULTS.md").write_text(results())
        print(f"wrote {HERE / 'RESULTS.md'}")


if __name__ == "__main__":
    main()
