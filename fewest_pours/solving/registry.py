"""All available solvers: those of both sides and of installed packages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fewest_pours.puzzles.loading import PUZZLES
from fewest_pours.running.solver_record import Side, Solver
from fewest_pours.solving.code_versions import version_of
from fewest_pours.solving.outside_solvers import Unusable, installed


@dataclass(frozen=True, eq=False)
class Solvers:
    """All available solvers, each with a unique name. The first solver of each side is a default."""

    sides: Sequence[Side]

    def of(self, puzzle: str, more: Iterable[tuple[str, Iterable[str]]] = ()) -> dict[str, Solver]:
        """The solvers of a puzzle by name. more: (owner, names) of solvers registered elsewhere.

        Raises Unusable if two solvers share a name.
        """
        own = {solver.name: solver for side in self.sides for solver in side.solvers[puzzle]}
        owners = dict.fromkeys(own, "this project")
        outside = [(label, named.get(puzzle, {})) for label, named in installed()]
        for label, names in [*outside, *more]:
            for name in names:
                if name in owners:
                    raise Unusable(f"solver name {name!r} is used by {owners[name]} and by {label}, expected another")
                owners[name] = label
        return own | {name: Solver(name, name, solve) for _, named in outside for name, solve in named.items()}

    def defaults(self, puzzle: str) -> list[str]:
        return [side.solver(puzzle).name for side in self.sides]

    def names(self) -> list[str]:
        """Defaults first, then the others: the order of tables and colours in reports."""
        defaults = [name for puzzle in PUZZLES for name in self.defaults(puzzle)]
        return list(dict.fromkeys([*defaults, *(name for puzzle in PUZZLES for name in self.of(puzzle))]))

    def version(self, puzzle: str, name: str, brought: bool = False) -> str:
        """The version of the code that a run of this solver executes: 'b2e8a1c97d5f0364, ortools 9.15.6755'

        brought: whether it comes from --command or --module, whose text is digested elsewhere.
        """
        if brought:
            return version_of(puzzle, None)
        place = self.of(puzzle)[name].place
        if isinstance(place, str):
            return version_of(puzzle, place.partition(":")[0])
        packages = [label for label, named in installed() if name in named.get(puzzle, {})]
        return ", ".join([version_of(puzzle, None), *packages])

    def versions(self) -> list[str]:
        """The versions of all solvers of all puzzles."""
        return sorted({self.version(puzzle, name) for puzzle in PUZZLES for name in self.of(puzzle)})
