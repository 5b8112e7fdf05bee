"""`fewest-pours rate FILE...`: how hard your own levels are."""

import argparse
import json
import sys
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import Progress

from fewest_pours.design.design_command import line, note_guarantees
from fewest_pours.design.design_record import Design, Measures, rate_level
from fewest_pours.files.bad_input import BadInput
from fewest_pours.files.input_files import puzzle_files
from fewest_pours.files.option_types import add_limits, count, natural
from fewest_pours.files.output_files import output
from fewest_pours.files.wording import printable
from fewest_pours.puzzles.loading import loaded, show_notes
from fewest_pours.running.interrupts import asked_to_stop
from fewest_pours.running.limits import Limits
from fewest_pours.running.processes import cores
from fewest_pours.running.read_within import read_within
from fewest_pours.running.solver_contract import LimitReached, Outcome, Watch
from fewest_pours.running.start_methods.child import ChildEnding, Say
from fewest_pours.running.supervisor import Supervisor

PICTURES = (".png", ".svg", ".pdf")
Designs = Callable[[], Mapping[str, Design]]  # called in the process that rates


class RatedLevel(NamedTuple):
    """A level's measures, or the outcome and the reason why it has none. alike: as in Design, and the puzzle.

    guarantee: a sentence if every level of its size has a plan.
    """

    file: str
    name: str = ""
    notes: Sequence[str] = ()
    measures: Measures | None = None
    alike: Hashable = None
    outcome: Outcome = Outcome.OPTIMAL
    reason: str = ""
    guarantee: str | None = None


def rate(argv: list[str], designs: Designs, program: str = "fewest-pours") -> int:
    """Print how hard each level is. Returns the highest exit code; raises BadInput, NotRead, OSError."""
    options = parsed(argv, program)
    limits = Limits(options.time_limit, options.memory_limit, asked_to_stop())
    with read_within(limits, options.files[0], "while its levels were listed"):
        files = puzzle_files(options.files)
    ratings: list[RatedLevel] = []
    first: dict[Hashable, str] = {}  # what is `alike` for levels -> the first file with such a level
    limit = None
    console = Console(stderr=True)
    with Progress(
        console=console, transient=True, auto_refresh=False, disable=not console.is_terminal,
        redirect_stdout=sys.stdout.isatty(),
    ) as bar:  # fmt: skip
        try:
            rated_in_order = in_order(files, designs, options.seed, options.workers, limits)
            for rating in bar.track(rated_in_order, len(files), description=""):
                bar.refresh()
                ratings.append(rating)
                show(rating, first.setdefault(rating.alike, rating.file), options.json)
        except LimitReached as reached:
            limit = reached.outcome
    measured = [rating.measures for rating in ratings if rating.measures]
    if options.plot and measured:
        plot(options.plot, measured)
    note_guarantees(rating.guarantee for rating in ratings)
    worst = max((rating.outcome.exit_code for rating in ratings), default=0)
    if limit is None:
        return worst
    print(f"{limit.words}: {len(ratings)} of {len(files)} levels rated", file=sys.stderr)
    return max(worst, limit.exit_code)


def parsed(argv: Sequence[str], program: str) -> argparse.Namespace:
    """The options. Exits on wrong usage."""
    arguments = argparse.ArgumentParser(prog=f"{program} rate", description="How hard levels are.")
    add = arguments.add_argument
    add("files", metavar="FILE", nargs="+", help="puzzle files, packs, and folders of them")
    add("--seed", metavar="N", type=natural, default=0, help="seed of the random games (0)")
    add_limits(arguments, ", then end with the levels rated so far")
    add("--workers", metavar="N", type=count, default=cores(), help=f"levels rated at once ({cores()})")
    add("--json", action="store_true", help="a line of JSON for each level")
    add("--plot", metavar="FILE", type=output, help=f"draw each measure over the levels ({', '.join(PICTURES)})")
    options = arguments.parse_args(argv)
    if options.plot and Path(options.plot).suffix not in PICTURES:
        arguments.error(f"--plot {printable(options.plot)}: expected {', '.join(PICTURES)}")
    if options.plot and not find_spec("matplotlib"):
        arguments.error("--plot needs: pip install matplotlib")
    return options


def in_order(files: Sequence[str], designs: Designs, seed: int, workers: int, limits: Limits) -> Iterator[RatedLevel]:
    """The ratings in the order of the files, each made by a process. Raises LimitReached after those that are done."""
    done: dict[int, RatedLevel] = {}  # that earlier ones keep waiting
    not_begun = enumerate(files)
    with Supervisor[int](limits) as supervisor:
        try:
            for number in range(len(files)):
                while number not in done:
                    idle = workers - len(supervisor.running)
                    for index, file in islice(not_begun, idle):
                        supervisor.call(index, partial(rating_of, file, designs, seed))
                    event = supervisor.next()
                    if isinstance(event, ChildEnding):
                        done[event.name] = rating_in(event, files[event.name])
                yield done.pop(number)
        except LimitReached:
            yield from (done[number] for number in sorted(done))
            raise


def rating_in(ending: ChildEnding[int], file: str) -> RatedLevel:
    """What a process returned, or why it returned nothing."""
    if ending.outcome is not None:
        return RatedLevel(file, outcome=ending.outcome, reason=ending.reason)
    rating: RatedLevel = ending.value
    return rating


def rating_of(file: str, designs: Designs, seed: int, say: Say) -> RatedLevel:
    """The work of a process."""
    try:
        puzzle, instance, notes, *_ = loaded(file)
    except BadInput as wrong:
        return RatedLevel(file, outcome=Outcome.BAD_INPUT, reason=str(wrong))
    hidden = puzzle.unknown(instance)
    if hidden:
        return RatedLevel(file, instance.name, notes, outcome=Outcome.UNSUPPORTED, reason=f"{file}: {hidden}")
    design = designs()[puzzle.name]
    watch = Watch()
    level = design.measure(instance, watch)
    if level is not None:
        level = rate_level(design, level, watch, seed=seed)
    if level is None:
        reason = f"{file}: not a level: it has no plan, or not exactly one solution"
        return RatedLevel(file, instance.name, notes, outcome=Outcome.UNSOLVABLE, reason=reason)
    alike = puzzle.name, design.alike(instance)
    return RatedLevel(file, instance.name, notes, level.measures, alike, guarantee=design.guaranteed(instance))


def show(rating: RatedLevel, first: str, as_json: bool) -> None:
    """Print a rating; first: the first file with the same level."""
    show_notes(rating.notes)
    data = {"file": rating.file, "name": rating.name, "measures": rating.measures}
    if rating.measures is None:
        data["reason"] = rating.reason
        print(printable(rating.reason), file=sys.stderr)
    elif first != rating.file:
        data["same_as"] = first
    if as_json:
        print(json.dumps(data), flush=True)
    elif rating.measures is not None:
        same = f"   the same level as {printable(first)}" if "same_as" in data else ""
        print(line(printable(rating.file), rating.measures) + same, flush=True)


def plot(path: str, ratings: Sequence[Measures]) -> None:
    """Draw each measure over the levels. Raises OSError."""
    from matplotlib.figure import Figure

    names = list(dict.fromkeys(name for measures in ratings for name in measures))
    figure = Figure(figsize=(8, 1 + 1.2 * len(names)), layout="constrained")
    for axes, name in zip(figure.subplots(len(names), sharex=True, squeeze=False)[:, 0], names, strict=True):
        points = [(number, measures[name]) for number, measures in enumerate(ratings, 1) if name in measures]
        axes.plot(*zip(*points, strict=True), ".", markersize=5)
        axes.set_ylabel(name)
        axes.set_yscale("log" if name == "plans" else "linear")
    figure.supxlabel("level")
    figure.savefig(path)
