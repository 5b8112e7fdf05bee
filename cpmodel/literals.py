"""Literals of CP-SAT models: their names, and constraints that all models share."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import TypeVar

from ortools.sat.python import cp_model

Boolean = cp_model.IntVar  # a variable that is 0 or 1
Literal = cp_model.BoolVarT  # one of these, its negation, or a constant
BIT = cp_model.Domain(0, 1)
Key = TypeVar("Key", bound=Hashable)


def named(name: str, key: object) -> str:
    """The name of a variable of a family.

    >>> named("parks_at", (5, 1))
    'parks_at[5,1]'
    """
    indices = key if isinstance(key, tuple) else (key,)
    return f"{name}[{','.join(map(str, indices))}]"


def booleans(cp: cp_model.CpModel, name: str, keys: Iterable[Key]) -> dict[Key, Boolean]:
    """A Boolean variable for each key: {(5, 1): parks_at[5,1], ...}

    new_bool_var looks up the model and makes a domain each time: that takes twice as long.
    """
    proto = cp.proto
    return {key: cp_model.IntVar(proto).with_name(named(name, key)).with_domain(BIT) for key in keys}


def integers(cp: cp_model.CpModel, name: str, ranges: Mapping[Key, tuple[int, int]]) -> dict[Key, cp_model.IntVar]:
    """An integer variable for each key, between these numbers: {5: leaves[5], ...}"""
    return {key: cp.new_int_var(least, most, named(name, key)) for key, (least, most) in ranges.items()}


def is_all(cp: cp_model.CpModel, literal: Literal, conditions: Sequence[Literal]) -> None:
    """The literal is true if and only if all of these are."""
    cp.add_bool_and(conditions).only_enforce_if(literal)
    cp.add_bool_or([literal, *[~condition for condition in conditions]])


def is_any(cp: cp_model.CpModel, literal: Literal, conditions: Sequence[Literal]) -> None:
    """The literal is true if and only if any of these is."""
    is_all(cp, ~literal, [~condition for condition in conditions])


def is_one(cp: cp_model.CpModel, literal: Literal, ways: Sequence[Literal]) -> None:
    """The literal is true if and only if one of these is; no two of them are."""
    cp.add_exactly_one([~literal, *ways])


MOST_LITERALS = 8  # of a sum as clauses; of twice as many there may be thousands of clauses


def sum_reaches(
    cp: cp_model.CpModel,
    terms: Sequence[tuple[int, Literal]],
    bound: int,
    condition: Literal,
    as_clauses: bool = True,
) -> None:
    """If the condition holds, then sum of weight * literal >= bound.

    As clauses: one for each smallest set of literals that, if all of them have the wrong value, rule the bound out.
    """
    terms = [(weight, literal) for weight, literal in terms if weight]
    weights = [weight for weight, _ in terms]
    if not as_clauses or len(terms) > MOST_LITERALS:
        total = cp_model.LinearExpr.weighted_sum([literal for _, literal in terms], weights)
        cp.add(total >= bound).only_enforce_if(condition)
        return
    right = [literal if weight > 0 else ~literal for weight, literal in terms]  # if all hold, the sum is largest
    largest = sum(weight for weight in weights if weight > 0)
    losses = tuple(map(abs, weights))  # by which the sum falls for each that does not hold
    for wrong in smallest_sets_above(largest - bound, losses):
        cp.add_bool_or([~condition, *[right[x] for x in wrong]])


@cache
def smallest_sets_above(slack: int, weights: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The smallest sets of indices whose weights sum up to more than the slack.

    >>> smallest_sets_above(1, (2, 1, 1))
    [(0,), (1, 2)]
    """
    if slack < 0:
        return [()]
    found = []
    for size in range(1, len(weights) + 1):
        for chosen in combinations(range(len(weights)), size):
            lost = [weights[x] for x in chosen]
            if sum(lost) > slack >= sum(lost) - min(lost):
                found.append(chosen)
    return found
