"""A deal without what needs no thought, for the phase formulation to start from."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from instances.watersort.bounds import interned
from instances.watersort.rules import Deal, Pour, State, after, top_run


class Simplified(NamedTuple):
    """
    deal, names, capacity   the deal; names[c] is the word for colour c
    joined, state           the pours that put beakers of one colour alone together, where the colour fills one beaker,
                            and what they lead to
    beakers                 the same, colours as numbers; beakers of finished colours stand there as empty,
    empties                 but only so many of them are
    """

    deal: Deal
    names: list[str]
    capacity: int
    beakers: list[tuple[int, ...]]
    empties: int
    joined: tuple[Pour, ...]
    state: State


def simplified(deal: Deal) -> Simplified:
    joined = tuple(joining_pours(deal))
    state = deal.beakers
    for pour in joined:
        state = after(state, pour)
    names, beakers = interned(Deal(deal.name, deal.capacity, state))
    unfinished = {color for beaker in beakers if not is_finished(beaker, deal.capacity) for color in beaker}
    standing = [beaker if unfinished.intersection(beaker) else () for beaker in beakers]
    return Simplified(deal, names, deal.capacity, standing, state.count(()), joined, state)


def is_finished(beaker: Sequence[object], capacity: int) -> bool:
    """Full of one colour. Where all beakers of a colour are, it is finished too: its pours would only rename beakers.

    Before that, a finished beaker can be worth pouring out: (aaaa)(abcb)(accc)(ba)(ba), bottom first, takes 9 pours,
    and no plan keeps the first beaker as it is.
    """
    return len(beaker) == capacity and len(set(beaker)) == 1


def joining_pours(deal: Deal) -> list[Pour]:
    """Beakers of one colour alone onto the first of them, for colours that fill one beaker."""
    units = Counter(color for beaker in deal.beakers for color in beaker)
    alone = defaultdict[str, list[int]](list)
    for i, beaker in enumerate(deal.beakers):
        if beaker and top_run(beaker) == len(beaker) and units[beaker[0]] == deal.capacity:
            alone[beaker[0]].append(i)
    return [Pour(i, first, color, len(deal.beakers[i])) for color, (first, *others) in alone.items() for i in others]
