"""The state variables and transitions of water sort for didppy.

    level[b]        number of runs left in beaker b of the deal; 0: it was emptied, and counts as any empty beaker
    top[b]          units of its top run; 0 where the level is 0
    opened[c][k]    number of beakers with k units that colour c has opened
    empties         number of empty beakers

Emptied beakers and beakers that a colour opens have no names: states that would differ only in such names are the same
state. The dual bound is base (instances/puzzles/watersort/numbered.py).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

import didppy as dp

from instances.puzzles.watersort.numbered import Beaker, Numbered, PlacedRun, placed_runs
from search_baseline.watersort.beakers import Step, top_units

Expression = Any  # of didppy


@dataclass
class Original:
    """A beaker of the deal: its variables and expressions of them."""

    place: int
    runs: list[PlacedRun]  # bottom first
    level: Expression
    top: Expression
    shows: dict[int, Expression]  # color -> it is the colour of the top run
    free: Expression  # units that it has room for
    next_top: Expression  # units of the run below the top one


@dataclass
class End:
    """A beaker as the source or the target of a pour: one of the deal, opened by the colour, or empty."""

    units: Expression  # of the top run
    free: Expression  # units that it has room for
    when: Expression  # condition: it may be poured from and onto
    last: Expression  # condition: nothing lies below the top run
    original: Original | None = None
    held: int = 0  # units, for a beaker that the colour opened


class WaterSort:
    """The model of one deal."""

    def __init__(self, game: Numbered) -> None:
        self.capacity, _, self.beakers, self.filled = game
        self.poured = list[tuple[int, End, End]]()  # colour and ends of each transition, whose name is its index here
        self.dp = dp.Model(maximize=False, float_cost=False)
        self.originals = [self.original(b, beaker) for b, beaker in enumerate(self.beakers) if beaker]
        self.opened = [{k: self.dp.add_int_var(target=0) for k in range(1, self.capacity + 1)} for _ in self.filled]
        self.empties = self.dp.add_int_var(target=len(self.beakers) - len(self.originals))
        self.solved_in_the_end()
        for color in range(len(self.filled)):
            self.pours(color)
        self.dp.add_dual_bound(self.base())

    def original(self, b: int, beaker: Beaker) -> Original:
        runs = placed_runs([beaker])
        levels = self.dp.add_object_type(number=len(runs) + 1)
        level = self.dp.add_element_var(object_type=levels, target=len(runs))
        top = self.dp.add_int_var(target=runs[-1].units)
        color = self.dp.add_element_table([len(self.filled), *(run.color for run in runs)])
        room = self.dp.add_int_table([0, *(self.capacity - run.below for run in runs)])
        next_top = self.dp.add_int_table([0, 0, *(run.units for run in runs[:-1])])
        color_now = self.dp.add_element_state_fun(color[level])
        free_now = self.dp.add_int_state_fun(room[level] - top)
        shows = {other: self.dp.add_bool_state_fun(color_now == other) for other in {run.color: None for run in runs}}
        return Original(b, runs, level, top, shows, free_now, next_top[level])

    def solved_in_the_end(self) -> None:
        """Every beaker is empty or full of one colour."""
        done = [(each.level == 0) | ((each.level == 1) & (each.top == self.capacity)) for each in self.originals]
        done += [beakers == 0 for opened in self.opened for k, beakers in opened.items() if k < self.capacity]
        self.dp.add_base_case(done)

    def base(self) -> Expression:
        """(R - R_goal) + sum over c of max(0, m_c - bottoms of c)"""
        bound: Expression = dp.IntExpr(-sum(self.filled))
        for each in self.originals:
            bound = bound + self.dp.add_int_table(list(range(len(each.runs) + 1)))[each.level]
        for color, fills in enumerate(self.filled):
            opened = total(self.opened[color].values())
            bottoms = total(one_if(each.level > 0) for each in self.originals if each.runs[0].color == color)
            bound = bound + opened + dp.max(0, fills - bottoms - opened)
        return bound

    # ------------------------------------------------------------------------------------------------ transitions

    def pour(self, color: int, source: End, target: End, when: Sequence[Expression] = ()) -> None:
        units = dp.min(source.units, target.free)
        left, risen = source.units - units, target.units + units
        is_opening = target.original is None and not target.held
        conditions = [source.when, target.when]  # those that fail most often come first
        effects = [(self.empties, self.empties + one_if(source.last & (left == 0)) - int(is_opening))]
        if source.original is not None:
            level, next_top = source.original.level, source.original.next_top
            effects.append((level, (left == 0).if_then_else(level - 1, level)))
            effects.append((source.original.top, (left == 0).if_then_else(next_top, left)))
        if target.original is not None:
            conditions.append(target.free > 0)
            effects.append((target.original.top, risen))
        for k, beakers in self.opened[color].items():
            gains = [one_if(left == k)] * (k < source.held)
            gains += [one_if(risen == k)] * (target.original is None and k > target.held)
            losses = (source.held == k) + (target.held == k)
            if gains or losses:
                effects.append((beakers, beakers + total(gains) - losses))
        transition = dp.Transition(
            name=str(len(self.poured)),
            cost=1 + dp.IntExpr.state_cost(),
            preconditions=[*conditions, *when],
            effects=effects,
        )
        self.dp.add_transition(transition)
        self.poured.append((color, source, target))

    def pours(self, color: int) -> None:
        """Every pour of the colour, up to the names of beakers; no mono onto an empty beaker."""
        originals, opened = self.showing(color), self.open_ends(color)
        for source, target in permutations(originals, 2):
            self.pour(color, source, target)
        full = opened.pop()
        for original, other in product(originals, opened):
            self.pour(color, original, other)
            self.pour(color, other, original)
        for k, source in enumerate(opened, 1):
            for target in opened[k - 1 :]:  # the other way round leads to the same
                self.pour(color, source, target, [self.opened[color][k] > 1] if source is target else [])
        if self.filled[color] > 1:  # otherwise no other beaker shows the colour
            for original in originals:
                self.pour(color, full, original)
        empty = End(dp.IntExpr(0), dp.IntExpr(self.capacity), self.empties > 0, self.empties < 0)
        for each in originals:
            self.pour(color, each, empty, [~each.last])

    def showing(self, color: int) -> list[End]:
        """The beakers of the deal that may show the colour."""
        return [
            End(each.top, each.free, each.shows[color], each.level == 1, each)
            for each in self.originals
            if color in each.shows
        ]

    def open_ends(self, color: int) -> list[End]:
        """A beaker opened by the colour, with one unit, with two, ..."""
        return [
            End(dp.IntExpr(k), dp.IntExpr(self.capacity - k), beakers > 0, beakers > 0, held=k)
            for k, beakers in self.opened[color].items()
        ]

    def steps(self, names: Iterable[str]) -> list[Step]:
        """The pours of transitions, each as the contents of source and target before it."""
        held, found = list(self.beakers), []
        for color, *ends in (self.poured[int(name)] for name in names):
            source, target = (held[end.original.place] if end.original else (color,) * end.held for end in ends)
            units = min(top_units(source), self.capacity - len(target))
            for end, after in zip(ends, (source[:-units], target + source[-units:]), strict=True):
                if end.original:
                    held[end.original.place] = after
            found.append((source, target))
        return found


def one_if(condition: Expression) -> Expression:
    return condition.if_then_else(dp.IntExpr(1), dp.IntExpr(0))


def total(numbers: Iterable[Expression]) -> Expression:
    return sum(numbers, start=dp.IntExpr(0))
