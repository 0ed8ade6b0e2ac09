"""How long the first fit takes: ever, with everything to compile; and in a later process.

python -m benchmarks.startup
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from tempfile import TemporaryDirectory

from benchmarks.figures import Table, duration

FITS = """
import json
from time import perf_counter
start = perf_counter()
import numpy as np
from problems import OptimalTreeClassifier
imported = perf_counter()
draw = np.random.default_rng(0)
X, y = draw.integers(0, 2, (500, 20)), draw.integers(0, 2, 500)
OptimalTreeClassifier(max_depth=3).fit(X, y)
first = perf_counter()
OptimalTreeClassifier(max_depth=3).fit(X, y)
second = perf_counter()
print(json.dumps([imported - start, first - imported, second - first]))
"""


def fits(cache: str) -> list[float]:
    """Seconds of the imports, the first fit and the second, in a process of its own."""
    told = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FITS],
        env=os.environ | {"NUMBA_CACHE_DIR": cache},
        capture_output=True,
        check=True,
        text=True,
    )
    found: list[float] = json.loads(told.stdout.splitlines()[-1])
    return found


def table() -> Table:
    """One process with an empty cache, and the quickest of three later ones."""
    with TemporaryDirectory() as cache:
        ever = fits(cache)
        later = min((fits(cache) for _ in range(3)), key=sum)
    rows = [["first ever, with compilation", *map(duration, ever)], ["later", *map(duration, later)]]
    return Table(["process", "imports", "first fit", "second fit"], rows)


if __name__ == "__main__":
    print(table().markdown())
