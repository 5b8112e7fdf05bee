"""A plan at once, without CP-SAT: a beam search over the pours that cost something. It proves nothing.

By the depth theorem (docs/theory.md, theorem 7) only how deep each beaker has been dug out matters, so merges of whole
runs are made as soon as they are possible: they cost nothing and only dig. What is left to choose are the *parks*,
whole runs into empty beakers, and streaks of partial pours over several tops. Layer by layer each state tries all of
these, and the best `width` of all successors go on.
"""

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from cpmodel.solving import Answer, Status
from instances.solving.limits import Settings
from instances.watersort.bounds import bottoms_bound
from instances.watersort.rules import Deal, Pour, after, poured, verify

Stack = tuple[tuple[str, int], ...]  # a beaker's runs, bottom first: (("red", 2), ...)


class State(NamedTuple):
    """cost: the excess of all pours so far; pours: (from, to), (from, to), ..."""

    stacks: list[Stack]
    cost: int
    pours: list[tuple[int, int]]


class Digging:
    """The pours of one deal, and what they cost."""

    def __init__(self, deal: Deal) -> None:
        self.capacity = deal.capacity
        units = Counter(color for beaker in deal.beakers for color in beaker)
        self.filled = {color: count // deal.capacity for color, count in units.items()}
        self.base = bottoms_bound(deal)
        stacks = [tuple((color, len(list(units))) for color, units in groupby(beaker)) for beaker in deal.beakers]
        self.start = self.merged(stacks, [], list(units))

    def bound(self, stacks: Sequence[Stack]) -> int:
        """The bottoms bound; 0 only if all is solved (Lemma 2)."""
        bottoms = Counter(stack[0][0] for stack in stacks if stack)
        return sum(map(len, stacks)) + sum(max(-bottoms[color], -fills) for color, fills in self.filled.items())

    def room(self, stack: Stack) -> int:
        return self.capacity - sum(units for _, units in stack)

    def pour(self, stacks: list[Stack], i: int, j: int) -> None:
        """As much as fits."""
        *rest, (color, units) = stacks[i]
        *below, (_, held) = stacks[j] or ((color, 0),)
        moved = min(units, self.room(stacks[j]))
        stacks[j] = (*below, (color, held + moved))
        stacks[i] = (*rest, (color, units - moved)) if moved < units else tuple(rest)

    def merged(self, stacks: list[Stack], pours: list[tuple[int, int]], colors: list[str]) -> State:
        """After all merges of whole runs that cost nothing, of these colours and those that they uncover."""
        while colors:
            color = colors.pop()
            tops = [i for i, stack in enumerate(stacks) if stack and stack[-1][0] == color]
            spare = sum(1 for stack in stacks if stack and stack[0][0] == color) > self.filled[color]
            merges = [
                (len(stacks[j]) > 1, len(stacks[i]), i, j)
                for i in tops
                for j in tops
                if i != j and stacks[i][-1][1] <= self.room(stacks[j])
                if len(stacks[i]) > 1 or spare
            ]
            if merges:  # onto monos first, then out of the shallowest beaker
                *_, i, j = min(merges)
                self.pour(stacks, i, j)
                pours.append((i, j))
                colors += [color, *(run_color for run_color, _ in stacks[i][-1:])]
        return State(stacks, len(pours) + self.bound(stacks) - self.base, pours)

    def successors(self, state: State) -> Iterator[State]:
        """After each pour into an empty beaker, and each streak over the tops of its colour, that makes a run go."""
        stacks = state.stacks
        for i, stack in enumerate(stacks):
            if not stack:
                continue
            color, units = stack[-1]
            room = {j: self.room(other) for j, other in enumerate(stacks) if other and other[-1][0] == color}
            if len(stack) > 1 and () in stacks:
                yield self.moved(state, i, [stacks.index(())])
            others = sorted((j for j in room if j != i and room[j]), key=lambda j: -room[j])
            if sum(room[j] for j in others) >= units:
                yield self.moved(state, i, others)

    def moved(self, state: State, i: int, targets: list[int]) -> State:
        """The state after the top run of beaker i has gone over these targets, and all that follows by itself."""
        stacks, pours = state.stacks.copy(), state.pours.copy()
        color, height = stacks[i][-1][0], len(stacks[i])
        for j in targets:
            self.pour(stacks, i, j)
            pours.append((i, j))
            if len(stacks[i]) < height:
                break
        return self.merged(stacks, pours, [color, *(run_color for run_color, _ in stacks[i][-1:])])


def badness(state: State, cost: int) -> float:
    """Of a state, to stay within a beam: what helps on deals of 20 x 3 to 60 x 7."""
    heights = list(map(len, state.stacks))
    squares = sum(height**2 for height in heights)  # deep beakers beside cleared ones rather than all half dug
    return cost * state.cost - 4 * heights.count(0) + sum(heights) - 0.1 * squares


def cheapest(deal: Deal, width: int, cost: int, most: float) -> State | None:
    """The solved state of least cost, `most` at most, that a beam of this width meets. cost: its weight in badness."""
    rules = Digging(deal)
    beam, best = [rules.start], None
    while beam:
        seen: dict[int, State] = {}
        for state in beam:
            if not rules.bound(state.stacks):
                best, most = state, state.cost - 1
            else:
                for other in rules.successors(state):
                    seen.setdefault(sum(map(hash, other.stacks)), other)
        found = (state for state in seen.values() if state.cost <= most)
        beam = heapq.nsmallest(width, found, key=lambda state: badness(state, cost))
    return best


def beam(deal: Deal, size: int, most: float, settings: Settings, seconds: float | None) -> Answer:
    """A plan of excess `most` at most; each size is a beam of double width, and every other one weighs the cost."""
    found = cheapest(deal, 3 << size, size % 2, most)
    if found is None:
        return Answer(Status.NOTHING_FOUND)
    plan, beakers = list[Pour](), deal.beakers
    for i, j in found.pours:
        plan.append(Pour(i, j, beakers[i][-1], poured(beakers[i], beakers[j], deal.capacity)))
        beakers = after(beakers, plan[-1])
    verify(deal, tuple(plan))
    return Answer(Status.FEASIBLE, tuple(plan))
