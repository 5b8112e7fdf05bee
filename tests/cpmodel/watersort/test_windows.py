"""A plan made shorter from its end: windows are deals of their own, and what comes out is a shorter plan."""

from cpmodel.solving import Status
from cpmodel.watersort.dig import CAREFUL, plan_to, shortest_found
from cpmodel.watersort.phases.orderings import orderings
from cpmodel.watersort.windows import improve, windows
from helpers.truth import shortest
from instances.solving.limits import Settings
from instances.watersort.bounds import bottoms_bound
from instances.watersort.files import generate
from instances.watersort.rules import Deal, Pour, verify

# Two pairs of beakers to be swapped: 3 pours each, of which the second pair takes 4 here.
SWAPS = Deal("swaps", 2, (("a", "b"), ("b", "a"), ("c", "d"), ("d", "c"), (), ()))
LONG = (
    Pour(0, 4, "b", 1), Pour(1, 0, "a", 1), Pour(1, 4, "b", 1),
    Pour(2, 1, "d", 1), Pour(3, 5, "c", 1), Pour(2, 5, "c", 1), Pour(3, 1, "d", 1),
)  # fmt: skip


def test_a_window_ends_where_the_plan_does_and_starts_after_a_pour_that_pays() -> None:
    verify(SWAPS, LONG)
    found = list(windows(SWAPS, LONG))
    assert [(pours, excess) for pours, _, excess in found] == [(4, 1), (1, 2)]
    for pours, start, excess in found:
        verify(start, LONG[pours:])
        assert len(LONG) - pours - bottoms_bound(start) == excess


def test_a_window_is_made_shorter() -> None:
    answer = improve(SWAPS, LONG, orderings(SWAPS), Settings(), None)
    assert answer.status is Status.FEASIBLE
    assert len(answer.found) == 6 == shortest(SWAPS)
    verify(SWAPS, answer.found)


def test_windows_that_are_shortest_are_left() -> None:
    deal = generate(6, 2, seed=3)
    found = shortest_found(deal, 50, CAREFUL, 10)
    assert found is not None
    plan = plan_to(deal, found)
    assert len(plan) == shortest(deal)
    assert improve(deal, plan, orderings(deal), Settings(), None).status is Status.NOTHING_FOUND
