"""No plan is shorter than p; or, with p infinite, no plan exists.

The witness is a list of states, each with a number `after`; an honest one says after how many steps the state is
reached. Let bound(s) be at most 0 on solved states and fall by at most 1 a step, and let

    pi(s) = max(bound(s), p - after(s))  for the states of the list,  bound(s)  for all others.

If pi too is at most 0 on solved states and falls by at most 1 a step, then no state has a plan shorter than its pi, so
pi(start) >= p proves the claim (docs/theory.md, lemma 24). It is enough to look at the listed states where p - after is
larger than the bound: that they are not solved, and that no step from them loses more than 1. For infinite p this says
that steps from states of the list end in states of the list (or in such with an infinite bound).
"""

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from instances.checker.lines import Line, Refused

State = TypeVar("State", bound=Hashable)


def read_states(
    lines: Iterable[Line], state_of: Callable[[Line], State], keys: tuple[str, ...] = ("state",)
) -> dict[State, int]:
    """The lines `{"state": ..., "after": 3}`, in their order; keys: what names a state in them."""
    after: dict[State, int] = {}
    for line in lines:
        line.expect(*keys, "after")
        state = state_of(line)
        if state in after:
            raise line.wrong("this state was listed before")
        after[state] = line.natural("after")
    return after


def check_distances(
    steps: float,
    start: State,
    after: dict[State, int],
    first: Line,
    bound: Callable[[State], float],
    solved: Callable[[State], bool],
    successors: Callable[[State], Iterable[State]],
) -> None:
    """Refused unless the listed states, the first of them in this line, prove that no plan has fewer steps."""
    if after.get(start) != 0:
        raise first.wrong("the list lacks the start, after 0 steps")
    for line, (state, so_far) in enumerate(after.items(), first.number):
        left = steps - so_far
        if left <= bound(state):
            continue
        if solved(state):
            raise Refused(line, f"solved after {so_far} steps")
        for number, other in enumerate(successors(state), 1):
            left_there = steps - after[other] if other in after else 0
            if left_there < left - 1 and bound(other) < left - 1:
                raise Refused(line, f"step {number} of this state leads to none listed after {so_far + 1} or less")
