"""Pipes as a constraint model: which kind of tile lies in which cell.

Edges and counts are sums of literals, without variables of their own, so that the linear relaxation counts pipes over
the whole square. That decides puzzles without clues: concentric-16x16 takes 243 conflicts with it, and is still open
after 900,000 without it.
"""

from functools import partial

from ortools.sat.python import cp_model

from cpmodel.uniqueness import GridModel, decide
from fewest_pours.puzzles.grid_puzzle import Position
from fewest_pours.puzzles.pipes.rules import KINDS, OPPOSITE, Pipes, Tile, neighbours

Literals = dict[Position, dict[Tile, cp_model.IntVar]]  # literals[r, c][6]: the tile in row r, column c is ╔


def build(puzzle: Pipes) -> GridModel:
    """The model of every solution."""
    cp = cp_model.CpModel()
    cp.name = f"pipes, {puzzle.size} x {puzzle.size}"
    literals = one_tile_a_cell(cp, puzzle)
    pipes_meet(cp, puzzle, literals)
    kinds_are_used_up(cp, puzzle, literals)
    return GridModel(cp, [[number(cp, literals[r, c], r, c) for c in range(puzzle.size)] for r in range(puzzle.size)])


def number(cp: cp_model.CpModel, literals: dict[Tile, cp_model.IntVar], row: int, column: int) -> cp_model.IntVar:
    """The tile in a cell."""
    tile = cp.new_int_var_from_domain(cp_model.Domain.from_values(list(literals)), f"cell_{row}_{column}")
    cp.add(tile == cp_model.LinearExpr.weighted_sum(list(literals.values()), list(literals)))
    return tile


def one_tile_a_cell(cp: cp_model.CpModel, puzzle: Pipes) -> Literals:
    """The literals, one for each tile that a cell can hold; exactly one of a cell's is true."""
    literals = {}
    for r, row in enumerate(puzzle.grid):
        for c, tile in enumerate(row):
            kinds = [tile] if tile else [kind for kind in KINDS if kind in puzzle.tiles]
            literals[r, c] = {kind: cp.new_bool_var(f"cell_{r}_{c}_is_{kind}") for kind in kinds}
            cp.add_exactly_one(literals[r, c].values())
    return literals


def pipes_meet(cp: cp_model.CpModel, puzzle: Pipes, literals: Literals) -> None:
    """A pipe leaves a cell to a side exactly if one leaves the neighbour to the opposite side; none at the border."""
    for r, c in literals:
        for side, beyond in neighbours(puzzle.size, r, c):
            if beyond is None:
                cp.add(pipes(literals[r, c], side) == 0)
            elif beyond > (r, c):
                cp.add(pipes(literals[r, c], side) == pipes(literals[beyond], OPPOSITE[side]))


def pipes(literals: dict[Tile, cp_model.IntVar], side: int) -> cp_model.LinearExpr:
    """1 if the tile has a pipe to this side, else 0."""
    return cp_model.LinearExpr.sum([literal for tile, literal in literals.items() if tile & side])


def kinds_are_used_up(cp: cp_model.CpModel, puzzle: Pipes, literals: Literals) -> None:
    """Each kind lies as often as there are tiles of it."""
    total = puzzle.all_tiles
    for kind in KINDS:
        cp.add(cp_model.LinearExpr.sum([cell[kind] for cell in literals.values() if kind in cell]) == total[kind])


solve = partial(decide, build)
