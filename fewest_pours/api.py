"""The functions of `from fewest_pours import ...`.

Files list the top of a beaker first, Deal.beakers the bottom; `deal`, `load` and `loads` convert, and refuse what the
command line refuses.
"""

import json
import warnings
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from pathlib import Path
from typing import Any

from fewest_pours.checker import verdict
from fewest_pours.checker.certificate_lines import Refused
from fewest_pours.checker.verdict import Unproven
from fewest_pours.files.bad_input import BadInput
from fewest_pours.puzzles.loading import PUZZLES, as_puzzle_file, loaded
from fewest_pours.puzzles.puzzle import Puzzle, RuleBroken
from fewest_pours.puzzles.watersort.rules import Deal
from fewest_pours.running.solver_contract import Instance, Outcome, Result, Settings
from fewest_pours.sides import constraint_side, search_side
from fewest_pours.solving.race import CONFIRM
from fewest_pours.solving.registry import Solvers
from fewest_pours.solving.request import Request, answer
from fewest_pours.version import __version__

__all__ = [
    "BadInput", "Deal", "Outcome", "Refused", "Result", "RuleBroken", "Unproven", "__version__", "check", "deal",
    "load", "loads", "picture", "plots", "puzzle_of", "replay", "results", "solve",
]  # fmt: skip


def load(path: str | Path) -> Any:
    """The instance in a file, or the shipped puzzle of this name. Guesses become warnings. Raises BadInput."""
    return warned(*loaded(path)[1:3])


def loads(data: str | Mapping[str, Any], name: str = "text") -> Any:
    """The instance in a text, or in a mapping as in a file; name: for messages, and for a puzzle without a name."""
    text = data if isinstance(data, str) else json.dumps(dict(data), ensure_ascii=False)
    return warned(*loaded(name, text)[1:3])


def warned(value: Any, notes: Sequence[str]) -> Any:
    """The value, an instance or a text, after a warning for each note."""
    for note in notes:
        warnings.warn(note, stacklevel=3)
    return value


def deal(beakers: Sequence[Sequence[str]], capacity: int | None = None, name: str = "deal") -> Deal:
    """A deal; each beaker lists its top first. capacity: by default, that of the fullest beaker. Raises BadInput."""
    most = max(map(len, beakers), default=1) if capacity is None else capacity
    data = {"puzzle": "watersort", "name": name, "capacity": most, "beakers": list(map(list, beakers))}
    found: Deal = loads(data, name)
    return found


def puzzle_of(instance: Instance) -> Puzzle:
    """The record of an instance's puzzle."""
    return PUZZLES[type(instance).__module__.split(".")[-2]]


def solve(
    instance: Instance,
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
    if unknown := set(solvers) - set(named):
        raise ValueError(f"no solver {min(unknown)!r} for {puzzle.name}, expected one of {', '.join(named)}")
    chosen = tuple(named[name] for name in solvers or every.defaults(puzzle.name))
    settings = Settings(horizon, any_plan, workers, seed)
    return answer(Request(puzzle, instance, chosen, time_limit, memory_limit, confirm, settings=settings)).result


def check(file: str | Path, certificate: str | Path) -> str:
    """What the independent checker finds proven about a file that `load` reads: 'optimal 39'.

    Raises Refused, its subclass Unproven, and BadInput.
    """
    text, notes = as_puzzle_file(file)
    return verdict.check({file: warned(text, notes)}, certificate)


def replay(instance: Instance, answer: Sequence[Any]) -> list[Instance]:
    """The instance after each step of a plan, or filled in by each solution. Raises RuleBroken if it solves nothing."""
    puzzle = puzzle_of(instance)
    puzzle.verify(instance, tuple(answer))
    return [frame.instance for frame in puzzle.frames(instance, tuple(answer))]


def picture(instance: Instance) -> str:
    """The picture that `show` prints; loads reads it."""
    return str(puzzle_of(instance).picture(instance))


def results(paths: str | Path | Iterable[str | Path]) -> Any:
    """A DataFrame of the runs in results files of compare.py; its columns: experiments/report/run_measures.py.

    Of a program that was edited between runs, only those of the newest version, with a warning.
    """
    from fewest_pours.experiments.report.newest_programs import of_newest_programs
    from fewest_pours.experiments.report.run_measures import frame_of
    from fewest_pours.experiments.results_file import read_rows

    files = [paths] if isinstance(paths, str | Path) else paths
    rows, notes = of_newest_programs([row for path in files for row in read_rows(Path(path))])
    return frame_of(warned(rows, notes))


def plots(frame: Any) -> dict[str, Any]:
    """The matplotlib figures of a report on these runs, by name; needs `pip install '.[compare]'`."""
    from fewest_pours.experiments.report.plots import pictures

    return pictures(frame)
