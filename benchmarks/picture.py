"""The picture of how time grows with rows, features and depth."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.duel import Outcome
from benchmarks.report import NAMES
from benchmarks.sections import SCALES


def of_scale(outcomes: Sequence[Outcome], scale: str) -> list[Outcome]:
    """The outcomes along one axis, in order."""
    if scale == "depth":
        name = SCALES["depth"][0]
        return sorted((o for o in outcomes if o.job.name == name), key=lambda o: o.job.depth or 0)
    return sorted((o for o in outcomes if o.job.name in SCALES[scale]), key=lambda o: (o.rows, o.features))


def place(outcome: Outcome, scale: str) -> int:
    return {"rows": outcome.rows, "features": outcome.features, "depth": outcome.job.depth or 0}[scale]


def draw(outcomes: Sequence[Outcome], path: Path) -> None:
    """Three panels, times on a logarithmic scale, one line for each solver."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams |= {"svg.hashsalt": "scaling", "svg.fonttype": "none"}
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(1, 3, figsize=(9, 3), sharey=True, layout="constrained")
    for panel, scale in zip(panels, SCALES, strict=True):
        _panel(panel, of_scale(outcomes, scale), scale)
    panels[0].set_ylabel("seconds")
    panels[0].legend(frameon=False)
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def _panel(panel: Any, outcomes: Sequence[Outcome], scale: str) -> None:
    for solver in sorted({name for outcome in outcomes for name in outcome.times}):
        ended = [(outcome, times) for outcome in outcomes if (times := outcome.finished(solver))]
        places = [place(outcome, scale) for outcome, _ in ended]
        panel.plot(places, [times.median for _, times in ended], marker="o", label=NAMES.get(solver, solver))
    panel.set_yscale("log")
    if scale != "depth":
        panel.set_xscale("log")
    panel.minorticks_off()
    panel.set_xlabel(scale)
    panel.grid(alpha=0.3)
