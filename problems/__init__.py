"""The problems: one file an instance of the one algebra; and estimators, which need scikit-learn."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from problems.learn.estimator import OptimalTreeClassifier, OptimalTreeRegressor

__all__ = ["OptimalTreeClassifier", "OptimalTreeRegressor"]


def __getattr__(name: str) -> Any:
    """The estimators, loaded when they are first asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from problems.learn import estimator
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "sklearn":
            raise
        raise ImportError(
            f"{name} needs scikit-learn, which is not installed; pip install 'derive-trees[learn]'"
        ) from None
    return getattr(estimator, name)
