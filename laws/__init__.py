"""Equations between programs, and their checking.

>>> from laws import Law, Suite
>>> Suite("mine", []).name
'mine'
"""

from laws.law import Counterexample, Evidence, Fault, Law, Raised, Unusable
from laws.relation import AS_BAGS, AS_SETS, AT_MOST, BY_COST, CLOSE, EQUAL, INCLUDED, Relation
from laws.suite import Suite, Verdict
from laws.testing import suite_test

__all__ = [
    "AS_BAGS", "AS_SETS", "AT_MOST", "BY_COST", "CLOSE", "EQUAL", "INCLUDED",
    "Counterexample", "Evidence", "Fault", "Law", "Raised", "Relation", "Suite", "Unusable", "Verdict",
    "suite_test",
]  # fmt: skip
