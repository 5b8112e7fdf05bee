"""The removal formulation says exactly which deals can be solved, and its paths become plans."""

import pytest

from cpmodel.solving import Answer, run
from cpmodel.watersort.removal import model as removal
from helpers.paths import INSTANCES
from instances.puzzles import load
from instances.solving.limits import Settings
from instances.watersort import rules
from instances.watersort.depth_theorem import NoPlanFollows, plan_of
from instances.watersort.files import generate
from instances.watersort.rules import Deal

KNOWN = INSTANCES / "watersort"
NEEDS_PARTIAL_POURS = Deal(
    "needs partial pours", 4, (tuple("ccba"), tuple("ccba"), tuple("abba"), ())
)  # 9 pours; none without partial pours


def answer(deal: Deal) -> Answer:
    return run(lambda: removal.build(deal), Settings(), None)


def test_partial_pours_are_found_where_nothing_else_helps() -> None:
    plan = answer(NEEDS_PARTIAL_POURS).found
    states = rules.replay(NEEDS_PARTIAL_POURS, plan)
    assert any(pour.units < rules.top_run(state[pour.source]) for pour, state in zip(plan, states, strict=False))


@pytest.mark.parametrize(("colors", "empties", "seed"), [(9, 1, 0), (9, 1, 5), (9, 2, 0), (12, 3, 0)])
def test_larger_deals(colors: int, empties: int, seed: int) -> None:
    deal = generate(colors, empties, 4, seed)
    told = answer(deal)
    assert told.status == ("infeasible" if empties == 1 else "feasible")
    if told.found is not None:
        rules.verify(deal, told.found)


@pytest.mark.parametrize("name", ["ito-fig10a-h3-k2", "lieoric-h8-5colours-k2", "deal-9c1e4h-7018"])
def test_published_deals_without_a_plan(name: str) -> None:
    assert answer(load(KNOWN / f"{name}.yaml")[1]).status == "infeasible"


@pytest.mark.parametrize("name", ["partial-pours-needed-3", "partial-pours-needed-5", "level-133", "deal-16c3e4h-7053"])
def test_published_deals_with_a_plan(name: str) -> None:
    deal = load(KNOWN / f"{name}.yaml")[1]
    rules.verify(deal, answer(deal).found)


CROSSED = Deal("crossed", 2, (("red", "blue"), ("blue", "red"), ()))


def test_a_pooled_path_becomes_a_plan() -> None:
    assert plan_of(CROSSED, [0, 1]) == ((0, 2, "blue", 1), (1, 0, "red", 1), (1, 2, "blue", 1))


def test_a_home_that_is_not_needed_any_more_is_poured_out_where_a_beaker_is() -> None:
    deal = Deal("spare", 3, (("blue", "red", "blue"), ("red", "blue", "red"), ()))
    plan = plan_of(deal, [0, 1, 0, 1])
    assert plan[0] == (0, 2, "blue", 1)
    assert plan[2:4] == ((2, 1, "blue", 1), (0, 2, "red", 2))


@pytest.mark.parametrize(
    ("deal", "path", "message"),
    [
        (CROSSED, [0], "not all beakers are cleared"),
        (CROSSED, [0, 0], "beaker 1 has no run left to remove"),
        (Deal("stuck", 2, CROSSED.beakers[:2]), [0, 1], "blue needs an empty beaker"),
    ],
)
def test_what_is_no_pooled_path_is_refused(deal: Deal, path: list[int], message: str) -> None:
    with pytest.raises(NoPlanFollows, match=message):
        plan_of(deal, path)
