"""After which pours a deal can still be won, its hidden units filled in.

Depths decide, unless beakers are covered. Until the first cover opens, what lies behind covers has no effect. So the
positions in which one opens are listed once, and serve all ways to fill in hidden units behind covers.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from fewest_pours.checker.watersort.deal import Run, runs
from fewest_pours.checker.watersort.depths import Depths, start_depths
from fewest_pours.drawing.colors import Color
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

Loads = dict[str, int]  # of each colour: its units above the room for them
Closed = tuple[tuple[Color, Beaker], ...]  # covers: the colour that opens each, and what lies behind it
BATCH = 1000  # positions between two checks of the watch

# Open beakers, without covered ones, and the colours of closed covers -> the positions that can be reached in which a
# cover has just opened, and its colour
Openings = Callable[[State, frozenset[Color]], list[tuple[Color, State]]]


def winning(filled: Deal, possible: Sequence[Pour], listed: Openings, watch: Watch) -> Iterator[Pour]:
    """The pours after which the filled deal is solvable. Raises LimitReached.

    Depths change only where a whole run leaves its place.
    """
    capacity, paths = filled.capacity, DepthPaths(filled.beakers, filled.capacity, watch)
    for pour in possible:
        if filled.covered:
            state = after(filled.beakers, pour)
            closed = dict(still_closed(filled.covered, state, capacity))
            free = tuple(beaker for place, beaker in enumerate(state) if place not in closed)
            behind = tuple(sorted((color, state[place]) for place, color in closed.items()))
            if won_behind(free, behind, capacity, listed, watch):
                yield pour
            continue
        depths = list(paths.start)
        if depths[pour.source] and pour.units == paths.beakers[pour.source][-1].units:
            left = depths[pour.source] - 1
            depths[pour.source] = left if left > 1 else 0  # with one run left the beaker no longer stands
        if paths.exists(tuple(depths)):
            yield pour


class DepthPaths:
    """Depth paths (docs/theory.md, theorem 7), by steps that change the loads of two colours.

    The checker's depths.py states the same steps, and computes all loads anew for each; a hint asks for thousands of
    paths. beakers: the runs of each, the lowest first. decided: depths -> whether a path leads from them to the end.
    """

    def __init__(self, state: State, capacity: int, watch: Watch) -> None:
        self.beakers, self.capacity = [runs(beaker[::-1]) for beaker in state], capacity
        self.watch = watch
        self.start = start_depths(self.beakers)
        self.decided: dict[Depths, bool] = {(0,) * len(state): True}

    def exists(self, start: Depths) -> bool:
        """Whether a path leads from these depths to the end, where no beaker stands: a depth-first search.

        Raises LimitReached.
        """
        trail = [(start, self.steps(start, self.loads(start)))]
        while start not in self.decided:
            here, steps = trail[-1]
            later, loads = next(steps, (here, None))
            if loads is None:
                self.decided[here] = False
                trail.pop()
                if len(self.decided) % BATCH == 0:
                    self.watch.check()
            elif later not in self.decided:
                trail.append((later, self.steps(later, loads)))
            elif self.decided[later]:
                self.decided.update((state, True) for state, _ in trail)
        return self.decided[start]

    def loads(self, depths: Depths) -> Loads:
        loads = {run.color: 0 for beaker in self.beakers for run in beaker}
        for beaker, depth in zip(self.beakers, depths, strict=True):
            for number, run in enumerate(beaker[max(0, depth - 1) :], max(1, depth)):
                loads[run.color] += self.share(run, number == depth)
        return loads

    def share(self, run: Run, shows: bool) -> int:
        """What a run adds to the load of its colour once nothing lies on it; shows: whether its beaker stands."""
        return run.units - (self.capacity - run.below) * shows

    def need(self, load: int) -> int:
        """How many beakers that do not stand hold a colour with this load, at least."""
        return -(-load // self.capacity) if load > 0 else 0

    def steps(self, depths: Depths, loads: Loads) -> Iterator[tuple[Depths, Loads]]:
        """The depths after each step that the inequality allows, and their loads.

        The highest top run goes first, as it adds least to the load of its colour.
        """
        standing = [beaker for beaker, depth in enumerate(depths) if depth]
        free = len(depths) - len(standing) - sum(map(self.need, loads.values()))
        for i in sorted(standing, key=lambda i: -self.beakers[i][depths[i] - 1].below):
            depth = depths[i]
            under, run = self.beakers[i][depth - 2 : depth]
            more = loads[run.color] + self.capacity - run.below
            if self.need(more) - self.need(loads[run.color]) <= free:
                after = loads | {run.color: more}
                after[under.color] += self.share(under, depth > 2)
                yield (*depths[:i], depth - 1 if depth > 2 else 0, *depths[i + 1 :]), after


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


def won_behind(state: State, closed: Closed, capacity: int, listed: Openings, watch: Watch) -> bool:
    """Whether the open beakers and those behind covers can be won."""
    if not closed:
        paths = DepthPaths(state, capacity, watch)
        return paths.exists(paths.start)
    colors, tried = frozenset(color for color, _ in closed), set[tuple[Closed, State]]()
    for color, later in listed(canonical(state), colors):
        left = tuple(cover for cover in closed if cover[0] != color)
        opened = (*later, *(beaker for opens, beaker in closed if opens == color))
        key = left, canonical(opened if left else tuple(map(stump, opened)))
        if key not in tried and won_behind(opened, left, capacity, listed, watch):
            return True
        tried.add(key)
    return False


def stump(beaker: Beaker) -> Beaker:
    """What decides what can follow: a standing beaker with one unit of its top run, nothing of others."""
    below = len(beaker) - top_run(beaker)
    return beaker[: below + 1] if below else ()
