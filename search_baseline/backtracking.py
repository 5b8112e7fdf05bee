"""Backtracking: guess, follow what the guess implies, and take it back when that ends in a contradiction.

The search knows no puzzle. It sees a space of states; each state stands for all the solutions that agree with it:

    root()           the state of every solution
    narrow(state)    the state with what follows from it filled in, or None if that is contradictory
    solved(state)    whether nothing is open any more, in a state that came out of narrow
    branches(state)  states that share out its solutions: each solution agrees with exactly one of them
    grid(state)      the solution that a solved state is
    drawing(state)   the state as text, to watch the search at work

Depth first, and the first branch first, the search meets every solution once. So a second one that it meets differs
from the first, and a search that ends with one solution has proven that there is no other.
"""

import sys
from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeVar

from instances.grid_puzzle import verdict
from instances.solving.limits import LimitReached, Settings, Watch
from instances.solving.outcome import Result
from search_baseline.lookout import Lookout

State = TypeVar("State")


class Space(Protocol[State]):
    def root(self) -> State: ...
    def narrow(self, state: State) -> State | None: ...
    def solved(self, state: State) -> bool: ...
    def branches(self, state: State) -> Sequence[State]: ...
    def grid(self, state: State) -> Any: ...
    def drawing(self, state: State) -> str: ...


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
