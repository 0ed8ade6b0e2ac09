"""What the suites have in common: sizes, closed forms, listing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from derive import Instance, Tree, optimum, trees
from laws import Law
from problems import catalans
from problems.rows import Rows

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def sizes(most: int) -> Callable[[], SearchStrategy[int]]:
    """Sizes from 0 to ``most``.

    >>> from hypothesis import find
    >>> find(sizes(5)(), lambda n: n > 2)
    3
    """

    def draw() -> SearchStrategy[int]:
        from hypothesis import strategies as st

        return st.integers(0, most)

    return draw


def closed_form(
    name: str, counted: Callable[[int], int], formula: Callable[[int], int], says: str, latex: str
) -> Law[int]:
    """That counting gives a known formula, for sizes up to forty.

    >>> closed_form("squares", lambda n: n * n, lambda n: sum(range(1, 2 * n, 2)), "", "").check().unwrap().examples
    41
    """
    return Law(
        f"{name}: closed form",
        sizes(40),
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
