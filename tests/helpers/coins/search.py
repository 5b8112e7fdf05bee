"""The coins by A*: a turn brings at most three coins to heads."""

from helpers.coins import Coins, after
from instances.running.limits import Settings, Watch
from instances.running.outcome import Result
from instances.running.sides import Solver
from search_baseline.astar import astar


def solve(coins: Coins, settings: Settings, watch: Watch) -> Result:
    found = astar(
        coins.row,
        lambda row: ((turn, after(row, turn)) for turn in range(len(row))),
        lambda row: -(-row.count("T") // 3),
        lambda row: "T" not in row,
        watch,
        horizon=settings.horizon,
        greedy=settings.any_plan,
    )
    plan = None if found.path is None else tuple(turn for turn, _ in found.path)
    return Result(
        found.outcome, plan, lower_bound=found.lower_bound, upper_bound=None if plan is None else len(plan),
        lower_bound_by="A*", upper_bound_by=None if plan is None else "A*", statistics=found.statistics,
    )  # fmt: skip


SOLVERS = (Solver("astar", "tails", solve),)
