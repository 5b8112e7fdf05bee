"""Of plans that differ in the order of their pours only, or in the names of like beakers, the timeline keeps one.

The first is *partial-order reduction* as planning and model checking know it: neighbours that commute stand in one
order only. The second breaks the symmetry of beakers of equal content.

Give each pour of a plan a key, by its kind and its source:

    (0, source)  a whole pour home: onto a place at the bottom of a beaker that is not empty
    (1, source)  any other whole pour
    (2,)         a P pour

and keep, of all shortest plans, the one whose list of keys comes first. No change that keeps a plan a plan, and no
longer, then lowers the first of the keys that it changes. All rules here forbid only what such a change would better,
so they can be combined. Sources are numbered as places are; those that a colour opens are named in the order of
opening, after the change too.

*Neighbours.* Let p -> q, p' -> q' be two whole pours in a row. In the other order they are a plan with the same
outcome, p' -> q' first, unless p covers p' or q', or p is the bottom of a beaker and p' -> q' needs it empty: for p'
and q' are uncovered before p -> q as well, and p and q are not covered by p' -> q'. Three cases look different and are
not. q = p', the units of p go on with those of p': then p' -> q' and p -> q' do the same. p -> q opens the place
q = q': then p' opens it and p follows (p' is no bottom, or p -> p' would do instead of both). Both open a place: then
these exchange their names.
"""

from cpmodel.literals import named
from cpmodel.watersort.timeline.variables import Fact, TimelineModel


def neighbours_in_order(model: TimelineModel) -> None:
    """Two whole pours in a row whose exchange is a plan: one home before others, and else in the order of sources."""
    for t in model.steps[:-1]:
        first = source_is_before(model, t + 1)
        home, home_next = model.home[t], model.home[t + 1]
        for p, place in enumerate(model.places):
            source = model.source[p, t]
            excuses = [model.partial[t], model.partial[t + 1]]
            below = p - 1 if place.height else None
            uncovers_next: list[Fact] = []
            if below is not None:
                uncovers_next = [model.source[below, t + 1]]
                excuses.append(model.target[below, t + 1])
            model.implies([source, home_next], [home, model.opening[t], *uncovers_next, *excuses])
            opens = [source, model.opening[t], home_next]
            model.implies(opens, [model.color[place.color, t + 1], *uncovers_next, *excuses])
            if below is None:
                excuses.append(model.opening[t + 1])
            smaller = first[p] if below is None else first[below]
            model.implies([source, smaller, home_next], excuses)
            model.implies([source, smaller], [home, *excuses])


def source_is_before(model: TimelineModel, t: int) -> list[Fact]:
    """By place: whether the source of step t is a place before it."""
    before: list[Fact] = [False]
    for p in range(len(model.places) - 1):
        before.append(model.cp.new_bool_var(named("source_before", (p + 1, t))))
        model.implies([model.source[p, t]], [before[-1]])
        model.implies([before[-2]], [before[-1]])
    return before


def twins_in_order(model: TimelineModel) -> None:
    """Of beakers with the same content in the deal, the first is the first to lose its top run.

    If they exchange their parts in a plan, the first key that changes is that of the first whole pour from a top run.
    """
    tops: dict[tuple[str, ...], int] = {}
    for p in model.runs:
        beaker = model.places[p].beaker
        if beaker is not None and model.places[p].buried == 0:
            content = model.deal.beakers[beaker]
            if content in tops:
                for t in range(1, model.horizon + 1):
                    model.implies([model.holds(tops[content], t)], [model.holds(p, t)])
            tops[content] = p
