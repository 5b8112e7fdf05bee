"""False claims with made-up witnesses, as whole certificates whose fingerprints fit."""

import json
import random
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple, TypeVar

from fuzz.forgery import Forgery
from fuzz.mutation import damaged
from instances.checker import fingerprint, proven
from instances.checker.lines import Line

Lines = list[dict[str, Any]]
State = TypeVar("State", bound=Hashable)
Graph = dict[State, list[tuple[set[str], State]]]  # of each state all steps: what is said of a step, where it leads


class Blind(NamedTuple):
    """What is true of a game without some of its steps, and false of the whole: a witness that leaves them out.

    fewest: steps of a plan, None if there is none. lines: of all states, with the fewest steps to them.
    """

    fewest: int | None
    lines: Lines


def certificate(
    puzzle: str,
    instance: Any,
    claim: dict[str, Any],
    answers: list[Any],
    witness: list[Any],
    truth: str,
) -> Forgery:
    """The forgery of a certificate; truth says why the claim is false."""
    head = {
        "certificate": 1, "puzzle": puzzle, "instance": fingerprint(puzzle, instance), "outcome": "unsolvable",
        "answers": None, "bound": None, "unique": None, "by": "a forger",
    }  # fmt: skip
    lines = [head | claim, *({"answer": answer} for answer in answers), *witness]
    plain = json.loads(json.dumps(lines))

    def check() -> str:
        return proven(puzzle, instance, (Line(i, line) for i, line in enumerate(plain, 1)))

    return Forgery(f"{claim} of {instance}, {truth}", plain, check)


def no_shorter(claimed: int, rng: random.Random) -> dict[str, Any]:
    """A claim that no plan has fewer steps: `bound`, in one of its outcomes."""
    return {"outcome": rng.choice(["no_plan_within_horizon", "out_of_time", "interrupted"]), "bound": claimed}


def spoilt(lines: Lines, others: Lines, rng: random.Random) -> Lines:
    """The lines with up to three of them dropped, repeated, swapped, damaged, or taken from others."""
    lines = list(lines)
    for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):
        place = rng.randint(0, len(lines))
        match rng.choice([0, 0, 1, 2, 3, 3, 4, 5]):
            case 0:
                del lines[place : place + 1]
            case 1:
                lines[place:place] = lines[:1]
            case 2 if lines:
                other = rng.randrange(len(lines))
                lines[other], lines[0] = lines[0], lines[other]
            case 3 if others:
                lines.insert(place, rng.choice(others))
            case 4:
                del lines[place:]
            case 5 if lines:
                other = rng.randrange(len(lines))
                hurt = damaged(lines[other], rng)
                lines[other] = hurt if isinstance(hurt, dict) else {}
    return lines


def blind(
    graph: Graph[State],
    start: State,
    solved: Callable[[State], bool],
    fewest: int,
    line: Callable[[State, int], dict[str, Any]],
) -> list[Blind]:
    """What would prove too much, if the steps of which some word is said were overlooked; one for each such word."""
    found = []
    for word in sorted({word for steps in graph.values() for words, _ in steps for word in words}):
        after, layer = {start: 0}, [start]
        while layer:
            further = {other: after[state] + 1 for state in layer for words, other in graph[state] if word not in words}
            layer = [state for state in further if state not in after]
            after |= {state: further[state] for state in layer}
        least = min((so_far for state, so_far in after.items() if solved(state)), default=None)
        if least is None or least > fewest:
            lines = [line(state, so_far) for state, so_far in after.items() if least is None or so_far < least]
            found.append(Blind(least, lines))
    return found


def blind_claim(overlooked: Blind, fewest: int, rng: random.Random) -> dict[str, Any]:
    """The claim that it would prove."""
    if overlooked.fewest is None:
        return rng.choice([{}, no_shorter(fewest + rng.choice([1, 2, 10**6]), rng)])
    return no_shorter(rng.randint(fewest + 1, overlooked.fewest), rng)
