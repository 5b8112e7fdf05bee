"""Numbers as literals of their order: one for each v that says whether the number is at least v.

A dead end is then learnt for all numbers beyond v at once, where literals for each single value would need a clause for
each: on the levels 17 to 24 this takes half to a seventh of the conflicts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ortools.sat.python import cp_model

from cpmodel.literals import Boolean, Literal, named

Truth = Literal | bool  # a literal, or what is known before the search


def no(literal: Truth) -> Truth:
    """The negation, also of a constant."""
    return not literal if isinstance(literal, bool) else ~literal


def add_clause(cp: cp_model.CpModel, *literals: Truth) -> None:
    """One of these is true. What is known to be false is left out, and so is the whole clause if one is true."""
    if not any(literal is True for literal in literals):
        cp.add_bool_or([literal for literal in literals if literal is not False])


def is_all(cp: cp_model.CpModel, literal: Boolean, conditions: Sequence[Truth]) -> None:
    """The literal is true if and only if all of these are; they may be constants."""
    for condition in conditions:
        add_clause(cp, ~literal, condition)
    add_clause(cp, literal, *[no(condition) for condition in conditions])


@dataclass(frozen=True)
class Number:
    """Number(-1, 2, {0: ..., 1: ..., 2: ...}): a number from -1 to 2; literals[1]: it is at least 1."""

    least: int
    most: int
    literals: dict[int, Boolean]

    def reaches(self, v: int) -> Truth:
        """Whether the number is at least v."""
        if v <= self.least:
            return True
        return self.literals.get(v, False)

    def conditions(self, v: int) -> list[Truth]:
        """The number is v if all of these hold."""
        return [self.reaches(v), no(self.reaches(v + 1))]


def new_number(cp: cp_model.CpModel, name: str, key: object, least: int, most: int) -> Number:
    """A number in this range; what is at least v + 1 is at least v."""
    literals = {v: cp.new_bool_var(f"{named(name, key)} >= {v}") for v in range(least + 1, most + 1)}
    for v in range(least + 2, most + 1):
        cp.add_implication(literals[v], literals[v - 1])
    return Number(least, most, literals)


def difference(cp: cp_model.CpModel, name: str, key: object, first: Number, second: Number) -> Number:
    """How far the second number is beyond the first: exact from -1 to 1; -2 and 2 stand for all that is farther."""
    beyond = new_number(cp, name, key, -2, 2)
    for d, literal in beyond.literals.items():
        # Beyond this range, both clauses are true by what is known of the two numbers.
        least = min(first.least, second.least - d)
        most = max(first.most, second.most - d)
        for v in range(least, most + 2):
            # At least d beyond: if the first is at least v, then the second is at least v + d.
            add_clause(cp, ~literal, no(first.reaches(v)), second.reaches(v + d))
            # At most d - 1 beyond: if the first is at most v - 1, then the second is at most v + d - 2.
            add_clause(cp, literal, first.reaches(v), no(second.reaches(v + d - 1)))
    return beyond
