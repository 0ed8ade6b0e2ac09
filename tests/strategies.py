"""Random problems and trees. Known counterexamples appear at four rules and less."""

from collections.abc import Callable

from hypothesis import assume
from hypothesis import strategies as st

from derive import Instance, Leaf, Node, Problem, Tree, count
from problems.ancestry import Ancestry
from problems.rows import Rows

small_trees: st.SearchStrategy[Tree[int, int]] = st.recursive(
    st.integers(0, 9).map(Leaf),
    lambda parts: st.builds(Node, st.integers(0, 9), st.lists(parts, max_size=3).map(tuple)),
    max_leaves=8,
)


@st.composite
def sign_matrices(draw: st.DrawFn, most: int = 5) -> Ancestry:
    """Any ancestry matrix: most have few trees, so zeros are drawn seldom."""
    k = draw(st.integers(0, most))
    entry = st.sampled_from([1, -1, 1, -1, 0])
    return Ancestry(tuple(tuple(0 if i == j else draw(entry) for j in range(k)) for i in range(k)))


@st.composite
def tables(draw: st.DrawFn, features: int, most_rows: int = 6) -> Rows:
    n = draw(st.integers(0, most_rows))
    bit = st.integers(0, 1)
    table = [[draw(bit) for _ in range(features)] for _ in range(n)]
    labels = [draw(st.sampled_from("abc")) for _ in range(n)]
    return Rows.from_table(table, labels) if table else Rows((), (0,) * features)


@st.composite
def any_problems(draw: st.DrawFn) -> Instance[int, str, int]:
    """A random problem: seeds 0 to n, each with random leaves and random splits into smaller seeds."""
    n = draw(st.integers(0, 4))
    stops = [draw(st.lists(st.integers(0, 9), max_size=2)) for _ in range(n + 1)]
    stops[0] = stops[0] or [0]
    forks = [
        draw(
            st.lists(
                st.tuples(st.sampled_from("rs"), st.lists(st.integers(0, s - 1), max_size=3).map(tuple)),
                max_size=3,
            )
        )
        if s
        else []
        for s in range(n + 1)
    ]
    base: Callable[[int], list[int]] = stops.__getitem__
    instance = Instance(Problem("any", base, forks.__getitem__), n)
    assume(count(*instance) <= 300)
    return instance
