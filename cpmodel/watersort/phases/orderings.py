"""Orderings as constraints: a run leaves before another one (Lemma 15; depths/listing.py finds them)."""

import numpy as np

from cpmodel.watersort.depths.listing import Orderings, Place
from cpmodel.watersort.phases.phase_variables import PhaseModel


def runs_keep_orderings(model: PhaseModel, before: Orderings) -> None:
    """State the orderings in time and at each park, where no two others imply them; by `leaves_before` in any case.

    The orderings may be those of an earlier state of the game: a run with others below it is still in its place.
    """
    number = {Place(run.beaker, run.level): i for i, run in enumerate(model.runs.all)}
    pairs = {(number[first], number[then]) for first, then in before if first in number and then in number}
    holds = np.zeros((len(model.runs.all),) * 2, dtype=bool)
    holds[tuple(zip(*pairs, strict=True)) if pairs else ([], [])] = True
    implied = holds @ holds
    for i, j in sorted(pairs):
        if (i, j) in model.leaves_before:
            model.cp.add_bool_or(model.leaves_before[i, j])
        if model.runs.all[i].beaker == model.runs.all[j].beaker or implied[i, j]:
            continue
        model.cp.add(model.leaves[i] < model.leaves[j])
        for e in model.phases:
            model.cp.add_implication(model.gone_by[j, e], model.gone_by[i, e])
