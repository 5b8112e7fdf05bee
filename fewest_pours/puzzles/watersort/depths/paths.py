"""Whether a depth path leads on from given depths: a depth-first search that remembers what it decided."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from fewest_pours.puzzles.watersort.depths.removals import Gone, Loads, Removal, Removals
from fewest_pours.puzzles.watersort.numbered_deal import Numbered
from fewest_pours.running.limits import Limits

NO_DEPTH_PATH = "no depth path leads to the end"  # why no plan exists (theorem 7)
BATCH = 1000  # depths decided between two checks of the limits


class RemovalChange(NamedTuple):
    """What the next removal from a stack changes.

    color, gain: of the run removed, and what the load of this colour gains; color_below, gain_below: the same of the
    run below it. units_below: the units that lie below the run removed.
    """

    color: int
    gain: int
    color_below: int
    gain_below: int
    units_below: int


class DepthPaths(Removals):
    """The depths of a deal, each decided once. A removal changes the loads of two colours only."""

    def __init__(self, game: Numbered, limits: Limits) -> None:
        super().__init__(game)
        self.limits = limits
        self.start: Gone = (0,) * len(self.stacks)
        self.cleared = [len(stack) - 1 for stack in self.stacks]
        self.stack_of = {stack[0].beaker: number for number, stack in enumerate(self.stacks)}
        self.changes = [[self.change(Removal(*pair)) for pair in pairwise(stack)] for stack in self.stacks]
        self.leads_on: dict[Gone, bool] = {tuple(self.cleared): True}

    def change(self, removal: Removal) -> RemovalChange:
        return RemovalChange(
            removal.run.color,
            self.load_gain_of_run(removal),
            removal.under.color,
            self.load_gain_below(removal),
            removal.run.below,
        )

    def without_top(self, beaker: int) -> Gone:
        """The depths once the top run of this beaker has left the deal: unchanged if the beaker does not stand."""
        stack = self.stack_of.get(beaker)
        return tuple(int(number == stack) for number in range(len(self.stacks)))

    def exists_from(self, start: Gone) -> bool:
        """Whether removals lead from these depths to the end. Raises LimitReached."""
        # The depths on the way that are not decided yet, each with the steps from it that were not tried yet.
        trail = [(start, self.steps(start, self.loads(start)))]
        while start not in self.leads_on:
            here, steps = trail[-1]
            step = next(steps, None)
            if step is None:
                self.leads_on[here] = False
                trail.pop()
                if len(self.leads_on) % BATCH == 0:
                    self.limits.check()
                continue
            later, loads = step
            if later not in self.leads_on:
                trail.append((later, self.steps(later, loads)))
            elif self.leads_on[later]:
                self.leads_on.update((gone, True) for gone, _ in trail)
        return self.leads_on[start]

    def loads(self, gone: Gone) -> Loads:
        """The load of each colour at these depths."""
        loads = self.loads_at_start()
        for number, changes in zip(gone, self.changes, strict=True):
            for change in changes[:number]:
                loads = changed(loads, change)
        return loads

    def steps(self, gone: Gone, loads: Loads) -> Iterator[tuple[Gone, Loads]]:
        """The depths after each removal that the inequality allows, and their loads.

        The highest top run goes first, as it adds least to the load of its colour.
        """
        standing = [stack for stack, number in enumerate(gone) if number < self.cleared[stack]]
        free = len(self.game.beakers) - len(standing) - sum(map(self.need, loads))
        standing.sort(key=lambda stack: -self.changes[stack][gone[stack]].units_below)
        for stack in standing:
            change = self.changes[stack][gone[stack]]
            load = loads[change.color]
            if self.need(load + change.gain) - self.need(load) <= free:
                yield (*gone[:stack], gone[stack] + 1, *gone[stack + 1 :]), changed(loads, change)


def changed(loads: Loads, change: RemovalChange) -> Loads:
    """The loads after a removal."""
    after = list(loads)
    after[change.color] += change.gain
    after[change.color_below] += change.gain_below
    return tuple(after)
