"""The command line that all solving programs share: files in, pictures and plans (or JSON) out, one exit code.

python -m cpmodel FILE... --time-limit 60 --json
"""

import argparse
import json
import os
import sys
import threading
from collections.abc import Sequence
from typing import Any

from instances.certificates.makers import Facts
from instances.checker.watersort.dimacs import beside
from instances.puzzle import Extra, Playing, Puzzle, RuleBroken
from instances.puzzles import PUZZLES, load_with_notes
from instances.reading.writing import written_over
from instances.reading.yaml_files import BadInput, message_at, puzzle_files, read_text
from instances.solving.command_line.arguments import Command, parser
from instances.solving.command_line.output import follow, in_full, show, stream, write_files
from instances.solving.interrupts import asked_to_stop
from instances.solving.limits import LimitReached, Watch, in_bytes
from instances.solving.outcome import Outcome, Result
from instances.solving.request import Request, solve
from instances.solving.solvers import Side, imported
from instances.text import counted, printable

USAGE_ERROR = 2  # argparse's own exit code


def main(
    prog: str,
    description: str,
    sides: Sequence[Side],
    argv: Sequence[str] | None = None,
    more: argparse.ArgumentParser | None = None,
) -> int:
    """Solve every file; returns the highest exit code of all of them. more: arguments of this command only."""
    interrupted = asked_to_stop()
    arguments = parser(prog, description, sides, more)
    command = arguments.parse_args(with_count(sys.argv[1:] if argv is None else argv), Command(sides))
    command.json |= command.stream
    try:
        files = [str(file) for path in command.files for file in puzzle_files(path)]
    except BadInput as wrong:
        return nothing_solved(command.files[0], command, Outcome.BAD_INPUT, str(wrong))
    clauses = str(beside(command.certificate or "")) if command.proof else None
    outputs = [command.certificate, clauses, command.page]
    if misuse := command.misuse(files) or written_over(outputs, [files[0], command.moves]):
        arguments.error(misuse)
    worst = 0
    for number, file in enumerate(files, 1):
        worst = max(worst, one_file(file, command, interrupted))
        if interrupted.is_set() and number < len(files):
            print(f"interrupted: {counted(len(files) - number, 'files')} skipped", file=sys.stderr)
            return max(worst, Outcome.INTERRUPTED.exit_code)
    return worst


def with_count(words: Sequence[str]) -> list[str]:
    """The words, where `--hint FILE` does not take the file for a number."""
    return [
        "--hint=1" if word == "--hint" and not after.isdecimal() else word
        for word, after in zip(words, [*words[1:], ""], strict=False)
    ]


def one_file(file: str, command: Command, interrupted: threading.Event) -> int:
    """Solve one file and print what came out; returns its exit code."""
    watch = Watch(command.time_limit, in_bytes(command.memory_limit), interrupted=interrupted)
    try:
        with watch.enforced(grace=0):
            puzzle, instance, notes, known_at = load_with_notes(file)
        request = request_for(file, puzzle, instance, notes, command)
    except BadInput as wrong:
        return nothing_solved(file, command, Outcome.BAD_INPUT, str(wrong))
    except LimitReached as limit:
        return nothing_solved(file, command, limit.outcome, f"{printable(file)}: {limit} while it was read")
    for note in notes:
        print(note, file=sys.stderr)
    code = solve_one(request, command, watch, known_at)
    if notes and code == Outcome.UNSOLVABLE.exit_code and not command.json:
        print(f"perhaps it was read wrongly: {notes[-1].replace(': note: ', ': ', 1)}")
    return code


def nothing_solved(file: str, command: Command, outcome: Outcome, reason: str) -> int:
    """Report why there is no instance to solve."""
    print(reason, file=sys.stderr)
    if command.json:
        print(json.dumps({"file": file, "outcome": outcome.value, "reason": reason}))
    return outcome.exit_code


def request_for(file: str, puzzle: Puzzle, instance: Any, notes: Sequence[str], command: Command) -> Request:
    """What is asked about one file. Raises BadInput for options that do not apply to it, and for illegal moves."""
    have = {solver.word: solver for side in command.sides for solver in side.solvers[puzzle.name]}
    game, playing = command.moves is not None or command.extra or command.extras - {Extra.RESCUE}, puzzle.playing
    played = " or ".join(each.name for each in PUZZLES.values() if each.playing)
    unfit = {
        "one with steps for --horizon": not puzzle.steps and command.horizon is not None,
        f"{played} for --moves, --hint, --extra, --review and --explain": not playing and game,
        "water sort and python -m cpmodel for a proof by clauses (.lrat)": command.proof
        and not any(puzzle.name in side.facts for side in command.sides),
        f"{' or '.join(have)} for {command.sides[0].option}": command.word not in (None, *have),
    }
    if expected := next((words for words, wrong in unfit.items() if wrong), None):
        raise BadInput(file, f"a {puzzle.name} puzzle, expected {expected}")
    if playing and command.extra:
        instance = playing.extend(instance, command.extra)
    moves = moves_of(playing, instance, command.moves) if playing and command.moves is not None else None
    solvers = [side.solver(puzzle.name) for side in command.sides] if command.word is None else [have[command.word]]
    return Request(
        puzzle, instance, tuple(solvers), command.settings, command.time_limit, command.memory_limit,
        command.seconds_to_confirm, moves, command.extras, command.hint, file, notes,
    )  # fmt: skip


def moves_of(playing: Playing, instance: Any, moves: str) -> tuple[Any, ...]:
    """The moves, or those in the file of that name, once they have been played. Raises BadInput."""
    from_file = os.path.exists(moves)
    try:
        made = playing.read(read_text(moves) if from_file else moves)
        playing.play(instance, made)
    except (ValueError, RuleBroken) as wrong:
        raise BadInput(moves if from_file else "--moves", str(wrong)) from None
    return tuple(made)


def solve_one(request: Request, command: Command, watch: Watch, known_at: tuple[int, int]) -> int:
    """Solve, print and write; returns the exit code. known_at: line and column of what the file says is proven."""
    announced: Result | None = None

    def announce(result: Result) -> None:
        nonlocal announced
        announced = result
        clear()
        in_full(request, result)

    clear = follow(request, watch)
    if command.stream:
        stream(request, watch)
    elif not (command.json or command.quiet):
        watch.proven = announce
    solved = solve(request, watch)
    clear()
    show(request, solved, command, announced)
    rest = writing_time(watch)
    with rest.enforced():
        if not write_files(request, solved, command, rest, facts_of(request, command)):
            return USAGE_ERROR
    if wrong := solved.answer.contradiction:
        print(message_at(request.file, wrong, *known_at), file=sys.stderr)
        return Outcome.BAD_INPUT.exit_code
    return solved.result.outcome.exit_code


def facts_of(request: Request, command: Command) -> Facts | None:
    """What finds facts as the proof that there is no plan; none where listed depths are quicker and will do."""
    places = [side.facts[request.puzzle.name] for side in command.sides if request.puzzle.name in side.facts]
    if places and (len(command.sides) == 1 or command.proof):
        return lambda watch: imported(places[0])(request.instance, request.settings, watch)
    return None


def writing_time(watch: Watch) -> Watch:
    """The rest of the limits; where nothing is left, a moment to write what there is."""
    seconds = None if watch.seconds is None else max(watch.remaining() or 0, 0.05 * watch.seconds)
    return Watch(seconds, watch.memory, interrupted=watch.interrupted)
