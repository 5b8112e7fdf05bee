"""The depth theorem made to work: from the order in which runs leave their places to pours.

Theorem 7 of docs/theory.md: a deal has a plan if and only if it has a depth path. A depth path takes away one exposed
run after the other, each time with

    (standing beakers) + sum over the colours of the monos that they need  <=  beakers,                          (*)

the needs counted after the step for the colour that goes, and before it for the others (lemma 5). `plan_of` is lemma 6:

1. If the other beakers that show the colour have room for the whole run, pour it out over them: each pour but the last
   fills its target (a streak of partial pours, P...PM).
2. Else it goes into an empty beaker. If there is none, some other colour has more monos than it needs, by (*): pour one
   of them out over the beakers that show its colour.

At the end, while a colour has more monos than it fills beakers, pour one out over the others.
"""

from collections.abc import Iterable

from instances.watersort.rules import Beaker, Color, Deal, Pour, State, after, poured, top_run, verify


class NoPlanFollows(Exception):
    """A sequence of removals that is no depth path, although it was taken for one: a fault of the one who found it."""


def plan_of(deal: Deal, path: Iterable[int]) -> tuple[Pour, ...]:
    """The plan for a depth path, given as the beakers whose exposed run goes next. Verified; rarely a shortest plan.

    Raises NoPlanFollows if the removals are not all allowed, or do not clear all beakers.
    """
    state, plan = deal.beakers, list[Pour]()
    for source in path:
        if is_mono(state[source]):
            raise NoPlanFollows(f"beaker {source + 1} has no run left to remove")
        if not fits_elsewhere(state, source, deal.capacity):
            if () not in state:
                state = free_a_beaker(state, state[source][-1], deal.capacity, plan)
            state = pour(state, source, state.index(()), deal.capacity, plan)
        else:
            state = pour_out(state, source, deal.capacity, plan)
    while (spare := spare_home(state, deal.capacity)) is not None:
        state = pour_out(state, spare, deal.capacity, plan)
    if not all(map(is_mono, state)):
        raise NoPlanFollows("not all beakers are cleared")
    verify(deal, tuple(plan))
    return tuple(plan)


def is_mono(beaker: Beaker) -> bool:
    """One run, or nothing at all."""
    return top_run(beaker) == len(beaker)


def room_in(beaker: Beaker, color: Color, capacity: int) -> int:
    return capacity - len(beaker) if beaker and beaker[-1] == color else 0


def fits_elsewhere(state: State, source: int, capacity: int) -> bool:
    """Whether the other beakers that show the top colour of the source have room for its whole top run."""
    rooms = sum(room_in(beaker, state[source][-1], capacity) for i, beaker in enumerate(state) if i != source)
    return rooms >= top_run(state[source])


def spare_home(state: State, capacity: int, unless: Color | None = None) -> int | None:
    """The mono beaker with the fewest units, of those that can be poured out over others of their colour."""
    spare = [
        i
        for i, beaker in enumerate(state)
        if beaker and is_mono(beaker) and beaker[-1] != unless and fits_elsewhere(state, i, capacity)
    ]
    return min(spare, key=lambda i: len(state[i]), default=None)


def free_a_beaker(state: State, unless: Color, capacity: int, plan: list[Pour]) -> State:
    """Pour out a mono beaker that its colour can spare; not one of the colour that is itself in need of room."""
    spare = spare_home(state, capacity, unless)
    if spare is None:
        raise NoPlanFollows(f"{unless} needs an empty beaker, and there is none and none to be had")
    return pour_out(state, spare, capacity, plan)


def pour_out(state: State, source: int, capacity: int, plan: list[Pour]) -> State:
    """Pour the top run over beakers of its colour, in one pour if possible, into mono beakers rather than elsewhere."""
    color, left = state[source][-1], top_run(state[source])
    while left:
        rooms = {i: room_in(beaker, color, capacity) for i, beaker in enumerate(state) if i != source}
        target = max(rooms, key=lambda i: (min(rooms[i], left), is_mono(state[i]), -rooms[i]))
        state = pour(state, source, target, capacity, plan)
        left -= plan[-1].units
    return state


def pour(state: State, source: int, target: int, capacity: int, plan: list[Pour]) -> State:
    """The state after one pour, which is noted in the plan."""
    units = poured(state[source], state[target], capacity)
    plan.append(Pour(source, target, state[source][-1], units))
    return after(state, plan[-1])
