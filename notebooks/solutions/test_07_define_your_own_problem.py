"""Solutions for notebook 7, define your own problem."""

from operator import itemgetter

from derive import (
    COUNT,
    Algebra,
    Problem,
    count,
    descend,
    explore,
    fold,
    leaves,
    map_leaves,
    min_by,
    optimum,
    tabulate,
    trees,
)


def _halves(span):
    i, j = span
    return [("+", ((i, k), (k, j))) for k in range(i + 1, j)]


def test_exercise_1() -> None:
    """A file of length n that is merged d times is a letter of frequency n with a code of d bits."""
    lengths = [10, 100, 5, 50, 3]
    merging = Problem("merging", base=lambda s: [lengths[s[0]]] if s[1] - s[0] == 1 else [], splits=_halves)

    def merge(_, parts):
        whole = sum(length for length, _ in parts)
        return whole, whole + sum(cost for _, cost in parts)

    cost = Algebra(leaf=lambda length: (length, 0), node=merge, choose=min_by(itemgetter(1)))
    best = optimum(merging, (0, 5), cost).unwrap()
    assert best.value == (168, 389) == min(fold(cost, tree) for tree in trees(merging, (0, 5)))

    letters = "ABCDE"
    often = dict(zip(letters, lengths, strict=True))
    code = Problem("code", base=lambda s: [letters[s[0]]] if s[1] - s[0] == 1 else [], splits=_halves)
    bits = Algebra(leaf=lambda letter: (often[letter], 0), node=merge, choose=min_by(itemgetter(1)))
    shortest = optimum(code, (0, 5), bits).unwrap()
    assert shortest.value == best.value
    assert map_leaves(often.__getitem__, shortest.tree) == best.tree

    merges = leaves(descend(lambda *turn: turn[-1] + 1, 0, best.tree))
    assert sum(length * times for length, times in zip(lengths, merges, strict=True)) == best.value[1]


def test_exercise_2() -> None:
    """The cuts are the keys of a search tree; a branch costs the stick it stands for."""
    marks = [0, 2, 4, 7, 10]

    def cuts(stick):
        i, j = stick
        return [((i, k, j), ((i, k), (k, j))) for k in range(i + 1, j)]

    sticks = Problem("sticks", base=lambda s: [None] if s[1] - s[0] == 1 else [], splits=cuts)
    cost = Algebra(lambda _: 0, lambda cut, parts: marks[cut[2]] - marks[cut[0]] + sum(parts), min_by(int))
    best = optimum(sticks, (0, 4), cost).unwrap()
    assert (best.value, best.tree.root) == (20, (0, 2, 4))


def test_exercise_3() -> None:
    """Values are truth values; equal ones are counted together."""
    items, operators = [True, True, False, True, False], ["or", "and", "xor", "and"]
    apply = {"and": bool.__and__, "or": bool.__or__, "xor": bool.__xor__}
    brackets = Problem(
        "brackets",
        base=lambda s: [items[s[0]]] if s[1] - s[0] == 1 else [],
        splits=lambda s: [(operators[k - 1], ((s[0], k), (k, s[1]))) for k in range(s[0] + 1, s[1])],
    )
    truth = Algebra(leaf=bool, node=lambda operator, parts: apply[operator](*parts))
    found = dict(tabulate(explore(brackets, (0, 5)), truth * COUNT))
    assert sum(found.values()) == count(brackets, (0, 5)) == 14
    assert found[True] == 6 == sum(fold(truth, tree) for tree in trees(brackets, (0, 5)))
