"""The lines of a certificate: facts, and CP-SAT's proof in LRAT that no step breaks one.

What the lines say, and the clauses that are refuted, are described in fewest_pours/checker/watersort/facts.py.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from cpmodel.jobs import run_apart
from cpmodel.lrat_proof import refutation
from cpmodel.watersort.invariant import finding_facts
from cpmodel.watersort.invariant.facts import Fact
from fewest_pours.checker.certificate_lines import Refused
from fewest_pours.checker.lrat import Clause
from fewest_pours.checker.watersort.depth_clauses import DepthClauses
from fewest_pours.checker.watersort.facts import one_step
from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.loading import PUZZLES
from fewest_pours.puzzles.watersort.depths.atoms import DepthAtoms
from fewest_pours.puzzles.watersort.numbered_deal import numbered
from fewest_pours.puzzles.watersort.rules import Deal, unsolvable_by_counting
from fewest_pours.running.solver_contract import NoWitness, Settings, Watch
from fewest_pours.solving.certificates import as_checker_reads


def witness(deal: Deal, settings: Settings, watch: Watch) -> Iterator[Data]:
    """Yield the lines that prove that no plan exists. Raises LimitReached, NoWitness."""
    if deal.beyond_theory:
        raise NoWitness("facts ignore covers")
    if unsolvable_by_counting(deal):
        raise NoWitness("no facts prove it, counting does")
    expect_a_certificate(deal)
    facts = run_apart("facts", partial(finding_facts.refute, deal), settings, watch).found
    if facts is None:
        raise NoWitness("no facts prove it")
    proof = refutation(clauses_of(deal, facts), settings, watch)
    step = step_of(deal)
    for fact in conditions(deal, facts):
        # Here and in the checker, stacks are the beakers that stand in the deal, in the order of the file.
        yield {"fact": [[step.places[stack], gone] for stack, gone in fact]}
    yield from ({"lrat": line} for line in proof)


def expect_a_certificate(deal: Deal) -> None:
    """Raises NoWitness if a step of this deal has too many clauses: known before the long search for facts."""
    clauses_of(deal, facts=[])


def step_of(deal: Deal) -> DepthClauses:
    return DepthClauses(as_checker_reads(PUZZLES["watersort"], deal), steps=1)


def clauses_of(deal: Deal, facts: Sequence[Fact]) -> list[Clause]:
    """The checker's clauses of a step that is the first to break a fact. Raises NoWitness."""
    try:
        return list(one_step(step_of(deal), conditions(deal, facts)))
    except Refused as refused:
        raise NoWitness(str(refused)) from None


def conditions(deal: Deal, facts: Sequence[Fact]) -> list[list[tuple[int, int]]]:
    """The facts as the checker has them.

    (stack, k): at least k runs are gone from the stack of this number, from 0; (stack, -k): fewer than k.
    """
    depths = DepthAtoms(numbered(deal))
    return [[depths.rung(literal) for literal in fact] for fact in facts]
