"""One job, several solvers: run in turns, compared on the objective and by the median of their times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any

from benchmarks.crew import Crew, Run

OURS = "derive"
QUICK, LONG = 0.1, 20.0  # seconds: below, rounds cost nothing; above, one round has to do
MANY = 11


@dataclass(frozen=True)
class Job:
    """A set under limits, and how many seconds a solver may take."""

    name: str
    depth: int | None = None
    penalty: float = 0.0
    seconds: float = 60.0

    @property
    def key(self) -> str:
        return f"{self.name}, depth {self.depth}, penalty {self.penalty}"

    def no_harder_than(self, other: Job) -> bool:
        """Whether who failed at this one need not try the other: a smaller depth, a larger penalty."""
        shallower = other.depth is None or (self.depth is not None and self.depth <= other.depth)
        return self.name == other.name and shallower and self.penalty >= other.penalty


@dataclass
class Times:
    """What a solver needed for a job, round by round, and what it found; or why it found nothing."""

    seconds: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    errors: int = 0
    branches: int = 0
    objective: float = 0.0
    peak: int = 0
    failed: str = ""

    @property
    def median(self) -> float:
        return median(self.seconds)

    @property
    def least(self) -> float:
        return min(self.seconds)

    def note(self, run: Run, penalty: float) -> None:
        self.seconds.append(run.seconds)
        self.cpu.append(run.cpu)
        self.errors, self.branches = run.errors, run.branches
        self.objective = run.errors + penalty * run.branches
        self.peak = max(self.peak, run.peak)


@dataclass
class Outcome:
    """A job with the shape of its set, and the times of each solver."""

    job: Job
    rows: int
    features: int
    classes: int
    times: dict[str, Times]

    def finished(self, solver: str) -> Times | None:
        """The times of a solver that came to an end."""
        times = self.times.get(solver)
        return None if times is None or times.failed else times

    def better(self, peers: Sequence[str]) -> Times | None:
        """The times of the peer that was fastest."""
        found = [times for peer in peers if (times := self.finished(peer))]
        return min(found, key=lambda times: times.median, default=None)

    def ratio(self, *peers: str, least: bool = False) -> float | None:
        """How many times the time of ours the fastest of the peers needs, where both came to an end."""
        ours, theirs = self.finished(OURS), self.better(peers)
        if ours is None or theirs is None:
            return None
        return theirs.least / ours.least if least else theirs.median / ours.median

    def too_costly(self) -> list[str]:
        """The solvers that came to an end with a tree that is not the best that was found."""
        found = {name: times.objective for name, times in self.times.items() if not times.failed}
        least = min(found.values(), default=0.0)
        return [name for name, objective in found.items() if objective > least + 1e-6 * max(1.0, least)]

    @staticmethod
    def from_json(told: dict[str, Any]) -> Outcome:
        times = {name: Times(**each) for name, each in told["times"].items()}
        return Outcome(**told | {"job": Job(**told["job"]), "times": times})


def rounds_for(first: float, wanted: int) -> int:
    """How many rounds a solver gets, by the time of its first run.

    >>> [rounds_for(seconds, 5) for seconds in (0.01, 1.0, 60.0)]
    [11, 5, 1]
    """
    if first > LONG:
        return 1
    return max(wanted, MANY) if first < QUICK else wanted


def duel(
    crew: Crew,
    job: Job,
    path: str,
    shape: tuple[int, int, int],
    solvers: dict[str, float],
    rounds: int,
) -> Outcome:
    """Run the solvers in turns until each has had its rounds, within its seconds.

    A first run of under a second warms up and is dropped.
    """
    outcome = Outcome(job, *shape, {name: Times() for name in solvers})
    left = dict.fromkeys(solvers, 1)
    first = True
    while any(left.values()):
        for name in [name for name in solvers if left[name]]:
            times = outcome.times[name]
            run = crew.of(name).ask(asdict(job) | {"data": path, "seconds": solvers[name]})
            left[name] -= 1
            if run.failed:
                times.failed, left[name] = run.failed, 0
                continue
            kept = not first or run.seconds > 1.0
            if first:
                left[name] = rounds_for(run.seconds, rounds) - kept
            if kept:
                times.note(run, job.penalty * shape[0])
        first = False
    return outcome
