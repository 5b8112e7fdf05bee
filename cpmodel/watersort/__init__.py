"""Water sort by constraint programming: four formulations, and the strategy that uses all of them."""

from functools import partial

from cpmodel.watersort import strategy
from cpmodel.watersort.timeline import model as timeline
from instances.harness.side import Side, Solver

solve_auto = strategy.solve
solve_phases = partial(strategy.solve, use=strategy.ALL_PHASES)
solve_invariant = partial(strategy.solve, use=(strategy.INVARIANT,))
solve_removal = partial(strategy.solve, use=(strategy.REMOVAL,))
solve_timeline = timeline.solve

SIDE = Side(
    solvers=(
        Solver("cp", "auto", solve_auto),
        Solver("cp-phases", "phases", solve_phases),
        Solver("cp-invariant", "invariant", solve_invariant),
        Solver("cp-removal", "removal", solve_removal),
        Solver("cp-timeline", "timeline", solve_timeline),
    )
)
