"""Futoshiki as a constraint model: the value of each cell, and the rules."""

from functools import partial

from ortools.sat.python import cp_model

from cpmodel.uniqueness import GridModel, decide
from fewest_pours.puzzles.futoshiki.rules import Futoshiki


def build(puzzle: Futoshiki) -> GridModel:
    """The model of every solution; a given value is all that its cell can hold."""
    cp = cp_model.CpModel()
    size = puzzle.size
    cp.name = f"futoshiki, {size} x {size}"
    cells = [
        [cp.new_int_var(given or 1, given or size, f"cell_{r}_{c}") for c, given in enumerate(row)]
        for r, row in enumerate(puzzle.grid)
    ]
    model = GridModel(cp, cells)
    values_differ(model)
    signs_hold(model, puzzle)
    return model


def values_differ(model: GridModel) -> None:
    """No value stands twice in a row or column."""
    for line in (*model.cells, *zip(*model.cells, strict=True)):
        model.cp.add_all_different(line)


def signs_hold(model: GridModel, puzzle: Futoshiki) -> None:
    for (r, c), (s, d) in puzzle.less:
        model.cp.add(model.cells[r][c] < model.cells[s][d])


solve = partial(decide, build)
