"""Clauses: a model of nothing else, for a proof by CP-SAT, and the counting that several proofs have in common."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import inf
from typing import Any, TypeVar

from ortools.sat.python import cp_model

from cpmodel.lrat_log import CLAUSES_ALONE
from cpmodel.solving import Value

Clause = list[int]  # numbers of variables, from 1, negative if negated
Condition = TypeVar("Condition")


@dataclass(frozen=True)
class ClauseModel:
    """Clauses and nothing else; without presolve, so that the proof is one of these clauses. own: parameters."""

    cp: cp_model.CpModel
    own: Mapping[str, Any]

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {**CLAUSES_ALONE, **self.own}

    def read(self, value: Value) -> None:
        """Values are no refutation."""


def constrained(clauses: Sequence[Clause]) -> cp_model.CpModel:
    """These clauses as constraints; variable x of theirs has the index x - 1."""
    cp = cp_model.CpModel()
    variables = [cp.new_bool_var(str(x)) for x in range(1, 1 + max(abs(x) for clause in clauses for x in clause))]
    for clause in clauses:
        cp.add_bool_or(variables[x - 1] if x > 0 else ~variables[-x - 1] for x in clause)
    return cp


def clause_model(clauses: Sequence[Clause], decisions: Iterable[int] = (), **own: Any) -> ClauseModel:
    """The model of these clauses. decisions: the variables that a fixed search decides first, true before false."""
    cp = constrained(clauses)
    if chosen := [cp.get_bool_var_from_proto_index(x - 1) for x in decisions]:
        cp.add_decision_strategy(chosen, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)
    return ClauseModel(cp, own)


def smallest_reasons(
    ways: Sequence[Sequence[tuple[int, Condition | None]]], least: int, hold: int
) -> Iterator[list[Condition]]:
    """The smallest sets of conditions by which a load is more than `hold`.

    ways: of each thing that adds to the load, by how much and on which condition; None: in any case.
    """
    for way in product(*ways):
        load = least + sum(adds for adds, _ in way)
        if load > hold >= load - min((adds for adds, condition in way if condition is not None), default=inf):
            yield [condition for _, condition in way if condition is not None]


def at_most(most: int, terms: Iterable[int], taken: Callable[[int, int], int]) -> Iterator[Clause]:
    """At most so many of the terms are true; taken(j, k): the variable of "k or more of the first j terms are".

    Source: C. Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality Constraints, CP 2005.
    """
    for j, term in enumerate(terms):
        for k in range(min(j, most) + 1):
            fewer = [-taken(j, k)] if k else []
            yield [-term, *fewer, *([taken(j + 1, k + 1)] if k < most else [])]
            if k:
                yield [*fewer, taken(j + 1, k)]
