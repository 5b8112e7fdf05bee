"""The functions of `from fewest_pours import ...`.

Files list the top of a beaker first, Deal.beakers the bottom; `deal`, `load` and `loads` convert, and refuse what the
command line refuses.
"""

import json
import warnings
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, cast

from fewest_pours.checker import verdict
from fewest_pours.checker.certificate_lines import Refused
from fewest_pours.checker.verdict import Unproven
from fewest_pours.files.bad_input import BadInput
from fewest_pours.puzzles import watersort
from fewest_pours.puzzles.futoshiki.rules import Futoshiki
from fewest_pours.puzzles.loading import as_puzzle_file, loaded, puzzle_of
from fewest_pours.puzzles.pipes.rules import Pipes
from fewest_pours.puzzles.puzzle import RuleBroken
from fewest_pours.puzzles.squares.rules import Level
from fewest_pours.puzzles.watersort.rules import Deal
from fewest_pours.running.solver_contract import Outcome, Result, Settings
from fewest_pours.sides import constraint_side, search_side
from fewest_pours.solving.race import CONFIRM
from fewest_pours.solving.registry import Solvers
from fewest_pours.solving.request import Request, answer
from fewest_pours.version import __version__

__all__ = [
    "BadInput", "Deal", "Outcome", "Refused", "Result", "RuleBroken", "Unproven", "__version__", "check", "deal",
    "load", "loads", "picture", "plots", "puzzle_of", "replay", "results", "solve",
]  # fmt: skip

AnyInstance = Deal | Level | Futoshiki | Pipes

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame


def load(path: str | Path) -> AnyInstance:
    """The instance in a file, or the shipped puzzle of this name. Guesses become warnings. Raises BadInput."""
    found = loaded(path)
    warn(found.notes)
    return cast(AnyInstance, found.instance)


def loads(data: str | Mapping[str, object], name: str = "text") -> AnyInstance:
    """The instance in a text, or in a mapping as in a file; name: for messages, and for a puzzle without a name."""
    text = data if isinstance(data, str) else json.dumps(dict(data), ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BadInput(name, f"{text[error.start]!r} is half of a character, expected text") from None
    found = loaded(name, text)
    warn(found.notes)
    return cast(AnyInstance, found.instance)


def warn(notes: Sequence[str]) -> None:
    """Warn whoever called the function that calls this one."""
    for note in notes:
        warnings.warn(note, stacklevel=3)


def deal(beakers: Iterable[Iterable[str]], capacity: int | None = None, name: str = "deal") -> Deal:
    """A deal; each beaker lists its top first. capacity: by default, that of the fullest beaker. Raises BadInput."""
    piles = [list(beaker) for beaker in beakers]
    most = max(map(len, piles), default=1) if capacity is None else capacity
    data = {"puzzle": watersort.PUZZLE.name, "name": name, "capacity": most, "beakers": piles}
    found = loads(data, name)
    assert isinstance(found, Deal)
    return found


def solve(
    instance: AnyInstance,
    *solvers: str,
    time_limit: float = inf,
    memory_limit: float = inf,
    horizon: int | None = None,
    any_plan: bool = False,
    workers: int = 2,
    seed: int = 0,
    confirm: float = CONFIRM,
) -> Result:
    """Solve with the solvers named ('cp', 'astar', 'cp-timeline', ...), by default with those of both sides.

    Several race: the first proven answer counts, and the others have `confirm` seconds to confirm it.
    time_limit: seconds of wall time; memory_limit: MiB of resident memory of all processes; horizon: steps of a plan at
    most; any_plan: stop at the first plan. Limits and failures are outcomes, and every plan has been replayed. Raises
    ValueError for unknown solvers and for limits out of range.
    """
    puzzle = puzzle_of(instance)
    every = Solvers((search_side(), constraint_side()))
    named = every.of(puzzle.name)
    unknown = set(solvers) - set(named)
    if unknown:
        raise ValueError(f"no solver {min(unknown)!r} for {puzzle.name}, expected one of {', '.join(named)}")
    chosen = tuple(named[name] for name in solvers or every.defaults(puzzle.name))
    settings = Settings(horizon, any_plan, workers, seed)
    return answer(Request(puzzle, instance, chosen, time_limit, memory_limit, confirm, settings=settings)).result


def check(file: str | Path, certificate: str | Path) -> str:
    """What the independent checker finds proven about a file that `load` reads: 'optimal 39'.

    Raises Refused, its subclass Unproven, and BadInput.
    """
    text, notes = as_puzzle_file(file)
    warn(notes)
    return verdict.check({file: text}, certificate)


def replay(instance: AnyInstance, answer: Sequence[object]) -> list[AnyInstance]:
    """The instance after each step of a plan, or filled in by each solution. Raises RuleBroken if it solves nothing."""
    puzzle = puzzle_of(instance)
    puzzle.verify(instance, tuple(answer))
    return [frame.instance for frame in puzzle.frames(instance, tuple(answer))]


def picture(instance: AnyInstance) -> str:
    """The picture that `show` prints; loads reads it."""
    return str(puzzle_of(instance).picture(instance))


def results(paths: str | Path | Iterable[str | Path]) -> "DataFrame":
    """A DataFrame of the runs in results files of compare.py; its columns: experiments/report/run_measures.py.

    Of a program that was edited between runs, only those of the newest version, with a warning.
    """
    from fewest_pours.experiments.report.newest_programs import of_newest_programs
    from fewest_pours.experiments.report.run_measures import frame_of
    from fewest_pours.experiments.results_file import read_for_report

    files = [paths] if isinstance(paths, str | Path) else paths
    rows, notes = of_newest_programs(read_for_report(map(Path, files)))
    warn(notes)
    return frame_of(rows)


def plots(frame: "DataFrame") -> dict[str, "Figure"]:
    """The matplotlib figures of a report on these runs, by name; needs `pip install '.[compare]'`."""
    from fewest_pours.experiments.report.plots import pictures

    return pictures(frame)
