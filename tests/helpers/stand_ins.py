"""Solvers that misbehave, as a module for compare.py: `--module stand_ins.py:only_steady_deny` has both."""

import os
import time

from instances.puzzles.watersort.rules import Deal
from instances.running.contract import Outcome, Result, Settings, Solve, Watch
from search_baseline.watersort.plain_solver import solve_runs


def steady(deal: Deal, settings: Settings, watch: Watch) -> Result:
    """Answers correctly, but slowly enough to be killed; reports its worker."""
    time.sleep(0.05)
    result = solve_runs(deal, settings, watch)
    result.statistics["worker"] = os.getppid()
    return result


def deny(deal: Deal, settings: Settings, watch: Watch) -> Result:
    """Is wrong on every deal that can be solved."""
    return Result(Outcome.UNSOLVABLE, reason="it looks hard")


def __getattr__(names: str) -> dict[str, dict[str, Solve]]:
    return {"watersort": {name: globals()[name] for name in names.removeprefix("only_").split("_")}}
