"""The variables of the schedule model; model.py defines its nouns and lists its constraints."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import permutations, product

from ortools.sat.python import cp_model

from cpmodel.literals import Boolean, Literal, booleans, integers
from cpmodel.solving import UNTOUCHED, Parameters, Value
from cpmodel.watersort.runs import Runs
from cpmodel.watersort.schedule.pouring import Change, plan_of_schedule
from fewest_pours.puzzles.watersort.rules import Plan

Pair = tuple[int, int]
Booleans = dict[Pair, Boolean]
Literals = dict[Pair, Literal]

# Presolve, restarts and the like cost more than they gain (docs/results.md). CP-SAT decides what the search's order
# leaves open, the most active variables first; with FIXED_SEARCH proofs on capacity 8 take over fifty times as long.
FORWARDS: Parameters = {
    **UNTOUCHED,
    "search_branching": cp_model.PARTIAL_FIXED_SEARCH,
    "default_restart_algorithms": "NO_RESTART",
}


@dataclass(frozen=True)
class Ideas:
    """Which ideas the model uses. Each can be turned off, which shows what it is worth; the bound remains valid.

    counts            Lemma 11 for each colour, and for what remains from each park on: implied
    needed_closings   Lemma 13: a mono closes only for a park that has no empty beaker otherwise, one for each park
    waiting_merges    Lemma 14
    short_cycles      two choices of an order do not contradict each other: implied
    clauses           small sums are stated as clauses instead of a linear constraint: the same, propagated otherwise
    precedences       runs that leave before others in every plan (Lemma 15): implied

    One more is for plans alone, as it makes an infeasible model worthless as a bound:

    exact_piles       each pile goes whole onto one place, so that a schedule can be poured (Lemma 18)
    """

    counts: bool = True
    needed_closings: bool = True
    waiting_merges: bool = True
    short_cycles: bool = True
    clauses: bool = True
    precedences: bool = True
    exact_piles: bool = False


@dataclass(frozen=True)
class ScheduleModel:
    """
    Phase e ends with the e-th park, counted from 0; one more phase follows the last park. Runs are numbered as in
    runs.py, i + 1 above i. Indices: runs i, j; bottoms b (runs at the bottom of a beaker); colours c; parks e.

    payments            the number of payments, least ... most; minimised
    used[e]             there is an e-th park; if not, all runs are gone by it

    gone[i, e]          run i left before the e-th park
    past[i, e]          it left before the e-th park, or makes it
    parks[i, e]         it makes the e-th park; parked[i]: it makes some park
    merges[i, e]        it leaves in phase e, and makes no park
    rank[i]             integers: of two runs that leave in one phase, the one of the lower rank leaves first

    founds[c, e]        a run of colour c makes the e-th park
    bared[b, e]         the last run above bottom b leaves in phase e, or makes the park that begins it
    start[c, e]         colour c has a mono when phase e begins
    mono[c, e]          it has one just before the e-th park; stays[c, e]: and still has it during the park
    closes[c, e]        its mono is poured out for the e-th park
    closing[e]          some mono is
    cleared[c, e]       no bottom of colour c has anything above it just before the e-th park
    lacks[c, e]         it has no mono and no bottom then, after closings
    park_pays[c, e]     the e-th park is of colour c and pays; closing_pays[c, e]: so does the closing of c for it

    before[i, j]        run i leaves before run j, which has the same colour
    onto_mono[i]        run i merges onto a mono that its phase began with
    onto_bared[i, b]    if true, run i merges onto bottom b, bared earlier in its phase
    into_pool[i]        if true, run i merges into the pool, which has room for it
    on_top[i, j]        if true, run j is bare and there when i leaves
    bare_before[i, b]   if false, something lies on bottom b when i leaves
    """

    runs: Runs
    ideas: Ideas
    least: int
    most: int
    cp: cp_model.CpModel
    payments: cp_model.IntVar
    used: dict[int, Literal]
    gone: Booleans
    past: Booleans
    parks: Booleans
    parked: dict[int, Boolean]
    merges: Booleans
    rank: dict[int, cp_model.IntVar]
    founds: Booleans
    bared: Literals
    start: Literals
    mono: Booleans
    stays: Booleans
    closes: Booleans
    closing: dict[int, Boolean]
    cleared: Booleans
    lacks: Booleans
    park_pays: Booleans
    closing_pays: Booleans
    before: Literals
    onto_mono: dict[int, Boolean]
    onto_bared: Booleans
    into_pool: dict[int, Boolean]
    on_top: Booleans
    bare_before: Booleans
    orders: list[tuple[int, int, Literal | None]] = field(default_factory=list)  # see `leaves_before`
    sizes: dict[str, int] = field(default_factory=dict)  # family of constraints -> how many
    parameters: Parameters = field(default_factory=lambda: FORWARDS)

    @property
    def phases(self) -> range:
        """The phases that end with a park, used or not."""
        return range(len(self.used))

    @property
    def colors(self) -> Mapping[int, list[int]]:
        """Colour -> its runs."""
        return self.runs.of_color

    @cached_property
    def true(self) -> Literal:
        return self.cp.new_constant(1)

    def leaving(self, color: int) -> list[int]:
        """The runs of a colour that leave their places: all but bottoms."""
        return [i for i in self.colors[color] if not self.runs.is_bottom(i)]

    def bare(self, i: int, e: int) -> Literal:
        """Nothing lies above run i before the e-th park, whether the run itself is still there or not."""
        above = self.runs.above(i)
        return self.true if above is None else self.gone[above, e]

    def pooled(self, i: int, e: int) -> Literal:
        """Run i counts as gone before the e-th park; a bottom does once it is bare, as its beaker is a mono then."""
        return self.bare(i, e) if self.runs.is_bottom(i) else self.gone[i, e]

    def unless_unused(self, e: int) -> list[Literal]:
        """[~used[e]], an excuse in clauses; none if the park is made for certain."""
        return [] if self.is_certain(e) else [~self.used[e]]

    def is_certain(self, e: int) -> bool:
        return e < self.certain_parks

    @cached_property
    def certain_parks(self) -> int:
        """The number of parks of every schedule (Lemma 11)."""
        return sum(self.runs.game.missing) + self.least

    def leaves_before(self, i: int, j: int, condition: Literal | None = None) -> None:
        """Run i has a lower rank than run j, if the condition holds; without one, always."""
        self.orders.append((i, j, condition))
        lower = self.cp.add(self.rank[i] < self.rank[j])
        if condition is not None:
            lower.only_enforce_if(condition)

    def schedule(self, value: Value) -> list[Change]:
        """The moves of an assignment, sorted by phase and rank; the park that ends a phase is its last move."""
        moves = []
        for i in self.runs.leaving:
            phase = next((e for e in self.phases if value(self.past[i, e])), len(self.phases))
            makes_park = bool(value(self.parked[i]))
            moves.append((phase, makes_park, value(self.rank[i]), i))
        schedule = []
        for phase, makes_park, _, i in sorted(moves):
            outs = [c for c in self.colors if value(self.closes[c, phase])] if makes_park else []
            schedule.append(Change(i, makes_park, outs))
        return schedule

    def read(self, value: Value) -> tuple[int, Plan | None]:
        """The payments, and the plan of base + payments pours, verified; None if some pile finds no place."""
        return value(self.payments), plan_of_schedule(self.runs, self.schedule(value))

    def variable_counts(self) -> dict[str, int]:
        """Family of variables -> how many."""
        families = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "sizes"}
        return {name: len(family) for name, family in families.items() if isinstance(family, dict)}


def variables(runs: Runs, least: int, most: int, ideas: Ideas) -> ScheduleModel:
    """The variables for schedules with `least` to `most` payments, and the parks that these need (Lemma 11)."""
    cp = cp_model.CpModel()
    cp.name = f"schedule, {least} to {most} payments{', exact piles' if ideas.exact_piles else ''}"
    leaving = runs.leaving
    colors = runs.of_color
    certain = sum(runs.game.missing) + least
    phases = range(certain + most - least)
    covered = [i for i in range(len(runs.all)) if runs.is_bottom(i) and runs.above(i) is not None]
    with_mono = {run.color for i, run in enumerate(runs.all) if runs.is_bottom(i) and runs.above(i) is None}
    true = cp.new_constant(1)

    def of_runs(name: str, until: Sequence[int] = phases) -> Booleans:
        return booleans(cp, name, product(leaving, until))

    def of_colors(name: str) -> Booleans:
        return booleans(cp, name, product(colors, phases))

    gone = of_runs("gone")
    pairs = list(pairs_of_a_color(runs))
    first: Literals = dict(booleans(cp, "before", [(i, j) for i, j in pairs if i < j and not runs.is_bottom(j)]))
    later: Literals = {(j, i): ~literal for (i, j), literal in first.items()}
    used: dict[int, Literal] = {e: true for e in phases if e < certain}
    start: Literals = {(c, 0): true if c in with_mono else ~true for c in colors}
    bared: Literals = {(b, 0): gone[b + 1, 0] for b in covered if phases}
    return ScheduleModel(
        runs,
        ideas,
        least,
        most,
        cp,
        payments=cp.new_int_var(least, most, "payments"),
        used=used | booleans(cp, "used", phases[certain:]),
        gone=gone,
        past=of_runs("past"),
        parks=of_runs("parks"),
        parked=booleans(cp, "parked", leaving),
        merges=of_runs("merges", range(len(phases) + 1)),
        rank=integers(cp, "rank", dict.fromkeys(leaving, (0, len(leaving)))),
        founds=of_colors("founds"),
        bared=bared | booleans(cp, "bared", product(covered, phases[1:])),
        start=start | booleans(cp, "start", product(colors, range(1, len(phases) + 1))),
        mono=of_colors("mono"),
        stays=of_colors("stays"),
        closes=of_colors("closes"),
        closing=booleans(cp, "closing", phases if ideas.needed_closings else ()),
        cleared=of_colors("cleared"),
        lacks=booleans(cp, "lacks", product(colors, phases) if ideas.counts else ()),
        park_pays=of_colors("park_pays"),
        closing_pays=of_colors("closing_pays"),
        before=first | later,
        onto_mono=booleans(cp, "onto_mono", leaving),
        onto_bared=booleans(cp, "onto_bared", [(i, b) for i, b in pairs if b in set(covered)]),
        into_pool=booleans(cp, "into_pool", leaving),
        on_top=booleans(cp, "on_top", [(i, j) for i, j in pairs if not runs.is_bottom(j) and runs.room(j)]),
        bare_before=booleans(cp, "bare_before", [(i, b) for i, b in pairs if runs.is_bottom(b)]),
    )


def pairs_of_a_color(runs: Runs) -> Iterable[Pair]:
    """Pairs of runs of one colour in different beakers, of which the first leaves its place."""
    for own in runs.of_color.values():
        for i, j in permutations(own, 2):
            if not runs.is_bottom(i) and runs.all[i].beaker != runs.all[j].beaker:
                yield i, j
