"""python -m search_baseline design PUZZLE: levels to order, as files or in one JSON file."""

import argparse
import random
import re
import sys
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from instances.puzzle import Puzzle
from instances.puzzles import PUZZLES, load
from instances.reading.writing import output, write_file, write_new
from instances.reading.yaml_files import BadInput, puzzle_files, write_yaml
from instances.solving.command_line.arguments import count, natural, positive
from instances.solving.interrupts import asked_to_stop
from instances.solving.limits import LimitReached, Watch
from instances.solving.outcome import Outcome
from instances.text import printable, why
from search_baseline.design import Design, Measured, Measures, Range, Wishes
from search_baseline.design.levels_shown import data_of, json_text, progress, show
from search_baseline.designs import DESIGNS

PROGRAM = "python -m search_baseline"
TOO_RARE = 1  # exit code


@dataclass
class Tally:
    """tried: instances looked at so far; found: those as wished; seen: the range of each measure."""

    tried: int = 0
    found: int = 0
    seen: dict[str, Range] = field(default_factory=dict)

    def see(self, measures: Measures) -> None:
        for name, value in measures.items():
            low, high = self.seen.get(name, (value, value))
            self.seen[name] = min(low, value), max(high, value)

    def ranges(self, wishes: Wishes) -> str:
        """'; seen: pours 27 to 34'"""
        seen = [f"{name} {low:g} to {high:g}" for name, (low, high) in self.seen.items() if name in wishes]
        return f"; seen: {', '.join(seen)}" if seen else ""


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
    design, puzzle = DESIGNS[options.puzzle], PUZZLES[options.puzzle]
    wishes = wishes_of(options)
    if options.out is None and options.json is None and options.count > 1:
        arguments.error("--count takes --out FOLDER or --json FILE, one level at most is printed")
    if vars(options).get("unsolvable") and (options.rate or options.curve or wishes):
        arguments.error("--unsolvable levels have no plan to be measured or rated")
    if design.impossible and (reason := design.impossible(vars(options), wishes)):
        arguments.error(reason)
    tally, watch = Tally(), Watch(options.time_limit, interrupted=asked_to_stop())
    levels: list[tuple[Path | None, dict[str, Any], Measured]] = []
    outcome: Outcome | None = None
    try:
        folders = [*options.not_in, *([options.out] if options.out and options.out.is_dir() else [])]
        seen = {design.alike(load(file)[1]) for folder in folders for file in files_in(folder, options.puzzle)}
        first = 1 + max(map(number_of, options.out.glob("*.yaml")), default=0) if options.out else 1
        found = found_levels(design, options, wishes, watch, tally, seen)
        for number, (seed, level) in enumerate(progress(found, options.count, tally), first):
            document = puzzle.document(level.instance)
            if vars(options).get("hidden") and design.hide is not None:
                document = design.hide(document, options.hidden, seed)
            path = None if options.out is None else options.out / f"{options.puzzle}-{number:03}.yaml"
            if path is not None:
                write_new(path, write_yaml(document))
            levels.append((path, data_of(puzzle, document, level, seed), level))
    except LimitReached as limit:
        outcome = limit.outcome
    except ValueError as error:
        arguments.error(str(error))
    except BadInput as wrong:
        print(wrong, file=sys.stderr)
        return Outcome.BAD_INPUT.exit_code
    except OSError as error:
        return not_written(str(error.filename), error)
    try:
        if options.json is not None:
            write_file(options.json, [json_text(options.puzzle, options.seed, [data for _, data, _ in levels])])
    except OSError as error:
        return not_written(options.json, error)
    if options.out is not None and levels:
        show([(path.name, level.measures) for path, _, level in levels if path is not None])
    elif options.json is None:
        for _, data, _ in levels:
            print(write_yaml(data["level"]), end="")
    if len(levels) == options.count:
        return 0
    share = f"{len(levels)} of {options.count} levels found among {tally.tried:,} instances{tally.ranges(wishes)}"
    print(f"{'too rare' if outcome is None else outcome.words}: {share}", file=sys.stderr)
    return TOO_RARE if outcome is None else outcome.exit_code


def not_written(path: str, error: OSError) -> int:
    print(f"{printable(path)}: {why(error)}, expected a place to write", file=sys.stderr)
    return 2


def files_in(folder: Path, puzzle: str) -> list[Path]:
    """The folder's puzzle files, none for a folder that has none yet; those of other puzzles are left out."""
    files = puzzle_files(folder) if any(folder.rglob("*.yaml")) or not folder.is_dir() else []
    return [file for file in files if load(file)[0].name == puzzle]


def number_of(file: Path) -> int:
    """number_of(Path('watersort-012.yaml')) == 12"""
    found = re.search(r"-(\d{1,9})$", file.stem)
    return int(found[1]) if found else 0


def found_levels(
    design: Design, options: argparse.Namespace, wishes: Wishes, watch: Watch, tally: Tally, seen: set[Hashable]
) -> Iterator[tuple[int, Measured]]:
    """Levels as wished and their seeds, none like those seen, until enough are found or too many instances tried.

    Raises LimitReached, ValueError.
    """
    stream = random.Random(options.seed)
    ratings = design.ratings or {}
    rated = vars(options).get("rate") or not wishes.keys().isdisjoint(ratings)
    measure = design.unsolvable if vars(options).get("unsolvable") and design.unsolvable else design.measure
    chosen = {name: getattr(options, name) for name in design.options}
    curve = vars(options).get("curve")
    while tally.found < options.count and tally.tried < options.tries:
        watch.check()
        tally.tried += 1
        seed = int(stream.random() * 2**32)
        with watch.enforced():
            level = measure(design.generate(**chosen, seed=seed), watch)
        if level is None:
            continue
        tally.see(level.measures)
        if curve is not None and design.rises is not None:
            rising, option = design.rises
            aim = round(curve[0] + (curve[1] - curve[0]) * tally.found / max(1, options.count - 1))
            if (value := level.measures[rising]) != aim:  # larger or smaller ones next
                chosen[option] = max(2, chosen[option] + (1 if value < aim else -1))
                continue
        if not fits(level.measures, wishes):
            continue
        if rated and design.rate is not None:
            with watch.enforced():
                level = design.rate(level, wishes, seed, watch)
            tally.see(level.measures)
            if not fits(level.measures, wishes):
                continue
        if (key := design.alike(level.instance)) not in seen:
            seen.add(key)
            tally.found += 1
            yield seed, level


def wishes_of(options: argparse.Namespace) -> Wishes:
    return {name: wish for name, wish in vars(options).items() if isinstance(wish, tuple) and name != "curve"}


def fits(measures: Measures, wishes: Mapping[str, Range]) -> bool:
    """Whether no wish for one of these measures is missed."""
    return all(low <= measures[name] <= high for name, (low, high) in wishes.items() if name in measures)


def rate_main(argv: list[str], program: str = PROGRAM) -> int:
    """`python -m search_baseline rate FILE...`: how hard levels of one's own are."""
    arguments = argparse.ArgumentParser(prog=f"{program} rate", description="How hard levels are.")
    arguments.add_argument("files", metavar="FILE", nargs="+", help="puzzle files, and folders of them")
    arguments.add_argument("--seed", metavar="N", type=natural, default=0, help="of the random games (0)")
    arguments.add_argument("--time-limit", metavar="SECONDS", type=positive, default=300, help="for each file (300)")
    arguments.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = arguments.parse_args(argv)
    stop, worst = asked_to_stop(), 0
    rows: list[tuple[str, Puzzle, Measured]] = []
    try:
        for file in [str(file) for path in options.files for file in puzzle_files(path)]:
            puzzle, instance = load(file)
            design, watch = DESIGNS[puzzle.name], Watch(options.time_limit, interrupted=stop)
            try:
                with watch.enforced():
                    level = design.measure(instance, watch)
                    if level is not None and design.rate is not None:
                        level = design.rate(level, {}, options.seed, watch)
            except LimitReached as limit:
                print(f"{printable(file)}: {limit} before it was rated", file=sys.stderr)
                worst = max(worst, limit.outcome.exit_code)
                continue
            if level is None:
                print(f"{printable(file)}: no level: it has no plan, or not exactly one solution", file=sys.stderr)
                worst = max(worst, Outcome.UNSOLVABLE.exit_code)
            else:
                rows.append((file, puzzle, level))
    except BadInput as wrong:
        print(wrong, file=sys.stderr)
        return Outcome.BAD_INPUT.exit_code
    if options.json:
        data = [data_of(puzzle, puzzle.document(level.instance), level, options.seed) for _, puzzle, level in rows]
        print(json_text("", options.seed, data).decode(), end="")
    else:
        show([(printable(file), level.measures) for file, _, level in rows])
    return worst
