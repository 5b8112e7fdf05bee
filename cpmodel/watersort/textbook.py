"""The textbook formulation: the planning model as a lecture writes it, without any lemma about water sort.

What each place of each beaker holds at each time, which beaker each step pours onto which, and frame axioms: all else
stays. The horizon grows from 0 until there is a plan; none proves that there is no plan (docs/theory.md).
"""

from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import ClassVar

from ortools.sat.python import cp_model

from cpmodel.horizon_deepening import deepen
from cpmodel.literals import Boolean, booleans
from cpmodel.solving import Parameters, Value
from fewest_pours.puzzles.watersort.rules import Deal, Pour, legal_pour, poured_on, units_of, unsolvable_by_counting
from fewest_pours.running.solver_contract import Outcome, Result, Settings, Watch

AIR = ""  # what an empty place holds


@dataclass(frozen=True)
class TextbookModel:
    """Plans of at most T pours. Step t leads from time t to time t + 1, at most T. Places count from the bottom.

    holds[b, p, t][c]    at time t, place p of beaker b holds colour c, or AIR
    source[b, t]         step t pours from beaker b; target[b, t]: onto beaker b; over[t]: the plan ended before
    color[t][c]          it is of colour c; fills[t]: it fills its target; changes[b, p, t]: it changes this place
    """

    deal: Deal
    cp: cp_model.CpModel
    holds: dict[tuple[int, int, int], dict[str, Boolean]]
    source: dict[tuple[int, int], Boolean]
    target: dict[tuple[int, int], Boolean]
    over: dict[int, Boolean]
    color: dict[int, dict[str, Boolean]]
    fills: dict[int, Boolean]
    changes: dict[tuple[int, int, int], Boolean]
    parameters: ClassVar[Parameters] = {}

    def read(self, value: Value) -> tuple[Pour, ...]:
        position, plan = self.deal, list[Pour]()
        for t in (t for t, over in self.over.items() if not value(over)):
            a, b = (next(b for b, at in end if at == t and value(end[b, t])) for end in (self.source, self.target))
            plan.append(legal_pour(position, a, b))
            position = poured_on(position, plan[-1])
        return tuple(plan)


def build(deal: Deal, horizon: int) -> TextbookModel:
    cp, colors = cp_model.CpModel(), list(units_of(deal))
    beakers, places, steps, times = map(range, (len(deal.beakers), deal.capacity, horizon, horizon + 1))
    model = TextbookModel(
        deal, cp,
        holds={key: booleans(cp, f"holds{key}", [AIR, *colors]) for key in product(beakers, places, times)},
        source=booleans(cp, "source", product(beakers, steps)),
        target=booleans(cp, "target", product(beakers, steps)),
        over=booleans(cp, "over", steps),
        color={t: booleans(cp, f"color{t}", colors) for t in steps},
        fills=booleans(cp, "fills", steps),
        changes=booleans(cp, "changes", product(beakers, places, steps)),
    )  # fmt: skip
    for (b, p, t), holds in model.holds.items():
        cp.add_exactly_one(holds.values())
        if t == 0:  # the deal
            cp.add(holds["".join(deal.beakers[b][p : p + 1])] == 1)
        if t == horizon:  # at the end, all places of a beaker hold the same
            for thing, held in holds.items():
                cp.add_implication(model.holds[b, 0, t][thing], held)
    for t in steps:
        one_pour(model, t)
    for place in model.changes:
        units_move_from_top_to_top(model, *place)
    covers_open(model)
    return model


def one_pour(model: TextbookModel, t: int) -> None:
    """From one beaker onto another, of one colour, and no unit is lost; none once the plan is over."""
    cp, over = model.cp, model.over[t]
    cp.add_exactly_one(over, *model.color[t].values())
    for end in (model.source, model.target):
        cp.add_exactly_one(over, *(chosen for (_, step), chosen in end.items() if step == t))
    places = [(b, p) for b, p, step in model.changes if step == t]
    cp.add_bool_or(over, *(model.changes[*place, t] for place in places))
    cp.add(sum(model.holds[*place, t][AIR] - model.holds[*place, t + 1][AIR] for place in places) == 0)
    cp.add_implication(model.over[max(0, t - 1)], over)


def units_move_from_top_to_top(model: TextbookModel, b: int, p: int, t: int) -> None:
    """As many as fit, and all else stays (the frame axiom)."""
    cp, changes, source, target = model.cp, model.changes[b, p, t], model.source[b, t], model.target[b, t]
    before, later, above = model.holds[b, p, t], model.holds[b, p, t + 1], model.changes.get((b, p + 1, t))
    cp.add_bool_or(~changes, source, target)
    cp.add_bool_or(~changes, ~source, later[AIR])
    cp.add_bool_or(~changes, ~target, before[AIR])
    if above is None:
        cp.add_bool_or(~target, ~model.fills[t], ~later[AIR])
    else:  # what leaves lies on top
        cp.add_bool_or(~changes, ~source, model.holds[b, p + 1, t][AIR], above)
    for color, poured in model.color[t].items():
        cp.add_bool_or(~changes, ~source, ~poured, before[color])
        for place in (p, max(0, p - 1)):  # units arrive on their own colour
            cp.add_bool_or(~changes, ~target, ~poured, model.holds[b, place, t + 1][color])
        if above is not None:  # if more of the colour stays below, the target is full
            cp.add_bool_or(changes, ~above, ~source, ~poured, ~before[color], model.fills[t])
    for thing, held in before.items():
        cp.add_bool_or(changes, ~held, later[thing])


def covers_open(model: TextbookModel) -> None:
    """Once some beaker was full of the cover's colour; before, nothing is poured from or onto what it covers."""
    beakers, places = range(len(model.deal.beakers)), range(model.deal.capacity)
    for covered, color in model.deal.covered:
        opened = booleans(model.cp, f"opened{covered}", model.over)
        for t in opened:
            full = booleans(model.cp, f"full{covered, t}", beakers)
            for b, every_place in full.items():
                model.cp.add_bool_and(model.holds[b, p, t][color] for p in places).only_enforce_if(every_place)
            model.cp.add_bool_or(~opened[t], *([opened[t - 1]] if t else []), *full.values())
            model.cp.add_bool_and(~model.source[covered, t], ~model.target[covered, t]).only_enforce_if(~opened[t])


def solve(deal: Deal, settings: Settings, watch: Watch) -> Result:
    if reason := unsolvable_by_counting(deal):
        return Result(Outcome.UNSOLVABLE, reason=reason, lower_bound_by="counting")
    return deepen(partial(build, deal), 0, settings, watch)
