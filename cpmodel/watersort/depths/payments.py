"""The fewest payments of any schedule, over the alive depths of a deal: a lower bound on the excess (Lemma 16).

The states are those of schedules with the fewest payments: depths, and which colours have a mono. They are visited in
order of payments, depth first among equals, so the first solved one has the fewest. If its piles find places, the
schedule that leads there is a shortest plan (schedule.py).
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from cpmodel.watersort.depths.schedule import Change, plan_of_schedule
from cpmodel.watersort.depths.simplified import Runs
from cpmodel.watersort.depths.states import Depths
from cpmodel.watersort.search_node import Node
from fewest_pours.puzzles.watersort.depths.tables import Array
from fewest_pours.puzzles.watersort.rules import Plan

MOST = 50_000  # states: about two seconds
LARGEST = 256  # capacity, so that a byte counts the runs that are gone from a stack
Gone = int  # how many runs are gone from each stack, a byte each, that of the first stack lowest
Colors = frozenset[int]
Pooled = tuple[Gone, Colors]  # a state of the pooled game: which runs are gone, which colours have a mono


class Removal(NamedTuple):
    """A run and its colour; what its removal adds to the load of its colour; the colour of the bottom that it bares."""

    run: int
    color: int
    load: int
    bared: Colors


class Position(NamedTuple):
    """What depths determine: load and covered bottoms by colour, and the removals that lead to alive depths."""

    load: Sequence[int]
    covered: Sequence[int]
    steps: list[tuple[Gone, Removal]]


Here = Node[Pooled, Change]


def packed(row: Array) -> Gone:
    return int.from_bytes(row.tobytes(), "little")


class Schedules:
    """The transitions between alive depths with monos: a path of them to the end is a schedule.

    depths: of runs.game. layers: the alive ones (Depths.alive). Phases must support the deal.
    """

    def __init__(self, runs: Runs, depths: Depths, layers: Sequence[Array]) -> None:
        self.runs, self.depths = runs, depths
        self.alive = {packed(row) for layer in layers for row in layer.astype(np.uint8)}
        lone = Colors(beaker[0] for beaker in runs.beakers if beaker and len(set(beaker)) == 1)
        self.start: Pooled = (0, lone)
        self.end = packed(depths.cleared.astype(np.uint8))
        self.first = depths.first.tolist()
        self.removals = [
            Removal(runs.all.index(run), run.color, change[run.color], Colors([] if below.level else [below.color]))
            for (run, below), change in zip(depths.removals, depths.changes.tolist(), strict=True)
        ]
        self.position = cache(self.position_of)

    def position_of(self, gone: Gone) -> Position:
        depths = self.depths
        numbers = gone.to_bytes(len(depths.stacks), "little")
        rows = depths.rows(np.frombuffer(numbers, np.uint8)[None])
        load: list[int] = (depths.start_loads + rows[0] @ depths.changes).tolist()
        covered, steps = [0] * len(load), list[tuple[Gone, Removal]]()
        for i, (number, stack) in enumerate(zip(numbers, depths.stacks, strict=True)):
            if number + 1 < len(stack):
                covered[stack[-1].color] += 1
                if (after := gone + (1 << 8 * i)) in self.alive:
                    steps.append((after, self.removals[self.first[i] + number]))
        return Position(load, covered, steps)

    def changes(self, gone: Gone, monos: Colors) -> Iterator[tuple[int, Pooled, Change]]:
        """Payments, the state that follows, and the change: merges, and parks with the out that makes room for them.

        For example, let red fill one beaker and have a covered bottom and no mono. If a red run goes next, it may merge
        if the room above red runs suffices; or park, which pays 1, in an empty beaker; if there is none, some mono of
        another colour is poured out first, which pays 1 if that colour has no covered bottom.
        """
        load, covered, steps = self.position(gone)
        has_empty = sum(covered) + len(monos) < self.runs.usable
        for after, (run, color, more, bared) in steps:
            if color in monos or load[color] + more <= 0:
                yield 0, (after, monos | bared), Change(run)
            if color not in monos:
                pays = int(covered[color] > 0)
                if has_empty:
                    yield pays, (after, monos | bared | {color}), Change(run, True)
                    continue
                for out in monos:
                    if load[out] <= 0:
                        state = after, monos - {out} | bared | {color}
                        yield pays + (not covered[out]), state, Change(run, True, [out])

    def fewest_payments(self) -> tuple[int, Here]:
        """The fewest payments of any schedule, and its last state, for a deal with a plan.

        After MOST states only a lower bound of the payments, and any state.
        """
        waiting = defaultdict[int, list[Here]](list, {0: [Here(self.start)]})
        seen = set[Pooled]()
        while waiting:
            stack = waiting[payments := min(waiting)]
            while stack:
                here = stack.pop()
                if here.state[0] == self.end or len(seen) == MOST:
                    return payments, here
                if here.state not in seen:
                    seen.add(here.state)
                    for pays, state, change in self.changes(*here.state):
                        waiting[payments + pays].append(Here(state, change, here))
            del waiting[payments]
        raise AssertionError("a deal with alive depths has a schedule (Theorem 7, Lemma 10)")

    def plan(self, here: Here) -> Plan | None:
        """The pours of the schedule that led to a state; None if it is not the end, or if a pile finds no place."""
        return plan_of_schedule(self.runs, here.moves()) if here.state[0] == self.end else None
