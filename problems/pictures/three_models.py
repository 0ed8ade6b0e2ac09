"""Figure 3 of He & Little: one data set, and trees of thresholds, of lines and of conics for it.

>>> points, labels = ellipse()
>>> len(points), labels.count("inside")
(26, 12)
"""

from __future__ import annotations

from random import Random

from problems import OptimalTreeClassifier
from problems.pictures.canvas import Picture
from problems.pictures.decisions import compared

POINTS, SEED, MOST_RULES = 26, 5, 4
"""How many points, where their random numbers start, and how many rules a tree may have."""

KINDS = {"axis-parallel": "axis", "oblique": "oblique", "quadratic": "quadratic"}


def ellipse(points: int = POINTS, random_seed: int = SEED) -> tuple[list[tuple[int, int]], list[str]]:
    """Random points of a square, inside or outside a slanted ellipse; none lies close to its border.

    >>> ellipse(2)
    ([(80, 33), (95, 46)], ['outside', 'outside'])
    """
    random = Random(random_seed)
    places: list[tuple[int, int]] = []
    labels: list[str] = []
    while len(places) < points:
        x, y = (random.randrange(1, 100) for _ in range(2))
        along, across = x + y - 100, x - y
        height = (along / 75) ** 2 + (across / 38) ** 2
        if not 0.85 < height < 1.15:
            places.append((x, y))
            labels.append("inside" if height < 1 else "outside")
    return places, labels


def best_tree(rules: str) -> OptimalTreeClassifier:
    """The best tree of one kind for the points of ``ellipse``.

    It has the fewest errors of all trees with at most ``MOST_RULES`` rules of its kind, and of those the fewest
    rules: a rule costs less than an error, however many there are. Needs scikit-learn.

    >>> tree = best_tree("axis + oblique")
    >>> int(tree.errors_), tree.is_optimal_
    (0, True)
    """
    points, labels = ellipse()
    rule_costs = 1 / ((MOST_RULES + 1) * len(points))
    model = OptimalTreeClassifier(max_depth=None, max_nodes=MOST_RULES, penalty=rule_costs, rules=rules)
    return model.fit(points, labels)


def figure_3() -> Picture:
    """The best axis-parallel, oblique and quadratic trees for the points of ``ellipse``, sizes and errors above.

    >>> for axes in figure_3().axes:
    ...     print(axes.get_title().replace(chr(10), ": "))
    axis-parallel: 4 rules, 1 of 26 wrong
    oblique: 3 rules, 0 of 26 wrong
    quadratic: 1 rule, 0 of 26 wrong
    """
    return compared({name: best_tree(rules) for name, rules in KINDS.items()}, *ellipse())
