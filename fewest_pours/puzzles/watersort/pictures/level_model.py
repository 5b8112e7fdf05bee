"""The levels that a hypothesis may show, as one model that chooses the kind and colour of every slot.

Units lie on units, and every colour fills whole beakers, with hidden units where colours are not seen. At a cost, some
colour lacks units, or all beakers are full. Each level has a cost.
"""

from collections import defaultdict
from dataclasses import dataclass

from fewest_pours.puzzles.watersort.pictures.cell_costs import costs_of
from fewest_pours.puzzles.watersort.pictures.cost_model import INFEASIBLE, SOLVED, UNKNOWN, CostModel
from fewest_pours.puzzles.watersort.pictures.hypotheses import Hypothesis, Slot

# Costs as in cell_costs.py, calibrated on the same pictures.
USED = 8.0  # cost of each colour
OTHER_SIZE = 7.0  # cost of each beaker that a colour fills more or fewer than most
MISSING = 12.0  # cost of each unit that a colour lacks to fill its beakers
NOT_PLAYED = 20.0  # cost of a level that nobody plays: without room for a pour, or of an unusual capacity
MOST_BEAKERS = 3  # that a colour fills
HIDDEN_UNIT = -1  # in place of the number of a colour


@dataclass(frozen=True)
class Choice:
    """units: the colour of each unit, by number, or HIDDEN_UNIT. full: whether all beakers are full.

    missing: the colours that lack units to fill whole beakers; fills_more: those that fill more beakers than most do.
    """

    units: dict[Slot, int]
    cost: float
    missing: set[int]
    fills_more: set[int]
    full: bool


class LevelModel:
    """The levels that a hypothesis may show, each with its cost.

    unit[slot]           a unit is there
    hidden[slot]         it is a hidden one
    color[slot, number]  it is of this colour, of those that costs_of numbers
    used[number]         some unit is of this colour
    missing[number]      units that it lacks to fill its beakers
    fills_more[number]   beakers that it fills beyond `usual`, a number that the model chooses for all colours
    full                 all beakers are full, so that no pour is possible
    """

    def __init__(self, hypothesis: Hypothesis) -> None:
        self.model = model = CostModel()
        self.capacity = hypothesis.capacity
        self.costs = costs_of(hypothesis)
        self.unit = {slot: model.truth() for slot in self.costs}
        self.hidden: dict[Slot, int] = {}
        self.color: dict[tuple[Slot, int], int] = {}
        self.used: dict[int, int] = {}
        self.missing: dict[int, int] = {}
        self.fills_more: dict[int, int] = {}
        for slot in self.costs:
            self.choose_kind(slot)
            if slot[1] >= self.capacity:  # above a full beaker there is only air
                model.any_of(~self.unit[slot])
        self.fill_whole_beakers(covers=len(hypothesis.covers))
        self.full = model.truth()
        self.leave_room_for_a_pour()

    def choose_kind(self, slot: Slot) -> None:
        """A slot shows one kind of air, a unit of one colour, or a hidden unit; and units lie on units."""
        model = self.model
        unit = self.unit[slot]
        above = self.unit.get((slot[0], slot[1] + 1))
        if above is not None:
            model.any_of(~above, unit)
        kinds = [*self.as_hidden(slot, above), *self.as_colors(slot)]
        airs = self.as_air(slot)
        model.total([(1, kind) for kind in kinds] + [(-1, unit)], 0, 0)
        model.total([(1, air) for air in airs] + [(1, unit)], 1, 1)

    def as_hidden(self, slot: Slot, above: int | None) -> list[int]:
        """The slot as a hidden unit: certain with a recognised sign, else only below another unit, as games
        show the colour of the uppermost one.

        above: whether a unit is above it, if there is a slot.
        """
        model = self.model
        cost = self.costs[slot]
        if above is None and not cost.known_hidden:
            return []
        hidden = self.hidden[slot] = model.truth()
        model.charge(cost.hidden, hidden)
        if cost.known_hidden:
            model.any_of(hidden)
        elif above is not None:
            model.any_of(~hidden, above)
        return [hidden]

    def as_colors(self, slot: Slot) -> list[int]:
        """The slot as a unit of each colour that it may have; with a recognised sign, of none."""
        cost = self.costs[slot]
        if cost.known_hidden:
            return []
        kinds = []
        for number, each in cost.colors.items():
            kind = self.color[slot, number] = self.model.truth()
            self.model.charge(each, kind)
            kinds.append(kind)
        return kinds

    def as_air(self, slot: Slot) -> list[int]:
        """The slot as air before the background, or as air that looks like other air of the glass."""
        model = self.model
        cost = self.costs[slot]
        ground = model.truth()
        model.charge(cost.air, ground)
        airs = [ground]
        for other, each in cost.glass.items():
            like_other = model.truth()
            model.charge(each, like_other)
            model.any_of(~like_other, ~self.unit[other])
            airs.append(like_other)
        return airs

    def fill_whole_beakers(self, covers: int) -> None:
        """Every colour fills whole beakers, with units that are seen, hidden, or behind covers.

        So do the colours of which no unit is seen. What a colour lacks even so is missing, at a cost.
        """
        model = self.model
        beakers = len({beaker for beaker, _ in self.costs}) + covers
        usual = model.number(1, MOST_BEAKERS)  # beakers that most colours fill
        by_color = defaultdict(list)
        for (_, number), kind in self.color.items():
            by_color[number].append(kind)
        unseen = [self.count_color(number, units, usual) for number, units in by_color.items()]
        filled_unseen = model.number(0, beakers)  # by colours of which no unit is seen
        behind_covers = self.capacity * covers
        # Unseen units of colours in sight + whole beakers of others = hidden units + those behind covers.
        terms = [*((1, each) for each in unseen), (self.capacity, filled_unseen)]
        terms += [(-1, each) for each in self.hidden.values()]
        model.total(terms, behind_covers, behind_covers)

    def count_color(self, number: int, units: list[int], usual: int) -> int:
        """Units of one colour that are not seen. units: whether each slot shows one; usual: beakers that most fill."""
        model = self.model
        used = self.used[number] = model.truth()
        beakers = model.number(0, MOST_BEAKERS)  # that it fills
        more = self.fills_more[number] = model.number(0, MOST_BEAKERS - 1)
        smaller = model.number(0, MOST_BEAKERS - 1)
        # In sight + unseen + missing = capacity * beakers. Less than a beaker of a colour is unseen, or missing: whole
        # unseen beakers belong to colours that are nowhere in sight.
        missing = self.missing[number] = model.number(0, self.capacity - 1)
        unseen = model.number(0, self.capacity - 1)
        for each in units:
            model.any_of(~each, used)
        model.any_of(~used, *units)
        # It fills no beaker if it is not used, else some: MOST_BEAKERS * used >= beakers >= used.
        model.at_least([(MOST_BEAKERS, used), (-1, beakers)], 0)
        model.at_least([(1, beakers), (-1, used)], 0)
        # The costs hold both down: more >= beakers - usual; and smaller >= usual - beakers, if the colour is used.
        model.at_least([(1, more), (1, usual), (-1, beakers)], 0)
        model.at_least([(1, smaller), (1, beakers), (-1, usual)], 0, only_if=used)
        model.charge(OTHER_SIZE, smaller)
        seen = [(1, each) for each in units]
        model.total([*seen, (1, unseen), (1, missing), (-self.capacity, beakers)], 0, 0)
        model.charge(USED, used)
        model.charge(OTHER_SIZE, more)
        model.charge(MISSING, missing)
        return unseen

    def leave_room_for_a_pour(self) -> None:
        """Some beaker is not full, or the level is, at a cost."""
        model = self.model
        model.charge(NOT_PLAYED, self.full)
        tops = [self.unit[slot] for slot in self.costs if slot[1] == self.capacity - 1]
        has_beaker_cut_short = any((beaker, self.capacity - 1) not in self.costs for beaker, _ in self.costs)
        if not has_beaker_cut_short:
            model.any_of(self.full, *(~top for top in tops))

    def solve(self, most: float) -> tuple[Choice | None, float]:
        """The cheapest level found, if one costs at most so much, and what any costs at least."""
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
        choice = Choice(units, response.objective_value, missing, fills_more, bool(value[self.full]))
        return choice, response.best_objective_bound

    def exclude(self, answer: Choice) -> None:
        """Allow only levels other than this from now on, up to the names of colours: a no-good.

        In another level a slot is a unit and was none, or the reverse; a hidden unit is not hidden; units of one colour
        are not all of one colour; or, as two colours may have become one, fewer colours are used.
        """
        model = self.model
        differs = []
        blocks = defaultdict(list)
        for slot, unit in self.unit.items():
            differs.append(~unit if slot in answer.units else unit)
            if answer.units.get(slot) == HIDDEN_UNIT:
                differs.append(~self.hidden[slot])
            elif slot in answer.units:
                blocks[answer.units[slot]].append(slot)
        for slots in blocks.values():
            same = model.truth()  # forced if they all have one colour, whichever; so ~same only if they have not
            for number in self.used:
                if all((slot, number) in self.color for slot in slots):
                    model.any_of(same, *(~self.color[slot, number] for slot in slots))
            differs.append(~same)
        if blocks:
            fewer = model.truth()
            model.total([(1, each) for each in self.used.values()], 0, len(blocks) - 1, only_if=fewer)
            differs.append(fewer)
        model.any_of(*differs)
