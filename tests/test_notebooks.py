"""Every notebook: paired with its script, run, honest about what it knows, and with exercises that are solved."""

import ast
import json
import re
from pathlib import Path
from statistics import median
from typing import Any

import pytest

HERE = Path(__file__).parent.parent / "notebooks"
SCRIPTS = sorted(HERE.glob("[0-9]*.py"))
PLACES = re.compile(
    r"/(home|root|work|tmp|Users|usr|opt)/|[A-Z]:\\+Users|\.venv|site-packages|0x[0-9a-f]{6,}"
)

each_notebook = pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)


def notebook(script: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(script.with_suffix(".ipynb").read_text(encoding="utf-8"))
    return read


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def cells(script: Path, kind: str) -> list[dict[str, Any]]:
    return [cell for cell in notebook(script)["cells"] if cell["cell_type"] == kind]


def test_there_is_a_notebook_for_every_script() -> None:
    assert [script.stem for script in SCRIPTS] == sorted(path.stem for path in HERE.glob("*.ipynb"))
    assert len(SCRIPTS) >= 9


def test_the_list_of_notebooks_is_complete_and_in_order() -> None:
    listed = re.findall(r"\]\((\w+)\.ipynb\)", (HERE / "README.md").read_text(encoding="utf-8"))
    assert listed == [script.stem for script in SCRIPTS]


@each_notebook
def test_script_and_notebook_are_a_pair(script: Path) -> None:
    jupytext = pytest.importorskip("jupytext")
    theirs = [(cell["cell_type"], source(cell)) for cell in notebook(script)["cells"]]
    ours = [(cell.cell_type, cell.source) for cell in jupytext.read(script).cells]
    assert ours == theirs, "the script was changed; `make outputs` writes its notebook"


@each_notebook
def test_it_was_run_from_top_to_bottom(script: Path) -> None:
    code = cells(script, "code")
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    outputs = [output for cell in code for output in cell["outputs"]]
    assert len(outputs) >= len(code) // 3
    assert {output["output_type"] for output in outputs} <= {"execute_result", "display_data", "stream"}
    assert not [output for output in outputs if "text/html" in output.get("data", {})], "GitHub strips styles"
    assert "stderr" not in [output.get("name") for output in outputs]


@each_notebook
def test_it_names_no_place_of_a_machine(script: Path) -> None:
    for text in (
        script.read_text(encoding="utf-8"),
        script.with_suffix(".ipynb").read_text(encoding="utf-8"),
    ):
        assert not PLACES.search(text)


@each_notebook
def test_cells_are_short_and_claims_are_asserted(script: Path) -> None:
    code = [source(cell) for cell in cells(script, "code")]
    lengths = [len([line for line in text.splitlines() if line.strip()]) for text in code]
    assert max(lengths) <= 8
    assert median(lengths) <= 3
    assert sum("assert " in text for text in code) >= 5
    words = cells(script, "markdown")
    assert len(words) >= len(code) / 2


@each_notebook
def test_it_ends_with_what_was_tested_proved_and_believed(script: Path) -> None:
    last = source(cells(script, "markdown")[-1])
    assert last.startswith("## What was tested, what was proved, what was only believed")
    assert all(f"**{word}**" in last for word in ("Tested", "Proved", "Believed"))


@each_notebook
def test_it_has_three_exercises_and_they_are_solved(script: Path) -> None:
    text = "\n".join(source(cell) for cell in cells(script, "markdown"))
    assert re.findall(r"^\*\*Exercise (\d)\.\*\*", text, flags=re.MULTILINE) == ["1", "2", "3"]
    solutions = HERE / "solutions" / f"test_{script.stem}.py"
    assert f"solutions/{solutions.name}" in text
    solved = [
        node.name for node in ast.parse(solutions.read_text()).body if isinstance(node, ast.FunctionDef)
    ]
    assert {"test_exercise_1", "test_exercise_2", "test_exercise_3"} <= set(solved)
