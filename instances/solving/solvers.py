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
from typing import Any

from instances.puzzles import PUZZLES
from instances.solving.limits import Settings, Solve, Watch
from instances.solving.outcome import Result
from instances.solving.outside import Unusable, installed


def imported(place: str) -> Any:
    """imported('instances.pipes:PUZZLE') is that object."""
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)


@dataclass(frozen=True)
class Solver:
    """Solver('cp-phases', 'phases', 'cpmodel.watersort.strategy:solve_phases')

    name: in results; word: the value of its side's option; place: what runs, or where it is; needs: a library that may
    be missing; explains: with Settings.explain its result says why there is no plan.
    """

    name: str
    word: str
    place: str | Solve
    needs: str = ""
    explains: bool = False

    def load(self) -> Solve:
        """What runs. Raises ImportError if a library is missing."""
        return imported(self.place) if isinstance(self.place, str) else self.place

    @property
    def missing(self) -> str:
        """'didp needs: pip install didppy'; '' if nothing is missing."""
        return "" if not self.needs or find_spec(self.needs) else f"{self.name} needs: pip install {self.needs}"

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


@dataclass(frozen=True)
class Solvers:
    """All solvers that may run; no two have the same name. sides: the default solvers are each side's first."""

    sides: Sequence[Side]

    def of(self, puzzle: str, more: Iterable[tuple[str, Iterable[str]]] = ()) -> dict[str, Solver]:
        """All that solve the puzzle, by name. more: who uses which other names. Raises Unusable for a name of two."""
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
        return next(map(imported, places), None)

    @cached_property
    def version(self) -> str:
        """The solvers' code and libraries: 'b2e8a1c97d5f0364, ortools 9.15.6755'. The same code is the same version.

        The rooms that only start runs or read results are left out: better tables do not make old results foreign.
        """
        root = Path(__file__).parents[2]
        files = [
            file for name in ("instances", *(side.name for side in self.sides)) for file in (root / name).rglob("*.py")
        ]
        apart = {root / "instances" / room for room in ("experiments", "report")}
        code = hashlib.sha256(b"".join(file.read_bytes() for file in sorted(files) if not apart & {*file.parents}))
        libraries = [f"{name} {version(name)}" for name in ("ortools", "numpy", "didppy") if find_spec(name)]
        return ", ".join([code.hexdigest()[:16], *libraries, *dict.fromkeys(whose for whose, _ in installed())])
