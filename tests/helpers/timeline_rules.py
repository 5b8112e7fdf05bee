"""Constraints of the timeline one by one: each with facts that agree with it, and facts that do not."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cpmodel.literals import Literal
from cpmodel.solving import Value, run
from cpmodel.watersort.timeline import symmetry as canonical
from cpmodel.watersort.timeline import timeline_model as timeline
from cpmodel.watersort.timeline.timeline_variables import TimelineModel, variables
from instances.solving.limits import Settings
from instances.watersort.rules import Deal

Rule = Callable[[TimelineModel], None]
Facts = Callable[[TimelineModel], list[Literal]]


def deal_of(*beakers: str, capacity: int = 2) -> Deal:
    """deal_of("ab", "b"): a beaker with b on top of a, and one with b."""
    return Deal("", capacity, tuple(map(tuple, beakers)))


SWAP = deal_of("ab", "ba", "")
SWAPS = deal_of("ab", "ba", "cd", "dc", "", "")
TWINS = deal_of("ab", "ab", "")


@dataclass(frozen=True)
class OneRule:
    """A model of some rules only, and some facts. Its values are no plan, so nobody reads them."""

    model: Any

    @property
    def cp(self) -> Any:
        return self.model.cp

    @property
    def parameters(self) -> Any:
        return self.model.parameters

    def read(self, value: Value) -> None:
        return None


def agree(deal: Deal, horizon: int, rule: Rule, facts: Facts) -> bool:
    """Whether the facts agree with the rule, all other rules aside."""
    model = variables(deal, horizon)
    rule(model)
    for fact in facts(model):
        model.implies([], [fact])
    status = run(lambda: OneRule(model), Settings(), None).status
    assert status in ("feasible", "infeasible")
    return status == "feasible"


def no(literal: Literal) -> Literal:
    return ~literal


RULES: list[tuple[Rule, Deal, int, Facts, Facts]] = [  # rule, deal, horizon, possible facts, impossible facts
    (
        timeline.one_pour_a_step, SWAP, 3,
        lambda m: [m.source[1, 0], m.target[5, 0]],
        lambda m: [m.source[1, 0], m.target[4, 0]],  # b onto a
    ),
    (
        timeline.pours_go_from_top_to_top, SWAP, 3,
        lambda m: [m.target[2, 1], no(m.holds(3, 1))],
        lambda m: [m.target[2, 1], m.holds(3, 1)],  # it is covered
    ),
    (
        timeline.whole_runs_leave, SWAP, 3,
        lambda m: [m.source[1, 0], no(m.holds(1, 1))],
        lambda m: [m.source[1, 0], no(m.partial[0]), m.holds(1, 1)],
    ),
    (
        timeline.partial_pours_fill_their_target, SWAP, 3,
        lambda m: [m.target[2, 1], m.partial[1], m.holds(2, 2, 2)],
        lambda m: [m.target[2, 1], m.partial[1], no(m.holds(2, 2, 2))],
    ),
    (
        timeline.targets_gain, SWAP, 3,
        lambda m: [m.target[2, 1], m.holds(2, 2, 2)],
        lambda m: [m.target[2, 1], m.moves(1, 2)],  # there is room for one unit
    ),
    (
        timeline.other_contents_stay, SWAP, 3,
        lambda m: [m.source[2, 1], no(m.holds(2, 2))],
        lambda m: [no(m.source[2, 1]), no(m.holds(2, 2))],
    ),
    (
        timeline.pours_home_are_known, SWAP, 3,
        lambda m: [m.home[1], m.target[2, 1]],
        lambda m: [no(m.home[1]), no(m.opening[1]), m.target[2, 1]],
    ),
    (
        timeline.places_are_opened_once, SWAP, 3,
        lambda m: [m.opening[0], m.source[1, 0], m.begun[5, 1]],
        lambda m: [m.opening[1], m.source[2, 1]],  # a beaker of one colour
    ),
    (
        timeline.beakers_suffice, SWAP, 3,
        lambda m: [m.holds(0, 2), m.holds(2, 2), m.holds(4, 2)],
        lambda m: [m.holds(0, 2), m.holds(2, 2), m.holds(4, 2), m.holds(5, 2)],
    ),
    (
        timeline.every_unit_is_home, SWAP, 3,
        lambda m: [m.holds(0, 3), no(m.holds(4, 3))],
        lambda m: [m.holds(0, 3), m.holds(4, 3)],  # two beakers of a
    ),
    (
        timeline.excess_is_spent, SWAP, 3,
        lambda m: [m.begun[4, 3]],
        lambda m: [m.begun[4, 3], m.begun[5, 3]],
    ),
    (
        canonical.neighbours_in_order, SWAPS, 6,
        lambda m: [m.source[1, 0], m.source[7, 1], m.opening[0], m.opening[1], no(m.home[0]), no(m.partial[0])],
        lambda m: [m.source[7, 0], m.source[1, 1], *map(no, [m.home[0], m.partial[0], m.partial[1], m.target[6, 1]])],
    ),
    (
        canonical.twins_in_order, TWINS, 4,
        lambda m: [no(m.holds(1, 1)), m.holds(3, 1)],
        lambda m: [m.holds(1, 1), no(m.holds(3, 1))],
    ),
]  # fmt: skip
