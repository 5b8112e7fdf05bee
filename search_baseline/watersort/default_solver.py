"""The fast solver: a pooled search, its path made into pours; the game itself searched only where that fails.

The pooled search decides solvability and gives a lower bound over all plans, nearly always the fewest pours.
"""

from collections.abc import Sequence
from itertools import pairwise

from instances.harness.limits import Settings, Watch
from instances.harness.outcome import Outcome, Result
from instances.watersort.deal import interned
from instances.watersort.rules import Deal
from search_baseline.watersort.beakers import Beaker, chains
from search_baseline.watersort.exact_game import Exact, Shown
from search_baseline.watersort.layered_astar import Layers, World
from search_baseline.watersort.plain_astar import State, bottoms_bound, filled_beakers, successors
from search_baseline.watersort.plans import EXHAUSTED, Step, counted, placed
from search_baseline.watersort.pours_along_path import realised
from search_baseline.watersort.relaxed_game import Pooled

POOLED, EXACT = "A* by layers, pooled", "A* by layers"
FOUND = (Outcome.OPTIMAL, Outcome.SOLVED)
NARROW = 7  # a colour of so many units has at most 25,406 groups, twice that with promises: fewer than 2 ** 16


def solve_fast(deal: Deal, settings: Settings, watch: Watch) -> Result:
    """Fewest pours, or the proof that no plan exists; any_plan: the first plan of a dive."""
    if result := counted(deal):
        return result
    beakers, filled = interned(deal)[1], filled_beakers(deal)
    watch.report(bottoms_bound(tuple(beakers), filled), None, POOLED)
    pooled = layers_of(Pooled(deal.capacity, filled), beakers, filled, deal.capacity, settings.seed)
    dive = settings.any_plan and settings.horizon is None  # a dive keeps no count of pours
    outcome = pooled.run(watch, POOLED, settings.horizon, dive)
    if outcome not in FOUND:
        return answer(deal, outcome, None, pooled.f, POOLED, pooled.statistics())
    steps = realised(tuple(sorted(beakers)), pooled.path(), deal.capacity)
    if steps is not None:
        return answer(deal, outcome, steps, pooled.f, POOLED, pooled.statistics())
    lower, statistics = pooled.f, {f"pooled_{name}": number for name, number in pooled.statistics().items()}
    del pooled
    exact = layers_of(Exact(deal.capacity, filled), beakers, filled, deal.capacity, settings.seed)
    outcome = exact.run(watch, EXACT, settings.horizon, dive)
    steps = steps_along(exact.path(), len(beakers), deal.capacity) if outcome in FOUND else None
    by = EXACT if exact.f > lower else POOLED
    return answer(deal, outcome, steps, max(lower, exact.f), by, exact.statistics() | statistics)


def layers_of(world: World, beakers: Sequence[Beaker], filled: list[int], capacity: int, seed: int) -> Layers:
    """The search of a world from these beakers."""
    start = []
    for color in range(len(filled)):
        group = world.concealed(chains(beakers, color))
        for beaker in beakers:
            if beaker and beaker[-1] == color:
                group = world.shown(group, beaker)
        start.append(group)
    width = 16 if max(filled, default=0) * capacity <= NARROW else 32
    return Layers(world, start, beakers.count(()), bottoms_bound(tuple(beakers), filled), width, seed)


def steps_along(path: Sequence[Sequence[Shown]], beakers: int, capacity: int) -> list[Step]:
    """The pours between the states of a path of the game; promises are no pours."""
    states: list[State] = []
    for groups in path:
        filled = [beaker for group in groups for beaker in group.beakers]
        states.append(tuple(sorted(filled + [()] * (beakers - len(filled)))))
    return [
        next(step for step, state in successors(before, capacity) if state == after)
        for before, after in pairwise(states)
        if before != after
    ]


def answer(
    deal: Deal, outcome: Outcome, steps: list[Step] | None, lower: int, by: str, statistics: dict[str, int]
) -> Result:
    if outcome is Outcome.UNSOLVABLE:
        return Result(outcome, reason=EXHAUSTED, statistics=statistics)
    if steps is None:
        return Result(outcome, lower_bound=lower, lower_bound_by=by, statistics=statistics)
    return Result(
        Outcome.OPTIMAL if len(steps) == lower else Outcome.SOLVED,
        placed(deal, steps),
        lower_bound=lower,
        upper_bound=len(steps),
        lower_bound_by=by,
        upper_bound_by=by,
        statistics=statistics,
    )
