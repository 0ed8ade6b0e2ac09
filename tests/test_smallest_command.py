"""The commands smallest and parameters, run as a user would."""

import json
from pathlib import Path

import pytest

from problems.examples import example
from problems.learn.schema import loads
from tests.test_fit_command import Captured, complaint, run

CREDIT = str(example("credit.csv"))


def test_smallest_then_predict(capsys: Captured, tmp_path: Path) -> None:
    model, picture = tmp_path / "model.json", tmp_path / "tree.svg"
    words = ("--target", "repaid", "--json", str(model), "--svg", str(picture))
    printed = run(capsys, "smallest", CREDIT, *words)
    assert printed.startswith("income <= 45?\n├─ yes: savings?\n")
    assert "right for all 16 rows with 3 branches, 2 deep; proved smallest over 8 rules" in printed
    assert "found by a table of 630 boxes" in printed
    assert picture.read_text().startswith("<svg")
    fitted = loads(model.read_text())
    assert (fitted.target, fitted.cost, fitted.lower_bound, fitted.optimal) == ("repaid", 3, 3, True)
    labels = [line.split(",")[-1] for line in Path(CREDIT).read_text().split()[1:]]
    assert run(capsys, "predict", str(model), CREDIT).split() == labels


@pytest.mark.parametrize("method", ["boxes", "fpt", "support"])
@pytest.mark.parametrize(("objective", "words"), [("--size", "5 branches"), ("--depth", "3 deep")])
def test_every_method_on_the_command_line(capsys: Captured, method: str, objective: str, words: str) -> None:
    majority = str(example("majority.csv"))
    printed = run(capsys, "smallest", majority, "--target", "label", objective, "--method", method)
    assert words in printed
    assert "proved" in printed


def test_contradictions(capsys: Captured, tmp_path: Path) -> None:
    data = tmp_path / "data.csv"
    data.write_text("a,b,y\n1,x,no\n2,x,no\n1,x,yes\n1,x,no\n")
    said = complaint(capsys, "smallest", str(data), "--target", "y")
    assert "data.csv: no tree fits: rows 1 and 3 are equal but for their labels, no and yes" in said
    printed = run(capsys, "smallest", str(data), "--target", "y", "--best")
    assert "wrong for 1 of 4 rows, as every tree is" in printed


def test_parameters(capsys: Captured) -> None:
    printed = run(capsys, "parameters", CREDIT, "--target", "repaid")
    assert "delta_max" in printed
    assert "D_max^(2d) d n" in printed
    told = json.loads(run(capsys, "parameters", CREDIT, "--target", "repaid", "--json"))
    assert (told["rows"], told["columns"], told["dimensions"], told["largest_domain"]) == (16, 4, 6, 4)
    assert (told["largest_difference"], told["size"], told["size_from_few_leaves"]) == (4, 3, 187)
    assert [each["method"] for each in told["bounds"]] == ["fpt", "boxes", "support"]
    far = json.loads(run(capsys, "parameters", CREDIT, "--target", "repaid", "--size", "900", "--json"))
    assert far["bounds"][-1]["steps"] is None
    assert "Theorem 3.6" in {each["theorem"].split(", ")[1] for each in far["bounds"]}
    assert "beyond 1e308" in run(capsys, "parameters", CREDIT, "--target", "repaid", "--size", "900")


def test_the_table_of_parameters_tells_what_the_json_does(capsys: Captured) -> None:
    """Each number stands beside its words."""
    printed = run(capsys, "parameters", CREDIT, "--target", "repaid").splitlines()
    told = json.loads(run(capsys, "parameters", CREDIT, "--target", "repaid", "--json"))
    words = {
        "rows": "rows", "columns": "columns", "dimensions": "dimensions:", "classes": "classes",
        "largest_domain": "values in a column", "largest_difference": "columns in which rows of different class differ",
        "smallest_class": "rows of the rarest class, no less than R", "contradictory_rows": "rows that no tree can be right for",
        "size": "branches, as assumed",
    }  # fmt: skip
    for key, text in words.items():
        assert any(
            line.split(maxsplit=1) and line.split()[0] == str(told[key]) and text in line for line in printed
        ), key
    methods = [line.split()[0] for line in printed[printed.index("") + 2 : -1]]
    assert methods == [each["method"] for each in told["bounds"]]
    steps = [each["steps"] for each in told["bounds"]]
    assert steps == sorted(steps)
    assert [line.split()[-1] for line in printed[printed.index("") + 2 : -1]] == [
        f"{each:.1e}" for each in steps
    ]


def test_contradictory_rows_are_counted(capsys: Captured, tmp_path: Path) -> None:
    data = tmp_path / "data.csv"
    data.write_text("a,y\n1,no\n1,yes\n1,yes\n2,other\n")
    told = json.loads(run(capsys, "parameters", str(data), "--target", "y", "--json"))
    assert (told["rows"], told["classes"], told["contradictory_rows"]) == (4, 2, 1)


def test_bad_words_get_one_sentence(capsys: Captured) -> None:
    for command, words, message in (
        ("smallest", ("--method", "magic"), "the method is one of boxes, fpt, support; got 'magic'"),
        ("smallest", ("--time-limit", "-1"), "time_limit is a number of seconds above 0"),
        ("smallest", ("--json", "/no/such/folder/m.json"), "there is no such folder to write to"),
        ("parameters", ("--size", "-1"), "a size is 0 or more, got -1"),
    ):
        assert message in complaint(capsys, command, CREDIT, "--target", "repaid", *words)
