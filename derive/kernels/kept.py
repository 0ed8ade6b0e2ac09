"""What numba keeps on disk is thrown away when any kernel has changed.

numba looks at the file of a function, not at those of the functions that it calls or of the types that it
takes; what was compiled from older ones would be run, or could not be read.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

COMPILED = ("*.nbi", "*.nbc")


def forget_outdated(folder: Path) -> list[str]:
    """Remove what was compiled from sources other than those in a folder; answers with its names.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as name:
    ...     folder = Path(name)
    ...     _ = (folder / "loops.py").write_text("before = 1")
    ...     first = forget_outdated(folder)
    ...     (folder / "loops.nbi").touch()
    ...     same = forget_outdated(folder)
    ...     _ = (folder / "loops.py").write_text("after = 22")
    ...     print(first, same, forget_outdated(folder))
    [] [] ['loops.nbi']
    """
    stamp = _stamp(folder)
    note = folder / "__pycache__" / "sources"
    with suppress(OSError):
        if note.read_text() == stamp:
            return []
    old = [file for pattern in COMPILED for file in folder.rglob(pattern)]
    with suppress(OSError):  # a folder that cannot be written to has nothing of ours either
        for file in old:
            file.unlink(missing_ok=True)
        note.parent.mkdir(exist_ok=True)
        mine = note.with_name(f"sources-{os.getpid()}")
        mine.write_text(stamp)
        mine.replace(note)
    return [file.name for file in old]


def _stamp(folder: Path) -> str:
    """What tells these sources from others: their names, sizes and times."""
    files = ((str(file.relative_to(folder)), file.stat()) for file in sorted(folder.rglob("*.py")))
    told = [(name, state.st_size, state.st_mtime_ns) for name, state in files]
    return sha256(repr(told).encode()).hexdigest()
