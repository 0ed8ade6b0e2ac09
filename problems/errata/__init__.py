"""What the papers claim and what does not hold, each as a law that fails, with its smallest counterexample.

Every law here is expected to fail; the reason says what is missing or what the right form is. If one
starts to hold, the suite fails.

- ``choosing``, ``generators``, ``keys``, ``orders``, ``instances``: He & Little
- ``murtree``: MurTree
- ``smallest``, ``listings``: Kobourov et al., Ordyniak & Szeider
- ``branches``: Branches

>>> law = next(law for law in ERRATA.laws if law.name == "Lemma 3.7")
>>> print(law.check().failure())
Lemma 3.7: does not hold
  for   Ancestry(matrix=((0, 1), (1, 0)))
  left  False
  right True
"""

from __future__ import annotations

from laws import Suite
from problems.errata import (
    branches,
    choosing,
    generators,
    instances,
    keys,
    listings,
    murtree,
    orders,
    smallest,
)
from problems.errata.choosing import LEAVES, MONOTONE, Ruled, right_early
from problems.errata.claim import Claim
from problems.errata.instances import Points, cuts, multiplying, separable
from problems.errata.keys import PARENT_AND_RULES, RULES_ALONE
from problems.errata.orders import Lines

__all__ = [
    "CLAIMS", "ERRATA", "LEAVES", "MONOTONE", "PARENT_AND_RULES", "RULES_ALONE", "Claim", "Lines", "Points",
    "Ruled", "cuts", "multiplying", "right_early", "separable",
]  # fmt: skip

CLAIMS: list[Claim] = [
    claim
    for module in (
        choosing,
        generators,
        keys,
        orders,
        instances,
        murtree,
        smallest,
        listings,
        branches,
    )
    for claim in module.CLAIMS
]

ERRATA = Suite(
    "errata",
    [claim.law for claim in CLAIMS],
    expected_failures={claim.law.name: claim.reason for claim in CLAIMS},
    raising=[claim.law.name for claim in CLAIMS if claim.raises],
)
