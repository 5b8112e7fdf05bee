"""A solver for compare.py, by --module: right, but slow enough to be killed; it reports its worker."""

import os
import time

from fewest_pours.puzzles.watersort.rules import Deal
from fewest_pours.running.solver_contract import Result, Settings, Watch
from search_baseline.watersort.plain_astar import solve_runs


def steady(deal: Deal, settings: Settings, watch: Watch) -> Result:
    time.sleep(0.05)
    result = solve_runs(deal, settings, watch)
    result.statistics["worker"] = os.getppid()
    return result


SOLVERS = {"watersort": {"steady": steady}}
