"""The workers, as the driver sees them: ask one, wait as long as it may take, replace it if it takes longer."""

from __future__ import annotations

import json
import os
import select
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
OURS, PEERS = ROOT / ".venv", ROOT / ".venv-peers"
MEMORY = 8 << 30
WARM_UP = 300.0  # seconds for compilation, when there is nothing on disk yet

ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1"
)


class Run(NamedTuple):
    """One answer of a worker; ``failed`` says why there is none."""

    seconds: float = 0.0
    cpu: float = 0.0
    errors: int = 0
    branches: int = 0
    optimal: bool = False
    peak: int = 0
    failed: str = ""


class Worker:
    """One process for one solver, started when first asked."""

    def __init__(self, solver: str) -> None:
        self.solver = solver
        self.process: subprocess.Popen[bytes] | None = None

    def python(self) -> Path:
        return (OURS if self.solver.startswith("derive") else PEERS) / "bin" / "python"

    def start(self) -> subprocess.Popen[bytes]:
        if self.process is None:
            self.process = subprocess.Popen(
                [self.python(), "-m", "benchmarks.worker", self.solver, str(MEMORY)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                cwd=ROOT,
                env=os.environ | ONE_THREAD,
            )
        return self.process

    def ask(self, job: dict[str, Any]) -> Run:
        """The answer to a job, or why there is none, from a solver that is warm."""
        limit = job["seconds"]
        cold = self.answer(job | {"warm": True}, WARM_UP)
        if cold.failed:
            return cold
        run = self.answer(job | {"warm": False}, limit * 1.05 + 5)
        late = not run.failed and (not run.optimal or run.seconds > limit)
        return run._replace(failed=f"more than {limit:.0f} s") if late else run

    def answer(self, job: dict[str, Any], allowed: float) -> Run:
        """One line there and one line back, unless the process ends or needs longer than allowed."""
        process = self.start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(job).encode() + b"\n")
        except BrokenPipeError:
            return Run(failed=self.ended())
        if not select.select([process.stdout], [], [], allowed)[0]:
            self.stop()
            return Run(failed=f"more than {job['seconds']:.0f} s")
        line = process.stdout.readline()
        return Run(**json.loads(line)) if line else Run(failed=self.ended())

    def ended(self) -> str:
        """What is to be said of a process that ended by itself."""
        assert self.process is not None
        code = self.process.wait()
        self.stop()
        return f"ended with signal {-code}" if code < 0 else f"ended with code {code}"

    def stop(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()


class Crew:
    """A worker for each solver; leaving the context ends them all."""

    def __init__(self) -> None:
        self.workers: dict[str, Worker] = {}

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End all workers; they start anew when asked."""
        for worker in self.workers.values():
            worker.stop()

    def of(self, solver: str) -> Worker:
        return self.workers.setdefault(solver, Worker(solver))
