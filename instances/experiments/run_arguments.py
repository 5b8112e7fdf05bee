"""The command line of `compare.py FILE...`, as an experiment: which instances to run, and which solvers on each."""

import argparse
import itertools
import re
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from instances.experiments.runs import Experiment, cores
from instances.puzzles import PUZZLES, load
from instances.reading.yaml_files import puzzle_files
from instances.report.rows.origin import Source, build, digest
from instances.report.rows.row import Parameters
from instances.solving.command_line.arguments import count, natural, positive
from instances.solving.outside import Outside, Unusable, digest_of, digest_of_command, module_solvers
from instances.solving.solvers import Solvers, merged
from instances.text import printable

EPILOG = """\
other commands, each with its own --help:
  %(prog)s solve FILE...        solve by both sides at once: one answer, and who confirmed it
  %(prog)s report RESULTS...    tables and pictures of results files, as text, Markdown or a page
  %(prog)s reproduce NAME       the tables and pictures of README and docs, made again
"""


def run_parser(solvers: Solvers) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description="Run solvers on puzzles, and compare.",
        formatter_class=argparse.RawDescriptionHelpFormatter, epilog=EPILOG,
    )  # fmt: skip
    add = parser.add_argument
    add("files", metavar="FILE", nargs="*", help="puzzle files, and folders of them")
    add("--deals", metavar="SPEC", nargs="+", default=[], help="deals to generate: COLORSxEMPTIES[xCAPACITY]")
    add("--puzzle", choices=PUZZLES, default=next(iter(PUZZLES)), help="what --deals generates (%(default)s)")
    add("--count", metavar="N", type=count, default=10, help="deals of each size (10)")
    add("--first-seed", metavar="N", type=natural, default=0, help="seed of the first deal of each size (0)")
    defaults = "; ".join(f"{puzzle}: {' '.join(solvers.defaults(puzzle))}" for puzzle in PUZZLES)
    add("--solvers", metavar="NAME", nargs="+", help=f"{', '.join(solvers.names())} (default for {defaults})")
    add("--command", metavar="NAME='PROGRAM {file} ...'", action="append", default=[], dest="commands",
        help="a program that prints JSON; {file}, {seconds}, {seed}, {workers} are filled in")  # fmt: skip
    add("--module", metavar="MODULE", action="append", default=[], dest="modules",
        help="a Python module or file.py whose SOLVERS are compared too; file.py:NAME: whose NAME")  # fmt: skip
    add("--seed", metavar="N", nargs="+", type=natural, default=[0], help="random seeds of the solvers (0)")
    add("--repeat", metavar="N", type=count, default=1, help="how often to run everything (1)")
    add("--any", action="store_true", dest="any_plan", help="the first plan is enough, it need not be shortest")
    add("--time-limit", metavar="SECONDS", type=positive, default=60.0, help="wall time of a run (60)")
    add("--memory-limit", metavar="MIB", type=count, default=4096, help="resident memory of a run (4096)")
    add("--workers", metavar="N", type=count, default=2, help="CP-SAT solves side by side in a run (2)")
    add("--jobs", metavar="N", type=count, help="runs at once; default: as many as never share a core")
    add("--cluster", metavar="ADDRESS", help="run on a Dask cluster, for example tcp://10.0.0.1:8786")
    add("--out", metavar="FILE", help="results, or a folder/ of which every client writes a file of its own")
    add("--share", metavar="I/N", type=share, default=slice(None), help="of the instances the I-th of N parts")
    return parser


def share(text: str) -> slice:
    """share('2/10') == slice(1, None, 10)"""
    part, _, parts = text.partition("/")
    if part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts):
        return slice(int(part) - 1, None, int(parts))
    raise argparse.ArgumentTypeError(f"{text!r}, expected I/N, for example 2/10")


def experiment_of(arguments: Sequence[str], solvers: Solvers) -> Experiment:
    """What the arguments ask for, with all defaults. Exits on wrong usage; raises BadInput."""
    parser = run_parser(solvers)
    options = parser.parse_args(arguments)
    try:
        sources = from_files(options.files)
        generate = solvers.generate(options.puzzle)
        sources += from_specs(options.puzzle, options.deals, options.count, options.first_seed, generate)
        sources = sources[options.share]
        if not sources:
            raise ValueError("nothing to run, expected puzzle files, folders or --deals")
        puzzles = list(dict.fromkeys(source["puzzle"] for source in sources))
        outside = outside_solvers(options.commands, options.modules, puzzles, solvers)
        chosen = chosen_solvers(options.solvers, outside, solvers)
    except (ValueError, Unusable) as error:
        parser.error(printable(str(error)))
    modelled = any(solvers.parallel(puzzle, list(names)) for puzzle, names in chosen.items())
    limits = Parameters(options.time_limit, options.memory_limit, options.workers, options.any_plan)
    asked = {name: str(value) for name, value in vars(options).items() if name not in ("jobs", "cluster", "out")}
    names = dict.fromkeys(name for names in chosen.values() for name in names)
    return Experiment(
        sources, chosen, options.seed, options.repeat, limits, solvers.version,
        jobs=options.jobs or max(1, cores() // (options.workers if modelled else 1)), cluster=options.cluster,
        out=options.out or f"results/{'-'.join(names)}-{digest([asked, solvers.version])}.jsonl",
        command=printable(shlex.join(["compare.py", *arguments])),
    )  # fmt: skip


def from_files(paths: Sequence[str]) -> list[Source]:
    """Files, and the puzzle files of folders; raises BadInput."""
    sources = []
    for file in itertools.chain.from_iterable(map(puzzle_files, paths)):
        puzzle, instance = load(file)
        sources.append({"puzzle": puzzle.name, "file": printable(str(file)), "document": puzzle.document(instance)})
    return sources


def from_specs(
    puzzle: str, specs: Sequence[str], count: int, first_seed: int, generate: Callable[..., Any] | None = None
) -> list[Source]:
    """Generated deals: '5..7x1' stands for 5x1, 6x1 and 7x1, the puzzle's options in their order; ValueError.

    generate: for a puzzle that cannot make its instances by itself; then the sources hold the instances.
    """
    names = [name for name, (kind, _, _) in PUZZLES[puzzle].options.items() if kind is int]
    sources = []
    for spec in specs:
        try:
            for cell in cells(spec, names):
                for seed in range(first_seed, first_seed + count):
                    source: Source = {"puzzle": puzzle, "deal": cell | {"seed": seed}}
                    if generate is not None:
                        source["document"] = PUZZLES[puzzle].document(generate(**source["deal"]))
                    elif seed == first_seed:
                        build(source)  # what makes no instance says so
                    sources.append(source)
        except ValueError as error:
            raise ValueError(f"--deals {spec}: {error}") from None
    return sources


def cells(spec: str, names: Sequence[str]) -> list[dict[str, int]]:
    """cells('5..6x1', ['colors', 'empties']) == [{'colors': 5, 'empties': 1}, {'colors': 6, 'empties': 1}]"""
    ranges = [re.fullmatch(r"(\d{1,4})(?:\.\.(\d{1,4}))?", part) for part in spec.split("x")]
    spans = [range(int(found[1]), int(found[2] or found[1]) + 1) for found in ranges if found]
    if None in ranges or len(ranges) > len(names) or not all(spans):
        shape = "x".join(name.upper() for name in names)
        raise ValueError(f"expected {shape}, numbers or rising ranges a..b, for example 5..16x1..3")
    return [dict(zip(names, cell, strict=False)) for cell in itertools.product(*spans)]


Chosen = dict[str, dict[str, Outside | None]]  # puzzle -> solvers by name, with their origin if they are not ours


def chosen_solvers(
    names: Sequence[str] | None, outside: Mapping[str, Mapping[str, Outside]], solvers: Solvers
) -> Chosen:
    """Ours of these names (None: the defaults) and those from outside, by puzzle. Raises ValueError, Unusable."""
    ours = {puzzle: solvers.of(puzzle) for puzzle in outside}
    for name in names or ():
        missing = [puzzle for puzzle in outside if name not in {*ours[puzzle], *outside[puzzle]}]
        if missing == list(outside):
            have = dict.fromkeys(name for puzzle in outside for name in (*ours[puzzle], *outside[puzzle]))
            needs = "; ".join([", ".join(have), *filter(None, [solvers.missing(name)])])
            raise ValueError(f"no solver {name!r} for {', '.join(outside)}, expected {needs}")
        for puzzle in missing:
            print(f"{name} does not solve {puzzle}: skipped there", file=sys.stderr)
    return {
        puzzle: {name: None for name in names or solvers.defaults(puzzle) if name in ours[puzzle]} | dict(brought)
        for puzzle, brought in outside.items()
    }


def outside_solvers(
    commands: Sequence[str], modules: Sequence[str], puzzles: Sequence[str], solvers: Solvers
) -> dict[str, dict[str, Outside]]:
    """The solvers of --command and --module, by puzzle. Raises ValueError, Unusable."""
    brought: list[tuple[str, Mapping[str, Mapping[str, Outside]]]] = []
    for text in commands:
        name, equals, program = text.partition("=")
        try:
            text.encode()  # a row is UTF-8; raises UnicodeEncodeError, a ValueError
            if not equals or name.split() != [name]:
                raise ValueError("no name")
            outside = Outside("command", program, digest_of_command(program))
        except ValueError as error:
            raise ValueError(f"--command {text}: {error}, expected NAME='PROGRAM {{file}}'") from None
        brought.append((f"--command {text}", {puzzle: {name: outside} for puzzle in puzzles}))
    for place in modules:
        outside = Outside("module", place, digest_of(place))
        found = {puzzle: dict.fromkeys(named, outside) for puzzle, named in module_solvers(place).items()}
        brought.append((f"--module {place}", found))
    for puzzle in puzzles:
        merged([*solvers.origins(puzzle), *((whose, named.get(puzzle, {})) for whose, named in brought)])
    return {puzzle: merged((whose, named.get(puzzle, {})) for whose, named in brought) for puzzle in puzzles}
