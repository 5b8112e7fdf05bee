"""Models of puzzles with a number in every cell: is there a solution, and is there another one?

The second solve excludes the first solution. Enumeration is not used: with several workers it sometimes missed
solutions.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import ClassVar

from ortools.sat.python import cp_model

from cpmodel.jobs import Jobs
from cpmodel.solving import Parameters, Status, Value, run
from fewest_pours.puzzles.grid_puzzle import Filled, Grid, verdict
from fewest_pours.running.solver_contract import LimitReached, Result, Settings, Watch


@dataclass(frozen=True)
class GridModel:
    """A model with a variable for each cell, row by row."""

    cp: cp_model.CpModel
    cells: Sequence[Sequence[cp_model.IntVar]]
    parameters: ClassVar[Parameters] = {}

    def read(self, value: Value) -> Grid:
        return tuple(tuple(value(cell) for cell in row) for row in self.cells)


Build = Callable[[Filled], GridModel]  # puzzle -> the model of every solution


def excluding(build: Build[Filled], puzzle: Filled, solutions: Sequence[Grid]) -> GridModel:
    """The model without these solutions: some cell differs from each of them."""
    model = build(puzzle)
    if solutions:
        model.cp.name += ", another solution"
    for grid in solutions:
        model.cp.add_forbidden_assignments(list(chain(*model.cells)), [list(chain(*grid))])
    return model


def decide(build: Build[Filled], puzzle: Filled, settings: Settings, watch: Watch) -> Result:
    """No solution, the only one, or two different ones; with settings.any_plan the first one is enough.

    One solve at a time, whatever settings.workers is.
    """
    solutions: list[Grid] = []
    exhausted = False
    limit = None
    with Jobs[str, Grid](settings, watch) as pool:
        try:
            while not exhausted and len(solutions) < (1 if settings.any_plan else 2):
                what = "another solution" if solutions else "a solution"
                watch.report(None, None, f"looking for {what}")
                pool.start(what, partial(run, partial(excluding, build, puzzle, solutions)))
                _, answer = pool.answer()
                if answer.found is not None:
                    solutions.append(answer.found)
                exhausted = answer.status is Status.INFEASIBLE
        except LimitReached as reached:
            limit = reached.outcome
    return verdict(solutions, exhausted, limit, pool.statistics)
