"""The command ``derive``: the outermost layer. It may import everything; nothing imports it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from tempfile import gettempdir

import typer

from derive.cli.atlas import app
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
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", gettempdir())  # rather than the user's own folder
    if isinstance(sys.stdout, TextIOWrapper):  # a terminal without box-drawing characters gets question marks
        sys.stdout.reconfigure(errors="replace")
    words = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    try:
        status = app(words, standalone_mode=False)
        sys.stdout.flush()
    except DeriveError as error:
        return _complain(str(error))
    except typer.TyperException as error:
        return _complain(error.format_message())
    except MemoryError:
        return _complain("there is not enough memory for this; try a smaller size")
    except OSError as error:
        sys.stdout = None  # so that the exit does not flush what cannot be written
        if isinstance(error, BrokenPipeError):  # the reader, such as `head`, has seen enough
            return 0
        return _complain(f"cannot write the answer ({error.strerror})")
    if status == INTERRUPTED:
        print("derive: interrupted", file=sys.stderr)
    return status if isinstance(status, int) else 0


def _complain(sentence: str) -> int:
    print(f"derive: {sentence}", file=sys.stderr)
    return 2
