"""The solvers that may run: those of both sides, and more that are found elsewhere. compare.py makes this record."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from instances import PUZZLES
from instances.harness.limits import Solve
from instances.harness.outside import Named, installed
from instances.harness.side import Sides
from instances.report.source import digest


@dataclass(frozen=True)
class Solvers:
    """
    modelling, searching  the records of both sides; the default solvers are each side's first
    more                  puzzle -> name -> what runs, besides
    packages              whose code decides what a run answers
    """

    modelling: Sides
    searching: Sides
    more: Mapping[str, Mapping[str, Solve]]
    packages: Sequence[ModuleType]

    def of(self, puzzle: str) -> list[str]:
        """The names of all that solve the puzzle."""
        own = [side.records[puzzle].names() for side in (self.modelling, self.searching)]
        others = [named.get(puzzle, {}) for named in (self.more, *self.installed.values())]
        return [name for names in (*own, *others) for name in names]

    def load(self, puzzle: str, name: str) -> Solve:
        """What runs under that name, its libraries loaded."""
        for named in (self.more, *self.installed.values()):
            if name in named.get(puzzle, {}):
                return named[puzzle][name]
        own = [side.records[puzzle] for side in (self.modelling, self.searching)]
        return next(record.named(name) for record in own if name in record.names())

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
    def installed(self) -> dict[str, Named]:
        """Of other packages: 'package version' -> its solvers; raises Unusable."""
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
        libraries = [f"{name} {version(name)}" for name in ("ortools", "didppy") if find_spec(name)]
        return ", ".join([digest(texts), *libraries, *self.installed])
