"""The phase formulation: its bounds never exceed the truth, its plans are shortest, and it finds both."""

import pytest

from cpmodel.watersort.depths.listing import listing
from fewest_pours.running.solver_contract import Settings
from fuzz.deals import check_phases
from helpers.deals import named
from helpers.paths import INSTANCES
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest

PATTERNS = ("deal-[5-7]c*", "partial-pours-needed-[35]", "level-133")
KNOWN = sorted(path for pattern in PATTERNS for path in (INSTANCES / "watersort").glob(f"{pattern}.yaml"))


def test_a_schedule_of_the_listing_that_can_be_poured_is_a_shortest_plan():
    deal = named("level-133")
    assert len(listing(deal, Settings(), None).found.plan) == deal.known.pours


@pytest.mark.parametrize("size", EXHAUSTIVE, ids=str)
def test_every_small_deal(size):
    for deal in enumerate_deals(*size):
        check_phases(deal, shortest(deal))


@pytest.mark.parametrize("path", KNOWN, ids=lambda path: path.stem)
def test_known_deals(path):
    deal = named(path)
    check_phases(deal, deal.known.pours)
