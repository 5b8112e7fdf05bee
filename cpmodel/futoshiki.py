"""Futoshiki as a constraint model: the value of each cell, and the rules."""

from ortools.sat.python import cp_model

from cpmodel.grid_puzzle import Filling, decide
from instances.futoshiki.rules import Futoshiki
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Result


def build(puzzle: Futoshiki) -> Filling:
    """The model of every solution."""
    cp = cp_model.CpModel()
    numbers = range(puzzle.size)
    cells = [[cp.new_int_var(1, puzzle.size, f"cell_{r}_{c}") for c in numbers] for r in numbers]
    model = Filling(cp, cells)
    values_differ(model)
    givens_stand(model, puzzle)
    signs_hold(model, puzzle)
    return model


def values_differ(model: Filling) -> None:
    """No value stands twice in a row or column."""
    for row in model.cells:
        model.cp.add_all_different(row)
    for column in zip(*model.cells, strict=True):
        model.cp.add_all_different(column)


def givens_stand(model: Filling, puzzle: Futoshiki) -> None:
    for cells, givens in zip(model.cells, puzzle.grid, strict=True):
        for cell, given in zip(cells, givens, strict=True):
            if given:
                model.cp.add(cell == given)


def signs_hold(model: Filling, puzzle: Futoshiki) -> None:
    for (r, c), (s, d) in puzzle.less:
        model.cp.add(model.cells[r][c] < model.cells[s][d])


def solve(puzzle: Futoshiki, settings: Settings, watch: Watch) -> Result:
    """The solutions, and whether there is another one."""
    return decide(lambda: build(puzzle), settings, watch)
