"""Of plans that differ in the order of their pours only, or in the names of like beakers, the timeline keeps one.

The first is *partial-order reduction* as planning and model checking know it: neighbours that commute stand in one
order only. The second breaks the symmetry of beakers of equal content.

Lemmas 10 and 11 of docs/theory.md give each pour a key and say which clause below is which case. Sources are numbered
as places are; those that a colour opens are named in the order of opening, after an exchange too.
"""

from cpmodel.literals import named
from cpmodel.watersort.timeline.timeline_variables import Fact, TimelineModel


def neighbours_in_order(model: TimelineModel) -> None:
    """Two whole pours in a row whose exchange is a plan: one home before others, else by sources (Lemma 10)."""
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

    Lemma 11.
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
