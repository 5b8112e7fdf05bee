"""The command line of every solving program, as typed values."""

import argparse
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, TypeVar

from instances.puzzle import Extra, Puzzle
from instances.reading.writing import output
from instances.reading.yaml_files import BadInput
from instances.solving.limits import SEEDS, SOLVES_AT_ONCE, Settings
from instances.solving.request import CONFIRM, Request
from instances.solving.solvers import Side, Solver

WORKERS = min(8, os.cpu_count() or 1)  # more of them want more memory than they gain
EXTRA_BEAKERS = range(1, 1001)
Number = TypeVar("Number", int, float)


def positive(text: str) -> float:
    return number(text, float, lambda found: 0 < found < inf, "a number above 0")


def not_negative(text: str) -> float:
    return number(text, float, lambda found: 0 <= found < inf, "0 or a number above it")


def natural(text: str) -> int:
    return number(text, int, lambda found: found >= 0, "a whole number, 0 or above")


def count(text: str) -> int:
    return number(text, int, lambda found: found >= 1, "a whole number, 1 or above")


def within(allowed: range) -> Callable[[str], int]:
    """What reads a whole number of a range."""
    expected = f"a whole number from {allowed.start} to {allowed.stop - 1}"
    return lambda text: number(text, int, lambda found: found in allowed, expected)


def number(text: str, kind: type[Number], fits: Callable[[Number], bool], expected: str) -> Number:
    """The number that was typed; raises ArgumentTypeError with what was expected."""
    try:
        if fits(found := kind(text)):
            return found
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text!r}, expected {expected}")


@dataclass(frozen=True)
class Output:
    """How an answer is printed, and the files that are written beside it."""

    json: bool
    stream: bool
    quiet: bool
    plan: str | None
    certificate: str | None
    page: str | None


@dataclass(frozen=True)
class Command:
    """What was typed.

    word: of the option that selects a solver; extra: empty beakers to add; wishes: fields of a Request that no file
    decides.
    """

    sides: Sequence[Side]
    paths: Sequence[str]
    word: str | None
    moves: str | None
    extra: int
    wishes: dict[str, Any]
    output: Output

    def solvers(self, puzzle: str, file: str) -> tuple[Solver, ...]:
        """The solver of that word, or each side's default; raises BadInput if the puzzle has none."""
        if self.word is None:
            return tuple(side.solver(puzzle) for side in self.sides)
        fit = [solver for side in self.sides for solver in side.solvers[puzzle] if solver.word == self.word]
        if not fit:
            have = " or ".join(solver.word for side in self.sides for solver in side.solvers[puzzle])
            raise BadInput(file, f"{puzzle} has no {self.sides[0].option} {self.word}, expected {have}")
        return (fit[0],)

    def request(self, puzzle: Puzzle, instance: Any, file: str, moves: tuple[Any, ...] | None) -> Request:
        """The request for one file. Raises BadInput as solvers()."""
        return Request(puzzle, instance, self.solvers(puzzle.name, file), moves=moves, file=file, **self.wishes)

    def misuse(self, files: Sequence[str]) -> str | None:
        """What is wrong with these options for so many files; None if nothing."""
        output = self.output
        if len(files) > 1 and (output.plan or output.certificate or output.page or self.moves is not None):
            return "--plan, --certificate, --page and --moves take one puzzle file"
        if (self.moves is not None or self.extra) and output.certificate:
            return "--certificate is about the file as it is, without --moves and --extra"
        return "--review needs --moves" if self.moves is None and Extra.REVIEW in self.wishes["extras"] else None


def parser(
    prog: str, description: str, sides: Sequence[Side], more: argparse.ArgumentParser | None = None
) -> argparse.ArgumentParser:
    """One side has an option for its solvers, two confirm each other. more: arguments of one command only."""
    parents = [] if more is None else [more]
    arguments = argparse.ArgumentParser(prog=prog, description=description, parents=parents)
    add = arguments.add_argument
    add("files", metavar="FILE", nargs="+", help="puzzle files (YAML), and folders of them; - is standard input")
    arguments.set_defaults(word=None, confirm=CONFIRM)
    if len(sides) == 1:
        add(sides[0].option, dest="word", choices=sides[0].words(), help="default: the puzzle's best")
    else:
        text = f"how long the other side may take to confirm a proven answer ({CONFIRM:g})"
        add("--confirm", metavar="SECONDS", type=not_negative, default=CONFIRM, help=text)
    add("--time-limit", metavar="SECONDS", type=positive, help="wall time for each file")
    add("--memory-limit", metavar="MIB", type=positive, help="resident memory of all processes together")
    add("--horizon", metavar="N", type=natural, help="look for plans of at most N steps only")
    add("--any", action="store_true", dest="any_plan", help="the first plan is enough, it need not be shortest")
    add("--workers", metavar="N", type=within(SOLVES_AT_ONCE), default=WORKERS,
        help=f"solves at once, where there are several ({WORKERS})")  # fmt: skip
    add("--seed", metavar="N", type=within(SEEDS), default=0, help="random seed of the solver (0)")
    add("--json", action="store_true", help="one JSON object a file on stdout, and nothing else")
    add("--stream", action="store_true", help="as --json, and before it an object for each improved bound")
    add("--plan", metavar="FILE", type=output, help="write the plan as text, a step a line (one puzzle file only)")
    text = "write a certificate of the answer; .gz compresses, .lrat is a proof by clauses (one puzzle file only)"
    add("--certificate", metavar="FILE", type=output, help=text)
    text = "write a page to watch the plan and to play, HTML (one puzzle file only)"
    add("--page", metavar="FILE", type=output, help=text)
    add("--moves", metavar="MOVES", help="water sort: play these first, '4-5 3-1' or a file of them, then solve")
    text = "water sort: the next pour only, or the next N, and how many are left"
    add("--hint", metavar="N", nargs="?", type=count, const=1, default=0, help=text)
    add("--extra", metavar="N", type=within(EXTRA_BEAKERS), default=0, help="water sort: with N more empty beakers")
    add("--review", action="store_true", help="water sort: what each of the --moves cost")
    add("--explain", action="store_true", help="water sort: why there is no plan, in sentences (cpmodel)")
    add("--quiet", action="store_true", help="print only what the answer is")
    add("--log", action="store_true", help="the solver's own log on stderr")
    return arguments


def typed(options: argparse.Namespace, sides: Sequence[Side]) -> Command:
    """The options, typed."""
    wanted_extras = {Extra.HINT: options.hint > 0, Extra.REVIEW: options.review, Extra.EXPLANATION: options.explain}
    wanted_extras[Extra.RESCUE] = options.moves is not None or not (options.json or options.stream or options.quiet)
    settings = Settings(
        options.horizon, options.any_plan, options.workers, options.seed, options.log,
    )  # fmt: skip
    wishes = {
        "settings": settings, "seconds": options.time_limit, "mebibytes": options.memory_limit,
        "confirm": options.confirm, "hints": options.hint,
        "extras": frozenset(extra for extra, wanted in wanted_extras.items() if wanted),
    }  # fmt: skip
    output = Output(
        options.json or options.stream, options.stream, options.quiet,
        options.plan, options.certificate, options.page,
    )  # fmt: skip
    return Command(sides, options.files, options.word, options.moves, options.extra, wishes, output)
