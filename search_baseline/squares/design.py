"""Game About Squares levels to order, by clicks."""

from collections.abc import Hashable
from dataclasses import replace

from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Outcome
from instances.squares.files import OPTIONS, generate
from instances.squares.rules import Known, Level
from search_baseline.design import Design, Measured
from search_baseline.squares.solver import solve


def measured(level: Level, watch: Watch) -> Measured | None:
    """The fewest clicks."""
    result = solve(level, Settings(), watch)
    if result.outcome is not Outcome.OPTIMAL or result.plan is None:
        return None
    clicks = len(result.plan)
    return Measured(replace(level, known=Known(clicks=clicks)), {"clicks": clicks}, result.plan)


def alike(level: Level) -> Hashable:
    """Without names and order."""
    blocks = tuple(sorted((*block, goal or ()) for block, goal in zip(level.blocks, level.goals, strict=True)))
    return blocks, tuple(sorted(level.arrows.items()))


DESIGN = Design(
    options={name: option for name, option in OPTIONS.items() if name != "clicks"},  # --clicks is the measure here
    generate=generate,
    measure=measured,
    measures={"clicks": "fewest clicks"},
    alike=alike,
)
