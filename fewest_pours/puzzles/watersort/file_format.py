"""Water sort files: reading and writing deals and plans, deducing hidden units and slips from counts."""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Annotated, Literal

from msgspec import Meta, Struct, field, to_builtins

from fewest_pours.drawing.colors import Color
from fewest_pours.files.bad_input import Misfit, Place
from fewest_pours.files.validation import OneOrMore, Positive, PuzzleFile, Unit, Word, nearest, read_as, respelt
from fewest_pours.files.wording import Sentence, counted
from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.watersort.rules import HIDDEN, Deal, KnownPours, Plan, Pour, Rating, still_closed, units_of

HUE = r"^#[0-9a-f]{6}(?!\n)$"  # as $ alone would allow a line end after it
MANY = 100  # colours beyond which slips are not searched for: nobody types that many by hand


class WaterSortDeal(PuzzleFile, kw_only=True):
    """A water sort deal; the top of each beaker first."""

    puzzle: Literal["watersort"]
    capacity: Positive
    beakers: list[list[Unit]]
    unseen: Annotated[
        list[Word], Meta(description="colours whose units are all hidden, each once for every beaker that it fills")
    ] = []
    covered: Annotated[
        dict[str | int, Word], Meta(description="beaker, counted from 1: the colour that opens it by filling a beaker")
    ] = {}
    looks: Annotated[
        dict[str, Annotated[str, Meta(pattern=HUE, examples=["#d62728"])]], Meta(description="colour: its hue")
    ] = {}
    known: KnownPours | None = None
    source: str | None = None
    rating: Rating | None = None

    @classmethod
    def expect_supported(cls, data: Data) -> None:
        for key in ("capacity", "capacities"):
            value = data.get(key)
            if isinstance(value, list) and len(set(map(str, value))) > 1:
                raise unequal_capacities(f"'{key}' is a list", (key,))


def unequal_capacities(wrong: str, place: Place = (), at: tuple[int, int] | None = None) -> Misfit:
    """For beakers that hold different numbers of units; the place in the data, or the line and column."""
    words = f"unequal capacities are not supported: {wrong}, expected the same everywhere"
    return Misfit(Sentence(words, "unequal_capacities"), place, at)


def parse(document: WaterSortDeal) -> Deal:
    """The deal in a file. Raises Misfit."""
    return completed(as_written(document))


def as_written(document: WaterSortDeal) -> Deal:
    """What the file says, and nothing that follows from it: hidden units stay hidden, covers stay closed."""
    beakers = tuple(tuple(map(str, reversed(beaker))) for beaker in document.beakers)
    for number, color in document.covered.items():
        if not re.fullmatch("[1-9][0-9]{0,8}", str(number)) or int(number) > len(beakers):
            raise Misfit(f"covered is {number}, expected a beaker from 1 to {len(beakers)}", ("covered", str(number)))
        if color == HIDDEN:
            raise Misfit(f"covered {number} is '{HIDDEN}', expected the colour that opens it", ("covered", str(number)))
    return Deal(
        document.name,
        int(document.capacity),
        beakers,
        document.known,
        document.source,
        document.rating,
        unseen=tuple(map(str, document.unseen)),
        covered=tuple((int(number) - 1, str(color)) for number, color in document.covered.items()),
        looks=tuple(document.looks.items()),
        hidden=tuple(
            (place, below)
            for place, beaker in enumerate(document.beakers)
            for below, unit in enumerate(reversed(beaker))
            if unit.hidden and unit != HIDDEN
        ),
    )


def completed(deal: Deal) -> Deal:
    """The deal with all that follows from what was written: hidden units that the counts decide, covers that are open.

    Every deal that somebody wrote, drew, photographed or uncovered is completed once, after all its data are known: a
    unit that is filled in may complete a colour, which opens covers. Raises Misfit for a beaker over capacity, a number
    of hidden units that fits no colours, and covers that never open.
    """
    for place, units in enumerate(map(len, deal.beakers)):
        if units > deal.capacity:
            words = f"beaker {place + 1} has {units} units, expected at most {deal.capacity}"
            values = {"beaker": place + 1, "units": units, "most": deal.capacity}
            raise Misfit(Sentence(words, "over_capacity", **values), ("beakers", place))
    expect_colors_of_covers(deal)
    deal = filled_in(deal)
    deal = replace(deal, covered=still_closed(deal.covered, deal.beakers, deal.capacity))
    expect_covers_open(deal)
    return deal


def filled_in(deal: Deal) -> Deal:
    """The deal with its hidden units filled in, if the counts leave one way. Raises Misfit if they leave none."""
    hidden, missing = hidden_and_missing(deal)
    rest = hidden - missing.total()  # units of colours that are not seen, whole beakers of them
    fits = rest >= 0 and rest % deal.capacity == 0 and HIDDEN not in deal.unseen
    if (hidden or deal.unseen) and not fits:
        lacks = ", ".join(f"{units} {color}" for color, units in missing.items()) or "none"
        number = f"{counted(hidden, 'hidden units')} ('{HIDDEN}')"
        wrong = f"{number}, missing are {lacks}: expected as many, and whole beakers of colours not seen"
        values = {"units": hidden, "missing": list(missing.items())}
        raise Misfit(Sentence(wrong, "hidden_fit_no_colors", **values), first(deal, HIDDEN))
    color = only_color(deal)
    if color is None:
        return deal
    beakers = tuple(tuple(color if unit == HIDDEN else unit for unit in beaker) for beaker in deal.beakers)
    return replace(deal, beakers=beakers, unseen=())


def document(deal: Deal) -> Data:
    """The inverse of parse, as plain data."""
    data = {"puzzle": "watersort", **vars(deal), "beakers": [list(beaker) for beaker in deal.beakers]}
    for place, below in data.pop("hidden"):
        data["beakers"][place][below] = {"color": deal.beakers[place][below], "hidden": True}
    data["beakers"] = [beaker[::-1] for beaker in data["beakers"]]
    data["covered"] = {place + 1: color for place, color in deal.covered}
    data["looks"] = dict(deal.looks)
    return {key: to_builtins(value) for key, value in data.items() if value not in (None, (), {})}


def expect_colors_of_covers(deal: Deal) -> None:
    """Raise Misfit for a cover that waits for a colour that no unit has or may have."""
    units = units_of(deal)
    for place, color in deal.covered:
        if color not in (*units, *deal.unseen) and HIDDEN not in units:
            words = f"no unit is {color}, expected one of {', '.join(units)}"
            raise Misfit(Sentence(words, "cover_of_no_color", color=str(color)), ("covered", str(place + 1)))


def expect_covers_open(deal: Deal) -> None:
    """Raise Misfit, with the circle, if some covers wait in a circle, each for units behind the next one.

    Covers that stay without a circle are not a mistake: some colour has too few units, and the deal has no plan.
    """
    closed = covers_that_stay(deal)
    circle = circle_of_covers(deal, closed)
    if circle:
        ways = (
            f"beaker {place + 1} waits for {closed[place]} behind beaker {other + 1}"
            for place, other in pairwise([*circle, circle[0]])
        )
        words = f"{', '.join(ways)}: expected covers that can open"
        raise Misfit(Sentence(words, "covers_stay"), ("covered", str(circle[0] + 1)))


def covers_that_stay(deal: Deal) -> dict[int, Color]:
    """The covers that stay closed if each other one opens as soon as enough units of its colour lie in open beakers."""
    closed = dict(deal.covered)
    while True:
        open_places = [place for place in range(len(deal.beakers)) if place not in closed]
        opened = [
            place
            for place, color in closed.items()
            if sum(units_in(deal, other, color) for other in open_places) >= deal.capacity
        ]
        if not opened:
            return closed
        for place in opened:
            del closed[place]


def circle_of_covers(deal: Deal, closed: Mapping[int, Color]) -> list[int]:
    """Covered beakers, each of which waits for units behind the next one, and the last behind the first; [] if none."""
    waiting = waiting_for_each_other(deal, closed)
    path: list[int] = []
    place = min(waiting, default=None)
    while place is not None and place not in path:
        path.append(place)
        place = next(other for other in waiting if units_in(deal, other, closed[path[-1]]))
    return [] if place is None else path[path.index(place) :]


def waiting_for_each_other(deal: Deal, closed: Mapping[int, Color]) -> list[int]:
    """The covered beakers of which each waits for units behind one of them: the way on from any of them never ends.

    A beaker whose colour lies behind none of them ends each way that leads to it, and is left out; then perhaps
    those that waited only for units behind it, and so on.
    """
    waiting = sorted(closed)
    while True:
        lead_on = [place for place in waiting if any(units_in(deal, other, closed[place]) for other in waiting)]
        if len(lead_on) == len(waiting):
            return waiting
        waiting = lead_on


def units_in(deal: Deal, place: int, color: Color) -> int:
    """The units of a beaker that have this colour, or may have it as they are hidden."""
    return sum(unit in (color, HIDDEN) for unit in deal.beakers[place])


# ------------------------------------------------------------------------------------------- deductions from the counts


def hidden_and_missing(deal: Deal) -> tuple[int, Counter[Color]]:
    """How many units are hidden, and how many of each visible or named colour are missing to fill whole beakers."""
    seen = Counter(color for beaker in deal.beakers for color in reversed(beaker))  # in the order of the file
    named = Counter(deal.unseen) | Counter({color for _, color in deal.covered})
    hidden = seen.pop(HIDDEN, 0)
    missing: Counter[Color] = Counter()
    for color in [*seen, *named]:
        for_seen = -(-seen[color] // deal.capacity)  # beakers, rounded up
        fills = max(for_seen, named[color])
        missing[color] = fills * deal.capacity - seen[color]
    return hidden, +missing  # + leaves out the colours that miss none


def only_color(deal: Deal) -> Color | None:
    """The colour of all hidden units, if the counts leave only one way to fill them in."""
    hidden, missing = hidden_and_missing(deal)
    if not hidden or len(missing) != 1:
        return None
    ((color, units),) = missing.items()
    return color if units == hidden else None


def advice(document: WaterSortDeal) -> list[tuple[Place, str]]:
    """Notes on spellings repaired and likely slips, in a file that parses."""
    placed = ((("beakers", i, j), word) for i, beaker in enumerate(document.beakers) for j, word in enumerate(beaker))
    return respelt(placed) + counts_advice(as_written(document))


def counts_advice(deal: Deal) -> list[tuple[Place, str]]:
    """A note on the counts, with its place; empty if they are right."""
    hidden, missing = hidden_and_missing(deal)
    if hidden:
        units = counted(hidden, "hidden units")
        color = only_color(deal)
        if color is None:
            note = f"{units}: --hint judges pours over all that they may be"
        else:
            words = f"{units} {'is' if hidden == 1 else 'are'} {color}: the counts leave one way"
            note = Sentence(words, "hidden_units_are", units=hidden, color=color)
        return [(first(deal, HIDDEN), note)]
    if not missing:
        return []
    slip = slip_in_spelling(deal, missing) if len(missing) <= MANY else None
    if slip is not None:
        return [slip]
    lacks = ", ".join(f"{units} {color}" for color, units in missing.items())
    words = f"missing: {lacks}; is one a slip, or a beaker forgotten?"
    return [(first(deal, next(iter(missing))), Sentence(words, "units_missing", missing=list(missing.items())))]


def slip_in_spelling(deal: Deal, missing: Collection[Color]) -> tuple[Place, str] | None:
    """A note on two colours that are spelt alike and fill whole beakers together: 1 unit of `rde`, 3 of `red`."""
    number = units_of(deal)
    for rare in sorted(missing, key=number.__getitem__):
        fitting = [color for color in missing if color != rare and (number[color] + number[rare]) % deal.capacity == 0]
        common = nearest(rare, fitting)
        if common:
            counts = f"{counted(number[rare], 'units')} of `{rare}`, {number[common]} of `{common}`"
            values = {"rare": rare, "few": number[rare], "common": common, "many": number[common]}
            return first(deal, rare), Sentence(f"{counts}: the same colour?", "same_color", **values)
    return None


def first(deal: Deal, color: Color) -> Place:
    """The place in the file where a colour first appears."""
    places = (("beakers", i, beaker[::-1].index(color)) for i, beaker in enumerate(deal.beakers) if color in beaker)
    return next(places, ("unseen",))


# --------------------------------------------------------------------------------------------------------------- plans


def plan_data(plan: Plan) -> list[Data]:
    """A plan for JSON; beakers are numbered from 1."""
    return [pour.places | {"color": pour.color, "units": pour.units} for pour in plan]


class PourAnswer(Struct):
    """A pour in an answer; beakers are numbered from 1."""

    source: OneOrMore = field(name="from")
    target: OneOrMore = field(name="to")
    color: str
    units: OneOrMore


def read_plan(data: object) -> Plan:
    """The inverse of plan_data; raises ValueError."""
    plan = read_as(list[PourAnswer], data)
    return tuple(Pour(pour.source - 1, pour.target - 1, pour.color, pour.units) for pour in plan)
