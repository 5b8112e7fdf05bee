"""A quick plan without CP-SAT: layers of equal excess, each searched depth first at random. It proves nothing.

A pour is *costly* if it adds 1 to the excess, otherwise *free* (docs/theory.md, lemmas 1 and 2). The free pours of a
layer's states are taken from one stack, in random order; the costly ones begin the next layer. With many empty beakers
most free pours do no harm, but a wrong one early on spoils all that follows. So a layer ends after a limited number of
states; the next *descent*, in another order, may visit twice as many.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from random import Random

from cpmodel.solving import Response, Status
from cpmodel.watersort.search_node import Node
from fewest_pours.puzzles.watersort.rules import (
    Color,
    Deal,
    Plan,
    Pour,
    State,
    after,
    solved,
    top_run,
    units_of,
    verify,
)
from fewest_pours.running.solver_contract import Settings

STATES = 250  # of a layer of the first descent

Here = Node[State, Pour]


def moves(state: State, capacity: int, filled: Mapping[Color, int]) -> list[tuple[Pour, bool]]:
    """The pours from a state, each with whether it is costly; of several empty beakers only the first is tried.

    filled: colour -> beakers that it fills at the end. If a colour that fills one beaker has a mono and no bottom
    elsewhere, the only pour is its next top onto the mono.
    """
    found = list[tuple[Pour, bool]]()
    bottoms, tops = Counter(beaker[0] for beaker in state if beaker), defaultdict[Color, dict[int, int]](dict)
    for i, beaker in enumerate(state):
        if beaker:
            tops[beaker[-1]][i] = top_run(beaker)
    for color, runs in tops.items():
        alone = [i for i, units in runs.items() if units == len(state[i])]
        if len(runs) > 1 and len(alone) == filled[color] == bottoms[color] == 1:
            i, units = next((i, units) for i, units in runs.items() if i not in alone)
            return [(Pour(i, alone[0], color, units), False)]
        for i, units in runs.items():
            for j in runs:
                if i != j and (room := capacity - len(state[j])):
                    taken = i in alone and bottoms[color] <= filled[color]
                    found.append((Pour(i, j, color, min(units, room)), units > room or taken))
            if () in state and i not in alone:
                found.append((Pour(i, state.index(()), color, units), bottoms[color] >= filled[color]))
    return found


def descent(deal: Deal, size: int, most: float, settings: Settings, seconds: float | None) -> Response[Plan]:
    """A plan with an excess of at most `most`, the shortest that this descent meets; size + 1 doubles the states."""
    random, filled = Random(size), {color: units // deal.capacity for color, units in units_of(deal).items()}
    stack, later = list[tuple[Here, Pour]](), list[tuple[Here, Pour]]()
    here: Here = Node(deal.beakers)
    seen, excess, states = set[int](), 0, STATES << size
    while excess <= most:
        # Independent of the order of beakers. Two states with one key are hardly ever met, and cost at most a plan.
        if (key := hash(frozenset(here.state))) not in seen:
            if solved(here.state, deal.capacity):
                plan = tuple(here.moves())
                verify(deal, plan)
                return Response(Status.FEASIBLE, plan)
            seen.add(key)
            states -= 1
            found = moves(here.state, deal.capacity, filled)
            random.shuffle(found)
            for pour, costly in found:
                (later if costly else stack).append((here, pour))
        if not stack or not states:
            stack, later, states, excess = later, [], STATES << size, excess + 1
        if not stack:
            break
        earlier, pour = stack.pop()
        here = Node(after(earlier.state, pour), pour, earlier)
    return Response(Status.NOTHING_FOUND)
