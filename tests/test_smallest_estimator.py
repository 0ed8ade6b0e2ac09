"""SmallestTreeClassifier: scikit-learn's own checks, and what users do with it."""

import pickle
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from derive import BadInput
from problems import SmallestTreeClassifier
from problems.learn.fitting import NotProved
from problems.learn.schema import loads
from problems.learn.smallest.coding import Contradiction


@pytest.mark.filterwarnings("ignore::problems.learn.fitting.NotProved")
@parametrize_with_checks(
    [SmallestTreeClassifier(time_limit=None, max_seeds=300, best=True), SmallestTreeClassifier(max_seeds=300)]
)
def test_checks_of_scikit_learn(estimator: Any, check: Any) -> None:
    check(estimator)
