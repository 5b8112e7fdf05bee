"""Both sides side by side, as `fewest-pours solve` runs them: python compare.py reproduce portfolio

A solver for compare.py --module: the first proven answer ends the race. Its bounds and plans name what found them.
"""

from fewest_pours.puzzles.loading import PUZZLES
from fewest_pours.puzzles.watersort.rules import Deal
from fewest_pours.running.solver_contract import Result, Settings, Watch
from fewest_pours.sides import all_solvers
from fewest_pours.solving.race import race


def race_both_sides(deal: Deal, settings: Settings, watch: Watch) -> Result:
    """Run the default solver of each side in a process of its own until one of them has proven its answer."""
    every = all_solvers().of("watersort")
    racing = {name: every[name].solve for name in all_solvers().defaults("watersort")}
    return race(PUZZLES["watersort"], racing, 0.0, deal, settings, watch)


SOLVERS = {"watersort": {"portfolio": race_both_sides}}
