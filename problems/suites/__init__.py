"""What every problem owes, as suites of laws: ``SUITES`` by the problem's name.

>>> sorted(SUITES)
['atlas', 'branches', 'bsp', 'budgets', 'catalans', 'fusion', 'kd-tree', 'mcmp', 'mdlp', 'metrics', 'murtree', 'murtrees', 'odt-bf', 'polygons', 'proper-dt', 'rules', 'smallest']
>>> law = next(law for law in SUITES["catalans"].laws if "Knuth" in law.name)
>>> law.check(examples=20).unwrap().examples
20
"""

from laws import Suite
from problems.suites.atlas import ATLAS
from problems.suites.branches import BRANCHES
from problems.suites.bsp import BSP
from problems.suites.budgets import BUDGETS
from problems.suites.features import MURTREES, ODT_BF
from problems.suites.fusion import FUSION
from problems.suites.kd_tree import KD_TREE
from problems.suites.mdlp import MDLP
from problems.suites.metrics import METRICS
from problems.suites.murtree import MURTREE
from problems.suites.proper import PROPER
from problems.suites.rules import RULES
from problems.suites.smallest import SMALLEST
from problems.suites.spans import CATALANS, MCMP, POLYGONS

__all__ = ["SUITES"]

SUITES: dict[str, Suite] = {
    suite.name: suite
    for suite in (
        FUSION,
        PROPER,
        BSP,
        KD_TREE,
        ODT_BF,
        MURTREES,
        CATALANS,
        MCMP,
        POLYGONS,
        MURTREE,
        BUDGETS,
        MDLP,
        METRICS,
        BRANCHES,
        ATLAS,
        RULES,
        SMALLEST,
    )
}
