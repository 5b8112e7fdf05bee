"""A plan made shorter by CP-SAT: its end is cut off and solved again with less excess (large neighbourhoods).

A *window* is the part of a plan from some state to its end. It is a plan of the deal that the state is, with an excess
of its own: what it pays above the bottoms bound there. The windows are tried from the last one that pays 1 to longer
ones: the less is left of the deal, the easier it is; phases are asked for a plan of that deal that pays 1 less.
"""

from collections.abc import Iterator
from itertools import pairwise

from cpmodel.solving import Answer, Status
from cpmodel.watersort.phases import phase_model as phases
from cpmodel.watersort.phases.orderings import Orderings
from instances.solving.limits import Settings
from instances.watersort.bounds import bottoms_bound
from instances.watersort.rules import Deal, Pour, replay, verify

FIRST, LAST = 1.0, 8.0  # seconds for one window, doubled each time round


def windows(deal: Deal, plan: tuple[Pour, ...]) -> Iterator[tuple[int, Deal, int]]:
    """(pours before it, the deal that it starts from, its excess), each as long as it can be; never the whole plan."""
    starts = [Deal(deal.name, deal.capacity, state) for state in replay(deal, plan)]
    excess = [len(plan) - i - bottoms_bound(start) for i, start in enumerate(starts)]
    for i, (before, paid) in reversed(list(enumerate(pairwise(excess), 1))):
        if before > paid > 0:
            yield i, starts[i], paid


def improve(deal: Deal, plan: tuple[Pour, ...], before: Orderings, settings: Settings, seconds: float | None) -> Answer:
    """A plan that is shorter, if a window yields one in its time. before: orderings of the deal."""
    left = list(windows(deal, plan))
    limit = FIRST
    while left and limit <= LAST:
        for window in list(left):
            pours, start, excess = window
            answer = phases.solve(start, excess - 1, before, (), 0, settings, limit)
            if answer.status is Status.FEASIBLE:
                shorter = plan[:pours] + answer.found
                verify(deal, shorter)
                return Answer(Status.FEASIBLE, shorter, statistics=answer.statistics)
            if answer.status is Status.FAILED:
                return answer
            if answer.status is not Status.UNKNOWN:
                left.remove(window)
        limit *= 2
    return Answer(Status.NOTHING_FOUND)
