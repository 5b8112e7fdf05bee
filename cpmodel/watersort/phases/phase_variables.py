"""The variables of the phase formulation; phase_model.py defines its nouns."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any, ClassVar

from ortools.sat.python import cp_model

from cpmodel.literals import Boolean, Literal, booleans, integers
from cpmodel.solving import UNTOUCHED, Parameters, Value
from cpmodel.watersort.depths.schedule import Change, plan_of_schedule
from cpmodel.watersort.depths.simplified import Runs, simplified
from fewest_pours.puzzles.watersort.rules import Deal, Plan

Times = dict[int, cp_model.IntVar]
Booleans = dict[Any, Boolean]

BY_COLOR = ["mono", "stays", "closes", "cleared", "founds", "park_pays", "closing_pays"]


@dataclass(frozen=True)
class PhaseModel:
    """
    Times run from 1 to the number of runs that leave. Phase e ends with the e-th park (counted from 0); one more phase
    follows the last park.

    leaves[i]           time at which a run that is no bottom leaves its place
    parks[e]            time of the e-th park; parks_at[i, e]: run i makes it; parked[i]: run i makes some park
    founds[c, e]        a run of colour c makes the e-th park
    gone_by[i, e]       run i left before the e-th park
    merges[i, e]        run i leaves in phase e, and makes no park
    bared[i, e]         the last run above bottom i leaves in phase e, or makes the park that begins it
    mono[c, e]          colour c has a mono just before the e-th park; stays[c, e]: and still has it during the park
    closes[c, e]        it is poured out to make room for the park
    cleared[c, e]       no bottom of colour c has anything above it just before the e-th park
    park_pays[c, e]     the e-th park adds 1 to the excess
    closing_pays[c, e]  the closing for it adds 1 to the excess
    leaves_before[i, j] run i leaves before run j of its colour
    onto_mono[i]        run i merges onto a mono that its phase began with
    onto_bared[i, j]    if true, run i merges onto bottom j, bared in its phase
    into_pool[i]        if true, run i merges into the pool, which has room for it
    on_top[i, j]        if true, run j is bare and there when i leaves
    bare_before[i, j]   if false, bottom j is not bare when i leaves
    """

    runs: Runs
    excess: int
    cp: cp_model.CpModel
    parks: Times
    leaves: Times
    gone_by: Booleans
    parks_at: Booleans
    parked: Booleans
    founds: Booleans
    merges: Booleans
    bared: Booleans
    mono: Booleans
    stays: Booleans
    closes: Booleans
    cleared: Booleans
    park_pays: Booleans
    closing_pays: Booleans
    leaves_before: dict[tuple[int, int], Literal]
    onto_mono: Booleans
    onto_bared: Booleans
    into_pool: Booleans
    on_top: Booleans
    bare_before: Booleans
    # Presolve, restarts and the like cost more than they gain (docs/results.md, ablation). CP-SAT decides what the
    # search's order leaves open, the most active variables first. In the order of the variables, on capacity 8, some
    # proofs would take more than fifty times as long.
    parameters: ClassVar[Parameters] = {
        **UNTOUCHED,
        "search_branching": cp_model.PARTIAL_FIXED_SEARCH,
        "default_restart_algorithms": "NO_RESTART",
    }

    @property
    def phases(self) -> range:
        """The phases that end with a park."""
        return range(len(self.parks))

    @property
    def colors(self) -> Mapping[int, list[int]]:
        """Colour -> its runs."""
        return self.runs.of_color

    def mono_at(self, color: int, e: int) -> list[Literal]:
        """Literals, one of which is true if the colour has a mono when phase e begins."""
        if e:
            return [self.stays[color, e - 1], self.founds[color, e - 1]]
        lone = any(self.runs.is_bottom(i) and self.runs.above(i) is None for i in self.colors[color])
        return [self.cp.new_constant(1)] if lone else []

    def gone(self, i: int, e: int) -> Literal:
        """Run i left before the e-th park; for a bottom: nothing lies on it any more, so its beaker is a mono."""
        return self.bare(i, e) if self.runs.is_bottom(i) else self.gone_by[i, e]

    def bare(self, i: int, e: int) -> Literal:
        """Nothing lies above run i before the e-th park, whether the run itself is still there or not."""
        above = self.runs.above(i)
        return self.cp.new_constant(1) if above is None else self.gone_by[above, e]

    def read(self, value: Value) -> Plan | None:
        """The plan of base + x pours, verified; None if the piles of some colour cannot be poured whole."""
        outs = ([c for c in self.colors if value(self.closes[c, e])] for e in self.phases)
        order = sorted((value(time), not value(self.parked[i]), i) for i, time in self.leaves.items())
        return plan_of_schedule(
            self.runs, [Change(i) if merges else Change(i, True, next(outs)) for _, merges, i in order]
        )


def variables(deal: Deal, excess: int) -> PhaseModel:
    """The variables: all parks, and a time of its own for every run to leave."""
    runs, cp = simplified(deal), cp_model.CpModel()
    leaving, colors, horizon = runs.leaving, runs.of_color, max(1, len(runs.leaving))
    top_level = {run.beaker: run.level for run in runs.all}
    phases = range(sum(runs.game.missing) + excess)
    times = {
        i: (1 + top_level[runs.all[i].beaker] - runs.all[i].level, horizon - runs.all[i].level + 1) for i in leaving
    }
    covered = {bottom: above for color in colors for bottom, above in runs.covered_bottoms(color)}
    pairs = [(i, j) for own in colors.values() for i, j in permutations(own, 2) if i in times]
    elsewhere = [(i, j) for i, j in pairs if runs.all[i].beaker != runs.all[j].beaker]
    by_color = list(product(colors, phases))
    keys: dict[str, Iterable[Hashable]] = {
        "gone_by": product(leaving, phases),
        "parks_at": product(leaving, phases),
        "merges": product(leaving, range(len(phases) + 1)),
        "bared": product(sorted(covered), phases[1:]),
        "onto_bared": [(i, j) for i, j in elsewhere if j in covered],
        "bare_before": [(i, j) for i, j in elsewhere if runs.is_bottom(j)],
        "on_top": [(i, j) for i, j in pairs if j in times and runs.room(j)],
        **dict.fromkeys(("parked", "onto_mono", "into_pool"), leaving),
        **dict.fromkeys(BY_COLOR, by_color),
    }
    families = {name: booleans(cp, name, each) for name, each in keys.items()}
    if phases:
        families["bared"] |= {(bottom, 0): families["gone_by"][above, 0] for bottom, above in covered.items()}
    parks = integers(cp, "parks", dict.fromkeys(phases, (1, horizon)))
    leaves = integers(cp, "leaves", times)
    first = booleans(cp, "leaves_before", [(i, j) for i, j in pairs if i < j and j in times])
    leaves_before = first | {(j, i): ~literal for (i, j), literal in first.items()}
    return PhaseModel(runs, excess, cp, parks, leaves, leaves_before=leaves_before, **families)
