"""From outcomes to text: a line while it runs, a table and a summary of each section in the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from benchmarks.duel import OURS, Outcome, Times
from benchmarks.figures import Table, digits, duration, geometric_mean
from benchmarks.sections import SCALES, SECTIONS, TWO_THREADS, Section

NAMES = {
    "pystreed": "STreeD",
    "pydl8.5": "DL8.5",
    "gosdt": "GOSDT",
    "imodels": "imodels",
    TWO_THREADS: "two threads",
}
SMALL = 0.01  # seconds that STreeD needs for a small set


def line(outcome: Outcome) -> str:
    """What came of a job, with the least times beside the medians, for a machine that has other work too."""
    job = outcome.job
    shape = f"{outcome.rows}x{outcome.features}"
    cells = [f"{job.name:18} {shape:>10} depth {job.depth or 'any':3} penalty {job.penalty:<5}"]
    for name, times in outcome.times.items():
        if times.failed:
            cells.append(f"{name} {times.failed}")
            continue
        told = f"{name} {times.objective:g} in {duration(times.median)} (least {duration(times.least)}, {len(times.seconds)} runs)"
        ratio, least = outcome.ratio(name), outcome.ratio(name, least=True)
        if name != OURS and ratio and least:
            told += f" x{digits(ratio)} (least x{digits(least)})"
        cells.append(told)
    if worse := outcome.too_costly():
        cells.append(f"NOT OPTIMAL: {', '.join(worse)}")
    return " | ".join(cells)


def shown(times: Times | None) -> str:
    """A time in a table, with the number of rounds where they are fewer than five."""
    if times is None:
        return ""
    if times.failed:
        return times.failed
    few = len(times.seconds) < 5
    return duration(times.median) + (f" ({len(times.seconds)})" if few else "")


def ratio_shown(outcome: Outcome, peer: str) -> str:
    """How many times as long the peer takes, or ours when the peer is ours on more threads."""
    ratio = outcome.ratio(peer)
    if ratio is None:
        return ""
    return digits(1 / ratio if peer == TWO_THREADS else ratio)


def found(outcome: Outcome) -> str:
    """The least objective, and a loud word on who did not find it."""
    ended = [times for times in outcome.times.values() if not times.failed]
    if not ended:
        return ""
    best = min(ended, key=lambda times: times.objective)
    cost = f"{best.objective:g}" if not outcome.job.penalty else f"{best.objective:.2f}"
    wrong = [
        f" **{NAMES.get(name, name)}: {outcome.times[name].objective:g}**" for name in outcome.too_costly()
    ]
    return cost + ",".join(wrong)


def duels(section: Section, outcomes: Sequence[Outcome]) -> Table:
    """A row for each job: who took how long, and how many times as long as ours."""
    penalised = any(outcome.job.penalty for outcome in outcomes)
    several = len({outcome.job.depth for outcome in outcomes}) > 1
    head = ["set", "rows", "features", "classes"]
    head += ["depth"] * several + ["penalty"] * penalised
    head += ["cost" if penalised else "errors", "derive"]
    head += [name for peer in section.peers for name in (NAMES[peer], "ratio")]
    if section.fresh:
        head += [f"memory, {name}" for name in ("derive", *(NAMES[peer] for peer in section.peers))]
    rows = []
    for outcome in outcomes:
        row = [outcome.job.name, *map(str, (outcome.rows, outcome.features, outcome.classes))]
        row += [str(outcome.job.depth or "any")] * several + [str(outcome.job.penalty)] * penalised
        row += [found(outcome), shown(outcome.times[OURS])]
        for peer in section.peers:
            row += [shown(outcome.times.get(peer)), ratio_shown(outcome, peer)]
        if section.fresh:
            row += [memory(outcome.times.get(name)) for name in (OURS, *section.peers)]
        rows.append(row)
    return Table(head, rows)


def memory(times: Times | None) -> str:
    return "" if times is None or times.failed else f"{times.peak / 2**20:.0f} MiB"


def summed(ratios: dict[str, float], what: str, goals: dict[str, float]) -> str:
    """The geometric mean and the worst of some ratios, with what was hoped for."""
    if not ratios:
        return f"- {what}: none"
    worst = min(ratios, key=ratios.__getitem__)

    def goal(name: str) -> str:
        return f" (goal {goals[name]:g})" if name in goals else ""

    mean = digits(geometric_mean(list(ratios.values())))
    return (
        f"- {what}, {len(ratios)} jobs: {mean} times faster by the geometric mean{goal('mean')}, "
        f"{digits(ratios[worst])} at worst, on {worst}{goal('worst')}"
    )


def ratios(outcomes: Sequence[Outcome], *peers: str) -> dict[str, float]:
    return {
        f"{outcome.job.name}{f' at {outcome.job.penalty}' if outcome.job.penalty else ''}": ratio
        for outcome in outcomes
        if (ratio := outcome.ratio(*peers)) is not None
    }


def against_streed(section: Section, outcomes: Sequence[Outcome]) -> list[str]:
    def needs(outcome: Outcome) -> float:
        times = outcome.finished("pystreed")
        return times.median if times else 0.0

    large = [outcome for outcome in outcomes if needs(outcome) > SMALL]
    small = [outcome for outcome in outcomes if 0 < needs(outcome) <= SMALL]
    told = [
        summed(ratios(large, "pystreed"), "against STreeD where it needs more than 10 ms", section.goals),
        summed(ratios(small, "pystreed"), "against STreeD on smaller sets", {"worst": 1}),
    ]
    return [*told, summed(ratios(outcomes, "pydl8.5"), "against DL8.5 where it finishes", {})]


def against_better(section: Section, outcomes: Sequence[Outcome]) -> list[str]:
    return [summed(ratios(outcomes, *section.peers), "against the better of the two", section.goals)]


def against_imodels(section: Section, outcomes: Sequence[Outcome]) -> list[str]:
    most = max((times.peak for outcome in outcomes if (times := outcome.finished(OURS))), default=0)
    return [
        summed(ratios(outcomes, "imodels"), "against imodels", section.goals),
        summed(ratios(outcomes, "gosdt"), "against GOSDT where it finishes", {}),
        f"- memory of derive: {most / 2**20:.0f} MiB at most (goal: below 1024)",
    ]


def by_threads(section: Section, outcomes: Sequence[Outcome]) -> list[str]:
    faster = {name: 1 / ratio for name, ratio in ratios(outcomes, TWO_THREADS).items()}
    return [summed(faster, "two threads against one", section.goals)]


def growth(_: Section, outcomes: Sequence[Outcome]) -> list[str]:
    """How the time grows when the rows do, which should be no faster."""
    rows = [o for o in outcomes if o.job.name in SCALES["rows"] and o.finished(OURS)]
    if len(rows) < 2:
        return []
    small, large = rows[0], rows[-1]
    times = large.times[OURS].median / small.times[OURS].median
    return [f"- {large.rows / small.rows:g} times the rows take {digits(times)} times as long"]


SUMMARIES: dict[str, Callable[[Section, Sequence[Outcome]], list[str]]] = {
    "depth3": against_streed,
    "depth4": against_streed,
    "depth5": against_streed,
    "penalised": against_better,
    "unlimited": against_imodels,
    "threads": by_threads,
    "scaling": growth,
}


RIVALS = {
    "depth3": ("pystreed",),
    "depth4": ("pystreed",),
    "depth5": ("pystreed",),
    "penalised": ("pystreed", "gosdt"),
    "unlimited": ("imodels",),
}


def in_short(known: dict[str, Sequence[Outcome]]) -> Table:
    """A row for each section that has a rival: how many times as long the faster of its rivals takes."""
    rows = []
    for name, rivals in RIVALS.items():
        if faster := ratios(known.get(name, []), *rivals):
            mean, least = geometric_mean(list(faster.values())), min(faster.values())
            beside = " or ".join(NAMES[rival] for rival in rivals)
            rows.append([SECTIONS[name].title, beside, str(len(faster)), digits(mean), digits(least)])
    return Table(
        ["what", "beside", "jobs that both finish", "times faster, geometric mean", "at least"], rows
    )


def unfinished(outcomes: Sequence[Outcome]) -> list[str]:
    """Where ours did not finish, which is to be said first."""
    return [
        f"- **derive did not finish**: {outcome.job.key}: {outcome.times[OURS].failed}"
        for outcome in outcomes
        if outcome.times[OURS].failed
    ]


def disagreements(outcomes: Sequence[Outcome]) -> list[str]:
    return [
        f"- **not optimal**: {outcome.job.key}: "
        + ", ".join(f"{name} {outcome.times[name].objective:g}" for name in outcome.too_costly())
        + f" where {found(outcome).split(' ')[0]} is possible"
        for outcome in outcomes
        if outcome.too_costly()
    ]


def summary(section: Section, outcomes: Sequence[Outcome]) -> list[str]:
    """What a section comes to, bad news first."""
    if not outcomes:
        return ["- not measured"]
    return unfinished(outcomes) + disagreements(outcomes) + SUMMARIES[section.name](section, outcomes)


def part(section: Section, outcomes: Sequence[Outcome]) -> str:
    """A section of the results, in Markdown."""
    return "\n\n".join(
        [
            f"## {section.title}",
            section.text,
            "\n".join(summary(section, outcomes)),
            *([duels(section, outcomes).markdown()] if outcomes else []),
        ]
    )
