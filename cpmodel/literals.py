"""Literals of CP-SAT models: their names, and constraints that all models share."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from ortools.sat.python import cp_model

Boolean = cp_model.IntVar  # a variable that is 0 or 1
Literal = cp_model.BoolVarT  # one of these, its negation, or a constant
Key = TypeVar("Key", bound=Hashable)


def named(name: str, key: object) -> str:
    """The name of a variable of a family.

    >>> named("parks_at", (5, 1))
    'parks_at[5,1]'
    """
    indices = key if isinstance(key, tuple) else (key,)
    return f"{name}[{','.join(map(str, indices))}]"


def booleans(cp: cp_model.CpModel, name: str, keys: Iterable[Key]) -> dict[Key, Boolean]:
    """A Boolean variable for each key: {(5, 1): parks_at[5,1], ...}"""
    return {key: cp.new_bool_var(named(name, key)) for key in keys}


def integers(cp: cp_model.CpModel, name: str, ranges: Mapping[Key, tuple[int, int]]) -> dict[Key, cp_model.IntVar]:
    """An integer variable for each key, between these numbers: {5: leaves[5], ...}"""
    return {key: cp.new_int_var(least, most, named(name, key)) for key, (least, most) in ranges.items()}


def is_all(cp: cp_model.CpModel, literal: Literal, conditions: Sequence[Literal]) -> None:
    """The literal is true if and only if all of these are."""
    for condition in conditions:
        cp.add_implication(literal, condition)
    cp.add_bool_or(literal, *(~condition for condition in conditions))


def is_any(cp: cp_model.CpModel, literal: Literal, conditions: Sequence[Literal]) -> None:
    """The literal is true if and only if any of these is."""
    is_all(cp, ~literal, [~condition for condition in conditions])
