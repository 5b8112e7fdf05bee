"""Water sort files, and random deals."""

import random
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field, to_builtins

from instances.drawing.colors import color_name
from instances.reading.fields import Positive, Record, Word, respelt
from instances.reading.validation import read_as
from instances.reading.yaml_files import MAX_VALUES, Misfit, Place
from instances.shuffling import shuffled
from instances.watersort import slips
from instances.watersort.rules import Deal, Known, Pour, Rating

Counted = Annotated[int, Meta(ge=1, le=Positive.most)]


class WaterSortDeal(Record, kw_only=True):
    """A water sort deal; the top of each beaker first."""

    puzzle: Literal["watersort"]
    name: Annotated[str, Meta(description="left out, the name of the file")] = ""
    capacity: Positive
    beakers: list[list[Word]]
    known: Known | None = None
    source: str | None = None
    rating: Rating | None = None


def parse(document: WaterSortDeal) -> Deal:
    """Raises Misfit for a beaker over capacity, and for hidden units that nothing fits."""
    capacity = int(document.capacity)
    for i, units in enumerate(map(len, document.beakers)):
        if units > capacity:
            raise Misfit(("beakers", i), f"beaker {i + 1} has {units} units, expected at most {capacity}")
    top_first = slips.filled(words(document), capacity)
    beakers = tuple(tuple(reversed(beaker)) for beaker in top_first)
    return Deal(document.name, capacity, beakers, document.known, document.source, document.rating)


def words(document: WaterSortDeal) -> list[list[str]]:
    return [list(map(str, beaker)) for beaker in document.beakers]


def advice(document: WaterSortDeal) -> list[tuple[Place, str]]:
    """What was repaired, and what looks like a slip, in a file that parses."""
    placed = ((("beakers", i, j), word) for i, beaker in enumerate(document.beakers) for j, word in enumerate(beaker))
    return respelt(placed) + slips.advice(words(document), int(document.capacity))


def document(deal: Deal) -> dict[str, Any]:
    """The inverse of parse, as plain data."""
    data = {"puzzle": "watersort", **vars(deal), "beakers": [beaker[::-1] for beaker in deal.beakers]}
    return {key: to_builtins(value) for key, value in data.items() if value is not None}


def plan_data(deal: Deal, plan: tuple[Pour, ...]) -> list[dict[str, Any]]:
    """A plan for JSON; beakers are numbered from 1."""
    return [pour.places | {"color": pour.color, "units": pour.units} for pour in plan]


class PourAnswer(Struct):
    """A pour in an answer; beakers are numbered from 1."""

    source: Counted = field(name="from")
    target: Counted = field(name="to")
    color: str
    units: Counted


def read_plan(deal: Deal, data: Any) -> tuple[Pour, ...]:
    """The inverse of plan_data; raises ValueError."""
    plan: list[PourAnswer] = read_as(list[PourAnswer], data)
    return tuple(Pour(pour.source - 1, pour.target - 1, pour.color, pour.units) for pour in plan)


def generate(colors: int = 12, empties: int = 2, capacity: int = 4, seed: int = 0) -> Deal:
    """The solitaire deal: `capacity` cards of each colour, shuffled and dealt in piles, and empty beakers beside them.

    The same arguments give the same deal for ever.
    """
    name = f"{colors} colours, {empties} empty, capacity {capacity}, seed {seed}"
    if min(colors, empties + 1, capacity) < 1 or colors * capacity + colors + empties > MAX_VALUES:
        wanted = f"a colour, capacity 1 and {MAX_VALUES} units and beakers at most"
        raise ValueError(f"no deal of {name}, expected {wanted}")
    cards = shuffled([color for c in range(colors) for color in [color_name(c)] * capacity], random.Random(seed))
    piles = tuple(tuple(cards[i : i + capacity]) for i in range(0, len(cards), capacity))
    return Deal(name, capacity, piles + ((),) * empties)


OPTIONS = {
    "colors": (int, 12, "number of colours"),
    "empties": (int, 2, "number of empty beakers"),
    "capacity": (int, 4, "units in a beaker"),
}
