"""From the steps that a search finds, beakers poured onto beakers, to a plan on the places of a deal and a result."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from instances.solving.outcome import Outcome, Result
from instances.watersort.bounds import Beaker, interned
from instances.watersort.rules import Deal, Pour, unsolvable_by_counting
from search_baseline.watersort.beakers import top_units

Step = tuple[Beaker, Beaker]  # source and target as they are before the pour

EXHAUSTED = "every state that can be reached was searched, and none is solved"


def placed(deal: Deal, steps: Iterable[Step]) -> tuple[Pour, ...]:
    """Steps as pours between places; of beakers with the same content any will do."""
    names, beakers = interned(deal)
    places: defaultdict[Beaker, list[int]] = defaultdict(list)
    for place, beaker in enumerate(beakers):
        places[beaker].append(place)
    plan = []
    for source, target in steps:
        i, j = places[source].pop(), places[target].pop()
        units = min(top_units(source), deal.capacity - len(target))
        plan.append(Pour(i, j, names[source[-1]], units))
        places[source[:-units]].append(i)
        places[target + source[-units:]].append(j)
    return tuple(plan)


def counted(deal: Deal) -> Result | None:
    """The proof by counting units, where there is one."""
    reason = unsolvable_by_counting(deal)
    return None if reason is None else Result(Outcome.UNSOLVABLE, reason=reason)


def answer(
    outcome: Outcome,
    plan: tuple[Pour, ...] | None,
    lower: int | None,
    statistics: dict[str, Any],
    lower_by: str,
    upper_by: str,
) -> Result:
    """The result of an exhaustive search; lower_by, upper_by: what proved the bound and what found the plan."""
    if outcome is Outcome.UNSOLVABLE:
        return Result(outcome, reason=EXHAUSTED, statistics=statistics)
    return Result(
        outcome,
        plan,
        lower_bound=lower,
        upper_bound=None if plan is None else len(plan),
        lower_bound_by=lower_by,
        upper_bound_by=None if plan is None else upper_by,
        statistics=statistics,
    )
