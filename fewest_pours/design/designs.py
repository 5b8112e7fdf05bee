"""The record of each puzzle for levels to order."""

from collections.abc import Callable, Hashable
from dataclasses import replace

from fewest_pours.design.design_record import Design, Measured
from fewest_pours.design.searches import Position, Searches
from fewest_pours.design.watersort.water_sort_design import water_sort_design
from fewest_pours.puzzles.grid_puzzle import Filled, Grid, KnownSolutions
from fewest_pours.puzzles.loading import PUZZLES
from fewest_pours.puzzles.pipes.generator import generate as generate_pipes
from fewest_pours.puzzles.squares.generator import generate as generate_squares
from fewest_pours.puzzles.squares.rules import KnownClicks, Level
from fewest_pours.running.solver_contract import InstanceT, Outcome, Result, Settings, Solve, StepT, Watch

Proven = Callable[[Result], tuple[object, int] | None]


def design(
    name: str,
    solve: Solve[InstanceT, StepT],
    generate: Callable[..., InstanceT],
    measure: str,
    text: str,
    proven: Proven,
    alike: Callable[[InstanceT], Hashable],
) -> Design[InstanceT]:
    """A record with one measure; an option of that name is left out.

    text: what the measure counts; solve: the search that measures; proven: None for what is not a level.
    """

    def measured(instance: InstanceT, watch: Watch) -> Measured[InstanceT] | None:
        result = solve(instance, Settings(), watch)
        found = proven(result)
        if found is None:
            return None
        known, number = found
        return Measured(replace(instance, known=known), {measure: number}, result.plan or result.solutions)

    options = {option: entry for option, entry in PUZZLES[name].options.items() if option != measure}
    return Design(options, generate, measured, {measure: text}, alike)


def fewest_clicks(result: Result) -> tuple[KnownClicks, int] | None:
    if result.outcome is not Outcome.OPTIMAL:
        return None
    return KnownClicks(result.upper_bound), len(result.plan or ())


def same_blocks_and_arrows(level: Level) -> Hashable:
    """A key: the blocks and arrows without the names and order of the blocks."""
    blocks = sorted((*block, goal or ()) for block, goal in zip(level.blocks, level.goals, strict=True))
    return tuple(blocks), tuple(sorted(level.arrows.items()))


def nodes_of_unique(result: Result) -> tuple[KnownSolutions, int] | None:
    """None unless the grid has one solution."""
    if not result.unique:
        return None
    return KnownSolutions(1), result.statistics["nodes"]


def design_of_grids(name: str, solve: Solve[Filled, Grid], generate: Callable[..., Filled]) -> Design[Filled]:
    """The record of a puzzle that is filled in: its levels have one solution."""
    return design(
        name,
        solve,
        generate,
        measure="nodes",
        text="nodes of the search, 1 is propagation alone",
        proven=nodes_of_unique,
        alike=lambda puzzle: replace(puzzle, name="", source=None),
    )


def designs(searches: Searches[Position]) -> dict[str, Design]:
    """The record of each puzzle, by its name."""
    solvers = searches.solvers
    return {
        "watersort": water_sort_design(searches),
        "squares": design(
            "squares",
            solvers["squares"],
            generate_squares,
            measure="clicks",
            text="fewest clicks",
            proven=fewest_clicks,
            alike=same_blocks_and_arrows,
        ),
        "futoshiki": design_of_grids("futoshiki", solvers["futoshiki"], searches.generate_futoshiki),
        "pipes": design_of_grids("pipes", solvers["pipes"], generate_pipes),
    }
