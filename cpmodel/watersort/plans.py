"""A plan at once, without CP-SAT: a beam search over the pours that cost something. It proves nothing.

By the depth theorem (docs/theory.md, theorem 7) only how deep each beaker has been dug out matters, so merges of whole
runs are made as soon as they are possible: they cost nothing and only dig. What is left to choose are the *parks*,
whole runs into empty beakers, and streaks of partial pours over several tops. Layer by layer each state tries all of
these, and the best `width` of all successors go on.
"""

import heapq
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from cpmodel.solving import Answer, Status
from instances.solving.limits import Settings
from instances.watersort.bounds import filled_beakers, interned
from instances.watersort.rules import Deal, Pour, after, poured, runs, verify

Stack = tuple[tuple[int, int], ...]  # a beaker's runs, bottom first: ((color, units), ...)
Pours = list[tuple[int, int]]  # from beaker, to beaker


class State(NamedTuple):
    """pours: those since the state before. cost: the excess of all pours so far."""

    stacks: list[Stack]
    cost: int
    pours: Pours
    before: "State | None"


class Digging:
    """The pours of one deal, and what they cost."""

    def __init__(self, deal: Deal) -> None:
        names, beakers = interned(deal)
        number = {name: color for color, name in enumerate(names)}
        self.capacity, self.filled = deal.capacity, filled_beakers(beakers, deal.capacity)
        stacks = [tuple((number[run.color], run.units) for run in runs(beaker)) for beaker in deal.beakers]
        pours: Pours = []
        self.merge(stacks, pours, list(self.filled))
        self.start = State(stacks, 0, pours, None)

    def room(self, stack: Stack) -> int:
        return self.capacity - sum(units for _, units in stack)

    def pour(self, stacks: list[Stack], i: int, j: int) -> int:
        """As much as fits; returns its cost."""
        *rest, (color, units) = stacks[i]
        *below, (_, held) = stacks[j] or ((color, 0),)
        bottoms = sum(1 for stack in stacks if stack and stack[0][0] == color)
        moved = min(units, self.room(stacks[j]))
        opens = not stacks[j]
        stacks[j] = (*below, (color, held + moved))
        stacks[i] = (*rest, (color, units - moved)) if moved < units else tuple(rest)
        clears = not stacks[i]
        return (opens and bottoms >= self.filled[color]) + (moved < units) + (clears and bottoms <= self.filled[color])

    def merge(self, stacks: list[Stack], pours: Pours, colors: list[int]) -> None:
        """Make all merges of whole runs that cost nothing, of these colours and those that they uncover."""
        while colors:
            color = colors.pop()
            tops = [i for i, stack in enumerate(stacks) if stack and stack[-1][0] == color]
            spare = sum(1 for stack in stacks if stack and stack[0][0] == color) > self.filled[color]
            merges = [
                (len(stacks[j]) > 1, len(stacks[i]), i, j)
                for i in tops
                for j in tops
                if i != j and stacks[i][-1][1] <= self.room(stacks[j])
                if len(stacks[i]) > 1 or (spare and len(stacks[j]) == 1)
            ]
            if merges:  # onto monos first, then out of the shallowest beaker
                *_, i, j = min(merges)
                self.pour(stacks, i, j)
                pours.append((i, j))
                colors += [color, *(run_color for run_color, _ in stacks[i][-1:])]

    def successors(self, state: State) -> Iterator[State]:
        """After each pour into an empty beaker, and each streak over the tops of its colour, that makes a run go."""
        tops = defaultdict[int, list[int]](list)
        for i, stack in enumerate(state.stacks):
            if stack:
                tops[stack[-1][0]].append(i)
        for color, beakers in sorted(tops.items()):
            room = {i: self.room(state.stacks[i]) for i in beakers}
            homeless = self.filled[color] > 1 or all(len(state.stacks[i]) > 1 for i in beakers)
            for i in beakers:
                if len(state.stacks[i]) > 1 and homeless and () in state.stacks:
                    yield self.moved(state, i, [state.stacks.index(())])
                others = sorted((j for j in beakers if j != i and room[j]), key=lambda j: -room[j])
                if others and sum(room[j] for j in others) >= state.stacks[i][-1][1]:
                    yield self.moved(state, i, others)

    def moved(self, state: State, i: int, targets: list[int]) -> State:
        """The state after the top run of beaker i has gone over these targets, and all that follows by itself."""
        stacks, cost, pours = state.stacks.copy(), state.cost, Pours()
        color, height = stacks[i][-1][0], len(stacks[i])
        for j in targets:
            cost += self.pour(stacks, i, j)
            pours.append((i, j))
            if len(stacks[i]) < height:
                break
        self.merge(stacks, pours, [color, *(run_color for run_color, _ in stacks[i][-1:])])
        return State(stacks, cost, pours, state)

    def solved(self, state: State) -> bool:
        used = [stack for stack in state.stacks if stack]
        return len(used) == sum(self.filled.values()) and all(len(stack) == 1 for stack in used)


def badness(state: State, cost: int) -> float:
    """Of a state, to stay within a beam. Weights found by trying on deals of 20 x 3, 40 x 5 and 100 x 11."""
    heights = list(map(len, state.stacks))
    tops = [stack[-1][0] for stack in state.stacks if stack]
    squares = sum(height**2 for height in heights)  # deep beakers beside cleared ones rather than all half dug
    doubles = len(tops) - len(set(tops))
    return (
        cost * state.cost - 4 * heights.count(0) + sum(heights) + 0.5 * heights.count(1) + 1.5 * doubles - 0.1 * squares
    )


def cheapest(deal: Deal, width: int, cost: int, most: float) -> State | None:
    """The solved state of least cost, `most` at most, that a beam of this width meets. cost: its weight in badness."""
    rules = Digging(deal)
    beam, best = [rules.start], rules.start if rules.solved(rules.start) else None
    while beam and (best is None or best.cost):
        seen: set[int] = set()
        found: list[tuple[float, int, State]] = []
        for state in beam:
            for other in rules.successors(state):
                if other.cost > most:
                    continue
                if rules.solved(other):
                    best, most = other, other.cost - 1
                elif (key := sum(map(hash, other.stacks))) not in seen:
                    seen.add(key)
                    found.append((badness(other, cost), len(found), other))
        beam = [state for _, _, state in heapq.nsmallest(width, found)]
    return best


def beam(deal: Deal, size: int, most: float, settings: Settings, seconds: float | None) -> Answer:
    """A plan of excess `most` at most; each size is a beam of double width, and every other one weighs the cost."""
    state = cheapest(deal, 3 << size, size % 2, most)
    if state is None:
        return Answer(Status.NOTHING_FOUND)
    parts = []
    while state is not None:
        parts.append(state.pours)
        state = state.before
    plan, beakers = list[Pour](), deal.beakers
    for i, j in (pour for part in reversed(parts) for pour in part):
        plan.append(Pour(i, j, beakers[i][-1], poured(beakers[i], beakers[j], deal.capacity)))
        beakers = after(beakers, plan[-1])
    verify(deal, tuple(plan))
    return Answer(Status.FEASIBLE, tuple(plan))
