"""Whether a position can be won, by its depths alone (docs/theory.md, theorem 7): for the many positions of a hint."""

from collections import Counter
from functools import cached_property

from instances.watersort.rules import State, runs

Gone = tuple[int, ...]  # (2, 0, 1): how many runs each standing beaker has lost


class Depths:
    """The depths that a position may come to. `wins` remembers what it has decided."""

    def __init__(self, state: State, capacity: int) -> None:
        self.beakers, self.capacity = len(state), capacity
        stacks = {place: runs(beaker)[::-1] for place, beaker in enumerate(state)}
        self.standing = [place for place, stack in stacks.items() if len(stack) > 1]
        colors = list(Counter(color for beaker in state for color in beaker))
        number = {color: i for i, color in enumerate(colors)}
        self.tops: list[list[tuple[int, int]]] = []  # of each standing beaker, for each run: colour, units below it
        self.shares: list[list[list[int]]] = []  # and what the beaker adds to each load once so many runs are gone
        for place in self.standing:
            stack, below, tops = stacks[place], len(state[place]), list[tuple[int, int]]()
            loose, shares = [0] * len(colors), list[list[int]]()
            for run in stack:
                below -= run.units
                tops.append((number[run.color], below))
                share = loose.copy()
                share[number[run.color]] -= capacity - below - run.units
                shares.append(share)
                loose[number[run.color]] += run.units
            self.tops.append(tops)
            self.shares.append([*shares[:-1], loose])
        self.lying = [0] * len(colors)
        for stack in stacks.values():
            if len(stack) == 1:
                self.lying[number[stack[0].color]] += stack[0].units
        self.known: dict[Gone, bool] = {}

    @cached_property
    def start(self) -> Gone:
        return (0,) * len(self.standing)

    def wins(self, gone: Gone) -> bool:
        """Whether steps lead on to where no beaker stands."""
        if gone not in self.known:
            steps = self.steps(gone)
            ended = all(lost == len(tops) - 1 for lost, tops in zip(gone, self.tops, strict=True))
            self.known[gone] = ended or any(self.wins(self.after(gone, stack)) for stack in steps)
        return self.known[gone]

    def after(self, gone: Gone, stack: int) -> Gone:
        return (*gone[:stack], gone[stack] + 1, *gone[stack + 1 :])

    def steps(self, gone: Gone) -> list[int]:
        """Stacks whose top run may leave, by (*), those that need no further beaker first."""
        rows = (shares[lost] for shares, lost in zip(self.shares, gone, strict=True))
        loads = [sum(each) for each in zip(self.lying, *rows, strict=True)]
        left = [stack for stack, lost in enumerate(gone) if lost < len(self.tops[stack]) - 1]
        free = self.beakers - len(left) - sum(map(self.need, loads))
        found = []
        for stack in left:
            color, below = self.tops[stack][gone[stack]]
            more = self.need(loads[color] + self.capacity - below) - self.need(loads[color])
            if more <= free:
                found.append((more, stack))
        return [stack for _, stack in sorted(found)]

    def need(self, load: int) -> int:
        return max(0, -(-load // self.capacity))
