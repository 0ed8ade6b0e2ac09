"""The estimators under scikit-learn's own checks."""

from typing import Any

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from problems import OptimalTreeClassifier, OptimalTreeRegressor

ESTIMATORS = [OptimalTreeClassifier(), OptimalTreeClassifier(penalty=0.001), OptimalTreeRegressor()]


@pytest.mark.filterwarnings("ignore::problems.learn.fitting.RulesThinned")
@parametrize_with_checks(ESTIMATORS)
def test_checks_of_scikit_learn(estimator: Any, check: Any) -> None:
    check(estimator)
