"""What every law and theorem is tested on, compared with ``golden/reach.txt``: one line each.

``RENEW_GOLDEN=1 pytest tests/test_reach.py`` writes it anew; read the difference before committing it.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis.strategies import SearchStrategy

from problems.lawbook import LAWBOOK
from problems.theorems import THEOREMS
from tests.reach import reach

GOLDEN = Path(__file__).parent / "golden" / "reach.txt"
BETWEEN = " | "
GIVEN: dict[str, Callable[[], SearchStrategy[Any]]] = {
    **{f"{suite.name}.{law.name}": law.given for suite in LAWBOOK.values() for law in suite.laws},
    **{slug: theorem.inputs for slug, theorem in THEOREMS.items()},
}
known: dict[tuple[str, str | None], str] = {}


def reached(name: str, expected: str | None = None) -> str:
    """Many laws draw the same; what prints alike is looked at once."""
    strategy = GIVEN[name]()
    if (repr(strategy), expected) not in known:
        known[repr(strategy), expected] = reach(strategy, expected)
    return known[repr(strategy), expected]


if os.environ.get("RENEW_GOLDEN"):
    lines = (f"{name}{BETWEEN}{reached(name)}\n" for name in GIVEN)
    GOLDEN.write_text("".join(lines), encoding="utf-8")

EXPECTED = dict(line.split(BETWEEN, 1) for line in GOLDEN.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("name", GIVEN)
def test_examples_go_as_far_as_noted_and_no_further(name: str) -> None:
    assert reached(name, EXPECTED[name]) == EXPECTED[name]


def test_no_line_is_left_over() -> None:
    assert list(EXPECTED) == list(GIVEN)
