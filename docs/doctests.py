"""Examples in docstrings, fenced: Markdown would read `>>>` as a quotation of a quotation."""

import re
from typing import Any

from griffe import Extension, Module, Object

EXAMPLE = re.compile(r"^( *)>>> .*\n?(?:(?!\s*$).*\n?)*(?:\s*^ *>>> .*\n?(?:(?!\s*$).*\n?)*)*", re.MULTILINE)
FLAGS = re.compile(r"  # doctest: .*$", re.MULTILINE)


def fenced(text: str) -> str:
    """A docstring with its examples as blocks of code; what only the tester needs is left out."""

    def block(match: re.Match[str]) -> str:
        code = FLAGS.sub("", match[0].strip("\n").rstrip()).replace("<BLANKLINE>", "")
        return f"\n{match[1]}```pycon\n{code}\n{match[1]}```\n"

    return EXAMPLE.sub(block, text)


class Examples(Extension):
    """What mkdocstrings calls for every package that it has read."""

    def on_package(self, *, pkg: Module, **_: Any) -> None:
        """Fence the examples of everything in a package."""
        _fence(pkg)


def _fence(thing: Object) -> None:
    if thing.docstring:
        thing.docstring.value = fenced(thing.docstring.value)
    for member in thing.members.values():
        if not member.is_alias:
            _fence(member)
