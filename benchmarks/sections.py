"""What is compared: each section is a list of jobs, the peers that get them as well, and the goals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from benchmarks.duel import OURS, Job, Outcome

PENALTIES = (0.01, 0.005)
AT_DEPTH_FIVE = (
    "anneal",
    "australian-credit",
    "breast-wisconsin",
    "car",
    "compas",
    "german-credit",
    "heart-cleveland",
    "hypothyroid",
    "kr-vs-kp",
    "tic-tac-toe",
)
AT_ANY_DEPTH = (
    "balance",
    "car",
    "compas",
    "german-credit",
    "hypothyroid",
    "kr-vs-kp",
    "monk1-f",
    "monk3-f",
    "mushroom",
    "tic-tac-toe",
)
TWO_THREADS = "derive, two threads"
SCALES = {
    "rows": [f"made-{rows}x40" for rows in (1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000)],
    "features": [f"made-2000x{features}" for features in (10, 20, 40, 80, 160, 320)],
    "depth": ["made-2000x30"] * 6,
}

Known = dict[str, list[Outcome]]


@dataclass(frozen=True)
class Section:
    """Jobs, made of the names of sets and of what is known, and who runs them.

    ``peers`` says how many seconds each may take; ours may take as many as the job says.
    """

    name: str
    title: str
    text: str
    peers: dict[str, float]
    jobs: Callable[[Sequence[str], Known], list[Job]]
    minutes: float
    fresh: bool = False
    goals: dict[str, float] = field(default_factory=dict)


def at_depth(depth: int, seconds: float) -> Callable[[Sequence[str], Known], list[Job]]:
    return lambda names, _: [Job(name, depth, seconds=seconds) for name in names]


def penalised(
    chosen: Sequence[str], depth: int | None, seconds: float
) -> Callable[[Sequence[str], Known], list[Job]]:
    def jobs(names: Sequence[str], _: Known) -> list[Job]:
        here = [name for name in chosen if name in names]
        return [Job(name, depth, penalty, seconds) for name in here or names for penalty in PENALTIES]

    return jobs


def long_ones(names: Sequence[str], known: Known) -> list[Job]:
    """The jobs of other sections that took one thread between one second and twenty, at most ten of them."""
    long = [
        outcome.job
        for section in ("depth4", "depth5", "penalised", "unlimited")
        for outcome in known.get(section, [])
        if outcome.job.name in names and (ours := outcome.finished(OURS)) and 1 < ours.median < 20
    ]
    return long[:: -(-len(long) // 10) or 1]


def scaled(_: Sequence[str], __: Known) -> list[Job]:
    sizes = [Job(name, 3, seconds=60) for scale in ("rows", "features") for name in SCALES[scale]]
    return sizes + [Job(name, depth, seconds=60) for depth, name in enumerate(SCALES["depth"], 1)]


ALL = (
    Section(
        "depth3",
        "Fewest errors, depth 3",
        "No tree of depth 3 makes fewer errors.",
        {"pystreed": 60, "pydl8.5": 30},
        at_depth(3, 60),
        2,
        goals={"mean": 10, "worst": 1},
    ),
    Section(
        "depth4",
        "Fewest errors, depth 4",
        "The same at depth 4.",
        {"pystreed": 180, "pydl8.5": 30},
        at_depth(4, 180),
        8,
        goals={"mean": 15, "worst": 1},
    ),
    Section(
        "depth5",
        "Fewest errors, depth 5",
        "The same at depth 5; STreeD gets 120 seconds.",
        {"pystreed": 120, "pydl8.5": 30},
        at_depth(5, 120),
        25,
        goals={"worst": 5},
    ),
    Section(
        "penalised",
        "Errors and a penalty for every branch, depth 5",
        "A branch costs 0.01 or 0.005 of the rows. Cost counts errors and penalties, in rows.",
        {"pystreed": 60, "gosdt": 30},
        penalised(AT_DEPTH_FIVE, 5, 60),
        8,
        goals={"worst": 5},
    ),
    Section(
        "unlimited",
        "Errors and a penalty for every branch, any depth",
        "The same with no limit on depth. Every solver has a new process for each job; memory is the peak of "
        "that process, with Python and all libraries.",
        {"imodels": 60, "gosdt": 30},
        penalised(AT_ANY_DEPTH, None, 60),
        8,
        fresh=True,
        goals={"mean": 3, "worst": 1},
    ),
    Section(
        "threads",
        "Two threads",
        "Jobs from the sections above that take one thread between one second and twenty; the ratio is the time "
        "of one thread divided by that of two.",
        {TWO_THREADS: 60},
        long_ones,
        5,
        goals={"worst": 1.6},
    ),
    Section(
        "scaling",
        "How time grows",
        "Made-up sets: a tree of depth three, with every fifth label drawn anew, and more features that mean "
        "nothing. Depth 3 where rows and features grow.",
        {"pystreed": 60},
        scaled,
        5,
    ),
)
SECTIONS = {section.name: section for section in ALL}
