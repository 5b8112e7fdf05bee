"""Which colours have a mono at each park, and who pays for the excess (nouns: phase_model.py)."""

from cpmodel.literals import is_all, is_any
from cpmodel.watersort.phases.phase_variables import PhaseModel


def bottoms_are_bared(model: PhaseModel) -> None:
    """In the first phase `bared` is the same literal as bare."""
    for (bottom, e), bared in model.bared.items():
        if e:
            is_all(model.cp, bared, [model.bare(bottom, e), ~model.bare(bottom, e - 1)])


def monos_come_and_go(model: PhaseModel) -> None:
    """A mono is founded by a park, or by the bottom that is bared; it goes when it closes."""
    for (color, e), mono in model.mono.items():
        stays = model.stays[color, e]
        bared = [model.bared[bottom, e] for bottom, _ in model.runs.covered_bottoms(color)]
        is_any(model.cp, mono, [*model.mono_at(color, e), *bared])
        model.cp.add_implication(stays, mono)
        model.cp.add_implication(stays, ~model.founds[color, e])
        is_all(model.cp, model.closes[color, e], [mono, ~stays])


def monos_are_kept_or_closed(model: PhaseModel) -> None:
    """kept: once and for all; a mono that stays and is not kept closes some time."""
    for (color, e), kept in model.kept.items():
        if e + 1 in model.phases:
            is_all(model.cp, kept, [model.stays[color, e], model.kept[color, e + 1]])
        else:
            is_all(model.cp, kept, [model.stays[color, e]])


def excess_is_paid(model: PhaseModel) -> None:
    """A payment for each park of a colour with a bottom elsewhere, and for each closing of an only bottom."""
    for color, runs in model.colors.items():
        bottoms = [i for i in runs if model.runs.is_bottom(i)]
        for e in model.phases:
            cleared = model.cleared[color, e]
            is_all(model.cp, cleared, [model.bare(bottom, e) for bottom in bottoms])
            is_all(model.cp, model.park_pays[color, e], [model.founds[color, e], ~cleared])
            is_all(model.cp, model.closing_pays[color, e], [model.closes[color, e], cleared])
    payments = [*model.park_pays.values(), *model.closing_pays.values()]
    model.cp.add(sum(payments) == model.excess)
