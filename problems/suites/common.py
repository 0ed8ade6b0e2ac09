"""What the suites have in common: closed forms, listing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derive import Instance, Tree, optimum, trees
from laws import Law
from laws.draws import naturals
from problems import catalans
from problems.rows import Rows


def closed_form(
    name: str, counted: Callable[[int], int], formula: Callable[[int], int], says: str, latex: str
) -> Law[int]:
    """That counting gives a known formula, for sizes up to forty.

    >>> closed_form("squares", lambda n: n * n, lambda n: sum(range(1, 2 * n, 2)), "", "").check().unwrap().examples
    41
    """
    return Law(
        f"{name}: closed form",
        naturals(40),
        lhs=counted,
        rhs=formula,
        says=says,
        latex=latex,
        cite="He & Little, Lemma 6.2 and section 6",
        owed_by=("Quotient", "COUNT"),
    )


def best_of(instance: Instance[Any, int, int], rows: Rows) -> int | None:
    """The fewest errors of any tree, or None if there is no tree.

    >>> from problems.odt_bf import decision_trees
    >>> both = Rows("ab", (0b01,))
    >>> best_of(decision_trees((0,), both), both)
    0
    """
    return optimum(*instance, rows.misclassified()).map(lambda best: best.value).value_or(None)


def searching(n: int) -> Instance[Any, int, None]:
    """Search trees over n keys.

    >>> len(listed(searching(3)))
    5
    """
    return catalans.catalans(range(n))


def listed(instance: Instance[Any, Any, Any]) -> list[Tree[Any, Any]]:
    """Every tree, however many.

    >>> listed(searching(0))
    [Leaf(None)]
    """
    return trees(*instance, limit=None)
