"""The variables of the phase formulation, whose nouns phase_model.py defines."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import combinations, permutations, product
from typing import Any

from ortools.sat.python import cp_model

from cpmodel.literals import Boolean, Literal, booleans, integers, named
from cpmodel.solving import UNTOUCHED, Value
from cpmodel.watersort.phases.layer_variables import Layer, layer_variables, moves_of
from cpmodel.watersort.phases.schedule import plan_of, schedule_of
from cpmodel.watersort.phases.simplified import Runs, simplified
from instances.watersort.bounds import missing_bottoms, placed_runs
from instances.watersort.rules import Deal, Pour

Time = cp_model.IntVar


@dataclass(frozen=True)
class PhaseModel:
    """
    Times run from 1 to horizon. Phase e ends with the e-th park (from 0); one more phase follows the last park.

    leaves[i]           time at which a run that is no bottom leaves its place
    parks[e]            time of the e-th park; parks_at[i, e]: run i makes it; parked[i]: it makes one
    founds[c, e]        a run of colour c makes the e-th park
    gone_by[i, e]       run i left before the e-th park
    merges[i, e]        run i leaves in phase e, and makes no park
    bared[i, e]         bottom i: the last run above it leaves in phase e, or makes the park that begins it
    mono[c, e]          colour c has a mono just before the e-th park; stays[c, e]: still, when the park is made
    kept[c, e]          it stays then and is never poured out
    closes[c, e]        it is poured out to make room for the park
    full[e]             if a mono closes for the e-th park: no beaker is empty otherwise
    cleared[c, e]       no bottom of colour c has anything above it just before the e-th park
    park_pays[c, e]     the e-th park is one of the excess
    owes[c, e]          the mono is the only bottom, and will close, or closes now
    closing_pays[c, e]  that closing is one of the excess, and has become certain in phase e
    leaves_before[i, j] run i leaves before run j of its colour
    onto_mono[i]        run i merges onto a mono that its phase began with
    onto_bared[i, j]    if true: onto bottom j, bared in its phase
    into_pool[i]        if true: into the pool, and it has room. on_top[i, j]: if true, run j is bare and there when i
                        leaves; bare_before[i, j]: if false, bottom j is not bare when i leaves
    layers              colour -> its layer
    """

    runs: Runs
    excess: int
    horizon: int
    cp: cp_model.CpModel
    parks: dict[int, Time]
    leaves: dict[int, Time]
    gone_by: dict[tuple[int, int], Boolean]
    parks_at: dict[tuple[int, int], Boolean]
    parked: dict[int, Boolean]
    founds: dict[tuple[int, int], Boolean]
    merges: dict[tuple[int, int], Boolean]
    bared: dict[tuple[int, int], Boolean]
    mono: dict[tuple[int, int], Boolean]
    stays: dict[tuple[int, int], Boolean]
    kept: dict[tuple[int, int], Boolean]
    closes: dict[tuple[int, int], Boolean]
    full: dict[int, Boolean]
    cleared: dict[tuple[int, int], Boolean]
    park_pays: dict[tuple[int, int], Boolean]
    closing_pays: dict[tuple[int, int], Boolean]
    owes: dict[tuple[int, int], Boolean]
    leaves_before: dict[tuple[int, int], Literal]
    onto_mono: dict[int, Boolean]
    onto_bared: dict[tuple[int, int], Boolean]
    into_pool: dict[int, Boolean]
    on_top: dict[tuple[int, int], Boolean]
    bare_before: dict[tuple[int, int], Boolean]
    layers: dict[int, Layer]

    @property
    def parameters(self) -> Mapping[str, Any]:
        """Whatever comes before the search, or stops it, costs more than it brings (docs/results.md, ablation).

        What the search's order leaves open CP-SAT decides, the most active first. In the order of the variables, on
        capacity 8, some proofs would take more than fifty times as long.
        """
        return {
            **UNTOUCHED,
            "search_branching": cp_model.PARTIAL_FIXED_SEARCH,
            "default_restart_algorithms": "NO_RESTART",
        }

    @property
    def phases(self) -> range:
        """Those that end with a park."""
        return range(len(self.parks))

    @property
    def colors(self) -> Mapping[int, list[int]]:
        """Colour -> its runs."""
        return self.runs.of_color

    def mono_at(self, color: int, e: int) -> list[Literal]:
        """Any of them true: the colour has a mono from the beginning of phase e on."""
        if e:
            return [self.stays[color, e - 1], self.founds[color, e - 1]]
        lone = any(self.runs.is_bottom(i) and self.runs.above(i) is None for i in self.colors[color])
        return [self.cp.new_constant(1)] if lone else []

    def gone(self, i: int, e: int) -> Literal:
        """Run i left before the e-th park; a bottom: nothing lies on it any more, so that its beaker is a mono."""
        return self.bare(i, e) if self.runs.is_bottom(i) else self.gone_by[i, e]

    def bare(self, i: int, e: int) -> Literal:
        """Nothing lies above run i before the e-th park, whether it is still there or not."""
        above = self.runs.above(i)
        return self.cp.new_constant(1) if above is None else self.gone_by[above, e]

    def tops(self, i: int) -> list[int]:
        """The runs that may offer room to run i."""
        return [j for j in self.colors[self.runs.all[i].color] if (i, j) in self.on_top]

    def read(self, value: Value) -> tuple[Pour, ...] | frozenset[str]:
        """The plan of base + x pours, verified; or the colours by which this answer cannot be poured whole."""
        leaves = {i: value(time) for i, time in self.leaves.items()}
        parks = {e: value(time) for e, time in self.parks.items()}
        parking = {e: i for (i, e), makes in self.parks_at.items() if value(makes)}
        closings = [(parks[e], color) for (color, e), closes in self.closes.items() if value(closes)]
        layers = {c: moves_of(layer, self.runs, value, parks, leaves, parking) for c, layer in self.layers.items()}
        return plan_of(schedule_of(self.runs, leaves, parking.values(), closings, layers))


def variables(deal: Deal, excess: int, layered: Collection[str] = (), partial_pours: int = 0) -> PhaseModel:
    """The parks, and enough time for every run to leave at its own moment; layers of the layered colours."""
    start = simplified(deal, layered)
    runs, cp = Runs(start, placed_runs(start.beakers)), cp_model.CpModel()
    leaving, horizon = runs.leaving, max(1, len(runs.leaving))
    top_level = {run.beaker: run.level for run in runs.all}
    pours_into_empty = sum(missing_bottoms(start.beakers, deal.capacity).values()) + excess
    phases = range(pours_into_empty)
    times = {
        i: (1 + top_level[run.beaker] - run.level, horizon - run.level + 1)
        for i, run in enumerate(runs.all)
        if run.level
    }
    by_color = list(product(runs.of_color, phases))
    bottoms = [(bottom, above) for color in runs.of_color for bottom, above in runs.covered_bottoms(color)]
    same_color = [(i, j) for each in runs.of_color.values() for i, j in permutations(each, 2) if i in times]
    covered = {bottom for bottom, _ in bottoms}
    elsewhere = [(i, j) for i, j in same_color if runs.all[i].beaker != runs.all[j].beaker]
    leaves = integers(cp, "leaves", times)
    gone_by = booleans(cp, "gone_by", product(leaving, phases))
    on_top = booleans(cp, "on_top", [(i, j) for i, j in same_color if j in times and runs.room(j)])
    layers = {
        color: layer_variables(cp, runs, color, phases, on_top, partial_pours > 0)
        for color in runs.of_color
        if start.names[color] in layered
    }
    mono, stays = booleans(cp, "mono", by_color), booleans(cp, "stays", by_color)
    return PhaseModel(
        runs, excess, horizon, cp,
        parks=integers(cp, "parks", dict.fromkeys(phases, (1, horizon))),
        leaves=leaves,
        gone_by=gone_by,
        parks_at=booleans(cp, "parks_at", product(leaving, phases)),
        parked=booleans(cp, "parked", leaving),
        founds=booleans(cp, "founds", by_color),
        merges=booleans(cp, "merges", product(leaving, range(pours_into_empty + 1))),
        bared={(bottom, 0): gone_by[above, 0] for bottom, above in bottoms if phases}
        | booleans(cp, "bared", product(sorted(covered), phases[1:])),
        mono=mono,
        stays=stays,
        kept=booleans(cp, "kept", by_color),
        closes=booleans(cp, "closes", by_color),
        full=booleans(cp, "full", phases),
        cleared=booleans(cp, "cleared", by_color),
        park_pays=booleans(cp, "park_pays", by_color),
        closing_pays=booleans(cp, "closing_pays", by_color),
        owes=booleans(cp, "owes", by_color),
        leaves_before=orders(cp, runs),
        onto_mono=booleans(cp, "onto_mono", leaving),
        onto_bared=booleans(cp, "onto_bared", [(i, j) for i, j in elsewhere if j in covered]),
        into_pool=booleans(cp, "into_pool", leaving),
        on_top=on_top,
        bare_before=booleans(cp, "bare_before", [(i, j) for i, j in elsewhere if runs.is_bottom(j)]),
        layers=layers,
    )  # fmt: skip


def orders(cp: cp_model.CpModel, runs: Runs) -> dict[tuple[int, int], Literal]:
    """Of two runs of a colour that leave one is the first; in one beaker it is the upper one."""
    first: dict[tuple[int, int], Literal] = {}
    for each in runs.of_color.values():
        for i, j in combinations([i for i in each if not runs.is_bottom(i)], 2):
            same = runs.all[i].beaker == runs.all[j].beaker  # then j lies above i
            first[i, j] = cp.new_constant(0) if same else cp.new_bool_var(named("leaves_before", (i, j)))
            first[j, i] = ~first[i, j]
    return first
