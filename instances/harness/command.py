"""The command line that both solvers share: files in, pictures and plans (or JSON) out, one exit code.

python -m cpmodel FILE... --time-limit 60 --json
"""

import argparse
import json
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.live import Live

from instances import load
from instances.document import BadInput
from instances.harness.certificates import write_certificate
from instances.harness.limits import Settings, Watch
from instances.harness.outcome import Outcome, Result
from instances.harness.running import Solve, contradiction, data, run
from instances.harness.side import Sides
from instances.puzzle import Puzzle

USAGE_ERROR = 2  # argparse's own exit code


def positive(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not above 0")
    return number


def natural(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text} is below 0")
    return number


def parser(prog: str, description: str, side: Sides) -> argparse.ArgumentParser:
    arguments = argparse.ArgumentParser(prog=f"python -m {prog}", description=description)
    add = arguments.add_argument
    add("files", metavar="FILE", nargs="+", help="puzzle files (YAML)")
    add(side.flag, dest="word", choices=side.words, help="default: the puzzle's best")
    add("--time-limit", metavar="SECONDS", type=positive, help="wall time for each file")
    add("--memory-limit", metavar="MIB", type=positive, help="resident memory of all processes together")
    add("--horizon", metavar="N", type=natural, help="look for plans of at most N steps only")
    add("--any", action="store_true", dest="any_plan", help="the first plan is enough, it need not be shortest")
    add("--workers", metavar="N", type=int, default=2, choices=range(1, 65), help="solves side by side (2)")
    add("--seed", metavar="N", type=natural, default=0, help="random seed of the solver (0)")
    add("--json", action="store_true", help="one JSON object a file on stdout, and nothing else")
    add("--plan", metavar="FILE", help="write the plan as text, a step a line (one puzzle file only)")
    add(
        "--certificate", metavar="FILE", help="write a certificate of the answer; .gz compresses (one puzzle file only)"
    )
    add("--quiet", action="store_true", help="print only what the answer is")
    add("--log", action="store_true", help="the solver's own log on stderr")
    return arguments


def main(prog: str, description: str, side: Sides, argv: Sequence[str] | None = None) -> int:
    """Solve every file; returns the highest exit code of all of them."""
    arguments = parser(prog, description, side)
    options = arguments.parse_args(argv)
    if len(options.files) > 1 and (options.plan or options.certificate):
        arguments.error("--plan and --certificate take one puzzle file")
    interrupted = threading.Event()
    signal.signal(signal.SIGINT, lambda *_: interrupted.set())
    worst = 0
    for file in options.files:
        worst = max(worst, one_file(file, options, side, interrupted))
        if interrupted.is_set():
            break
    return worst


def one_file(file: str, options: argparse.Namespace, side: Sides, interrupted: threading.Event) -> int:
    """Solve one file and print what came out; returns its exit code."""
    try:
        puzzle, instance = load(file)
        name, solve = solver_for(puzzle.name, options.word, side, file)
    except BadInput as wrong:
        print(wrong, file=sys.stderr)
        if options.json:
            print(json.dumps({"file": file, "outcome": Outcome.BAD_INPUT.value, "reason": str(wrong)}))
        return Outcome.BAD_INPUT.exit_code
    settings = Settings(
        options.horizon, options.any_plan, options.workers, options.seed, options.certificate is not None, options.log
    )
    memory = None if options.memory_limit is None else int(options.memory_limit * (1 << 20))
    with progress(instance.name) as (report, tick):
        watch = Watch(options.time_limit, memory, report, tick, interrupted)
        result = run(puzzle, instance, solve, settings, watch)
    show(puzzle, instance, name, file, options, result)
    try:
        write_files(puzzle, instance, options, result)
    except OSError as error:
        print(f"{error.filename}: {(error.strerror or str(error)).lower()}, expected a place to write", file=sys.stderr)
        return USAGE_ERROR
    wrong_known = contradiction(puzzle, instance, result)
    if wrong_known:
        print(f"{file}: {wrong_known}", file=sys.stderr)
    return Outcome.SOLVER_FAILED.exit_code if wrong_known else result.outcome.exit_code


def solver_for(puzzle: str, word: str | None, side: Sides, file: str) -> tuple[str, Solve]:
    """The solver of that word, or the puzzle's default; BadInput if the puzzle has none."""
    record = side.records[puzzle]
    for solver in record.solvers:
        if word in (None, solver.word):
            return solver.name, record.solve_by(solver)
    have = " or ".join(solver.word for solver in record.solvers)
    raise BadInput(file, f"{puzzle} has no {side.flag} {word}, expected {have}")


@contextmanager
def progress(name: str) -> Iterator[tuple[Callable[[int | None, int | None, str], None], Callable[[], None]]]:
    """A line on the terminal that follows the bounds, gone at the end; silent where stderr is no terminal."""
    console = Console(stderr=True)
    started, shown = time.monotonic(), [0.0]
    state: tuple[int | None, int | None, str] = (None, None, "starting")

    def report(lower: int | None, upper: int | None, what: str) -> None:
        nonlocal state
        state = lower, upper, what

    def tick() -> None:
        now = time.monotonic()
        if live.is_started and now - shown[0] >= 0.1:
            shown[0] = now
            lower, upper, what = state
            bounds = f"{'?' if lower is None else lower} to {'?' if upper is None else upper}"
            live.update(f"{name}   {bounds}   {what}   {now - started:.1f} s", refresh=True)

    live = Live(console=console, auto_refresh=False, transient=True)
    if console.is_terminal:
        with live:
            yield report, tick
    else:
        yield report, tick


def show(puzzle: Puzzle, instance: Any, solver: str, file: str, options: argparse.Namespace, result: Result) -> None:
    """Print the result, as JSON or for a person."""
    if options.json:
        print(json.dumps(data(puzzle, instance, solver, file, result), ensure_ascii=False), flush=True)
        return
    console = Console(highlight=False, soft_wrap=True)
    if options.quiet:
        console.print(f"{file}: {sentence(puzzle, result)}")
        return
    console.print(f"{instance.name}\n")
    console.print(puzzle.picture(instance))
    console.print()
    for number, (caption, _) in enumerate(puzzle.frames(instance, result.plan) if result.plan else [], 1):
        console.print(f"{number:>4}.  {caption}")
    for caption, grid in puzzle.frames(instance, result.solutions) if result.solutions else []:
        console.print(caption)
        console.print(puzzle.picture(grid))
        console.print()
    if result.plan:
        console.print()
    for note in result.statistics.get("notes", []):
        console.print(note)
    console.print(sentence(puzzle, result))


def write_files(puzzle: Puzzle, instance: Any, options: argparse.Namespace, result: Result) -> None:
    """The plan and the certificate, where they were asked for; raises OSError."""
    if options.plan and result.plan is not None:
        with open(options.plan, "w", encoding="utf-8") as out:
            out.writelines(f"{caption}\n" for caption, _ in puzzle.frames(instance, result.plan))
    if options.certificate:
        write_certificate(options.certificate, puzzle, instance, result)


def sentence(puzzle: Puzzle, result: Result) -> str:
    """The answer in words: '39 pours, proven shortest (bound and plan: phases)   (0.40 s)'"""
    if puzzle.steps:
        words = sentence_of_plan(puzzle.steps, result)
    elif result.solutions:
        known = {True: "one solution, proven unique", False: "not unique: two solutions", None: "a solution"}
        words = known[result.unique] + ("" if result.unique is not None else "; whether it is unique is not known")
    else:
        words = ""
    limits = {
        Outcome.UNSOLVABLE: "unsolvable, proven" + (f": {result.reason}" if result.reason else ""),
        Outcome.NO_PLAN_WITHIN_HORIZON: "no plan within this horizon; nothing is said beyond it",
        Outcome.OUT_OF_TIME: "out of time",
        Outcome.OUT_OF_MEMORY: "out of memory",
        Outcome.INTERRUPTED: "interrupted",
        Outcome.UNSUPPORTED: f"not for this solver: {result.reason}",
        Outcome.SOLVER_FAILED: f"the solver failed: {result.reason}",
    }
    parts = [limits.get(result.outcome, ""), words]
    return f"{'; '.join(part for part in parts if part)}   ({result.seconds:.2f} s)"


def sentence_of_plan(steps: str, result: Result) -> str:
    by = f" (bound: {result.lower_bound_by}, plan: {result.upper_bound_by})"
    if result.lower_bound_by == result.upper_bound_by:
        by = f" (bound and plan: {result.lower_bound_by})"
    if result.outcome is Outcome.OPTIMAL:
        return f"{counted(result.upper_bound, steps)}, proven shortest{by}"
    if result.outcome is Outcome.UNSOLVABLE:
        return ""
    bound = f"at least {counted(result.lower_bound, steps)} needed" if result.lower_bound is not None else ""
    plan = f"a plan of {counted(result.upper_bound, steps)}, not proven shortest" if result.plan is not None else ""
    return "; ".join(part for part in (plan, bound) if part)


def counted(number: int | None, steps: str) -> str:
    """counted(1, 'pours') == '1 pour'"""
    return f"{number} {steps.removesuffix('s') if number == 1 else steps}"
