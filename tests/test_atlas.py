"""The atlas: counts, inclusions and optima against listing; its table, JSON and page, also in a browser."""

import json
import os
import shutil
import subprocess
from html.parser import HTMLParser
from itertools import chain, combinations
from math import comb, factorial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from derive import BadInput, Instance, TooLarge, along, depth, map_leaves, size, trees
from derive.algebra import fold
from derive.cli import main
from problems.atlas import Frame, survey, to_data
from problems.atlas.inclusions import EQUALITIES, INCLUSIONS, check, check_all
from problems.atlas.optima import MOST_CHOICES, Posed, optima
from problems.atlas.page import page
from problems.atlas.spaces import SPACES, Between, find, in_words
from problems.branches import sized_branches
from problems.examples import example
from problems.learn.table import table
from problems.learn.target import labels
from problems.murtree import murtree
from problems.murtrees import decision_trees as murtree_trees
from problems.odt_bf import decision_trees, no_feature_twice
from problems.rows import Rows

Captured = pytest.CaptureFixture[str]
CREDIT = str(example("credit.csv"))


@pytest.mark.parametrize(
    ("features", "branches", "expected"),
    [(2, 3, (40, 2, 0)), (3, 3, (135, 36, 30)), (4, 3, (320, 132, 120)), (4, 4, (3584, 576, 336))],
)
def test_oracle_32_binary_features(features: int, branches: int, expected: tuple[int, int, int]) -> None:
    frame = Frame(features, branches, branches, branches)
    assert tuple(find(slug).trees(frame) for slug in ("any", "no-twice", "odt-bf")) == expected
    assert find("branches").trees(frame) == expected[1]
    assert find("murtree").trees(frame) == expected[0]


def test_sizes_that_no_list_could_reach() -> None:
    atlas = survey(Frame(features=30, rules=30, branches=30, depth=6, values=3))
    sizes = {row.space.slug: row.exactly for row in atlas.rows}
    assert sizes["odt-bf"] == factorial(30) * comb(60, 30) // 31
    assert sizes["any"] == 30**30 * (comb(60, 30) // 31)
    assert sizes["proper"] == Between(0, factorial(30))
    assert 0 < sizes["murtree"] < sizes["any"]
    assert in_words(sizes["catalans"]) == "3814986502092304"


def test_a_matrix_makes_the_count_of_proper_trees_exact(capsys: Captured) -> None:
    words = ["atlas", "--matrix", str(example("four-lines.json")), "--branches", "4", "--json"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    proper = next(space for space in told["spaces"] if space["space"] == "proper")
    assert proper["exactly"] == 3  # Figures 5 and 6


def test_every_inclusion_holds_and_those_that_are_strict_say_where() -> None:
    found = check_all()
    assert check((found[0].part, found[0].whole)) == found[0]  # alone on the same cases as beside others
    assert all(checked.holds for checked in found)
    assert len(found) == len(INCLUSIONS) + len(EQUALITIES)
    assert all(checked.strict_from is None for checked in found if checked.equal)
    assert all(checked.strict_from is not None for checked in found if not checked.equal)
    assert "strict from 3 branches over 3 features on: ((. 2 .) 0 (. 1 .))" in str(
        check(("murtrees", "odt-bf"))
    )
    wrong = check(("any", "odt-bf"), 2, 2)
    assert not wrong.holds
    assert "does NOT hold" in str(wrong)


def posed(number: int) -> Posed:
    random = Random(number)
    rows = random.randint(3, 7)
    data = [[random.randint(0, 1) for _ in range(3)] for _ in range(rows)]
    return Posed.of(table(np.array(data)), labels([random.choice("ab") for _ in range(rows)], rows))


def fewest(rows: Rows, instances: Any) -> int:
    cost = rows.misclassified()
    return min(fold(cost, tree) for instance in instances for tree in trees(*instance, limit=None))


@pytest.mark.parametrize("number", range(30))
def test_optima_are_those_of_listing(number: int) -> None:
    data = posed(number)
    rows, n = data.rows, 3
    found = {each.space: each for each in optima(data, n, 2)}
    sets = list(chain.from_iterable(combinations(range(len(data.names)), k) for k in range(n + 1)))
    assert found["odt-bf"].errors == fewest(rows, [decision_trees(some, rows) for some in sets])
    assert found["murtrees"].errors == fewest(rows, [murtree_trees(some, rows) for some in sets])
    assert found["murtree"].errors == fewest(rows, [murtree(rows, 2, k) for k in range(n + 1)])
    assert found["any"].errors == fewest(rows, [murtree(rows, n, k) for k in range(n + 1)])
    assert found["no-twice"].errors == fewest(rows, [_no_twice(rows, k) for k in range(n + 1)])
    categories = data.categories
    cost = Rows(categories.labels, ()).misclassified()
    listed = chain.from_iterable(
        trees(*sized_branches(categories.sizes, k), limit=None) for k in range(n + 1)
    )
    assert found["branches"].errors == min(
        fold(cost, map_leaves(categories.rows_of, tree)) for tree in listed
    )
    for each in found.values():
        if each.tree is not None:
            assert each.branches == size(each.tree) <= n
    assert depth(found["murtree"].tree) <= 2
    ordered = ("any", "no-twice", "odt-bf", "murtrees", "catalans")
    errors = [found[space].errors for space in ordered]
    assert errors == sorted(errors)


def _no_twice(rows: Rows, branches: int) -> Any:
    problem, seed = no_feature_twice(range(len(rows.plus)), branches)
    return Instance(along(problem, rows.act), (seed, rows.everything))


def test_proper_trees_take_rules_through_points() -> None:
    points = [(3, 7), (8, 0), (5, 5), (2, 1), (0, 4), (4, 6), (1, 3)]
    data = Posed.of(table(np.array(points)), labels([0, 0, 1, 0, 1, 1, 0], 7))
    by_branches = [optima(data, n, 2)[0].errors for n in range(3)]
    assert by_branches == [3, 1, 0]  # oracle 23
    many = Posed.of(
        table(np.array([[i, i * i % 37] for i in range(30)])), labels([i % 2 for i in range(30)], 30)
    )
    told = {each.space: each.reason for each in optima(many, 3, 2)}
    assert told["proper"] == "60 rules through points are more than the 40 that are tried"
    assert told["odt-bf"].endswith(f"sets of rules are more than the {MOST_CHOICES} that are tried")
    assert told["any"] == ""
    with pytest.raises(BadInput, match="a depth and a number of branches are 0 or more, got 2 and -1"):
        optima(data, -1, 2)
    with pytest.raises(BadInput, match="for data, trees have at most 8 branches; got 9"):
        optima(data, 9, 2)


def test_a_space_that_takes_too_long_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from derive.kernels import rows

    found = rows.path(np.array([[0], [1]], np.uint8), np.array([0, 1]), 2, max_nodes=1)
    monkeypatch.setattr(rows, "path", lambda *_, **__: [found[-1]._replace(optimal=False)])

    def too_large(*_: Any, **__: Any) -> Any:
        raise TooLarge("too many")

    monkeypatch.setattr("problems.atlas.optima.sized_trees", too_large)
    monkeypatch.setattr("problems.atlas.optima.supports", lambda _: (type("P", (), {"splits": too_large}), 1))
    told = {each.space: each.reason for each in optima(posed(3), 2, 2)}
    assert told["any"] == told["murtree"] == "nothing was proved within 60 seconds"
    assert told["proper"] == "there are too many sets of rules to try"
    assert told["branches"] == "there are too many sets of rows to try"


class Reader(HTMLParser):
    """Notes what a page holds, and that every element is closed where it should be."""

    VOID = ("meta", "br", "circle", "line", "rect", "path")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.met: dict[str, int] = {}
        self.links: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.met[tag] = self.met.get(tag, 0) + 1
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.met[tag] = self.met.get(tag, 0) + 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("atlas") / "atlas.html"
    assert main(["atlas", CREDIT, "--target", "repaid", "--html", str(place)]) == 0
    return place


def test_the_page_stands_by_itself(written: Path) -> None:
    reader = Reader()
    reader.feed(written.read_text(encoding="utf-8"))
    assert reader.open == []
    assert reader.links == []
    assert "script" not in reader.met
    assert reader.met["svg"] >= 1 + len(INCLUSIONS) + len(SPACES) - 1
    text = " ".join(reader.text)
    for space in SPACES:
        assert space.slug in text
        assert space.title in text
    assert "income <= 45" in text
    assert "not searched: proper trees have rules through points" in text


def browser() -> str | None:
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.mark.skipif(browser() is None, reason="there is no chromium to open the page in")
def test_the_page_opens_in_a_browser(written: Path, tmp_path: Path) -> None:
    picture = tmp_path / "page.png"
    words = [str(browser()), "--headless", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    words += ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    shot = [f"--screenshot={picture}", "--window-size=1200,3000", written.as_uri()]
    subprocess.run([*words, *shot], check=True, capture_output=True, timeout=120)
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.stat().st_size > 50_000  # not a blank page
    done = subprocess.run(
        [*words, "--dump-dom", written.as_uri()], check=True, capture_output=True, text=True, timeout=120
    )
    assert done.stdout.count("<svg") == written.read_text(encoding="utf-8").count("<svg")
    assert done.stdout.count("<tr>") == written.read_text(encoding="utf-8").count("<tr>")


def test_large_counts_fit_on_the_page() -> None:
    text = page(survey(Frame(features=9000, rules=100, branches=100, depth=90, values=50)))
    assert "about 10^" in text
    assert text.count('class="bar"') == len(SPACES)


def test_the_table_and_the_json_tell_the_same(capsys: Captured) -> None:
    assert main(["atlas", "--features", "3", "--branches", "3", "--depth", "2"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("F = 3 features, K = 3 rules, n = 3 branches, depth d = 2, C = 2 values\n")
    assert "branches of two values is no-twice: 24 cases" in printed
    assert main(["atlas", "--features", "3", "--branches", "3", "--depth", "2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {space["space"]: space["exactly"] for space in told["spaces"]} == {
        "proper": {"least": 0, "most": 6},
        "catalans": 5,
        "murtrees": 27,
        "odt-bf": 30,
        "branches": 36,
        "no-twice": 36,
        "murtree": 27,
        "any": 135,
    }
    for space in told["spaces"]:
        if isinstance(space["exactly"], int):
            assert f" {space['exactly']} " in next(
                line for line in printed.splitlines() if line.startswith(f"{space['space']} ")
            )
    assert told["spaces"][-1]["by_branches"] == [1, 3, 18, 135]
    assert told["murtree_by_depth"] == [[1, 0, 0, 0], [1, 3, 0, 0], [1, 3, 18, 27]]
    assert all(inclusion["holds"] for inclusion in told["inclusions"])
    assert "optima" not in told
    lacking = {(each["part"], each["whole"]): each["lacking"] for each in told["inclusions"]}
    assert lacking["murtrees", "odt-bf"] == "((. 2 .) 0 (. 1 .))"
    assert {pair for pair, tree in lacking.items() if tree is None} == set(EQUALITIES)


def test_data_are_tried_in_every_space(capsys: Captured) -> None:
    assert main(["atlas", CREDIT, "--target", "repaid", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["features"] == 8
    assert told["values"] == [4, 2, 2, 3]
    found = {each["space"]: each for each in told["optima"]}
    assert found["any"]["errors"] == found["murtree"]["errors"] == found["odt-bf"]["errors"] == 0
    assert found["catalans"]["errors"] == 2
    assert found["any"]["tree"]["root"] == {"asks": "income <= 45", "parts": ["yes", "no"]}
    assert found["proper"] == {
        "space": "proper",
        "errors": None,
        "branches": 0,
        "depth": None,
        "reason": "proper trees have rules through points, but a column holds text",
        "tree": None,
    }
    assert main(["atlas", CREDIT, "--target", "repaid"]) == 0
    printed = capsys.readouterr().out
    assert "The fewest errors on credit.csv with at most 3 branches" in printed
    trees = {line.split()[0]: line for line in printed.partition("The fewest errors")[2].splitlines()[1:]}
    assert "income <= 45" in trees["any"]
    assert trees["proper"].split(maxsplit=2)[1:] == ["-", found["proper"]["reason"]]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((CREDIT,), "give both DATA.csv and --target, for the optimum of each space, or neither"),
        (("--target", "x"), "give both DATA.csv and --target, for the optimum of each space, or neither"),
        ((CREDIT, "--target", "x"), "there is no column 'x'"),
        (("no-such.csv", "--target", "x"), "no-such.csv: no such file"),
        ((CREDIT, "--target", "repaid", "--features", "3"), "--features comes from the data; leave it out"),
        ((CREDIT, "--target", "repaid", "--values", "3"), "--values comes from the data; leave it out"),
        (("--features", "0"), "features is a whole number from 1 to 10000, got 0"),
        (("--rules", "-1"), "rules is a whole number from 0 to 100, got -1"),
        (("--branches", "-1"), "--branches is 0 or more, got -1"),
        (("--branches", "301"), "branches is a whole number from 0 to 100, got 301"),
        (("--depth", "-1"), "--depth is 0 or more, got -1"),
        (("--values", "0"), "values is a whole number from 1 to 50, got 0"),
        (("--matrix", "no-such.json"), "no-such.json: no such file"),
        (("--html", "/no/such/folder/atlas.html"), "there is no such folder to write to"),
    ],
)
def test_bad_words_get_one_sentence(capsys: Captured, words: tuple[str, ...], message: str) -> None:
    assert main(["atlas", *words]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert message in printed.err


def test_nothing_to_compare_is_no_error() -> None:
    atlas = survey(Frame(features=1, rules=0, branches=0, depth=0))
    assert {row.exactly for row in atlas.rows} == {1}
    assert "<h1>" in page(atlas)
    assert to_data(atlas)["spaces"][0]["at_most"] == 1
