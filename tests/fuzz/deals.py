"""Small deals of all kinds against plain breadth-first search: the search, each formulation, and `auto` of both sides.

Colours of several beakers, games in progress, half-filled beakers, no empty beaker, capacity 1 to 8, more colours than
beakers of the same size ever need, so that several promises stand at once; and cycles of colours, each of which costs a
pour above the bottoms bound. Bounds must never exceed the truth, and plans must be plans.
"""

from collections.abc import Callable
from functools import partial
from math import inf
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import numpy as np

from cpmodel.solving import Answer, Status, run
from cpmodel.watersort import strategy, timeline
from cpmodel.watersort.invariant import refuting
from cpmodel.watersort.invariant.depths import depths_of
from cpmodel.watersort.invariant.facts import Seen
from cpmodel.watersort.phases import phase_model as phases
from cpmodel.watersort.phases.orderings import orderings
from cpmodel.watersort.plans import beam
from fuzz.runner import Case
from helpers.certificates import verdict
from helpers.truth import TooLarge, shortest
from instances.drawing.colors import color_name
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Outcome, Result
from instances.watersort.bounds import bottoms_bound, interned
from instances.watersort.rules import Deal, State, after, pours, runs, unsolvable_by_counting, verify
from search_baseline.lookout import Lookout
from search_baseline.watersort import default_solver
from search_baseline.watersort.default_solver import solve_fast
from search_baseline.watersort.depths import DepthSearch

LARGEST = 3000  # states up to which breadth-first search goes; larger deals are left out
MOST_EXCESS = 3  # that is asked where there is no plan
MOST_RUNS = 10  # of deals for the timeline: with more of them 10,000 would take an hour
SHAPES = [  # (most units in all, colours, capacity), tried by chance
    *((12, colors, capacity) for colors in (1, 2, 3, 4) for capacity in range(1, 9)),
    *3 * [(18, colors, 2) for colors in (6, 7, 8, 9)],  # simultaneous promises
]


def dealt(rng: Random) -> Deal:
    """Units dealt over the beakers in any way; sometimes pours on top, so that it is a game in progress."""
    most, colors, capacity = rng.choice(SHAPES)
    units: list[str] = []
    for color in range(colors):
        fills = rng.choice((1, 1, 1, 2, 3))
        if len(units) + fills * capacity <= max(most, colors * capacity):
            units += [color_name(color)] * fills * capacity
    rng.shuffle(units)
    filled = -(-len(units) // capacity)
    beakers: list[list[str]] = [[] for _ in range(filled + rng.choice((0, 0, 1, 1, 2)))]
    full = rng.random() < 0.4
    for i, unit in enumerate(units):
        room = [beaker for beaker in beakers if len(beaker) < capacity]
        (beakers[i // capacity] if full else rng.choice(room)).append(unit)
    state: State = tuple(map(tuple, beakers))
    for _ in range(rng.choice((0, 0, 1, 3))):
        if legal := list(pours(state, capacity)):
            state = after(state, rng.choice(legal))
    return Deal("dealt", capacity, state)


def cycles(rng: Random) -> Deal:
    """Capacity 2 or 3: each beaker has one colour at the bottom and the next one of its cycle on it."""
    capacity, beakers, color = rng.randint(2, 3), [], 0
    for length in rng.choices([2, 3], [3, 1], k=rng.randint(2, 4)):
        names = [f"c{color + i}" for i in range(length)]
        color += length
        above = rng.randint(1, capacity - 1)
        beakers += [(name,) * (capacity - above) + (names[i - 1],) * above for i, name in enumerate(names)]
    rng.shuffle(beakers)
    return Deal("cycles", capacity, (*beakers, *((),) * rng.randint(1, 2)))


def check_search(deal: Deal, truth: int | None, rng: Random) -> str:
    """Without limits, by depths alone, any plan, a horizon, stopped at any moment; now and then a certificate."""
    settings, horizon = Settings(seed=rng.randrange(3)), rng.randrange(2 + 2 * (truth or 5))
    result = solve_fast(deal, settings, Watch())
    hold(deal, result, truth)
    assert result.outcome is (Outcome.UNSOLVABLE if truth is None else Outcome.OPTIMAL)
    if unsolvable_by_counting(deal) is None:
        decided = DepthSearch(deal).run(Lookout(Watch()))
        assert decided is (Outcome.UNSOLVABLE if truth is None else Outcome.SOLVED)
    if rng.random() < 0.05:
        with TemporaryDirectory() as folder:
            assert verdict(deal, result, Path(folder)) == ("unsolvable" if truth is None else f"optimal {truth}")
    for other in (Settings(any_plan=True), Settings(horizon=horizon), Settings(horizon=horizon, any_plan=True)):
        hold(deal, solve_fast(deal, other, Watch()), truth, other.horizon)
    with patch.multiple(default_solver, TURN=1, PATIENCE=rng.randrange(4)):  # small deals end within a turn
        watch, looks = Watch(), iter(range(rng.randrange(4)))
        watch.report = lambda *_: None if next(looks, None) is not None else watch.interrupted.set()
        hold(deal, solve_fast(deal, settings, watch), truth)
        hold(deal, solve_fast(deal, settings, Watch()), truth)
    return result.outcome.value


def hold(deal: Deal, result: Result, truth: int | None, horizon: int | None = None) -> None:
    """What a result says is true."""
    if result.plan is not None:
        verify(deal, result.plan)
        assert truth is not None
        assert truth <= len(result.plan) == result.upper_bound <= (inf if horizon is None else horizon)
    assert truth is None or (result.lower_bound or 0) <= truth
    match result.outcome:
        case Outcome.UNSOLVABLE:
            assert truth is None
        case Outcome.OPTIMAL:
            assert result.plan is not None
            assert len(result.plan) == truth
        case Outcome.SOLVED:
            assert result.plan is not None
        case Outcome.NO_PLAN_WITHIN_HORIZON:
            assert horizon is not None
            assert truth is None or truth > horizon


def check_phases(deal: Deal, truth: int | None, rng: Random) -> str:
    """The greatest excess that was tried, in words; with orderings, half of the time."""
    if phases.unsupported(deal) is not None:
        return "unsupported"
    before = orderings(deal) if rng.random() < 0.5 else frozenset()
    base = bottoms_bound(deal)
    for excess in range(MOST_EXCESS + 1 if truth is None else truth - base + 1):
        if before:
            given, without = (solved(partial(phases.build, deal, excess, each)) for each in (before, frozenset()))
            assert given.status is without.status
        answer = phases.solve(deal, excess, before, (), 0, Settings(), None)
        if answer.status is Status.FEASIBLE:
            verify(deal, answer.found)
            assert len(answer.found) == base + excess == truth
            return f"excess {excess}"
        assert answer.status is Status.INFEASIBLE
        if answer.found:
            return check_layers(deal, truth, excess, answer.found)
    assert truth is None, "refuted where there is a plan"
    return "no plan"


def check_layers(deal: Deal, truth: int | None, excess: int, layered: frozenset[str]) -> str:
    """No plan is as short as the excess allows; with layers of all colours neither; and plans beyond are plans."""
    base = bottoms_bound(deal)
    assert truth is None or truth > base + excess, "refuted where there is a plan"
    everything = phases.solve(deal, excess, frozenset(), interned(deal)[0], 0, Settings(), None)
    assert everything.status is Status.INFEASIBLE
    longer = [
        phases.solve(deal, excess, frozenset(), layered, 1, Settings(), None),
        phases.solve(deal, excess + 1, frozenset(), (), 0, Settings(), None),
    ]
    found = [answer.found for answer in longer if answer.status is Status.FEASIBLE]
    for plan in found:
        verify(deal, plan)
        assert len(plan) == base + excess + 1
    assert truth is not None or not found
    return f"no whole pours, {'a' if found else 'no'} plan one pour longer"


def check_invariant(deal: Deal, truth: int | None, rng: Random) -> str:
    """The verdict, from all states and from the start alone."""
    answer = refuting.solve(deal, Settings(), None)
    assert answer.status is (Status.INFEASIBLE if truth is None else Status.FEASIBLE)
    if answer.found and truth is not None:
        verify(deal, answer.found)
    system = depths_of(deal)
    if system.ladders.atoms:
        seen = Seen(system.ladders, np.zeros((1, system.ladders.atoms), dtype=bool))
        facts = refuting.Search(system, seen, Settings(), np.random.default_rng(0)).prove()
        assert (facts is None) == (truth is not None)
    return str(answer.status)


def check_timeline(deal: Deal, truth: int | None, rng: Random) -> str:
    if sum(len(list(runs(beaker))) for beaker in deal.beakers) > MOST_RUNS:
        return "too large"
    lower = bottoms_bound(deal)
    for horizon in range(lower, lower + 2 if truth is None else truth + 1):
        answer = solved(partial(timeline.build, deal, horizon))
        assert (answer.status is Status.FEASIBLE) == (horizon == truth)
        if answer.found is not None:
            verify(deal, answer.found)
            assert len(answer.found) == truth
    assert truth is None or truth <= timeline.threshold(deal)
    return "no plan" if truth is None else f"excess {truth - lower}"


def check_plans(deal: Deal, truth: int | None, rng: Random) -> str:
    answer = beam(deal, 0, inf, Settings(), None)
    if answer.found is None:
        return "nothing found" if truth is not None else "no plan"
    verify(deal, answer.found)
    assert truth is not None
    assert len(answer.found) >= truth
    return "plan"


def check_auto(deal: Deal, truth: int | None, rng: Random) -> str:
    result = strategy.solve(deal, Settings(), Watch())
    assert result.outcome is (Outcome.UNSOLVABLE if truth is None else Outcome.OPTIMAL)
    hold(deal, result, truth)
    assert truth is None or result.lower_bound == truth
    return result.outcome.value


def solved(build: Callable[[], object]) -> Answer:
    return run(build, Settings(), None)  # type: ignore[arg-type]


def on_deals(check: Callable[[Deal, int | None, Random], str]) -> Case:
    def case(rng: Random, number: int) -> tuple[Any, Callable[[], str]]:
        deal = rng.choice((dealt, dealt, dealt, cycles))(rng)
        try:
            truth = shortest(deal, LARGEST)
        except TooLarge:
            return case(rng, number)
        return deal, lambda: check(deal, truth, rng)

    return case


KINDS = {
    "search": on_deals(check_search),
    "phases": on_deals(check_phases),
    "invariant": on_deals(check_invariant),
    "timeline": on_deals(check_timeline),
    "plans": on_deals(check_plans),
    "auto": on_deals(check_auto),
}
