"""The command that draws: draw."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from derive import BadInput, optimum
from derive.cli import show
from derive.cli.commands import NUMBERS, pose
from derive.cli.fitting import app
from problems.catalogue import find
from problems.exact import written
from problems.files import naming

if TYPE_CHECKING:
    from problems.pictures import Picture

__all__ = ["app"]

TAKES = {
    "bsp": "one scene",
    "kd-tree": "one file of points",
    "figure-3": "nothing",
    "figure-6": "nothing",
    "fit": "models, then data",
}


@app.command(context_settings=NUMBERS)
def draw(
    what: Annotated[
        str,
        typer.Argument(
            metavar="WHAT", help="bsp, kd-tree, fit, figure-3, figure-6, or any problem: its best tree"
        ),
    ],
    given: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE...|NUMBERS...]", help="what is drawn; for fit MODEL.json... DATA.csv"),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="the picture: .png, .svg or .pdf [WHAT.png]")
    ] = None,
    view: Annotated[
        str | None, typer.Option(metavar="X,Y,Z", help="bsp in space: where it is seen from")
    ] = None,
    random: Annotated[
        int | None, typer.Option(metavar="SEED", help="bsp: a random partition instead of the smallest")
    ] = None,
) -> None:
    """Draw a picture: partitions of the plane and of space, models and their regions, trees."""
    place = Path(f"{what}.png") if output is None else output
    try:
        from problems.pictures import save
        from problems.pictures.canvas import check_name
    except ImportError as error:
        raise BadInput(str(error)) from None
    check_name(place)
    words = given or []
    for option, value in (("--view", view), ("--random", random)):
        if value is not None and what != "bsp":
            raise BadInput(f"{option} goes with bsp, not with {what}")
    with show.working("drawing"):
        match what, words:
            case "bsp", [scene]:
                picture = _scene(Path(scene), view, random)
            case "kd-tree", [points]:
                picture = _points(Path(points))
            case (("figure-3" | "figure-6"), []):
                picture = _figure(what)
            case "fit", [_, _, *_]:
                picture = _models([Path(word) for word in words[:-1]], Path(words[-1]))
            case _ if what in TAKES:
                raise BadInput(f"to draw {what}, give {TAKES[what]}; got {len(words)} arguments")
            case _ if what.startswith("fig"):
                raise BadInput(f"the figures that can be drawn are figure-3 and figure-6; got {what}")
            case _:
                picture = _best_tree(what, words)
        save(picture, place)
    print(place)


def _figure(what: str) -> Picture:
    from problems import pictures

    try:
        return pictures.figure_3() if what == "figure-3" else pictures.figure_6()
    except ImportError as error:
        raise BadInput(str(error)) from None


def _scene(path: Path, view: str | None, random: int | None) -> Picture:
    from problems.bsp import Cutting, random_partition
    from problems.pictures import bsp_cells, painted_scene
    from problems.scene_files import read_scene

    scene = read_scene(path)
    tree = None if random is None else random_partition(Cutting(scene), random)
    if scene.dimensions == 2:
        if view is not None:
            raise BadInput(f"--view goes with polygons in space, but {path} holds segments")
        return bsp_cells(scene, tree)
    return painted_scene(scene, None if view is None else view.split(","), tree)


def _points(path: Path) -> Picture:
    from problems.files import read_points
    from problems.kd_workload import read_workload
    from problems.pictures import kd_cells

    if path.suffix.lower() == ".json":
        points, queries, weights = read_workload(path)
        with naming(path):
            return kd_cells(points, weights, queries)
    found = read_points(path)
    with naming(path):
        return kd_cells(found.points, found.weights)


def _models(places: Sequence[Path], data: Path) -> Picture:
    """Models of one table: their regions if they ask of two columns of numbers, else the tree of one."""
    from problems.learn.csv_file import read_training
    from problems.learn.rules import asked as columns_of
    from problems.learn.schema import loads
    from problems.pictures import compared, model_tree, regions

    models = []
    for place in places:
        with naming(place):
            models.append(loads(place.read_text(encoding="utf-8-sig")))
    table, target = read_training(data, models[0].target)
    numeric = {
        name: column
        for name, column in zip(table.names, table.columns, strict=True)
        if column.dtype != object
    }
    asked = list(
        dict.fromkeys(
            name for model in models for question in model.questions for name in columns_of(question)
        )
    )
    for name in asked:
        if name not in table.names:
            raise BadInput(f"{data}: there is no column {name!r}, which the tree asks of")
    names = [*asked, *(name for name in numeric if name not in asked)][: max(2, len(asked))]
    if len(names) != 2 or any(name not in numeric for name in names):
        if len(models) == 1:
            return model_tree(models[0])
        raise BadInput(
            f"models are compared where they ask of two columns of numbers; these ask of {', '.join(asked)}"
        )
    import numpy as np

    rows = np.column_stack([numeric[name] for name in names])
    with naming(data):
        if len(models) == 1:
            return regions(models[0], rows, target, names=names)
        return compared(dict(zip(_told_apart(places), models, strict=True)), rows, target, names=names)


def _told_apart(places: Sequence[Path]) -> list[str]:
    stems = [place.stem for place in places]
    return stems if len(set(stems)) == len(stems) else [str(place) for place in places]


def _best_tree(what: str, words: list[str]) -> Picture:
    from problems.pictures import tree_picture

    entry = find(what)
    if not words:
        raise BadInput(f"to draw {what}, give what `derive solve {what}` takes; got nothing")
    posed = pose(entry, words)
    found: Any = optimum(*posed.instance, posed.cost, by=posed.by).value_or(None)
    if found is None:
        raise BadInput(f"{what}: no tree exists, so there is nothing to draw")
    return tree_picture(
        found.tree, posed.root, posed.leaf, title=f"{written(posed.value(found.value))} {posed.unit}"
    )
