"""From a path of the pooled game to pours of the game.

The path says which run goes when, and whether onto its own colour or to an empty beaker; what is open is the beaker it
is poured onto. If all runs find room whole, the plan is as long as the path, hence shortest if the path is. There may
be no such plan: some deals need partial pours, which the path leaves out. Then a run is poured out over several
beakers, each but the last filled up: in the pool there is room for all of it.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from instances.watersort.bounds import Beaker, run_count
from search_baseline.lookout import Lookout
from search_baseline.watersort.beakers import top_units, without
from search_baseline.watersort.layers.game import Shown
from search_baseline.watersort.placing import Step
from search_baseline.watersort.plain_astar import State, successors
from search_baseline.watersort.pooled_game import Pool

WORK = 1_000_000  # beakers looked at by a search before it gives up


class Departure(NamedTuple):
    """A run that goes: what is left of its beaker, () for a beaker that is poured out; parks: to an empty beaker."""

    color: int
    rest: Beaker
    parks: bool


def departures(path: Sequence[Sequence[Pool]]) -> Iterator[Departure]:
    """What happens between the states of the path; promises are no pours."""
    for before, after in pairwise(path):
        for color, (pool, then) in enumerate(zip(before, after, strict=True)):
            if len(then.below) < len(pool.below):
                rest = next(below for below in pool.below if pool.below.count(below) > then.below.count(below))
                yield Departure(color, rest, parks=then.mono > pool.mono)
            elif then.mono < pool.mono:
                yield Departure(color, (), parks=False)


def poured_along(start: State, path: Sequence[Sequence[Pool]], capacity: int, lookout: Lookout) -> list[Step]:
    """Pours along the path from a state, as many as the path has if these are found. Raises LimitReached."""
    steps = poured_out(start, path, capacity)
    if len(steps) > sum(1 for _ in departures(path)):
        return realised(start, path, capacity, lookout) or steps
    return steps


def poured_out(start: State, path: Sequence[Sequence[Pool]], capacity: int) -> list[Step]:
    """Pours along the path: onto the beaker with the least room that takes all, else over those with the most room."""
    showing: defaultdict[int, list[Beaker]] = defaultdict(list)
    for beaker in start:
        if beaker:
            showing[beaker[-1]].append(beaker)
    steps: list[Step] = []
    for color, rest, parks in departures(path):
        tops = showing[color]
        source = min((beaker for beaker in tops if beaker[: -top_units(beaker)] == rest), key=len)
        tops.remove(source)
        if rest:
            showing[rest[-1]].append(rest)
        while source != rest:
            units = top_units(source)
            if parks:
                target: Beaker = ()
            else:
                target = min(tops, key=lambda top: rank_of(capacity - len(top), units, run_count(top) > 1))
                tops.remove(target)
            steps.append((source, target))
            units = min(units, capacity - len(target))
            tops.append(target + source[-units:])
            source = source[:-units]
    return steps


def rank_of(room: int, units: int, mixed: bool) -> tuple[bool, bool, int]:
    """Of a target: first those that take all units, those of one colour, then the fullest; else the emptiest."""
    return (False, mixed, room) if room >= units else (True, False, -room)


def candidates(state: State, departure: Departure, capacity: int) -> Iterator[tuple[Step, State]]:
    """The pours of whole runs that do it, and the states after them."""
    showing = [beaker for beaker in dict.fromkeys(state) if beaker and beaker[-1] == departure.color]
    for source in showing:
        units = top_units(source)
        if source[:-units] != departure.rest:
            continue
        others = without(state, source)
        for target in [()] if departure.parks else sorted(showing, key=lambda b: (run_count(b) > 1, -len(b))):
            if len(target) + units <= capacity and target in others:
                after = (*without(others, target), departure.rest, target + source[-units:])
                yield (source, target), tuple(sorted(after))


def realised(start: State, path: Sequence[Sequence[Pool]], capacity: int, lookout: Lookout) -> list[Step] | None:
    """Pours of whole runs along the path; None if there are none, or if they are too hard to find.

    A search in depth tries the beakers of one colour first, then the fullest, and remembers what failed.
    """
    todo = list(departures(path))
    steps: list[Step] = []
    tried: set[tuple[int, State]] = set()
    open_tries = [candidates(start, departure, capacity) for departure in todo[:1]]
    while len(steps) < len(todo):
        step, state = next(open_tries[-1], (None, start))
        if step is None:
            open_tries.pop()
            if not steps:
                return None
            steps.pop()
        elif (len(steps), state) not in tried:
            tried.add((len(steps), state))
            if len(tried) * len(start) > WORK:
                return None
            if lookout.due():
                lookout.look(None, f"pours along a path, {len(tried):,} tries")
            steps.append(step)
            open_tries += [candidates(state, departure, capacity) for departure in todo[len(steps) :][:1]]
    return steps


def steps_along(path: Sequence[Sequence[Shown]], beakers: int, capacity: int) -> list[Step]:
    """The pours between the states of a path of the game itself; promises are no pours."""
    states: list[State] = []
    for groups in path:
        filled = [beaker for group in groups for beaker in group.beakers]
        states.append(tuple(sorted(filled + [()] * (beakers - len(filled)))))
    return [
        next(step for step, state in successors(before, capacity) if state == after)
        for before, after in pairwise(states)
        if before != after
    ]
