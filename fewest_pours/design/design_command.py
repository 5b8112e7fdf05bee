"""`fewest-pours design PUZZLE`: levels to order, as files or in a pack."""

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from math import inf
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn

from fewest_pours.design.curve import Curve, Range
from fewest_pours.design.design_record import Design, Measured, Measures
from fewest_pours.design.level_search import Order, value_in_words
from fewest_pours.design.written_levels import (
    add_to_pack,
    entry_of,
    keys_of_levels,
    levels_there,
    number_in_name,
    write_next,
)
from fewest_pours.files.option_types import add_options, count, natural, positive, typed
from fewest_pours.files.output_files import folder, output
from fewest_pours.files.wording import counted
from fewest_pours.files.yaml_files import Data, write_yaml
from fewest_pours.puzzles.loading import PUZZLES
from fewest_pours.running.interrupts import asked_to_stop
from fewest_pours.running.solver_contract import Instance, LimitReached, Watch

TOO_RARE = 1  # exit code


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
        hidden=options.hidden or 0,
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
    number_in_pack, others = levels_there(puzzle, options.json, options.not_in, watch)
    order.seen |= keys_of_levels(puzzle, design, [*in_folder, *others], watch)
    found: list[tuple[Instance, Data]] = []
    reason = ""
    code_if_too_few = TOO_RARE
    try:
        for seed, level in with_progress(order, watch):
            entry = entry_of(puzzle, level, seed)
            found.append((level.instance, entry))
            if options.out is not None:
                file = write_next(puzzle, options.out, last_file + len(found), write_yaml(entry["level"]))
                print(line(file, level.measures), flush=True)
            elif options.json is None:
                print(write_yaml(entry["level"]), end="")
    except LimitReached as limit:
        reason = limit.outcome.words
        code_if_too_few = limit.outcome.exit_code
    except ValueError as error:
        if not found:
            raise
        reason = str(error)  # some seeds make no instance, such as one with many covers
    left_out = 0
    if options.json is not None:
        entries = [(design.alike(instance), entry) for instance, entry in found]
        added = add_to_pack(puzzle, design, options.json, entries, number_in_pack)
        left_out = len(found) - len(added)
        if options.out is None:
            show_in_pack(options.json, added)
    note_guarantees(design.guaranteed(instance) for instance, _ in found)
    if left_out:
        print(f"{counted(left_out, 'levels')} left out, which another command added meanwhile", file=sys.stderr)
    if len(found) < order.count:
        print(why_not_all(order, len(found), reason), file=sys.stderr)
        return code_if_too_few
    has_narrowed = order.curve is not None and order.curve.narrowed
    return TOO_RARE if has_narrowed or left_out else 0


def show_in_pack(path: str, added: Mapping[int, Data]) -> None:
    """Name the levels of a pack on standard error, as the pack itself may go to standard output."""
    for number, entry in added.items():
        print(line(f"{path}#{number}", entry["measures"]), file=sys.stderr)


def why_not_all(order: Order, number: int, reason: str) -> str:
    """Why only this number of levels was found: for this reason, or '' if they are too rare or out of reach."""
    found = f"{number} of {order.count} levels found among {order.tried:,} instances{values_in_words(order)}"
    if reason:
        return f"{reason}: {found}"
    return order.out_of_reach() or f"too rare: {found}"


def values_in_words(order: Order) -> str:
    """'; seen: pours 31 to 44': the values of what was wished for, or rises; '' without any."""
    names = [*order.wishes, order.curve.measure] if order.curve else list(order.wishes)
    wanted = {name: values for name, values in order.values.items() if name in names and values}
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


def line(file: str, measures: Measures) -> str:
    """'watersort-012.yaml   pours 39   excess 1'"""
    return "   ".join([file, *(f"{name} {value_in_words(value)}" for name, value in measures.items())])
