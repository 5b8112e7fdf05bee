"""What lies where at each step: the variables of the timeline formulation.

Nothing is ever poured on another colour. So a beaker that is not of one colour holds some of the lowest runs that the
deal put there, and on the last of them perhaps more units of its colour; nobody needs a colour for every cell. Units
lie in *places*: each run of the deal keeps a place, with room for all that fits above the runs below it, and each E
pour (see bounds.py) opens a new one, an empty beaker with room for `capacity` units. A place has one colour for good,
and its content is a number of units.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ortools.sat.python import cp_model

from cpmodel.literals import Literal, named
from cpmodel.solving import IN_ORDER, Value
from instances.watersort.bounds import bottoms_bound, filled_beakers, interned, missing_bottoms, placed_runs
from instances.watersort.rules import Deal, Pour, after, poured

Fact = Literal | bool  # plainly true or false where nothing is left to decide


def negated(fact: Fact) -> Fact:
    return not fact if isinstance(fact, bool) else ~fact


class Place(NamedTuple):
    """Place(color=3, units=2, room=3, height=1, buried=1, beaker=0): in the first beaker of capacity 4 a run of two
    units, on a run of one unit that is the bottom, and under one other run."""

    color: int
    units: int  # in the deal
    room: int  # units that it can hold
    height: int  # runs below it; if 0, its beaker is of one colour when this place is the top
    buried: int  # runs above it in the deal
    beaker: int | None  # None: one that is empty when the place is opened


def places_of(deal: Deal, excess: int) -> list[Place]:
    """The runs of the deal, beaker by beaker and bottom first; then, colour by colour, the places that may be opened.

    A colour opens as many as every plan opens, and one more for each unit of excess; but no run opens two.
    """
    _, beakers = interned(deal)
    runs = placed_runs(beakers)
    layers = [sum(run.beaker == b for run in runs) for b in range(len(beakers))]
    places = [
        Place(r.color, r.units, deal.capacity - r.below, r.level, layers[r.beaker] - 1 - r.level, r.beaker)
        for r in runs
    ]
    for color, missing in missing_bottoms(beakers, deal.capacity).items():
        leaving = sum(run.color == color and run.level > 0 for run in runs)
        places += [Place(color, 0, deal.capacity, 0, 0, None)] * min(missing + excess, leaving)
    return places


@dataclass(frozen=True)
class TimelineModel:
    """
    excess                 E pours that no missing bottom asks for, and P pours: exactly so many in all (see bounds.py)
    filled_beakers, missing  by colour: beakers that it fills at the end; E pours that every plan makes with it
    content[p, t, a]       place p holds at least a units before step t (t = horizon: at the end)
    source[p, t], target[p, t]   the pour of step t goes from, and to, place p
    moved[t, a]            it moves at least a units
    color[c, t]            it moves colour c
    opening[t]             it goes to an empty beaker (E)
    partial[t]             it fills its target up and leaves some units behind (P)
    begun[p, t]            place p was opened before step t

    All of them are literals; constants where nothing is left to decide.
    """

    deal: Deal
    horizon: int
    excess: int
    places: list[Place]
    filled_beakers: dict[int, int]
    missing: dict[int, int]
    cp: cp_model.CpModel
    content: dict[tuple[int, int, int], Fact]
    source: dict[tuple[int, int], Fact]
    target: dict[tuple[int, int], Fact]
    moved: dict[tuple[int, int], Fact]
    color: dict[tuple[int, int], Fact]
    opening: list[Fact]
    partial: list[Fact]
    begun: dict[tuple[int, int], Fact]

    @property
    def steps(self) -> range:
        return range(self.horizon)

    @property
    def runs(self) -> list[int]:
        """The places that are runs of the deal."""
        return [p for p, place in enumerate(self.places) if place.beaker is not None]

    def bottoms(self, color: int | None = None) -> list[int]:
        """The places, of a colour or of all, whose beaker is of one colour when they are the top."""
        return [p for p, place in enumerate(self.places) if place.height == 0 and color in (None, place.color)]

    def opened(self, color: int) -> list[int]:
        """The places that a colour may open, in the order in which it does."""
        return [p for p, place in enumerate(self.places) if place.beaker is None and place.color == color]

    def holds(self, p: int, t: int, units: int = 1) -> Fact:
        """Place p holds at least so many units before step t; any number of units may be asked for."""
        return True if units <= 0 else self.content.get((p, t, units), False)

    def moves(self, t: int, units: int) -> Fact:
        """Step t moves at least so many units; any number may be asked for."""
        return True if units <= 1 else self.moved.get((t, units), False)

    def clear(self, p: int, t: int) -> Fact:
        """Nothing lies on place p before step t."""
        return negated(self.holds(p + 1, t)) if self.places[p].buried else True

    def implies(self, conditions: Iterable[Fact], conclusions: Iterable[Fact]) -> None:
        """If all conditions hold, then one of the conclusions."""
        clause: list[Literal] = []
        for fact in conditions:
            if fact is False:
                return
            if fact is not True:
                clause.append(~fact)
        for fact in conclusions:
            if fact is True:
                return
            if fact is not False:
                clause.append(fact)
        self.cp.add_bool_or(clause)

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The search follows the steps and lets conflicts teach it; all else costs more than it brings."""
        return IN_ORDER

    def read(self, value: Value) -> tuple[Pour, ...]:
        """The plan; a place is opened in the first beaker that is empty then."""
        names, _ = interned(self.deal)
        state, plan = self.deal.beakers, []
        beaker = {p: place.beaker for p, place in enumerate(self.places)}
        for t in self.steps:
            source, target = (
                next(p for p in beaker if ends[p, t] is not False and value(ends[p, t]))
                for ends in (self.source, self.target)
            )
            if value(self.opening[t]):
                beaker[target] = state.index(())
            a, b = beaker[source], beaker[target]
            assert a is not None
            assert b is not None
            plan.append(Pour(a, b, names[self.places[source].color], poured(state[a], state[b], self.deal.capacity)))
            state = after(state, plan[-1])
        return tuple(plan)


def variables(deal: Deal, horizon: int) -> TimelineModel:
    """The variables of a horizon, which must not be below the bottoms bound.

    A run of the deal can be poured from, or onto, when the runs above it are gone; and leaves early enough for the runs
    below it, each in a step of its own.
    """
    _, beakers = interned(deal)
    excess = horizon - bottoms_bound(deal)
    filled, missing = filled_beakers(beakers, deal.capacity), missing_bottoms(beakers, deal.capacity)
    places, steps = places_of(deal, excess), range(horizon)
    cp = cp_model.CpModel()

    def new(name: str, *indices: int, free: bool = True) -> Fact:
        return cp.new_bool_var(named(name, indices)) if free else False

    content: dict[tuple[int, int, int], Fact] = {}
    source: dict[tuple[int, int], Fact] = {}
    target: dict[tuple[int, int], Fact] = {}
    begun: dict[tuple[int, int], Fact] = {}
    for p, place in enumerate(places):
        last = horizon - max(1, place.height)
        for t in range(horizon + 1):
            fixed = place.units if t <= place.buried else 0 if place.height and t > last else None
            for a in range(place.room, 0, -1):
                if fixed is not None:
                    content[p, t, a] = a <= fixed
                else:
                    content[p, t, a] = new("content", p, t, a)
            if place.beaker is None:
                begun[p, t] = new("begun", p, t, free=t > 0)
        for t in steps:
            source[p, t] = new("source", p, t, free=place.buried <= t <= last)
            target[p, t] = new("target", p, t, free=place.buried <= t <= last - (place.height > 0))
    return TimelineModel(
        deal, horizon, excess, places, filled, missing, cp, content, source, target,
        moved={(t, a): new("moved", t, a) for t in steps for a in range(2, deal.capacity + 1)},
        color={(c, t): new("color", c, t) for c in filled for t in steps},
        opening=[new("opening", t) for t in steps],
        partial=[new("partial", t, free=excess > 0 and t + 1 < horizon) for t in steps],
        begun=begun,
    )  # fmt: skip
