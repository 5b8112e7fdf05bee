"""One side's record for one puzzle: everything that constraint programming, or search, has for it.

A side is a package, cpmodel or search_baseline. Its record for a puzzle is `SIDE` in the folder of the puzzle's name,
and is imported when a file of that puzzle is met, not before.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from instances.harness.limits import Settings, Watch
from instances.harness.outcome import Result
from instances.harness.running import Solve
from instances.registry import Registry

Witness = Callable[[Any, Result, Watch], Iterable[dict[str, Any]]]  # instance, result, watch -> lines of a certificate


@dataclass(frozen=True)
class Solver:
    """Solver('cp-phases', 'phases', solve): its name in results, the word of its side's option, and what runs."""

    name: str
    word: str
    solve: Solve


@dataclass(frozen=True)
class Side:
    """
    solvers     the first is the default
    witness     what makes the witness of a certificate after the answer is known; None where solvers make their own
    generate    options and seed -> a random instance, where that takes a search
    """

    solvers: tuple[Solver, ...]
    witness: Witness | None = None
    generate: Callable[..., Any] | None = None

    def solve_by(self, solver: Solver) -> Solve:
        """The solver, with a witness where the settings ask for a certificate."""

        def solve(instance: Any, settings: Settings, watch: Watch) -> Result:
            result = solver.solve(instance, settings, watch)
            return self.certified(instance, result, watch) if settings.certificate else result

        return solve

    def certified(self, instance: Any, result: Result, watch: Watch) -> Result:
        """The result, able to make its witness."""
        return (
            result if self.witness is None else replace(result, witness=partial(self.witness, instance, result, watch))
        )

    def named(self) -> dict[str, Solve]:
        """By the names of results: {'cp': ..., 'cp-phases': ...}"""
        return {solver.name: self.solve_by(solver) for solver in self.solvers}


@dataclass(frozen=True)
class Sides:
    """Sides('--formulation', ('auto', 'phases'), records): the option that names a solver, its words, the records.

    flag: None where there is one solver for each puzzle.
    """

    flag: str | None
    words: tuple[str, ...]
    records: Mapping[str, Side]


def sides(package: str, flag: str, words: tuple[str, ...], puzzles: Iterable[str]) -> Sides:
    """The side whose records are `{package}.{puzzle}.SIDE`."""
    return Sides(flag, words, Registry({puzzle: f"{package}.{puzzle}:SIDE" for puzzle in puzzles}))
