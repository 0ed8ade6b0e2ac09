"""Solutions for notebook 11, MurTree read three ways."""

from itertools import permutations

from derive import Leaf, Node, descend, leaves, map_leaves, optimum, trees
from derive.tree import fold_with
from problems import murtrees, odt_bf
from problems.murtree import murtree
from problems.rows import Rows

CELLS = [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)]


def test_exercise_1() -> None:
    """Seven: asking again on a path tells nothing, so the waste can be left out of any tree."""
    parity = Rows.from_table(CELLS, [sum(cell) % 2 for cell in CELLS])
    best = [
        min(
            sum(map(parity.errors, leaves(descend(parity.act, parity.everything, tree))))
            for tree in trees(*odt_bf.no_feature_twice(range(3), n), limit=None)
        )
        for n in (5, 6, 7)
    ]
    assert best == [2, 1, 0]

    def spared(tree, asked):
        """The same answers without asking twice; ``asked`` has what is known."""
        if isinstance(tree, Leaf):
            return tree
        if tree.root in asked:
            return spared(tree.parts[asked[tree.root]], asked)
        parts = (spared(part, {**asked, tree.root: turn}) for turn, part in enumerate(tree.parts))
        return Node(tree.root, tuple(parts))

    for tree in trees(*odt_bf.any_feature(range(2), 3)):
        once = spared(map_leaves(lambda _: None, tree), {})
        errors = [
            sum(map(parity.errors, leaves(descend(parity.act, parity.everything, t)))) for t in (tree, once)
        ]
        assert errors[0] == errors[1]


def test_exercise_2() -> None:
    """Label every cell by the leaf of a missing tree that it falls into, even leaves against odd ones."""
    rules = range(3)
    missing = set(trees(*odt_bf.odt_bf(rules))) - set(trees(*murtrees.murtrees(rules)))
    features = Rows.from_table(CELLS, range(8))
    worse = 0
    for tree in missing:
        cells = leaves(descend(features.act, features.everything, tree))
        labels = [next(n for n, held in enumerate(cells) if held >> i & 1) for i in range(8)]
        rows = Rows.from_table(CELLS, labels)
        all_ways, in_order = (
            optimum(*space(rules, rows), rows.misclassified()).unwrap().value
            for space in (odt_bf.decision_trees, murtrees.decision_trees)
        )
        assert all_ways == 0
        worse += in_order > 0
    assert worse == len(missing) == 3


def test_exercise_3() -> None:
    """Yes: the three missing trees each need one order only."""
    reached = {tree for order in permutations((1, 2, 3)) for tree in trees(*murtrees.murtrees(order))}
    assert reached == set(trees(*odt_bf.odt_bf((1, 2, 3))))
    assert all(fold_with(lambda _: 0, lambda _, parts: 1 + sum(parts), tree) == 3 for tree in reached)
    assert murtree(Rows((), (0, 0, 0)), 3, 3).seed == (0, 3, 3)
