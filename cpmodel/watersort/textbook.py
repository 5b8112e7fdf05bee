"""The textbook formulation: the rules of water sort, one function and one sentence each, and no lemma.

A plan of at most T pours is a table of what each place of each beaker holds before each step, and the pour of each
step. docs/lesson.md draws the variables and builds the model rule by rule. The horizon T grows from 0 until there is a
plan, and falls until none is shorter; no horizon proves that no plan exists.
"""

from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import ClassVar

from ortools.sat.python import cp_model

from cpmodel.horizon_deepening import deepen
from cpmodel.literals import Boolean, booleans
from cpmodel.solving import Parameters, Value
from fewest_pours.puzzles.watersort.rules import (
    Deal,
    Plan,
    Pour,
    legal_pour,
    poured_on,
    units_of,
    unsolvable_by_counting,
)
from fewest_pours.running.solver_contract import Outcome, Result, Settings, Watch

AIR = ""  # what an empty place holds


@dataclass(frozen=True)
class TextbookModel:
    """Step t leads from time t to time t + 1; times run from 0 to T. Places count from the bottom, which is 0.

    holds[b, p, t][c]           at time t, place p of beaker b holds colour c, or AIR
    over[t]                     the plan has ended before step t
    source[b, t], target[b, t]  step t pours from beaker b; onto beaker b
    color[t][c]                 step t pours colour c
    leaves[b, p, t]             step t takes the unit in place p of beaker b
    arrives[b, p, t]            step t puts a unit into place p of beaker b
    partial[t]                  step t leaves a unit of its colour on top of its source
    """

    deal: Deal
    horizon: int
    cp: cp_model.CpModel
    holds: dict[tuple[int, int, int], dict[str, Boolean]]
    over: dict[int, Boolean]
    source: dict[tuple[int, int], Boolean]
    target: dict[tuple[int, int], Boolean]
    color: dict[int, dict[str, Boolean]]
    leaves: dict[tuple[int, int, int], Boolean]
    arrives: dict[tuple[int, int, int], Boolean]
    partial: dict[int, Boolean]
    parameters: ClassVar[Parameters] = {}

    @property
    def beakers(self) -> range:
        return range(len(self.deal.beakers))

    @property
    def places(self) -> range:
        return range(self.deal.capacity)

    def read(self, value: Value) -> Plan:
        """The pours of the steps before the plan is over."""
        position = self.deal
        plan: list[Pour] = []
        for t, over in self.over.items():
            if not value(over):
                source = next(b for b in self.beakers if value(self.source[b, t]))
                target = next(b for b in self.beakers if value(self.target[b, t]))
                plan.append(legal_pour(position, source, target))
                position = poured_on(position, plan[-1])
        return tuple(plan)


def build(deal: Deal, horizon: int) -> TextbookModel:
    """The model of all plans of at most `horizon` pours."""
    model = variables(deal, horizon)
    each_place_holds_one_thing(model)
    the_deal_comes_first(model)
    one_pour_a_step(model)
    units_leave_from_the_top(model)
    units_arrive_on_their_colour(model)
    as_many_arrive_as_leave(model)
    as_many_go_as_fit(model)
    all_else_stays(model)
    at_the_end_beakers_are_pure(model)
    covers_open(model)
    return model


def variables(deal: Deal, horizon: int) -> TextbookModel:
    cp = cp_model.CpModel()
    cp.name = f"textbook, horizon {horizon}"
    colors = list(units_of(deal))
    beakers = range(len(deal.beakers))
    places = range(deal.capacity)
    steps = range(horizon)
    times = range(horizon + 1)
    return TextbookModel(
        deal,
        horizon,
        cp,
        holds={key: booleans(cp, f"holds{key}", [AIR, *colors]) for key in product(beakers, places, times)},
        over=booleans(cp, "over", steps),
        source=booleans(cp, "source", product(beakers, steps)),
        target=booleans(cp, "target", product(beakers, steps)),
        color={t: booleans(cp, f"color{t}", colors) for t in steps},
        leaves=booleans(cp, "leaves", product(beakers, places, steps)),
        arrives=booleans(cp, "arrives", product(beakers, places, steps)),
        partial=booleans(cp, "partial", steps),
    )


def each_place_holds_one_thing(model: TextbookModel) -> None:
    """At any time a place holds a unit of one colour, or air."""
    for holds in model.holds.values():
        model.cp.add_exactly_one(holds.values())


def the_deal_comes_first(model: TextbookModel) -> None:
    """At time 0 the beakers hold what the deal says, with air above."""
    for b, contents in enumerate(model.deal.beakers):
        for p in model.places:
            dealt = contents[p] if p < len(contents) else AIR
            model.cp.add(model.holds[b, p, 0][dealt] == 1)


def one_pour_a_step(model: TextbookModel) -> None:
    """A step pours one colour from one beaker onto one beaker, unless the plan is over; then it stays over."""
    for t, over in model.over.items():
        model.cp.add_exactly_one(over, *(model.source[b, t] for b in model.beakers))
        model.cp.add_exactly_one(over, *(model.target[b, t] for b in model.beakers))
        model.cp.add_exactly_one(over, *model.color[t].values())
        if t > 0:
            model.cp.add_implication(model.over[t - 1], over)


def units_leave_from_the_top(model: TextbookModel) -> None:
    """A unit that leaves is in the source, of the poured colour, under air or a unit that leaves too; air follows."""
    for (b, p, t), leaves in model.leaves.items():
        model.cp.add_implication(leaves, model.source[b, t])
        for color, poured in model.color[t].items():
            model.cp.add_bool_or(~leaves, ~poured, model.holds[b, p, t][color])
        if p + 1 in model.places:
            model.cp.add_bool_or(~leaves, model.holds[b, p + 1, t][AIR], model.leaves[b, p + 1, t])
        model.cp.add_implication(leaves, model.holds[b, p, t + 1][AIR])


def units_arrive_on_their_colour(model: TextbookModel) -> None:
    """A unit that arrives goes into air of the target, takes the poured colour there, and lies on it or on glass.

    So source and target differ. In one beaker the lowest unit to arrive would go directly above the place of the top
    unit. But that unit leaves, so there is air below the one that arrives, and not the poured colour.
    """
    for (b, p, t), arrives in model.arrives.items():
        model.cp.add_implication(arrives, model.target[b, t])
        model.cp.add_implication(arrives, model.holds[b, p, t][AIR])
        for color, poured in model.color[t].items():
            model.cp.add_bool_or(~arrives, ~poured, model.holds[b, p, t + 1][color])
            if p > 0:
                model.cp.add_bool_or(~arrives, ~poured, model.holds[b, p - 1, t + 1][color])


def as_many_arrive_as_leave(model: TextbookModel) -> None:
    """As many units arrive as leave, and at least one unless the plan is over."""
    for t, over in model.over.items():
        leaving = [model.leaves[b, p, t] for b, p in product(model.beakers, model.places)]
        arriving = [model.arrives[b, p, t] for b, p in product(model.beakers, model.places)]
        model.cp.add(sum(leaving) == sum(arriving))
        model.cp.add_bool_or(over, *leaving)


def as_many_go_as_fit(model: TextbookModel) -> None:
    """If a unit of the poured colour stays on top of the source, the target is full: the pour is partial."""
    top = model.places[-1]
    for (b, p, t), leaves in model.leaves.items():
        if p > 0:
            below = model.leaves[b, p - 1, t]
            for color, poured in model.color[t].items():
                stays = model.holds[b, p - 1, t][color]
                model.cp.add_bool_or(~leaves, below, ~poured, ~stays, model.partial[t])
    for (b, t), target in model.target.items():
        model.cp.add_bool_or(~model.partial[t], ~target, ~model.holds[b, top, t + 1][AIR])


def all_else_stays(model: TextbookModel) -> None:
    """A place that no unit leaves or reaches holds what it held before (the frame axiom)."""
    for (b, p, t), leaves in model.leaves.items():
        for thing, before in model.holds[b, p, t].items():
            model.cp.add_bool_or(leaves, model.arrives[b, p, t], ~before, model.holds[b, p, t + 1][thing])


def at_the_end_beakers_are_pure(model: TextbookModel) -> None:
    """At time T all places of a beaker hold the same: one colour, or air."""
    for b, p in product(model.beakers, model.places):
        for thing, held in model.holds[b, p, model.horizon].items():
            model.cp.add_implication(model.holds[b, 0, model.horizon][thing], held)


def covers_open(model: TextbookModel) -> None:
    """Nothing is poured from or onto a covered beaker until some beaker has been full of the cover's colour."""
    for covered, color in model.deal.covered:
        opened = booleans(model.cp, f"opened{covered}", model.over)
        for t in opened:
            full = booleans(model.cp, f"full{covered, t}", model.beakers)
            for b, every_place in full.items():
                model.cp.add_bool_and(model.holds[b, p, t][color] for p in model.places).only_enforce_if(every_place)
            openings = list(full.values())
            if t > 0:
                openings.append(opened[t - 1])
            model.cp.add_bool_or(~opened[t], *openings)
            model.cp.add_implication(model.source[covered, t], opened[t])
            model.cp.add_implication(model.target[covered, t], opened[t])


def solve(deal: Deal, settings: Settings, watch: Watch) -> Result:
    """A shortest plan, by growing horizons; or the longest horizon that has none."""
    reason = unsolvable_by_counting(deal)
    if reason is not None:
        return Result(Outcome.UNSOLVABLE, reason=reason, lower_bound_by="counting")
    return deepen(partial(build, deal), 0, settings, watch)
