"""The variables of the schedule model; model.py defines its nouns and lists its constraints."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import permutations, product
from typing import Any

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

    counts        Lemma 11 for each colour, and for what remains from each park on: implied
    clauses       small sums are stated as clauses instead of a linear constraint: the same, propagated otherwise
    precedences   runs that leave before others in every plan (Lemma 14): implied

    One more is for plans, as an infeasible model then is a bound with the fewest payments only:

    exact_piles   each pile goes whole onto one place, so that a schedule can be poured (Lemma 17)
    """

    counts: bool = True
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
    cleared[c, e]       no bottom of colour c has anything above it just before the e-th park
    lacks[c, e]         it has no mono and no bottom then, after closings
    park_pays[c, e]     the e-th park is of colour c and pays; closing_pays[c, e]: so does the closing of c for it

    before[i, j]        run i leaves before run j, which has the same colour
    onto_mono[i]        if true, run i merges onto a mono that its phase began with
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
    merges: Literals
    rank: dict[int, cp_model.IntVar]
    founds: Booleans
    bared: Literals
    start: Literals
    mono: Literals
    stays: Booleans
    closes: Booleans
    cleared: Literals
    lacks: Booleans
    park_pays: Literals
    closing_pays: Literals
    before: Literals
    onto_mono: dict[int, Boolean]
    onto_bared: Booleans
    into_pool: dict[int, Boolean]
    on_top: Booleans
    bare_before: Booleans
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

    def is_certain(self, e: int) -> bool:
        return e < self.certain_parks

    @cached_property
    def certain_parks(self) -> int:
        """The number of parks of every schedule (Lemma 11)."""
        return sum(self.runs.game.missing) + self.least

    def leaves_before(self, i: int, j: int, condition: Literal | None = None) -> None:
        """Run i has a lower rank than run j, if the condition holds; without one, always."""
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
    certain = sum(runs.game.missing) + least
    phases = range(certain + most - least)
    true = cp.new_constant(1)
    used: dict[int, Literal] = {e: true for e in phases if e < certain}
    families = of_runs(cp, runs, phases, true)
    return ScheduleModel(
        runs,
        ideas,
        least,
        most,
        cp,
        payments=cp.new_int_var(least, most, "payments"),
        used=used | booleans(cp, "used", phases[certain:]),
        **families,
        **of_colors(cp, runs, phases, true, families["gone"], ideas),
        **of_pairs(cp, runs),
    )


def of_runs(cp: cp_model.CpModel, runs: Runs, phases: range, true: Literal) -> dict[str, Any]:
    """The variables of runs. What is gone by park 0 merges in phase 0, and what is left after the last park merges."""
    leaving = runs.leaving
    keys = list(product(leaving, phases))
    gone = booleans(cp, "gone", keys)
    past = booleans(cp, "past", keys)
    first: Literals = {(i, 0): gone[i, 0] if phases else true for i in leaving}
    last: Literals = {(i, len(phases)): ~past[i, phases[-1]] for i in leaving if phases}
    return {
        "gone": gone,
        "past": past,
        "parks": booleans(cp, "parks", keys),
        "parked": booleans(cp, "parked", leaving),
        "merges": first | last | booleans(cp, "merges", product(leaving, phases[1:])),
        "rank": integers(cp, "rank", dict.fromkeys(leaving, (0, len(leaving)))),
    }


def of_colors(
    cp: cp_model.CpModel, runs: Runs, phases: range, true: Literal, gone: Booleans, ideas: Ideas
) -> dict[str, Any]:
    """The variables of colours and bottoms.

    A family is first what it equals where no bottom of the colour is covered, or only one; then variables replace that.
    """
    colors = runs.of_color
    keys = list(product(colors, phases))
    above = {color: [run for _, run in runs.covered_bottoms(color)] for color in colors}
    with_covered = [color for color in colors if above[color]]
    with_several = [color for color in colors if len(above[color]) > 1]
    with_mono = {run.color for i, run in enumerate(runs.all) if runs.is_bottom(i) and runs.above(i) is None}
    start: Literals = {(color, 0): true if color in with_mono else ~true for color in colors}
    start |= booleans(cp, "start", product(colors, range(1, len(phases) + 1)))
    closes = booleans(cp, "closes", keys)
    # No covered bottom: a mono stands from the start of a phase, its parks are free, and its closings pay.
    mono: Literals = {key: start[key] for key in keys}
    park_pays: Literals = dict.fromkeys(keys, ~true)
    closing_pays: Literals = dict(closes)
    # None: the colour is cleared; one: it is once the run above is gone.
    cleared: Literals = {(color, e): gone[above[color][0], e] if above[color] else true for color, e in keys}
    # A bottom is bared in phase 0 if the run above it is gone by park 0.
    bared: Literals = {(run - 1, 0): gone[run, 0] for color in colors for run in above[color] if phases}
    covered = [bottom for bottom, _ in bared]
    return {
        "founds": booleans(cp, "founds", keys),
        "bared": bared | booleans(cp, "bared", product(covered, phases[1:])),
        "start": start,
        "mono": mono | booleans(cp, "mono", product(with_covered, phases)),
        "stays": booleans(cp, "stays", keys),
        "closes": closes,
        "cleared": cleared | booleans(cp, "cleared", product(with_several, phases)),
        "lacks": booleans(cp, "lacks", keys if ideas.counts else ()),
        "park_pays": park_pays | booleans(cp, "park_pays", product(with_covered, phases)),
        "closing_pays": closing_pays | booleans(cp, "closing_pays", product(with_covered, phases)),
    }


def of_pairs(cp: cp_model.CpModel, runs: Runs) -> dict[str, Any]:
    """The variables of pairs of runs that leave, and of the ways in which a run merges."""
    pairs = list(pairs_of_a_color(runs))
    first: Literals = dict(booleans(cp, "before", [(i, j) for i, j in pairs if i < j and not runs.is_bottom(j)]))
    later: Literals = {(j, i): ~literal for (i, j), literal in first.items()}
    onto_bottoms = [(i, b) for i, b in pairs if runs.is_bottom(b)]
    return {
        "before": first | later,
        "onto_mono": booleans(cp, "onto_mono", runs.leaving),
        "onto_bared": booleans(cp, "onto_bared", [(i, b) for i, b in onto_bottoms if runs.above(b) is not None]),
        "into_pool": booleans(cp, "into_pool", runs.leaving),
        "on_top": booleans(cp, "on_top", [(i, j) for i, j in pairs if not runs.is_bottom(j) and runs.room(j)]),
        "bare_before": booleans(cp, "bare_before", onto_bottoms),
    }


def pairs_of_a_color(runs: Runs) -> Iterable[Pair]:
    """Pairs of runs of one colour in different beakers, of which the first leaves its place."""
    for own in runs.of_color.values():
        for i, j in permutations(own, 2):
            if not runs.is_bottom(i) and runs.all[i].beaker != runs.all[j].beaker:
                yield i, j
