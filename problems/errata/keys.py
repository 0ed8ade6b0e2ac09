"""Keys under which different seeds are taken for one: what a memo must not leave out.

>>> [claim.law.name for claim in CLAIMS][:2]
['decision trees: key rules alone', 'decision trees: key parent and rules']
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from derive import Instance, Key, Problem
from laws.memo import key_sound
from problems import draws, proper
from problems.errata.choosing import Ruled
from problems.errata.claim import Claim

RULES_ALONE = Key[Any]("rules alone", lambda seed: seed[0])
PARENT_AND_RULES = Key[Any]("parent and rules", lambda seed: (seed[0], seed[1]))


def _with_parent(pair: Ruled) -> Instance[Any, int, int]:
    """Decision trees whose seed also names the rule above: (parent, rules, rows)."""
    problem, (rules, rows) = proper.decision_trees(*pair)

    def splits(seed: Any) -> Iterator[tuple[int, tuple[Any, ...]]]:
        for root, parts in problem.splits(seed[1:]):
            yield root, tuple((root, *part) for part in parts)

    return Instance(Problem("with parent", lambda seed: problem.base(seed[1:]), splits), (None, rules, rows))


CLAIMS = [
    Claim(
        key_sound(
            "decision trees",
            lambda: draws.rules_with_data(3),
            lambda pair: proper.decision_trees(*pair),
            RULES_ALONE,
        ),
        "rows decide what a tree costs: the key is (rules, rows)",
    ),
    Claim(
        key_sound("decision trees", lambda: draws.rules_with_data(4), _with_parent, PARENT_AND_RULES),
        "the parent does not say which rows arrive: the key is (rules, rows)",
    ),
]
