"""The options that all solving programs share: a Command holds them, parsed."""

import argparse
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from math import inf
from pkgutil import resolve_name
from typing import cast

from fewest_pours.checker.watersort.cnf_files import beside, is_proof
from fewest_pours.commands.solve_output import Form
from fewest_pours.files.option_types import Value, count, typed
from fewest_pours.files.output_files import output, written_over
from fewest_pours.files.wording import first_message
from fewest_pours.running.solver_record import Side
from fewest_pours.solving.race import CONFIRM

WORKERS = min(8, os.cpu_count() or 1)  # more workers cost memory and gain little

next_pours = typed(int, lambda pours: pours >= 1, "a whole number, 1 or above; the files stand before --hint")


def option(
    metavar: str, kind: Callable[[str], Value], text: str, default: Value | None = None, **more: object
) -> Value:
    """An option with a value; more: arguments of add_argument."""
    return cast(Value, field(default=default, metadata={"metavar": metavar, "type": kind, "help": text, **more}))


def flag(text: str) -> bool:
    return field(default=False, metadata={"action": "store_true", "help": text})


@dataclass
class Command:
    """The parsed options; fields with metadata are options. word: the value of the option that selects a solver."""

    sides: Sequence[Side]
    files: Sequence[str] = ()
    word: str | None = None
    confirm: float | None = None
    time_limit: float = option("SECONDS", float, "wall time for each file", inf)
    memory_limit: float = option("MIB", float, "resident memory of all processes together", inf)
    horizon: int | None = option("N", int, "look only for plans of at most N steps")
    any: bool = flag("stop at the first plan, shortest or not")
    workers: int = option("N", int, f"parallel solves, for solvers that make several ({WORKERS})", WORKERS)
    seed: int = option("N", int, "random seed of the solver (0)", 0)
    json: bool = flag("print one JSON object per file on stdout, and nothing else")
    stream: bool = flag("like --json, preceded by an object for each improved bound")
    quiet: bool = flag("print the answer in one line, without pictures and plan")
    certificate: str | None = option(
        "FILE", output, "write a certificate of the answer; .gz compresses, .lrat is a clausal proof (one file only)"
    )
    page: str | None = option("FILE", output, "write an HTML page to watch the plan and to play (one file only)")
    moves: str | None = option("MOVES", str, "water sort: play these moves first ('4-5 3-1', or a file), then solve")
    out: str | None = option("FILE", output, "water sort: write the level with the hidden units that --moves uncovered")
    hint: int = option(
        "N",
        next_pours,
        "water sort: show only the next pour, or the next N, and how many remain",
        0,
        nargs="?",
        const=1,
    )
    review: bool = flag("water sort: show what each of the --moves cost")
    explain: bool = flag("water sort: explain why there is no plan, or what all plans share (cpmodel)")
    bottom_first: bool = flag("of lists: they begin at the bottom of the beakers")
    top_first: bool = flag("of lists: they begin at the top, so that the other order is not solved too")
    capacity: int | None = option("N", count, "of lists: units in a beaker")
    trust: bool = flag("water sort: solve a screenshot even where its reading is unsure")
    log: bool = flag("the solver's own log on stderr")
    cp_workers: int = option("N", count, "threads of each solve of CP-SAT (1); answers then vary from run to run", 1)
    parameter: list[str] = field(
        default_factory=list,
        metadata={
            "metavar": "NAME=VALUE",
            "action": "append",
            "help": "of CP-SAT, for each of its solves; max_deterministic_time=2 is a limit that can be repeated",
        },
    )

    @property
    def form(self) -> Form:
        """The most detailed of the forms that were asked for."""
        if self.stream:
            return "stream"
        if self.json:
            return "json"
        return "quiet" if self.quiet else "full"

    def expect_sense(self, files: Sequence[str]) -> None:
        """Raises ValueError for options that exclude each other, or that take one file only."""
        self.expect_parameters()
        outputs = [path for path in (self.certificate, self.page, self.out) if path]
        if self.certificate and is_proof(self.certificate):
            outputs.append(str(beside(self.certificate)))
        overwritten = written_over(outputs, [files[0], self.moves])
        played = self.moves is not None
        message = first_message(
            (len(files) > 1 and (outputs or played), "--certificate, --page and --moves take one puzzle file"),
            (self.certificate and played, "--certificate certifies the file itself, without --moves"),
            (self.bottom_first and self.top_first, "--bottom-first and --top-first exclude each other"),
            (self.review and not played, "--review needs --moves"),
            (self.out and not played, "--out needs --moves"),
            (overwritten, str(overwritten)),
        )
        if message is not None:
            raise ValueError(message)

    def expect_parameters(self) -> None:
        """Raises ValueError for what is not a parameter of a solver that these sides use."""
        places = [side.parameters for side in self.sides if side.parameters]
        if self.parameter and not places:
            raise ValueError("--parameter is for constraint programming")
        for place in places:
            for text in self.parameter:
                resolve_name(place)(text)


def parser(prog: str, description: str, sides: Sequence[Side]) -> argparse.ArgumentParser:
    """The parser that fills in a Command. One side has an option for its solvers; two sides confirm each other."""
    arguments = argparse.ArgumentParser(prog=prog, description=description)
    text = "puzzle files (YAML), and folders of them; - is standard input"
    arguments.add_argument("files", metavar="FILE", nargs="+", help=text)
    if len(sides) == 1:
        words = dict.fromkeys(solver.word for solvers in sides[0].solvers.values() for solver in solvers)
        arguments.add_argument(sides[0].option, dest="word", choices=words, help="default: the puzzle's best")
    else:
        text = f"time for the other side to confirm a proven answer ({CONFIRM:g}; with --json and --quiet 0)"
        arguments.add_argument("--confirm", metavar="SECONDS", type=float, help=text)
    for each in fields(Command):
        if each.metadata:
            arguments.add_argument(f"--{each.name.replace('_', '-')}", **each.metadata)
    return arguments
