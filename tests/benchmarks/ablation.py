"""What each idea of the water sort formulations is worth: python tests/benchmarks/ablation.py

Every line leaves out one implied constraint family, or changes one parameter of CP-SAT, and solves the same fixed deals
again. The figures are ratios to the whole formulation, over all deals and solver seeds: the geometric mean, and in
brackets the smallest and the largest mean of a single solver seed. Over 1 means that the idea pays. A solve that runs
into the limit counts as if it had just ended, so those ratios are too small; their number is told.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from math import exp, log
from pathlib import Path
from statistics import mean
from types import ModuleType
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from ortools.sat.python import cp_model  # noqa: E402

from cpmodel import solving  # noqa: E402
from cpmodel.watersort.bounds import bottoms_bound  # noqa: E402
from cpmodel.watersort.phases import model as phases  # noqa: E402
from cpmodel.watersort.phases import variables as phase_variables  # noqa: E402
from cpmodel.watersort.removal import model as removal  # noqa: E402
from cpmodel.watersort.timeline import model as timeline  # noqa: E402
from cpmodel.watersort.timeline import variables as contents  # noqa: E402
from instances import load  # noqa: E402
from instances.harness.limits import Settings  # noqa: E402
from instances.watersort.deal import generate  # noqa: E402
from instances.watersort.rules import Deal  # noqa: E402

LIMIT = 10.0  # seconds of one solve
Variant = Callable[[], Any]  # a context in which the formulation is another one


class Cost(NamedTuple):
    """Of solving one deal to the end: Cost(1200, 0.4, 0), the last number counts solves that ran into the limit."""

    conflicts: float
    seconds: float
    limits: int


def excesses(deal: Deal) -> Iterator[Callable[[], Any]]:
    """Phases of rising excess."""
    yield from (partial(phases.build, deal, excess) for excess in range(10))


def horizons(deal: Deal) -> Iterator[Callable[[], Any]]:
    """Timelines of rising horizon."""
    lower = bottoms_bound(deal)
    yield from (partial(timeline.build, deal, lower + more) for more in range(10))


def once(deal: Deal) -> Iterator[Callable[[], Any]]:
    yield partial(removal.build, deal)


def cost(deal: Deal, models: Callable[[Deal], Iterator[Callable[[], Any]]], seed: int) -> Cost:
    """Solve models until one is feasible, in this process; the processor's seconds, building included."""
    conflicts, limits, started = 0.0, 0, time.process_time()
    for build in models(deal):
        answer = solving.run(build, Settings(seed=seed), LIMIT)
        conflicts += answer.statistics.get("conflicts", 0)
        limits += answer.status == "unknown"
        if answer.status != "infeasible":
            break
    return Cost(conflicts, time.process_time() - started, limits)


@contextmanager
def without(*functions: tuple[ModuleType, str]) -> Iterator[None]:
    """Leave out constraint families: each is one function of its module."""
    kept = [(module, name, getattr(module, name)) for module, name in functions]
    for module, name in functions:
        setattr(module, name, lambda *arguments: [])
    try:
        yield
    finally:
        for module, name, function in kept:
            setattr(module, name, function)


@contextmanager
def parameters(model: type, **changes: Any) -> Iterator[None]:
    """Other parameters of CP-SAT for a class of models."""
    kept: Any = model.__dict__["parameters"]
    changed = property(lambda self: {**kept.fget(self), **changes})
    model.parameters = changed  # type: ignore[attr-defined]
    try:
        yield
    finally:
        model.parameters = kept  # type: ignore[attr-defined]


class Formulation(NamedTuple):
    deals: Sequence[Deal]
    models: Callable[[Deal], Iterator[Callable[[], Any]]]
    variants: Mapping[str, Variant]


phases_with = partial(parameters, phase_variables.PhaseModel)


def level_133() -> Deal:
    deal: Deal = load(ROOT / "instances" / "watersort" / "level-133.yaml")[1]
    return deal


FORMULATIONS = {
    "phases": Formulation(
        [
            level_133(),
            *(generate(12, 2, seed=seed) for seed in (1, 2, 3, 5, 7)),
            *(generate(20, 2, seed=seed) for seed in (6, 10)),
            generate(20, 3, seed=1),
            generate(10, 2, 6, seed=0),
        ],
        excesses,
        {
            "merges at any time": partial(without, (phases, "merges_wait")),
            "merges ordered at the end": partial(without, (phases, "tops_for_merges")),
            "search of its own": partial(phases_with, search_branching=cp_model.AUTOMATIC_SEARCH),
            "presolve": partial(phases_with, cp_model_presolve=True),
            "inprocessing on": partial(phases_with, inprocessing_dtime_ratio=0.2),
            "linearization level 1": partial(phases_with, linearization_level=1),
        },
    ),
    "removal": Formulation(
        [generate(9, 1, seed=5), generate(16, 2, seed=2), generate(16, 2, seed=34)],
        once,
        {
            "settled colours wait": partial(without, (removal, "settled_colors_go_home")),
            "linearization level 1": partial(parameters, removal.RemovalModel, linearization_level=1),
            "inprocessing on": partial(parameters, removal.RemovalModel, inprocessing_dtime_ratio=0.2),
            "probing on": partial(parameters, removal.RemovalModel, cp_model_probing_level=2),
            "search of its own": partial(parameters, removal.RemovalModel, search_branching=cp_model.AUTOMATIC_SEARCH),
        },
    ),
    "timeline": Formulation(
        [level_133(), generate(9, 2, seed=0), generate(9, 2, seed=1)],
        horizons,
        {
            "neighbours in any order": partial(without, (timeline, "neighbours_in_order")),
            "twins in any order": partial(without, (timeline, "twins_in_order")),
            "steps not counted": partial(without, (timeline, "steps_are_counted")),
            "linearization level 1": partial(parameters, contents.TimelineModel, linearization_level=1),
            "presolve": partial(parameters, contents.TimelineModel, cp_model_presolve=True),
        },
    ),
}


def ratio(whole: Sequence[Cost], other: Sequence[Cost], which: int) -> float:
    """Geometric mean of other / whole; conflicts and hundredths of seconds are counted from 1."""
    unit = (1.0, 0.01)[which]
    return exp(mean(log((b[which] + unit) / (a[which] + unit)) for a, b in zip(whole, other, strict=True)))


def spread(whole: dict[int, list[Cost]], other: dict[int, list[Cost]], which: int) -> str:
    """'1.35 (1.20-1.52)': over everything, and the extremes over the solver's seeds."""
    by_seed = [ratio(whole[seed], other[seed], which) for seed in whole]
    return f"{exp(mean(map(log, by_seed))):.2f} ({min(by_seed):.2f}-{max(by_seed):.2f})"


def table(name: str, seeds: Sequence[int]) -> Iterator[str]:
    """The lines of one formulation's table, in Markdown."""
    formulation = FORMULATIONS[name]

    def costs() -> dict[int, list[Cost]]:
        return {seed: [cost(deal, formulation.models, seed) for deal in formulation.deals] for seed in seeds}

    whole = costs()
    total = Cost(*map(sum, zip(*(each for costs in whole.values() for each in costs), strict=True)))
    yield f"| {name}: {total.conflicts:,.0f} conflicts, {total.seconds:.1f} s in all | conflicts | time | limits |"
    yield "|---|---|---|---|"
    for label, variant in formulation.variants.items():
        with variant():
            other = costs()
        limits = sum(each.limits for costs in other.values() for each in costs)
        yield f"| {label} | {spread(whole, other, 0)} | {spread(whole, other, 1)} | {limits} |"


def main() -> None:
    parser = argparse.ArgumentParser(description="What each idea of the formulations is worth.")
    parser.add_argument("--seeds", metavar="N", nargs="+", type=int, default=[0, 1, 2], help="solver seeds (0 1 2)")
    parser.add_argument("--formulation", choices=FORMULATIONS, nargs="+", default=list(FORMULATIONS))
    options = parser.parse_args()
    for name in options.formulation:
        for line in table(name, options.seeds):
            print(line, flush=True)
        print()


if __name__ == "__main__":
    main()
