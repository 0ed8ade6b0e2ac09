"""Examples in docstrings, fenced: Markdown would read `>>>` as a quotation of a quotation."""

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"^( *)>>> .*\n?(?:(?!\s*$).*\n?)*(?:\s*^ *>>> .*\n?(?:(?!\s*$).*\n?)*)*", re.MULTILINE)
FLAGS = re.compile(r"  # doctest: .*$", re.MULTILINE)


def fenced(text: str) -> str:
    """A docstring with its examples as blocks of code; what only the tester needs is left out."""

    def block(match: re.Match[str]) -> str:
        code = FLAGS.sub("", match[0].strip("\n").rstrip()).replace("<BLANKLINE>", "")
        return f"\n{match[1]}```pycon\n{code}\n{match[1]}```\n"

    return EXAMPLE.sub(block, text)


class Examples(Extension):
    """What mkdocstrings calls for every object that it reads."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Fence the examples of one object."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)
