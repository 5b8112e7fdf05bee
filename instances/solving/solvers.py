"""All solvers that may run: those of both sides, and those of installed packages."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from instances.puzzles import PUZZLES
from instances.solving.outside import Unusable, installed
from instances.solving.request import Side, Solver


@dataclass(frozen=True, eq=False)
class Solvers:
    """All solvers that may run; no two have the same name. sides: the default solvers are each side's first."""

    sides: Sequence[Side]

    def of(self, puzzle: str, more: Iterable[tuple[str, Iterable[str]]] = ()) -> dict[str, Solver]:
        """All that solve the puzzle, by name. more: names in use elsewhere, each list after its owner.

        Raises Unusable if two solvers share a name.
        """
        found = {solver.name: solver for side in self.sides for solver in side.solvers[puzzle]}
        whose = dict.fromkeys(found, "this project")
        outside = [(label, named.get(puzzle, {})) for label, named in installed()]
        for label, names in [*outside, *more]:
            for name in names:
                if name in whose:
                    raise Unusable(f"solver {name!r} is of {whose[name]} and of {label}, expected another name")
                whose[name] = label
        return found | {name: Solver(name, name, solve) for _, named in outside for name, solve in named.items()}

    def defaults(self, puzzle: str) -> list[str]:
        return [side.solver(puzzle).name for side in self.sides]

    def names(self) -> list[str]:
        """The defaults first, then the others, plain names before variants: the order of tables, and of colours."""
        defaults = [name for puzzle in PUZZLES for name in self.defaults(puzzle)]
        others = sorted((name for puzzle in PUZZLES for name in self.of(puzzle)), key=lambda name: name.count("-"))
        return list(dict.fromkeys([*defaults, *others]))

    def generate(self, puzzle: str) -> Callable[..., Any] | None:
        """What makes random instances, where that takes a search."""
        places = (side.generators[puzzle] for side in self.sides if puzzle in side.generators)
        return next(map(resolve_name, places), None)

    @cached_property
    def version(self) -> str:
        """The solvers' code and libraries: 'b2e8a1c97d5f0364, ortools 9.15.6755'. The same code is the same version.

        The rooms that only start runs or read results are left out: better tables do not make old results foreign.
        """
        root = Path(__file__).parents[2]
        folders = [root / "instances", *(root / side.name for side in self.sides)]
        apart = {folders[0] / room for room in ("experiments", "report")}
        files = [file for folder in folders for file in sorted(folder.rglob("*.py")) if not apart & {*file.parents}]
        code = hashlib.sha256(b"".join(file.read_bytes() for file in files))
        libraries = [f"{name} {version(name)}" for name in ("ortools", "numpy", "didppy") if find_spec(name)]
        return ", ".join([code.hexdigest()[:16], *libraries, *dict.fromkeys(whose for whose, _ in installed())])
