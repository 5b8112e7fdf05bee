"""The arguments that both solvers take."""

import argparse
import os

from instances.harness.side import Sides

WORKERS = min(8, os.cpu_count() or 1)  # more of them want more memory than they gain


def positive(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not above 0")
    return number


def not_negative(text: str) -> float:
    number = float(text)
    if not 0 <= number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is below 0")
    return number


def natural(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text} is below 0")
    return number


class Help(argparse.HelpFormatter):
    """Of a fixed width: to ask for the terminal's loads libraries, even where no help is printed."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=100)


def parser(
    prog: str, description: str, side: Sides, more: argparse.ArgumentParser | None = None
) -> argparse.ArgumentParser:
    """more: arguments of one command only."""
    parents = [] if more is None else [more]
    arguments = argparse.ArgumentParser(prog=prog, description=description, parents=parents)
    add = arguments.add_argument
    add("files", metavar="FILE", nargs="+", help="puzzle files (YAML), and folders of them; - is standard input")
    if side.flag is not None:
        add(side.flag, dest="word", choices=side.words(), help="default: the puzzle's best")
    else:
        arguments.set_defaults(word=None)
    add("--time-limit", metavar="SECONDS", type=positive, help="wall time for each file")
    add("--memory-limit", metavar="MIB", type=positive, help="resident memory of all processes together")
    add("--horizon", metavar="N", type=natural, help="look for plans of at most N steps only")
    add("--any", action="store_true", dest="any_plan", help="the first plan is enough, it need not be shortest")
    add("--workers", metavar="N", type=int, default=WORKERS, choices=range(1, 65), help=f"solves at once ({WORKERS})")
    add("--seed", metavar="N", type=natural, default=0, help="random seed of the solver (0)")
    add("--json", action="store_true", help="one JSON object a file on stdout, and nothing else")
    add("--stream", action="store_true", help="as --json, and before it an object for each improved bound")
    add("--plan", metavar="FILE", help="write the plan as text, a step a line (one puzzle file only)")
    add(
        "--certificate", metavar="FILE", help="write a certificate of the answer; .gz compresses (one puzzle file only)"
    )
    add("--page", metavar="FILE", help="write a page to watch the plan and to play, HTML (one puzzle file only)")
    add("--moves", metavar="MOVES", help="water sort: play these first, '4-5 3-1' or a file of them, then solve")
    add("--hint", action="store_true", help="water sort: the next pour only, and how many are left")
    add("--review", action="store_true", help="water sort: what each of the --moves cost")
    add("--explain", action="store_true", help="water sort: why there is no plan, in sentences (cpmodel)")
    add("--quiet", action="store_true", help="print only what the answer is")
    add("--log", action="store_true", help="the solver's own log on stderr")
    return arguments
