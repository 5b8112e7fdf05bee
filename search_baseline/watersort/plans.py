"""From what a search finds, beakers poured onto beakers, to a plan on the places of a deal."""

from collections.abc import Iterable

from instances.harness.outcome import Outcome, Result
from instances.watersort.deal import interned
from instances.watersort.rules import Deal, Pour, after, poured, unsolvable_by_counting
from search_baseline.watersort.beakers import Beaker

Step = tuple[Beaker, Beaker]  # source and target as they are before the pour

EXHAUSTED = "every state that can be reached was searched, and none is solved"


def placed(deal: Deal, steps: Iterable[Step]) -> tuple[Pour, ...]:
    """Pours of beakers, known by what they hold, as pours of places; any beaker that holds the same will do."""
    names, _ = interned(deal)
    number = {name: c for c, name in enumerate(names)}
    state, plan = deal.beakers, []
    for source, target in steps:
        held = [tuple(number[color] for color in beaker) for beaker in state]
        i = held.index(source)
        j = next(j for j, beaker in enumerate(held) if beaker == target and j != i)
        pour = Pour(i, j, names[source[-1]], poured(state[i], state[j], deal.capacity))
        state = after(state, pour)
        plan.append(pour)
    return tuple(plan)


def counted(deal: Deal) -> Result | None:
    """The proof by counting units, where there is one."""
    reason = unsolvable_by_counting(deal)
    return None if reason is None else Result(Outcome.UNSOLVABLE, reason=reason)
