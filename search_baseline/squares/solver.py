"""Game About Squares by A*: a state is the position and direction of every block.

*The bound.* For each of the four ways, the largest displacement that a block still needs that way; the four, summed. A
click moves each block at most one cell, and all that move go the same way. So it takes at most 1 from the displacement
of that way and nothing from those of the others: the bound falls by at most 1 a click and is 0 on solved states, which
makes it consistent and hence admissible. (The sum of the Manhattan distances is not: a click may push many blocks.)

*The line of no return.* Blocks can run away for ever, so the search must detect it. Let u be the coordinate
that grows the way w, and call a cell beyond the line t if its u is at least t, and inside if not. Suppose that

  1. no block beyond looks back, against w, and no arrow beyond points back;
  2. there are no two different blocks inside of which one can look back and the other can look along w. (A block inside
     can look where it looks now and where an arrow inside points.)

Then no block beyond ever gets inside again, and none inside ever depends on those beyond. For take the first click
that makes a block beyond look or move back. Only a click on a block that looks back moves blocks back, itself and
those ahead of it; so moving one back from beyond takes a block beyond that looked back before. To look back beyond the
line, where no arrow points back, a block must cross the line looking back: it is pushed across, by a clicked block
inside that looks along w. These two are as in 2: until then no block has come inside, so both were inside all the
time, and each looks as at first or as an arrow inside points. So neither click exists. Blocks that move inside, or out
over the line, push those beyond farther out, but are never stopped by them; and a block beyond never pushes one
inside, as that would be back.

From that follow two rules. A state is *lost* if a block beyond such a line has its circle inside. And if no circle is
beyond it, clicks on the blocks beyond that have no circle are *idle*: leave them out of a plan, and the blocks with
circles move as before. Neither rule sees every hopeless state: blocks can run away in company, able to push each other
back, farther and farther, so on some levels without a plan the search does not end.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import inf

from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Outcome, Result
from instances.squares.rules import STEP, Color, Level, Position
from search_baseline.astar import astar

WAYS = ("right", "left", "up", "down")  # a way is its place here; way ^ 1 is the opposite one
WAY = range(4)
STEPS = tuple(STEP[way] for way in WAYS)

Block = tuple[int, int, int]  # (0, 2, 3): x, y, way
State = tuple[Block, ...]  # in the order of the file


class Board:
    """A level in numbers."""

    def __init__(self, level: Level) -> None:
        self.start: State = tuple((*block.position, WAYS.index(block.direction)) for block in level.blocks)
        self.colors = level.colors
        self.goals = [(i, *goal) for i, goal in enumerate(level.goals) if goal is not None]
        self.strays = [i for i, goal in enumerate(level.goals) if goal is None]  # blocks without a circle
        self.arrows = {cell: WAYS.index(direction) for cell, direction in level.arrows.items()}
        arrows, circles = self.arrows.items(), [goal for goal in level.goals if goal is not None]
        # by way: the least u of an arrow that way, the largest of one back
        self.first_arrow = [min((along(w, cell) for cell, arrow in arrows if arrow == w), default=inf) for w in WAY]
        self.last_back = [max((along(w, cell) for cell, arrow in arrows if arrow == w ^ 1), default=-inf) for w in WAY]
        self.safe = [
            [max([self.last_back[w], *(along(w, circle) for circle in ([goal] if goal else circles))]) for w in WAY]
            for goal in level.goals
        ]  # by block and way the largest u at which the block is not beyond a line with its circle inside

    def solved(self, state: State) -> bool:
        return all(state[i][0] == x and state[i][1] == y for i, x, y in self.goals)

    def successors(self, state: State) -> Iterator[tuple[Color, State]]:
        """Every click that is not idle, by the colour of the block, and the state after it."""
        standing = {(x, y): i for i, (x, y, _) in enumerate(state)}
        idle = {i for i in self.strays if self.gone(state, i)}
        for i, (x, y, way) in enumerate(state):
            if i in idle:
                continue
            dx, dy = STEPS[way]
            after = list(state)
            moved: int | None = i
            while moved is not None:
                x, y = x + dx, y + dy
                after[moved] = (x, y, self.arrows.get((x, y), state[moved][2]))
                moved = standing.get((x, y))
            yield self.colors[i], tuple(after)

    def bound(self, state: State) -> int | None:
        """The largest displacement needed each way, summed; None if the state is lost."""
        right = left = up = down = 0
        for i, goal_x, goal_y in self.goals:
            if self.gone(state, i):
                return None
            x, y, _ = state[i]
            right, left = max(right, goal_x - x), max(left, x - goal_x)
            up, down = max(up, goal_y - y), max(down, y - goal_y)
        return right + left + up + down

    def manhattan(self, state: State) -> int | None:
        """The sum of the distances to the circles, which may be too much; None if the state is lost."""
        if self.bound(state) is None:
            return None
        return sum(abs(x - state[i][0]) + abs(y - state[i][1]) for i, x, y in self.goals)

    def gone(self, state: State, i: int) -> bool:
        """Whether the block is beyond a line of no return with its circle inside, or all circles if it has none."""
        x, y, _ = state[i]
        right, left, up, down = self.safe[i]
        return (
            (x > right and self.no_return(state, 0, right, x))
            or (-x > left and self.no_return(state, 1, left, -x))
            or (y > up and self.no_return(state, 2, up, y))
            or (-y > down and self.no_return(state, 3, down, -y))
        )

    def no_return(self, state: State, way: int, least: float, most: int) -> bool:
        """Whether some t with least < t <= most, past all arrows that point back, is a line of no return.

        Condition 1 wants the line past the blocks that look back, condition 2 wants it as near as possible.
        """
        dx, dy = STEPS[way]
        places = [(dx * x + dy * y, looks) for x, y, looks in state]
        line = 1 + max([least, *(u for u, looks in places if looks == way ^ 1)])
        if line > most:
            return False
        any_back, any_along = self.last_back[way] > -inf, self.first_arrow[way] < line
        back = [i for i, (u, looks) in enumerate(places) if u < line and (any_back or looks == way ^ 1)]
        on = [i for i, (u, looks) in enumerate(places) if u < line and (any_along or looks == way)]
        return not back or not on or (len(back) == 1 and back == on)


def along(way: int, cell: Position) -> int:
    """The coordinate u of a cell: along(1, (5, 2)) == -5, as 1 is left."""
    return STEPS[way][0] * cell[0] + STEPS[way][1] * cell[1]


def search(level: Level, settings: Settings, watch: Watch, manhattan: bool = False) -> Result:
    """A*. manhattan: by an estimate that may be too high, so what it finds may not be the shortest.

    An exhausted search is a proof nevertheless. But an estimate above a horizon proves nothing: so the bound decides.
    """
    board, report, estimated = Board(level), watch.report, manhattan and settings.horizon is None
    if manhattan:  # an estimate is no bound
        watch = replace(watch, report=lambda lower, upper, what: report(None, upper, what))
    found = astar(
        board.start, board.successors, board.manhattan if estimated else board.bound, board.solved, watch,
        horizon=settings.horizon, greedy=settings.any_plan,
    )  # fmt: skip
    plan = None if found.path is None else tuple(color for color, _ in found.path)
    lower = None if estimated or (manhattan and plan is not None) else found.lower_bound
    return Result(
        Outcome.SOLVED if manhattan and plan is not None else found.outcome,
        plan,
        lower_bound=lower,
        upper_bound=None if plan is None else len(plan),
        lower_bound_by=None if lower is None else "astar",
        upper_bound_by=None if plan is None else "astar-manhattan" if manhattan else "astar",
        reason="the search is exhausted" if found.outcome is Outcome.UNSOLVABLE else None,
        statistics=found.statistics,
    )


def solve(level: Level, settings: Settings, watch: Watch) -> Result:
    """A shortest plan, or the proof that there is none."""
    return search(level, settings, watch)


def solve_manhattan(level: Level, settings: Settings, watch: Watch) -> Result:
    """A plan, or the proof that there is none: a shorter plan may exist."""
    return search(level, settings, watch, manhattan=True)
