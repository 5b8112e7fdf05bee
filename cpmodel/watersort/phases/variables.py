"""The variables of the phase formulation, whose nouns are told in model.py, and how a plan is read from them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ortools.sat.python import cp_model

from cpmodel.solving import Value
from cpmodel.watersort.bounds import PlacedRun
from cpmodel.watersort.phases.plan import Answer, Departure, Simplified, realise
from instances.watersort.rules import Pour

Literal = Any  # of ortools: a Boolean variable, its negation, or a constant
Time = Any  # an integer variable


@dataclass(frozen=True)
class PhaseModel:
    """
    Times run from 1 to horizon. Runs are numbered as placed_runs lists them, so i + 1 lies above i in the same beaker.
    Phase e ends with the e-th park (from 0); one more phase follows the last park.

    leaves[i]       time at which a run that is no bottom leaves its place
    parks[e]        time of the e-th park; parks_at[i, e]: run i makes it; parked[i]: it makes one
    founds[c, e]    a run of colour c makes the e-th park
    gone_by[i, e]   run i left before the e-th park
    merges[i, e]    run i leaves in phase e, and makes no park
    bared[i, e]     bottom i: the last run above it leaves in phase e, or makes the park that begins it
    mono[c, e]      colour c has a mono just before the e-th park, and stays[c, e]: it still has when the park is made
    kept[c, e]      it stays then and is never poured out
    closes[c, e]    it is poured out to make room for the park
    cleared[c, e]   no bottom of colour c has anything above it just before the e-th park
    payments        literals, as many of them true as there is excess
    """

    start: Simplified
    runs: list[PlacedRun]
    excess: int
    horizon: int
    cp: cp_model.CpModel
    parks: list[Time]
    forwards: bool
    leaves: dict[int, Time] = field(default_factory=dict)
    gone_by: dict[tuple[int, int], Literal] = field(default_factory=dict)
    parks_at: dict[tuple[int, int], Literal] = field(default_factory=dict)
    parked: dict[int, Literal] = field(default_factory=dict)
    founds: dict[tuple[int, int], Literal] = field(default_factory=dict)
    merges: dict[tuple[int, int], Literal] = field(default_factory=dict)
    bared: dict[tuple[int, int], Literal] = field(default_factory=dict)
    mono: dict[tuple[int, int], Literal] = field(default_factory=dict)
    stays: dict[tuple[int, int], Literal] = field(default_factory=dict)
    kept: dict[tuple[int, int], Literal] = field(default_factory=dict)
    closes: dict[tuple[int, int], Literal] = field(default_factory=dict)
    cleared: dict[tuple[int, int], Literal] = field(default_factory=dict)
    payments: list[Literal] = field(default_factory=list)

    @property
    def parameters(self) -> Mapping[str, Any]:
        """Linear relaxations and inprocessing cost more than they bring; forwards, so does presolve."""
        parameters: dict[str, Any] = {"linearization_level": 0, "inprocessing_dtime_ratio": 0.0}
        if self.forwards:
            parameters |= {"search_branching": cp_model.FIXED_SEARCH, "cp_model_presolve": False}
        return parameters

    @property
    def phases(self) -> range:
        """Those that end with a park."""
        return range(len(self.parks))

    @cached_property
    def colors(self) -> dict[int, list[int]]:
        """Colour -> its runs."""
        runs: dict[int, list[int]] = {}
        for i, run in enumerate(self.runs):
            runs.setdefault(run.color, []).append(i)
        return runs

    def above(self, i: int) -> int | None:
        """The run above it, if there is one."""
        return i + 1 if i + 1 < len(self.runs) and self.runs[i + 1].level else None

    def is_bottom(self, i: int) -> bool:
        return self.runs[i].level == 0

    def covered_bottoms(self, color: int) -> list[tuple[int, int]]:
        """The bottoms of a colour that have something above them, each with the run that lies on it."""
        return [(i, above) for i in self.colors[color] if self.is_bottom(i) and (above := self.above(i)) is not None]

    def mono_at(self, color: int, e: int) -> list[Literal]:
        """Any of them true: the colour has a mono from the beginning of phase e on."""
        if e:
            return [self.stays[color, e - 1], self.founds[color, e - 1]]
        lone = any(self.is_bottom(i) and self.above(i) is None for i in self.colors[color])
        return [self.cp.new_constant(1)] if lone else []

    def gone(self, i: int, e: int) -> Literal:
        """Run i left before the e-th park; a bottom: nothing lies on it any more, so that its beaker is a mono."""
        return self.gone_by[i, e] if i in self.leaves else self.bare(i, e)

    def bare(self, i: int, e: int) -> Literal:
        """Nothing lies above run i before the e-th park, whether it is still there or not."""
        above = self.above(i)
        return self.cp.new_constant(1) if above is None else self.gone_by[above, e]

    def room(self, i: int) -> int:
        """Units that fit on top of run i in its place."""
        return self.start.capacity - self.runs[i].below - self.runs[i].units

    def boolean(self) -> cp_model.IntVar:
        return self.cp.new_bool_var("")

    def read(self, value: Value) -> tuple[Pour, ...] | None:
        """The plan of base + x pours, verified; None if this answer needs partial pours."""
        events = [
            (value(time), Departure("park" if value(self.parked[i]) else "leave", i)) for i, time in self.leaves.items()
        ]
        homes = {}
        for color in self.colors:
            homes[color] = self.follow_monos(value, color, events)
        departures = [departure for _, departure in sorted(events, key=in_order)]
        return realise(Answer(self.start, self.runs, departures, homes))

    def follow_monos(self, value: Value, color: int, events: list[tuple[int, Departure]]) -> int:
        """Add the departures of whole monos of a colour; return the run that founds the one that is left at the end."""
        changes = [(value(self.parks[e]), "out", -1) for e in self.phases if value(self.closes[color, e])]
        for i in self.colors[color]:
            above = self.above(i)
            if self.is_bottom(i):
                changes.append((0 if above is None else value(self.leaves[above]), "shows", i))
            elif value(self.parked[i]):
                changes.append((value(self.leaves[i]), "shows", i))
        standing: int | None = None
        for time, change, i in sorted(changes):
            if change == "out":
                assert standing is not None
                events.append((time, Departure("close", standing)))
                standing = None
            elif standing is None:
                standing = i
            else:
                events.append((time, Departure("join", i)))
        assert standing is not None
        return standing


ORDER = ["close", "park", "leave", "join"]  # of what happens at one time


def in_order(event: tuple[int, Departure]) -> tuple[int, int]:
    time, departure = event
    return time, ORDER.index(departure.kind)
