"""`fewest-pours design PUZZLE`: levels to order, as files or in a pack."""

import argparse
import json
import os
import re
import sys
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from math import inf
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn

from fewest_pours.design.curve import Curve, Range
from fewest_pours.design.design_record import Design, Measured, Measures
from fewest_pours.design.level_search import Order, value_in_words
from fewest_pours.files.bad_input import BadInput
from fewest_pours.files.input_files import puzzle_files, read_text
from fewest_pours.files.option_types import add_options, count, natural, positive, typed
from fewest_pours.files.output_files import folder, locked, output, write_new, write_text
from fewest_pours.files.packs import write_pack
from fewest_pours.files.yaml_files import Data, write_yaml
from fewest_pours.puzzles.loading import PUZZLES, load
from fewest_pours.puzzles.puzzle import Puzzle
from fewest_pours.running.interrupts import asked_to_stop
from fewest_pours.running.limits import Limits
from fewest_pours.running.read_within import read_within
from fewest_pours.running.solver_contract import LimitReached, Outcome, Watch

TOO_RARE = 1  # exit code
NUMBERED = re.compile(r"-(\d{1,9})$")  # watersort-012


def range_of(text: str) -> Range:
    """The least and the greatest value wished for.

    >>> range_of('38..42')
    (38.0, 42.0)
    """
    low, dots, high = text.partition("..")
    return float(low), float(high if dots else low)


between = typed(range_of, lambda found: found[0] <= found[1], "A..B with A at most B, or one number")


def parser(designs: Mapping[str, Design], program: str) -> argparse.ArgumentParser:
    arguments = argparse.ArgumentParser(prog=f"{program} design", description="Levels to order.")
    puzzles = arguments.add_subparsers(dest="puzzle", required=True)
    for name, design in designs.items():
        level_arguments = puzzles.add_parser(name, help=f"{name} levels")
        # Those of the options below that this puzzle lacks
        level_arguments.set_defaults(rate=False, unsolvable=False, hardest=None, curve=None, hidden=None)
        add = level_arguments.add_argument
        add_options(level_arguments, design.options)
        for measure, text in {**design.measures, **design.ratings}.items():
            add(f"--{measure}", metavar="A..B", type=between, help=f"wanted: {text}")
        if design.ratings:
            add("--rate", action="store_true", help="write a difficulty rating into each file")
        if design.unsolvable is not None:
            text = "levels that are proven to have no plan; from random ones that have one it climbs to others"
            add("--unsolvable", action="store_true", help=text)
        if design.climb is not None:
            add("--hardest", metavar="SECONDS", type=positive, help="climb to a hard level for so long, for each level")
        if design.rises:
            text = f"a measure ({next(iter(design.measures))}) rises from A to B, by the number of {design.rises}"
            add("--curve", metavar=("MEASURE", "A..B"), nargs="+", help=text)
        if design.hide is not None:
            add("--hidden", metavar="N", type=count, help="hide N units from players, the lowest first")
        add("--count", metavar="N", type=natural, default=1, help="number of levels (1)")
        add("--seed", metavar="N", type=natural, default=0, help="the same seed gives the same levels (0)")
        add("--tries", metavar="N", type=natural, default=10_000, help="instances to try at most (10000)")
        add("--time-limit", metavar="SECONDS", type=positive, default=300, help="give up after this time (300)")
        text = "give up at this resident memory (no limit)"
        add("--memory-limit", metavar="MIB", type=positive, default=inf, help=text)
        text = "write the files here, numbered after those already there"
        add("--out", metavar="FOLDER", type=folder, help=text)
        text = "write a pack: levels with answers, measures and seeds; an old one grows"
        add("--json", metavar="FILE", type=output, help=text)
        text = "repeat no level of this file, pack or folder"
        add("--not-in", metavar="PATH", type=Path, action="append", default=[], help=text)
    return arguments


def design(argv: list[str], designs: Mapping[str, Design], program: str = "fewest-pours") -> int:
    """Find levels that meet the wishes and write them. Returns the exit code; raises BadInput and OSError."""
    arguments = parser(designs, program)
    options = arguments.parse_args(argv)
    try:
        return fill_order(order_of(options, designs[options.puzzle]), options)
    except ValueError as error:
        arguments.error(str(error))


def order_of(options: argparse.Namespace, design: Design) -> Order:
    """The order that the options describe. Raises ValueError if they conflict or are proven impossible."""
    values = vars(options)
    wishes = {name: values[name] for name in (*design.measures, *design.ratings) if values[name] is not None}
    if options.out is None and options.json is None and options.count > 1:
        raise ValueError("--count above 1 needs --out FOLDER or --json FILE")
    reason = design.impossible(values, wishes) if design.impossible else None
    if reason is not None:
        raise ValueError(reason)
    if options.unsolvable and design.unsolvable is not None:
        if options.rate or options.curve or wishes:
            raise ValueError("--unsolvable levels have no plan to measure or rate")
        design = replace(design, measure=design.unsolvable)
    if options.hardest and (options.unsolvable or options.curve or wishes or values.get("covered")):
        raise ValueError("--hardest takes sizes, --rate and --hidden, and no wishes")
    curve = curve_of(options, design)
    measures = [*wishes, curve.measure] if curve else list(wishes)
    needs_ratings = any(name in design.ratings for name in measures)
    return Order(
        design=design,
        options={name: values[name] for name in design.options},
        wishes=wishes,
        count=options.count,
        seed=options.seed,
        tries=options.tries,
        rate=options.rate or needs_ratings,
        curve=curve,
        climb=options.hardest or 0,
    )


def curve_of(options: argparse.Namespace, design: Design) -> Curve[tuple[int, Measured]] | None:
    """The curve that the options describe. Raises ValueError."""
    if options.curve is None:
        return None
    measures = [*design.measures, *design.ratings]
    *named, span = options.curve
    measure = named[0] if named else measures[0]
    if measure in measures and len(named) < 2:
        with suppress(argparse.ArgumentTypeError):
            return Curve(measure, between(span), options.count)
    raise ValueError(f"--curve {' '.join(options.curve)}: expected one of {', '.join(measures)}, and A..B")


def fill_order(order: Order, options: argparse.Namespace) -> int:
    """Find the levels and write them. Returns the exit code; raises ValueError, BadInput, NotRead and OSError."""
    puzzle = PUZZLES[options.puzzle]
    design = order.design
    watch = Watch(options.time_limit, options.memory_limit, asked_to_stop())
    in_folder = sorted(options.out.rglob("*.yaml")) if options.out else []
    last_file = max(map(number_in_name, in_folder), default=0)
    last_in_pack, others = levels_there(puzzle, options.json, options.not_in, watch)
    order.seen |= keys_of_levels(puzzle, design, [*in_folder, *others], watch)
    levels: list[Data] = []
    sentences: list[str | None] = []
    ended_by = None
    try:
        for seed, level in with_progress(order, watch):
            instance = level.instance
            if design.hide is not None and options.hidden:
                instance = design.hide(instance, options.hidden, seed)
            levels.append(entry_of(puzzle, puzzle.document(instance), level, seed))
            sentences.append(design.guaranteed(level.instance))
            number = len(levels)
            show_level(puzzle, levels[-1], last_file + number, last_in_pack + number, options)
    except LimitReached as limit:
        ended_by = limit.outcome
    if options.json is not None:
        add_to_pack(puzzle, options.json, levels)
    note_guarantees(sentences)
    if len(levels) == order.count:
        return TOO_RARE if order.curve and order.curve.narrowed else 0
    print(why_not_all(order, len(levels), ended_by), file=sys.stderr)
    return TOO_RARE if ended_by is None else ended_by.exit_code


def why_not_all(order: Order, number: int, ended_by: Outcome | None) -> str:
    """Why only this number of levels was found: by a limit, or because they are too rare."""
    found = f"{number} of {order.count} levels found among {order.tried:,} instances{values_in_words(order)}"
    if ended_by is not None:
        return f"{ended_by.words}: {found}"
    return order.out_of_reach() or f"too rare: {found}"


def entry_of(puzzle: Puzzle, document: Data, level: Measured, seed: int) -> Data:
    """The entry of a level in a pack. document: the level as players get it."""
    answer = None if level.answer is None else puzzle.answer(level.answer)
    key = "plan" if puzzle.steps else "solutions"
    return {"level": document, key: answer, "measures": level.measures, "seed": seed}


def show_level(puzzle: Puzzle, entry: Data, number: int, number_in_pack: int, options: argparse.Namespace) -> None:
    """Write a level into a file of the folder, if there is one, and print its measures; else print the level.

    number: of the file. A level of a pack, which is written at the end, is named on standard error. Raises OSError.
    """
    text = write_yaml(entry["level"])
    if options.out is not None:
        file = f"{puzzle.name}-{number:03}.yaml"
        write_new(options.out / file, text)
        print(line(file, entry["measures"]), flush=True)
    elif options.json is not None:
        print(line(f"{options.json}#{number_in_pack}", entry["measures"]), file=sys.stderr, flush=True)
    else:
        print(text, end="")


def keys_of_levels(puzzle: Puzzle, design: Design, files: Iterable[str | Path], watch: Watch) -> set[Hashable]:
    """What is `alike` for the levels of this puzzle in these files. Raises BadInput and NotRead."""
    keys = set()
    for file in files:
        with read_within(watch, file):
            kind, instance = load(file)
            if kind is puzzle:
                keys.add(design.alike(instance))
    return keys


def number_in_name(file: Path) -> int:
    """watersort-012.yaml -> 12; 0 for a name without a number."""
    name = NUMBERED.search(file.stem)
    return int(name[1]) if name else 0


def values_in_words(order: Order) -> str:
    """'; seen: pours 31 to 44': the values of what was wished for; '' without any."""
    wanted = {name: values for name, values in order.values.items() if name in order.wishes and values}
    seen = [f"{name} {value_in_words(min(values))} to {value_in_words(max(values))}" for name, values in wanted.items()]
    return f"; seen: {', '.join(seen)}" if seen else ""


def note_guarantees(sentences: Iterable[str | None]) -> None:
    """Print each of these sentences once: that all levels of a size have a plan."""
    for sentence in dict.fromkeys(filter(None, sentences)):
        print(f"note: {sentence}: no level of this size needs a check", file=sys.stderr)


def with_progress(order: Order, watch: Watch) -> Iterator[tuple[int, Measured]]:
    """The levels of the order; a terminal shows meanwhile what is done. Raises as Order.levels does."""
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), TimeElapsedColumn()
    with Progress(
        *columns, console=console, transient=True, auto_refresh=False, disable=not console.is_terminal,
        redirect_stdout=sys.stdout.isatty(),
    ) as bar:  # fmt: skip
        task = bar.add_task("first instance")
        found = 0

        def show(text: str) -> None:
            bar.update(task, description=f"{found} of {order.count} levels found; {text}", refresh=True)

        order.show = show
        watch.send_progress_to(lambda lower, upper, what, plan: show(f"instance {order.tried:,}: {what}"))
        bar.refresh()
        for each in order.levels(watch):
            found += 1
            yield each


def add_to_pack(puzzle: Puzzle, path: str, levels: Sequence[Data]) -> None:
    """Add levels to the pack as it is now: others may have added some since this command began. Raises BadInput."""
    with locked(path):
        pack = read_pack(puzzle, path)
        there = pack.pop("levels", [])
        known = [entry.get("level") for entry in there if isinstance(entry, dict)]
        new = [level for level in levels if level["level"] not in known]
        pack.pop("puzzle", None)
        write_text(Path(path), write_pack(puzzle.name, [*there, *new], pack))


def levels_there(puzzle: Puzzle, pack: str | None, others: Sequence[Path], limits: Limits) -> tuple[int, list[str]]:
    """How many levels the pack has already, and the files of these and of other levels. Raises BadInput, NotRead."""
    paths = list(map(str, others))
    number = 0
    if pack is not None:
        with read_within(limits, pack):
            number = len(read_pack(puzzle, pack).get("levels", ()))
        if number:
            paths.append(pack)
    if not paths:
        return 0, []
    with read_within(limits, paths[0], "while its levels were listed"):
        return number, puzzle_files(paths)


def read_pack(puzzle: Puzzle, path: str | None) -> Data:
    """The pack that is there already; {} if there is none. Raises BadInput for any other file."""
    if path is None or not os.path.isfile(path):
        return {}
    text = read_text(path).strip()
    if not text:
        return {}
    with suppress(ValueError, RecursionError):
        match json.loads(text):
            case {"puzzle": puzzle.name, "levels": [*_]} as pack:
                return dict(pack)
    raise BadInput(path, f"no pack of {puzzle.name} to continue, expected one or a new name")


def line(file: str, measures: Measures) -> str:
    """'watersort-012.yaml   pours 39   excess 1'"""
    return "   ".join([file, *(f"{name} {value_in_words(value)}" for name, value in measures.items())])
