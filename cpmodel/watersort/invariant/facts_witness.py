"""Facts as a certificate: few of them, and CP-SAT's proof in LRAT that no step breaks one.

What the lines say and prove stands in instances/checker/facts.py: the clauses of one step, numbered as there. From what
the proof rests on one sees which facts it needs. The others are left out, and it is made anew, while that helps.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from ortools.sat.python import cp_model

from cpmodel.lrat_log import CLAUSES_ALONE, refutation
from cpmodel.solving import Status, Value, jobs
from cpmodel.watersort.invariant import proof
from cpmodel.watersort.invariant.depths import Depths, depths_of
from cpmodel.watersort.invariant.facts import Fact
from cpmodel.watersort.removal.lrat_witness import Clause, Numbered, few_runs, numbered, steps_are_removals
from instances.harness.limits import Settings, Watch
from instances.harness.outcome import NoWitness
from instances.watersort.rules import Deal

ROUNDS = 4  # of leaving out facts


@dataclass(frozen=True)
class ClauseModel:
    """Clauses and nothing else; without presolve, so that the proof is one of these clauses."""

    cp: cp_model.CpModel

    @property
    def parameters(self) -> Mapping[str, Any]:
        return CLAUSES_ALONE

    def read(self, value: Value) -> None:
        """Values are no refutation."""


def build(given: list[Clause]) -> ClauseModel:
    """The model of these clauses."""
    cp = cp_model.CpModel()
    variables = [cp.new_bool_var(str(number)) for number in range(1, 1 + max(abs(x) for each in given for x in each))]
    for clause in given:
        cp.add_bool_or(variables[x - 1] if x > 0 else ~variables[-x - 1] for x in clause)
    return ClauseModel(cp)


def one_step(deal: Deal, facts: Sequence[Fact]) -> tuple[list[Clause], range]:
    """The clauses of a step that is the first to break a fact, and which of them, from 0, say that none was broken."""
    model, system = numbered(deal, steps=1), depths_of(deal)
    given = list(steps_are_removals(model))
    for beaker in model.beakers:
        given += [[-model.gone(run, 0), model.gone(above, 0)] for above, run in pairwise(beaker[:-1])]
    unbroken = range(len(given), len(given) + len(facts))
    given += [[-literal(model, system, x, 0) for x in fact] for fact in facts]
    broken = []
    for i, fact in enumerate(facts):
        broken.append(model.numbers["broken", i])
        given += [[-broken[-1], literal(model, system, x, 1)] for x in fact]
    return [*given, broken], unbroken


def literal(model: Numbered, system: Depths, x: int, t: int) -> int:
    """The number of a fact's literal, before step t."""
    run, _ = system.removals[abs(x) - 1]
    return model.gone(run, t) if x > 0 else -model.gone(run, t)


def witness(deal: Deal, facts: list[Fact], settings: Settings, watch: Watch) -> Iterator[dict[str, Any]]:
    """The lines that prove that no plan exists. Raises LimitReached, NoWitness.

    facts: those that are known; if there are none, they are found.
    """
    few_runs(numbered(deal))
    facts = facts or found(deal, settings, watch)
    if not facts:
        raise NoWitness("no facts prove it")
    facts = sorted(facts, key=len)
    goal = set(depths_of(deal).goal)
    excludes = min((fact for fact in facts if goal.issuperset(fact)), key=len)
    facts, proven = least_proof(partial(one_step, deal), facts, excludes, settings, watch)
    yield from ({"fact": readable(deal, fact)} for fact in facts)
    yield from ({"lrat": line} for line in proven)


def least_proof(
    clauses: Callable[[Sequence[Fact]], tuple[list[Clause], range]],
    facts: list[Fact],
    excludes: Fact,
    settings: Settings,
    watch: Watch,
) -> tuple[list[Fact], list[str]]:
    """Those of the facts that a proof of them needs, and the proof. Raises LimitReached, NoWitness.

    clauses: of a step that is the first to break a fact, and which of them, from 0, say that none was broken. excludes:
    the fact that every goal satisfies.
    """
    proven = facts, list[str]()
    for _ in range(ROUNDS):
        given, unbroken = clauses(facts)
        try:
            used, lines = trimmed(refutation(partial(build, given), settings, watch), len(given))
        except NoWitness:
            if not proven[1]:
                raise
            break
        proven = facts, lines
        fewer = [fact for fact, i in zip(facts, unbroken, strict=True) if i + 1 in used or fact == excludes]
        if len(fewer) == len(facts):
            break
        facts = fewer
    return proven


def found(deal: Deal, settings: Settings, watch: Watch) -> list[Fact]:
    """Facts that prove that there is no plan; none if there is one. Raises LimitReached."""
    with jobs(settings, watch) as pool:
        pool.start("facts", partial(proof.solve, deal))
        _, answer = pool.next()
    return answer.found if answer.status is Status.INFEASIBLE else []


def readable(deal: Deal, fact: Fact) -> list[list[int]]:
    """The literals as beakers from 1 and runs gone, negative for fewer."""
    system = depths_of(deal)
    literals = []
    for x in fact:
        b = int(system.ladders.ladder[abs(x) - 1])
        gone = abs(x) - system.ladders.ends[b][0] + 1
        literals.append([system.stacks[b][0].beaker + 1, gone if x > 0 else -gone])
    return literals


def trimmed(lines: Sequence[str], given: int) -> tuple[set[int], list[str]]:
    """What of a proof leads to the contradiction, numbered anew; and the given clauses that it rests on."""
    steps: dict[int, tuple[list[str], list[int]]] = {}
    for line in lines:
        number, *rest = line.split()
        if rest[0] != "d":
            end = rest.index("0")
            steps[int(number)] = rest[:end], [int(hint) for hint in rest[end + 1 : -1]]
            if end == 0:
                break
    last = max(steps)
    needed, waiting = {last}, [last]
    while waiting:
        for hint in steps[waiting.pop()][1]:
            if hint not in needed:
                needed.add(hint)
                if hint in steps:
                    waiting.append(hint)
    kept = [step for step in steps if step in needed]
    new = {step: given + i for i, step in enumerate(kept, 1)}
    told = []
    for step in kept:
        literals, hints = steps[step]
        told.append(" ".join([str(new[step]), *literals, "0", *(str(new.get(hint, hint)) for hint in hints), "0"]))
    return needed - steps.keys(), told
