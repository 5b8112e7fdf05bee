"""The proof: one step, without time, that leads from where all facts hold to where one does not.

If the start satisfies no fact, every goal satisfies one, and this model is infeasible, then no plan exists: along a
plan there would be a first state that satisfies a fact, and the step to it would be an answer.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from ortools.sat.python import cp_model

from cpmodel.solving import Value
from cpmodel.watersort.invariant.depths import Depths
from cpmodel.watersort.invariant.facts import Fact, Rows

Literal = Any  # of ortools: a Boolean variable, or its negation

QUICK: Mapping[str, Any] = {  # for small models that are asked often: nothing that takes its time before the search
    "cp_model_presolve": False,
    "cp_model_probing_level": 0,
    "use_sat_inprocessing": False,
    "symmetry_level": 0,
    "linearization_level": 0,
    "variable_activity_decay": 0.95,  # 0.8 needs a third more conflicts
}


class Question:
    """Is there a removal from where all facts hold to where one does not, or one of some? As a constraint model.

    before: the atoms of the state that the removal leads from; that to which it leads has one more, which `leaves`.
    """

    parameters = QUICK

    def __init__(self, system: Depths, facts: Iterable[Fact], some: Iterable[Fact] | None = None) -> None:
        self.cp, self.system, facts = cp_model.CpModel(), system, list(facts)
        self.before, self.leaves = (
            [self.cp.new_bool_var(f"{name} {run.beaker} {run.level}") for run, _ in system.removals]
            for name in ("gone", "leaves")
        )
        self.exposed_runs_leave()
        self.beakers_suffice()
        for fact in facts:
            self.cp.add_bool_or(self.literal(-x) for x in fact)
        self.breaks(facts if some is None else some)

    def literal(self, x: int) -> Literal:
        """A literal of a fact, before the step."""
        return self.before[x - 1] if x > 0 else ~self.before[-x - 1]

    def exposed_runs_leave(self) -> None:
        self.cp.add_exactly_one(self.leaves)
        for leaves, before in zip(self.leaves, self.before, strict=True):
            self.cp.add_implication(leaves, ~before)
        for first, last in self.system.ladders.ends:
            for x in range(first, last):
                self.cp.add_implication(self.before[x], self.before[x - 1])
                self.cp.add_implication(self.leaves[x], self.before[x - 1])

    def beakers_suffice(self) -> None:
        """The inequality (*)."""
        system, homes = self.system, []
        for color, most in system.filled.items():
            homes.append(self.cp.new_int_var(0, most, f"homes {color}"))
            load = system.start_loads[color] + sum(
                int(units) * self.before[x] for x, units in enumerate(system.changes[:, color]) if units
            )
            goes = sum(
                system.room(run) * self.leaves[x] for x, (run, _) in enumerate(system.removals) if run.color == color
            )
            self.cp.add(load + goes <= system.deal.capacity * homes[-1])
        standing = sum(~self.before[last - 1] for _, last in system.ladders.ends)
        self.cp.add(standing + sum(homes) <= len(system.deal.beakers))

    def breaks(self, facts: Iterable[Fact]) -> None:
        """What leaves is the one literal that a fact lacked."""
        last: list[list[Literal]] = [[] for _ in self.leaves]
        for fact in facts:
            for x in (x for x in fact if x > 0):
                last[x - 1].append(self.cp.new_bool_var(f"{x} breaks {fact}"))
                rest = (self.literal(y) for y in fact if y != x)
                self.cp.add_bool_and(self.leaves[x - 1], *rest).only_enforce_if(last[x - 1][-1])
        for leaves, broken in zip(self.leaves, last, strict=True):
            self.cp.add_bool_or(~leaves, *broken)

    def read(self, value: Value) -> Rows:
        """The states that the step leads from and to."""
        before = np.array([value(atom) for atom in self.before], dtype=bool)
        return np.array([before, before | np.array([value(leaves) for leaves in self.leaves], dtype=bool)])
