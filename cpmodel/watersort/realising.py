"""From an answer of the phase formulation to pours: its departures in their order, their targets chosen depth first."""

from collections.abc import Sequence
from typing import NamedTuple

from cpmodel.watersort.bounds import PlacedRun, is_finished
from instances.watersort.deal import interned
from instances.watersort.rules import Deal, Pour, State, after, poured, solved, top_run

CHOICES = 50_000  # states that one answer may cost


class Simplified(NamedTuple):
    """A deal without what needs no thought, for the formulation to start from.

    beakers: colours as numbers, after the first pours; finished beakers stand there as empty, but only `empties` of the
    beakers are. joined: the pours that put beakers of one colour alone together, where the colour fills one beaker.
    """

    deal: Deal
    names: list[str]
    capacity: int
    beakers: list[tuple[int, ...]]
    empties: int
    joined: tuple[Pour, ...]
    state: State


def simplified(deal: Deal) -> Simplified:
    state, joined = deal.beakers, list[Pour]()
    while (pour := joining_pour(state, deal.capacity)) is not None:
        joined.append(pour)
        state = after(state, pour)
    names, beakers = interned(Deal(deal.name, deal.capacity, state))
    standing = [() if is_finished(beaker, deal.capacity) else beaker for beaker in beakers]
    return Simplified(deal, names, deal.capacity, standing, state.count(()), tuple(joined), state)


def joining_pour(state: State, capacity: int) -> Pour | None:
    """Two beakers of one colour alone, of a colour whose units outside finished beakers fill one."""
    alone = [i for i, beaker in enumerate(state) if beaker and top_run(beaker) == len(beaker) < capacity]
    for target in alone:
        for source in alone:
            color = state[source][-1]
            units = sum(beaker.count(color) for beaker in state if not is_finished(beaker, capacity))
            if source != target and state[target][-1] == color and units == capacity:
                return Pour(source, target, color, len(state[source]))
    return None


class Departure(NamedTuple):
    """Departure(7, 'leave', 3): at time 7 the pile on run 3 leaves its place.

    kind: 'leave'; 'park', for an empty beaker; 'clear', of a beaker of one colour that is no home, begun by this run.
    """

    time: int
    kind: str
    run: int


def realise(
    start: Simplified, runs: Sequence[PlacedRun], departures: Sequence[Departure], homes: dict[int, int], late: set[int]
) -> tuple[Pour, ...] | None:
    """A plan without partial pours that has these departures; None if none was found.

    homes: colour -> run whose beaker, own or parked in, is its home. late: bottoms that go home once they are exposed.
    """
    order = sorted(departures, key=lambda each: (each.time, each.kind != "park"))
    capacity = start.capacity
    parked_in: dict[int, int] = {}
    visited = 0

    def place_of(run: int) -> int:
        return parked_in[run] if run in parked_in else runs[run].beaker

    def home_of(state: State, color: int) -> int | None:
        """The home's position, if it is open."""
        home = homes[color]
        if runs[home].index and home not in parked_in:
            return None
        place = place_of(home)
        return place if state[place] and is_alone(state[place]) else None

    def targets(state: State, source: int, departure: Departure) -> list[int]:
        if departure.kind == "park":
            return [state.index(())] if () in state else []
        home = home_of(state, runs[departure.run].color)
        if home is not None:
            return [home]
        pile = top_run(state[source])
        fitting = [
            i
            for i, beaker in enumerate(state)
            if i != source and beaker and poured(state[source], beaker, capacity) == pile
        ]
        return sorted(fitting, key=lambda i: not is_alone(state[i]))

    def pours_from(state: State, number: int) -> tuple[Pour, ...] | None:
        nonlocal visited
        if number == len(order):
            return () if solved(state, capacity) else None
        visited += 1
        if visited > CHOICES:
            return None
        departure = order[number]
        run = runs[departure.run]
        source = place_of(departure.run) if departure.kind == "clear" else run.beaker
        below = 0 if departure.kind == "clear" else run.below
        if not state[source] or len(state[source]) - top_run(state[source]) != below:
            return None
        for target in targets(state, source, departure):
            if departure.kind == "park":
                parked_in[departure.run] = target
            first = whole(state, source, target)
            reached = after(state, first)
            pours = [first]
            bottom = departure.run - 1
            if departure.kind != "clear" and bottom in late and runs[bottom].beaker == source:
                home = home_of(reached, runs[bottom].color)
                if home is None:
                    return None
                pours.append(whole(reached, source, home))
                reached = after(reached, pours[-1])
            rest = pours_from(reached, number + 1)
            if rest is not None:
                return (*pours, *rest)
            parked_in.pop(departure.run, None) if departure.kind == "park" else None
        return None

    plan = pours_from(start.state, 0)
    return None if plan is None else start.joined + plan


def is_alone(beaker: tuple[str, ...]) -> bool:
    """One colour only."""
    return top_run(beaker) == len(beaker)


def whole(state: State, source: int, target: int) -> Pour:
    """The pour of the whole top run."""
    return Pour(source, target, state[source][-1], top_run(state[source]))
