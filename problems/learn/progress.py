"""A progress bar for a search that takes longer than a second, on the error stream.

>>> with shown(False) as watch:
...     print(watch)
None
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from derive import BadInput

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from derive.kernels.rows import Progress

PATIENCE = 1.0
"""After how many seconds the bar appears."""


@contextmanager
def shown(wanted: bool | Callable[[Progress], None]) -> Iterator[Callable[[Progress], None] | None]:
    """What the search should call as it goes on: nothing, a function of your own, or a bar.

    >>> with shown(print) as watch:
    ...     watch is print
    True
    >>> with shown("yes"):
    ...     pass
    Traceback (most recent call last):
        ...
    derive.errors.BadInput: progress is True, False or a function to call, got 'yes'
    """
    if wanted is False or callable(wanted):
        yield wanted or None
        return
    if wanted is not True:
        raise BadInput(f"progress is True, False or a function to call, got {wanted!r}")
    bar = _Bar()
    try:
        yield bar.update
    finally:
        bar.close()


class _Bar:
    """A bar of rich that is made when it is first needed."""

    def __init__(self) -> None:
        self.bar: Bar | None = None
        self.task: Any = None

    def update(self, progress: Progress) -> None:
        if self.bar is None:
            if progress.seconds < PATIENCE:
                return
            from rich.console import Console
            from rich.progress import Progress as Bar

            self.bar = Bar(console=Console(file=sys.stderr), transient=True)
            self.task = self.bar.add_task("searching", total=1.0)
            self.bar.start()
        words = f"searching: best {progress.best:g}, bound {progress.bound:g}"
        self.bar.update(self.task, completed=progress.done, description=words)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.stop()
