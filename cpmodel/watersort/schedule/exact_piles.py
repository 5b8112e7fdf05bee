"""Exact piles: each pile goes whole onto one place, so that a schedule without closings can be poured (Lemma 17).

Plans with partial pours are excluded, so an infeasible model proves something only if it allows the fewest payments
alone.

*Proof of Lemma 17.* In the order of Lemma 15, all that lies on run i when it leaves was counted at its target, and fits
there. Onto monos everything fits.

Conversely, let x' be the fewest payments. A plan of base + x' pours has no partial pour, which would be an excess
without a payment (Lemma 10). So each run goes whole, with all that lies on it, to one target. If the colour of run i
has a mono in the plan when i merges, let i merge onto a mono in the model (onto_mono, onto_bared), whatever its target
in the plan. Then it needs no target here, and `inside` counts neither it nor what lies on it, also if the mono is
poured out later. All other merges keep their targets. Lemmas 12 and 13 only change when a mono is poured out, and in no
place does `inside` count more than the place holds in the plan:

- Lemma 12 pours a mono out earlier, onto another mono, which has room for all of the colour. What the plan later pours
  onto the first one goes onto the other, and where the plan pours the first one, nothing arrives.
- Lemma 13 pours a mono M out later. Nothing else changes: a run that merges while M waits goes to its target of the
  plan, and not onto M. So it merges into the pool, although its colour has a mono (merges_into_pool counts the units of
  M as poured out already, as they are in the plan, and so finds room). Let the plan pour M onto place j. While the out
  waits, each place holds what it holds in the plan, but for the units of M: they are missing in j, and wherever the
  pile in j goes. If a bared bottom ends the wait, M goes onto that bottom, and they stay missing. If a park of another
  colour ends it, the pile in j lies in some place k (perhaps j itself), as no run of the colour has parked and no
  bottom was bared. It shows there, as nothing is poured onto another colour: M goes onto k, and from then on each place
  holds what it holds in the plan.
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
