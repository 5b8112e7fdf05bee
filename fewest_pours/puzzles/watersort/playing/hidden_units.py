"""Hidden units, '?': the ways to fill them in, and in how many of these ways each pour keeps the deal solvable.

Every colour fills whole beakers, so the counts show how many units each visible colour lacks. The other hidden units
have colours that the file names (`unseen`), or else names that the level does not use: 'unseen1', 'unseen2' and so on.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count, islice
from math import factorial, prod
from typing import NamedTuple

from fewest_pours.drawing.colors import Color
from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.shuffling import shuffled
from fewest_pours.puzzles.watersort.file_format import hidden_and_missing, plan_data
from fewest_pours.puzzles.watersort.playing.winning import openings, winning
from fewest_pours.puzzles.watersort.rules import (
    HIDDEN,
    Deal,
    Pour,
    State,
    legal_pours,
    position_key,
    poured_on,
    units_of,
)
from fewest_pours.running.forced_stop import enforced, unbroken
from fewest_pours.running.solver_contract import LimitReached, Outcome, Watch

MOST = 5_000  # ways; up to so many, all are examined
SAMPLE = 1_000  # random ones that are examined of more


class Judged(NamedTuple):
    """A pour, the number of ways in which the deal stays solvable after it, and whether it uncovers a hidden unit."""

    pour: Pour
    wins: int
    uncovers: bool


class Judgment(NamedTuple):
    """The pours that lead to new positions, and the number of ways examined.

    sampled: whether there are other ways; limit: what ended it before it had examined as many as it should.
    """

    pours: list[Judged]
    ways: int
    sampled: bool
    limit: Outcome | None


def unseen_names(deal: Deal) -> list[Color]:
    """Names for the colours that are neither seen nor named in the file, one for each beaker that they fill."""
    hidden, missing = hidden_and_missing(deal)
    taken = {*units_of(deal), *missing}
    free = (name for number in count(1) if (name := f"unseen{number}") not in taken)
    return list(islice(free, (hidden - missing.total()) // deal.capacity))


def lacking(deal: Deal) -> Counter[Color]:
    """The number of hidden units of each colour."""
    _, missing = hidden_and_missing(deal)
    return missing + Counter(dict.fromkeys(unseen_names(deal), deal.capacity))


def fillings(deal: Deal) -> tuple[Iterator[State], bool]:
    """The ways to fill the hidden units, and whether they are only a sample."""
    units = lacking(deal)
    number_of_ways = factorial(units.total()) // prod(map(factorial, units.values()))
    if number_of_ways <= MOST:
        return (with_units(deal, order) for order in arrangements(units)), False
    stream = random.Random(0)
    order = sorted(units.elements())
    return (with_units(deal, shuffled(order, stream)) for _ in range(SAMPLE)), True


def arrangements(units: Counter[Color]) -> Iterator[tuple[Color, ...]]:
    """Every distinct order of the units, once: each is the next one in the order of the alphabet."""
    order = sorted(units.elements())
    while True:
        yield tuple(order)
        # The last place from which the order rises: 1 in a, b, d, c, the next order to which is a, c, b, d.
        rising = len(order) - 2
        while rising >= 0 and order[rising] >= order[rising + 1]:
            rising -= 1
        if rising < 0:
            return
        # Behind it all falls. Its unit is exchanged for the least larger one there, and all behind then rises.
        larger = max(place for place in range(rising + 1, len(order)) if order[place] > order[rising])
        order[rising], order[larger] = order[larger], order[rising]
        order[rising + 1 :] = reversed(order[rising + 1 :])


def with_units(deal: Deal, units: Iterable[Color]) -> State:
    """The beakers with these units in place of the hidden ones."""
    rest = iter(units)
    return tuple(tuple(next(rest) if unit == HIDDEN else unit for unit in beaker) for beaker in deal.beakers)


def choices(deal: Deal, earlier: Iterable[Deal] = ()) -> list[Pour]:
    """The pours of visible units that lead to a new position, one per position up to the order of beakers."""
    seen = {position_key(position) for position in (*earlier, deal)}
    found: dict[State, Pour] = {}
    for pour in legal_pours(deal):
        later = poured_on(deal, pour)
        found.setdefault(position_key(later), pour)
    return [pour for reached, pour in found.items() if reached not in seen]


def judge(deal: Deal, watch: Watch, earlier: Iterable[Deal] = ()) -> Judgment:
    """Count for each pour the ways in which the deal stays solvable; if the watch ends this early, over fewer ways.

    earlier: positions of the game so far; pours that lead back to them are left out.
    """
    possible = choices(deal, earlier)
    wins: Counter[Pour] = Counter()
    done = 0
    limit = None
    listed = openings(deal.capacity, watch)
    ways, sampled = fillings(deal)
    try:
        with enforced(watch):
            for filling in ways:
                watch.check()
                won = list(winning(replace(deal, beakers=filling), possible, listed, watch))
                with unbroken():  # a way counts wholly or not at all
                    wins.update(won)
                    done += 1
    except LimitReached as reached:
        limit = reached.outcome
        sampled = True
    judged = [Judged(pour, wins[pour], uncovers_hidden(deal, pour)) for pour in possible]
    return Judgment(judged, done, sampled, limit)


def uncovers_hidden(deal: Deal, pour: Pour) -> bool:
    left = deal.beakers[pour.source][: -pour.units]
    return left[-1:] == (HIDDEN,)


def hint_over_ways(judgment: Judgment, best: Judged | None) -> tuple[str, Data]:
    """In words and as data, what the judgment says of the best pour; None: no pour can win.

    ('hint: 3 -> 4  1 red: can be won in 978 of 1,000 ways (sampled); uncovers one unit', the same as data)
    """
    ways = judgment.ways
    sampled = judgment.sampled
    ended: Data = {} if judgment.limit is None else {"limit": judgment.limit.value}
    if not ways:
        return "no way was judged within the limits", {"ways": 0, **ended}
    if not judgment.pours:
        return "no pour is left", {"ways": ways, **ended}
    data: Data = {"wins": best.wins if best else 0, "ways": ways, "sampled": sampled, **ended}
    if best is None:
        return f"no pour can win any more{f' in the {ways:,} ways judged' if sampled else ''}", data
    pour, wins, uncovers = best
    words = f"can be won in {wins:,} of {ways:,} ways{' (sampled)' if sampled else ''}"
    if wins == ways and not sampled:
        words = f"safe in all {wins:,} ways"
    if uncovers:
        words += "; uncovers one unit"
    data["uncovers"] = uncovers
    return f"hint: {pour.words}: {words}", plan_data((pour,))[0] | data
