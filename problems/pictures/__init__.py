"""Pictures by matplotlib, one call each: a figure to show in a notebook or to ``save`` as PNG, SVG or PDF.

- ``tree_picture``: any tree, laid out tidily
- ``regions``: what a model says where in the plane, its data and rules, and its tree; ``compared``: several
  models of the same data side by side, with sizes and errors; ``model_tree``: the tree alone
- ``figure_3``: trees of thresholds, lines and conics for the same data; ``figure_6``: the three trees of four lines, and their two partitions
- ``bsp_cells``, ``painted_scene``, ``kd_cells``: partitions of the plane and of space

Nothing here opens a window or needs a screen. matplotlib is loaded when the first picture is asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from problems.pictures.canvas import Picture, save
    from problems.pictures.decisions import compared, model_tree, regions
    from problems.pictures.four_lines import figure_6
    from problems.pictures.space import bsp_cells, kd_cells, painted_scene
    from problems.pictures.three_models import figure_3
    from problems.pictures.trees import tree_picture

__all__ = [
    "Picture", "bsp_cells", "compared", "figure_3", "figure_6", "kd_cells", "model_tree", "painted_scene", "regions", "save",
    "tree_picture",
]  # fmt: skip

_MODULES = {
    "Picture": "canvas",
    "save": "canvas",
    "figure_3": "three_models",
    "figure_6": "four_lines",
    "compared": "decisions",
    "model_tree": "decisions",
    "regions": "decisions",
    "bsp_cells": "space",
    "kd_cells": "space",
    "painted_scene": "space",
    "tree_picture": "trees",
}


def __getattr__(name: str) -> Any:
    """The pictures, loaded when they are first asked for."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        module = import_module(f"problems.pictures.{_MODULES[name]}")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "matplotlib":
            raise
        raise ImportError(
            "pictures need matplotlib, which is not installed; pip install 'derive-trees[plot]'"
        ) from None
    return getattr(module, name)
