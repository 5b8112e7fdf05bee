"""Forgeries: claims that are known to be false, with made-up witnesses; and the forged certificates of water sort.

The small deals and what is true of them come from small_deals.py; squares.py, grids.py and facts.py forge the others.
"""

import json
import random
import re
from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

from fuzz import small_deals
from fuzz.mutation import damaged
from fuzz.runner import Case
from fuzz.small_deals import Lines
from instances.checker import fingerprint, proven
from instances.checker.lines import Line, Refused
from instances.checker.lrat import Clause, follows, refute


class Forgery(NamedTuple):
    """Forgery('no plan', [{'depths': [0, 0]}], check): a false claim, and a made-up witness.

    check raises Refused, or returns False where nothing is proven; anything else that it returns is acceptance.
    """

    claim: str
    witness: list[Any]
    check: Callable[[], object]


Forge = Callable[[random.Random], Forgery]  # the next forgery of a kind


def forging(forge: Forge) -> Case:
    """Cases of the runner, which fail if a forgery is believed or a checker raises anything but Refused."""

    def case(rng: random.Random, number: int) -> tuple[Any, Callable[[], str]]:
        forgery = forge(rng)
        return forgery[:2], lambda: refusal(forgery)

    return case


def refusal(forgery: Forgery) -> str:
    try:
        believed = forgery.check()
    except Refused as refused:
        return re.sub(r"\d+", "N", str(refused))[:80]
    assert believed is False, "it is believed"
    return "nothing is proven"


def certificate(
    puzzle: str, instance: Any, claim: dict[str, Any], answers: list[Any], witness: list[Any], truth: str
) -> Forgery:
    """The forgery of a whole certificate, its fingerprint right; truth says why the claim is false."""
    head = {
        "certificate": 1, "puzzle": puzzle, "instance": fingerprint(puzzle, instance), "outcome": "unsolvable",
        "answers": None, "bound": None, "unique": None, "by": "a forger",
    }  # fmt: skip
    plain = json.loads(json.dumps([head | claim, *({"answer": answer} for answer in answers), *witness]))

    def check() -> str:
        return proven(puzzle, instance, (Line(i, line) for i, line in enumerate(plain, 1)))

    return Forgery(f"{claim} of {instance}, {truth}", plain, check)


def no_shorter(claimed: int, rng: random.Random) -> dict[str, Any]:
    """A claim that no plan has fewer steps: `bound`, in one of its outcomes."""
    return {"outcome": rng.choice(["no_plan_within_horizon", "out_of_time", "interrupted"]), "bound": claimed}


def spoilt(lines: Lines, others: Lines, rng: random.Random) -> Lines:
    """The lines with up to three of them dropped, repeated, damaged, cut off, or taken from others."""
    lines = list(lines)
    for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):
        place = rng.randint(0, len(lines))
        match rng.choice([0, 0, 1, 2, 2, 3, 4]):
            case 0:
                del lines[place : place + 1]
            case 1:
                lines[place:place] = lines[:1]
            case 2 if others:
                lines.insert(place, rng.choice(others))
            case 3:
                del lines[place:]
            case 4 if lines:
                hurt = damaged(lines[place - 1], rng)
                lines[place - 1] = hurt if isinstance(hurt, dict) else {}
    return lines


def forged_depths(rng: random.Random) -> Forgery:
    """Unsolvable, by depths: all there are, with or without those of solved states; some; those of other deals."""
    case = rng.choice(small_deals.cases())
    blind = case.lowering.blind(case.pours, rng) if rng.random() < 0.4 else None
    others = [line for line in small_deals.dead_ends() if len(line["depths"]) == len(case.instance.beakers)]
    some = rng.sample(case.depths, rng.randint(1, len(case.depths)))
    lines = spoilt(rng.choice([case.depths, case.depths[:-1], case.depths[:-1], some, others]), others, rng)
    return certificate("watersort", case.instance, {}, [], blind.lines if blind else lines, case.truth)


def forged_states(rng: random.Random) -> Forgery:
    """Unsolvable, or too high a bound, by states: all there are, or those of the true bound, with other numbers."""
    case = rng.choice(small_deals.cases())
    other = rng.choice([other for other in small_deals.cases() if other.shape == case.shape])
    too_much = case.pours + rng.choice([1, 1, 1, 2, 10**6])
    if rng.random() < 0.4 and (overlooked := case.states.blind(case.pours, rng)):
        claim = (
            {} if overlooked.fewest is None and rng.random() < 0.5 else no_shorter(overlooked.fewest or too_much, rng)
        )
        lines = overlooked.lines if rng.random() < 0.8 else spoilt(overlooked.lines, case.reached, rng)
        return certificate("watersort", case.instance, claim, [], lines, case.truth)
    claim = rng.choice([{}, no_shorter(too_much, rng)])
    lines = rng.choice([case.reached, case.reached[:-1], case.reached[:-1], case.tight, other.reached])
    less = rng.choice([0, 0, 1, 10**6])
    lines = [line | {"after": max(0, line["after"] - less)} for line in lines]
    if lines and rng.random() < 0.5:
        place = rng.randrange(len(lines))
        lines[place] = lines[place] | {"after": rng.randint(0, case.pours + 1)}
    return certificate("watersort", case.instance, claim, [], spoilt(lines, other.reached, rng), case.truth)


def forged_plan(rng: random.Random) -> Forgery:
    """A plan that breaks the rules, shorter than the shortest or of a deal that has none; or other pours than that."""
    if rng.random() < 0.3:
        instance, plans = rng.choice(small_deals.hopeless())
        plan, longest, truth = list(rng.choice(plans)), small_deals.LONGEST, "which has no plan"
    else:
        case = rng.choice(small_deals.cases())
        plan, longest, truth = list(rng.choice([case.plan, *case.short])), case.pours - 1, case.truth
        instance = case.instance
    for _ in range(rng.randint(0, 3)):
        place = rng.randrange(len(plan) + 1)
        strange = rng.choice(rng.choice(small_deals.cases()).plan) | rng.choice([{}, {"units": rng.randint(0, 4)}])
        plan[place : place + rng.randint(1, 2)] = rng.choice([[], [], [strange]])
    plan = plan[:longest]
    claim = {"outcome": rng.choice(["solved", "optimal"]), "answers": len(plan), "bound": len(plan)}
    return certificate("watersort", instance, claim, plan, [], truth)


def forged_proof(rng: random.Random) -> Forgery:
    """A few clauses that can be satisfied, and steps in LRAT, some honest, that would refute them."""
    variables = range(1, rng.randint(1, 4) + 1)
    values = rng.choice(list(product([-1, 1], repeat=len(variables))))
    literals = [sign * x for x in range(1, 6) for sign in (1, -1)]
    clauses = []
    while len(clauses) < rng.randint(1, 12):
        clause = [rng.choice([-1, 1]) * rng.choice(variables) for _ in range(rng.choice([1, 2, 2, 2, 3, 4]))]
        if any(values[abs(x) - 1] * x > 0 for x in clause):
            clauses.append(clause)
    known, steps = dict(enumerate(clauses, 1)), []
    for left in range(rng.randint(0, 6), -1, -1):
        wanted = rng.sample(literals, rng.randint(1, 4)) if left else []
        hints, number = chain_of(wanted, known, rng), len(clauses) + len(steps) + 1
        if follows(wanted, [known[hint] for hint in hints]):
            known[number] = wanted
        steps.append(f"{number} {words(wanted)} 0 {words(hints)} 0".replace("  ", " "))
        if left and rng.random() < 0.2:
            steps.append(f"{number} d {rng.choice(list(known))} 0")
    steps = [broken(step, rng) if rng.random() < 0.15 else step for step in steps]
    lines = [Line(number, {"lrat": step}) for number, step in enumerate(steps, 2)]
    return Forgery(f"no values satisfy {clauses}", steps, lambda: refute(clauses, lines))


def chain_of(literals: Clause, known: dict[int, Clause], rng: random.Random) -> list[int]:
    """Hints by which the clause follows; as far as they come, if it does not."""
    false, hints = set(literals), list[int]()
    while True:
        for number in rng.sample(list(known), len(known)):
            left = [literal for literal in known[number] if literal not in false]
            if len(left) <= 1 and not (left and -left[0] in false):
                hints.append(number)
                if not left:
                    return hints
                false.add(-left[0])
                break
        else:
            return hints


def words(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def broken(step: str, rng: random.Random) -> str:
    """Other text in one place, or another number."""
    if rng.random() < 0.5:
        numbers = step.split()
        strange = rng.choice([rng.randint(-20, 20), 0, 2**31, 2**63 - 1, 10**17, 10**18, 10**40])
        numbers[rng.randrange(len(numbers))] = str(strange)
        return " ".join(numbers)
    place = rng.randrange(len(step))
    piece = rng.choice(["", " ", "0", " 0 ", "-", "d", " d ", "x", "+1", "1_0", "1.0", "1e3", "٣", "\t", "\n", "\x00"])
    return step[:place] + piece + step[place + rng.randrange(2) :]
