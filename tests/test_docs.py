"""The front door: what the documents refer to exists, and what is drawn or cited is up to date."""

import ast
import importlib
import re
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import derive

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"


def exists(name: str) -> bool:
    """Whether a dotted name leads to a module, or to something that a module defines."""
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        module, _, label = name.rpartition(".")
        return bool(module) and hasattr(importlib.import_module(module), label)
    return True


def names(page: str) -> list[str]:
    return re.findall(r"\]\[([\w.]+)\]", (DOCS / page).read_text(encoding="utf-8"))


@pytest.mark.parametrize(("page", "least"), [("which.md", 40), ("glossary.md", 30), ("cite.md", 3)])
def test_pages_refer_to_names_that_exist(page: str, least: int) -> None:
    pytest.importorskip("sklearn")
    found = names(page)
    assert len(found) >= least
    assert [name for name in found if not exists(name)] == []


@pytest.mark.parametrize(
    "path", ["README.md", "CONTRIBUTING.md", "notebooks/README.md", "docs/which.md", "docs/glossary.md"]
)
def test_links_of_documents_lead_somewhere(path: str) -> None:
    text = (ROOT / path).read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!https?:)([^)#\s]+)\)", text)
    folder = (
        ROOT if path.startswith("docs/") else (ROOT / path).parent
    )  # the site has the notebooks beside its pages
    assert [link for link in links if not (folder / link).exists()] == []


def test_the_readme_lists_the_notebooks_in_reading_order() -> None:
    pattern = r"\[([^]]+)\]\((?:notebooks/)?(\w+\.ipynb)\)"
    listed = re.findall(pattern, (ROOT / "notebooks" / "README.md").read_text(encoding="utf-8"))
    assert re.findall(pattern, (ROOT / "README.md").read_text(encoding="utf-8")) == listed


def test_every_question_is_answered_with_a_combinator() -> None:
    """What one asks of a problem stands in the table; a new question has to be added."""
    tree = ast.parse((ROOT / "derive" / "questions.py").read_text(encoding="utf-8"))
    asked = {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name[0] != "_"}
    answered = {name.rpartition(".")[2] for name in names("which.md") if name.startswith("derive.questions.")}
    assert asked == answered


def test_the_picture_is_what_its_script_draws() -> None:
    front: Callable[[], str] = runpy.run_path(str(DOCS / "front.py"))["front"]
    drawn = front()
    assert (DOCS / "front.svg").read_text(encoding="utf-8") == drawn, "run: python docs/front.py"
    assert "proved optimal" in drawn


@pytest.mark.parametrize("path", ["CITATION.cff", "docs/cite.md"])
def test_what_is_cited_is_this_version(path: str) -> None:
    versions = re.findall(
        r"^\s*version\s*[:=]\s*\{?([\d.]+)", (ROOT / path).read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    assert versions == [derive.__version__]


def test_examples_in_docstrings_are_fenced() -> None:
    pytest.importorskip("griffe")
    fenced: Callable[[str], Any] = runpy.run_path(str(DOCS / "doctests.py"))["fenced"]
    text = (
        "Claim.\n\n>>> one()  # doctest: +ELLIPSIS\n1\n<BLANKLINE>\n2\n\n>>> two()\n\nMore words, a >>> b.\n"
    )
    assert fenced(text).split("```") == [
        "Claim.\n\n\n",
        "pycon\n>>> one()\n1\n\n2\n\n>>> two()\n",
        "\n\nMore words, a >>> b.\n",
    ]
