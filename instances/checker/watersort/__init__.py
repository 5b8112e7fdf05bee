"""Water sort certificates: their witness lines, and why these prove the claim.

Here a beaker is a string, *top first*, one letter for each unit: the colours, sorted by word, are a, b, c, ... Beakers
are interchangeable, so a state is a sorted tuple of them. A certificate has witness lines of one of three kinds, which
`at_least` distinguishes by the first line (instances/solving/certificates.py makes them):

{"state": "aab/b/", "after": 3}     No plan is shorter than p; no plan exists (p infinite)
    The argument is in distance_bound.py; the bound is the bottoms bound, see `bound`.

    A beaker that is covered until colour c fills one is written 'c:aab'.

{"depths": [2, 3, 0]}               No plan exists
    All depths that can be reached, see depths.py.

{"fact": [[3, 2], [5, -1]]}         No plan exists
    Conditions on depths that never all hold, with a SAT solver's proof: see facts.py.

Depths and facts ignore covers. Covers only forbid pours, so what has no plan without them has none with them.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain, groupby
from math import inf
from sys import intern
from typing import Any

from msgspec import field

from instances.checker.distance_bound import Game, check_distances
from instances.checker.lines import Line, Natural, Record
from instances.checker.watersort.deal import Deal, is_full, read
from instances.checker.watersort.depths import Digging
from instances.checker.watersort.facts import check_facts
from instances.reading.yaml_files import Data

__all__ = ["Deal", "at_least", "read", "verify"]

State = tuple[str, ...]  # ('', 'aab', 'b')
Filled = tuple[tuple[str, int], ...]  # (('a', 1), ('b', 2)): how many beakers each colour fills at the end


class Pour(Record):
    source: int = field(name="from")
    target: int = field(name="to")
    color: str
    units: int


class PlanLine(Record):
    answer: Pour


class StateLine(Record):
    state: str
    after: Natural


def verify(deal: Deal, plan: Iterator[Line]) -> None:
    """Raise Refused unless the lines are legal pours that solve the deal."""
    beakers, closed = [list(beaker) for beaker in deal.beakers], dict(deal.covered)
    line = Line(1, {})
    for line in plan:
        pour = line.read(PlanLine).answer
        source, target = pour.source, pour.target
        if not (1 <= source <= len(beakers) and 1 <= target <= len(beakers)) or source == target:
            raise line.wrong(f"expected two different beakers from 1 to {len(beakers)}")
        if {source - 1, target - 1} & closed.keys():
            raise line.wrong(f"expected beakers that are not covered, but {source} or {target} is")
        top, onto = beakers[source - 1], beakers[target - 1]
        if not top or (onto and onto[0] != top[0]):
            raise line.wrong(f"nothing can be poured from {source} to {target}")
        run = next((i for i, color in enumerate(top) if color != top[0]), len(top))
        fits = min(run, deal.capacity - len(onto))
        if fits == 0 or pour.units != fits or pour.color != top[0]:
            raise line.wrong(f"expected a pour of {fits} of {top[0]} from {source} to {target}")
        onto[:0] = top[:fits]
        del top[:fits]
        if is_full(onto, deal.capacity):
            closed = {place: color for place, color in closed.items() if color != pour.color}
    for number, beaker in enumerate(beakers, 1):
        if beaker and not is_full(beaker, deal.capacity):
            raise line.wrong(f"the plan ends and beaker {number} is neither empty nor full of one colour")


def game(deal: Deal, pours: float) -> Game[Any]:
    """The states whose list proves that no plan is shorter; or depths, that none exists: they ignore covers."""
    return Digging(deal) if pours == inf and not deal.covered else Pouring(deal)


def at_least(deal: Deal, pours: float, lines: Iterator[Line]) -> bool:
    """Whether the lines prove that no plan is shorter, or none exists; False if there are none. Raises Refused."""
    game = Pouring(deal)
    uncountable = any(units % deal.capacity for units in game.units.values())  # pours keep them, so no plan exists
    if game.bound(game.start) >= pours or (pours == inf and uncountable):
        return True
    first = next(lines, None)
    if first is None:
        return False
    lines = chain([first], lines)
    if "fact" in first.data:
        check_facts(deal, lines)
        return True
    if "depths" in first.data:
        return check_distances(Digging(deal), inf, lines)
    return check_distances(game, pours, lines)


class Pouring:
    """The rules, and the bottoms bound, for distance_bound.py."""

    def __init__(self, deal: Deal) -> None:
        self.capacity, spelt = deal.capacity, deal.spelt()
        self.units = Counter("".join(spelt))
        letter = dict(zip(chain(*deal.beakers), "".join(spelt), strict=True))
        for place, color in deal.covered:
            spelt[place] = f"{letter[color]}:{spelt[place]}"
        self.start: State = tuple(sorted(spelt))
        self.filled: Filled = tuple((color, units // self.capacity) for color, units in self.units.items())

    def read(self, line: Line) -> tuple[State, int]:
        listed = line.read(StateLine)
        state = tuple(sorted(map(intern, listed.state.split("/"))))
        contents = list(map(uncovered, state))
        fits = len(state) == len(self.start) and max(map(len, contents)) <= self.capacity
        if not fits or Counter("".join(contents)) != self.units:
            raise line.wrong(f"not a state of {len(self.start)} beakers with the units of the deal")
        return state, listed.after

    def line(self, state: State, after: int) -> Data:
        return {"state": "/".join(state), "after": after}

    def solved(self, state: State) -> bool:
        return all(is_full(beaker, self.capacity) for beaker in filter(None, map(uncovered, state)))

    def bound(self, state: State) -> int:
        """The bottoms bound: runs, less the runs at the end, plus for each colour the bottoms that it lacks.

        It is 0 when solved. A pour of a whole run onto its colour takes one run away, and a bottom only if it empties
        the source, which can only raise the last term; a whole run poured onto an empty beaker keeps the runs and gives
        at most one bottom; a pour of a part keeps both. So the bound falls by at most 1 a pour.
        """
        bottoms = "".join(sorted(uncovered(beaker)[-1:] for beaker in state))
        return sum(map(number_of_runs, state)) + lacking_bottoms(bottoms, self.filled)

    def successors(self, state: State) -> Iterator[State]:
        """The states after one pour, except those that differ from this state only in the order of beakers."""
        different = dict.fromkeys(beaker for beaker in state if beaker[1:2] != ":")
        with_room: dict[str, list[str]] = {}  # by their top colour, "" where empty
        for beaker in different:
            if len(beaker) < self.capacity:
                with_room.setdefault(beaker[:1], []).append(beaker)
        for source in filter(None, different):
            for target in (*with_room.get("", ()), *with_room.get(source[0], ())):
                units = min(top_run(source), self.capacity - len(target))
                twice = target != source or state.count(source) > 1
                if twice and (target or units < len(source)):
                    beakers = list(state)
                    beakers.remove(source)
                    beakers.remove(target)
                    opened = f"{source[0]}:" if is_full(source[:units] + target, self.capacity) else "?"
                    beakers = [beaker.removeprefix(opened) for beaker in beakers]
                    yield tuple(sorted([*beakers, source[units:], source[:units] + target]))


@cache
def lacking_bottoms(bottoms: str, filled: Filled) -> int:
    """The bottoms that the colours lack, less the runs at the end."""
    return sum(max(0, fills - bottoms.count(color)) - fills for color, fills in filled)


@cache
def number_of_runs(beaker: str) -> int:
    return sum(1 for _ in groupby(uncovered(beaker)))


def uncovered(beaker: str) -> str:
    """The contents of a beaker without its cover.

    >>> uncovered('c:aab')
    'aab'
    """
    return beaker[2:] if beaker[1:2] == ":" else beaker


@cache
def top_run(beaker: str) -> int:
    return len(beaker) - len(beaker.lstrip(beaker[0]))
