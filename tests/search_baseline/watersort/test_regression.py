"""Deals made backwards have a plan; their rating says what it should."""

from dataclasses import replace
from functools import cache

import pytest

from helpers.truth import shortest
from instances.solving.limits import Watch
from instances.watersort.rules import State, after, pours, replay, runs
from search_baseline.watersort.levels.design import measured
from search_baseline.watersort.levels.rating import rate
from search_baseline.watersort.levels.regression import regress


@pytest.mark.parametrize("sizes", [(2, 1, 3), (3, 1, 2), (3, 2, 4), (4, 1, 3)], ids=str)
def test_every_deal_made_backwards_has_a_plan(sizes: tuple[int, int, int]) -> None:
    for seed in range(20):
        deal = regress(*sizes, seed=seed)
        assert shortest(deal) is not None
        assert all(len(beaker) in (0, sizes[2]) for beaker in deal.beakers)
        assert all(len(runs(beaker)) > 1 for beaker in deal.beakers if beaker)


def test_a_rating_is_what_breadth_first_search_counts() -> None:
    deal = regress(3, 1, 3, seed=1)
    level = measured(deal, Watch())
    assert level is not None
    rating = dict(rate(level, 0, Watch()))

    def follow(state: State) -> set[State]:
        return {tuple(sorted(after(state, pour))) for pour in pours(state, 3)} - {tuple(sorted(state))}

    @cache
    def fewest(state: State) -> int | None:
        return shortest(replace(deal, beakers=state))

    @cache
    def plans(state: State) -> int:
        length = fewest(state)
        return 1 if length == 0 else sum(plans(later) for later in follow(state) if fewest(later) == (length or 0) - 1)

    kept = [[fewest(later) is not None for later in follow(state)] for state in replay(deal, level.answer)[:-1]]
    assert rating["traps"] == round(sum(not all(each) for each in kept) / len(kept), 2)
    assert rating["narrowest"] == round(min(sum(each) / len(each) for each in kept), 2)
    assert rating["plans"] == plans(deal.beakers)
