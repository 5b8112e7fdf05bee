"""Pipes levels to order: exactly one solution, by how hard the search finds it."""

from collections.abc import Hashable
from dataclasses import replace
from functools import partial

from instances.grid_puzzle import Known
from instances.pipes import PUZZLE
from instances.pipes.rules import Pipes
from instances.solving.limits import Settings, Watch
from search_baseline.design import Design, Measured
from search_baseline.pipes.generator import generate
from search_baseline.pipes.solver import solve


def measured(puzzle: Pipes, watch: Watch) -> Measured | None:
    """The nodes of the search that proves the solution to be the only one; 1 is propagation alone."""
    result = solve(puzzle, Settings(), watch)
    if result.unique is not True:
        return None
    return Measured(replace(puzzle, known=Known(1)), {"nodes": result.statistics["nodes"]}, result.solutions)


def alike(puzzle: Pipes) -> Hashable:
    return replace(puzzle, name="", source=None)


DESIGN = Design(
    options={name: option for name, option in PUZZLE.options.items() if name != "count"},
    generate=partial(generate, count=0),  # the measure finds `known`
    measure=measured,
    measures={"nodes": "nodes of the search, 1 is propagation alone"},
    alike=alike,
)
