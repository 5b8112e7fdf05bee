"""The command line of every solving program, as typed values."""

import argparse
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from instances.puzzle import Extra, Options, Puzzle
from instances.reading.writing import output
from instances.reading.yaml_files import BadInput
from instances.solving.limits import SEEDS, SOLVES_AT_ONCE, Settings
from instances.solving.request import CONFIRM, Request
from instances.solving.solvers import Side, Solver

WORKERS = min(8, os.cpu_count() or 1)  # more of them want more memory than they gain
EXTRA_BEAKERS = range(1, 1001)


def number(kind: type, fits: Callable[[Any], bool], expected: str) -> Callable[[str], Any]:
    """What reads a number that fits, and otherwise raises ArgumentTypeError with what was expected."""

    def read(text: str) -> Any:
        try:
            if fits(found := kind(text)):
                return found
        except ValueError:
            pass
        raise argparse.ArgumentTypeError(f"{text!r}, expected {expected}")

    return read


def within(allowed: range) -> Callable[[str], int]:
    """What reads a whole number of a range."""
    return number(int, allowed.__contains__, f"a whole number from {allowed.start} to {allowed.stop - 1}")


positive = number(float, lambda found: 0 < found < inf, "a number above 0")
not_negative = number(float, lambda found: 0 <= found < inf, "0 or a number above it")
natural = number(int, lambda found: found >= 0, "a whole number, 0 or above")
count = number(int, lambda found: found >= 1, "a whole number, 1 or above")


def add_options(arguments: argparse.ArgumentParser, options: Options) -> None:
    """What random instances are made from, as options of a command."""
    for option, (kind, default, text) in options.items():
        if kind is bool:
            arguments.add_argument(f"--{option}", action="store_true", help=text)
        else:
            spelt = [f"--{option}", "--colours"] if option == "colors" else [f"--{option}"]
            help_text = f"{text} ({default})"
            arguments.add_argument(*spelt, metavar="N", dest=option, type=kind, default=default, help=help_text)


@dataclass
class Command:
    """What was typed; the options are described in parser(), their defaults stand here.

    word: of the option that selects a solver.
    """

    sides: Sequence[Side]
    files: Sequence[str] = ()
    word: str | None = None
    confirm: float = CONFIRM
    time_limit: float | None = None
    memory_limit: float | None = None
    horizon: int | None = None
    any_plan: bool = False
    workers: int = WORKERS
    seed: int = 0
    json: bool = False
    stream: bool = False
    plan: str | None = None
    certificate: str | None = None
    page: str | None = None
    moves: str | None = None
    hint: int = 0
    extra: int = 0
    review: bool = False
    explain: bool = False
    quiet: bool = False
    log: bool = False

    @property
    def extras(self) -> frozenset[Extra]:
        """What a person gets without asking for it included."""
        rescue = self.moves is not None or not (self.json or self.quiet)
        wanted = {
            Extra.HINT: self.hint,
            Extra.REVIEW: self.review,
            Extra.EXPLANATION: self.explain,
            Extra.RESCUE: rescue,
        }
        return frozenset(extra for extra in wanted if wanted[extra])

    def solvers(self, puzzle: str, file: str) -> tuple[Solver, ...]:
        """The solver of that word, or each side's default; raises BadInput if the puzzle has none."""
        if self.word is None:
            return tuple(side.solver(puzzle) for side in self.sides)
        have = {solver.word: solver for side in self.sides for solver in side.solvers[puzzle]}
        if self.word not in have:
            option = f"{self.sides[0].option} {self.word}"
            raise BadInput(file, f"{puzzle} has no {option}, expected {' or '.join(have)}")
        return (have[self.word],)

    def request(
        self, puzzle: Puzzle, instance: Any, file: str, notes: Sequence[str], moves: tuple[Any, ...] | None
    ) -> Request:
        """The request for one file. Raises BadInput as solvers()."""
        settings = Settings(self.horizon, self.any_plan, self.workers, self.seed, self.log)
        return Request(
            puzzle, instance, self.solvers(puzzle.name, file), settings, self.time_limit, self.memory_limit,
            self.confirm, moves, self.extras, self.hint, file, notes,
        )  # fmt: skip

    def misuse(self, files: Sequence[str]) -> str | None:
        """What is wrong with these options for so many files; None if nothing."""
        if len(files) > 1 and (self.plan or self.certificate or self.page or self.moves is not None):
            return "--plan, --certificate, --page and --moves take one puzzle file"
        if (self.moves is not None or self.extra) and self.certificate:
            return "--certificate is about the file as it is, without --moves and --extra"
        return "--review needs --moves" if self.moves is None and self.review else None


def parser(
    prog: str, description: str, sides: Sequence[Side], more: argparse.ArgumentParser | None = None
) -> argparse.ArgumentParser:
    """Fills in a Command. One side has an option for its solvers, two confirm each other.

    more: arguments of one program only.
    """
    arguments = argparse.ArgumentParser(prog=prog, description=description, parents=[] if more is None else [more])
    add = arguments.add_argument
    add("files", metavar="FILE", nargs="+", help="puzzle files (YAML), and folders of them; - is standard input")
    if len(sides) == 1:
        add(sides[0].option, dest="word", choices=sides[0].words(), help="default: the puzzle's best")
    else:
        text = f"how long the other side may take to confirm a proven answer ({CONFIRM:g})"
        add("--confirm", metavar="SECONDS", type=not_negative, help=text)
    add("--time-limit", metavar="SECONDS", type=positive, help="wall time for each file")
    add("--memory-limit", metavar="MIB", type=positive, help="resident memory of all processes together")
    add("--horizon", metavar="N", type=natural, help="look for plans of at most N steps only")
    add("--any", action="store_true", dest="any_plan", help="the first plan is enough, it need not be shortest")
    text = f"solves at once, where there are several ({WORKERS})"
    add("--workers", metavar="N", type=within(SOLVES_AT_ONCE), help=text)
    add("--seed", metavar="N", type=within(SEEDS), help="random seed of the solver (0)")
    add("--json", action="store_true", help="one JSON object a file on stdout, and nothing else")
    add("--stream", action="store_true", help="as --json, and before it an object for each improved bound")
    add("--plan", metavar="FILE", type=output, help="write the plan as text, a step a line (one puzzle file only)")
    text = "write a certificate of the answer; .gz compresses, .lrat is a proof by clauses (one puzzle file only)"
    add("--certificate", metavar="FILE", type=output, help=text)
    text = "write a page to watch the plan and to play, HTML (one puzzle file only)"
    add("--page", metavar="FILE", type=output, help=text)
    add("--moves", metavar="MOVES", help="water sort: play these first, '4-5 3-1' or a file of them, then solve")
    text = "water sort: the next pour only, or the next N, and how many are left"
    add("--hint", metavar="N", nargs="?", type=count, const=1, help=text)
    add("--extra", metavar="N", type=within(EXTRA_BEAKERS), help="water sort: with N more empty beakers")
    add("--review", action="store_true", help="water sort: what each of the --moves cost")
    add("--explain", action="store_true", help="water sort: why there is no plan, or what all share (cpmodel)")
    add("--quiet", action="store_true", help="print only what the answer is")
    add("--log", action="store_true", help="the solver's own log on stderr")
    return arguments
