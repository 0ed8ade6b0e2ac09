"""The driver: runs the sections, keeps what was measured, and writes the results.

python -m benchmarks                                   all of it, and RESULTS.md
python -m benchmarks --only depth3,depth4 --sets german-credit,anneal --rounds 3 --peers pystreed
python -m benchmarks --only depth4 --peers stored      ours anew, against the times of the peers as kept
python -m benchmarks --report                          RESULTS.md from what is kept, nothing is run
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks import document, report, store
from benchmarks.crew import PEERS, Crew
from benchmarks.duel import OURS, Job, Outcome, Times, duel
from benchmarks.machine import description
from benchmarks.sections import SECTIONS, Section
from benchmarks.sets import Files, all_sets
from benchmarks.tables import TABLES

Limits = dict[str, float]
NONE, STORED = "none", "stored"


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
    if not (given.report or given.peers in ([NONE], [STORED]) or (PEERS / "bin" / "python").exists()):
        asked.error(f"the peers are not installed: run make {PEERS.name}/.ready, or say --peers none")
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
    jobs = section.jobs(given.sets or list(files.sets), known)
    for job in jobs:
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
        store.finish(section.name, {job.key for job in jobs}, perf_counter() - start)


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


def main() -> None:
    given = options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))  # so that no worker is left behind
    if not given.report:
        measure(given)
    if given.report or not (given.only or given.sets or given.peers):
        print(f"wrote {document.write()}")


if __name__ == "__main__":
    main()
