"""Pictures: what stands on them, where the parts of a tree go, files, and what the command says."""

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.colors import to_hex
from matplotlib.contour import QuadContourSet
from matplotlib.figure import Figure
from matplotlib.patches import Polygon
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from derive import BadInput, Leaf, Node, Tree, leaves, sample, size
from derive.cli import main
from problems import OptimalTreeClassifier, OptimalTreeRegressor, draws, pictures
from problems.bsp import Cutting, Scene, bsp, random_partition
from problems.catalans import catalans
from problems.examples import example
from problems.learn.rules import Rule
from problems.painter import painted
from problems.pictures import (
    bsp_cells,
    compared,
    figure_3,
    figure_6,
    kd_cells,
    painted_scene,
    regions,
    save,
    tree_picture,
)
from problems.pictures.canvas import light
from problems.pictures.cells import divided, rectangle
from problems.pictures.three_models import KINDS, MOST_RULES, ellipse
from problems.pictures.trees import GAP, MOST_BRANCHES, laid_out
from problems.rules import Surface, custom, odt_ml
from problems.scene_files import read_scene

X = np.array([[0, 0], [1, 3], [2, 1], [3, 2], [4, 4], [5, 0]], dtype=float)
Y = np.array(["a", "b", "a", "b", "b", "a"])


def titles(picture: Figure) -> list[str]:
    return [axes.get_title() for axes in picture.axes]


# Trees ---------------------------------------------------------------------------------------------------


@given(st.integers(1, 12), st.integers(0, 99), st.data())
def test_boxes_never_touch_and_roots_stand_over_their_parts(
    keys: int, seed: int, data: st.DataObject
) -> None:
    names = data.draw(st.lists(st.text("abw", max_size=9), min_size=keys, max_size=keys))
    tree = sample(*catalans(range(keys)), 1, random_seed=seed)[0]
    layout = laid_out(tree, names.__getitem__, lambda _: "leaf")
    for level in {box.level for box in layout.boxes}:
        row = sorted((box for box in layout.boxes if box.level == level), key=lambda box: box.middle)
        for left, right in pairwise(row):
            assert left.middle + left.width / 2 + GAP <= right.middle - right.width / 2 + 1e-6
    for number, box in enumerate(layout.boxes):
        below = [part.middle for part in layout.boxes if part.above == number]
        assert not below or box.middle == pytest.approx((below[0] + below[-1]) / 2)
        assert box.middle - box.width / 2 + 1e-6 >= 0
        assert box.middle + box.width / 2 <= layout.width + 1e-6


def test_equal_subtrees_are_drawn_alike() -> None:
    pair: Tree[str, str] = Node("r", (Leaf("x"), Leaf("y")))
    boxes = laid_out(Node("top", (pair, pair))).boxes
    left, right = ([box.middle for box in boxes if box.above == number] for number in (1, 2))
    assert left[1] - left[0] == pytest.approx(right[1] - right[0])


def test_trees_of_any_arity_and_none() -> None:
    many = tree_picture(Node("colour", tuple(Leaf(word) for word in ("red", "green", "blue"))), title="three")
    assert titles(many) == ["three"]
    assert [text.get_text() for text in many.axes[0].texts] == ["colour", "red", "green", "blue"]
    assert isinstance(tree_picture(Leaf(None)), Figure)
    chain: Tree[int, None] = Leaf(None)
    for number in range(MOST_BRANCHES + 1):
        chain = Node(number, (chain, Leaf(None)))
    with pytest.raises(BadInput, match="a picture of 501 branches cannot be read"):
        tree_picture(chain)


# Models --------------------------------------------------------------------------------------------------


def shown_colour(picture: Figure, place: tuple[float, float], axes: int = 0) -> str:
    """The colour that a panel has at a place of the plane."""
    image = picture.axes[axes].images[0]
    left, right, bottom, top = image.get_extent()
    values = np.asarray(image.get_array())
    row = int((place[1] - bottom) / (top - bottom) * (len(values) - 1))
    column = int((place[0] - left) / (right - left) * (len(values) - 1))
    return str(to_hex(image.cmap(image.norm(values[row, column]))))


def test_regions_have_the_colour_of_what_is_predicted() -> None:
    model = OptimalTreeClassifier(max_depth=2).fit(X, Y)
    picture = regions(model, X, Y)
    said = model.predict(X)
    for place, label in zip(X, said, strict=True):
        assert shown_colour(picture, tuple(place)) == light("ab".index(label))
    assert titles(picture)[0] == f"{size(model.model_.tree)} rules, 0 of 6 wrong"
    words = [text.get_text() for text in picture.axes[1].texts]
    assert {"yes", "no"} <= set(words)
    assert sum("row" in word for word in words) == len(leaves(model.model_.tree))


def test_frames_keep_their_names_and_wrong_rows_get_rings() -> None:
    frame = pd.DataFrame(X, columns=["length", "width"])
    stump = OptimalTreeClassifier(max_depth=1).fit(frame, ["a", "b", "a", "b", "a", "b"])
    picture = regions(stump, frame, ["a", "b", "a", "b", "a", "b"])
    axes = picture.axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("length", "width")
    rings = axes.collections[-1].get_offsets()
    assert len(np.asarray(rings)) == stump.errors_ > 0


def test_models_of_others_are_compared() -> None:
    greedy = DecisionTreeClassifier(max_depth=1, random_state=0).fit(pd.DataFrame(X, columns=["u", "v"]), Y)
    fits = {"optimal": OptimalTreeClassifier(max_depth=2).fit(X, Y), "greedy": greedy}
    picture = compared(fits, pd.DataFrame(X, columns=["u", "v"]), Y)
    assert titles(picture)[0] == "optimal\n2 rules, 0 of 6 wrong"
    assert titles(picture)[1].startswith("greedy\n1 rule, ")
    assert titles(compared([fits["optimal"]], X, Y)) == ["OptimalTreeClassifier 1\n2 rules, 0 of 6 wrong"]


@pytest.mark.parametrize("numbers", [X[:, 0] / 3, np.arange(6)])
def test_numbers_have_a_scale(numbers: Any) -> None:
    model = OptimalTreeRegressor(max_depth=2).fit(X, numbers)
    picture = regions(model, X, numbers)
    assert "mean squared error" in titles(picture)[0]
    assert picture.legends == []
    peer = DecisionTreeRegressor(max_depth=1).fit(X, X[:, 0] / 3)
    assert "mean squared error" in titles(compared([peer], X, X[:, 0] / 3))[0]


def test_a_class_that_the_data_lack_is_still_drawn() -> None:
    model = OptimalTreeClassifier(max_depth=2).fit(X, ["a", "b", "c", "b", "b", "a"])
    assert titles(regions(model.model_, X[:2], ["a", "b"], names=["x0", "x1"]))[0].endswith("0 of 2 wrong")


def test_rules_are_drawn_over_the_plane() -> None:
    class Oblique:
        def __init__(self, offset: float) -> None:
            self.offset = offset

        def holds(self, places: Any) -> Any:
            return places[:, 0] - places[:, 1] < self.offset

        def predict(self, places: Any) -> Any:
            return np.where(self.holds(places), "b", "a")

    picture = regions(Oblique(0), X, Y, rules=[Oblique(0), Oblique(1000)])
    lines = [c for c in picture.axes[0].collections if c.get_linestyle() not in ([(0, None)], [])]
    assert len(lines) >= 1
    assert shown_colour(picture, (0, 4)) == light(1) != shown_colour(picture, (5, 0))


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda: regions(3, X, Y), "expected a fitted model with predict, got 3"),
        (lambda: regions(None, X[:, :1], Y), "two columns of numbers, got 1 columns"),
        (lambda: regions(None, X[0], Y), "got an array with 1 dimensions"),
        (lambda: regions(None, [["a", 1]], ["x"]), "two columns of numbers, got others"),
        (lambda: regions(None, [[{}, 1]], ["x"]), "two columns of numbers, got others"),
        (lambda: regions(None, [[np.nan, 1]], ["x"]), "got NaN, infinity or no rows"),
        (lambda: regions(None, np.zeros((0, 2)), []), "got NaN, infinity or no rows"),
        (lambda: regions(None, X, Y[:3]), "expected a label for each of 6 rows, got 3"),
        (lambda: regions(OptimalTreeClassifier(max_depth=1).fit(np.eye(6), Y), X, Y), "but this one has 6"),
        (lambda: compared([], X, Y), "expected models to compare, got none"),
        (lambda: bsp_cells([[(0, 0, 0), (1, 0, 0), (0, 1, 0)]]), "for polygons take painted_scene"),
        (lambda: painted_scene([[(0, 0), (1, 0)]]), "for segments in the plane take bsp_cells"),
        (lambda: kd_cells([(0, 0, 0)]), "expected places in the plane, got one with 3 coordinates"),
    ],
)
def test_bad_input_gets_one_sentence(call: Any, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        call()


def test_too_many_labels_cannot_be_told_apart() -> None:
    places = np.column_stack([np.arange(9), np.zeros(9)])
    model = DecisionTreeClassifier().fit(places, np.arange(9))
    with pytest.raises(BadInput, match="at most 8 labels can be told apart, got 9"):
        regions(model, places, np.arange(9))


# Partitions ----------------------------------------------------------------------------------------------


def area(corners: Any) -> Any:
    pairs = zip(corners, corners[1:] + corners[:1], strict=True)
    return sum(a * d - b * c for (a, b), (c, d) in pairs)


@given(draws.segments(4), st.integers(0, 9))
def test_cells_tile_the_plane(segments: Any, seed: int) -> None:
    scene = Scene.of(segments)
    tree = random_partition(Cutting(scene), seed)
    whole = rectangle((-9, -9), (9, 9))
    parts = divided(tree, lambda on, _: scene.planes[on[0].number], whole)
    assert sum(map(area, parts.cells)) == area(whole)
    assert len(parts.cells) == size(tree) + 1 == len(parts.walls) + 1


def test_figure_6_has_three_trees_and_two_partitions() -> None:
    assert titles(figure_6())[3:] == ["made by tree 1", "made by trees 2 and 3"]


def test_figure_3_has_the_fewest_errors_and_then_the_fewest_rules() -> None:
    """The titles come from estimators with a penalty; ``odt_ml`` is asked without, for each number of rules."""
    points, labels = ellipse()
    expected = []
    for name, family in KINDS.items():
        wrong = [odt_ml(points, labels, family, max_rules=k).errors for k in range(MOST_RULES + 1)]
        rules = wrong.index(min(wrong))
        plural = "" if rules == 1 else "s"
        expected.append(f"{name}\n{rules} rule{plural}, {wrong[rules]} of {len(points)} wrong")
    assert titles(figure_3()) == expected


@pytest.mark.parametrize("kind", ["oblique", "quadratic"])
def test_borders_of_regions_are_those_of_the_rules(kind: str) -> None:
    points, labels = ellipse()
    model = OptimalTreeClassifier(max_depth=None, max_nodes=2, rules=kind).fit(points, labels)
    axes = regions(model, points, labels).axes[0]
    contours = [each for each in axes.collections if isinstance(each, QuadContourSet)]
    border = np.vstack(
        [path.vertices for each in contours for path in each.get_paths() if len(path.vertices)]
    )
    assert len(border) > 100
    rules = [rule for rule in model.model_.rules if isinstance(rule, Surface)]
    assert rules
    near = 0.5  # the grid has a place every 0.3 or so
    around = [border + near * np.array([np.cos(t), np.sin(t)]) for t in np.arange(0, 2 * np.pi, 0.2)]
    crossed = np.zeros(len(border), dtype=bool)
    for rule in rules:
        sides = np.array([rule.holds(tuple(places.T)) for places in around])
        crossed |= sides.any(axis=0) & ~sides.all(axis=0)
    assert crossed.all()


def test_rules_over_columns_are_drawn_over_the_whole_plane() -> None:
    line = Surface(("a", "b"), ((1, (1, 0)), (1, (0, 1))), "<=", 4)
    across = Surface(("b", "a"), ((1, (1, 0)), (-1, (0, 1))), "<=", 0)
    nowhere = Surface(("a", "b"), ((1, (1, 0)), (1, (0, 1))), "<=", 400)
    axes = regions(
        Constant(), X, Y, rules=[line, across, Rule("b", "<=", 2), nowhere], names=("a", "b")
    ).axes[0]
    drawn = [each.get_paths()[0].vertices for each in axes.collections if isinstance(each, QuadContourSet)]
    assert len(drawn) == 3
    assert np.allclose(drawn[0].sum(axis=1), 4)
    assert np.allclose(drawn[1] @ [1, -1], 0, atol=0.02)
    assert np.allclose(drawn[2][:, 1], 2, atol=0.02)
    with pytest.raises(BadInput, match="asks of 'c'; the columns are a, b"):
        regions(Constant(), X, Y, rules=[Rule("c", "<=", 2)], names=("a", "b"))
    with pytest.raises(BadInput, match="asks of 'c'; the columns are a, b"):
        regions(
            Constant(), X, Y, rules=[Surface(("a", "c", "d"), ((1, (1, 1, 1)),), "<=", 4)], names=("a", "b")
        )
    with pytest.raises(BadInput, match="expected a rule that holds for some places, got 3"):
        regions(Constant(), X, Y, rules=[3])


class Constant:
    def predict(self, places: Any) -> Any:
        return np.full(len(places), "a")


class Right:
    """A rule that knows of single places only."""

    def side(self, place: Any) -> bool:
        return bool(place[0] > 2)


@pytest.mark.parametrize("family", ["oblique", custom("right", lambda _: [Right()])])
def test_trees_of_odt_ml_are_drawn_with_their_tree(family: Any) -> None:
    points, labels = ellipse()
    grown = odt_ml(points, labels, family, max_rules=3)
    picture = regions(grown, points, labels)
    many = f"{size(grown.tree)} rule{'' if size(grown.tree) == 1 else 's'}"
    assert titles(picture)[0] == f"{many}, {grown.errors} of 26 wrong"
    rows = [text.get_text().split()[1] for text in picture.axes[1].texts if "row" in text.get_text()]
    assert sum(map(int, rows)) == 26


def test_trees_of_odt_ml_in_space_are_refused() -> None:
    with pytest.raises(BadInput, match="this one has 3"):
        regions(odt_ml([(0, 0, 0), (1, 1, 1)], "ab", "axis", max_rules=1), X, Y)


def test_scenes_are_painted_in_order() -> None:
    scene = read_scene(example("prism.obj"))
    tree = random_partition(Cutting(scene), 3)
    eye = (14, -9, 8)
    picture = painted_scene(scene, eye, tree)
    patches = [patch for patch in picture.axes[0].patches if isinstance(patch, Polygon)]
    order = painted(tree, eye)
    assert [len(patch.get_xy()) - 1 for patch in patches] == [len(fragment.corners) for fragment in order]
    assert isinstance(painted_scene(scene, (4, 4, 3)), Figure)  # from inside the prism
    assert isinstance(painted_scene([[(0, 0, 0), (1, 0, 0), (0, 1, 0)]], ("1/2", "1/2", 0)), Figure)


def test_degenerate_planes_can_be_drawn() -> None:
    assert titles(bsp_cells([])) == ["0 segments, 0 fragments, 1 cells", ""]
    assert titles(kd_cells([(1, 1), (1, 1)]))[0] == "2 points, 2 cells"
    assert titles(kd_cells([(0, y) for y in range(4)], queries=[((0, 0), (0, 2))]))[0].endswith("1 queries")


# Files and the command -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("suffix", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("PDF", b"%PDF")])
def test_files_are_written_whole(suffix: str, start: bytes, tmp_path: Path) -> None:
    place = tmp_path / f"tree.{suffix}"
    save(tree_picture(Node("r", (Leaf(1), Leaf(2)))), place)
    assert place.read_bytes().startswith(start)
    assert list(tmp_path.iterdir()) == [place]


def test_the_same_picture_is_the_same_file(tmp_path: Path) -> None:
    """Without the date of writing, so that a picture under version control changes only with what it shows."""
    for name in ("one.svg", "two.svg"):
        save(tree_picture(Node("r", (Leaf(1), Leaf(2)))), tmp_path / name)
        assert "dc:date" not in (tmp_path / name).read_text()


def test_a_picture_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = tree_picture(Leaf(1))

    def half(part: Path, **_: object) -> None:
        part.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(picture, "savefig", half)
    with pytest.raises(BadInput, match="cannot be written"):
        save(picture, tmp_path / "a.png")
    assert list(tmp_path.iterdir()) == []


def drawn(*words: str) -> int:
    return main(["draw", *words])


def test_the_command_draws_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.chdir(tmp_path)
    credit = pd.DataFrame({"income": X[:, 0], "age": X[:, 1], "label": Y})
    credit.to_csv("data.csv", index=False)
    for depth in (1, 2):
        words = [
            "fit",
            "data.csv",
            "--target",
            "label",
            "--max-depth",
            str(depth),
            "--json",
            f"d{depth}.json",
        ]
        assert main(words) == 0
    capsys.readouterr()
    for words in (
        ("bsp", str(example("pinwheel.json")), "-o", "cells.svg"),
        ("bsp", str(example("prism.obj")), "--view", "14,-9,6", "--random", "1", "-o", "scene.png"),
        ("kd-tree", str(example("cities.csv")), "-o", "cities.png"),
        ("kd-tree", str(example("cafes.json")), "-o", "cafes.png"),
        ("figure-3", "-o", "three.svg"),
        ("figure-6",),
        ("fit", "d1.json", "data.csv", "-o", "one.png"),
        ("fit", "d1.json", "d2.json", "data.csv", "-o", "two.png"),
        ("catalans", "3", "1", "4"),
        ("proper-dt", str(example("four-lines.json"))),
    ):
        assert drawn(*words) == 0
        assert Path(capsys.readouterr().out.strip()).stat().st_size > 1000
    assert not list(tmp_path.glob(".*"))


def test_models_of_many_columns_are_drawn_as_trees(tmp_path: Path, capsys: Any) -> None:
    model = tmp_path / "m.json"
    main(["fit", str(example("credit.csv")), "--target", "repaid", "--max-depth", "2", "--json", str(model)])
    assert drawn("fit", str(model), str(example("credit.csv")), "-o", str(tmp_path / "tree.png")) == 0
    assert (
        drawn("fit", str(model), str(model), str(example("credit.csv")), "-o", str(tmp_path / "b.png")) == 2
    )
    assert "these ask of income, savings, debts" in capsys.readouterr().err
    table = tmp_path / "less.csv"
    table.write_text("income,repaid\n1,yes\n")
    assert drawn("fit", str(model), str(table), "-o", str(tmp_path / "b.png")) == 2
    assert "there is no column 'savings'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("bsp",), "to draw bsp, give one scene; got 0 arguments"),
        (("figure-6", "3"), "to draw figure-6, give nothing; got 1 arguments"),
        (("fit", "m.json"), "to draw fit, give models, then data; got 1 arguments"),
        (("mcmp",), "give what `derive solve mcmp` takes"),
        (("nothing", "3"), "there is no problem named 'nothing'"),
        (("nothing",), "there is no problem named 'nothing'"),
        (("figure-5",), "the figures that can be drawn are figure-3 and figure-6; got figure-5"),
        (("bsp", "missing.obj"), "missing.obj: no such file"),
        (
            ("bsp", str(example("pinwheel.json")), "-o", "a.gif"),
            "expected a name that ends in .png, .svg or .pdf",
        ),
        (("bsp", str(example("pinwheel.json")), "-o", "no/a.png"), "there is no such folder to write to"),
        (("bsp", str(example("pinwheel.json")), "--view", "1,2,3"), "--view goes with polygons in space"),
        (("bsp", str(example("prism.obj")), "--view", "1,2"), "expected a point with 3 coordinates"),
        (("bsp", str(example("prism.obj")), "--view", "1,2,x"), "expected a finite number, got 'x'"),
        (("figure-6", "--view", "1,2,3"), "--view goes with bsp, not with figure-6"),
    ],
)
def test_the_command_says_what_is_wrong(
    words: tuple[str, ...], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    assert drawn(*words) == 2
    said = capsys.readouterr().err
    assert complaint in said
    assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_no_tree_no_picture(tmp_path: Path, capsys: Any) -> None:
    lines = tmp_path / "lines.json"
    lines.write_text(json.dumps({"lines": [[[0, 0], [2, 2]], [[0, 2], [2, 0]]]}))
    assert drawn("proper-dt", str(lines), "-o", str(tmp_path / "a.png")) == 2
    assert "no tree exists, so there is nothing to draw" in capsys.readouterr().err


@pytest.mark.parametrize("missing", ["matplotlib", "matplotlib.patches", "other", "other.matplotlib", None])
def test_only_the_lack_of_matplotlib_is_explained(
    missing: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: str) -> None:
        raise ModuleNotFoundError("a module is missing", name=missing)

    monkeypatch.setattr(pictures, "import_module", fails)
    ours = missing is not None and missing.startswith("matplotlib")
    with pytest.raises(ImportError, match="pictures need matplotlib" if ours else "^a module is missing$"):
        pictures.__getattr__("regions")


def test_without_matplotlib_there_is_one_sentence(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "import problems.pictures\n"
        "from derive.cli import main\n"
        f"sys.exit(main(['draw', 'figure-6', '-o', {str(tmp_path / 'a.png')!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert (
        done.stderr
        == "derive: pictures need matplotlib, which is not installed; pip install 'derive-trees[plot]'\n"
    )


def test_figure_3_without_scikit_learn_is_one_sentence(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['sklearn'] = None\n"
        "from derive.cli import main\n"
        f"sys.exit(main(['draw', 'figure-3', '-o', {str(tmp_path / 'a.png')!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("derive: OptimalTreeClassifier needs scikit-learn, which is not installed")
    assert done.stderr.count("\n") == 1


def test_notebooks_show_pictures_and_no_window_is_asked_for() -> None:
    code = (
        "import sys, problems.pictures\n"
        "assert 'matplotlib' not in sys.modules\n"
        "picture = problems.pictures.figure_6()\n"
        "print(picture._repr_png_()[1:4], 'matplotlib.pyplot' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "b'PNG' False\n"


def test_names_of_pictures() -> None:
    import problems.pictures

    with pytest.raises(AttributeError, match="has no attribute 'pie'"):
        problems.pictures.pie  # noqa: B018
    assert all(callable(getattr(problems.pictures, name)) for name in problems.pictures.__all__)


def test_trees_of_large_scenes_fit_their_panel() -> None:
    random = Random(4)
    segments = [[(random.randrange(99), random.randrange(99)) for _ in range(2)] for _ in range(14)]
    picture = bsp_cells(segments)
    figure_width, _ = picture.get_size_inches()
    box = picture.axes[1].get_position()
    assert box.x1 <= 1
    assert figure_width < 40
    assert bsp(segments).seed
