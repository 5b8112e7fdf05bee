"""After which pours a deal can still be won, its hidden units filled in.

Depths decide, unless beakers are covered. Until the first cover opens, what lies behind covers has no effect. So the
positions in which one opens are listed once, and serve all ways to fill in hidden units behind covers.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from fewest_pours.drawing.colors import Color
from fewest_pours.puzzles.watersort.depths.paths import DepthPaths
from fewest_pours.puzzles.watersort.numbered_deal import numbered
from fewest_pours.puzzles.watersort.rules import (
    Beaker,
    Deal,
    Pour,
    State,
    after,
    canonical,
    pours,
    still_closed,
    top_run,
)
from fewest_pours.running.solver_contract import Watch

Closed = tuple[tuple[Color, Beaker], ...]  # covers: the colour that opens each, and what lies behind it
BATCH = 1000  # positions whose pours are listed between two checks of the watch

# Open beakers, without covered ones, and the colours of closed covers -> the positions that can be reached in which a
# cover has just opened, and its colour
Openings = Callable[[State, frozenset[Color]], list[tuple[Color, State]]]


def winning(filled: Deal, possible: Sequence[Pour], listed: Openings, watch: Watch) -> Iterator[Pour]:
    """The pours after which the filled deal is solvable. Raises LimitReached."""
    if filled.beyond_theory:
        return (pour for pour in possible if wins_behind_covers(filled, pour, listed, watch))
    paths = depth_paths(filled.beakers, filled.capacity, watch)
    return (pour for pour in possible if paths.exists_from(depths_after(filled, pour, paths)))


def depth_paths(state: State, capacity: int, watch: Watch) -> DepthPaths:
    return DepthPaths(numbered(Deal("", capacity, state)), watch)


def depths_after(deal: Deal, pour: Pour, paths: DepthPaths) -> tuple[int, ...]:
    """The depths after a pour, which change only where a whole run leaves its place."""
    is_whole = pour.units == top_run(deal.beakers[pour.source])
    return paths.without_top(pour.source) if is_whole else paths.start


def wins_behind_covers(deal: Deal, pour: Pour, listed: Openings, watch: Watch) -> bool:
    """Whether the deal, some of whose beakers are covered, can be won after a pour."""
    state = after(deal.beakers, pour)
    closed = dict(still_closed(deal.covered, state, deal.capacity))
    free = tuple(beaker for place, beaker in enumerate(state) if place not in closed)
    behind = tuple(sorted((color, state[place]) for place, color in closed.items()))
    return is_won(free, behind, deal.capacity, listed, watch)


def openings(capacity: int, watch: Watch) -> Openings:
    """A function that lists these positions, once for each pair of arguments. It raises LimitReached."""

    @cache
    def reached(start: State, colors: frozenset[Color]) -> list[tuple[Color, State]]:
        found: list[tuple[Color, State]] = []
        seen = {start}
        waiting = [start]
        taken = 0
        while waiting:
            state = waiting.pop()
            taken += 1
            if taken % BATCH == 0:
                watch.check()
            for pour in pours(state, capacity):
                poured = after(state, pour)
                later = canonical(poured)
                if later in seen:
                    continue
                seen.add(later)
                if pour.color in colors and top_run(poured[pour.target]) == capacity:
                    found.append((pour.color, later))
                else:
                    waiting.append(later)
        return found

    return reached


def is_won(state: State, closed: Closed, capacity: int, listed: Openings, watch: Watch) -> bool:
    """Whether the open beakers and those behind covers can be won.

    Every win opens every cover. For its colour has units, whatever is hidden: expect_colors_of_covers asks for some
    that are in sight, named or hidden, and hidden_and_missing has the colour of a cover fill at least one beaker. At
    the end its units fill beakers, and here they fill none (still_closed). So a win from here passes one of the
    openings listed, and is sought behind each of them.
    """
    if not closed:
        paths = depth_paths(state, capacity, watch)
        return paths.exists_from(paths.start)
    colors = frozenset(color for color, _ in closed)
    lost: set[tuple[Closed, State]] = set()
    for color, later in listed(canonical(state), colors):
        still_behind = tuple((opens, beaker) for opens, beaker in closed if opens != color)
        just_opened = [beaker for opens, beaker in closed if opens == color]
        reached = (*later, *just_opened)
        key = (still_behind, canonical(what_decides(reached, are_all_open=not still_behind)))
        if key in lost:
            continue
        if is_won(reached, still_behind, capacity, listed, watch):
            return True
        lost.add(key)
    return False


def what_decides(state: State, are_all_open: bool) -> State:
    """What is the same for states of one deal of which either all or none can be won."""
    if not are_all_open:
        return state  # with the units of each top run, which decide what beaker can be full next
    # By theorem 7 it is enough to know the colour of each top and what lies below it. For the load of a colour is the
    # number of all its units, less those that lie below tops, less the places above what lies below each of its tops:
    # how many units a top run has cancels out.
    return tuple(map(stump, state))


def stump(beaker: Beaker) -> Beaker:
    """A beaker that stands, with a single unit of its top run; an empty one in place of any other.

    >>> stump(("red", "blue", "blue")), stump(("blue", "blue"))
    (('red', 'blue'), ())
    """
    below = len(beaker) - top_run(beaker)
    return beaker[: below + 1] if below else ()
