"""Forged proofs in DIMACS and LRAT that a deal with a plan has none."""

import json
import random
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cpmodel.watersort.invariant import certificate
from fuzz import lrat
from fuzz.forgery import Forgery
from fuzz.small_deals import SHAPES
from helpers.truth import shortest
from instances.certificates.certificate_files import seen
from instances.checker import watersort
from instances.checker.lines import Line, Refused
from instances.checker.watersort import dimacs
from instances.puzzles import PUZZLES
from instances.solving.limits import Settings, Watch
from instances.watersort.files import generate

SEEDS = 6  # deals of each shape


class Case(NamedTuple):
    """A deal as the checker sees it, and an honest proof, its clauses as lines: none if there is a plan."""

    deal: watersort.Deal
    clauses: list[str]
    steps: list[str]


@cache
def cases() -> list[Case]:
    found = []
    for colors, empties, capacity in [*SHAPES, (3, 0, 2), (4, 0, 2)]:
        for seed in range(SEEDS):
            deal = generate(colors, empties, capacity, seed)
            checked, clauses, steps = seen(PUZZLES["watersort"], deal), [], []
            if shortest(deal) is None:
                witness = list(certificate.witness(deal, Settings(), Watch()))
                facts = [Line(number, line) for number, line in enumerate(witness, 1) if "fact" in line]
                clauses = bare(dimacs.facts_cnf(checked, facts))
                steps = [line["lrat"] for line in witness if "lrat" in line]
            found.append(Case(checked, clauses, steps))
    return found


def bare(lines: Iterable[str]) -> list[str]:
    """The lines that the checker reads."""
    return [line for line in lines if line.startswith("c fact ") or line[0] != "c"]


@cache
def place() -> Path:
    return Path(tempfile.mkdtemp(prefix="fuzz-")) / "forged.lrat"


def forged_files(rng: random.Random) -> Forgery:
    """The files of another deal, as they are, tampered with, or with the clauses of this deal for the same facts."""
    target = rng.choice([case for case in cases() if not case.steps])
    source = rng.choice([case for case in cases() if case.steps])
    listed, steps = list(source.clauses), list(source.steps)
    if rng.random() < 0.5:
        facts = [Line(i, {"fact": fact}) for i, fact in enumerate(map(fact_of, listed)) if fact]
        with suppress(Refused):
            listed = bare(dimacs.facts_cnf(target.deal, facts))
    for _ in range(rng.choice([0, 0, 1, 2])):
        spot = rng.randrange(len(listed))
        match rng.randrange(4):
            case 0:
                del listed[spot]
            case 1:
                listed.insert(spot, rng.choice(source.clauses))
            case 2:
                listed[spot] = lrat.broken(listed[spot], rng)
            case _:
                listed[spot] = f"p cnf {rng.randint(0, 99)} {len(listed)}"
        listed = listed or [""]
    for _ in range(rng.choice([0, 1, 1])):
        hints = [rng.randint(1, len(listed)) for _ in range(rng.randint(0, 6))]
        spot = rng.randrange(len(steps))
        steps[spot:] = [f"{len(listed) + 10**6} 0 {lrat.words(hints)} 0"] if rng.random() < 0.5 else steps[spot + 1 :]
        steps = steps or [""]

    def check() -> bool:
        path = place()
        path.write_text("\n".join(steps), encoding="utf-8")
        dimacs.beside(path).write_text("\n".join(listed), encoding="utf-8")
        dimacs.check_proof(target.deal, path)
        return True

    return Forgery(f"{target.deal} has no plan", [listed, steps], check)


def fact_of(line: str) -> object:
    """The fact of a comment; None for another line."""
    return json.loads(line.removeprefix("c fact ")) if line.startswith("c fact ") else None
