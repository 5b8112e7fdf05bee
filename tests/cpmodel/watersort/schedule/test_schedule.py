"""The schedule model: its bounds never exceed the truth, its plans are shortest, and it finds both."""

import pytest

from cpmodel.watersort.schedule.shortest import solve_schedule
from cpmodel.watersort.schedule.variables import Ideas
from fewest_pours.running.solver_contract import Settings
from fuzz.deals import check_schedule
from helpers.deals import named
from helpers.paths import INSTANCES
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest

PATTERNS = ("deal-[5-7]c*", "partial-pours-needed-[35]", "level-133")
KNOWN = sorted(path for pattern in PATTERNS for path in (INSTANCES / "watersort").glob(f"{pattern}.yaml"))


@pytest.mark.parametrize("size", EXHAUSTIVE, ids=str)
def test_bounds_and_plans_of_small_deals_are_those_of_breadth_first_search(size):
    for deal in enumerate_deals(*size):
        check_schedule(deal, shortest(deal))


@pytest.mark.parametrize("path", KNOWN, ids=lambda path: path.stem)
def test_bounds_and_plans_of_known_deals_are_those_of_their_files(path):
    deal = named(path)
    check_schedule(deal, deal.known.pours)


def heard(deal, **settings):
    """The response to a deal, and all news of it."""
    news = []
    return solve_schedule(deal, Ideas(), Settings(**settings), None, news.append), news


def test_bounds_and_plans_become_known_while_it_runs():
    deal = named("deal-16c2e4h-7041")
    answer, news = heard(deal)
    assert len(answer.found.plan) == deal.known.pours
    assert max(each.lower for each in news) == deal.known.pours
    assert any(each.solvable for each in news)


def test_statistics_name_the_size_of_the_model_by_family():
    answer, _ = heard(named("sample-three-colours"))
    assert answer.statistics["variables"]["gone"] > 0
    assert answer.statistics["constraints"]["runs_park_or_merge"] > 0
    assert {"propagations", "conflicts", "restarts", "deterministic_time", "build_seconds"} <= {*answer.statistics}


def test_the_same_deterministic_limit_ends_at_the_same_conflict():
    deal = named("deal-16c2e4h-7041")
    limited = {"parameters": ("max_deterministic_time=0.02",)}
    answers = [heard(deal, **limited)[0] for _ in range(2)]
    assert [answer.status for answer in answers] == ["unknown", "unknown"]
    assert len({answer.statistics["conflicts"] for answer in answers}) == 1
