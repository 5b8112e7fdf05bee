"""What all fuzzers of certificates share: a forgery, and many of them in a row."""

import random
import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from instances.checker.lines import Refused


class Forgery(NamedTuple):
    """Forgery('no plan', [{'depths': [0, 0]}], check): a claim that is known to be false, and a witness made up for it.

    check raises Refused, or returns False where nothing is proven; anything else that it returns is acceptance.
    """

    claim: str
    witness: list[Any]
    check: Callable[[], object]


Kind = Callable[[random.Random], Forgery]  # the next forgery of its kind


@dataclass
class Attack:
    """What came of many forgeries of one kind.

    accepted: those that were believed, of which there must be none. refusals: message, without its numbers -> how many.
    """

    cases: int = 0
    seconds: float = 0.0
    slowest: float = 0.0  # seconds of one check
    accepted: list[Forgery] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)


def attack(kind: Kind, cases: int, seed: int = 0) -> Attack:
    """Try so many forgeries; the same seed makes the same ones. Whatever a checker must not raise is raised here."""
    rng, done, started = random.Random(seed), Attack(), time.monotonic()
    for _ in range(cases):
        forgery = kind(rng)
        before = time.monotonic()
        try:
            if forgery.check() is False:
                done.refusals["nothing is proven"] += 1
            else:
                done.accepted.append(forgery)
        except Refused as refused:
            done.refusals[re.sub(r"\d+", "N", str(refused))[:80]] += 1
        except Exception as error:
            error.add_note(f"claim: {forgery.claim}\nwitness: {forgery.witness}")
            raise
        done.slowest = max(done.slowest, time.monotonic() - before)
    done.cases, done.seconds = cases, time.monotonic() - started
    return done
