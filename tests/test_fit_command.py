"""The commands fit and predict, run as a user would."""

import json
from pathlib import Path

import pytest

from derive import depth, size
from derive.cli import main
from problems.examples import example
from problems.learn.schema import loads

Captured = pytest.CaptureFixture[str]
CREDIT = str(example("credit.csv"))


def run(capsys: Captured, *words: str) -> str:
    status = main(words)
    printed = capsys.readouterr()
    assert (status, printed.err) == (0, "")
    return printed.out


def complaint(capsys: Captured, *words: str) -> str:
    status = main(words)
    printed = capsys.readouterr()
    assert (status, printed.out, printed.err.count("\n")) == (2, "", 1)
    return printed.err


def test_fit_then_predict(capsys: Captured, tmp_path: Path) -> None:
    model, picture = tmp_path / "model.json", tmp_path / "tree.svg"
    words = ("--target", "repaid", "--max-depth", "2", "--json", str(model), "--svg", str(picture))
    printed = run(capsys, "fit", CREDIT, *words)
    assert printed.startswith("income <= 45?\n├─ yes: savings?\n")
    assert "0 wrong, 3 branches; proved optimal over 8 rules" in printed
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model.json", "tree.svg"]
    assert picture.read_text().startswith("<svg")
    assert loads(model.read_text()).target == "repaid"
    table = [line.split(",") for line in Path(CREDIT).read_text().split()[1:]]
    assert run(capsys, "predict", str(model), CREDIT).split() == [row[-1] for row in table]
    assert json.loads(run(capsys, "predict", str(model), CREDIT, "--json")) == [row[-1] for row in table]


def test_limits_of_the_command(capsys: Captured) -> None:
    assert "1 branch;" in run(capsys, "fit", CREDIT, "--target", "repaid", "--max-nodes", "1")
    assert "cost 0.48;" in run(capsys, "fit", CREDIT, "--target", "repaid", "--penalty", "0.01")
    assert "(at most 1 a column, of 8)" in run(capsys, "fit", CREDIT, "--target", "repaid", "--rules", "1")
    assert "9 equalities" in run(
        capsys, "fit", CREDIT, "--target", "repaid", "--rules", "equality", "--jobs", "-1"
    )
    assert "0 wrong" in run(
        capsys, "fit", CREDIT, "--target", "repaid", "--time-limit", "60", "--min-leaf", "2"
    )


def test_three_levels_unless_another_limit_is_given(capsys: Captured, tmp_path: Path) -> None:
    data, model = tmp_path / "data.csv", tmp_path / "model.json"
    data.write_text("a,y\n" + "".join(f"{i},{i % 2}\n" for i in range(16)))

    def deep(*words: str) -> tuple[int, int]:
        run(capsys, "fit", str(data), "--target", "y", "--json", str(model), *words)
        tree = loads(model.read_text()).tree
        return depth(tree), size(tree)

    assert deep() == (3, 7)
    assert deep("--max-depth", "2") == (2, 3)
    assert deep("--max-nodes", "15")[1] == 15
    assert deep("--penalty", "0.01")[1] == 15
    assert deep("--max-depth", "1", "--penalty", "0.01") == (1, 1)
    assert deep("--min-leaf", "8") == (0, 0)


def test_numbers_are_fitted_too(capsys: Captured, tmp_path: Path) -> None:
    model = tmp_path / "model.json"
    printed = run(
        capsys, "fit", CREDIT, "--target", "income", "--regression", "--max-depth", "1", "--json", str(model)
    )
    assert "squared error " in printed
    assert len(run(capsys, "predict", str(model), CREDIT).split()) == 16


def test_whole_labels_stay_whole(capsys: Captured, tmp_path: Path) -> None:
    data, model = tmp_path / "data.csv", tmp_path / "model.json"
    data.write_text("size,colour,code\n1,red,-1\n\n2,red,1\n3,blue,1\n")
    run(capsys, "fit", str(data), "--target", "code", "--json", str(model))
    assert loads(model.read_text()).classes == (-1, 1)
    assert run(capsys, "predict", str(model), str(data)) == "-1\n1\n1\n"
    data.write_text("size,colour,code\n1,1,007\n2,1,8\n3,x,8\n")
    run(capsys, "fit", str(data), "--target", "code", "--json", str(model))
    assert loads(model.read_text()).classes == ("007", "8")
    assert run(capsys, "predict", str(model), str(data)) == "007\n8\n8\n"


def test_many_rules_are_thinned_with_a_note(capsys: Captured, tmp_path: Path) -> None:
    data = tmp_path / "data.csv"
    data.write_text("a,y\n" + "".join(f"{i},{'yes' if i > 100 else 'no'}\n" for i in range(400)))
    assert main(["fit", str(data), "--target", "y", "--max-depth", "1"]) == 0
    printed = capsys.readouterr()
    assert printed.err.startswith(
        "note: kept 300 of 399 rules, at most 300 a column; optimal is meant over these"
    )
    assert "300 midpoints (at most 300 a column, of 399)" in printed.out


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "expected a header with the names of the columns, got an empty file"),
        ("a,y\n", "expected rows, got nothing but a header"),
        ("a,b\n1,2\n", "there is no column 'y'; the columns are a, b"),
        ("y\n1\n", "expected columns besides the target 'y', got none"),
        ("a,a,y\n1,2,3\n", "expected column names that differ, got 'a' twice"),
        ("a,y\n1,2\n3\n", "line 3: expected 2 cells, got 1"),
        ("a,y\n1,2\n,4\n", "line 3: column a is empty; fill it in or leave the row out"),
        ("a,y\n1,2\nnan,4\n", "row 2: expected a finite number in column a, got 'nan'"),
        ("a,y\n1,2.5\n3,4\n", "Unknown label type: continuous"),
        ('a,y\n"1,2\n', "expected CSV"),
    ],
)
def test_bad_tables_get_one_sentence_and_write_nothing(
    capsys: Captured, tmp_path: Path, content: str, message: str
) -> None:
    data = tmp_path / "data.csv"
    data.write_text(content)
    said = complaint(capsys, "fit", str(data), "--target", "y", "--json", str(tmp_path / "model.json"))
    assert message in said
    assert "data.csv: " in said
    assert list(tmp_path.iterdir()) == [data]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--max-depth", "0"), "--max-depth is a whole number, 1 or more; got 0"),
        (("--penalty", "-1"), "--penalty is a number, 0 or more"),
        (("--jobs", "0"), "--jobs is a number of threads, -1 for all processors; got 0"),
        (("--time-limit", "0"), "--time-limit is a number of seconds above 0; got 0.0"),
        (("--rules", "0"), "a number of thresholds a column is 1 or more, got 0"),
        (("--rules", "columns"), "rules='columns' takes columns of 0 and 1, but income holds others"),
        (("--json", "/no/such/folder/model.json"), "there is no such folder to write to"),
        (("--svg", "/"), "is no file that could be written"),
        (("--regression",), "expected a target of numbers, got 'no'; for labels, leave out --regression"),
    ],
)
def test_bad_words_get_one_sentence(capsys: Captured, words: tuple[str, ...], message: str) -> None:
    assert message in complaint(capsys, "fit", CREDIT, "--target", "repaid", *words)


@pytest.mark.parametrize(
    ("command", "advice"),
    [
        ("fit", "to predict numbers, add --regression"),
        ("smallest", "to predict numbers, use derive fit --regression"),
        ("parameters", "to predict numbers, use derive fit --regression"),
        ("atlas", "to predict numbers, use derive fit --regression"),
    ],
)
def test_a_target_of_fractions_is_sent_to_regression(
    capsys: Captured, tmp_path: Path, command: str, advice: str
) -> None:
    data = tmp_path / "data.csv"
    data.write_text("a,y\n0,0.5\n1,1.5\n")
    said = complaint(capsys, command, str(data), "--target", "y")
    assert advice in said
    assert "OptimalTree" not in said


@pytest.mark.parametrize(
    "words", [("fit", "--json"), ("fit", "--svg"), ("smallest", "--json"), ("atlas", "--html")]
)
def test_what_is_read_is_not_written_over(capsys: Captured, tmp_path: Path, words: tuple[str, str]) -> None:
    command, option = words
    data = tmp_path / "data.csv"
    data.write_text("a,y\n0,no\n1,yes\n")
    said = complaint(capsys, command, str(data), "--target", "y", option, str(tmp_path / "." / "data.csv"))
    assert "data.csv: holds the data that are read; write to another file" in said
    assert data.read_text() == "a,y\n0,no\n1,yes\n"


def test_a_file_that_cannot_be_written_leaves_nothing(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    said = complaint(capsys, "fit", CREDIT, "--target", "repaid", "--json", str(tmp_path / "model.json"))
    assert "cannot be written (No space left on device)" in said
    assert list(tmp_path.iterdir()) == []


def test_bad_models_and_data_for_them(capsys: Captured, tmp_path: Path) -> None:
    model, data = tmp_path / "model.json", tmp_path / "data.csv"
    assert "model.json: no such file" in complaint(capsys, "predict", str(model), CREDIT)
    model.write_text("{}")
    assert 'model.json: expected "format": "derive-tree", got None' in complaint(
        capsys, "predict", str(model), CREDIT
    )
    run(capsys, "fit", CREDIT, "--target", "repaid", "--max-depth", "2", "--json", str(model))
    data.write_text("savings,debts\n1,0\n")
    said = complaint(capsys, "predict", str(model), str(data))
    assert "there is no column 'income', which the tree asks of; the columns are savings, debts" in said
    data.write_text("savings,debts,income\n1,0,much\n")
    assert "row 1: expected a number in column income, got 'much'" in complaint(
        capsys, "predict", str(model), str(data)
    )


@pytest.mark.parametrize("word", ["NA", "?", "null"])
def test_a_word_for_a_missing_number_is_not_taken_for_a_category(
    word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "data.csv"
    place.write_text(f"x,y\n1,a\n{word},b\n3,a\n")
    assert main(["fit", str(place), "--target", "y"]) == 2
    said = f"row 2: column x holds {word!r} among numbers; fill it in or leave the row out"
    assert said in capsys.readouterr().err


def test_words_among_words_are_categories(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "data.csv"
    place.write_text("x,y\nyes,a\nunknown,b\n-,a\n")
    assert main(["fit", str(place), "--target", "y"]) == 0
    assert "x = unknown" in capsys.readouterr().out


def test_the_fewest_branches_are_found_when_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "data.csv"
    place.write_text("x,z,y\n" + "".join(f"{x},{x % 7},{'hi' if x > 15 else 'lo'}\n" for x in range(1, 31)))
    words = ["fit", str(place), "--target", "y", "--max-depth", "2"]
    assert main([*words, "--fewest"]) == 0
    assert "0 wrong, 1 branch; proved optimal" in capsys.readouterr().out
    assert main([*words, "--fewest", "--multiway"]) == 2
    assert "--fewest does not go with --multiway" in capsys.readouterr().err


def test_limits_beyond_any_tree_are_no_more_than_the_rows_allow(capsys: Captured) -> None:
    huge = "99999999999999999999999"
    words = ("fit", CREDIT, "--target", "repaid")
    for option in ("--max-nodes", "--max-depth"):
        assert "0 wrong, 3 branches" in run(capsys, *words, option, huge, "--fewest")
    assert "8 wrong, 0 branches" in run(capsys, *words, "--min-leaf", huge)


def test_another_separator_is_guessed(tmp_path: Path, capsys: Captured) -> None:
    data = tmp_path / "data.csv"
    data.write_text("a;y\n0;1\n")
    said = complaint(capsys, "fit", str(data), "--target", "y")
    assert "the only column is 'a;y': columns are separated by commas here, not by ';'" in said
