"""A claim that does not hold: a law that fails, and what is missing or what the right form is."""

from __future__ import annotations

from typing import Any, NamedTuple

from laws import Law


class Claim(NamedTuple):
    """A law that is expected to fail, with the reason; ``raises`` if it fails by an error.

    >>> from hypothesis import strategies as st
    >>> even = Law("every number is even", lambda: st.integers(), lambda n: n % 2, lambda n: 0)
    >>> claim = Claim(even, "every other one is")
    >>> claim.law.check().failure().example, claim.raises
    (1, False)
    """

    law: Law[Any]
    reason: str
    raises: bool = False
