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

STDOUT = 1
"""The number of the file that answers are written to."""

INTERRUPTED = 130
"""The exit status that the shell gives Ctrl-C, and typer too."""

UNREAD = 141
"""The exit status of a program whose reader, such as ``head``, has seen enough: 128 and the number of SIGPIPE.

It is not 0, since the answer was cut off: ``set -o pipefail`` tells, as it does for other programs.
"""


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
    except SystemExit as ended:  # typer and rich answer a closed pipe before it gets here
        if not isinstance(ended.__context__, BrokenPipeError):
            raise
        return _unread()
    except BrokenPipeError:
        return _unread()
    except OSError as error:
        sys.stdout = None  # so that the exit does not flush what cannot be written
        return _complain(f"cannot write the answer ({error.strerror})")
    if status == INTERRUPTED:
        print("derive: interrupted", file=sys.stderr)
    return status if isinstance(status, int) else 0


def _unread() -> int:
    """End quietly: the exit flushes nothing, and what is still buffered goes nowhere."""
    sys.stdout = None
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, STDOUT)
    os.close(nowhere)
    return UNREAD


def _complain(sentence: str) -> int:
    print(f"derive: {sentence}", file=sys.stderr)
    return 2
