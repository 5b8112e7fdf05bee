"""What the project's default search finds, for tests that are not about it."""

from fewest_pours import puzzle_of
from fewest_pours.running.solver_contract import Result, Settings, Watch
from search_baseline.solvers import SIDE


def searched(instance, **settings) -> Result:
    """searched(deal, any_plan=True): any plan of a deal."""
    return SIDE.solver(puzzle_of(instance).name).load()(instance, Settings(**settings), Watch())
