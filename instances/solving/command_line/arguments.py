"""The arguments that both solvers take."""

import argparse
import os
from collections.abc import Callable
from math import inf
from typing import TypeVar

from instances.reading.writing import output
from instances.solving.solvers import Sides

WORKERS = min(8, os.cpu_count() or 1)  # more of them want more memory than they gain
SOLVES_AT_ONCE = range(1, 65)
Number = TypeVar("Number", int, float)


def in_bytes(mebibytes: float | None) -> int | None:
    """A limit of memory; None is none."""
    return None if mebibytes is None else int(mebibytes * (1 << 20))


def positive(text: str) -> float:
    return number(text, float, lambda found: 0 < found < inf, "a number above 0")


def not_negative(text: str) -> float:
    return number(text, float, lambda found: 0 <= found < inf, "0 or a number above it")


def natural(text: str) -> int:
    return number(text, int, lambda found: found >= 0, "a whole number, 0 or above")


def count(text: str) -> int:
    return number(text, int, lambda found: found >= 1, "a whole number, 1 or above")


def workers(text: str) -> int:
    expected = f"a whole number from {SOLVES_AT_ONCE.start} to {SOLVES_AT_ONCE.stop - 1}"
    return number(text, int, lambda found: found in SOLVES_AT_ONCE, expected)


def number(text: str, kind: type[Number], fits: Callable[[Number], bool], expected: str) -> Number:
    """The number that was typed; raises ArgumentTypeError, which says what was expected."""
    try:
        if fits(found := kind(text)):
            return found
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text!r}, expected {expected}")


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
    add("--workers", metavar="N", type=workers, default=WORKERS,
        help=f"solves at once, where there are several ({WORKERS})")  # fmt: skip
    add("--seed", metavar="N", type=natural, default=0, help="random seed of the solver (0)")
    add("--json", action="store_true", help="one JSON object a file on stdout, and nothing else")
    add("--stream", action="store_true", help="as --json, and before it an object for each improved bound")
    add("--plan", metavar="FILE", type=output, help="write the plan as text, a step a line (one puzzle file only)")
    text = "write a certificate of the answer; .gz compresses, .lrat is a proof by clauses (one puzzle file only)"
    add("--certificate", metavar="FILE", type=output, help=text)
    text = "write a page to watch the plan and to play, HTML (one puzzle file only)"
    add("--page", metavar="FILE", type=output, help=text)
    add("--moves", metavar="MOVES", help="water sort: play these first, '4-5 3-1' or a file of them, then solve")
    add("--hint", action="store_true", help="water sort: the next pour only, and how many are left")
    add("--review", action="store_true", help="water sort: what each of the --moves cost")
    add("--explain", action="store_true", help="water sort: why there is no plan, in sentences (cpmodel)")
    add("--quiet", action="store_true", help="print only what the answer is")
    add("--log", action="store_true", help="the solver's own log on stderr")
    return arguments
