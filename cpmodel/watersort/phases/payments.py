"""The fewest payments of any schedule, over the alive depths of a deal: a lower bound on the excess (Lemma 31).

Proof of Lemma 31. By Lemma 12 the payments of some schedule are at most the excess of a shortest plan. By Lemmas 14 and
15 some schedule with the fewest payments has one mono of a colour at most (a second one, from a bottom that is bared,
goes at once and is not paid), parks no run of a colour that has one, and pours an only mono out just before a park that
has no empty beaker otherwise, one for each park. The depths that it passes are alive (proof of Lemma 29). The states
below, depths and monos, are those of such schedules. They are visited in order of payments, depth first among equals,
so the first solved one has the fewest.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from cpmodel.watersort.invariant.depths import Depths
from cpmodel.watersort.invariant.facts import Rows
from cpmodel.watersort.phases.simplified import simplified
from instances.watersort.bounds import interned

MOST = 50_000  # states: about two seconds
Gone = bytes  # how many runs are gone from each stack
Colors = frozenset[int]
State = tuple[Gone, Colors]  # and which colours have a mono


class Step(NamedTuple):
    """A run of this colour goes, which leads to `after`; bared: the colour of the bottom below it, if it lay on one."""

    after: Gone
    color: int
    bared: Colors


class Position(NamedTuple):
    """What depths determine: load and covered bottoms by colour, standing beakers, and steps to alive depths."""

    load: Sequence[int]
    standing: int
    covered: Sequence[int]
    steps: list[Step]


class Schedules:
    """Those over the alive depths of a deal, as moves from state to state.

    layers: the alive depths (Depths.alive). Phases must support the deal.
    """

    def __init__(self, depths: Depths, layers: Sequence[Rows]) -> None:
        runs = simplified(depths.deal)
        number = {name: color for color, name in enumerate(interned(depths.deal)[0])}
        lone = [runs.names[beaker[0]] for beaker in runs.beakers if beaker and len(set(beaker)) == 1]
        self.depths = depths
        self.beakers = sum(map(bool, runs.beakers)) + runs.empties
        self.alive = {row.tobytes() for layer in layers for row in layer.astype(np.uint8)}
        self.start: State = (bytes(len(depths.stacks)), Colors(number[name] for name in lone))
        self.end = depths.cleared.astype(np.uint8).tobytes()
        self.position = cache(self.position_of)

    def position_of(self, gone: Gone) -> Position:
        counts = np.frombuffer(gone, dtype=np.uint8)
        covered = [0] * len(self.depths.filled)
        steps = list[Step]()
        for i, stack in enumerate(self.depths.stacks):
            if (left := len(stack) - 1 - gone[i]) > 0:
                covered[stack[-1].color] += 1
                after = gone[:i] + bytes([gone[i] + 1]) + gone[i + 1 :]
                if after in self.alive:
                    steps.append(Step(after, stack[gone[i]].color, Colors([stack[-1].color] if left == 1 else [])))
        load = self.depths.start_loads + self.depths.rows(counts[None])[0] @ self.depths.changes
        return Position(load.tolist(), sum(covered), covered, steps)

    def moves(self, gone: Gone, monos: Colors) -> Iterator[tuple[int, State]]:
        """Payments, and the state that follows: merges, and parks with the out that makes room for them."""
        here = self.position(gone)
        for after, color, bared in here.steps:
            if color in monos or self.position(after).load[color] <= 0:
                yield 0, (after, monos | bared)
            if color not in monos:
                pays = int(here.covered[color] > 0)
                if here.standing + len(monos) < self.beakers:
                    yield pays, (after, monos | bared | {color})
                    continue
                for out in monos:
                    if here.load[out] <= 0:
                        yield pays + (not here.covered[out]), (after, monos - {out} | bared | {color})


def fewest_payments(schedules: Schedules) -> int:
    """The fewest payments of any schedule, for a deal with a plan; after MOST states only a lower bound of it."""
    waiting = defaultdict[int, list[State]](list, {0: [schedules.start]})
    seen = set[State]()
    while waiting:
        stack = waiting[payments := min(waiting)]
        while stack:
            state = stack.pop()
            if state[0] == schedules.end or len(seen) == MOST:
                return payments
            if state not in seen:
                seen.add(state)
                for pays, after in schedules.moves(*state):
                    waiting[payments + pays].append(after)
        del waiting[payments]
    raise AssertionError("a deal with alive depths has a schedule (Theorem 7, Lemma 12)")
