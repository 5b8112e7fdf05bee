"""Witnesses for what the searches answer, one way of making them for each puzzle.

They are made after the answer is known, by searches of their own: a solver may leave out what its rules allow, a
witness may not.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from instances import PUZZLES
from instances.certificate_writing import seen
from instances.limits import Settings, Watch
from instances.outcome import Result
from instances.running import Solve
from search_baseline import cases, clicks
from search_baseline.watersort import witness as watersort

Maker = Callable[[Any, Result, Watch], Iterable[dict[str, Any]]]

MAKERS: dict[str, Maker] = {
    "watersort": watersort.witness,
    "squares": lambda level, result, watch: clicks.witness(seen(PUZZLES["squares"], level), result, watch),
    "futoshiki": lambda grid, result, watch: cases.witness(seen(PUZZLES["futoshiki"], grid), result, watch),
    "pipes": lambda grid, result, watch: cases.witness(seen(PUZZLES["pipes"], grid), result, watch),
}


def certified(puzzle: str, instance: Any, result: Result, watch: Watch) -> Result:
    """The result, able to make its witness."""
    return replace(result, witness=partial(MAKERS[puzzle], instance, result, watch))


def certifying(solvers: Mapping[str, Mapping[str, Solve]]) -> dict[str, dict[str, Solve]]:
    """The same solvers, with a witness where the settings ask for a certificate."""

    def with_witness(puzzle: str, solve: Solve) -> Solve:
        def solved(instance: Any, settings: Settings, watch: Watch) -> Result:
            result = solve(instance, settings, watch)
            return certified(puzzle, instance, result, watch) if settings.certificate else result

        return solved

    return {
        puzzle: {name: with_witness(puzzle, solve) for name, solve in named.items()}
        for puzzle, named in solvers.items()
    }
