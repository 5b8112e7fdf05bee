"""The record of this side: its solvers of each puzzle."""

from fewest_pours.running.solver_record import Side, Solver

SIDE = Side(
    name="search_baseline",
    option="--search",
    solvers={
        "watersort": (
            Solver("astar", "portfolio", "search_baseline.watersort.default_solver:solve_fast"),
            Solver("astar-plain", "plain", "search_baseline.watersort.plain_astar:solve_plain"),
            Solver("astar-runs", "runs", "search_baseline.watersort.plain_astar:solve_runs"),
            Solver("didp", "didp", "search_baseline.watersort.didp.solver:caasdy", "didppy"),
            Solver("didp-cabs", "didp-cabs", "search_baseline.watersort.didp.solver:cabs", "didppy"),
        ),
        "squares": (
            Solver("astar", "displacements", "search_baseline.squares.solver:solve"),
            Solver("astar-manhattan", "manhattan", "search_baseline.squares.solver:solve_manhattan"),
        ),
        "futoshiki": (Solver("backtracking", "narrowing", "search_baseline.futoshiki.solver:solve"),),
        "pipes": (
            Solver("backtracking", "narrowing", "search_baseline.pipes.solver:solve"),
            Solver("backtracking-raster", "raster", "search_baseline.pipes.raster:solve"),
        ),
    },
)
