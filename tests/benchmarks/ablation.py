"""What each idea of the water sort formulations is worth: python compare.py reproduce ablation

A mapping of solvers for each formulation, for compare.py --module: the whole, and variants that leave out one implied
constraint family or change one parameter of CP-SAT. Each solves model after model in its own process, with one worker,
so that conflicts do not depend on the machine.
"""

from collections.abc import Callable
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
from fewest_pours.puzzles.watersort.numbered_deal import base
from fewest_pours.puzzles.watersort.rules import Deal
from fewest_pours.running.solver_contract import Outcome, Result, Settings, Watch
from fewest_pours.solving.answer import Solve

Build = Callable[[Deal, int], Model | None]  # for an excess, or for a horizon
Least = Callable[[Deal], int]  # the first of these that is tried
Changes = dict[str, dict[str, Any]]  # of parameters of CP-SAT, by name
Variant = Callable[[], AbstractContextManager[Any]]  # a context in which the formulation is another one


def solve(build: Build, least: Least, variant: Variant, deal: Deal, settings: Settings, watch: Watch) -> Result:
    """Solve models of rising excess or horizon until one is feasible, with a shortest plan if it can be poured."""
    conflicts = 0
    with variant():
        for number in count(least(deal)):
            answer = solving.run(partial(build, deal, number), settings, watch.remaining())
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


PARAMETERS: Changes = {
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


def solvers(
    name: str, formulation: ModuleType, model: type[Model], least: Least, changes: Changes, families: dict[str, str]
) -> dict[str, dict[str, Solve]]:
    """'phases'; 'phases-presolve' with other parameters of CP-SAT; 'phases-merges-at-any-time' without a family."""
    variants: dict[str, Variant] = {name: nullcontext}
    for change, parameters in changes.items():
        variants[f"{name}-{change}"] = partial(patch.object, model, "parameters", {**model.parameters, **parameters})
    for change, family in families.items():
        variants[f"{name}-{change}"] = partial(patch.object, formulation, family, lambda *arguments: None)
    return {"watersort": {each: partial(solve, formulation.build, least, variants[each]) for each in variants}}


PHASES = solvers("phases", phases, PhaseModel, lambda deal: 0, PARAMETERS | SEARCH, FAMILIES)
TIMELINE = solvers("timeline", timeline, timeline.TimelineModel, base, PARAMETERS, ORDERS)
