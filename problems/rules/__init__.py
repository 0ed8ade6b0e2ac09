"""Rules made from points: thresholds, hyperplanes, polynomial surfaces, mixtures, functions of yours.

- ``places``, ``lift``, ``signs``: exact points, products of coordinates, sides without rounding
- ``dichotomies``: every way in which flats part points, in any position
- ``surface``, ``separate``: a rule in words, and how a cut is put into them
- ``cuts``, ``surfaces``, ``family``: rules merged by what they cut; families that make them
- ``inside``: proper trees by definition; ancestry matrices
- ``odt``: optimal trees over any family

Any position is all right: points may coincide (they go together, whatever their labels), lie on a line
(then a rule is made from one point, as on a line), or be fewer than a rule takes (then it is made from
all but one of them). What is no finite number is refused.

>>> grown = odt_ml([(0, 0), (2, 2), (0, 2), (2, 0), (1, 1)], "aabba", axis + oblique, max_rules=2)
>>> print(grown)
0 of 5 wrong with 2 axis + oblique rules, proved optimal
>>> str(grown.tree.root), grown.cuts.generated, len(grown.cuts)
('2 x0 - x1 <= -1', 62, 8)
"""

from problems.rules.cuts import Cuts
from problems.rules.family import (
    Family,
    axis,
    custom,
    hypersurfaces,
    mixture,
    oblique,
    one_closed_side,
    quadratic,
)
from problems.rules.odt import Grown, odt_ml
from problems.rules.surface import Surface

__all__ = [
    "Cuts", "Family", "Grown", "Surface", "axis", "custom", "hypersurfaces", "mixture", "oblique",
    "odt_ml", "one_closed_side", "quadratic",
]  # fmt: skip
