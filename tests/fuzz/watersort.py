"""Forged certificates of water sort, of small deals whose shortest plans are known from breadth-first search."""

import random
from functools import cache

from fuzz.claims import Lines, blind_claim, certificate, no_shorter, spoilt
from fuzz.forgery import Forgery
from fuzz.small_deals import LONGEST, Case, cases, dead_ends, hopeless, lettered, line, whole
from instances.checker import watersort


def forged_depths(rng: random.Random) -> Forgery:
    """Unsolvable, by depths: all there are, with or without those of solved states; some; those of other deals."""
    case = rng.choice(cases())
    if case.blind_depths and rng.random() < 0.4:
        return certificate("watersort", case.instance, {}, [], rng.choice(case.blind_depths).lines, truth(case))
    others = [line for line in dead_ends() if len(line["depths"]) == len(case.instance.beakers)]
    some = rng.sample(case.depths, rng.randint(1, len(case.depths)))
    lines = spoilt(rng.choice([case.depths, case.depths[:-1], case.depths[:-1], some, others]), others, rng)
    return certificate("watersort", case.instance, {}, [], lines, truth(case))


@cache
def by_the_checker(instance: watersort.Deal) -> tuple[int, Lines]:
    """What it would take for proof: the states by its own pours but the solved ones; and the fewest pours to these."""
    start = lettered(instance.spelt())
    found, layer, fewest = {start: 0}, [start], 10**6
    while layer:
        further = {
            other: found[state] + 1 for state in layer for other in watersort.successors(state, instance.capacity)
        }
        layer = [state for state in further if state not in found and not whole(state, instance.capacity)]
        fewest = min([fewest, *(pours for state, pours in further.items() if whole(state, instance.capacity))])
        found |= {state: further[state] for state in layer}
    return fewest, [line(state, pours) for state, pours in found.items()]


def forged_states(rng: random.Random) -> Forgery:
    """Unsolvable, or too high a bound, by states: all there are, or those of the true bound, with other numbers."""
    case = rng.choice(cases())
    if case.blind and rng.random() < 0.4:
        overlooked = rng.choice(case.blind)
        lines = overlooked.lines if rng.random() < 0.8 else spoilt(overlooked.lines, case.reached, rng)
        claim = blind_claim(overlooked, len(case.plan), rng)
        return certificate("watersort", case.instance, claim, [], lines, truth(case))
    if rng.random() < 0.2:
        fewest, lines = by_the_checker(case.instance)
        claim = rng.choice([{}, no_shorter(max(fewest, len(case.plan) + 1), rng)])
        return certificate("watersort", case.instance, claim, [], lines, truth(case))
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
