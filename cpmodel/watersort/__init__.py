"""Water sort by constraint programming: three formulations, and the strategy that uses all of them."""

from functools import partial

from cpmodel.watersort import strategy, timeline

solve_auto = strategy.solve
solve_phases = partial(strategy.solve, use=strategy.PHASES)
solve_removal = partial(strategy.solve, use=("removal",))
solve_timeline = timeline.solve

__all__ = ["solve_auto", "solve_phases", "solve_removal", "solve_timeline"]
