"""The laws that hold of every problem, one test each; the failures that must stay; what they cover."""

import subprocess
import sys

import pytest

import derive
from laws import Counterexample, Law, Suite, suite_test
from laws.algebras import SUITE as ALGEBRAS
from laws.families import SUITE as KERNELS
from laws.lists import SUITE as LISTS
from laws.paths import SUITE as PATHS
from laws.trees import SUITE as TREES

SUITES = (LISTS, TREES, PATHS, ALGEBRAS, KERNELS)
CASES = [(suite, law) for suite in SUITES for law in suite.laws]
NAMES = [f"{suite.name}.{law.name}" for suite, law in CASES]

test_laws = suite_test(*SUITES)


@pytest.mark.parametrize(("suite", "law"), CASES, ids=NAMES)
def test_every_law_says_what_it_is(suite: Suite, law: Law[object]) -> None:
    for text in (law.name, law.says, law.latex, law.cite):
        assert text.strip()
    assert law.latex.count("{") == law.latex.count("}")
    assert law.owed_by
    assert set(law.owed_by) <= set(derive.__all__)


def test_names_are_unique() -> None:
    assert len({law.name for _, law in CASES}) == len(CASES)


def test_every_public_combinator_is_named_by_a_law() -> None:
    errors = {"BadInput", "DeriveError", "NotShrinking", "TooLarge", "TooMany"}
    named = {name for _, law in CASES for name in law.owed_by}
    assert set(derive.__all__) - errors <= named


@pytest.mark.parametrize(
    ("suite", "name", "example"),
    [
        (LISTS, "minimum of minima", ([[], [0]],)),
        (LISTS, "thin without transitivity", ([["rock"], ["scissors", "paper"]],)),
        (PATHS, "words from below and from above", None),
    ],
)
def test_smallest_counterexamples(suite: Suite, name: str, example: object) -> None:
    (law,) = [law for law in suite.laws if law.name == name]
    fault = law.check().failure()
    assert isinstance(fault, Counterexample)
    if example is not None:
        assert fault.example == example
    else:
        assert derive.size(fault.example[-1]) == 2


def test_suites_do_not_import_hypothesis() -> None:
    code = "import sys, laws.lists, laws.trees, laws.paths, laws.algebras, laws.families; print('hypothesis' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
