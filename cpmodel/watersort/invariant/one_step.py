"""The proof: a model of one step, without time, from a state where all facts hold to one where some fact is broken.

A state breaks a fact if it satisfies all its literals. If the start breaks no fact, the goal breaks one, and this model
is infeasible, then no plan exists: the step of a plan that is the first to break a fact would be an answer.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from ortools.sat.python import cp_model

from cpmodel.literals import Boolean, Literal
from cpmodel.solving import STRAIGHT_TO_SEARCH, Parameters, Value
from cpmodel.watersort.invariant.facts import Fact
from fewest_pours.puzzles.watersort.depths.atoms import DepthAtoms
from fewest_pours.puzzles.watersort.depths.tables import Array


@dataclass(frozen=True)
class OneStepModel:
    """A constraint model: is there a removal that breaks a fact, in a state where all facts hold?

    before: the atoms of the state before the removal. leaves: the atom that it adds.
    """

    depths: DepthAtoms
    cp: cp_model.CpModel
    before: list[Boolean]
    leaves: list[Boolean]
    parameters: ClassVar[Parameters] = STRAIGHT_TO_SEARCH

    def read(self, value: Value) -> Array:
        """The states that the step leads from and to."""
        before = np.array([value(atom) for atom in self.before], dtype=bool)
        return np.array([before, before | np.array([value(leaves) for leaves in self.leaves], dtype=bool)])

    def literal(self, x: int) -> Literal:
        """A literal of a fact, before the step."""
        return self.before[x - 1] if x > 0 else ~self.before[-x - 1]


def question(depths: DepthAtoms, facts: Collection[Fact]) -> OneStepModel:
    """The model; infeasible if no removal from a state where all facts hold breaks one."""
    cp = cp_model.CpModel()
    cp.name = "invariant, one step"
    before, leaves = (
        [cp.new_bool_var(f"{name} {run.beaker} {run.level}") for run, _ in depths.removals]
        for name in ("gone", "leaves")
    )
    model = OneStepModel(depths, cp, before, leaves)
    exposed_runs_leave(model)
    beakers_suffice(model)
    facts_hold(model, facts)
    a_fact_breaks(model, facts)
    return model


def exposed_runs_leave(model: OneStepModel) -> None:
    """One run leaves, which is still there, and above which all are gone.

    In the state before the step, too, a run is gone only if those above it are.

    A ladder lists the atoms of a beaker from the top. They are numbered from 1, so atom x + 1 is before[x].
    """
    cp = model.cp
    before = model.before
    leaves = model.leaves
    cp.add_exactly_one(leaves)
    for goes, gone in zip(leaves, before, strict=True):
        cp.add_implication(goes, ~gone)
    for first, last in model.depths.ends:
        for x in range(first, last):  # all atoms of the ladder but its first one, as indices
            cp.add_implication(before[x], before[x - 1])
            cp.add_implication(leaves[x], before[x - 1])


def beakers_suffice(model: OneStepModel) -> None:
    """Inequality (*) of docs/theory.md: standing beakers and homes of all colours are together no more than beakers.

    The homes of a colour are the monos that it needs. They hold its load before the step; for the colour of the run
    that leaves, the load after it. That is greater by the units of the run, which are gone, and by the room on top of
    it, which is no longer a top: together the capacity less the units below it, depths.gains.

    Homes are listed beside the standing beakers with the colour at the bottom: as `counter` halves the list again and
    again, the literals of a colour are mostly counted near each other. The order does not change what the count says.
    """
    cp = model.cp
    depths = model.depths
    counted: list[Literal] = []
    weighted_sum = cp_model.LinearExpr.weighted_sum
    for color, most in enumerate(depths.game.filled):
        homes: list[Literal] = [cp.new_bool_var(f"homes {color}: {n}") for n in range(1, most + 1)]
        load = weighted_sum(model.before, depths.changes[:, color].tolist()) + int(depths.start_loads[color])
        increase = weighted_sum(model.leaves, (depths.gains * (depths.colors == color)).tolist())
        cp.add(load + increase <= depths.game.capacity * sum(homes))
        for runs, (_, last) in zip(depths.stacks, depths.ends, strict=True):
            if runs[-1].color == color:
                counted.append(~model.before[last - 1])  # it stands until its last removal
        counted += homes
    cp.add(sum(counter(cp, counted)) <= len(depths.game.beakers))


def facts_hold(model: OneStepModel, facts: Iterable[Fact]) -> None:
    for fact in facts:
        model.cp.add_bool_or(model.literal(-x) for x in fact)


def a_fact_breaks(model: OneStepModel, facts: Iterable[Fact]) -> None:
    """The run that leaves adds the only literal that some fact lacked: a positive one, as it makes an atom true."""
    ways_to_break: list[list[Literal]] = [[] for _ in model.leaves]  # by the run that leaves
    for fact in facts:
        for x in (x for x in fact if x > 0):
            breaks = model.cp.new_bool_var(f"{x} breaks {fact}")
            ways_to_break[x - 1].append(breaks)
            rest = (model.literal(y) for y in fact if y != x)
            model.cp.add_bool_and(model.leaves[x - 1], *rest).only_enforce_if(breaks)
    for leaves, ways in zip(model.leaves, ways_to_break, strict=True):
        model.cp.add_bool_or(~leaves, *ways)


def counter(cp: cp_model.CpModel, literals: Sequence[Literal], first: int = 0) -> Sequence[Literal]:
    """A unary count: its k-th literal is true if at least k of the given ones are, so CP-SAT can learn about groups.

    first: the number of the first literal, for names. A single literal is its own count.
    Source: O. Bailleux, Y. Boufkhad, Efficient CNF Encoding of Boolean Cardinality Constraints, CP 2003.
    """
    if len(literals) == 1:
        return literals
    half = len(literals) // 2
    last = first + len(literals) - 1
    one = counter(cp, literals[:half], first)
    other = counter(cp, literals[half:], first + half)
    count = [cp.new_bool_var(f"{k} or more of {first} to {last}") for k in range(1, len(literals) + 1)]
    for i in range(len(one) + 1):
        for j in range(len(other) + 1):
            if i + j > 0:  # at least i of one half and j of the other: at least i + j; at least 0 needs no literal
                at_least_i = [one[i - 1]] if i > 0 else []
                at_least_j = [other[j - 1]] if j > 0 else []
                cp.add_bool_or(*(~x for x in [*at_least_i, *at_least_j]), count[i + j - 1])
            if i + j < len(count):  # at most i and at most j: at most i + j; no half has more than its size
                more_than_i = [one[i]] if i < len(one) else []
                more_than_j = [other[j]] if j < len(other) else []
                cp.add_bool_or(*more_than_i, *more_than_j, ~count[i + j])
    return count
