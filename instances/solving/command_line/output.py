"""What comes out of a solve: its progress, the answer as JSON or for a person, and the files that are wanted."""

import json
import os
import sys
from collections.abc import Callable
from typing import Any

from rich.text import Text

from instances.certificates.certificate_files import write_certificate
from instances.certificates.makers import Facts
from instances.page import page
from instances.puzzle import Extra, Puzzle
from instances.reading.writing import write_file
from instances.solving.command_line.arguments import Command
from instances.solving.limits import LimitReached, Watch
from instances.solving.outcome import Outcome, Result
from instances.solving.request import Request, Solved
from instances.terminal import show_picture
from instances.text import counted, printable, why

PAUSE = 0.1  # seconds between two lines
IN_WORDS = {  # outcomes that need other words than their own
    Outcome.OPTIMAL: "",
    Outcome.SOLVED: "",
    Outcome.UNSOLVABLE: "unsolvable, proven",
    Outcome.NO_PLAN_WITHIN_HORIZON: "no plan within this horizon; longer plans are not excluded",
    Outcome.UNSUPPORTED: "not for this solver",
    Outcome.SOLVER_FAILED: "the solver failed",
    Outcome.BAD_INPUT: "the file is wrong",
}


# ------------------------------------------------------------------------------------------------------------- progress


def follow(request: Request, watch: Watch) -> Callable[[], None]:
    """Show the watch's progress in a line on standard error, if that is a terminal. Returns what clears the line."""
    shown, due = sys.stderr.isatty(), 0.0
    name = request.game.position.name[:60]

    def show(line: str = "") -> None:
        if shown:
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)

    def tick() -> None:
        nonlocal due
        if shown and (seconds := watch.elapsed()) >= due:
            due = seconds + PAUSE
            lower, upper, what = ("?" if each is None else each for each in watch.last)
            line = printable(f"{name}   {lower} to {upper}   {what}   {seconds:.1f} s")
            show(line[: os.get_terminal_size(sys.stderr.fileno()).columns - 1])

    watch.tick = tick
    return show


def stream(request: Request, watch: Watch) -> None:
    """Print a line of JSON for each better bound and each shorter plan: {"lower_bound": 37, "upper_bound": 41, ...}"""
    puzzle, position = request.puzzle, request.game.position
    printed: tuple[int | None, int | None] = (None, None)

    def line(lower: int | None, upper: int | None, what: str, **plan: Any) -> None:
        bounds = {"file": request.file, "lower_bound": lower, "upper_bound": upper, **plan}
        print(json.dumps(bounds | {"what": what, "seconds": round(watch.elapsed(), 4)}), flush=True)

    def improved(lower: int | None, upper: int | None, what: str) -> None:
        nonlocal printed
        if printed != (lower, upper):
            printed = lower, upper
            line(lower, upper, what)

    def found(plan: tuple[Any, ...]) -> None:
        puzzle.verify(position, plan)
        line(watch.lower, len(plan), watch.last[2], plan=puzzle.answer(position, plan))

    watch.listener = improved
    if Extra.HINT not in request.extras:  # or the plan would be no secret
        watch.plans = found


# --------------------------------------------------------------------------------------------------------- the answer


def show(request: Request, solved: Solved, command: Command, announced: Result | None = None) -> None:
    """Print the answer, as JSON or for a person, who may have read the answer itself already."""
    puzzle, (result, answer, findings) = request.puzzle, solved
    if command.json:
        print(json.dumps(answer.data()), flush=True)
    elif command.quiet:
        line = "; ".join([sentence(puzzle, result), *findings.brief])
        print(f"{printable(request.file)}: {printable(line)}")
    else:
        if announced is None or announced.outcome is not result.outcome:
            in_full(request, result)
        for line in [*result.statistics.get("notes", []), *findings.lines]:
            print(printable(line))


def in_full(request: Request, result: Result) -> None:
    """Print the puzzle, its plan or solutions, and the answer in a sentence."""
    puzzle, instance = request.puzzle, request.game.position
    print(f"{printable(instance.name)}\n")
    show_picture(puzzle.picture(instance))
    print()
    if result.plan and Extra.HINT not in request.extras:
        show_picture(plan_text(puzzle, instance, result.plan))
    for frame in puzzle.frames(instance, result.solutions) if result.solutions else []:
        print(frame.caption)
        show_picture(puzzle.picture(frame.instance, frame.touched))
        print()
    print(printable(sentence(puzzle, result)), flush=True)


def plan_text(puzzle: Puzzle, instance: Any, plan: tuple[Any, ...]) -> Text:
    """A plan's steps line by line, the colour of each painted, and an empty line."""
    shown, text = puzzle.drawing.colors(instance), Text()
    for number, frame in enumerate(puzzle.frames(instance, plan), 1):
        before, color, after = frame.caption.rpartition(frame.color or "\n")
        text.append(f"{number:>4}.  {printable(before)}")
        text.append(printable(color), shown[color].style if color else "")
        text.append(f"{printable(after)}\n")
    return text


def sentence(puzzle: Puzzle, result: Result) -> str:
    """The answer in words: '39 pours, proven shortest (bound and plan: phases)   (0.40 s)'"""
    ended = IN_WORDS.get(result.outcome, result.outcome.words)
    ended += f": {result.reason}" if ended and result.reason else ""
    parts = filter(None, [ended, *found_in_words(puzzle.steps, result)])
    return f"{'; '.join(parts)}   ({result.seconds:.2f} s)"


def found_in_words(steps: str | None, result: Result) -> list[str]:
    """['a plan of 41 pours, not proven shortest', 'at least 37 pours needed']"""
    if steps is None:
        known: dict[bool | None, str] = {True: "one solution, proven unique", False: "not unique: two solutions"}
        return [known.get(result.unique, "a solution; whether it is unique is not known")] if result.solutions else []
    if result.outcome is Outcome.OPTIMAL:
        by, plan_by = result.lower_bound_by, result.upper_bound_by
        credit = f"bound and plan: {by}" if by == plan_by else f"bound: {by}, plan: {plan_by}"
        return [f"{counted(result.upper_bound, steps)}, proven shortest ({credit})"]
    words = [] if result.plan is None else [f"a plan of {counted(result.upper_bound, steps)}, not proven shortest"]
    if result.lower_bound is not None and result.outcome is not Outcome.UNSOLVABLE:
        words.append(f"at least {counted(result.lower_bound, steps)} needed")
    return words


# ---------------------------------------------------------------------------------------------------------------- files


def write_files(request: Request, solved: Solved, command: Command, watch: Watch, facts: Facts | None) -> bool:
    """Write the certificate and the page; whether that succeeded. A line on stderr says why not, or what is unproven.

    facts: what finds facts that prove that there is no plan, for the certificate.
    """
    reason: str | None = None
    try:
        if path := command.certificate:
            reason = write_certificate(path, request.puzzle, request.game.position, solved.result, watch, facts)
            if reason is not None:
                print(f"{printable(path)}: {printable(reason)}", file=sys.stderr)
        if path := command.page:
            write_file(path, [page_of(request, solved).encode()])
            if not (command.json or command.quiet):
                print(f"page: {printable(path)}")
        return True
    except OSError as error:
        reason = f"{why(error)}, expected a place to write"
    except LimitReached as limit:
        reason = f"{limit} before it was written"
    except ValueError as error:
        reason = f"{error}, expected less"
    print(f"{printable(str(path))}: {reason}", file=sys.stderr)
    return False


def page_of(request: Request, solved: Solved) -> str:
    """The page of what was played and then of the plan. Raises ValueError for what is too large to draw."""
    puzzle, played = request.puzzle, request.game.steps
    result, _, findings = solved
    answer, _, _ = sentence(puzzle, result).rpartition("   (")  # without its seconds
    words = "; ".join([answer, *findings.brief])
    best = findings.fewest if findings.marks else None if played else result.upper_bound
    proven = bool(findings.marks) or result.outcome is Outcome.OPTIMAL
    steps = (*played, *((result.plan if puzzle.steps else result.solutions) or ()))
    return page(puzzle, request.instance, steps, words, best, proven, findings.marks, findings.explanation)
