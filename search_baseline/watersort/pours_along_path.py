"""From a path of the pooled game to pours of the game, one for one, where that is possible.

The path says which run goes when, and whether onto its own colour or to an empty beaker; what is open is the beaker it
is poured onto. A search in depth tries these, those of one colour first, then the fullest, and remembers what failed.
If all runs find room whole, the plan is as long as the path, hence shortest if the path is. There may be none: some
deals need partial pours, which the path leaves out.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from search_baseline.watersort.beakers import Beaker, run_count, top_units, without
from search_baseline.watersort.plain_astar import State
from search_baseline.watersort.plans import Step
from search_baseline.watersort.relaxed_game import Pool

TRIES = 20_000  # pours that are tried before giving up


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


def realised(start: State, path: Sequence[Sequence[Pool]], capacity: int) -> list[Step] | None:
    """Pours along the path from a state; None if there are none, or if they are too hard to find."""
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
            if len(tried) > TRIES:
                return None
            steps.append(step)
            open_tries += [candidates(state, departure, capacity) for departure in todo[len(steps) :][:1]]
    return steps
