"""Puzzles solved by hand-written search. A puzzle's first solver is its default."""

from instances.command import Choice
from instances.running import Solve
from search_baseline import futoshiki, pipes, squares, watersort
from search_baseline.certifying import certifying

SOLVERS: dict[str, dict[str, Solve]] = certifying(
    {
        "watersort": {
            "astar": watersort.solve_fast,
            "astar-plain": watersort.solve_plain,
            "astar-runs": watersort.solve_runs,
        },
        "futoshiki": {"backtracking": futoshiki.solve},
        "squares": {"astar": squares.solve, "astar-manhattan": squares.solve_manhattan},
        "pipes": {"backtracking": pipes.solve, "backtracking-raster": pipes.solve_direct},
    }
)

CHOICE = Choice(
    "--heuristic",
    {
        "bottoms": "astar",
        "bottoms-plain": "astar-plain",
        "runs": "astar-runs",
        "manhattan": "astar-manhattan",
        "raster": "backtracking-raster",
    },
)
