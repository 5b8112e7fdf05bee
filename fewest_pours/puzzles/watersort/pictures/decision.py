"""Which level a picture shows: the one of least cost, over all hypotheses.

Every other level that was looked for costs more, at least by the margin. Levels that differ only in names of colours
are the same.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import gcd, inf
from operator import attrgetter

import numpy as np

from fewest_pours.puzzles.watersort.pictures.cell_costs import capped_square
from fewest_pours.puzzles.watersort.pictures.color_distance import Lab
from fewest_pours.puzzles.watersort.pictures.grid import Height
from fewest_pours.puzzles.watersort.pictures.hypotheses import Hypothesis, Slot
from fewest_pours.puzzles.watersort.pictures.level_model import HIDDEN_UNIT, NOT_PLAYED, ChosenLevel, LevelModel

# Costs as in cell_costs.py, calibrated on the same pictures.
BOUNDARY = 20.0  # times the cost of a height (grid.py), for each boundary
LEAST_SPACE = 0.3  # units above those of a full beaker, the least that are usual
MOST_SPACE = 1.15  # the same, the most
SPACE_SPREAD = 0.15  # units: the cost is (units beyond these / this)**2
MOST_SPACE_COST = 10.0
SEARCHED = 4.0  # cost: a level that costs more than the best one by this is not looked for


@dataclass(frozen=True)
class Candidate:
    """A hypothesis with its best level, or with the rival of its best level.

    cost: of both together; bound: what all levels of the hypothesis cost at least; for the rival, all but the best.
    """

    hypothesis: Hypothesis
    model: LevelModel
    level: ChosenLevel
    cost: float
    bound: float

    @property
    def contents(self) -> list[list[int]]:
        """The units of each beaker from the bottom up, colours numbered as they occur: equal for equal levels."""
        order = {HIDDEN_UNIT: HIDDEN_UNIT}  # so the first colour is number len(order) - 1 = 0
        units = self.level.units
        contents: list[list[int]] = []
        for number, beaker in enumerate(self.hypothesis.beakers):
            contained = [units[number, up] for up in range(len(beaker.cells)) if (number, up) in units]
            contents.append([order.setdefault(unit, len(order) - 1) for unit in contained])
        return contents

    def slots_of(self, colors: set[int]) -> tuple[Slot, ...]:
        """Where units of these colours are, numbered as in level."""
        return tuple(sorted(slot for slot, color in self.level.units.items() if color in colors))

    @property
    def looks(self) -> list[Lab]:
        """What each colour looks like, numbered as in contents."""
        of_color: dict[int, list[Lab]] = {}
        for beaker, units in zip(self.hypothesis.beakers, self.contents, strict=True):
            for cell, color in zip(beaker.cells, units, strict=False):  # above the units that were read, cells are air
                if color != HIDDEN_UNIT:
                    of_color.setdefault(color, []).append(cell.color)
        return [np.median(of_color[color], 0) for color in sorted(of_color)]

    @property
    def units_in_one(self) -> int:
        """How many of these units may be one real unit: the largest number that divides every run of one colour.

        Where there are runs above others, the lowest ones may lack up to half a real unit, which the bottom of the
        glass hides.
        """
        lowest: list[int] = []
        others: list[int] = []
        for units in self.contents:
            for number, (color, run) in enumerate(groupby(units)):
                if color == HIDDEN_UNIT:
                    others.append(1)  # hidden units have a mark each
                else:
                    (others if number > 0 else lowest).append(len(list(run)))
        most = gcd(*(others or lowest))
        divisors = [number for number in range(1, most + 1) if most % number == 0]
        # A run lacks -run % number up to the next multiple.
        return max(number for number in divisors if all(2 * (-run % number) <= number for run in lowest))

    def is_same_level(self, other: "Candidate") -> bool:
        ours, theirs = self.hypothesis, other.hypothesis
        same_shape = ours.capacity == theirs.capacity and ours.covers.keys() == theirs.covers.keys()
        return same_shape and self.contents == other.contents


@dataclass(frozen=True)
class Rival:
    """Another level than the best one, with units of this height.

    margin: what it costs more than the best one, at least. candidate: None if no level was found before the solver's
    effort ended, or within SEARCHED; then the margin is what the solver proved for all levels of a hypothesis.
    """

    height: Height
    margin: float
    candidate: Candidate | None


@dataclass(frozen=True)
class Decision:
    """The best level of all that were tried, and its rivals.

    Looked for are the other levels of the best one's hypothesis, and all levels of each hypothesis whose best level is
    another one. (A hypothesis with the same best level confirms it.)

    rivals: the nearest with units as high as the best one's, and the nearest with others, if other heights were tried;
    the nearer one first. found: the levels that were found, one for each hypothesis, the best one first.
    """

    best: Candidate
    rivals: list[Rival]
    found: list[Candidate]

    @property
    def margin(self) -> float:
        """What every other level that was looked for costs more than the best one, at least."""
        return self.rivals[0].margin


def cost_of(hypothesis: Hypothesis) -> float:
    """What boundaries, shape, outline and capacity say against a hypothesis."""
    height = hypothesis.height
    unusual_space = max(0.0, LEAST_SPACE - hypothesis.space_above, hypothesis.space_above - MOST_SPACE)
    cost = BOUNDARY * height.boundary_count * height.cost
    cost += capped_square(unusual_space, SPACE_SPREAD, MOST_SPACE_COST)
    return cost + NOT_PLAYED * (not hypothesis.is_played)


@dataclass
class Search:
    """The best level of each hypothesis, unless it costs far more than the best found before.

    not_found: of the other hypotheses, the height of a unit, and what all levels cost at least.
    """

    found: list[Candidate] = field(default_factory=list)
    not_found: list[tuple[Height, float]] = field(default_factory=list)

    @property
    def best(self) -> Candidate:
        return min(self.found, key=attrgetter("cost"))

    def add(self, hypothesis: Hypothesis) -> None:
        least = self.best.cost if self.found else inf
        model = LevelModel(hypothesis)
        hypothesis_cost = cost_of(hypothesis)
        level, bound = model.solve(least + SEARCHED - hypothesis_cost)
        if level is not None and level.units:
            self.found.append(
                Candidate(hypothesis, model, level, level.cost + hypothesis_cost, bound + hypothesis_cost)
            )
        else:
            # All levels cost too much, or the solver's effort ended, or it chose no units at all. In each case the
            # bound holds for every level of this hypothesis.
            self.not_found.append((hypothesis.height, bound + hypothesis_cost))

    def find_rivals(self) -> Iterator[Rival]:
        """A rival of the best level in each hypothesis that does not confirm it.

        To be called once, as it excludes the best level.
        """
        best = self.best
        best.model.exclude(best.level)
        hypothesis_cost = best.cost - best.level.cost
        level, bound = best.model.solve(best.level.cost + SEARCHED)
        bound += hypothesis_cost
        runner_up = replace(best, level=level, cost=level.cost + hypothesis_cost, bound=bound) if level else None
        yield Rival(best.hypothesis.height, bound - best.cost, runner_up)
        for other in self.found:
            if not other.is_same_level(best):
                yield Rival(other.hypothesis.height, other.bound - best.cost, other)
        for height, bound in self.not_found:
            yield Rival(height, bound - best.cost, None)


Larger = Callable[[Candidate], Iterable[Hypothesis]]


def decide(hypotheses: Iterable[Hypothesis], larger: Larger = lambda best: ()) -> Decision | None:
    """The level of least cost, with its nearest rivals; None if no hypothesis shows one.

    larger: more hypotheses, whose units are several of the best level's.
    """
    search = Search()
    for hypothesis in hypotheses:
        search.add(hypothesis)
    if not search.found:
        return None
    for hypothesis in larger(search.best):
        search.add(hypothesis)
    best = search.best
    rivals = sorted(search.find_rivals(), key=attrgetter("margin"))
    as_high = [rival for rival in rivals if rival.height == best.hypothesis.height]
    others = [rival for rival in rivals if rival.height != best.hypothesis.height]
    nearest = sorted([*as_high[:1], *others[:1]], key=attrgetter("margin"))
    return Decision(best, nearest, sorted(search.found, key=attrgetter("cost")))
