"""What a solver is, and the record SIDE that each side (cpmodel, search_baseline) keeps of its solvers in `solvers.py`.

A *place* is a string 'package.module:function', imported when first needed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pkgutil import resolve_name
from typing import Generic

from fewest_pours.running.solver_contract import InstanceT, Result, Settings, Solve, StepT, Watch


@dataclass(frozen=True)
class Solver(Generic[InstanceT, StepT]):
    """Solver('cp-timeline', 'timeline', 'cpmodel.watersort.default_strategy:solve_timeline')

    name: in results; word: the value of its side's option; place: the function or its place; needs: a library that may
    be missing; explains: whether it supports Settings.explain.
    """

    name: str
    word: str
    place: str | Solve[InstanceT, StepT]
    needs: str = ""
    explains: bool = False

    def load(self) -> Solve[InstanceT, StepT]:
        """The solver's function. Raises ImportError if a library is missing."""
        if isinstance(self.place, str):
            loaded: Solve[InstanceT, StepT] = resolve_name(self.place)
            return loaded
        return self.place

    @property
    def missing(self) -> str:
        """'didp needs: pip install didppy'; '' if nothing is missing."""
        return "" if not self.needs or find_spec(self.needs) else f"{self.name} needs: pip install {self.needs}"

    def solve(self, instance: InstanceT, settings: Settings, watch: Watch) -> Result[StepT]:
        """Load the solver, which does not count against the time limit, and run it."""
        with watch.paused():
            solve = self.load()
        return solve(instance, settings, watch)


@dataclass(frozen=True)
class Side:
    """
    name        of its package: 'cpmodel'
    option      its command line option that selects a solver: '--formulation'
    solvers     puzzle -> its solvers, the default first
    facts       puzzle -> place of a function that proves unsolvability by facts: instance, settings, watch -> lines
    parameters  place of a function of 'NAME=VALUE'; ValueError if that is not a parameter; '' for none
    """

    name: str
    option: str
    solvers: Mapping[str, Sequence[Solver]]
    facts: Mapping[str, str] = field(default_factory=dict)
    parameters: str = ""

    def solver(self, puzzle: str) -> Solver:
        """The puzzle's default solver."""
        return self.solvers[puzzle][0]
