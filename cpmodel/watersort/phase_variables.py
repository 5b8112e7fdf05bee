"""The variables of the phase formulation, whose nouns are told in phases.py, and how a plan is read from them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ortools.sat.python import cp_model

from cpmodel.solving import Value
from cpmodel.watersort.bounds import PlacedRun
from cpmodel.watersort.realising import Answer, Departure, Simplified, in_order, realise
from instances.watersort.rules import Pour

Literal = Any  # of ortools: a Boolean variable, its negation, or a constant
Time = Any  # an integer variable; or 0, for what is so from the start


@dataclass(frozen=True)
class PhaseModel:
    """
    Times run from 1 to horizon. Runs are numbered as placed_runs lists them, so i + 1 lies above i in the same beaker.

    leaves[i]       time at which a run that is no bottom leaves its place
    parks[e]        time of the e-th park; parks_at[i, e]: run i makes it; parked[i]: it makes one
    gone_by[i, e]   run i left before the e-th park
    home[i]         the colour's home is this bottom, or what this run parks; opens[c]: time from which it is open
    open_by[c, e]   it is open before the e-th park
    temporary[i]    run i parks for a time, until goes[i]
    early, late     of the bottoms that may be no home; an early one is poured out at goes[i]
    pays[c]         the colour parks more often than it must; no literals without excess
    """

    start: Simplified
    runs: list[PlacedRun]
    excess: int
    horizon: int
    cp: cp_model.CpModel
    parks: list[Time]
    leaves: dict[int, Time] = field(default_factory=dict)
    gone_by: dict[tuple[int, int], Literal] = field(default_factory=dict)
    parks_at: dict[tuple[int, int], Literal] = field(default_factory=dict)
    parked: dict[int, Literal] = field(default_factory=dict)
    home: dict[int, Literal] = field(default_factory=dict)
    opens: dict[int, Time] = field(default_factory=dict)
    open_by: dict[tuple[int, int], Literal] = field(default_factory=dict)
    temporary: dict[int, Literal] = field(default_factory=dict)
    late: dict[int, Literal] = field(default_factory=dict)
    early: dict[int, Literal] = field(default_factory=dict)
    goes: dict[int, Time] = field(default_factory=dict)
    pays: dict[int, Literal] = field(default_factory=dict)

    @property
    def parameters(self) -> Mapping[str, Any]:
        """Linear relaxations and inprocessing cost more than they bring."""
        return {"linearization_level": 0, "inprocessing_dtime_ratio": 0.0}

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

    def exposed(self, i: int) -> Time:
        """From when on nothing lies above run i."""
        above = self.above(i)
        return 0 if above is None else self.leaves[above]

    def is_bottom(self, i: int) -> bool:
        return self.runs[i].level == 0

    def room(self, i: int) -> int:
        """Units that fit on top of run i in its place."""
        return self.start.capacity - self.runs[i].below - self.runs[i].units

    def boolean(self) -> cp_model.IntVar:
        return self.cp.new_bool_var("")

    def time(self, first: int = 1, last: int | None = None) -> cp_model.IntVar:
        return self.cp.new_int_var(first, self.horizon if last is None else last, "")

    def read(self, value: Value) -> tuple[Pour, ...] | None:
        """The plan of base + x pours, verified; None if this answer needs partial pours."""
        departures = [
            Departure(value(time), "park" if i in self.parked and value(self.parked[i]) else "leave", i)
            for i, time in self.leaves.items()
        ]
        for kind in (self.early, self.temporary):
            departures += [Departure(value(self.goes[i]), "clear", i) for i, chosen in kind.items() if value(chosen)]
        homes = {self.runs[i].color: i for i, chosen in self.home.items() if value(chosen)}
        late = frozenset(i for i, chosen in self.late.items() if value(chosen))
        return realise(Answer(self.start, self.runs, in_order(departures), homes, late))
