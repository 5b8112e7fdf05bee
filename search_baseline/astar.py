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

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from math import inf
from typing import Generic, TypeVar

from fewest_pours.running.search_lookout import Lookout
from fewest_pours.running.solver_contract import LimitReached, Outcome, Result, Watch

EXHAUSTED = "every state that a shortest plan may visit was searched, and none is solved"
HOPELESS = "the lower bound at the start shows that no plan exists"

State = TypeVar("State", bound=Hashable)
Step = TypeVar("Step")


@dataclass(slots=True)
class Frontier(Generic[State, Step]):
    """The states met so far, and among them those that wait, the least rank first; the rank is f, or h if greedy.

    cost: g, by state. before: predecessor and the step from it, by state. stacks: (rank, -g) -> the states that wait;
    keys: theirs, as a heap. met: states generated. beyond: the least f over the horizon.
    """

    bound: Callable[[State], int | None]
    horizon: int | None
    greedy: bool
    cost: dict[State, int] = field(default_factory=dict)
    before: dict[State, tuple[State, Step] | None] = field(default_factory=dict)
    stacks: dict[tuple[int, int], list[State]] = field(default_factory=dict)
    keys: list[tuple[int, int]] = field(default_factory=list)
    met: int = 0
    beyond: float = inf

    def meet(self, state: State, g: int, origin: tuple[State, Step] | None) -> None:
        """Queue a state, unless it is known by as short a path, hopeless, or beyond the horizon."""
        self.met += 1
        if self.cost.get(state, inf) <= g:
            return
        h = self.bound(state)
        if h is None:
            return
        if self.horizon is not None and g + h > self.horizon:
            self.beyond = min(self.beyond, g + h)
            return
        self.cost[state] = g
        self.before[state] = origin
        rank = h if self.greedy else g + h
        key = (rank, -g)
        if key not in self.stacks:
            self.stacks[key] = []
            heappush(self.keys, key)
        self.stacks[key].append(state)

    def pop(self) -> tuple[int, int, State]:
        """The rank and the g of the next state, and the state; since it was queued a shorter path may have been met."""
        key = self.keys[0]
        rank, minus_g = key
        stack = self.stacks[key]
        state = stack.pop()
        if not stack:
            heappop(self.keys)
            del self.stacks[key]
        return rank, -minus_g, state


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
) -> Result[Step]:
    """A shortest plan from start to a goal, or the proof that there is none (none within the horizon).

    bound(s): a lower bound on the steps from s to a goal; None where it is proven that no goal can be reached. by: the
    name of this search. horizon: the longest plan allowed. greedy: expand the least bound first, whatever g is, and
    stop at the first plan, which is OPTIMAL only if it is as short as the bound at the start.
    """
    frontier: Frontier[State, Step] = Frontier(bound, horizon, greedy)
    lookout = Lookout(watch)
    lookout.watch_tables(frontier.cost, frontier.before)
    lower = bound(start) or 0
    expansions = 0
    outcome = Outcome.UNSOLVABLE
    plan = None
    try:
        frontier.meet(start, 0, None)
        while frontier.keys:
            rank, g, state = frontier.pop()
            if g > frontier.cost[state]:
                continue
            if lookout.due():
                lookout.look(lower, f"A*, {expansions:,} expansions")
            if not greedy:
                lower = max(lower, rank)  # of least f: so many steps at least, whichever state leads to a plan
            if is_goal(state):
                outcome = Outcome.OPTIMAL if g == lower else Outcome.SOLVED
                plan = steps_to(state, frontier.before)
                break
            for step, after in successors(state):
                frontier.meet(after, g + 1, (state, step))
            expansions += 1
        else:
            if frontier.beyond < inf:
                outcome = Outcome.NO_PLAN_WITHIN_HORIZON
                lower = int(frontier.beyond)
    except LimitReached as limit:
        outcome = limit.outcome
    statistics = {"expansions": expansions, "generated": frontier.met, "states": len(frontier.cost)}
    reason = EXHAUSTED if frontier.cost else HOPELESS
    return result_of_search(outcome, plan, lower, statistics, by, reason=reason)


def steps_to(state: State, before: Mapping[State, tuple[State, Step] | None]) -> tuple[Step, ...]:
    """The steps from the start to a state."""
    backwards: list[Step] = []
    while origin := before[state]:
        state, step = origin
        backwards.append(step)
    return tuple(reversed(backwards))


def result_of_search(
    outcome: Outcome,
    plan: tuple[Step, ...] | None,
    lower: int | None,
    statistics: dict[str, int],
    lower_by: str,
    upper_by: str | None = None,
    reason: str = EXHAUSTED,
) -> Result[Step]:
    """The result of a search.

    lower_by, upper_by: what proved the bound and what found the plan, if not the same; reason: why no plan exists, if
    none does.
    """
    if outcome is Outcome.UNSOLVABLE:
        return Result(outcome, reason=reason, statistics=statistics)
    result: Result[Step] = Result(outcome, plan, lower_bound=lower, lower_bound_by=lower_by, statistics=statistics)
    if plan is None:
        return result
    return replace(result, upper_bound=len(plan), upper_bound_by=upper_by or lower_by)
