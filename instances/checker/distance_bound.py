"""Proofs that no plan is shorter than p; or, with p infinite, that no plan exists.

The witness is a list of states, each with a number `after`; an honest one is the number of steps that lead to the
state. Let bound(s) be at most 0 on solved states and fall by at most 1 a step, and let

    pi(s) = max(bound(s), p - after(s))  for the states of the list,  bound(s)  for all others.

If pi too is at most 0 on solved states and falls by at most 1 a step, then no state has a plan shorter than its pi, so
pi(start) >= p proves the claim (docs/theory.md, lemma 24). Only listed states where p - after exceeds the bound need to
be checked: they must not be solved, and no step from them may lose more than 1. For infinite p this means that steps
from listed states lead to listed states (or to states with an infinite bound).
"""

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from instances.checker.lines import Line, Refused

State = TypeVar("State", bound=Hashable)


def check_distances(
    steps: float,
    start: State,
    lines: Iterable[Line],
    state_of: Callable[[Line], State],
    bound: Callable[[State], float],
    solved: Callable[[State], bool],
    successors: Callable[[State], Iterable[State]],
) -> bool:
    """Whether the lines `{"state": ..., "after": 3}` prove that no plan has fewer steps.

    False if there are none and the bound is too low; raises Refused if the lines do not prove it.
    """
    if bound(start) >= steps:
        return True
    first, after = None, dict[State, int]()
    for line in lines:
        line.expect("state", "after")
        state = state_of(line)
        if state in after:
            raise line.wrong("this state was listed before")
        after[state] = line.natural("after")
        first = first or line
    if first is None:
        return False
    if after.get(start) != 0:
        raise first.wrong("the list lacks the start, after 0 steps")
    for number, (state, so_far) in enumerate(after.items(), first.number):
        left = steps - so_far
        if left <= bound(state):
            continue
        if solved(state):
            raise Refused(number, f"solved after {so_far} steps")
        for step, other in enumerate(successors(state), 1):
            left_there = steps - after[other] if other in after else 0
            if left_there < left - 1 and bound(other) < left - 1:
                raise Refused(number, f"step {step} of this state leads to none listed after {so_far + 1} or less")
    return True
