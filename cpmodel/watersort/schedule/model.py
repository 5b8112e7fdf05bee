"""The schedule model: when each run leaves its place, which runs park, and which colours then have a mono. Nouns:

    pile     a run with all that was poured onto it; "the pile on run i" includes run i
    park     a pour of a whole pile into an empty beaker; the lowest run of the pile makes it
    phase    the time between two parks; also the time before the first, and after the last
    mono     a beaker of one colour alone: a pile that was parked, or a bottom with nothing else above it any more
    closing  a mono is poured out over the tops that show its colour, to empty a beaker for a park: an *out* (as the
             theory calls it) that happens just before a park (Lemma 13)
    payment  a park of a colour with a bottom elsewhere, or the closing of an only bottom: a pour that base lacks
    pool     all the tops that show a colour without a mono

Where exactly a pile goes is left open: a run merges onto the mono of its colour, which has room for all of it, or into
the pool, if that has room for it. The example of docs/theory.md has base 7 and a schedule without payments. It has one
park, so two phases: nothing merges in phase 0, a blue run parks, and all other runs merge in phase 1.

*The objective* is the number of payments. *Infeasible is a bound over all plans* (Theorem 16): a plan of base + x pours
gives a schedule with at most x payments (Lemma 10), and at least one schedule with the fewest payments satisfies all
constraints. Each family below excludes only what its lemma excludes.

*A feasible answer* is a shortest plan if its piles find places (pouring.py). If they do not, the payments are still a
bound, and exact piles (exact_piles.py) look for another schedule with as many payments; if there is none, every
plan is longer.

*There are no times.* Clauses say what is gone at each park; ranks only order what leaves within one phase (Lemma 15).

*Proof of Lemma 15.* A run leaves after those above it: across phases by the clauses on gone and past, within one by the
ranks. The clauses on before, on_top and bare_before (merges.py) say that the pool has room for each merge into it; a
mono has room for all of its colour. The constraints at each park (phases.py) say that a beaker is empty for it, what it
pays, and that all units fit. If a bottom is bared while its colour has a mono, one of the two is poured onto the other
at once, unpaid (Lemma 12; Kind.JOIN in pouring.py). At the end each colour has a mono. For the last of its runs to
leave finds no top of its colour, so it parks, or merges onto a mono; if none leaves, its bottoms are bared. Later no
mono of it is closed, as there are no tops to take what is gone.

*The search* decides the payments, then goes forwards, phase by phase: which runs are gone, which monos stay, which run
parks. A conflict in a later phase is then explained by the gone runs and the monos at some park, and excludes all other
ways there.

The formulation supports deals in which each colour fills exactly one beaker, finished colours aside.
"""

from collections.abc import Iterable, Sequence

from ortools.sat.python import cp_model

from cpmodel.literals import Boolean
from cpmodel.watersort.runs import simplified
from cpmodel.watersort.schedule.exact_piles import piles_go_whole
from cpmodel.watersort.schedule.merges import (
    merges_after_baring,
    merges_find_room,
    merges_into_pool,
    merges_onto_mono,
    pairs_leave_in_order,
)
from cpmodel.watersort.schedule.phases import (
    beakers_suffice,
    bottoms_are_bared,
    monos_come_and_go,
    parks_are_counted,
    parks_are_used_in_order,
    payments_are_counted,
    pools_hold_what_is_gone,
    runs_leave_from_the_top,
    runs_park_or_merge,
)
from cpmodel.watersort.schedule.variables import Ideas, Pair, ScheduleModel
from fewest_pours.puzzles.watersort.rules import Deal

EVERY_IDEA = Ideas()
NECESSARY = (
    parks_are_used_in_order,
    runs_leave_from_the_top,
    runs_park_or_merge,
    bottoms_are_bared,
    monos_come_and_go,
    payments_are_counted,
    beakers_suffice,
    pools_hold_what_is_gone,
    pairs_leave_in_order,
    merges_onto_mono,
    merges_after_baring,
    merges_into_pool,
    merges_find_room,
)
OPTIONAL = {  # field of Ideas -> its constraints
    "counts": parks_are_counted,
    "exact_piles": piles_go_whole,
}


def unsupported(deal: Deal) -> str | None:
    """Why the formulation does not support this deal; None if it does."""
    return simplified(deal).unsupported


def build(
    deal: Deal, least: int, most: int, ideas: Ideas = EVERY_IDEA, precedences: Iterable[Pair] = ()
) -> ScheduleModel:
    """The model of schedules with `least` to `most` payments.

    That it is infeasible proves a bound only if schedules with fewer than `least` payments are excluded already.

    precedences: pairs (i, j) of runs, where i leaves before j in every plan. Raises ValueError where the formulation
    does not support the deal.
    """
    runs = simplified(deal)
    if runs.unsupported:
        raise ValueError(runs.unsupported)
    model = ScheduleModel(runs, least, most, ideas)
    for family in (*NECESSARY, *(family for name, family in OPTIONAL.items() if getattr(ideas, name))):
        before = len(model.cp.proto.constraints)
        family(model)
        model.sizes[family.__name__] = len(model.cp.proto.constraints) - before
    if ideas.precedences:
        precedences_hold(model, precedences)
    if least < most:
        model.cp.minimize(model.payments)
    search_forwards(model)
    return model


def precedences_hold(model: ScheduleModel, precedences: Iterable[Pair]) -> None:
    """Once run j has left, or makes a park, run i is gone (Lemma 14)."""
    before = len(model.cp.proto.constraints)
    for i, j in precedences:
        model.leaves_before(i, j)
        for e in model.park_numbers:
            model.cp.add_implication(model.past[j, e], model.gone[i, e])
    model.sizes[precedences_hold.__name__] = len(model.cp.proto.constraints) - before


def search_forwards(model: ScheduleModel) -> None:
    """Decide the payments; then phase by phase the runs gone, the lowest first; the monos; and which run parks."""
    order = from_the_bottom(model)
    decide_least(model, [model.payments])
    for e in model.park_numbers:
        choices = [model.gone[i, e] for i in order]
        choices += [model.stays[c, e] for c in model.colors]
        choices += [model.parks[i, e] for i in order]
        decide_true(model, choices)


def search_loosely(model: ScheduleModel) -> None:
    """Decide that no mono closes; then phase by phase that runs are not gone; and which run parks.

    The payments are not decided but follow. A plan with a few more than the fewest is found soon, or hardly ever.
    """
    model.cp.proto.search_strategy.clear()
    order = from_the_bottom(model)
    decide_least(model, list(model.closes.values()))
    for e in model.park_numbers:
        decide_least(model, [model.gone[i, e] for i in order])
        decide_true(model, [model.parks[i, e] for i in order])


def from_the_bottom(model: ScheduleModel) -> list[int]:
    """The runs that leave their places, those that lie lowest first."""
    return sorted(model.runs.leaving, key=lambda i: model.runs.all[i].level)


def decide_least(model: ScheduleModel, choices: Sequence[cp_model.IntVar]) -> None:
    if choices:
        model.cp.add_decision_strategy(choices, cp_model.CHOOSE_FIRST, cp_model.SELECT_MIN_VALUE)


def decide_true(model: ScheduleModel, choices: Sequence[Boolean]) -> None:
    if choices:
        model.cp.add_decision_strategy(choices, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)
