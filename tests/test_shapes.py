"""Splits, leaves and seeds of a wrong shape: each is an error that names the problem, the seed and what was expected."""

from collections.abc import Callable
from typing import Any

import pytest

from derive import BadInput, Key, Problem, count, explore


def leaf_of_one(word: str) -> list[str]:
    return [word] if len(word) == 1 else []


@pytest.mark.parametrize("word", ["ab", "abc", "abcd", "abcdefgh"])
def test_a_root_that_was_forgotten(word: str) -> None:
    """With two letters left the text looks like two parts, with more like as many, with one like one."""
    rootless = Problem("rootless", leaf_of_one, lambda w: [(w[:1], w[1:])] if len(w) > 1 else [])
    with pytest.raises(
        BadInput, match=rf"rootless: a split is a root and a tuple of parts.*'{word}' has the split \('a', '"
    ):
        count(rootless, word)


def test_a_root_that_was_forgotten_where_seeds_are_tuples() -> None:
    """Then a part is read that is no seed: the whole and the split that made it are named, and the cause is kept."""

    def splits(span: tuple[int, int]) -> Any:
        i, j = span
        return [((i, k), (k, j)) for k in range(i + 1, j)]

    spans: Problem[tuple[int, int], Any, None] = Problem("spans", lambda s: [None], splits)
    with pytest.raises(
        BadInput,
        match=r"spans: splits cannot read 3 \(TypeError.*part of \(0, 4\) by its split \(\(0, 3\), \(3, 4\)\)",
    ) as caught:
        count(spans, (0, 4))
    assert isinstance(caught.value.__cause__, TypeError)


@pytest.mark.parametrize(
    ("splits", "says"),
    [
        (lambda n: [("r", n - 1)], r"5 has the split \('r', 4\), where 4 is no tuple; a single part is written \(part,\)"),
        (lambda n: [("r", n - 1, n - 2)], r"5 has the split \('r', 4, 3\), which is no pair"),
        (lambda n: (n - 1 for _ in "a"), "5 has the split 4, which is no pair"),
        (lambda n: [("r", {n - 1, n - 2, n - 3})], r"5 has the split \('r', \{.*\}\), where \{.*\} is no tuple"),
        (lambda n: None, "splits answers with a list of splits, but for 5 with None"),
        (lambda n: [("r", ([1], [2]))], r"every part of 5 must be hashable, got \[1\] \(unhashable type: 'list'\)"),
        (lambda n: [("r", (4, [2]))], r"every part of 5 must be hashable, got \[2\] \(unhashable type: 'list'\)"),
        (lambda n: [("r", ([4],))], r"every part of 5 must be hashable, got \[4\]"),
    ],
)  # fmt: skip
def test_shapes_that_are_no_splits(splits: Callable[[int], Any], says: str) -> None:
    with pytest.raises(BadInput, match=f"wrong: .*{says}"):
        count(Problem("wrong", lambda n: [], lambda n: splits(n) if n == 5 else []), 5)


def test_leaves_that_are_no_list() -> None:
    with pytest.raises(
        BadInput, match=r"numbers: base answers with a list of leaves, but for 5 with 5; write \[leaf\]"
    ):
        count(Problem("numbers", lambda n: n, lambda n: []), 5)


def test_a_seed_must_be_hashable() -> None:
    with pytest.raises(BadInput, match=r"sheets: a seed must be hashable, got \[2, 3\]"):
        count(Problem("sheets", list, list), [2, 3])
    by_length: Key[Any] = Key("length", len)
    assert len(explore(Problem("sheets", lambda s: [None], lambda s: []), [2, 3], by_length)) == 1


def test_errors_of_the_users_own_functions_stay_what_they_are() -> None:
    """They get a note that names the seed, and no other error hides them."""

    def slip(n: Any) -> Any:
        return [("r", (n - 1,))] if n else len(n)

    with pytest.raises(TypeError, match="has no len") as caught:
        count(Problem("own", lambda n: [], slip), 2)
    assert caught.value.__notes__ == [
        "own: splits cannot read 0 (TypeError: object of type 'int' has no len())"
    ]

    def refuses(n: int) -> Any:
        raise BadInput("my own words")

    for problem in (Problem("base", refuses, lambda n: []), Problem("splits", list, refuses)):
        with pytest.raises(BadInput, match=r"^my own words$"):
            count(problem, 1)
    failing: Key[Any] = Key("failing", lambda n: n if n == 2 else n.missing)
    with pytest.raises(AttributeError, match="missing"):
        explore(Problem("key", lambda n: [n], lambda n: [("r", (n - 1,))] if n else []), 2, failing)
    for fit in ({2}, {2, 1}):  # of the parts of 2, neither is or the first alone
        unfit: Key[Any] = Key("unfit", lambda n, fit=fit: n if n in fit else [n])
        with pytest.raises(TypeError, match="unhashable") as caught:
            explore(Problem("key", lambda n: [n], lambda n: [("r", (n - 1, 0))] if n else []), 2, unfit)
        assert "key: key cannot read 2" in caught.value.__notes__[0]


def test_a_part_that_cannot_be_read_is_traced_to_its_split() -> None:
    """Also where the splits of a seed have different numbers of parts."""

    def splits(span: Any) -> Any:
        i, j = span
        return [("one", ((i, j - 1),)), ("two", ((i, i), j))] if i < j else []

    with pytest.raises(
        BadInput,
        match=r"mixed: splits cannot read 1 .*part of \(0, 1\) by its split \('two', \(\(0, 0\), 1\)\)",
    ):
        count(Problem("mixed", lambda s: [s], splits), (0, 1))


def test_words_and_lists_of_parts_are_fine() -> None:
    words = Problem("words", leaf_of_one, lambda w: ((None, (w[:i], w[i:])) for i in range(1, len(w))))
    assert [count(words, "abcdefgh"[:n]) for n in range(1, 6)] == [1, 1, 2, 5, 14]
    lists = Problem("lists", lambda n: [n] * (n < 2), lambda n: [("r", [n - 1, n - 2, 0])] if n > 1 else [])
    assert count(lists, 5) == 1
