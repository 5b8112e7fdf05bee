"""Forged certificates of facts: facts that are no invariant, with an honest proof of others, as it is or tampered with.

Facts are left out, weakened, strengthened, changed, or taken from another deal. Whether what comes of it is an
invariant after all is seen by looking at every step of the deal, also those that nothing leads to.
"""

import random
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from cpmodel.watersort.invariant import certificate as facts_witness
from cpmodel.watersort.invariant.depths import Depths, depths_of
from cpmodel.watersort.invariant.facts import Facts, Rows
from fuzz import lrat
from fuzz.forgery import Forgery
from helpers.truth import enumerate_deals, shortest
from instances.certificates.certificate_files import seen
from instances.checker import watersort
from instances.checker.lines import Line
from instances.checker.watersort import facts as checker
from instances.checker.watersort.clauses import DepthClauses
from instances.puzzles import PUZZLES
from instances.solving.limits import Settings, Watch
from instances.watersort.files import generate
from instances.watersort.rules import Deal

SHAPES = [(3, 2, 0), (2, 3, 1), (4, 2, 1), (3, 3, 1)]  # colours, capacity, empty beakers
LARGER = 8  # random deals of 4 colours, capacity 4 and one empty beaker

Fact = list[list[int]]  # [[3, 2], [5, -1]], as in a certificate


class Case(NamedTuple):
    """A deal, all its steps, and an honest certificate: none if there is a plan."""

    deal: Deal
    system: Depths
    steps: Rows
    facts: list[Fact]
    proof: list[str]


@cache
def cases() -> list[Case]:
    deals = [deal for shape in SHAPES for deal in islice(enumerate_deals(*shape), 8)]
    return [case_of(deal) for deal in [*deals, *(generate(4, 1, 4, seed) for seed in range(LARGER))]]


def case_of(deal: Deal) -> Case:
    system = depths_of(deal)
    lines = [] if shortest(deal) is not None else list(facts_witness.witness(deal, Settings(), Watch()))
    facts = [line["fact"] for line in lines if "fact" in line]
    return Case(deal, system, steps_of(system), facts, [line["lrat"] for line in lines if "lrat" in line])


def steps_of(system: Depths) -> Rows:
    """[step, before or after, atom], between all states that there are."""
    if not system.stacks:
        return np.zeros((0, 2, 0), dtype=bool)
    gone = np.array(list(np.ndindex(*(length + 1 for length in system.ladders.lengths))), dtype=np.uint8)
    steps = [[before, row] for row in system.rows(gone) for before in system.before(row)]
    return np.array(steps, dtype=bool).reshape(-1, 2, system.ladders.atoms)


def proves(case: Case, facts: list[Fact]) -> bool:
    """Whether the facts are an invariant, as one sees by looking at every step."""
    system = case.system
    places = {
        runs[0].beaker + 1: first for runs, (first, _) in zip(case.system.stacks, system.ladders.ends, strict=True)
    }
    listed = Facts(system.ladders)
    for fact in facts:
        if any(b not in places or not 1 <= abs(k) < len(system.stacks[stack(system, b)]) for b, k in fact) or not fact:
            return False  # no fact at all
        listed.add([tuple(sorted((places[b] + abs(k) - 1) * (1 if k > 0 else -1) for b, k in fact))])
    ends = np.array([[False] * system.ladders.atoms, [True] * system.ladders.atoms])
    start, goal = listed.violated(ends).any(axis=1)
    if start or not goal:
        return False
    before, after = (listed.violated(case.steps[:, t]).any(axis=1) for t in (0, 1))
    return not bool((after & ~before).any())


def stack(system: Depths, beaker: int) -> int:
    return next(i for i, runs in enumerate(system.stacks) if runs[0].beaker + 1 == beaker)


@cache
def useless() -> list[tuple[Case, list[Fact], list[str]]]:
    """Facts that refute the clauses of any deal, with a proof: the start breaks one, or none excludes the end."""
    found = []
    for case in cases():
        for number, runs in enumerate(case.system.stacks):
            b = runs[0].beaker + 1
            for facts in useless_of(b) if len(runs) > 2 else useless_of(b)[:-1]:
                instance = seen(PUZZLES["watersort"], case.deal)
                by_stacks = [[(number, gone) for _, gone in fact] for fact in facts]
                known = dict(enumerate(checker.one_step(DepthClauses(instance, steps=1), by_stacks), 1))
                hints = lrat.chain_of([], known, random.Random(0))
                found.append((case, facts, [f"{len(known) + 1} 0 {lrat.words(hints)} 0"]))
    return found


def useless_of(place: Any) -> list[list[Fact]]:
    """The last ones speak of two runs that are gone."""
    return [
        [[[place, 1]], [[place, -1]]],
        [[[place, -1]], [[place, 1]]],
        [[[place, 1], [place, -1]]],
        [[[place, 2], [place, -1]]],
    ]


def forged_facts(rng: random.Random) -> Forgery:
    if rng.random() < 0.2:
        case, facts, proof = rng.choice(useless())
        return forgery(case, facts, rng.choice([proof, proof, []]))
    honest = [case for case in cases() if case.facts]
    while True:
        source, target = rng.choice(honest), rng.choice(cases())
        if rng.random() < 0.7:
            target = source
        facts = [[list(literal) for literal in fact] for fact in source.facts]
        for _ in range(rng.choice([0, 1, 1, 2])):
            tamper(facts, rng)
        if not facts or proves(target, facts):
            continue
        proof = list(source.proof)
        if rng.random() < 0.5:
            place = rng.randrange(len(proof))
            proof[place] = lrat.broken(proof[place], rng)
        if rng.random() < 0.3:
            proof.append(f"{9**6} 0 {lrat.words(rng.sample(range(1, 400), 6))} 0")
        return forgery(target, facts, proof)


def tamper(facts: list[Fact], rng: random.Random) -> None:
    """Leave out a fact, or change a literal of one."""
    i = rng.randrange(len(facts)) if facts else 0
    if not facts or not facts[i]:
        return
    x = rng.randrange(len(facts[i]))
    match rng.randrange(6):
        case 0:
            del facts[i]
        case 1:
            del facts[i][x]
        case 2:
            facts[i][x][1] += rng.choice([-1, 1])
        case 3:
            facts[i][x][0] = rng.randint(0, 6)
        case 4:
            facts[i][x][1] *= -1
        case _:
            facts[i].append([rng.randint(1, 5), rng.choice([-3, -2, -1, 1, 2, 3])])


def forgery(case: Case, facts: list[Fact], proof: list[str]) -> Forgery:
    witness: list[Any] = [*({"fact": fact} for fact in facts), *({"lrat": step} for step in proof)]
    instance = seen(PUZZLES["watersort"], case.deal)
    lines = [Line(number, line) for number, line in enumerate(witness, 2)]
    return Forgery(
        f"no step of {case.deal} breaks {facts}", witness, lambda: watersort.no_answer(instance, iter(lines))
    )
