"""What parks cut: which runs are gone at each park, which colours have a mono, and what that costs (see model.py).

docs/theory.md defines the moves of a schedule, merge, park and out, and states the lemmas. There b_c counts the monos
and covered bottoms of colour c, and the units of c fit if its tops and monos have room for all that is gone. No other
schedule has fewer payments, so no change to one can save a payment.

*Proof of Lemma 11.* Only a paid out of c begins a lack of c, only an unpaid park of c ends one, and none is left at the
end. So (1 if c lacks a bottom now, else 0) + (paid outs of c to come) = (unpaid parks of c to come). Add the paid parks
of c on both sides, and then all colours up: (colours that lack a bottom) + (payments to come) = (parks to come).

*Proof of Lemma 12.* A mono has room for all of c, and one is left at the end. Suppose that a run of c parks while c has
k >= 1 monos, so that it has k + 1. Take the first later out of c that brings it back to k. Let the run merge instead of
parking, and omit that out. Between the two c has one mono fewer than before, but at least one, so all of c fits, and a
beaker more is empty. The park was paid, as b_c > 0 before it; the out was not, as b_c > 1 before it. No other payment
changes: only those of c between the two could, as b_c is lower there, by one. A park there still finds a mono, so it is
paid as before. An out there left k + 1 monos or more, and leaves k or more now; so b_c is at least 2 before it, and it
is unpaid as before. So a payment is saved, which cannot be.

Hence c has two monos only if the deal has them or a bottom is bared. Let the next out of c happen at once: it is not
paid then either, as b_c >= 2. Up to its old time no run of c parks, and the other mono has room for what merges.

*Proof of Lemma 13.* Delay an out of the only mono of c until the first of the three events below. One of them
occurs, as c has a mono at the end, and only a park or a bared bottom gives it one again. While the out waits, c has one
mono more than before, so all its merges fit.

1. A run of c parks. Omit the out and the park, and let the run merge. If b_c was 1 at the out, the out was paid; if
   not, c has a covered bottom, and the park was paid. So a payment is saved, which cannot be.
2. A bottom of c is bared. Then c has two monos, and the out happens at once, as Lemma 12 asks. b_c is above 1 at either
   time, as this bottom counts, so the out is unpaid.
3. A run of another colour parks. The out happens just before it, with the same b_c and the same payment; the units
   fitted without the mono in the old schedule.
"""

from ortools.sat.python import cp_model

from cpmodel.literals import is_all, is_any, is_one, sum_reaches
from cpmodel.watersort.schedule.variables import ScheduleModel

Sum = cp_model.LinearExpr.sum


def parks_are_used_in_order(model: ScheduleModel) -> None:
    """The parks are as many as the colours without a bottom at the start, plus the payments (Lemma 11)."""
    cp = model.cp
    missing_bottoms = sum(model.runs.game.missing)
    for e in model.park_numbers:
        if not model.is_certain(e):
            cp.add(model.payments > e - missing_bottoms).only_enforce_if(model.used[e])
            cp.add(model.payments <= e - missing_bottoms).only_enforce_if(~model.used[e])
            if e:
                cp.add_implication(model.used[e], model.used[e - 1])


def runs_leave_from_the_top(model: ScheduleModel) -> None:
    """A run leaves only once nothing lies above it; by an unused park all is gone."""
    cp = model.cp
    for i in model.runs.leaving:
        above = model.runs.above(i)
        if above is not None:
            model.leaves_before(above, i)
        for e in model.park_numbers:
            if above is not None:
                cp.add_implication(model.past[i, e], model.gone[above, e])
            if not model.is_certain(e):
                cp.add_implication(~model.used[e], model.gone[i, e])


def runs_park_or_merge(model: ScheduleModel) -> None:
    """A run leaves once: it makes a park, or merges in a phase. Each used park is made by one run."""
    cp = model.cp
    for (i, e), past in model.past.items():
        is_one(cp, past, [model.gone[i, e], model.parks[i, e]])
    for (i, e), merges in model.merges.items():
        gone = model.gone[i, e] if e in model.park_numbers else model.true
        is_one(cp, gone, [model.past[i, e - 1], merges] if e else [merges])
    for i, parked in model.parked.items():
        is_one(cp, parked, [model.parks[i, e] for e in model.park_numbers])
    for (color, e), founds in model.founds.items():
        is_one(cp, founds, [model.parks[i, e] for i in model.leaving(color)])
    for e in model.park_numbers:
        is_one(cp, model.used[e], [model.founds[color, e] for color in model.colors])


def bottoms_are_bared(model: ScheduleModel) -> None:
    """A bottom is bare if it was so a phase before, or is bared."""
    for (bottom, e), bared in model.bared.items():
        is_one(model.cp, model.bare(bottom, e), [model.bare(bottom, e - 1), bared] if e else [bared])


def monos_come_and_go(model: ScheduleModel) -> None:
    """A mono begins with a park or a bottom that is bared, and ends when it closes, just before a park (Lemma 13).

    A colour has at most one, and parks no run while it stays (Lemma 12).
    """
    cp = model.cp
    for color, own in model.colors.items():
        has_mono = any(model.runs.is_bottom(i) and model.runs.above(i) is None for i in own)
        cp.add_bool_and([model.start[color, 0] if has_mono else ~model.start[color, 0]])
    for (color, e), mono in model.mono.items():
        stays = model.stays[color, e]
        bared = [model.bared[bottom, e] for bottom, _ in model.runs.covered_bottoms(color)]
        is_any(cp, mono, [model.start[color, e], *bared])
        is_one(cp, mono, [stays, model.closes[color, e]])
        is_one(cp, model.start[color, e + 1], [stays, model.founds[color, e]])
        if not model.is_certain(e):
            cp.add_implication(model.closes[color, e], model.used[e])


def payments_are_counted(model: ScheduleModel) -> None:
    """A park pays if its colour has a bottom elsewhere, a closing if it takes the only bottom away.

    As a colour that parks has no mono, such a bottom is covered; and a closing pays if no covered bottom is left.
    """
    cp = model.cp
    for (color, e), cleared in model.cleared.items():
        is_all(cp, cleared, [model.bare(bottom, e) for bottom, _ in model.runs.covered_bottoms(color)])
        is_all(cp, model.park_pays[color, e], [model.founds[color, e], ~cleared])
        is_all(cp, model.closing_pays[color, e], [model.closes[color, e], cleared])
    cp.add(Sum([*model.park_pays.values(), *model.closing_pays.values()]) == model.payments)


def beakers_suffice(model: ScheduleModel) -> None:
    """Each park has an empty beaker, once monos have closed for it."""
    for e in model.park_numbers:
        standing = [~model.bare(b, e) for color in model.colors for b, _ in model.runs.covered_bottoms(color)]
        monos = [model.stays[color, e] for color in model.colors]
        fewer = model.cp.add(Sum(standing + monos) < model.runs.usable)
        if not model.is_certain(e):
            fewer.only_enforce_if(model.used[e])


def pools_hold_what_is_gone(model: ScheduleModel) -> None:
    """At each park, the gone runs of a colour lie on its tops, unless it has a mono.

        sum of room(i), i bare and not gone  >=  sum of units(i), i gone

    A run that is gone is bare, so "bare and not gone" is bare - gone. A colour's bottoms are gone once they are bare.
    """
    for (color, e), stays in model.stays.items():
        terms = []
        for i in model.colors[color]:
            units = model.runs.all[i].units
            room = 0 if model.runs.is_bottom(i) else model.runs.room(i)
            terms.append((-units - room, model.pooled(i, e)))
            terms.append((room, model.bare(i, e)))
        sum_reaches(model.cp, terms, 0, ~stays, model.ideas.clauses)


def parks_are_counted(model: ScheduleModel) -> None:
    """Lemma 11, for each colour; and for all colours together from each park on.

    The parks from e on are as many as the colours that then lack both a mono and a bottom, plus the payments to come.
    The closings for park e itself are not among these: their colours lack already.
    """
    cp = model.cp
    for (color, e), lacks in model.lacks.items():
        is_all(cp, lacks, [model.cleared[color, e], ~model.stays[color, e]])
    for color in model.colors:
        parks = [model.founds[color, e] for e in model.park_numbers]
        payments = [pays[color, e] for pays in (model.park_pays, model.closing_pays) for e in model.park_numbers]
        cp.add(Sum(parks) - Sum(payments) == model.runs.game.missing[color])
    for e in model.park_numbers:
        from_here = model.park_numbers[e:]
        lacking = [model.lacks[color, e] for color in model.colors]
        park_pays = [model.park_pays[color, later] for color in model.colors for later in from_here]
        closing_pays = [model.closing_pays[color, later] for color in model.colors for later in from_here[1:]]
        cp.add(Sum(lacking + park_pays + closing_pays) == Sum([model.used[later] for later in from_here]))
