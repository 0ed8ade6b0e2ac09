"""On what and with what was measured: processor, memory, Python, and the versions of all solvers."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from pathlib import Path

from benchmarks.crew import OURS, PEERS

LIBRARIES = ("numba", "numpy", "scikit-learn")
SOLVERS = ("pystreed", "pydl8.5", "gosdt", "imodels")

VERSIONS = """
import json, platform, sys
from importlib.metadata import PackageNotFoundError, version
def of(name):
    try:
        return version(name)
    except PackageNotFoundError:
        return None
found = {name: of(name) for name in sys.argv[1:]}
print(json.dumps({"Python": platform.python_version()} | {k: v for k, v in found.items() if v}))
"""


def versions(environment: Path, names: tuple[str, ...]) -> dict[str, str]:
    """The versions of those packages that an environment has."""
    python = environment / "bin" / "python"
    if not python.exists():
        return {}
    told = subprocess.run([python, "-c", VERSIONS, *names], capture_output=True, check=True, text=True)
    found: dict[str, str] = json.loads(told.stdout)
    return found


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "unknown")


def description() -> str:
    """A few lines of Markdown; nothing in them tells when or where."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30

    def listed(found: dict[str, str]) -> str:
        return ", ".join(f"{name} {version}" for name, version in found.items())

    return "\n".join(
        [
            f"- machine: {processor()}, {os.cpu_count()} processors, {memory:.0f} GiB, {platform.system()}",
            f"- derive: {listed(versions(OURS, LIBRARIES))}",
            f"- peers: {listed(versions(PEERS, (*SOLVERS, *LIBRARIES))) or 'none installed'}",
        ]
    )
