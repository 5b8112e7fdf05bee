"""A* over any graph whose steps cost 1; knows no puzzle. Water sort's fast solver has its own: watersort/layers/.

Hart, Nilsson, Raphael, 1968. With g(s) the length of the shortest path to s known so far and h(s) a lower bound on the
steps from s to a goal, the state of least f = g + h is expanded first. While the search runs, some state of a shortest
plan waits in the queue with its true g, so the least f that waits is a lower bound over all plans; a queue that runs
dry is a proof that there is none.

Three choices matter here. Among equal f the deepest state goes first, and among those the last one in: the final layer
of f is then dived through instead of swept. A state that is met again by a shorter path is opened again, so the bound
needs to be admissible only, not consistent. The keys of the tables are the states themselves, no hash of them: a queue
that runs dry is a proof only if no two states share an entry.
"""

from collections.abc import Callable, Hashable, Iterable
from heapq import heappop, heappush
from math import inf
from typing import Generic, TypeVar

from instances.running.contract import LimitReached, Outcome, Plan, Result, Watch
from instances.running.lookout import Lookout

EXHAUSTED = "every reachable state was searched, and none is solved"

State = TypeVar("State", bound=Hashable)
Step = TypeVar("Step")


def astar(
    start: State,
    successors: Callable[[State], Iterable[tuple[Step, State]]],
    bound: Callable[[State], int | None],
    is_goal: Callable[[State], bool],
    watch: Watch,
    by: str,
    *,
    horizon: int | None = None,
    greedy: bool = False,
) -> Result:
    """A shortest plan from start to a goal, or the proof that there is none (none within the horizon).

    bound(s): a lower bound on the steps from s to a goal; None where it is proven that no goal can be reached. by: the
    name of this search. horizon: the longest plan allowed. greedy: expand the least bound first, whatever g is, and
    stop at the first plan, which is OPTIMAL only if it is as short as the bound at the start.
    """
    frontier = Frontier[State, Step](bound, inf if horizon is None else horizon, greedy)
    lookout = Lookout(watch, (frontier.cost, frontier.before))
    lower, expansions = bound(start) or 0, 0
    outcome, plan = Outcome.UNSOLVABLE, None
    try:
        frontier.meet(start, 0)
        while entry := frontier.pop():
            if lookout.due():
                lookout.look(lower, f"A*, {expansions:,} expansions")
            rank, g, state = entry
            if not greedy or not expansions:
                lower = max(lower, rank)
            if is_goal(state):
                outcome, plan = Outcome.OPTIMAL if g == lower else Outcome.SOLVED, frontier.steps(state)
                break
            for step, after in successors(state):
                frontier.meet(after, g + 1, (state, step))
            expansions += 1
        else:
            if frontier.beyond < inf:
                outcome, lower = Outcome.NO_PLAN_WITHIN_HORIZON, int(frontier.beyond)
    except LimitReached as limit:
        outcome = limit.outcome
    statistics = {"expansions": expansions, "generated": frontier.met, "states": len(frontier.cost)}
    return answer(outcome, plan, lower, statistics, by)


class Frontier(Generic[State, Step]):
    """The states met so far, and the queue of those to expand.

    The least rank is popped first, which is f, or h if greedy; within a rank the greatest g; among these the last in.
    """

    def __init__(self, bound: Callable[[State], int | None], horizon: float, greedy: bool) -> None:
        self.bound, self.horizon, self.greedy = bound, horizon, greedy
        self.cost: dict[State, int] = {}  # g
        self.before: dict[State, tuple[State, Step] | None] = {}  # predecessor, and the step from it
        self.stacks: dict[tuple[int, int], list[State]] = {}  # (rank, -g) -> states that wait
        self.keys: list[tuple[int, int]] = []  # the keys of stacks, as a heap
        self.met, self.beyond = 0, inf  # meetings; the least f over the horizon

    def meet(self, state: State, g: int, origin: tuple[State, Step] | None = None) -> None:
        """Queue a state, unless it is known by as short a path, hopeless, or beyond the horizon."""
        self.met += 1
        if self.cost.get(state, inf) <= g or (h := self.bound(state)) is None:
            return
        if g + h > self.horizon:
            self.beyond = min(self.beyond, g + h)
        else:
            self.cost[state], self.before[state] = g, origin
            key = h if self.greedy else g + h, -g
            if key not in self.stacks:
                self.stacks[key] = []
                heappush(self.keys, key)
            self.stacks[key].append(state)

    def pop(self) -> tuple[int, int, State] | None:
        """The first open state with its rank and g; None if there is none."""
        while self.keys:
            rank, minus_g = key = self.keys[0]
            state = self.stacks[key].pop()
            if not self.stacks[key]:
                del self.stacks[heappop(self.keys)]
            if self.cost[state] == -minus_g:  # else a shorter path to it was found since it was put here
                return rank, -minus_g, state
        return None

    def steps(self, state: State) -> tuple[Step, ...]:
        """The steps from the start to a state."""
        backwards = list[Step]()
        while origin := self.before[state]:
            state, step = origin
            backwards.append(step)
        return tuple(reversed(backwards))


def answer(
    outcome: Outcome,
    plan: Plan | None,
    lower: int | None,
    statistics: dict[str, int],
    lower_by: str,
    upper_by: str | None = None,
) -> Result:
    """The result of a search; lower_by, upper_by: what proved the bound and what found the plan, if not the same."""
    if outcome is Outcome.UNSOLVABLE:
        return Result(outcome, reason=EXHAUSTED, statistics=statistics)
    upper, upper_by = (None, None) if plan is None else (len(plan), upper_by or lower_by)
    return Result(
        outcome, plan, lower_bound=lower, upper_bound=upper,
        lower_bound_by=lower_by, upper_bound_by=upper_by, statistics=statistics,
    )  # fmt: skip
