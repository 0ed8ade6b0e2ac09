"""The command, run as a user would: what it prints, what it exits with, and what it says of bad input.

``RENEW_GOLDEN=1 pytest tests/test_cli.py`` writes tests/golden/tour.txt anew; read the difference before committing it.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from derive import __version__
from derive.cli import UNREAD, main
from problems.examples import example
from problems.lawbook import LAWBOOK

Captured = pytest.CaptureFixture[str]
TOUR = Path(__file__).parent / "golden" / "tour.txt"

UNREAD_COMMANDS = [
    ["--help"],
    ["count", "odt-bf", "5"],
    ["count", "odt-bf", "5", "--json"],
    ["trees", "odt-bf", "5", "--limit", "5000"],
    ["trees", "odt-bf", "5", "--limit", "5000", "--json"],
    ["solve", "mcmp", "10", "100", "5", "50"],
    ["solve", "mcmp", "10", "100", "5", "50", "--json"],
    ["problems"],
    ["problems", "--json"],
    ["atlas", "--features", "2", "--branches", "2"],
    ["show", "theorem-4.2"],
]


def run(capsys: Captured, *words: str) -> str:
    status = main(words)
    printed = capsys.readouterr()
    assert (status, printed.err) == (0, "")
    return printed.out


def complaint(capsys: Captured, *words: str) -> str:
    status = main(words)
    printed = capsys.readouterr()
    assert (status, printed.out) == (2, "")
    assert printed.err.startswith("derive: ")
    assert printed.err.count("\n") == 1
    return printed.err


@pytest.mark.parametrize(
    ("slug", "size", "number"),
    [("odt-bf", 5, 5040), ("murtrees", 5, 2830), ("murtrees", 3, 27), ("catalans", 5, 42), ("mcmp", 4, 5),
     ("kd-tree", 5, 42), ("mcmp", 0, 0), ("odt-bf", 0, 1)],
)  # fmt: skip
def test_count_prints_the_number_and_nothing_else(
    capsys: Captured, slug: str, size: int, number: int
) -> None:
    assert run(capsys, "count", slug, str(size)) == f"{number}\n"
    answer = json.loads(run(capsys, "count", slug, str(size), "--json"))
    assert answer == {"problem": slug, "given": size, "count": number}


def test_count_of_large_sizes(capsys: Captured) -> None:
    assert len(run(capsys, "count", "catalans", "1000")) == 599
    assert run(capsys, "count", "odt-bf", "30").startswith("10119360798")
    assert run(capsys, "count", "polygons", "3000") == run(capsys, "count", "catalans", "2998")
    assert run(capsys, "count", "mcmp", "3000") == run(capsys, "count", "catalans", "2999")
    assert [run(capsys, "count", "polygons", str(n)).strip() for n in (2, 3, 4)] == ["1", "1", "2"]
    assert "got 1" in complaint(capsys, "count", "polygons", "1")
    assert [run(capsys, "count", "mcmp", str(n)).strip() for n in range(4)] == ["0", "1", "1", "2"]
    assert run(capsys, "count", "bsp", str(example("pinwheel.json"))) == "24\n"
    assert run(capsys, "count", "proper-dt", str(example("four-lines.json"))) == "3\n"


def test_problems_has_a_line_each(capsys: Captured) -> None:
    lines = run(capsys, "problems").splitlines()
    slugs = ["proper-dt", "bsp", "kd-tree", "odt-bf", "murtrees", "catalans", "mcmp", "polygons"]
    assert [line.split()[0] for line in lines[1:]] == slugs
    assert [each["slug"] for each in json.loads(run(capsys, "problems", "--json"))] == slugs


def test_trees_lists_draws_and_samples(capsys: Captured) -> None:
    assert len(run(capsys, "trees", "murtrees", "3").splitlines()) == 27
    assert run(capsys, "trees", "catalans", "3", "--limit", "1") == "(. 1 (. 2 (. 3 .)))\n"
    assert len(run(capsys, "trees", "odt-bf", "9", "--limit", "2").splitlines()) == 2
    once = run(capsys, "trees", "catalans", "30", "--sample", "3", "--seed", "5")
    assert once == run(capsys, "trees", "catalans", "30", "--sample", "3", "--seed", "5")
    assert once != run(capsys, "trees", "catalans", "30", "--sample", "3", "--seed", "6")
    assert "┌┴┐" in run(capsys, "trees", "catalans", "2", "--draw")
    assert run(capsys, "trees", "proper-dt", str(example("four-lines.json")), "--limit", "1").startswith(
        "((("
    )
    answer = json.loads(run(capsys, "trees", "mcmp", "3", "--json"))
    assert answer["count"] == len(answer["trees"]) == 2
    assert answer["trees"][1]["parts"][1] == {"leaf": 3}


@pytest.mark.parametrize(
    ("words", "value", "text"),
    [
        (("mcmp", "30", "35", "15", "5", "10", "20", "25"), 15125, "((A (B C)) ((D E) F))"),
        (("catalans", "34", "8", "50"), 142, "((. 1:34 (. 2:8 .)) 3:50 .)"),
        (("catalans", "0.5", "1/4"), 1, "(. 1:0.5 (. 2:0.25 .))"),
        (("bsp", str(example("pinwheel.json"))), 11, "((. s3 (. s2 (. s1 .))) s0 (. s1 .))"),
        (("proper-dt", str(example("thresholds.json"))), 0, "(0{1} r0 (1{0 3} r3 0{2}))"),
    ],
)
def test_solve_prints_the_optimum_and_its_tree(
    capsys: Captured, words: tuple[str, ...], value: int, text: str
) -> None:
    printed = run(capsys, "solve", *words).splitlines()
    assert printed[0].split()[0] == str(value)
    assert printed[1] == text
    answer = json.loads(run(capsys, "solve", *words, "--json"))
    assert (answer["value"], answer["text"]) == (value, text)
    assert "tree" in answer


@pytest.mark.parametrize("slug", ["odt-bf", "murtrees"])
def test_solve_reads_tables(capsys: Captured, slug: str) -> None:
    assert run(capsys, "solve", slug, str(example("majority.csv"))).startswith("1 misclassified")


def test_solve_weighs_failures(capsys: Captured) -> None:
    assert run(capsys, "solve", "catalans", "0", "0", "--misses", "9,1,1").startswith("13 comparisons")


def test_json_has_names_and_rows(capsys: Captured) -> None:
    answer = json.loads(run(capsys, "solve", "odt-bf", str(example("majority.csv")), "--json"))
    assert answer["tree"]["root"] == "a"
    assert answer["tree"]["parts"][0] == {"leaf": [4, 5, 6, 7]}
    scene = json.loads(run(capsys, "solve", "bsp", str(example("pinwheel.json")), "--json"))
    assert scene["tree"]["root"] == [{"segment": 0, "start": [0, 0], "end": [3, 0]}]
    scene = json.loads(run(capsys, "solve", "bsp", str(example("prism.obj")), "--json"))
    corners = [[0, 0, 0], [8, 0, 0], [8, 8, 0], [0, 8, 0]]
    assert (scene["value"], scene["tree"]["root"]) == (19, [{"polygon": 0, "corners": corners}])
    cafes = json.loads(run(capsys, "solve", "kd-tree", str(example("cafes.json")), "--json"))
    assert cafes["tree"]["root"] == {"place": [5, 4], "members": [1, 9], "visits": 29}
    assert (cafes["value"], cafes["unit"]) == (98, "points looked at, weighted")
    cities = json.loads(run(capsys, "solve", "kd-tree", str(example("cities.csv")), "--json"))
    assert cities["tree"]["root"] == {"place": [5, 4], "members": [1]}


def test_solve_reads_points(capsys: Captured) -> None:
    assert run(capsys, "solve", "kd-tree", str(example("cities.csv"))).startswith("116 weighted depth")


def test_no_tree_is_an_answer(capsys: Captured, tmp_path: Path) -> None:
    crossing = tmp_path / "crossing.json"
    crossing.write_text('{"lines": [[[0, 0], [2, 2]], [[0, 2], [2, 0]]]}')
    assert run(capsys, "solve", "proper-dt", str(crossing)) == "no tree exists\n"
    assert json.loads(run(capsys, "solve", "proper-dt", str(crossing), "--json"))["value"] is None
    crossing.write_text('{"matrix": [[0, 1], [1, 0]], "size": 1}')
    assert run(capsys, "solve", "proper-dt", str(crossing)).startswith("1 deep")


def test_tour_tells_its_story(capsys: Captured) -> None:
    told = run(capsys, "tour")
    for part in (
        "ABCD -> AB | CD",
        "5040",
        "2830",
        "The cheapest of 42 ways to multiply 6 matrices",
        "15125 scalar multiplications",
        "so there are 5 ways: (A (B (C D))), ",
        "does not hold",
        "{ filter promotion }",
        "((A (B C)) ((D E) F))",
        "┌─┴─┐",
        "0 wrong, 6 branches",
    ):
        assert part in told
    if os.environ.get("RENEW_GOLDEN"):
        TOUR.write_text(told, encoding="utf-8")
    assert told == TOUR.read_text(encoding="utf-8")
    assert json.loads(run(capsys, "tour", "--json"))["sizes"]["mcmp"]["4"] == 5


def test_version_and_help(capsys: Captured) -> None:
    assert run(capsys, "--version") == f"{__version__}\n"
    assert run(capsys) == run(capsys, "--help")
    assert "solve" in run(capsys, "--help")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("count", "odt-bf", "-3"), "a size is 0 or more, got -3"),
        (("count", "odt-bf", "-1"), "a size is 0 or more, got -1"),
        (("count", "odt-bf", "100001"), "a size is at most 100000, got a larger one"),
        (("trees", "odt-bf", "-3"), "a size is 0 or more, got -3"),
        (("count", "murtree", "3"), "there is no problem named 'murtree'; did you mean murtrees?"),
        (("count", "qqqq", "3"), "there is no problem named 'qqqq'. The problems are proper-dt"),
        (("solve", "KD_TREE", "x"), "did you mean kd-tree?"),
        (("count", "bsp", "3"), "bsp cannot be given as a size alone; expected a JSON or OBJ file of segments"),
        (("count", "catalans", "x.json"), "catalans cannot be given as a file; expected a number of keys"),
        (("count", "odt-bf", "--bogus"), "there is no option --bogus"),
        (("solve", "mcmp", "--bogus"), "there is no option --bogus"),
        (("solve", "mcmp", "5"), "at least two dimensions, got 1"),
        (("solve", "mcmp", "5", "-2"), "a matrix has 1 or more rows and columns, got -2"),
        (("solve", "mcmp", "5", "x"), "expected a finite number, got 'x'"),
        (("solve", "mcmp", "5", "0.5"), "expected whole dimensions, got 0.5"),
        (("solve", "catalans", "nan"), "expected a finite number, got 'nan'"),
        (("solve", "catalans", "3", "-1"), "weight number 1 must be finite and 0 or more, got -1"),
        (("solve", "bsp", "a", "b"), "bsp takes one file, got 2 arguments"),
        (("solve", "bsp", "missing.json"), "missing.json: no such file"),
        (("solve", "bsp", "."), ".: cannot be read (Is a directory)"),
        (("trees", "odt-bf", "7"), "odt-bf has 2162160 trees here, more than 1000; give --limit N"),
        (("trees", "catalans", "3", "--limit", "-5"), "--limit is 0 or more, got -5"),
        (("trees", "catalans", "3", "--limit", "2", "--sample", "2"), "not both"),
        (("trees", "catalans", "3", "--limit", "x"), "Invalid value for '--limit'"),
        (("count", "odt-bf"), "Missing argument 'SIZE|FILE'"),
        (("solve", "catalans"), "Missing argument 'NUMBERS...|FILE'"),
        (("solve", "catalans", "1", "2", "--misses", "1,2"), "expected 3 weights, got 2"),
        (("solve", "mcmp", "1", "2", "--misses", "1,2"), "--misses goes with catalans, not with mcmp"),
        (("solve", "catalans", "1e99999999"), "an exponent of at most 400"),
        (("solve", "odt-bf", "5"), "to solve odt-bf, give a CSV file of features 0 or 1 with a label; got 5"),
        (("bogus",), "No such command 'bogus'"),
        (("trees", "catalans", "3", "--sample", "-1"), "--sample is 0 or more, got -1"),
        (("count", "catalans", "3.5"), "a size is a whole number, got 3.5"),
        (("count", "catalans", "9" * 30), "a size is at most 100000, got a larger one"),
    ],
)  # fmt: skip
def test_bad_words_get_one_sentence(capsys: Captured, words: tuple[str, ...], message: str) -> None:
    assert message in complaint(capsys, *words)


@pytest.mark.parametrize(
    ("slug", "content", "message"),
    [
        ("bsp", "{", "expected JSON, but line 1 says otherwise"),
        ("bsp", "[" * 100_000, "nested too deeply"),
        ("bsp", "[]", "expected an object with segments or polygons, got list"),
        ("bsp", '{"segmnts": []}', "expected the keys segments, polygons; got 'segmnts'"),
        ("bsp", '{"segments": 3}', "expected a list under 'segments', got 3"),
        ("bsp", "{}", "expected segments or polygons, got neither of them"),
        ("bsp", '{"segments": [], "polygons": []}', "expected segments or polygons, got both"),
        ("bsp", '{"polygons": [[[0, 0, 0], [1, 0, 0]]]}', "polygon 0: expected a polygon with three corners or more"),
        ("bsp", '{"segments": [[[0, 0], [0, 0]]]}', "segment 0: expected two different points"),
        ("bsp", '{"segments": [[[0, 0], [1]]]}', "segment 0: expected a point with 2 coordinates"),
        ("bsp", '{"segments": [[[0, 0]]]}', "segment 0: expected two points"),
        ("bsp", '{"segments": [[[0, NaN], [1, 1]]]}', "expected finite numbers, got NaN"),
        ("proper-dt", '{"matrix": [[0, 1]]}', "row 0 has 2 entries, but there are 1 rows"),
        ("proper-dt", '{"matrix": [[0, 2], [1, 0]]}', "must be -1, 0 or 1, got 2"),
        ("proper-dt", '{"matrix": [0]}', "expected a matrix as a list of rows"),
        ("proper-dt", '{"matrix": [[0]], "lines": []}', "exactly one of lines, thresholds and matrix"),
        ("proper-dt", "{}", "got none of them"),
        ("proper-dt", '{"matrix": [[0]], "points": [[1, 2]], "labels": [1]}', "give lines or thresholds"),
        ("proper-dt", '{"lines": [], "size": -1}', "expected a size of 0 or more, got -1"),
        ("proper-dt", '{"lines": [], "at_most": 3}', "expected true or false under 'at_most', got 3"),
        ("proper-dt", '{"lines": [[[0,0],[1,1]]], "points": [[1]], "labels": [1]}', "expected 2 coordinates"),
        ("proper-dt", '{"lines": [[[0,0],[1,1]]], "points": [[1, 1]], "labels": []}', "got 0 labels"),
        ("proper-dt", '{"lines": [[[0,0],[1,1]]], "points": [[1, 1]], "labels": [[]]}', "text or numbers"),
        ("proper-dt", '{"thresholds": [[[1, 2], 2]]}', "threshold 0: expected a point and the number of one"),
        ("proper-dt", '{"thresholds": [[[1, 2], -1]]}', "threshold 0: expected a point and the number of one"),
        ("bsp", '{"segments": [], "segments": []}', "expected every key once, got 'segments' twice"),
        ("proper-dt", '{"matrix": [], "size": 1, "size": 2}', "expected every key once, got 'size' twice"),
        ("kd-tree", '"1,2\n', "expected CSV"),
        ("kd-tree", "a,1\n2,3\n", "row 1: expected a finite number, got 'a'"),
        ("kd-tree", "x,y\n1,a\n", "row 2: expected a finite number, got 'a'"),
        ("kd-tree", "x,y\n", "got nothing but a header"),
        ("kd-tree", "x,weight,weight\n2,3,1\n", "expected at most one column named weight"),
        ("kd-tree", "", "expected points, one a row, got an empty file"),
        ("kd-tree", "1,2\n3\n", "row 2: expected 2 columns, got 1"),
        ("kd-tree", "1,2\n3,nan\n", "row 2: expected a finite number, got 'nan'"),
        ("kd-tree", "nan,2\n", "row 1: expected a finite number, got 'nan'"),
        ("kd-tree", "x,y,weight\n1,2,-1\n", "weight number 0 must be finite and 0 or more, got -1"),
        ("odt-bf", "a,b\n0,1\n", "expected a header with one column named label, got a, b"),
        ("odt-bf", "", "expected a header with one column named label, got nothing"),
        ("odt-bf", "label,label\n0,1\n", "one column named label, got label, label"),
        ("odt-bf", "a,a,label\n0,1,x\n", "expected column names that differ, got 'a' twice"),
        ("odt-bf", "a,label\n" + "0" * 200_000 + ",x\n", "expected CSV (field larger than field limit"),
        ("proper-dt", '{"thresholds": [[[1, 2], 1], [[1], 0]]}', "threshold 1: expected a point with 2 coordinates"),
        ("proper-dt", '{"thresholds": [[[1, 2], true]]}', "threshold 0: expected a point and the number"),
        ("proper-dt", '{"lines": [], "at_most": true}', "expected a size along with 'at_most'"),
        ("bsp", '{"segments": [[[1e999999, 0], [0, 0]]]}', "an exponent of at most 400"),
        ("odt-bf", "a,label\n2,x\n", "row 2: expected 0 or 1 in column a, got '2'"),
        ("odt-bf", "a,label\n1\n", "row 2: expected 2 columns, got 1"),
    ],
)  # fmt: skip
def test_bad_files_get_one_sentence(
    capsys: Captured, tmp_path: Path, slug: str, content: str, message: str
) -> None:
    path = tmp_path / "input"
    path.write_text(content)
    said = complaint(capsys, "solve", slug, str(path))
    assert message in said
    assert "input: " in said


def test_bytes_that_are_no_text(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "picture.json"
    path.write_bytes(b"\xff\xfe\x00")
    assert "expected text in UTF-8" in complaint(capsys, "solve", "bsp", str(path))


def test_points_without_header_and_a_table_without_rows(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text("1,2\n\n3,4\n")
    assert run(capsys, "count", "kd-tree", str(path)) == "2\n"
    path.write_text("a,label\n")
    assert run(capsys, "solve", "odt-bf", str(path)).startswith("0 misclassified")


def test_an_interrupt_is_no_traceback(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("derive.cli.commands.find", interrupted)
    assert main(["count", "odt-bf", "5"]) == 130
    assert "interrupted" in capsys.readouterr().err


def test_a_full_disk_is_no_traceback() -> None:
    command = f"{sys.executable} -m derive count odt-bf 5 > /dev/full"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == "derive: cannot write the answer (No space left on device)\n"


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (BrokenPipeError(32, "Broken pipe"), 141, ""),  # as the shell says of a closed pipe
        (
            OSError(28, "No space left on device"),
            2,
            "derive: cannot write the answer (No space left on device)\n",
        ),
    ],
)
def test_what_cannot_be_written_is_told_but_for_a_closed_pipe(
    error: OSError, status: int, said: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("derive.cli.app", fails)
    monkeypatch.setattr(sys, "stdout", sys.stdout)  # so that it comes back
    assert main(["count", "odt-bf", "3"]) == status
    assert capsys.readouterr().err == said


def test_a_few_of_many_trees(capsys: Captured) -> None:
    """There are 95040 of them, more than are listed without a limit."""
    assert run(capsys, "trees", "odt-bf", "6", "--limit", "3").count("\n") == 3
    assert run(capsys, "trees", "odt-bf", "6", "--sample", "2").count("\n") == 2
    assert run(capsys, "trees", "odt-bf", "6", "--limit", "0") == ""


def test_too_many_trees_are_refused_before_they_are_looked_for(capsys: Captured) -> None:
    """The seeds of this many features could not even be listed."""
    assert main(["trees", "odt-bf", "60"]) == 2
    said = capsys.readouterr().err
    assert "trees here, more than" in said
    assert "give --limit N to list the first N" in said


def test_too_little_memory_is_no_traceback(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("derive.cli.commands.find", exhausted)
    assert "not enough memory" in complaint(capsys, "count", "odt-bf", "5")


def test_a_closed_pipe_is_no_traceback() -> None:
    command = f"{sys.executable} -m derive trees odt-bf 5 --limit 5000 | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


@pytest.mark.parametrize("words", UNREAD_COMMANDS, ids=" ".join)
def test_a_command_that_nobody_reads_ends_quietly(words: list[str]) -> None:
    """Whether the answer is text, JSON or a table, and whether it was written at once or line by line."""
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "derive", *words], stdout=write, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (UNREAD, "")


def test_a_reader_that_has_seen_enough_ends_the_command() -> None:
    words = [sys.executable, "-m", "derive", "trees", "odt-bf", "5", "--limit", "5000"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith("(")
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == UNREAD


def test_an_exit_that_is_no_closed_pipe_stays_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(*_: object, **__: object) -> None:
        raise SystemExit(3)

    monkeypatch.setattr("derive.cli.commands.find", leave)
    with pytest.raises(SystemExit, match="3"):
        main(["count", "odt-bf", "5"])


def test_a_terminal_gets_a_ruled_table(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    assert "┃" in run(capsys, "problems")
    main(["tour"])
    assert "\x1b[1m" in capsys.readouterr().out


def test_python_m_derive() -> None:
    words = [sys.executable, "-m", "derive", "count", "mcmp", "4"]
    assert subprocess.run(words, capture_output=True, text=True, check=True).stdout == "5\n"


def test_laws_of_a_problem(capsys: Captured) -> None:
    printed = run(capsys, "laws", "mcmp", "--examples", "20")
    assert " laws tested (not proved), 0 with an unexpected verdict" in printed
    assert printed.splitlines()[0].split() == [
        "suite",
        "law",
        "citation",
        "verdict",
        "examples",
        "telling",
        "seconds",
    ]
    record = json.loads(run(capsys, "laws", "errata", "--json"))[0]
    assert (record["verdict"], record["ok"]) == ("fails as expected", True)
    assert "does not hold" in record["counterexample"]
    assert "did you mean catalans?" in complaint(capsys, "laws", "catalan")
    assert "greater than or equal to 1" in complaint(capsys, "laws", "mcmp", "--examples", "0")


def test_records_of_laws_say_what_was_found(capsys: Captured) -> None:
    """Those that hold have numbers and no counterexample; those that fail the other way round."""
    records = json.loads(run(capsys, "laws", "errata", "--examples", "30", "--json"))
    records += json.loads(run(capsys, "laws", "catalans", "--examples", "30", "--json"))
    assert len({record["verdict"] for record in records}) > 1
    for record in records:
        held = record["verdict"] == "holds"
        assert (record["counterexample"] is None) == held
        assert (record["examples"] != "") == (record["telling"] != "") == held
        assert not held or record["examples"] >= record["telling"] > 0
        assert record["seconds"] >= 0
        assert record["ok"]


def test_explain_says_how_large_the_search_is(capsys: Captured, tmp_path: Path) -> None:
    told = json.loads(run(capsys, "explain", "mcmp", "30", "35", "15", "5", "10", "--json"))
    assert (told["trees"], told["answers"]) == (5, ["9375"])
    assert all(each["holds"] for each in told["owed"])
    assert (told["program"], told["seeds"]) == ("fused and shared", 10)
    many = json.loads(
        run(capsys, "explain", "mcmp", *[str(n % 7 + 1) for n in range(200)], "--examples", "9", "--json")
    )
    assert (many["program"], "seeds" in many) == ("compiled", False)
    for slug, file, trees in (("odt-bf", "majority.csv", 30), ("kd-tree", "cities.csv", None)):
        listed = json.loads(run(capsys, "explain", slug, str(example(file)), "--examples", "30", "--json"))
        assert listed["program"] == "fused and shared"
        assert listed["trees"] == (trees or listed["trees"])
        assert listed["seeds"] > 1 < listed["sharing"]
        assert all(each["holds"] for each in listed["owed"])
    crossing = tmp_path / "crossing.json"
    crossing.write_text('{"lines": [[[0, 0], [2, 2]], [[0, 2], [2, 0]]]}')
    assert "answer: no tree exists\n" in run(capsys, "explain", "proper-dt", str(crossing))


def test_an_unexpected_verdict_exits_with_one(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    from laws import Suite
    from problems.errata import ERRATA

    monkeypatch.setitem(LAWBOOK, "errata", Suite("errata", ERRATA.laws))
    assert main(["laws", "errata"]) == 1
    assert f"{len(ERRATA.laws)} with an unexpected verdict" in capsys.readouterr().out


def test_one_law_with_its_counterexample_drawn(capsys: Captured) -> None:
    shown = run(capsys, "law", "printed genDTFs")
    for part in (
        "genDTFs = filter q . genDTs",
        "LaTeX",
        "He & Little, 4.8.1",
        "fails as expected",
        "on the left only",
    ):
        assert part in shown
    assert "holds: " in run(capsys, "law", "permutations = trees", "--examples", "20")
    assert json.loads(run(capsys, "law", "Lemma 3.7", "--json"))["relation"] == "equal"
    assert "did you mean Lemma 3.7?" in complaint(capsys, "law", "lemma 3.7")


def test_explain_says_which_program_and_why(capsys: Captured) -> None:
    shown = run(capsys, "explain", "mcmp", "30", "35", "15", "5", "10")
    assert shown.startswith("mcmp: fused and shared")
    assert "answer: 9375 scalar multiplications" in shown
    assert "random mcmp input" in run(capsys, "explain", "mcmp", "30", "35", "15", "5")
    answer = json.loads(run(capsys, "explain", "bsp", str(example("pinwheel.json")), "--json"))
    assert (answer["program"], answer["answers"]) == ("fused and shared", ["11"])


def test_show_lists_and_writes_derivations(capsys: Captured) -> None:
    assert "theorem-4.13" in run(capsys, "show")
    assert "theorem-4.2" in json.loads(run(capsys, "show", "--json"))
    assert "= { " in run(capsys, "show", "theorem-4.2")
    assert "$" in run(capsys, "show", "theorem-4.2", "--format", "markdown")
    assert "<p>" in run(capsys, "show", "theorem-4.2", "--format", "html")
    assert "holds" in run(capsys, "show", "theorem-4.2", "--test")
    assert json.loads(run(capsys, "show", "theorem-4.2", "--json"))["steps"]
    assert "there is no derivation named 'theorem-9'" in complaint(capsys, "show", "theorem-9")
