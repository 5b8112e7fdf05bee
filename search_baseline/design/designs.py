"""The record of each puzzle for levels to order."""

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any

from instances.puzzles.grid_puzzle import Known
from instances.puzzles.loading import PUZZLES
from instances.puzzles.squares import file_format as squares
from instances.puzzles.squares.rules import Known as KnownClicks
from instances.puzzles.squares.rules import Level
from instances.running.solver_contract import Instance, Outcome, Result, Settings, Watch
from search_baseline.design.design_record import Design, Measured
from search_baseline.futoshiki import generator as futoshiki
from search_baseline.pipes import generator as pipes
from search_baseline.solvers import SIDE
from search_baseline.watersort.levels.water_sort_design import DESIGN as WATERSORT

Proven = Callable[[Result], tuple[Any, int] | None]


def design(
    name: str,
    generate: Callable[..., Instance],
    measure: str,
    text: str,
    proven: Proven,
    alike: Callable[[Instance], Hashable],
) -> Design:
    """A record with one measure; an option of that name is left out.

    proven: a result of the default search -> `known` and the measure; None for what is no level.
    """
    puzzle, solve = PUZZLES[name], SIDE.solver(name).load()

    def measured(instance: Instance, watch: Watch) -> Measured | None:
        result = solve(instance, Settings(), watch)
        if (found := proven(result)) is None:
            return None
        known, number = found
        return Measured(replace(instance, known=known), {measure: number}, result.plan or result.solutions)

    options = {option: entry for option, entry in puzzle.options.items() if option != measure}
    return Design(options, generate, measured, {measure: text}, alike)


def clicks(result: Result) -> tuple[KnownClicks, int] | None:
    return (KnownClicks(result.upper_bound), len(result.plan or ())) if result.outcome is Outcome.OPTIMAL else None


def alike(level: Level) -> Hashable:
    """The blocks and arrows without the names and order of the blocks."""
    blocks = sorted((*block, goal or ()) for block, goal in zip(level.blocks, level.goals, strict=True))
    return tuple(blocks), tuple(sorted(level.arrows.items()))


def unique(name: str, generate: Callable[..., Instance]) -> Design:
    return design(
        name,
        generate,
        "nodes",
        "nodes of the search, 1 is propagation alone",
        lambda result: (Known(1), result.statistics["nodes"]) if result.unique else None,
        lambda puzzle: replace(puzzle, name="", source=None),
    )


DESIGNS = {
    "watersort": WATERSORT,
    "squares": design("squares", squares.generate, "clicks", "fewest clicks", clicks, alike),
    "futoshiki": unique("futoshiki", futoshiki.generate),
    "pipes": unique("pipes", pipes.generate),
}
