"""A plan at once: a beam search over the pours that cost something, which CP-SAT then has to beat.

By the depth theorem (docs/theory.md, theorem 7) only how deep each beaker has been dug out matters, so merges of whole
runs are made as soon as they are possible: they cost nothing (bounds.py) and only dig. What is left to choose are the
*parks*, whole runs into empty beakers; the pouring out of monos, to have an empty beaker again; and streaks of partial
pours over several tops. Layer by layer each state tries all of these, and the best `width` of all successors go on.

Nothing is proven by this search, and what it finds is replayed.
"""

import heapq
from collections.abc import Iterator
from typing import NamedTuple

from cpmodel.solving import Answer, Status
from instances.solving.limits import Settings
from instances.watersort.bounds import filled_beakers, interned
from instances.watersort.rules import Deal, Pour, after, poured, runs, verify

Stack = tuple[tuple[int, int], ...]  # a beaker's runs, bottom first: ((color, units), ...)


class Weights(NamedTuple):
    """What makes a state bad: a weighted sum. Found by trying on deals of 20 x 3, 40 x 5 and 100 x 11."""

    cost: float  # excess so far
    empties: float = -4  # empty beakers
    runs: float = 1
    homes: float = 0.5  # beakers of one colour alone
    doubles: float = 1.5  # tops that show a colour which another top shows too
    squares: float = -0.1  # sum of (runs in a beaker) ** 2: deep beakers beside cleared ones rather than all half dug


CAREFUL, CHEAP = Weights(cost=0), Weights(cost=1)


class State:
    """Beakers along a plan, with what pours change about them.

    showing: colour -> the beakers that show it on top. bottoms: colour -> beakers with it at the bottom. cost: pours
    made, and the bottoms bound now, less that of the deal. pours: those since the state before, as (source, target).
    key: equal for states that differ in the order of their beakers only; for the rest see Weights.
    """

    __slots__ = (
        "before", "bottoms", "cost", "doubles", "empties", "homes", "key", "pours", "runs", "showing", "squares",
        "stacks", "units",
    )  # fmt: skip

    def __init__(self, stacks: list[Stack], colors: int) -> None:
        self.stacks = stacks
        self.units = [sum(units for _, units in stack) for stack in stacks]
        self.showing: list[tuple[int, ...]] = [()] * colors
        self.bottoms = [0] * colors
        for i, stack in enumerate(stacks):
            if stack:
                self.showing[stack[-1][0]] += (i,)
                self.bottoms[stack[0][0]] += 1
        self.empties = tuple(i for i, stack in enumerate(stacks) if not stack)
        self.runs = sum(map(len, stacks))
        self.squares = sum(len(stack) ** 2 for stack in stacks)
        self.homes = sum(len(stack) == 1 for stack in stacks)
        self.doubles = sum(len(tops) - 1 for tops in self.showing if tops)
        self.key = sum(map(hash, stacks))
        self.cost = 0
        self.pours: list[tuple[int, int]] = []
        self.before: State | None = None

    def copy(self) -> "State":
        other = State.__new__(State)
        other.stacks, other.units = self.stacks[:], self.units[:]
        other.showing, other.bottoms = self.showing[:], self.bottoms[:]
        other.empties, other.runs, other.squares = self.empties, self.runs, self.squares
        other.homes, other.doubles, other.key = self.homes, self.doubles, self.key
        other.cost, other.pours, other.before = self.cost, [], self
        return other

    def badness(self, weights: Weights) -> float:
        return (
            weights.cost * self.cost
            + weights.empties * len(self.empties)
            + weights.runs * self.runs
            + weights.homes * self.homes
            + weights.doubles * self.doubles
            + weights.squares * self.squares
        )

    def shows(self, color: int, i: int) -> None:
        self.doubles += bool(self.showing[color])
        self.showing[color] += (i,)

    def shows_no_more(self, color: int, i: int) -> None:
        self.showing[color] = tuple(top for top in self.showing[color] if top != i)
        self.doubles -= bool(self.showing[color])

    def put(self, i: int, stack: Stack) -> None:
        self.key += hash(stack) - hash(self.stacks[i])
        self.stacks[i] = stack


class Dig:
    """The rules of one deal: what may be poured, and what it costs."""

    def __init__(self, deal: Deal) -> None:
        names, beakers = interned(deal)
        number = {name: color for color, name in enumerate(names)}
        self.capacity = deal.capacity
        filled = filled_beakers(beakers, deal.capacity)
        self.filled = [filled[color] for color in range(len(names))]
        stacks = [tuple((number[run.color], run.units) for run in runs(beaker)) for beaker in deal.beakers]
        self.start = State(stacks, len(names))
        self.settle(self.start, list(range(len(stacks))))

    def pour(self, state: State, i: int, j: int) -> None:
        """As much as fits, with what that costs."""
        source, target = state.stacks[i], state.stacks[j]
        color, units = source[-1]
        moved = min(units, self.capacity - state.units[j])
        state.pours.append((i, j))
        state.units[i] -= moved
        state.units[j] += moved
        state.put(j, (*target[:-1], (color, (target[-1][1] if target else 0) + moved)))
        if not target:
            state.cost += state.bottoms[color] >= self.filled[color]
            state.bottoms[color] += 1
            state.shows(color, j)
            state.empties = tuple(e for e in state.empties if e != j)
            state.homes += 1
            state.runs += 1
            state.squares += 1
        if moved < units:
            state.cost += 1
            state.put(i, (*source[:-1], (color, units - moved)))
            return
        rest = source[:-1]
        state.put(i, rest)
        state.runs -= 1
        state.squares -= 2 * len(source) - 1
        state.shows_no_more(color, i)
        if rest:
            state.shows(rest[-1][0], i)
            state.homes += len(rest) == 1
        else:
            state.cost += state.bottoms[color] <= self.filled[color]
            state.bottoms[color] -= 1
            state.empties += (i,)
            state.homes -= 1

    def settle(self, state: State, changed: list[int]) -> None:
        """Make all merges of whole runs that cost nothing, around the beakers that have changed."""
        while changed:
            i = changed.pop()
            if state.stacks[i] and (merge := self.free_merge(state, i)) is not None:
                self.pour(state, *merge)
                changed += merge

    def free_merge(self, state: State, i: int) -> tuple[int, int] | None:
        """A merge of beaker i with another one, in either direction: onto monos first, then out of the shallowest."""
        color = state.stacks[i][-1][0]
        best, chosen = None, None
        for j in state.showing[color]:
            if j == i:
                continue
            for source, target in ((i, j), (j, i)):
                depth = len(state.stacks[source])
                fits = state.stacks[source][-1][1] <= self.capacity - state.units[target]
                if fits and (
                    depth > 1 or (len(state.stacks[target]) == 1 and state.bottoms[color] > self.filled[color])
                ):
                    key = (len(state.stacks[target]) > 1, depth)
                    if best is None or key < best:
                        best, chosen = key, (source, target)
        return chosen

    def successors(self, state: State) -> Iterator[State]:
        """After each pour into an empty beaker, and each streak over the tops of its colour, that makes a run go."""
        for color, tops in enumerate(state.showing):
            room = sum(self.capacity - state.units[i] for i in tops)
            has_home = any(len(state.stacks[i]) == 1 for i in tops)
            for i in tops:
                stack = state.stacks[i]
                if len(stack) > 1 and state.empties and not (has_home and self.filled[color] == 1):
                    yield self.moved(state, i, [state.empties[-1]])
                if len(tops) > 1 and room - (self.capacity - state.units[i]) >= stack[-1][1]:
                    widest = sorted((j for j in tops if j != i), key=lambda j: state.units[j])
                    yield self.moved(state, i, widest)

    def moved(self, state: State, i: int, targets: list[int]) -> State:
        """The state after the top run of beaker i has gone over these targets, and all that follows by itself."""
        other, runs_before = state.copy(), len(state.stacks[i])
        color = state.stacks[i][-1][0]
        for j in targets:
            self.pour(other, i, j)
            if len(other.stacks[i]) < runs_before:
                break
        self.settle(other, [i, *other.showing[color]])
        return other

    def solved(self, state: State) -> bool:
        return state.runs == sum(self.filled) and len(state.empties) == len(state.stacks) - state.runs


def shortest_found(deal: Deal, width: int, weights: Weights, most: float) -> State | None:
    """The solved state of least cost that a beam of this width meets, of those that cost at most so much."""
    rules = Dig(deal)
    beam, best = [rules.start], None
    if rules.solved(rules.start):
        return rules.start
    while beam:
        seen: set[int] = set()
        found: list[tuple[float, int, State]] = []
        for state in beam:
            for other in rules.successors(state):
                if other.cost > most:
                    continue
                if rules.solved(other):
                    best, most = other, other.cost - 1
                elif other.key not in seen:
                    seen.add(other.key)
                    found.append((other.badness(weights), len(found), other))
        beam = [state for _, _, state in heapq.nsmallest(width, found)]
    return best


def plan_to(deal: Deal, last: State) -> tuple[Pour, ...]:
    """The pours that led to the state, verified."""
    parts, state = [], last
    while state is not None:
        parts.append(state.pours)
        state = state.before  # type: ignore[assignment]
    plan, beakers = list[Pour](), deal.beakers
    for i, j in (pour for part in reversed(parts) for pour in part):
        plan.append(Pour(i, j, beakers[i][-1], poured(beakers[i], beakers[j], deal.capacity)))
        beakers = after(beakers, plan[-1])
    verify(deal, tuple(plan))
    return tuple(plan)


def dig(deal: Deal, size: int, most: float, settings: Settings, seconds: float | None) -> Answer:
    """A plan of excess `most` at most; each size is a beam of double width, by turns careful and cheap."""
    found = shortest_found(deal, 3 << size, CHEAP if size % 2 else CAREFUL, most)
    return Answer(Status.NOTHING_FOUND) if found is None else Answer(Status.FEASIBLE, plan_to(deal, found))
