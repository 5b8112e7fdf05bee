"""The solvers that may run: those of both sides, and more that are found elsewhere. compare.py makes this record."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from instances.puzzles import PUZZLES
from instances.report.rows.origin import digest
from instances.solving.limits import Solve
from instances.solving.outside import Named, Unusable, installed
from instances.solving.solvers import Sides

Load = Callable[[], Solve]  # loads the libraries of a solver
Brought = TypeVar("Brought")


def merged(origins: Iterable[tuple[str, Mapping[str, Brought]]]) -> dict[str, Brought]:
    """What all bring, by name. Raises Unusable for a name that two bring: nobody could tell which of them ran."""
    found: dict[str, Brought] = {}
    bringer: dict[str, str] = {}
    for whose, named in origins:
        for name, brought in named.items():
            if name in found:
                raise Unusable(f"solver {name!r} is of {bringer[name]} and of {whose}, expected another name")
            found[name], bringer[name] = brought, whose
    return found


def told(solve: Solve) -> Solve:
    """What loads a solver that is loaded."""
    return solve


@dataclass(frozen=True)
class Solvers:
    """
    modelling, searching  the records of both sides; the default solvers are each side's first
    more                  puzzle -> name -> what runs, besides
    packages              whose code decides what a run answers
    extras                first word of a solver's name -> what installs its library
    """

    modelling: Sides
    searching: Sides
    more: Mapping[str, Mapping[str, Solve]]
    packages: Sequence[ModuleType]
    extras: Mapping[str, str] = field(default_factory=dict)

    def origins(self, puzzle: str) -> list[tuple[str, dict[str, Load]]]:
        """Who brings solvers of the puzzle, and which: its word, and name -> what loads it."""
        found: list[tuple[str, dict[str, Load]]] = []
        for side in (self.modelling, self.searching):
            record = side.records[puzzle]
            found.append(("this project", {name: partial(record.named, name) for name in record.names()}))
        for whose, named in [("this project", self.more), *self.installed]:
            found.append((whose, {name: partial(told, solve) for name, solve in named.get(puzzle, {}).items()}))
        return found

    def of(self, puzzle: str) -> dict[str, Load]:
        """All that solve the puzzle: name -> what loads it. Raises Unusable."""
        return merged(self.origins(puzzle))

    def load(self, puzzle: str, name: str) -> Solve:
        """What runs under that name, its libraries loaded."""
        return self.of(puzzle)[name]()

    def defaults(self, puzzle: str) -> list[str]:
        return [side.records[puzzle].solvers[0].name for side in (self.modelling, self.searching)]

    def names(self) -> list[str]:
        """The defaults first, then the others, plain names before variants: the order of tables, and of colours."""
        defaults = [name for puzzle in PUZZLES for name in self.defaults(puzzle)]
        others = sorted((name for puzzle in PUZZLES for name in self.of(puzzle)), key=lambda name: name.count("-"))
        return list(dict.fromkeys([*defaults, *others]))

    def generate(self, puzzle: str) -> Callable[..., Any] | None:
        """What makes random instances, where that takes a search."""
        return self.searching.records[puzzle].generate

    def models(self, puzzle: str, names: Sequence[str]) -> bool:
        """Whether any of them is of constraint programming, which makes several solves side by side."""
        return any(name in self.modelling.records[puzzle].names() for name in names)

    @cached_property
    def installed(self) -> list[tuple[str, Named]]:
        """Of other packages: 'package version' and its solvers; raises Unusable."""
        return installed()

    @cached_property
    def version(self) -> str:
        """The solvers' code and libraries: 'b2e8a1c97d5f0364, ortools 9.15.6755'. The same code is the same version.

        What only hands out runs or reads results is left out: better tables do not make old results foreign.
        """
        folders = [Path(str(package.__file__)).parent for package in self.packages]
        apart = {Path(__file__).parent, Path(__file__).parent.parent / "report"}
        files = [path for folder in folders for path in sorted(folder.rglob("*.py")) if not apart & {*path.parents}]
        texts = [path.read_text(encoding="utf-8") for path in files]
        libraries = [f"{name} {version(name)}" for name in ("ortools", "numpy", "didppy") if find_spec(name)]
        return ", ".join([digest(texts), *libraries, *dict.fromkeys(whose for whose, _ in self.installed)])
