"""The problems: one file an instance of the one algebra; and estimators, which need scikit-learn."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from problems.learn.estimator import OptimalTreeClassifier, OptimalTreeRegressor
    from problems.learn.multiway.estimator import MultiwayTreeClassifier
    from problems.learn.smallest.estimator import SmallestTreeClassifier

__all__ = [
    "MultiwayTreeClassifier",
    "OptimalTreeClassifier",
    "OptimalTreeRegressor",
    "SmallestTreeClassifier",
]

_MODULES = {
    "MultiwayTreeClassifier": "problems.learn.multiway.estimator",
    "SmallestTreeClassifier": "problems.learn.smallest.estimator",
}
"""Where an estimator stands that does not stand with the others."""


def __getattr__(name: str) -> Any:
    """The estimators, loaded when they are first asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        estimator = import_module(_MODULES.get(name, "problems.learn.estimator"))
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "sklearn":
            raise
        raise ImportError(
            f"{name} needs scikit-learn, which is not installed; pip install 'derive-trees[learn]'"
        ) from None
    return getattr(estimator, name)
