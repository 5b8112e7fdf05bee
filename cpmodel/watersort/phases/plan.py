"""From an answer of the phase formulation to pours: its departures in their order, with targets for the piles."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cpmodel.watersort.bounds import PlacedRun
from instances.watersort.deal import interned
from instances.watersort.rules import Deal, Pour, State, after, top_run, verify


class Simplified(NamedTuple):
    """A deal without what needs no thought, for the formulation to start from.

    beakers: colours as numbers, after the first pours; those of settled colours stand there as empty, but only
    `empties` of the beakers are. joined: the pours that put beakers of one colour alone together, where the colour
    fills one beaker.
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
    unsettled = {color for beaker in beakers if not is_finished(beaker, deal.capacity) for color in beaker}
    standing = [beaker if unsettled.intersection(beaker) else () for beaker in beakers]
    return Simplified(deal, names, deal.capacity, standing, state.count(()), tuple(joined), state)


def is_finished(beaker: Sequence[object], capacity: int) -> bool:
    """Full of one colour. When all beakers of a colour are, the colour is settled: its pours would only rename beakers.

    Before that, a finished beaker can be worth pouring out: (aaaa)(abcb)(accc)(ba)(ba), bottom first, takes 9 pours,
    and no plan keeps the first beaker as it is.
    """
    return len(beaker) == capacity and len(set(beaker)) == 1


def joining_pour(state: State, capacity: int) -> Pour | None:
    """Two beakers of one colour alone, of a colour that fills one."""
    alone = [i for i, beaker in enumerate(state) if beaker and top_run(beaker) == len(beaker) < capacity]
    for target in alone:
        for source in alone:
            color = state[source][-1]
            units = sum(beaker.count(color) for beaker in state)
            if source != target and state[target][-1] == color and units == capacity:
                return Pour(source, target, color, len(state[source]))
    return None


class Departure(NamedTuple):
    """Departure('leave', 3): the pile on run 3 leaves its place.

    kind: 'leave'; 'park', for an empty beaker; 'close', of the mono that this run founded; 'join', of a bottom that has
    become a mono while its colour has another one.
    """

    kind: str
    run: int


class Pile(NamedTuple):
    """Units of one colour on top of each other, led by the run that lay there first; at most `limit` fit."""

    units: int
    limit: int


@dataclass(frozen=True)
class Answer:
    """departures: in order. homes: colour -> the run that founded the mono where all of it ends."""

    start: Simplified
    runs: Sequence[PlacedRun]
    departures: Sequence[Departure]
    homes: Mapping[int, int]

    def uncovers(self, departure: Departure, color: int) -> bool:
        """Whether a run of this colour shows then that did not show before."""
        return departure.kind in ("leave", "park") and self.runs[departure.run - 1].color == color


def realise(answer: Answer) -> tuple[Pour, ...] | None:
    """The plan with these departures, verified; None if it needs partial pours."""
    targets: dict[int, int] = {}
    for color in answer.homes:
        chosen = targets_of(answer, color, 0, piles_at_start(answer, color))
        if chosen is None:
            return None
        targets |= chosen
    plan = answer.start.joined + tuple(pours(answer, targets))
    verify(answer.start.deal, plan)
    return plan


def piles_at_start(answer: Answer, color: int) -> dict[int, Pile]:
    runs = answer.runs
    tops = [i for i, run in enumerate(runs) if i + 1 == len(runs) or runs[i + 1].level == 0]
    return {i: pile_on(answer, i) for i in tops if runs[i].color == color}


def pile_on(answer: Answer, i: int) -> Pile:
    return Pile(answer.runs[i].units, answer.start.capacity - answer.runs[i].below)


def targets_of(answer: Answer, color: int, first: int, piles: dict[int, Pile]) -> dict[int, int] | None:
    """Departure number -> the pile that it goes onto, for one colour from the first departure on; depth first.

    What a colour does with its piles is nothing to the others, so the choices of different colours never multiply.
    """
    home, goes_home = answer.homes[color], {}
    home_open = home in piles and (answer.runs[home].level == 0 or piles[home].limit == answer.start.capacity)
    for number, departure in enumerate(answer.departures[first:], first):
        i = departure.run
        if answer.runs[i].color != color:
            if answer.uncovers(departure, color):
                piles = piles | {i - 1: pile_on(answer, i - 1)}
                home_open |= i - 1 == home and answer.runs[home].level == 0
        elif departure.kind == "park":
            piles = piles | {i: Pile(piles[i].units, answer.start.capacity)}
            home_open |= i == home
        elif home_open:
            goes_home[number] = home
        else:
            return choose_target(answer, color, number, piles)
    return goes_home


def choose_target(answer: Answer, color: int, number: int, piles: dict[int, Pile]) -> dict[int, int] | None:
    """The pile of this departure goes onto another one that has room for all of it: first onto those alone."""
    i = answer.departures[number].run
    moved, others = piles[i], {j: pile for j, pile in piles.items() if j != i}
    for j, pile in sorted(others.items(), key=lambda item: -item[1].limit):
        if pile.units + moved.units <= pile.limit:
            grown = others | {j: Pile(pile.units + moved.units, pile.limit)}
            rest = targets_of(answer, color, number + 1, grown)
            if rest is not None:
                return {number: j, **rest}
    return None


def pours(answer: Answer, targets: Mapping[int, int]) -> Iterator[Pour]:
    """The departures as pours of beakers."""
    state = answer.start.state
    place = {i: run.beaker for i, run in enumerate(answer.runs)}
    for number, (kind, i) in enumerate(answer.departures):
        target = state.index(()) if kind == "park" else place[targets[number]]
        yield (pour := whole(state, place[i], target))
        state = after(state, pour)
        if kind == "park":
            place[i] = target


def whole(state: State, source: int, target: int) -> Pour:
    """The pour of the whole top run."""
    return Pour(source, target, state[source][-1], top_run(state[source]))
