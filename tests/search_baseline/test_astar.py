"""A* on small graphs that are written out, against plain breadth-first search."""

from itertools import pairwise
from math import inf

from hypothesis import example, given
from hypothesis import strategies as st

from fewest_pours.running.solver_contract import Outcome, Watch
from helpers.truth import distances
from search_baseline.astar import astar


def steps_to(graph, goals):
    """Steps from each state to the nearest goal; states that reach none are left out."""
    return distances(goals, lambda state: [other for other in graph if state in graph[other]])


@st.composite
def problems(draw):
    """A graph, its goals, and an admissible bound that need not be consistent (None: no goal can be reached)."""
    size = draw(st.integers(1, 12))
    states = st.integers(0, size - 1)
    graph = {state: draw(st.lists(states, max_size=3)) for state in range(size)}
    goals = draw(st.sets(states, max_size=2))
    truth = steps_to(graph, goals)
    dead = st.sampled_from([None, 0, 1, 5])
    bound = {s: draw(st.integers(0, truth[s]) if s in truth else dead) for s in graph}
    return graph, goals, bound


CHAIN = {0: [1, 2], 1: [3], 2: [4], 4: [3], 3: [5], 5: [6], 6: []}
REOPENED = {0: 0, 1: 3, 2: 0, 4: 0, 3: 0, 5: 0, 6: 0}  # 3 is closed by way of 2 and 4 first, and opened again


@example((CHAIN, {6}, REOPENED), None, False)
@given(problems(), st.none() | st.integers(0, 12), st.booleans())
def test_shortest_path_or_proof_that_there_is_none(problem, horizon, greedy):
    graph, goals, bound = problem
    truth = steps_to(graph, goals).get(0, inf)

    def successors(state):
        return [((state, after), after) for after in graph[state]]

    options = {"horizon": horizon, "greedy": greedy}
    found = astar(0, successors, bound.__getitem__, goals.__contains__, Watch(), "astar", **options)
    if found.plan is None:
        if found.outcome is Outcome.UNSOLVABLE:
            assert truth == inf
        else:
            assert found.outcome is Outcome.NO_PLAN_WITHIN_HORIZON
            assert horizon < found.lower_bound <= truth
        return
    states = [0, *(after for _, after in found.plan)]
    assert found.plan == tuple(pairwise(states))
    assert all(after in graph[state] for state, after in pairwise(states))
    assert states[-1] in goals
    assert (found.lower_bound or 0) <= truth <= len(found.plan) <= (inf if horizon is None else horizon)
    assert found.outcome is (Outcome.OPTIMAL if found.lower_bound == len(found.plan) else Outcome.SOLVED)
    assert greedy or len(found.plan) == found.lower_bound
