"""Witness lines for the certificates of water sort (what they say and prove: instances/checker/watersort.py).

Made by searches of their own, after the answer is known and from nothing but the deal and the claim: a solver may leave
out what its dominance rules allow, a witness may not.
"""

from collections.abc import Iterator
from typing import Any

from instances.solving.limits import Settings, Watch
from instances.solving.outcome import NoWitness, Outcome, Result
from instances.watersort.bounds import interned
from instances.watersort.rules import Deal, unsolvable_by_counting
from search_baseline.watersort.plain_astar import explore
from search_baseline.watersort.reachable_depths import closed_depths

Lines = Iterator[dict[str, Any]]


def witness(deal: Deal, result: Result, watch: Watch) -> Lines:
    """The lines that prove what the result claims; none where the checker counts by itself. Raises LimitReached."""
    if unsolvable_by_counting(deal):
        return iter(())
    if result.outcome is Outcome.UNSOLVABLE:
        return no_plan(deal, watch)
    return no_shorter_plan(deal, result.lower_bound or 0, watch)


def no_plan(deal: Deal, watch: Watch) -> Lines:
    """That no plan exists: all depths that the beakers can be worked down to. Raises LimitReached."""
    for depths in closed_depths(deal, watch) or ():
        yield {"depths": depths}


def no_shorter_plan(deal: Deal, pours: int, watch: Watch) -> Lines:
    """That no plan is shorter: all states through which the bottoms bound allows one. Raises NoWitness at a limit."""
    found = explore(deal, Settings(horizon=pours - 1, certificate=True), watch)
    if found.closed is None or found.outcome not in (Outcome.NO_PLAN_WITHIN_HORIZON, Outcome.UNSOLVABLE):
        raise NoWitness(found.outcome.words)
    letters = letters_of(deal)
    for state, g in found.closed.items():
        beakers = ("".join(letters[color] for color in reversed(beaker)) for beaker in state)
        yield {"state": "/".join(beakers), "after": g}


def letters_of(deal: Deal) -> list[str]:
    """The letter of each colour number: in the order of the words a, b, c, ..., and after z signs of their own."""
    names, _ = interned(deal)
    rank = {name: i for i, name in enumerate(sorted(names))}
    return [chr(ord("a") + rank[name] if rank[name] < 26 else 0x100 + rank[name]) for name in names]
