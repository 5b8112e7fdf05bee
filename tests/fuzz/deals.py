"""Small deals of all kinds against plain breadth-first search: the fast search, and `schedule` at every excess.

Among them: colours of several beakers, games in progress, half-filled beakers, no empty beaker, capacities 1 to 8, and
many colours, so that several promises (docs/theory.md) are open at once. Bounds must never exceed the truth, and plans
must replay.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields, replace
from functools import partial
from itertools import count, pairwise
from math import inf
from random import Random

from cpmodel.solving import Status, run
from cpmodel.watersort.precedences import diagram, precedences_of
from cpmodel.watersort.runs import Runs, simplified
from cpmodel.watersort.schedule.model import build
from cpmodel.watersort.schedule.variables import Ideas, ScheduleModel
from fewest_pours.drawing.colors import color_name
from fewest_pours.puzzles.watersort.numbered_deal import base, is_mono, run_count
from fewest_pours.puzzles.watersort.rules import Deal, Plan, after, unsolvable_by_counting, verify
from fewest_pours.running.search_lookout import Lookout
from fewest_pours.running.solver_contract import Outcome, Result, Settings, Solve, Watch
from fuzz.runner import Kind, Trial
from helpers.certificates import proven, verdict
from helpers.deals import filled, played_on
from helpers.models import possible
from helpers.truth import TooLarge, shortest
from search_baseline.watersort.default_solver import solve_fast
from search_baseline.watersort.depth_search import DepthSearch

LARGEST = 3000  # deals with more states are too large for breadth-first search, and left out
MOST_EXCESS = 3  # tried if there is no plan
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
    choose = rng.choice((rng.choice, rng.choice, lambda room: room[0]))  # the last fills beaker after beaker
    state = filled(units, capacity, rng.choice((0, 0, 1, 1, 2)), choose)
    return Deal("dealt", capacity, played_on(state, capacity, rng.choice((0, 0, 1, 3)), rng))


def fewest_pours(deal: Deal) -> int | None:
    return shortest(deal, LARGEST)


def against(
    check: Callable[[Deal, int | None, Random], str],
    make: Callable[[Random], Deal] = dealt,
    usable: Callable[[Deal], bool] = lambda deal: True,
    fewest: Callable[[Deal], int | None] = fewest_pours,
) -> Kind:
    """Cases that check usable deals against their fewest pours; those that are TooLarge are left out."""

    def case(rng: Random) -> Trial:
        while True:
            deal = make(rng)
            with suppress(TooLarge):
                if usable(deal):
                    return deal, partial(check, deal, fewest(deal), rng)

    return case


def check_solver(deal: Deal, truth: int | None, rng: Random, solve: Solve) -> str:
    """Without limits, any plan, a horizon; now and then a certificate."""
    result = solve(deal, Settings(seed=rng.randrange(3)), Watch())
    hold(deal, result, truth)
    assert result.outcome is (Outcome.UNSOLVABLE if truth is None else Outcome.OPTIMAL)
    if rng.random() < 0.05:
        assert verdict(deal, result) == proven(truth)
    horizon = rng.randrange(2 + 2 * (truth or 5))
    for other in (Settings(any_plan=True), Settings(horizon=horizon), Settings(horizon=horizon, any_plan=True)):
        hold(deal, solve(deal, other, Watch()), truth, other.horizon)
    return result.outcome.value


def check_search(deal: Deal, truth: int | None, rng: Random) -> str:
    """The fast search, also stopped at any report; and by depths alone."""
    if unsolvable_by_counting(deal) is None:
        decided = DepthSearch(deal).run(Lookout(Watch()))
        assert decided is (Outcome.UNSOLVABLE if truth is None else Outcome.SOLVED)
    hold(deal, stopped(deal, Settings(), rng.randrange(4)), truth)
    return check_solver(deal, truth, rng, solve_fast)


def stopped(deal: Deal, settings: Settings, most: int) -> Result:
    """What the search returns if it is interrupted after so many reports."""
    watch, reports = Watch(), count()
    watch.report = lambda *_: watch.interrupted.set() if next(reports) >= most else None
    return solve_fast(deal, settings, watch)


def hold(deal: Deal, result: Result, truth: int | None, horizon: int | None = None):
    fewest = inf if truth is None else truth
    assert (result.lower_bound or 0) <= fewest
    if result.plan is not None:
        verify(deal, result.plan)
        assert fewest <= len(result.plan) == result.upper_bound <= (inf if horizon is None else horizon)
    match result.outcome:
        case Outcome.UNSOLVABLE:
            assert truth is None
        case Outcome.OPTIMAL:
            assert result.lower_bound == result.upper_bound == truth
        case Outcome.SOLVED:
            assert result.plan is not None
            assert result.lower_bound != result.upper_bound
        case Outcome.NO_PLAN_WITHIN_HORIZON:
            assert fewest >= result.lower_bound > horizon


def check_schedule(deal: Deal, truth: int | None, rng: Random | None = None) -> str:
    """Models for one excess after the other, with and without each idea; and one that minimises. Which was reached."""
    runs = simplified(deal)
    found = diagram(runs.game)
    assert found.is_empty == (truth is None), "too many depths for a diagram are not expected here"
    every = Ideas()
    less = every if rng is None else replace(every, **{rng.choice(fields(every)).name: False})
    for payments in range(MOST_EXCESS + 1 if truth is None else truth - base(deal) + 1):
        answers = [
            run(partial(build, deal, payments, payments, ideas, pairs), Settings(), None)
            for ideas, pairs in ((every, precedences_of(runs, found)), (less, ()))
        ]
        assert len({answer.status for answer in answers}) == 1
        if answers[0].status is Status.FEASIBLE:
            check_fewest(deal, truth, payments)
            check_plan_fits(deal, solve_fast(deal, Settings(), Watch()).plan, payments)
            plans = [answer.found[1] for answer in answers]
            for plan in filter(None, plans):
                verify(deal, plan)
                assert len(plan) == base(deal) + payments == truth
            return f"excess {payments}" if all(plan is not None for plan in plans) else f"not poured at {payments}"
    assert truth is None, "refuted where there is a plan"
    return "no plan"


def check_fewest(deal: Deal, truth: int | None, payments: int) -> None:
    """The model that minimises finds the same payments; what exact piles find is a plan; else all are longer."""
    answer = run(partial(build, deal, 0, payments + 1), Settings(), None)
    assert answer.found is not None
    assert answer.found[0] == payments
    exact = run(partial(build, deal, payments, payments + 1, Ideas(exact_piles=True)), Settings(), None)
    assert truth > base(deal) + payments or (exact.found is not None and exact.found[0] == payments)
    steady = run(partial(exact_without_closings, deal, payments), Settings(), None)
    assert steady.found is None or steady.found[1] is not None, "Lemma 17"
    for more, plan in filter(None, (exact.found, steady.found)):
        if plan is not None:  # where a mono closes, its units may find no place
            verify(deal, plan)
            assert truth <= len(plan) == base(deal) + more


def exact_without_closings(deal: Deal, payments: int) -> ScheduleModel:
    model = build(deal, payments, payments + 1, Ideas(exact_piles=True))
    model.cp.add_bool_and(~closes for closes in model.closes.values())
    return model


def check_plan_fits(deal: Deal, plan: Plan, payments: int) -> None:
    """The model with exact piles allows the order in which runs leave in a shortest plan, if it is no longer."""
    order = pairwise(leaving_order(simplified(deal), plan))
    if len(plan) == base(deal) + payments:
        assert possible(build(deal, payments, payments, Ideas(exact_piles=True), order), [])


def leaving_order(runs: Runs, plan: Plan) -> list[int]:
    """The numbers of the runs that leave their places, in the order of the plan; the whole run must have gone."""
    number = {(run.beaker, run.level): i for i, run in enumerate(runs.all)}
    order = []
    state = runs.deal.beakers
    for pour in plan:
        source, state = state[pour.source], after(state, pour)
        left = state[pour.source]
        if not is_mono(source) and left[-1] != source[-1]:
            order.append(number[pour.source, run_count(source) - 1])
    return order
