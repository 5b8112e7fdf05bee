"""The phase formulation: its bounds never exceed the truth, its plans are shortest, and it finds both."""

from pathlib import Path

import pytest

from cpmodel.solving import Response
from cpmodel.watersort.depths.listing import listing
from cpmodel.watersort.phases import phase_model as phases
from helpers.paths import INSTANCES
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest
from instances.puzzles.loading import load
from instances.puzzles.watersort import rules
from instances.puzzles.watersort.numbered import base
from instances.puzzles.watersort.rules import Deal, Plan
from instances.running.limits import Settings

PATTERNS = ("deal-[5-7]c*", "partial-pours-needed-[35]", "level-133")
KNOWN = sorted(path for pattern in PATTERNS for path in (INSTANCES / "watersort").glob(f"{pattern}.yaml"))


def first_open(deal: Deal, most: int) -> tuple[int, Response[Plan | None]]:
    """The least excess that phases do not refute, and its answer; most is the last that is tried."""
    for excess in range(most + 1):
        found = phases.solve_excess(deal, excess, frozenset(), Settings(), None)
        if found.status != "infeasible":
            return excess, found
    return most + 1, found


def agrees(deal: Deal, truth: int | None) -> None:
    """Bounds below the truth, plans no longer than it; no plan where there is none. Payments agree with phases."""
    least = base(deal)
    excess, found = first_open(deal, most=2 if truth is None else truth - least)
    if found.status == "feasible":
        rules.verify(deal, found.found)
        assert len(found.found) == least + excess == truth
    else:
        assert truth is None or (found.status == "nothing found" and least + excess <= truth)
    if listed := listing(deal, Settings(), None).found:
        assert listed.payments == excess
        assert least + excess <= truth <= len(listed.plan)


def test_a_schedule_of_the_listing_that_can_be_poured_is_a_shortest_plan() -> None:
    deal = load(INSTANCES / "watersort/level-133.yaml")[1]
    assert len(listing(deal, Settings(), None).found.plan) == deal.known.pours


@pytest.mark.parametrize("size", EXHAUSTIVE, ids=str)
def test_every_small_deal(size: tuple[int, int, int]) -> None:
    for deal in enumerate_deals(*size):
        agrees(deal, shortest(deal))


@pytest.mark.parametrize("path", KNOWN, ids=lambda path: path.stem)
def test_known_deals(path: Path) -> None:
    deal = load(path)[1]
    agrees(deal, deal.known.pours)
