"""Which level a picture shows: the one of least cost, over all hypotheses.

The margin is what every other level that was looked for costs more, at least. Levels that differ only in names of
colours are the same.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import gcd, inf
from operator import attrgetter, itemgetter

import numpy as np

from fewest_pours.puzzles.watersort.pictures.areas import Lab
from fewest_pours.puzzles.watersort.pictures.cell_costs import squared
from fewest_pours.puzzles.watersort.pictures.hypotheses import Hypothesis, Slot
from fewest_pours.puzzles.watersort.pictures.level_model import HIDDEN_UNIT, NOT_PLAYED, Choice, LevelModel

# Costs as in cell_costs.py, calibrated on the same pictures.
BOUNDARY = 20.0  # times the cost of a height (grid.py), for each boundary
LEAST_SPACE, MOST_SPACE = 0.3, 1.15  # units above those of a full beaker, the least and the most that are usual
SPACE_SPREAD, MOST_OF_SPACE = 0.15, 10.0  # units beyond these, as a spread, and the most that they cost
FEWEST_UNITS, MOST_UNITS = 3, 8  # units in a beaker, with which people play
CERTAIN = 4.0  # cost: a level that costs so much more than the best is not looked for


@dataclass(frozen=True)
class Candidate:
    """A hypothesis with its best level, or the rival of that.

    cost: of both together; bound: what all levels of the hypothesis cost at least, for the rival all but the best.
    """

    hypothesis: Hypothesis
    model: LevelModel
    choice: Choice
    cost: float
    bound: float

    @property
    def contents(self) -> list[list[int]]:
        """The units of each beaker from the bottom up, colours numbered as they occur: equal for equal levels."""
        order = {HIDDEN_UNIT: HIDDEN_UNIT}  # so the first colour is number len(order) - 1 = 0
        units = self.choice.units
        found: list[list[int]] = []
        for number, beaker in enumerate(self.hypothesis.beakers):
            contained = [units[number, up] for up in range(len(beaker.cells)) if (number, up) in units]
            found.append([order.setdefault(unit, len(order) - 1) for unit in contained])
        return found

    def slots_of(self, colors: set[int]) -> tuple[Slot, ...]:
        """Where units of these colours are, numbered as in choice."""
        return tuple(sorted(slot for slot, color in self.choice.units.items() if color in colors))

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
    def parts(self) -> int:
        """How many of these units may be one real unit: the largest number that divides every run of one colour.

        The lowest runs may lack up to half a real unit, which the bottom of the glass hides, if there are others.
        """
        lowest: list[int] = []
        others: list[int] = []
        for units in self.contents:
            for number, (color, run) in enumerate(groupby(units)):
                if color == HIDDEN_UNIT:
                    others.append(1)  # hidden units have a sign each
                else:
                    (others if number > 0 else lowest).append(len(list(run)))
        most = gcd(*(others or lowest))
        divisors = [parts for parts in range(1, most + 1) if most % parts == 0]
        # A run lacks -run % parts up to the next multiple.
        return max(parts for parts in divisors if all(2 * (-run % parts) <= parts for run in lowest))

    def same_level(self, other: "Candidate") -> bool:
        ours, theirs = self.hypothesis, other.hypothesis
        same_shape = ours.capacity == theirs.capacity and ours.covers.keys() == theirs.covers.keys()
        return same_shape and self.contents == other.contents


@dataclass(frozen=True)
class Decision:
    """The best level of all that were tried, its nearest rival, and the margin.

    margin: every other level that was looked for costs at least this much more than the best one. Looked for were the
    other levels of the best one's hypothesis, and all levels of each hypothesis whose best level is another one. (A
    hypothesis with the same best level confirms it.) second: the level that sets the margin, if one was found; without,
    it is set by what the solver proved before its effort ended, or by CERTAIN. tried: the levels that were found.
    """

    best: Candidate
    second: Candidate | None
    margin: float
    tried: list[Candidate]


def cost_of(hypothesis: Hypothesis) -> float:
    """What boundaries, shape and outline say against a hypothesis, and whether nobody plays with so many units."""
    height = hypothesis.height
    off = max(0.0, LEAST_SPACE - hypothesis.space_above, hypothesis.space_above - MOST_SPACE)
    unusual = not FEWEST_UNITS <= hypothesis.capacity <= MOST_UNITS
    return BOUNDARY * height.boundaries * height.cost + squared(off, SPACE_SPREAD, MOST_OF_SPACE) + NOT_PLAYED * unusual


@dataclass
class Search:
    """The best level of each hypothesis, unless it costs far more than the best found before.

    least_not_found: what all levels of the other hypotheses cost at least.
    """

    found: list[Candidate] = field(default_factory=list)
    least_not_found: float = inf

    @property
    def best(self) -> Candidate:
        return min(self.found, key=attrgetter("cost"))

    def add(self, hypothesis: Hypothesis) -> None:
        least = self.best.cost if self.found else inf
        model = LevelModel(hypothesis)
        own = cost_of(hypothesis)
        choice, bound = model.solve(least + CERTAIN - own)
        if choice is not None and choice.units:
            self.found.append(Candidate(hypothesis, model, choice, choice.cost + own, bound + own))
        else:
            # All levels cost too much, or the solver's effort ended, or it chose no units at all. In each case the
            # bound holds for every level of this hypothesis.
            self.least_not_found = min(self.least_not_found, bound + own)


Larger = Callable[[Candidate], Iterable[Hypothesis]]


def decide(hypotheses: Iterable[Hypothesis], larger: Larger = lambda best: ()) -> Decision | None:
    """The level of least cost, and its nearest rival, of the same hypothesis or of another.

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
    best.model.exclude(best.choice)
    again, bound = best.model.solve(best.choice.cost + CERTAIN)
    own = best.cost - best.choice.cost
    of_same_hypothesis = replace(best, choice=again, cost=again.cost + own, bound=bound + own) if again else None
    others = [each for each in search.found if not each.same_level(best)]
    rivals: list[tuple[float, Candidate | None]] = [
        (bound + own, of_same_hypothesis),
        (search.least_not_found, None),
        *((each.bound, each) for each in others),
    ]
    least, second = min(rivals, key=itemgetter(0))
    return Decision(best, second, least - best.cost, sorted(search.found, key=attrgetter("cost")))
