"""python -m search_baseline design PUZZLE: levels to order, as files or in one JSON file."""

import argparse
import re
import sys
from pathlib import Path
from typing import Any

from instances.puzzles import PUZZLES, load
from instances.reading.writing import output, write_file, write_new
from instances.reading.yaml_files import BadInput, puzzle_files, write_yaml
from instances.solving.command_line.arguments import count, natural, positive
from instances.solving.interrupts import asked_to_stop
from instances.solving.limits import LimitReached, Watch
from instances.solving.outcome import Outcome
from instances.text import printable, why
from search_baseline.design import Measured, Range
from search_baseline.design.found_levels import Order, Tally, found_levels
from search_baseline.design.levels_shown import data_of, json_text, progress, show
from search_baseline.designs import DESIGNS

PROGRAM = "python -m search_baseline"
TOO_RARE = 1  # exit code


def between(text: str) -> Range:
    """between('38..42') == (38, 42); between('0.5') == (0.5, 0.5)"""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(?:\.\.(\d+(?:\.\d+)?))?", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is no range, expected A..B or one number")
    low, high = float(found[1]), float(found[2] or found[1])
    if low > high:
        raise argparse.ArgumentTypeError(f"{text!r} ends before it begins")
    return low, high


def parser(program: str) -> argparse.ArgumentParser:
    arguments = argparse.ArgumentParser(prog=f"{program} design", description="Levels to order.")
    puzzles = arguments.add_subparsers(dest="puzzle", metavar="PUZZLE", required=True)
    for name, design in DESIGNS.items():
        add = puzzles.add_parser(name, help=f"{name} levels").add_argument
        for option, (kind, default, text) in design.options.items():
            flag = f"--{option.replace('_', '-')}"
            if kind is bool:
                add(flag, action="store_true", help=text)
            else:
                spelt = [flag, "--colours"] if option == "colors" else [flag]
                add(*spelt, metavar="N", dest=option, type=kind, default=default, help=f"{text} ({default})")
        for measure, text in {**design.measures, **(design.ratings or {})}.items():
            add(f"--{measure.replace('_', '-')}", metavar="A..B", type=between, help=f"wished: {text}")
        if design.rate is not None:
            add("--rate", action="store_true", help="write into each file how hard the level is")
        if design.unsolvable is not None:
            add("--unsolvable", action="store_true", help="levels without a plan, each proven")
        if design.rises is not None:
            measure, option = design.rises
            add("--curve", metavar="A..B", type=between, help=f"{measure} that rise from A to B, with the {option}")
        if design.hide is not None:
            add("--hidden", metavar="N", type=count, help="hide N units of one colour, as ?")
        add("--count", metavar="N", type=natural, default=1, help="number of levels (1)")
        add("--seed", metavar="N", type=natural, default=0, help="the same seed gives the same levels (0)")
        add("--tries", metavar="N", type=natural, default=10_000, help="give up after so many instances (10000)")
        add("--time-limit", metavar="SECONDS", type=positive, default=300, help="give up after so long (300)")
        add("--out", metavar="FOLDER", type=Path, help="where the files go, after those already there")
        add("--not-in", metavar="FOLDER", type=Path, action="append", default=[], help="no level like one in there")
        add("--json", metavar="FILE", type=output, help="all levels with their answers, measures and seeds in one file")
    return arguments


def main(argv: list[str], program: str = PROGRAM) -> int:
    arguments = parser(program)
    options = arguments.parse_args(argv)
    try:
        order = order_of(options)
        return found_and_written(order, options)
    except ValueError as error:
        arguments.error(str(error))
    except BadInput as wrong:
        print(wrong, file=sys.stderr)
        return Outcome.BAD_INPUT.exit_code
    except OSError as error:
        print(f"{printable(str(error.filename))}: {why(error)}, expected a place to write", file=sys.stderr)
        return 2


def order_of(options: argparse.Namespace) -> Order:
    """Raises ValueError for what is contradictory, or impossible by proof."""
    design = DESIGNS[options.puzzle]
    more = {"rate": False, "unsolvable": False, "curve": None} | vars(options)
    wishes = {name: wish for name, wish in more.items() if isinstance(wish, tuple) and name != "curve"}
    if options.out is None and options.json is None and options.count > 1:
        raise ValueError("--count takes --out FOLDER or --json FILE, one level at most is printed")
    if more["unsolvable"] and (more["rate"] or more["curve"] or wishes):
        raise ValueError("--unsolvable levels have no plan to be measured or rated")
    if design.impossible and (reason := design.impossible(more, wishes)):
        raise ValueError(reason)
    rated = more["rate"] or not wishes.keys().isdisjoint(design.ratings or {})
    chosen = {name: more[name] for name in design.options}
    return Order(
        design, chosen, wishes, options.count, options.seed, options.tries, rated, more["unsolvable"], more["curve"]
    )


def found_and_written(order: Order, options: argparse.Namespace) -> int:
    """Returns the exit code. Raises ValueError, BadInput and OSError."""
    puzzle, tally = PUZZLES[options.puzzle], Tally()
    watch = Watch(options.time_limit, interrupted=asked_to_stop())
    folders = [*options.not_in, *([options.out] if options.out and options.out.is_dir() else [])]
    seen = {order.design.alike(level) for folder in folders for level in levels_in(folder, options.puzzle)}
    first = 1 + max(map(number_of, options.out.glob("*.yaml")), default=0) if options.out else 1
    names: list[str] = []
    levels: list[Measured] = []
    data: list[dict[str, Any]] = []
    outcome: Outcome | None = None
    try:
        found = progress(found_levels(order, watch, tally, seen), order.count, tally)
        for number, (seed, level) in enumerate(found, first):
            document = puzzle.document(level.instance)
            if vars(options).get("hidden") and order.design.hide is not None:
                document = order.design.hide(document, options.hidden, seed)
            names.append(f"{options.puzzle}-{number:03}.yaml")
            if options.out is not None:
                write_new(options.out / names[-1], write_yaml(document))
            levels.append(level)
            data.append(data_of(puzzle, document, level, seed))
    except LimitReached as limit:
        outcome = limit.outcome
    if options.json is not None:
        write_file(options.json, [json_text(options.puzzle, options.seed, data)])
    if options.out is not None and levels:
        show([(name, level.measures) for name, level in zip(names, levels, strict=True)])
    elif options.json is None:
        print("".join(write_yaml(each["level"]) for each in data), end="")
    if len(levels) == order.count:
        return 0
    share = f"{len(levels)} of {order.count} levels found among {tally.tried:,} instances{tally.ranges(order.wishes)}"
    print(f"{'too rare' if outcome is None else outcome.words}: {share}", file=sys.stderr)
    return TOO_RARE if outcome is None else outcome.exit_code


def levels_in(folder: Path, name: str) -> list[Any]:
    """The instances of a puzzle in a folder, which may be empty. Raises BadInput."""
    files = [] if folder.is_dir() and not any(folder.rglob("*.yaml")) else puzzle_files(folder)
    return [instance for puzzle, instance in map(load, files) if puzzle.name == name]


def number_of(file: Path) -> int:
    """number_of(Path('watersort-012.yaml')) == 12"""
    found = re.search(r"-(\d{1,9})$", file.stem)
    return int(found[1]) if found else 0
