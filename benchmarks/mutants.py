"""Mutation testing: change the code a little, and see whether a test or a law notices.

    python benchmarks/mutants.py --sample 400 --seed 0
    python benchmarks/mutants.py --sample 400 --seed 0 --again    without those that have died here before

Cosmic Ray proposes the changes (an operator for another, a number one off, a loop that does not run,
a decorator gone, ...). A place with several changes of one kind counts once, so that the figure is not
flattered by ``a / b``, ``a % b``, ... in place of ``a + b``. One run under coverage tells which tests reach
which line; a mutant meets only those, the quickest first, until one fails or ``--budget`` seconds of tests
have passed. What is then alive survives, so that the rate printed is a lower bound. What only a type
checker reads is left out (annotations, type variables, ``if TYPE_CHECKING``, overloads), and so is that
``@staticmethod`` goes, since such functions are called on the class alone.

Survivors that no test could kill, or that none should, are in ``survivors.toml`` with the reason.
"""

import argparse
import ast
import json
import os
import queue
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
import warnings
from bisect import bisect_right
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from difflib import unified_diff
from hashlib import sha256
from itertools import accumulate, count
from pathlib import Path
from typing import TYPE_CHECKING

from cosmic_ray.commands.init import init
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_db import WorkDB, use_db
from coverage import CoverageData

if TYPE_CHECKING:
    from cosmic_ray.work_item import MutationSpec

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("derive", "laws", "problems")
LEFT_OUT = ("derive/kernels/", "derive/kernels.py", "derive/__main__.py")
COPIED = (
    *FOLDERS,
    "tests",
    "benchmarks",
    "docs",
    "notebooks",
    "pyproject.toml",
    "Makefile",
    "*.md",
    "*.cff",
    "LICENSE",
)
GOAL = 0.85
FEW = 4
DEAD = ROOT / "benchmarks" / ".cache" / "dead.json"
"""Mutants that died here, by file and the line before and after."""

# A pytest plugin. On the run without mutants, it notes how long each test that passes takes; on a run with
# one, it keeps the tests that reach the mutant, quickest first.
PLUGIN = """
import json
import os
from pathlib import Path

seconds = {}

def pytest_runtest_logreport(report):
    if report.when == "call" and report.passed:
        seconds[report.nodeid] = report.duration

def pytest_sessionfinish(session):
    if "MUTANT_TIMES" in os.environ and not hasattr(session.config, "workerinput"):
        Path(os.environ["MUTANT_TIMES"]).write_text(json.dumps(seconds))

def pytest_collection_modifyitems(config, items):
    if "MUTANT_TESTS" not in os.environ:
        return
    place = {name: i for i, name in enumerate(json.loads(Path(os.environ["MUTANT_TESTS"]).read_text()))}
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in place])
    items[:] = sorted((item for item in items if item.nodeid in place), key=lambda item: place[item.nodeid])
"""


@dataclass(frozen=True)
class Mutant:
    """One change to one file: where, by which operator, and the line before and after."""

    path: str
    line: int
    operator: str
    before: str
    after: str
    code: str = field(repr=False)

    @property
    def change(self) -> tuple[str, str, str]:
        """What tells it from others."""
        return self.path, self.before, self.after

    @property
    def kind(self) -> str:
        """The family of operators, such as ``ReplaceBinaryOperator``."""
        return self.operator.removeprefix("core/").split("_")[0]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}\n    - {self.before}\n    + {self.after}"


@dataclass
class Reach:
    """Which tests reach which lines, and how long each takes."""

    tests: dict[str, dict[int, set[str]]]
    seconds: dict[str, float]

    def of(self, mutant: Mutant, budget: float) -> list[str]:
        """The tests worth running: of the line, then of its statement, quickest first.

        What is run on import, such as the definition of a law, concerns the tests that are named after it,
        then all tests of its file, and then any other, for a third of the time.
        """
        lines = self.tests.get(mutant.path, {})
        exact = lines.get(mutant.line, set())
        near = {t for n in statement(mutant.path, mutant.line) for t in lines.get(n, ())}
        if "" not in near:
            return self.within(self.quickest(exact) + self.quickest(near - exact), budget)
        order = self.quickest(self.named(mutant))
        for more in (exact, near, {t for names in lines.values() for t in names}):
            order += self.quickest(more - set(order))
        rest = self.quickest(set(self.seconds) - set(order))
        return self.within(order, budget) + self.within(rest, budget / 3)

    def named(self, mutant: Mutant) -> set[str]:
        """The tests in whose names a text of the call around the mutant occurs; a few letters do by chance."""
        for texts in texts_around(mutant.path, mutant.line):
            if found := {test for test in self.seconds if any(text in test for text in texts if text[FEW:])}:
                return found
        return set()

    def within(self, order: list[str], budget: float) -> list[str]:
        """The first tests that take no longer than so many seconds, but at least one."""
        ends = list(accumulate(self.seconds[test] for test in order))
        return order[: max(1, bisect_right(ends, budget))]

    def quickest(self, tests: set[str]) -> list[str]:
        """Tests by duration; those that failed without a mutant are unknown here and left out."""
        return sorted((t for t in tests if t in self.seconds), key=lambda t: (self.seconds[t], t))


def statement(path: str, line: int) -> range:
    """The lines of the innermost statement around a line (of a compound one: its header)."""
    best = range(line, line + 1)
    size = sys.maxsize
    for node in ast.walk(ast.parse((ROOT / path).read_text())):
        if not isinstance(node, ast.stmt):
            continue
        start = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
        body = getattr(node, "body", None)
        end = max(start, body[0].lineno - 1) if isinstance(body, list) else node.end_lineno or start
        if start <= line <= end and end - start < size:
            best, size = range(start, end + 1), end - start
    return best


def texts_around(path: str, line: int) -> list[list[str]]:
    """The texts that each call around a line is given first, innermost call first."""
    calls = [
        node
        for node in ast.walk(ast.parse((ROOT / path).read_text()))
        if isinstance(node, ast.Call) and node.lineno <= line <= (node.end_lineno or line)
    ]
    calls.sort(key=lambda node: (node.end_lineno or line) - node.lineno)
    given = [[part for arg in node.args[:1] for part in getattr(arg, "values", [arg])] for node in calls]
    return [
        [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
        for parts in given
    ]


def type_only(code: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Spans that only a type checker reads, and ``@staticmethod``, of what is called on the class alone."""
    spans = []
    for node in ast.walk(ast.parse(code)):
        found: list[ast.AST | None] = []
        match node:
            case ast.FunctionDef():
                every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg]
                found = [node.returns, *(a.annotation for a in [*every, node.args.kwarg] if a)]
                if any("overload" in ast.unparse(d) for d in node.decorator_list):
                    found.append(node)
                for d in node.decorator_list:
                    if ast.unparse(d) == "staticmethod":
                        spans.append(((d.lineno, 0), (d.lineno, d.col_offset)))
            case ast.AnnAssign(annotation=annotation, value=value):
                found = [annotation, value if "TypeAlias" in ast.unparse(annotation) else None]
            case ast.If(test=test) if "TYPE_CHECKING" in ast.unparse(test):
                found = [node]
            case ast.Call(func=ast.Name(id="TypeVar" | "NewType")):
                found = [node]
            case ast.Call(func=ast.Name(id="cast")):
                found = list(node.args[:1])
        for part in found:
            if isinstance(part, ast.expr | ast.stmt) and part.end_lineno is not None:
                spans.append(((part.lineno, part.col_offset), (part.end_lineno, part.end_col_offset or 0)))
    return spans


def propose(scratch: Path, seed: int, only: str, most: int) -> list[Mutant]:
    """A sample of mutants, at most one for each place and kind of change.

    Which ones is drawn from what each changes, not from how many there are: a line written elsewhere leaves the
    sample as it was, so that what survived once can be met again.
    """
    files = [p for folder in FOLDERS for p in sorted((ROOT / folder).rglob("*.py"))]
    names = [str(p.relative_to(ROOT)) for p in files]
    kept = [ROOT / n for n in names if only in n and not n.startswith(LEFT_OUT)]
    with use_db(str(scratch / "session.sqlite"), WorkDB.Mode.create) as db:
        init(kept, db, {})
        specs = [item.mutations[0] for item in db.work_items]
    code = {p: p.read_text() for p in kept}
    lines = {p: text.splitlines() for p, text in code.items()}
    typed = {p: type_only(text) for p, text in code.items()}
    groups: dict[tuple[Path, int, int, str], list[MutationSpec]] = defaultdict(list)
    for spec in specs:
        start = (spec.start_pos[0], spec.start_pos[1])
        if not any(a <= start < b for a, b in typed[spec.module_path]):
            groups[spec.module_path, *start, spec.operator_name.split("_")[0]].append(spec)
    met: Counter[str] = Counter()
    drawn: dict[tuple[Path, int, int, str], str] = {}
    for place in sorted(groups):
        path, line, column, kind = place
        said = f"{seed} {path.relative_to(ROOT)} {lines[path][line - 1].strip()} {column} {kind}"
        met[said] += 1
        drawn[place] = sha256(f"{said} {met[said]}".encode()).hexdigest()
    mutants: list[Mutant] = []
    for place in sorted(groups, key=drawn.__getitem__):
        if len(mutants) == most:
            break
        group = sorted(groups[place], key=lambda s: (s.operator_name, s.occurrence))
        for spec in random.Random(drawn[place]).sample(group, len(group)):
            path, line = spec.module_path, spec.start_pos[0]
            try:
                mutated = mutate_code(code[path], get_operator(spec.operator_name)(), spec.occurrence)
            except AttributeError:  # Cosmic Ray has no other exception for one with a dot in its name
                continue
            if mutated is not None and differs(code[path], mutated):
                change = changed(code[path], mutated)
                mutants.append(
                    Mutant(str(path.relative_to(ROOT)), line, spec.operator_name, *change, mutated)
                )
                break
    return mutants


def differs(code: str, mutated: str) -> bool:
    """Whether the mutant is a program that compiles without a warning, and another one."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            compile(mutated, "mutant", "exec")
        return ast.dump(ast.parse(code)) != ast.dump(ast.parse(mutated))
    except (SyntaxError, ValueError):
        return False


def changed(code: str, mutated: str) -> tuple[str, str]:
    """The lines that differ, before and after."""
    lines = list(unified_diff(code.splitlines(), mutated.splitlines(), n=0, lineterm=""))[3:]
    before, after = (" ".join(line[1:].strip() for line in lines if line[0] == sign) for sign in "-+")
    return before, after


def copy(to: Path) -> Path:
    """A copy of the project to change at will."""
    to.mkdir(parents=True)
    for pattern in COPIED:
        for path in ROOT.glob(pattern):
            if path.is_dir():
                shutil.copytree(
                    path, to / path.name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
                )
            else:
                shutil.copy(path, to / path.name)
    (to / ".plugin").mkdir()
    (to / ".plugin" / "chosen.py").write_text(PLUGIN)
    return to


def environment(place: Path, **more: str) -> dict[str, str]:
    """Repeatable runs on the copy: Hypothesis draws the same examples each time, and stores none."""
    return {**os.environ, "PYTHONPATH": f"{place}{os.pathsep}{place / '.plugin'}", "CI": "1", **more}


def measure(place: Path, jobs: int) -> Reach:
    """Run the tests once under coverage, and note which test reaches which line, and its duration."""
    options = ["-q", "-n", str(jobs), "--cov", "--cov-context=test", "--cov-report=", "--cov-fail-under=0"]
    options += ["--hypothesis-profile=dev", "--hypothesis-seed=0"]
    command = [sys.executable, "-m", "pytest", *options, "-p", "chosen"]
    done = subprocess.run(
        command,
        cwd=place,
        env=environment(place, MUTANT_TIMES=str(place / "times.json")),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode > 1:
        sys.exit(f"the tests do not run:\n{done.stdout}{done.stderr}")
    data = CoverageData(str(place / ".coverage"))
    data.read()
    tests: dict[str, dict[int, set[str]]] = {}
    for name in data.measured_files():
        lines = data.contexts_by_lineno(name)
        tests[os.path.relpath(name, place)] = {
            n: {c.rpartition("|")[0] for c in cs} for n, cs in lines.items()
        }
    seconds = json.loads((place / "times.json").read_text())
    for line in done.stdout.splitlines():
        if line.startswith(("FAILED ", "ERROR ")):
            print(f"left out, as it does not pass without a mutant: {line}")
    return Reach(tests, seconds)


def survives(mutant: Mutant, place: Path, tests: list[str], timeout: float) -> bool:
    """Run tests on a copy with the mutant in it; a test that fails, crashes or never ends kills it."""
    if not tests:
        return True
    path = place / mutant.path
    original = path.read_text()
    chosen = place / ".plugin" / "tests.json"
    chosen.write_text(json.dumps(tests))
    files = sorted({test.partition("::")[0] for test in tests})
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "--no-header",
        "--tb=no",
        "-p",
        "no:xdist",
        "-p",
        "no:cov",
    ]
    try:
        forget(path)
        path.write_text(mutant.code)
        process = subprocess.Popen(
            [*command, "-p", "chosen", *files],
            cwd=place,
            env=environment(place, MUTANT_TESTS=str(chosen)),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            return process.wait(timeout) in (0, 5)
        except subprocess.TimeoutExpired:
            return False
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
    finally:
        path.write_text(original)
        forget(path)


def forget(path: Path) -> None:
    """Remove the compiled form, which would be taken for current within the same second."""
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
        compiled.unlink()


def reasons() -> dict[tuple[str, str, str], str]:
    """Survivors listed with a reason, by file and the line before and after."""
    listed = Path(__file__).with_name("survivors.toml")
    if not listed.exists():
        return {}
    entries = tomllib.loads(listed.read_text()).get("survivor", [])
    return {(e["file"], e["before"], e["after"]): e["reason"] for e in entries}


def main() -> int:
    """Sample, run, report; 1 if fewer than 85 % die."""
    parser = argparse.ArgumentParser(description="mutation testing with Cosmic Ray's operators")
    parser.add_argument("--sample", type=int, default=400, help="how many mutants")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--budget", type=float, default=30, help="seconds of tests for each mutant")
    parser.add_argument("--only", default="", help="only files whose path contains this")
    parser.add_argument("--again", action="store_true", help="without those that have died here before")
    options = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        sample = propose(scratch, options.seed, options.only, options.sample)
        dead = {tuple(each) for each in json.loads(DEAD.read_text())} if DEAD.exists() else set()
        every = len(sample)
        if options.again:
            sample = [mutant for mutant in sample if mutant.change not in dead]
        print(f"{len(sample)} mutants; one run to see which tests reach them", flush=True)
        reach = measure(copy(scratch / "measured"), options.jobs)
        print(f"{len(reach.seconds)} tests, {time.monotonic() - began:.0f} s", flush=True)
        places: queue.Queue[Path] = queue.Queue()
        for i in range(options.jobs):
            places.put(copy(scratch / str(i)))

        done = count(1)

        def run(mutant: Mutant, tests: list[str]) -> bool:
            place = places.get()
            try:
                alive = survives(mutant, place, tests, 30 + 3 * options.budget)
            finally:
                places.put(place)
            if alive:
                print(f"survives {len(tests)} tests: {mutant}", flush=True)
            if (number := next(done)) % 25 == 0:
                print(f"{number} of {len(sample)} done, {time.monotonic() - began:.0f} s", flush=True)
            return alive

        chosen = [reach.of(mutant, options.budget) for mutant in sample]  # parses, which is not for threads
        with ThreadPoolExecutor(options.jobs) as pool:
            alive = [m for m, lives in zip(sample, pool.map(run, sample, chosen), strict=True) if lives]
    DEAD.parent.mkdir(exist_ok=True)
    dead = dead - {m.change for m in alive} | {m.change for m in sample if m not in alive}
    DEAD.write_text(json.dumps(sorted(dead)))
    return report(sample, alive, every - len(sample), time.monotonic() - began)


def report(sample: list[Mutant], alive: list[Mutant], died: int, seconds: float) -> int:
    """Print the survivors by file, those with a reason last, and the rate; so many more have died before."""
    why = reasons()
    by_file: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in sorted(alive, key=lambda m: (m.path, m.line)):
        by_file[mutant.path].append(mutant)
    total = Counter(m.path for m in sample)
    print("\nSurvivors")
    for path, mutants in by_file.items():
        print(f"{path}: {len(mutants)} of {total[path]}")
        for m in mutants:
            reason = why.get(m.change, "no reason listed")
            print(f"  {m.line}: {m.before}  ->  {m.after}  ({m.kind}; {reason})")
    number = len(sample) + died
    rate = 1 - len(alive) / max(1, number)
    listed = sum(m.change in why for m in alive)
    before = f" ({died} of them before)" if died else ""
    print(f"\n{number - len(alive)} of {number} mutants die{before}: {rate:.1%}, in {seconds / 60:.0f} min")
    print(f"{len(alive)} survive, {listed} of them with a reason listed")
    return int(rate < GOAL)


if __name__ == "__main__":
    sys.exit(main())
