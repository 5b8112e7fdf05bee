"""From what a search finds, beakers poured onto beakers, to a plan on the places of a deal."""

from collections import defaultdict
from collections.abc import Iterable

from instances.solving.outcome import Outcome, Result
from instances.watersort.bounds import Beaker, interned
from instances.watersort.rules import Deal, Pour, unsolvable_by_counting
from search_baseline.watersort.beakers import top_units

Step = tuple[Beaker, Beaker]  # source and target as they are before the pour

EXHAUSTED = "every state that can be reached was searched, and none is solved"


def placed(deal: Deal, steps: Iterable[Step]) -> tuple[Pour, ...]:
    """Pours of beakers, known by what they hold, as pours of places; any beaker that holds the same will do."""
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


def unplaced(deal: Deal, plan: Iterable[Pour]) -> list[Step]:
    """Pours of places as pours of beakers, known by what they hold."""
    content, steps = list(interned(deal)[1]), []
    for source, target, _, units in plan:
        steps.append((content[source], content[target]))
        content[target] += content[source][-units:]
        content[source] = content[source][:-units]
    return steps


def counted(deal: Deal) -> Result | None:
    """The proof by counting units, where there is one."""
    reason = unsolvable_by_counting(deal)
    return None if reason is None else Result(Outcome.UNSOLVABLE, reason=reason)
