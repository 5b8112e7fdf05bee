"""The proof: one step, without time, that leads from where all facts hold to where one does not.

If the start satisfies no fact, every goal satisfies one, and this model is infeasible, then no plan exists: along a
plan there would be a first state that satisfies a fact, and the step to it would be an answer.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

import numpy as np
from ortools.sat.python import cp_model

from cpmodel.solving import Value
from cpmodel.watersort.invariant.facts import Fact, Ladders, Rows

Literal = Any  # of ortools: a Boolean variable, or its negation


class Step(NamedTuple):
    """Constraints of one step; before, after: the atoms of the states that it leads from and to."""

    cp: cp_model.CpModel
    before: list[Literal]
    after: list[Literal]


class System(Protocol):
    """States and steps of which it is asked whether any steps lead from the start to a goal.

    goal: the literals that hold in all goals; elsewhere they do not all hold. before: the states from which one step
    leads to this one.
    """

    @property
    def ladders(self) -> Ladders: ...

    @property
    def goal(self) -> list[int]: ...

    def before(self, row: Rows) -> Rows: ...

    def step(self) -> Step: ...


class Question:
    """Is there a step from where all facts hold to where one does not, or one of some? Built as a constraint model."""

    def __init__(self, step: Step, facts: Iterable[Fact], some: Iterable[Fact] | None = None) -> None:
        self.cp, broken, facts = step.cp.clone(), [], list(facts)
        self.before, self.after = (literals(self.cp, atoms) for atoms in (step.before, step.after))
        for fact in facts:
            self.cp.add_bool_or(self.before[-x] for x in fact)
        for fact in facts if some is None else some:
            broken.append(self.cp.new_bool_var(f"breaks {fact}"))
            self.cp.add_bool_and(self.after[x] for x in fact).only_enforce_if(broken[-1])
        self.cp.add_bool_or(broken)

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The model is small and is asked often: nothing that takes its time before the search."""
        return {
            "cp_model_presolve": False,
            "cp_model_probing_level": 0,
            "use_sat_inprocessing": False,
            "symmetry_level": 0,
            "linearization_level": 0,
        }

    def read(self, value: Value) -> Rows:
        """The states that the step leads from and to."""
        atoms = range(1, len(self.before) // 2 + 1)
        return np.array([[value(state[x]) for x in atoms] for state in (self.before, self.after)], dtype=bool)


def literals(cp: cp_model.CpModel, atoms: list[Literal]) -> dict[int, Literal]:
    """The literals of a copied model by their numbers."""
    found: dict[int, Literal] = {}
    for x, atom in enumerate(atoms, 1):
        found[x] = cp.get_bool_var_from_proto_index(atom.index)
        found[-x] = ~found[x]
    return found
