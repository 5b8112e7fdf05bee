"""Whether a position with closed covers can be won.

Until the first cover opens, what lies behind covers has no effect. So the positions in which one opens are listed once,
and serve all ways to fill in hidden units behind covers. Where no cover is left, depths decide (hidden.py).
"""

from collections.abc import Callable
from functools import cache

from instances.drawing.colors import Color
from instances.puzzles.watersort.rules import Beaker, State, after, canonical, pours, top_run
from instances.running.contract import Watch

Closed = tuple[tuple[Color, Beaker], ...]  # covers: the colour that opens each, and what lies behind it
BATCH = 1000  # positions between two checks of the watch

# Open beakers, without covered ones, and the colours of closed covers -> the positions that can be reached in which a
# cover has just opened, and its colour
Openings = Callable[[State, frozenset[Color]], list[tuple[Color, State]]]


def openings(capacity: int, watch: Watch) -> Openings:
    """A function that lists these positions, once for each pair of arguments. It raises LimitReached."""

    @cache
    def reached(start: State, colors: frozenset[Color]) -> list[tuple[Color, State]]:
        found, seen, waiting = list[tuple[Color, State]](), {start}, [start]
        while waiting:
            state = waiting.pop()
            if len(seen) % BATCH == 0:
                watch.check()
            for pour in pours(state, capacity):
                later = after(state, pour)
                opens = pour.color in colors and top_run(later[pour.target]) == capacity
                if (later := canonical(later)) not in seen:
                    seen.add(later)
                    found.append((pour.color, later)) if opens else waiting.append(later)
        return found

    return reached


def won_behind(state: State, closed: Closed, listed: Openings, decided: Callable[[State], bool]) -> bool:
    """Whether the open beakers and those behind covers can be won; decided: the same once no cover is closed."""
    if not closed:
        return decided(state)
    colors, tried = frozenset(color for color, _ in closed), set[tuple[Closed, State]]()
    for color, later in listed(canonical(state), colors):
        left = tuple(cover for cover in closed if cover[0] != color)
        opened = (*later, *(beaker for opens, beaker in closed if opens == color))
        key = left, canonical(opened if left else tuple(map(stump, opened)))
        if key not in tried and won_behind(opened, left, listed, decided):
            return True
        tried.add(key)
    return False


def stump(beaker: Beaker) -> Beaker:
    """What decides what can follow: a standing beaker with one unit of its top run, nothing of others."""
    below = len(beaker) - top_run(beaker)
    return beaker[: below + 1] if below else ()
