"""The command line of every solving program, as typed values."""

import argparse
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from math import inf
from typing import Any

from instances.checker.watersort.dimacs import is_proof
from instances.puzzle import Extra, Options
from instances.reading.writing import output
from instances.solving.limits import Settings
from instances.solving.request import CONFIRM, expect_in_range
from instances.solving.solvers import Side

WORKERS = min(8, os.cpu_count() or 1)  # more of them want more memory than they gain


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


positive = number(float, lambda found: 0 < found < inf, "a number above 0")
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


def option(metavar: str, kind: Callable[[str], Any], text: str, default: Any = None, **more: Any) -> Any:
    """An option with a value; more: arguments of add_argument."""
    return field(default=default, metadata={"metavar": metavar, "type": kind, "help": text, **more})


def flag(text: str) -> Any:
    return field(default=False, metadata={"action": "store_true", "help": text})


@dataclass
class Command:
    """What was typed: an option for each field that describes itself. word: of the option that selects a solver."""

    sides: Sequence[Side]
    files: Sequence[str] = ()
    word: str | None = None
    confirm: float | None = None
    time_limit: float | None = option("SECONDS", float, "wall time for each file")
    memory_limit: float | None = option("MIB", float, "resident memory of all processes together")
    horizon: int | None = option("N", int, "look for plans of at most N steps only")
    any: bool = flag("the first plan is enough, it need not be shortest")
    workers: int = option("N", int, f"solves at once, where there are several ({WORKERS})", WORKERS)
    seed: int = option("N", int, "random seed of the solver (0)", 0)
    json: bool = flag("one JSON object a file on stdout, and nothing else")
    stream: bool = flag("as --json, and before it an object for each improved bound")
    certificate: str | None = option(
        "FILE", output, "write a certificate of the answer; .gz compresses, .lrat is a proof by clauses (one file only)"
    )
    page: str | None = option("FILE", output, "write a page to watch the plan and to play, HTML (one file only)")
    moves: str | None = option("MOVES", str, "water sort: play these first, '4-5 3-1' or a file of them, then solve")
    hint: int = option(
        "N", count, "water sort: the next pour only, or the next N, and how many are left", 0, nargs="?", const=1
    )
    extra: int = option(
        "N", number(int, range(1001).__contains__, "0 to 1000"), "water sort: with N more empty beakers", 0
    )
    review: bool = flag("water sort: what each of the --moves cost")
    explain: bool = flag("water sort: why there is no plan, or what all share (cpmodel)")
    quiet: bool = flag("print only what the answer is")
    log: bool = flag("the solver's own log on stderr")

    @property
    def proof(self) -> bool:
        """Whether the certificate is to be a proof by clauses."""
        return self.certificate is not None and is_proof(self.certificate)

    @property
    def settings(self) -> Settings:
        return Settings(self.horizon, self.any, self.workers, self.seed, self.log)

    @property
    def seconds_to_confirm(self) -> float:
        """Those who read one line or object wait for nothing that it does not say."""
        return self.confirm if self.confirm is not None else 0.0 if self.json or self.quiet else CONFIRM

    @property
    def extras(self) -> frozenset[Extra]:
        """What a person gets without asking for it included."""
        wanted = {
            Extra.HINT: self.hint,
            Extra.REVIEW: self.review,
            Extra.EXPLANATION: self.explain,
            Extra.RESCUE: self.moves is not None or not (self.json or self.quiet),
        }
        return frozenset(extra for extra in wanted if wanted[extra])

    def misuse(self, files: Sequence[str]) -> str | None:
        """What is wrong with these options for so many files; None if nothing."""
        try:
            expect_in_range(
                seconds=self.time_limit, mebibytes=self.memory_limit, confirm=self.confirm, horizon=self.horizon,
                workers=self.workers, seed=self.seed,
            )  # fmt: skip
        except ValueError as wrong:
            return str(wrong)
        played = self.moves is not None
        wrong_ways = {
            "--certificate, --page and --moves take one puzzle file": len(files) > 1
            and (self.certificate or self.page or played),
            "--certificate is about the file as it is, without --moves and --extra": self.certificate
            and (played or self.extra),
            "--review needs --moves": self.review and not played,
        }
        return next((message for message, wrong in wrong_ways.items() if wrong), None)


def parser(
    prog: str, description: str, sides: Sequence[Side], more: argparse.ArgumentParser | None = None
) -> argparse.ArgumentParser:
    """Fills in a Command. One side has an option for its solvers, two confirm each other.

    more: arguments of one program only.
    """
    arguments = argparse.ArgumentParser(prog=prog, description=description, parents=[] if more is None else [more])
    text = "puzzle files (YAML), and folders of them; - is standard input"
    arguments.add_argument("files", metavar="FILE", nargs="+", help=text)
    if len(sides) == 1:
        words = dict.fromkeys(solver.word for solvers in sides[0].solvers.values() for solver in solvers)
        arguments.add_argument(sides[0].option, dest="word", choices=words, help="default: the puzzle's best")
    else:
        text = f"how long the other side may confirm a proven answer ({CONFIRM:g}; with --json and --quiet 0)"
        arguments.add_argument("--confirm", metavar="SECONDS", type=float, help=text)
    for each in fields(Command):
        if each.metadata:
            arguments.add_argument(f"--{each.name.replace('_', '-')}", **each.metadata)
    return arguments
