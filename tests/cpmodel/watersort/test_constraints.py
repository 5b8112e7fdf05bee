"""Each constraint family of the water sort formulations decides: one small situation that it forbids, and a neighbour.

A case pins a few variables. What is allowed agrees with the whole model. What is forbidden contradicts the family where
it stands upon those that it needs only, and agrees with these alone. What each family of the timeline forbids and
allows is in test_timeline.py.
"""

from collections.abc import Callable, Sequence
from functools import partial
from types import ModuleType
from typing import Any

import pytest
from ortools.sat.python import cp_model

from cpmodel.solving import Model, run
from cpmodel.watersort.phases import phase_model as phases
from cpmodel.watersort.phases.phase_variables import PhaseModel
from helpers.timeline_rules import RULES, Facts, OneRule, Rule, agree, deal_of
from instances.solving.limits import Settings
from instances.watersort.rules import Deal

A, B = 0, 1  # colours are numbered in the order in which they are met

SWAP = deal_of("ab", "ba", "")
PAIRS = deal_of("ab", "ab", "cd", "cd", "")  # b and d are at no bottom; one beaker is empty
LAYERS = deal_of("abc", "abc", "abc", "", "", capacity=3)
HANGING = deal_of("ac", "ba", "bc", "")  # a lies below c, and on b
ROOM_FOR_ONE = deal_of("ab", "ca", "ba", "ccb", capacity=3)  # before b leaves, one a fits onto the a that lies on c


def possible(model: Model, facts: Sequence[Any]) -> bool:
    for fact in facts:
        model.cp.add(fact if isinstance(fact, cp_model.BoundedLinearExpression) else fact == 1)
    status = run(lambda: OneRule(model), Settings(), None).status
    assert status in ("feasible", "infeasible")
    return status == "feasible"


def leave_out(patch: pytest.MonkeyPatch, formulation: ModuleType, families: Sequence[str]) -> None:
    for family in families:
        patch.setattr(formulation, family, lambda *_: None)


PHASES = [  # in the order in which they are built, each on those before it
    "runs_leave_from_the_top", "parks_cut_time", "runs_park", "bottoms_are_bared", "monos_come_and_go",
    "monos_are_kept_or_closed", "excess_is_paid", "beakers_suffice", "pools_hold_what_is_gone", "merges_find_room",
    "merges_wait", "search_forwards",
]  # fmt: skip


def second_park(m: PhaseModel) -> Sequence[Any]:
    """Of PAIRS: one b is parked and bares an a, which both keep their monos; d parks next, and the other d stays."""
    return [m.parks_at[1, 0], m.stays[A, 1], m.stays[B, 1], m.parks_at[5, 1], ~m.gone_by[7, 1]]


PhaseFacts = Callable[[PhaseModel], Sequence[Any]]
PHASE_CASES: list[tuple[str, str, Deal, int, PhaseFacts, PhaseFacts]] = [  # excess; allowed, forbidden
    (
        "runs_leave_from_the_top", "a run before the one above it", LAYERS, 0,
        lambda m: [m.leaves[1] > m.leaves[2]],
        lambda m: [m.leaves[1] <= m.leaves[2]],
    ),
    (
        "parks_cut_time", "two parks at one time", PAIRS, 0,
        lambda m: [m.parks[0] < m.parks[1]],
        lambda m: [m.parks[0] == m.parks[1]],
    ),
    (
        "parks_cut_time", "gone by a park that comes first", PAIRS, 0,
        lambda m: [m.gone_by[3, 1], m.leaves[3] < m.parks[1]],
        lambda m: [m.gone_by[3, 1], m.leaves[3] >= m.parks[1]],
    ),
    (
        "runs_park", "a park that no run makes", PAIRS, 0,
        lambda m: [m.leaves[i] != m.parks[0] for i in (3, 5, 7)],
        lambda m: [m.leaves[i] != m.parks[0] for i in (1, 3, 5, 7)],
    ),
    (
        "runs_park", "a park that two runs make", PAIRS, 0,
        lambda m: [m.parks_at[1, 0], m.parks_at[5, 1]],
        lambda m: [m.parks_at[1, 0], m.parks_at[5, 0]],
    ),
    (
        "bottoms_are_bared", "a bottom that is bared twice", PAIRS, 0,
        lambda m: [m.bared[0, 1], ~m.bared[0, 0]],
        lambda m: [m.bared[0, 1], m.bared[0, 0]],
    ),
    (
        "monos_come_and_go", "a mono that nothing founds", PAIRS, 0,
        lambda m: [m.mono[B, 1], m.founds[B, 0]],
        lambda m: [m.mono[B, 1], ~m.founds[B, 0]],
    ),
    (
        "monos_come_and_go", "a park of a colour that has a mono", PAIRS, 0,
        lambda m: [m.stays[B, 1], ~m.founds[B, 1]],
        lambda m: [m.stays[B, 1], m.founds[B, 1]],
    ),
    (
        "monos_are_kept_or_closed", "a mono that stays to the end and is not kept", PAIRS, 0,
        lambda m: [m.stays[B, 1], m.kept[B, 1]],
        lambda m: [m.stays[B, 1], ~m.kept[B, 1]],
    ),
    (
        "excess_is_paid", "an excess that nobody pays", SWAP, 1,
        lambda m: [m.founds[B, 0]],
        lambda m: [~pays for pays in (*m.park_pays.values(), *m.closing_pays.values())],
    ),
    (
        "excess_is_paid", "a park that nobody pays, of a colour with a bottom elsewhere", SWAP, 1,
        lambda m: [m.founds[B, 0], ~m.gone_by[3, 0], m.park_pays[B, 0]],
        lambda m: [m.founds[B, 0], ~m.gone_by[3, 0], ~m.park_pays[B, 0]],
    ),
    (
        "beakers_suffice", "a park without an empty beaker", PAIRS, 0,
        lambda m: [*second_park(m), m.gone_by[3, 1]],
        lambda m: [*second_park(m), ~m.gone_by[3, 1]],
    ),
    (
        "pools_hold_what_is_gone", "gone before the first park, into a full pool", PAIRS, 0,
        lambda m: [m.gone_by[3, 1]],
        lambda m: [m.gone_by[3, 0]],
    ),
    (
        "merges_find_room", "a merge without a pool, and without a mono", HANGING, 0,
        lambda m: [m.leaves[3] > m.parks[0], m.leaves[3] > m.leaves[1]],
        lambda m: [m.leaves[3] > m.parks[0], m.leaves[3] < m.leaves[1]],
    ),
    (
        "merges_find_room", "a merge into a full pool", ROOM_FOR_ONE, 0,
        lambda m: [m.leaves[5] < m.leaves[1], m.leaves[3] > m.leaves[1]],
        lambda m: [m.leaves[5] < m.leaves[1], m.leaves[3] < m.leaves[1]],
    ),
    (
        "merges_wait", "a merge that is of no use yet", LAYERS, 0,
        lambda m: [m.parks_at[2, 0], m.merges[5, 1], m.parks_at[4, 1], ~m.merges[7, 1]],
        lambda m: [m.parks_at[2, 0], m.merges[5, 1], m.parks_at[1, 1], ~m.merges[7, 1]],
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("family", "deal", "excess", "allowed", "forbidden"),
    [pytest.param(family, *case, id=f"{family}: {what}") for family, what, *case in PHASE_CASES],
)
def test_phases(
    family: str, deal: Deal, excess: int, allowed: PhaseFacts, forbidden: PhaseFacts,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    build = partial(phases.build, deal, excess)
    model = build()
    assert possible(model, allowed(model))
    position = PHASES.index(family)
    leave_out(monkeypatch, phases, PHASES[position + 1 :])
    model = build()
    assert not possible(model, forbidden(model))
    leave_out(monkeypatch, phases, [family])
    model = build()
    assert possible(model, forbidden(model))


@pytest.mark.parametrize(("rule", "deal", "horizon", "facts", "wrong"), RULES, ids=[case[0].__name__ for case in RULES])
def test_timeline_without_the_rule(rule: Rule, deal: Deal, horizon: int, facts: Facts, wrong: Facts) -> None:
    assert agree(deal, horizon, lambda model: None, wrong)
