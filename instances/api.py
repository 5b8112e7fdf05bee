"""The project from Python: puzzles in, proven answers out. docs/api.md shows it on one screen.

    from instances.api import load, solve

    result = solve(load("level-133"), seconds=10)
    print(result.outcome.value, result.lower_bound, len(result.plan))

Instances hold what rules and solvers need. Where files list the top of a beaker first, Deal.beakers has the bottom
first; `deal`, `load` and `loads` turn it round, and refuse what the command line refuses.
"""

import json
import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from instances import __version__
from instances.checker import Unproven, check
from instances.checker.lines import Refused
from instances.puzzle import Puzzle, RuleBroken
from instances.puzzles import PUZZLES, Loaded, load_with_notes, loaded
from instances.reading.yaml_files import BadInput
from instances.solving.limits import Settings
from instances.solving.outcome import Outcome, Result
from instances.solving.request import CONFIRM, Request
from instances.solving.request import solve as answer
from instances.solving.solvers import Solvers
from instances.watersort.rules import Deal

SIDES = (
    "search_baseline.solvers:SIDE",
    "cpmodel.solvers:SIDE",
)  # found by name, when something is solved: nothing here imports a solver

__all__ = [
    "BadInput", "Deal", "Outcome", "Refused", "Result", "RuleBroken", "Unproven", "__version__", "check", "deal",
    "load", "loads", "picture", "plots", "puzzle_of", "replay", "results", "solve",
]  # fmt: skip


def load(path: str | Path) -> Any:
    """The instance in a file, or of the shipped puzzle with this name. Guesses are warnings. Raises BadInput."""
    return warned(load_with_notes(path))


def loads(data: str | Mapping[str, Any], name: str = "text") -> Any:
    """The same for a text, or for a mapping as in a file; name: for messages, and for a puzzle without one."""
    return warned(loaded(name, data if isinstance(data, str) else json.dumps(dict(data), ensure_ascii=False)))


def warned(found: Loaded) -> Any:
    for note in found.notes:
        warnings.warn(note, stacklevel=3)
    return found.instance


def deal(beakers: Sequence[Sequence[str]], capacity: int | None = None, name: str = "deal") -> Deal:
    """A deal with the top of each beaker first; capacity: the units in the fullest beaker. Raises BadInput."""
    most = max(map(len, beakers), default=1) if capacity is None else capacity
    data = {"puzzle": "watersort", "name": name, "capacity": most, "beakers": list(map(list, beakers))}
    found: Deal = loads(data, name)
    return found


def puzzle_of(instance: Any) -> Puzzle:
    """The record of an instance's puzzle."""
    return PUZZLES[type(instance).__module__.split(".")[1]]


def solve(
    instance: Any,
    *solvers: str,
    seconds: float | None = None,
    mebibytes: float | None = None,
    horizon: int | None = None,
    any_plan: bool = False,
    workers: int = 2,
    seed: int = 0,
    confirm: float = CONFIRM,
) -> Result:
    """Solve by the solvers of these names ('cp', 'astar', 'cp-timeline', ...), or by the default ones of both sides.

    Several race: the first proven answer counts, and the others have `confirm` seconds to confirm it. seconds: of wall
    time; mebibytes: of resident memory of all processes; horizon: steps that a plan may have; any_plan: it need not be
    shortest. A limit or a failure is an outcome, and a plan has been replayed. Raises ValueError for unknown solvers
    and for limits out of range.
    """
    puzzle, every = puzzle_of(instance), Solvers([resolve_name(side) for side in SIDES])
    named = every.of(puzzle.name)
    if unknown := set(solvers) - set(named):
        raise ValueError(f"no solver {min(unknown)!r} for {puzzle.name}, expected one of {', '.join(named)}")
    chosen = tuple(named[name] for name in solvers or every.defaults(puzzle.name))
    settings = Settings(horizon, any_plan, workers, seed)
    return answer(Request(puzzle, instance, chosen, settings, seconds, mebibytes, confirm)).result


def replay(instance: Any, answer: Sequence[Any]) -> list[Any]:
    """The instance after each step of a plan, or filled in by each solution. Raises RuleBroken if it solves nothing."""
    puzzle = puzzle_of(instance)
    puzzle.verify(instance, tuple(answer))
    return [frame.instance for frame in puzzle.frames(instance, tuple(answer))]


def picture(instance: Any) -> str:
    """The picture that `show` prints; loads reads it."""
    return str(puzzle_of(instance).picture(instance))


def results(paths: str | Path | Iterable[str | Path]) -> Any:
    """A DataFrame of the runs in results files of compare.py; instances/report/frame.py describes its columns."""
    from instances.report.frame import frame_of
    from instances.report.rows.results_file import read_rows

    files = [paths] if isinstance(paths, str | Path) else paths
    return frame_of([row for path in files for row in read_rows(Path(path))])


def plots(frame: Any) -> dict[str, Any]:
    """The figures that a report has for these runs, by name: matplotlib's, from `pip install '.[compare]'`."""
    from instances.report.plots import pictures

    return pictures(frame)
