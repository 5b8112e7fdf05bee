"""Deals made backwards have a plan; their rating says what it should."""

import pytest

from helpers.truth import shortest
from instances.solving.limits import Settings, Watch
from instances.watersort.rules import after, pours, runs
from search_baseline.watersort.default_solver import solve_fast
from search_baseline.watersort.levels.rating import rate, solvability
from search_baseline.watersort.levels.regression import regress


@pytest.mark.parametrize("sizes", [(2, 1, 3), (3, 1, 2), (3, 1, 3), (3, 2, 4), (4, 1, 3)], ids=str)
def test_every_deal_made_backwards_has_a_plan(sizes: tuple[int, int, int]) -> None:
    for seed in range(20):
        deal = regress(*sizes, seed=seed)
        assert shortest(deal) is not None
        assert all(len(beaker) in (0, sizes[2]) for beaker in deal.beakers)
        assert all(len(runs(beaker)) > 1 for beaker in deal.beakers if beaker)


def test_deals_of_nine_colors_and_one_empty_beaker() -> None:
    """One in a hundred random ones can be solved."""
    for seed in range(5):
        assert solve_fast(regress(9, 1, 4, seed), Settings(), Watch()).plan is not None


@pytest.mark.parametrize("sizes", [(1, 1, 4), (3, 1, 1), (3, -1, 4)], ids=str)
def test_sizes_without_a_mixed_deal_are_refused(sizes: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="no mixed deal"):
        regress(*sizes)


def test_whether_a_position_can_be_solved_is_known_by_its_depths() -> None:
    from dataclasses import replace

    deal = regress(3, 1, 3, seed=2)
    can_be_solved = solvability(deal)
    layer = {deal.beakers}
    for _ in range(4):
        layer = {after(state, pour) for state in layer for pour in pours(state, 3)}
        for state in layer:
            assert can_be_solved(state) is (shortest(replace(deal, beakers=state)) is not None)


def test_a_rating_counts_first_pours() -> None:
    from dataclasses import replace

    deal = regress(3, 1, 3, seed=1)
    fewest = shortest(deal)
    assert fewest is not None
    rated, shares = rate(deal, 0, Watch())
    firsts = {tuple(sorted(after(deal.beakers, pour))) for pour in pours(deal.beakers, 3)}
    left = [shortest(replace(deal, beakers=state)) for state in firsts]
    assert shares["keep_solvable"] == round(sum(rest is not None for rest in left) / len(left), 2)
    assert shares["keep_shortest"] == round(sum(rest == fewest - 1 for rest in left) / len(left), 2)
    assert 0 <= shares["narrowest"] <= shares["keep_solvable"] <= 1
    assert rated.rating is not None
