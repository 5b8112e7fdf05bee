"""Where and when runs that do not park merge in the schedule model (nouns: model.py).

While colour c has no mono, each bare c-run j that is still there offers room(j) = h - below - units on top of it, and
the units of the c-runs that are gone lie in that room: the pool. So the pile on run i finds room if, over the other
c-runs j,

    sum of room(j), j bare and there  -  sum of units(j), j gone  >=  units(i).

Whatever was poured onto i itself belongs to gone runs and is counted as such. Two kinds of literals are tied in one
direction only, so that they never promise room that is not there: on_top, which adds room, may be false though run j is
on top; bare_before, which takes room away, may be true though something lies on the bottom.
"""

from collections import defaultdict

from cpmodel.literals import Literal, sum_reaches
from cpmodel.watersort.schedule.variables import ScheduleModel


def pairs_leave_in_order(model: ScheduleModel) -> None:
    """Of two runs of a colour, one leaves before the other: it is gone once the other has left or makes a park."""
    for (i, j), before in model.before.items():
        model.leaves_before(i, j, before)
        for e in model.park_numbers:
            model.cp.add_bool_or([~before, ~model.past[j, e], model.gone[i, e]])


def merges_onto_mono(model: ScheduleModel) -> None:
    """If onto_mono[i], run i merges in a phase that begins with a mono of its colour, and so onto that mono."""
    for (i, e), merges in model.merges.items():
        model.cp.add_bool_or([~model.onto_mono[i], ~merges, model.start[model.runs.all[i].color, e]])


def merges_after_baring(model: ScheduleModel) -> None:
    """If onto_bared[i, b], run i leaves after the run above bottom b, which bares it, and before the next park."""
    for (i, bottom), way in model.onto_bared.items():
        above = bottom + 1
        model.leaves_before(above, i, way)
        for e in model.park_numbers:
            model.cp.add_bool_or([~way, ~model.gone[above, e], model.gone[i, e]])
            model.cp.add_bool_or([~way, model.gone[above, e], ~model.gone[i, e]])


def merges_into_pool(model: ScheduleModel) -> None:
    """If into_pool[i], the pool has room for run i.

    This need only be exact while the colour has no mono, as run i otherwise has another way, onto the mono. So each
    bare bottom counts as gone, its mono as closed, and its units take room in the pool.
    """
    bottoms_are_bare_before(model)
    tops_are_on_top(model)
    for i, into_pool in model.into_pool.items():
        terms: list[tuple[int, Literal]] = []
        run = model.runs.all[i]
        needed = run.units
        for j in model.colors[run.color]:
            other = model.runs.all[j]
            if other.beaker == run.beaker:
                if j > i:  # it lay above run i, so it is gone; what lies below run i is neither bare nor gone
                    needed += other.units
            elif model.runs.is_bottom(j):
                terms.append((-other.units, model.bare_before[i, j]))
            else:
                terms.append((-other.units, model.before[j, i]))
                if (i, j) in model.on_top:  # it has room on top of it
                    terms.append((model.runs.room(j), model.on_top[i, j]))
        sum_reaches(model.cp, terms, needed, into_pool, model.ideas.clauses)


def bottoms_are_bare_before(model: ScheduleModel) -> None:
    """Unless bare_before[i, b], something lies on bottom b when run i leaves: the run above it leaves after run i.

    That run may make park e itself; then run i is gone before the park.
    """
    for (i, bottom), bare in model.bare_before.items():
        above = model.runs.above(bottom)
        if above is None:
            model.cp.add_bool_or([bare])
            continue
        model.leaves_before(i, above, ~bare)
        for e in model.park_numbers:
            model.cp.add_bool_or([bare, ~model.past[above, e], model.gone[i, e]])


def tops_are_on_top(model: ScheduleModel) -> None:
    """If on_top[i, j], run j is bare and there when run i leaves: the run above j left before run i.

    If run i merges, it is enough to compare what is gone at each park. At the park that ends its phase run i is gone,
    so the run above j is gone, too: it left in an earlier phase, made an earlier park, or left in the same phase, where
    ranks order the two. In the last phase ranks alone order those that are left. If run i parks, on_top[i, j] may
    be true by mistake. That does no harm: only a merge of run i into the pool uses it.
    """
    for (i, j), top in model.on_top.items():
        above = model.runs.above(j)
        model.cp.add_implication(top, model.before[i, j])
        if above is not None:
            model.leaves_before(above, i, top)
            for e in model.park_numbers:
                model.cp.add_bool_or([~top, ~model.gone[i, e], model.gone[above, e]])


def merges_find_room(model: ScheduleModel) -> None:
    """Every run parks, or merges onto a mono, onto a bottom bared in its phase, or into the pool."""
    onto_bared: defaultdict[int, list[Literal]] = defaultdict(list)
    for (i, _), onto_bottom in model.onto_bared.items():
        onto_bared[i].append(onto_bottom)
    for i, parked in model.parked.items():
        model.cp.add_bool_or([parked, model.onto_mono[i], *onto_bared[i], model.into_pool[i]])
