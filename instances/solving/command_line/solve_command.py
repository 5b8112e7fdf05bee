"""The command line that both solvers share: files in, pictures and plans (or JSON) out, one exit code.

python -m cpmodel FILE... --time-limit 60 --json
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from instances.puzzle import Puzzle
from instances.puzzles import load_with_notes
from instances.reading.writing import written_over
from instances.reading.yaml_files import BadInput, puzzle_files
from instances.solving.command_line.arguments import in_bytes, parser
from instances.solving.command_line.files import NotWritten, write_files
from instances.solving.command_line.printing import show
from instances.solving.command_line.progress import Progress
from instances.solving.interrupts import asked_to_stop
from instances.solving.limits import LimitReached, Settings, Solve, Watch
from instances.solving.outcome import Outcome
from instances.solving.running import contradiction, run
from instances.solving.solvers import Sides
from instances.text import counted, printable
from instances.watersort.playing.hints import Asking, findings, under_way

if TYPE_CHECKING:
    from instances.watersort.playing.moves import Game

USAGE_ERROR = 2  # argparse's own exit code


def main(
    prog: str,
    description: str,
    side: Sides,
    argv: Sequence[str] | None = None,
    more: argparse.ArgumentParser | None = None,
) -> int:
    """Solve every file; returns the highest exit code of all of them. more: arguments of this command only."""
    interrupted = asked_to_stop()
    arguments = parser(prog, description, side, more)
    options = arguments.parse_args(argv)
    options.json |= options.stream
    try:
        files = [str(file) for path in options.files for file in puzzle_files(path)]
    except BadInput as wrong:
        return nothing_solved(options.files[0], options, Outcome.BAD_INPUT, str(wrong))
    if len(files) > 1 and (options.plan or options.certificate or options.page or options.moves is not None):
        arguments.error("--plan, --certificate, --page and --moves take one puzzle file")
    if options.moves is not None and options.certificate:
        arguments.error("--certificate speaks of the file as it is, not of what --moves make of it")
    if options.review and options.moves is None:
        arguments.error("--review needs --moves")
    if overwriting := written_over(outputs(options), [files[0], options.moves]):
        arguments.error(overwriting)
    worst = 0
    for looked_at, file in enumerate(files, 1):
        worst = max(worst, one_file(file, options, side, interrupted))
        if interrupted.is_set() and looked_at < len(files):
            print(f"interrupted: {counted(len(files) - looked_at, 'files')} not looked at", file=sys.stderr)
            return max(worst, Outcome.INTERRUPTED.exit_code)
    return worst


def one_file(file: str, options: argparse.Namespace, side: Sides, interrupted: threading.Event) -> int:
    """Solve one file and print what came out; returns its exit code."""
    watch = Watch(options.time_limit, in_bytes(options.memory_limit), interrupted=interrupted)
    doing = "it was read"
    try:
        with watch.enforced(grace=0):
            puzzle, instance, notes = load_with_notes(file)
        reading = watch.elapsed()
        expect_fit(puzzle, file, options, side)
        doing = "its solver was loaded"
        name, solve = loaded_solver(puzzle.name, options.word, side, file, interrupted)
        game = under_way(puzzle, instance, file, options)
    except BadInput as wrong:
        return nothing_solved(file, options, Outcome.BAD_INPUT, str(wrong))
    except LimitReached as limit:
        return nothing_solved(file, options, limit.outcome, f"{printable(file)}: {limit} while {doing}")
    for note in notes:
        print(note, file=sys.stderr)
    watch.started = time.monotonic() - reading  # to load a solver's libraries is no part of a solve
    return solve_one(file, puzzle, instance, game, name, solve, options, watch)


def outputs(options: argparse.Namespace) -> list[str | None]:
    """The names of the files that are asked for."""
    clauses = clauses_beside(options.certificate) if wants_proof(options.certificate) else None
    return [options.plan, options.certificate, clauses, options.page]


def expect_fit(puzzle: Puzzle, file: str, options: argparse.Namespace, side: Sides) -> None:
    """Raises BadInput for options that say nothing of such a puzzle, or of any that this command solves."""
    if puzzle.steps is None and (options.horizon is not None or options.plan):
        raise BadInput(file, f"a {puzzle.name} puzzle, expected one with steps for --horizon and --plan")
    if wants_proof(options.certificate) and side.records[puzzle.name].proof is None:
        if puzzle.name != "watersort":
            raise BadInput(file, f"a {puzzle.name} puzzle, expected water sort for a proof by clauses (.lrat)")
        raise BadInput(file, "search makes no proof by clauses (.lrat), expected python -m cpmodel")


def nothing_solved(file: str, options: argparse.Namespace, outcome: Outcome, reason: str) -> int:
    """Say why there is no instance to solve."""
    print(reason, file=sys.stderr)
    if options.json:
        print(json.dumps({"file": file, "outcome": outcome.value, "reason": reason}))
    return outcome.exit_code


def solve_one(
    file: str,
    puzzle: Puzzle,
    instance: Any,
    game: Game | None,
    name: str,
    solve: Solve,
    options: argparse.Namespace,
    watch: Watch,
) -> int:
    settings = Settings(
        options.horizon, options.any_plan, options.workers, options.seed, options.certificate is not None, options.log,
        by_clauses=wants_proof(options.certificate), explain=options.explain,
    )  # fmt: skip
    position = instance if game is None else game.positions[-1]
    with Progress(position.name) as progress:
        watch.listener, watch.tick = progress.report, progress.tick
        if options.stream:
            from instances.solving.command_line.json_lines import Stream

            stream = Stream(file, puzzle, position, progress.report)
            watch.listener = stream.report
            if not options.hint:  # which is not to tell the plan
                watch.plans = stream.plan
        result = run(puzzle, position, solve, settings, watch)
        told = findings(puzzle, position, game, result, options, Asking(puzzle, solve, settings, watch))
    wrong_known = contradiction(puzzle, position, result)
    if wrong_known:
        told.data["contradiction"] = wrong_known
    show(puzzle, position, name, file, options, result, told)
    try:
        with writing_time(watch).enforced():
            write_files(puzzle, instance, position, game, options, result, told)
    except NotWritten as failed:
        print(failed, file=sys.stderr)
        return USAGE_ERROR
    if wrong_known:
        print(f"{printable(file)}: {printable(wrong_known)}", file=sys.stderr)
    return Outcome.BAD_INPUT.exit_code if wrong_known else result.outcome.exit_code


def writing_time(watch: Watch) -> Watch:
    """What is left of the limits; where nothing is left, a moment to write what there is."""
    seconds = None if watch.seconds is None else max(watch.remaining() or 0, 0.05 * watch.seconds)
    return Watch(seconds, watch.memory, interrupted=watch.interrupted)


def wants_proof(certificate: str | None) -> bool:
    """Whether the certificate is to be a proof from the clauses alone."""
    if certificate is None:
        return False
    from instances.checker.watersort.dimacs import is_proof  # most solves need no checker

    return is_proof(certificate)


def clauses_beside(certificate: str) -> str:
    from instances.checker.watersort.dimacs import beside

    return str(beside(certificate))


def loaded_solver(
    puzzle: str, word: str | None, side: Sides, file: str, interrupted: threading.Event
) -> tuple[str, Solve]:
    """As solver_for; raises LimitReached for a Ctrl-C, as libraries may take longer than anybody wants to wait."""
    try:
        with Watch(interrupted=interrupted).enforced(grace=0):
            return solver_for(puzzle, word, side, file)
    except ImportError:
        if interrupted.is_set():  # a library that was cut short may say it in words of its own
            raise LimitReached(Outcome.INTERRUPTED) from None
        raise


def solver_for(puzzle: str, word: str | None, side: Sides, file: str) -> tuple[str, Solve]:
    """The solver of that word, or the puzzle's default; BadInput if the puzzle has none."""
    record = side.records[puzzle]
    for solver in record.solvers:
        if word in (None, solver.word):
            return solver.name, record.solve_by(solver)
    have = " or ".join(solver.word for solver in record.solvers)
    raise BadInput(file, f"{puzzle} has no {side.flag} {word}, expected {have}")
