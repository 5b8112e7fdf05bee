"""Backtracking: guess, derive what the guess implies, and undo both after a contradiction.

The search knows no puzzle. It sees a space of states; each state stands for all solutions that agree with it:

    first            the state of every solution
    narrow(state)    the state with its consequences filled in, or None if they contradict each other
    branches(state)  states that partition its solutions; None if no cell is open
    grid(state)      what is filled in, 0 in open cells

The search goes depth first, first branch first, and meets every solution once. So a second solution that it meets
differs from the first, and a search that ends with one solution has proven that there is no other.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isqrt
from typing import Protocol, TypeVar

from fewest_pours.puzzles.grid_puzzle import Grid, rows_of, verdict
from fewest_pours.running.search_lookout import Lookout
from fewest_pours.running.solver_contract import LimitReached, Result, Settings, Watch

State = TypeVar("State")
Candidates = list[int]  # the values that each cell may still hold, as bits, row by row: {1, 3} is 0b1010


class Space(Protocol[State]):
    first: State

    def narrow(self, state: State) -> State | None: ...
    def branches(self, state: State) -> Sequence[State] | None: ...
    def grid(self, state: State) -> Grid: ...


class CandidateSpace:
    """A space whose states are candidates. first: those before any narrowing."""

    def __init__(self, first: Candidates) -> None:
        self.first = first
        self.size = isqrt(len(first))

    def narrow(self, cells: Candidates) -> Candidates | None:
        """The candidates that the rules leave; None if they contradict each other."""
        raise NotImplementedError

    def guess(self, cells: Candidates, open_cells: list[int]) -> tuple[int, Iterable[int]]:
        """One of the open cells, and its candidates in the order in which they are tried, each as a set."""
        raise NotImplementedError

    def branches(self, cells: Candidates) -> list[Candidates] | None:
        open_cells = [cell for cell, candidates in enumerate(cells) if candidates & (candidates - 1)]
        if not open_cells:
            return None
        chosen, values = self.guess(cells, open_cells)
        return [[*cells[:chosen], value, *cells[chosen + 1 :]] for value in values]

    def grid(self, cells: Candidates) -> Grid:
        values = [candidates.bit_length() - 1 if candidates.bit_count() == 1 else 0 for candidates in cells]
        return rows_of(values, self.size)


def backtrack(space: Space[State]) -> Iterator[tuple[State, Grid | None]]:
    """Every node of the search, with its solution if it is one, else None."""
    stack = [space.first]
    while stack:
        state = stack.pop()
        narrowed = space.narrow(state)
        if narrowed is None:
            yield state, None
            continue
        branches = space.branches(narrowed)
        if branches is None:
            yield narrowed, space.grid(narrowed)
        else:
            yield narrowed, None
            stack.extend(reversed(branches))


def decide(space: Space[State], drawing: Callable[[Grid], str], settings: Settings, watch: Watch) -> Result:
    """No solution, the only one, or two different ones; with settings.any_plan the first one is enough.

    statistics: nodes, and nodes_to_first up to the first solution. With settings.log every node is drawn on stderr.
    """
    solutions: list[Grid] = []
    statistics = {"nodes": 0}
    exhausted = False
    limit = None
    lookout = Lookout(watch)
    try:
        for state, solution in backtrack(space):
            statistics["nodes"] += 1
            if settings.log:
                print(f"{statistics['nodes']}\n{drawing(space.grid(state))}\n", file=sys.stderr)
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
