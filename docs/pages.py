"""The pages that are written elsewhere: the front page, the notebooks, a reference page for every public module."""

import ast
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
NOTEBOOKS = ROOT / "notebooks"
PACKAGES = ("derive", "laws", "problems")
NOT_PUBLIC = re.compile(
    r"derive/cli|derive/kernels/.*/|derive/kernels/(?!__init__)|problems/examples|__main__|/_(?!_init)"
)


def front_page() -> str:
    """The README up to its list of problems, with its links as they are from here."""
    first, _, _ = (ROOT / "README.md").read_text(encoding="utf-8").partition("\n## The problems")
    first = first.replace("](docs/", "](").replace("notebooks/README.md", "notebooks/index.md")
    return re.sub(r"^```python$", "```pycon", first, flags=re.MULTILINE)


def notebooks() -> list[tuple[str, str]]:
    """Titles and files in reading order, from the list that the notebooks have."""
    return re.findall(r"\[([^]]+)\]\((\w+\.ipynb)\)", (NOTEBOOKS / "README.md").read_text(encoding="utf-8"))


def modules(package: str) -> list[Path]:
    """The public modules of a package, by path from the root, a package before what is in it."""
    found = [path.relative_to(ROOT) for path in (ROOT / package).rglob("*.py")]
    public = [path for path in found if not NOT_PUBLIC.search(path.as_posix())]
    return sorted(public, key=dotted)


def page_of(module: Path) -> str:
    """The page of a module: a package is the index of its folder."""
    return f"api/{module.parent / ('index' if module.stem == '__init__' else module.stem)}.md"


def dotted(module: Path) -> str:
    """The name by which a module is imported."""
    return ".".join(module.parent.parts if module.stem == "__init__" else module.with_suffix("").parts)


def claim(module: Path) -> str:
    """The first paragraph of a module's docstring, on one line."""
    text = ast.get_docstring(ast.parse((ROOT / module).read_text(encoding="utf-8"))) or ""
    return " ".join(re.split(r"\n\n|\n>>>", text)[0].split()).replace("|", "\\|").replace("<", "&lt;")


def exports(package: ast.Module) -> dict[str, list[str]]:
    """What a package offers from its modules, by module."""
    found = [node for node in ast.walk(package) if isinstance(node, ast.ImportFrom)]
    return {node.module or "": [alias.name for alias in node.names] for node in found}


def own_names(package: ast.Module) -> list[str]:
    """What a package defines in its own file."""
    kinds = (ast.FunctionDef, ast.ClassDef)
    return [node.name for node in package.body if isinstance(node, kinds) and not node.name.startswith("_")]


def shown(module: Path) -> set[str]:
    """What the page of a module shows: functions, classes, and values that have a docstring."""
    body = ast.parse((ROOT / module).read_text(encoding="utf-8")).body
    defined = {node.name for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    for node, following in pairwise(body):
        if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            defined |= {target.id for target in targets if isinstance(target, ast.Name)}
    return defined


def reference(module: Path, within: list[Path]) -> str:
    """The page of a module; that of a package lists its modules and what it offers from them."""
    if module.stem != "__init__":
        return f"::: {dotted(module)}\n"
    read = ast.parse((ROOT / module).read_text(encoding="utf-8"))
    offered, here = exports(read), Path(page_of(module)).parent
    rows = []
    for path in within:
        if path == module or not Path(page_of(path)).is_relative_to(here):
            continue
        name, page = dotted(path), Path(page_of(path)).relative_to(here).as_posix()
        documented = shown(path)
        names = ", ".join(
            f"[`{label}`][{name}.{label}]" if label in documented else f"`{label}`"
            for label in offered.get(name, ())
            if label[0] != "_"
        )
        rows.append(f"| [`{name}`]({page}) | {claim(path)} | {names} |")
    head = [
        f"## Modules of `{dotted(module)}`",
        "",
        f"| module | what | offered by `{dotted(module)}` |",
        "|---|---|---|",
    ]
    table = "\n".join([*head, *rows]) if rows else ""
    return f"::: {dotted(module)}\n    options:\n      members: {own_names(read) or 'false'}\n\n{table}\n"


def tree_of(paths: list[Path], folder: Path) -> list[Any]:
    """The navigation of a folder: its index, its modules, then its folders."""
    here = [path for path in paths if path.parent == folder]
    below = sorted(
        {folder / path.relative_to(folder).parts[0] for path in paths if path.is_relative_to(folder)}
        - set(here)
    )
    entries: list[Any] = [
        page_of(path) if path.stem == "__init__" else {path.stem: page_of(path)} for path in here
    ]
    return entries + [{inner.name: tree_of(paths, inner)} for inner in below]


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Notebooks and reference into the navigation."""
    lessons = [{title: f"notebooks/{name}"} for title, name in notebooks()]
    solutions = [{path.stem: f"notebooks/solutions/{path.stem}.md"} for path in solution_files()]
    taught = {"Notebooks": ["notebooks/index.md", *lessons, {"Solutions": solutions}]}
    known = {"Reference": [{name: tree_of(modules(name), Path(name))} for name in PACKAGES]}
    config.nav = [*config.nav[:2], taught, known, *config.nav[2:]]
    return config


def solution_files() -> list[Path]:
    """The solutions of the exercises."""
    return sorted((NOTEBOOKS / "solutions").glob("test_*.py"))


@event_priority(100)  # before the notebooks are looked for
def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages."""

    def add(name: str, text: str) -> None:
        files.append(File.generated(config, name, content=text))

    add("index.md", front_page())
    add("notebooks/index.md", (NOTEBOOKS / "README.md").read_text(encoding="utf-8"))
    for name in ("RESULTS.md", "scaling.svg"):
        add(f"benchmarks/{name}", (ROOT / "benchmarks" / name).read_text(encoding="utf-8"))
    for _, name in notebooks():
        files.append(File(f"notebooks/{name}", str(ROOT), config.site_dir, config.use_directory_urls))
    for path in solution_files():
        title = path.stem.removeprefix("test_").replace("_", " ")
        add(
            f"notebooks/solutions/{path.stem}.md",
            f"# Solutions: {title}\n\n```python\n{path.read_text(encoding='utf-8')}```\n",
        )
    for package in PACKAGES:
        public = modules(package)
        for path in public:
            add(page_of(path), reference(path, public))
    return files


def on_page_content(html: str, page: Page, **_: Any) -> str:
    """Links of a notebook to others and to solutions lead to their pages, those of its contents to its headings."""
    if not page.file.src_uri.endswith(".ipynb"):
        return html
    headings = dict(re.findall(r'<h\d id="([^"]+)">(.*?)<a class="anchor-link"', html, flags=re.DOTALL))
    entries = list(page.toc)
    while entries:
        entry = entries.pop()
        entries += entry.children
        if entry.id not in headings:  # code in the heading was left out
            words = set(entry.id.split("-"))
            entry.id = next((name for name in headings if words <= set(name.split("-"))), entry.id)
            entry.title = headings.get(entry.id, entry.title)
    return re.sub(r'href="((?:solutions/)?\w+)\.(?:ipynb|py)"', r'href="\1.html"', html)
