"""Puzzles whose answer is a grid, to order: exactly one solution, by how hard the search finds it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from instances.futoshiki import PUZZLE as FUTOSHIKI_PUZZLE
from instances.grid_puzzle import Known
from instances.pipes import PUZZLE as PIPES_PUZZLE
from instances.puzzle import Options
from instances.solving.limits import Settings, Solve, Watch
from search_baseline.design import Design, Measured
from search_baseline.futoshiki import generator as futoshiki
from search_baseline.futoshiki import solver as futoshiki_solver
from search_baseline.pipes import generator as pipes
from search_baseline.pipes import solver as pipes_solver


def unique(options: Options, generate: Callable[..., Any], solve: Solve) -> Design:
    def measured(puzzle: Any, watch: Watch) -> Measured | None:
        """The nodes of the search that proves the solution to be the only one; 1 is propagation alone."""
        result = solve(puzzle, Settings(), watch)
        if result.unique is not True:
            return None
        return Measured(replace(puzzle, known=Known(1)), {"nodes": result.statistics["nodes"]}, result.solutions)

    return Design(
        options=options,
        generate=generate,
        measure=measured,
        measures={"nodes": "nodes of the search, 1 is propagation alone"},
        alike=lambda puzzle: replace(puzzle, name="", source=None),
    )


FUTOSHIKI = unique(FUTOSHIKI_PUZZLE.options, futoshiki.generate, futoshiki_solver.solve)
PIPES = unique(PIPES_PUZZLE.options, pipes.generate, pipes_solver.solve)
