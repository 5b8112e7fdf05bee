"""The phase formulation without partial pours: each pile goes onto one beaker whole, and none outgrows its beaker.

A mono has room for all of its colour, so only piles in the pool need a place to go: those of runs that merge into it,
and those of monos that close. The sizes of piles are bounded from below; what stays possible may still need partial
pours, which shows when it is poured (plan.py). So nothing is proven by this model; it only finds plans.
"""

from collections.abc import Iterable, Mapping

from ortools.sat.python import cp_model

from cpmodel.literals import Boolean, Literal, booleans, integers, is_all, named
from cpmodel.watersort.phases.phase_variables import PhaseModel

Arrivals = dict[int, list[cp_model.IntVar]]  # run -> units that arrive on top of it, for each pile that may


def piles_fit(model: PhaseModel) -> None:
    runs, cp = model.runs, model.cp
    units = {i: runs.all[i].units for i in runs.leaving}
    sizes = integers(cp, "size", {i: (own, own + runs.room(i)) for i, own in units.items()})  # of the pile that leaves
    arrivals: Arrivals = {i: [] for i in sizes}
    for i, pool in model.into_pool.items():
        tops = {j: model.on_top[i, j] for j in model.tops(i)}
        goes_onto_one(model, ("merge", i), pool, sizes[i], tops, arrivals)
    for (color, e), closes in model.closes.items():
        tops = tops_at(model, [i for i in model.colors[color] if i in sizes and runs.room(i)], e)
        held = [holds(model, sizes[i] - units[i], i, e, top) for i, top in tops.items()]
        gone = sum(runs.all[i].units * model.gone(i, e) for i in model.colors[color])
        goes_onto_one(model, ("close", color, e), closes, gone - sum(held), tops, arrivals)
    for i, size in sizes.items():
        cp.add(size >= units[i] + cp_model.LinearExpr.sum(arrivals[i]))


def goes_onto_one(
    model: PhaseModel,
    pile: tuple[str | int, ...],
    goes: Literal,
    units: cp_model.LinearExprT,
    tops: Mapping[int, Literal],
    arrivals: Arrivals,
) -> None:
    """If a pile goes into the pool it goes onto one top, all units of it."""
    targets = booleans(model.cp, "target", [(*pile, i) for i in tops])
    for target, (i, top) in zip(targets.values(), tops.items(), strict=True):
        arrive = model.cp.new_int_var(0, model.runs.room(i), named("arrive", (*pile, i)))
        model.cp.add_implication(target, top)
        model.cp.add(arrive >= units).only_enforce_if(target)
        arrivals[i].append(arrive)
    model.cp.add_bool_or(~goes, *targets.values())


def tops_at(model: PhaseModel, runs: Iterable[int], e: int) -> dict[int, Boolean]:
    """Run -> it is bare and still there at the e-th park."""
    tops = {i: model.cp.new_bool_var(named("top", (i, e))) for i in runs}
    for i, top in tops.items():
        is_all(model.cp, top, [model.bare(i, e), ~model.gone_by[i, e]])
    return tops


def holds(model: PhaseModel, most: cp_model.LinearExprT, i: int, e: int, top: Literal) -> cp_model.IntVar:
    """At most what lies on run i at a park: nothing unless it is bare and still there."""
    held = model.cp.new_int_var(0, model.runs.room(i), named("held", (i, e)))
    model.cp.add(held <= most)
    model.cp.add(held == 0).only_enforce_if(~top)
    return held
