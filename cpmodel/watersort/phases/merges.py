"""Where and when runs that do not park merge in the phase formulation (nouns: phase_model.py).

A run merges onto the mono of its colour, which has room for all of it; or into the pool. While colour c has no mono,
each bare c-run j that is still there offers room(j) = h - below - units on top of it, and the units of the c-runs that
are gone lie in that room: the pool. So the pile on run i finds room if, over the other c-runs j,

    sum of room(j), j bare and there  -  sum of units(j), j gone  >=  units(i).

Whatever was poured onto i itself belongs to gone runs and is counted as such. Literals are implied in one direction
only, wherever more bare runs or fewer gone ones can only help.

*Merges wait.* A merge in a phase that a park ends is of use there if the run below it leaves too, or parks; or if it
uncovers a new place to pour onto, for other merges, for bottoms that are bared, or for a mono that closes. If it is of
no use it can wait for the next phase: until then its run stays in place and takes no room from the pool, and it finds
the room that it took before. So every merge that is of no use waits (Lemma 14).
"""

from collections.abc import Iterator

from ortools.sat.python import cp_model

from cpmodel.literals import Literal
from cpmodel.watersort.phases.phase_variables import PhaseModel


def merges_find_room(model: PhaseModel) -> None:
    """Every run parks, or merges onto a mono or into the pool."""
    leaving_is_ordered(model)
    for i in model.runs.leaving:
        merges_onto_mono(model, i)
        merges_into_pool(model, i)
    for i, bottom in model.onto_bared:
        merges_after_baring(model, i, bottom)
    for i, onto_mono in model.onto_mono.items():
        same_color = model.colors[model.runs.all[i].color]
        others = [model.onto_bared[i, j] for j in same_color if (i, j) in model.onto_bared] + [model.into_pool[i]]
        for way in (onto_mono, *others):
            model.cp.add_implication(way, ~model.parked[i])
        for way in others:
            model.cp.add_implication(way, ~onto_mono)
        model.cp.add_bool_or(model.parked[i], onto_mono, *others)


def leaving_is_ordered(model: PhaseModel) -> None:
    """No two runs of a colour leave at one time."""
    for (i, j), first in model.leaves_before.items():
        if model.runs.all[i].beaker != model.runs.all[j].beaker:
            model.cp.add(model.leaves[i] < model.leaves[j]).only_enforce_if(first)
        elif i < j:  # j lies above i
            model.cp.add_bool_or(~first)


def merges_onto_mono(model: PhaseModel, i: int) -> None:
    """The literal: run i merges in a phase that begins with a mono of its colour, and so onto that mono."""
    cp, onto_mono = model.cp, model.onto_mono[i]
    for e in range(len(model.parks) + 1):
        standing = model.mono_at(model.runs.all[i].color, e)
        cp.add_bool_or(~onto_mono, ~model.merges[i, e], *standing)
        for mono in standing:
            cp.add_bool_or(onto_mono, ~model.merges[i, e], ~mono)


def merges_after_baring(model: PhaseModel, i: int, bottom: int) -> None:
    """If its literal is true, run i merges in the phase in which this bottom is bared, and later than that."""
    cp, way, above = model.cp, model.onto_bared[i, bottom], bottom + 1
    cp.add(model.leaves[above] < model.leaves[i]).only_enforce_if(way)
    for e in model.phases:
        cp.add_bool_or(~way, ~model.gone_by[above, e], model.gone_by[i, e])
        cp.add_bool_or(~way, model.gone_by[above, e], ~model.gone_by[i, e])


def merges_into_pool(model: PhaseModel, i: int) -> None:
    """If its literal is true, the pool has room for run i. Bottoms that are bare lie in it: their monos have closed."""
    terms = []
    for j in model.colors[model.runs.all[i].color]:
        if (i, j) in model.bare_before:
            bottom_is_bare_before(model, i, j)
            terms.append(-model.runs.all[j].units * model.bare_before[i, j])
        if (j, i) in model.leaves_before:
            terms.append(-model.runs.all[j].units * model.leaves_before[j, i])
        if (i, j) in model.on_top:
            is_on_top(model, i, j)
            terms.append(model.runs.room(j) * model.on_top[i, j])
    room = cp_model.LinearExpr.sum(terms)
    model.cp.add(room >= model.runs.all[i].units).only_enforce_if(model.into_pool[i])


def bottom_is_bare_before(model: PhaseModel, i: int, bottom: int) -> None:
    """If its literal is false, something lies on the bottom when run i leaves."""
    bare, above = model.bare_before[i, bottom], model.runs.above(bottom)
    if above is None:
        model.cp.add_bool_or(bare)
        return
    model.cp.add(model.leaves[above] >= model.leaves[i]).only_enforce_if(~bare)
    for e in model.phases:
        model.cp.add_bool_or(bare, ~model.gone_by[above, e], model.gone_by[i, e])


def is_on_top(model: PhaseModel, i: int, j: int) -> None:
    """If its literal is true, run j is bare and there when run i leaves. The clauses by phase are implied, and help."""
    top, above = model.on_top[i, j], model.runs.above(j)
    model.cp.add_implication(top, model.leaves_before[i, j])
    if above is not None:
        model.cp.add(model.leaves[above] < model.leaves[i]).only_enforce_if(top)
        for e in model.phases:
            model.cp.add_bool_or(~top, ~model.gone_by[i, e], model.gone_by[above, e])


def merges_wait(model: PhaseModel) -> None:
    """A merge in a phase that a park ends is of use there (Lemma 14)."""
    for (i, e), merges in model.merges.items():
        if e in model.phases:
            model.cp.add_bool_or(~merges, *uses(model, i - 1, e))


def uses(model: PhaseModel, i: int, e: int) -> Iterator[Literal]:
    """Reasons why uncovering run i in phase e is of use: the literals of the four cases of Lemma 14."""
    color = model.runs.all[i].color
    yield model.closes[color, e]
    if model.runs.is_bottom(i):
        yield from model.mono_at(color, e)
    else:
        yield from (model.gone_by[i, e], model.parks_at[i, e])
    for j in model.colors[color]:
        for of_use in (model.merges, model.bared):
            if j != i and (j, e) in of_use:
                yield of_use[j, e]
