"""How many clicks each way a plan of Game About Squares needs at least."""

from cpmodel.literals import integers
from cpmodel.squares.click_variables import Model
from instances.squares.rules import STEP, Level


def least_clicks(level: Level) -> int:
    """The largest displacement that any block needs in each direction, summed: a click goes one way only."""
    pairs = [(block.position, goal) for block, goal in zip(level.blocks, level.goals, strict=True) if goal is not None]
    return sum(max([0, *((g[0] - p[0]) * dx + (g[1] - p[1]) * dy for p, g in pairs)]) for dx, dy in STEP.values())


def enough_clicks_each_way(model: Model) -> None:
    """At least as many clicks in a direction are left as any block is cells away from its circle in that direction.

    A click goes one way only, so at each time these numbers add up to no more than the clicks that are left.
    """
    cp, horizon = model.cp, model.horizon
    left = integers(cp, "clicks_left", {(t, way): (0, horizon - t) for t in range(horizon + 1) for way in STEP})
    for t in model.clicks:
        cp.add(sum(left[t, way] for way in STEP) <= horizon - t)
        for way in STEP:
            cp.add(left[t, way] <= left[t + 1, way] + model.way[t, way])
    for (b, t, axis), coordinate in model.place.items():
        if (goal := model.level.goals[b]) is not None:
            for way, step in STEP.items():
                for v, here in coordinate.items():
                    if (distance := (goal[axis] - v) * step[axis]) > 0:
                        cp.add(left[t, way] >= distance).only_enforce_if(here)
