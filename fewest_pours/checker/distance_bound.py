"""Proofs that no plan is shorter than p; or, with p infinite, that no plan exists.

    {"state": "aab/b/", "after": 3}

The witness is a list of states, each with a number `after`, meant as the number of steps that lead to the state. Let
bound(s) be at most 0 on solved states and fall by at most 1 a step, and let

    pi(s) = max(bound(s), p - after(s))  for the states of the list,  bound(s)  for all others.

If pi too is at most 0 on solved states and falls by at most 1 a step, then no state has a plan shorter than its pi, so
pi(start) >= p proves the claim (docs/theory.md, lemma 21). Only listed states where p - after exceeds the bound need to
be checked: they must not be solved, and pi must fall by at most 1 on each step from them. For infinite p this means
that steps from listed states lead to listed states (or to states with an infinite bound).

*Proof of Lemma 21.* On all other states pi is the bound, and a step from s to t has pi(t) >= bound(t) >= bound(s) - 1.
States with an infinite bound are on no plan. So along a plan pi falls by at most 1 a step, from at least p at the start
to at most 0 at the end.
"""

from collections.abc import Hashable, Iterable
from math import inf
from typing import Protocol, TypeVar

from fewest_pours.checker.certificate_lines import Line, Refused
from fewest_pours.files.yaml_files import Data

State = TypeVar("State", bound=Hashable)


class BoundedGame(Protocol[State]):
    """The rules of a puzzle with steps, and its bound.

    `line` writes a state and its `after` as a line of the witness; `read` is its inverse, and raises Refused.
    """

    @property
    def start(self) -> State: ...

    def read(self, line: Line) -> tuple[State, int]: ...

    def line(self, state: State, after: int) -> Data: ...

    def bound(self, state: State) -> float: ...

    def solved(self, state: State) -> bool: ...

    def successors(self, state: State) -> Iterable[State]: ...


def check_distances(game: BoundedGame[State], steps: float, lines: Iterable[Line]) -> bool:
    """Whether the lines prove that no plan has fewer steps.

    The bound of the start may prove it alone; if it does not, False without lines. Raises Refused if the lines do not
    prove it.
    """
    if game.bound(game.start) >= steps:
        return True
    first_line: int | None = None  # its number
    after: dict[State, int] = {}
    for line in lines:
        state, so_far = game.read(line)
        if state in after:
            raise line.wrong("this state was listed before")
        after[state] = so_far
        if first_line is None:
            first_line = line.number
    if first_line is None:
        return False
    if after.get(game.start) != 0:
        raise Refused(first_line, "the list lacks the start with 0 steps")
    for number, (state, so_far) in enumerate(after.items(), first_line):
        left = steps - so_far
        if left <= game.bound(state):
            continue
        if game.solved(state):
            raise Refused(number, f"this state is solved after {so_far} steps")
        for step, other in enumerate(game.successors(state), 1):
            left_there = -inf  # unless it is listed, only its bound counts
            if other in after:
                left_there = steps - after[other]
            if left_there < left - 1 and game.bound(other) < left - 1:
                raise Refused(number, f"step {step} leads to a state that is not listed after {so_far + 1} or fewer")
    return True
