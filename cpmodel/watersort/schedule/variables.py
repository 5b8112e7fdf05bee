"""The variables of the schedule model; model.py defines its nouns and lists its constraints."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import permutations, product

from ortools.sat.python import cp_model

from cpmodel.literals import Literal, booleans, integers
from cpmodel.solving import UNTOUCHED, Parameters, Value
from cpmodel.watersort.runs import Runs
from cpmodel.watersort.schedule.pouring import Change, plan_of_schedule
from fewest_pours.puzzles.watersort.rules import Plan

Pair = tuple[int, int]

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

    One more is for finding plans. With it, an infeasible model proves a bound only if it allows no more than the fewest
    payments:

    exact_piles   each pile goes whole onto one place, so that a schedule can be poured (Lemma 17)
    """

    counts: bool = True
    clauses: bool = True
    precedences: bool = True
    exact_piles: bool = False


class ScheduleModel:
    """The variables of schedules with `least` to `most` payments, and the parks that these need (Lemma 11).

    Phase e ends with the e-th park, counted from 0; one more phase follows the last park. Runs are numbered as in
    runs.py, i + 1 above i. Indices: runs i, j; bottoms b (runs at the bottom of a beaker); colours c; parks e. Run i
    leaves its place, so it is not a bottom, except as an argument of bare and pooled.

    sizes: family of constraints -> how many.
    """

    def __init__(self, runs: Runs, least: int, most: int, ideas: Ideas) -> None:
        self.runs = runs
        self.ideas = ideas
        self.parameters = FORWARDS
        self.cp = cp_model.CpModel()
        self.cp.name = f"schedule, {least} to {most} payments{', exact piles' if ideas.exact_piles else ''}"
        self.sizes: dict[str, int] = {}
        self.true: Literal = self.cp.new_constant(1)
        missing_bottoms = sum(runs.game.missing)
        self.least_parks = missing_bottoms + least  # of every schedule (Lemma 11)
        # Park e ends phase e, whether it is used or not. One more phase comes after the last park.
        self.park_numbers = range(missing_bottoms + most)
        self.phases = range(len(self.park_numbers) + 1)

        # The number of payments, which is minimised.
        self.payments = self.cp.new_int_var(least, most, "payments")
        # There is an e-th park. If there is not, all runs are gone by it.
        self.used: dict[int, Literal] = dict.fromkeys(self.park_numbers[: self.least_parks], self.true)
        self.used |= booleans(self.cp, "used", self.park_numbers[self.least_parks :])
        self.add_variables_of_runs()
        self.add_variables_of_colors()
        self.add_variables_of_pairs()

    def add_variables_of_runs(self) -> None:
        cp = self.cp
        leaving = self.runs.leaving
        keys = list(product(leaving, self.park_numbers))
        # [i, e]: run i left before the e-th park
        self.gone = booleans(cp, "gone", keys)
        # [i, e]: it left before the e-th park, or makes it
        self.past = booleans(cp, "past", keys)
        # [i, e]: it makes the e-th park; parked[i]: it makes some park
        self.parks = booleans(cp, "parks", keys)
        self.parked = booleans(cp, "parked", leaving)
        # [i, e]: it leaves in phase e, and makes no park
        self.merges = booleans(cp, "merges", product(leaving, self.phases))
        # [i]: of two runs that leave in one phase, the one of the lower rank leaves first
        self.rank = integers(cp, "rank", dict.fromkeys(leaving, (0, len(leaving))))

    def add_variables_of_colors(self) -> None:
        cp = self.cp
        keys = list(product(self.colors, self.park_numbers))
        covered = [bottom for color in self.colors for bottom, _ in self.runs.covered_bottoms(color)]
        # [c, e]: a run of colour c makes the e-th park
        self.founds = booleans(cp, "founds", keys)
        # [b, e]: the last run above bottom b leaves in phase e, or makes the park that begins it
        self.bared = booleans(cp, "bared", product(covered, self.park_numbers))
        # [c, e]: colour c has a mono when phase e begins; mono[c, e]: it has one just before the e-th park
        self.start = booleans(cp, "start", product(self.colors, self.phases))
        self.mono = booleans(cp, "mono", keys)
        # [c, e]: the mono stays during the e-th park; closes[c, e]: it is poured out for it
        self.stays = booleans(cp, "stays", keys)
        self.closes = booleans(cp, "closes", keys)
        # [c, e]: no bottom of colour c has anything above it just before the e-th park
        self.cleared = booleans(cp, "cleared", keys)
        # [c, e]: it has no mono and no bottom then, after closings
        self.lacks = booleans(cp, "lacks", keys if self.ideas.counts else ())
        # [c, e]: the e-th park is of colour c and pays; closing_pays[c, e]: so does the closing of c for it
        self.park_pays = booleans(cp, "park_pays", keys)
        self.closing_pays = booleans(cp, "closing_pays", keys)

    def add_variables_of_pairs(self) -> None:
        cp = self.cp
        runs = self.runs
        pairs = list(pairs_of_a_color(runs))
        onto_bottoms = [(i, b) for i, b in pairs if runs.is_bottom(b)]
        # [i, j]: run i leaves before run j, which has the same colour
        first = booleans(cp, "before", [(i, j) for i, j in pairs if i < j and not runs.is_bottom(j)])
        self.before: dict[Pair, Literal] = {**first, **{(j, i): ~literal for (i, j), literal in first.items()}}
        # [i]: if true, run i merges onto a mono that its phase began with
        self.onto_mono = booleans(cp, "onto_mono", runs.leaving)
        # [i, b]: if true, run i merges onto bottom b, bared earlier in its phase
        self.onto_bared = booleans(cp, "onto_bared", [(i, b) for i, b in onto_bottoms if runs.above(b) is not None])
        # [i]: if true, run i merges into the pool, which has room for it
        self.into_pool = booleans(cp, "into_pool", runs.leaving)
        # [i, j]: if true, run j is bare and there when i leaves
        self.on_top = booleans(cp, "on_top", [(i, j) for i, j in pairs if not runs.is_bottom(j) and runs.room(j)])
        # [i, b]: if false, something lies on bottom b when i leaves
        self.bare_before = booleans(cp, "bare_before", onto_bottoms)

    @property
    def colors(self) -> Mapping[int, list[int]]:
        """Colour -> its runs."""
        return self.runs.of_color

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
        """Whether every schedule has an e-th park."""
        return e < self.least_parks

    def leaves_before(self, i: int, j: int, condition: Literal | None = None) -> None:
        """Run i has a lower rank than run j, if the condition holds; without one, always."""
        lower = self.cp.add(self.rank[i] < self.rank[j])
        if condition is not None:
            lower.only_enforce_if(condition)

    def schedule(self, value: Value) -> list[Change]:
        """The moves of an assignment, sorted by phase and rank; the park that ends a phase is its last move."""
        last_phase = self.phases[-1]
        moves = []
        for i in self.runs.leaving:
            phase = next((e for e in self.park_numbers if value(self.past[i, e])), last_phase)
            makes_park = bool(value(self.parked[i]))
            moves.append((phase, makes_park, value(self.rank[i]), i))
        schedule = []
        for phase, makes_park, _, i in sorted(moves):
            closings = [c for c in self.colors if value(self.closes[c, phase])] if makes_park else []
            schedule.append(Change(i, makes_park, closings))
        return schedule

    def read(self, value: Value) -> tuple[int, Plan | None]:
        """The payments, and the plan of base + payments pours, verified; None if some pile finds no place."""
        return value(self.payments), plan_of_schedule(self.runs, self.schedule(value))

    def variable_counts(self) -> dict[str, int]:
        """Family of variables -> how many; a negation counts with its variable, a constant not at all."""
        families = {name: family for name, family in vars(self).items() if isinstance(family, dict)}
        del families["sizes"], families["parameters"]
        counts = {}
        for name, family in families.items():
            variables = {max(literal.index, ~literal.index) for literal in family.values()}  # ~index: of a negation
            counts[name] = len(variables - {self.true.index})
        return counts


def pairs_of_a_color(runs: Runs) -> Iterable[Pair]:
    """Pairs of runs of one colour in different beakers, of which the first leaves its place."""
    for own in runs.of_color.values():
        for i, j in permutations(own, 2):
            if not runs.is_bottom(i) and runs.all[i].beaker != runs.all[j].beaker:
                yield i, j
