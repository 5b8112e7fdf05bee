"""What each idea of the water sort formulations is worth: python compare.py reproduce ablation

A mapping of solvers for each formulation, for compare.py --module: the whole, and variants that leave out one implied
constraint family or change one parameter of CP-SAT. Each solves model after model in its own process, with one worker,
so that conflicts do not depend on the machine.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import partial
from itertools import count
from types import ModuleType
from typing import Any

from ortools.sat.python import cp_model
from ortools.sat.sat_parameters_pb2 import SatParameters

from cpmodel import solving
from cpmodel.solving import Answer, Model, Status
from cpmodel.watersort import timeline
from cpmodel.watersort.phases import phase_model as phases
from cpmodel.watersort.phases.orderings import orderings
from cpmodel.watersort.phases.phase_variables import PhaseModel
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Outcome, Result
from instances.solving.running import Solve
from instances.watersort.bounds import bottoms_bound
from instances.watersort.rules import Deal

Build = Callable[[], Model | None]
Builds = Callable[[Deal], Iterator[Build]]  # the models of a deal, in the order in which they are solved
Variant = Callable[[], AbstractContextManager[None]]  # a context in which the formulation is another one


def excesses(deal: Deal, ordered: bool = True) -> Iterator[Build]:
    """Phases of rising excess, with orderings or without; the first plan is a shortest one."""
    before = orderings(deal) if ordered else frozenset()
    return (partial(phases.build, deal, excess, before) for excess in count())


def horizons(deal: Deal) -> Iterator[Build]:
    """Timelines of rising horizon; the first plan is a shortest one."""
    return (partial(timeline.build, deal, horizon) for horizon in count(bottoms_bound(deal)))


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


def result(answer: Answer) -> Result:
    if answer.status is Status.UNKNOWN:
        return Result(Outcome.OUT_OF_TIME)
    if answer.status is not Status.FEASIBLE:
        return Result(Outcome.SOLVER_FAILED, reason=answer.reason)
    if isinstance(answer.found, frozenset):
        return Result(Outcome.UNSUPPORTED, reason="the plan cannot be poured")
    length = len(answer.found)
    return Result(Outcome.OPTIMAL, answer.found, lower_bound=length, upper_bound=length)


@contextmanager
def whole() -> Iterator[None]:
    """The formulation as it is."""
    yield


@contextmanager
def without(module: ModuleType, name: str) -> Iterator[None]:
    """Leave out a constraint family, which is one function of its module."""
    kept = getattr(module, name)
    setattr(module, name, lambda *arguments: [])
    try:
        yield
    finally:
        setattr(module, name, kept)


@contextmanager
def parameters(model: type, **changes: Any) -> Iterator[None]:
    """Other parameters of CP-SAT for a class of models."""
    kept: Any = model.__dict__["parameters"]
    model.parameters = property(lambda self: {**kept.fget(self), **changes})  # type: ignore[attr-defined]
    try:
        yield
    finally:
        model.parameters = kept  # type: ignore[attr-defined]


def solvers(formulation: str, builds: Builds, variants: dict[str, Variant]) -> dict[str, dict[str, Solve]]:
    """'phases', and 'phases-merges-at-any-time' for a variant of that name."""
    named = {formulation: whole} | {f"{formulation}-{name}": variant for name, variant in variants.items()}
    return {"watersort": {name: partial(solve, builds, variant) for name, variant in named.items()}}


RESTARTS = SatParameters().default_restart_algorithms

phases_with = partial(parameters, PhaseModel)
timeline_with = partial(parameters, timeline.TimelineModel)

PHASES = solvers(
    "phases",
    excesses,
    {
        "merges-at-any-time": partial(without, phases, "merges_wait"),
        "search-of-its-own": partial(
            phases_with, search_branching=cp_model.AUTOMATIC_SEARCH, default_restart_algorithms=RESTARTS
        ),
        "restarts": partial(phases_with, default_restart_algorithms=RESTARTS),
        "presolve": partial(phases_with, cp_model_presolve=True),
        "inprocessing-on": partial(phases_with, use_sat_inprocessing=True),
        "probing-on": partial(phases_with, cp_model_probing_level=2),
        "linearization-level-1": partial(phases_with, linearization_level=1),
    },
)
PHASES["watersort"]["phases-orderings"] = partial(solve, partial(excesses, ordered=False), whole)
TIMELINE = solvers(
    "timeline",
    horizons,
    {
        "linearization-level-1": partial(timeline_with, linearization_level=1),
        "presolve": partial(timeline_with, cp_model_presolve=True),
        "inprocessing-on": partial(timeline_with, use_sat_inprocessing=True),
        "probing-on": partial(timeline_with, cp_model_probing_level=2),
    },
)
