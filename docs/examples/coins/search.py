"""The coins by A*: a turn brings at most three coins to heads."""

from coins import Coins, after
from fewest_pours.running.solver_contract import Result, Settings, Watch
from fewest_pours.running.solver_record import Solver
from search_baseline.astar import astar


def solve(coins: Coins, settings: Settings, watch: Watch) -> Result:
    return astar(
        coins.row,
        lambda row: ((turn, after(row, turn)) for turn in range(len(row))),
        lambda row: -(-row.count("T") // 3),
        lambda row: "T" not in row,
        watch,
        "A*",
        horizon=settings.horizon,
        greedy=settings.any_plan,
    )


SOLVERS = (Solver("astar", "tails", solve),)
