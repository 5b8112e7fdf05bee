"""Forged proofs that a deal with a plan has none: as a certificate, and as DIMACS and LRAT in files of their own."""

import random
import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cpmodel.watersort.strategy import solve as solve_auto
from fuzz import lrat
from fuzz.claims import certificate
from fuzz.forgery import Forgery
from fuzz.small_deals import SHAPES
from helpers.truth import shortest
from instances.certificates.certificate_files import seen
from instances.checker import watersort
from instances.checker.lrat import clauses
from instances.checker.watersort import dimacs
from instances.puzzles import PUZZLES
from instances.solving.limits import Settings, Watch
from instances.watersort.files import generate

SEEDS = 6  # deals of each shape
CLAUSES = 600  # of a deal, at most


class Case(NamedTuple):
    """A deal as the checker sees it, its clauses as lines, and an honest proof: no steps if there is a plan."""

    deal: watersort.Deal
    clauses: list[str]
    steps: list[str]


@cache
def cases() -> list[Case]:
    found = []
    for colors, empties, capacity in [*SHAPES, (3, 0, 2), (4, 0, 2)]:
        for seed in range(SEEDS):
            deal = generate(colors, empties, capacity, seed)
            checked = seen(PUZZLES["watersort"], deal)
            if len(list(clauses(watersort.clauses_of(checked)))) > CLAUSES:
                continue
            lines = [line for line in dimacs.cnf(checked) if not line.startswith("c")]
            steps = []
            if shortest(deal) is None:
                witness = solve_auto(deal, Settings(certificate=True, by_clauses=True), Watch()).witness
                assert witness is not None
                steps = [line["lrat"] for line in witness()] or dimacs.counted(checked)
            found.append(Case(checked, lines, steps))
    return found


def forged_steps(target: Case, source: Case, rng: random.Random) -> list[str]:
    """The steps of another deal's proof, some of them, or made up; and a contradiction at their end."""
    last = len(target.clauses) + rng.choice([0, 1, 10**6])
    hints = [rng.randint(1, len(target.clauses)) for _ in range(rng.randint(0, 6))]
    end = f"{last} 0 {lrat.words(hints)} 0".replace("  ", " ")
    steps = list(rng.choice([source.steps, source.steps[-rng.randint(1, 5) :], []]))
    if not steps or rng.random() < 0.4:
        steps.append(end)
    if rng.random() < 0.3:
        place = rng.randrange(len(steps))
        steps[place] = lrat.broken(steps[place], rng)
    return steps


def pair(rng: random.Random) -> tuple[Case, Case]:
    """A deal with a plan, and one without."""
    return rng.choice([case for case in cases() if not case.steps]), rng.choice(
        [case for case in cases() if case.steps]
    )


def forged_proof(rng: random.Random) -> Forgery:
    target, source = pair(rng)
    steps = [{"lrat": step} for step in forged_steps(target, source, rng)]
    return certificate("watersort", target.deal, {}, [], steps, "which has a plan")


@cache
def place() -> Path:
    return Path(tempfile.mkdtemp(prefix="fuzz-")) / "forged.lrat"


def forged_files(rng: random.Random) -> Forgery:
    """The clauses of the deal, those of another one, or some of either; and a proof from them."""
    target, source = pair(rng)
    listed = list(rng.choice([target.clauses, source.clauses, source.clauses]))
    steps = source.steps if rng.random() < 0.5 else forged_steps(target, source, rng)
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
                listed = [f"p cnf {rng.randint(0, 99)} {len(listed)}", *listed[1:], "0"]
        listed = listed or [""]

    def check() -> bool:
        path = place()
        path.write_text("\n".join(steps), encoding="utf-8")
        dimacs.beside(path).write_text("\n".join(listed), encoding="utf-8")
        dimacs.check_proof(target.deal, path)
        return True

    return Forgery(f"{target.deal} has no plan", [listed, steps], check)
