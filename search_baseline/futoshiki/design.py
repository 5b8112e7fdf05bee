"""Futoshiki levels to order: exactly one solution, by how hard the search finds it."""

from collections.abc import Hashable
from dataclasses import replace

from instances.futoshiki import PUZZLE
from instances.futoshiki.rules import Futoshiki
from instances.grid_puzzle import Known
from instances.solving.limits import Settings, Watch
from search_baseline.design import Design, Measured
from search_baseline.futoshiki.generator import generate
from search_baseline.futoshiki.solver import solve


def measured(puzzle: Futoshiki, watch: Watch) -> Measured | None:
    """The nodes of the search that proves the solution to be the only one; 1 is propagation alone."""
    result = solve(puzzle, Settings(), watch)
    if result.unique is not True:
        return None
    return Measured(replace(puzzle, known=Known(1)), {"nodes": result.statistics["nodes"]}, result.solutions)


def alike(puzzle: Futoshiki) -> Hashable:
    return replace(puzzle, name="", source=None)


DESIGN = Design(
    options=PUZZLE.options,
    generate=generate,
    measure=measured,
    measures={"nodes": "nodes of the search, 1 is propagation alone"},
    alike=alike,
)
