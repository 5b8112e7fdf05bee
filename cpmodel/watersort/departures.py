"""Where departing piles go in the phase formulation: home, or anywhere in the pool of their colour (see phases.py).

The pool of colour c, before its home is open: each c-run j that is exposed and still there offers room(j) = h - below -
units on top of it, and in that room lie the units of the c-runs that are gone. So the pile on run i finds room if, over
the other c-runs j,

    sum of room(j), j exposed  -  sum of units(j), j gone  >=  units(i).

What was poured onto i itself is gone runs and counted as such. While a temporary of c is open everything fits into it.
Literals go one way wherever more exposed runs or fewer gone ones can only help.
"""

from itertools import combinations

from ortools.sat.python import cp_model

from cpmodel.watersort.phase_variables import Literal, PhaseModel, Time

Order = dict[tuple[int, int], Literal]  # (i, j) -> run i leaves before run j


def piles_find_room(model: PhaseModel, partial_pours: bool) -> None:
    """Every pile that departs goes home, parks, goes onto an open temporary, or finds room in the pool."""
    for color, runs in model.colors.items():
        before = order_of_leaving(model, runs)
        piles = None if partial_pours else Piles(model, runs)
        leaving = [i for i in runs if i in model.leaves]
        for i in leaving:
            time = model.leaves[i]
            gone = {j: before[j, i] for j in leaving if j != i}
            targets = {j: still_exposed(model, j, time, gone[j]) for j in gone}
            exposed_by_phase(model, i, targets)
            pool, onto = room_in_pool(model, i, time, runs, targets, gone), open_alone(model, i, time, runs)
            home_or(model, color, i, [pool, *onto.values()])
            if piles:
                piles.find_targets(("place", i), pool, targets, onto)
        for i in runs:
            if i not in model.goes:
                continue
            time = model.goes[i]
            gone = {j: gone_before(model, j, time) for j in leaving if j != i}
            targets = {j: still_exposed(model, j, time, gone[j]) for j in gone}
            pool, onto = room_in_pool(model, i, time, runs, targets, gone), open_alone(model, i, time, runs)
            chosen = model.early[i] if i in model.early else model.temporary[i]
            model.cp.add_bool_or(~chosen, pool, *onto.values())
            if piles:
                piles.find_targets(("alone", i), pool, targets, onto)
        if piles:
            piles.hold_what_arrives()


def pools_hold_what_is_gone(model: PhaseModel) -> None:
    """Before each park, the gone runs of a colour lie on its exposed ones, unless there is a beaker of it alone.

    Implied by the departures, but said of gone_by only: conflicts need no times. A run is exposed if the one above is
    gone and it is not. Beakers of one colour are its exposed bottoms, its home, and temporaries of colours that pay.
    """
    cp = model.cp
    for color, runs in model.colors.items():
        leaving = [i for i in runs if i in model.leaves]
        bottoms = [i for i in runs if model.is_bottom(i)]
        over_bottoms = [above for i in bottoms if (above := model.above(i)) is not None]
        if not leaving or len(over_bottoms) < len(bottoms):
            continue
        for e in range(len(model.parks)):
            terms = []
            for i in leaving:
                above, gone = model.above(i), model.gone_by[i, e]
                bare = 1 if above is None else model.gone_by[above, e]
                terms.append(model.room(i) * (bare - gone) - model.runs[i].units * gone)
            alone = [model.open_by[color, e], *(model.gone_by[above, e] for above in over_bottoms)]
            alone += [model.pays[color]] if color in model.pays else []
            cp.add(cp_model.LinearExpr.sum(terms) >= 0).only_enforce_if(*(~literal for literal in alone))


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


def gone_before(model: PhaseModel, j: int, time: Time) -> Literal:
    """Run j left before the time; if false, it did not."""
    gone = model.boolean()
    model.cp.add(model.leaves[j] > time).only_enforce_if(~gone)
    return gone


def still_exposed(model: PhaseModel, j: int, time: Time, gone: Literal) -> Literal:
    """If true, run j is exposed before the time and not gone."""
    exposed = model.boolean()
    model.cp.add_implication(exposed, ~gone)
    if (above := model.above(j)) is not None:
        model.cp.add(model.leaves[above] < time).only_enforce_if(exposed)
    return exposed


def exposed_by_phase(model: PhaseModel, i: int, targets: dict[int, Literal]) -> None:
    """What targets of run i say about the phases; implied, and worth a factor of two."""
    for j, exposed in targets.items():
        above = model.above(j)
        for e in range(len(model.parks)):
            if above is not None:
                model.cp.add_bool_or(~exposed, ~model.gone_by[i, e], model.gone_by[above, e])
            model.cp.add_bool_or(~exposed, ~model.gone_by[j, e], model.gone_by[i, e])


def room_in_pool(
    model: PhaseModel, i: int, time: Time, runs: list[int], targets: dict[int, Literal], gone: dict[int, Literal]
) -> Literal:
    """If true, the pool has room for run i before the home is open; bottoms lie in it if they were poured out early."""
    terms = [model.room(j) * exposed for j, exposed in targets.items() if model.room(j)]
    terms += [-model.runs[j].units * left for j, left in gone.items()]
    for j in runs:
        if j in model.early and j != i:
            poured_out = model.boolean()
            model.cp.add(model.goes[j] > time).only_enforce_if(~poured_out, model.early[j])
            terms.append(-model.runs[j].units * poured_out)
    pool = model.boolean()
    model.cp.add(cp_model.LinearExpr.sum(terms) >= model.runs[i].units).only_enforce_if(pool)
    return pool


def open_alone(model: PhaseModel, i: int, time: Time, runs: list[int]) -> dict[int, Literal]:
    """For each other beaker of this colour alone that is no home: if true, it is there at the time."""
    onto = {}
    for j in runs:
        if j != i and j in model.goes:
            there = onto[j] = model.boolean()
            model.cp.add_implication(there, model.early[j] if j in model.early else model.temporary[j])
            model.cp.add((model.exposed(j) if j in model.early else model.leaves[j]) < time).only_enforce_if(there)
            model.cp.add(time < model.goes[j]).only_enforce_if(there)
    return onto


def home_or(model: PhaseModel, color: int, i: int, others: list[Literal]) -> None:
    """Run i leaves when the home is open, and goes there; or it parks; or one of the others holds."""
    cp, straight = model.cp, model.boolean()
    opens = model.opens[color]
    if isinstance(opens, int):
        cp.add(straight == 1)
    else:
        cp.add(model.leaves[i] > opens).only_enforce_if(straight)
    for e in range(len(model.parks)):
        cp.add_bool_or(~straight, ~model.gone_by[i, e], model.open_by[color, e])
        cp.add_bool_or(straight, ~model.open_by[color, e], model.gone_by[i, e])
    ways = [*others, *([model.parked[i]] if i in model.parked else [])]
    cp.add_bool_or(straight, *ways)
    for way in ways:
        cp.add_implication(way, ~straight)


class Piles:
    """Without partial pours: each pile goes onto one beaker whole, and no pile outgrows its beaker.

    size: units of the pile on top of a run in its place ('place', i), or in a beaker of one colour ('alone', i).
    """

    def __init__(self, model: PhaseModel, runs: list[int]) -> None:
        self.model, self.capacity = model, model.start.capacity
        self.size: dict[tuple[str, int], Time] = {}
        self.arrivals: dict[tuple[str, int], list[Time]] = {}
        for i in runs:
            units = model.runs[i].units
            if i in model.leaves:
                self.size["place", i] = model.cp.new_int_var(units, self.capacity - model.runs[i].below, "")
            if i in model.goes:
                self.size["alone", i] = model.cp.new_int_var(units, self.capacity, "")
        for key in self.size:
            self.arrivals[key] = []

    def find_targets(
        self, pile: tuple[str, int], pool: Literal, targets: dict[int, Literal], onto: dict[int, Literal]
    ) -> None:
        """A pile that goes into the pool goes onto one exposed run with enough room."""
        cp, chosen = self.model.cp, []
        for j, exposed in targets.items():
            if self.model.room(j) >= self.model.runs[pile[1]].units:
                target = self.model.boolean()
                cp.add_implication(target, exposed)
                cp.add_implication(target, pool)
                self.arrive(pile, ("place", j), target)
                chosen.append(target)
        for j, there in onto.items():
            self.arrive(pile, ("alone", j), there)
        cp.add_bool_or(~pool, *chosen)
        cp.add_at_most_one([*chosen, *onto.values()])

    def arrive(self, pile: tuple[str, int], target: tuple[str, int], chosen: Literal) -> None:
        units = self.model.cp.new_int_var(0, self.capacity, "")
        self.model.cp.add(units >= self.size[pile]).only_enforce_if(chosen)
        self.arrivals[target].append(units)

    def hold_what_arrives(self) -> None:
        cp = self.model.cp
        for (where, i), size in self.size.items():
            parks = where == "alone" and i in self.model.temporary
            own = self.size["place", i] if parks else self.model.runs[i].units
            cp.add(size >= own + cp_model.LinearExpr.sum(self.arrivals[where, i]))
