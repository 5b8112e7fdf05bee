"""A solver as a function: breadth-first search, layer by layer."""

from fewest_pours.puzzles.watersort.rules import Deal, after, canonical, pours, solved
from fewest_pours.running.solver_contract import Outcome, Result, Settings, Watch


def solve(deal: Deal, settings: Settings, watch: Watch) -> Result:
    """Breadth-first search, layer by layer."""
    layer = {canonical(deal.beakers): (deal.beakers, ())}
    seen = set()
    while layer:
        watch.check()  # raises LimitReached at a limit
        seen |= layer.keys()
        reached = {}
        for state, plan in layer.values():
            if solved(state, deal.capacity):
                return Result(Outcome.OPTIMAL, plan, lower_bound=len(plan), upper_bound=len(plan))
            for pour in pours(state, deal.capacity):
                reached[canonical(after(state, pour))] = after(state, pour), (*plan, pour)
        layer = {key: found for key, found in reached.items() if key not in seen}
    return Result(Outcome.UNSOLVABLE, reason="every state was searched")


SOLVERS = {"watersort": {"layers": solve}}
