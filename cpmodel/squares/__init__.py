"""Game About Squares by constraint programming: longer and longer plans, and a proof where no clicks are long.

*No plan at all.* A shortest plan meets no position twice. So if no LONG clicks meet LONG + 1 different positions, then
a plan, if there is one, has fewer than LONG clicks (the recurrence diameter: Biere, Cimatti, Clarke, Zhu, Symbolic
model checking without BDDs, TACAS 1999). Where blocks can run away for ever there always are such clicks, and the model
cannot find out that there is no plan.
"""

from functools import partial

from cpmodel.deepening import deepen
from cpmodel.solving import Status
from cpmodel.solving import solve as solve_model
from cpmodel.squares.click_bounds import least_clicks
from cpmodel.squares.click_model import build, build_without_repetition
from instances.solving.limits import LimitReached, Settings, Watch
from instances.solving.outcome import Result
from instances.squares.rules import Level

LONG = 20  # clicks


def solve(level: Level, settings: Settings, watch: Watch) -> Result:
    """A shortest plan, or the proof that there is none where no click sequence is long without repetition."""
    try:
        repeats = solve_model("repetition", partial(build_without_repetition, level, LONG), settings, watch)
    except LimitReached as limit:
        return Result(limit.outcome, lower_bound=least_clicks(level), lower_bound_by="displacements")
    threshold = LONG - 1 if repeats.status is Status.INFEASIBLE else None
    return deepen("cp", partial(build, level), least_clicks(level), settings, watch, threshold, at_most=True)
