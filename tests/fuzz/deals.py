"""Small deals of all kinds against plain breadth-first search: the fast search, and `phases` at every excess.

Colours of several beakers, games in progress, half-filled beakers, no empty beaker, capacity 1 to 8, more colours than
beakers of the same size ever need, so that several promises stand at once. Bounds must
never exceed the truth, and plans must be plans.
"""

from collections.abc import Callable
from math import inf
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

from cpmodel.solving import Status
from cpmodel.watersort.phases import phase_model
from cpmodel.watersort.phases.orderings import orderings
from fuzz.runner import Trial
from helpers.certificates import verdict
from helpers.truth import TooLarge, shortest
from instances.drawing.colors import color_name
from instances.solving.limits import Lookout, Settings, Watch
from instances.solving.outcome import Outcome, Result
from instances.watersort.bounds import bottoms_bound
from instances.watersort.rules import Deal, State, after, pours, unsolvable_by_counting, verify
from search_baseline.watersort import default_solver
from search_baseline.watersort.default_solver import solve_fast
from search_baseline.watersort.depths import DepthSearch

LARGEST = 3000  # states up to which breadth-first search goes; larger deals are left out
MOST_EXCESS = 3  # that is tried where there is no plan
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


def case(rng: Random, check: Callable[[Deal, int | None, Random], str]) -> Trial:
    deal = dealt(rng)
    try:
        truth = shortest(deal, LARGEST)
    except TooLarge:
        return case(rng, check)
    return deal, lambda: check(deal, truth, rng)


def search(rng: Random) -> Trial:
    return case(rng, check_search)


def phases(rng: Random) -> Trial:
    return case(rng, check_phases)


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
    fewest = inf if truth is None else truth
    assert (result.lower_bound or 0) <= fewest
    if result.plan is not None:
        verify(deal, result.plan)
        assert fewest <= len(result.plan) == result.upper_bound <= (inf if horizon is None else horizon)
    match result.outcome:
        case Outcome.UNSOLVABLE:
            assert truth is None
        case Outcome.OPTIMAL:
            assert result.upper_bound == truth
        case Outcome.SOLVED:
            assert result.plan is not None
        case Outcome.NO_PLAN_WITHIN_HORIZON:
            assert horizon is not None
            assert fewest > horizon


def check_phases(deal: Deal, truth: int | None, rng: Random) -> str:
    """The greatest excess that was tried, in words; with orderings, half of the time."""
    if phase_model.unsupported(deal) is not None:
        return "unsupported"
    before = orderings(deal) if rng.random() < 0.5 else frozenset()
    base = bottoms_bound(deal)
    for excess in range(MOST_EXCESS + 1 if truth is None else truth - base + 1):
        answer = phase_model.solve(deal, excess, before, frozenset(), Settings(), None)
        if answer.status is Status.FEASIBLE:
            verify(deal, answer.found)
            assert len(answer.found) == base + excess == truth
            return f"excess {excess}"
        assert answer.status is Status.INFEASIBLE
        if answer.found:
            assert truth is None or truth > base + excess
            return "no whole pours"
    assert truth is None, "refuted where there is a plan"
    return "no plan"
