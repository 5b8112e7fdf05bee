"""One search by didppy, in a process of its own: it respects no limits but its own, and may die."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import didppy as dp

from instances.solving.limits import LimitReached, Settings, Watch
from instances.solving.outcome import Outcome, Result
from instances.solving.supervisor import Message, Say, Supervisor
from instances.watersort.bounds import filled_of, interned
from instances.watersort.rules import Deal, Pour
from search_baseline.watersort.beakers import answer, counted, placed
from search_baseline.watersort.didp.didp_model import WaterSort, steps


@dataclass(frozen=True)
class Known:
    """What a search has found so far; ended: the plan is a shortest one, or there is none within the horizon."""

    plan: tuple[Pour, ...] | None = None
    bound: int | None = None
    ended: bool = False
    statistics: dict[str, int] = field(default_factory=dict)


def solve(deal: Deal, settings: Settings, watch: Watch, search: str) -> Result:
    """A shortest plan, or the proof that there is none, by 'CAASDy' or 'CABS' of didppy."""
    if result := counted(deal):
        return result
    known, limit = Known(), None

    def work(say: Say) -> None:
        for each in searched(deal, search, settings.horizon):
            say(each)

    with Supervisor[str](watch) as supervisor:
        supervisor.call(search, work)
        try:
            while not known.ended and not (settings.any_plan and known.plan is not None):
                event = supervisor.next()
                if not isinstance(event, Message):
                    return Result(Outcome.SOLVER_FAILED, reason=f"didppy: {event and event.reason}")
                known = event.value
                if known.plan is not None:
                    watch.found(known.plan)
                watch.report(known.bound, None if known.plan is None else len(known.plan), search)
        except LimitReached as reached:
            limit = reached.outcome
    return result_of(known, limit, settings, f"didppy, {search}")


def result_of(known: Known, limit: Outcome | None, settings: Settings, by: str) -> Result:
    """What is known in the end; limit: the one that ended the search, if one did."""
    outcome, lower = limit or Outcome.SOLVED, known.bound or 0
    if known.ended and known.plan is not None:
        outcome, lower = Outcome.OPTIMAL, len(known.plan)
    elif known.ended and settings.horizon is not None:
        outcome, lower = Outcome.NO_PLAN_WITHIN_HORIZON, settings.horizon + 1
    elif known.ended:
        outcome = Outcome.UNSOLVABLE
    return answer(outcome, known.plan, lower, known.statistics, by, by)


def searched(deal: Deal, search: str, horizon: int | None = None) -> Iterator[Known]:
    """Search in this process; yield what is known at each better plan, and at the end."""
    beakers = interned(deal)[1]
    model = WaterSort(beakers, deal.capacity, filled_of(deal))
    options: dict[str, Any] = {} if horizon is None else {"primal_bound": horizon + 1}
    if search == "CABS":
        options["keep_all_layers"] = True  # otherwise it cannot prove that none exists
    solver = getattr(dp, search)(model.dp, quiet=True, **options)
    ended = False
    while not ended:
        solution, ended = solver.search_next()
        plan = None
        if solution.cost is not None:
            names = [transition.name for transition in solution.transitions]
            plan = placed(deal, steps(beakers, names, deal.capacity))
        ended = ended or solution.is_optimal or solution.is_infeasible
        statistics = {"expansions": solution.expanded, "generated": solution.generated}
        yield Known(plan, solution.best_bound, ended, statistics)
