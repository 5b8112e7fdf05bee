"""Game About Squares by constraint programming: longer and longer plans.

A refuted horizon excludes no longer plan, so that a level has no plan at all is never proven: the search proves it.
"""

from functools import partial

from cpmodel.deepening import deepen
from cpmodel.squares.click_model import build
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Result
from instances.squares.rules import Level


def solve(level: Level, settings: Settings, watch: Watch) -> Result:
    """A shortest plan; without one it ends at a horizon or a limit only."""
    return deepen("cp", partial(build, level), least_clicks(level), settings, watch, at_most=True)


def least_clicks(level: Level) -> int:
    """The largest displacement that any block needs in each direction, summed: a click goes one way only."""
    pairs = [(block.position, goal) for block, goal in zip(level.blocks, level.goals, strict=True) if goal is not None]
    needed = [(0, 0), *((to_x - x, to_y - y) for (x, y), (to_x, to_y) in pairs)]
    return sum(max(axis) - min(axis) for axis in zip(*needed, strict=True))
