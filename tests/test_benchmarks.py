"""The arithmetic and the rules of the benchmarks; what they measure is no matter of tests."""

import doctest
import json
from dataclasses import asdict
from importlib import import_module

import numpy as np
import pytest

from benchmarks import document, murtree, report, store
from benchmarks.crew import Run
from benchmarks.duel import Job, Outcome, Times, duel
from benchmarks.figures import geometric_mean
from benchmarks.sections import SECTIONS, TWO_THREADS, long_ones
from benchmarks.sets import all_sets
from benchmarks.solvers import walked

GOSDT = """[{"feature": 2,
  "true": {"prediction": 1, "loss": 0.0, "complexity": 0.01},
  "false": {"feature": 0, "true": {"prediction": 0, "loss": 0.1, "complexity": 0.01},
                          "false": {"prediction": 2, "loss": 0.0, "complexity": 0.01}}}]"""


class Scripted:
    """A crew whose solvers answer what was written down, in order; what was asked is noted."""

    def __init__(self, **answers: list[Run]) -> None:
        self.answers, self.asked = answers, []

    def of(self, solver):
        self.solver = solver
        return self

    def ask(self, job):
        self.asked.append((self.solver, job["seconds"]))
        return self.answers[self.solver].pop(0)


def outcome(job=None, **seconds):
    times = {name: Times([taken], objective=10.0) for name, taken in seconds.items()}
    return Outcome(job or Job("a", 3), 100, 5, 2, times)


@pytest.mark.parametrize("module", ["duel", "figures", "sets", "solvers"])
def test_examples_in_benchmarks(module):
    assert doctest.testmod(import_module(f"benchmarks.{module}")).failed == 0


def test_geometric_mean():
    assert geometric_mean([2, 8]) == pytest.approx(4)
    with pytest.raises(ValueError, match="no ratios"):
        geometric_mean([])


def test_a_tree_of_gosdt_is_read():
    rows = np.array([[0, 0, 1], [1, 0, 1], [1, 1, 0], [0, 1, 0]])
    predicted, branches = walked(
        json.loads(GOSDT)[0], rows, branch="feature", ones="true", zeros="false", leaf="prediction"
    )
    assert predicted.tolist() == [1, 1, 0, 2]
    assert branches == 2


def test_solvers_take_turns_and_the_first_short_run_is_dropped():
    crew = Scripted(
        derive=[Run(0.9, errors=3, branches=2), *[Run(s, errors=3, branches=2) for s in (0.2, 0.4, 0.3)]],
        pystreed=[Run(2.0, errors=3, branches=2), Run(4.0), Run(6.0, errors=3, branches=2)],
    )
    found = duel(crew, Job("a", 3, 0.01), "", (100, 5, 2), {"derive": 60, "pystreed": 9}, rounds=3)
    assert [name for name, _ in crew.asked] == ["derive", "pystreed"] * 3 + ["derive"]
    assert {seconds for name, seconds in crew.asked if name == "pystreed"} == {9}
    assert found.times["derive"].seconds == [0.2, 0.4, 0.3]
    assert found.times["pystreed"].seconds == [2.0, 4.0, 6.0]
    assert found.times["derive"].objective == pytest.approx(3 + 2 * 0.01 * 100)
    assert found.ratio("pystreed") == pytest.approx(4.0 / 0.3)
    assert found.ratio("pystreed", least=True) == pytest.approx(2.0 / 0.2)


def test_who_fails_is_not_asked_again():
    crew = Scripted(derive=[Run(30.0)], gosdt=[Run(failed="more than 9 s")])
    found = duel(crew, Job("a", 3), "", (100, 5, 2), {"derive": 60, "gosdt": 9}, rounds=5)
    assert len(crew.asked) == 2
    assert found.finished("gosdt") is None
    assert found.ratio("gosdt") is None
    assert found.times["derive"].seconds == [30.0]


def test_ratios_are_taken_to_the_fastest_peer():
    assert outcome(derive=1.0, pystreed=6.0, gosdt=5.0).ratio("pystreed", "gosdt") == 5


def test_a_tree_that_is_not_optimal_is_told():
    found = outcome(derive=1.0, pystreed=2.0)
    assert found.too_costly() == []
    found.times["derive"].objective = 11.0
    assert found.too_costly() == ["derive"]
    assert "NOT OPTIMAL: derive" in report.line(found)
    assert "**not optimal**: a, depth 3, penalty 0.0: derive 11 where 10 is possible" in "\n".join(
        report.summary(SECTIONS["depth3"], [found])
    )


def test_outcomes_survive_being_kept():
    found = outcome(derive=1.0, gosdt=2.0)
    assert Outcome.from_json(json.loads(json.dumps(asdict(found)))) == found


def test_harder_jobs():
    easy = Job("a", 4, 0.01)
    assert easy.no_harder_than(Job("a", 5, 0.005))
    assert easy.no_harder_than(Job("a", None, 0.01))
    assert not easy.no_harder_than(Job("a", 3, 0.01))
    assert not easy.no_harder_than(Job("a", 5, 0.02))
    assert not Job("a", None, 0.01).no_harder_than(easy)
    assert not easy.no_harder_than(Job("b", 5, 0.005))


def test_the_mean_the_worst_and_the_small_sets():
    sets = [
        outcome(Job("large", 3), derive=0.01, pystreed=0.4),
        outcome(Job("slow", 3), derive=0.1, pystreed=1.0),
        outcome(Job("small", 3), derive=0.001, pystreed=0.002),
    ]
    large, small, other = report.summary(SECTIONS["depth3"], sets)
    assert "2 jobs: 20.0 times faster by the geometric mean (goal 10), 10.0 at worst, on slow" in large
    assert "2.00 at worst, on small (goal 1)" in small
    assert "DL8.5" in other
    assert "none" in other


def test_two_threads_are_compared_the_other_way_round():
    found = outcome(derive=2.0, **{TWO_THREADS: 1.0})
    assert "2.00 at worst" in report.summary(SECTIONS["threads"], [found])[0]
    assert report.duels(SECTIONS["threads"], [found]).rows[0][-1] == "2.00"


def test_threads_are_tried_on_what_takes_long():
    known = {"depth5": [outcome(Job("a", 5), derive=3.0), outcome(Job("b", 5), derive=0.5)]}
    assert long_ones(["a", "b"], known) == [Job("a", 5)]


def test_generated_sets_stand_in_for_missing_data(tmp_path):
    sets, said = all_sets(str(tmp_path))
    assert "DERIVE_DATA" in said
    data = sets["tic-tac-toe"]()
    assert data.shape == (958, 27, 2)
    assert set(np.unique(data.features)) == {0, 1}


def test_the_table_of_murtree_is_counted_from_what_trees_predict(capsys, tmp_path):
    assert murtree.main(["--data", str(tmp_path), "--sets", "monk1,wine"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("2 of 2 proved optimal, 2 of them in less than") == 2
    assert "BUT" not in printed
    assert murtree.main(["--data", str(tmp_path), "--sets", "letter"]) == 2
    assert "there is no set 'letter'" in capsys.readouterr().err


def test_what_is_not_measured_here_stays_as_it_was_and_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(store, "FOLDER", tmp_path)
    before = document.earlier((document.HERE / "RESULTS.md").read_text())
    once = document.results(before)
    title = SECTIONS["depth3"].title
    assert f"## {title} {document.EARLIER}" in once
    assert f"| {title} {document.EARLIER} | STreeD |" in once
    assert before[title] in once
    assert document.results(document.earlier(once)) == once
    assert document.results({}).count("- not measured") > len(SECTIONS)


def test_the_table_of_the_readme_is_that_of_the_results() -> None:
    results = (document.HERE / "RESULTS.md").read_text()
    told = results.split("## In short\n\n")[1].split("\n\n")[0]
    readme = (document.HERE.parent / "README.md").read_text()
    assert readme.split(document.BEGIN)[1].split(document.END)[0].strip() == told
    assert len(told.splitlines()) > 2
