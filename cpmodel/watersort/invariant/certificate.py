"""The lines of a certificate: few facts, and CP-SAT's proof in LRAT that no step breaks one.

What the lines say, and the clauses that are refuted, are described in instances/checker/watersort/facts.py. Facts that
the proof does not rest on are left out, and the proof is made again, as long as that helps.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from cpmodel.refutation import refutation
from cpmodel.solving import Status, solve
from cpmodel.watersort.invariant import refuting
from cpmodel.watersort.invariant.depths import Depths
from cpmodel.watersort.invariant.facts import Fact
from cpmodel.watersort.invariant.one_step import STRAIGHT_TO_SEARCH
from instances.certificates.certificate_files import seen
from instances.checker.lines import Refused
from instances.checker.lrat import Clause
from instances.checker.watersort.clauses import DepthClauses
from instances.checker.watersort.facts import any_step, one_step
from instances.puzzles import PUZZLES
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import NoWitness
from instances.watersort.rules import Deal


def witness(deal: Deal, settings: Settings, watch: Watch) -> Iterator[dict[str, Any]]:
    """Yield the lines that prove that no plan exists. Raises LimitReached, NoWitness."""
    clauses_of(deal, [])  # before a long search for facts
    answer = solve("facts", partial(refuting.solve, deal), settings, watch)
    if answer.status is not Status.INFEASIBLE or not answer.found:
        raise NoWitness("no facts prove it")
    facts, proof = least_proof(deal, sorted(answer.found, key=len), settings, watch)
    system = Depths(deal)
    for fact in facts:
        yield {"fact": [[system.stacks[b][0].beaker + 1, gone] for b, gone in conditions(system, fact)]}
    yield from ({"lrat": line} for line in proof)


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
    system = Depths(deal)
    try:
        return list(one_step(step_of(deal), [conditions(system, fact) for fact in facts]))
    except Refused as refused:
        raise NoWitness(str(refused)) from None


def conditions(system: Depths, fact: Fact) -> list[tuple[int, int]]:
    """The literals as the checker has them: stacks and runs gone, negative for fewer."""
    found = []
    for literal in fact:
        b = int(system.ladders.ladder[abs(literal) - 1])
        gone = abs(literal) - system.ladders.ends[b][0] + 1
        found.append((b, gone if literal > 0 else -gone))
    return found
