"""python -m search_baseline rate FILE...: how hard levels of your own are."""

import argparse
import sys
from typing import Any

from instances.puzzles import load
from instances.reading.yaml_files import BadInput, puzzle_files
from instances.solving.command_line.arguments import natural, positive
from instances.solving.interrupts import asked_to_stop
from instances.solving.limits import LimitReached, Watch
from instances.solving.outcome import Outcome
from instances.text import printable
from search_baseline.design import Design, Measured, Measures
from search_baseline.design.levels_shown import data_of, json_text, show
from search_baseline.designs import DESIGNS


def main(argv: list[str], program: str = "python -m search_baseline") -> int:
    arguments = argparse.ArgumentParser(prog=f"{program} rate", description="How hard levels are.")
    arguments.add_argument("files", metavar="FILE", nargs="+", help="puzzle files, and folders of them")
    arguments.add_argument("--seed", metavar="N", type=natural, default=0, help="of the random games (0)")
    arguments.add_argument("--time-limit", metavar="SECONDS", type=positive, default=300, help="for each file (300)")
    arguments.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = arguments.parse_args(argv)
    stop, worst = asked_to_stop(), 0
    rows: list[tuple[str, Measures]] = []
    levels: list[dict[str, Any]] = []
    try:
        for file in [str(file) for path in options.files for file in puzzle_files(path)]:
            puzzle, instance = load(file)
            try:
                level = rated(DESIGNS[puzzle.name], instance, options.seed, Watch(options.time_limit, interrupted=stop))
            except LimitReached as limit:
                print(f"{printable(file)}: {limit} before it was rated", file=sys.stderr)
                worst = max(worst, limit.outcome.exit_code)
                continue
            if level is None:
                print(f"{printable(file)}: no level: it has no plan, or not exactly one solution", file=sys.stderr)
                worst = max(worst, Outcome.UNSOLVABLE.exit_code)
            else:
                rows.append((printable(file), level.measures))
                levels.append(data_of(puzzle, puzzle.document(level.instance), level, options.seed))
    except BadInput as wrong:
        print(wrong, file=sys.stderr)
        return Outcome.BAD_INPUT.exit_code
    if options.json:
        print(json_text({"levels": levels}), end="")
    else:
        show(rows)
    return worst


def rated(design: Design, instance: Any, seed: int, watch: Watch) -> Measured | None:
    """The measures and the rating; None for what is no level. Raises LimitReached."""
    with watch.enforced():
        level = design.measure(instance, watch)
        return level if level is None or design.rate is None else design.rate(level, {}, seed, watch)
