"""Facts as a certificate: few of them, and CP-SAT's proof in LRAT that no step breaks one.

What the lines say and prove stands in instances/checker/watersort/facts.py: the clauses of one step, numbered as there.
From what the proof rests on one sees which facts it needs. The others are left out, and it is made anew, while that
helps. In the end CP-SAT is told shorter clauses that follow from these (lemmas.py), and the proof begins with them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from cpmodel.clauses import clause_model
from cpmodel.lrat_log import refutation
from cpmodel.solving import Status, jobs
from cpmodel.watersort.invariant import refuting as proof
from cpmodel.watersort.invariant.depths import Depths, depths_of
from cpmodel.watersort.invariant.facts import Fact
from cpmodel.watersort.invariant.lemmas import Removals, StepClauses, first_break, with_lemmas
from cpmodel.watersort.invariant.one_step import STRAIGHT_TO_SEARCH
from cpmodel.watersort.removal.lrat_witness import Numbered, few_runs, numbered, steps_are_removals
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import NoWitness
from instances.watersort.rules import Deal

ROUNDS = 4  # of leaving out facts


def one_step(deal: Deal, facts: Sequence[Fact], lemmas: bool = False) -> StepClauses:
    """The clauses of a step that is the first to break a fact."""
    model, system = numbered(deal, steps=1), depths_of(deal)
    given = list(steps_are_removals(model))
    for beaker in model.beakers:
        given += [[-model.gone(run, 0), model.gone(above, 0)] for above, run in pairwise(beaker[:-1])]
    breaks = [model.numbers["broken", i] for i in range(len(facts))]
    before, after = (partial(literal, model, system, t) for t in (0, 1))
    step = first_break(given, facts, before, after, breaks)
    if not lemmas:
        return step
    removals = Removals(
        system,
        gone=before,
        digs=lambda x: model.digs(system.stacks[system.ladders.ladder[x - 1]], 0),
        breaks=breaks.__getitem__,
    )
    return with_lemmas(step, removals, facts)


def literal(model: Numbered, system: Depths, t: int, x: int) -> int:
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
    proven = shorter(deal, facts, proven, settings, watch)
    yield from ({"fact": readable(deal, fact)} for fact in facts)
    yield from ({"lrat": line} for line in proven)


def shorter(deal: Deal, facts: Sequence[Fact], proven: list[str], settings: Settings, watch: Watch) -> list[str]:
    """A proof by lemmas, if it is shorter than this one. Raises LimitReached."""
    step = one_step(deal, facts, lemmas=True)
    try:
        _, lines = trimmed(lines_of(step, settings, watch), len(step.given))
    except NoWitness:
        return proven
    return min(proven, lines, key=lambda each: sum(map(len, each)))


def least_proof(
    clauses: Callable[[Sequence[Fact]], StepClauses],
    facts: list[Fact],
    excludes: Fact,
    settings: Settings,
    watch: Watch,
) -> tuple[list[Fact], list[str]]:
    """Those of the facts that a proof of them needs, and the proof. Raises LimitReached, NoWitness.

    excludes: the fact that every goal satisfies.
    """
    proven = facts, list[str]()
    for _ in range(ROUNDS):
        step = clauses(facts)
        try:
            used, lines = trimmed(lines_of(step, settings, watch), len(step.given))
        except NoWitness:
            if not proven[1]:
                raise
            break
        proven = facts, lines
        fewer = [fact for fact, i in zip(facts, step.unbroken, strict=True) if i in used or fact == excludes]
        if len(fewer) == len(facts):
            break
        facts = fewer
    return proven


def lines_of(step: StepClauses, settings: Settings, watch: Watch) -> Iterator[str]:
    """The lemmas, and what CP-SAT concludes from what it is told, with the numbers of the step."""
    for number, (clause, hints) in enumerate(step.lemmas, len(step.given) + 1):
        yield " ".join(map(str, [number, *clause, 0, *hints, 0]))
    told, last = step.told, len(step.given) + len(step.lemmas)
    lines = refutation(
        partial(clause_model, [step.clause(number) for number in told], **STRAIGHT_TO_SEARCH), settings, watch
    )

    def renumbered(words: list[str]) -> list[str]:
        return [str(told[i - 1] if i <= len(told) else i - len(told) + last) for i in map(int, words)]

    for line in lines:
        first, *rest = line.split()
        if rest[0] != "d":
            end = rest.index("0") + 1
            yield " ".join([*renumbered([first]), *rest[:end], *renumbered(rest[end:-1]), "0"])


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


def trimmed(lines: Iterable[str], given: int) -> tuple[set[int], list[str]]:
    """What of a proof leads to the contradiction, numbered anew; and the given clauses that it rests on."""
    steps: dict[int, tuple[list[str], list[int]]] = {}
    for line in lines:
        number, *rest = line.split()
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
