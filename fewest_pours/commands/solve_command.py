"""The command line that all solving programs share: files in, pictures and plans (or JSON) out, one exit code.

    python -m cpmodel FILE... --time-limit 60 --json

solving_options.py parses the options. Each file becomes a Request, which fewest_pours/solving/request.py answers;
solve_output.py prints the answer and writes the certificate and the page.
"""

import json
import os
import sys
import threading
from collections.abc import Sequence
from pkgutil import resolve_name

from fewest_pours.checker.watersort.cnf_files import is_proof
from fewest_pours.commands.solve_output import Output
from fewest_pours.commands.solving_options import Command, parser
from fewest_pours.drawing.terminal import show_picture
from fewest_pours.files.bad_input import BadInput, message_at
from fewest_pours.files.input_files import puzzle_files, read_text
from fewest_pours.files.output_files import write_text
from fewest_pours.files.wording import counted, first_message
from fewest_pours.puzzles.loading import Loaded, loaded, show_notes
from fewest_pours.puzzles.puzzle import Move, Puzzle, RuleBroken
from fewest_pours.running.interrupts import asked_to_stop
from fewest_pours.running.limits import Limits
from fewest_pours.running.read_within import NotRead, read_within
from fewest_pours.running.solver_contract import Instance, Outcome, Settings, Watch
from fewest_pours.running.solver_record import Side
from fewest_pours.solving.certificates import Facts
from fewest_pours.solving.claims import claims_in_words
from fewest_pours.solving.race import CONFIRM
from fewest_pours.solving.request import Request, answer, expect_in_range

USAGE_ERROR = 2  # argparse's own exit code


def main(prog: str, description: str, sides: Sequence[Side], argv: Sequence[str]) -> int:
    """Solve every file; returns the highest exit code of all of them."""
    interrupted = asked_to_stop()
    arguments = parser(prog, description, sides)
    command = arguments.parse_args(argv, Command(sides))
    try:
        expect_in_range(vars(command), optional=("confirm", "horizon"))
        limits = Limits(command.time_limit, command.memory_limit, interrupted)
        with read_within(limits, command.files[0], "while its levels were listed"):
            files = puzzle_files(command.files)
        command.expect_sense(files)
    except BadInput as wrong:
        return not_solved(command.files[0], command, Outcome.BAD_INPUT, str(wrong))
    except NotRead as limit:
        return not_solved(command.files[0], command, limit.outcome, str(limit))
    except ValueError as wrong:
        arguments.error(str(wrong))
    worst = 0
    for number, file in enumerate(files, 1):
        worst = max(worst, one_file(file, command, interrupted))
        if interrupted.is_set() and number < len(files):
            print(f"interrupted: {counted(len(files) - number, 'files')} skipped", file=sys.stderr)
            return max(worst, Outcome.INTERRUPTED.exit_code)
    return worst


def not_solved(file: str, command: Command, outcome: Outcome, reason: str) -> int:
    """Report why there is no instance to solve."""
    print(reason, file=sys.stderr)
    if command.form in ("json", "stream"):
        print(json.dumps({"file": file, "outcome": outcome.value, "reason": reason}))
    return outcome.exit_code


def one_file(file: str, command: Command, interrupted: threading.Event) -> int:
    """Solve one file, print the answer, write certificate and page; returns the exit code."""
    watch = Watch(command.time_limit, command.memory_limit, interrupted=interrupted)
    try:
        with read_within(watch, file):
            found = loaded(file, None, command.bottom_first, command.capacity, top_first=command.top_first)
            request = request_for(file, found, command)
    except BadInput as wrong:
        return not_solved(file, command, Outcome.BAD_INPUT, str(wrong))
    except NotRead as limit:
        return not_solved(file, command, limit.outcome, str(limit))
    show_notes(request.notes)
    if found.unsure and not command.trust:
        return doubtful(file, found, command)
    screen = Output(request, watch, command.form)
    solved = answer(request, watch)
    claims = claims_in_words(found.claims, solved.result)
    if claims:
        solved.answer.claims = claims
    screen.show(solved, claims)
    is_written = screen.write(solved, command.certificate, command.page, facts_for(request, command))
    if command.out:
        write_known_level(command.out, request)
    contradiction = solved.answer.contradiction
    if contradiction:  # UNSET is false
        print(message_at(file, contradiction, *found.known_at), file=sys.stderr)
        return Outcome.BAD_INPUT.exit_code
    if not is_written:
        return USAGE_ERROR
    is_for_people = command.form in ("quiet", "full")
    if request.notes and solved.result.outcome is Outcome.UNSOLVABLE and is_for_people:
        print(f"perhaps it was read wrongly: {request.notes[-1].replace(': note: ', ': ', 1)}")
    return solved.exit_code


def write_known_level(path: str, request: Request) -> None:
    """Write the level with the hidden units that the moves have uncovered."""
    players_help = request.puzzle.help
    if players_help:
        level = players_help.known(request.instance, request.moves or ())
        write_text(path, request.puzzle.file(level))


def doubtful(file: str, found: Loaded, command: Command) -> int:
    """Show a screenshot's level as it was read, with the doubtful units marked."""
    if command.form == "full":
        places = {(beaker, unit) for beaker, unit, _ in found.unsure}
        show_picture(found.puzzle.picture(found.instance, unsure=places))
    reason = "a reading that is unsure (!), expected --trust, or a file that `import` wrote and you corrected"
    return not_solved(file, command, Outcome.BAD_INPUT, message_at(file, reason))


def request_for(file: str, found: Loaded, command: Command) -> Request:
    """The request for one file. Raises BadInput for options that do not apply to its puzzle, and for illegal moves."""
    puzzle = found.puzzle
    instance = found.instance
    by_word = {solver.word: solver for side in command.sides for solver in side.solvers[puzzle.name]}
    played = command.moves is not None
    form = command.form
    wants_help = played or command.hint or command.explain
    expected = first_message(
        (not puzzle.steps and command.horizon is not None, "one with steps for --horizon"),
        (not puzzle.help and wants_help, "one with moves for --moves, --hint, --review and --explain"),
        (command.word not in (None, *by_word), f"{' or '.join(by_word)} for {command.sides[0].option}"),
    )
    if expected is not None:
        raise BadInput(file, f"a {puzzle.name} puzzle, expected {expected}")
    solvers = tuple(side.solver(puzzle.name) for side in command.sides)
    if command.word is not None:  # an option of programs with one side
        solvers = (by_word[command.word],)
    confirm = command.confirm
    if confirm is None:  # JSON and the quiet line do not show who confirmed the answer
        confirm = CONFIRM if form == "full" else 0.0
    return Request(
        puzzle,
        instance,
        solvers,
        settings=Settings(
            horizon=command.horizon,
            any_plan=command.any,
            workers=command.workers,
            seed=command.seed,
            log=command.log,
            explain=command.explain,
            cp_workers=command.cp_workers,
            parameters=tuple(command.parameter),
        ),
        time_limit=command.time_limit,
        memory_limit=command.memory_limit,
        confirm=confirm,
        moves=None if command.moves is None else moves_of(puzzle, instance, command.moves),
        hints=command.hint,
        review=command.review,
        rescue=played or form == "full",
        file=file,
        notes=found.notes,
        other_reading=found.other_reading,
    )


def moves_of(puzzle: Puzzle, instance: Instance, moves: str) -> Sequence[Move]:
    """The moves, or those in the file of that name, checked by playing them. Raises BadInput."""
    from_file = os.path.exists(moves)
    assert puzzle.help is not None, "refused before"
    try:
        made = puzzle.help.read(read_text(moves) if from_file else moves)
        puzzle.help.known(instance, made)
    except (ValueError, RuleBroken) as wrong:
        raise BadInput(moves if from_file else "--moves", str(wrong)) from None
    return made


def facts_for(request: Request, command: Command) -> Facts | None:
    """The function that proves unsolvability by facts; None where depths are listed instead, which is quicker.

    Facts are found by constraint programming. They are for a proof in LRAT, which depths cannot give, and for `python
    -m cpmodel`, whose certificates come from constraint programming like its answers.
    """
    puzzle = request.puzzle.name
    places = [side.facts[puzzle] for side in command.sides if puzzle in side.facts]  # search has none
    has_one_side = len(command.sides) == 1
    needs_facts = has_one_side or is_proof(command.certificate or "")
    if not places or not needs_facts:
        return None
    return lambda watch: resolve_name(places[0])(request.instance, request.settings, watch)
