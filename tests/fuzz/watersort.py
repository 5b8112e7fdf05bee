"""Forged certificates of water sort, of small deals whose shortest plans are known from breadth-first search."""

import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations, product
from typing import Any

from fuzz.claims import Lines, certificate, no_shorter, spoilt
from fuzz.forgery import Forgery
from helpers.truth import shortest
from instances import PUZZLES
from instances.checker import watersort
from instances.harness.certificates import seen
from instances.harness.limits import Settings, Watch
from instances.watersort.deal import generate
from instances.watersort.rules import Deal, Pour, State, after, canonical, top_run
from search_baseline.watersort.plain_astar import solve_plain
from search_baseline.watersort.reachable_depths import closed_depths
from search_baseline.watersort.witness import no_shorter_plan

PUZZLE = PUZZLES["watersort"]
SHAPES = [(2, 1, 3), (2, 2, 3), (2, 1, 4), (3, 1, 2), (3, 1, 3), (3, 2, 2), (3, 1, 4), (4, 1, 2), (4, 1, 3)]
SEEDS = 12  # deals of each shape: colours, empty beakers, capacity
LONGEST = 12  # pours of plans that break the rules
LARGEST = 150  # states that can be reached: lists of more would take too long to check so often


@dataclass(frozen=True)
class Case:
    """A deal that has a plan, as the checker sees it, and what witnesses are made from.

    shape: deals of one shape have the same states. plan: a shortest one, as answers. short: what would be shorter
    plans if the rules were others. reached: all states that can be reached, `after` the fewest pours, the solved ones
    last. tight: an honest witness that no plan is shorter. depths: all that the beakers can have, those of solved
    states last.
    """

    instance: watersort.Deal
    shape: tuple[int, int, str]
    plan: list[Any]
    short: list[list[Any]]
    reached: Lines
    tight: Lines
    depths: Lines

    @property
    def pours(self) -> int:
        return len(self.plan)


@cache
def deals() -> list[Deal]:
    """Deals of many shapes; and the same with the top of one beaker on another, and an empty beaker more."""
    rng = random.Random(0)
    dealt = [generate(colors, empties, capacity, seed) for colors, empties, capacity in SHAPES for seed in range(SEEDS)]
    return [*dealt, *(moved(deal, rng) for deal in dealt)]


def moved(deal: Deal, rng: random.Random) -> Deal:
    beakers = [*map(list, deal.beakers), []]
    source, target = rng.choice([beaker for beaker in beakers if beaker]), rng.choice(beakers)
    if source is not target and len(target) < deal.capacity:
        target.append(source.pop())
    return replace(deal, beakers=tuple(map(tuple, beakers)))


@cache
def cases() -> list[Case]:
    found = [(seen(PUZZLE, deal), deal) for deal in deals() if shortest(deal)]
    return [case_of(deal, states) for instance, deal in found if len(states := reached(instance)) <= LARGEST]


@cache
def hopeless() -> list[tuple[watersort.Deal, list[list[Any]]]]:
    """Deals without a plan, and what would be plans of them if a rule were broken."""
    found = [(deal, wrong_plans(deal, LONGEST)) for deal in deals() if shortest(deal) is None]
    return [(seen(PUZZLE, deal), plans) for deal, plans in found if plans]


@cache
def dead_ends() -> Lines:
    """Honest witnesses of deals without a plan, all their lines together."""
    found = [closed_depths(deal, Watch()) for deal in deals() if shortest(deal) is None]
    return [{"depths": list(depths)} for each in found for depths in each or ()]


def case_of(deal: Deal, states: Lines) -> Case:
    instance, plan = seen(PUZZLE, deal), solve_plain(deal, Settings(), Watch()).plan
    assert plan is not None
    assert len(plan) == shortest(deal)
    spelt = instance.spelt()
    heights = [len(watersort.runs(beaker)) for beaker in spelt]
    return Case(
        instance,
        (deal.capacity, len(spelt), "".join(sorted("".join(spelt)))),
        PUZZLE.answer(deal, plan),
        wrong_plans(deal, len(plan) - 1),
        states,
        list(no_shorter_plan(deal, len(plan), Watch())),
        [{"depths": list(each)} for each in product(*([*range(height, 1, -1), 0] for height in heights))],
    )


BROKEN = ("onto any colour", "as many units as one likes", "over the brim", "any beakers at the end")


def wrong_plans(deal: Deal, most: int) -> list[list[Any]]:
    """Plans of so many pours at most, as answers, that each break one rule."""
    return [plan for rule in BROKEN if (plan := wrong_plan(deal, most, rule)) is not None]


def wrong_plan(deal: Deal, most: int, rule: str) -> list[Any] | None:
    """A shortest plan if this rule may be broken; None if there is none, or too much to look through."""
    found = {canonical(deal.beakers)}
    waiting = deque([(deal.beakers, list[Pour]())])
    while waiting and len(found) < 1000:
        state, so_far = waiting.popleft()
        full = 1 if rule == "any beakers at the end" else deal.capacity
        if all(not beaker or top_run(beaker) == len(beaker) >= full for beaker in state):
            return PUZZLE.answer(deal, tuple(so_far))
        if len(so_far) < most:
            for pour in wrong_pours(state, deal.capacity, rule):
                further = after(state, pour)
                if canonical(further) not in found:
                    found.add(canonical(further))
                    waiting.append((further, [*so_far, pour]))
    return None


def wrong_pours(state: State, capacity: int, rule: str) -> Iterator[Pour]:
    """The legal pours, and those that break this rule."""
    for source, target in permutations(range(len(state)), 2):
        poured, onto = state[source], state[target]
        if poured and (rule == "onto any colour" or onto[-1:] in ((), poured[-1:])):
            most = min(top_run(poured), (2 if rule == "over the brim" else 1) * capacity - len(onto))
            for units in range(1 if rule == "as many units as one likes" else max(1, most), most + 1):
                yield Pour(source, target, poured[-1], units)


def reached(deal: watersort.Deal) -> Lines:
    start = tuple(sorted(deal.spelt()))
    pours, layer = {start: 0}, [start]
    while layer:
        further = {other: pours[state] + 1 for state in layer for other in watersort.successors(state, deal.capacity)}
        layer = [state for state in further if state not in pours]
        pours |= {state: further[state] for state in layer}
    solved = [all(beaker == beaker[:1] * deal.capacity for beaker in state if beaker) for state in pours]
    ordered = sorted(zip(solved, pours.items(), strict=True), key=lambda each: each[0])
    return [{"state": "/".join(state), "after": so_far} for _, (state, so_far) in ordered]


def forged_depths(rng: random.Random) -> Forgery:
    """Unsolvable, by depths: all there are, with or without those of solved states; some; those of other deals."""
    case = rng.choice(cases())
    others = [line for line in dead_ends() if len(line["depths"]) == len(case.instance.beakers)]
    some = rng.sample(case.depths, rng.randint(1, len(case.depths)))
    lines = spoilt(rng.choice([case.depths, case.depths[:-1], case.depths[:-1], some, others]), others, rng)
    return certificate("watersort", case.instance, {}, [], lines, truth(case))


def forged_states(rng: random.Random) -> Forgery:
    """Unsolvable, or too high a bound, by states: all there are, or those of the true bound, with other numbers."""
    case = rng.choice(cases())
    other = rng.choice([other for other in cases() if other.shape == case.shape])
    claim = rng.choice([{}, no_shorter(len(case.plan) + rng.choice([1, 1, 1, 2, 10**6]), rng)])
    unsolved = case.reached[:-1]
    lines = rng.choice([case.reached, unsolved, unsolved, case.tight, other.reached])
    less = rng.choice([0, 0, 1, 10**6])
    lines = [line | {"after": max(0, line["after"] - less)} for line in lines]
    if lines and rng.random() < 0.5:
        place = rng.randrange(len(lines))
        lines[place] = lines[place] | {"after": rng.randint(0, len(case.plan) + 1)}
    return certificate("watersort", case.instance, claim, [], spoilt(lines, other.reached, rng), truth(case))


def forged_plan(rng: random.Random) -> Forgery:
    """A plan that breaks the rules, shorter than the shortest or of a deal that has none; or other pours than that."""
    if rng.random() < 0.3:
        instance, plans = rng.choice(hopeless())
        plan, longest, why = rng.choice(plans), LONGEST, "which has no plan"
    else:
        case = rng.choice(cases())
        instance, plan, longest, why = (
            case.instance,
            rng.choice([case.plan, *case.short]),
            len(case.plan) - 1,
            truth(case),
        )
    plan = list(plan)
    for _ in range(rng.randint(0, 3)):
        place = rng.randrange(len(plan) + 1)
        plan[place : place + rng.randint(1, 2)] = rng.choice([[], [], rng.sample(rng.choice(cases()).plan, 1)])
        plan = [
            pour | rng.choice([{}] * 9 + [{"units": rng.randint(0, 4)}, {"to": rng.randint(0, 5)}]) for pour in plan
        ]
    plan = plan[:longest]
    claim = {"outcome": rng.choice(["solved", "optimal"]), "answers": len(plan), "bound": len(plan)}
    return certificate("watersort", instance, claim, plan, [], why)


def truth(case: Case) -> str:
    return f"which has a plan of {len(case.plan)} pours and none shorter"
