"""The levels that a hypothesis may show, as one model that chooses the kind and colour of every slot.

Units lie on units, and every colour fills whole beakers, with hidden units where colours are not seen. At a cost, some
colour lacks units, or all beakers are full. So each level has a cost.
"""

from collections import defaultdict
from dataclasses import dataclass

from fewest_pours.puzzles.watersort.pictures.cell_costs import costs_of
from fewest_pours.puzzles.watersort.pictures.cost_model import INFEASIBLE, SOLVED, UNKNOWN, CostModel
from fewest_pours.puzzles.watersort.pictures.hypotheses import Hypothesis, Slot

# Costs as in cell_costs.py, calibrated on the same pictures.
PER_COLOR = 8.0  # cost of each colour that is used
UNUSUAL_COUNT = 7.0  # cost of each beaker that a colour fills more or fewer than most
MISSING = 12.0  # cost of each unit that a colour lacks to fill its beakers
NOT_PLAYED = 20.0  # cost of a level that nobody plays: without room for a pour, or of an unusual capacity
MOST_BEAKERS = 3  # that a colour fills
HIDDEN_UNIT = -1  # in place of the number of a colour


@dataclass(frozen=True)
class ChosenLevel:
    """A level that the model chose. units: the colour of each unit, by number, or HIDDEN_UNIT.

    colors_missing: those that lack units to fill whole beakers; colors_filling_more: those that fill more beakers than
    most do; full: whether all beakers are.
    """

    units: dict[Slot, int]
    cost: float
    colors_missing: set[int]
    colors_filling_more: set[int]
    full: bool


class LevelModel:
    """The levels that a hypothesis may show, each with its cost.

    unit[slot]           a unit is there; if not, it is one kind of air (air_in)
    hidden[slot]         it is a hidden one
    color[slot, number]  it is of this colour, of those that costs_of numbers
    used[number]         some unit is of this colour
    missing[number]      units that it lacks to fill its beakers
    fills_more[number]   beakers that it fills beyond `usual`, a number that the model chooses for all colours
    full                 all beakers are full, so that no pour is possible

    Others are local: for each colour the beakers that it fills, and its units that are not seen.
    """

    def __init__(self, hypothesis: Hypothesis) -> None:
        self.model = model = CostModel()
        self.capacity = hypothesis.capacity
        self.costs = costs_of(hypothesis)
        self.unit = {slot: model.boolean_variable() for slot in self.costs}
        self.hidden: dict[Slot, int] = {}
        self.color: dict[tuple[Slot, int], int] = {}
        self.used: dict[int, int] = {}
        self.missing: dict[int, int] = {}
        self.fills_more: dict[int, int] = {}
        for slot in self.costs:
            self.add_kinds(slot)
            if slot[1] >= self.capacity:  # above a full beaker there is only air
                model.any_of(~self.unit[slot])
        self.add_counts(covers=len(hypothesis.covers))
        self.full = model.boolean_variable()
        self.add_full()

    def add_kinds(self, slot: Slot) -> None:
        """A slot shows one kind of air, a unit of one colour, or a hidden unit; and units lie on units."""
        model = self.model
        unit = self.unit[slot]
        above = self.unit.get((slot[0], slot[1] + 1))
        if above is not None:
            model.any_of(~above, unit)
        kinds = [*self.hidden_in(slot, above), *self.colors_in(slot)]
        airs = self.air_in(slot)
        model.total([(1, kind) for kind in kinds] + [(-1, unit)], 0, 0)
        model.total([(1, air) for air in airs] + [(1, unit)], 1, 1)

    def hidden_in(self, slot: Slot, above: int | None) -> list[int]:
        """Whether the slot is a hidden unit: so it is if it is marked, else it may be if another unit is above it, as
        games show the colour of the uppermost one.

        above: whether a unit is above it, if there is a slot.
        """
        model = self.model
        cost = self.costs[slot]
        if above is None and not cost.has_mark:
            return []
        hidden = self.hidden[slot] = model.boolean_variable()
        model.charge(cost.hidden, hidden)
        if cost.has_mark:
            model.any_of(hidden)
        elif above is not None:
            model.any_of(~hidden, above)
        return [hidden]

    def colors_in(self, slot: Slot) -> list[int]:
        """Whether the slot is a unit of each colour that it may have; if it is marked, of none."""
        cost = self.costs[slot]
        if cost.has_mark:
            return []
        kinds = []
        for number, color_cost in cost.colors.items():
            kind = self.color[slot, number] = self.model.boolean_variable()
            self.model.charge(color_cost, kind)
            kinds.append(kind)
        return kinds

    def air_in(self, slot: Slot) -> list[int]:
        """Whether the slot is air before the background, or air that looks like that of another slot."""
        model = self.model
        cost = self.costs[slot]
        air = model.boolean_variable()
        model.charge(cost.air, air)
        airs = [air]
        for other, glass_cost in cost.glass.items():
            like_other = model.boolean_variable()
            model.charge(glass_cost, like_other)
            model.any_of(~like_other, ~self.unit[other])
            airs.append(like_other)
        return airs

    def add_counts(self, covers: int) -> None:
        """Every colour fills whole beakers, with units that are seen, hidden, or behind covers.

        So do the colours of which no unit is seen. What a colour lacks even so is missing, at a cost.
        """
        model = self.model
        beakers = len({beaker for beaker, _ in self.costs}) + covers
        usual = model.integer_variable(1, MOST_BEAKERS)  # beakers that most colours fill
        by_color = defaultdict(list)
        for (_, number), kind in self.color.items():
            by_color[number].append(kind)
        unseen = [self.add_color(number, units, usual) for number, units in by_color.items()]
        filled_unseen = model.integer_variable(0, beakers)  # by colours of which no unit is seen
        behind_covers = self.capacity * covers
        # Unseen units of colours in sight + whole beakers of others = hidden units + those behind covers.
        terms = [*((1, each) for each in unseen), (self.capacity, filled_unseen)]
        terms += [(-1, each) for each in self.hidden.values()]
        model.total(terms, behind_covers, behind_covers)

    def add_color(self, number: int, units: list[int], usual: int) -> int:
        """The counts of one colour, with their costs; returns how many of its units are not seen.

        units: whether each slot shows one; usual: beakers that most colours fill.
        """
        model = self.model
        used = self.used[number] = model.boolean_variable()
        beakers = model.integer_variable(0, MOST_BEAKERS)  # that it fills
        more = self.fills_more[number] = model.integer_variable(0, MOST_BEAKERS - 1)
        fewer = model.integer_variable(0, MOST_BEAKERS - 1)
        # In sight + unseen + missing = capacity * beakers. Less than a beaker of a colour is unseen, or missing: whole
        # unseen beakers belong to colours that are nowhere in sight.
        missing = self.missing[number] = model.integer_variable(0, self.capacity - 1)
        unseen = model.integer_variable(0, self.capacity - 1)
        for each in units:
            model.any_of(~each, used)
        model.any_of(~used, *units)
        # It fills no beaker if it is not used, else some: MOST_BEAKERS * used >= beakers >= used.
        model.at_least([(MOST_BEAKERS, used), (-1, beakers)], 0)
        model.at_least([(1, beakers), (-1, used)], 0)
        # The costs hold both down: more >= beakers - usual; and fewer >= usual - beakers, if the colour is used.
        model.at_least([(1, more), (1, usual), (-1, beakers)], 0)
        model.at_least([(1, fewer), (1, beakers), (-1, usual)], 0, only_if=used)
        model.charge(UNUSUAL_COUNT, fewer)
        seen = [(1, each) for each in units]
        model.total([*seen, (1, unseen), (1, missing), (-self.capacity, beakers)], 0, 0)
        model.charge(PER_COLOR, used)
        model.charge(UNUSUAL_COUNT, more)
        model.charge(MISSING, missing)
        return unseen

    def add_full(self) -> None:
        """Some beaker is not full; or all are, at a cost. One that the picture cuts off counts as not full."""
        model = self.model
        model.charge(NOT_PLAYED, self.full)
        tops = [self.unit[slot] for slot in self.costs if slot[1] == self.capacity - 1]
        has_beaker_cut_short = any((beaker, self.capacity - 1) not in self.costs for beaker, _ in self.costs)
        if not has_beaker_cut_short:
            model.any_of(self.full, *(~top for top in tops))

    def solve(self, most: float) -> tuple[ChosenLevel | None, float]:
        """The cheapest level found, if one costs no more than `most`, and what all cost at least."""
        if most < 0:  # no level costs less than nothing
            return None, most
        response = self.model.solve(most)
        if response.status == UNKNOWN:
            return None, response.best_objective_bound
        if response.status == INFEASIBLE:
            return None, most
        assert response.status in SOLVED, response.status
        value = response.solution
        units = {slot: HIDDEN_UNIT for slot, variable in self.hidden.items() if value[variable]}
        units |= {slot: number for (slot, number), variable in self.color.items() if value[variable]}
        missing = {number for number, each in self.missing.items() if value[each]}
        fills_more = {number for number, each in self.fills_more.items() if value[each]}
        level = ChosenLevel(units, response.objective_value, missing, fills_more, bool(value[self.full]))
        return level, response.best_objective_bound

    def exclude(self, level: ChosenLevel) -> None:
        """Allow only other levels than this from now on, whatever the names of colours.

        In another level a slot is a unit and was none, or the reverse; a hidden unit is not hidden; units of one colour
        are not all of one colour; or, as two colours may have become one, fewer colours are used.
        """
        model = self.model
        differs = []
        blocks = defaultdict(list)
        for slot, unit in self.unit.items():
            differs.append(~unit if slot in level.units else unit)
            if level.units.get(slot) == HIDDEN_UNIT:
                differs.append(~self.hidden[slot])
            elif slot in level.units:
                blocks[level.units[slot]].append(slot)
        for slots in blocks.values():
            # Forced if they all have one colour, whichever; so ~same only if they have not.
            same = model.boolean_variable()
            for number in self.used:
                if all((slot, number) in self.color for slot in slots):
                    model.any_of(same, *(~self.color[slot, number] for slot in slots))
            differs.append(~same)
        if blocks:
            fewer = model.boolean_variable()
            model.total([(1, each) for each in self.used.values()], 0, len(blocks) - 1, only_if=fewer)
            differs.append(fewer)
        model.any_of(*differs)
