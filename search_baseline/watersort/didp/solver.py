"""One search by didppy, in a process of its own: it keeps no limits but its own, and may die."""

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
from search_baseline.watersort.placing import EXHAUSTED, counted, placed


@dataclass(frozen=True)
class Told:
    """What the search knows: the names of the transitions of its best plan (None: no plan yet), and a bound.

    ended: the plan is a shortest one, or there is none below the horizon.
    """

    names: list[str] | None = None
    bound: int | None = None
    ended: bool = False
    expansions: int = 0
    generated: int = 0


def solve(deal: Deal, settings: Settings, watch: Watch, search: str) -> Result:
    """A shortest plan, or the proof that there is none, by the searches 'CAASDy' and 'CABS' of didppy."""
    if result := counted(deal):
        return result
    told, limit = Told(), None

    def work(say: Say) -> None:
        for each in searched(deal, search, settings.horizon):
            say(each)

    with Supervisor[str](watch) as supervisor:
        supervisor.call(search, work)
        try:
            while not told.ended and not (settings.any_plan and told.names is not None):
                event = supervisor.next()
                if not isinstance(event, Message):
                    return Result(Outcome.SOLVER_FAILED, reason=f"didppy: {event and event.reason}")
                told = event.value
                if told.names is not None:
                    watch.found(plan_of(deal, told.names))
                watch.report(told.bound, None if told.names is None else len(told.names), search)
        except LimitReached as reached:
            limit = reached.outcome
    return answer(deal, told, limit, settings, f"didppy, {search}")


def answer(deal: Deal, told: Told, limit: Outcome | None, settings: Settings, by: str) -> Result:
    """What was told, as a Result with its plan on the beakers of the deal."""
    statistics = {"expansions": told.expansions, "generated": told.generated}
    if told.ended and told.names is None:
        if settings.horizon is None:
            return Result(Outcome.UNSOLVABLE, reason=EXHAUSTED, statistics=statistics)
        limit, bound = Outcome.NO_PLAN_WITHIN_HORIZON, settings.horizon + 1
    else:
        bound = told.bound or 0
    plan = None if told.names is None else plan_of(deal, told.names)
    if plan is not None and told.ended:
        limit, bound = Outcome.OPTIMAL, len(plan)
    return Result(
        limit or Outcome.SOLVED,
        plan,
        lower_bound=bound,
        upper_bound=None if plan is None else len(plan),
        lower_bound_by=by,
        upper_bound_by=None if plan is None else by,
        statistics=statistics,
    )


def plan_of(deal: Deal, names: list[str]) -> tuple[Pour, ...]:
    """The transitions of a plan, by their names, as pours on the beakers of the deal."""
    return placed(deal, steps(interned(deal)[1], names, deal.capacity))


def searched(deal: Deal, search: str, horizon: int | None = None) -> Iterator[Told]:
    """In this process: what is known at each better plan, and at the end."""
    model = WaterSort(interned(deal)[1], deal.capacity, filled_of(deal))
    more: dict[str, Any] = {"keep_all_layers": True} if search == "CABS" else {}  # or it never proves that none exists
    if horizon is not None:
        more["primal_bound"] = horizon + 1
    solver = getattr(dp, search)(model.dp, quiet=True, **more)
    ended = False
    while not ended:
        solution, ended = solver.search_next()
        names = None if solution.cost is None else [transition.name for transition in solution.transitions]
        ended = ended or solution.is_optimal or solution.is_infeasible
        yield Told(names, solution.best_bound, ended, solution.expanded, solution.generated)
