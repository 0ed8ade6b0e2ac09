"""All suites by name: the laws of lists, trees, paths, algebras and kernels, of every problem, and the errata.

>>> list(LAWBOOK)[:4]
['lists', 'trees', 'paths', 'algebras']
>>> law_named("Lemma 3.7")[0].name
'errata'
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from derive import BadInput
from laws import Law, Suite, algebras, families, lists, paths, trees
from problems.errata import ERRATA
from problems.suites import SUITES

LAWBOOK: dict[str, Suite] = {
    suite.name: suite
    for suite in (
        lists.SUITE,
        trees.SUITE,
        paths.SUITE,
        algebras.SUITE,
        families.SUITE,
        *SUITES.values(),
        ERRATA,
    )
}


def suite_named(name: str) -> Suite:
    """The suite of a name; a name that is nearly right is suggested.

    >>> suite_named("catalan")
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: there is no suite of laws named 'catalan'; did you mean catalans?
    """
    if name not in LAWBOOK:
        raise BadInput(f"there is no suite of laws named {name!r}{_hint(name, list(LAWBOOK))}")
    return LAWBOOK[name]


def law_named(name: str) -> tuple[Suite, Law[Any]]:
    """The law of a name, with the suite that it stands in; ``suite.law`` works too.

    >>> law_named("lemma 3.7")
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: there is no law named 'lemma 3.7'; did you mean Lemma 3.7?
    """
    cases = [(suite, law) for suite in LAWBOOK.values() for law in suite.laws]
    for suite, law in cases:
        if name in (law.name, f"{suite.name}.{law.name}"):
            return suite, law
    raise BadInput(f"there is no law named {name!r}{_hint(name, [law.name for _, law in cases])}")


def _hint(name: str, names: list[str]) -> str:
    by_lower = {each.lower(): each for each in names}
    near = get_close_matches(name.lower(), by_lower, cutoff=0.5)
    return f"; did you mean {by_lower[near[0]]}?" if near else f"; there are {', '.join(names[:8])}, …"
