"""The state variables and transitions of water sort for didppy.

    units[i]        units in the place of run i of the deal; it is exposed once none are left in that of the run above
    opened[c][k]    number of beakers with k units that colour c has opened
    empties         number of empty beakers
    left            number of runs; bottoms[c]: number of beakers with colour c at the bottom

Emptied beakers and beakers that a colour opens have no names: states that would differ only in such names are the same
state. The dual bound is base (fewest_pours/puzzles/watersort/numbered_deal.py), which is 0 exactly in solved states.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations_with_replacement, permutations, product
from typing import Any

import didppy as dp

from fewest_pours.puzzles.watersort.numbered_deal import Numbered, PlacedRun, placed_runs
from search_baseline.watersort.beakers import Step, top_units

Expression = Any  # of didppy


@dataclass
class PourEnd:
    """A beaker as the source or the target of a pour: one of the deal, opened by the colour, or empty."""

    units: Expression  # of the top run
    free: Expression  # units that it has room for
    when: Expression  # condition: it may be poured from and onto
    run: PlacedRun | None = None  # of the deal, whose place this is
    held: int = 0  # units, for a beaker that the colour opened

    @property
    def is_empty(self) -> bool:
        return self.run is None and self.held == 0


Transition = tuple[int, PourEnd, PourEnd]  # the colour of a pour, and its ends


class WaterSort:
    """The model of one deal."""

    def __init__(self, game: Numbered) -> None:
        self.capacity, _, self.beakers, self.filled = game
        self.runs = placed_runs(self.beakers)
        self.poured: list[Transition] = []  # the name of each is its index here
        self.dp = dp.Model(maximize=False, float_cost=False)
        self.units = [self.dp.add_int_var(target=run.units) for run in self.runs]
        self.opened = [{k: self.dp.add_int_var(target=0) for k in range(1, self.capacity + 1)} for _ in self.filled]
        self.empties = self.dp.add_int_var(target=self.beakers.count(()))
        self.left = self.dp.add_int_var(target=len(self.runs))
        bottoms = Counter(run.color for run in self.runs if not run.level)
        self.bottoms = [self.dp.add_int_var(target=bottoms[color]) for color in range(len(self.filled))]
        for color in range(len(self.filled)):
            self.pours(color)
        missing = (dp.max(0, fills - bottoms) for fills, bottoms in zip(self.filled, self.bottoms, strict=True))
        base = self.dp.add_int_state_fun(self.left - sum(self.filled) + total(missing))
        self.dp.add_dual_bound(base)
        self.dp.add_base_case([base == 0])

    def pour(self, color: int, source: PourEnd, target: PourEnd, *when: Expression) -> None:
        """Add a transition. when: further conditions."""
        poured = dp.min(source.units, target.free)
        left_behind = source.units - poured
        filled_up = target.units + poured
        may_empty_source = source.run is None or source.run.level == 0
        is_run_gone = one_if(left_behind == 0)
        bottoms = self.bottoms[color]
        effects = [(self.left, self.left - is_run_gone + int(target.is_empty))]
        if may_empty_source:  # then the target is not empty: see `pours`
            effects += [(self.empties, self.empties + is_run_gone), (bottoms, bottoms - is_run_gone)]
        elif target.is_empty:
            effects += [(self.empties, self.empties - 1), (bottoms, bottoms + 1)]
        if source.run:
            effects.append((source.units, left_behind))
        if target.run:
            effects.append((target.units, filled_up))
        for k, beakers in self.opened[color].items():
            # How many of the two ends are beakers that the colour has opened, with k units, before and after the pour:
            # afterwards an opened source has fewer units, and a target that is opened now, or was already, has more.
            before = (source.held, target.held).count(k)
            after = []
            if k < source.held:
                after.append(one_if(left_behind == k))
            if target.run is None and k > target.held:
                after.append(one_if(filled_up == k))
            if before or after:
                effects.append((beakers, beakers - before + total(after)))
        conditions = [source.when, target.when, *when]
        if target.run:
            conditions.append(target.free > 0)
        transition = dp.Transition(
            name=str(len(self.poured)),
            cost=1 + dp.IntExpr.state_cost(),
            preconditions=conditions,
            effects=effects,
        )
        self.dp.add_transition(transition)
        self.poured.append((color, source, target))

    def pours(self, color: int) -> None:
        """Every pour of the colour, up to the names of beakers; no mono onto an empty beaker."""
        placed = [self.place(i) for i, run in enumerate(self.runs) if run.color == color]
        opened = [
            PourEnd(dp.IntExpr(k), dp.IntExpr(self.capacity - k), beakers > 0, held=k)
            for k, beakers in self.opened[color].items()
        ]
        # Nothing is poured onto a full beaker. To pour it onto another opened one would only swap the two: what goes is
        # what the other lacks, and as many units are left as the other had.
        full = opened.pop()
        for source, target in permutations(placed, 2):
            self.pour(color, source, target)
        for end, other in product(placed, opened):
            self.pour(color, end, other)
            self.pour(color, other, end)
        # Of two opened beakers, the other way round leads to the same: all units in one, or one full and the rest.
        for source, target in combinations_with_replacement(opened, 2):
            if source is target:
                self.pour(color, source, target, self.opened[color][source.held] > 1)
            else:
                self.pour(color, source, target)
        if self.filled[color] > 1:  # otherwise no other beaker shows the colour
            for end in placed:
                self.pour(color, full, end)
        empty = PourEnd(dp.IntExpr(0), dp.IntExpr(self.capacity), self.empties > 0)
        for end in placed:
            if end.run and end.run.level:
                self.pour(color, end, empty)

    def place(self, i: int) -> PourEnd:
        """The place of run i, while it is the top of its beaker."""
        shows = self.units[i] > 0
        if i + 1 < len(self.runs) and self.runs[i + 1].level:
            shows &= self.units[i + 1] == 0
        free = self.capacity - self.runs[i].below - self.units[i]
        return PourEnd(self.units[i], free, self.dp.add_bool_state_fun(shows), self.runs[i])

    def steps(self, names: Iterable[str]) -> list[Step]:
        """The pours of transitions, each as the contents of source and target before it."""
        held = list(self.beakers)
        found = []
        for name in names:
            color, *ends = self.poured[int(name)]
            source, target = (held[end.run.beaker] if end.run else (color,) * end.held for end in ends)
            units = min(top_units(source), self.capacity - len(target))
            emptier = source[:-units]
            fuller = target + source[-units:]
            for end, after in zip(ends, (emptier, fuller), strict=True):
                if end.run:
                    held[end.run.beaker] = after
            found.append((source, target))
        return found


def one_if(condition: Expression) -> Expression:
    return condition.if_then_else(dp.IntExpr(1), dp.IntExpr(0))


def total(numbers: Iterable[Expression]) -> Expression:
    return sum(numbers, start=dp.IntExpr(0))
