"""When does constraint programming beat search? Runs solvers on puzzles under limits, and reports what came out.

    python compare.py instances/watersort/ --solvers cp astar --time-limit 60
    python compare.py --deals 5..16x1..3 --count 50 --solvers cp astar --out results.jsonl
    python compare.py report results.jsonl --html report.html

Every run (instance, solver, seed, repeat) appends one line of JSON to a results file, and the same command goes on
where a killed one stopped; tables and plots are functions of such files, made afterwards.

A run happens in a *worker*, a process of its own that serves one run after another. Its *owner* is the thread that
handed it the run: it watches the clock and the memory of the worker with all its children, kills the lot at a limit
that the solver did not keep by itself, and starts another worker. Owners are the threads of a local pool, or of the
workers of a Dask cluster. A worker whose owner is gone, in whatever way, kills itself and its children.

A time-out is no answer and never averaged away: it counts as a run of exactly the time limit, so every ratio between
two solvers understates the better one.
"""

import argparse
import base64
import fcntl
import gc
import hashlib
import html
import io
import itertools
import json
import os
import platform
import queue
import re
import resource
import signal
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.metadata import version
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

import cpmodel
import instances
import search_baseline
from instances import PUZZLES, load
from instances.command import natural, positive
from instances.document import BadInput, write_yaml
from instances.limits import Settings, Watch, resident_bytes
from instances.outcome import Outcome
from instances.puzzle import Puzzle
from instances.running import Solve, contradiction, data, run

SOLVERS: dict[str, dict[str, Solve]] = {
    puzzle: {**cpmodel.SOLVERS.get(puzzle, {}), **search_baseline.SOLVERS.get(puzzle, {})} for puzzle in PUZZLES
}
PROGRAM = Path(__file__)  # what a worker runs
FORMAT = 1  # of results files
MIB = 1 << 20

Source = dict[str, Any]  # {'puzzle': 'watersort', 'deal': {'colors': 5, 'empties': 1, 'seed': 0}} or a file's document
Row = dict[str, Any]  # one line of a results file


# ------------------------------------------------------------------------------------------------ what is to be run


@dataclass(frozen=True)
class Parameters:
    """Parameters(60.0, 4096, 2, False): seconds, MiB, CP-SAT solves side by side, whether any plan will do."""

    time_limit: float
    memory_limit: int
    workers: int
    any_plan: bool


@dataclass(frozen=True)
class Run:
    """One solver on one instance. digest: of the instance's content; version: of the code that shall run."""

    source: Source
    digest: str
    solver: str
    seed: int
    repeat: int
    parameters: Parameters
    version: str

    @property
    def key(self) -> str:
        """What makes two runs the same run."""
        return digest([self.digest, self.solver, self.seed, self.repeat, asdict(self.parameters), self.version])

    def __str__(self) -> str:
        return f"{self.solver} on {title(self.source)}"


def digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:16]


@cache
def code_version() -> str:
    """The solvers' code and libraries: 'b2e8a1c97d5f0364, ortools 9.15.6755'. The same code is the same version."""
    packages = [Path(str(package.__file__)).parent for package in (instances, cpmodel, search_baseline)]
    texts = [path.read_text(encoding="utf-8") for package in packages for path in sorted(package.rglob("*.py"))]
    return f"{digest(texts)}, ortools {version('ortools')}"


def build(source: Source) -> tuple[Puzzle, Any]:
    """The puzzle and the instance that a source describes."""
    puzzle = PUZZLES[source["puzzle"]]
    if "deal" in source:
        return puzzle, puzzle.generate(**source["deal"])
    return puzzle, puzzle.parse(puzzle.Document.model_validate(source["document"]))


def content(source: Source) -> str:
    """The digest of an instance, whatever its name is and wherever it comes from."""
    puzzle, instance = build(source)
    document = puzzle.document(instance)
    return digest({name: value for name, value in document.items() if name not in ("name", "source")})


def group(source: Source) -> str:
    """The instances that are summed up together: '5 x 1', or a folder."""
    if "deal" in source:
        return " x ".join(str(value) for name, value in source["deal"].items() if name != "seed")
    return Path(source["file"]).parent.name or str(source["puzzle"])


def title(source: Source) -> str:
    return f"{group(source)} seed {source['deal']['seed']}" if "deal" in source else Path(source["file"]).stem


def from_files(paths: Sequence[str]) -> list[Source]:
    """Files, and the puzzle files of folders; raises BadInput."""
    sources = []
    for path in map(Path, paths):
        files = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
        if not files:
            raise BadInput(path, "a folder without puzzle files, expected *.yaml")
        for file in files:
            puzzle, instance = load(file)
            sources.append({"puzzle": puzzle.name, "file": str(file), "document": puzzle.document(instance)})
    return sources


def from_specs(puzzle: str, specs: Sequence[str], count: int, first_seed: int) -> list[Source]:
    """Generated deals: '5..7x1' stands for 5x1, 6x1 and 7x1, the puzzle's options in their order; ValueError."""
    names = [name for name, (kind, _, _) in PUZZLES[puzzle].options.items() if kind is int]
    sources = []
    for spec in specs:
        ranges = [re.fullmatch(r"(\d{1,4})(?:\.\.(\d{1,4}))?", part) for part in spec.split("x")]
        if None in ranges or len(ranges) > len(names):
            shape = "x".join(name.upper() for name in names)
            raise ValueError(f"--deals {spec}: expected {shape}, numbers or ranges a..b, for example 5..16x1..3")
        spans = [range(int(found[1]), int(found[2] or found[1]) + 1) for found in ranges if found]
        if not all(spans):
            raise ValueError(f"--deals {spec}: a range that ends before it starts")
        for cell in itertools.product(*spans):
            options = dict(zip(names, cell, strict=False))
            deals = ({**options, "seed": seed} for seed in range(first_seed, first_seed + count))
            sources += [{"puzzle": puzzle, "deal": deal} for deal in deals]
    return sources


def all_runs(sources: Sequence[Source], options: argparse.Namespace) -> Iterator[Run]:
    """Solvers take turns on each instance, repeats come last: the machine's drift hits all solvers alike."""
    limits = Parameters(options.time_limit, options.memory_limit, options.workers, options.any_plan)
    for repeat, source in itertools.product(range(options.repeat), sources):
        mark = content(source)
        for seed, solver in itertools.product(options.seed, options.solvers):
            if solver in SOLVERS[source["puzzle"]]:
                yield Run(source, mark, solver, seed, repeat, limits, code_version())


# ---------------------------------------------------------------------------------------- a worker, and who owns it


def work(descriptor: int) -> None:
    """A worker's life: runs come in, rows go out, until the owner's end of the pipe is closed."""
    connection = Connection(descriptor)
    waiting: queue.SimpleQueue[Run] = queue.SimpleQueue()

    def receive() -> None:
        try:
            while True:
                waiting.put(connection.recv())
        except (EOFError, OSError):
            os.killpg(0, signal.SIGKILL)

    threading.Thread(target=receive, daemon=True).start()
    gc.freeze()
    connection.send(code_version())
    while True:
        connection.send(measured(waiting.get()))


def measured(task: Run) -> Row:
    """The run itself. The solver is told to stop a little before the owner would make it stop."""
    puzzle, instance = build(task.source)
    limits = task.parameters
    settings = Settings(any_plan=limits.any_plan, workers=limits.workers, seed=task.seed)
    gc.collect()
    cpu = cpu_seconds()
    watch = Watch(limits.time_limit, int(0.9 * limits.memory_limit * MIB))
    result = run(puzzle, instance, SOLVERS[puzzle.name][task.solver], settings, watch)
    measures = {"cpu_seconds": round(cpu_seconds() - cpu, 4)}
    wrong = {"contradiction": sentence} if (sentence := contradiction(puzzle, instance, result)) else {}
    return identity(task) | data(puzzle, instance, task.solver, task.source.get("file", ""), result) | measures | wrong


def identity(task: Run) -> Row:
    """What a row says of its run, whatever came out."""
    row = asdict(task)
    return {"key": task.key, **row, "puzzle": task.source["puzzle"], "machine": machine()}


@cache
def machine() -> dict[str, Any]:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // MIB
    return {"cores": cores(), "memory_mib": memory, "python": platform.python_version(), "system": platform.platform()}


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def cpu_seconds() -> float:
    """Of this process and of its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


class Worker:
    """A worker process as its owner sees it, in a process group of its own together with the solves it starts."""

    def __init__(self) -> None:
        self.connection, theirs = Pipe()
        command = [sys.executable, str(PROGRAM), "work", str(theirs.fileno())]
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True,
            pass_fds=(theirs.fileno(),),
        )  # fmt: skip
        theirs.close()
        try:
            self.version = self.connection.recv()
        except EOFError:
            raise RuntimeError(f"a worker does not start: {' '.join(command)}") from None
        self.resting = resident_bytes(self.process.pid)

    def kill(self) -> int:
        """End the worker, and what it has started even if itself has ended; returns its exit code."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.connection.close()
        return self.process.wait()

    def memory(self) -> int:
        """Bytes of resident memory of the worker and everything it has started (shared pages count for each)."""
        return sum(map(resident_bytes, family(self.process.pid)))

    def bloated(self) -> bool:
        """It holds on to memory that would count against the next run."""
        return resident_bytes(self.process.pid) > self.resting + 256 * MIB


def family(process: int) -> Iterator[int]:
    """The process, its children, their children; the process alone where the system does not tell."""
    yield process
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            for child in children.read_text(encoding="ascii").split():
                yield from family(int(child))


OWN = threading.local()  # each owner's worker
STOP = threading.Event()  # Ctrl-C: owners kill their workers


def supervised(task: Run) -> Row:
    """One run, in this thread's worker, ended at its limits. This is what the pool or the cluster executes."""
    worker: Worker | None = getattr(OWN, "worker", None)
    if worker is None or worker.process.poll() is not None:
        worker = OWN.worker = Worker()
    if worker.version != task.version:
        raise RuntimeError(f"{platform.node()} has other code: {worker.version}, expected {task.version}")
    started, peak = time.monotonic(), 0
    try:
        worker.connection.send(task)
        while not worker.connection.poll(0.05):
            memory = worker.memory()
            peak = max(peak, memory)
            if outcome := exceeded(task.parameters, time.monotonic() - started, memory):
                break
            if worker.process.poll() is not None:
                raise EOFError
        else:
            row: Row = worker.connection.recv()
            peak = max(peak, worker.memory())
            if worker.bloated():
                worker.kill()
            return row | {"peak_mib": peak // MIB}
        worker.kill()
        reason = "the worker was killed"
    except (EOFError, OSError):
        outcome, reason = Outcome.SOLVER_FAILED, f"the worker died (exit code {worker.kill()})"
    spent = {"seconds": round(time.monotonic() - started, 4), "cpu_seconds": None, "peak_mib": peak // MIB}
    return identity(task) | {"outcome": outcome.value, "reason": reason, "killed": True, "statistics": {}} | spent


def exceeded(limits: Parameters, seconds: float, memory: int) -> Outcome | None:
    """Why a run must end now. In time, the solver has a little longer to end by itself."""
    if STOP.is_set():
        return Outcome.INTERRUPTED
    if seconds > 1.1 * limits.time_limit + 1:
        return Outcome.OUT_OF_TIME
    return Outcome.OUT_OF_MEMORY if memory > limits.memory_limit * MIB else None


# ----------------------------------------------------------------------------------------------- the results on disk


class Unfit(Exception):
    """A results file that cannot be used; str() is one line that says why."""


class Stopped(Exception):
    """The runs cannot go on; str() is one line that says why."""


def header() -> Row:
    return {"format": "compare.py results", "format_version": FORMAT, "code": code_version(), "machine": machine()}


def checked_header(path: Path, line: bytes) -> Row:
    try:
        found = json.loads(line)
        ours = found["format"] == header()["format"]
    except (ValueError, KeyError, TypeError):
        ours = False
    if not ours:
        raise Unfit(f"{path}:1: not a results file, expected one that compare.py wrote")
    if found["format_version"] != FORMAT:
        raise Unfit(f"{path}:1: results of format {found['format_version']}, expected format {FORMAT}")
    return dict(found)


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of a results file, a torn last line left out; raises Unfit."""
    try:
        with open(path, "rb") as file:
            checked_header(path, file.readline())
            for number, line in enumerate(file, 2):
                if line.endswith(b"\n"):
                    yield parsed(path, number, line)
    except OSError as error:
        raise Unfit(f"{path}: {(error.strerror or str(error)).lower()}, expected a results file") from None


def parsed(path: Path, number: int, line: bytes) -> Row:
    try:
        row = json.loads(line)
        if isinstance(row, dict) and {"key", "digest", "outcome", "seconds", "source", "solver"} <= row.keys():
            return row
    except ValueError:
        pass
    raise Unfit(f"{path}:{number}: not the row of a run")


class Results:
    """A results file that is open for appending, and locked. outcomes: of the runs that are done, by key."""

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.file = open(path, "a+b", buffering=0)  # noqa: SIM115
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Unfit(f"{path}: another run writes into this file; wait for it, or give another --out") from None
        except OSError as error:
            raise Unfit(f"{path}: {(error.strerror or str(error)).lower()}, expected a file to write into") from None
        self.mend(path)
        self.outcomes = {row["key"]: row["outcome"] for row in read_rows(path)}

    def mend(self, path: Path) -> None:
        """Cut off a torn last line; write the header of a new file; refuse what is not ours."""
        with open(path, "rb") as file:
            first = file.readline()
        started = (json.dumps(header()) + "\n").encode()
        if not first.endswith(b"\n"):
            if not started.startswith(first):
                raise Unfit(f"{path}:1: not a results file, expected one that compare.py wrote")
            self.file.truncate(0)
            self.write(started)
        elif (code := checked_header(path, first)["code"]) != code_version():
            raise Unfit(f"{path}:1: results of other code ({code}, this is {code_version()}); give another --out")
        with open(path, "rb") as whole:
            self.file.truncate(sum(len(line) for line in whole if line.endswith(b"\n")))

    def write(self, text: bytes) -> None:
        """On disk when it returns."""
        try:
            while text:
                text = text[self.file.write(text) :]
            os.fsync(self.file.fileno())
        except OSError as error:
            raise Stopped(f"{self.file.name}: {error.strerror}; the same command goes on from here") from None

    def append(self, rows: Sequence[Row]) -> None:
        self.write("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode())
        self.outcomes |= {row["key"]: row["outcome"] for row in rows}


# ------------------------------------------------------------------------------------------------------ the runs run


@contextmanager
def executor(options: argparse.Namespace) -> Iterator[tuple[Executor, int]]:
    """Where runs are executed, and how many at once: threads that own workers, here or on a Dask cluster."""
    if not options.cluster:
        with ThreadPoolExecutor(options.jobs) as pool:
            yield pool, options.jobs
        return
    try:
        import distributed
    except ImportError:
        raise Stopped("--cluster needs Dask: pip install '.[compare]'") from None
    connect: Any = distributed.Client  # half of its types are missing
    try:
        client = connect(options.cluster, timeout=3)
    except (OSError, ValueError) as error:
        raise Stopped(f"--cluster {options.cluster}: {' '.join(str(error).split())}") from None
    with client:
        slots = sum(client.ncores().values())
        if not slots:
            raise Stopped(f"--cluster {options.cluster}: the scheduler has no workers")
        yield client.get_executor(pure=False), slots


def perform(tasks: Iterable[Run], total: int, pool: Executor, slots: int, results: Results) -> None:
    """Execute what is not done yet, a few ahead of the workers; every row is on disk before the next is awaited."""
    pending: dict[Future[Row], Run] = {}
    waiting = iter(tasks)
    with progress(total) as show:
        while True:
            while not STOP.is_set() and len(pending) < 3 * slots and (task := next(waiting, None)):
                if (key := task.key) in results.outcomes or task in pending.values():
                    show([results.outcomes.get(key, "asked for twice")], None)
                else:
                    pending[pool.submit(supervised, task)] = task
            if STOP.is_set():
                pending = {future: task for future, task in pending.items() if not future.cancel()}
            if not pending:
                return
            done = wait(pending, timeout=0.2, return_when=FIRST_COMPLETED).done
            rows = [row for future in done if (row := outcome_of(future))["outcome"] != Outcome.INTERRUPTED.value]
            results.append(rows)
            for future in done:
                del pending[future]
            show([row["outcome"] for row in rows], list(pending.values())[:slots])


def outcome_of(future: "Future[Row]") -> Row:
    try:
        return future.result()
    except Exception as error:
        STOP.set()
        raise Stopped(f"{type(error).__name__}: {error}") from None


@contextmanager
def progress(total: int) -> Iterator[Callable[[Sequence[str], Sequence[Run] | None], None]]:
    """Told of outcomes and of what runs now (None: they are of an earlier time): a bar, or a line a second."""
    console = Console(stderr=True, highlight=False)
    tally: Counter[str] = Counter()
    started, shown, here, said = time.monotonic(), 0.0, 0, 0
    columns = BarColumn(15), MofNCompleteColumn(), TextColumn("{task.description}")
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    item = bar.add_task("starting", total=total)

    def text(running: Sequence[Run], separator: str) -> str:
        left = (time.monotonic() - started) / here * (total - tally.total()) if here else 0
        solved = tally["optimal"] + tally["solved"]
        parts = [f"{solved} solved", f"{tally['unsolvable']} unsolvable", f"{tally['out_of_time']} timed out"]
        parts += [f"{tally['solver_failed']} FAILED"] * (tally["solver_failed"] > 0)
        parts += [f"{duration(max(1, round(left)))} left"] * (left > 0)
        more = f" and {len(running) - 2} more" if len(running) > 2 else ""
        return ", ".join(parts) + (separator + ", ".join(map(str, running[:2])) + more if running else "")

    def show(outcomes: Sequence[str], running: Sequence[Run] | None) -> None:
        nonlocal shown, here, said
        tally.update(outcomes)
        here += len(outcomes) if running is not None else 0
        now, done = time.monotonic(), tally.total()
        if console.is_terminal:
            bar.update(item, completed=done, description=escape(text(running or (), "\n")))
        elif done > said and (now - shown >= 1 or done == total):
            shown, said = now, done
            console.print(f"{done} of {total} done: {text(running or (), '; now ')}", markup=False, soft_wrap=True)

    with bar:
        yield show


def duration(seconds: float) -> str:
    """duration(0.00234) == '2.34 ms'; duration(90) == '90 s'"""
    for unit, size, up_to in (("ms", 1e-3, 0.9995), ("s", 1, 119.5), ("min", 60, 7195)):
        if seconds < up_to:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 3600:.3g} h"


# ------------------------------------------------------------------------------------------------------- do they agree


@dataclass
class Agreement:
    """checked: answers that could be held against another one, or against `known`; wrong: (sentences, their rows)."""

    checked: int = 0
    wrong: list[tuple[list[str], list[Row]]] = field(default_factory=list)
    failed: list[Row] = field(default_factory=list)

    def __str__(self) -> str:
        wrong = plural(len(self.wrong), "disagreement")
        failed = f", {plural(len(self.failed), 'failed run')}" if self.failed else ""
        return f"{plural(self.checked, 'answer')} cross-checked, {wrong}{failed}"


def plural(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


def agreement(rows: Iterable[Row]) -> Agreement:
    """Hold every answer against all others to the same instance. (Plans were replayed where they were found.)"""
    found = Agreement()
    by_instance: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_instance[row["digest"]].append(row)
    for same in by_instance.values():
        answers = [row for row in same if solvable(row) is not None]
        if len(answers) > 1 or (answers and known(answers[0])):
            found.checked += len(answers)
        if sentences := disagreements(same):
            found.wrong.append((sentences, same))
        broken = [row for row in same if row["outcome"] == Outcome.SOLVER_FAILED.value]
        found.failed += [row for row in broken if not breaks_a_rule(row)]
    return found


def known(row: Row) -> Any:
    return row["source"].get("document", {}).get("known")


def solvable(row: Row) -> bool | None:
    """None: the run does not tell."""
    if row["outcome"] == Outcome.UNSOLVABLE.value:
        return False
    return True if row.get("plan") is not None or row.get("solutions") else None


def breaks_a_rule(row: Row) -> bool:
    return row["outcome"] == Outcome.SOLVER_FAILED.value and "breaks a rule" in row["reason"]


def disagreements(rows: Sequence[Row]) -> list[str]:
    """What contradicts what in the runs of one instance, as sentences."""
    sentences = [f"{row['solver']}: {row['contradiction']}" for row in rows if row.get("contradiction")]
    sentences += [f"{row['solver']}: {row['reason']}" for row in rows if breaks_a_rule(row)]
    claims = {claim: [row["solver"] for row in rows if solvable(row) is claim] for claim in (True, False)}
    if claims[True] and claims[False]:
        sentences.append(f"{claims[True][0]} has a solution, {claims[False][0]} proves that there is none")
    lower = [row for row in rows if row.get("lower_bound") is not None]
    upper = [row for row in rows if row.get("upper_bound") is not None]
    if lower and upper:
        most, least = max(lower, key=lambda row: row["lower_bound"]), min(upper, key=lambda row: row["upper_bound"])
        if most["lower_bound"] > least["upper_bound"]:
            steps = f"{most['lower_bound']} steps or more, {least['solver']} needs {least['upper_bound']}"
            sentences.append(f"{most['solver']} proves {steps}")
    unique = {row["unique"]: row["solver"] for row in rows if row.get("unique") is not None}
    if len(unique) > 1:
        sentences.append(f"{unique[True]} proves one solution, {unique[False]} has two")
    return sentences


def show_wrong(found: Agreement, folder: Path, console: Console) -> None:
    """Disagreements and failures in full; the instances saved, so that anyone can run them again."""
    for sentences, rows in found.wrong:
        puzzle, instance = build(rows[0]["source"])
        path = folder / f"disagreement-{rows[0]['digest']}.yaml"
        path.write_text(write_yaml(puzzle.document(instance)), encoding="utf-8")
        console.print(f"\nDISAGREEMENT on {title(rows[0]['source'])}, saved as {path}", style="bold red", markup=False)
        for sentence in sentences:
            console.print(f"  {sentence}", markup=False)
        console.print(puzzle.picture(instance))
        for row in rows:
            console.print(json.dumps(row, ensure_ascii=False), markup=False, highlight=False, soft_wrap=True)
    for row in found.failed:
        console.print(
            f"\nFAILED: {row['solver']} on {title(row['source'])}: {row['reason']}", markup=False, style="red"
        )


# ------------------------------------------------------------------------------------------------------------- tables


@dataclass(frozen=True)
class Section:
    """A part of a report: a heading, a paragraph below it, and a table of texts (or none)."""

    heading: str
    text: str
    table: pd.DataFrame | None = None


def all_solvers() -> list[str]:
    """By registry order, constraint programming first."""
    return list(dict.fromkeys(name for solvers in SOLVERS.values() for name in solvers))


def frame_of(rows: Sequence[Row]) -> pd.DataFrame:
    """A line for each (instance, solver): of its seeds and repeats the median run. cost: seconds, or the time limit."""
    settings = {digest([row["parameters"], row["version"]]): row for row in rows}
    order = all_solvers()
    records = []
    for row in rows:
        limits = row["parameters"]
        label = row["solver"]
        if len(settings) > 1:
            label += f" ({limits['time_limit']:g} s, {limits['memory_limit']} MiB, {row['version'][:4]})"
        proven = row["outcome"] in ("optimal", "unsolvable")
        answered = proven or (row["outcome"] == "solved" and limits["any_plan"])
        record = {
            "instance": row["digest"], "title": title(row["source"]), "group": group(row["source"]),
            "puzzle": row["puzzle"], "solver": row["solver"], "label": label, "outcome": row["outcome"],
            "answered": answered, "cost": max(row["seconds"], 1e-4) if answered else limits["time_limit"],
            "solvable": solvable(row), "length": row.get("length"), "limit": limits["time_limit"],
            "order": order.index(row["solver"]) if row["solver"] in order else len(order),
        }  # fmt: skip
        records.append(record | row["source"].get("deal", {}))
    frame = pd.DataFrame(records).sort_values("cost", kind="stable")
    same = frame.groupby(["instance", "label"], sort=False)["cost"]
    median = frame[same.cumcount() == (same.transform("size") - 1) // 2]
    names = median["group"] + " " + median["title"]
    natural = names.str.replace(r"\d+", lambda number: number[0].zfill(6), regex=True)
    return median.assign(natural=natural).sort_values(["natural", "order", "label"]).reset_index(drop=True)


def labels_of(frame: pd.DataFrame) -> list[str]:
    return list(frame.sort_values(["order", "label"])["label"].unique())


def costs(frame: pd.DataFrame) -> pd.DataFrame:
    """Instances by solvers: the cost of each where at least one of all has an answer."""
    answered = frame[frame.groupby("instance")["answered"].transform("any")]
    return answered.pivot(index="instance", columns="label", values="cost")


def group_table(frame: pd.DataFrame) -> pd.DataFrame:
    """What came out, by group and solver; median and worst of the costs."""
    lines = []
    for (name, label), own in frame.groupby(["group", "label"], sort=False):
        count = Counter(own["outcome"])
        solved = int((own["answered"] & (own["outcome"] != "unsolvable")).sum())
        others = len(own) - solved - count["unsolvable"] - count["out_of_time"]
        ordered = own.sort_values("cost")
        lines.append(
            {"group": name, "solver": label, "runs": len(own), "solved": solved, "unsolvable": count["unsolvable"]}
            | {"timed out": count["out_of_time"], "other": others}
            | {"median": time_text(ordered.iloc[(len(own) - 1) // 2]), "worst": time_text(ordered.iloc[-1])}
        )
    return pd.DataFrame(lines).astype(str)


def time_text(line: pd.Series) -> str:
    """'3.2 s', or why there is no time to tell."""
    if line["answered"]:
        return duration(line["cost"])
    if line["outcome"] == "out_of_time":
        return f"> {duration(line['limit'])}"
    return "not proven" if line["outcome"] == "solved" else line["outcome"].replace("_", " ")


def winner_table(frame: pd.DataFrame) -> pd.DataFrame:
    """By group: the solver with the lowest geometric mean, on how many instances it wins, and all as its multiples."""
    times, lines = costs(frame), []
    for name, members in frame.groupby("group", sort=False):
        here = times.reindex(members["instance"].unique()).dropna(how="all").dropna(how="all", axis=1)
        if here.empty:
            lines.append({"group": name, "fastest": "nobody", "on": f"0 of {members['instance'].nunique()}"})
            continue
        fastest = str(np.log(here).mean().idxmin())
        wins = int((here.idxmin(axis=1) == fastest).sum())
        line = {"group": name, "fastest": fastest, "on": f"{wins} of {len(here)}"}
        for label in here.columns:
            logs = (here[label] / here[fastest]).dropna().map(np.log)
            low, high = np.exp(logs.quantile([0.25, 0.75]))
            line[label] = f"{rounded(np.exp(logs.mean()))} ({rounded(low)}–{rounded(high)})" if len(logs) else ""
        lines.append(line | {fastest: "1"})
    return pd.DataFrame(lines, columns=["group", "fastest", "on", *labels_of(frame)]).fillna("")


def rounded(ratio: float) -> str:
    """rounded(1234.5) == '1,230'; rounded(0.01234) == '0.012'"""
    return f"{float(f'{ratio:.3g}'):,.0f}" if ratio >= 100 else f"{ratio:.2g}"


def instance_table(frame: pd.DataFrame) -> pd.DataFrame:
    """One line an instance: the answer, and what it cost each solver."""
    lines = []
    for _, same in frame.groupby("instance", sort=False):
        proven = same[same["answered"]]
        answer = "open" if proven.empty else proven.iloc[0]["outcome"]
        if answer == "optimal":
            length = proven.iloc[0]["length"]
            answer = "solved" if pd.isna(length) else f"{length:.0f} steps"
        times = {line["label"]: time_text(line) for _, line in same.iterrows()}
        lines.append({"instance": same.iloc[0]["title"], "answer": answer}
                     | {label: times.get(label, "") for label in labels_of(frame)})  # fmt: skip
    return pd.DataFrame(lines)


def wilson(hits: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % confidence interval of a share (Wilson 1927): wilson(0, 10) == (0.0, 0.278)"""
    if not count:
        return 0.0, 1.0
    share, slack = hits / count, z * z / count
    center, half = share + slack / 2, z * ((share * (1 - share) + slack / 4) / count) ** 0.5
    low, high = (center - half) / (1 + slack), (center + half) / (1 + slack)
    return low if hits else 0.0, high if hits < count else 1.0


def axes_of(frame: pd.DataFrame) -> list[str]:
    """The options of the generated deals, in the puzzle's order: ['colors', 'empties']."""
    return [name for name in PUZZLES[frame["puzzle"].iloc[0]].options if name in frame.columns]


def solvability(frame: pd.DataFrame) -> pd.DataFrame:
    """By the deals' options: deals, solvable, unsolvable, share of the decided, and low to high, an interval of 95 %.

    A deal that nobody has decided counts as unsolvable for the low end and as solvable for the high end.
    """
    axes = axes_of(frame)
    deals = frame.dropna(subset=axes).groupby([*axes, "instance"])["solvable"].first().reset_index()
    lines = []
    for cell, members in deals.groupby(axes):
        yes, no = int((members["solvable"] == True).sum()), int((members["solvable"] == False).sum())  # noqa: E712
        low, high = wilson(yes, len(members))[0], wilson(len(members) - no, len(members))[1]
        share = yes / (yes + no) if yes + no else float("nan")
        lines.append({name: int(str(value)) for name, value in zip(axes, cell, strict=True)} | {
            "deals": len(members), "solvable": yes, "unsolvable": no, "share": share, "low": low, "high": high,
        })  # fmt: skip
    return pd.DataFrame(lines)


def sections(rows: Sequence[Row], found: Agreement) -> list[Section]:
    """The whole report but for its pictures; agreement comes first."""
    where = sorted({f"{row['machine']['cores']} cores, {row['machine']['memory_mib'] / 1024:.0f} GiB, "
                    f"Python {row['machine']['python']}, {row['version'].split(', ')[1]}" for row in rows})  # fmt: skip
    limits = sorted({f"{row['parameters']['time_limit']:g} s and {row['parameters']['memory_limit']} MiB a run"
                     for row in rows})  # fmt: skip
    facts = f"{len(rows)} runs; {'; '.join(limits)}; on {'; '.join(where)}."
    wrong = "".join(f"\n{title(each[0]['source'])}: {'; '.join(said)}" for said, each in found.wrong)
    wrong += "".join(f"\n{row['solver']} on {title(row['source'])}: {row['reason']}" for row in found.failed)
    parts = [Section(f"{found}", facts + wrong)]
    if not rows:
        return parts
    frame = frame_of(rows)
    parts.append(Section("By group", "Median and worst wall time of a run.", group_table(frame)))
    if frame["label"].nunique() > 1 and frame["answered"].any():
        text = (
            "Wall times as multiples of the fastest solver's: geometric mean, and quartiles in brackets, over the "
            "instances that at least one solver has answered. A run without an answer counts as its time limit, which "
            "understates the better solver."
        )
        parts.append(Section("Who is faster where", text, winner_table(frame)))
    if axes_of(frame):
        table = solvability(frame)
        for name in ("share", "low", "high"):
            table[name] = table[name].map(percent)
        parts.append(Section("Which deals can be solved", "Share of the decided deals, with a confidence interval of "
            "95 % that counts undecided deals both ways.", table.astype(str)))  # fmt: skip
    if frame["instance"].nunique() <= 100:
        parts.append(Section("By instance", "Wall time of each solver.", instance_table(frame)))
    return parts


# -------------------------------------------------------------------------------------------------------------- plots

# Okabe and Ito (2008): colours that everyone can tell apart. Markers and labels at the lines besides.
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = "osD^vP*"
PALE = "#999999"
STYLE: Any = {
    **{"font.size": 12, "axes.titlesize": 13, "axes.titleweight": "bold", "axes.titlelocation": "left"},
    **{"axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.color": "#e6e6e6"},
    **{"axes.axisbelow": True, "axes.edgecolor": "#666666", "legend.frameon": False, "lines.linewidth": 2},
    **{"svg.fonttype": "path", "svg.hashsalt": "compare", "figure.constrained_layout.use": True, "savefig.dpi": 200},
}


def canvas(height: float, columns: int = 1) -> tuple[Any, Any]:
    """A figure 8 inches wide, and its panels, which share their axes."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, height))
    return figure, figure.subplots(1, columns, sharex=True, sharey=True, squeeze=False)[0]


def seconds_axis(axis: Any) -> None:
    """A logarithmic axis with its powers of ten written as times: 1 ms, 10 ms, 100 ms, 1 s."""
    from matplotlib.ticker import FuncFormatter, NullLocator

    axis._set_axes_scale("log")
    axis.set_major_formatter(FuncFormatter(lambda value, _: duration(value)))
    axis.set_minor_locator(NullLocator())


def looks(number: int) -> dict[str, str]:
    return {"color": PALETTE[number % 7], "marker": MARKERS[number % 7]}


def named(frame: pd.DataFrame, option: str) -> str:
    """named(frame, 'empties') == 'empty beakers'"""
    return str(PUZZLES[frame["puzzle"].iloc[0]].options[option][2]).removeprefix("number of ")


def spread(values: Sequence[float], least: float) -> "np.ndarray[Any, Any]":
    """The values, from the lowest up, moved as little as it takes to lie `least` apart: places for labels."""
    places = np.sort(np.array(values, float))
    for _ in range(200):
        push = np.maximum(0, least - np.diff(places)) / 2
        places[1:] += push
        places[:-1] -= push
    return places


def cactus(frame: pd.DataFrame) -> Any:
    """How many instances each solver answers, if every one may take so long."""
    figure, (axes,) = canvas(4.6)
    total, end = frame["instance"].nunique(), min(frame["limit"].max(), frame["cost"].max() * 3)
    labels = labels_of(frame)
    answered = frame[frame["answered"]].groupby("label")["answered"].sum().reindex(labels, fill_value=0)
    for number, label in enumerate(labels):
        cost = frame[(frame["label"] == label) & frame["answered"]]["cost"].sort_values()
        axes.step([*cost, end], [*range(1, len(cost) + 1), len(cost)], where="post", color=PALETTE[number % 7])
    ranked = answered.sort_values(kind="stable")
    for (solver, count), place in zip(ranked.items(), spread(ranked.tolist(), total / 16), strict=True):
        color = PALETTE[labels.index(str(solver)) % 7]
        axes.text(1.02, place, f"{solver}  {count}", transform=axes.get_yaxis_transform(), color=color, va="center",
                  weight="bold")  # fmt: skip
    axes.axhline(total, color=PALE, linewidth=1, zorder=1)
    axes.text(0.01, total, f"all {total}", transform=axes.get_yaxis_transform(), va="bottom", color="#666666")
    seconds_axis(axes.xaxis)
    axes.set(xlim=(frame["cost"].min() * 0.8, end), ylim=(0, total * 1.06), xlabel="wall time allowed for a run")
    axes.set(ylabel="instances answered", title="Instances answered within a given time")
    return figure


def scatter(frame: pd.DataFrame) -> Any:
    """The first solver against the first of the other kind (or the next), a point an instance."""
    labels = labels_of(frame)
    searching = {name for solvers in search_baseline.SOLVERS.values() for name in solvers}
    up, *rest = labels
    right = next((label for label in rest if label.split()[0] in searching), rest[0] if rest else up)
    cost = costs(frame).reindex(columns=labels)[[up, right]].dropna()
    if up == right or cost.empty:
        return None
    options = axes_of(frame)[1:2]
    kind = options[0] if options else "group"
    kinds = frame.drop_duplicates("instance").set_index("instance")[kind].reindex(cost.index)
    figure, (axes,) = canvas(6.2)
    limit = frame["limit"].max()
    span = np.array([cost.to_numpy().min() / 1.6, cost.to_numpy().max() * 1.8])
    for factor in (0.01, 0.1, 1, 10, 100):
        axes.plot(span, span * factor, color="#cccccc", linewidth=1.4 if factor == 1 else 0.8, zorder=1)
    for factor, text in ((1, "equal"), (10, "10 times"), (100, "100 times")):
        axes.text(span[0] * 1.15, span[0] * factor * 1.35, text, rotation=45, rotation_mode="anchor", color=PALE,
                  fontsize=10, clip_on=True)  # fmt: skip
    if limit < span[1]:
        axes.axhline(limit, color=PALE, linewidth=1, linestyle=":")
        axes.axvline(limit, color=PALE, linewidth=1, linestyle=":")
        axes.text(span[0] * 1.15, limit * 1.08, "no answer in time", color="#666666", fontsize=10)
    for number, (value, points) in enumerate(cost.groupby(kinds)):
        axes.scatter(points[right], points[up], s=26, alpha=0.65, linewidths=0, zorder=2, rasterized=len(cost) > 2000,
                     label=f"{value:.0f}" if options else value, **looks(number))  # fmt: skip
    seconds_axis(axes.xaxis)
    seconds_axis(axes.yaxis)
    axes.set(xlim=span, ylim=span, aspect="equal", title=f"{up} against {right}")
    axes.set(xlabel=f"wall time of {right}", ylabel=f"wall time of {up}")
    for text, x, y, side in ((f"{up} is faster", 0.9, 0.03, "right"), (f"{right} is faster", 0.03, 0.88, "left")):
        axes.text(x, y, text, transform=axes.transAxes, ha=side, color="#666666", style="italic")
    axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), title=named(frame, kind) if options else None,
                handletextpad=0.2)  # fmt: skip
    return figure


def growth(frame: pd.DataFrame) -> Any:
    """Time against the first option of generated deals (colours), a panel for each value of the others."""
    options = axes_of(frame)
    if not options or frame[options[0]].nunique() < 3:
        return None
    deals = frame.dropna(subset=options)
    first, *others = options
    panels = list(deals.groupby(others))[:4] if others else [((), deals)]
    figure, grid = canvas(4.4, len(panels))
    for axes, (values, members) in zip(grid, panels, strict=True):
        for number, label in enumerate(labels_of(frame)):
            cost = members[members["label"] == label].groupby(first)["cost"]
            middle = cost.median()
            axes.plot(middle.index, middle, markersize=5, label=label, **looks(number))
            axes.fill_between(middle.index, cost.quantile(0.25), cost.quantile(0.75), color=PALETTE[number % 7],
                              alpha=0.15, linewidth=0)  # fmt: skip
        axes.axhline(deals["limit"].max(), color=PALE, linewidth=1, linestyle=":")
        axes.set_title(", ".join(f"{named(frame, name)}: {value:.0f}" for name, value in zip(others, values)))  # noqa: B905
        axes.xaxis.get_major_locator().set_params(integer=True)
    seconds_axis(grid[0].yaxis)
    grid[0].set_ylim(top=deals["limit"].max() * 3)
    grid[0].set_ylabel("wall time, median and quartiles")
    grid[0].text(0.02, deals["limit"].max() * 1.3, "time limit", transform=grid[0].get_yaxis_transform(), fontsize=10,
                 color="#666666")  # fmt: skip
    figure.supxlabel(named(frame, first), fontsize=12)
    handles, texts = grid[0].get_legend_handles_labels()
    figure.legend(handles, texts, loc="outside upper center", ncols=min(5, len(texts)))
    return figure


def solvability_map(frame: pd.DataFrame) -> Any:
    """The share of deals that can be solved, with its confidence interval, in a cell for each size of deal."""
    options = axes_of(frame)
    if len(options) < 2:
        return None
    table = solvability(frame)
    table = table[(table[options[2:]] == table[options[2:]].iloc[0]).all(axis=1)]
    share = table.pivot(index=options[1], columns=options[0], values="share")
    lines, columns = list(share.index), list(share.columns)
    figure, (axes,) = canvas(1.5 + 0.75 * len(lines))
    axes.imshow(share, cmap="YlGnBu", vmin=0, vmax=1.1, aspect="auto", origin="lower")
    size = min(11.0, 100 / len(columns))
    for _, cell in table.iterrows():
        look = {"ha": "center", "color": "white" if cell["share"] > 0.55 else "black"}
        x, y = columns.index(cell[options[0]]), lines.index(cell[options[1]])
        axes.text(x, y + 0.02, percent(cell["share"]), va="bottom", fontsize=size + 2, weight="bold", **look)
        axes.text(x, y - 0.1, f"{percent(cell['low'])}–{percent(cell['high'])}", va="top", fontsize=size - 1, **look)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    for axis, names in ((axes.xaxis, columns), (axes.yaxis, lines)):
        axis.set_ticks(range(len(names)), names)
        axis.set_ticks(np.arange(len(names) - 1) + 0.5, minor=True)
        axis.set_tick_params(which="both", length=0)
    axes.grid(which="minor", color="white", linewidth=3)
    axes.set(xlabel=named(frame, options[0]), ylabel=named(frame, options[1]))
    few, many = table["deals"].min(), table["deals"].max()
    deals = f"{few}" if few == many else f"{few} to {many}"
    axes.set_title(f"Per cent of deals that can be solved ({deals} deals a cell, 95 % interval)")
    return figure


def percent(share: float) -> str:
    """percent(0.9972) == '99.7'; percent(1.0) == '100'; percent(nan) == '?'"""
    return "?" if np.isnan(share) else f"{100 * share:.1f}" if 0.0005 < share < 0.9995 else f"{100 * share:.0f}"


PLOTS: dict[str, tuple[str, Callable[[pd.DataFrame], Any]]] = {
    "cactus": ("How many instances each solver answers within a given time", cactus),
    "scatter": ("One solver against another, a point an instance", scatter),
    "growth": ("Time against size", growth),
    "solvability": ("Which deals can be solved", solvability_map),
}


def pictures(rows: Sequence[Row]) -> dict[str, Any]:
    """The figures that the rows are good for, by name."""
    try:
        import matplotlib as mpl
    except ImportError:
        raise Stopped("plots need matplotlib: pip install '.[compare]'") from None
    frame = frame_of(rows)
    with mpl.rc_context(STYLE):
        figures = {name: plot(frame) for name, (_, plot) in PLOTS.items()}
    return {name: figure for name, figure in figures.items() if figure is not None}


def image(figure: Any, kind: str) -> bytes:
    """The figure as a file: 'png' or 'svg'; the same figure is the same bytes."""
    import matplotlib as mpl

    out = io.BytesIO()
    with mpl.rc_context(STYLE):
        figure.savefig(out, format=kind, metadata={"Date": None} if kind == "svg" else None)
    return out.getvalue()


# ------------------------------------------------------------------------------------------------------------- reports


def to_terminal(parts: Sequence[Section], console: Console) -> None:
    for part in parts:
        console.print(f"\n[bold]{escape(part.heading)}[/]\n{escape(part.text)}", highlight=False)
        if part.table is not None:
            table = Table(*map(str, part.table.columns), header_style="bold", box=None, pad_edge=False)
            for column in table.columns:
                column.overflow, column.justify = "fold", "left" if column is table.columns[0] else "right"
            for line in part.table.itertuples(index=False):
                table.add_row(*map(escape, line))
            console.print(table)


def to_markdown(parts: Sequence[Section]) -> str:
    lines = []
    for part in parts:
        lines += [f"## {part.heading}", "", part.text.replace("\n", "\n\n"), ""]
        if part.table is not None:
            lines += [f"| {' | '.join(part.table.columns)} |", f"|{'---|' * len(part.table.columns)}"]
            lines += [f"| {' | '.join(line)} |" for line in part.table.itertuples(index=False)] + [""]
    return "\n".join(lines)


PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Constraint programming and search compared</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; color: #222; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 14px; border: 0 }}
div {{ overflow-x: auto }} th, td {{ padding: .2rem .7rem; text-align: right; border: 0; white-space: nowrap }}
th {{ border-bottom: 2px solid #0072b2 }} tr:nth-child(even) td {{ background: #f4f6f8 }}
td:first-child, th:first-child {{ text-align: left }} figure {{ margin: 2rem 0 }} img {{ max-width: 100% }}
figcaption {{ color: #555 }} p {{ white-space: pre-line }}
</style>
<h1>Constraint programming and search compared</h1>
{body}
</html>
"""


def to_html(parts: Sequence[Section], figures: dict[str, Any]) -> str:
    """One page that needs nothing else."""
    first, *others = [
        f"<h2>{html.escape(part.heading)}</h2>\n<p>{html.escape(part.text)}</p>\n"
        + ("" if part.table is None else f"<div>{part.table.to_html(index=False, border=0)}</div>\n")
        for part in parts
    ]
    drawn = [
        f'<figure><img alt="{PLOTS[name][0]}" src="data:image/svg+xml;base64,'
        f'{base64.b64encode(image(figure, "svg")).decode()}"><figcaption>{PLOTS[name][0]}</figcaption></figure>\n'
        for name, figure in figures.items()
    ]
    return PAGE.format(body="".join([first, *drawn, *others]))


def report(files: Sequence[Path], options: argparse.Namespace) -> int:
    """Say what is in results files, and write what was asked for; 1 if answers disagree or runs failed."""
    rows = list({row["key"]: row for file in files for row in read_rows(file)}.values())
    found = agreement(rows)
    console = Console(width=None if sys.stdout.isatty() else 160)
    parts = sections(rows, found)
    to_terminal(parts, console)
    show_wrong(found, files[0].parent, console)
    figures = pictures(rows) if rows and (options.html or options.plots) else {}
    try:
        if options.html:
            Path(options.html).write_text(to_html(parts, figures), encoding="utf-8")
        if options.markdown:
            Path(options.markdown).write_text(to_markdown(parts), encoding="utf-8")
        for (name, figure), kind in itertools.product(figures.items() if options.plots else (), ("png", "svg")):
            Path(options.plots).mkdir(parents=True, exist_ok=True)
            (Path(options.plots) / f"{name}.{kind}").write_bytes(image(figure, kind))
    except OSError as error:
        raise Stopped(f"{error.filename}: {(error.strerror or str(error)).lower()}") from None
    return 1 if found.wrong or found.failed else 0


# -------------------------------------------------------------------------------------------------- the command line


def count(text: str) -> int:
    if natural(text) == 0:
        raise argparse.ArgumentTypeError("0 is not above 0")
    return int(text)


def run_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="compare.py", description="Run solvers on puzzles, and compare.",
        epilog="python compare.py report RESULTS... makes the report, with pictures.",
    )  # fmt: skip
    add = parser.add_argument
    add("files", metavar="FILE", nargs="*", help="puzzle files, and folders of them")
    add("--deals", metavar="SPEC", nargs="+", default=[], help="deals to generate: COLORSxEMPTIES[xCAPACITY]")
    add("--puzzle", choices=PUZZLES, default=next(iter(PUZZLES)), help="what --deals generates (%(default)s)")
    add("--count", metavar="N", type=count, default=10, help="deals of each size (10)")
    add("--first-seed", metavar="N", type=natural, default=0, help="seed of the first deal of each size (0)")
    add("--solvers", metavar="NAME", nargs="+", default=["cp", "astar"], help=", ".join(all_solvers()))
    add("--seed", metavar="N", nargs="+", type=natural, default=[0], help="random seeds of the solvers (0)")
    add("--repeat", metavar="N", type=count, default=1, help="how often to run everything (1)")
    add("--any", action="store_true", dest="any_plan", help="the first plan is enough, it need not be shortest")
    add("--time-limit", metavar="SECONDS", type=positive, default=60.0, help="wall time of a run (60)")
    add("--memory-limit", metavar="MIB", type=count, default=4096, help="resident memory of a run (4096)")
    add("--workers", metavar="N", type=count, default=2, help="CP-SAT solves side by side in a run (2)")
    add("--jobs", metavar="N", type=count, help="runs at once; default: as many as never share a core")
    add("--cluster", metavar="ADDRESS", help="run on a Dask cluster, for example tcp://10.0.0.1:8786")
    add("--out", metavar="FILE", type=Path, help="results; default: a file in results/, named by the command")
    return parser


def report_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="compare.py report", description="Tables and plots of results files.")
    parser.add_argument("results", metavar="RESULTS", type=Path, nargs="+", help="files that compare.py wrote")
    parser.add_argument("--html", metavar="FILE", help="one page with everything in it")
    parser.add_argument("--markdown", metavar="FILE", help="the tables as Markdown")
    parser.add_argument("--plots", metavar="FOLDER", help="the plots as PNG and SVG files")
    return parser


def prepared(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> tuple[argparse.Namespace, list[Source]]:
    """The options made complete, and the instances; usage errors end here, BadInput goes on."""
    options = parser.parse_args(arguments)
    try:
        sources = from_files(options.files)
        sources += from_specs(options.puzzle, options.deals, options.count, options.first_seed)
    except ValueError as error:
        parser.error(str(error))
    if not sources:
        parser.error("nothing to run, expected puzzle files, folders or --deals")
    puzzles = list(dict.fromkeys(source["puzzle"] for source in sources))
    for solver in dict.fromkeys(options.solvers):
        missing = [puzzle for puzzle in puzzles if solver not in SOLVERS[puzzle]]
        if missing == puzzles:
            have = dict.fromkeys(name for puzzle in puzzles for name in SOLVERS[puzzle])
            parser.error(f"no solver {solver!r} for {', '.join(puzzles)}, expected {', '.join(have)}")
        for puzzle in missing:
            print(f"{solver} does not solve {puzzle}: skipped there", file=sys.stderr)
    if options.jobs is None:
        modelled = any(solver in cpmodel.SOLVERS.get(puzzle, {}) for solver in options.solvers for puzzle in puzzles)
        options.jobs = max(1, cores() // (options.workers if modelled else 1))
    if options.out is None:
        asked = {name: value for name, value in vars(options).items() if name not in ("jobs", "cluster", "out")}
        options.out = Path("results") / f"{'-'.join(options.solvers)}-{digest([asked, code_version()])}.jsonl"
    return options, sources


def stop(number: int, frame: object) -> None:
    """The first Ctrl-C ends the runs, the second one the program."""
    STOP.set()
    signal.signal(number, signal.SIG_DFL)


def run_all(arguments: Sequence[str]) -> int:
    """Run what is not done yet, then report."""
    options, sources = prepared(run_parser(), arguments)
    solvers = [sum(solver in SOLVERS[source["puzzle"]] for solver in options.solvers) for source in sources]
    total = sum(solvers) * len(options.seed) * options.repeat
    results = Results(options.out)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    print(f"{total} runs, results in {options.out}", file=sys.stderr)
    with executor(options) as (pool, slots):
        perform(all_runs(sources, options), total, pool, slots, results)
    if STOP.is_set():
        print(f"interrupted; the same command goes on from here (results are in {options.out})", file=sys.stderr)
        return Outcome.INTERRUPTED.exit_code
    return report([options.out], argparse.Namespace(html=None, plots=None, markdown=None))


def main(arguments: Sequence[str] | None = None) -> int:
    command = list(sys.argv[1:] if arguments is None else arguments)
    if command[:1] == ["work"]:
        work(int(command[1]))
    try:
        if command[:1] == ["report"]:
            options = report_parser().parse_args(command[1:])
            return report(options.results, options)
        return run_all(command)
    except (BadInput, Unfit) as wrong:
        print(wrong, file=sys.stderr)
        return Outcome.BAD_INPUT.exit_code
    except Stopped as wrong:
        print(wrong, file=sys.stderr)
        return 2


if __name__ == "__main__":
    # By its own name the module is the same one for workers, here and on a cluster, as for their owners.
    from compare import main as compare_main

    sys.exit(compare_main())
