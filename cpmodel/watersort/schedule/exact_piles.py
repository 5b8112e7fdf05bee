"""Exact piles: each pile goes whole onto one place, so that a schedule without closings can be poured (Lemma 17).

Plans with partial pours are excluded, so an infeasible model proves something only if it allows the fewest payments
alone.

*Proof of Lemma 17.* In the order of Lemma 15, all that lies on run i when it leaves was counted at its target, and fits
there. Onto monos everything fits.

Conversely, let x' be the fewest payments. A plan of base + x' pours has no partial pour, which would be an excess
without a payment (Lemma 10). So each run goes whole, with all that lies on it, to one target. Lemmas 12 and 13
change nothing in its schedule but the times at which monos are poured out. Wherever a colour has a mono in the plan, it
still has one: Lemma 12 leaves one of two, and Lemma 13 keeps one longer. In the changed schedule let a run merge onto
the mono of its colour wherever there is one, and into the pool elsewhere. There its colour has no mono in the plan
either, so in the plan the run went onto a run j that was on top: let j be its target. What is counted in the place of j
are the units that such merges bring there, also by way of other places. In the plan they come there too, and none
leaves before run j does, with all that lies on it. So at last all of them lie there at once, and fit. (The units of
monos that are poured out are counted nowhere: hence "without closings" above.)
"""

from itertools import product

from ortools.sat.python import cp_model

from cpmodel.literals import booleans
from cpmodel.watersort.schedule.variables import ScheduleModel


def piles_go_whole(model: ScheduleModel) -> None:
    """A pile that goes into the pool goes onto the place of one run, and each place holds what comes to lie there.

    target[i, j]: the pile on run i goes onto the place of run j. inside[i, j]: the units of run i come to lie there.
    """
    cp = model.cp
    runs = model.runs
    target = booleans(cp, "target", model.on_top)
    places = sorted({j for _, j in target})
    for color in model.colors:
        leaving = model.leaving(color)
        own_places = [j for j in places if runs.all[j].color == color]
        inside = booleans(cp, "inside", [(i, j) for i, j in product(leaving, own_places) if i != j])
        for i, j in product(leaving, own_places):
            if (i, j) in target:
                # A target is bare and there when run i leaves for the pool, and holds the units of run i from then on.
                implied = [model.on_top[i, j], model.into_pool[i], inside[i, j]]
                cp.add_bool_and(implied).only_enforce_if(target[i, j])
                for k in leaving:
                    if (k, i) in inside and (k, j) in inside:
                        # What lay in the place of run i goes there with it.
                        cp.add_bool_or([~target[i, j], ~inside[k, i], inside[k, j]])
        for i in leaving:
            # A run that goes into the pool has one target.
            ways = [target[i, j] for j in own_places if (i, j) in target]
            cp.add_at_most_one(ways)
            cp.add_bool_or([~model.into_pool[i], *ways])
        for j in own_places:
            # All that comes to lie in a place fits there.
            lying = [i for i in leaving if i != j]
            units = cp_model.LinearExpr.weighted_sum([inside[i, j] for i in lying], [runs.all[i].units for i in lying])
            cp.add(units <= runs.room(j))
