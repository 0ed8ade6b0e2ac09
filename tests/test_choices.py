from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive import best, everything, first, keep, largest, max_by, min_by, smallest, thin, total
from derive.choices import Choice
from derive.lists import concat, kcombs, kperms, partitions, perms, proper_partitions, sublist_pairs

pairs = st.tuples(st.integers(0, 4), st.integers(0, 4))


def dominates(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return a[0] <= b[0] and a[1] <= b[1]


def add(a: tuple[int, int]) -> int:
    return sum(a)


CHOICES: dict[str, Choice[tuple[int, int]]] = {
    "everything": everything,
    "first": first,
    "min_by": min_by(add),
    "max_by": max_by(add),
    "smallest": smallest,
    "largest": largest,
    "best 2": best(2, add),
    "keep": keep(lambda p: p[0] < 3),
    "thin": thin(dominates),
}


@pytest.mark.parametrize("choice", CHOICES.values(), ids=CHOICES.keys())
@given(st.lists(st.lists(pairs)))
def test_promotion(choice: Choice[tuple[int, int]], lists: list[list[tuple[int, int]]]) -> None:
    assert choice(concat(lists)) == choice(concat(map(choice, lists)))


@given(st.lists(st.lists(st.integers())))
def test_promotion_of_total(lists: list[list[int]]) -> None:
    assert total(concat(lists)) == total(concat(map(total, lists)))


@pytest.mark.parametrize("choice", CHOICES.values(), ids=CHOICES.keys())
def test_total_on_nothing_and_reads_once(choice: Choice[tuple[int, int]]) -> None:
    assert choice([]) == []
    values = [(3, 1), (0, 0), (4, 4)]
    assert choice(iter(values)) == choice(values)


@given(st.lists(pairs))
def test_thin_keeps_exactly_what_nothing_strictly_dominates(values: list[tuple[int, int]]) -> None:
    front = thin(dominates)(values)
    assert set(front) == {v for v in values if not any(dominates(w, v) and w != v for w in values)}
    assert len(front) == len(set(front))


@given(st.lists(pairs), st.integers(0, 3))
def test_best_is_a_stable_sort_cut_off(values: list[tuple[int, int]], k: int) -> None:
    assert best(k, add)(values) == sorted(values, key=add)[:k]


@pytest.mark.parametrize(
    ("count", "listing"),
    [
        (lambda n: n * (n - 1) // 2, lambda n: kcombs(2, range(n))),
        (lambda n: n * (n - 1), lambda n: kperms(2, range(n))),
        (lambda n: n + 1, lambda n: partitions(range(n))),
        (lambda n: max(0, n - 1), lambda n: proper_partitions(range(n))),
        (lambda n: 2**n, lambda n: sublist_pairs(range(n))),
    ],
)
def test_sizes_of_lists(count: Callable[[int], int], listing: Callable[[int], list[object]]) -> None:
    for n in range(6):
        assert len(listing(n)) == count(n)


def test_edges_of_lists() -> None:
    assert kcombs(0, "ab") == [()]
    assert kcombs(3, "ab") == kcombs(-1, "ab") == []
    assert perms(()) == [()]
    assert sublist_pairs("aa") == [((), ("a", "a")), (("a",), ("a",)), (("a",), ("a",)), (("a", "a"), ())]
