"""The removal formulation: is there any plan at all?

One step for each run that is no bottom; each step removes one of them. The steps are the removals of a depth path
(docs/theory.md, theorem 7): infeasible proves that no plan of any length exists, feasible is a path that is turned into
a plan. There is no horizon to deepen.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from ortools.sat.python import cp_model

from cpmodel.literals import Boolean, Literal, booleans, is_all, is_any, named
from cpmodel.solving import IN_ORDER, Value
from instances.watersort.bounds import PlacedRun, filled_beakers, interned, placed_runs
from instances.watersort.depth_theorem import plan_of
from instances.watersort.rules import Deal, Pour, unsolvable_by_counting


@dataclass(frozen=True)
class RemovalModel:
    """
    runs                   of the whole deal, as placed_runs lists them; removable: the positions of those to remove
    gone[run, t]           the run left its place before step t; a bottom: its beaker is cleared
    exposed[run, t]        nothing is left above it before step t; stays true when it is gone
    leaves[run, t]         the run is the one that step t removes
    homes[color, n, t]     the colour has at least n mono beakers before step t (of those that it needs)
    opens[t]               step t needs an empty beaker: one more home for the colour that it removes
    settled[color, t]      the colour needs all its homes from step t on, whatever happens
    called[run, t]         the run is exposed, there, and of a settled colour; called_up_to: this run or an earlier one
    """

    deal: Deal
    runs: list[PlacedRun]
    removable: list[int]
    filled_beakers: dict[int, int]
    cp: cp_model.CpModel
    gone: dict[tuple[int, int], Literal]
    exposed: dict[tuple[int, int], Literal]
    leaves: dict[tuple[int, int], Boolean]
    homes: dict[tuple[int, int, int], Boolean]
    opens: dict[int, Boolean]
    settled: dict[tuple[int, int], Boolean]
    called: dict[tuple[int, int], Boolean]
    called_up_to: dict[tuple[int, int], Boolean]

    @property
    def steps(self) -> range:
        return range(len(self.removable))

    @property
    def states(self) -> range:
        """Before each step, and after the last."""
        return range(len(self.removable) + 1)

    @property
    def parameters(self) -> Mapping[str, Any]:
        """A search that follows the steps and never forgets what a conflict taught it: the depths it has closed.

        Measured (docs/results.md, ablation): level 1 of linearization takes 2.6 times as long, inprocessing 1.7 times,
        probing 1.3 times. A cleanup of learnt clauses would make it walk twice through what is closed.
        """
        return {**IN_ORDER, "clause_cleanup_period": 1_000_000_000}

    def read(self, value: Value) -> tuple[Pour, ...]:
        """A verified plan, not a shortest one."""
        path = [run for t in self.steps for run in self.removable if value(self.leaves[run, t])]
        return plan_of(self.deal, [self.runs[run].beaker for run in path])


def carries(deal: Deal) -> str | None:
    """Why the formulation says nothing about this deal: it is exact for all deals, so never."""
    return None


def build(deal: Deal) -> RemovalModel | None:
    """None if some colour cannot fill whole beakers: then no plan exists."""
    if unsolvable_by_counting(deal) is not None:
        return None
    model = variables(deal)
    one_run_a_step(model)
    homes_take_what_the_tops_cannot(model)
    opening_takes_a_home(model)
    beakers_suffice(model)
    settled_colors_go_home(model)
    follow_the_steps(model)
    return model


def variables(deal: Deal) -> RemovalModel:
    """The runs above a run must go before it and those below after it, one a step: so much of `gone` is known."""
    _, beakers = interned(deal)
    runs, filled, cp = placed_runs(beakers), filled_beakers(beakers, deal.capacity), cp_model.CpModel()
    top = {run.beaker: run.level for run in runs}
    removable = [r for r, run in enumerate(runs) if run.level > 0]
    steps = len(removable)
    first = {r: top[runs[r].beaker] - runs[r].level for r in removable}
    last = {r: steps - runs[r].level for r in removable}
    always, never = cp.new_constant(1), cp.new_constant(0)
    gone: dict[tuple[int, int], Literal] = {}
    leaves: dict[tuple[int, int], Boolean] = {}
    for r, t in product(removable, range(steps + 1)):
        name = named("gone", (r, t))
        gone[r, t] = never if t <= first[r] else always if t > last[r] else cp.new_bool_var(name)
        if t < steps:
            leaves[r, t] = cp.new_bool_var(named("leaves", (r, t))) if first[r] <= t <= last[r] else never
    for r, run in enumerate(runs):
        if run.level == 0:
            gone |= {(r, t): gone[r + 1, t] if top[run.beaker] > 0 else always for t in range(steps + 1)}
    exposed = {
        (r, t): gone[r + 1, t] if run.level < top[run.beaker] else always
        for r, run in enumerate(runs)
        for t in range(steps + 1)
    }
    homes = [(color, n, t) for color, most in filled.items() for n in range(1, most + 1) for t in range(steps + 1)]
    return RemovalModel(
        deal, runs, removable, filled, cp, gone, exposed, leaves,
        homes=booleans(cp, "homes", homes),
        opens=booleans(cp, "opens", range(steps)),
        settled=booleans(cp, "settled", product(filled, range(steps))),
        called=booleans(cp, "called", product(removable, range(steps))),
        called_up_to=booleans(cp, "called_up_to", product(removable, range(steps))),
    )  # fmt: skip


def one_run_a_step(model: RemovalModel) -> None:
    """Each step removes one run that is exposed; what is gone stays gone, and nothing goes otherwise."""
    cp, gone, exposed, leaves = model.cp, model.gone, model.exposed, model.leaves
    for t in model.steps:
        cp.add_exactly_one(leaves[r, t] for r in model.removable)
        for r in model.removable:
            cp.add_implication(leaves[r, t], exposed[r, t])
            cp.add_implication(leaves[r, t], ~gone[r, t])
            cp.add_implication(leaves[r, t], gone[r, t + 1])
            cp.add_implication(gone[r, t], gone[r, t + 1])
            cp.add_bool_or(~gone[r, t + 1], gone[r, t], leaves[r, t])
            cp.add_implication(gone[r, t + 1], exposed[r, t])


def homes_take_what_the_tops_cannot(model: RemovalModel) -> None:
    """load_c <= h * homes_c, before each step (lemma 4)."""
    capacity, gone, exposed = model.deal.capacity, model.gone, model.exposed
    for color, most in model.filled_beakers.items():
        runs = [(r, run) for r, run in enumerate(model.runs) if run.color == color]
        for t in model.states:
            load = sum(run.units * gone[r, t] for r, run in runs)
            room = sum(
                (capacity - run.below - run.units) * (exposed[r, t] - gone[r, t]) for r, run in runs if run.level > 0
            )
            model.cp.add(load - room <= capacity * sum(model.homes[color, n, t] for n in range(1, most + 1)))


def opening_takes_a_home(model: RemovalModel) -> None:
    """If the colour that goes needs one home more after the step, the step opens it."""
    for t in model.steps:
        for r in model.removable:
            color = model.runs[r].color
            for n in range(1, model.filled_beakers[color] + 1):
                before, after = model.homes[color, n, t], model.homes[color, n, t + 1]
                model.cp.add_bool_or(~model.leaves[r, t], ~after, before, model.opens[t])


def beakers_suffice(model: RemovalModel) -> None:
    """(beakers not cleared) + (homes, with the one that the step opens) <= beakers: (*) of lemma 5."""
    bottoms = [r for r, run in enumerate(model.runs) if run.level == 0]
    for t in model.steps:
        standing = sum(~model.gone[r, t] for r in bottoms)
        homes = sum(home for (_, _, when), home in model.homes.items() if when == t)
        model.cp.add(standing + homes + model.opens[t] <= len(model.deal.beakers))


def settled_colors_go_home(model: RemovalModel) -> None:
    """A colour that needs all its homes for ever is settled; of the exposed runs of such colours the first goes next.

    Settled: even with all its runs that are not gone exposed, load_c > h * (m_c - 1). Lemma 8 lets such a run go first.
    """
    cp, capacity = model.cp, model.deal.capacity
    for color, filled in model.filled_beakers.items():
        runs = [(r, run) for r, run in enumerate(model.runs) if run.color == color]
        room = sum(capacity - run.below - run.units for _, run in runs if run.level > 0)
        weights = [(r, capacity - run.below if run.level > 0 else run.units) for r, run in runs]
        for t in model.steps:
            settled, most = model.settled[color, t], capacity * (filled - 1)
            least_load = sum(weight * model.gone[r, t] for r, weight in weights) - room
            cp.add(least_load <= most).only_enforce_if(~settled)
            cp.add(least_load > most).only_enforce_if(settled)
    for (r, t), called in model.called.items():
        settled = model.settled[model.runs[r].color, t]
        is_all(cp, called, [settled, model.exposed[r, t], ~model.gone[r, t]])
    for t in model.steps:
        first_called_goes(model, t)


def first_called_goes(model: RemovalModel, t: int) -> None:
    """If any run is called at step t, that of lowest number goes."""
    cp, earlier = model.cp, model.cp.new_constant(0)
    for r in model.removable:
        cp.add_implication(model.leaves[r, t], ~earlier)
        is_any(cp, model.called_up_to[r, t], [earlier, model.called[r, t]])
        earlier = model.called_up_to[r, t]
    for r in model.removable:
        cp.add_bool_or(~model.leaves[r, t], model.called[r, t], ~earlier)


def follow_the_steps(model: RemovalModel) -> None:
    """Decide step by step, from the first on, which run goes, those with least below them first: to clear beakers.

    The search then walks through depths.
    """
    nearest_the_bottom = sorted(model.removable, key=lambda r: model.runs[r].level)
    choices = [model.leaves[r, t] for t in model.steps for r in nearest_the_bottom]
    model.cp.add_decision_strategy(choices, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)
