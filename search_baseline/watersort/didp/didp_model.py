"""The state variables and transitions of water sort for didppy.

    level[b]        runs that are left of beaker b of the deal; 0: it was emptied, and is then any empty beaker
    top[b]          units of its top run; 0 where the level is 0
    own[c]          units in each of the beakers that colour c has opened, most first; 0 for none
    empties         beakers that hold nothing

Emptied beakers and beakers that a colour opens have no names: states that would differ in such names only are the same
state. The dual bound is the bottoms bound (instances/watersort/bounds.py).

One dominance rule, for colours that fill one beaker; such a colour is *at home* where a beaker holds it alone. Where
no beaker has it at the bottom under others, and the places of its other runs have less room than a beaker, some beaker
stays its home to the end (docs/theory.md, lemma 21). Then a top run of it that fits goes home at once (lemma 20).

Two homes of a colour are not joined at once: both may have to be poured out, each over a top of its own
(instances/watersort/two-beakers-to-pour-out.yaml).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, combinations, permutations, product
from typing import Any

import didppy as dp

from instances.watersort.bounds import Beaker, PlacedRun, placed_runs
from search_baseline.watersort.beakers import top_units
from search_baseline.watersort.placing import Step

Expression = Any  # of didppy
Effects = list[tuple[Any, Expression]]


@dataclass
class Original:
    """A beaker of the deal: its variables, and what follows from them."""

    place: int
    runs: list[PlacedRun]  # bottom first
    level: Any
    top: Any
    shows: dict[int, Any]  # color -> it is the colour of the top run
    free: Expression  # units that it has room for
    next_top: Expression  # units of the run below the top one


@dataclass
class End:
    """A beaker that shows one colour, as the source and as the target of a pour."""

    name: str
    units: Expression  # of the top run
    free: Expression  # units that it has room for
    when: list[Any]  # it may be poured from and onto
    last: Any  # condition: nothing lies below the top run
    take: Callable[[Expression], Effects]
    give: Callable[[Expression], Effects]


@dataclass
class WaterSort:
    """The model of one deal; `filled[c]` beakers are full of colour c at the end."""

    beakers: Sequence[Beaker]
    capacity: int
    filled: Sequence[int]
    dp: Any = field(default_factory=lambda: dp.Model(maximize=False, float_cost=False))
    originals: list[Original] = field(init=False)
    own: list[list[Any]] = field(init=False)
    empties: Any = field(init=False)

    def __post_init__(self) -> None:
        self.originals = [self.original(b, beaker) for b, beaker in enumerate(self.beakers) if beaker]
        self.own = [[self.dp.add_int_var(target=0) for _ in range(self.places(c))] for c in range(len(self.filled))]
        self.empties = self.dp.add_int_var(target=len(self.beakers) - len(self.originals))
        self.solved_in_the_end()
        for color in range(len(self.filled)):
            if self.filled[color] == 1:
                self.forced(color)
            self.pours(color)
        self.dp.add_dual_bound(self.bottoms_bound())

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

    def places(self, color: int) -> int:
        """Beakers that the colour may open: each takes a run of the deal out of its place, and none twice."""
        runs = sum(color == run.color for original in self.originals for run in original.runs[1:])
        return min(runs, len(self.beakers))

    def solved_in_the_end(self) -> None:
        """Every beaker is empty or full of one colour."""
        done = [(each.level == 0) | ((each.level == 1) & (each.top == self.capacity)) for each in self.originals]
        done += [(units == 0) | (units == self.capacity) for places in self.own for units in places]
        self.dp.add_base_case(done)

    def bottoms_bound(self) -> Expression:
        """(R - R_goal) + sum over c of max(0, m_c - bottoms of c)"""
        bound: Expression = dp.IntExpr(-sum(self.filled))
        for each in self.originals:
            levels = self.dp.add_int_table(list(range(len(each.runs) + 1)))
            bound = bound + levels[each.level]
        for color, fills in enumerate(self.filled):
            bottoms: Expression = dp.IntExpr(0)
            for units in self.own[color]:
                bottoms = bottoms + one_if(units > 0)
                bound = bound + one_if(units > 0)
            for each in self.originals:
                if each.runs[0].color == color:
                    bottoms = bottoms + one_if(each.level > 0)
            bound = bound + dp.max(0, fills - bottoms)
        return bound

    # ------------------------------------------------------------------------------------------------ transitions

    def transition(self, name: str, preconditions: list[Any], effects: Effects, forced: bool = False) -> None:
        cost = 1 + dp.IntExpr.state_cost()
        transition = dp.Transition(name=name, cost=cost, preconditions=preconditions, effects=effects)
        self.dp.add_transition(transition, forced=forced)

    def pour(self, color: int, source: End, target: End, when: Sequence[Any] = (), forced: bool = False) -> None:
        units = dp.min(source.units, target.free)
        emptied = (self.empties, self.empties + one_if(source.last & (units == source.units)))
        self.transition(
            f"{color} {source.name} {target.name}",
            [*source.when, *target.when, target.free > 0, *when],
            [*source.take(units), *target.give(units), emptied],
            forced,
        )

    def pours(self, color: int) -> None:
        """Every pour of the colour, up to the names of beakers; no home onto an empty beaker."""
        sources = [each for each in self.originals if color in each.shows]
        ends = [self.original_end(each, color) for each in sources]
        own = [self.own_end(color, i) for i in range(len(self.own[color]))]
        for source, target in permutations(ends, 2):
            self.pour(color, source, target)
        for original, place in product(ends, own):
            self.pour(color, original, place)
            self.pour(color, place, original)
        for (i, target), (j, source) in combinations(enumerate(own), 2):
            # The fuller one first; which of the two is poured makes no difference.
            self.pour(color, source, target if i + 1 < j else replace(target, when=[]))
        for each in sources if own else []:
            self.open(each, color)

    def original_end(self, each: Original, color: int) -> End:
        return End(
            f"b{each.place}", each.top, each.free, [each.shows[color]], each.level == 1,
            lambda units: taken(each, units), lambda units: [(each.top, each.top + units)],
        )  # fmt: skip

    def own_end(self, color: int, i: int) -> End:
        own = self.own[color]
        return End(
            f"o{i}", own[i], self.capacity - own[i], [own[i] > 0, *last_of_its_kind(own, i)], own[i] > 0,
            lambda units: lowered(own, i, own[i] - units), lambda units: raised(own, i, own[i] + units),
        )  # fmt: skip

    def open(self, source: Original, color: int) -> None:
        """A whole run to an empty beaker, with others left behind."""
        own = self.own[color]
        when = [self.empties > 0, source.level > 1, source.shows[color]]
        effects = [*raised(own, len(own) - 1, source.top), *taken(source, source.top)]
        self.transition(f"{color} b{source.place} empty", when, [*effects, (self.empties, self.empties - 1)])

    def forced(self, color: int) -> None:
        """Top runs of a colour that fills one beaker go home, where it keeps a home to the end."""
        sources = [each for each in self.originals if color in each.shows]
        room: Expression = dp.IntExpr(0)  # in the places of its runs that are no bottoms
        for each in sources:
            rooms = [self.capacity - run.below if run.level and run.color == color else 0 for run in each.runs]
            room = room + self.dp.add_int_table([0, *accumulate(rooms)])[each.level]
        homes = [each for each in sources if each.runs[0].color == color]
        stays = [room < self.capacity, *(home.level <= 1 for home in homes)]
        ends = [(self.original_end(home, color), [home.level == 1]) for home in homes]
        ends += [(self.own_end(color, i), []) for i in range(len(self.own[color]))][:1]
        for source in sources:
            start = self.original_end(source, color)
            for home, is_home in ends:
                if home.name != start.name:
                    self.pour(color, start, home, [*stays, source.level > 1, *is_home, home.free >= source.top], True)


def taken(source: Original, units: Expression) -> Effects:
    """So many units leave the top of a beaker, and with the last of them the run."""
    whole = units == source.top
    return [
        (source.level, whole.if_then_else(source.level - 1, source.level)),
        (source.top, whole.if_then_else(source.next_top, source.top - units)),
    ]


def one_if(condition: Any) -> Expression:
    return condition.if_then_else(dp.IntExpr(1), dp.IntExpr(0))


def last_of_its_kind(own: Sequence[Any], i: int) -> list[Any]:
    """Of places that hold the same, the last stands for all."""
    return [own[i] > own[i + 1]] if i + 1 < len(own) else []


def raised(own: Sequence[Any], i: int, units: Expression) -> Effects:
    """Place i holds more than before; the places stay in order, most first."""
    up = [dp.max(own[j], dp.min(own[j - 1], units)) if j else dp.max(own[0], units) for j in range(i)]
    up.append(dp.min(own[i - 1], units) if i else units)
    return list(zip(own[: i + 1], up, strict=True))


def lowered(own: Sequence[Any], i: int, units: Expression) -> Effects:
    """Place i holds less than before; the places stay in order, most first."""
    after = [*own[i + 1 :], dp.IntExpr(0)]
    down = [dp.max(after[0], units)]
    down += [dp.max(after[j], dp.min(own[i + j], units)) for j in range(1, len(after))]
    return list(zip(own[i:], down, strict=True))


def steps(beakers: Sequence[Beaker], names: Sequence[str], capacity: int) -> list[Step]:
    """The pours that the names of transitions stand for, as what source and target hold before each."""
    held = dict(enumerate(beakers))
    opened: dict[int, list[Beaker]] = {}  # of each colour, most first, as in the model
    found = []
    for name in names:
        color, *ends = name.split()
        own = opened.setdefault(int(color), [])
        before = [held[int(end[1:])] if end[0] == "b" else own[int(end[1:])] if end[0] == "o" else () for end in ends]
        units = min(top_units(before[0]), capacity - len(before[1]))
        after = before[0][:-units], before[1] + before[0][-units:]
        for end, old, new in zip(ends, before, after, strict=True):
            if end[0] == "b" and new:
                held[int(end[1:])] = new
            if end[0] == "o":
                own.remove(old)
            if end[0] != "b" and new:
                own.append(new)
        own.sort(key=len, reverse=True)
        found.append((before[0], before[1]))
    return found
