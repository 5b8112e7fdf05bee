"""The pooled view of water sort: which runs are gone decides what can still be done, wherever their units lie.

A beaker is *mono* when it holds one run. A mono beaker stays so until it is empty, and a pour into an empty beaker
makes it mono. So a beaker that is not mono never was: it holds its first runs of the deal in their places, and only
the units of its top run may have grown in number or dwindled. That run is *exposed*, the runs that left their places
are *gone*. A beaker whose runs are all gone but the bottom one is *cleared*; then its bottom counts as gone too. The
*pooled state* is the set of gone runs: how deep each beaker has been dug out. Let, for a colour c, with capacity h,

    load_c = (units of the gone c-runs) - (sum over the exposed c-runs of the room above them: h - below - units)

that is, what lies on no exposed c-run even when these are filled up to the rim. The rest is in mono beakers, and

    homes_c = max(0, ceil(load_c / h))                       the mono beakers that c needs, at least

*Pooled path.* A *removal* takes one exposed run away. It is allowed if, with homes_c taken after it for the colour of
the run and before it for all others, and with its own beaker still counted as not cleared,

    (beakers not cleared) + sum over c of homes_c <= beakers                                                     (*)

*Every plan gives a pooled path.* Follow a plan and note each pour after which one more run is gone. Just after such a
pour, from beaker b, each beaker that is not cleared still holds something, b included (its lower runs, or its
bottom). So does every mono beaker, and each colour has homes_c of these at least; for the colour of b's bottom count
them without b itself, which the homes before the pour do. All these are different beakers: (*). At the end all runs
are gone. Runs that a pour moves in part are not gone yet, and pours from mono beakers change no pooled state; so
partial pours are covered. Hence *no pooled path, no plan*, of any length, for any deal: half-filled beakers, mono
beakers and colours of several beakers at the start are nothing special.

*Every pooled path gives a plan*, by `plan_of`. Say we stand at its pooled state, and the next run to go has colour c.
1. If the other beakers that show c have room for all of its units, pour it out over them: each pour but the last fills
   its target (a streak of partial pours, P...PM).
2. Else c needs more homes after the removal than it has mono beakers, so the run goes into an empty beaker. If none is
   empty, then by (*) some other colour has more mono beakers than it needs: one of them can be poured out over the
   beakers that show this colour, as their tops and the homes that it needs have room for all.
At the end homes_c = (units of c) / h; while a colour has more mono beakers, pour one out over the others. QED.

*Completeness.* A pooled path has as many removals as there are runs that are no bottoms, never more. No deepening.

Compare Ito et al., Sorting balls and water: equivalence and computational complexity, FUN 2022 (arXiv 2202.09495):
partial pours let water do what single balls can.
"""

from collections.abc import Iterable

from instances.watersort.rules import Beaker, Color, Deal, Pour, State, after, poured, top_run, verify


class NoPlanFollows(Exception):
    """A sequence of removals that is no pooled path, although it was taken for one: a fault of the one who found it."""


def plan_of(deal: Deal, path: Iterable[int]) -> tuple[Pour, ...]:
    """The plan for a pooled path, given as the beakers whose exposed run goes next. Verified; rarely a shortest plan.

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
