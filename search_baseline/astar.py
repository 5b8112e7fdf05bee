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
from dataclasses import replace
from heapq import heappop, heappush
from math import inf
from typing import TypeVar

from fewest_pours.running.search_lookout import Lookout
from fewest_pours.running.solver_contract import LimitReached, Outcome, Result, Watch

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
) -> Result[Step]:
    """A shortest plan from start to a goal, or the proof that there is none (none within the horizon).

    bound(s): a lower bound on the steps from s to a goal; None where it is proven that no goal can be reached. by: the
    name of this search. horizon: the longest plan allowed. greedy: expand the least bound first, whatever g is, and
    stop at the first plan, which is OPTIMAL only if it is as short as the bound at the start.
    """
    cost: dict[State, int] = {}  # g
    before: dict[State, tuple[State, Step] | None] = {}  # predecessor, and the step from it
    stacks: dict[tuple[int, int], list[State]] = {}  # (rank, -g) -> the states that wait; the rank is f, or h if greedy
    keys: list[tuple[int, int]] = []  # of stacks, as a heap
    lookout = Lookout(watch)
    lookout.watch_tables(cost, before)
    lower = bound(start) or 0
    expansions = 0
    met = 0  # states generated
    beyond = inf  # the least f over the horizon
    outcome = Outcome.UNSOLVABLE
    plan = None

    def meet(state: State, g: int, origin: tuple[State, Step] | None) -> None:
        """Queue a state, unless it is known by as short a path, hopeless, or beyond the horizon."""
        nonlocal met, beyond
        met += 1
        if cost.get(state, inf) <= g:
            return
        h = bound(state)
        if h is None:
            return
        if horizon is not None and g + h > horizon:
            beyond = min(beyond, g + h)
        else:
            cost[state] = g
            before[state] = origin
            key = h if greedy else g + h, -g
            if key not in stacks:
                stacks[key] = []
                heappush(keys, key)
            stacks[key].append(state)

    try:
        meet(start, 0, None)
        while keys:
            rank, minus_g = key = keys[0]
            state = stacks[key].pop()
            g = -minus_g
            if not stacks[key]:
                del stacks[heappop(keys)]
            if g > cost[state]:  # a shorter path to it was found since it was put here
                continue
            if lookout.due():
                lookout.look(lower, f"A*, {expansions:,} expansions")
            if not greedy or not expansions:
                lower = max(lower, rank)
            if is_goal(state):
                outcome = Outcome.OPTIMAL if g == lower else Outcome.SOLVED
                plan = steps_to(state, before)
                break
            for step, after in successors(state):
                meet(after, g + 1, (state, step))
            expansions += 1
        else:
            if beyond < inf:
                outcome = Outcome.NO_PLAN_WITHIN_HORIZON
                lower = int(beyond)
    except LimitReached as limit:
        outcome = limit.outcome
    return result_of_search(outcome, plan, lower, {"expansions": expansions, "generated": met, "states": len(cost)}, by)


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
) -> Result[Step]:
    """The result of a search; lower_by, upper_by: what proved the bound and what found the plan, if not the same."""
    if outcome is Outcome.UNSOLVABLE:
        return Result(outcome, reason=EXHAUSTED, statistics=statistics)
    result: Result[Step] = Result(outcome, plan, lower_bound=lower, lower_bound_by=lower_by, statistics=statistics)
    if plan is None:
        return result
    return replace(result, upper_bound=len(plan), upper_bound_by=upper_by or lower_by)
