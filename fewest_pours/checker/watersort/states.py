"""States, the pours between them, and the bottoms bound, for distance_bound.py.

Here a beaker is a string, *top first*, one letter for each unit: the colours, sorted by word, are a, b, c, ... Beakers
are interchangeable, so a state is a sorted tuple of them. A beaker that is covered until colour c fills one is written
'c:aab'.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain
from sys import intern

from fewest_pours.checker.certificate_lines import ExactKeys, Line, NaturalNumber
from fewest_pours.checker.watersort.deal import DealToCheck, is_full, runs
from fewest_pours.files.yaml_files import Data

State = tuple[str, ...]  # ('', 'aab', 'b')
Filled = tuple[tuple[str, int], ...]  # (('a', 1), ('b', 2)): how many beakers each colour fills at the end


class BeakersLine(ExactKeys):
    state: str
    after: NaturalNumber


class BeakerStates:
    """The game of states: what distance_bound.py asks."""

    def __init__(self, deal: DealToCheck) -> None:
        self.capacity = deal.capacity
        spelt = deal.spelt()
        self.units = Counter("".join(spelt))
        letter = dict(zip(chain(*deal.beakers), "".join(spelt), strict=True))
        for place, color in deal.covered:
            spelt[place] = f"{letter[color]}:{spelt[place]}"
        self.start: State = tuple(sorted(spelt))
        self.filled: Filled = tuple((color, units // self.capacity) for color, units in self.units.items())
        self.runs_at_end = sum(fills for _, fills in self.filled)

    def read(self, line: Line) -> tuple[State, int]:
        listed = line.read(BeakersLine)
        state = tuple(sorted(map(intern, listed.state.split("/"))))
        contents = list(map(uncovered, state))
        fits = len(state) == len(self.start) and max(map(len, contents)) <= self.capacity
        has_the_units = Counter("".join(contents)) == self.units
        if not fits or not has_the_units:
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
        runs_now = sum(map(number_of_runs, state))
        bottoms = "".join(sorted(uncovered(beaker)[-1:] for beaker in state))  # 'abb'; sorted: the cache holds it once
        return runs_now - self.runs_at_end + lacking_bottoms(bottoms, self.filled)

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
                are_two = target != source or state.count(source) > 1
                only_swaps = not target and units == len(source)
                if not are_two or only_swaps:
                    continue
                poured = source[:units] + target
                beakers = list(state)
                beakers.remove(source)
                beakers.remove(target)
                if is_full(poured, self.capacity):  # that opens covers
                    beakers = [beaker.removeprefix(f"{source[0]}:") for beaker in beakers]
                yield tuple(sorted([*beakers, source[units:], poured]))


@cache
def lacking_bottoms(bottoms: str, filled: Filled) -> int:
    """The bottoms that the colours lack: one for each beaker that a colour fills at the end."""
    return sum(max(0, fills - bottoms.count(color)) for color, fills in filled)


@cache
def number_of_runs(beaker: str) -> int:
    return len(runs(uncovered(beaker)))


def uncovered(beaker: str) -> str:
    """The contents of a beaker without its cover.

    >>> uncovered('c:aab')
    'aab'
    """
    return beaker[2:] if beaker[1:2] == ":" else beaker


@cache
def top_run(beaker: str) -> int:
    return len(beaker) - len(beaker.lstrip(beaker[0]))
