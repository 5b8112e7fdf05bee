"""One side's record for one puzzle: everything that constraint programming, or search, has for it.

A side is a package, cpmodel or search_baseline. Its records are in its `sides.py`; what they name is imported when it
is needed, not before.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from instances.lazy import Later
from instances.solving.limits import Settings, Solve, Watch
from instances.solving.outcome import Result

Witness = Callable[[Any, Result, Watch], Iterable[dict[str, Any]]]  # instance, result, watch -> lines of a certificate

Proof = Callable[[Any, Settings, Watch], Iterable[dict[str, Any]]]  # of an instance that is known to be unsolvable


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
    proof       what makes a proof from the clauses alone that no plan exists; None where nothing does
    """

    solvers: tuple[Solver, ...]
    witness: Witness | None = None
    generate: Callable[..., Any] | None = None
    proof: Proof | None = None

    def solve_by(self, solver: Solver) -> Solve:
        """The solver, loaded, with a witness where the settings ask for a certificate."""
        run: Solve = solver.solve.load() if isinstance(solver.solve, Later) else solver.solve

        def solve(instance: Any, settings: Settings, watch: Watch) -> Result:
            result = run(instance, settings, watch)
            return self.certified(instance, result, watch) if settings.certificate else result

        return solve

    def certified(self, instance: Any, result: Result, watch: Watch) -> Result:
        """The result, able to make its witness."""
        return (
            result if self.witness is None else replace(result, witness=partial(self.witness, instance, result, watch))
        )

    def names(self) -> list[str]:
        """Those of results: ['cp', 'cp-phases']"""
        return [solver.name for solver in self.solvers]

    def named(self, name: str) -> Solve:
        """The solver of that name; KeyError if there is none."""
        return self.solve_by({solver.name: solver for solver in self.solvers}[name])


@dataclass(frozen=True)
class Sides:
    """Sides('--formulation', {'watersort': Side(...)}): the option that names a solver, and the record of each puzzle.

    flag: None where there is one solver for each puzzle.
    """

    flag: str | None
    records: Mapping[str, Side]

    def words(self) -> tuple[str, ...]:
        """Those that the option takes, over all puzzles."""
        return tuple(dict.fromkeys(solver.word for side in self.records.values() for solver in side.solvers))
