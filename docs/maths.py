"""Formulas of the notebooks as MathML, which browsers show by themselves: no script, and nothing to load."""

import re
from html import unescape
from typing import Any

from latex2mathml.converter import convert
from mkdocs.structure.pages import Page

LOADERS = re.compile(
    r"<!-- Load mathjax -->.*?<!-- End of mathjax configuration -->|<script type=\"module\">.*?</script>",
    re.DOTALL,
)
NOT_TEXT = re.compile(r"(<(pre|code|svg|script|style)\b.*?</\2>)", re.DOTALL)
FORMULA = re.compile(r"\$\$(?P<block>.+?)\$\$|\$(?P<inline>[^$\n]+?)\$", re.DOTALL)
WORD = re.compile(r"\\mathit\{(\w\w+)\}")


def _formula(match: re.Match[str]) -> str:
    """One formula; a name of several letters is one word, not a product of letters."""
    kind = "block" if match["block"] else "inline"
    latex = WORD.sub(r"\\text{@\1}", unescape(match[kind]).strip()).replace("{aligned}", "{split}")
    return re.sub(r"<mtext>@(\w+)</mtext>", r'<mi class="word">\1</mi>', convert(latex, display=kind))


def with_formulas(html: str) -> str:
    """A page with the formulas of its text converted; code and drawings stay as they are."""
    pieces = NOT_TEXT.split(LOADERS.sub("", html))
    # of every three pieces one is text, one is no text, one is the name of its tag
    return "".join(
        FORMULA.sub(_formula, piece) if place % 3 == 0 else piece
        for place, piece in enumerate(pieces)
        if place % 3 != 2
    )


def on_page_content(html: str, page: Page, **_: Any) -> str:
    """Convert the formulas of a notebook, and those of its headings in the table of contents."""
    if not page.file.src_uri.endswith(".ipynb"):
        return html
    headings = list(page.toc)
    while headings:
        heading = headings.pop()
        heading.title = FORMULA.sub(_formula, heading.title)
        headings += heading.children
    return with_formulas(html)
