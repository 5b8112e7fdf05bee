"""Forged certificates of facts, and facts whose clauses are to agree with a look at every step of the deal.

Whether some step is the first to break a fact is decided by trying all steps between all depths that there are, also
those that nothing leads to, by the inequality as depths.py has it: no clause is involved.
"""

import copy
import json
import random
from functools import cache
from itertools import islice, product
from math import inf
from typing import Any, NamedTuple

from pysat.solvers import Solver

from cpmodel.watersort.invariant import certificate
from fuzz.files import folder
from fuzz.forgeries import Forgery, broken, chain_of, words
from helpers.truth import enumerate_deals, shortest
from instances.certificates.certificate_files import seen
from instances.checker import watersort
from instances.checker.lines import Line, Refused
from instances.checker.watersort import dimacs
from instances.checker.watersort.clauses import DepthClauses
from instances.checker.watersort.deal import Deal, runs
from instances.checker.watersort.depths import depth_steps
from instances.checker.watersort.facts import Fact, one_step
from instances.puzzles import PUZZLES
from instances.solving.limits import Settings, Watch
from instances.watersort.files import generate

SHAPES = [(3, 2, 0), (2, 3, 1), (4, 2, 1), (3, 3, 1)]  # colours, capacity, empty beakers
LARGER = 8  # random deals of 4 colours, capacity 4 and one empty beaker

Gone = tuple[int, ...]  # the runs that are gone from each beaker that stands at the start
Listed = list[list[list[int]]]  # facts as in a certificate: [[[3, 2], [5, -1]]]


class Case(NamedTuple):
    """A deal, all its steps, and an honest certificate: no facts if there is a plan."""

    deal: Deal
    steps: list[tuple[Gone, Gone]]
    facts: Listed
    proof: list[str]


@cache
def cases() -> list[Case]:
    found = []
    deals = [deal for shape in SHAPES for deal in islice(enumerate_deals(*shape), 8)]
    for deal in [*deals, *(generate(4, 1, 4, seed) for seed in range(LARGER))]:
        lines = [] if shortest(deal) is not None else list(certificate.witness(deal, Settings(), Watch()))
        facts = [line["fact"] for line in lines if "fact" in line]
        proof = [line["lrat"] for line in lines if "lrat" in line]
        checked = seen(PUZZLES["watersort"], deal)
        if len(DepthClauses(checked, steps=1).stacks) > 1:
            found.append(Case(checked, list(steps_of(checked)), facts, proof))
    return found


@cache
def honest() -> list[Case]:
    return [case for case in cases() if case.facts]


def steps_of(deal: Deal) -> Any:
    """All steps that the inequality allows, between any depths."""
    beakers = [runs(beaker) for beaker in deal.spelt()]
    standing = [len(each) for each in beakers if len(each) > 1]

    def gone(depths: tuple[int, ...]) -> Gone:
        left = (max(1, depth) for depth, each in zip(depths, beakers, strict=True) if len(each) > 1)
        return tuple(height - depth for height, depth in zip(standing, left, strict=True))

    for depths in product(*([0, *range(2, len(each) + 1)] if len(each) > 1 else [0] for each in beakers)):
        yield from ((gone(depths), gone(after)) for after in depth_steps(deal.capacity, beakers, depths))


def holds(condition: tuple[int, int], gone: Gone) -> bool:
    b, k = condition
    return (gone[b] >= abs(k)) == (k > 0)


def breaks(facts: list[Fact], gone: Gone) -> bool:
    return any(all(holds(condition, gone) for condition in fact) for fact in facts)


def is_broken(case: Case, facts: list[Fact]) -> bool:
    """Whether some step is the first to break one of the facts."""
    return any(breaks(facts, after) and not breaks(facts, before) for before, after in case.steps)


def random_fact(x: DepthClauses, rng: random.Random) -> Fact:
    """Up to five conditions, some of them twice or denied, mostly of a state that a step leads to."""
    fact: Fact = []
    for _ in range(rng.randint(1, 4)):
        b = rng.randrange(len(x.stacks))
        fact.append((b, rng.choice([-1, 1, 1]) * rng.randint(1, len(x.stacks[b]) - 1)))
    return fact + rng.choices(fact, k=rng.choice([0, 0, 0, 1]))


def forged_clauses(rng: random.Random) -> Forgery:
    """That clauses and steps differ on whether some facts can be broken first.

    The clauses may take a fact for broken that nothing can break, as it has a condition and its denial.
    """
    case = rng.choice(cases())
    x = DepthClauses(case.deal, steps=1)
    if case.facts and rng.random() < 0.5:
        places = [[(x.places.index(b), k) for b, k in fact] for fact in case.facts]
        facts = rng.sample(places, rng.randint(max(1, len(places) - 2), len(places)))
    else:
        facts = [random_fact(x, rng) for _ in range(rng.choice([1, 2, 5]))]

    def check() -> bool:
        with Solver(bootstrap_with=list(one_step(x, facts))) as solver:
            found, broken_first = solver.solve(), is_broken(case, facts)
        if found == broken_first or (found and any((b, -k) in fact for fact in facts for b, k in fact)):
            raise Refused(1, f"a step that breaks them first: {found}, {broken_first}")
        return True

    return Forgery(f"clauses and steps of {case.deal} differ", [facts], check)


def forged_facts(rng: random.Random) -> Forgery:
    """Facts that are no invariant of the deal, with the proof of others or one that needs no step."""
    case, facts, proof = forged(rng)
    witness: list[Any] = [*({"fact": fact} for fact in facts), *({"lrat": step} for step in proof)]
    lines = [Line(number, line) for number, line in enumerate(witness, 2)]
    return Forgery(f"{facts} prove {case.deal}", witness, lambda: watersort.at_least(case.deal, inf, iter(lines)))


def forged_files(rng: random.Random) -> Forgery:
    """The same in DIMACS and LRAT, the clauses those of the facts or of others, and tampered with."""
    case, facts, proof = forged(rng)
    clauses = cnf(case, rng.choice([facts, facts, case.facts or facts]))
    for _ in range(rng.choice([0, 0, 1, 2])):
        place = rng.randrange(len(clauses))
        clauses[place : place + rng.randint(0, 1)] = rng.choice([[], [broken(clauses[place] or "0", rng)]])
        clauses = clauses or [""]

    def check() -> bool:
        path = folder() / "forged.lrat"
        path.write_text("\n".join(proof), encoding="utf-8")
        dimacs.beside(path).write_text("\n".join(clauses), encoding="utf-8")
        dimacs.check_proof(case.deal, path)
        return not proves(case, [json.loads(line[7:]) for line in clauses if line.startswith("c fact ")])

    return Forgery(f"{case.deal} has no plan", [clauses, proof], check)


def cnf(case: Case, facts: Listed) -> list[str]:
    """What the checker reads of the clauses of these facts; others where it refuses them."""
    try:
        written = list(dimacs.facts_cnf(case.deal, [Line(i, {"fact": fact}) for i, fact in enumerate(facts)]))
    except Refused:
        return ["p cnf 1 1", "1 0"]
    return [line for line in written if line.startswith("c fact ") or line[0] != "c"]


def forged(rng: random.Random) -> tuple[Case, Listed, list[str]]:
    """A case, facts that do not prove it, and the steps of a proof."""
    while True:
        source = rng.choice(honest())
        target = source if rng.random() < 0.7 else rng.choice(cases())
        facts, proof = copy.deepcopy(source.facts), list(source.proof)
        for _ in range(rng.choice([0, 1, 1, 2])):
            tamper(facts, rng)
        if rng.random() < 0.1:
            facts, proof = useless(target, rng)
        if facts and not proves(target, facts):
            break
    if rng.random() < 0.5:
        place = rng.randrange(len(proof))
        proof[place] = broken(proof[place], rng)
    return target, facts, proof


def tamper(facts: Listed, rng: random.Random) -> None:
    """Leave out a fact, or change a condition of one."""
    fact = rng.choice(facts or [[]])
    if fact:
        condition = rng.choice(fact)
        match rng.randrange(5):
            case 0:
                facts.remove(fact)
            case 1:
                fact.remove(condition)
            case 2:
                condition[1] += rng.choice([-1, 1])
            case 3:
                condition[1] *= -1
            case _:
                fact.append([rng.randint(0, 6), rng.choice([-3, -2, -1, 1, 2, 3])])


def useless(case: Case, rng: random.Random) -> tuple[Listed, list[str]]:
    """Facts whose clauses contradict each other in any deal, with a proof: the start breaks one, or the end none."""
    x = DepthClauses(case.deal, steps=1)
    b = rng.randrange(len(x.stacks))
    facts: list[Fact] = rng.choice([[[(b, 1)], [(b, -1)]], [[(b, -1)], [(b, 1)]], [[(b, 1), (b, -1)]]])
    known = dict(enumerate(one_step(x, facts), 1))
    step = f"{len(known) + 1} 0 {words(chain_of([], known, rng))} 0"
    return [[[x.places[stack], gone] for stack, gone in fact] for fact in facts], [step]


def proves(case: Case, listed: Listed) -> bool:
    """Whether these are facts that the start does not break and every solved state does, and no step is the first."""
    x = DepthClauses(case.deal, steps=1)
    facts = []
    for fact in listed:
        if not fact or any(b not in x.places for b, _ in fact):
            return False
        facts.append([(x.places.index(b), k) for b, k in fact])
        if any(not 1 <= abs(k) < len(x.stacks[b]) for b, k in facts[-1]):
            return False
    start, end = tuple(0 for _ in x.stacks), tuple(len(stack) - 1 for stack in x.stacks)
    return breaks(facts, end) and not breaks(facts, start) and not is_broken(case, facts)
