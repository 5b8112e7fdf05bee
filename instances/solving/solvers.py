"""The record of solvers: what each side has for each puzzle, and everything else that may run.

A side is a package, cpmodel or search_baseline, with its record SIDE in its `solvers.py`. What a record names by its
place, 'package.module:function', is imported when it is first needed.
"""

import hashlib
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

from instances.puzzles import PUZZLES
from instances.solving.limits import Settings, Solve, Watch
from instances.solving.outcome import Result
from instances.solving.outside import Unusable, installed

Brought = TypeVar("Brought")


class Library(NamedTuple):
    """Library('didppy', "pip install '.[didp]'"): one that may be missing, and how to install it."""

    name: str
    install: str


def imported(place: str) -> Any:
    """imported('instances.pipes:PUZZLE') is that object."""
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)


@dataclass(frozen=True)
class Solver:
    """Solver('cp-phases', 'phases', 'cpmodel.watersort.strategy:solve_phases')

    name: in results; word: the value of its side's option; place: what runs, or where it is; needs: what must be
    installed for it; explains: with Settings.explain its result says why there is no plan.
    """

    name: str
    word: str
    place: str | Solve
    needs: Library | None = None
    explains: bool = False

    def load(self) -> Solve:
        """What runs. Raises ImportError, with the command that installs a missing library."""
        if self.missing:
            raise ImportError(self.missing)
        return imported(self.place) if isinstance(self.place, str) else self.place

    @property
    def missing(self) -> str:
        """ "didp needs pip install '.[didp]'"; '' if nothing is missing."""
        if self.needs is None or find_spec(self.needs.name):
            return ""
        return f"{self.name} needs {self.needs.install}"

    def solve(self, instance: Any, settings: Settings, watch: Watch) -> Result:
        """Load it, while the clock stands still, and run it."""
        before, seconds, watch.seconds = time.monotonic(), watch.seconds, None
        solve = self.load()
        watch.seconds, watch.started = seconds, watch.started + time.monotonic() - before
        return solve(instance, settings, watch)


@dataclass(frozen=True)
class Side:
    """
    name        of its package: 'cpmodel'
    option      of its command line, which selects a solver: '--formulation'
    solvers     puzzle -> its solvers, the default first
    generators  puzzle -> place of what makes random instances of given options and seed, where that takes a search
    facts       puzzle -> place of what proves by facts that no plan exists: instance, settings, watch -> lines
    """

    name: str
    option: str
    solvers: Mapping[str, Sequence[Solver]]
    generators: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)

    def solver(self, puzzle: str) -> Solver:
        """The default one."""
        return self.solvers[puzzle][0]


def merged(origins: Iterable[tuple[str, Mapping[str, Brought]]]) -> dict[str, Brought]:
    """What all bring, by name. Raises Unusable if two solvers share a name."""
    found: dict[str, tuple[str, Brought]] = {}
    for whose, named in origins:
        for name, brought in named.items():
            if name in found:
                raise Unusable(f"solver {name!r} is of {found[name][0]} and of {whose}, expected another name")
            found[name] = whose, brought
    return {name: brought for name, (_, brought) in found.items()}


@dataclass(frozen=True)
class Solvers:
    """All solvers that may run; no two have the same name.

    sides: the default solvers are each side's first; packages: whose code decides what a run answers.
    """

    sides: Sequence[Side]
    packages: Sequence[ModuleType]

    def origins(self, puzzle: str) -> list[tuple[str, dict[str, Solver]]]:
        """Where solvers of the puzzle come from, and which do; without those that lack a library."""
        ours = [solver for side in self.sides for solver in side.solvers[puzzle] if not solver.missing]
        found = [("this project", {solver.name: solver}) for solver in ours]
        for whose, named in installed():
            found.append((whose, {name: Solver(name, name, solve) for name, solve in named.get(puzzle, {}).items()}))
        return found

    def of(self, puzzle: str) -> dict[str, Solver]:
        """All that solve the puzzle, by name. Raises Unusable."""
        return merged(self.origins(puzzle))

    def missing(self, name: str) -> str:
        """What installs the library of that solver, as Solver.missing; '' if nothing is known of it."""
        every = (solver for side in self.sides for solvers in side.solvers.values() for solver in solvers)
        return next((solver.missing for solver in every if solver.name == name), "")

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
        return next(map(imported, places), None)

    @cached_property
    def version(self) -> str:
        """The solvers' code and libraries: 'b2e8a1c97d5f0364, ortools 9.15.6755'. The same code is the same version.

        The rooms that only start runs or read results are left out: better tables do not make old results foreign.
        """
        folders = [Path(str(package.__file__)).parent for package in self.packages]
        apart = {Path(__file__).parent.parent / room for room in ("experiments", "report")}
        files = [path for folder in folders for path in sorted(folder.rglob("*.py")) if not apart & {*path.parents}]
        code = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]
        libraries = [f"{name} {version(name)}" for name in ("ortools", "numpy", "didppy") if find_spec(name)]
        return ", ".join([code, *libraries, *dict.fromkeys(whose for whose, _ in installed())])
