"""What search has for each puzzle."""

from functools import partial

from instances.lazy import Later
from instances.solving.solvers import Side, Sides, Solver

WATERSORT = Side(
    solvers=(
        Solver("astar", "bottoms", Later("search_baseline.watersort.default_solver:solve_fast")),
        Solver("astar-plain", "bottoms-plain", Later("search_baseline.watersort.plain_astar:solve_plain")),
        Solver("astar-runs", "runs", Later("search_baseline.watersort.plain_astar:solve_runs")),
    ),
    witness=Later("search_baseline.watersort.witness:witness"),
)
SQUARES = Side(
    solvers=(
        Solver("astar", "displacements", Later("search_baseline.squares.solver:solve")),
        Solver("astar-manhattan", "manhattan", Later("search_baseline.squares.solver:solve_manhattan")),
    ),
    witness=Later("search_baseline.squares.witness:witness"),
)
GRID_WITNESS = Later("search_baseline.grid_witness:witness_for")
FUTOSHIKI = Side(
    solvers=(Solver("backtracking", "narrowing", Later("search_baseline.futoshiki.solver:solve")),),
    witness=partial(GRID_WITNESS, "futoshiki"),
    generate=Later("search_baseline.futoshiki.generator:generate"),
)
PIPES = Side(
    solvers=(
        Solver("backtracking", "narrowing", Later("search_baseline.pipes.solver:solve")),
        Solver("backtracking-raster", "raster", Later("search_baseline.pipes.solver:solve_direct")),
    ),
    witness=partial(GRID_WITNESS, "pipes"),
    generate=Later("search_baseline.pipes.generator:generate"),
)

RECORDS = {"watersort": WATERSORT, "squares": SQUARES, "futoshiki": FUTOSHIKI, "pipes": PIPES}
SIDES = Sides("--heuristic", RECORDS)
