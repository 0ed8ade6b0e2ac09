"""A theorem: a derivation, the cases to test it on, and the side conditions that it owes, as laws."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any

from derive import Algebra, Problem, solve
from derive.lists import concat
from derive.term import Term
from laws.derivation import Case, Derivation
from laws.law import Law
from laws.relation import BY_COST, EQUAL

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


@dataclass(frozen=True)
class Theorem:
    """A derivation that can be tested: ``owed`` has a law for every side condition that it names.

    >>> from problems.theorems import THEOREMS
    >>> THEOREMS["theorem-4.13"].derivation.owes
    ('Bellman', 'actions commute')
    >>> [law.name for law in THEOREMS["theorem-4.2"].laws()][-1]
    'Theorem 4.2: specification and program'
    """

    slug: str
    derivation: Derivation
    inputs: Callable[[], SearchStrategy[Case]]
    note: str
    owed: Mapping[str, Law[Any]] = field(default_factory=dict)

    def laws(self) -> list[Law[Any]]:
        """Every step, what the steps owe, and that specification and program agree."""
        return [
            *self.derivation.laws(self.inputs),
            *self.owed.values(),
            self.derivation.agreement(self.inputs),
        ]


def bellman(
    title: str,
    inputs: Callable[[], SearchStrategy[Case]],
    choose: Term,
    *,
    problem: str,
    algebra: str,
    cost: str = "",
) -> Law[Case]:
    """Bellman's law at the seed of a case: what ``choose`` drops from a part is not missed above it.

    With a ``cost`` answers are compared by it, else as they are.

    >>> from problems.theorems.spans import chain_case, chains
    >>> from derive.term import min_, value
    >>> law = bellman("chains", chains, min_(value("M")), problem="chain", algebra="count", cost="M")
    >>> law.lhs(chain_case([2, 1, 3, 2]))[:1]
    [(10, (2, 2, 10))]
    """

    def side(case: Case, early: bool) -> list[Any]:
        keep = choose.at(**case.values)
        offers = parts_worth(case.values[problem], case.values[algebra], case.argument)
        answers = concat(
            keep(
                [
                    case.values[algebra].node(root, vs)
                    for vs in product(*(map(keep, parts) if early else parts))
                ]
            )
            for root, parts in offers
        )
        return [(case.values[cost](answer), answer) for answer in answers] if cost else answers

    def candidates(case: Case) -> Iterable[object]:
        found = concat(
            concat(parts)
            for _, parts in parts_worth(case.values[problem], case.values[algebra], case.argument)
        )
        return map(case.values[cost], found) if cost else found

    return Law(
        f"{title} owes: Bellman",
        inputs,
        lhs=lambda case: side(case, early=False),
        rhs=lambda case: side(case, early=True),
        same=BY_COST if cost else EQUAL,
        says="h [node r vs | vs <- parts] = h [node r vs | vs <- map h parts]",
        cite="4.13, 4.8.1, 4.8.2",
        candidates=candidates,
    )


def promotion(
    title: str, inputs: Callable[[], SearchStrategy[Case]], choose: Term, *, problem: str, algebra: str
) -> Law[Case]:
    """Promotion at the seed of a case: choosing from each list first changes nothing.

    >>> from problems.theorems.spans import chain_case, chains
    >>> from derive.term import min_, value
    >>> law = promotion("chains", chains, min_(value("M")), problem="chain", algebra="count")
    >>> law.lhs(chain_case([2, 1, 3])) == law.rhs(chain_case([2, 1, 3]))
    True
    """

    def lists(case: Case) -> list[list[Any]]:
        node = case.values[algebra].node
        offers = parts_worth(case.values[problem], case.values[algebra], case.argument)
        leaves = list(map(case.values[algebra].leaf, case.values[problem].base(case.argument)))
        return [leaves, *([node(root, vs) for vs in product(*parts)] for root, parts in offers)]

    return Law(
        f"{title} owes: promotion",
        inputs,
        lhs=lambda case: choose.at(**case.values)(concat(lists(case))),
        rhs=lambda case: choose.at(**case.values)(concat(map(choose.at(**case.values), lists(case)))),
        says="h . concat = h . concat . map h",
        cite="4.3, 4.8.2",
        candidates=lambda case: concat(lists(case)),
    )


def parts_worth(
    problem: Problem[Any, Any, Any], algebra: Algebra[Any, Any, Any], seed: Any
) -> list[tuple[Any, list[list[Any]]]]:
    """Every split of a seed: its root, and all that its parts may be worth.

    >>> from derive import COUNT
    >>> from problems.mcmp import matrix_chain
    >>> parts_worth(matrix_chain([1, 1, 1, 1]).problem, COUNT, (0, 3))
    [(None, [[1], [1]]), (None, [[1], [1]])]
    """
    worth = solve(problem, algebra)
    return [(root, list(map(worth, parts))) for root, parts in problem.splits(seed)]
