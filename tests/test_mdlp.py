"""Cuts by the minimum description length, against the definition and known cuts; the rules they make."""

from fractions import Fraction
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.datasets import load_iris

from derive import BadInput, Leaf, Node, depth
from derive.cli import main
from problems import OptimalTreeClassifier, OptimalTreeRegressor
from problems.learn.bridge import to_sklearn
from problems.learn.interval import Interval
from problems.learn.mdlp import boundaries, cuts_by_definition, information, is_accepted, mdlp_cuts
from problems.learn.model import Model, Outcome
from problems.learn.rules import matrix, rule_set
from problems.learn.table import table
from tests.brute import fewest_errors

COLUMNS = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 2)), min_size=1, max_size=40)
RUNS = st.lists(st.tuples(st.integers(1, 9), st.integers(0, 2)), min_size=1, max_size=8)


def unzipped(rows: list[tuple[int, int]]) -> tuple[list[float], list[int]]:
    return [float(value) for value, _ in rows], [label for _, label in rows]


def accepted_exactly(left: list[int], right: list[int]) -> bool:
    """Fayyad & Irani's condition without a logarithm: both sides as powers of two, in whole numbers.

    2 to the information of counts is N^N / prod(c^c); entropies are that to the power 1/N, so everything is
    raised to the product of the three sizes.
    """
    both = [one + other for one, other in zip(left, right, strict=True)]
    sizes = sum(both), sum(left), sum(right)
    whole = prod(sizes)

    def bits(counts: list[int]) -> Fraction:
        return Fraction(sum(counts) ** sum(counts), prod(c**c for c in counts if c))

    def kinds(counts: list[int]) -> int:
        return sum(count > 0 for count in counts)

    gain = (bits(both) / bits(left) / bits(right)) ** whole
    price = Fraction((sizes[0] - 1) * (3 ** kinds(both) - 2)) ** whole
    saved = bits(both) ** (kinds(both) * whole // sizes[0])
    saved /= bits(left) ** (kinds(left) * whole // sizes[1])
    saved /= bits(right) ** (kinds(right) * whole // sizes[2])
    return gain * saved > price


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=3))
def test_a_cut_is_accepted_as_whole_numbers_say(counts: list[tuple[int, int]]) -> None:
    left, right = [one for one, _ in counts], [other for _, other in counts]
    if sum(left) and sum(right):
        assert is_accepted(left, right) == accepted_exactly(left, right)


@given(COLUMNS)
def test_the_sorted_program_is_the_definition(rows: list[tuple[int, int]]) -> None:
    values, labels = unzipped(rows)
    assert mdlp_cuts(values, labels) == cuts_by_definition(values, labels)


@given(RUNS, st.randoms(use_true_random=False))
def test_runs_of_labels_are_cut_apart_as_the_definition_does(
    runs: list[tuple[int, int]], random: Any
) -> None:
    labels = [label for length, label in runs for _ in range(length)]
    rows = list(enumerate(labels))
    random.shuffle(rows)
    values, labels = unzipped(rows)
    assert mdlp_cuts(values, labels) == cuts_by_definition(values, labels)


def test_three_hundred_random_columns() -> None:
    random = np.random.default_rng(0)
    made = 0
    for _ in range(300):
        rows = int(random.integers(2, 120))
        values = random.integers(0, random.integers(2, 60), rows).astype(float)
        noise = random.random(rows) < 0.15
        labels = np.where(noise, random.integers(0, 3, rows), (values > 20).astype(int) + (values > 40))
        cuts = mdlp_cuts(values, labels)
        assert cuts == cuts_by_definition(values.tolist(), labels.tolist())
        made += len(cuts)
    assert made > 100


def test_the_cuts_of_iris_are_those_of_the_program_that_the_paper_used() -> None:
    values, labels = load_iris(return_X_y=True)
    assert [mdlp_cuts(column, labels) for column in values.T] == [
        [5.55, 6.15], [2.95, 3.35], [2.45, 4.75], [0.8, 1.75],
    ]  # fmt: skip


def test_boundary_points() -> None:
    assert boundaries([1, 2, 3, 4], [0, 0, 1, 1]) == [1]
    assert boundaries([1, 1, 2, 2], [0, 1, 0, 1]) == [0]
    assert boundaries([1, 2], [0, 0]) == boundaries([1], [0]) == boundaries([], []) == []


@given(COLUMNS, st.data())
def test_weights_count_rows_again(rows: list[tuple[int, int]], data: st.DataObject) -> None:
    values, labels = unzipped(rows)
    times = data.draw(st.lists(st.integers(0, 3), min_size=len(rows), max_size=len(rows)))
    assert mdlp_cuts(values, labels, times) == mdlp_cuts(np.repeat(values, times), np.repeat(labels, times))


def test_a_hundred_thousand_rows_and_thousands_of_cuts_are_ordinary() -> None:
    values = np.arange(100_000)
    cuts = mdlp_cuts(values, values // 50 % 2)
    assert cuts == [50 * k - 0.5 for k in range(1, 2000)]
    many = mdlp_cuts(np.arange(4000), np.arange(4000) // 4)
    assert len(many) < 1000


def test_what_cannot_be_cut_is_told() -> None:
    assert mdlp_cuts([], []) == mdlp_cuts([3.0], [1]) == mdlp_cuts([1, 1], [0, 1]) == []
    assert information([]) == 0
    for given_, message in [
        (([1.0], [0, 1]), "expected a label for each of 1 values"),
        (([float("nan")], [0]), "expected finite numbers, got nan"),
        (([1.0, 2.0], [0, 1], [0.5, 1.0]), "a weight is how often a row counts, a whole number; got 0.5"),
        (([1.0, 2.0], [0, 1], [-1, 1]), "got -1"),
    ]:
        with pytest.raises(BadInput, match=message):
            mdlp_cuts(*given_)


FRAME = pd.DataFrame(
    {
        "age": range(1, 61),
        "noise": [5.5, 1.5, 4.5, 2.5, 3.5, 0.5] * 10,
        "colour": ["red", "blue", "green"] * 20,
        "smokes": [0, 1] * 30,
    }
)
ILL = ["no"] * 20 + ["yes"] * 20 + ["no"] * 20


def test_rules_for_a_table_have_a_name() -> None:
    codes = np.array([label == "yes" for label in ILL], dtype=np.int64)
    chosen = rule_set(table(FRAME), "mdlp", labels=codes)
    assert [str(rule) for rule in chosen.rules] == [
        "age <= 20.5", "20.5 < age <= 40.5", "age > 40.5", "colour = blue", "colour = green", "colour = red", "smokes",
    ]  # fmt: skip
    assert chosen.name == (
        "7 rules: 1 column as it is, 3 intervals by MDLP, 3 equalities (MDLP leaves 1 column whole)"
    )
    assert matrix(table(FRAME), chosen.rules)[:, :3].sum(axis=1).tolist() == [1] * 60
    assert rule_set(table(FRAME[["noise"]]), "mdlp", labels=codes).name == "no rules, for MDLP cuts no column"


def test_a_fit_over_intervals_and_all_its_exports() -> None:
    tree = OptimalTreeClassifier(max_depth=1, rules="mdlp").fit(FRAME, ILL)
    assert (tree.errors_, tree.is_optimal_, str(tree.tree_.root)) == (0, True, "20.5 < age <= 40.5")
    assert tree.export().splitlines()[0] == "20.5 < age <= 40.5?"
    assert '"age" > 20.5 AND "age" <= 40.5' in tree.export("sql")
    assert "20.5 &lt; age &lt;= 40.5" in tree.export("svg")
    scope: dict[str, Any] = {}
    exec(tree.export("python"), scope)
    assert [scope["predict"](row) for row in FRAME.to_dict("records")] == ILL
    theirs = tree.to_sklearn("rules")
    assert theirs.predict(tree.answers(FRAME)).tolist() == ILL
    numbers = OptimalTreeClassifier(max_depth=1, rules="mdlp").fit(FRAME[["age", "noise"]], ILL)
    columns = numbers.to_sklearn()
    assert columns.predict(FRAME[["age", "noise"]]).tolist() == ILL
    assert (columns.get_depth(), columns.get_n_leaves(), columns.max_depth) == (2, 3, 2)
    assert columns.tree_.n_node_samples.tolist()[0] == 60
    assert sorted(columns.tree_.n_node_samples[columns.tree_.children_left < 0].tolist()) == [20, 20, 20]
    assert not numbers.fit(FRAME[["noise"]], ILL).rules_
    assert numbers.errors_ == 20


def test_a_fit_is_optimal_over_its_intervals() -> None:
    values, labels = load_iris(return_X_y=True)
    some = np.random.default_rng(0).permutation(len(labels))[:60]
    tree = OptimalTreeClassifier(max_depth=2, rules="mdlp").fit(values[some], labels[some])
    answers = matrix(table(values[some]), tree.rules_)
    assert tree.errors_ == fewest_errors(answers, labels[some].tolist(), 3, 2)
    twice = OptimalTreeClassifier(max_depth=2, rules="mdlp").fit(
        values[some], labels[some], sample_weight=np.full(60, 2.0)
    )
    again = OptimalTreeClassifier(max_depth=2, rules="mdlp").fit(
        np.repeat(values[some], 2, axis=0), np.repeat(labels[some], 2)
    )
    assert (twice.rules_, twice.errors_) == (again.rules_, again.errors_)


def test_regression_and_weights_that_are_no_counts_are_refused() -> None:
    with pytest.raises(BadInput, match="rules='mdlp' cuts columns by the labels of the rows, and numbers to"):
        OptimalTreeRegressor(rules="mdlp").fit([[1.5], [2.5]], [1.0, 2.0])
    with pytest.raises(BadInput, match=r"MDLP counts rows, .* got 0.75"):
        OptimalTreeClassifier(rules="mdlp", class_weight="balanced").fit([[1.5], [2.5], [3.5]], [0, 0, 1])


def test_a_tree_with_too_many_thresholds_for_scikit_learn_is_refused() -> None:
    tree: Any = Leaf(Outcome(1.0, 1))
    for number in range(40):
        tree = Node(Interval(f"x{number}", 0, 1), (Leaf(Outcome(2.0, 1)), tree))
    model = Model(tuple(f"x{number}" for number in range(40)), tree)
    with pytest.raises(BadInput, match=r"the tree has \d+ nodes, more than 1000000; give over='rules'"):
        to_sklearn(model)
    assert to_sklearn(model, "rules").get_depth() == depth(tree) == 40


def test_intervals_are_drawn() -> None:
    from problems.pictures import regions

    data = FRAME[["age", "noise"]].assign(age=FRAME["age"] / 3)
    tree = OptimalTreeClassifier(max_depth=1, rules="mdlp").fit(data, ILL)
    assert str(tree.rules_[1]) == "6.8333333333 < age <= 13.5"
    picture = regions(tree, data, ILL, rules=tree.rules_[1:2])
    assert "6.833 < age <= 13.5" in {text.get_text() for text in picture.axes[1].texts}
    assert len(picture.axes[0].collections) > len(regions(tree, data, ILL).axes[0].collections)


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data, model = tmp_path / "data.csv", tmp_path / "model.json"
    FRAME.assign(ill=ILL).to_csv(data, index=False)
    words = ("fit", str(data), "--target", "ill", "--rules", "mdlp", "--max-depth", "1", "--json", str(model))
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("20.5 < age <= 40.5?")
    assert "proved optimal over 7 rules: 1 column as it is, 3 intervals by MDLP" in printed
    assert main(("predict", str(model), str(data))) == 0
    assert capsys.readouterr().out.split() == ILL
    assert main(("fit", str(data), "--target", "age", "--rules", "mdlp", "--regression")) == 2
    assert "data.csv: rules='mdlp' cuts columns by the labels of the rows" in capsys.readouterr().err
