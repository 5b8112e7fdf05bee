"""The command line of the puzzles: show, deal, import, export, check, schema."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from instances import checker
from instances.page import page as html
from instances.puzzle import Frame, Puzzle, RuleBroken
from instances.puzzles import PUZZLES, imported, load
from instances.reading.writing import output, write_file, written_over
from instances.reading.yaml_files import BadInput, read_text, write_yaml
from instances.schemas import instance_schema, result_schema
from instances.solving.command_line.arguments import add_options, count, positive
from instances.solving.limits import LimitReached, Watch, in_bytes
from instances.solving.outcome import Outcome
from instances.terminal import show_picture
from instances.text import counted, printable, why

GENERATORS = {name: puzzle.generate for name, puzzle in PUZZLES.items() if puzzle.generate is not None}


def parser(program: str) -> argparse.ArgumentParser:
    description = "Puzzles: show, deal, import, export, check, schema."
    arguments = argparse.ArgumentParser(prog=program, description=description)
    commands = arguments.add_subparsers(dest="command", required=True)
    show = commands.add_parser("show", help="print the picture of a puzzle, or of every step of an answer")
    show.add_argument("file", metavar="FILE")
    text = "show it step by step: what a solver printed with --json, a planner's plan, or a SAT solver's assignment"
    show.add_argument("--answer", metavar="ANSWER", help=text)
    text = "draw the puzzle, or where the answer ends, as an SVG file"
    show.add_argument("--svg", metavar="FILE", type=output, help=text)
    text = "write a page to watch the answer and to play, one HTML file"
    show.add_argument("--page", metavar="FILE", type=output, help=text)
    export = commands.add_parser("export", help="write a puzzle for programs that know nothing of puzzles")
    export.add_argument("file", metavar="FILE")
    formats = sorted({"json", *(name for puzzle in PUZZLES.values() for name in puzzle.formats)})
    text = "json: for game engines; pddl: for planners; dimacs: for SAT solvers"
    export.add_argument("--format", choices=formats, required=True, help=text)
    text = "where the files go, a folder too (default: here, by the name of FILE)"
    export.add_argument("--out", metavar="PREFIX", help=text)
    deal = commands.add_parser("deal", help="print a random puzzle as a file; the same options give the same puzzle")
    puzzles = deal.add_subparsers(dest="puzzle", metavar="PUZZLE", required=True)
    for name in GENERATORS:
        options = puzzles.add_parser(name, help=f"a random {name} puzzle")
        add_options(options, PUZZLES[name].options)
        options.add_argument("--seed", type=int, default=0, help="(0)")
    check = commands.add_parser("check", help="check a certificate against the puzzle it speaks of")
    check.add_argument("instance", metavar="INSTANCE")
    check.add_argument("certificate", metavar="CERTIFICATE")
    check.add_argument("--time-limit", metavar="SECONDS", type=positive, help="wall time; then nothing is proven")
    check.add_argument("--memory-limit", metavar="MIB", type=positive, help="resident memory; likewise")
    importing = commands.add_parser("import", help="print a picture, or lists of beakers, as a puzzle file")
    importing.add_argument("file", metavar="FILE", help="- for standard input")
    importing.add_argument("--bottom-first", action="store_true", help="the lists begin at the bottom of the beakers")
    importing.add_argument("--capacity", metavar="N", type=count, help="units in a beaker")
    importing.add_argument("--name", help="the puzzle's name (that of the picture, or of the file)")
    schema = commands.add_parser("schema", help="print the JSON Schema of puzzle files")
    schema.add_argument("--results", action="store_true", help="of what solvers print with --json")
    return arguments


def with_puzzle(argv: Sequence[str]) -> list[str]:
    """`deal --colors 5` is short for `deal watersort --colors 5`."""
    words = list(argv)
    if words[:1] == ["deal"] and (len(words) == 1 or (words[1].startswith("--") and words[1] != "--help")):
        words.insert(1, next(iter(GENERATORS)))
    return words


def main(argv: Sequence[str], program: str = "python -m instances") -> int:
    arguments = parser(program)
    options = arguments.parse_args(with_puzzle(argv))
    if options.command == "check":
        return check(options)
    try:
        if options.command == "show":
            if options.file == options.answer == "-":
                arguments.error("standard input is FILE or ANSWER, not both")
            if wrong := written_over([options.svg, options.page], [options.file, options.answer]):
                arguments.error(wrong)
            show(options.file, options.answer, options.svg, options.page)
        elif options.command == "deal":
            puzzle = PUZZLES[options.puzzle]
            chosen = {name: getattr(options, name) for name in (*puzzle.options, "seed")}
            try:
                instance = GENERATORS[puzzle.name](**chosen)
            except ValueError as error:
                arguments.error(str(error))
            print(write_yaml(puzzle.document(instance)), end="")
        elif options.command == "import":
            name = options.name or ("imported" if options.file == "-" else Path(options.file).stem)
            at_hand = options.file, read_text(options.file)
            puzzle, instance, notes = imported(*at_hand, name, options.bottom_first, options.capacity)
            print(write_yaml(puzzle.document(instance)), end="")
            for remark in notes:
                print(remark, file=sys.stderr)
        elif options.command == "export":
            export(options.file, options.format, options.out)
        else:
            print(json.dumps(result_schema() if options.results else instance_schema(), indent=2))
    except BadInput as wrong:
        print(wrong, file=sys.stderr)
        return Outcome.BAD_INPUT.exit_code
    return 0


def check(options: argparse.Namespace) -> int:
    """Print the verdict; a limit that is reached is none, and has the exit code of its outcome."""
    try:
        with Watch(options.time_limit, in_bytes(options.memory_limit)).enforced(grace=0):
            return checker.main(options.instance, options.certificate)
    except LimitReached as limit:
        print(f"{printable(options.certificate)}: {limit} before it was checked, nothing is proven", file=sys.stderr)
        return limit.outcome.exit_code


def export(file: str, name: str, prefix: str | None) -> None:
    """Write the files of a format and say which; raises BadInput."""
    puzzle, instance = load(file)
    if name != "json" and name not in puzzle.formats:
        have = " or ".join(["json", *puzzle.formats])
        raise BadInput(file, f"{puzzle.name} is not written as {name}, expected {have}")
    if name != "json" and puzzle.unknown(instance) is not None:
        raise BadInput(file, "hidden units ('?'), expected all of them by name")
    files: Mapping[str, str]
    try:
        if name == "json":
            files = {".json": json.dumps(puzzle.document(instance), ensure_ascii=False, indent=1) + "\n"}
        else:
            files = puzzle.formats[name].files(instance)
    except ValueError as error:
        raise BadInput(file, f"{error}, expected less") from None
    stem = Path(file).stem
    begin = stem if prefix is None else os.path.join(prefix, stem) if os.path.isdir(prefix) else prefix
    for ending, text in files.items():
        path = f"{begin.removesuffix(os.path.splitext('x' + ending)[1])}{ending}"
        if wrong := written_over([path], [file]):
            raise BadInput(file, wrong)
        write(path, partial(str, text))
        print(printable(path))


def show(file: str, answer: str | None, svg: str | None, page: str | None) -> None:
    """Raises BadInput for files that cannot be read or written and answers that break a rule."""
    puzzle, instance = load(file)
    data = {} if answer is None else read_data(puzzle, instance, answer)
    steps = () if answer is None else steps_of(puzzle, instance, answer, data)
    frames = puzzle.frames(instance, steps)
    if svg is not None:
        last = frames[-1] if frames else Frame("", instance, ())
        write(svg, lambda: puzzle.drawing.svg(last.instance, last.touched))
    if page is not None:
        words, fewest, proven = answer_in_words(puzzle, data, steps)
        write(page, lambda: html(puzzle, instance, steps, words, fewest, proven))
    if svg is None and page is None:
        print_frames(puzzle, instance, frames)


def print_frames(puzzle: Puzzle, instance: Any, frames: Sequence[Frame]) -> None:
    print(f"{printable(instance.name)}\n")
    show_picture(puzzle.picture(instance))
    for number, frame in enumerate(frames, 1):
        caption = f"step {number} of {len(frames)}: {frame.caption}" if puzzle.steps else frame.caption
        print(f"\n{printable(caption)}\n")
        show_picture(puzzle.picture(frame.instance, frame.touched))


def write(path: str, content: Callable[[], str]) -> None:
    try:
        write_file(path, [content().encode()])
    except OSError as error:
        raise BadInput(path, f"{why(error)}, expected a place to write") from None
    except ValueError as error:
        raise BadInput(path, f"{error}, expected less") from None


def read_data(puzzle: Puzzle, instance: Any, answer: str) -> dict[str, Any]:
    """What a solver printed with --json; or the plan that a planner or another program for a format has written."""
    text = read_text(answer)
    for form in puzzle.formats.values():
        if form.begins.match(text):
            try:
                return {"plan": puzzle.answer(instance, form.read(instance, text))}
            except ValueError as error:
                raise BadInput(answer, str(error)) from None
    return read_json(answer, text)


def read_json(answer: str, text: str) -> dict[str, Any]:
    """The object that is the whole text, or its last line, as --stream prints it."""
    try:
        try:
            data = json.loads(text)
        except ValueError as error:
            if not str(error).startswith("Extra data"):
                raise
            data = json.loads(text.strip().rpartition("\n")[2])
    except RecursionError:
        raise BadInput(answer, "nested too deep, expected what a solver prints with --json") from None
    except ValueError as error:
        raise BadInput(answer, f"{error}, expected what a solver prints with --json") from None
    if not isinstance(data, dict):
        raise BadInput(answer, "no object, expected what a solver prints with --json")
    return data


def steps_of(puzzle: Puzzle, instance: Any, answer: str, data: dict[str, Any]) -> tuple[Any, ...]:
    key = "plan" if puzzle.steps else "solutions"
    if key not in data:
        raise BadInput(answer, f"no {key}, expected what a solver prints with --json")
    try:
        steps = puzzle.read_answer(instance, [] if data[key] is None else data[key])
        puzzle.frames(instance, steps)
        if puzzle.steps is None and steps:
            puzzle.verify(instance, steps)
    except RuleBroken as broken:
        raise BadInput(answer, f"{broken}, expected a plan that keeps the rules") from None
    except ValueError as error:
        raise BadInput(answer, f"{key}: {error}") from None
    return steps


def answer_in_words(puzzle: Puzzle, data: dict[str, Any], steps: tuple[Any, ...]) -> tuple[str, int | None, bool]:
    """An answer for the page: in words, the fewest steps that are known, and whether none are fewer."""
    proven = data.get("outcome") == Outcome.OPTIMAL.value
    if puzzle.steps is None or not data:
        return "", None, False
    if data.get("plan") is None:
        return next((outcome.words for outcome in Outcome if outcome.value == data.get("outcome")), ""), None, False
    return f"{counted(len(steps), puzzle.steps)}, {'' if proven else 'not '}proven shortest", len(steps), proven
