"""When does constraint programming beat search? Runs solvers on puzzles under limits, and reports what came out.

    python compare.py instances/watersort/ --solvers cp astar --time-limit 60
    python compare.py --deals 5..16x1..3 --count 50 --solvers cp astar --out results.jsonl
    python compare.py report results.jsonl --html report.html
    python compare.py reproduce frontier

Every run (instance, solver, seed, repeat) appends one line of JSON to a results file, and the same command goes on
where a killed one stopped; tables and plots are functions of such files, made afterwards (instances/report).

A run happens in a *worker*, a process of its own that serves one run after another. Its *owner* is the thread that
handed it the run: it watches the clock and the memory of the worker with all its children, kills the lot at a limit
that the solver did not keep by itself, and starts another worker. Owners are the threads of a local pool, or of the
workers of a Dask cluster. A worker whose owner is gone, in whatever way, kills itself and its children.
"""

import argparse
import gc
import itertools
import logging
import os
import platform
import queue
import re
import resource
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cache, partial
from importlib.metadata import version
from importlib.util import find_spec
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pandas as pd
import psutil
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

import cpmodel.sides
import instances
import search_baseline.sides
from instances import PUZZLES
from instances.document import BadInput
from instances.harness.arguments import natural, not_negative, positive
from instances.harness.command import main as command_main
from instances.harness.limits import Settings, Watch, resident_bytes
from instances.harness.outcome import Outcome, Result
from instances.harness.outside import Outside, Unusable, digest_of, installed, module_solvers
from instances.harness.race import race
from instances.harness.running import Solve, contradiction, data, run
from instances.harness.side import Side, Sides, Solver
from instances.harness.streams import program
from instances.report import Row
from instances.report.agreement import agreement, show_wrong
from instances.report.batches import Batch, Expectation
from instances.report.dataframe import frame_of
from instances.report.file import Results, Stopped, Unfit, read_rows
from instances.report.kept import put_into, read_kept, write_kept
from instances.report.number_format import duration
from instances.report.page import title_of, to_html, to_markdown, to_terminal
from instances.report.plots import image, pictures
from instances.report.published import PUBLISHED, markdown
from instances.report.source import Source, build, content, digest, from_files, from_specs, group, title
from instances.report.tables import facts, sections, warnings
from instances.text import one_line, printable

SOLVERS: dict[str, dict[str, Solve]] = {
    puzzle: {**cpmodel.sides.SIDES.records[puzzle].named(), **search_baseline.sides.SIDES.records[puzzle].named()}
    for puzzle in PUZZLES
}
DEFAULTS = {  # of each side the first
    puzzle: [side.records[puzzle].solvers[0].name for side in (cpmodel.sides.SIDES, search_baseline.sides.SIDES)]
    for puzzle in PUZZLES
}
if find_spec("didppy"):
    from search_baseline.watersort import didp

    SOLVERS["watersort"] |= {solver.name: solver.solve for solver in didp.SOLVERS}
for named in installed().values():
    for puzzle in named:
        SOLVERS[puzzle] |= named[puzzle]
PROGRAM = Path(__file__)  # what a worker runs
MIB = 1 << 20


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
    outside: Outside | None = None  # where the solver comes from, if it is not ours

    @property
    def key(self) -> str:
        """What makes two runs the same run."""
        outside = [] if self.outside is None else [asdict(self.outside)]
        what = [self.digest, self.solver, self.seed, self.repeat, asdict(self.parameters), self.version, *outside]
        return digest(what)

    def __str__(self) -> str:
        return f"{self.solver} on {title(self.source)}"


@cache
def code_version() -> str:
    """The solvers' code and libraries: 'b2e8a1c97d5f0364, ortools 9.15.6755'. The same code is the same version.

    What only reads results is left out: better tables do not make old results foreign.
    """
    packages = [Path(str(package.__file__)).parent for package in (instances, cpmodel, search_baseline)]
    files = [path for package in packages for path in sorted(package.rglob("*.py"))]
    texts = [path.read_text(encoding="utf-8") for path in files if packages[0] / "report" not in path.parents]
    libraries = [f"{name} {version(name)}" for name in ("ortools", "didppy") if find_spec(name)]
    return ", ".join([digest(texts), *libraries, *installed()])


def all_solvers() -> list[str]:
    """The defaults first, then the others, plain names before variants: the order of tables, and of colours."""
    defaults = [name for names in DEFAULTS.values() for name in names]
    others = sorted((name for solvers in SOLVERS.values() for name in solvers), key=lambda name: name.count("-"))
    return list(dict.fromkeys([*defaults, *others]))


def all_runs(sources: Sequence[Source], options: argparse.Namespace) -> Iterator[Run]:
    """Solvers take turns on each instance, repeats come last: the machine's drift hits all solvers alike."""
    limits = Parameters(options.time_limit, options.memory_limit, options.workers, options.any_plan)
    for repeat, source in itertools.product(range(options.repeat), sources):
        mark = content(source)
        for seed, solver in itertools.product(options.seed, options.solvers):
            if solver in (here := options.chosen[source["puzzle"]]):
                yield Run(source, mark, solver, seed, repeat, limits, code_version(), here[solver])


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


WARM: set[Any] = set()  # solvers that this worker has run before


def measured(task: Run) -> Row:
    """The run itself. The solver is told to stop a little before the owner would make it stop.

    A worker's first run of a solver is made twice, the first time for a second at most and without being measured: it
    loads what the solver imports.
    """
    puzzle, instance = build(task.source)
    limits = task.parameters
    settings = Settings(any_plan=limits.any_plan, workers=limits.workers, seed=task.seed)
    solve = SOLVERS[puzzle.name][task.solver] if task.outside is None else task.outside.solve(puzzle, task.solver)
    memory = int(0.9 * limits.memory_limit * MIB)
    if (kind := (puzzle.name, task.solver, task.outside)) not in WARM:
        WARM.add(kind)
        run(puzzle, instance, solve, settings, Watch(min(1.0, 0.1 * limits.time_limit), memory))
    gc.collect()
    load, cpu = os.getloadavg()[0], cpu_seconds()
    result = run(puzzle, instance, solve, settings, Watch(limits.time_limit, memory))
    measures = {"cpu_seconds": round(cpu_seconds() - cpu, 4), "load": round(load, 2)}
    wrong = {"contradiction": sentence} if (sentence := contradiction(puzzle, instance, result)) else {}
    return identity(task) | data(puzzle, instance, task.solver, task.source.get("file", ""), result) | measures | wrong


def identity(task: Run) -> Row:
    """What a row says of its run, whatever came out."""
    row = asdict(task)
    date = datetime.now(UTC).isoformat(timespec="seconds")
    puzzle, instance = build(task.source)
    what = {"puzzle": puzzle.name, "size": puzzle.size(instance)}
    return {"key": task.key, **row, **what, "machine": machine(), "date": date}


@cache
def machine() -> dict[str, Any]:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // MIB
    return {
        "processor": processor(), "cores": cores(), "memory_mib": memory, "python": platform.python_version(),
        "system": platform.platform(),
    }  # fmt: skip


def processor() -> str:
    """'AMD EPYC 7763 64-Core Processor', or what the system tells otherwise."""
    with suppress(OSError):
        found = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
        if found:
            return found[1].strip()
    return platform.processor() or platform.machine()


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


def family(process: int) -> list[int]:
    """The process, its children, their children."""
    try:
        return [process, *(child.pid for child in psutil.Process(process).children(recursive=True))]
    except psutil.Error:
        return [process]


OWN = threading.local()  # each owner's worker
STOP = threading.Event()  # Ctrl-C: owners kill their workers


def supervised_all(tasks: Sequence[Run]) -> list[Row]:
    """A batch of runs, one after the other. This is what the pool or the cluster executes."""
    return [supervised(task) for task in tasks]


def supervised(task: Run) -> Row:
    """One run, in this thread's worker, ended at its limits."""
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
        raise Stopped(f"--cluster {one_line(options.cluster)}: {one_line(str(error))}") from None
    logging.disable(logging.CRITICAL)  # of the library: what goes wrong is told once, by us
    try:
        slots = sum(client.ncores().values())
        if not slots:
            raise Stopped(f"--cluster {options.cluster}: the scheduler has no workers")
        yield client.get_executor(pure=False), slots
    finally:
        with suppress(Exception):
            client.close(timeout=3)


def perform(tasks: Iterator[Run], total: int, pool: Executor, slots: int, results: Results, command: str) -> None:
    """Execute what is not done yet, a few ahead of the workers; every row is on disk before the next is awaited."""
    pending: dict[Future[list[Row]], list[Run]] = {}
    begun, expectation = set(results.outcomes), Expectation()

    def next_batch() -> list[Run]:
        """Of what was not begun before; empty at the end."""
        batch: Batch[Run] = Batch()
        while not batch.full and (task := next(tasks, None)):
            if (key := task.key) in begun:
                show([results.outcomes.get(key, "asked for twice")], None)
            else:
                begun.add(key)
                batch.tasks.append(task)
                batch.expected += expectation.of(kind_of(task))
        return batch.tasks

    with progress(total) as show:
        while True:
            while not STOP.is_set() and len(pending) < 3 * slots and (batch := next_batch()):
                pending[pool.submit(supervised_all, batch)] = batch
            if STOP.is_set():
                pending = {future: batch for future, batch in pending.items() if not future.cancel()}
            if not pending:
                return
            done = wait(pending, timeout=0.2, return_when=FIRST_COMPLETED).done
            rows = []
            for future in done:
                for task, row in zip(pending.pop(future), rows_of(future), strict=True):
                    expectation.learn(kind_of(task), row["seconds"])
                    if row["outcome"] != Outcome.INTERRUPTED.value:
                        rows.append(row | {"jobs": slots, "command": command})
            results.append(rows)
            show([row["outcome"] for row in rows], [batch[0] for batch in pending.values()][:slots])


def kind_of(task: Run) -> tuple[str, str]:
    """Runs that are expected to take equally long."""
    return task.solver, group(task.source)


def rows_of(future: "Future[list[Row]]") -> list[Row]:
    try:
        return future.result()
    except (CancelledError, OSError) as error:  # OSError: the connection to a cluster
        STOP.set()
        why = one_line(str(error)) or "the scheduler of the cluster is gone"
        raise Stopped(f"{why}; the same command goes on from here, once the cluster is back") from None
    except Exception as error:
        STOP.set()
        raise Stopped(one_line(f"{type(error).__name__}: {error}")) from None


@contextmanager
def progress(total: int) -> Iterator[Callable[[Sequence[str], Sequence[Run] | None], None]]:
    """Told of outcomes and of what runs now (None: they are of an earlier time): a bar, or a line a second."""
    console = Console(stderr=True, highlight=False)
    columns = BarColumn(15), MofNCompleteColumn(), TextColumn("{task.description}", markup=False)
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    item = bar.add_task("starting", total=total)
    tally: Counter[str] = Counter()
    started = said_at = time.monotonic()
    earlier = said = 0

    def text(running: Sequence[Run]) -> str:
        done = tally.total()
        left = (time.monotonic() - started) / max(1, done - earlier) * (total - done) if done > earlier else 0
        solved = tally["optimal"] + tally["solved"]
        parts = [f"{solved} solved", f"{tally['unsolvable']} unsolvable", f"{tally['out_of_time']} timed out"]
        parts += [f"{tally['solver_failed']} FAILED"] * (tally["solver_failed"] > 0)
        parts += [f"{duration(max(1, round(left)))} left"] * (left > 0)
        more = f" and {len(running) - 2} more" if len(running) > 2 else ""
        now = f"\nnow {', '.join(map(str, running[:2]))}{more}" if running else ""
        return ", ".join(parts) + now

    def show(outcomes: Sequence[str], running: Sequence[Run] | None) -> None:
        nonlocal earlier, said, said_at
        tally.update(outcomes)
        earlier += len(outcomes) if running is None else 0
        done, now = tally.total(), time.monotonic()
        if console.is_terminal:
            bar.update(item, completed=done, description=text(running or ()))
        elif done > said and (now - said_at >= 1 or done == total):
            said, said_at = done, now
            line = text(running or ()).replace("\n", "; ")
            console.print(f"{done} of {total} done: {line}", markup=False, soft_wrap=True)

    with bar:
        yield show


# -------------------------------------------------------------------------------------------------- the command line


def result_files(paths: Sequence[Path]) -> Iterator[Path]:
    """Results files, and those of folders."""
    for path in paths:
        yield from sorted(path.glob("*.jsonl")) if path.is_dir() else [path]


def report(options: argparse.Namespace) -> int:
    """Say what is in results files, and write what was asked for; 1 if answers disagree or runs failed."""
    rows = list({row["key"]: row for file in result_files(options.results) for row in read_rows(file)}.values())
    if not rows:
        raise Unfit(options.results[0], "no runs, expected one or more")
    frame, found = frame_of(rows, all_solvers()), agreement(rows)
    parts = sections(rows, frame, found)
    console = Console(width=None if sys.stdout.isatty() else 160)
    to_terminal(parts, console)
    try:
        show_wrong(found, options.results[0].parent, console)
        figures = pictures(frame) if options.html or options.plots else {}
        if options.html:
            options.html.write_text(to_html(parts, figures, title_of(frame)), encoding="utf-8")
        if options.markdown:
            options.markdown.write_text(to_markdown(parts), encoding="utf-8")
        if options.plots:
            options.plots.mkdir(parents=True, exist_ok=True)
            for (name, (_, figure)), kind in itertools.product(figures.items(), ("png", "svg")):
                (options.plots / f"{name}.{kind}").write_bytes(image(figure, kind))
    except ImportError:
        raise Stopped("plots need matplotlib: pip install '.[compare]'") from None
    except OSError as error:
        where = error.filename or options.html or options.markdown or options.plots
        raise Stopped(f"{one_line(str(where))}: {(error.strerror or str(error)).lower()}") from None
    return 1 if found.wrong or found.failed else 0


def share(text: str) -> tuple[int, int]:
    part, _, parts = text.partition("/")
    if not 1 <= int(part) <= int(parts):
        raise argparse.ArgumentTypeError(f"{text} is no share, expected I/N, for example 2/10")
    return int(part), int(parts)


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
    defaults = "; ".join(f"{puzzle}: {' '.join(names)}" for puzzle, names in DEFAULTS.items())
    add("--solvers", metavar="NAME", nargs="+", help=f"{', '.join(all_solvers())} (default for {defaults})")
    add("--command", metavar="NAME='PROGRAM {file} ...'", action="append", default=[], dest="commands",
        help="a program that prints its answer as JSON, told {file}, {seconds}, {seed}, {workers}")  # fmt: skip
    add("--module", metavar="MODULE", action="append", default=[], dest="modules",
        help="a Python module or file.py whose SOLVERS are compared too")  # fmt: skip
    add("--seed", metavar="N", nargs="+", type=natural, default=[0], help="random seeds of the solvers (0)")
    add("--repeat", metavar="N", type=count, default=1, help="how often to run everything (1)")
    add("--any", action="store_true", dest="any_plan", help="the first plan is enough, it need not be shortest")
    add("--time-limit", metavar="SECONDS", type=positive, default=60.0, help="wall time of a run (60)")
    add("--memory-limit", metavar="MIB", type=count, default=4096, help="resident memory of a run (4096)")
    add("--workers", metavar="N", type=count, default=2, help="CP-SAT solves side by side in a run (2)")
    add("--jobs", metavar="N", type=count, help="runs at once; default: as many as never share a core")
    add("--cluster", metavar="ADDRESS", help="run on a Dask cluster, for example tcp://10.0.0.1:8786")
    add("--out", metavar="FILE", help="results, or a folder/ of which every client writes a file of its own")
    add(
        "--share", metavar="I/N", type=share, default=(1, 1), help="of the instances the I-th of N parts: a client each"
    )
    return parser


def report_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="compare.py report", description="Tables and plots of results files.")
    parser.add_argument(
        "results", metavar="RESULTS", type=Path, nargs="+", help="files that compare.py wrote, and folders"
    )
    parser.add_argument("--html", metavar="FILE", type=Path, help="one page with everything in it")
    parser.add_argument("--markdown", metavar="FILE", type=Path, help="the tables as Markdown")
    parser.add_argument("--plots", metavar="FOLDER", type=Path, help="the plots as PNG and SVG files")
    return parser


def prepared(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> tuple[argparse.Namespace, list[Source]]:
    """The options made complete, and the instances; usage errors end here, BadInput goes on."""
    options = parser.parse_args(arguments)
    try:
        sources = from_files(options.files)
        sources += from_specs(
            options.puzzle, options.deals, options.count, options.first_seed,
            search_baseline.sides.SIDES.records[options.puzzle].generate,
        )  # fmt: skip
    except ValueError as error:
        parser.error(str(error))
    part, parts = options.share
    sources = sources[part - 1 :: parts]
    if not sources:
        parser.error("nothing to run, expected puzzle files, folders or --deals")
    puzzles = list(dict.fromkeys(source["puzzle"] for source in sources))
    try:
        options.chosen = chosen(options, puzzles)
    except (ValueError, Unusable) as error:
        parser.error(str(error))
    options.solvers = list(dict.fromkeys(name for names in options.chosen.values() for name in names))
    if options.jobs is None:
        models = cpmodel.sides.SIDES.records
        modelled = any(name in models[puzzle].named() for puzzle in puzzles for name in options.chosen[puzzle])
        options.jobs = max(1, cores() // (options.workers if modelled else 1))
    if options.out is None:
        aside = ("jobs", "cluster", "out", "chosen")
        asked = {name: value for name, value in vars(options).items() if name not in aside}
        options.out = Path("results") / f"{'-'.join(options.solvers)}-{digest([asked, code_version()])}.jsonl"
    return options, sources


def chosen(options: argparse.Namespace, puzzles: Sequence[str]) -> dict[str, dict[str, Outside | None]]:
    """For each puzzle the solvers that run on it, and where those are from that are not ours; raises ValueError."""
    outside = outside_solvers(options, puzzles)
    here: dict[str, dict[str, Outside | None]] = {}
    for puzzle in puzzles:
        asked = DEFAULTS[puzzle] if options.solvers is None else options.solvers
        here[puzzle] = {**{name: None for name in asked if name in SOLVERS[puzzle]}, **outside[puzzle]}
    for solver in dict.fromkeys(options.solvers or ()):
        missing = [puzzle for puzzle in puzzles if solver not in here[puzzle]]
        if missing == list(puzzles):
            have = dict.fromkeys(name for puzzle in puzzles for name in SOLVERS[puzzle])
            raise ValueError(f"no solver {solver!r} for {', '.join(puzzles)}, expected {', '.join(have)}")
        for puzzle in missing:
            print(f"{solver} does not solve {puzzle}: skipped there", file=sys.stderr)
    return here


def outside_solvers(options: argparse.Namespace, puzzles: Sequence[str]) -> dict[str, dict[str, Outside | None]]:
    """What --command and --module add, by puzzle; raises ValueError."""
    found: dict[str, dict[str, Outside | None]] = {puzzle: {} for puzzle in puzzles}
    for text in options.commands:
        name, equals, program = text.partition("=")
        if not (name and equals and program.strip()) or name.split() != [name]:
            raise ValueError(f"--command {text}: expected NAME='PROGRAM {{file}}'")
        for puzzle in puzzles:
            found[puzzle][name] = Outside("command", program)
    for place in options.modules:
        solvers = module_solvers(place)
        for puzzle in puzzles:
            for name in solvers.get(puzzle, ()):
                found[puzzle][name] = Outside("module", place, digest_of(place))
    for puzzle in puzzles:
        for name in found[puzzle]:
            if name in SOLVERS[puzzle]:
                raise ValueError(f"{name} is the name of a solver that is there already, expected another name")
    return found


def stop(number: int, frame: object) -> None:
    """The first Ctrl-C ends the runs, the second one the program."""
    STOP.set()
    signal.signal(number, signal.SIG_DFL)


def run_all(arguments: Sequence[str]) -> int:
    """Run what is not done yet, then report."""
    path = run_to_file(arguments)
    return Outcome.INTERRUPTED.exit_code if path is None else report(report_parser().parse_args(["--", str(path)]))


def run_to_file(arguments: Sequence[str]) -> Path | None:
    """Run what is not done yet; where the results are, or None if Ctrl-C has ended it."""
    options, sources = prepared(run_parser(), arguments)
    total = sum(len(options.chosen[source["puzzle"]]) for source in sources) * len(options.seed) * options.repeat
    folder = Path(options.out) if str(options.out).endswith("/") else None
    if folder is not None:  # each client writes a file of its own, and does nothing that is in any of them
        options.out = folder / f"{platform.node()}-{os.getpid()}.jsonl"
    results = Results(Path(options.out), code_version())
    for other in folder.glob("*.jsonl") if folder is not None else ():
        results.outcomes |= {row["key"]: row["outcome"] for row in read_rows(other)}
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    print(f"{total} runs, results in {printable(str(options.out))}", file=sys.stderr)
    with executor(options) as (pool, slots):
        command = shlex.join(["compare.py", *arguments])
        perform(all_runs(sources, options), total, pool, slots, results, command)
    if STOP.is_set():
        where = printable(str(options.out))
        print(f"interrupted; the same command goes on from here (results are in {where})", file=sys.stderr)
        return None
    return Path(options.out) if folder is None else folder


# ------------------------------------------------------------------------------------- tables of README and docs


def reproduce(arguments: Sequence[str]) -> int:
    """`compare.py reproduce NAME...`: the tables and pictures of README and docs; 1 if answers disagree."""
    parser = argparse.ArgumentParser(
        prog="compare.py reproduce", description="The tables and pictures of README and docs, made again.",
        epilog="; ".join(f"{name}: {published.title}" for name, published in PUBLISHED.items()),
    )  # fmt: skip
    known = ", ".join([*PUBLISHED, "all"])
    parser.add_argument("names", metavar="NAME", nargs="+", choices=[*PUBLISHED, "all"], help=known)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--quick", action="store_true", help="a few small runs; print the tables and change no page")
    how.add_argument("--kept", action="store_true", help="from the rows that are kept, without any run")
    options = parser.parse_args(arguments)
    worst = 0
    for name in PUBLISHED if "all" in options.names else options.names:
        published, kept = PUBLISHED[name], Path("docs") / "results" / f"{name}.jsonl.gz"
        rows = read_kept(kept) if options.kept else rows_by_running(name, options.quick)
        if rows is None:
            return Outcome.INTERRUPTED.exit_code
        if not options.kept and not options.quick:
            write_kept(kept, rows)
            rows = read_kept(kept)  # the page says what anybody can recompute
        frame, found = frame_of(rows, all_solvers()), agreement(rows)
        worst = max(worst, 1 if found.wrong else 0)
        facts_of_runs = " ".join([f"`compare.py reproduce {name}`:", f"{found}; {facts(rows)}", *warnings(rows)])
        text = markdown(published, rows, frame, facts_of_runs)
        print(f"## {published.title}\n\n{text}\n")
        if not options.quick:
            publish(name, text, frame)
    return worst


def rows_by_running(name: str, quick: bool) -> list[Row] | None:
    """The rows of a published table; None if Ctrl-C has ended the runs."""
    published = PUBLISHED[name]
    mark = digest([code_version(), published.commands, published.quick])[:8]
    path = Path("results") / f"{'quick-' if quick else ''}{name}-{mark}.jsonl"
    for command in published.quick if quick else published.commands:
        if run_to_file([*command.split(), "--out", str(path)]) is None:
            return None
    return list(read_rows(path))


def publish(name: str, text: str, frame: pd.DataFrame) -> None:
    """Onto the pages that ask for it, with its pictures."""
    for page in (Path("README.md"), *sorted(Path("docs").glob("*.md"))):
        if put_into(page, name, text):
            print(f"{name}: in {page}", file=sys.stderr)
    wanted = dict(PUBLISHED[name].pictures)
    drawn = pictures(frame) if wanted else {}
    for file, picture in wanted.items():
        Path("docs", "pictures", f"{file}.png").write_bytes(image(drawn[picture][1], "png"))


def solve(arguments: Sequence[str]) -> int:
    """`compare.py solve FILE...`: both sides at once; the first proven answer, and a while for the other to confirm."""
    more = argparse.ArgumentParser(add_help=False)
    text = "how long the other side may take to confirm a proven answer (5)"
    more.add_argument("--confirm", metavar="SECONDS", type=not_negative, default=5.0, help=text)
    confirm = more.parse_known_args(arguments)[0].confirm
    records = {name: Side((Solver("both", "both", partial(solve_by_both, name, confirm)),)) for name in PUZZLES}
    description = "Solve puzzles by constraint programming and by search at once."
    return command_main("compare.py solve", description, Sides(None, (), records), arguments, more)


def solve_by_both(name: str, confirm: float, instance: Any, settings: Settings, watch: Watch) -> Result:
    """The default solvers of both sides, each in a process of its own; a certificate's witness is made by search."""
    sides = {"search_baseline": search_baseline.sides.SIDES, "cpmodel": cpmodel.sides.SIDES}
    loads = {side: partial(default_solver, records, name) for side, records in sides.items()}
    result = race(PUZZLES[name], loads, confirm, instance, settings, watch)
    return (
        search_baseline.sides.SIDES.records[name].certified(instance, result, watch) if settings.certificate else result
    )


def default_solver(side: Sides, name: str) -> Solve:
    record = side.records[name]
    return record.solve_by(record.solvers[0])


def main(arguments: Sequence[str] | None = None) -> int:
    command = list(sys.argv[1:] if arguments is None else arguments)
    if command[:1] == ["work"]:
        work(int(command[1]))
    try:
        if command[:1] == ["solve"]:
            return solve(command[1:])
        if command[:1] == ["reproduce"]:
            return reproduce(command[1:])
        if command[:1] == ["report"]:
            return report(report_parser().parse_args(command[1:]))
        return run_all(command)
    except (BadInput, Unfit, Stopped) as wrong:
        print(wrong, file=sys.stderr)
        return 2 if isinstance(wrong, Stopped) else Outcome.BAD_INPUT.exit_code


if __name__ == "__main__":
    # By its own name the module is the same one for workers, here and on a cluster, as for their owners.
    from compare import main as compare_main

    sys.exit(program(compare_main))
