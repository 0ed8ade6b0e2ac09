"""The atlas: the search spaces of the papers side by side, counted, compared, and tried on data.

>>> atlas = survey(Frame(features=3, rules=3, branches=3, depth=2))
>>> [(row.space.slug, row.exactly, row.at_most) for row in atlas.rows][2:4]
[('murtrees', 27, 43), ('odt-bf', 30, 46)]
>>> all(checked.holds for checked in atlas.inclusions)
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from derive import depth, short
from derive.text import to_json
from problems.atlas.inclusions import Checked, check_all
from problems.atlas.spaces import SPACES, Between, Count, Frame, Space, within

if TYPE_CHECKING:
    from problems.atlas.optima import Optimum

__all__ = ["Atlas", "Frame", "Row", "survey", "to_data"]


@dataclass(frozen=True)
class Row:
    """A space with its counts in a frame: by branches, exactly the frame's, at most the frame's.

    >>> survey(Frame(features=2, rules=1, branches=1, depth=1)).rows[-1].by_branches
    [1, 2]
    """

    space: Space
    by_branches: list[Count]
    at_most: Count

    @property
    def exactly(self) -> Count:
        """How many trees have exactly the frame's number of branches."""
        return self.by_branches[-1]


@dataclass(frozen=True)
class Atlas:
    """Counts, inclusions that were checked, and the optima for a data set if one was given.

    >>> survey(Frame(features=2, rules=1, branches=1, depth=1)).optima
    ()
    """

    frame: Frame
    rows: tuple[Row, ...]
    inclusions: tuple[Checked, ...]
    optima: tuple[Optimum, ...] = ()
    data: str = ""

    @property
    def by_depth(self) -> list[list[int]]:
        """How many trees Eq. (1) has, by depth and number of branches."""
        frame = self.frame
        return [within(frame.features, deep, frame.branches) for deep in range(frame.depth + 1)]


def survey(frame: Frame, optima: Sequence[Optimum] = (), data: str = "") -> Atlas:
    """Count every space in a frame, and check which lies in which.

    >>> len(survey(Frame(features=2, rules=2, branches=2, depth=2)).rows)
    8
    """
    rows = tuple(Row(space, space.by_branches(frame), space.at_most(frame)) for space in SPACES)
    return Atlas(frame, rows, tuple(check_all()), tuple(optima), data)


def _count(count: Count) -> Any:
    return count._asdict() if isinstance(count, Between) else count


def to_data(atlas: Atlas) -> dict[str, Any]:
    """The atlas as plain data, for JSON.

    >>> told = to_data(survey(Frame(features=2, rules=2, branches=2, depth=2)))
    >>> told["spaces"][0]["exactly"], told["inclusions"][0]["holds"]
    ({'least': 0, 'most': 2}, True)
    """
    import json

    frame = atlas.frame
    told: dict[str, Any] = {
        "features": frame.features,
        "rules": frame.rules,
        "branches": frame.branches,
        "depth": frame.depth,
        "values": list(frame.sizes) if frame.sizes is not None else frame.values,
        "spaces": [
            {
                "space": row.space.slug,
                "title": row.space.title,
                "paper": row.space.paper,
                "formula": row.space.formula,
                "exactly": _count(row.exactly),
                "at_most": _count(row.at_most),
                "by_branches": [_count(count) for count in row.by_branches],
            }
            for row in atlas.rows
        ],
        "murtree_by_depth": atlas.by_depth,
        "inclusions": [
            {
                "part": checked.part,
                "whole": checked.whole,
                "equal": checked.equal,
                "holds": checked.holds,
                "cases": checked.cases,
                "trees": checked.trees,
                "lacking": None if checked.equal or checked.lacking is None else short(checked.lacking),
            }
            for checked in atlas.inclusions
        ],
    }
    if atlas.data:
        told["data"] = atlas.data
        told["optima"] = [
            {
                "space": found.space,
                "errors": found.errors,
                "branches": found.branches,
                "depth": None if found.tree is None else depth(found.tree),
                "reason": found.reason or None,
                "tree": None
                if found.tree is None
                else json.loads(
                    to_json(found.tree, root=lambda root: {"asks": root[0], "parts": list(root[1])})
                ),
            }
            for found in atlas.optima
        ]
    return told
