"""Backtracking: guess, derive what the guess implies, and undo both after a contradiction.

The search knows no puzzle. It sees a space of states; each state stands for all solutions that agree with it:

    root()           the state of every solution
    narrow(state)    the state with its consequences filled in, or None if they contradict each other
    solved(state)    whether nothing is open any more, in a state that narrow returned
    branches(state)  states that share out its solutions: each solution agrees with exactly one of them
    grid(state)      the solution that a solved state is
    drawing(state)   the state as text, to watch the search at work

The search goes depth first, first branch first, and meets every solution once. So a second solution that it meets
differs from the first, and a search that ends with one solution has proven that there is no other.

For puzzles that are filled in, a state is the candidates of every cell: the values that it may still hold, as the bits
of a number, so that {1, 3} is 0b1010.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any, Protocol, TypeVar

from instances.grid_puzzle import verdict
from instances.solving.limits import LimitReached, Settings, Watch
from instances.solving.outcome import Result
from search_baseline.lookout import Lookout

State = TypeVar("State")
Candidates = list[int]  # for each cell, row by row: [0b10, 0b1100]
Grid = tuple[tuple[int, ...], ...]


class Space(Protocol[State]):
    def root(self) -> State: ...
    def narrow(self, state: State) -> State | None: ...
    def solved(self, state: State) -> bool: ...
    def branches(self, state: State) -> Sequence[State]: ...
    def grid(self, state: State) -> Any: ...
    def drawing(self, state: State) -> str: ...


class Board(Protocol):
    """The rules of a puzzle that is filled in.

    narrow: the candidates that the rules leave, None if a cell is left without any. branches: one for each candidate of
    the cell to guess next; none if every cell is solved.
    """

    def narrow(self, cells: Candidates) -> Candidates | None: ...
    def branches(self, cells: Candidates) -> Sequence[Candidates]: ...


@dataclass(frozen=True)
class Filling:
    """The space of a puzzle that is filled in. first: the candidates before any narrowing; picture: a grid as text."""

    first: Candidates
    board: Board
    picture: Callable[[Grid], str] = str

    def root(self) -> Candidates:
        return self.first

    def narrow(self, cells: Candidates) -> Candidates | None:
        return self.board.narrow(cells)

    def solved(self, cells: Candidates) -> bool:
        return all(candidates.bit_count() == 1 for candidates in cells)

    def branches(self, cells: Candidates) -> Sequence[Candidates]:
        return self.board.branches(cells)

    def grid(self, cells: Candidates) -> Grid:
        """The values of the solved cells, 0 for the others."""
        size = isqrt(len(cells))
        values = [candidates.bit_length() - 1 if candidates.bit_count() == 1 else 0 for candidates in cells]
        return tuple(tuple(values[row * size : (row + 1) * size]) for row in range(size))

    def drawing(self, cells: Candidates) -> str:
        return self.picture(self.grid(cells))


def backtrack(space: Space[State]) -> Iterator[tuple[State, Any]]:
    """Every node of the search, with its solution if it is one, else None."""
    stack = [space.root()]
    while stack:
        state = stack.pop()
        narrowed = space.narrow(state)
        if narrowed is None:
            yield state, None
        elif space.solved(narrowed):
            yield narrowed, space.grid(narrowed)
        else:
            yield narrowed, None
            stack.extend(reversed(space.branches(narrowed)))


def decide(space: Space[State], settings: Settings, watch: Watch) -> Result:
    """No solution, the only one, or two different ones; with settings.any_plan the first one is enough.

    statistics: nodes, and nodes_to_first up to the first solution. With settings.log every node is drawn on stderr.
    """
    solutions: list[Any] = []
    statistics = {"nodes": 0}
    exhausted, limit = False, None
    lookout = Lookout(watch)
    try:
        for state, solution in backtrack(space):
            statistics["nodes"] += 1
            if settings.log:
                print(f"{statistics['nodes']}\n{space.drawing(state)}\n", file=sys.stderr)
            if solution is not None:
                statistics.setdefault("nodes_to_first", statistics["nodes"])
                solutions.append(solution)
                if settings.any_plan or len(solutions) == 2:
                    break
            if lookout.due():
                lookout.look(None, f"{statistics['nodes']:,} nodes")
        else:
            exhausted = True
    except LimitReached as reached:
        limit = reached.outcome
    return verdict(solutions, exhausted, limit, statistics)
