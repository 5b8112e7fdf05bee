"""Orderings: which runs leave before which others in every plan (Lemma 15).

Depths are *alive* if some depth path from the deal to the end passes them. If there are no alive depths in which run a
is gone and run b is not, then b leaves before a in every plan, and in every schedule. On two empty beakers this orders
12 % of the pairs at 12 colours, 38 % at 20, 60 % at 28 (seeds 0 to 19).
"""

from collections import Counter
from typing import NamedTuple

import numpy as np

from cpmodel.solving import Response, Status
from cpmodel.watersort.depths.payments import LARGEST, Schedules
from cpmodel.watersort.depths.simplified import simplified
from cpmodel.watersort.depths.states import Depths
from instances.puzzles.watersort.depth_theorem import plan_of_path
from instances.puzzles.watersort.numbered import numbered
from instances.puzzles.watersort.rules import Deal, Plan
from instances.running.limits import Settings, Watch

FEW = 6  # orderings to show to a person
WIDEST = 32_000  # depths of a layer that is listed; on three empty beakers the tenth layer has more


class Place(NamedTuple):
    """Place(beaker=2, level=1): a run of the deal with one run below it."""

    beaker: int
    level: int


Orderings = frozenset[tuple[Place, Place]]  # (b, a): b leaves before a; transitively closed


class Listing(NamedTuple):
    """What the alive depths of a deal show: a plan, all orderings, a bound on the excess.

    Where a schedule with the fewest payments cannot be poured, or none was looked for, the plan is often a long one.
    """

    plan: Plan
    orderings: Orderings
    payments: int


def listing(deal: Deal, settings: Settings, seconds: float | None) -> Response[Listing]:
    """The listing of a deal with a plan. NOTHING_FOUND: too many depths; INFEASIBLE: no plan exists.

    Payments are counted where each colour fills one beaker. For each run a row of bits shows in which depths it is
    gone: fast without threads, which would wait for each other.
    """
    runs = simplified(deal)
    depths = Depths(runs.game)
    layers = depths.alive(WIDEST)
    if not layers:
        return Response(Status.NOTHING_FOUND if layers is None else Status.INFEASIBLE)
    gone = np.packbits(depths.rows(np.concatenate(layers)).T, axis=1)
    places = [Place(run.beaker, run.level) for run, _ in depths.removals]
    pairs = ((a, b) for a, column in enumerate(gone) for b in np.flatnonzero(~(column & ~gone).any(axis=1)))
    before = frozenset((places[b], places[a]) for a, b in pairs if a != b)
    payments, plan = 0, None
    if runs.unpooled is None and deal.capacity <= LARGEST:
        schedules = Schedules(runs, depths, layers)
        payments, last = schedules.fewest_payments()
        plan = schedules.plan(last)
    return Response(Status.FEASIBLE, Listing(plan or plan_of_path(deal, depths.way(layers)), before, payments))


def orderings(deal: Deal) -> Orderings:
    """All orderings of the deal; none if its alive depths are too many to list, or if it has no plan."""
    found = listing(deal, Settings(), None).found
    return found.orderings if found else frozenset()


def in_words(deal: Deal, watch: Watch) -> list[str]:
    """Sentences on a few orderings: pairs of different beakers that no two others imply, the earliest first."""
    before, depths = orderings(deal), Depths(numbered(deal))
    atom = {Place(run.beaker, run.level): x for x, (run, _) in enumerate(depths.removals, 1)}
    earlier = Counter(then for _, then in before)
    pairs = [
        (first, then)
        for first, then in sorted(before, key=lambda pair: (earlier[pair[1]], pair))
        if first.beaker != then.beaker and not any({(first, run), (run, then)} <= before for run in atom)
    ]
    few = [[depths.in_words(atom[place]) for place in pair] for pair in pairs[:FEW]]
    return ["In every plan:", *(f"- {first} leaves before {then}." for first, then in few)] if few else []
