"""How the loops are compiled: kept on disk, and without the interpreter's lock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """A function as machine code, compiled when it is first called and then kept on disk.

    >>> compiled(abs_difference)(3, 5)
    2
    """
    try:
        return cast("F", njit(function, nogil=True, cache=True))
    except RuntimeError:  # there is no folder to keep it in
        return cast("F", njit(function, nogil=True))


def abs_difference(a: int, b: int) -> int:
    """What ``compiled`` shows itself on.

    >>> abs_difference(5, 3)
    2
    """
    return a - b if a > b else b - a
