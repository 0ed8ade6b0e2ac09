"""What a split must look like, and a sentence for one that does not.

A split is a root and a tuple of parts. The engine reads splits without looking; only where reading fails
does it come here to ask why. The commonest slips are to forget the root, and to give a bare part.

>>> from derive.problem import Problem
>>> from derive.questions import count
>>> count(Problem("words", lambda w: [w], lambda w: [(w[:1], w[1:])] if w else []), "abcd")
Traceback (most recent call last):
    ...
derive.errors.BadInput: words: a split is a root and a tuple of parts, (root, (part, part)), but 'abcd' has the split ('a', 'bcd'), where 'bcd' is no tuple; a single part is written (part,), and a root without a name None
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from derive.errors import BadInput, DeriveError
from derive.problem import Problem

NO_PARTS = (str, bytes, set, frozenset, dict)
"""What Python would take apart as if it were a tuple of parts."""

LONGEST = 200
"""How much of a seed an error shows."""

Offers: TypeAlias = tuple[Sequence[Any], Sequence[Sequence[Any]], Sequence[int] | None]
"""Roots, columns of parts, and where the parts of each split start if there is but one column."""


def check_seed(name: str, seed: object, what: str = "a seed") -> None:
    """A seed, or the key of one, must be hashable, so that it can be found again.

    >>> check_seed("sheets", [2, 3])
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: sheets: a seed must be hashable, got [2, 3] (unhashable type: 'list'); use a tuple, text or a frozenset
    """
    try:
        hash(seed)
    except TypeError as error:
        raise BadInput(
            f"{name}: {what} must be hashable, got {cut(seed)} ({error}); use a tuple, text or a frozenset"
        ) from None


def check_splits(problem: Problem[Any, Any, Any], seed: object) -> None:
    """Read the splits of a seed one by one, and say what is wrong with the first that is.

    >>> check_splits(Problem("flat", list, lambda n: [("r", n - 1, n - 2)]), 5)
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: flat: a split is a root and a tuple of parts, (root, (part, part)), but 5 has the split ('r', 4, 3), which is no pair
    """
    name = problem.name
    offered: Any = problem.splits(seed)
    if not isinstance(offered, Iterable):
        raise BadInput(
            f"{name}: splits answers with a list of splits, but for {cut(seed)} with {cut(offered)}"
        )
    for split in offered:
        wrong = (
            f"{name}: a split is a root and a tuple of parts, (root, (part, part)), "
            f"but {cut(seed)} has the split {cut(split)}, "
        )
        if not isinstance(split, tuple | list) or len(split) != 2:
            raise BadInput(f"{wrong}which is no pair")
        parts = split[1]
        if isinstance(parts, NO_PARTS) or not hasattr(parts, "__len__"):
            raise BadInput(
                f"{wrong}where {cut(parts)} is no tuple; "
                "a single part is written (part,), and a root without a name None"
            )
        for part in parts:
            check_seed(name, part, f"every part of {cut(seed)}")


def check_leaves(problem: Problem[Any, Any, Any], seed: object) -> None:
    """What a seed may be as a leaf must be a list, even if there is only one.

    >>> check_leaves(Problem("numbers", lambda n: n, lambda n: []), 5)
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: numbers: base answers with a list of leaves, but for 5 with 5; write [leaf], or [] for none
    """
    offered: Any = problem.base(seed)
    if not isinstance(offered, Iterable):
        raise BadInput(
            f"{problem.name}: base answers with a list of leaves, but for {cut(seed)} with {cut(offered)}; "
            "write [leaf], or [] for none"
        )


def explain(
    function: str,
    problem: Problem[Any, Any, Any],
    seed: object,
    waiting: Mapping[Hashable, Offers],
    error: Exception,
) -> None:
    """Say why a function failed on a seed: by an error of its own if a shape is wrong, else in a note to the error.

    ``waiting`` has the splits of the seeds above, one of which may have made a part that is no seed.

    >>> error = TypeError("cannot unpack non-iterable int object")
    >>> explain("splits", Problem("spans", list, list), 2, {(0, 4): ([(0, 2)], [[2], [4]], None)}, error)
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: spans: splits cannot read 2 (TypeError: cannot unpack non-iterable int object), which is a part of (0, 4) by its split ((0, 2), (2, 4)); a split is a root and a tuple of parts, (root, (part, part))
    """
    if isinstance(error, DeriveError):
        return
    slip = _slip(check_leaves if function == "base" else check_splits, problem, seed)
    if slip is not None:
        raise slip from None
    raised = f"{problem.name}: {function} cannot read {cut(seed)} ({type(error).__name__}: {error})"
    for whole, offers in waiting.items():
        for split in _each(offers):
            if type(seed) is not type(whole) and seed in split[1]:
                raise BadInput(
                    f"{raised}, which is a part of {cut(whole)} by its split {cut(split)}; "
                    "a split is a root and a tuple of parts, (root, (part, part))"
                ) from error
    error.add_note(raised)


def _slip(
    check: Callable[[Problem[Any, Any, Any], object], None], problem: Problem[Any, Any, Any], seed: object
) -> BadInput | None:
    try:
        check(problem, seed)
    except BadInput as slip:
        return slip
    except Exception:  # what the user's own function raises is told as it was
        return None
    return None


def _each(offers: Offers) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    roots, columns, starts = offers
    if starts is None:
        return zip(roots, zip(*columns, strict=True), strict=True)
    return zip(roots, (tuple(columns[0][start:end]) for start, end in pairwise(starts)), strict=True)


def cut(value: object) -> str:
    """A value as text, cut off where it gets long.

    >>> cut("ab"), len(cut("a" * 999))
    ("'ab'", 201)
    """
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
