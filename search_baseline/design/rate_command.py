"""python -m search_baseline rate FILE...: how hard levels of your own are."""

import argparse
import sys

from instances.puzzles import load
from instances.reading.yaml_files import puzzle_files
from instances.solving.command_line.arguments import natural, positive
from instances.solving.interrupts import asked_to_stop
from instances.solving.limits import LimitReached, Watch
from instances.solving.outcome import Outcome
from instances.text import printable
from search_baseline.design.found_levels import rated
from search_baseline.design.levels_shown import line
from search_baseline.designs import DESIGNS


def main(argv: list[str], program: str = "python -m search_baseline") -> int:
    arguments = argparse.ArgumentParser(prog=f"{program} rate", description="How hard levels are.")
    arguments.add_argument("files", metavar="FILE", nargs="+", help="puzzle files, and folders of them")
    arguments.add_argument("--seed", metavar="N", type=natural, default=0, help="of the random games (0)")
    arguments.add_argument("--time-limit", metavar="SECONDS", type=positive, default=300, help="for each file (300)")
    options = arguments.parse_args(argv)
    stop, worst = asked_to_stop(), 0
    for file in [str(file) for path in options.files for file in puzzle_files(path)]:
        puzzle, instance = load(file)
        design, watch = DESIGNS[puzzle.name], Watch(options.time_limit, interrupted=stop)
        wrong, code = "no level: it has no plan, or not exactly one solution", Outcome.UNSOLVABLE.exit_code
        try:
            with watch.enforced():
                level = design.measure(instance, watch)
                level = level and rated(design, level, options.seed, watch)
        except LimitReached as limit:
            level, wrong, code = None, f"{limit} before it was rated", limit.outcome.exit_code
        if level is None:
            print(f"{printable(file)}: {wrong}", file=sys.stderr)
            worst = max(worst, code)
        else:
            print(line(printable(file), level.measures), flush=True)
    return worst
