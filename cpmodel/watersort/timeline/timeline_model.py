"""The timeline formulation: what lies where before each step, and one pour a step.

The shape that one expects of a planning problem: contents before each step (timeline_variables.py), a pour that changes
them, a goal at the horizon, and the horizon raised until there is a plan. It is exact for every deal, partial pours
included.

*The budget.* A plan of T pours has the excess x = T - bottoms bound; that many of its pours, exactly, are E pours that
no missing bottom asks for, or P pours. So a colour opens only as many places as it misses bottoms, and the excess on
top; without excess there is no partial pour at all. Each run of the deal leaves its place once, by a whole pour.

A lower bound beyond `threshold` (Lemma 9 of docs/theory.md) is a proof that no plan is.
"""

from collections import Counter
from collections.abc import Iterable

from ortools.sat.python import cp_model

from cpmodel.deepening import deepen
from cpmodel.literals import Boolean
from cpmodel.watersort.timeline.timeline_variables import Fact, TimelineModel, negated, variables
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Outcome, Result
from instances.watersort.bounds import bottoms_bound, filled_beakers, interned, placed_runs
from instances.watersort.rules import Deal, unsolvable_by_counting


def solve(deal: Deal, settings: Settings, watch: Watch) -> Result:
    """A shortest plan, or the proof that there is none."""
    if reason := unsolvable_by_counting(deal):
        return Result(Outcome.UNSOLVABLE, reason=reason, lower_bound_by="counting")
    lower = bottoms_bound(deal)
    return deepen("timeline", lambda horizon: build(deal, horizon), lower, settings, watch, threshold(deal))


def threshold(deal: Deal) -> int:
    """Pours within which there is a plan if there is any. Source: Lemma 9."""
    _, beakers = interned(deal)
    runs = placed_runs(beakers)
    runs_of, streaks = Counter(run.color for run in runs), 0
    for color, fills in filled_beakers(beakers, deal.capacity).items():
        streaks += sum(range(fills, runs_of[color]))
    return sum(run.level > 0 for run in runs) + streaks


def build(deal: Deal, horizon: int) -> TimelineModel | None:
    """The plans of exactly `horizon` pours; None below the bottoms bound.

    The deal must pass unsolvable_by_counting.
    """
    if horizon < bottoms_bound(deal):
        return None
    model = variables(deal, horizon)
    one_pour_a_step(model)
    pours_go_from_top_to_top(model)
    whole_runs_leave(model)
    partial_pours_fill_their_target(model)
    targets_gain(model)
    other_contents_stay(model)
    places_are_opened_once(model)
    beakers_suffice(model)
    every_unit_is_home(model)
    excess_is_spent(model)
    search_in_time_order(model)
    return model


def undecided(facts: Iterable[Fact]) -> list[Boolean]:
    """The variables among them; the others are constants."""
    return [fact for fact in facts if isinstance(fact, Boolean)]


def one_pour_a_step(model: TimelineModel) -> None:
    """Of one colour, from one place to another."""
    for t in model.steps:
        model.cp.add_exactly_one(model.color[c, t] for c in model.filled_beakers)
        for ends in (model.source, model.target):
            model.cp.add_exactly_one(undecided(ends[p, t] for p in range(len(model.places))))
            for c in model.filled_beakers:
                mine = [p for p, place in enumerate(model.places) if place.color == c]
                model.implies([model.color[c, t]], [ends[p, t] for p in mine])
                for p in mine:
                    model.implies([ends[p, t]], [model.color[c, t]])
        for p in range(len(model.places)):
            model.implies([model.source[p, t], model.target[p, t]], [])


def pours_go_from_top_to_top(model: TimelineModel) -> None:
    for t in model.steps:
        for p in model.runs:
            model.implies([model.source[p, t]], [model.clear(p, t)])
            model.implies([model.target[p, t]], [model.clear(p, t)])
            model.implies([model.target[p, t]], [model.holds(p, t)])


def whole_runs_leave(model: TimelineModel) -> None:
    """A pour that is not partial moves all that its source holds."""
    for t in model.steps:
        whole = negated(model.partial[t])
        for p, place in enumerate(model.places):
            source = model.source[p, t]
            model.implies([source, whole], [negated(model.holds(p, t + 1))])
            for a in range(1, place.room + 2):
                model.implies([source, whole, model.holds(p, t, a)], [model.moves(t, a)])
                model.implies([source, negated(model.holds(p, t, a))], [negated(model.moves(t, a))])


def partial_pours_fill_their_target(model: TimelineModel) -> None:
    """A partial pour moves what its target has room for, and its source keeps the rest, which is something."""
    if not model.excess:
        return
    for t in model.steps:
        partial = model.partial[t]
        for p, place in enumerate(model.places):
            source = model.source[p, t]
            model.implies([model.target[p, t], partial], [model.holds(p, t + 1, place.room)])
            model.implies([source, partial], [model.holds(p, t + 1)])
            for a in range(1, place.room + 1):
                for b in range(1, a + 1):
                    held, more = model.holds(p, t, a), model.holds(p, t, a + 1)
                    moved, beyond = model.moves(t, b), model.moves(t, b + 1)
                    model.implies([source, partial, held, negated(beyond)], [model.holds(p, t + 1, a - b)])
                    model.implies([source, partial, negated(more), moved], [negated(model.holds(p, t + 1, a - b + 1))])


def targets_gain(model: TimelineModel) -> None:
    """A target gains the units that are moved, and has room for them."""
    for t in model.steps:
        for p, place in enumerate(model.places):
            target = model.target[p, t]
            for a in range(place.room + 1):
                for b in range(1, place.room + 2 - a):
                    held, more = model.holds(p, t, a), model.holds(p, t, a + 1)
                    moved, beyond = model.moves(t, b), model.moves(t, b + 1)
                    model.implies([target, held, moved], [model.holds(p, t + 1, a + b)])
                    model.implies([target, negated(more), negated(beyond)], [negated(model.holds(p, t + 1, a + b + 1))])


def other_contents_stay(model: TimelineModel) -> None:
    """Only a source loses and only a target gains."""
    for t in model.steps:
        for p, place in enumerate(model.places):
            for a in range(1, place.room + 1):
                before, after = model.holds(p, t, a), model.holds(p, t + 1, a)
                model.implies([before], [after, model.source[p, t]])
                model.implies([after], [before, model.target[p, t]])
                if a > 1:
                    model.implies([before], [model.holds(p, t, a - 1)])
                    model.implies([after], [model.holds(p, t + 1, a - 1)])


def places_are_opened_once(model: TimelineModel) -> None:
    """By a whole run that leaves others behind; a colour opens its places in their order."""
    for t in model.steps:
        opening = model.opening[t]
        model.implies([opening, model.partial[t]], [])
        for p, place in enumerate(model.places):
            if place.height == 0:
                model.implies([opening, model.source[p, t]], [])
            if place.beaker is not None:
                model.implies([opening, model.target[p, t]], [])
        for c in model.filled_beakers:
            previous: Fact = True
            for p in model.opened(c):
                target, before, after = model.target[p, t], model.begun[p, t], model.begun[p, t + 1]
                model.implies([target, opening], [negated(before)])
                model.implies([target, negated(opening)], [model.holds(p, t)])
                model.implies([after], [before, target])
                model.implies([after], [before, opening])
                model.implies([before], [after])
                model.implies([model.holds(p, t + 1)], [after])
                model.implies([after], [previous])
                previous = before


def beakers_suffice(model: TimelineModel) -> None:
    """Never more beakers in use than there are: at the bottom of each lies a run of the deal or an opened place.

    An E pour that fits in after its step had an empty beaker before it, as its source stays in use.
    """
    if any(place.beaker is None for place in model.places):
        for t in range(1, model.horizon + 1):
            model.cp.add(sum(model.holds(p, t) for p in model.bottoms()) <= len(model.deal.beakers))


def every_unit_is_home(model: TimelineModel) -> None:
    """At the end a colour is in as few beakers as can hold it, so they are full; and only in bottom places.

    Runs that are no bottoms are gone by then: variables() says so.
    """
    for c, fills in model.filled_beakers.items():
        model.cp.add(sum(model.holds(p, model.horizon) for p in model.bottoms(c)) == fills)


def excess_is_spent(model: TimelineModel) -> None:
    """On P pours, and on places that are opened beyond those that the colour misses."""
    if not model.excess:
        return
    spent = list(model.partial)
    for c in model.filled_beakers:
        ever = [model.begun[p, model.horizon] for p in model.opened(c)]
        for must in ever[: model.missing[c]]:
            model.cp.add_bool_or(must)
        spent += ever[model.missing[c] :]
    model.cp.add(sum(spent) == model.excess)


def search_in_time_order(model: TimelineModel) -> None:
    """Step by step: the source of the pour, then its target."""
    order: list[Boolean] = []
    for t in model.steps:
        for ends in (model.source, model.target):
            order += undecided(ends[p, t] for p in range(len(model.places)))
    model.cp.add_decision_strategy(order, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)
