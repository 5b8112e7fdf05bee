"""Game About Squares by A*: a state is the position and direction of every block.

*The bound.* For each of the four ways, the largest displacement that a block still needs that way; the four, summed. A
click moves each block at most one cell, and all that move go the same way. So it takes at most 1 from the displacement
of that way and nothing from those of the others: the bound falls by at most 1 a click and is 0 on solved states, which
makes it consistent and hence admissible. (The sum of the Manhattan distances is not: a click may push many blocks.)

*The line of no return.* Blocks can run away for ever, so the search must detect it. Let u be the coordinate that grows
the way w, and call a cell beyond the line t if its u is at least t, and inside otherwise. Suppose that

  1. no block beyond looks back, against w, and no arrow beyond points back;
  2. there are no two different blocks inside such that one can look back and the other along w. (A block can look where
     it looks now, and where any arrow points.)

Then no block beyond ever comes back inside. Suppose one does, and consider the first click after which a block beyond
looks back, or has moved back.

  a. If it has moved back, it was clicked or pushed. The clicked block is at least as far beyond, and looked back before
     this click: against 1, or an earlier click was the first.
  b. If it looks back, no arrow beyond made it: it was inside, looked back there, and has crossed the line now. It was
     pushed by a clicked block, also inside, that looks along w. No block has come inside before this click, so both
     have always been inside: against 2.

A state is therefore *lost* if a block is beyond such a line and its circle inside. Not every hopeless state is found:
blocks can run away in company, able to push each other back, farther and farther, or without a circle. So on some
levels without a plan the search does not end.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from fewest_pours.puzzles.squares.rules import STEP, Color, Level, Position
from fewest_pours.running.solver_contract import Outcome, Result, Settings, Watch
from search_baseline.astar import astar

WAYS = ("right", "left", "up", "down")  # a way is its index here; way ^ 1 is the opposite one
RIGHT, LEFT, UP, DOWN = range(len(WAYS))
STEPS = tuple(STEP[way] for way in WAYS)

# ((0, 2, 3), (0, 0, 2)): x, y and way of each block, in the order of the file
Blocks = tuple[tuple[int, int, int], ...]


class Circle(NamedTuple):
    """Circle(0, 2, -1, [0, 3, 0, 0]): that of block 0 is at (2, -1).

    slack: by way, how far the last arrow that points back lies beyond the circle; 0 if none does.
    """

    block: int
    x: int
    y: int
    slack: list[int]


class NumberedLevel:
    """A level in numbers."""

    def __init__(self, level: Level) -> None:
        self.start: Blocks = tuple((*block.position, WAYS.index(block.direction)) for block in level.blocks)
        self.colors = level.colors
        self.arrows = {cell: WAYS.index(direction) for cell, direction in level.arrows.items()}
        self.pointing = set(self.arrows.values())
        self.circles: list[Circle] = []
        for i, goal in enumerate(level.goals):
            if goal is not None:
                x, y = goal
                self.circles.append(Circle(i, x, y, self.slack(goal)))

    def slack(self, goal: Position) -> list[int]:
        """The slack of a circle at this position."""
        goal_x, goal_y = goal
        cells = [0, 0, 0, 0]
        for (x, y), arrow in self.arrows.items():
            way = arrow ^ 1
            dx, dy = STEPS[way]
            beyond = dx * (x - goal_x) + dy * (y - goal_y)
            cells[way] = max(cells[way], beyond)
        return cells

    def is_solved(self, state: Blocks) -> bool:
        return all(state[i][0] == x and state[i][1] == y for i, x, y, _ in self.circles)

    def successors(self, state: Blocks) -> Iterator[tuple[Color, Blocks]]:
        """Every click, by the colour of the block, and the state after it."""
        standing = {(x, y): i for i, (x, y, _) in enumerate(state)}
        for i, (x, y, way) in enumerate(state):
            dx, dy = STEPS[way]
            after = list(state)
            moved: int | None = i
            while moved is not None:
                x, y = x + dx, y + dy
                after[moved] = (x, y, self.arrows.get((x, y), state[moved][2]))
                moved = standing.get((x, y))
            yield self.colors[i], tuple(after)

    def bound(self, state: Blocks) -> int | None:
        """The largest displacement needed each way, summed; None if the state is lost."""
        farthest_past = [0, 0, 0, 0]  # by way: cells that a block is past its circle; as many clicks the opposite way
        for circle in self.circles:
            i, goal_x, goal_y, slack = circle
            x, y, _ = state[i]
            # Which way the block is past its circle, and by how many cells.
            across = (RIGHT, x - goal_x) if x > goal_x else (LEFT, goal_x - x)
            along = (UP, y - goal_y) if y > goal_y else (DOWN, goal_y - y)
            for way, past in (across, along):
                if past > slack[way] and self.is_past_return(state, circle, way):
                    return None
                if past > farthest_past[way]:
                    farthest_past[way] = past
        return sum(farthest_past)

    def is_past_return(self, state: Blocks, circle: Circle, way: int) -> bool:
        """Whether a line of no return separates the circle's block from it, where u grows this way.

        Only the first line that has the circle inside and meets condition 1 is tried: a later one has more blocks
        inside, and so meets condition 2 only if the first one does.
        """
        dx, dy = STEPS[way]
        back = way ^ 1
        blocks = [(dx * x + dy * y, looks) for x, y, looks in state]  # u of each, and which way it looks
        last_arrow_back = dx * circle.x + dy * circle.y + circle.slack[way]  # or the circle, if no arrow is beyond it
        looking_back = [u for u, looks in blocks if looks == back]
        line = 1 + max([last_arrow_back, *looking_back])  # the first that has all of these inside
        own_u, _ = blocks[circle.block]
        if own_u < line:
            return False
        inside = [(j, looks) for j, (u, looks) in enumerate(blocks) if u < line]
        can_look_back = [j for j, looks in inside if looks == back or back in self.pointing]
        can_look_on = [j for j, looks in inside if looks == way or way in self.pointing]
        return all(first == second for first in can_look_back for second in can_look_on)  # no two different blocks

    def manhattan(self, state: Blocks) -> int | None:
        """The sum of the distances to the circles, which may be too much; None if the state is lost."""
        if self.bound(state) is None:
            return None
        return sum(abs(x - state[i][0]) + abs(y - state[i][1]) for i, x, y, _ in self.circles)


def solve(level: Level, settings: Settings, watch: Watch) -> Result:
    """A shortest plan, or the proof that there is none."""
    board = NumberedLevel(level)
    return search(board, board.bound, settings, watch)


def solve_manhattan(level: Level, settings: Settings, watch: Watch) -> Result:
    """A plan, or the proof that there is none: a shorter plan may exist.

    An estimate that may be too high proves no bound, and nothing about a horizon: with one, `solve` runs.
    """
    if settings.horizon is not None:
        return solve(level, settings, watch)
    board = NumberedLevel(level)
    result = search(board, board.manhattan, settings, watch.without_bounds())
    if result.plan is not None:
        result = replace(result, outcome=Outcome.SOLVED, upper_bound_by="astar-manhattan")
    return replace(result, lower_bound=None, lower_bound_by=None)


def search(board: NumberedLevel, estimate: Callable[[Blocks], int | None], settings: Settings, watch: Watch) -> Result:
    return astar(
        board.start, board.successors, estimate, board.is_solved, watch, "astar",
        horizon=settings.horizon, greedy=settings.any_plan,
    )  # fmt: skip
