"""Game About Squares by constraint programming: longer and longer plans, and a proof where all long plans repeat.

*No plan at all.* A shortest plan meets no position twice. So if no LONG clicks meet LONG + 1 different positions, then
a plan, if there is one, has fewer than LONG clicks (the recurrence diameter: Biere, Cimatti, Clarke, Zhu, Symbolic
model checking without BDDs, TACAS 1999). Where blocks can run away for ever there always are such clicks, and the model
cannot prove that there is no plan. As most plans are shorter, they are looked for first.
"""

from collections import Counter
from dataclasses import replace
from functools import partial

from cpmodel.deepening import deepen
from cpmodel.solving import Status, run
from cpmodel.solving import solve as solve_model
from cpmodel.squares.click_model import build, build_without_repetition
from instances.solving.limits import LimitReached, Settings, Watch
from instances.solving.outcome import Outcome, Result
from instances.squares.rules import Level

LONG = 20  # clicks


def solve(level: Level, settings: Settings, watch: Watch) -> Result:
    """A shortest plan, or the proof that there is none if every long sequence of clicks repeats a position."""
    model, least = partial(build, level), least_clicks(level)
    horizon = LONG - 1 if settings.horizon is None else min(LONG - 1, settings.horizon)
    result = deepen("cp", model, least, replace(settings, horizon=horizon), watch, at_most=True)
    if result.outcome is not Outcome.NO_PLAN_WITHIN_HORIZON or horizon == settings.horizon:
        return result
    without_repetition = partial(run, partial(build_without_repetition, level, LONG))
    try:
        repeats = solve_model("repetition", without_repetition, settings, watch)
    except LimitReached as limit:
        return replace(result, outcome=limit.outcome)
    statistics = Counter(result.statistics) + Counter(repeats.statistics)
    if repeats.status is Status.INFEASIBLE:
        reason = f"no plan has {LONG - 1} clicks or fewer, and {LONG} clicks always repeat a position"
        return Result(Outcome.UNSOLVABLE, reason=reason, lower_bound_by="cp", statistics=dict(statistics))
    result = deepen("cp", model, max(least, LONG), settings, watch, at_most=True)
    return replace(result, statistics=dict(statistics + Counter(result.statistics)))


def least_clicks(level: Level) -> int:
    """The largest displacement that any block needs in each direction, summed: a click goes one way only."""
    pairs = [(block.position, goal) for block, goal in zip(level.blocks, level.goals, strict=True) if goal is not None]
    needed = [(0, 0), *((to_x - x, to_y - y) for (x, y), (to_x, to_y) in pairs)]
    return sum(max(axis) - min(axis) for axis in zip(*needed, strict=True))
