"""An answer on its way to its reader: as JSON, or as pictures, a plan and a sentence."""

import json
from typing import Any

from rich.text import Text

from instances.puzzle import Extra, Puzzle
from instances.solving.command_line.arguments import Command
from instances.solving.outcome import Outcome, Result
from instances.solving.request import Request, Solved
from instances.terminal import show_picture
from instances.text import counted, printable


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
    shown = puzzle.drawing.colors(instance)
    text = Text()
    for number, frame in enumerate(puzzle.frames(instance, plan), 1):
        line = Text(f"{number:>4}.  {printable(frame.caption)}\n")
        if frame.color is not None:  # which stands first or last
            word, style = printable(frame.color), shown[frame.color].style
            first = len(line) - 1 - len(word) if frame.caption.endswith(frame.color) else 7
            line.stylize(style, first, first + len(word))
        text.append_text(line)
    return text


def sentence(puzzle: Puzzle, result: Result) -> str:
    """The answer in words: '39 pours, proven shortest (bound and plan: phases)   (0.40 s)'"""
    reason = f": {result.reason}" if result.reason else ""
    how_it_ended = {
        Outcome.OPTIMAL: "",
        Outcome.SOLVED: "",
        Outcome.UNSOLVABLE: f"unsolvable, proven{reason}",
        Outcome.NO_PLAN_WITHIN_HORIZON: "no plan within this horizon; longer plans are not excluded",
        Outcome.UNSUPPORTED: f"not for this solver{reason}",
        Outcome.SOLVER_FAILED: f"the solver failed{reason}",
        Outcome.BAD_INPUT: f"the file is wrong{reason}",
    }
    words = found_in_words(puzzle.steps, result)
    parts = [how_it_ended.get(result.outcome, result.outcome.words), *words]
    return f"{'; '.join(part for part in parts if part)}   ({result.seconds:.2f} s)"


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
