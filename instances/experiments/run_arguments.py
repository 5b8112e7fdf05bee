"""The command line of `compare.py FILE...`: which instances to run, and which solvers on each."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from instances.experiments.chosen_instances import from_files, from_specs, without_twins
from instances.experiments.machine import cores
from instances.puzzles import PUZZLES
from instances.report.rows.origin import Source, digest
from instances.solving.command_line.arguments import count, natural, positive
from instances.solving.outside import Outside, Unusable, digest_of, digest_of_command, module_solvers
from instances.solving.solvers import Solvers, merged
from instances.text import printable


def share(text: str) -> tuple[int, int]:
    part, slash, parts = text.partition("/")
    if slash and part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts):
        return int(part), int(parts)
    raise argparse.ArgumentTypeError(f"{text!r}, expected I/N, for example 2/10")


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
    add(
        "--share", metavar="I/N", type=share, default=(1, 1), help="of the instances the I-th of N parts: a client each"
    )
    return parser


def prepared(arguments: Sequence[str], solvers: Solvers) -> tuple[argparse.Namespace, list[Source]]:
    """The options with all defaults, and the instances. Exits on wrong usage; raises BadInput."""
    parser = run_parser(solvers)
    options = parser.parse_args(arguments)
    try:
        sources, twins = without_twins(from_files(options.files))
        generate = solvers.generate(options.puzzle)
        sources += from_specs(options.puzzle, options.deals, options.count, options.first_seed, generate)
    except ValueError as error:
        parser.error(printable(str(error)))
    for sentence in twins:
        print(printable(sentence), file=sys.stderr)
    part, parts = options.share
    sources = sources[part - 1 :: parts]
    if not sources:
        parser.error("nothing to run, expected puzzle files, folders or --deals")
    puzzles = list(dict.fromkeys(source["puzzle"] for source in sources))
    try:
        options.chosen = chosen(options, puzzles, solvers)
    except (ValueError, Unusable) as error:
        parser.error(printable(str(error)))
    options.solvers = list(dict.fromkeys(name for names in options.chosen.values() for name in names))
    if options.jobs is None:
        modelled = any(solvers.parallel(puzzle, list(options.chosen[puzzle])) for puzzle in puzzles)
        options.jobs = max(1, cores() // (options.workers if modelled else 1))
    if options.out is None:
        aside = ("jobs", "cluster", "out", "chosen")
        asked = {name: value for name, value in vars(options).items() if name not in aside}
        options.out = Path("results") / f"{'-'.join(options.solvers)}-{digest([asked, solvers.version])}.jsonl"
    return options, sources


def chosen(
    options: argparse.Namespace, puzzles: Sequence[str], solvers: Solvers
) -> dict[str, dict[str, Outside | None]]:
    """Each puzzle's solvers, by name, with their origin if they are not ours. Raises ValueError, Unusable."""
    outside = outside_solvers(options, puzzles, solvers)
    here: dict[str, dict[str, Outside | None]] = {}
    for puzzle in puzzles:
        asked = solvers.defaults(puzzle) if options.solvers is None else options.solvers
        here[puzzle] = {**{name: None for name in asked if name in solvers.of(puzzle)}, **outside[puzzle]}
    for solver in dict.fromkeys(options.solvers or ()):
        missing = [puzzle for puzzle in puzzles if solver not in here[puzzle]]
        if missing == list(puzzles):
            have = dict.fromkeys(name for puzzle in puzzles for name in solvers.of(puzzle))
            needs = "; ".join([", ".join(have), *filter(None, [solvers.missing(solver)])])
            raise ValueError(f"no solver {solver!r} for {', '.join(puzzles)}, expected {needs}")
        for puzzle in missing:
            print(f"{solver} does not solve {puzzle}: skipped there", file=sys.stderr)
    return here


def outside_solvers(
    options: argparse.Namespace, puzzles: Sequence[str], solvers: Solvers
) -> dict[str, dict[str, Outside | None]]:
    """The solvers of --command and --module, by puzzle. Raises ValueError, Unusable."""
    added: list[tuple[str, Mapping[str, Mapping[str, Outside | None]]]] = []
    for text in options.commands:
        name, equals, program = text.partition("=")
        try:
            if not equals or name.split() != [name]:
                raise ValueError("no name")
            if text.encode(errors="ignore").decode() != text:
                raise ValueError("bytes that are no UTF-8")
            outside = Outside("command", program, digest_of_command(program))
        except ValueError as error:
            raise ValueError(f"--command {text}: {error}, expected NAME='PROGRAM {{file}}'") from None
        added.append((f"--command {text}", {puzzle: {name: outside} for puzzle in puzzles}))
    for place in options.modules:
        named, outside = module_solvers(place), Outside("module", place, digest_of(place))
        brings = {puzzle: dict.fromkeys(named.get(puzzle, ()), outside) for puzzle in puzzles}
        added.append((f"--module {place}", brings))
    found: dict[str, dict[str, Outside | None]] = {}
    for puzzle in puzzles:
        brought = [(whose, named[puzzle]) for whose, named in added]
        merged([*((whose, dict.fromkeys(named)) for whose, named in solvers.origins(puzzle)), *brought])
        found[puzzle] = merged(brought)
    return found
