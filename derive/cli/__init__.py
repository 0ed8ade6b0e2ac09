"""The command ``derive``: the outermost layer. It may import everything; nothing imports it."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

from derive.cli.commands import app
from derive.errors import DeriveError

INTERRUPTED = 130
"""The exit status that the shell gives Ctrl-C, and typer too."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and answer with its exit status: 2 and one sentence if the input is bad.

    >>> main(["count", "odt-bf", "5"])
    5040
    0
    """
    sys.set_int_max_str_digits(0)
    try:
        status = app(arguments, standalone_mode=False)
    except DeriveError as error:
        return _complain(str(error))
    except typer.TyperException as error:
        return _complain(error.format_message())
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        sys.stdout = None  # so that the exit does not flush a closed pipe
        return 0
    if status == INTERRUPTED:
        print("derive: interrupted", file=sys.stderr)
    return status if isinstance(status, int) else 0


def _complain(sentence: str) -> int:
    print(f"derive: {sentence}", file=sys.stderr)
    return 2
