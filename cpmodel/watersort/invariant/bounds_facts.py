"""Few facts instead of many states: why so few payments do not clear all beakers, where single literals tell it.

The facts of one literal are guessed without any state but the start: that nothing ever changes. Each question asks
CP-SAT for steps from where all facts hold to where one does not, and those that such a step breaks are given up. What
is left in the end, if anything, is the largest set of such facts that no step breaks; so if some beaker can never be
cleared, and single literals can tell why, it is found. The certificate is told in instances/checker/pooled_facts.py.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
from ortools.sat.python import cp_model

from cpmodel.clauses import constrained
from cpmodel.solving import Answer, Status, Value, jobs, some_answers
from cpmodel.watersort.invariant.bounds_game import PooledGame
from cpmodel.watersort.invariant.bounds_step import PooledStep
from cpmodel.watersort.invariant.certificate import least_proof
from cpmodel.watersort.invariant.facts import Fact, Ladders, Rows
from cpmodel.watersort.invariant.lemmas import StepClauses, first_break
from cpmodel.watersort.invariant.one_step import STRAIGHT_TO_SEARCH, Literal
from instances.solving.limits import Settings, Watch
from instances.watersort.rules import Deal

AT_ONCE = 10  # answers of one question


@dataclass(frozen=True)
class Question:
    """Some step, as a constraint model; before, after: the atoms of the states that it leads from and to."""

    cp: cp_model.CpModel
    before: list[Literal]
    after: list[Literal]

    @property
    def parameters(self) -> Mapping[str, Any]:
        return STRAIGHT_TO_SEARCH

    def read(self, value: Value) -> Rows:
        """Both states."""
        return np.array([[value(atom) for atom in state] for state in (self.before, self.after)], dtype=bool)


class PooledFacts:
    """Facts about the game with so many payments, of atoms in the order of PooledStep.atoms."""

    def __init__(self, deal: Deal, payments: int) -> None:
        self.step = PooledStep(PooledGame(deal), payments)
        self.clauses = list(self.step.clauses())
        self.before, self.after = self.step.atoms(0), self.step.atoms(1)
        self.start = self.step.values(self.step.game.start, 0)
        monos = [self.step.most[color] for color in self.step.colors]
        self.ladders = Ladders([*self.step.game.end, *monos, *([payments] if payments else [])])
        self.beakers = self.ladders.ends[: len(self.step.game.end)]

    @cached_property
    def model(self) -> cp_model.CpModel:
        """The clauses of one step as constraints."""
        return constrained(self.clauses)

    def question(self, facts: Sequence[Fact]) -> Question:
        """Is there a step from where all these facts of one literal hold to where one does not?"""
        cp = self.model.clone()
        before, after = (
            [cp.get_bool_var_from_proto_index(x - 1) for x in atoms] for atoms in (self.before, self.after)
        )
        for (x,) in facts:
            cp.add(before[abs(x) - 1] == (x < 0))
        cp.add_bool_or(after[x - 1] if x > 0 else ~after[-x - 1] for (x,) in facts)
        return Question(cp, before, after)

    def singles(self, settings: Settings) -> list[Fact]:
        """The largest set of facts of one literal that no step breaks."""
        facts: list[Fact] = [(-x,) if there else (x,) for x, there in enumerate(self.start, 1)]
        while facts:
            steps, _ = some_answers(self.question(facts), settings, AT_ONCE)
            if not steps:
                break
            after = np.array([row for _, row in steps])
            broken = {x for (x,) in facts if (after[:, abs(x) - 1] == (x > 0)).any()}
            facts = [fact for fact in facts if fact[0] not in broken]
        return facts

    def few(self, facts: list[Fact], settings: Settings) -> list[Fact]:
        """Few of these facts that no step breaks, the first of which excludes the goal; none if none of them does."""
        known = set(facts)
        never = [[x for x in range(first, end + 1) if (x,) in known] for first, end in self.beakers]
        firsts = sorted({x for each in never if each for x in (each[0], each[-1])})
        return min((self.enough((x,), facts, settings) for x in firsts), key=len, default=[])

    def enough(self, first: Fact, facts: list[Fact], settings: Settings) -> list[Fact]:
        """This fact, and others that it needs: where it can be broken, that which most such states break is taken."""
        taken = [first]
        while steps := some_answers(self.question(taken), settings, AT_ONCE)[0]:
            before = np.array([row for row, _ in steps])
            broken = [int((before[:, abs(x) - 1] == (x > 0)).sum()) for (x,) in facts]
            taken.append(facts[int(np.argmax(broken))])
        return taken

    def one_step(self, facts: Sequence[Fact]) -> StepClauses:
        """The clauses of a step that is the first to break a fact."""
        breaks = [self.step("broken", i) for i in range(len(facts))]
        before, after = (partial(number_of, atoms) for atoms in (self.before, self.after))
        return first_break(self.clauses, facts, before, after, breaks)

    def readable(self, fact: Fact) -> dict[str, Any]:
        """Beakers from 1 and runs gone, colours and monos, negative for fewer; with so many payments or fewer."""
        game, literals, paid = self.step.game, list[list[int | str]](), self.step.payments
        for literal in fact:
            ladder = int(self.ladders.ladder[abs(literal) - 1])
            count = abs(literal) - self.ladders.ends[ladder][0] + 1
            if ladder < len(game.end):
                literals.append([game.beakers[ladder][0].beaker + 1, count if literal > 0 else -count])
            elif ladder < len(game.end) + len(self.step.colors):
                color = game.names[self.step.colors[ladder - len(game.end)]]
                literals.append([color, count if literal > 0 else -count])
            else:
                paid = count - 1
        return {"fact": literals, "paid": paid}


def number_of(atoms: Sequence[int], literal: int) -> int:
    """The variable of a fact's literal, negative if it is denied."""
    return atoms[literal - 1] if literal > 0 else -atoms[-literal - 1]


def guess(deal: Deal, payments: int, settings: Settings, seconds: float | None) -> Answer:
    """Few facts that no step breaks, as the answer to an infeasible model; the first excludes the goal."""
    system = PooledFacts(deal, payments)
    facts = system.few(system.singles(settings), settings)
    return Answer(Status.INFEASIBLE if facts else Status.NOTHING_FOUND, facts)


def few_facts(deal: Deal, payments: int, settings: Settings, watch: Watch) -> Iterator[dict[str, Any]]:
    """The lines that prove that so many payments do not clear all beakers; none if single literals do not tell why.

    Raises LimitReached, NoWitness.
    """
    with jobs(settings, watch) as pool:
        pool.start("facts", partial(guess, deal, payments))
        _, answer = pool.next()
    if answer.status is Status.INFEASIBLE:
        system = PooledFacts(deal, payments)
        facts, proof = least_proof(system.one_step, answer.found, answer.found[0], settings, watch)
        yield from map(system.readable, facts)
        yield from ({"lrat": line} for line in proof)
