"""Solvability decided by depths in layers, against plain breadth-first search, and what its rule is worth."""

import pytest
from hypothesis import given

from helpers.cases import examples
from helpers.deals import deals
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest
from instances.solving.limits import LimitReached, Settings, Watch
from instances.solving.outcome import Outcome
from instances.watersort.files import generate
from instances.watersort.rules import Deal
from search_baseline.lookout import Lookout
from search_baseline.watersort import depth_layers
from search_baseline.watersort.default_solver import solve_fast
from search_baseline.watersort.depth_layers import DepthLayers
from search_baseline.watersort.reachable_depths import closed_depths

ALWAYS = 1 << 40  # a budget that is never used up


def decided(deal: Deal, budget: int = ALWAYS) -> tuple[Outcome | None, int]:
    """The answer of so many depths a turn, and how many were met."""
    search, outcome = DepthLayers(deal), None
    while outcome is None:
        outcome = search.run(Lookout(Watch()), budget)
        assert not search.too_wide
    return outcome, search.states


def check(deal: Deal) -> None:
    truth = Outcome.UNSOLVABLE if shortest(deal) is None else Outcome.SOLVED
    outcome, states = decided(deal)
    assert outcome is truth
    assert decided(deal, 0) == (outcome, states)
    if closed := closed_depths(deal, Watch()):
        assert states <= len(closed)


@pytest.mark.parametrize(
    "size",
    [*EXHAUSTIVE, (5, 2, 1), *(pytest.param(size, marks=pytest.mark.slow) for size in ((3, 4, 1), (4, 3, 1)))],
    ids=str,
)
def test_every_small_deal(size: tuple[int, int, int]) -> None:
    for deal in enumerate_deals(*size):
        check(deal)


@examples(300)
@given(deals())
def test_deals_in_progress(deal: Deal) -> None:
    check(deal)


def test_settled_colours_take_nothing_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same answers with the rule and without, and fewer depths with it."""
    dealt = [generate(colors, empties, 4, seed=seed) for colors, empties in ((6, 1), (12, 2)) for seed in range(30)]
    with_rule, met = zip(*map(decided, dealt), strict=True)
    start = DepthLayers.start

    def unruled(self: DepthLayers, deal: Deal) -> None:
        start(self, deal)
        self.all_but_one += 1 << 12  # no floor is above so many units

    monkeypatch.setattr(DepthLayers, "start", unruled)
    without, all_met = zip(*map(decided, dealt), strict=True)
    assert with_rule == without
    assert set(without) == {Outcome.SOLVED, Outcome.UNSOLVABLE}
    assert sum(met) < sum(all_met)


def test_unsolvable_on_two_empties_is_short_work() -> None:
    """24 colours: 15,844 depths, 11,881 with the rule; the layers of pooled states expand 18,241."""
    result = solve_fast(generate(24, 2, 4, seed=0), Settings(), Watch())
    assert result.outcome is Outcome.UNSOLVABLE
    assert result.statistics["depths"] == 11_881


def test_keys_of_many_beakers_take_several_words() -> None:
    deal = generate(40, 1, 4, seed=1)
    assert decided(deal) == (Outcome.UNSOLVABLE, decided(deal, 0)[1])


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = generate(24, 2, 4, seed=0)
    with pytest.raises(LimitReached):
        DepthLayers(deal).run(Lookout(Watch(seconds=0)), ALWAYS)
    with pytest.raises(LimitReached):
        DepthLayers(deal).run(Lookout(Watch(memory=1)), ALWAYS)
    monkeypatch.setattr(depth_layers, "WIDEST", 100)
    search = DepthLayers(deal)
    assert search.run(Lookout(Watch()), ALWAYS) is None
    assert search.too_wide
    assert DepthLayers(generate(500, 2, 20, seed=0)).too_wide
