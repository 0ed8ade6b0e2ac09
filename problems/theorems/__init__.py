"""The paper's theorems as values: run them, step through them, break them.

>>> print(THEOREMS["theorem-4.10-short"].derivation)
Theorem 4.10, short
<BLANKLINE>
  map (fold acc) . trees splits
= { fold fuses with solve }
  solve splits acc id
<BLANKLINE>
1 step checked by shape.
"""

from problems.theorems.accumulation import THEOREM_4_8
from problems.theorems.generator import THEOREM_4_10, THEOREM_4_10_SHORT
from problems.theorems.lists import THEOREM_4_2, THEOREM_4_3
from problems.theorems.optimum import THEOREM_1_1, THEOREM_4_13
from problems.theorems.pruning import FILTER_FUSION, THINNING_FUSION
from problems.theorems.spans import BRACKETING, SEARCH_TREES
from problems.theorems.theorem import Theorem

__all__ = ["THEOREMS", "Theorem"]

THEOREMS: dict[str, Theorem] = {
    theorem.slug: theorem
    for theorem in (
        THEOREM_4_2,
        THEOREM_4_3,
        THEOREM_4_8,
        THEOREM_4_10,
        THEOREM_4_10_SHORT,
        THEOREM_4_13,
        THEOREM_1_1,
        FILTER_FUSION,
        THINNING_FUSION,
        BRACKETING,
        SEARCH_TREES,
    )
}
"""Every derivation by name."""
