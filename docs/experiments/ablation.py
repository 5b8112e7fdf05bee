"""What each idea of the water sort formulations is worth: python compare.py reproduce ablation

A mapping of solvers for each formulation, for compare.py --module: the whole, and variants that turn one idea off (or
on), search in another way, or change parameters of CP-SAT. Each solves model after model in its own process, with one
worker, so that conflicts do not depend on the machine.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from typing import Any
from unittest.mock import patch

from ortools.sat.python import cp_model

from cpmodel import solving
from cpmodel.solving import Parameters, Response, Status
from cpmodel.watersort import timeline
from cpmodel.watersort.precedences import diagram, precedences_of
from cpmodel.watersort.runs import simplified
from cpmodel.watersort.schedule.model import build
from cpmodel.watersort.schedule.variables import FORWARDS, Ideas, ScheduleModel
from fewest_pours.puzzles.watersort.numbered_deal import base
from fewest_pours.puzzles.watersort.rules import Deal
from fewest_pours.running.solver_contract import Outcome, Result, Settings, Watch
from fewest_pours.solving.answer import Solve

MORE = 2  # payments that a model allows beyond those that are refuted


@dataclass(frozen=True)
class Variant:
    """A way to use the schedule model. more: payments allowed beyond the fewest that are open; 0: one after the other.

    parameters: of CP-SAT; own: in place of the model's, not on top of them.
    """

    ideas: Ideas = field(default_factory=lambda: Ideas(precedences=False))
    more: int = MORE
    parameters: Parameters = field(default_factory=dict)
    own: bool = False

    def build(self, deal: Deal, fewest: int) -> ScheduleModel:
        pairs = []
        if self.ideas.precedences:
            runs = simplified(deal)
            pairs = precedences_of(runs, diagram(runs.game))
        model = build(deal, fewest, fewest + self.more, self.ideas, pairs)
        model.parameters = self.parameters if self.own else {**FORWARDS, **self.parameters}
        return model

    def solve(self, deal: Deal, settings: Settings, watch: Watch) -> Result:
        """Solve models until one is feasible, with a shortest plan if its schedule can be poured."""
        conflicts = 0
        for fewest in count(0, self.more + 1):
            answer = solving.run(partial(self.build, deal, fewest), settings, watch.remaining())
            conflicts += int(answer.statistics.get("conflicts", 0))
            if answer.status is not Status.INFEASIBLE:
                plan = None if answer.found is None else answer.found[1]
                return replace(result(answer, plan), statistics={"conflicts": conflicts})
        raise AssertionError("count() has no end")


def result(answer: Response[Any], plan: Any) -> Result:
    if answer.status in (Status.UNKNOWN, Status.IMPROVABLE):
        return Result(Outcome.OUT_OF_TIME)
    if plan is None:
        return Result(Outcome.UNSUPPORTED, reason="the plan cannot be poured")
    return Result(Outcome.OPTIMAL, plan, lower_bound=len(plan), upper_bound=len(plan))


def without(idea: str) -> Variant:
    return Variant(Ideas(**{"precedences": False, idea: False}))


ENCODINGS = {
    "schedule": Variant(),
    "schedule-precedences": Variant(Ideas()),
    "schedule-one-excess-a-model": Variant(more=0),
    "schedule-two-excesses-a-model": Variant(more=1),
    "schedule-sums-for-clauses": without("clauses"),
    "schedule-no-counts": without("counts"),
    "schedule-exact-piles": Variant(Ideas(precedences=False, exact_piles=True)),
}

AUTOMATIC = {**FORWARDS, "search_branching": cp_model.AUTOMATIC_SEARCH}
RESTARTS = {"default_restart_algorithms": cp_model.CpSolver().parameters.default_restart_algorithms}
ON_TOP: dict[str, Parameters] = {
    "restarts": RESTARTS,
    "no-phase-saving": {"use_phase_saving": False},
    "cores": {"optimize_with_core": True},
    "fixed-search": {"search_branching": cp_model.FIXED_SEARCH},
    "presolve": {"cp_model_presolve": True},
    "probing": {"cp_model_presolve": True, "cp_model_probing_level": 2},
    "symmetry": {"cp_model_presolve": True, "symmetry_level": 2},
    "inprocessing": {"use_sat_inprocessing": True},
    "linearization-1": {"linearization_level": 1},
    "linearization-2": {"linearization_level": 2},
    "automatic": {**AUTOMATIC, **RESTARTS},
    "automatic-cores": {**AUTOMATIC, **RESTARTS, "optimize_with_core": True},
    "pseudo-costs": {"search_branching": cp_model.PSEUDO_COST_SEARCH, **RESTARTS},
    "portfolio": {"search_branching": cp_model.PORTFOLIO_SEARCH, **RESTARTS},
}
DEFAULTS: dict[str, Parameters] = {
    "defaults": {},
    "defaults-cores": {"optimize_with_core": True},
    "defaults-8-workers": {"num_workers": 8},
}
PARAMETERS = {
    "schedule": Variant(),
    **{f"schedule-{name}": Variant(parameters=parameters) for name, parameters in ON_TOP.items()},
    **{f"schedule-{name}": Variant(parameters=parameters, own=True) for name, parameters in DEFAULTS.items()},
}


def solve_timeline(change: Callable[[], AbstractContextManager[Any]], deal: Deal, _: Settings, watch: Watch) -> Result:
    """Solve models of rising horizons until one is feasible."""
    conflicts = 0
    with change():
        for horizon in count(base(deal)):
            answer = solving.run(partial(timeline.build, deal, horizon), Settings(), watch.remaining())
            conflicts += int(answer.statistics.get("conflicts", 0))
            if answer.status is not Status.INFEASIBLE:
                return replace(result(answer, answer.found), statistics={"conflicts": conflicts})
    raise AssertionError("count() has no end")


def parameters_changed(**parameters: object) -> Callable[[], AbstractContextManager[Any]]:
    model = timeline.TimelineModel
    return partial(patch.object, model, "parameters", {**model.parameters, **parameters})


def family_left_out(name: str) -> Callable[[], AbstractContextManager[Any]]:
    return partial(patch.object, timeline, name, lambda model: None)


CHANGES: dict[str, Callable[[], AbstractContextManager[Any]]] = {
    "timeline": nullcontext,
    "timeline-linearization-1": parameters_changed(linearization_level=1),
    "timeline-presolve": parameters_changed(cp_model_presolve=True),
    "timeline-inprocessing": parameters_changed(use_sat_inprocessing=True),
    "timeline-probing": parameters_changed(cp_model_probing_level=2),
    "timeline-pours-in-any-order": family_left_out("neighbours_stand_in_order"),
    "timeline-places-in-any-order": family_left_out("openings_follow_the_names"),
}

Solvers = dict[str, dict[str, Solve]]
SCHEDULE: Solvers = {"watersort": {name: variant.solve for name, variant in ENCODINGS.items()}}
SEARCHES: Solvers = {"watersort": {name: variant.solve for name, variant in PARAMETERS.items()}}
TIMELINE: Solvers = {"watersort": {name: partial(solve_timeline, change) for name, change in CHANGES.items()}}
