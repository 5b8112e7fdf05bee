"""Which colours have a mono at each park of the phase formulation, and who pays for the excess (see model.py)."""

from cpmodel.watersort.phases.variables import Literal, PhaseModel


def bottoms_are_bared(model: PhaseModel) -> None:
    cp = model.cp
    for color in model.colors:
        for bottom, _ in model.covered_bottoms(color):
            for e in model.phases:
                now = model.bare(bottom, e)
                if e:
                    before, bared = model.bare(bottom, e - 1), model.boolean()
                    cp.add_implication(bared, now)
                    cp.add_implication(bared, ~before)
                    cp.add_bool_or(bared, ~now, before)
                    now = bared
                model.bared[bottom, e] = now


def monos_come_and_go(model: PhaseModel) -> None:
    """A mono is founded by a park, or by the bottom that is bared; it goes when it closes."""
    cp = model.cp
    for color in model.colors:
        for e in model.phases:
            mono, stays, closes = model.boolean(), model.boolean(), model.boolean()
            model.mono[color, e], model.stays[color, e], model.closes[color, e] = mono, stays, closes
            standing = model.mono_at(color, e)
            bared = [model.bared[bottom, e] for bottom, _ in model.covered_bottoms(color)]
            for source in (*standing, *bared):
                cp.add_implication(source, mono)
            cp.add_bool_or(~mono, *standing, *bared)
            cp.add_implication(stays, mono)
            cp.add_implication(stays, ~model.founds[color, e])
            cp.add_implication(closes, mono)
            cp.add_implication(closes, ~stays)
            cp.add_bool_or(closes, ~mono, stays)


def monos_are_kept_or_closed(model: PhaseModel) -> None:
    """kept: once and for all; a mono that stays and is not kept closes some time."""
    cp = model.cp
    for color in model.colors:
        for e in model.phases:
            model.kept[color, e] = model.boolean()
            cp.add_implication(model.kept[color, e], model.stays[color, e])
        for e in model.phases:
            kept, stays = model.kept[color, e], model.stays[color, e]
            if e + 1 in model.phases:
                cp.add_implication(kept, model.kept[color, e + 1])
                cp.add_bool_or(kept, ~stays, ~model.kept[color, e + 1])
            else:
                cp.add_implication(stays, kept)


def excess_is_paid(model: PhaseModel) -> None:
    """A payment for each park of a colour with a bottom elsewhere, and for each closing of an only bottom."""
    cp = model.cp
    for color, runs in model.colors.items():
        bottoms = [i for i in runs if model.is_bottom(i)]
        for e in model.phases:
            cleared = model.cleared[color, e] = model.boolean()
            for bottom in bottoms:
                cp.add_implication(cleared, model.bare(bottom, e))
            cp.add_bool_or(cleared, *(~model.bare(bottom, e) for bottom in bottoms))
        for e in model.phases:
            pays = model.boolean()
            cp.add_bool_or(pays, ~model.founds[color, e], model.cleared[color, e])
            cp.add_implication(pays, model.founds[color, e])
            cp.add_implication(pays, ~model.cleared[color, e])
            model.payments.append(pays)
        charge_closings(model, color)
    cp.add(sum(model.payments) == model.excess)


def charge_closings(model: PhaseModel, color: int) -> None:
    """owes: the mono is the only bottom and will close, or closes now. It pays once, when that begins."""
    cp = model.cp
    owed: Literal = cp.new_constant(0)
    for e in model.phases:
        owes, pays = model.boolean(), model.boolean()
        mono, kept, cleared = model.mono[color, e], model.kept[color, e], model.cleared[color, e]
        for literal in (mono, ~kept, cleared):
            cp.add_implication(owes, literal)
        cp.add_bool_or(owes, ~mono, kept, ~cleared)
        cp.add_implication(pays, owes)
        if e:
            stayed = model.stays[color, e - 1]
            cp.add_bool_or(~owes, pays, owed)
            cp.add_bool_or(~owes, pays, stayed)
            cp.add_bool_or(~pays, ~owed, ~stayed)
        else:
            cp.add_implication(owes, pays)
        model.payments.append(pays)
        owed = owes
