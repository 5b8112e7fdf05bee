"""What each tuned constant costs when it is halved or doubled: python compare.py reproduce tuning

Mappings for compare.py --module, one for each side: the default solver, and a variant for each constant and factor. A
variant changes the constant in the process of its own run.
"""

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from itertools import product
from pkgutil import resolve_name

from fewest_pours.puzzles.watersort.rules import Deal
from fewest_pours.running.solver_contract import Result, Settings, Watch

Solve = Callable[[Deal, Settings, Watch], Result]
FACTORS = {"halved": 0.5, "doubled": 2.0}
SEARCH = {  # module: its constants
    "search_baseline.watersort.default_solver": "TURN PATIENCE DEPTHS_FOR_FEW DEPTHS_FOR_MORE NARROWEST",
    "search_baseline.watersort.depth_search": "ROWS NARROW SPARE",
}
CONSTRAINTS = {
    "cpmodel.watersort.default_strategy": "TURN",
    "cpmodel.watersort.precedences": "WIDEST",
    "cpmodel.watersort.schedule.shortest": "MORE",
    "cpmodel.literals": "MOST_LITERALS",
    "cpmodel.watersort.invariant.finding_facts": "WIDEST AT_ONCE TRIES WAVE",
}


def variants(solver: str, place: str, constants: Mapping[str, str]) -> dict[str, dict[str, Solve]]:
    """The solver in this place under its name, and its variants, such as 'search-depth_search.ROWS-halved'."""
    solve: Solve = resolve_name(place)
    named = {solver: solve}
    for module, names in constants.items():
        for name, (word, factor) in product(names.split(), FACTORS.items()):
            short = f"{solver}-{module.rpartition('.')[2]}.{name}-{word}"
            named[short] = partial(solve_changed, solve, module, name, factor)
    return {"watersort": named}


def solve_changed(
    solve: Solve, module: str, constant: str, factor: float, deal: Deal, settings: Settings, watch: Watch
) -> Result:
    """Solve with a constant changed for the rest of this process."""
    holder = import_module(module)
    value = getattr(holder, constant)
    changed = value * factor
    setattr(holder, constant, max(1, round(changed)) if isinstance(value, int) else changed)
    return solve(deal, settings, watch)


BY_SEARCH = variants("search", "search_baseline.watersort.default_solver:solve_fast", SEARCH)
BY_CONSTRAINTS = variants("constraints", "cpmodel.watersort.default_strategy:solve", CONSTRAINTS)
