"""Sizes at which every deal has a plan, by CP-SAT: the deal is the unknown, and so is the proof that it has no plan.

That proof is a set of states of the depth game (fewest_pours/guarantees/known_part.py says what a state is, and which
steps are possible). It holds the start; for each of its states, every state that one possible step leads to; and no
state with as many cleared beakers as lead to a plan (docs/theory.md, sizes). If a deal has no plan, the states that can
be reached are such a set. So the model is infeasible if and only if every deal of the size has a plan.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise, product
from typing import ClassVar

from ortools.sat.python import cp_model

from cpmodel.jobs import run_apart
from cpmodel.literals import Boolean, Literal, booleans, sum_reaches
from cpmodel.solving import Parameters, Value, run
from fewest_pours.guarantees.sizes import Size
from fewest_pours.running.limits import Limits
from fewest_pours.running.solver_contract import Settings

State = tuple[int, ...]  # (2, 0, 1): the units gone from the top of each beaker
Place = tuple[int, int]  # (2, 0): beaker 2, the topmost unit
Units = list[list[int]]  # [beaker][place]: the colour of a unit, the topmost at place 0
IsColor = Mapping[tuple[int, int, int], Boolean]  # (beaker, place, colour): whether the unit there has the colour


@dataclass(frozen=True)
class DealWithoutPlan:
    """A deal and a set of states that proves that it has no plan."""

    cp: cp_model.CpModel
    size: Size
    is_color: IsColor
    parameters: ClassVar[Parameters] = {}

    @classmethod
    def build(cls, size: Size) -> "DealWithoutPlan | None":
        """None where the start already has enough cleared beakers."""
        if not is_undecided(start_of(size), size):
            return None
        cp = cp_model.CpModel()
        cp.name = f"deal without a plan, {size}"
        units = product(range(size.colors), range(size.capacity), range(size.colors))
        model = cls(cp, size, booleans(cp, "is_color", units))
        every_color_fills_a_beaker(model)
        colors_are_named_as_they_appear(model)
        beakers_are_in_order(model)
        a_set_of_states_is_closed(model)
        return model

    def read(self, value: Value) -> Units:
        places = range(self.size.capacity)
        return [[self.color_at((beaker, place), value) for place in places] for beaker in range(self.size.colors)]

    def color_at(self, place: Place, value: Value) -> int:
        return next(color for color in range(self.size.colors) if value(self.is_color[*place, color]))

    def colors_at(self, place: Place) -> list[Boolean]:
        return [self.is_color[*place, color] for color in range(self.size.colors)]

    @property
    def places(self) -> list[Place]:
        return [*product(range(self.size.colors), range(self.size.capacity))]


def deal_without_plan(size: Size, limits: Limits) -> Units | None:
    """A deal without a plan; None as the proof that every deal of the size has one. Raises LimitReached."""
    work = partial(run, partial(DealWithoutPlan.build, size))
    return run_apart("a deal without a plan", work, Settings(), limits).found


def start_of(size: Size) -> State:
    return (0,) * size.colors


def cleared(state: State, size: Size) -> int:
    """The number of beakers of which all units but the bottom are gone."""
    return sum(gone == size.capacity - 1 for gone in state)


def is_undecided(state: State, size: Size) -> bool:
    """Whether more beakers must be cleared before a plan is certain."""
    return cleared(state, size) < size.colors - size.empties


def every_color_fills_a_beaker(model: DealWithoutPlan) -> None:
    """Each place has a colour, and each colour as many units as a beaker."""
    for place in model.places:
        model.cp.add_exactly_one(model.colors_at(place))
    for color in range(model.size.colors):
        units = [model.is_color[*place, color] for place in model.places]
        model.cp.add(cp_model.LinearExpr.sum(units) == model.size.capacity)


def colors_are_named_as_they_appear(model: DealWithoutPlan) -> None:
    """The first unit of a colour comes after one of the colour before it, in the order of the places.

    With beakers_are_in_order it leaves the least of the deals that differ only in names or order, which obeys both, and
    few others.
    """
    keys = product(range(len(model.places)), range(model.size.colors))
    # (number of a place, colour): true only if a unit of the colour is at this place or before it
    appeared = booleans(model.cp, "appeared", keys)
    for number, place in enumerate(model.places):
        for color, here in enumerate(model.colors_at(place)):
            if number == 0:
                model.cp.add_bool_or([~appeared[number, color], here])
                if color > 0:  # the very first unit has colour 0
                    model.cp.add_bool_and([~here])
            else:
                model.cp.add_bool_or([~appeared[number, color], here, appeared[number - 1, color]])
                if color > 0:
                    model.cp.add_implication(here, appeared[number - 1, color - 1])


def beakers_are_in_order(model: DealWithoutPlan) -> None:
    """No beaker is less than the one before it, where colours are compared from the top."""
    for beaker, next_beaker in pairwise(range(model.size.colors)):
        differ_above: list[Literal] = []  # nothing lies above the topmost place
        for place in range(model.size.capacity):
            here = model.colors_at((beaker, place))
            beside = model.colors_at((next_beaker, place))
            equal = model.cp.new_bool_var(f"equal[{beaker},{place}]")  # so are all places down to this one
            for color in range(model.size.colors):
                # Where all is equal above, the next beaker has this colour or a later one here.
                model.cp.add_bool_or([*differ_above, ~here[color], *beside[color:]])
                # If it has the same one, all is equal down to this place.
                model.cp.add_bool_or([*differ_above, ~here[color], ~beside[color], equal])
            differ_above = [~equal]


def a_set_of_states_is_closed(model: DealWithoutPlan) -> None:
    """The set holds the start, only undecided states, and with each of them those after steps that are allowed."""
    size = model.size
    states = product(range(size.capacity), repeat=size.colors)
    inside = booleans(model.cp, "inside", (state for state in states if is_undecided(state, size)))
    model.cp.add_bool_and([inside[start_of(size)]])
    open_color = cache(partial(only_if_open, model))  # one literal for each state and colour
    for state in inside:
        for beaker, gone in enumerate(state):
            if gone < size.capacity - 1:
                later = (*state[:beaker], gone + 1, *state[beaker + 1 :])
                blocked = step_is_blocked(model, open_color, state, beaker, later)
                goes_on = [inside[later]] if later in inside else []
                model.cp.add_bool_or([~inside[state], blocked, *goes_on])


def only_if_open(model: DealWithoutPlan, state: State, color: int) -> Boolean:
    """A new literal that can only be true if the colour is open in the state: if units of it need a beaker."""
    is_open = model.cp.new_bool_var(f"open[{state},{color}]")
    model.cp.add(load(model, state, color) >= 1).only_enforce_if(is_open)
    return is_open


def load(model: DealWithoutPlan, state: State, color: int) -> cp_model.LinearExprT:
    """The units of the colour that need a beaker of their own, as a sum over all beakers.

    A unit that is gone counts 1, and so does the last one of a cleared beaker. Where the colour shows in a beaker that
    stands, the units gone above it make room for as many.
    """
    terms: list[tuple[Boolean, int]] = []
    for beaker, gone in enumerate(state):
        terms += [(model.is_color[beaker, place, color], 1) for place in range(gone)]
        is_cleared = gone == model.size.capacity - 1
        shown = model.is_color[beaker, gone, color]
        terms.append((shown, 1 if is_cleared else -gone))
    return cp_model.LinearExpr.weighted_sum([literal for literal, _ in terms], [weight for _, weight in terms])


def step_is_blocked(
    model: DealWithoutPlan, open_color: Callable[[State, int], Boolean], state: State, beaker: int, later: State
) -> Boolean:
    """A literal that can only be true if the step is not possible.

    Each open colour needs a beaker, and there are as many as are cleared or empty: one colour more blocks the step. The
    colour that moves counts if it is open after the step, the others if they are open before it.
    """
    blocked = model.cp.new_bool_var(f"blocked[{state},{beaker}]")
    counted: list[tuple[int, Literal]] = []
    for color, moves in enumerate(model.colors_at((beaker, state[beaker]))):
        counts = model.cp.new_bool_var(f"counts[{state},{beaker},{color}]")
        model.cp.add_bool_or([~counts, moves, open_color(state, color)])
        model.cp.add_bool_or([~counts, ~moves, open_color(later, color)])
        counted.append((1, counts))
    beakers = cleared(state, model.size) + model.size.empties
    sum_reaches(model.cp, counted, beakers + 1, blocked)
    return blocked
