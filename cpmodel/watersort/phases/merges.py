"""Where runs go that do not park, in the phase formulation, and when (see model.py for the nouns).

A run merges onto the mono of its colour, which has room for all of it; or into the pool. The pool of colour c while it
has no mono: each c-run j that is bare and still there offers room(j) = h - below - units on top of it, and in that room
lie the units of the c-runs that are gone. So the pile on run i finds room if, over the other c-runs j,

    sum of room(j), j bare and there  -  sum of units(j), j gone  >=  units(i).

What was poured onto i itself is gone runs and counted as such. Literals go one way wherever more bare runs or fewer
gone ones can only help.

*Merges wait.* A merge in a phase that a park ends is of use there if the run below it leaves too, or parks; or if what
it uncovers is a new place to pour onto, for other merges, for bottoms that are bared, or for a mono that closes. If it
is of no use it can wait for the next phase: its run stays where it is and takes no room from the pool; and when it
goes, it finds the room that it had taken. So let every merge that is of no use wait, until all are of use.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from ortools.sat.python import cp_model

from cpmodel.watersort.phases.variables import Literal, PhaseModel

Order = dict[tuple[int, int], Literal]  # (i, j) -> run i leaves before run j


@dataclass(frozen=True)
class Route:
    """pool: run i merges into the pool. tops: for each other run with room on it, that it is bare and there then."""

    pool: Literal
    tops: dict[int, Literal]


def merges_find_room(model: PhaseModel) -> dict[int, Route]:
    """Every run parks, or merges onto a mono or into the pool. Returns the routes of those that are no bottoms."""
    routes = {}
    for color, runs in model.colors.items():
        order = order_of_leaving(model, runs)
        for i in runs:
            if i in model.leaves:
                onto_mono = merges_onto_mono(model, color, i)
                new_monos = [
                    merges_after_baring(model, i, bottom, above)
                    for bottom, above in model.covered_bottoms(color)
                    if model.runs[bottom].beaker != model.runs[i].beaker
                ]
                routes[i] = merges_into_pool(model, i, runs, order)
                ways = [onto_mono, *new_monos, routes[i].pool]
                for way in ways:
                    model.cp.add_implication(way, ~model.parked[i])
                    if way is not onto_mono:
                        model.cp.add_implication(way, ~onto_mono)
                model.cp.add_bool_or(model.parked[i], *ways)
    return routes


def order_of_leaving(model: PhaseModel, runs: list[int]) -> Order:
    """A strict order on the runs of a colour: no two of them leave at one time."""
    order: Order = {}
    for i, j in combinations([i for i in runs if i in model.leaves], 2):
        if model.runs[i].beaker == model.runs[j].beaker:  # then j lies above i
            order[i, j], order[j, i] = model.cp.new_constant(0), model.cp.new_constant(1)
            continue
        first = model.boolean()
        order[i, j], order[j, i] = first, ~first
        model.cp.add(model.leaves[i] < model.leaves[j]).only_enforce_if(first)
        model.cp.add(model.leaves[j] < model.leaves[i]).only_enforce_if(~first)
    return order


def merges_onto_mono(model: PhaseModel, color: int, i: int) -> Literal:
    """Run i merges in a phase that begins with a mono of its colour; then it goes there."""
    cp, onto_mono = model.cp, model.boolean()
    for e in range(len(model.parks) + 1):
        standing = model.mono_at(color, e)
        cp.add_bool_or(~onto_mono, ~model.merges[i, e], *standing)
        for mono in standing:
            cp.add_bool_or(onto_mono, ~model.merges[i, e], ~mono)
    return onto_mono


def merges_after_baring(model: PhaseModel, i: int, bottom: int, above: int) -> Literal:
    """If true, run i merges in the phase in which this bottom is bared, and after that."""
    cp, way = model.cp, model.boolean()
    cp.add(model.leaves[above] < model.leaves[i]).only_enforce_if(way)
    for e in model.phases:
        cp.add_bool_or(~way, ~model.gone_by[above, e], model.gone_by[i, e])
        cp.add_bool_or(~way, model.gone_by[above, e], ~model.gone_by[i, e])
    return way


def merges_into_pool(model: PhaseModel, i: int, runs: list[int], order: Order) -> Route:
    """If its literal is true, the pool has room for run i. Bottoms that are bare lie in it: their monos have closed."""
    cp, terms, tops = model.cp, [], {}
    for j in runs:
        if j == i or (model.is_bottom(j) and model.runs[j].beaker == model.runs[i].beaker):
            continue
        if model.is_bottom(j):
            terms.append(-model.runs[j].units * bare_before(model, j, i))
            continue
        terms.append(-model.runs[j].units * order[j, i])
        if model.room(j):
            tops[j] = on_top(model, j, i, order[j, i])
            terms.append(model.room(j) * tops[j])
    pool = model.boolean()
    cp.add(cp_model.LinearExpr.sum(terms) >= model.runs[i].units).only_enforce_if(pool)
    return Route(pool, tops)


def bare_before(model: PhaseModel, j: int, i: int) -> Literal:
    """Nothing lies on bottom j when run i leaves; if false, something does."""
    above = model.above(j)
    if above is None:
        return model.cp.new_constant(1)
    bare = model.boolean()
    model.cp.add(model.leaves[above] >= model.leaves[i]).only_enforce_if(~bare)
    for e in model.phases:
        model.cp.add_bool_or(bare, ~model.gone_by[above, e], model.gone_by[i, e])
    return bare


def on_top(model: PhaseModel, j: int, i: int, gone: Literal) -> Literal:
    """If true, run j is bare and there when run i leaves. By phase it is implied, and worth saying."""
    top, above = model.boolean(), model.above(j)
    model.cp.add_implication(top, ~gone)
    if above is not None:
        model.cp.add(model.leaves[above] < model.leaves[i]).only_enforce_if(top)
        for e in model.phases:
            model.cp.add_bool_or(~top, ~model.gone_by[i, e], model.gone_by[above, e])
    return top


def merges_wait(model: PhaseModel) -> None:
    """A merge in a phase that a park ends is of use there."""
    for i in model.leaves:
        for e in model.phases:
            model.cp.add_bool_or(~model.merges[i, e], *uses(model, i - 1, e))


def uses(model: PhaseModel, i: int, e: int) -> Iterator[Literal]:
    """What may want to see run i uncovered in phase e."""
    color = model.runs[i].color
    yield model.closes[color, e]
    if model.is_bottom(i):
        yield from model.mono_at(color, e)
    else:
        yield from (model.gone_by[i, e], model.parks_at[i, e])
    for j in model.colors[color]:
        if j != i and j in model.leaves:
            yield model.merges[j, e]
        elif j != i and model.above(j) is not None:
            yield model.bared[j, e]
