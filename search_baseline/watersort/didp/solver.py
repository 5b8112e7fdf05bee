"""Searches by didppy, each in its own process: they respect only their own limits, and may die."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import didppy as dp

from fewest_pours.puzzles.watersort.numbered_deal import numbered
from fewest_pours.puzzles.watersort.rules import Deal
from fewest_pours.running.solver_contract import LimitReached, Outcome, Result, Settings, Watch
from fewest_pours.running.start_methods.child import Message, Say
from fewest_pours.running.supervisor import Supervisor
from search_baseline.astar import result_of_search
from search_baseline.watersort.beakers import plan_of_steps, refuted_by_counting
from search_baseline.watersort.didp.didp_model import WaterSort


def solve(deal: Deal, settings: Settings, watch: Watch, search: str) -> Result:
    """A shortest plan, or the proof that there is none, by didppy's 'CAASDy' or 'CABS'."""
    unsolvable = refuted_by_counting(deal)
    if unsolvable is not None:
        return unsolvable
    if deal.beyond_theory:
        return Result(Outcome.UNSUPPORTED, reason=f"{deal.beyond_theory}; try astar or cp-timeline")
    result = Result(Outcome.SOLVED, lower_bound=0)

    with Supervisor[str](watch) as supervisor:
        supervisor.call(search, partial(send_results, deal, search, settings.horizon))
        try:
            while result.outcome is Outcome.SOLVED and not (settings.any_plan and result.plan is not None):
                event = supervisor.next()
                assert event is not None, "next() waits until an event comes"
                if not isinstance(event, Message):
                    return Result(event.outcome or Outcome.SOLVER_FAILED, reason=f"didppy: {event.reason}")
                result = event.value
                if result.plan is not None:
                    watch.found(result.plan)
                watch.report(result.lower_bound, result.upper_bound, search)
        except LimitReached as reached:
            return replace(result, outcome=reached.outcome)
    return result


def send_results(deal: Deal, search: str, horizon: int | None, say: Say) -> None:
    for result in run_search(deal, search, horizon):
        say(result)


def run_search(deal: Deal, search: str, horizon: int | None = None) -> Iterator[Result]:
    """Search in this process; yield what is known at each better plan, as SOLVED until the search has ended."""
    model = WaterSort(numbered(deal))
    by = f"didppy, {search}"
    options: dict[str, Any] = {} if horizon is None else {"primal_bound": horizon + 1}
    if search == "CABS":
        options["keep_all_layers"] = True  # otherwise it cannot prove that no plan exists
    solver = getattr(dp, search)(model.dp, quiet=True, **options)
    outcome = Outcome.SOLVED
    while outcome is Outcome.SOLVED:
        solution, ended = solver.search_next()
        plan = None
        lower = solution.best_bound or 0
        if solution.cost is not None:
            plan = plan_of_steps(deal, model.steps(transition.name for transition in solution.transitions))
        if ended or solution.is_optimal or solution.is_infeasible:
            if plan is not None:
                outcome = Outcome.OPTIMAL
                lower = len(plan)
            elif horizon is not None:
                outcome = Outcome.NO_PLAN_WITHIN_HORIZON
                lower = horizon + 1
            else:
                outcome = Outcome.UNSOLVABLE
        statistics = {"expansions": solution.expanded, "generated": solution.generated}
        yield result_of_search(outcome, plan, lower, statistics, by)


caasdy = partial(solve, search="CAASDy")
cabs = partial(solve, search="CABS")
