"""False claims with made-up witnesses, as whole certificates whose fingerprints fit."""

import json
import random
from typing import Any

from fuzz.forgery import Forgery
from instances.checker import fingerprint, proven
from instances.checker.lines import Line

Lines = list[dict[str, Any]]


def certificate(
    puzzle: str,
    instance: Any,
    claim: dict[str, Any],
    answers: list[Any],
    witness: list[Any],
    truth: str,
    less: str = "",
) -> Forgery:
    """The forgery of a certificate; truth says why the claim is false, less is a verdict that would be true."""
    head = {
        "certificate": 1, "puzzle": puzzle, "instance": fingerprint(puzzle, instance), "outcome": "unsolvable",
        "answers": None, "bound": None, "unique": None, "by": "a forger",
    }  # fmt: skip
    lines = [head | claim, *({"answer": answer} for answer in answers), *witness]
    plain = json.loads(json.dumps(lines))

    def check() -> bool:
        return proven(puzzle, instance, (Line(i, line) for i, line in enumerate(plain, 1))) != less

    return Forgery(f"{claim} of {instance}, {truth}", plain, check)


def no_shorter(claimed: int, rng: random.Random) -> dict[str, Any]:
    """A claim that no plan has fewer steps: `bound`, in one of its outcomes."""
    return {"outcome": rng.choice(["no_plan_within_horizon", "out_of_time", "interrupted"]), "bound": claimed}


def spoilt(lines: Lines, others: Lines, rng: random.Random) -> Lines:
    """The lines with up to three of them dropped, repeated, swapped, or taken from others."""
    lines = list(lines)
    for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):
        place = rng.randint(0, len(lines))
        match rng.choice([0, 0, 1, 2, 3, 3, 4]):
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
    return lines
