"""The timeline formulation: the textbook planning model, with the contents before each step, and one pour a step.

Units lie in *places* (timeline_places.py). A place never changes its colour, so its content is a number of units.

The model is exact for every deal, partial pours included: it is the plain reference for the other formulations.
"""

from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from ortools.sat.python import cp_model

from cpmodel.literals import Boolean, booleans, integers, is_all, named
from cpmodel.solving import IN_ORDER, Parameters, Value
from cpmodel.watersort.timeline_places import UNKNOWN_BEAKER, places_of
from fewest_pours.puzzles.watersort.numbered_deal import PlacedRun, base, numbered
from fewest_pours.puzzles.watersort.rules import Deal, Plan, Pour, legal_pour, poured_on

InTime = dict[tuple[int, int], Boolean]  # by place and step


@dataclass(frozen=True)
class TimelineModel:
    """
    units[p, t]                   in place p before step t (t = horizon: at the end); holds[p, t]: at least one
    source[p, t], target[p, t]    the pour of step t goes from, and to, place p
    opening[p, t]                 that pour goes to place p and opens it
    moved[t]                      units that it moves
    partial[t]                    it fills its target and leaves some units behind
    opened[b, t]                  covered beaker b is open before step t
    """

    deal: Deal
    horizon: int
    places: list[PlacedRun]
    cp: cp_model.CpModel
    units: dict[tuple[int, int], cp_model.IntVar]
    holds: InTime
    source: InTime
    target: InTime
    opening: InTime
    moved: dict[int, cp_model.IntVar]
    partial: dict[int, Boolean]
    opened: InTime
    parameters: ClassVar[Parameters] = IN_ORDER  # learning from conflicts; all else costs more than it gains

    @property
    def steps(self) -> range:
        return range(self.horizon)

    def bottoms(self, t: int, color: int | None = None) -> list[Boolean]:
        """The `holds` literals before step t of the places at bottoms of beakers, of one colour or of all."""
        return [
            self.holds[p, t] for p, each in enumerate(self.places) if not each.level and color in (None, each.color)
        ]

    def read(self, value: Value) -> Plan:
        """The plan; a place is opened in the first empty beaker."""
        position = self.deal
        plan: list[Pour] = []
        beaker = {p: place.beaker for p, place in enumerate(self.places)}
        for t in self.steps:
            source, target = (next(p for p in beaker if value(ends[p, t])) for ends in (self.source, self.target))
            if not value(self.holds[target, t]):
                beaker[target] = next(b for b in position.open_places if not position.beakers[b])
            plan.append(legal_pour(position, beaker[source], beaker[target]))
            position = poured_on(position, plan[-1])
        return tuple(plan)


def variables(deal: Deal, horizon: int) -> TimelineModel:
    """The variables for a horizon, which must not be below base."""
    places = places_of(deal, horizon - base(deal))
    cp = cp_model.CpModel()
    steps = range(horizon)
    cp.name = f"timeline, horizon {horizon}"
    in_time = list(product(range(len(places)), range(horizon + 1)))
    ends = list(product(range(len(places)), steps))
    return TimelineModel(
        deal, horizon, places, cp,
        units=integers(cp, "units", {(p, t): (0, deal.capacity - places[p].below) for p, t in in_time}),
        holds=booleans(cp, "holds", in_time),
        source=booleans(cp, "source", ends),
        target=booleans(cp, "target", ends),
        opening=booleans(cp, "opening", [(p, t) for p, t in ends if places[p].beaker == UNKNOWN_BEAKER]),
        moved=integers(cp, "moved", dict.fromkeys(steps, (1, deal.capacity))),
        partial=booleans(cp, "partial", steps),
        opened=booleans(cp, "opened", [(b, t) for b, _ in deal.covered for t in steps]),
    )  # fmt: skip


def build(deal: Deal, horizon: int) -> TimelineModel | None:
    """The model of plans of exactly `horizon` pours; None below base.

    No pour moves a beaker of one colour into an empty one: that changes nothing, so no shortest plan has one. The deal
    must pass unsolvable_by_counting.
    """
    if horizon < base(deal):
        return None
    model = variables(deal, horizon)
    places_hold_units(model)
    one_pour_a_step(model)
    pours_go_from_top_to_top(model)
    pours_move_units(model)
    pours_are_whole_or_partial(model)
    beakers_suffice(model)
    every_unit_is_home(model)
    excess_is_spent(model)
    covers_open_once_their_colour_fills_a_beaker(model)
    neighbours_stand_in_order(model)
    openings_follow_the_names(model)
    search_in_time_order(model)
    return model


def places_hold_units(model: TimelineModel) -> None:
    """Places hold the units of the deal at first; `holds` is true exactly where a place holds any."""
    for (p, t), units in model.units.items():
        model.cp.add(units >= 1).only_enforce_if(model.holds[p, t])
        model.cp.add(units == 0).only_enforce_if(~model.holds[p, t])
        if t == 0:
            model.cp.add(units == model.places[p].units)


def one_pour_a_step(model: TimelineModel) -> None:
    """Each pour goes from one place to another of the same colour."""
    for t in model.steps:
        for ends in (model.source, model.target):
            model.cp.add_exactly_one(ends[p, t] for p in range(len(model.places)))
        for color in {place.color for place in model.places}:
            own = [p for p, place in enumerate(model.places) if place.color == color]
            model.cp.add(sum(model.source[p, t] for p in own) == sum(model.target[p, t] for p in own))


def pours_go_from_top_to_top(model: TimelineModel) -> None:
    for (p, t), source in model.source.items():
        target = model.target[p, t]
        place = model.places[p]
        model.cp.add_implication(source, model.holds[p, t])
        if place.beaker != UNKNOWN_BEAKER:
            model.cp.add_implication(target, model.holds[p, t])
        if p + 1 < len(model.places) and model.places[p + 1].level:  # it lies on this one
            model.cp.add_implication(source, ~model.holds[p + 1, t])
            model.cp.add_implication(target, ~model.holds[p + 1, t])


def pours_move_units(model: TimelineModel) -> None:
    """The target gains what the source loses; all other contents stay."""
    for (p, t), source in model.source.items():
        target = model.target[p, t]
        before = model.units[p, t]
        later = model.units[p, t + 1]
        model.cp.add(later == before - model.moved[t]).only_enforce_if(source)
        model.cp.add(later == before + model.moved[t]).only_enforce_if(target)
        model.cp.add(later == before).only_enforce_if(~source, ~target)
        model.cp.add_bool_or(source, ~model.holds[p, t], model.holds[p, t + 1])
        model.cp.add_bool_or(target, model.holds[p, t], ~model.holds[p, t + 1])


def pours_are_whole_or_partial(model: TimelineModel) -> None:
    """A whole pour empties its source; a partial one does not, and fills its target."""
    for (p, t), source in model.source.items():
        left = model.holds[p, t + 1]
        model.cp.add_bool_or(~source, model.partial[t], ~left)
        model.cp.add_bool_or(~source, ~model.partial[t], left)
        full = model.cp.add(model.units[p, t + 1] == model.deal.capacity - model.places[p].below)
        full.only_enforce_if(model.target[p, t], model.partial[t])


def beakers_suffice(model: TimelineModel) -> None:
    """After each step there are no more bottoms, one for each beaker in use, than beakers, less the empty closed ones.

    The pour of an opening does not start at a bottom, so it adds a bottom and removes none. Hence if the bottoms fit
    into the beakers after it, a beaker was empty before it.
    """
    for p, t in model.opening:
        for q, place in enumerate(model.places):
            if place.color == model.places[p].color and not place.level:
                model.cp.add_bool_or(~model.opening[p, t], ~model.source[q, t])
    # A covered beaker with contents is counted by its bottom.
    empty_under_cover = [beaker for beaker, _ in model.deal.covered if not model.deal.beakers[beaker]]
    for t in model.steps:
        shut = sum(~model.opened[beaker, t] for beaker in empty_under_cover)
        model.cp.add(sum(model.bottoms(t + 1)) + shut <= len(model.deal.beakers))


def every_unit_is_home(model: TimelineModel) -> None:
    """At the end each colour lies at the bottoms of as few beakers as can hold it, so they are full."""
    for color, fills in enumerate(numbered(model.deal).filled):
        model.cp.add(sum(model.bottoms(model.horizon, color)) == fills)
    for p, place in enumerate(model.places):
        if place.level:
            model.cp.add(model.units[p, model.horizon] == 0)


def excess_is_spent(model: TimelineModel) -> None:
    """The excess is spent on partial pours, and on openings that supply no missing bottom (Lemma 1)."""
    missing = dict(enumerate(numbered(model.deal).missing))
    for (p, t), opening in model.opening.items():
        is_all(model.cp, opening, [model.target[p, t], ~model.holds[p, t]])
    excess = model.horizon - base(model.deal)
    spare = integers(model.cp, "spare", dict.fromkeys(missing, (0, excess)))
    for color, least in missing.items():
        opened = sum(opening for (p, _), opening in model.opening.items() if model.places[p].color == color)
        model.cp.add(opened == least + spare[color])
    model.cp.add(sum(spare.values()) + sum(model.partial.values()) == excess)


def covers_open_once_their_colour_fills_a_beaker(model: TimelineModel) -> None:
    """Before that, nothing is poured from or onto what they cover."""
    for beaker, name in model.deal.covered:
        color = numbered(model.deal).names.index(name)
        bottoms = [p for p, place in enumerate(model.places) if not place.level and place.color == color]
        fills = booleans(model.cp, "fills", [(p, t) for p in bottoms for t in model.steps])
        for (p, t), full in fills.items():
            model.cp.add(model.units[p, t] == model.deal.capacity).only_enforce_if(full)
        for t in model.steps:
            before = [model.opened[beaker, t - 1]] if t else []
            model.cp.add_bool_or(~model.opened[beaker, t], *before, *(fills[p, t] for p in bottoms))
            for p, place in enumerate(model.places):
                if place.beaker == beaker:
                    model.cp.add_implication(model.source[p, t], model.opened[beaker, t])
                    model.cp.add_implication(model.target[p, t], model.opened[beaker, t])


def neighbours_stand_in_order(model: TimelineModel) -> None:
    """Of two pours in a row that can change places, the one from the earlier beaker is first: partial-order reduction.

    Let the first pour go from place p to r, and the second from a place of an earlier beaker to s. They depend on each
    other only in these ways, which are the *excuses* for this order:

    - The second pour needs what the first puts in r (target_is_needed).
    - s = r. If the first pour is partial, r is full after it, so the second goes elsewhere. If both are whole, r has
      room for both in either order. If only the second is partial, the first may have to be partial after an exchange.
    - s = p: the first makes room there.
    - s is the place below p, which the first lays bare; or an empty beaker, which the first may have emptied.

    An excuse may hold without need: that only leaves more plans.

    If a plan of this length exists, one obeys this and `openings_follow_the_names`. Of the plans that follow the names,
    take the one whose list of sources is smallest. If two of its pours were out of order without an excuse, exchanging
    them would make the list smaller at the first of them. If both open a place of one colour for the first time, the
    two places no longer follow the names; then exchange the names of these places. That renames no source of the two
    pours: a place that is not opened yet is empty before both pours, but either source holds units by then. (The second
    source is not r, which would be an excuse, and only r gains units in between.) So the list stays smaller at the
    first of the two pours, and the new names change only what comes later.
    """
    for t in model.steps[:-1]:
        second = t + 1
        needed = target_is_needed(model, t)
        second_from_before = sources_before(model, second)
        openings = [opening for (_, step), opening in model.opening.items() if step == second]
        for p, place in enumerate(model.places):
            onto_vacated = [model.target[p - 1, second]] if place.level else openings
            excuses = [needed, model.partial[second], model.target[p, second], *onto_vacated]
            bottom = p - place.level  # of the same beaker: the places before it are in earlier beakers
            model.cp.add_bool_or(~model.source[p, t], ~second_from_before[bottom], *excuses)


def target_is_needed(model: TimelineModel, t: int) -> Boolean:
    """The next pour may need what this one fills: as its source, as a target just opened, or to open a cover."""
    needed = booleans(model.cp, "needed", [(p, t) for p in range(len(model.places))])
    unlocking = {numbered(model.deal).names.index(name) for _, name in model.deal.covered}
    for (p, _), literal in needed.items():
        place = model.places[p]
        model.cp.add_implication(literal, model.target[p, t])
        may_open_a_cover = place.level == 0 and place.color in unlocking  # then any next pour may need it
        if not may_open_a_cover:
            users = [model.source[p, t + 1]]
            if place.beaker == UNKNOWN_BEAKER:
                users.append(model.target[p, t + 1])
            model.cp.add_bool_or(~literal, *users)
    any_needed = model.cp.new_bool_var(named("needed", t))
    model.cp.add_bool_or(~any_needed, *needed.values())
    return any_needed


def sources_before(model: TimelineModel, t: int) -> list[Boolean]:
    """For each place, a literal that is true if the pour of step t goes from one before it."""
    before = list(booleans(model.cp, "before", [(p, t) for p in range(len(model.places))]).values())
    for p, earlier in enumerate(before[:-1]):
        model.cp.add_implication(earlier, before[p + 1])
        model.cp.add_implication(model.source[p, t], before[p + 1])
    return before


def openings_follow_the_names(model: TimelineModel) -> None:
    """Of the places that a colour may open, which are alike, the first is opened first."""
    for (p, t), opening in model.opening.items():
        if model.places[p - 1] == model.places[p]:
            model.cp.add_bool_or(~opening, *(model.opening[p - 1, earlier] for earlier in range(t)))


def search_in_time_order(model: TimelineModel) -> None:
    """Decide step by step: the source of the pour, then its target."""
    order = [ends[p, t] for t in model.steps for ends in (model.source, model.target) for p in range(len(model.places))]
    model.cp.add_decision_strategy(order, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)
