"""What each tuned constant costs when it is halved or doubled: python compare.py reproduce tuning

Mappings for compare.py --module, one for each side: the default solver, and a variant for each constant and factor. A
variant changes the constant in the process of its own run.
"""

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module

from fewest_pours.puzzles.watersort.rules import Deal
from fewest_pours.running.solver_contract import Result, Settings, Watch

Solve = Callable[[Deal, Settings, Watch], Result]
FACTORS = {"halved": 0.5, "doubled": 2.0}
SEARCH = (
    "search_baseline.watersort.default_solver:TURN",
    "search_baseline.watersort.default_solver:PATIENCE",
    "search_baseline.watersort.default_solver:DEPTHS_FOR_FEW",
    "search_baseline.watersort.default_solver:DEPTHS_FOR_MORE",
    "search_baseline.watersort.default_solver:NARROWEST",
    "search_baseline.watersort.depth_search:ROWS",
    "search_baseline.watersort.depth_search:NARROW",
    "search_baseline.watersort.depth_search:SPARE",
)
CONSTRAINTS = (
    "cpmodel.watersort.default_strategy:TURN",
    "cpmodel.watersort.precedences:WIDEST",
    "cpmodel.watersort.schedule.shortest:MORE",
    "cpmodel.watersort.schedule.shortest:MORE_ON_MANY",
    "cpmodel.watersort.schedule.shortest:LONGER",
    "cpmodel.literals:MOST_LITERALS",
    "cpmodel.watersort.invariant.finding_facts:WIDEST",
    "cpmodel.watersort.invariant.finding_facts:AT_ONCE",
    "cpmodel.watersort.invariant.finding_facts:TRIES",
    "cpmodel.watersort.invariant.finding_facts:WAVE",
)


def variants(solver: str, solve: Solve, constants: tuple[str, ...]) -> dict[str, Solve]:
    """The solver under its name, and its variants under names such as 'search-default_solver.TURN-halved'."""
    named = {solver: solve}
    for place in constants:
        module, _, constant = place.partition(":")
        short = f"{module.rpartition('.')[2]}.{constant}"
        for word, factor in FACTORS.items():
            named[f"{solver}-{short}-{word}"] = partial(solve_changed, solve, module, constant, factor)
    return named


def solve_changed(
    solve: Solve, module: str, constant: str, factor: float, deal: Deal, settings: Settings, watch: Watch
) -> Result:
    """Solve with a constant changed for the rest of this process."""
    holder = import_module(module)
    value = getattr(holder, constant)
    changed = value * factor
    setattr(holder, constant, max(1, round(changed)) if isinstance(value, int) else changed)
    return solve(deal, settings, watch)


def default(place: str) -> Solve:
    module, _, function = place.partition(":")
    solve: Solve = getattr(import_module(module), function)
    return solve


BY_SEARCH: Mapping[str, Mapping[str, Solve]] = {
    "watersort": variants("search", default("search_baseline.watersort.default_solver:solve_fast"), SEARCH)
}
BY_CONSTRAINTS: Mapping[str, Mapping[str, Solve]] = {
    "watersort": variants("constraints", default("cpmodel.watersort.default_strategy:solve"), CONSTRAINTS)
}
