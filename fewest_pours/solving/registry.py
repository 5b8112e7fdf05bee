"""All available solvers: those of both sides and of installed packages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from fewest_pours.puzzles.loading import PUZZLES
from fewest_pours.running.solver_record import Side, Solver
from fewest_pours.solving.outside_solvers import Unusable, digest_of, installed


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

    @property
    def version(self) -> str:
        """Of the code on this machine, and its libraries: 'b2e8a1c97d5f0364, ortools 9.15.6755'"""
        return version_of(("fewest_pours", *(side.name for side in self.sides)))


@cache
def version_of(packages: Sequence[str]) -> str:
    """A digest of the code, and the libraries.

    Code that only starts runs or reads results is left out, so that a change there keeps old results valid.
    """
    root = Path(__file__).parents[2]
    code = [file for package in packages for file in sorted((root / package).rglob("*.py"))]
    excluded = root / "fewest_pours" / "experiments"
    files = [file for file in code if excluded not in file.parents]
    libraries = [f"{name} {version(name)}" for name in ("ortools", "numpy", "didppy") if find_spec(name)]
    return ", ".join([digest_of(files), *libraries, *dict.fromkeys(label for label, _ in installed())])
