"""The command draw: what is on the pictures that it writes."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import problems.pictures
from derive.cli import main
from problems.examples import example
from problems.scene_files import read_scene

Pictures = list[Any]


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Pictures:
    """The pictures that were to be written."""
    pictures: Pictures = []
    monkeypatch.setattr(problems.pictures, "save", lambda picture, _: pictures.append(picture), raising=False)
    monkeypatch.chdir(tmp_path)
    return pictures


def drawn(kept: Pictures, *words: str) -> Any:
    assert main(["draw", *words]) == 0
    return kept.pop()


TABLE = "age,label,income,town\n" + "".join(
    f"{age},{'yes' if income > 30 else 'no'},{income},{town}\n"
    for age, income, town in [(20, 10, "a"), (50, 20, "b"), (30, 40, "a"), (60, 50, "b"), (40, 60, "a")]
)


@pytest.fixture
def fitted(kept: Pictures) -> Path:
    data = Path("data.csv")
    data.write_text(TABLE)
    for number in (1, 2):
        Path(str(number)).mkdir()
        assert (
            main(
                [
                    "fit",
                    "data.csv",
                    "--target",
                    "label",
                    "--max-depth",
                    str(number),
                    "--json",
                    f"{number}/m.json",
                ]
            )
            == 0
        )
    return data


def test_a_model_is_drawn_over_the_columns_that_it_asks_of(kept: Pictures, fitted: Path) -> None:
    axes, tree = drawn(kept, "fit", "1/m.json", "data.csv").axes
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("income", "age")  # what is asked of first
    assert axes.get_title() == "1 rule, 0 of 5 wrong"
    no, yes = (np.asarray(each.get_offsets()).tolist() for each in axes.collections[-3:-1])
    assert no == [[10, 20], [20, 50]]
    assert yes == [[40, 30], [50, 60], [60, 40]]
    assert "income <= 30" in [text.get_text() for text in tree.texts]


def test_models_are_compared_by_their_names_or_their_places(kept: Pictures, fitted: Path) -> None:
    both = drawn(kept, "fit", "1/m.json", "2/m.json", "data.csv")
    assert [axes.get_title().split("\n")[0] for axes in both.axes] == ["1/m.json", "2/m.json"]
    Path("2/m.json").rename("other.json")
    both = drawn(kept, "fit", "1/m.json", "other.json", "data.csv")
    assert [axes.get_title().split("\n")[0] for axes in both.axes] == ["m", "other"]


def test_a_model_of_text_is_drawn_as_a_tree_alone(kept: Pictures, fitted: Path) -> None:
    assert (
        main(
            ["fit", "data.csv", "--target", "income", "--regression", "--max-depth", "1", "--json", "n.json"]
        )
        == 0
    )
    picture = drawn(kept, "fit", "n.json", "data.csv")
    [axes] = picture.axes
    assert axes.get_title().startswith("squared error")
    assert axes.texts[0].get_text() in ("label = yes", "town = b")


def test_scenes_are_drawn_as_asked(kept: Pictures) -> None:
    prism = str(example("prism.obj"))
    seen = drawn(kept, "bsp", prism, "--view", "14,-9,6")
    assert seen.axes[0].get_title().endswith("seen from (14, -9, 6)")
    pinwheel = str(example("pinwheel.json"))
    smallest = drawn(kept, "bsp", pinwheel)
    assert smallest.axes[0].get_title() == "4 segments, 5 fragments, 6 cells"
    sizes = {drawn(kept, "bsp", pinwheel, "--random", str(seed)).axes[0].get_title() for seed in range(6)}
    assert len(sizes) > 1
    assert len(read_scene(example("pinwheel.json")).shapes) == 4


def test_points_are_drawn_with_their_weights_and_queries(kept: Pictures, tmp_path: Path) -> None:
    assert "queries" in drawn(kept, "kd-tree", str(example("cafes.json"))).axes[0].get_title()
    assert drawn(kept, "kd-tree", str(example("cities.csv"))).axes[0].get_title() == "9 points, 10 cells"
    Path("points.csv").write_text("x,y,weight\n1,1,1\n2,2,1\n3,3,99\n")
    assert drawn(kept, "kd-tree", "points.csv").axes[1].texts[0].get_text() == "(3, 3)"


def test_best_trees_have_what_they_cost_as_a_title(kept: Pictures) -> None:
    picture = drawn(kept, "mcmp", "30", "35", "15", "5", "10", "20", "25")
    assert picture.axes[0].get_title() == "15125 scalar multiplications"
    assert len(drawn(kept, "figure-6").axes) == 5
    assert len(drawn(kept, "figure-3").axes) == 3


def test_pictures_are_named_after_what_they_show(kept: Pictures, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "catalans", "1", "2"]) == 0
    assert capsys.readouterr().out == "catalans.png\n"
    assert main(["draw", "catalans", "1", "2", "-o", "mine.svg"]) == 0
    assert capsys.readouterr().out == "mine.svg\n"
