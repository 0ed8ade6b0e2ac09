"""One line in another project's tests checks all laws of a suite:

``test_laws = suite_test(my_suite)``

pytest then runs one test a law, named like ``my-suite.promotion of min_by``.
"""

from __future__ import annotations

from collections.abc import Callable

from laws.law import EXAMPLES
from laws.suite import Suite


def suite_test(*suites: Suite, examples: int = EXAMPLES, seed: int = 0) -> Callable[..., None]:
    """A parametrised pytest function that checks every law of the suites, included ones once.

    >>> suite_test(Suite("empty", [])).__name__
    'test_law'
    """
    import pytest

    whole = Suite("all", [], includes=suites)
    cases = whole.all_laws()
    names = [f"{suite.name}.{law.name}" for suite, law in cases]

    @pytest.mark.parametrize("number", range(len(cases)), ids=names)
    def test_law(number: int) -> None:
        suite, law = cases[number]
        verdict = suite.judge(law, examples, seed)
        assert verdict.ok, f"{verdict.word}\n{verdict}"

    return test_law
