"""Run the scripts of the notebooks and write the notebooks, with outputs, the same every time.

python notebooks/write.py                     # all of them
python notebooks/write.py 04_one_law.py       # one of them
"""

import sys
from pathlib import Path

import jupytext
from nbclient import NotebookClient
from nbformat import NotebookNode

HERE = Path(__file__).parent
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def scripts() -> list[Path]:
    """The scripts in reading order."""
    return sorted(HERE.glob("[0-9]*.py"))


def executed(script: Path) -> NotebookNode:
    """The notebook of a script, run; nothing in it tells where, when or by what it was run."""
    notebook = jupytext.read(script)
    notebook.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    for number, cell in enumerate(notebook.cells):
        cell.id, cell.metadata = f"cell-{number}", {}
    NotebookClient(
        notebook, timeout=90, record_timing=False, resources={"metadata": {"path": HERE}}
    ).execute()
    notebook.metadata["language_info"] = {"name": "python"}
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    return notebook


def main(names: list[str]) -> None:
    """Write the notebooks of the scripts named, or of all."""
    for script in [HERE / Path(name).name for name in names] or scripts():
        jupytext.write(executed(script), script.with_suffix(".ipynb"))
        print(f"wrote {script.with_suffix('.ipynb').name}")


if __name__ == "__main__":
    main(sys.argv[1:])
