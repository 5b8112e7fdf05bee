"""What each idea of the water sort formulations is worth: python compare.py reproduce ablation

A mapping of solvers for each formulation, for compare.py --module: the whole, and variants that leave out one implied
constraint family or change one parameter of CP-SAT. Each solves model after model in its own process, with one worker,
so that conflicts do not depend on the machine.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from itertools import count
from types import ModuleType
from typing import Any
from unittest.mock import patch

from ortools.sat.python import cp_model
from ortools.sat.sat_parameters_pb2 import SatParameters

from cpmodel import solving
from cpmodel.solving import Model, Response, Status
from cpmodel.watersort import timeline
from cpmodel.watersort.phases import phase_model as phases
from cpmodel.watersort.phases.phase_variables import PhaseModel
from instances.puzzles.watersort.numbered_deal import base
from instances.puzzles.watersort.rules import Deal
from instances.running.solver_contract import Outcome, Result, Settings, Watch
from instances.solving.answer import Solve

Build = Callable[[], Model | None]
Builds = Callable[[Deal], Iterator[Build]]  # the models of a deal, in the order in which they are solved
Variant = Callable[[], AbstractContextManager[Any]]  # a context in which the formulation is another one


def excesses(deal: Deal) -> Iterator[Build]:
    """Phases of rising excess; the first plan is a shortest one."""
    return (partial(phases.build, deal, excess) for excess in count())


def horizons(deal: Deal) -> Iterator[Build]:
    """Timelines of rising horizon; the first plan is a shortest one."""
    return (partial(timeline.build, deal, horizon) for horizon in count(base(deal)))


def solve(builds: Builds, variant: Variant, deal: Deal, settings: Settings, watch: Watch) -> Result:
    """Solve models until one is feasible; its plan is a shortest one, if it can be poured."""
    conflicts = 0
    with variant():
        for build in builds(deal):
            answer = solving.run(build, settings, watch.remaining())
            conflicts += int(answer.statistics.get("conflicts", 0))
            if answer.status is not Status.INFEASIBLE:
                return replace(result(answer), statistics={"conflicts": conflicts})
    return Result(Outcome.UNSOLVABLE, reason="infeasible", statistics={"conflicts": conflicts})


def result(answer: Response[Any]) -> Result:
    if answer.status is Status.UNKNOWN:
        return Result(Outcome.OUT_OF_TIME)
    if not isinstance(answer.found, tuple):
        outcome = Outcome.UNSUPPORTED if answer.status is Status.FEASIBLE else Outcome.SOLVER_FAILED
        return Result(outcome, reason="the plan cannot be poured")
    length = len(answer.found)
    return Result(Outcome.OPTIMAL, answer.found, lower_bound=length, upper_bound=length)


def without(formulation: ModuleType, name: str) -> AbstractContextManager[Any]:
    """Leave out a constraint family of a formulation, which is one function."""
    return patch.object(formulation, name, lambda *arguments: None)


def parameters(model: type[Model], **changes) -> AbstractContextManager[Any]:
    """Other parameters of CP-SAT for a class of models."""
    return patch.object(model, "parameters", {**model.parameters, **changes})


PARAMETERS: dict[str, dict[str, Any]] = {
    "linearization-level-1": {"linearization_level": 1},
    "presolve": {"cp_model_presolve": True},
    "inprocessing-on": {"use_sat_inprocessing": True},
    "probing-on": {"cp_model_probing_level": 2},
}
RESTARTS = {"default_restart_algorithms": SatParameters().default_restart_algorithms}
SEARCH = {
    "search-of-its-own": {"search_branching": cp_model.AUTOMATIC_SEARCH, **RESTARTS},
    "restarts": RESTARTS,
}
FAMILIES = {"merges-at-any-time": "merges_wait"}
ORDERS = {"pours-in-any-order": "neighbours_stand_in_order", "places-in-any-order": "openings_follow_the_names"}


def solvers(formulation: str, builds: Builds, variants: dict[str, Variant]) -> dict[str, dict[str, Solve]]:
    """'phases', and 'phases-merges-at-any-time' for a variant of that name."""
    named = {formulation: nullcontext} | {f"{formulation}-{name}": variant for name, variant in variants.items()}
    return {"watersort": {name: partial(solve, builds, variant) for name, variant in named.items()}}


PHASES = solvers(
    "phases",
    excesses,
    {name: partial(parameters, PhaseModel, **changes) for name, changes in (PARAMETERS | SEARCH).items()}
    | {name: partial(without, phases, family) for name, family in FAMILIES.items()},
)
TIMELINE = solvers(
    "timeline",
    horizons,
    {name: partial(parameters, timeline.TimelineModel, **changes) for name, changes in PARAMETERS.items()}
    | {name: partial(without, timeline, family) for name, family in ORDERS.items()},
)
