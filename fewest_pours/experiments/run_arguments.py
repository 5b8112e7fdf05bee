"""The command line of `compare.py FILE...`, read as an experiment: which solvers run on which instances."""

import argparse
import os
import re
import shlex
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import inf
from typing import NamedTuple

from fewest_pours.experiments import no_op
from fewest_pours.experiments.instance_sources import MOST, digest, from_files, from_specs
from fewest_pours.experiments.run_identity import Parameters, Run
from fewest_pours.experiments.run_order import Chosen, ordered_runs
from fewest_pours.files.option_types import count, typed, up_to
from fewest_pours.files.wording import printable
from fewest_pours.puzzles.loading import PUZZLES
from fewest_pours.running.limits import MIB, Limits
from fewest_pours.running.processes import cores, resident_bytes
from fewest_pours.solving.outside_solvers import Outside, digest_of, module_and_name, module_solvers
from fewest_pours.solving.registry import Solvers
from fewest_pours.solving.request import RANGES

GAPS = "{file}, {json}, {seconds}, {seed}, {workers}"  # filled in by fewest_pours/solving/outside_solvers.py

# Types of options, up to what a row may hold: a results file with more could not be read again.
one_or_more = up_to(MOST, least=1)
seconds = typed(float, lambda value: 0 < value <= MOST, f"a number above 0, at most {MOST:.0e}")
seed = up_to(int(RANGES["seed"][1]))
workers = up_to(int(RANGES["workers"][1]), least=1)


class Experiment(NamedTuple):
    """
    runs      in the order of execution; total: their number
    jobs      runs at once on this machine; cluster: address of a Dask cluster that runs them instead
    pinned    cores to which each run is kept, 0 if runs may move
    out       the results file, or a folder/ in which every client writes its own file
    command   as it was typed
    """

    runs: Iterator[Run]
    total: int
    jobs: int
    cluster: str | None
    pinned: int
    out: str
    command: str


def run_parser(solvers: Solvers, program_name: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=program_name, description="Run solvers on puzzles, and compare.")
    add = parser.add_argument
    add("files", metavar="FILE", nargs="*", help="puzzle files, and folders of them")
    add("--deals", metavar="SPEC", nargs="+", default=[], help="deals to generate: COLORSxEMPTIES[xCAPACITY]")
    add("--solvers", metavar="NAME", nargs="+", help=f"{', '.join(solvers.names())} (default: each side's first)")
    add("--command", metavar="NAME='PROGRAM {file} ...'", action="append", default=[], dest="brought", type=program,
        help=f"a program that prints JSON; {GAPS} are filled in")  # fmt: skip
    add("--module", metavar="MODULE", action="append", default=[], dest="brought", type=module,
        help="a Python module or file.py whose SOLVERS are compared too; file.py:NAME for another name")  # fmt: skip
    add("--seed", metavar="N", nargs="+", type=seed, default=[0], help="the solvers' random seeds (0)")
    add("--count", metavar="N", type=one_or_more, default=10, help="deals of each size (10)")
    add("--first-seed", metavar="N", type=up_to(MOST), default=0, help="seed of the first deal of each size (0)")
    add("--repeat", metavar="N", type=one_or_more, default=1, help="how often to run everything (1)")
    add("--time-limit", metavar="SECONDS", type=seconds, default=60.0, help="wall time of a run (60)")
    text = "processor time of a run, children included (no limit)"
    add("--cpu-limit", metavar="SECONDS", type=seconds, help=text)
    add("--memory-limit", metavar="MIB", type=one_or_more, default=4096, help="resident memory of a run (4096)")
    add("--workers", metavar="N", type=workers, default=1, help="CP-SAT solves side by side in a run (1)")
    add("--jobs", metavar="N", type=count, help="runs at once (default: as many as do not share cores)")
    add("--cluster", metavar="ADDRESS", help="run on a Dask cluster, for example tcp://10.0.0.1:8786")
    text = "results file, or a folder/ in which every client writes its own file"
    add("--out", metavar="FILE", type=results_name, help=text)
    text = "run only the I-th of N shares of the instances"
    add("--share", metavar="I/N", type=share, default=slice(None), help=text)
    text = "keep each run to its own cores, where there are enough of them (default)"
    add("--pin", action=argparse.BooleanOptionalAction, default=True, help=text)
    text = "also run a solver and a program that do nothing: what a run costs before it solves"
    add("--overhead", action="store_true", help=text)
    return parser


def results_name(text: str) -> str:
    """The name of a results file, or of a folder/ of them."""
    if text in ("", "-"):
        raise argparse.ArgumentTypeError(f"'{text}' is not a file, expected a name")
    return text


def share(text: str) -> slice:
    """The instances of one share of the work: of ten shares, the second has every tenth from the second on.

    >>> share('2/10')
    slice(1, None, 10)
    """
    number, of = map(count, text.split("/"))
    if number > of:
        raise ValueError
    return slice(number - 1, None, of)


class BroughtSolvers(NamedTuple):
    """What a --command or --module brings: the option as it was typed, and its solvers by puzzle and name."""

    option: str
    named: Mapping[str, Mapping[str, Outside]]


def program(text: str) -> BroughtSolvers:
    """The solver of --command.

    Raises Unusable, ArgumentTypeError for a placeholder that is not filled in, and ValueError for wrong syntax, no
    program, or what is not UTF-8.
    """
    name, _, command = text.partition("=")
    text.encode()  # raises UnicodeEncodeError, a ValueError
    is_one_word = name.split() == [name]
    if not is_one_word:
        raise ValueError
    unknown = [gap for gap in re.findall(r"\{\w+\}", command) if gap not in GAPS]
    if unknown:
        raise argparse.ArgumentTypeError(f"{unknown[0]} in {command!r}, expected {GAPS}")
    first, *others = shlex.split(command)
    files = filter(os.path.isfile, (shutil.which(first) or first, *others))
    outside = Outside("command", command, digest_of(files))
    return BroughtSolvers(f"--command {text}", {puzzle: {name: outside} for puzzle in PUZZLES})


def module(place: str) -> BroughtSolvers:
    """The solvers of --module. Raises Unusable."""
    file, _ = module_and_name(place)
    outside = Outside("module", place, digest_of([file] if file.endswith(".py") else []))
    solvers = module_solvers(place)
    named = {puzzle: dict.fromkeys(solvers[puzzle], outside) for puzzle in solvers}
    return BroughtSolvers(f"--module {place}", named)


def experiment_of(arguments: Sequence[str], solvers: Solvers, program_name: str = "compare.py") -> Experiment:
    """The experiment that the arguments describe. Exits on wrong usage; raises BadInput, NotRead, Unusable.

    Each file is read within the limits of one run.
    """
    parser = run_parser(solvers, program_name)
    options = parser.parse_args(arguments)
    try:
        deals = from_specs(options.deals, options.count, options.first_seed)
        memory = options.memory_limit + resident_bytes() / MIB  # limits count what this process holds, too
        of_one_run = partial(Limits, options.time_limit, memory, cpu_limit=options.cpu_limit or inf)
        sources = [*from_files(options.files, of_one_run), *deals][options.share]
        if not sources:
            raise ValueError("nothing to run, expected puzzle files, folders or --deals")
        chosen = solvers_by_puzzle([source["puzzle"] for source in sources], options, solvers)
    except ValueError as error:
        parser.error(printable(str(error)))
    parameters = Parameters(options.time_limit, options.memory_limit, options.workers, options.cpu_limit)
    pairs = sum(len(chosen[source["puzzle"]]) for source in sources)  # of an instance and a solver
    return Experiment(
        runs=ordered_runs(sources, chosen, options.seed, options.repeat, parameters, solvers.version),
        total=pairs * len(options.seed) * options.repeat,
        jobs=options.jobs or max(1, cores() // options.workers),
        cluster=options.cluster,
        pinned=options.workers if options.pin else 0,
        out=options.out or usual_results_file(arguments, chosen, solvers),
        command=printable(shlex.join(["compare.py", *arguments])),
    )


def usual_results_file(arguments: Sequence[str], chosen: Mapping[str, Chosen], solvers: Solvers) -> str:
    """'results/cp-astar-5f2c....jsonl': the same for the same arguments and versions of the solvers' code."""
    names: dict[str, None] = {}  # without repetitions
    versions: set[str] = set()
    for puzzle, named in chosen.items():
        for name, outside in named.items():
            names[name] = None
            versions.add(solvers.version(puzzle, name, outside is not None))
    return f"results/{'-'.join(names)}-{digest([*arguments, sorted(versions)])}.jsonl"


def solvers_by_puzzle(
    puzzles_of_sources: Iterable[str], options: argparse.Namespace, solvers: Solvers
) -> dict[str, Chosen]:
    """The solvers that run on each puzzle. Raises Unusable, and ValueError for a name that no puzzle's solver has."""
    puzzles = list(dict.fromkeys(puzzles_of_sources))
    chosen = {puzzle: chosen_solvers(puzzle, options.solvers, options.brought, solvers) for puzzle in puzzles}
    if options.overhead:
        for named in chosen.values():
            named.update(no_op.OUTSIDE)
    found = set().union(*chosen.values())
    unknown = [name for name in options.solvers or () if name not in found]
    if unknown:
        have = ", ".join(dict.fromkeys(name for puzzle in puzzles for name in solvers.of(puzzle)))
        raise ValueError(f"no solver {unknown[0]!r} for {', '.join(puzzles)}, expected one of {have}")
    return chosen


def chosen_solvers(
    puzzle: str, names: Sequence[str] | None, brought: Sequence[BroughtSolvers], solvers: Solvers
) -> Chosen:
    """Our solvers of the puzzle with these names (None: the defaults), and those of --command and --module.

    Raises Unusable, and ValueError if a solver lacks a library.
    """
    brought_here = [(each.option, each.named.get(puzzle, {})) for each in brought]
    ours = solvers.of(puzzle, brought_here)  # which refuses a name that two solvers share
    chosen: Chosen = {}
    for name in names or solvers.defaults(puzzle):
        if name in ours:  # else it is another puzzle's, or one that was brought
            if ours[name].missing:
                raise ValueError(ours[name].missing)
            chosen[name] = None
    for _, named in brought_here:
        chosen |= named
    return chosen
