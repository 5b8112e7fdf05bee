"""The pooled game with its payments: which pours a plan makes above the bottoms bound.

Lemma 28 of docs/theory.md, and instances/checker/pooled_game.py: every plan, with some pours left out, is a walk of
this game. In short, a beaker that holds two colours is *standing*, one that holds a colour alone is a *mono*, and a
state says how many runs of each beaker are gone and how many monos each colour has. By a step the exposed run of a
standing beaker goes, as a *merge* or as a *park*, or a mono goes, as an *out*.

*Payments.* Let b_c be the beakers with c at the bottom and m_c those that c fills at the end. With the bottoms bound
(instances/watersort/bounds.py) as a potential, which is 0 at the end,

    pours = (bottoms bound) + (parks of a colour with b_c >= m_c) + (outs of a colour with b_c <= m_c)

for every walk, as each other step lowers the bound by 1 and these leave it. So there is no plan of fewer than
(bottoms bound) + x pours if no walk with fewer than x payments clears all beakers. No rule of dominance is used. Once
all beakers are cleared the rest costs nothing: outs of colours with more monos than they fill beakers.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from instances.solving.limits import Watch
from instances.watersort.bounds import PlacedRun, filled_beakers, interned, placed_runs
from instances.watersort.rules import Deal

BATCH = 1000  # states between two looks at the watch


class State(NamedTuple):
    """State(gone=(0, 2), monos=(0, 1, 0)): of each beaker that stands in the deal, and of each colour."""

    gone: tuple[int, ...]
    monos: tuple[int, ...]


class Level(NamedTuple):
    """What a standing beaker is when some of its runs are gone: Level(2, 3, {2: -1, 0: 2})

    color: of the exposed run; room: from what lies below it up to the rim. load: for each colour the units of the gone
    runs and the exposed one, less that room for the exposed colour. A cleared beaker: color -1, room 0, all units.
    """

    color: int
    room: int
    load: dict[int, int]


class PooledGame:
    """beakers: the runs of each that stands in the deal, topmost first. filled: m_c. lying: units in monos at first."""

    def __init__(self, deal: Deal) -> None:
        self.names, beakers = interned(deal)
        self.capacity, self.number = deal.capacity, len(beakers)
        self.filled = [filled_beakers(beakers, deal.capacity)[color] for color in range(len(self.names))]
        stacks: list[list[PlacedRun]] = [[] for _ in beakers]
        for run in reversed(placed_runs(beakers)):
            stacks[run.beaker].append(run)
        self.beakers = [stack for stack in stacks if len(stack) > 1]
        self.levels = [[self.level(stack, gone) for gone in range(len(stack))] for stack in self.beakers]
        alone = [stack[0] for stack in stacks if len(stack) == 1]
        self.lying = Counter[int]()
        for run in alone:
            self.lying[run.color] += run.units
        monos = Counter(run.color for run in alone)
        self.start = State((0,) * len(self.beakers), tuple(monos[color] for color in range(len(self.names))))
        self.end = tuple(len(stack) - 1 for stack in self.beakers)

    def level(self, stack: list[PlacedRun], gone: int) -> Level:
        cleared = gone == len(stack) - 1
        load = Counter[int]()
        for run in stack if cleared else stack[: gone + 1]:
            load[run.color] += run.units
        if cleared:
            return Level(-1, 0, load)
        room = self.capacity - stack[gone].below
        load[stack[gone].color] -= room
        return Level(stack[gone].color, room, load)

    def bottoms(self, state: State) -> list[int]:
        """b_c of each colour."""
        found = list(state.monos)
        for stack, gone in zip(self.beakers, state.gone, strict=True):
            if gone < len(stack) - 1:
                found[stack[-1].color] += 1
        return found

    def steps(self, state: State) -> Iterator[tuple[State, int]]:
        """The states that one step leads to, each with its payment, 0 or 1."""
        gone, monos = state
        loads = [self.lying[color] for color in range(len(monos))]
        for levels, k in zip(self.levels, gone, strict=True):
            for color, units in levels[k].load.items():
                loads[color] += units
        bottoms = self.bottoms(state)
        full = sum(bottoms) == self.number
        for b, k in enumerate(gone):
            if k == self.end[b]:
                continue
            color, room, _ = self.levels[b][k]
            lower = changed(gone, b, 1)
            bared = changed(monos, self.beakers[b][-1].color, 1) if k + 1 == self.end[b] else monos
            if loads[color] + room <= self.capacity * monos[color]:
                yield State(lower, bared), 0
            if not full:
                yield State(lower, changed(bared, color, 1)), int(bottoms[color] >= self.filled[color])
        for color, number in enumerate(monos):
            if number and loads[color] <= self.capacity * (number - 1):
                yield State(gone, changed(monos, color, -1)), int(bottoms[color] <= self.filled[color])


def changed(numbers: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    """The same with another number at one place."""
    return (*numbers[:place], numbers[place] + by, *numbers[place + 1 :])


class TooMany(Exception):
    """More states than were asked for."""


def closed_states(game: PooledGame, payments: int, most: int, watch: Watch) -> dict[State, int] | None:
    """All states that so many payments or fewer lead to, each with the fewest; None if they clear all beakers.

    Raises TooMany for more than `most` states, and LimitReached.
    """
    paid = {game.start: 0}
    for spent in range(payments + 1):
        waiting = [state for state, fewest in paid.items() if fewest == spent]
        for number, state in enumerate(waiting):  # which grows
            if state.gone == game.end:
                return None
            if number % BATCH == 0:
                watch.check()
            for step, payment in game.steps(state):
                if spent + payment <= payments and paid.get(step, payments + 1) > spent + payment:
                    paid[step] = spent + payment
                    if not payment:
                        waiting.append(step)
            if len(paid) > most:
                raise TooMany(f"more than {most:,} pooled states")
    return paid
