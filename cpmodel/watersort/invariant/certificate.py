"""The lines of a certificate: few facts, and CP-SAT's proof in LRAT that no step breaks one.

What the lines say, and the clauses that are refuted, are described in instances/checker/watersort/facts.py. Facts that
the proof does not rest on are left out, and the proof is made again, as long as that helps.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from cpmodel.refutation import refutation
from cpmodel.solving import Status, jobs
from cpmodel.watersort.invariant import refuting
from cpmodel.watersort.invariant.depths import Depths
from cpmodel.watersort.invariant.facts import Fact
from cpmodel.watersort.invariant.one_step import STRAIGHT_TO_SEARCH
from instances.certificates.certificate_files import seen
from instances.checker.lines import Line, Refused
from instances.checker.lrat import Clause
from instances.checker.watersort.clauses import DepthClauses
from instances.checker.watersort.facts import any_step, one_step, read_fact
from instances.puzzles import PUZZLES
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import NoWitness
from instances.watersort.rules import Deal


def witness(deal: Deal, settings: Settings, watch: Watch) -> Iterator[dict[str, Any]]:
    """Yield the lines that prove that no plan exists. Raises LimitReached, NoWitness."""
    clauses_of(deal, [])  # before a long search for facts
    facts = sorted(found(deal, settings, watch), key=len)
    if not facts:
        raise NoWitness("no facts prove it")
    facts, proof = least_proof(deal, facts, settings, watch)
    yield from ({"fact": readable(Depths(deal), fact)} for fact in facts)
    yield from ({"lrat": line} for line in proof)


def found(deal: Deal, settings: Settings, watch: Watch) -> list[Fact]:
    """Facts that prove that there is no plan; none if there is one. Raises LimitReached."""
    with jobs(settings, watch) as pool:
        pool.start("facts", partial(refuting.solve, deal))
        _, answer = pool.next()
    return answer.found if answer.status is Status.INFEASIBLE else []


def least_proof(deal: Deal, facts: list[Fact], settings: Settings, watch: Watch) -> tuple[list[Fact], list[str]]:
    """Those of the facts that a proof of them needs, and the proof. Raises LimitReached, NoWitness."""
    goal = set(Depths(deal).goal)
    excludes = next(fact for fact in facts if goal.issuperset(fact))
    first = len(list(any_step(step_of(deal)))) + 1  # clause that a fact is not broken before the step
    while True:
        used, proof = refutation(clauses_of(deal, facts), STRAIGHT_TO_SEARCH, settings, watch)
        needed = [fact for number, fact in enumerate(facts, first) if number in used or fact == excludes]
        if len(needed) == len(facts):
            return facts, proof
        facts = needed


def step_of(deal: Deal) -> DepthClauses:
    return DepthClauses(seen(PUZZLES["watersort"], deal), steps=1)


def clauses_of(deal: Deal, facts: list[Fact]) -> list[Clause]:
    """The checker's clauses of a step that is the first to break a fact. Raises NoWitness."""
    x, system = step_of(deal), Depths(deal)
    try:
        return list(one_step(x, [read_fact(Line(1, {"fact": readable(system, fact)}), x) for fact in facts]))
    except Refused as refused:
        raise NoWitness(str(refused)) from None


def readable(system: Depths, fact: Fact) -> list[list[int]]:
    """The literals as beakers from 1 and runs gone, negative for fewer."""
    conditions = []
    for literal in fact:
        b = int(system.ladders.ladder[abs(literal) - 1])
        gone = abs(literal) - system.ladders.ends[b][0] + 1
        conditions.append([system.stacks[b][0].beaker + 1, gone if literal > 0 else -gone])
    return conditions
