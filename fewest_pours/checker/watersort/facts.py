"""Proofs that no plan exists by facts: no step of a plan can be the first to break one.

Depths and the inequality of a step are described in depths.py, variables and clauses in depth_clauses.py. A *fact*
is a set of conditions on beakers that stand at the start, which never all hold at once:

    {"fact": [[3, 2], [5, -1]]}     two runs or more are gone from beaker 3, and fewer than one from beaker 5

Depths for which all of them hold *break* the fact. Beakers are numbered from 1 in the order of the file; a beaker of k
runs stands until k - 1 are gone. The facts come first, numbered i = 0, 1, 2, ..., then a proof in LRAT that these
clauses contradict each other:

    the step clauses of depth_clauses.py for t = 0, the only step
    gone(b, k, 0) only if gone(b, k - 1, 0), which the step clauses imply too
    before the step no fact is broken: one of its conditions does not hold
    the run that goes was the last condition that some fact lacked: if run k goes from beaker b, then all conditions but
    [b, k] hold before the step of some fact with this condition

For the last family the variable lacks(i, b, k) says that all conditions of fact i but [b, k] hold before the step.

The variables are numbered as the clauses first name them, in this order. If the start, where nothing is gone, breaks
no fact, and the solved states, where all beakers are cleared, break one, then each plan has a first step after which a
fact is broken. It removes one run k of one beaker b, which changes the condition [b, k] from false to true and no
other, so the broken fact has this condition, and all its others hold before the step too. The depths before the step
therefore make all clauses true, and a proof that they contradict each other shows that no plan exists (docs/theory.md,
lemma 24).

Compare Eriksson, Roeger, Helmert, Unsolvability certificates for classical planning, ICAPS 2017: inductive sets.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import Annotated

from msgspec import Meta

from fewest_pours.checker.certificate_lines import ExactKeys, Line
from fewest_pours.checker.lrat import Clause, refute
from fewest_pours.checker.watersort.deal import DealToCheck
from fewest_pours.checker.watersort.depth_clauses import DepthClauses, step_clauses

Fact = list[tuple[int, int]]  # [(0, 2), (3, -1)]: stacks of the DepthClauses, and runs gone


class FactLine(ExactKeys):
    fact: Annotated[list[tuple[int, int]], Meta(min_length=1)]  # beakers from 1, and runs gone


def check_facts(deal: DealToCheck, lines: Iterator[Line]) -> None:
    """Raise Refused unless the lines prove that no plan exists."""
    x = DepthClauses(deal, steps=1)
    facts, proof = read_facts(x, lines)
    refute(one_step(x, facts), proof)


def read_facts(x: DepthClauses, lines: Iterator[Line]) -> tuple[list[Fact], Iterator[Line]]:
    """The facts, broken by the solved states and not by the start; and the lines after them. Raises Refused."""
    facts: list[Fact] = []
    excluded = False
    line = Line(1, {})
    for line in lines:
        if "fact" not in line.data:
            if not excluded:
                raise line.wrong("no fact before this line excludes the solved states")
            return facts, chain([line], lines)
        facts.append(read_fact(line, x))
        if all(gone < 0 for _, gone in facts[-1]):
            raise line.wrong("the start breaks this fact")
        excluded |= all(gone > 0 for _, gone in facts[-1])
    raise line.wrong("this is the last line, but there is no proof of the facts")


def read_fact(line: Line, x: DepthClauses) -> Fact:
    """The fact of a line, beakers as numbers of stacks. Raises Refused."""
    fact = []
    for beaker, gone in line.read(FactLine).fact:
        if beaker not in x.places:
            raise line.wrong(f"expected a beaker with two runs or more, not beaker {beaker}")
        stack = x.places.index(beaker)
        if not 1 <= abs(gone) < len(x.stacks[stack]):
            raise line.wrong(f"runs gone from beaker {beaker}: expected at least 1, at most {len(x.stacks[stack]) - 1}")
        fact.append((stack, gone))
    return fact


def one_step(x: DepthClauses, facts: list[Fact]) -> Iterator[Clause]:
    """All clauses, in the order of their numbers. Raises Refused for a deal with too many runs of a colour."""
    yield from step_clauses(x)
    for b, stack in enumerate(x.stacks):
        for k in range(2, len(stack)):
            yield [-x("gone", b, k, 0), x("gone", b, k - 1, 0)]
    for fact in facts:
        yield [-literal(x, b, gone) for b, gone in fact]
    yield from step_breaks_a_fact(x, facts)


def step_breaks_a_fact(x: DepthClauses, facts: list[Fact]) -> Iterator[Clause]:
    """The run that goes was the last condition that some fact lacked."""
    facts_with: dict[tuple[int, int], list[int]] = defaultdict(list)  # condition -> the numbers of its facts
    for i, fact in enumerate(facts):
        for condition in dict.fromkeys(fact):
            facts_with[condition].append(i)
    for b, stack in enumerate(x.stacks):
        for k in range(1, len(stack)):
            is_covered = [-x("gone", b, k - 1, 0)] if k > 1 else []
            lacks = {i: x("lacks", i, b, k) for i in facts_with[b, k]}
            for i, lacks_only_this in lacks.items():
                others = [other for other in facts[i] if other != (b, k)]
                yield from ([-lacks_only_this, literal(x, *other)] for other in others)
            # If the step digs b, then run k does not go, as it is covered or gone already, or some fact lacked only it.
            yield [-x("digs", b, 0), *is_covered, x("gone", b, k, 0), *lacks.values()]


def literal(x: DepthClauses, b: int, gone: int) -> int:
    """The condition of a fact, before the step."""
    return x("gone", b, gone, 0) if gone > 0 else -x("gone", b, -gone, 0)
