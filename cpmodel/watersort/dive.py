"""A plan of whatever length, where there are many colours: a beam search over depths, all states of a layer at once.

Each layer has one run more gone than the one before (invariant/depths.py). Of all states that a removal leads to, the
`width` go on that use the fewest beakers: those that are not cleared, and the homes that loose units need. Chance
decides among equals. The order in which runs go becomes a plan (docs/theory.md, theorem 7), which is not a short one;
nothing is proven.
"""

import numpy as np

from cpmodel.solving import Answer, Status
from cpmodel.watersort.invariant.depths import Depths, Layer, depths_of
from cpmodel.watersort.invariant.facts import Rows
from instances.solving.limits import Settings
from instances.watersort.depth_theorem import plan_of
from instances.watersort.rules import Deal

NARROWEST = 4  # states that go on
SPARE = 2  # removals for each state that goes on: some lead to the same state


def order_of_removals(system: Depths, width: int, random: np.random.Generator) -> list[int] | None:
    """The beakers whose runs go, one after the other; None if the beam has run dry."""
    layer, steps = system.start, list[tuple[Rows, Rows]]()
    for _ in system.removals:
        state, stack = np.nonzero(system.allowed(layer.gone, layer.loads))
        if not len(state):
            return None
        used = beakers_used(system, layer, state, stack) + random.random(len(state))
        best = np.argsort(used)[: SPARE * width]
        layer, once = system.removed(layer, state[best], stack[best])
        kept = np.argsort(once)[:width]  # the removals were in order, the best one first
        layer, chosen = layer.only(kept), best[once[kept]]
        steps.append((state[chosen], stack[chosen]))
    row, beakers = 0, list[int]()
    for state, stack in reversed(steps):
        beakers.append(system.stacks[stack[row]][0].beaker)
        row = state[row]
    return beakers[::-1]


def beakers_used(system: Depths, layer: Layer, state: Rows, stack: Rows) -> Rows:
    """How many beakers are in use after each removal from a stack of a state."""
    gone = layer.gone[state, stack]
    atom = system.first[stack] + gone
    used: Rows = ((layer.gone < system.cleared).sum(axis=1) + system.homes(layer.loads).sum(axis=1))[state]
    used = used - (gone + 1 == system.cleared[stack])
    for color in (system.colors[atom], system.uncovered[atom]):
        load = layer.loads[state, color]
        used += system.homes(load + system.changes[atom, color]) - system.homes(load)
    return used


def dive(deal: Deal, size: int, settings: Settings, seconds: float | None) -> Answer:
    """A plan, if the beam comes to the end; that of each size is four times as wide as the one before."""
    beakers = order_of_removals(depths_of(deal), NARROWEST << 2 * size, np.random.default_rng(settings.seed))
    return Answer(Status.NOTHING_FOUND) if beakers is None else Answer(Status.FEASIBLE, plan_of(deal, beakers))
