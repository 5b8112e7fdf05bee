"""Witness lines for the certificates of water sort (what they say and prove: instances/certificate/watersort.py).

Made by searches of their own, after the answer is known and from nothing but the deal and the claim: a solver may leave
out whatever its dominance rules allow, a witness may not.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from instances.limits import LimitReached, Settings, Watch
from instances.outcome import Outcome, Result
from instances.watersort.deal import interned
from instances.watersort.rules import Deal, unsolvable_by_counting
from search_baseline.watersort.depths import closed_depths
from search_baseline.watersort.reference import explore

Lines = Iterator[dict[str, Any]]


def witnessed(deal: Deal, result: Result, watch: Watch) -> Result:
    """The result with the making of its witness, if it claims what needs one (the checker counts by itself)."""
    if unsolvable_by_counting(deal):
        return result
    if result.outcome is Outcome.UNSOLVABLE:
        return replace(result, witness=partial(no_plan, deal, watch))
    if result.lower_bound:
        return replace(result, witness=partial(no_shorter_plan, deal, result.lower_bound, watch))
    return result


def no_plan(deal: Deal, watch: Watch) -> Lines:
    """That no plan exists: by depths if they suffice, else by all states that can be reached. Raises LimitReached."""
    listed = closed_depths(deal, watch)
    if listed is None:
        yield from closed_states(deal, None, watch)
    else:
        for depths in listed:
            yield {"depths": depths}


def no_shorter_plan(deal: Deal, pours: int, watch: Watch) -> Lines:
    """That no plan is shorter: the states through which the bottoms bound still allows one. Raises LimitReached."""
    return closed_states(deal, pours - 1, watch)


def closed_states(deal: Deal, horizon: int | None, watch: Watch) -> Lines:
    """All that A* without dominance rules expands in vain, with its g."""
    found = explore(deal, Settings(horizon=horizon, certificate=True), watch)
    if found.outcome not in (Outcome.UNSOLVABLE, Outcome.NO_PLAN_WITHIN_HORIZON):
        raise LimitReached(found.outcome)
    letters = letters_of(deal)
    for state, g in (found.closed or {}).items():
        beakers = ("".join(letters[color] for color in reversed(beaker)) for beaker in state)
        yield {"state": "/".join(beakers), "after": g}


def letters_of(deal: Deal) -> list[str]:
    """The letter of each colour number: in the order of the words a, b, c, ..., and after z signs of their own."""
    names, _ = interned(deal)
    rank = {name: i for i, name in enumerate(sorted(names))}
    return [chr(ord("a") + rank[name] if rank[name] < 26 else 0x100 + rank[name]) for name in names]
