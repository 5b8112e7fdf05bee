"""The phase formulation: the few pours into empty beakers cut time into phases; room is counted in pools.

The model asks for plans of base + x pours, base the bottoms bound and x the excess. It decides when each run leaves its
place, which runs make the E pours (a whole run to an empty beaker), and where each colour has its home. Merges are
ordered only as far as room needs it, and where exactly a pile goes is left open: it needs *room in the pool* of its
colour, all the beakers that show it. Nouns:

    park        an E pour, seen from the run that makes it; the parks happen at the times parks[0] < parks[1] < ...
    home        where all of a colour ends: one of its bottoms, or one of its parks; open from when that is exposed
    temporary   a park that is no home: it closes (is poured onto tops) before the home opens
    late, early a bottom that is no home: poured home when it is exposed, or onto tops before the home opens

Beakers are freed by temporaries that close and by bottoms that go.

*Infeasible is a bound over all plans.* Follow any plan and note when the original runs leave their places, which of
them make E pours, and when beakers of one colour are poured out. What the model forbids is never needed: when the home
is open all of its colour can go there; a run that could go to an open temporary needs no park; two open beakers of one
colour can be joined at once, so that the earlier one is the home. A partial pour keeps a pile within the pool of its
colour. So if no assignment has as many parks as there are colours at no bottom, and x more, then no plan has just so
many E pours. With the same for all smaller x, every plan has more than base + x pours (bounds.py: pours = R - n + #E +
#P).

*Feasible* is a plan of base + x pours, unless it can be poured by partial pours only (realising.py). Then, without
partial pours, the model also says onto which beaker each pile goes, and how large the piles grow.

It carries where each colour fills one beaker, settled colours aside. Several beakers of one colour alone are joined
first, and each of these pours lowers the bottoms bound by 1. Bounds stay bounds: what a plan pours out of these beakers
one by one can leave the joined one at the last of these moments, when the pool has room for all of it; until then all
of the colour fits there; and its other beaker is free sooner. So no more E pours are needed than before. That some
shortest plan begins with the joining is not claimed: if none does, then feasible has no plan to show.
"""

from collections import Counter
from itertools import pairwise

from ortools.sat.python import cp_model

from cpmodel.watersort.bounds import missing_bottoms, placed_runs
from cpmodel.watersort.departures import piles_find_room, pools_hold_what_is_gone
from cpmodel.watersort.phase_variables import Literal, PhaseModel
from cpmodel.watersort.realising import simplified
from instances.watersort.rules import Deal


def carries(deal: Deal) -> str | None:
    """None, or why the formulation says nothing about this deal."""
    start = simplified(deal)
    units = Counter(color for beaker in start.beakers for color in beaker)
    several = [start.names[color] for color, count in units.items() if count != deal.capacity]
    return f"{several[0]} fills several beakers" if several else None


def build(deal: Deal, excess: int, partial_pours: bool = True) -> PhaseModel:
    """The model of plans of base + excess pours; raises ValueError where it does not carry."""
    if reason := carries(deal):
        raise ValueError(reason)
    model = lay_out(deal, excess)
    runs_leave_from_the_top(model)
    parks_cut_time(model)
    runs_park(model)
    colors_have_one_home(model)
    somebody_pays(model)
    beakers_suffice(model)
    homes_open_in_phases(model)
    pools_hold_what_is_gone(model)
    piles_find_room(model, partial_pours)
    return model


def lay_out(deal: Deal, excess: int) -> PhaseModel:
    """The parks, and enough time for everything that happens to have its own moment."""
    start = simplified(deal)
    runs = placed_runs(start.beakers)
    bottoms = Counter(run.color for run in runs if run.level == 0)
    leaving = sum(run.level > 0 for run in runs)
    clearing = sum(bottoms.values()) - (0 if excess else len(bottoms))
    horizon = leaving + excess + clearing
    cp = cp_model.CpModel()
    wanted = sum(missing_bottoms(start.beakers, deal.capacity).values()) + excess
    parks = [cp.new_int_var(1, max(1, horizon), "") for _ in range(wanted)]
    return PhaseModel(start, runs, excess, max(1, horizon), cp, parks)


def runs_leave_from_the_top(model: PhaseModel) -> None:
    for i in reversed(range(len(model.runs))):
        if not model.is_bottom(i):
            above = model.above(i)
            first = 1 if above is None else 1 + sum(run.beaker == model.runs[i].beaker for run in model.runs[above:])
            model.leaves[i] = model.time(first, model.horizon - model.runs[i].level + 1)
            if above is not None:
                model.cp.add(model.leaves[i] > model.leaves[above])


def parks_cut_time(model: PhaseModel) -> None:
    """gone_by, in both directions: with one of them only, proofs take far longer."""
    cp = model.cp
    for one, next_one in pairwise(model.parks):
        cp.add(one < next_one)
    for i, leaves in model.leaves.items():
        for e, park in enumerate(model.parks):
            gone = model.gone_by[i, e] = model.boolean()
            cp.add(leaves < park).only_enforce_if(gone)
            cp.add(leaves >= park).only_enforce_if(~gone)
            if e:
                cp.add_implication(model.gone_by[i, e - 1], gone)
    for (i, e), gone in model.gone_by.items():
        if (above := model.above(i)) is not None:
            cp.add_implication(gone, model.gone_by[above, e])


def runs_park(model: PhaseModel) -> None:
    """Each park is made by one run. Without excess only colours at no bottom park, once, for good."""
    cp, phases = model.cp, range(len(model.parks))
    for runs in model.colors.values():
        if not model.excess and any(map(model.is_bottom, runs)):
            continue
        for i in runs:
            if model.is_bottom(i):
                continue
            parked = model.parked[i] = model.boolean()
            for e in phases:
                makes = model.parks_at[i, e] = model.boolean()
                cp.add(model.leaves[i] == model.parks[e]).only_enforce_if(makes)
                cp.add_implication(makes, ~model.gone_by[i, e])
                if e + 1 < len(model.parks):
                    cp.add_implication(makes, model.gone_by[i, e + 1])
                if (above := model.above(i)) is not None:
                    cp.add_implication(makes, model.gone_by[above, e])
            cp.add_exactly_one([~parked, *(model.parks_at[i, e] for e in phases)])
            home = model.home[i] = model.boolean()
            cp.add_implication(home, parked)
            if model.excess:
                temporary = model.temporary[i] = model.boolean()
                cp.add_implication(temporary, parked)
                cp.add_bool_or(~parked, temporary, home)
                cp.add_implication(temporary, ~home)
                model.goes[i] = model.time(2)
                cp.add(model.goes[i] > model.leaves[i])
            else:
                cp.add_implication(parked, home)
    for e in phases:
        cp.add_exactly_one(model.parks_at[i, e] for i in model.parked)


def colors_have_one_home(model: PhaseModel) -> None:
    """And their other bottoms are late or early, their other parks temporary."""
    cp = model.cp
    for color, runs in model.colors.items():
        bottoms = [i for i in runs if model.is_bottom(i)]
        for i in bottoms:
            model.home[i] = model.boolean()
        candidates = [i for i in runs if i in model.home]
        cp.add_exactly_one(model.home[i] for i in candidates)
        if candidates == bottoms[:1]:
            model.opens[color] = model.exposed(bottoms[0])
            continue
        opens = model.opens[color] = model.time(0)
        for i in candidates:
            begins = model.exposed(i) if model.is_bottom(i) else model.leaves[i]
            cp.add(opens == begins).only_enforce_if(model.home[i])
        for i in bottoms:
            late, early, goes = model.boolean(), model.boolean(), model.time()
            model.late[i], model.early[i], model.goes[i] = late, early, goes
            cp.add_exactly_one(model.home[i], late, early)
            if model.above(i) is None:
                cp.add(late == 0)
            else:
                cp.add(model.exposed(i) > opens).only_enforce_if(late)
            cp.add(goes > model.exposed(i))
            cp.add(goes < opens).only_enforce_if(early)
        for i in runs:
            if i in model.temporary:
                cp.add(model.goes[i] < opens).only_enforce_if(model.temporary[i])


def somebody_pays(model: PhaseModel) -> None:
    """The excess is paid by colours that park more often than they must; a literal for each lets conflicts say who."""
    if not model.excess:
        return
    cp = model.cp
    for color, runs in model.colors.items():
        parked = [model.parked[i] for i in runs if i in model.parked]
        bottoms = [i for i in runs if model.is_bottom(i)]
        owed = 0 if bottoms else 1
        cp.add(sum(parked) >= owed)
        pays = model.pays[color] = model.boolean()
        cp.add(sum(parked) >= owed + 1).only_enforce_if(pays)
        cp.add(sum(parked) <= owed).only_enforce_if(~pays)
        for i in runs:
            if i in model.temporary:
                cp.add_implication(model.temporary[i], pays)
            if i in model.parked and bottoms:
                cp.add_implication(model.parked[i], pays)
        if bottoms:
            cp.add_bool_or(pays, *(model.home[i] for i in bottoms))
    if model.excess == 1:
        cp.add_exactly_one(model.pays.values())
    else:
        cp.add_bool_or(model.pays.values())
        cp.add(sum(model.pays.values()) <= model.excess)


def beakers_suffice(model: PhaseModel) -> None:
    """Before the e-th park (from 0), at least e + 1 beakers were empty at the start or have been freed."""
    cp = model.cp
    freed: list[list[Literal]] = [[] for _ in model.parks]
    for i in [*model.late, *model.temporary]:
        above = model.above(i)
        for e, park in enumerate(model.parks):
            free, cleared = model.boolean(), model.boolean()
            cp.add(model.goes[i] < park).only_enforce_if(cleared)
            cp.add_implication(cleared, model.early[i] if i in model.early else model.temporary[i])
            if i in model.late:
                came_home = model.boolean()
                cp.add_implication(came_home, model.late[i])
                cp.add_bool_or(~free, cleared, came_home)
                if above is not None:
                    cp.add_implication(came_home, model.gone_by[above, e])
                    cp.add_implication(cleared, model.gone_by[above, e])
            else:
                cp.add_implication(free, cleared)
            if e:
                cp.add_implication(freed[e - 1][-1], free)
            freed[e].append(free)
    for e, frees in enumerate(freed):
        cp.add(model.start.empties + sum(frees) >= e + 1)


def homes_open_in_phases(model: PhaseModel) -> None:
    """open_by, tied to the home and to gone_by."""
    cp = model.cp
    for color, runs in model.colors.items():
        candidates = [i for i in runs if i in model.home]
        for e, park in enumerate(model.parks):
            if len(candidates) == 1 and model.is_bottom(candidates[0]):
                above = model.above(candidates[0])
                model.open_by[color, e] = cp.new_constant(1) if above is None else model.gone_by[above, e]
                continue
            is_open = model.open_by[color, e] = model.boolean()
            cp.add(model.opens[color] < park).only_enforce_if(is_open)
            cp.add(model.opens[color] >= park).only_enforce_if(~is_open)
            if e:
                cp.add_implication(model.open_by[color, e - 1], is_open)
            for i in candidates:
                gate = model.above(i) if model.is_bottom(i) else i
                if gate is None:
                    cp.add_implication(model.home[i], is_open)
                else:
                    cp.add_bool_or(~model.home[i], ~model.gone_by[gate, e], is_open)
                    cp.add_bool_or(~model.home[i], model.gone_by[gate, e], ~is_open)
                if i in model.late and gate is not None:
                    cp.add_bool_or(~model.late[i], ~model.gone_by[gate, e], is_open)
