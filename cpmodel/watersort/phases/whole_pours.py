"""The phase formulation without partial pours: each pile goes onto one beaker whole, and none outgrows its beaker.

A mono has room for all of its colour, so only piles in the pool need a place to go: those of runs that merge into it,
and those of monos that close. The sizes of piles are bounded from below; what stays possible may still need partial
pours, which shows when it is poured (plan.py). So nothing is proven by this model; it only finds plans.
"""

from ortools.sat.python import cp_model

from cpmodel.watersort.phases.merges import Route
from cpmodel.watersort.phases.variables import Literal, PhaseModel

Arrivals = dict[int, list[cp_model.IntVar]]  # run -> units that arrive on top of it, for each pile that may


def piles_fit(model: PhaseModel, routes: dict[int, Route]) -> None:
    cp = model.cp
    size = {
        i: cp.new_int_var(model.runs[i].units, model.runs[i].units + model.room(i), "") for i in model.leaves
    }  # of the pile that leaves the place of run i
    arrivals: Arrivals = {i: [] for i in model.leaves}
    for i, route in routes.items():
        goes_onto_one(model, route.pool, size[i], route.tops, arrivals)
    for color, runs in model.colors.items():
        for e in model.phases:
            tops = {i: there(model, i, e) for i in runs if i in model.leaves and model.room(i)}
            held = [holds(model, size[i], i, top) for i, top in tops.items()]
            gone = sum(model.runs[i].units * model.gone(i, e) for i in runs)
            goes_onto_one(model, model.closes[color, e], gone - sum(held), tops, arrivals)
    for i, units in size.items():
        cp.add(units >= model.runs[i].units + cp_model.LinearExpr.sum(arrivals[i]))


def goes_onto_one(
    model: PhaseModel, goes: Literal, units: cp_model.LinearExprT, tops: dict[int, Literal], arrivals: Arrivals
) -> None:
    """If a pile goes into the pool it goes onto one top, all units of it."""
    targets = []
    for i, top in tops.items():
        target, arrive = model.boolean(), model.cp.new_int_var(0, model.room(i), "")
        model.cp.add_implication(target, top)
        model.cp.add(arrive >= units).only_enforce_if(target)
        arrivals[i].append(arrive)
        targets.append(target)
    model.cp.add_bool_or(~goes, *targets)


def there(model: PhaseModel, i: int, e: int) -> Literal:
    """Run i is bare and still there at the e-th park."""
    top = model.boolean()
    model.cp.add_implication(top, model.bare(i, e))
    model.cp.add_implication(top, ~model.gone_by[i, e])
    model.cp.add_bool_or(top, ~model.bare(i, e), model.gone_by[i, e])
    return top


def holds(model: PhaseModel, size: cp_model.IntVar, i: int, top: Literal) -> cp_model.IntVar:
    """At most what lies on run i at a park: nothing unless it is bare and still there."""
    held = model.cp.new_int_var(0, model.room(i), "")
    model.cp.add(held <= size - model.runs[i].units)
    model.cp.add(held == 0).only_enforce_if(~top)
    return held
