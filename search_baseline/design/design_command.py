"""python -m search_baseline design PUZZLE: levels to order, as files."""

import argparse
import random
import re
import sys
from collections.abc import Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from instances.puzzles import PUZZLES
from instances.reading.writing import write_new
from instances.reading.yaml_files import write_yaml
from instances.solving.command_line.arguments import natural, positive
from instances.solving.interrupts import asked_to_stop
from instances.solving.limits import LimitReached, Watch
from instances.solving.outcome import Outcome
from instances.text import printable, why
from search_baseline.design import DESIGNS, Design, Measures

TOO_RARE = 1  # exit code
Range = tuple[float, float]


class Level(NamedTuple):
    """An instance as it was wished for, with its measures."""

    number: int
    instance: Any
    measures: Measures

    def file(self, folder: Path, puzzle: str) -> Path:
        return folder / f"{puzzle}-{self.number:03}.yaml"


class Tally:
    """tried: instances that were looked at so far; found: those that were as wished."""

    tried = found = 0


def between(text: str) -> Range:
    """between('38..42') == (38, 42); between('0.5') == (0.5, 0.5)"""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(?:\.\.(\d+(?:\.\d+)?))?", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is no range, expected A..B or one number")
    low, high = float(found[1]), float(found[2] or found[1])
    if low > high:
        raise argparse.ArgumentTypeError(f"{text!r} ends before it begins")
    return low, high


def parser() -> argparse.ArgumentParser:
    arguments = argparse.ArgumentParser(prog="python -m search_baseline design", description="Levels to order.")
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
            add(
                "--rate",
                action="store_true",
                help="write how hard a level is into its file (half a second a level)",
            )
        if design.unsolvable is not None:
            add("--unsolvable", action="store_true", help="levels without a plan, each proven")
        add("--count", metavar="N", type=natural, default=1, help="number of levels (1)")
        add("--seed", metavar="N", type=natural, default=0, help="the same seed gives the same levels (0)")
        add("--tries", metavar="N", type=natural, default=10_000, help="give up after so many instances (10000)")
        add("--time-limit", metavar="SECONDS", type=positive, default=300, help="give up after so long (300)")
        add("--out", metavar="FOLDER", type=Path, help="where the files go; without it one level is printed")
    return arguments


def main(argv: Sequence[str]) -> int:
    arguments = parser()
    options = arguments.parse_args(argv)
    design, puzzle = DESIGNS[options.puzzle], PUZZLES[options.puzzle]
    if options.out is None and options.count > 1:
        arguments.error("--count takes --out FOLDER, one level at most is printed")
    if vars(options).get("unsolvable") and (options.rate or wishes_of(options)):
        arguments.error("--unsolvable levels have no plan to be measured or rated")
    tally, watch = Tally(), Watch(options.time_limit, interrupted=asked_to_stop())
    levels: list[Level] = []
    outcome: Outcome | None = None
    try:
        for level in progress(found_levels(design, options, watch, tally), options.count, tally):
            if options.out is not None:
                write_new(level.file(options.out, options.puzzle), write_yaml(puzzle.document(level.instance)))
            levels.append(level)
    except LimitReached as limit:
        outcome = limit.outcome
    except ValueError as error:
        arguments.error(str(error))
    except OSError as error:
        where = printable(str(error.filename))
        print(f"{where}: {why(error)}, expected a new file in a folder", file=sys.stderr)
        return 2
    if options.out is None:
        for level in levels:
            print(write_yaml(puzzle.document(level.instance)), end="")
    elif levels:
        show(levels, options.out, options.puzzle)
    if len(levels) == options.count:
        return 0
    share = f"{len(levels)} of {options.count} levels found among {tally.tried:,} instances"
    reason = "impossible or too rare" if outcome is None else outcome.words
    print(f"{reason}: {share}", file=sys.stderr)
    return TOO_RARE if outcome is None else outcome.exit_code


def found_levels(design: Design, options: argparse.Namespace, watch: Watch, tally: Tally) -> Iterator[Level]:
    """Levels as wished, no two alike, until enough are found or too many tried. Raises LimitReached, ValueError."""
    stream = random.Random(options.seed)
    wishes = wishes_of(options)
    ratings = design.ratings or {}
    rated = vars(options).get("rate") or not wishes.keys().isdisjoint(ratings)
    measure = design.unsolvable if vars(options).get("unsolvable") and design.unsolvable else design.measure
    chosen = {name: getattr(options, name) for name in design.options}
    seen: set[Hashable] = set()
    while tally.found < options.count and tally.tried < options.tries:
        watch.check()
        tally.tried += 1
        seed = int(stream.random() * 2**32)
        with watch.enforced():
            measured = measure(design.generate(**chosen, seed=seed), watch)
        if measured is None or not fits(measured[1], wishes, design.measures):
            continue
        instance, measures = measured
        if rated and design.rate is not None:
            with watch.enforced():
                instance, more = design.rate(instance, seed, watch)
            measures |= more
            if not fits(more, wishes, ratings):
                continue
        if (key := design.alike(instance)) not in seen:
            seen.add(key)
            tally.found += 1
            yield Level(tally.found, instance, measures)


def wishes_of(options: argparse.Namespace) -> dict[str, Range]:
    return {name: wish for name, wish in vars(options).items() if isinstance(wish, tuple)}


def fits(measures: Measures, wishes: Mapping[str, Range], names: Mapping[str, str]) -> bool:
    """Whether each wish for one of these measures is met."""
    return all(low <= measures[name] <= high for name, (low, high) in wishes.items() if name in names)


def progress(levels: Iterator[Level], count: int, tally: Tally) -> Iterator[Level]:
    """The same levels, with a bar on the terminal."""
    if not sys.stderr.isatty():
        yield from levels
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task
    from rich.text import Text

    class Tried(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{tally.tried:,} instances tried")

    columns, console = (BarColumn(15), MofNCompleteColumn(), Tried()), Console(stderr=True)
    with Progress(*columns, transient=True, console=console, redirect_stdout=False) as bar:
        item = bar.add_task("", total=count)
        for level in levels:
            yield level
            bar.update(item, advance=1)


def show(levels: Sequence[Level], folder: Path, puzzle: str) -> None:
    """A table of what was found."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("file", *levels[0].measures):
        first = name == "file"
        table.add_column(name.replace("_", " "), justify="left" if first else "right", no_wrap=first, overflow="fold")
    for level in levels:
        table.add_row(Text(level.file(folder, puzzle).name), *(f"{value:g}" for value in level.measures.values()))
    Console().print(table)
