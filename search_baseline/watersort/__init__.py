"""Water sort by search: as first written down, with a better bound, and at its best."""

from instances.harness.side import Side, Solver
from search_baseline.watersort.default_solver import solve_fast
from search_baseline.watersort.plain_astar import solve_plain, solve_runs
from search_baseline.watersort.witness import witness

SIDE = Side(
    solvers=(
        Solver("astar", "bottoms", solve_fast),
        Solver("astar-plain", "bottoms-plain", solve_plain),
        Solver("astar-runs", "runs", solve_runs),
    ),
    witness=witness,
)
