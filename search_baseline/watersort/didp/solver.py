"""One search by didppy, in a process of its own: it respects no limits but its own, and may die."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import didppy as dp

from instances.solving.limits import LimitReached, Settings, Watch
from instances.solving.outcome import Outcome, Result
from instances.solving.supervisor import Message, Say, Supervisor
from instances.watersort.bounds import filled_of, interned
from instances.watersort.rules import Deal, Pour
from search_baseline.watersort.didp.didp_model import WaterSort, steps
from search_baseline.watersort.placing import answer, counted, placed


@dataclass(frozen=True)
class Known:
    """What a search has found so far: the names of the transitions of its best plan (None: no plan yet), and a bound.

    ended: the plan is a shortest one, or there is none below the horizon.
    """

    names: list[str] | None = None
    bound: int | None = None
    ended: bool = False
    expansions: int = 0
    generated: int = 0


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
            while not known.ended and not (settings.any_plan and known.names is not None):
                event = supervisor.next()
                if not isinstance(event, Message):
                    return Result(Outcome.SOLVER_FAILED, reason=f"didppy: {event and event.reason}")
                known = event.value
                if known.names is not None:
                    watch.found(plan_of(deal, known.names))
                watch.report(known.bound, None if known.names is None else len(known.names), search)
        except LimitReached as reached:
            limit = reached.outcome
    return result_of(deal, known, limit, settings, f"didppy, {search}")


def result_of(deal: Deal, known: Known, limit: Outcome | None, settings: Settings, by: str) -> Result:
    """What is known in the end; limit: the one that ended the search, if one did."""
    plan = None if known.names is None else plan_of(deal, known.names)
    outcome, lower = limit or Outcome.SOLVED, known.bound or 0
    if known.ended:
        if plan is not None:
            outcome, lower = Outcome.OPTIMAL, len(plan)
        elif settings.horizon is not None:
            outcome, lower = Outcome.NO_PLAN_WITHIN_HORIZON, settings.horizon + 1
        else:
            outcome = Outcome.UNSOLVABLE
    return answer(outcome, plan, lower, {"expansions": known.expansions, "generated": known.generated}, by, by)


def plan_of(deal: Deal, names: list[str]) -> tuple[Pour, ...]:
    """The transitions of a plan, by their names, as pours on the beakers of the deal."""
    return placed(deal, steps(interned(deal)[1], names, deal.capacity))


def searched(deal: Deal, search: str, horizon: int | None = None) -> Iterator[Known]:
    """Search in this process; yield what is known at each better plan, and at the end."""
    model = WaterSort(interned(deal)[1], deal.capacity, filled_of(deal))
    more: dict[str, Any] = (
        {"keep_all_layers": True} if search == "CABS" else {}
    )  # otherwise it cannot prove that none exists
    if horizon is not None:
        more["primal_bound"] = horizon + 1
    solver = getattr(dp, search)(model.dp, quiet=True, **more)
    ended = False
    while not ended:
        solution, ended = solver.search_next()
        names = None if solution.cost is None else [transition.name for transition in solution.transitions]
        ended = ended or solution.is_optimal or solution.is_infeasible
        yield Known(names, solution.best_bound, ended, solution.expanded, solution.generated)
