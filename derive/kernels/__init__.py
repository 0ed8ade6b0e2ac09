"""Compiled kernels: one more way to run a problem whose splits have an integer form.

A kernel is claimed, never guessed: ``derive.Spans`` for seeds that are spans, ``derive.Masks`` for
seeds that are sets of rules. Either owes that it finds the very tree that ``tabulate`` finds, and
``laws.kernels`` tests that. Numpy and numba are loaded when a kernel first runs, not before. What is
compiled is kept on disk, runs without the interpreter's lock and in short stretches, so that Ctrl-C works.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from derive.kernels.kept import forget_outdated

if TYPE_CHECKING:
    from derive.tree import Tree

S = TypeVar("S")
R_co = TypeVar("R_co", covariant=True)
X_co = TypeVar("X_co", covariant=True)


class Kernel(Protocol[S, R_co, X_co]):
    """What a kernel can be asked; it raises ``Unfit`` where it could not be exact."""

    @property
    def name(self) -> str:
        """What kind of kernel this is, and how long it takes."""

    def best(self, seed: S) -> Sequence[Tree[R_co, X_co]]:
        """The first best tree of a seed, if it has any tree."""

    def count(self, seed: S) -> int:
        """How many trees a seed has."""

    def small(self, seed: S) -> list[S]:
        """Seeds that a seed leads to, small enough that their trees can be listed."""

    def unfit(self) -> str | None:
        """Why the kernel cannot be used at all, if that can be told beforehand."""


forget_outdated(Path(__file__).parent)
