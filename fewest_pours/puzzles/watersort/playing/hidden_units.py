"""Hidden units, '?': the ways to fill them in, and in how many of these ways each pour keeps the deal solvable.

Every colour fills whole beakers, so the counts show how many units each visible colour lacks. The other hidden units
have colours that the file names (`unseen`), or else 'unseen1', 'unseen2' and so on.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import factorial, prod
from typing import NamedTuple

from fewest_pours.drawing.colors import Color
from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.watersort.file_format import hidden_and_missing, plan_data
from fewest_pours.puzzles.watersort.playing.winning import openings, winning
from fewest_pours.puzzles.watersort.rules import HIDDEN, Covers, Deal, Pour, State, canonical, poured_on, pours
from fewest_pours.running.solver_contract import LimitReached, Watch

UNSEEN = "unseen"  # followed by a number: a colour neither seen nor named
MOST, SAMPLE = 5_000, 1_000  # up to MOST ways, all are examined; beyond that, SAMPLE random ones


class Judged(NamedTuple):
    """A pour, the number of ways in which the deal stays solvable after it, and whether it uncovers a hidden unit."""

    pour: Pour
    wins: int
    uncovers: bool


class Judgment(NamedTuple):
    """The pours that lead to new positions, best first, and the number of ways examined."""

    pours: list[Judged]
    ways: int
    sampled: bool


def lacking(deal: Deal) -> Counter[Color]:
    """The number of hidden units of each colour."""
    hidden, missing = hidden_and_missing(deal)
    unseen = (hidden - missing.total()) // deal.capacity
    return missing + Counter({f"{UNSEEN}{number}": deal.capacity for number in range(1, unseen + 1)})


def fillings(deal: Deal) -> tuple[Iterator[State], bool]:
    """The ways to fill the hidden units, and whether they are only a sample."""
    units = lacking(deal)
    if factorial(units.total()) // prod(map(factorial, units.values())) <= MOST:
        return (with_units(deal, order) for order in arrangements(units)), False
    stream, order = random.Random(0), sorted(units.elements())
    return (with_units(deal, stream.sample(order, len(order))) for _ in range(SAMPLE)), True


def arrangements(units: Counter[Color]) -> Iterator[tuple[Color, ...]]:
    """Every distinct order of the units, once."""
    if not units:
        yield ()
    for color in sorted(units):
        yield from ((color, *rest) for rest in arrangements(units - Counter([color])))


def with_units(deal: Deal, units: Iterable[Color]) -> State:
    """The beakers with these units in place of the hidden ones."""
    rest = iter(units)
    return tuple(tuple(next(rest) if unit == HIDDEN else unit for unit in beaker) for beaker in deal.beakers)


def choices(deal: Deal, earlier: Iterable[Deal] = ()) -> list[Pour]:
    """The pours of visible units that lead to a new position, one per position up to the order of beakers."""
    seen = {(canonical(position.beakers), position.covered) for position in (*earlier, deal)}
    found: dict[tuple[State, Covers], Pour] = {}
    for pour in pours(deal.beakers, deal.capacity, deal.covered):
        later = poured_on(deal, pour)
        found.setdefault((canonical(later.beakers), later.covered), pour)
    return [pour for reached, pour in found.items() if pour.color != HIDDEN and reached not in seen]


def judge(deal: Deal, watch: Watch, earlier: Iterable[Deal] = ()) -> Judgment:
    """Count for each pour the ways in which the deal stays solvable; if the watch ends this early, over fewer ways.

    earlier: positions of the game so far; pours that lead back to them are left out.
    """
    possible, wins, done = choices(deal, earlier), Counter[Pour](), 0
    ways, sampled = fillings(deal)
    listed = openings(deal.capacity, watch)
    try:
        for filling in ways:
            watch.check()
            wins.update(winning(replace(deal, beakers=filling), possible, listed, watch))
            done += 1
    except LimitReached:
        sampled = True
    judged = [Judged(pour, wins[pour], deal.beakers[pour.source][: -pour.units][-1:] == (HIDDEN,)) for pour in possible]
    judged.sort(key=lambda judged: (-judged.wins, not deal.beakers[judged.pour.target], not judged.uncovers))
    return Judgment(judged, done, sampled)


def hint_over_ways(deal: Deal, judgment: Judgment) -> tuple[str, Data]:
    """('hint: 3 -> 4  1 red: can be won in 978 of 1,000 ways (sampled); uncovers one unit', the same as data)"""
    if not judgment.pours or not judgment.ways:
        return "no pour is left" if judgment.ways else "no way was judged within the limits", {"ways": judgment.ways}
    (pour, wins, uncovers), ways, sampled = judgment.pours[0], judgment.ways, judgment.sampled
    data: Data = {"wins": wins, "ways": ways, "sampled": sampled}
    if not wins:
        return f"no pour can win any more{' in the ways sampled' if sampled else ''}", data
    words = f"can be won in {wins:,} of {ways:,} ways{' (sampled)' if sampled else ''}"
    if wins == ways and not sampled:
        words = f"safe in all {wins:,} ways"
    data["uncovers"] = uncovers
    return f"hint: {pour.words}: {words}" + "; uncovers one unit" * uncovers, plan_data((pour,))[0] | data
