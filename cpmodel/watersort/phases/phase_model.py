"""The phase formulation: the few pours into empty beakers cut time into phases; room is counted in pools.

The model describes plans of base + x pours, where x is the excess. It decides when each run leaves its place, which
runs make the E pours (a whole run to an empty beaker), and which colours then have a beaker of their own. Where exactly
a pile goes is left open: it needs *room in the pool* of its colour, all the beakers that show it. Nouns:

    park    an E pour, seen from the run that makes it; the parks happen at the times parks[0] < parks[1] < ...
    phase   the time between two parks; also the time before the first, and after the last
    mono    a beaker of one colour alone: a run that was parked, or a bottom with nothing above it any more
    close   to pour a mono out over the tops that show its colour, to empty a beaker for a park

The example of docs/theory.md has base 7 and a plan of excess 0 with one park, so two phases: nothing merges in phase 0,
a blue run parks, and all other runs merge in phase 1.

*Infeasible is a bound over all plans*: docs/theory.md, theorem 17. In short: a plan of base + x pours gives a schedule
with at most x payments (lemma 10), and of the schedules with the fewest payments some has these properties.

1. A colour has at most one mono at a park, and parks no run while its mono stays (lemma 12).
2. A mono closes just before a park (lemma 13).
3. A merge that is of no use in its phase waits for the next one (lemma 14; merges.py).

A park pays if its colour has a bottom elsewhere, a closing if it takes the only bottom away. The number of parks is
that of the colours without a bottom at the start plus that of the payments (lemma 11).

*A feasible answer* is a plan of base + x pours if the piles of each colour find places (schedule.py); if not, it
decides nothing about x.

*The search* goes forwards, phase by phase: which runs are gone, which colours have a mono, which run parks. A conflict
in a later phase is then explained by the gone runs and the monos at some park, and excludes all other ways there.

The formulation supports deals in which each colour fills exactly one beaker, finished colours aside. Several beakers of
one colour alone are joined first (lemma 12).
"""

from dataclasses import replace
from functools import partial
from itertools import pairwise

from ortools.sat.python import cp_model

from cpmodel.literals import is_all, is_any
from cpmodel.solving import Response, Status, run
from cpmodel.watersort.depths.simplified import simplified
from cpmodel.watersort.phases.merges import merges_find_room, merges_wait
from cpmodel.watersort.phases.phase_variables import PhaseModel, variables
from fewest_pours.puzzles.watersort.rules import Deal, Plan
from fewest_pours.running.solver_contract import Settings


def unsupported(deal: Deal) -> str | None:
    """Why the formulation does not support this deal; None if it does."""
    return simplified(deal).unpooled


def build(deal: Deal, excess: int) -> PhaseModel:
    """The model of plans of base + excess pours. Raises ValueError where the formulation does not support the deal."""
    if reason := unsupported(deal):
        raise ValueError(reason)
    model = variables(deal, excess)
    runs_leave_from_the_top(model)
    parks_cut_time(model)
    runs_park(model)
    bottoms_are_bared(model)
    monos_come_and_go(model)
    excess_is_paid(model)
    beakers_suffice(model)
    pools_hold_what_is_gone(model)
    merges_find_room(model)
    merges_wait(model)
    search_forwards(model)
    return model


def solve_excess(deal: Deal, excess: int, settings: Settings, seconds: float | None) -> Response[Plan | None]:
    """A plan of base + excess pours, or INFEASIBLE; NOTHING_FOUND if the answer is a schedule that cannot be poured."""
    answer = run(partial(build, deal, excess), settings, seconds)
    cannot_be_poured = answer.status is Status.FEASIBLE and answer.found is None
    return replace(answer, status=Status.NOTHING_FOUND) if cannot_be_poured else answer


def runs_leave_from_the_top(model: PhaseModel) -> None:
    for i, leaves in model.leaves.items():
        if (above := model.runs.above(i)) is not None:
            model.cp.add(leaves > model.leaves[above])


def parks_cut_time(model: PhaseModel) -> None:
    """Parks are in order, and gone_by is stated in both directions: with only one, proofs take far longer."""
    cp = model.cp
    for one, next_one in pairwise(model.parks.values()):
        cp.add(one < next_one)
    for (i, e), gone in model.gone_by.items():
        cp.add(model.leaves[i] < model.parks[e]).only_enforce_if(gone)
        cp.add(model.leaves[i] >= model.parks[e]).only_enforce_if(~gone)
        if e:
            cp.add_implication(model.gone_by[i, e - 1], gone)
        if (above := model.runs.above(i)) is not None:
            cp.add_implication(gone, model.gone_by[above, e])


def runs_park(model: PhaseModel) -> None:
    """Each park is made by one run, which has nothing above it; each run makes at most one park, or merges."""
    cp, last = model.cp, len(model.parks)
    for (i, e), makes in model.parks_at.items():
        cp.add(model.leaves[i] == model.parks[e]).only_enforce_if(makes)
        cp.add_implication(makes, ~model.gone_by[i, e])
        if e + 1 < last:
            cp.add_implication(makes, model.gone_by[i, e + 1])
        cp.add_implication(makes, model.bare(i, e))
    for i, parked in model.parked.items():
        cp.add_exactly_one([~parked, *(model.parks_at[i, e] for e in model.phases)])
    for (i, e), merges in model.merges.items():
        by_now = [model.gone_by[i, e]] if e < last else []
        before = [model.gone_by[i, e - 1], model.parks_at[i, e - 1]] if e else []
        is_all(cp, merges, [*by_now, *(~earlier for earlier in before)])
    for e in model.phases:
        cp.add_exactly_one(model.parks_at[i, e] for i in model.leaves)
    for (color, e), founds in model.founds.items():
        cp.add(sum(model.parks_at[i, e] for i in model.colors[color] if i in model.leaves) == founds)


def bottoms_are_bared(model: PhaseModel) -> None:
    """`bared`: bare now, and not a phase before. In the first phase it is the same literal as bare."""
    for (bottom, e), bared in model.bared.items():
        if e:
            is_all(model.cp, bared, [model.bare(bottom, e), ~model.bare(bottom, e - 1)])


def monos_come_and_go(model: PhaseModel) -> None:
    """A mono begins with a park or a bottom that is bared, and ends when it closes, just before a park (Lemma 13)."""
    for (color, e), mono in model.mono.items():
        stays = model.stays[color, e]
        bared = [model.bared[bottom, e] for bottom, _ in model.runs.covered_bottoms(color)]
        is_any(model.cp, mono, [*model.mono_at(color, e), *bared])
        model.cp.add_implication(stays, mono)
        model.cp.add_implication(stays, ~model.founds[color, e])
        is_all(model.cp, model.closes[color, e], [mono, ~stays])


def excess_is_paid(model: PhaseModel) -> None:
    """The excess is the number of parks of colours with a bottom elsewhere, and of closings of an only bottom."""
    for color, runs in model.colors.items():
        bottoms = [i for i in runs if model.runs.is_bottom(i)]
        for e in model.phases:
            cleared = model.cleared[color, e]
            is_all(model.cp, cleared, [model.bare(bottom, e) for bottom in bottoms])
            is_all(model.cp, model.park_pays[color, e], [model.founds[color, e], ~cleared])
            is_all(model.cp, model.closing_pays[color, e], [model.closes[color, e], cleared])
    payments = [*model.park_pays.values(), *model.closing_pays.values()]
    model.cp.add(sum(payments) == model.excess)


def beakers_suffice(model: PhaseModel) -> None:
    """Each park has an empty beaker, once monos have closed for it."""
    covered = [bottom for color in model.colors for bottom, _ in model.runs.covered_bottoms(color)]
    for e in model.phases:
        standing = sum(~model.bare(bottom, e) for bottom in covered)
        monos = sum(model.stays[c, e] for c in model.colors)
        model.cp.add(standing + monos < model.runs.usable)


def pools_hold_what_is_gone(model: PhaseModel) -> None:
    """At each park, the gone runs of a colour lie on its tops, unless it has a mono.

    The tops: runs that are bare and not gone. A colour's bottoms are gone once they are bare.
    """
    for (color, e), stays in model.stays.items():
        terms = []
        for i in model.colors[color]:
            gone = model.gone(i, e)
            terms.append(-model.runs.all[i].units * gone)
            if not model.runs.is_bottom(i):
                terms.append(model.runs.room(i) * (model.bare(i, e) - gone))
        model.cp.add(cp_model.LinearExpr.sum(terms) >= 0).only_enforce_if(~stays)


def search_forwards(model: PhaseModel) -> None:
    """Decide phase by phase which runs are gone, the lowest first; then the monos, and which run parks."""
    order = sorted(model.leaves, key=lambda i: model.runs.all[i].level)
    choices = []
    for e in model.phases:
        choices += [model.gone_by[i, e] for i in order]
        choices += [model.stays[color, e] for color in model.colors]
        choices += [model.parks_at[i, e] for i in order]
    model.cp.add_decision_strategy(choices, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)
